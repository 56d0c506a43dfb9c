"""Positions that came before: recorded and asked for in both builds, and shown to nobody."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from command_line import run
from regelwerk.match.errors import MatchError
from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.match.views import view
from regelwerk.meaning.game import check_game
from regelwerk.program import bounds
from regelwerk.program.layout import make_layout
from regelwerk.rules import expressions as ex
from regelwerk.rules.codec import decode, encode
from regelwerk.rules.declarations import Rules
from regelwerk.rules.validate import validate
from tools.lockstep import ways_to_end

GAME = """\
game ponds for 2 players

enum colour: white, black

type field:
    stone: stone or none
    tint: colour or none
    deep: flag = no

type stone:
    worth: 0..9 = 0
    starts in box

table stone:
    pebble: worth = 1, copies = 2
    rock: worth = 2

zone box: stone

map pond: grid 3 by 2 of field

type seat:
    at: field or none
    said: 0..99 = 0

value laid() = position of (f.stone for each field f)
value whole(seat mover) = position of (mover, laid(), p.at for each seat p, round)
state round: 0..9 = 0


event main():
    repeat 4 times:
        play_round()
    end game as evening:
        score p.said for each seat p

event play_round():
    for each seat p:
        turn(p)

event turn(seat p):
    choose field f by p
    choose stone c by p
    if not supposing lay(f, c) then (times recorded laid() > 0):
        lay(f, c)
    set p.said to smallest of (99, p.said + times recorded laid() + times recorded laid() this play_round)
    raise round by 1
    record laid()
    record whole(p)
    raise p.said by times recorded whole(p) this turn

event lay(field f, stone c):
    set f.stone to c

"""

NOTES = """
value backwards() = position of (f.stone for each field f sorted by (-column(f), row(f)))
value tints() = position of (f.tint for each field f, f.deep for each field f where (f.deep))

event note():
    record laid()

event note_both():
    note()
    note()

event ask_both():
    note()
    within_round()
    note()

event stop_here():
    record tints()

event within_round():
    ask seat 1:
        go_on:
            nothing
        halt:
            stop_here()
    note()
"""

SCENARIOS = """
scenario "how often it came":
    start note_both()
    expect times recorded laid() = 2 and times recorded laid() this note_both = 0

scenario "in a span alone":
    start ask_both()
    expect times recorded laid() = 1 and times recorded laid() this within_round = 0
    expect times recorded laid() this ask_both = 1
    seat 1: go_on
    expect times recorded laid() = 3

scenario "things made from one row are equal":
    given:
        set pond(1, 1).stone to pebble#1
        set pond(2, 1).stone to rock
    let a be pond(1, 1)
    start note()
    expect times recorded laid() = 1
    expect position of (pebble#1) = position of (pebble#2) and position of (pebble#1) != position of (rock)
    expect a.stone = pebble#1

scenario "order, absence and kinds tell positions apart":
    given:
        set pond(1, 1).stone to rock
    start note()
    expect times recorded backwards() = 0
    expect laid() != backwards() and laid() = position of (f.stone for each field f sorted by (row(f)))
    expect position of (1, 0) != position of (0, 1) and position of (0) != position of (no)
    expect position of (pond(1, 1).tint) != position of (white) and position of (seat 1) != position of (0)
    expect position of (n for each number n in 1..2, 3) != position of (n for each number n in 1..3)
    expect position of (laid(), 1) = position of (laid(), 2 - 1) and position of (laid(), 1) != laid()
    expect tints() = position of (f.tint for each field f, f.deep for each field f where (f.deep))
    expect times recorded laid() = 1

scenario "where a set has fewer elements it is another position":
    given:
        set pond(1, 1).deep to yes
    expect tints() != position of (f.tint for each field f, f.deep for each field f where (not f.deep))
    start stop_here()
    expect times recorded tints() = 1

scenario "what is only supposed records nothing":
    start note()
    expect supposing note() then (times recorded laid() = 2)
    expect times recorded laid() = 1
"""


def checked(path: Path, text: str) -> Rules:
    path.write_text(text)
    found = check_game(path)
    assert [d for d in found.diagnostics if d.severity == "error"] == []
    assert found.rules is not None
    return found.rules


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return checked(tmp_path_factory.mktemp("ponds") / "ponds.rules", GAME + NOTES + SCENARIOS)


def test_scenarios(tmp_path: Path) -> None:
    path = tmp_path / "ponds.rules"
    path.write_text(GAME + NOTES + SCENARIOS)
    done = run("test", path)
    assert done.status == 0, done.out + done.err


def test_builds_agree_and_both_forms_play_alike(rules: Rules) -> None:
    assert ways_to_end(rules, games=15) > 10


@pytest.mark.parametrize("build", ["walker", "fast"])
def test_a_saved_match_goes_on_with_what_was_recorded(rules: Rules, build: str) -> None:
    match = Match.start(rules, players=2, seed=3, build=build)
    for _ in range(7):
        match.take(0, 0)
    again = Match.load(match.save(), rules, build=build)
    assert again.save() == match.save()
    assert sum(map(len, again.state.records)) > 3
    for each in (match, again):
        while not each.over:
            each.take(0, 0)
    assert match.state.hash() == again.state.hash()
    assert match.state.over == again.state.over


def test_counts_of_a_span_end_with_it_and_those_of_the_match_stay(rules: Rules) -> None:
    match = Match.start(rules, players=2, seed=1, build="fast")
    spans = [name for name, _ in match.state.plain()["records"]]
    assert sorted(map(str, spans)) == ["None", "play_round", "turn"]
    while not match.over:
        match.take(0, 0)
    left = dict(match.state.plain()["records"])
    assert left["play_round"] == left["turn"] == []
    assert left[None] != []
    assert all(len(text) == 32 and text == text.lower() for text, _ in left[None])


def test_a_copy_is_independent(rules: Rules) -> None:
    match = Match.start(rules, players=2, seed=1, build="walker")
    before = match.state.copy()
    match.take(0, 0)
    match.take(0, 0)
    assert before.records != match.state.records
    assert not before.same(match.state)


def test_games_that_do_not_ask_keep_nothing(tmp_path: Path) -> None:
    silent = checked(tmp_path / "many.rules", MANY.replace("times recorded here() > 2", "place = 9"))
    match = Match.start(silent, players=2, seed=1, build="fast")
    match.take(0, 0)
    assert "records" not in match.state.plain()


def test_nobody_sees_what_was_recorded(tmp_path: Path) -> None:
    """A game with `record` shows the same as one without it, log and views alike."""
    shown = []
    silent = GAME.replace("    tint: colour or none\n    deep: flag = no\n", "")
    silent = silent.replace("enum colour: white, black\n\n", "")
    more = silent.replace("    record laid()", "    record laid()\n    record position of (p)")
    for text in (silent, more):
        rules = checked(tmp_path / "ponds.rules", text)
        match = Match.start(rules, players=2, seed=5, build="walker")
        match.take(0, 0)
        match.take(0, 0)
        shown.append([msgspec.json.encode(view(match, seat)) for seat in (None, 0, 1)])
    assert shown[0] == shown[1]
    assert b"record" not in b"".join(shown[0])


WRONG = [
    (lambda rows: rows[0].__setitem__(1, [["0" * 31, 1]]), "expected 32 hexadecimal digits"),
    (lambda rows: rows[0].__setitem__(1, [[5, 1]]), "expected 32 hexadecimal digits"),
    (lambda rows: rows[0].__setitem__(1, [["0" * 32, 0]]), "expected a whole number from 1"),
    (lambda rows: rows[0].__setitem__(1, [["a" * 32, 1], ["a" * 32, 2]]), "none of them twice"),
    (lambda rows: rows[0].__setitem__(0, "main"), "not what is counted here"),
    (lambda rows: rows.pop(), "expected 3 elements, found 2"),
]


@pytest.mark.parametrize(("change", "said"), WRONG)
def test_what_is_read_of_a_save_is_judged(rules: Rules, change, said: str) -> None:
    data = Match.start(rules, players=2, seed=3, build="walker").state.plain()
    layout = make_layout(rules, 2)
    change(data["records"])
    with pytest.raises(MatchError, match=said):
        State.from_plain(layout, data)


def test_nothing_is_counted_of_a_span_that_does_not_run(rules: Rules) -> None:
    data = json.loads(Match.start(rules, players=2, seed=3, build="walker").state.text())
    for row in data["records"]:
        if row[0] == "turn":
            row[1] = [["a" * 32, 1]]
    data["levels"]["turn"] = 0
    with pytest.raises(MatchError):
        State.from_plain(make_layout(rules, 2), data)


@pytest.mark.parametrize("build", ["walker", "fast"])
def test_positions_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, build: str) -> None:
    monkeypatch.setattr("regelwerk.program.records.MAX_HISTORY", 3)
    rules = checked(tmp_path / "many.rules", MANY)
    match = Match.start(rules, players=2, seed=1, build=build)
    for n in (0, 1, 2, 1):
        match.take(0, n)
    with pytest.raises(Exception, match="different positions were recorded"):
        match.take(0, 3)
    assert bounds.MAX_HISTORY == 100_000


MANY = """\
game many for 2 players

state place: 0..9 = 0

value here() = position of (place)

event main():
    repeat 6 times:
        choose number n in 0..9 by seat 1
        set place to n
        record here()
        if times recorded here() > 2:
            end game as thrice
    end game as over
"""


def test_whoever_asks_is_told_as_by_the_features(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.rules").write_text(CARDS)
    assert "M065" not in run("check", "cards.rules").out
    told = CARDS.replace("(p, s.gold for each seat s)", "(c.worth for each card c in next(p).hand)")
    (tmp_path / "cards.rules").write_text(told)
    assert "M065: what is offered tells the seat what lies in `hand`" in run("check", "cards.rules").out
    first = CARDS.replace("(p, s.gold for each seat s)", "(first(next(p).hand))")
    (tmp_path / "cards.rules").write_text(first)
    assert "M065" in run("check", "cards.rules").out
    guessed = CARDS.replace("record purses(p)", "record position of (c.worth for each card c in p.hand)")
    (tmp_path / "cards.rules").write_text(guessed)
    assert "M065" in run("check", "cards.rules").out


@pytest.mark.parametrize(
    ("recorded", "told"),
    [
        ("for each cube_die y in p.cup:\n            record position of (y.pips)", True),
        (
            "for each cube_die y in p.cup:\n            let n be y.pips\n            record position of (n)",
            True,
        ),
        ("for each cube_die y in p.cup:\n            note(y)", True),
        ("record position of (size(p.cup))", False),
        ("for each cube_die y in box:\n            record position of (y.pips)", False),
    ],
)
def test_what_is_recorded_of_hidden_dice_is_told_by_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recorded: str, told: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cups.rules").write_text(CUPS.replace("RECORD", recorded))
    said = "M065: what is offered tells the seat what lies in `cup`, which it may not know"
    assert (said in run("check", "cups.rules").out) == told


CUPS = """\
game cups for 2 players

die cube: 1..6

type cube_die:
    pips: cube = 1
    starts in box

table cube_die:
    clay_die: copies = 4

type seat:
    gold: 0..9 = 0

zone box: cube_die
zone cup of seat: cube_die, seen by owner

event main():
    for each seat p:
        let d be first(box), otherwise stop
        move d to p.cup
        roll d.pips by p
        RECORD
    for each seat p:
        play(p)
    for each cube_die d in box:
        note(d)
    end game as over:
        score p.gold for each seat p

event note(cube_die d):
    record position of (d.pips)

event play(seat p):
    choose number n in 1..6 where (times recorded position of (n) > 0) by next(p), otherwise done
    raise p.gold by n
"""


CARDS = """\
game cards for 2 players

type card:
    worth: 1..9
    starts in deck

table card:
    ace: worth = 9
    two: worth = 2, copies = 5

type seat:
    gold: 0..9 = 0

zone deck: card, pile, seen by nobody
zone hand of seat: card, seen by owner

value purses(seat p) = position of (p, s.gold for each seat s)

event main():
    for each seat p:
        draw 2 from deck to p.hand
    for each seat p:
        play(p)
    end game as over:
        score sum of c.worth over card c in p.hand for each seat p

event play(seat p):
    record purses(p)
    ask p:
        take when times recorded purses(p) > 1:
            raise p.gold by 1
        leave_it:
            nothing
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "record purses(p)",
            "let a be purses(p)\n    record a",
            "M005: a position is recorded or compared, and kept nowhere else",
        ),
        ("record purses(p)", "record p.gold", "what is recorded must be a position, this is a number"),
        ("recorded purses(p) >", "recorded p >", "what was recorded must be a position, this is a seat"),
        (
            "(p, s.gold for each seat s)",
            "(p.hand)",
            "M005: a position is made of numbers, flags, words, things and seats, this is a list of `card`",
        ),
        ("recorded purses(p) >", "recorded purses(p) this plays >", "M001: there is no event `plays`"),
        ("times recorded purses(p) > 1", "purses(p) > purses(p)", "M008"),
    ],
)
def test_mistakes(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "cards.rules"
    path.write_text(CARDS.replace(old, new))
    assert said in run("check", path).out


def test_rules_from_elsewhere_keep_no_position(rules: Rules) -> None:
    text = encode(rules).decode()
    kept = text.replace('"result":{"kind":"position"}', '"result":{"kind":"number"}')
    assert kept != text
    assert validate(decode(kept.encode())) is not None
    position = ex.Position((ex.Feature(ex.Number(1), "seat"),))
    wrong = msgspec.structs.replace(
        rules, values=(msgspec.structs.replace(rules.values[0], body=position), *rules.values[1:])
    )
    assert "a number stands where a seat" in (validate(wrong) or "")
