"""What each amendment does, seen in scenarios that are played on the amended game."""

from pathlib import Path

import pytest

from duels import DUEL, amended, over, play, rules_of
from regelwerk.meaning.game import check_game


def scenario(*lines: str) -> str:
    return 'scenario "it":\n' + "".join(f"    {line}\n" for line in lines)


AMENDMENTS = {
    "replaced event": (
        ("replace event gain(seat p, number n):", "    raise p.points by n + 1"),
        ("start gain(seat 1, 2)", "expect seat 1.points = 3"),
    ),
    "replaced event with a parameter that calls of the game leave out": (
        ("replace event gain(seat p, number n, number more = 2):", "    raise p.points by n + more"),
        ("given:", "    put 1 ruby in seat 1.hand", "start turn(seat 1)", "seat 1: lay(ruby)",
         "expect seat 1.points = 8"),
    ),
    "added event and rule": (
        ("event boast(seat p):", "    raise p.points by 5",
         "rule proud:", "    after lay where (c.colour = red):", "        boast(q)"),
        ("given:", "    put 1 ruby in seat 1.hand", "start turn(seat 1)", "seat 1: lay(ruby)",
         "expect seat 1.points = 9"),
    ),
    "removed rule": (
        ("remove rule opals_late, rule bonus",),
        ("given:", "    put 1 opal in seat 1.hand", "start turn(seat 1)", "seat 1: lay(opal)",
         "expect seat 1.points = 1"),
    ),
    "narrowed action": (
        ("narrow action lay:", "    by where (q = seat 2)", "    needs c.worth = 3"),
        ("given:", "    put 1 ruby in seat 2.hand", "    put 1 opal in seat 2.hand", "    gain(seat 1, 5)",
         "start turn(seat 2)", "seat 2 cannot lay(opal)", "seat 2: lay(ruby)", "expect seat 2.points = 4"),
    ),
    "narrowed rule": (
        ("narrow rule bonus where (q = seat 2)",),
        ("given:", "    put 1 ruby in seat 1.hand", "start turn(seat 1)", "seat 1: lay(ruby)",
         "expect seat 1.points = 3"),
    ),
    "narrowed rule without a condition": (
        ("narrow rule echo where (seat 2.points = 7)",),
        ("start struck(flash)", "expect seat 1.points = 1 and seat 2.points = 0"),
    ),
    "extended enum and a new row": (
        ("extend enum colour: green", "table card:", "    jade: colour = green, worth = 7"),
        ("given:", "    put jade in seat 1.hand", "start turn(seat 1)", "seat 1: lay(jade)",
         "expect seat 1.points = 7"),
    ),
    "extended types": (
        ("extend type card:", "    heavy: flag = no", "extend type seat:", "    breath: 0..3 = 1",
         "change table card:", "    ruby: heavy = yes",
         "replace value worth_of(card c):", "    9 when c.heavy", "    otherwise 0",
         "rule tired:", "    after lay where (c.heavy):", "        lower q.breath by 1"),
        ("given:", "    put 1 ruby in seat 1.hand", "start turn(seat 1)", "seat 1: lay(ruby)",
         "expect seat 1.points = 10 and seat 1.breath = 0"),
    ),
    "changed table": (
        ("change table card:", "    ruby: worth = 9", "    opal: worth = 2"),
        ("let c be the card x where (x is opal)", "expect c.worth = 2"),
    ),
    "fixed option": (("fix option length = long",), ("expect length = long",)),
    "inserted beside a step, with its locals": (
        ("insert after gain in lay:", "    gain(next(q), c.worth)"),
        ("given:", "    put 1 ruby in seat 1.hand", "start turn(seat 1)", "seat 1: lay(ruby)",
         "expect seat 1.points = 4 and seat 2.points = 3"),
    ),
    "a step left out": (
        ("leave out gain in lay", "remove value worth_of"),
        ("given:", "    put 1 ruby in seat 1.hand", "start turn(seat 1)", "seat 1: lay(ruby)",
         "expect seat 1.points = 1 and size(out) = 1"),
    ),
    "the only step left out": (
        ("leave out gain in bonus",),
        ("given:", "    put 1 ruby in seat 1.hand", "start turn(seat 1)", "seat 1: lay(ruby)",
         "expect seat 1.points = 3"),
    ),
    "a part of a text": (
        ("replace text of flash:", "    struck:", "        gain(seat 1, 8)"),
        ("start struck(flash)", "expect seat 1.points = 8 and seat 2.points = 1"),
    ),
    "a rule inside a text": (
        ("remove rule echo",),
        ("start struck(flash)", "expect seat 1.points = 1 and seat 2.points = 0"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", AMENDMENTS)
def test_amendment(name: str, tmp_path: Path) -> None:
    lines, played = AMENDMENTS[name]
    assert play(amended(tmp_path, over(*lines) + scenario(*played))) == {"it": None}


def test_without_its_house_rule_the_game_is_as_it_was(tmp_path: Path) -> None:
    over_it = rules_of(tmp_path, over("remove rule bonus"))
    assert check_game(tmp_path / "duel.rules").rules == amended(tmp_path).rules
    assert over_it.rules != amended(tmp_path).rules


def test_the_lines_of_a_house_rule_have_no_order(tmp_path: Path) -> None:
    parts = [
        ("leave out gain in bonus",),
        ("insert after turn 2 in main:", "    turn(p)"),
        ("extend enum colour: green",),
        ("remove rule opals_late",),
    ]
    forward = rules_of(tmp_path, over(*(line for part in parts for line in part)))
    backward = rules_of(tmp_path, over(*(line for part in reversed(parts) for line in part)))
    assert [e.body for e in forward.events] == [e.body for e in backward.events]
    assert (forward.enums, forward.rules) == (backward.enums, backward.rules)


def test_what_is_inserted_later_stands_further_away(tmp_path: Path) -> None:
    near = over("insert before gain in lay:", "    gain(q, 1)", "insert after gain in lay:", "    gain(q, 2)")
    far = over(
        "insert before gain in lay:",
        "    gain(q, 3)",
        "insert after gain in lay:",
        "    gain(q, 4)",
        title="far",
    )
    (action,) = rules_of(tmp_path, near, far).actions
    written = [repr(statement) for statement in action.body]
    numbers = [text.split("Number(value=")[1][0] if "Number(value=" in text else "" for text in written]
    assert numbers == ["", "3", "1", "", "2", "4"]


def test_scenarios_of_the_game_are_about_the_game_alone(tmp_path: Path) -> None:
    game = DUEL + '\nscenario "base":\n    start gain(seat 1, 2)\n    expect seat 1.points = 2\n'
    house = over("replace event gain(seat p, number n):", "    raise p.points by n + 1")
    house += 'scenario "amended":\n    start gain(seat 1, 2)\n    expect seat 1.points = 3\n'
    assert play(amended(tmp_path, game=game)) == {"base": None}
    assert play(amended(tmp_path, house, game=game)) == {"amended": None}


def test_what_lies_on_top_takes_the_scenarios_below_away(tmp_path: Path) -> None:
    lower = over("replace event gain(seat p, number n):", "    raise p.points by n + 1", title="low")
    lower += 'scenario "low":\n    start gain(seat 1, 2)\n    expect seat 1.points = 3\n'
    lines = ("replace event gain(seat p, number n):", "    raise p.points by n + 2")
    upper = over(*lines, title="high", on="low")
    upper += 'scenario "high":\n    start gain(seat 1, 2)\n    expect seat 1.points = 4\n'
    assert play(amended(tmp_path, lower, upper)) == {"high": None}
    beside = over("remove rule bonus", title="beside")
    assert play(amended(tmp_path, lower, beside)) == {"low": None}


def test_rows_of_table_files_are_changed_and_removed(tmp_path: Path) -> None:
    game = DUEL.replace("    ruby: colour = red, worth = 3, copies = 4\n", "").replace("flash", "spark")
    (tmp_path / "card.yaml").write_text(
        "format: regelwerk-table/1\ntype: card\nrows:\n"
        "  ruby: {colour: red, worth: 3, copies: 4}\n  amber: {colour: red}\n  coal: {colour: blue}\n"
    )
    (tmp_path / "game.yaml").write_text(
        'format: regelwerk-game/1\nlanguage: 2\nid: duel\ntitle: {en: "Duel"}\nversion: "1"\n'
        "rules: [duel.rules]\ntables: [card.yaml]\n"
    )
    (tmp_path / "duel.rules").write_text(game)
    (tmp_path / "houses").mkdir()
    house = tmp_path / "houses" / "other.rules"
    house.write_text(
        over("change table card:", "    ruby: worth = 9", "    coal: colour = red, copies = 2",
             "remove row amber", version="1")
    )  # fmt: skip
    checked = check_game(tmp_path, [house])
    assert checked.diagnostics == [] and checked.rules is not None
    rows = {row.name: (row.values, row.copies) for row in checked.rules.rows}
    assert rows["ruby"] == ({"colour": "red", "worth": 9}, 4)
    assert rows["coal"] == ({"colour": "red"}, 2)
    assert "amber" not in rows
    house.write_text(over("change table card:", "    ruby: worth = 12", version="1"))
    (problem,) = check_game(tmp_path, [house]).diagnostics
    assert problem.code == "M032" and problem.span is not None
    assert (problem.span.file, problem.span.line, problem.span.column) == (str(house), 3, 23)
