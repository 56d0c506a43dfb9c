"""Hidden things change places: nothing that a seat or a watcher gets over HTTP tells that.

Two servers hold the same table with the same secrets; their matches differ in where two things lie that a
seat does not know. Every answer to the seat is compared, headers included, and what open pages are told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from amounts import amount
from regelwerk.doors.games import load_game, shipped_games
from regelwerk.match.match import Match
from regelwerk.match.text import thing_text
from regelwerk.program.errors import RuleError
from regelwerk.web import page
from regelwerk.web.app import make_app
from regelwerk.web.games import Games
from regelwerk.web.keys import form_token
from regelwerk.web.store import Kept, Store
from regelwerk.web.table import Table
from regelwerk.web.tables import Opened, Tables
from tools.interference import Pair, positions
from tools.shipped import by_day

GAMES = {"kuhn_poker": 4, "liars_dice": 12, "counterspells": 12, "battleship_small": 6, "spice_caravan": 12}
"""Games with hidden things, and how many decisions of a match are looked at."""

LARGE = ("knizia", "mele", "risiko", "ringkrieg", "fuenf_heere")
"""Large games have hidden things, too; a few positions of a match are looked at."""

HOUSE = ("risiko", ("schlacht_um_mittelerde",))

OPEN = (
    "backgammon", "connect_four", "go_5", "goofspiel", "hex", "nim", "othello", "pig", "tic_tac_toe",
)  # fmt: skip
"""Games in which no two hidden things could change places."""

POSITIONS, BETWEEN = amount("LARGE_OVER_HTTP", test=2, nightly=8), 23
"""So many positions of a large game are looked at, if its match lasts; so many decisions lie before each."""

LINKS = 4
"""So many panels are opened from a page, besides those of the things that change places."""

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
        self.table._changed()
        self.opened = opened
        self.client = TestClient(make_app(tables), follow_redirects=False)
        self.ears: list[Any] = [Ear(self.table, seat), Ear(self.table, None)]
        for ear in self.ears:
            self.table.listen(ear)
        honest = match.take

        def take(decision: int, option: Any) -> None:
            asked = match.decisions[decision]
            chosen = asked.options[option] if isinstance(option, int) else option
            last = self.table._noted(match, decision, chosen)
            honest(decision, option)
            self.table._last = last
            self.table.chosen(asked.seat)

        match.take = take  # type: ignore[method-assign]

    def seen(self, place: str, about: Sequence[int] = ()) -> list[tuple[int, list[tuple[str, str]], bytes]]:
        """Every answer to a place: its page, all events, what is said to a click that comes too late, and
        panels: the first that the page leads to, and those about some things.
        """
        secret = self.opened.secrets[place]
        path = f"/table/{self.opened.id}/{place}"
        german = {"cookie": f"seat={secret}", "accept-language": "de"}
        english = {"cookie": f"seat={secret}"}
        stale = {"token": form_token(secret), "asked": "9999", "option": "0"}
        page = self.client.get(path, headers=english)
        links = dict.fromkeys(
            unescape(link) for link in re.findall(r'href="([^"]+/(?:look|why)\?[^"]+)"', page.text)
        )
        names = [thing_text(self.table.match.layout, thing) for thing in about]
        panels = [
            *[link for link in links if "/look" in link][:LINKS],
            *[link for link in links if "/why" in link][:1],
            *(f"{path}/look?thing={thing}" for thing in about),
            *(f"{path}/look?name={quote(name)}" for name in names),
            f"{path}/why-not",
        ]
        answers = [
            page,
            *(self.client.get(panel, headers=english) for panel in panels),
            self.client.get(path, headers=german),
            self.client.get(f"{path}/events", headers=english),
            self.client.post(f"{path}/choose", data=stale, headers=english),
        ]
        return [(answer.status_code, answer.headers.multi_items(), answer.content) for answer in answers]


class Servers:
    """Two servers beside each other, for every pair of matches."""

    def __init__(self, folder: Path, game: str, houses: Sequence[str] = ()) -> None:
        self.store = Store(f"sqlite:///{folder}/tables.db")
        self.games = Games([game], houses)

    def compare(self, game: str, match: Match, seat: int, rng: Random, most: int = 5) -> int:
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
                    here, there = one.seen(place, pair.exchanged), other.seen(place, pair.exchanged)
                    assert here == there, f"{game}: {place} can tell"
                    compared += 1
                for mine, theirs in zip(one.ears, other.ears, strict=True):
                    assert mine.heard == theirs.heard, f"{game}: pages are told other things"
                if compared >= most or not pair.step(rng) or pair.one.over:
                    return compared
        except RuleError:
            return compared


@pytest.fixture
def servers(tmp_path: Path, game: str) -> Servers:
    return Servers(tmp_path, game)


@pytest.fixture
def game() -> str:
    return "kuhn_poker"


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


def large(servers: Servers, game: str) -> None:
    rng, compared, looked_at = Random(1), 0, 0
    decisions = positions(started(servers, game, 1), rng, POSITIONS * BETWEEN + 1)
    for number, (match, decision) in enumerate(decisions):
        if number % BETWEEN == BETWEEN - 1:
            compared += servers.compare(game, match, decision.seat, rng, 2)
            looked_at += 1
    assert compared >= 2 * looked_at - 2 and looked_at >= 2


@pytest.mark.slow
@pytest.mark.parametrize("game", by_day(LARGE))
def test_hidden_things_of_a_large_game_change_places(game: str, servers: Servers) -> None:
    large(servers, game)


@pytest.mark.slow
def test_hidden_things_of_a_game_with_house_rules_change_places(tmp_path: Path) -> None:
    game, houses = HOUSE
    large(Servers(tmp_path, game, houses), game)


def test_every_shipped_game_is_looked_at() -> None:
    assert {*GAMES, *LARGE, *OPEN} == {*shipped_games()}
    for game in OPEN:
        rules = load_game(game).rules
        for match, decision in positions(Match.start(rules, rules.players[0], seed=1), Random(1), 12):
            assert Pair(match, decision.seat, Random(1)).exchanged is None, game


def panel(patch: pytest.MonkeyPatch) -> None:
    """A panel is there for things that the seat does not know."""
    for module in ("regelwerk.web.panels", "regelwerk.doors.looking"):
        patch.setattr(f"{module}.knows", lambda s, seat, thing: True)


def name_of_a_state(patch: pytest.MonkeyPatch) -> None:
    """A state is named after the whole match."""
    patch.setattr(Table, "state", lambda table, seat: table.match.hash())


def status(patch: pytest.MonkeyPatch) -> None:
    """A page tells something of where hidden things lie."""
    patch.setattr(page, "_status", lambda table, seat, language: str(table.match.state.at))


def taking_back(patch: pytest.MonkeyPatch) -> None:
    """A page offers a choice back as long as nobody else was asked: whoever can only pass is not."""

    def can_try_back(table: Table, seat: int | None) -> bool:
        return table._last is not None and table._last.seat == seat

    patch.setattr(Table, "can_try_back", can_try_back)


PLANTED: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the name of a state": name_of_a_state,
    "a word on the page": status,
    "a panel of a hidden thing": panel,
}


def test_a_choice_offered_back_too_long_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taking_back(monkeypatch)
    servers = Servers(tmp_path, "counterspells")
    with pytest.raises(AssertionError, match="can tell"):
        for seed in range(5):
            rng = Random(seed)
            for match, decision in positions(started(servers, "counterspells", seed), rng, 12):
                servers.compare("counterspells", match, decision.seat, rng)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(name: str, servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[name](monkeypatch)
    rng = Random(1)
    with pytest.raises(AssertionError, match=r"can tell|are told"):
        for match, decision in positions(started(servers, "kuhn_poker", 1), rng, 4):
            servers.compare("kuhn_poker", match, decision.seat, rng)
