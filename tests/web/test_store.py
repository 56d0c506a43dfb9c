"""What is kept: a match goes on after a stop exactly as it stood, and nothing else is taken for one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import create_engine, inspect, text

from regelwerk.doors.refusals import Refused
from regelwerk.web.store import Store
from tools.web_house import House

EVERY = 5


@pytest.fixture(autouse=True)
def _saved_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk.web.table.SAVED_EVERY", EVERY)


def at_random(house: House, id: str, choices: int, rng: Random) -> None:
    table = house.tables.table(id)
    assert table is not None
    for _ in range(choices):
        decision = table.match.decisions[0]
        table.choose(decision.seat, table.made[decision.seat], rng.randrange(len(decision.options)))


@pytest.mark.parametrize("choices", [0, 1, EVERY - 1, EVERY, 2 * EVERY + 1])
def test_a_match_goes_on_after_a_stop(house: House, choices: int) -> None:
    opened = house.open("counterspells", "person", "person")
    at_random(house, opened.id, choices, Random(1))
    table = house.tables.table(opened.id)
    assert table is not None and table.count == choices
    saved, made = table.match.save(), dict(table.made)
    pages = [house.at(opened, place).text for place in ("1", "2", "watch")]
    house.again()
    kept = house.store.table(opened.id)
    assert kept is not None and len(kept.since) == (choices and (choices - 1) % EVERY + 1)
    found = house.tables.table(opened.id)
    assert found is not None and found is not table
    assert found.match.save() == saved and found.made == made
    assert [house.at(opened, place).text for place in ("1", "2", "watch")] == pages


def test_tables_that_nobody_looks_at_are_let_go(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk.web.tables.MOST_HELD", 2)
    opened = [house.open("nim", "person", "person") for _ in range(4)]
    first = house.tables.table(opened[0].id)
    assert first is house.tables.table(opened[0].id)
    at_random(house, opened[0].id, 1, Random(2))
    for other in opened[1:]:
        house.tables.table(other.id)
    again = house.tables.table(opened[0].id)
    assert again is not None and again is not first and again.count == 1


@pytest.mark.parametrize(
    "damage",
    [
        "update choices set seat = 1 - seat",
        "update choices set option = '[99]'",
        "update matches set saved = replace(saved, 'tic_tac_toe', 'tic_tac_two')",
        "update tables set game = 'chess'",
        "update tables set begins = '{'",
        "update tables set begins = '[7, {}]'",
        "update choices set option = 'x'",
        "update choices set option = '[0.5]'",
        "update choices set number = number + 1 where number = 1",
        "delete from choices where number = 0",
        "delete from matches",
    ],
)
def test_what_was_changed_is_refused(house: House, damage: str) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    at_random(house, opened.id, 2, Random(1))
    with house.store.engine.begin() as connection:
        assert connection.execute(text(damage)).rowcount > 0
    house.again()
    answer = house.client.get(f"/table/{opened.id}/1", headers={"cookie": f"seat={opened.secrets['1']}"})
    assert answer.status_code == 503 and "Traceback" not in answer.text


def test_what_is_no_database_of_tables_is_refused(tmp_path: Path, house: House) -> None:
    (tmp_path / "text").write_text("no database at all, but long enough to be looked at" * 20)
    with house.store.engine.begin() as connection:
        connection.execute(text("update about set format = 'regelwerk-tables/0'"))
    for url in (
        f"sqlite:///{tmp_path}/text", f"sqlite:///{tmp_path}/no/such/folder", f"sqlite:///{house.file}",
        "tables.db", "nonsense://", "",
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            Store(url)
        assert "database" in refused.value.message and "\n" not in refused.value.message


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("create table about (format text)", "another edition"),
        ("create table choices (number integer)", "something else"),
    ],
)
def test_what_others_have_written_is_not_touched(tmp_path: Path, made: str, said: str) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/others.db")
    with engine.begin() as connection:
        connection.execute(text(made))
        if "about" in made:
            connection.execute(text("insert into about values ('regelwerk-tables/2')"))
    before = inspect(engine).get_table_names()
    with pytest.raises(Refused, match=said):
        Store(f"sqlite:///{tmp_path}/others.db")
    assert inspect(create_engine(f"sqlite:///{tmp_path}/others.db")).get_table_names() == before


def test_a_database_that_can_only_be_read_is_refused(house: House) -> None:
    with pytest.raises(Refused, match="readonly"):
        Store(f"sqlite:///file:{house.file}?mode=ro&uri=true")


def test_a_database_that_was_not_made_to_its_end_is_made(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/tables.db")
    with engine.begin() as connection:
        connection.execute(text("create table about (format varchar(40) primary key)"))
    house = House(tmp_path / "tables.db")
    assert house.open("tic_tac_toe", "person", "person").secrets
