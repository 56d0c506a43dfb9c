"""Small games for the tests of this floor, and what the checker says about them."""

from pathlib import Path

from regelwerk.meaning.files import GameFiles
from regelwerk.meaning.game import Checked, check_game
from regelwerk.source.render import render_short
from regelwerk.source.spans import SourceFile
from regelwerk.syntax.layout import split_blocks
from regelwerk.tree.house_rules import Block
from regelwerk.tree.read import read

HEAD = """game example for 2 players

enum suit: hearts, spades

type card:
    suit: suit
    worth: 1..9
    tapped: flag = no
    starts in deck

type trump is card

type seat:
    gold: 0..9 = 0
    rival: seat or none

zone deck: card, pile, seen by nobody
zone hand of seat: card, seen by owner
zone table_top: card

table card:
    ace: suit = hearts, worth = 9
    two: suit = spades, worth = 2, copies = 3

table trump:
    joker: suit = hearts, worth = 5

state favourite: card or none
state rounds: 0..9 = 0
"""
"""Everything here is used by `MAIN`, so that it can stand in every game."""

MAIN = """
event main():
    set favourite to ace
    set ace.tapped to yes
    set seat 1.rival to seat 2
    raise rounds by 1
    for each seat p:
        raise p.gold by 1
        draw 1 from deck to p.hand
        move p.hand to table_top
    if any trump t in table_top where (t.suit = spades or t.suit = hearts):
        lower rounds by 1
    play()
    end game as over
"""


def said(text: str) -> list[str]:
    """Return what is said about a rule file, without its name."""
    Path("example.rules").write_text(text, encoding="utf-8")
    lines = render_short(check_game("example.rules").diagnostics, {}, False).splitlines()
    return [line.removeprefix("example.rules:") for line in lines]


def said_of(play: str, more: str = "") -> list[str]:
    """Return what is said about lines in `event play()` (line and column from its first line) and more."""
    body = "".join(f"    {line}\n" if line else "\n" for line in play.splitlines())
    before = f"{HEAD}{MAIN}{more}\nevent play():\n"
    start = before.count("\n")
    found = []
    for message in said(before + body):
        line, column, rest = message.split(":", 2)
        found.append(f"{int(line) - start}:{int(column) - 4}:{rest}")
    return found


def blocks_of(path: Path) -> list[str]:
    """Return the texts of the declarations of a file."""
    file, problems = split_blocks(SourceFile(str(path), path.read_text("utf-8")))
    assert not problems
    return [block.text for block in file.blocks]


def trees_of(text: str) -> list[Block]:
    """Return the trees of what can be read of a text."""
    return list(read(SourceFile("example.rules", text + "\n"))[0])


def game_of(trees: list[Block]) -> GameFiles:
    """Return a game of these declarations."""
    return GameFiles("example.rules", blocks=trees)


__all__ = ["Checked", "blocks_of", "game_of", "said", "said_of", "trees_of"]
