"""What the first edition of the language said is said in the words of this one, and means the same."""

from __future__ import annotations

import pytest

from regelwerk.source.spans import SourceFile
from regelwerk.syntax.grammar import OLD_FORMS, build_parser
from regelwerk.tree.format import format_text, upgrade_text

REWRITTEN = {
    "test cheap(card c) = c.price < 3 cites shop.buy.01\n": (
        "value cheap(card c) = c.price < 3 cites shop.buy.01\n"
    ),
    "test cheap(card c):\n    cites shop.buy.01\n    yes when c.price < 3\n    otherwise no\n": (
        "value cheap(card c):\n    cites shop.buy.01\n    yes when c.price < 3\n    otherwise no\n"
    ),
    "test cheap(card c) told by its text, otherwise no\n": (
        "value cheap(card c) told by its text, otherwise no\n"
    ),
    "text of lamp:\n    test cheap:\n        lit\n": "text of lamp:\n    value cheap:\n        lit\n",
    "value least(seat p) = smaller(greater(p.a, p.b), 3)\n": (
        "value least(seat p) = smallest of (greatest of (p.a, p.b), 3)\n"
    ),
    "event main():\n    # above\n    repeat until done_now(): # beside\n        go() # inside\n    go()\n": (
        "event main():\n    # above\n    repeat:  # beside\n        go()  # inside\n"
        "        if done_now():\n            stop\n    go()\n"
    ),
    'house rule "a" amends b:\n    remove test cheap\n    presupposes test rich\n': (
        'house rule "a" amends b:\n    remove value cheap\n\n    presupposes value rich\n'
    ),
    "event main():\n    pick card c in deck at random, otherwise done\n": (
        "event main():\n    choose card c in deck at random, otherwise done\n"
    ),
    'house rule "a" amends b:\n    replace test cheap(card c) = yes\n': (
        'house rule "a" amends b:\n    replace value cheap(card c) = yes\n'
    ),
}


@pytest.mark.parametrize("old", REWRITTEN)
def test_old_forms_are_rewritten_and_stay_so(old: str) -> None:
    new = upgrade_text(SourceFile("old.rules", old))
    assert new == REWRITTEN[old]
    assert upgrade_text(SourceFile("new.rules", new)) == new
    assert format_text(SourceFile("new.rules", new)) == new


def test_what_needs_no_other_words_keeps_its_layout() -> None:
    odd = "value a( ) =   3\n\n\n# end\n"
    assert upgrade_text(SourceFile("odd.rules", odd)) == odd


def test_what_no_edition_can_read_is_told_in_the_words_of_this_one() -> None:
    problems = upgrade_text(SourceFile("broken.rules", "test a() = \n\nvalue b() = 3 +\n"))
    assert isinstance(problems, list)
    assert [(each.code, each.span.line) for each in problems if each.span] == [("P052", 1), ("P038", 3)]


def test_what_only_playing_tells_is_left_to_the_author() -> None:
    old = 'test a() = yes\n\nscenario "s":\n    chance 4, ruby\n'
    problems = upgrade_text(SourceFile("old.rules", old))
    assert isinstance(problems, list)
    assert [(each.code, each.span.line) for each in problems if each.span] == [("P052", 4)]
    assert "name the die, the zone or what is chosen at random" in problems[0].help


@pytest.mark.parametrize("edition", OLD_FORMS)
def test_the_grammar_of_an_earlier_edition_is_sound(edition: int) -> None:
    assert build_parser(strict=True, edition=edition).parse("type lamp\n").data == "type"
