"""What an author waits for: processes that check a shipped game, and play it up to the first question."""

from __future__ import annotations

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich.progress import Progress

from regelwerk.doors.games import load_game
from regelwerk.resources import data_path

ROUNDS = 5
"""So often everything is measured, at most."""
AIMS = {
    ("mele", "nothing has changed"): "0.5 s",
    ("mele", "one number has changed"): "1 s",
    ("mele", "from nothing"): "8 s, 300 MB",
    ("mele", "first question of play"): "1 s",
}
"""What the largest game may take."""
PLAYED = {"classics": "tic_tac_toe.rules"}
"""What is played of a folder with several games."""

_NUMBER = re.compile(r"^( +(?:raise|lower) .* by )([0-9])$", re.MULTILINE)
_MEASURED = str(Path(__file__).with_name("measured.py"))
_REGELWERK = str(Path(sys.executable).with_name("regelwerk"))


class Taken(NamedTuple):
    """What a process has taken: seconds by the clock and of the processor, and the most memory in kB."""

    seconds: float
    worked: float
    memory: int


def checking(count: int) -> tuple[str, list[str], list[list[str]]]:
    """Title, columns and rows of the table; games and what is measured come in turns."""
    found: dict[tuple[str, str], list[Taken]] = {}
    rounds = min(count, ROUNDS)
    with tempfile.TemporaryDirectory() as folder, Progress(transient=True) as progress:
        shipped = sorted(
            game
            for game in data_path("games").iterdir()
            if game.is_dir() and not (game / "game_unfinished.yaml").exists()
        )
        games = [_copy(game, Path(folder)) for game in shipped]
        changes = {game: number_in(game) for game in games}
        task = progress.add_task("", total=rounds * len(games))
        for number in range(rounds):
            for game in games:
                cache = str(Path(folder, f"{number} {game.name}"))
                file, place = changes[game]
                for what in ("from nothing", "nothing has changed", "one number has changed"):
                    if what == "one number has changed":
                        _raise(file, place)
                    taken = process([_REGELWERK, "check", str(game)], cache)
                    found.setdefault((game.name, what), []).append(taken)
                taken = first_question(game / PLAYED.get(game.name, ""), cache)
                found.setdefault((game.name, "first question of play"), []).append(taken)
                progress.advance(task)
        nothing = [process([sys.executable, "-c", "pass"], folder).seconds for _ in range(rounds)]
    title = f"Checking, and play up to its first question; whole processes, {rounds} rounds in turns"
    columns = ["game", "what", "median (least .. greatest)", "times python -c pass", "of the processor",
               "most memory", "aim"]  # fmt: skip
    return title, columns, [
        [game, what, *_figures(taken, statistics.median(nothing)), AIMS.get((game, what), "")]
        for (game, what), taken in sorted(found.items(), key=lambda each: each[0][0])
    ]  # fmt: skip


def _figures(taken: Sequence[Taken], nothing: float) -> list[str]:
    seconds = [each.seconds for each in taken]
    low, middle, high = min(seconds), statistics.median(seconds), max(seconds)
    memory = statistics.median(each.memory for each in taken) / 1000
    worked = statistics.median(each.worked for each in taken)
    shown = f"{middle:.2f} s ({low:.2f} .. {high:.2f})"
    return [shown, f"{middle / nothing:.0f}", f"{worked:.2f} s", f"{memory:.0f} MB"]


def _copy(game: Path, folder: Path) -> Path:
    return shutil.copytree(game, folder / game.name)


def number_in(game: Path) -> tuple[Path, int]:
    """A declaration with a number that may be another one: its file, and where the number stands in it.

    What lies deepest comes first: cards, where a game has files of them.
    """
    files = [file for file in game.rglob("*.rules") if not {"scenarios", "houses"} & {*file.parts}]
    for file in sorted(files, key=lambda file: (-len(file.parts), file)):
        number = _NUMBER.search(file.read_text("utf-8"))
        if number is not None:
            return file, number.start(2)
    raise SystemExit(f"`{game.name}` has no number that might be another one")


def _raise(file: Path, place: int) -> None:
    """Another digit at a place of a file."""
    text = file.read_text("utf-8")
    file.write_text(f"{text[:place]}{int(text[place]) % 9 + 1}{text[place + 1 :]}", "utf-8")


def process(command: Sequence[str], cache: str, way: str = "ends") -> Taken:
    """What a process takes that must end well."""
    done = subprocess.run(
        [sys.executable, "-S", _MEASURED, way, *command], stdout=subprocess.PIPE, check=True,
        env={**os.environ, "REGELWERK_CACHE": cache},
    )  # fmt: skip
    *taken, status = json.loads(done.stdout)
    if status:
        raise SystemExit(f"`{' '.join(command)}` ends with status {status}")
    return Taken(*taken)


def first_question(game: Path, cache: str) -> Taken:
    """What it takes until a person is asked at a terminal; people play all seats, so that nobody thinks."""
    process([_REGELWERK, "check", str(game)], cache)
    seats = range(1, load_game(str(game)).rules.players[0] + 1)
    return process(
        [_REGELWERK, "play", str(game), "--seed", "1", *(f"--seat={seat}" for seat in seats)], cache, "asks"
    )
