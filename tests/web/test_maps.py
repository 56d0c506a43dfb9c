"""Maps on a page: places are options there, for clicks and keys; several are ticked and sent at once."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from tools.web_house import Browser, House

FILES = {
    "game.yaml": """\
format: regelwerk-game/1
language: 2
id: isles
title: {en: Isles}
version: "1.0"
rules: [isles.rules]
labels: {en: labels.yaml}
drawings: [drawing.yaml]
""",
    "labels.yaml": """\
format: regelwerk-labels/1
language: en
labels:
  north: "North <script>alert(1)</script> \\"isle\\""
""",
    "drawing.yaml": """\
format: regelwerk-drawing/1
map: sea
x: x
y: y
number: boats
""",
    "isles.rules": """\
game isles for 2 players

type isle:
    x: 0..1000
    y: 0..1000
    boats: 0..9 = 0

type way:
    from_place: isle
    to_place: isle

table isle:
    north: x = 100, y = 0
    middle: x = 500, y = 400
    south: x = 900, y = 800

table way:
    one: from_place = north, to_place = middle
    other: from_place = middle, to_place = south

map sea: isle linked by way

event main():
    choose isle goal where (goal is not south) by seat 1, otherwise done
    raise goal.boats by 1
    choose up to 2 isle goals by seat 1
    for each isle i in goals:
        raise i.boats by 3
    choose isle last by seat 2
    raise last.boats by 1
    end game as settled
""",
}


@pytest.fixture
def isles(tmp_path: Path) -> tuple[Browser, Browser, Browser]:
    folder = tmp_path / "isles"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    house = House(tmp_path / "isles.db", (str(folder),))
    opened = house.open(str(folder), "person", "person")
    return house.at(opened, "1"), house.at(opened, "2"), house.at(opened, "watch")


def picture(browser: Browser) -> str:
    return browser.text[browser.text.index("<svg") : browser.text.index("</svg>")]


def boats(browser: Browser) -> list[str]:
    return re.findall(r'class="number"[^>]*>(\d+)<', picture(browser))


def test_a_place_is_an_option_on_the_map(isles: tuple[Browser, Browser, Browser]) -> None:
    one, two, watch = isles
    buttons = re.findall(
        r'<button class="on-map" form="choosing" name="option" value="(\d)" aria-label="([^"]+)"',
        picture(one),
    )
    assert [number for number, _ in buttons] == ["0", "1"]
    assert unescape(buttons[0][1]) == 'North <script>alert(1)</script> "isle"'
    assert "<script>alert" not in one.text
    for other in (two, watch):
        other.look()
        assert "<button" not in picture(other) and picture(other).count("/look?thing=") == 3
    why = re.sub(r"<[^>]+>", "", one.client.get(f"{one.path}/why-not").text)
    assert "south\nIt is not among what can be chosen: south is south holds" in why, (
        "and nothing of the others"
    )
    assert why.count("It is not") == 1
    assert one.click(1) == 303
    assert boats(one) == ["0", "1", "0"]


def test_several_places_are_ticked_and_sent_at_once(isles: tuple[Browser, Browser, Browser]) -> None:
    one, two, _ = isles
    one.click(1)
    assert "Choose up to 2." in one.text and one.options == []
    ticked = re.findall(r'form="choosing" name="(pick \d)" value="yes"', picture(one))
    assert ticked == ["pick 0", "pick 1", "pick 2"]
    form = {"token": one.field("token"), "asked": one.field("asked"), "picks": "done"}
    assert one.send({**form, **dict.fromkeys(ticked, "yes")}) == 409
    assert "nothing was chosen" in one.text and boats(one) == ["0", "1", "0"]
    assert one.send({**form, "pick 9": "yes"}) == 409
    assert one.send({**form, "pick 2": "yes", "picks": "more"}) == 303
    assert "Chosen so far: south." in one.text
    assert one.send({**form, "pick 0": "yes"}) == 409, "asked anew since"
    form["asked"] = one.field("asked")
    two.look()
    assert not two.options
    assert one.send({**form, "pick 0": "yes"}) == 303
    assert boats(one) == ["3", "1", "3"]
    two.look()
    assert len(two.options) == 3


def test_fewer_are_picked_than_can_be(isles: tuple[Browser, Browser, Browser]) -> None:
    one, two, _ = isles
    one.click(0)
    form = {"token": one.field("token"), "asked": one.field("asked"), "picks": "done"}
    assert one.send({**form, "pick 1": "yes"}) == 303
    assert boats(one) == ["1", "3", "0"] and one.send(form) == 409
    assert two.look() and two.options
