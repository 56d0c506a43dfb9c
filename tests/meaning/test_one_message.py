"""One mistake, one message."""

import pytest

from meaning.games import HEAD, MAIN, said, said_of


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_names_of_an_unreadable_declaration_are_not_unknown():
    text = HEAD + MAIN + "\nevent play():\n    raise rounds bye 1\n"
    assert said(text) == ["46:18: P030 `by` belongs here, not `bye`"]


def test_rows_of_an_unreadable_table_are_not_unknown():
    text = (HEAD + MAIN).replace("worth = 9", "worth 9") + "\nevent play():\n    set ace.tapped to no\n"
    assert [message.split()[1] for message in said(text)] == ["P050"]


def test_an_unknown_type_is_reported_where_it_is_named_only():
    lines = said_of("fetch(ace)", "\nevent fetch(cart c):\n    set c.tapped to no\n    move c to deck\n")
    assert [line.split(" ", 1)[1] for line in lines] == ["M003 there is no type or enum `cart`"]


def test_an_unknown_local_is_reported_at_each_use_alone():
    assert said_of("set rounds to nn + 1\nset rounds to nn - 1") == [
        "1:15: M001 there is no `nn`",
        "2:15: M001 there is no `nn`",
    ]


def test_nothing_is_said_of_unused_names_while_lines_are_not_understood():
    assert said_of("set roundz to 3", "\nevent bonus():\n    nothing\n") == ["1:5: M001 there is no `roundz`"]


def test_all_problems_are_reported_at_once():
    found = said_of("raise rounds by yes\nlet n be 3\nset favourite to seat 1\nmove joker to hand")
    assert [line.split()[1] for line in found] == ["M005", "M015", "M005", "M039"]


def test_an_attribute_of_an_unknown_kind_is_reported_once_for_all_rows():
    text = (HEAD + MAIN).replace("worth: 1..9", "worth: number") + "\nevent play():\n    nothing\n"
    assert said(text) == ["7:12: M025 a number that is kept needs a range"]


def test_a_word_of_the_language_taken_for_a_name_is_reported_where_it_is_declared():
    text = """game a for 2 players

state count: 0..9 = 0
state m: 0..9 = 0

event main():
    set m to count + 1
    raise count by 1
    set m to count
    if m > count:
        set m to 1
    twice(count)
    end game as over

event twice(number n):
    raise m by n
"""
    assert said(text) == ["3:7: P014 `count` is a word of the language and cannot be a name"]


def test_names_of_an_unreadable_line_directly_under_another_are_not_unknown():
    play = "\nevent play():\n    set wrong to rounds\n    raise wrong by 1\n"
    text = HEAD + "state wrong 0..9 = 0\n" + MAIN + play
    assert said(text) == ["30:13: P029 a `:` is missing before `0`"]


def test_a_choice_that_may_find_nothing_is_not_told_to_be_always_there():
    lines = said_of("choose seat q where (q.gold > 0) by seat 1\nif q is not none:\n    raise q.gold by 1")
    assert [line.split()[1] for line in lines] == ["M014"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("by r", "by"),
        ("once per main\n    once per main", "once per"),
        ("cost:\n        nothing\n    cost:\n        nothing", "cost"),
        ("do:\n        nothing", "do"),
    ],
)
def test_a_line_that_an_action_has_once_is_not_passed_over(line: str, word: str) -> None:
    action = (
        "window idle(seat p):\n    asks p\n\naction rest:\n    at idle\n    by q\n    do:\n        nothing\n"
    )
    text = f"{HEAD}{MAIN}\n{action}    {line}\n"
    assert [each.split(" ", 1)[1] for each in said(text) if "M038" in each] == [
        f"M038 `rest` has a second `{word}`"
    ]


def test_a_thing_that_is_compared_with_is_is_told_how_things_are_compared():
    text = HEAD + MAIN
    text += "\nevent play():\n    let a be ace\n    if ace is a:\n        set ace.tapped to no\n"
    assert [line.split(" ", 1)[1] for line in said(text)] == [
        "M001 `is` takes a type, a group or a row; `a` is a name of something here"
    ]


def test_a_die_that_is_unreadable_is_not_unknown_to_scenarios():
    text = (
        HEAD
        + MAIN
        + "\ndie odd: -1..3\n\nevent play():\n    roll odd as f by seat 1\n    raise rounds by f\n"
    )
    text += '\nscenario "a":\n    start play()\n    chance odd: 2\n    expect rounds = 2\n'
    assert [message.split()[1] for message in said(text)] == ["P050"]
