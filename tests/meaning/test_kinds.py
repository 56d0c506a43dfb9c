"""Kinds: what goes where, and the message for what does not."""

import pytest

import small_games
from meaning.games import HEAD, MAIN, game_of, said_of, trees_of
from regelwerk.meaning.game import understand
from regelwerk.rules import declarations as d
from regelwerk.rules.codec import decode, encode
from regelwerk.rules.validate import validate


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
        "let p be next(seat 1)\nraise p.gold by smallest of (2, p.gold)",
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


def exported(lines):
    """What an export of a game with these lines would be refused for; None if it fits."""
    body = "".join(f"    {line}\n" for line in lines.splitlines())
    whole, _ = understand(game_of(trees_of(f"{HEAD}{MAIN}\nevent play():\n{body}")), [])
    return validate(decode(encode(whole.rules)))


@pytest.mark.parametrize(
    "lines",
    [
        "set favourite to hearts",
        "set seat 1.gold to none",
        "raise rounds by yes",
        "raise favourite by 1",
        "let n be rounds + seat 1\nraise rounds by n",
        "if size(rounds) = 2:\n    lower rounds by 1",
        "if ace.suit = ace:\n    lower rounds by 1",
        "if ace.suit > spades:\n    lower rounds by 1",
        "if seat 1 inside table_top:\n    lower rounds by 1",
        "choose card c in table_top by 1\notherwise:\n    done\nmove c to deck",
        "let x be none\nset rounds to 1",
        "set favourite to seat 1",
        "if rounds:\n    lower rounds by 1",
        "let p be seat 1.rival\nraise p.gold by 1",
        "let p be seat 1.rival\nif p is none:\n    nothing\nraise p.gold by 1",
        "move favourite to deck",
        "let t be the trump u in table_top\nset favourite to ace\nset t to favourite",
    ],
)
def test_an_export_is_refused_for_what_does_not_fit_in_a_text(lines):
    assert exported(lines) is not None


@pytest.mark.parametrize(
    "lines",
    [
        "let p be seat 1.rival\nif p is none:\n    done\nraise p.gold by 1",
        "let p be seat 1.rival, otherwise done\nrepeat 2 times:\n    set p to next(p)\nraise p.gold by 1",
        "let p be seat 1.rival\nif p is none:\n    done\nraise p.gold by 1\nset p to none",
        "if favourite is not none and favourite.worth > 2:\n    lower rounds by 1",
        "if any card c in table_top:\n    let d be the card c in table_top\n    move d to deck",
        "draw card c from deck to table_top, otherwise done\nset c to ace\nmove c to deck",
        "let c be ace\nlet f be favourite\nif f is trump:\n    set c to f\nmove c to deck",
    ],
)
def test_an_export_knows_what_a_text_knows(lines):
    assert exported(lines) is None


@pytest.mark.parametrize(("default", "said"), [(1, None), (2, "a flag is 0 or 1, not 2 (in `option late`)")])
def test_a_flag_of_an_export_is_yes_or_no(default, said):
    rules = small_games.game(
        "small",
        events=(small_games.event("main"),),
        options=(d.OptionDecl("late", small_games.FLAG, default),),
    )
    assert validate(decode(encode(rules))) == said
