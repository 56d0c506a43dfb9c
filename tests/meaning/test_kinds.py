"""Kinds: what goes where, and the message for what does not."""

import pytest

from meaning.games import said_of


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "lines",
    [
        "set favourite to joker",
        "set favourite to none",
        "if ace.suit = hearts and rounds > 3:\n    lower rounds by 1",
        "let n be size(table_top) + count of trump\nraise rounds by n",
        "let cs be all card c in table_top where (c is trump)\nmove cs to deck",
        "let p be next(seat 1)\nraise p.gold by smaller(2, p.gold)",
        "if ace inside table_top:\n    lower rounds by 1",
        "choose up to 2 card cs in table_top by seat 1\nmove cs to deck",
        "set rounds to -1 + 3",
    ],
)
def test_what_fits(lines):
    assert said_of(lines) == []


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("set favourite to hearts", "1:18: M005 `favourite` must be a `card` or `none`, this is a `suit`"),
        ("set seat 1.gold to none", "1:20: M005 `gold` must be a number, this is `none`"),
        ("raise rounds by yes", "1:17: M005 the amount must be a number, this is a condition"),
        (
            "raise favourite by 1",
            "1:7: M005 what is raised or lowered must be a number, this is a `card` or `none`",
        ),
        (
            "let n be rounds + seat 1\nraise rounds by n",
            "1:19: M005 what is right of `+` must be a number, this is a seat",
        ),
        ("move rounds to deck", "1:6: M005 only things are moved, this is a number"),
        (
            "if size(rounds) = 2:\n    lower rounds by 1",
            "1:9: M005 `size` takes a list or a zone, this is a number",
        ),
        ("if ace.suit = ace:\n    lower rounds by 1", "1:4: M008 a `suit` is never compared with a `card`"),
        ("if ace.suit > spades:\n    lower rounds by 1", "1:4: M008 `>` orders numbers, this is a `suit`"),
        (
            "if rounds is joker:\n    lower rounds by 1",
            "1:4: M008 only things are of a sort, this is a number",
        ),
        (
            "if seat 1 inside table_top:\n    lower rounds by 1",
            "1:4: M008 a seat is never inside a list of `card`",
        ),
        ("set p to 3", "1:5: M001 there is no `p`"),
        (
            "choose card c in table_top by 1\notherwise:\n    done\nmove c to deck",
            "1:31: M005 who chooses must be a seat, this is a number",
        ),
        ("raise rounds by worth", "1:17: M001 there is no `worth`"),
        ("let x be none\nset favourite to x", "1:10: M005 a local needs a kind, `none` has none"),
    ],
)
def test_what_does_not(lines, message):
    assert said_of(lines) == [message]
