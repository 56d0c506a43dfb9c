"""How long it takes until something happens: whole processes, and the parts of the way to a first decision.

Cold is with an empty cache of checked games, cached with a full one; Python's own compiled files are there
both times, as after any installation.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from regelwerk.doors.games import load_game
from regelwerk.match.state import State
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.resources import data_path

FIRST = """
from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
rules = load_game({game!r}).rules
print(len(Match.start(rules, build="fast").decisions))
"""
"""What a process does up to the first decision of a match."""


def largest() -> Path:
    """The shipped game with most text that has no errors."""
    folders = [folder for folder in data_path("games").iterdir() if (folder / "game.rules").exists()]
    folders.sort(
        key=lambda folder: -sum(f.stat().st_size for f in folder.rglob("*.*") if "scenarios" not in f.parts)
    )
    command = [str(Path(sys.executable).with_name("regelwerk")), "check"]
    for folder in folders:
        if subprocess.run([*command, str(folder)], capture_output=True, check=False).returncode == 0:
            return folder
    raise SystemExit("no shipped game can be checked without errors")


def process(command: Sequence[str], cache: str) -> float:
    """Seconds a whole process takes."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "REGELWERK_CACHE": cache})
    return time.perf_counter() - start


def starting(count: int) -> tuple[str, list[str], list[list[str]]]:
    """Title, columns and rows of the table; processes are started in turns."""
    games = data_path("games")
    small, middle_sized, large = games / "classics" / "tic_tac_toe.rules", games / "knizia", largest()
    regelwerk = str(Path(sys.executable).with_name("regelwerk"))
    found: dict[str, list[float]] = {}

    def note(name: str, seconds: float) -> None:
        found.setdefault(name, []).append(seconds)

    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            cache = str(Path(folder, str(number)))
            note("python -c pass", process([sys.executable, "-c", "pass"], cache))
            note("regelwerk --help", process([regelwerk, "--help"], cache))
            for game in (small, middle_sized, large):
                first = [sys.executable, "-c", FIRST.format(game=str(game))]
                check = [regelwerk, "check", str(game)]
                note(f"check {game.stem}, cold", process(check, cache))
                note(f"check {game.stem}, cached", process(check, cache))
                cache += "-"
                note(f"first decision of {game.stem}, cold", process(first, cache))
                note(f"first decision of {game.stem}, cached", process(first, cache))
    for part, seconds in _parts(large, count).items():
        found[f"  {part}"] = seconds
    rows = []
    for name, seconds in found.items():
        low, middle, high = (1000 * f(seconds) for f in (min, statistics.median, max))
        share = middle / (1000 * statistics.median(found["python -c pass"]))
        rows.append([name, f"{middle:.0f} ms ({low:.0f} .. {high:.0f})", f"{share:.1f}"])
    title = (
        f"Starting; {count} rounds; below, the parts of a first decision of {large.stem} in a warm process"
    )
    return title, ["what", "median (least .. greatest)", "times python -c pass"], rows


def _parts(game: Path, count: int) -> dict[str, list[float]]:
    """Seconds of the parts of the way, in this process."""
    rules = load_game(str(game)).rules
    layout = make_layout(rules, rules.players[0])
    program = Program(layout)
    state = State(layout)
    parts: dict[str, Callable[[], object]] = {
        "read the checked game from the cache": lambda: load_game(str(game)),
        "lay it out": lambda: make_layout(rules, rules.players[0]),
        "generate and load its program": lambda: Program(layout),
        "of that, Python's compiler": lambda: compile(program.source, "<program>", "exec"),
        "begin and list the first decision": lambda: program.begin(State(layout)),
    }
    program.begin(state)
    result: dict[str, list[float]] = {}
    for _ in range(count):
        for name, part in parts.items():
            start = time.perf_counter()
            part()
            result.setdefault(name, []).append(time.perf_counter() - start)
    return result
