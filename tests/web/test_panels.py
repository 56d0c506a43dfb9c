"""Panels beside the board: what is told of a thing, of an option, and of what is not offered."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from small_rules import write
from tools.web_house import Browser, House

GAME = """\
game beasts for 2 players

type beast:
    strength: 0..9
    tired: flag = no
    starts in deck

table beast:
    old_ox: strength = 4
    wolf: strength = 3
    hen: strength = 1
    hare: strength = 2

zone deck: beast, pile, seen by nobody
zone yard of seat: beast, seen by all
zone den of seat: beast, seen by owner

state booty: 0..9 = 0

modify strength for beast b:
    lower 1 when b.tired

window dusk(seat p):
    asks p
    closes when all pass in a row
    answers at once

action howl:
    at dusk
    by q
    uses beast b in q.yard
    needs b.strength > 5
    do:
        raise booty by 1

action doze:
    at dusk
    by q
    do:
        lower booty by 1

event main():
    draw 2 from deck to seat 1.yard
    draw 1 from deck to seat 2.den
    for each beast b in seat 1.yard:
        set b.tired to yes
    repeat 3 times:
        choose beast b in seat 1.yard where (b.strength < 9) by seat 1, otherwise done
        open dusk(seat 1)
    end game as over
"""


def text(page: str) -> str:
    """What a page says, on one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def things(browser: Browser) -> dict[str, str]:
    """Where each thing that the board shows leads, by its words."""
    return {
        unescape(said): path
        for path, said in re.findall(r'class="thing" data-panel href="([^"]+)">(.*?)</a>', browser.text)
    }


def get(browser: Browser, path: str) -> tuple[int, str]:
    answer = browser.client.get(path if path.startswith("/") else f"{browser.path}/{path}")
    return answer.status_code, text(answer.text)


def both(tmp_path: Path, house: House) -> tuple[Browser, Browser, Browser]:
    path = write(tmp_path, GAME)
    house = House(house.file.with_name("beasts.db"), (str(path),))
    opened = house.open(str(path), "person", "person")
    return house.at(opened, "1"), house.at(opened, "2"), house.at(opened, "watch")


def test_a_thing_that_is_an_option_is_chosen_where_it_lies(tmp_path: Path, house: House) -> None:
    one, two, _ = both(tmp_path, house)
    found = re.findall(r'<button form="choosing" name="option" value="0" aria-label="([^"]*)">', one.text)
    assert found[0].startswith(one.options[0]) and len(one.options) == 2
    assert not re.findall('form="choosing"', two.text)
    assert one.click(0) == 303


def test_a_panel_tells_figures_and_what_changes_them(tmp_path: Path, house: House) -> None:
    one, two, watch = both(tmp_path, house)
    path = re.findall(r'class="about" data-panel href="([^"]+/look[^"]+)"', one.text)[0]
    for browser in (one, two, watch):
        status, said = get(browser, f"look?{path.partition('?')[2]}")
        assert status == 200 and "yard of seat 1" in said
        printed = int(re.findall(r"strength (\d) \(printed (\d)\)", said)[0][1])
        assert f"strength {printed - 1} (printed {printed})" in said and "lower 1" in said
    assert "What can be chosen" in get(one, path)[1] and "What can be chosen" not in get(watch, path)[1]


def test_what_a_seat_does_not_see_has_no_panel(tmp_path: Path, house: House) -> None:
    one, two, watch = both(tmp_path, house)
    hidden = set()
    for browser in (one, two, watch):
        answers = {n: get(browser, f"look?thing={n}") for n in range(4)}
        assert {status for status, _ in answers.values()} == {200, 404}
        unseen = {n for n, (status, _) in answers.items() if status == 404}
        assert len({said for status, said in answers.values() if status == 404}) == 1
        hidden.add(frozenset(unseen))
    assert sorted(map(len, hidden)) == [1, 2], "the watcher sees what every seat sees"


def test_an_option_says_why_it_is_offered(tmp_path: Path, house: House) -> None:
    one, two, _ = both(tmp_path, house)
    path = unescape(re.findall(r'href="([^"]+/why\?[^"]+)"', one.text)[0])
    status, said = get(one, path)
    assert status == 200 and "Event: main" in said and "choose beast b in seat 1.yard" in said
    assert str(tmp_path) not in said, "no folder of the server"
    assert get(two, path.replace(one.path, two.path))[0] == 404
    one.click(0)
    assert get(one, path)[0] == 404, "it is not offered any more"


def test_what_is_not_offered_says_why_without_raw_names(tmp_path: Path, house: House) -> None:
    one, two, watch = both(tmp_path, house)
    one.click(0)
    one.look()
    status, said = get(one, "why-not")
    assert status == 200 and "howl Something that it needs does not hold: " in said, said
    thing = next(path for said, path in things(one).items())
    assert "does not hold" in get(one, thing)[1]
    german = text(one.client.get(f"{one.path}/why-not", headers={"accept-language": "de"}).text)
    assert "Etwas, was es braucht, gilt nicht" in german and "_" not in said
    assert get(two, "why-not")[0] == get(watch, "why-not")[0] == 404


def test_anything_is_looked_up_by_its_name(tmp_path: Path, house: House) -> None:
    one, _, watch = both(tmp_path, house)
    assert (
        "(printed 4)" in get(watch, "look?name=old+ox")[1]
        or "as printed" in get(watch, "look?name=old+ox")[1]
    )
    assert "repeat 3 times" in get(one, "look?name=main")[1]
    for name in ("x" * 1000, "", "%00", "%3Cb%3E"):
        status, said = get(one, f"look?name={name}")
        assert status == 200 and "Nothing here is called" in said
    assert get(one, "look?thing=99999999999999999999")[0] == 404
    assert get(one, "why?option=x")[0] == 404
