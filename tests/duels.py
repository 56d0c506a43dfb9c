"""A small game and house rules over it, as files in a folder."""

from __future__ import annotations

from pathlib import Path

from regelwerk.meaning.game import Checked, check_game
from regelwerk.rules.declarations import Rules
from regelwerk.source.render import render_short
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario

DUEL = """game duel for 2 players

option length: short | long = short

enum colour: red, blue

type card:
    colour: colour
    worth: 1..9 = 1
    starts in deck

type spell is card:
    needs text

zone deck: card, pile, seen by nobody
zone hand of seat: card, seen by owner
zone out: card, seen by all

table card:
    ruby: colour = red, worth = 3, copies = 4
    opal: colour = blue, copies = 4

table spell:
    flash: colour = red

event struck(spell x) told by its text

text of flash:
    struck:
        gain(seat 1, 1)

    rule echo:
        after struck:
            gain(seat 2, 1)

type seat:
    points: 0..99 = 0

event main():
    for each seat p:
        draw 3 from deck to p.hand
    repeat 3 times:
        for each seat p:
            turn(p)
    if length = long:
        for each seat p:
            turn(p)
    for each spell x in out:
        struck(x)
    finish()

event turn(seat p):
    open playing(p)

event finish():
    end game as over:
        score p.points for each seat p

window playing(seat p):
    asks p
    closes after one answer

action lay:
    at playing
    by q
    uses card c in q.hand
    do:
        move c to out
        gain(q, worth_of(c))

value worth_of(card c) = c.worth

event gain(seat p, number n):
    raise p.points by n

rule opals_late:
    forbid lay where (c.colour = blue and seat 1.points + seat 2.points < 2)

rule bonus:
    after lay where (c.colour = red):
        gain(q, 1)
"""


def amended(folder: Path, *houses: str, game: str = DUEL) -> Checked:
    """Check the game with texts of house rules over it; files are `house1.rules` and so on."""
    (folder / "duel.rules").write_text(game, "utf-8")
    paths = []
    for number, text in enumerate(houses, 1):
        paths.append(folder / f"house{number}.rules")
        paths[-1].write_text(text, "utf-8")
    return check_game(folder / "duel.rules", paths)


def messages(folder: Path, *houses: str, game: str = DUEL) -> list[str]:
    """Return what is said about the amended game, in the short format."""
    checked = amended(folder, *houses, game=game)
    text = render_short(checked.diagnostics, {}, False).replace(f"{folder.as_posix()}/", "")
    return text.splitlines()


def over(*lines: str, title: str = "other", on: str = "", version: str = "") -> str:
    """Return a house rule of these lines."""
    written_for = f' version "{version}"' if version else ""
    above = f' on top of "{on}"' if on else ""
    return f'house rule "{title}" amends duel{written_for}{above}:\n' + "".join(
        f"    {line}\n" for line in lines
    )


def rules_of(folder: Path, *houses: str) -> Rules:
    """Return the amended game, which has no errors."""
    checked = amended(folder, *houses)
    assert checked.rules is not None, checked.diagnostics
    return checked.rules


def play(checked: Checked) -> dict[str, object]:
    """Play all scenarios; returns what failed, by title."""
    assert checked.rules is not None and checked.scenarios is not None, checked.diagnostics
    layouts = Layouts(checked.rules)
    return {each.title: run_scenario(layouts, each).failure for each in checked.scenarios.scenarios}
