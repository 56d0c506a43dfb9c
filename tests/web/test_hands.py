"""Hands as cards, and dice as they fell last."""

from __future__ import annotations

import re
from typing import Any

from regelwerk.doors.games import load_game
from regelwerk.doors.labels import Labels
from regelwerk.web.hands import last_throws
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
