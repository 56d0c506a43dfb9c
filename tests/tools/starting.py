"""How long it takes until something happens: small processes, and the parts of the way to a first decision.

Python's own compiled files are there, as after any installation.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from regelwerk.doors.games import load_game
from regelwerk.match.state import State
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.resources import data_path
from tools.checking import process


def largest() -> Path:
    """The shipped game with most text that has no errors."""
    folders = [folder for folder in data_path("games").iterdir() if (folder / "game.yaml").exists()]
    folders.sort(
        key=lambda folder: -sum(f.stat().st_size for f in folder.rglob("*.*") if "scenarios" not in f.parts)
    )
    command = [str(Path(sys.executable).with_name("regelwerk")), "check"]
    for folder in folders:
        if subprocess.run([*command, str(folder)], capture_output=True, check=False).returncode == 0:
            return folder
    raise SystemExit("no shipped game can be checked without errors")


def starting(count: int) -> tuple[str, list[str], list[list[str]]]:
    """Title, columns and rows of the table; processes are started in turns."""
    regelwerk = str(Path(sys.executable).with_name("regelwerk"))
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as cache:
        for _ in range(count):
            for name, command in (
                ("python -c pass", [sys.executable, "-c", "pass"]),
                ("regelwerk --help", [regelwerk, "--help"]),
            ):
                found.setdefault(name, []).append(process(command, cache).seconds)
    large = largest()
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
