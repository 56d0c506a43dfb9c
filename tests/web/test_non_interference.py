"""Hidden things change places: nothing that a seat or a watcher gets over HTTP tells that.

Two servers hold the same table with the same secrets; their matches differ in where two things lie that a
seat does not know. Every answer to the seat is compared, headers included, and what open pages are told.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from amounts import amount
from regelwerk.match.match import Match
from regelwerk.program.errors import RuleError
from regelwerk.web import page
from regelwerk.web.app import make_app
from regelwerk.web.games import Games
from regelwerk.web.keys import form_token
from regelwerk.web.store import Kept, Store
from regelwerk.web.table import Table
from regelwerk.web.tables import Opened, Tables
from tools.interference import Pair, positions

GAMES = {"kuhn_poker": 4, "liars_dice": 12, "counterspells": 12, "battleship_small": 6}
"""Games with hidden things, and how many decisions of a match are looked at."""

SEEDS = amount("INTERFERENCE_OVER_HTTP", test=1, nightly=20)


class Ear:
    """Hears what the open pages of a place are told, but for the times in which others are asked in a window.

    Who has nothing but pass is passed for at once, and who has more takes time: that cannot be hidden. What
    the page then shows is compared in any case.
    """

    def __init__(self, table: Table, seat: int | None) -> None:
        self.table = table
        self.seat = seat
        self.heard: list[str] = []

    def tell(self, state: str) -> None:
        if self.heard[-1:] != [state] and self.table.view(self.seat)["waiting"] != "the others":
            self.heard.append(state)


class Side:
    """A server of its own, with one of the two matches at its table."""

    def __init__(
        self, games: Games, store: Store, opened: Opened, kept: Kept, match: Match, seat: int
    ) -> None:
        tables = Tables(games, store)
        self.table = Table(kept, games.served(kept.game), store)
        tables._held[kept.id] = self.table
        self.table.match = match
        self.table._views.clear()
        self.opened = opened
        self.client = TestClient(make_app(tables), follow_redirects=False)
        self.ears: list[Any] = [Ear(self.table, seat), Ear(self.table, None)]
        for ear in self.ears:
            self.table.listen(ear)
        honest = match.take

        def take(decision: int, option: Any) -> None:
            chooses = match.decisions[decision].seat
            honest(decision, option)
            self.table.chosen(chooses)

        match.take = take  # type: ignore[method-assign]

    def seen(self, place: str) -> list[tuple[int, list[tuple[str, str]], bytes]]:
        """Every answer to a place: its page, all events, and what is said to a click that comes too late."""
        secret = self.opened.secrets[place]
        path = f"/table/{self.opened.id}/{place}"
        german = {"cookie": f"seat={secret}", "accept-language": "de"}
        english = {"cookie": f"seat={secret}"}
        stale = {"token": form_token(secret), "asked": "9999", "option": "0"}
        answers = [
            self.client.get(path, headers=english),
            self.client.get(path, headers=german),
            self.client.get(f"{path}/events", headers=english),
            self.client.post(f"{path}/choose", data=stale, headers=english),
        ]
        return [(answer.status_code, answer.headers.multi_items(), answer.content) for answer in answers]


class Servers:
    """Two servers beside each other, for every pair of matches."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(f"sqlite:///{folder}/tables.db")
        self.games = Games(GAMES)

    def compare(self, game: str, match: Match, seat: int, rng: Random) -> int:
        """Exchange hidden things and compare, there and a little later; returns how often."""
        pair = Pair(match, seat, rng)
        if pair.exchanged is None:
            return 0
        served = self.games.served(game)
        tables = Tables(self.games, self.store)
        opened = tables.open(served, ["person"] * match.layout.players, (), watched=True, seed=1)
        kept = self.store.table(opened.id)
        assert kept is not None
        one, other = (
            Side(self.games, self.store, opened, kept, each, seat) for each in (pair.one, pair.other)
        )
        compared = 0
        try:
            while True:
                for place in (str(seat + 1), "watch"):
                    assert one.seen(place) == other.seen(place), f"{game}: {place} can tell"
                    compared += 1
                for mine, theirs in zip(one.ears, other.ears, strict=True):
                    assert mine.heard == theirs.heard, f"{game}: pages are told other things"
                if compared > 4 or not pair.step(rng) or pair.one.over:
                    return compared
        except RuleError:
            return compared


@pytest.fixture
def servers(tmp_path: Path) -> Servers:
    return Servers(tmp_path)


def started(servers: Servers, game: str, seed: int) -> Match:
    rules = servers.games.served(game).game.rules
    return Match.start(rules, rules.players[0], seed=seed)


@pytest.mark.parametrize("game", GAMES)
def test_hidden_things_change_places(game: str, servers: Servers) -> None:
    compared = 0
    for seed in range(SEEDS):
        rng = Random(seed)
        for match, decision in positions(started(servers, game, seed), rng, GAMES[game]):
            compared += servers.compare(game, match, decision.seat, rng)
    assert compared >= 2 * SEEDS


def name_of_a_state(patch: pytest.MonkeyPatch) -> None:
    """A state is named after the whole match."""
    patch.setattr(Table, "state", lambda table, seat: table.match.hash())


def status(patch: pytest.MonkeyPatch) -> None:
    """A page tells something of where hidden things lie."""
    patch.setattr(page, "_status", lambda table, seat, language: str(table.match.state.at))


PLANTED: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the name of a state": name_of_a_state,
    "a word on the page": status,
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(name: str, servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[name](monkeypatch)
    rng = Random(1)
    with pytest.raises(AssertionError, match=r"can tell|are told"):
        for match, decision in positions(started(servers, "kuhn_poker", 1), rng, 4):
            servers.compare("kuhn_poker", match, decision.seat, rng)
