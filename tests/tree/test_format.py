"""The canonical layout."""

import pytest

from regelwerk.source.spans import SourceFile
from regelwerk.syntax.layout import WIDTH
from regelwerk.tree.format import format_text


def formatted(text):
    result = format_text(SourceFile("a.rules", text))
    assert isinstance(result, str), result
    assert format_text(SourceFile("a.rules", result)) == result
    return result


def test_blanks_and_indentation_become_canonical():
    text = "event  a( seat p ,card c ):\n  if p . x=-1 and( c is  none ):\n         f( c [ 1 ] , 2*-3 )\n"
    assert formatted(text) == (
        "event a(seat p, card c):\n    if p.x = -1 and (c is none):\n        f(c[1], 2 * -3)\n"
    )


def test_declarations_of_one_line_stay_together_by_kind():
    text = "enum a: b\n\n\nenum c: d\nzone e: f\ntype g:\n    h: 0 .. 3\ntype i\ntype j\n"
    assert formatted(text) == (
        "enum a: b\nenum c: d\n\nzone e: f\n\ntype g:\n    h: 0..3\n\ntype i\ntype j\n"
    )


def test_comments_keep_their_place():
    text = (
        "# the file\n\n# about a\nevent a():   # why\n        # first\n        stop # now\n"
        "        if x:\n            stop\n            # inner\n        # outer\n        stop\n"
        "        # last\n# about b\nenum b: c\n\n# end\n"
    )
    assert formatted(text) == (
        "# the file\n\n# about a\nevent a():  # why\n    # first\n    stop  # now\n"
        "    if x:\n        stop\n        # inner\n    # outer\n    stop\n    # last\n"
        "\n# about b\nenum b: c\n\n# end\n"
    )


def test_comments_inside_brackets_go_above_the_line():
    text = "event a():\n    f(1,  # one\n      # two\n      2)  # three\n"
    assert formatted(text) == "event a():\n    # one\n    # two\n    f(1, 2)  # three\n"


def test_texts_are_left_alone():
    text = 'scenario "a  ( #b ,c":\n  expect yes\n'
    assert formatted(text) == 'scenario "a  ( #b ,c":\n    expect yes\n'


def test_long_lines_break_outside_of_most_brackets():
    names = [f"colour_number_{number}" for number in range(12)]
    listed = formatted(f"enum colours: {', '.join(names)}\n").splitlines()
    assert len(listed) > 1
    assert all(len(line) <= WIDTH and line.endswith(",") for line in listed[:-1])
    calls = " and ".join(f"fits(p, q, {name})" for name in names)
    chain = formatted(f"event a():\n    if ({calls}):\n        stop\n").splitlines()
    assert all(len(line) <= WIDTH for line in chain)
    assert all(line.startswith("            fits(p, q, ") for line in chain[2:-1])
    assert all(line.endswith(" and") for line in chain[1:-2])
    assert chain[-1] == "        stop"


def test_lines_break_outermost_and_what_is_inside_brackets_is_indented_further():
    text = (
        "value a(seat p) = p.gold_and_silver_and_all > 3 and (any card c in p.hand where (c.worth_of_it > 4"
        " and c.is_no_longer_there) or p.gold_and_silver_and_all + p.debts_of_every_kind > 9 +"
        " smallest_of_all(p))\n"
    )
    assert formatted(text) == (
        "value a(seat p) =\n"
        "    p.gold_and_silver_and_all > 3 and\n"
        "    (any card c in p.hand where (c.worth_of_it > 4 and c.is_no_longer_there) or\n"
        "        p.gold_and_silver_and_all + p.debts_of_every_kind > 9 + smallest_of_all(p))\n"
    )


@pytest.mark.parametrize("end", [",", " and", " or", " =", " +", " -"])
def test_lines_go_on_below_these(end):
    text = "value a() = f(1, 2) and x or y = 3 + 2 - 1\n"
    halves = text.split(end, 1)
    assert formatted(f"{halves[0]}{end}  # why\n  \n{halves[1]}") == f"# why\n{text}"


def test_what_cannot_be_read_is_not_formatted():
    result = format_text(SourceFile("a.rules", "enum a: b\nenum c\n"))
    assert [(found.code, found.span.line) for found in result] == [("P029", 2)]
