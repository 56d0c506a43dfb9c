"""A game with camps, fighters and what they carry, and its board file, for the tests of boards."""

from __future__ import annotations

from pathlib import Path

RULES = """\
# Two bands camp, gather what they find, and shout at one another.
game camps for 2 players

enum shape: fresh, tired

type camp:
    keeper: seat
    hidden: flag = no

table camp:
    hill: keeper = seat 1
    ford: keeper = seat 1
    wood: keeper = seat 2
    marsh: keeper = seat 2

type card

type fighter is card:
    strength: 1..9
    shape: shape = fresh
    camp: camp or none = none
    leader: fighter or none = none

type find is card

table fighter:
    ada: strength = 5
    bo: strength = 3
    cyd: strength = 4
    dag: strength = 2

table find:
    lamp
    rope
    horn
    pot
    cup
    drum
    net
    bell

type quarrel lives until squabble:
    between: camp
    words: 0..9 = 0

type seat:
    shouts: 0..9 = 0

zone pile: card, pile, seen by nobody
zone hand of seat: card, seen by owner
zone in_play of seat: fighter, seen by all
zone pack of fighter: find, seen by all
zone store of camp: card, seen by all

state evening: 0..9 = 0
state loudest: seat or none = none

event main():
    pitch(seat 1, hill, ada, bo)
    pitch(seat 2, wood, cyd, dag)
    move all find to pile
    shuffle pile
    draw 1 from pile to hill.store
    for each seat p:
        draw 2 from pile to p.hand
    repeat 3 times:
        raise evening by 1
        squabble()
        open noise()
        draw 1 from pile to seat 1.hand
        open noise()
    end game as dawn

event pitch(seat p, camp c, fighter f, fighter g):
    move f to p.in_play
    move g to p.in_play
    set f.camp to c
    set g.camp to c
    set g.leader to f
    set c.hidden to no

event squabble():
    create quarrel as k with between = hill
    raise k.words by 2
    open noise()

window noise():
    asks all seat from seat 1
    closes when all pass in a row
    answers at once

action shout:
    at noise
    by q
    needs q.shouts < 9
    do:
        raise q.shouts by 1
        set loudest to q

action hide:
    at noise
    by q
    target camp c where (c.keeper = q and not c.hidden)
    do:
        set c.hidden to yes

action pack_up:
    at noise
    by q
    uses find x in q.hand
    target fighter f in q.in_play
    cost:
        move x to f.pack
    do:
        set f.shape to tired
"""

BOARD = """\
format: regelwerk-board/1
panels:
  - states: [loudest]
  - title: {en: "Camps", de: "Lager"}
    groups: camp
    of: fighter
    by: camp
    owner: keeper
    show: [hidden]
    holds: [store]
    members:
      under: [leader]
      show: [strength]
      holds: [pack]
  - title: {en: "Quarrels"}
    groups: quarrel
    show: [words]
  - zones: [hand]
    by_type: true
  - counts: [pile, hand]
  - seats: [shouts]
marks:
  shape: {tired: "z"}
quiet:
  passes: true
  unseen: true
  events: [pitch, squabble]
  values: [evening, leader]
"""

MANIFEST = """\
format: regelwerk-game/1
language: 2
id: camps
title:
  en: "Camps"
version: "1"
rules:
  - camps.rules
board: board.yaml
"""


def write_camps(folder: Path, board: str = BOARD, rules: str = RULES) -> Path:
    """The game as a folder."""
    made = folder / "camps"
    made.mkdir(exist_ok=True)
    for name, text in (("game.yaml", MANIFEST), ("camps.rules", rules), ("board.yaml", board)):
        (made / name).write_text(text, encoding="utf-8")
    return made
