"""A log that is read on is the same as one that is read from its beginning, and so is its name."""

from __future__ import annotations

from random import Random

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.log import Entry
from regelwerk.match.match import Match
from regelwerk.match.views import LogReader, log_view

GAMES = ("counterspells", "kuhn_poker", "liars_dice", "tic_tac_toe")


def assert_same(match: Match, seat: int | None, reader: LogReader) -> None:
    entries = log_view(match, seat)[0]
    assert reader.read(match) == entries
    fresh = LogReader(seat)
    assert fresh.name(fresh.read(match)) == reader.name(entries)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("unsettled", [0, 3, 50])
def test_a_log_is_read_on(game: str, unsettled: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever it was read before, and when choices were taken back, or the match was saved and read."""
    monkeypatch.setattr("regelwerk.match.views._UNSETTLED", unsettled)
    rules, rng = load_game(game).rules, Random(1)
    match = Match.start(rules, rules.players[0], seed=1)
    seats = [*range(match.layout.players), None]
    often, seldom = ({seat: LogReader(seat) for seat in seats} for _ in range(2))
    back = match.copy()
    for _ in range(60):
        if match.over:
            match = Match.start(rules, rules.players[0], seed=rng.randrange(100))
        if rng.random() < 0.2:
            back = match.copy()
        number = rng.randrange(len(match.decisions))
        match.take(number, rng.randrange(len(match.decisions[number].options)))
        if rng.random() < 0.1:
            match = back.copy()
        if rng.random() < 0.1:
            match = Match.load(match.save(), rules)
        for seat in seats:
            assert_same(match, seat, often[seat])
            if rng.random() < 0.1:
                assert_same(match, seat, seldom[seat])


def test_what_was_read_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.start(load_game("connect_four").rules, seed=1)
    reader, looked = LogReader(0), []
    honest = Entry.seen_by
    monkeypatch.setattr(Entry, "seen_by", lambda self, seat: looked.append(self) or honest(self, seat))
    for _ in range(6):
        match.take(0, 0)
        reader.read(match)
    assert len(looked) == len(match.log or []) >= 6
