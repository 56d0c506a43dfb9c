"""`regelwerk new`: a small game that works, to be changed into another."""

from __future__ import annotations

import re
from pathlib import Path

import click

from regelwerk.doors.folders import make_folder
from regelwerk.doors.refusals import Refused, system_reason
from regelwerk.syntax.grammar import reserved

_NAME = re.compile(r"[a-z][a-z0-9_]{0,79}")

_SCENARIOS_FILE = "scenarios/turns.rules"

_MANIFEST = """\
format: regelwerk-game/1
language: 2
id: "{name}"
title:
  en: "{title}"
version: "0.1"
rules:
  - {name}.rules
scenarios:
  - scenarios/*.rules
labels:
  en: labels.yaml
"""

_RULES = """\
# Whoever first has ten points on the table wins. Each turn: draw a card, then play one.
game {name} for 2..4 players

type number_card:
    points: 1..5
    starts in draw_pile

table number_card:
    one: points = 1, copies = 6
    two: points = 2, copies = 6
    three: points = 3, copies = 6
    five: points = 5, copies = 4

zone draw_pile: number_card, pile, seen by nobody
zone hand of seat: number_card, seen by owner
zone played of seat: number_card, seen by all

# Numbers that somebody may want to change have names: a house rule replaces one in a line.
value hand_size() = 2
value points_to_win() = 10
value total(seat p) = sum of c.points over number_card c in p.played

event main():
    for each seat p:
        draw hand_size() from draw_pile to p.hand
    let p be seat 1
    repeat while any number_card in draw_pile:
        take_turn(p)
        set p to next(p)
    end game as empty_pile:
        score total(q) for each seat q

event take_turn(seat p):
    draw 1 from draw_pile to p.hand
    choose number_card c in p.hand by p, otherwise done
    move c to p.played
    if total(p) >= points_to_win():
        end game as ten_points:
            winners p
"""

_SCENARIOS = """\
scenario "ten points win":
    let anna be seat 1
    given:
        put 2 three in anna.played
        put five in anna.hand
    start take_turn(anna)
    chance draw_pile: one
    anna: five
    ends as ten_points

scenario "a played card stays on the table":
    let anna be seat 1
    given:
        put two in anna.hand
    start take_turn(anna)
    chance draw_pile: one
    anna: two
    expect total(anna) = 2
    expect size(anna.hand) = 1
"""

_LABELS = """\
format: regelwerk-labels/1
language: en
labels:
  number_card: "Card"
  one: "One"
  two: "Two"
  three: "Three"
  five: "Five"
  draw_pile: "Draw pile"
  hand: "Hand"
  played: "On the table"
  take_turn: "Turn"
  take_turn.c: "Which card do you play?"
  ten_points: "Ten points"
  empty_pile: "The draw pile is empty"
"""


@click.command(epilog="Example: regelwerk new my_game")
@click.argument("name", metavar="NAME")
def command(name: str) -> None:
    """Write a new folder with a small game that checks, tests and plays, ready to be changed."""
    folder = Path(name)
    if not _NAME.fullmatch(folder.name):
        raise Refused(
            f"`{folder.name or name}` is no name for a game",
            "write up to 80 small letters, digits and `_`, a letter first",
        )
    if folder.name in reserved():
        raise Refused(
            f"`{folder.name}` is a word of the language", f"take another name, such as `{folder.name}_1`"
        )
    files = {
        "game.yaml": _MANIFEST,
        f"{folder.name}.rules": _RULES,
        _SCENARIOS_FILE: _SCENARIOS,
        "labels.yaml": _LABELS,
    }
    try:
        make_folder(folder)
        (folder / _SCENARIOS_FILE).parent.mkdir()
        for file, text in files.items():
            title = folder.name.replace("_", " ").capitalize()
            content = text.format(name=folder.name, title=title) if "{name}" in text else text
            (folder / file).write_text(content, encoding="utf-8")
    except FileExistsError:
        raise Refused(f"`{folder}` exists already", "choose another name") from None
    except (OSError, ValueError) as error:
        what = f"`{folder}` cannot be written: {system_reason(error)}"
        raise Refused(what, "choose another place") from None
    print(f"wrote {folder}: {', '.join(files)}")
    print(f"try `regelwerk test {folder}` and `regelwerk play {folder}`")
