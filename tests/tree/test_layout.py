"""Where lines are broken: as late as they may be, but outside as many brackets as possible."""

from regelwerk.tree.layout import Break, bracketed, broken

ONE = ["one,", Break.ON, "two,", Break.ON, "three"]
SUM = ["one", Break.BLANK, "+ two", Break.BLANK, "+ three"]


def test_what_fits_stands_on_one_line() -> None:
    assert broken(["f", bracketed(ONE)], 1, 100) == ["    f(one, two, three)"]
    assert broken(["f", bracketed([])], 0, 100) == ["f()"]


def test_lines_are_as_full_as_they_can_be() -> None:
    assert broken(ONE, 0, 10) == ["one, two,", "    three"]
    assert broken(ONE, 0, 9) == ["one, two,", "    three"]
    assert broken(ONE, 0, 8) == ["one,", "    two,", "    three"]


def test_breaks_lie_outside_of_brackets_if_they_can() -> None:
    call = ["f", bracketed(ONE)]
    assert broken([call, ",", Break.ON, "g", bracketed(ONE)], 0, 24) == [
        "f(one, two, three),",
        "    g(one, two, three)",
    ]
    assert broken(call, 0, 12) == ["f(one, two,", "    three)"]
    assert broken(call, 0, 5) == ["f(", "    one,", "    two,", "    three)"]


def test_at_blanks_lines_are_broken_inside_brackets_only() -> None:
    assert broken(SUM, 0, 5) == ["one + two + three"]
    assert broken(bracketed(SUM), 0, 14) == ["(", "    one + two", "    + three)"]


def test_what_goes_on_is_not_mistaken_for_a_block() -> None:
    assert broken([*ONE, ":"], 0, 10) == ["one, two,", "        three:"]
    assert broken([*ONE, ":"], 1, 14) == ["    one, two,", "            three:"]


def test_what_cannot_be_broken_is_left_as_it_is() -> None:
    assert broken("x" * 30, 0, 10) == ["x" * 30]
