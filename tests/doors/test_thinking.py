"""While a bot thinks for long, people see how far it has got."""

from __future__ import annotations

import io
import os
import pty
import select
import subprocess
import sys
import time
from random import Random

import pytest
from rich.console import Console

from command_line import run
from regelwerk.doors.labels import Labels
from regelwerk.doors.session import Session
from regelwerk.match.match import Match
from regelwerk.players.search import SearchBudget, SearchPlayer
from tools import shipped


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_shows_how_far_a_search_has_come(terminal: bool) -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=terminal, width=80, emoji=False)
    rules = shipped.rules("tic_tac_toe")
    bot = SearchPlayer(Random(1), SearchBudget(iterations=60))
    typed = iter(["5", "quit"])
    session = Session(
        Match.start(rules), {0}, {1: bot}, console, Labels(rules, "en"), "game", lambda _: next(typed)
    )
    assert session.play() is False
    shown = screen.getvalue()
    assert ("seat 2: ..." in shown) is terminal
    assert bot.report is None


@pytest.mark.slow
def test_search_can_be_asked_for_by_name() -> None:
    done = run("play", "tic_tac_toe", "--seed", "1", "--language", "en", "--bots", "search", typed="5\n")
    assert done.status == 0
    assert "seat 2: board(" in done.out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "bar"),
    [
        (["simulate", "pig", "-n", "20"], b"matches"),
        (["play", "tic_tac_toe", "--seat", "2", "--bots", "search", "--language", "en"], b"seat 1: ..."),
    ],
)
def test_a_bar_is_painted_at_a_terminal_and_not_written_out(arguments: list[str], bar: bytes) -> None:
    side, other = pty.openpty()
    code = "import sys; from regelwerk.doors.command import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdin=other, stdout=other, stderr=other,
        start_new_session=True, env={**os.environ, "TERM": "xterm"},
    )  # fmt: skip
    shown, limit = b"", time.monotonic() + 60
    while process.poll() is None and not shown.endswith(b"> ") and time.monotonic() < limit:
        if select.select([side], [], [], 0.2)[0]:
            shown += os.read(side, 65536)
    process.kill()
    process.wait()
    os.close(other)
    os.close(side)
    assert bar in shown
    assert b"\\x1b" not in shown and b"\\r" not in shown
    assert b"\x1b[2K" in shown
