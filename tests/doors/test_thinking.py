"""While a bot thinks for long, people see how far it has got."""

from __future__ import annotations

import io
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


def test_search_can_be_asked_for_by_name() -> None:
    done = run("play", "tic_tac_toe", "--seed", "1", "--language", "en", "--bots", "search", typed="5\n")
    assert done.status == 0
    assert "seat 2: board(" in done.out
