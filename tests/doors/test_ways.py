"""What is asked inside an event names what the event was given, and why a way of it is not open is told."""

from __future__ import annotations

from pathlib import Path

from command_line import run
from small_rules import write

CAMPS = """\
game camps for 2 players

enum area: north, south

type tent:
    worth: 1..3

type lot:
    mark: 0..3 = 0
    starts in bowl

table tent:
    hut: worth = 2
    den: worth = 3

table lot:
    bone: copies = 2

zone bowl: lot, pile, seen by nobody

type seat:
    gold: 0..9 = 1

event main():
    for each lot l in bowl:
        set l.mark to 1
    assign(seat 1, north, hut)
    end game as over:
        score p.gold for each seat p

event assign(seat p, area a, tent t):
    if a = south:
        lower p.gold by t.worth
    ask p:
        trade when rich(p):
            lower p.gold by 1
        rest:
            nothing
        work:
            raise p.gold by 1

value rich(seat p) = p.gold > 4
"""
ARMIES = """\
game armies for 2 players

type army:
    strength: 1..5 = 1
    tired: flag = no
    starts in camp

table army:
    knight: copies = 4

zone camp: army, seen by all
zone tower: army, seen by all

type seat:
    gold: 0..9 = 0

event main():
    for each army a in camp:
        if not any army b in camp where (b.strength = 3):
            set a.strength to 3
        otherwise if not any army b in tower:
            move a to tower
    send(seat 1)
    end game as over:
        score p.gold for each seat p

event send(seat p):
    choose army a by p
    set a.tired to yes
    if a.tired and a inside camp:
        raise p.gold by a.strength
    raise p.gold by 1
"""


def told(folder: Path, *said: str) -> str:
    typed = "\n".join([*said, "quit"]) + "\n"
    return run("play", write(folder, CAMPS), "--seat", 1, "--seed", 1, "--language", "en", typed=typed).out


def test_a_question_says_what_its_event_is_about(tmp_path: Path) -> None:
    assert "seat 1: assign (north, hut)\n" in told(tmp_path)


def test_why_a_way_is_not_open(tmp_path: Path) -> None:
    out = told(tmp_path, "why not trade", "why not rest", "why not fly")
    assert "> seat 1 is not offered trade:\n  its condition does not hold: `rich(p)`: `p.gold > 4` (" in out
    assert "> seat 1 is offered rest\n" in out
    assert "> there is no action `fly`\n" in out


def test_what_a_seat_does_not_see_and_has_nothing_printed(tmp_path: Path) -> None:
    assert "> bone (lot), which you do not see\n" in told(tmp_path, "look bone")


def test_things_with_one_name_are_offered_with_what_they_differ_in(tmp_path: Path) -> None:
    path = write(tmp_path, ARMIES)
    typed = "knight (strength 3, camp)\nlog\n"
    out = run("play", path, "--seat", 1, "--seed", 1, "--language", "en", typed=typed).out
    assert "   1  knight (strength 3, camp)   " in out
    assert "   2  knight (strength 1, tower)  " in out
    assert "   3  knight (strength 1, camp)   " in out
    assert "over: won by seat 1, scores 4, 0" in out
