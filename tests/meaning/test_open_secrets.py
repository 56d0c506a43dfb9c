"""What all know is no secret where it is laid, though it was chosen in secret."""

import pytest

from meaning.games import said

GAME = """game example for 2 players

type card:
    worth: 1..9 = 1
    starts in {begin}

type seat:
    bid: 0..9 = 0

zone box: card
zone deck: card, pile, seen by nobody
zone hand of seat: card{hand}
zone cover of seat: card, {cover}

table card:
    ace: worth = 9, copies = 8

event main():
    for each seat p:
        repeat 3 times:
            {deal}
    each seat p secretly chooses {chosen}:
        {body}
    otherwise:
        nothing
    for each seat p:
        shuffle deck
        show p.cover to all seat
    end game as over:
        score p.bid + sum of c.worth over card c in p.cover for each seat p
"""
TAKE = "let c be first(box), otherwise stop\n            move c to p.{}\n            raise p.bid by c.worth"
OPEN = {
    "begin": "box", "hand": "", "cover": "seen by owner", "deal": TAKE.format("hand"),
    "chosen": "card c in p.hand", "body": "move c to p.cover",
}  # fmt: skip
TOLD = "M127 warning: everybody knows the things in `{}`, so what is chosen is no secret in `cover`"
TURN = "for each card c in p.cover:\n            set c.worth to n"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("parts", "known"),
    [
        ({}, "hand"),
        ({"hand": ", seen by owner"}, "hand"),
        ({"cover": "seen by nobody"}, "hand"),
        ({"chosen": "card c in box"}, "box"),
        ({"deal": TAKE.format("cover"), "chosen": "number n in 1..9", "body": TURN}, "cover"),
        ({"cover": "pile, seen by owner"}, None),
        ({"hand": ", pile, seen by owner"}, None),
        ({"begin": "deck", "deal": "draw 1 from deck to p.hand", "hand": ", seen by owner"}, None),
        ({"cover": "seen by all"}, None),
        ({"chosen": "number n in 1..9", "body": "set p.bid to n"}, None),
        (
            {
                "begin": "deck",
                "deal": "draw 1 from deck to p.cover",
                "chosen": "number n in 1..9",
                "body": TURN,
            },
            None,
        ),
    ],
)
def test_a_secret_choice_of_what_all_know(parts, known):
    found = [message.split(": ", 1)[1] for message in said(GAME.format(**{**OPEN, **parts}))]
    told = [message for message in found if "M127" in message or "M065" in message]
    assert told == ([] if known is None else [TOLD.format(known)])
