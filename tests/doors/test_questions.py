"""The question of a choice says what it is about, as far as the seat that is asked may know it."""

from pathlib import Path

import pytest

from regelwerk.doors.labels import Labels
from regelwerk.doors.offers import question
from regelwerk.doors.offers_alike import option_labels
from regelwerk.match.match import Match
from regelwerk.meaning.game import check_game

GAME = """game gifts for 3 players

enum mood: glad, cross

type gift:
    worth: 1..9

table gift:
    ring: worth = 9
    sock: worth = 1

zone shelf: gift, seen by all
zone sack: gift, pile, seen by nobody
zone hand of seat: gift, seen by owner

event main():
    move ring to shelf
    move sock to sack
    give(ring, seat 2, cross)
    give(sock, seat 2, glad)
    end game as over

event give(gift g, seat p, mood k):
    let n be p.hurry + 3
    let all_gifts be all gift
    choose seat q where (q != p) by p, otherwise done
    move g to q.hand
    if size(all_gifts) > 5:
        done
    if k = glad:
        raise p.hurry by n

type seat:
    hurry: 0..9 = 0
"""
LABELS = """format: regelwerk-labels/1
language: en
labels:
  give.q: "{p}, {k}: who receives {g} of {n}? {nothing} {all_gifts} {"
  gift: "Gift"
  ring: "Ring"
  sock: "Sock"
  cross: "in a bad mood"
  glad: "glad"
"""
MANIFEST = """format: regelwerk-game/1
language: 2
id: gifts
title: {en: "Gifts"}
version: "1"
rules: [gifts.rules]
labels: {en: en.yaml}
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    for name, text in (("gifts.rules", GAME), ("en.yaml", LABELS), ("game.yaml", MANIFEST)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    rules = check_game(tmp_path).rules
    assert rules is not None
    return Match.start(rules, 3, {}, 1)


def _asked(match: Match) -> str:
    (decision,) = match.decisions
    return question(match, decision, Labels(match.rules, "en"))


def test_things_seats_members_and_numbers_are_told(match: Match) -> None:
    assert _asked(match) == "seat 2, in a bad mood: who receives Ring of 3? {nothing} {all_gifts} {"


def test_what_the_seat_does_not_know_is_not_told(match: Match) -> None:
    match.take(0, 0)
    assert _asked(match) == "seat 2, glad: who receives ? of 3? {nothing} {all_gifts} {"


SWAPS = """game swaps for 2 players

enum coin: penny, florin

state purse: coin = penny

event main():
    open exchange()
    end game as over

window exchange():
    asks seat 1
    closes after one answer
    answers at once

action swap:
    at exchange
    by q
    uses coin old where (old = purse)
    uses coin new where (new != old)
    do:
        set purse to new

labels en:
    swap: "Swap"
    swap.new: "becomes a {new}"
    penny: "penny"
    florin: "florin"
    exchange: "At the exchange"
    purse: "In the purse"
    over: "The end"
"""


def test_what_an_action_uses_is_told_by_its_own_label(tmp_path: Path) -> None:
    path = tmp_path / "swaps.rules"
    path.write_text(SWAPS)
    checked = check_game(path)
    assert checked.rules is not None and not checked.diagnostics
    match = Match.start(checked.rules, 2, {}, 1)
    told = option_labels(match, 0, Labels(match.rules, "en"))
    assert told == ["Swap: penny, becomes a florin", "pass"]


def test_only_its_own_name_stands_in_such_a_label(tmp_path: Path) -> None:
    path = tmp_path / "swaps.rules"
    path.write_text(SWAPS.replace("becomes a {new}", "{old} becomes a {new}"))
    (problem,) = check_game(path).diagnostics
    assert problem.code == "M096" and problem.facts[0] == "old"


FEUDS = """game feuds for 2 players

type gift

type feud lives until quarrel:
    over: gift
    first_over: gift
    heat: 0..3 = 2

table gift:
    ring
    sock

zone shelf: gift, seen by all

event main():
    move all gift to shelf
    quarrel()
    end game as over_now

event quarrel():
    create feud as f with over = ring, first_over = ring
    settle(f)

event settle(feud f):
    ask seat 1:
        peace:
            lower f.heat by 1
        war:
            raise f.heat by 1
    choose gift g in shelf by seat 2, otherwise done
    move g to shelf
"""


def test_a_passing_thing_is_told_by_what_it_is_about(tmp_path: Path) -> None:
    """In the occasion of a question, and where its name stands in braces: of ways, too. Each thing once."""
    path = tmp_path / "feuds.rules"
    labels = 'labels en:\n    settle.g: "{f}: which gift?"\n    ring: "Ring"\n'
    path.write_text(f"{FEUDS}\n{labels}")
    rules = check_game(path).rules
    assert rules is not None
    match = Match.start(rules, 2, {}, 1)
    assert _asked(match) == "settle (Ring)"
    path.write_text(f'{FEUDS}\n{labels}    settle.question: "{{f}}: peace?"\n')
    asking = check_game(path)
    assert asking.rules is not None and [d.code for d in asking.diagnostics] == ["M076"]
    assert _asked(Match.start(asking.rules, 2, {}, 1)) == "Ring: peace?"
    match.take(0, 0)
    assert _asked(match) == "Ring: which gift?"
