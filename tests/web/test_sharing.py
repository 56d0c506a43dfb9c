"""Several servers on one database: what one keeps the others tell, and nothing is done to a stale table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random

import pytest

from amounts import amount
from regelwerk.doors.refusals import Refused
from regelwerk.web.games import Games
from regelwerk.web.page import seat_page
from regelwerk.web.store import Overtaken, Store
from regelwerk.web.table import Stale, Stands, Table
from regelwerk.web.tables import Opened, Tables
from tools.postgres import Postgres

GAMES = ("tic_tac_toe", "counterspells", "connect_four")

TRIES = amount("AT_THE_SAME_TIME", test=15, nightly=500)
"""So often each of several threads tries something at one table."""


class Ear:
    """An open page that remembers what it is told."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.heard: list[str] = []

    def tell(self, state: str) -> None:
        if self.heard[-1:] != [state]:
            self.heard.append(state)


@pytest.fixture
def servers(database: str) -> Iterator[list[Tables]]:
    games = Games(GAMES)
    found = [Tables(games, Store(database)) for _ in range(2)]
    yield found
    for tables in found:
        tables.store.close()


def stands(tables: Tables, id: str) -> Table:
    table = tables.table(id)
    assert table is not None
    return table


def opened_at(tables: Tables, game: str) -> Opened:
    return tables.open(tables.games.served(game), ["person", "person"], seed=1)


def test_a_choice_is_seen_and_told_by_the_other(servers: list[Tables]) -> None:
    one, other = servers
    opened = opened_at(one, "tic_tac_toe")
    ear = Ear(1)
    stands(other, opened.id).listen(ear)  # type: ignore[arg-type]
    before = stands(other, opened.id).state(1)
    stands(one, opened.id).choose(0, 0, 4)
    other.look_again()
    assert ear.heard == [before, stands(one, opened.id).state(1)]
    assert stands(other, opened.id).match.save() == stands(one, opened.id).match.save()
    other.look_again()
    assert len(ear.heard) == 2, "what is known is not told again"


def test_a_match_goes_back_and_forth(servers: list[Tables], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk.web.table.SAVED_EVERY", 7)
    rng = Random(3)
    opened = opened_at(servers[0], "counterspells")
    while not stands(servers[0], opened.id).match.over:
        table = stands(rng.choice(servers), opened.id)
        decision = table.match.decisions[0]
        table.choose(decision.seat, table.made[decision.seat], rng.randrange(len(decision.options)))
    saved = {stands(tables, opened.id).match.save() for tables in servers}
    fresh = Tables(servers[0].games, servers[0].store)
    assert saved == {stands(fresh, opened.id).match.save()}


def test_what_another_has_kept_comes_first(servers: list[Tables]) -> None:
    """The other does not know of the choice when it is clicked there: nothing is done, and it catches up."""
    one, other = servers
    opened = opened_at(one, "tic_tac_toe")
    stale = stands(other, opened.id)
    stands(one, opened.id).choose(0, 0, 4)
    with pytest.raises(Stale):
        stale.choose(0, 0, 3)
    assert stale.match.save() == stands(one, opened.id).match.save()
    assert stale.count == 1 and stale.asked(1) is not None


def test_a_version_is_changed_once(servers: list[Tables]) -> None:
    one, other = servers
    opened = opened_at(one, "tic_tac_toe")
    table = stands(one, opened.id)
    option = table.match.decisions[0].options[0]
    one.store.add(opened.id, 0, 0, 0, option, None)
    for store in (one.store, other.store):
        with pytest.raises(Overtaken):
            store.add(opened.id, 0, 1, 1, option, None)
        with pytest.raises(Overtaken):
            store.take_back(opened.id, 0, 0, "")
        with pytest.raises(Overtaken):
            store.bring(opened.id, 0, {}, None)
    kept = other.store.table(opened.id)
    assert kept is not None and (kept.version, len(kept.since)) == (1, 1)


def test_whatever_is_done_at_once_one_match_comes_of_it(servers: list[Tables]) -> None:
    """Choices of both seats, choices taken back and pages, at two servers at the same time; then a close."""
    opened = opened_at(servers[0], "connect_four")
    done: Counter[str] = Counter()

    def play(number: int) -> None:
        rng = Random(number)
        for _ in range(TRIES):
            seat, table = rng.randrange(2), stands(rng.choice(servers), opened.id)
            name, act = rng.choice(
                [
                    ("chosen", lambda t=table, s=seat: t.choose(s, t.made[s], 0)),
                    ("taken back", lambda t=table, s=seat: t.take_back(s, t.made[s])),
                    ("looked", lambda t=table, s=seat: seat_page(t, s, "en")),
                ]
            )
            with suppress(Stale, Stands):
                act()
                done[name] += 1

    with ThreadPoolExecutor(6) as threads:
        for each in [threads.submit(play, number) for number in range(5)]:
            each.result()
        closed = threads.submit(stands(servers[0], opened.id).close)
        for each in [threads.submit(play, number) for number in range(5)]:
            each.result()
        closed.result()
    assert min(done[name] for name in ("chosen", "taken back", "looked")) > 0
    assert stands(servers[1], opened.id).closed
    fresh = stands(Tables(servers[0].games, servers[0].store), opened.id)
    for tables in servers:
        table = stands(tables, opened.id)
        assert (table.count, table.made, table.version) == (fresh.count, fresh.made, fresh.version)
        assert table.match.save() == fresh.match.save() and table.state(0) == fresh.state(0)


def test_a_table_that_is_closed_is_closed_everywhere(servers: list[Tables]) -> None:
    one, other = servers
    opened = opened_at(one, "tic_tac_toe")
    stale = stands(other, opened.id)
    stands(one, opened.id).close()
    with pytest.raises(Stale):
        stale.choose(0, 0, 3)
    assert stands(other, opened.id).closed


def test_a_database_that_is_restarted_is_used_again(postgresql: Postgres) -> None:
    tables = Tables(Games(GAMES), Store(postgresql.new_database()))
    opened = opened_at(tables, "tic_tac_toe")
    stands(tables, opened.id).choose(0, 0, 4)
    postgresql.stop()
    postgresql.start()
    stands(tables, opened.id).choose(1, 0, 0)
    assert stands(tables, opened.id).count == 2
    tables.store.close()


def test_a_server_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        Store("postgresql://nobody:secret@127.0.0.1:1/tables")
    said = refused.value.text()
    assert "the database cannot be used" in said and "secret" not in said and "Traceback" not in said
