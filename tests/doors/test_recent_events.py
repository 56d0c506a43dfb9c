"""The last lines of a long log are those of the whole log, though little of it is put into words."""

from __future__ import annotations

from random import Random

import pytest

from regelwerk.doors import board_events
from regelwerk.doors.board_events import FEWEST, MOST, events, recent
from regelwerk.doors.board_file import board_of_game
from regelwerk.doors.games import load_game
from regelwerk.doors.labels import Labels
from regelwerk.match.match import Match
from regelwerk.match.views import log_view

CHOICES = 120


@pytest.mark.parametrize("game", ["counterspells", "pig", "knizia"])
def test_the_last_lines_are_those_of_the_whole_log(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_events, "_PER_LINE", 1)
    rules = load_game(game, ()).rules
    plan, labels, rng = board_of_game(game, rules), Labels(rules, "en"), Random(1)
    match = Match.start(rules, rules.players[0], seed=1)
    for number in range(CHOICES):
        if match.over:
            break
        match.take(0, rng.randrange(len(match.decisions[0].options)))
        log = log_view(match, 0)[0]
        for since in (0, 5, 60) if number % 10 == 9 else ():
            since = min(since, len(log))
            lines = max(FEWEST, min(len(events(log[len(log) - since :], labels, plan)), MOST))
            assert recent(log, since, labels, plan) == events(log, labels, plan)[-lines:]
    words = 0

    def counted(entry: object, plan: object) -> bool:
        nonlocal words
        words += 1
        return honest(entry, plan)  # type: ignore[arg-type]

    honest = board_events._quiet
    monkeypatch.setattr(board_events, "_quiet", counted)
    if plan is not None:
        recent(log, 0, labels, plan)
        assert words < len(log) / 2, "of a long log only its end is looked at"
