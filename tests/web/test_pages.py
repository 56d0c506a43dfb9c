"""The page of a seat holds the whole board, for every shipped game and in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient

import regelwerk.web
from regelwerk.doors.board_model import Part
from regelwerk.doors.games import shipped_games
from regelwerk.web.app import make_app
from regelwerk.web.games import Games
from regelwerk.web.page import seat_page
from regelwerk.web.tables import Tables
from tools.web_house import Browser, House

CHOICES = 12
LARGE = ("knizia", "mele", "ringkrieg", "risiko", "fuenf_heere")


def words(part: Any) -> Iterator[str]:
    """Every text in a part of a board."""
    if isinstance(part, str):
        yield from (line for line in part.split("\n") if line)
    elif isinstance(part, dict):
        yield from (text for pair in part.items() for each in pair for text in words(each))
    elif isinstance(part, list | tuple):
        yield from (text for each in part for text in words(each))


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow if game in LARGE else ()) for game in shipped_games()]
)
def test_the_whole_board_is_on_the_page(game: str, house: House) -> None:
    tables = Tables(Games([game]), house.store)
    served = tables.games.served(game)
    opened = tables.open(served, ["person"] * served.game.rules.players[0], seed=2)
    table = tables.table(opened.id)
    assert table is not None
    rng = Random(3)
    for _ in range(CHOICES):
        if table.match.over:
            break
        decision = table.match.decisions[0]
        table.choose(decision.seat, table.made[decision.seat], rng.randrange(len(decision.options)))
    client = TestClient(make_app(tables), cookies={"seat": opened.secrets["1"]})
    for language in ("en", "de"):
        browser = Browser(client, f"/table/{opened.id}/1?language={language}")
        text = unescape(re.sub(r"<[^>]+>", "\n", browser.text))
        shown = {" ".join(line.split()) for line in text.split("\n")}
        page = seat_page(table, 0, language)
        assert page.title in shown and page.status in shown and page.question in shown
        whole = "\n".join(shown)
        for part in page.parts:
            for told in words(part):
                assert told.strip() in whole, (type(part).__name__, told)
        for held in page.hands:
            assert {held.title, *(card.name.text for card in held.cards)} <= shown
        assert browser.text.count("<svg") == len(page.maps) == len(served.game.rules.drawings)
        for group in [*page.choices.groups, *page.choices.folded]:
            assert {offer.text for offer in group.offers} <= shown
        heads = [int(level) for level in re.findall(r"<h(\d)", browser.text)]
        assert heads[0] == 1 and all(b - a <= 1 for a, b in pairwise(heads)), heads


def test_every_sort_of_part_is_drawn() -> None:
    template = Path(regelwerk.web.__file__).parent / "templates" / "parts.html"
    drawn = set(re.findall(r'kind == "(\w+)"', template.read_text("utf-8")))
    assert drawn == {part.__name__ for part in get_args(Part)} - {"Events"}


def test_texts_of_a_game_are_no_markup(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    hostile = "</p><script>alert(1)</script>\x1b[31m\u202e"
    monkeypatch.setattr("regelwerk.web.page._status", lambda *_: hostile)
    page = house.at(opened, "1")
    assert "<script>alert" not in page.text and "\x1b" not in page.text and "\u202e" not in page.text
    assert page.status == "</p><script>alert(1)</script>\\x1b[31m\\u202e"
