"""`look NAME` at the prompt: figures, what changes them, rules as written, and nothing hidden."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import run
from regelwerk.doors.games import load_game
from regelwerk.doors.labels import Labels
from regelwerk.doors.looking import look_at_thing
from regelwerk.match.knowledge import knows
from regelwerk.match.match import Match
from small_rules import write

GAME = """\
game beasts for 2 players

type beast:
    strength: 0..9
    tired: flag = no
    angry: 0..3 = 0
    starts in deck

table beast:
    ox: strength = 4
    wolf: strength = 3
    hen: strength = 1

zone deck: beast, pile, seen by nobody
zone yard of seat: beast, seen by all
zone den of seat: beast, seen by owner

# The herd stands together.
modify strength for beast b:
    raise 2 when b inside seat 1.yard
    lower 1 when b.tired

modify angry for beast b for each beast c in seat 2.den:
    raise 1 when c.strength > 3

state booty: 0..9 = 0

enum weather: rain, sun

die cube: 1..2

state sky: weather = sun

event hunt(seat p):
    roll cube as n by p
    if n = 1:
        set sky to rain
    ask p:
        far:
            raise booty by 2
        near:
            raise booty by 1

text of ox:
    moos = 2

value moos(beast b) told by its text, otherwise 0

event main():
    draw 1 from deck to seat 1.yard
    draw 1 from deck to seat 2.den
    for each beast b in seat 1.yard:
        set b.tired to yes
    hunt(seat 1)
    end game as over:
        score booty + sum of (moos(b) + b.strength + b.angry) over beast b in p.yard for each seat p
"""


def told(tmp_path: Path, said: str, seed: int) -> str:
    path = write(tmp_path, GAME)
    done = run("play", path, "--seat", 1, "--seed", seed, "--language", "en", typed=f"{said}\nq\n")
    assert done.status == 0, done.err
    said = done.out.rpartition("or `?`\n")[2]
    return said.removeprefix("> ").partition("> ")[0].replace(str(path), "FILE")


def seed_with(tmp_path: Path, row: str) -> int:
    """A seed with which a beast lies in the yard of seat 1."""
    return next(seed for seed in range(20) if "yard of seat 1" in told(tmp_path, f"look {row}", seed))


def test_a_thing_with_its_figures_and_what_changes_them(tmp_path: Path) -> None:
    said = told(tmp_path, "look ox", seed_with(tmp_path, "ox"))
    assert said == (
        "ox (beast), yard of seat 1\n"
        "  strength: 5 (printed 4)\n"
        "    raise 2: FILE:19\n"
        "    lower 1: FILE:19\n"
        "  tired: yes\n"
        "  angry: ? (printed 0)\n"
        "  FILE:44\n"
        "    text of ox:\n"
        "        moos = 2\n"
    )


def test_what_a_seat_does_not_know_is_told_as_printed_and_tells_nothing(tmp_path: Path) -> None:
    hidden = {
        told(tmp_path, "look hen", seed)
        for seed in range(12)
        if "yard" not in told(tmp_path, "look hen", seed)
    }
    assert hidden == {"hen (beast), as printed\n  strength: 1\n  angry: 0\n"}


@pytest.mark.parametrize("name", ["hunt", "main", "yard", "weather", "cube"])
def test_rules_as_they_are_written(tmp_path: Path, name: str) -> None:
    first = {
        "hunt": "event hunt(seat p):",
        "main": "event main():",
        "yard": "zone yard of seat: beast, seen by all",
        "weather": "enum weather: rain, sun",
        "cube": "die cube: 1..2",
    }
    said = told(tmp_path, f"look {name}", 1)
    assert f"    {first[name]}\n" in said
    assert "FILE:" in said


def test_what_lies_there_and_what_is_next_to_it(tmp_path: Path) -> None:
    old = GAME.partition("zone deck")
    ways = "type yard_place\n\ntype way:\n    from_place: yard_place\n    to_place: yard_place\n\n"
    ways += "table yard_place:\n    barn\n    pond\n    meadow\n\ntable way:\n"
    ways += "    barn_to_pond: from_place = barn, to_place = pond\n"
    ways += "    pond_to_meadow: from_place = pond, to_place = meadow\n\n"
    ways += "map farm: yard_place linked by way\n\nzone trough of yard_place: beast, seen by all\n\n"
    moves = "    draw 1 from deck to pond.trough\n    hunt(seat 1)\n"
    path = write(tmp_path, f"{old[0]}{ways}{old[1]}{old[2]}".replace("    hunt(seat 1)\n", moves))
    said = "look pond\nlook barn\nq\n"
    done = run("play", path, "--seat", 1, "--seed", 1, "--language", "en", typed=said)
    told = done.out.rpartition("or `?`\n")[2]
    held = next(beast for beast in ("ox", "wolf", "hen") if f"trough: {beast}" in told)
    assert told == (
        f"> pond (yard place)\n  trough: {held}\n  next to: barn, meadow\n"
        "> barn (yard place)\n  next to: pond\n> "
    )


def test_names_that_are_none(tmp_path: Path) -> None:
    assert told(tmp_path, "look oxx", 1) == "nothing here has the name `oxx`; did you mean `ox`?\n"
    assert "nothing here has the name" in told(tmp_path, "look " + "x" * 5000, 1)
    assert told(tmp_path, "look strength", 1) == "nothing here has the name `strength`\n"


@pytest.mark.parametrize(
    ("said", "forms"),
    [
        ("look", "`look NAME`"), ("why", "`why N`, `why not X`, `why chain`"), ("save", "`save FILE`"),
        ("why hunt", "`why N`, `why not X`, `why chain`"),
    ],
)  # fmt: skip
def test_half_of_what_can_be_said(tmp_path: Path, said: str, forms: str) -> None:
    assert told(tmp_path, said, 1) == f"`{said}` is nothing you can say here; the whole of it is {forms}\n"


def test_an_export_does_not_say_which_files_are_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("text of ox:\n    of nobody's business\n")
    export = tmp_path / "beasts.json"
    assert run("export", write(tmp_path, GAME), "-o", export).status == 0
    rules = json.loads(export.read_text())
    rules["places"] = dict.fromkeys(rules["places"], f"{secret}:1")
    export.write_text(json.dumps(rules))
    for said in ("look ox", "look hunt"):
        done = run("play", export, "--seat", 1, "--seed", 1, "--language", "en", typed=f"{said}\nq\n")
        assert done.status == 0
        assert "business" not in done.out
        assert "ox (beast)" in done.out or "event hunt" in done.out


@pytest.mark.slow
def test_a_thing_is_looked_at_without_the_whole_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page looks at every card of a hand."""
    rules = load_game("ringkrieg").rules
    match, labels = Match.start(rules, seed=1), Labels(rules, "en")
    monkeypatch.setattr("regelwerk.match.views._zones", lambda *_: pytest.fail("the whole board is made"))
    things = [thing for thing in range(len(match.state.at)) if knows(match.state, 0, thing)]
    assert any(look_at_thing(match, 0, thing, labels).held for thing in things)
