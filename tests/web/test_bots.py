"""Bots at tables: all that there are, and pages that do not wait while they think."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from regelwerk.players.table import PLAYERS
from regelwerk.program.errors import RuleError
from regelwerk.web.app import make_app
from regelwerk.web.bots import BotsApart, BotsHere, Thought
from regelwerk.web.games import Games
from regelwerk.web.table import Table
from regelwerk.web.tables import Tables
from tools.web_house import GAMES, House

SECONDS = 120.0


def until(holds: object, *what: object) -> None:
    end = time.monotonic() + SECONDS
    while not holds(*what):  # type: ignore[operator]
        assert time.monotonic() < end, "nothing happens"
        time.sleep(0.05)


@pytest.fixture
def apart(house: House) -> Iterator[House]:
    """A server whose bots think in processes of their own."""
    bots = BotsApart(Games(GAMES), processes=1)
    house.tables = Tables(house.tables.games, house.store, bots)
    yield house
    bots.close()


def table_of(house: House, id: str) -> Table:
    table = house.tables.table(id)
    assert table is not None
    return table


@pytest.mark.parametrize("bot", PLAYERS)
def test_every_player_can_sit_at_a_table(house: House, bot: str) -> None:
    form = {"game": "nim", "seat 01": bot, "seat 02": "person"}
    assert f'value="{bot}"' in house.client.get("/new", params={"game": "nim"}).text
    assert house.client.post("/open", data=form).status_code == 200
    (id,) = house.tables._held
    table = table_of(house, id)
    assert table.made[0] >= 1 and table.asked(1) is not None, "it has begun"


@pytest.mark.slow
def test_bots_think_in_a_process_of_their_own(apart: House) -> None:
    opened = apart.open("counterspells", "person", "search")
    one = apart.at(opened, "1")
    table = table_of(apart, opened.id)
    for _ in range(2):
        until(lambda: table.asked(0) is not None or table.match.over)
        one.click(0)
    until(lambda: table.made[1] > 0)


@pytest.mark.slow
def test_a_process_that_is_killed_costs_a_bot_no_more_than_a_thought(
    apart: House, capfd: pytest.CaptureFixture[str]
) -> None:
    bots = apart.tables.bots
    assert isinstance(bots, BotsApart)
    opened = apart.open("connect_four", "person", "sensible")
    one, table = apart.at(opened, "1"), table_of(apart, opened.id)
    for round in range(1, 4):
        until(lambda: table.asked(0) is not None)
        one.click(0)
        if round == 2:
            until(lambda: bots._pool is not None and bots._pool._processes)
            for process in list(bots._pool._processes.values()):  # type: ignore[union-attr]
                process.kill()
    until(lambda: table.count == 6)
    assert capfd.readouterr().err.count("chose at random") <= 1


@pytest.mark.slow
def test_whoever_stops_the_server_chooses_nothing_for_a_bot(
    apart: House, capfd: pytest.CaptureFixture[str]
) -> None:
    bots = apart.tables.bots
    assert isinstance(bots, BotsApart)
    opened = apart.open("connect_four", "person", "search")
    one, table = apart.at(opened, "1"), table_of(apart, opened.id)
    one.click(0)
    until(lambda: bots._pool is not None and bots._pool._processes)
    bots.close()
    bots._tables.shutdown(wait=True)
    assert table.count == 1, "the bot chooses when the server is started again"
    assert not capfd.readouterr().err


class Ponderous(BotsHere):
    """Bots that think until they are told to stop."""

    def __init__(self, games: Games) -> None:
        super().__init__(games)
        self.apart = BotsApart(games)
        self.enough = Event()
        self.play = self.apart.play  # type: ignore[method-assign]

    def choose(self, thought: Thought) -> int:
        assert self.enough.wait(SECONDS)
        return 0


def test_nothing_waits_while_bots_think(house: House) -> None:
    bots = Ponderous(house.tables.games)
    house.tables = Tables(house.tables.games, house.store, bots)
    house.client.app = make_app(house.tables)
    tables = []
    for _ in range(3):
        opened = house.open("tic_tac_toe", "person", "search")
        tables.append((house.at(opened, "1"), table_of(house, opened.id)))
    try:
        for one, table in tables:
            assert one.click(0) == 303
            assert "The match waits for seat 2" in one.look(), "a page is shown meanwhile"
            assert table.count == 1
    finally:
        bots.enough.set()
    for one, table in tables:
        until(lambda table: table.count == 2, table)
        assert one.look() and one.options
    bots.apart.close()


def test_tables_let_their_bots_choose_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where bots have much to do at one table, those of another do not wait until they are done."""
    monkeypatch.setattr("regelwerk.web.bots.MOST_TABLES", 1)
    bots, order, begin = BotsApart(Games(GAMES)), [], Event()

    class Busy:
        def __init__(self, name: str) -> None:
            self.name, self.left = name, 3

        def play_bots(self, most: int) -> bool:
            begin.wait(SECONDS)
            order.append(self.name)
            self.left -= most
            return self.left > 0

    for name in ("one", "other"):
        bots.play(Busy(name))  # type: ignore[arg-type]
    begin.set()
    until(lambda: len(order) == 6)
    bots.close()
    assert order == ["one", "other"] * 3


def test_a_bot_is_not_hurried_by_those_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long it has waited for others is no part of the time in which it has to answer."""
    bots, thinking = BotsApart(Games(GAMES), processes=1), []

    class Pool:
        def submit(self, choose: object, thought: Thought) -> Pool:
            thinking.append(thought)
            assert len(thinking) == 1, "one process thinks about one thing"
            return self

        def result(self, seconds: float) -> int:
            time.sleep(0.05)
            thinking.pop()
            return 0

    monkeypatch.setattr(bots, "_thinking", Pool)
    thought = Thought("table", "nim", {}, 2, {}, {}, 0, 2, "search")
    with ThreadPoolExecutor(4) as tables:
        assert list(tables.map(bots.choose, [thought] * 4)) == [0] * 4
    bots.close()


def test_what_a_bot_has_thought_of_an_older_position_is_dropped(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "random")
    one, table = house.at(opened, "1"), table_of(house, opened.id)

    def late(thought: Thought) -> int:
        if table.count == 1:
            table.close()
        return 0

    table._choose = late
    one.click(0)
    assert table.closed and table.count == 1, "the table was closed while the bot thought"


def test_rules_that_go_wrong_under_a_bot_are_told_in_one_line(
    house: House, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    opened = house.open("tic_tac_toe", "person", "random")
    one, table = house.at(opened, "1"), table_of(house, opened.id)

    def wrong(thought: Thought) -> int:
        raise RuleError("the board is too small")

    monkeypatch.setattr(table, "_choose", wrong)
    assert one.click(0) == 303 and table.count == 1 and "waits for seat 2" in one.look()
    said = capfd.readouterr().err
    assert "error: a bot cannot choose" in said and "Traceback" not in said and "mistake" not in said
