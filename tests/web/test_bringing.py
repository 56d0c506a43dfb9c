"""Lists: chosen or written when a table is opened, or by each seat at the table, and nobody else's matter."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from regelwerk.doors.games import load_game
from regelwerk.doors.lists import list_text, pasted_list
from regelwerk.web.tables import Opened
from tools.web_house import Browser, House

RELICS = str(Path(__file__).parent.parent / "lists" / "relics")
OPEN = {"game": RELICS, "seat 01": "person", "seat 02": "person"}
AT_TABLE = {"list 1 collection": "table", "list 2 collection": "table"}
OWN = """\
format: regelwerk-list/1
game: relics
list: collection
id: mine
title: {en: "A secret heap"}
parts:
  main: {old_bone: 3, crown: 2}
"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "tables.db", [RELICS])


def gathered(house: House, *seats: str, options: tuple[str, ...] = ()) -> Opened:
    lists = {(seat, "collection"): None for seat, player in enumerate(seats) if player == "person"}
    return house.tables.open(house.tables.games.served(RELICS), seats, options, True, 1, lists)


def bring(browser: Browser, chosen: str, text: str = "") -> int:
    browser.look()
    form = {"token": browser.field("token"), "list collection": chosen, "text collection": text}
    return browser.send(form, "bring")


def problems(browser: Browser) -> str:
    found = re.search(r'<pre class="notice" role="alert">(.*?)</pre>', browser.text, re.DOTALL)
    return "" if found is None else unescape(found[1])


def test_a_table_is_opened_with_the_lists_of_the_game(house: House) -> None:
    form = house.client.get("/new", params={"game": RELICS}).text
    assert re.findall(r'value="(\w+)" selected>(\w+)<', form)[-2:] == [
        ("bones", "Bones"),
        ("silver", "silver"),
    ]
    answer = house.client.post("/open", data=OPEN)
    assert answer.status_code == 200
    (id,) = house.tables.store.versions(ids(house))
    table = house.tables.table(id)
    assert table is not None
    assert [each.id for each in table.match.layout.brought["collection"]] == ["bones", "silver"]


def ids(house: House) -> list[str]:
    with house.store.engine.connect() as connection:
        return [row[0] for row in connection.exec_driver_sql("select id from tables")]


def test_a_table_is_opened_with_lists_that_are_chosen_and_written(house: House) -> None:
    own = {"list 1 collection": "own", "text 1 collection": OWN, "list 2 collection": "bones"}
    assert house.client.post("/open", data={**OPEN, **own}).status_code == 200
    table = house.tables.table(ids(house)[0])
    assert table is not None
    assert [each.id for each in table.match.layout.brought["collection"]] == ["mine", "bones"]


def test_a_written_list_is_answered_as_by_check(house: House, tmp_path: Path) -> None:
    wrong = OWN.replace("old_bone: 3", "old_boen: 3")
    own = {"list 1 collection": "own", "text 1 collection": wrong}
    answer = house.client.post("/open", data={**OPEN, **own})
    assert answer.status_code == 422 and ids(house) == []
    said = unescape(answer.text)
    assert "collection.yaml:7:10" in said and "did you mean `old_bone`?" in said
    assert wrong.strip() in said, "what was written is still there"


def test_each_seat_chooses_at_the_table_before_the_match_begins(house: House) -> None:
    opened = gathered(house, "person", "person")
    one, two, watch = (house.at(opened, place) for place in ("1", "2", "watch"))
    assert house.tables.table(opened.id) is None
    assert "Choose what you bring" in one.text and one.text.count("<title>● Your turn") == 1
    assert "Seat 1, seat 2" in watch.text.replace("seat 1", "Seat 1")
    assert bring(one, "own", OWN) == 303
    assert "3 old bone, 2 crown" in one.text, "a seat sees what it brings"
    assert bring(one, "bones") == 303
    assert "3 old bone, 2 crown" not in one.text, "until all have chosen, it can change"
    late = {"token": two.field("token"), "list collection": "bones"}
    assert bring(two, "silver") == 303
    table = house.tables.table(opened.id)
    assert table is not None
    assert [each.id for each in table.match.layout.brought["collection"]] == ["bones", "silver"]
    assert one.look() and one.options and "You watch" in watch.look()
    assert two.send(late, "bring") == 303, "too late: nothing comes of it"
    assert [each.id for each in table.match.layout.brought["collection"]] == ["bones", "silver"]


def test_nobody_sees_what_another_seat_brings(house: House) -> None:
    pages = []
    for chosen in ("bones", "silver"):
        opened = gathered(house, "person", "person")
        one, two, watch = (house.at(opened, place) for place in ("1", "2", "watch"))
        assert bring(one, chosen) == 303
        seen = [browser.look() for browser in (two, watch)]
        pages.append([re.sub(f"{opened.id}|[0-9a-f]{{64}}", "", text) for text in seen])
    assert pages[0] == pages[1]


def test_what_a_seat_writes_is_not_taken_from_it_when_another_has_chosen(house: House) -> None:
    opened = gathered(house, "person", "person", "person")
    one, two, three = (house.at(opened, place) for place in ("1", "2", "3"))

    def state(browser: Browser) -> str:
        return browser.look().partition('data-state="')[2].partition('"')[0]

    bring(three, "bones")
    before = state(one), state(three)
    assert bring(two, "silver") == 303
    assert state(one) == before[0], "its page is not drawn anew"
    assert state(three) != before[1], "whoever waits hears of it"


def test_what_is_brought_outlives_a_stop(house: House) -> None:
    opened = gathered(house, "person", "person")
    assert bring(house.at(opened, "1"), "own", OWN) == 303
    house.again()
    assert "3 old bone, 2 crown" in house.at(opened, "1").text
    assert bring(house.at(opened, "2"), "bones") == 303
    table = house.tables.table(opened.id)
    assert table is not None
    assert [each.id for each in table.match.layout.brought["collection"]] == ["mine", "bones"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (OWN.replace("crown: 2", "crown: 1"), "`enough_relics`: at least five relics in the chest"),
        (OWN.replace("list: collection", "list: pack"), "`pack`"),
        (OWN.replace("relics", "mele"), "`mele`"),
        (OWN.replace("crown: 2", "crown: 99"), "crown"),
        ("parts: [", "collection.yaml:1"),
        ("", "collection.yaml"),
        (OWN.replace("mine", "m\x00ine"), "NUL"),
        (OWN.replace("A secret", "\u202eA secret"), "U+202E"),
        (OWN + "&a" * 9, "collection.yaml:8"),
    ],
)
def test_a_list_that_is_not_as_it_must_be_is_not_brought(house: House, text: str, said: str) -> None:
    opened = gathered(house, "person", "person")
    one = house.at(opened, "1")
    assert bring(one, "own", text) == 422
    assert said in problems(one) and "Traceback" not in one.text
    one.look()
    assert "So far you bring" not in one.text


def test_what_was_changed_of_what_is_brought_is_refused(house: House) -> None:
    opened = gathered(house, "person", "person")
    assert bring(house.at(opened, "1"), "bones") == 303
    with house.store.engine.begin() as connection:
        assert connection.exec_driver_sql("update lists set brought = '{'").rowcount == 1
    house.again()
    answer = house.client.get(f"/table/{opened.id}/1", headers={"cookie": f"seat={opened.secrets['1']}"})
    assert answer.status_code == 503 and "is damaged" in answer.text


def test_options_of_the_table_count_for_what_a_list_must_be(house: House) -> None:
    few = OWN.replace("crown: 2", "crown: 1")
    for options, status in (((), 422), (("short_game=yes",), 303)):
        opened = gathered(house, "person", "person", options=options)
        assert bring(house.at(opened, "1"), "own", few) == status


def test_what_seats_bring_has_to_be_there_for_all_of_them(house: House) -> None:
    opened = gathered(house, "person", "person")
    one, two = house.at(opened, "1"), house.at(opened, "2")
    greedy = OWN.replace("old_bone: 3, crown: 2", "old_bone: 4, grail: 1")  # there is but one grail
    assert bring(one, "own", greedy) == 303
    assert bring(two, "own", greedy) == 409 and "there is not enough" in two.text
    assert "grail" not in problems(two), "what of, nobody is told"
    assert bring(two, "bones") == 303 and house.tables.table(opened.id) is not None


def test_only_a_page_of_a_seat_brings_something(house: House) -> None:
    opened = gathered(house, "person", "person")
    one, watch, host = (house.at(opened, place) for place in ("1", "watch", "host"))
    form = {"token": one.field("token"), "list collection": "bones"}
    assert one.send({**form, "token": watch.field("token")}, "bring") == 403
    assert watch.send(form, "bring") == 403
    assert one.send({**form, "list collection": "tin"}, "bring") == 400
    assert one.send({**form, "list collection": "table"}, "bring") == 400
    assert one.send({"token": form["token"]}, "bring") == 400
    assert one.send({**form, "text collection": "x" * 100_000}, "bring") == 413
    assert one.send({"token": form["token"], "asked": "0", "option": "0"}, "choose") == 400
    assert one.client.get(f"{one.path}/events").status_code == 404
    assert host.send({"token": host.field("token")}, "close") == 303
    assert "This table is closed" in one.look()
    assert one.send(form, "bring") == 303 and "This table is closed" in one.text


def test_a_bot_has_its_list_from_whoever_opens_the_table(house: House) -> None:
    form = {**OPEN, "seat 02": "random", **AT_TABLE}
    answer = house.client.post("/open", data=form)
    assert answer.status_code == 422 and "a bot chooses none" in answer.text
    assert house.client.post("/open", data={**form, "list 2 collection": "bones"}).status_code == 200


def test_a_list_of_the_game_is_shown_as_text_that_brings_it(house: House) -> None:
    opened = gathered(house, "person", "person")
    one = house.at(opened, "1")
    one.look("?show%20collection=silver")
    text = unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", one.text, re.DOTALL)[0])
    assert '<option value="own" selected>' in one.text
    assert bring(one, "own", text.replace("\n", "\r\n")) == 303


@pytest.mark.parametrize("game", [RELICS, "mele"])
def test_every_list_is_the_same_when_it_is_read_as_it_is_written(game: str) -> None:
    rules = load_game(game).rules
    for brought in rules.brought:
        found = pasted_list(rules, "list.yaml", list_text(rules, brought), 2, {})
        assert found == (brought, "")
