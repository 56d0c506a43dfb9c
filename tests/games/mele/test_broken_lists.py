"""Decks that break one limit of construction each; the checker names that limit and no other."""

from __future__ import annotations

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.lists import broken_musts
from tools.broken_lists import BrokenList, broken_lists

pytestmark = [pytest.mark.about("games/mele", "tests/games/mele"), pytest.mark.xdist_group("mele")]
CASES = broken_lists("mele")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_broken_deck_breaks_what_it_should_and_nothing_else(case: BrokenList) -> None:
    assert case.failure(load_game("mele").rules) is None


def test_the_decks_of_the_game_break_nothing_and_every_limit_is_broken_by_some() -> None:
    rules = load_game("mele").rules
    for option in (0, 1):
        assert broken_musts(rules, rules.brought, options={"rules": option}) == [[]] * len(rules.brought)
    limits = {must.name for each in rules.lists for must in each.musts}
    assert limits == {name for case in CASES for name in case.breaks}
