"""Values and events told by the texts of rows: in play, in the rules form, and with mistakes."""

import pytest

from regelwerk.meaning.game import check_game
from regelwerk.rules.codec import decode, encode
from regelwerk.source.render import render_short
from regelwerk.studies.layouts import Layouts
from tools.lockstep import Builds, lockstep
from tools.own_games import assert_holds

GAME = """\
game armoury for 2 players

enum race: dwarf, man, orc

type character:
    race: race
    warrior: flag = no
    starts in village

type item:
    weight: 0..9 = 1
    starts in heap

type charm is item

table character:
    gimli: race = dwarf, warrior = yes
    beregond: race = man, warrior = yes
    snaga: race = orc

table item:
    mace: weight = 3
    axe: weight = 2
    stone: copies = 3

table charm:
    feather: weight = 0

zone village: character, seen by all
zone heap: item, seen by all
zone held of seat: item, seen by all

state gold: 0..99 = 0

value fits(item i, character c) told by its text, otherwise no
value bonus(item i, character c) in 0..9 told by its text, otherwise 0
value price(item i) told by its text, otherwise 1
event taken(item i, seat p) told by its text, otherwise raise gold by 1

modify bonus for item i, character c:
    raise 1 when c.warrior and i.weight > 1

event main():
    repeat 3 times:
        for each seat p:
            choose item i in heap by p, otherwise stop
            move i to p.held
            taken(i, p)
    end game as over:
        score points(p) for each seat p

value points(seat p) = gold + sum of best(i) over item i in p.held

value best(item i) = price(i) + greatest of bonus(i, c) over character c in village where (fits(i, c))

text of mace:
    fits = c.warrior
    bonus = 3
    taken:
        raise gold by 2

text of axe:
    value bonus:
        9 when c.race = dwarf
        otherwise this.weight
    value fits:
        c.warrior and gold < 50
    price = 2

text of feather:
    fits = yes
    price = 7

scenario "texts tell what a thing is worth to whom":
    expect bonus(axe, gimli) = 9
    expect bonus(axe, beregond) = 3
    expect bonus(axe, snaga) = 2
    expect bonus(mace, gimli) = 4
    expect bonus(feather, gimli) = 0
    expect fits(feather, snaga)
    expect not fits(mace, snaga)
    expect price(feather) = 7 and price(axe) = 2 and price(mace) = 1

scenario "what happens is told by a text":
    start taken(mace, seat 1)
    expect gold = 2

scenario "or happens as it does for all others":
    start taken(axe, seat 1)
    expect gold = 1
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def checked(tmp_path, text):
    path = tmp_path / "armoury.rules"
    path.write_text(text)
    return check_game(path)


def said(tmp_path, old, new):
    assert old in GAME
    found = checked(tmp_path, GAME.replace(old, new))
    return [line.split(" ", 1)[1] for line in render_short(found.diagnostics, {}, False).splitlines()]


def test_both_builds_play_alike_and_from_the_rules_form(tmp_path):
    found = checked(tmp_path, GAME)
    assert found.diagnostics == []
    again = decode(encode(found.rules))
    for rules in (found.rules, again):
        builds = Builds(rules)
        hashes = [lockstep(builds, seed=seed).over for seed in range(8)]
        assert None not in hashes
    assert again == found.rules


def test_texts_and_what_holds_without_them_say_what_happens(tmp_path):
    found = checked(tmp_path, GAME)
    for scenario in found.scenarios.scenarios:
        assert_holds(Layouts(found.rules), scenario)


def test_a_limit_is_judged_when_something_changes_what_a_text_reads(tmp_path):
    limit = """
limit no_fit:
    holds every item i in heap has (not fits(i, gimli) or i is mace)
    breach:
        nothing
"""
    rules = checked(tmp_path, GAME + limit).rules
    assert rules is not None
    assert set(rules.limits[0].after) == {"main", "taken"}


def test_values_that_texts_tell_must_not_go_in_circles(tmp_path):
    assert said(tmp_path, "    price = 2\n", "    price = best(this)\n") == [
        "M020 `best` depends on itself: `best` -> `price` -> `best`"
    ]


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("    price = 7", "    prize = 7", "M036 `prize` is not a value told by its text"),
        ("    bonus = 3\n", "    bonus = 3\n    bonus = 4\n", "M035 `mace` tells `bonus` twice"),
        ("    bonus = 3", "    fits = 3", "M035 `mace` tells `fits` twice"),
        (
            "    taken:\n        raise gold by 2",
            "    taken = 2",
            "M090 `taken` is an event, and not told like this",
        ),
        (
            "    bonus = 3\n",
            "    bonus:\n        nothing\n",
            "M090 `bonus` is a value, and not told like this",
        ),
        ("    bonus = 3", "    bonus = c.race", "M022 the results differ"),
        ("    fits = yes", "    fits = 3", "M022 the results differ: a condition and a number"),
        ("text, otherwise 1", "text", "M033 `mace` has no text that tells `price`"),
        ("value price(item i)", "value price(number i)", "M036 the first parameter of `price` must be"),
    ],
)
def test_mistakes(tmp_path, old, new, message):
    found = said(tmp_path, old, new)
    assert any(line.startswith(message) for line in found), found


def test_a_told_value_that_nothing_asks_for_is_reported(tmp_path):
    text = GAME.replace("price(i) + greatest", "greatest").split("scenario")[0]
    found = checked(tmp_path, text)
    assert [problem.message for problem in found.diagnostics] == ["`price` is a value that nothing uses"]


CARDS = """game cards for 2 players

type card:
    starts in deck
    needs text

zone deck: card, ordered
zone used: card

state gold: 0..9 = 0

table card:
    mine
    thief
    mute

event use(card c) told by its text

event cry(card c) told by its text, otherwise nothing

event main():
    repeat:
        draw card c from deck to used, otherwise end game as over
        use(c)
        cry(c)

text of mine:
    use:
        raise gold by 1

text of mute:
    cry:
        raise gold by 1
"""


def test_of_a_row_without_a_text_that_alone_is_said(tmp_path, monkeypatch):
    """`mine` tells everything, `mute` not what it must, `thief` nothing at all: one line for each fault."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.rules").write_text(CARDS, "utf-8")
    found = render_short(check_game("cards.rules").diagnostics, {}, False)
    assert found == (
        "cards.rules:14:5: M033 `thief` has no text\n"
        "cards.rules:15:5: M033 `mute` has no text that tells `use`\n"
    )


FAMILY = (
    GAME.replace("type charm is item\n", "type charm is item:\n    shine: 0..9 = 0\n")
    .replace("    feather: weight = 0\n", "    feather: weight = 0, shine = 5\n    bead: shine = 2\n")
    .replace(
        "text of feather:\n    fits = yes\n    price = 7\n",
        """text of feather, bead:
    fits = this.shine > 4
    value price:
        7 when this.shine = 5
        otherwise i.shine
    taken:
        raise gold by this.shine

scenario "the figures of a family stand in its rows":
    start taken(bead, seat 1)
    expect gold = 2 and price(bead) = 2 and not fits(bead, snaga)
""",
    )
)


def test_this_is_of_the_type_that_the_rows_of_a_text_have_in_common(tmp_path):
    found = checked(tmp_path, FAMILY)
    assert found.diagnostics == []
    again = decode(encode(found.rules))
    assert again == found.rules
    builds = Builds(again)
    assert None not in [lockstep(builds, seed=seed).over for seed in range(8)]
    for scenario in found.scenarios.scenarios:
        assert_holds(Layouts(found.rules), scenario)


def test_a_family_of_several_types_has_what_they_have_in_common(tmp_path):
    path = tmp_path / "armoury.rules"
    path.write_text(FAMILY.replace("text of feather, bead:", "text of feather, bead, stone:"), "utf-8")
    lines = render_short(check_game(path).diagnostics, {}, False).splitlines()
    assert {line.split(" ", 1)[1] for line in lines} == {"M004 an `item` has no attribute `shine`"}
