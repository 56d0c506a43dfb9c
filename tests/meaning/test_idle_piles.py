"""Piles that would be the same without an order."""

from pathlib import Path

import pytest

from meaning.games import said
from regelwerk.meaning.game import check_game

GAME = """\
game example for 2 players

type letter:
    starts in post

zone post: letter, pile, seen by nobody
zone opened{of}: letter, {words}

option secret: flag = no

table letter:
    news: copies = 5

event main():
    draw 3 from post to {opened}
    {line}
    show {opened} to all seat
    end game as over
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def found(words, line="nothing", of=""):
    opened = "opened" if not of else "seat 1.opened"
    game = GAME.format(words=words, line=line, of=of, opened=opened)
    return [each.split(" ", 1)[1] for each in said(game) if " M142 " in each]


TOLD = (
    "M142 `opened` is no pile: nothing draws from it, shuffles it or looks at its top, and all see what lies "
    "there"
)


@pytest.mark.parametrize("words", ["pile, seen by all", "pile"])
@pytest.mark.parametrize("of", ["", " of seat"])
def test_an_open_pile_that_nothing_draws_from(words, of):
    assert found(words, of=of) == [TOLD]


@pytest.mark.parametrize(
    "line",
    [
        "draw 1 from opened to post",
        "draw letter x from opened to post, otherwise done",
        "look at 1 of opened as top by seat 1",
        "shuffle opened",
        "move all letter x in post to opened on top",
    ],
)
def test_whoever_asks_for_the_top_needs_a_pile(line):
    assert found("pile, seen by all", line) == []


def test_moving_on_all_of_it_is_no_drawing():
    assert found("pile, seen by all", "move opened to post") == [TOLD]


@pytest.mark.parametrize("words", ["pile, seen by nobody", "pile, seen by all when (secret = no)", "ordered"])
def test_what_mixing_hides_and_what_lies_in_a_row_is_left_alone(words):
    assert found(words) == []


HOUSE = """\
house rule "from the heap" amends example:
    rule from_the_heap:
        after main:
            {line}
"""
MANIFEST = """\
format: regelwerk-game/1
language: 2
id: example
title: {en: Example}
version: "1"
rules: [game.rules]
"""


@pytest.mark.parametrize(("line", "codes"), [("draw 1 from opened to post", []), ("nothing", ["M142"])])
def test_house_rules_of_the_game_may_draw_from_it(line, codes):
    Path("example/houses").mkdir(parents=True)
    Path("example/game.yaml").write_text(MANIFEST, encoding="utf-8")
    game = GAME.format(words="pile, seen by all", line="nothing", of="", opened="opened")
    Path("example/game.rules").write_text(game, encoding="utf-8")
    Path("example/houses/heap.rules").write_text(HOUSE.format(line=line), encoding="utf-8")
    told = check_game(Path("example")).diagnostics
    assert [each.code for each in told if each.code == "M142"] == codes
