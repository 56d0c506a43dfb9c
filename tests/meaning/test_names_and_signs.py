"""Messages for a name or a sign that is nearly right: what to write is said, and nothing beside it."""

import pytest

from meaning.games import HEAD, MAIN, said
from regelwerk.meaning.game import check_game

MORE = """
die cube: 1, 2, 4

group rich = seat s where (s.gold > 3)

value wealth(seat p, number more = 1) = p.gold + more

event play():
    roll cube as n
    if seat 1 is rich and wealth(seat 1) > n:
        raise rounds by n
"""
TOWNS = """
type town:
    size: 0..3 = 0

type road:
    from_place: town
    to_place: town

table town:
    mill: size = 1
    fort: size = 2

table road:
    lane: from_place = mill, to_place = {}

map country: town linked by road

event visit():
    if any town t in neighbours(mill) where (t.size > 1):
        nothing

rule visiting:
    before play:
        visit()
"""
BEFORE = len((HEAD + MAIN + MORE).splitlines())


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def said_with(more: str) -> list[tuple[str, str | None]]:
    """Return the messages about a game with more declarations, by their lines, each with its help."""
    said(HEAD + MAIN + MORE + more)
    return [
        (f"{found.span.line - BEFORE}: {found.code} {found.message}", found.help)
        for found in check_game("example.rules").diagnostics
    ]


@pytest.mark.parametrize(
    ("more", "message", "help_"),
    [
        (
            "\nrule a:\n    after play:\n        if wealth(seat 2, more = 2) > 1:\n"
            "            set rounds to 1\n",
            "4: M006 an argument is given its name with `:`, not with `=`",
            "write `more: ...`",
        ),
        (
            "\nzone chest of rich: card, seen by all\n",
            "2: M003 `rich` is a group, no type",
            "write `seat`, and test `x is rich`",
        ),
        (
            "\nevent keep(rich p):\n    nothing\n",
            "2: M003 `rich` is a group, no type",
            "write `seat`, and test `x is rich`",
        ),
        (
            "\nevent keep(card mine = ase):\n    move mine to deck\n",
            "2: M001 there is no `ase`",
            "declare it, or correct the name",
        ),
        (
            '\nscenario "a":\n    row big: worth = 3\n    start play()\n    expect rounds = 1\n',
            "3: P024 no line here begins with `row`",
            "write `row TYPE big`",
        ),
        (
            '\nscenario "a":\n    start play()\n    chance cube: 7\n    expect rounds = 1\n',
            "4: M123 the die `cube` has no face `7`",
            "take one of its faces, from 1 to 4",
        ),
        (
            "\nlimit few:\n    for each seat p\n    holds p.gold < 9\n",
            "3: P024 no line here begins with `for`",
            "write `limit few for each kind name:`",
        ),
        (
            "\nrule a:\n    after play:\n        draw from deck to table_top\n",
            "4: P050 `from` cannot stand here; expected a name or a number",
            "the whole form is `draw number from pile to zone` or `draw kind name from pile to zone`",
        ),
        (
            '\nscenario "a":\n    let k be 2\n    given:\n        put k ace in deck\n    start play()\n',
            "5: P050 `put` takes a number such as `3`, not `k`",
            "write `repeat k times:` and below it `put ace in deck`",
        ),
        (
            "\ntable suit:\n    clubs: worth = 2\n",
            "3: M029 `suit` is an enum, and only types have rows",
            "name a type",
        ),
        (
            '\nscenario "a":\n    given:\n        set joker.worth to 3\n    start play()\n'
            "    expect rounds = 5\n",
            "4: M045 `worth` is printed: no rule changes it",
            "write `with THING.worth = ...` above, or take a thing that has the value you want",
        ),
        (
            TOWNS.format("mill"),
            "14: M032 `lane` leads from `mill` to itself",
            "name two places, or remove the row",
        ),
    ],
)
def test_what_is_nearly_right(more: str, message: str, help_: str) -> None:
    assert (message, help_) in said_with(more)


def test_nothing_is_said_of_what_is_right() -> None:
    assert (
        said_with(
            TOWNS.format("fort")
            + '\nscenario "a":\n    start play()\n    chance cube: 4\n    expect rounds = 5\n'
        )
        == []
    )


@pytest.mark.parametrize(("name", "article"), [("item", "an"), ("unit", "a"), ("order", "an"), ("card", "a")])
def test_the_article_before_a_name(name: str, article: str) -> None:
    text = f"game x for 2 players\n\ntype {name}:\n    size: 0..3 = 0\n\ntable {name}:\n    one\n"
    text += "\nstate n: 0..9 = 0\n\nevent main():\n    set n to one.sise\n"
    assert any(line.endswith(f"M004 {article} `{name}` has no attribute `sise`") for line in said(text))
