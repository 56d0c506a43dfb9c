"""A sample of the deletion audit of the house-rule book, which `make audit` does as a whole."""

from __future__ import annotations

import pytest

from regelwerk.meaning.game import Checked
from tools.audit import about, first_failure
from tools.audit_amendments import undone
from tools.audit_changes import without

pytestmark = [pytest.mark.about("games/risiko"), pytest.mark.xdist_group("risiko")]
EVERY = 17
"""One in so many declarations is taken out."""


def test_declarations_of_the_book_are_missed(book: Checked) -> None:
    rules, scenarios = book.rules, book.scenarios
    assert rules is not None and scenarios is not None
    find = about(rules, scenarios.scenarios)
    own = {
        key: tuple(clause for clause in clauses if clause.startswith("risiko."))
        for key, clauses in rules.cites.items()
        if not key.startswith(("scenario:", "house:"))
    }
    keys = [key for key, clauses in own.items() if clauses][::EVERY]
    assert len(keys) >= 8
    for key in keys:
        for way, changed in without(rules, key):
            assert first_failure(key, changed, find(own[key])), (key, way)


def test_what_is_left_out_is_missed(book: Checked) -> None:
    assert book.rules is not None and book.scenarios is not None
    find = about(book.rules, book.scenarios.scenarios)
    keys = ("fix:option start_cards", "leave out:return_phase in turn")
    found = {each.key: each for each in undone(book, keys)}
    assert set(found) == set(keys)
    for key, each in found.items():
        assert first_failure(key, each.rules, find(each.clauses)), key
