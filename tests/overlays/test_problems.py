"""What is said about house rules that do not fit: the game, the stack, or each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from duels import DUEL, amended, messages, over
from regelwerk.meaning.game import check_game
from regelwerk.source.render import render_short

GAIN = ("replace event gain(seat p, number n):", "    raise p.points by n + 1")
MORE = ("replace event gain(seat p, number n):", "    raise p.points by n + 2")

WRONG = {
    "near name": (("remove rule opals_lat",), ["2:12: M103 the game has no rule `opals_lat`"]),
    "another sort": (("replace value lay() = 2",), ["2:19: M104 `lay` is an action, not a value"]),
    "no such text": (
        ("replace text of ruby:", "    struck:", "        nothing"),
        ["2:21: M103 the game has no text of `ruby`"],
    ),
    "no such part of a text": (
        ("replace text of flash:", "    strike:", "        nothing"),
        ["3:9: M103 the text of flash has no part `strike`"],
    ),
    "no modifier": (
        ("remove modify worth for card",), ["2:12: M103 the game has no modify `worth` for `card`"]
    ),
    "seats have attributes": (
        ("type seat:", "    luck: 0..3 = 0"), ["2:10: M105 the game has a type `seat` already"]
    ),
    "row of another table": (
        ("change table spell:", "    ruby: worth = 2"),
        ["3:9: M104 `ruby` is a row of the table `card`, not of `spell`"],
    ),
    "member that is there": (
        ("extend enum colour: red",),
        ["2:17: M108 `red` is a member of `colour` already"],
    ),
    "cell that is so": (
        ("change table card:", "    ruby: worth = 3"), ["3:9: M108 `worth` of `ruby` is so already"]
    ),
    "condition that is there": (
        ("narrow rule bonus where (c.colour = red)",), ["2:17: M108 `where` of `bonus` is so already"]
    ),
    "step that is not unique": (
        ("insert after turn in main:", "    nothing"), ["2:18: M110 `main` has 2 steps `turn`"]
    ),
    "step beyond the last": (
        ("leave out turn 3 in main",), ["2:15: M109 `main` has the step `turn` only 2 times"]
    ),
    "no steps in a window": (
        ("leave out turn in playing",),
        ["2:15: M104 `playing` is a window, not an event, action, rule or limit"],
    ),
    "several at once": (
        ("remove event trun", "narrow action ply:", "    needs yes", "extend enum colr: green"),
        [
            "2:12: M103 the game has no event `trun`",
            "3:19: M103 the game has no action `ply`",
            "5:17: M103 the game has no enum `colr`",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_problem_of_an_amendment(name: str, tmp_path: Path) -> None:
    lines, expected = WRONG[name]
    assert messages(tmp_path, over(*lines)) == [f"house1.rules:{each}" for each in expected]


INSIDE = {
    "inserted": (("insert after gain in lay:", "    gian(q)"), "3:9: M001 there is no event `gian`"),
    "need": (
        ("narrow action lay:", "    needs c.wroth = 2"),
        "3:17: M004 a `card` has no attribute `wroth`",
    ),
    "seat": (
        ("narrow action lay:", "    by where (q.point = 2)"),
        "3:21: M004 a `seat` has no attribute `point`",
    ),
    "condition": (
        ("narrow rule bonus where (c.wroth = 2)",),
        "2:32: M004 a `card` has no attribute `wroth`",
    ),
    "attribute": (
        ("extend type card:", "    big: 0..3 = 7"),
        "3:21: M028 the default of `big` must be a number",
    ),
    "attribute that is there": (
        ("extend type seat:", "    points: 0..3"),
        "3:9: M038 `points` is declared twice in `seat`",
    ),
    "cell": (
        ("change table card:", "    ruby: worth = 11"),
        "3:23: M032 `worth` must be a number from 1 to 9",
    ),
    "option": (("fix option length = medium",), "2:25: M061 `medium` is not a value of `length`"),
    "no word of an option": (
        ("fix option length = (long or short)",),
        "2:26: M061 `length` is fixed to one of its words, not to this",
    ),
    "copies": (
        ("change table card:", "    ruby: copies = 0"),
        "3:24: M032 `copies` of `ruby` must be a number from 1 to 1000",
    ),
    "where a row begins": (
        ("change table card:", "    ruby: starts_in = nowhere"),
        "3:27: M041 `nowhere` is not a zone without owner",
    ),
    "a number where a row begins": (
        ("change table card:", "    ruby: starts_in = 3"),
        "3:27: M041 `starts_in` of `ruby` must be a zone",
    ),
    "once per twice": (
        ("narrow action lay:", "    once per turn", "    once per turn"),
        "4:9: M038 `lay` has a second `once per`",
    ),
    "part of a text": (
        ("replace text of flash:", "    struck:", "        gian(seat 1)"),
        "4:13: M001 there is no event `gian`",
    ),
    "rule in a text": (
        ("replace text of flash:", "    rule echo:", "        after struck:", "            gian(seat 1)"),
        "5:17: M001 there is no event `gian`",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", INSIDE)
def test_problem_inside_a_declaration_of_the_game_stands_in_the_house_rule(name: str, tmp_path: Path) -> None:
    lines, expected = INSIDE[name]
    (message,) = messages(tmp_path, over(*lines))
    assert message.startswith(f"house1.rules:{expected}")


def test_what_breaks_the_game_stands_in_the_game_and_says_why(tmp_path: Path) -> None:
    checked = amended(tmp_path, over("remove event finish"))
    (problem,) = checked.diagnostics
    assert problem.span is not None and problem.span.file.endswith("duel.rules")
    assert problem.message == "there is no event `finish`"
    (note,) = problem.notes
    assert note.message == 'the house rule "other" removes event `finish` here'
    assert note.span is not None and (note.span.file.endswith("house1.rules"), note.span.line) == (True, 2)


CONFLICTS = {
    "replace and replace": (GAIN, MORE, 'house rules "low" and "high" both replace event `gain`'),
    "remove and narrow": (
        ("remove rule bonus",), ("narrow rule bonus where (q = seat 1)",),
        'house rule "low" removes rule `bonus`, "high" narrows it',
    ),
    "presuppose and replace": (
        ("presupposes event gain",), GAIN, 'house rule "low" presupposes event `gain`, "high" replaces it'
    ),
    "cell and cell": (
        ("change table card:", "    ruby: worth = 5"), ("change table card:", "    ruby: worth = 6"),
        'house rules "low" and "high" both change `worth` of `ruby`',
    ),
    "cell and row": (
        ("change table card:", "    ruby: worth = 5"), ("remove row ruby",),
        'house rule "low" changes `worth` of `ruby`, "high" removes row `ruby`',
    ),
    "insert and leave out": (
        ("insert after gain in lay:", "    gain(q, 2)"), ("leave out gain in lay", "remove value worth_of"),
        'house rule "low" inserts at `gain` in `lay`, "high" leaves it out',
    ),
    "leave out and replace": (
        ("leave out gain in bonus",), ("replace rule bonus:", "    after lay:", "        gain(q, 2)"),
        'house rule "low" leaves out `gain` in `bonus`, "high" replaces rule `bonus`',
    ),
    "fix and fix": (
        ("fix option length = long",), ("fix option length = short",),
        'house rules "low" and "high" both fix option `length`',
    ),
    "add and add": (
        ("event boast(seat p):", "    gain(p, 1)"), ("event boast(seat p):", "    gain(p, 2)"),
        'house rules "low" and "high" both add event `boast`',
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONFLICTS)
def test_conflict(name: str, tmp_path: Path) -> None:
    lower, upper, expected = CONFLICTS[name]
    found = messages(tmp_path, over(*lower, title="low"), over(*upper, title="high"))
    assert [message.split(" M106 ")[1] for message in found] == [expected]
    assert found[0].startswith("house2.rules:")


TOGETHER = {
    "narrow and narrow": (
        ("narrow action lay:", "    needs c.worth > 1"), ("narrow action lay:", "    needs q.points < 9")
    ),
    "extend and extend": (
        ("extend enum colour: green", "change table card:", "    ruby: colour = green"),
        ("extend enum colour: white", "change table card:", "    opal: colour = white",
         "remove rule opals_late"),
    ),
    "insert and insert": (
        ("insert after gain in lay:", "    gain(q, 2)"), ("insert after gain in lay:", "    gain(q, 3)")
    ),
    "cells of one row": (
        ("change table card:", "    ruby: worth = 5"), ("change table card:", "    ruby: colour = blue")
    ),
    "two steps": (
        ("leave out turn 1 in main",), ("insert before turn 2 in main:", "    nothing")
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TOGETHER)
def test_what_stands_side_by_side(name: str, tmp_path: Path) -> None:
    lower, upper = TOGETHER[name]
    found = messages(tmp_path, over(*lower, title="low"), over(*upper, title="high"))
    assert [message for message in found if " M1" in message] == []


def test_on_top_of_settles_a_conflict(tmp_path: Path) -> None:
    low, high = over(*GAIN, title="low"), over(*MORE, title="high", on="low")
    assert messages(tmp_path, low, high) == []
    top = over("replace event gain(seat p, number n):", "    raise p.points by n + 3", title="top", on="high")
    assert messages(tmp_path, low, high, top) == []


def test_on_top_of_needs_the_other_below(tmp_path: Path) -> None:
    low, high = over(*GAIN, title="low"), over(*MORE, title="high", on="low")
    assert messages(tmp_path, high) == ['house1.rules:1:41: M107 the house rule "low" is not chosen']
    assert messages(tmp_path, high, low) == [
        'house1.rules:1:41: M107 the house rule "low" lies not below this one'
    ]
    assert messages(tmp_path, low, low) == ['house2.rules:1:12: M107 the house rule "low" is chosen twice']


ON_TOP = {
    "low.rules": ("low", GAIN, ""),
    "high.rules": ("high", MORE, "low"),
    "after.rules": ("after", ("remove rule bonus", 'presupposes house rule "low"'), ""),
    "never.rules": ("never", ("remove rule opals_late", 'excludes house rule "low"'), ""),
    "rival.rules": ("rival", MORE, ""),
}
STACKS = {
    ("high",): "write `--house {low}` before `--house {high}`",
    ("high", "low"): "write `--house {low}` before `--house {high}`",
    ("after",): "write `--house {low}` too",
    ("low", "never"): "leave out `--house {low}` or `--house {never}`",
    ("low", "rival"): 'leave out `--house {low}` or `--house {rival}`, or write `on top of "low"` if this '
    "one has the last word",
    ("low", "low"): "choose it once, or give one of the two another title",
}


@pytest.mark.parametrize("own", [True, False], ids=["of the game", "beside each other"])
@pytest.mark.parametrize("stack", STACKS, ids=" ".join)
def test_what_is_wrong_with_a_stack_names_what_to_choose(
    stack: tuple[str, ...], own: bool, tmp_path: Path
) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (game / "game.yaml").write_text(
        "format: regelwerk-game/1\nlanguage: 2\n"
        'id: duel\ntitle: {en: "Duel"}\nversion: "2"\nrules: [duel.rules]\n'
    )
    (game / "duel.rules").write_text(DUEL)
    folder = game / "houses" if own else tmp_path / "elsewhere"
    folder.mkdir()
    for name, (title, lines, on) in ON_TOP.items():
        (folder / name).write_text(over(*lines, title=title, on=on, version="2"))
    checked = check_game(game, [folder / f"{each}.rules" for each in stack])
    names = {Path(each).stem: Path(each).stem if own else str(folder / each) for each in ON_TOP}
    assert [each.help for each in checked.diagnostics] == [STACKS[stack].format(**names)]


def test_a_block_that_lies_too_low_in_its_file_is_put_above(tmp_path: Path) -> None:
    (tmp_path / "duel.rules").write_text(DUEL)
    both = over(*MORE, title="high", on="low") + "\n" + over(*GAIN, title="low")
    (tmp_path / "both.rules").write_text(both)
    checked = check_game(tmp_path / "duel.rules", [tmp_path / "both.rules"])
    assert [each.help for each in checked.diagnostics if each.code == "M107"] == [
        "put its block above that of this one"
    ]


@pytest.mark.parametrize("order", [1, -1])
def test_house_rules_presuppose_and_exclude_others(order: int, tmp_path: Path) -> None:
    other = over("remove rule bonus", title="other")
    with_it = over("remove rule opals_late", 'presupposes house rule "other"', title="with it")
    without = over("remove rule opals_late", 'excludes house rule "other"', title="without it")

    def said(*houses: str) -> list[str]:
        return [line.partition(" M107 ")[2] for line in messages(tmp_path, *houses[::order])]

    assert said(other, with_it) == []
    assert said(with_it) == ['the house rule "other" is not chosen, which this one presupposes']
    assert said(without) == []
    assert said(other, without) == ['the house rule "without it" excludes "other", which is chosen too']


VERSIONS = {
    "": "1:12: M113 warning: this house rule does not say for which version of `duel` it is written",
    "2": "",
    "1.9": "1:12: M113 warning: this house rule is written for version 1.9 of `duel`, which is now 2",
}


@pytest.mark.parametrize("version", VERSIONS)
def test_house_rules_name_the_version_of_the_game(version: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "format: regelwerk-game/1\nlanguage: 2\n"
        'id: duel\ntitle: {en: "Duel"}\nversion: "2"\nrules: [duel.rules]\n'
    )
    (tmp_path / "duel.rules").write_text(DUEL)
    (tmp_path / "houses").mkdir()
    house = tmp_path / "houses" / "house.rules"
    house.write_text(over("remove rule bonus", version=version))
    checked = check_game(tmp_path, [house])
    said = render_short(checked.diagnostics, {}, False).partition("house.rules:")[2].rstrip("\n")
    assert said == VERSIONS[version]
    assert checked.rules is not None and checked.rules.house_rules[0].version == (version or None)


def test_nothing_is_laid_over_a_game_with_errors(tmp_path: Path) -> None:
    broken = DUEL.replace("worth_of(c))", "worht_of(c))")
    found = messages(tmp_path, over("remove event trun"), game=broken)
    assert len(found) == 1 and "M001" in found[0] and found[0].startswith("duel.rules:")


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        ('scenario "x":\n    expect yes\n', "1:1: M101 `{}` holds no house rule"),
        ("enum a: b\n" + over("remove rule bonus"), "1:6: M101 this declaration stands in no house rule"),
        ("game a for 2 players\n", "1:6: M101 a file with house rules declares no game"),
        (over("remove rule bonus") + "event x(\n", "3:8: P006 the bracket `(` is never closed"),
    ],
)
def test_file_without_a_house_rule(house: str, expected: str, tmp_path: Path) -> None:
    assert messages(tmp_path, house)[0] == f"house1.rules:{expected.format('house1.rules')}"


def test_house_rules_stand_in_no_game(tmp_path: Path) -> None:
    assert messages(tmp_path, game=DUEL + "\n" + over("remove rule bonus")) == [
        f"duel.rules:{DUEL.count(chr(10)) + 2}:12: M101 house rules stand in a file of their own, "
        "not among the rules of a game"
    ]


UNREACHABLE = {
    "needs that exclude each other": (
        ("narrow action lay:", "    needs c.colour = red", "    needs c.colour = blue"),
        "house1.rules:4:15: M060 nobody can ever choose `lay`: this never holds beside what it needs else",
    ),
    "a rule narrowed until it never applies": (
        ("narrow rule opals_late where (c.colour = red)",),
        "house1.rules:2:35: M050 `opals_late` never applies: this never holds",
    ),
    "a window that nothing opens any more": (
        ("replace event turn(seat p):", "    gain(p, 1)"),
        "duel.rules:59:8: M016 `playing` is a window that nothing opens",
    ),
    "an action at a window of its own that nothing opens": (
        ("window waiting(seat p):", "    asks p", "    closes after one answer",
         "action rest:", "    at waiting", "    by q", "    do:", "        gain(q, 1)"),
        "house1.rules:2:12: M016 `waiting` is a window that nothing opens",
    ),
    "an event that nothing lets happen": (
        ("event boast(seat p):", "    gain(p, 1)"),
        "house1.rules:2:11: M016 `boast` is an event that nothing lets happen",
    ),
    "the same in other words": (
        ("replace value worth_of(card c):", "    c.worth"),
        "house1.rules:2:19: M108 value `worth_of` means the same as in the game",
    ),
}  # fmt: skip


HARD = """event turn(seat p):
    if p.points = unlucky():
        done"""


def test_a_number_with_a_name_that_house_rules_need_no_more_may_stay(tmp_path: Path) -> None:
    game = DUEL.replace("event main():", "value unlucky() = 13\n\nevent main():", 1)
    game = game.replace("event turn(seat p):", HARD, 1)
    assert messages(tmp_path, over("replace event turn(seat p):", "    open playing(p)"), game=game) == []


PLENTY = "group plenty(number n = 1) = card c where (c.worth > n)\n\nevent main():"
RICH = "event turn(seat p):\n    if any plenty(2) in out:\n        gain(p, 1)"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("replace value worth_of(card c) = 2",), []),
        (("replace value worth_of(card c):", "    2"), []),
        (("replace value worth_of(card c, number k = 1) = 2",), ["2:43: M015 `k` is never used"]),
        (("replace group plenty(number n = 1) = card c where (c.worth > 2)",), []),
        (
            ("replace group plenty(number n = 1, number k = 2) = card c where (c.worth > 2)",),
            ["2:47: M015 `k` is never used"],
        ),
        (
            (
                "value more(card c) = 2",
                "rule again:",
                "    after gain:",
                "        raise p.points by more(flash)",
            ),
            ["2:21: M015 `c` is never used"],
        ),
    ],
)
def test_a_replacement_need_not_use_the_parameters_of_what_it_replaces(
    lines: tuple[str, ...], expected: list[str], tmp_path: Path
) -> None:
    game = DUEL.replace("event main():", PLENTY, 1).replace("event turn(seat p):", RICH, 1)
    assert messages(tmp_path, over(*lines), game=game) == [f"house1.rules:{each}" for each in expected]


@pytest.mark.parametrize("name", UNREACHABLE)
def test_amendment_that_comes_to_nothing(name: str, tmp_path: Path) -> None:
    lines, expected = UNREACHABLE[name]
    assert messages(tmp_path, over(*lines)) == [expected]


def test_what_makes_an_amendment_unreachable_is_shown_with_it(tmp_path: Path) -> None:
    low = over(
        "event boast(seat p):",
        "    gain(p, 1)",
        "insert before playing in turn:",
        "    boast(p)",
        title="low",
    )
    high = over("leave out boast in turn", title="high", on="low")
    (problem,) = amended(tmp_path, low, high).diagnostics
    assert problem.message == "`boast` is an event that nothing lets happen"
    assert problem.span is not None and problem.span.file.endswith("house1.rules")


def test_what_is_warned_of_in_the_game_is_no_doing_of_house_rules(tmp_path: Path) -> None:
    """Over a game with a warning only what is new is told."""
    game = DUEL.replace("    if length = long:", "    if not length = long or seat 1.points > 3:")
    assert [problem.code for problem in amended(tmp_path, game=game).diagnostics] == ["M085"]
    house = 'house rule "longer" amends duel:\n    {}\n'
    wrong = amended(tmp_path, house.format("remove rule opals_lat"), game=game)
    assert [problem.code for problem in wrong.diagnostics] == ["M103"]
    fine = amended(tmp_path, house.format("remove rule opals_late"), game=game)
    assert fine.diagnostics == [] and fine.rules is not None
