"""What newcomers write first, and what they are told: where it is wrong, and what is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.meaning.game import check_game

GAME = """game trials for 2..3 players

enum colour: red, blue

type jar:
    size: 1..9 = 1
    starts in shelf

table jar:
    small: size = 1
    big: size = 5

zone shelf: jar, seen by all
zone hold of seat: jar, seen by all

type seat:
    gold: 0..99 = 5
    mark: flag = no
    liked: colour or none

die cube: 1..6

enum omen: luck, mishap, storm
die fate of omen: luck, luck, mishap

event main():
    for each seat p:
        turn(p)
    end game as over:
        score p.gold for each seat p

event turn(seat p):
    open bidding(p)
    roll cube as n by p
    roll fate as f
    if f = luck and not p.mark:
        raise p.gold by n
    set p.liked to red
    set p.mark to yes

window bidding(seat p):
    asks p
    closes after one answer

action bid:
    at bidding
    by q
    uses jar j in shelf
    do:
        move j to q.hold
"""

AFTER = "\nrule r:\n    after turn:\n        "
"""Begins a rule that lets something happen after each turn."""

PLAYED = "    start turn(seat 1)\n    all pass\n    expect seat 1.mark\n"
"""Ends a scenario that plays a turn."""


def said(folder: Path, more: str, *edits: tuple[str, str]) -> list[str]:
    """What is said of the game with edits and further lines: place in the lines, code, message and help."""
    text = GAME
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    path = folder / "trials.rules"
    path.write_text(f"{text}\n{more}", "utf-8")
    found = check_game(str(path)).diagnostics
    lines = text.splitlines()
    return [
        f"{_where(each.span.line, len(lines) + 1, lines)}: {each.code} {each.message}; {each.help}"
        for each in found
        if each.span is not None
    ]


def _where(line: int, before: int, lines: list[str]) -> str:
    """A line of what was added by its number, one of the game by its text."""
    return str(line - before) if line > before else lines[line - 1].strip()


@pytest.mark.parametrize(
    ("more", "edits", "told"),
    [
        (
            "event more(seat p, colour t = none):\n    set p.liked to t\n" + AFTER + "more(p)\n",
            [],
            "1: M028 the default of `t` must be a `colour`; "
            "write `colour t or none = none` if it may be nothing, else a default of its kind",
        ),
        (
            "",
            [("liked: colour or none", "liked: colour = none")],
            "liked: colour = none: M028 the default of `liked` must be a `colour`; "
            "write `or none` behind its kind if it may be nothing, else a default of its kind",
        ),
        (
            "event more(cube c):\n    raise seat 1.gold by c\n\nrule r:\n    after turn:\n        more(3)\n",
            [],
            "1: M003 `cube` is a die, no type; write `number` for what it shows",
        ),
        (
            "event more(fate c):\n    if c = storm:\n        raise seat 1.gold by 1\n\n"
            "rule r:\n    after turn:\n        more(luck)\n",
            [],
            "1: M003 `fate` is a die, no type; write `omen` for what it shows",
        ),
        (
            "rule r:\n    after turn:\n        for each cube x:\n            raise p.gold by x\n",
            [],
            "3: M003 `cube` is a die, no type; write `number n in 1..6` for what it shows",
        ),
        (
            "",
            [("mark: flag = no", "mark: flag per cube = no"), ("p.mark", "p.mark[1]")],
            "mark: flag per cube = no: M003 `cube` is a die, no type; write `1..6` for what it shows",
        ),
        (
            "",
            [("mark: flag = no", "mark: flag = no until the next bid(q: this)")],
            "mark: flag = no until the next bid(q: this): M001 `bid` is of the sort `action`, not an event; "
            "what is so for a while is so until an event ends, or until the next of an event; "
            "what the `do:` of `bid` lets happen is one",
        ),
        (
            "type spell lives until bid:\n    of: seat\n",
            [],
            "1: M001 `bid` is of the sort `action`, not an event; passing things live until an event ends; "
            "what the `do:` of `bid` lets happen is one",
        ),
        (
            'scenario "x":\n    start bid(seat 1)\n    expect seat 1.gold = 6\n',
            [],
            "2: M001 `bid` is of the sort `action`, not an event; a scenario starts with a declared event; "
            "what the `do:` of `bid` lets happen is one",
        ),
        (
            'scenario "x":\n    chance turn: 3\n    start turn(seat 1)\n    expect seat 1.gold = 6\n',
            [],
            "2: M123 there is no die, no zone and nothing chosen at random `turn`; "
            "name the die, the zone, or what is chosen at random",
        ),
        (
            'scenario "x":\n    start turn(seat 3)\n    all pass\n    expect seat 3.gold = 6\n',
            [],
            "2: M062 with 2 players there is no seat 3; write `with 3 players` above, or another seat",
        ),
        (
            'position late:\n    given:\n        set seat 3.gold to 4\n\nscenario "x":\n    position late\n'
            "    start turn(seat 1)\n    all pass\n    expect seat 1.gold = 6\n",
            [],
            "3: M062 with 2 players there is no seat 3; write `with 3 players` above, or another seat",
        ),
        (
            'scenario "x":\n    with 3 players\n' + PLAYED.replace("1", "3"),
            [],
            None,
        ),
        (
            "event more(seat q = seat 3):\n    raise q.gold by 1\n" + AFTER + "more()\n",
            [],
            "1: M062 with 2 players there is no seat 3; "
            "name one of the seats 1 to 2, or give the seat in each call",
        ),
        (
            'scenario "x":\n    given:\n        set seat 1.gold to 3\n        put small in seat 1.hold\n'
            "        set small.size to 3\n    start turn(seat 1)\n    all pass\n    expect seat 1.gold > 5\n",
            [],
            "5: M045 `size` is printed: no rule changes it; "
            "write `with THING.size = ...` above, or take a thing that has the value you want",
        ),
        (
            'scenario "x":\n    row jar j: size = 3\n' + PLAYED,
            [],
            "2: M011 `j` is the name of a row and of a local in `bid`; "
            "choose another name for one of the two",
        ),
        (
            'scenario "x":\n    row jar p: size = 3\n' + PLAYED,
            [],
            "2: M011 `p` is the name of a row and of a parameter; choose another name for one of the two",
        ),
        (
            "rule r:\n    after turn:\n        choose jar a in shelf by p\n        move a to p.hold\n",
            [],
            "3: M014 this may find nothing; "
            "say what happens then, for instance `, otherwise done`, or ask before with `if any ...`",
        ),
    ],
)  # fmt: skip
def test_the_help_says_what_is_right(
    tmp_path: Path, more: str, edits: list[tuple[str, str]], told: str | None
) -> None:
    found = said(tmp_path, more, *edits)
    assert found == [] if told is None else told in found


def test_one_player_is_no_players(tmp_path: Path) -> None:
    scenario = 'scenario "x":\n    with 2 players\n    start turn(seat 1)\n    expect seat 1.mark\n'
    told = said(tmp_path, scenario, ("for 2..3 players", "for 1 players"))
    assert "2: M062 this game is for 1 player; write another number" in told
