"""Hands as cards, and dice as they fell last."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from regelwerk.doors.games import load_game
from regelwerk.doors.labels import Labels
from regelwerk.web.hands import last_throws
from small_rules import write
from tools.web_house import Browser, House


def cards(browser: Browser) -> list[str]:
    return re.findall(r'<li class="card">\s*<h3>(.*?)</h3>', browser.text, re.S)


def test_a_hand_is_laid_out_as_cards_for_its_seat_alone(house: House) -> None:
    opened = house.open("counterspells", "person", "person")
    one, two, watch = (house.at(opened, place) for place in ("1", "2", "watch"))
    table = house.tables.table(opened.id)
    assert table is not None
    for seat, browser in enumerate((one, two)):
        lies = table.view(seat)["zones"]["hand"][seat]["things"]
        names = {thing["thing"].partition("#")[0] for thing in lies}
        shown = cards(browser)
        assert len(shown) == len(names) and all(any(name in card for card in shown) for name in names)
        alike = [name for name in names if sum(t["thing"].startswith(f"{name}#") for t in lies) > 1]
        assert all(any(f" x {name}" in card for card in shown) for name in alike)
    assert cards(watch) == []
    on_turn = one if one.options else two
    assert 'form="choosing"' in "".join(cards(on_turn)) or "unfold" in "".join(cards(on_turn))


LOADS = """\
game loads for 2 players

type load:
    weight: 0..9 = 0
    worth: 0..9
    colour: 0..9 = 0
    starts in sack

table load:
    feather: worth = 0, colour = 3
    stone: worth = 1, weight = 4

zone sack: load
zone hand of seat: load, seen by owner

event main():
    for each load c in sack:
        move c to seat 1.hand
    choose load c in seat 1.hand by seat 1, otherwise done
    end game as over
"""


def test_a_card_tells_what_its_row_says_and_what_is_not_nothing(tmp_path: Path) -> None:
    """Cards of large games have twenty of them. The panel of a card has all."""
    path = str(write(tmp_path, LOADS))
    house = House(tmp_path / "tables.db", (path,))
    one = house.at(house.open(path, "person", "person"), "1")
    shown = re.findall(r"<dt>(.*?)</dt>", re.findall(r'<li class="card">.*?</li>', one.text, re.S)[0])
    assert shown == ["worth", "colour"]
    panel = re.findall(r'href="[^"]+(/look[^"]+)"', one.text)[0]
    assert re.findall(r"<dt>(.*?)</dt>", one.look(panel)) == ["weight", "worth", "colour"]


def rolled(die: str, value: str, seat: str = "none") -> dict[str, Any]:
    return {"kind": "rolled", "die": die, "value": value, "seat": seat}


def test_dice_of_one_throw_stand_together() -> None:
    labels = Labels(load_game("pig").rules, "en")
    chose = {"kind": "chose", "seat": "seat 1", "option": "roll"}
    old, new = rolled("d6", "1"), [rolled("d6", "3", "seat 1"), rolled("d6", "5", "seat 1")]
    defence = rolled("d6", "6", "seat 2")
    assert last_throws([old, chose, *new, {"kind": "assigned"}, defence, chose], labels) == [
        ("seat 1: d6", ["3", "5"]), ("seat 2: d6", ["6"]),
    ]  # fmt: skip
    assert last_throws([old, *[chose] * 60], labels) == []
