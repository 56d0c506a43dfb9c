"""Positions with names: their lines in many scenarios, and what is wrong with them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from command_line import run
from regelwerk.match.match import make_build
from regelwerk.meaning.game import check_game
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario

GAME = """\
# Cards worth gold.
game hoard for 2..3 players

type card:
    worth: 1..9
    starts in deck

table card:
    ruby: worth = 3, copies = 3
    pearl: worth = 2

zone deck: card, seen by all

zone hand of seat: card, seen by all

state gold: 0..9 = 0

event main():
    earn(seat 1)
    end game as over

event earn(seat p):
    choose card c in p.hand by p, otherwise done
    raise gold by c.worth

position at_table:
    with 3 players
    let anna be seat 1
    let ben be seat 2

position rich(seat p, card c, number n):
    position at_table
    given:
        put c in p.hand
        put pearl in anna.hand
    let first be the card x in p.hand where (x is c)
    given:
        set gold to n + first.worth
    start earn(p)

"""


def said(folder: Path, text: str) -> str:
    """What `test` says of a scenario with these lines, and other blocks below it, or `check` of errors."""
    path = folder / "hoard.rules"
    path.write_text(GAME + text, "utf-8")
    done = run("test", path)
    return done.out + done.err if "passed" in done.err else run("check", path).out


def scenario(lines: str) -> str:
    return 'scenario "one":\n' + "".join(f"    {line}\n" for line in lines.split("; "))


@pytest.mark.parametrize(
    "lines",
    [
        "position rich(seat 1, ruby, 1); anna: pearl; expect gold = 6",
        "position rich(seat 1, ruby, 0); anna: first; expect gold = 6",
        "position at_table; position rich(anna, ruby, 2); anna: pearl; expect gold = 7",
        "let p be seat 1; position rich(p, ruby, 2); p: pearl; expect gold = 7",
        "let carl be seat 3; position rich(carl, ruby, 1); expect gold = 7",
        "position rich(seat 1, ruby, (count of card x in seat 1.hand) - 1); anna: pearl; expect gold = 6",
    ],
)
def test_lines_of_a_position_stand_where_it_is_used(tmp_path: Path, lines: str) -> None:
    assert said(tmp_path, scenario(lines)).splitlines()[-1] == "1 passed"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("position poor; expect gold = 6", "M001: there is no position `poor`"),
        ("position ritch(seat 1, ruby, 1); expect gold = 6", "did you mean `rich`"),
        ("position gold; expect gold = 6", "M001: there is no position `gold`"),
        ("position rich(seat 1, ruby); ends", "M006: `rich` takes 3 arguments (p, c, n), here are 2"),
        ("position at_table(seat 1); expect gold = 6", "M006: `at_table` takes 0 arguments (none)"),
        ("position rich(ruby, ruby, 1); expect gold = 6", "`p` of `rich`"),
        ("position rich(seat 1, 3, 1); expect gold = 6", "`c` of `rich`"),
        ("position rich(seat 1, ruby, pearl); expect gold = 6", "`n` of `rich`"),
        ("let anna be seat 2; position at_table; expect anna = seat 1", "M0"),
    ],
)
def test_what_is_wrong_where_a_position_is_used(tmp_path: Path, lines: str, message: str) -> None:
    assert message in said(tmp_path, scenario(lines))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("anna: pearl; expect gold = 6; start earn(anna); anna: first; expect gold = 9", "1 passed"),
        ("anna: pearl; start earn(anna); anna: pearl; start earn(ben); expect gold = 8", "1 passed"),
        ("anna: pearl; start earn(anna); expect gold = 9", "0 passed, 1 failed"),
        ("start earn(anna); expect gold = 9", "`earn` cannot start yet: anna is asked for"),
        ("anna: pearl; start main(); anna: pearl; ends as over; start main()", "`main` cannot start: "),
    ],
)
def test_a_scenario_may_start_several_things(tmp_path: Path, lines: str, told: str) -> None:
    assert told in said(tmp_path, scenario("position rich(seat 1, ruby, 1); " + lines))


def test_a_position_may_not_have_itself_among_its_lines(tmp_path: Path) -> None:
    circle = "\nposition left:\n    position right\n\nposition right:\n    position left\n"
    assert "M124: `left` has itself among its lines" in said(
        tmp_path, scenario("position left; expect gold = 1") + circle
    )


@pytest.mark.parametrize(
    ("lines", "line", "what"),
    [
        ("start main(); given:;     set gold to 1; ends as over", 43, "given"),
        ("start main(); with 3 players; ends as over", 43, "with"),
        ("expect gold = 1; given:;     set gold to 1; start main()", 43, "given"),
        ("position rich(seat 1, ruby, 1); given:;     set gold to 1; ends", 43, "given"),
        ("anna: done; position at_table; ends as over", 43, "position at_table"),
        ("start main(); let p be seat 1; position rich(p, ruby, 1); ends", 44, "position rich"),
    ],
)  # fmt: skip
def test_what_makes_the_position_stands_above_the_course(
    tmp_path: Path, lines: str, line: int, what: str
) -> None:
    told = said(tmp_path, scenario(lines))
    assert told.count("M063") == 1
    assert f"M063: `{what}` makes the position, but the course has begun above it" in told
    assert f"hoard.rules:{line}:5" in told


def test_names_chance_and_passing_may_stand_below_the_start(tmp_path: Path) -> None:
    below = "\nposition ben_rests:\n    let ben be seat 2\n    with 3 players\n    ben plays nothing\n"
    lines = "position rich(seat 1, ruby, 1); position ben_rests; anna: pearl; expect gold = 6"
    assert said(tmp_path, scenario(lines) + below).splitlines()[-1] == "1 passed"


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ("with 2 players; with 3 players", "players"),
        ("with 2 players; position at_table", "players"),
        ("with ruby.worth = 1; with pearl.worth = 1; with ruby.worth = 2", "ruby.worth"),
        ("with 2 players; with 2 players", "players"),
    ],
)
def test_a_scenario_is_set_to_something_once(tmp_path: Path, lines: str, what: str) -> None:
    told = said(tmp_path, scenario(lines + "; start main(); ends as over"))
    assert f"M038: this scenario sets `{what}` twice" in told
    assert f"`{what}` is set here: " in told


def test_positions_that_double_end_soon(tmp_path: Path) -> None:
    doubling = "".join(f"\nposition p{n}:\n    position p{n + 1}\n    position p{n + 1}\n" for n in range(30))
    last = "\nposition p30:\n    given:\n        set gold to 1\n"
    assert "M124: positions add more than 500 lines" in said(
        tmp_path, scenario("position p0; expect gold = 1") + doubling + last
    )


@pytest.mark.parametrize(
    "use",
    ["pearl, seat 1, 1", "seat 1, pearl, gone", "seat 1, pearl, 1, 2", "seat 1, pearl", "c: pearl, m: 1"],
)
def test_what_follows_from_an_argument_with_a_mistake_is_left_out(tmp_path: Path, use: str) -> None:
    """Lines that name it are not understood; the others are, so the names that they give are known."""
    text = f"{GAME}{scenario(f'position rich({use}); start earn(ben); anna is not asked')}"
    path = tmp_path / "hoard.rules"
    path.write_text(text, "utf-8")
    at = text[: text.index(f"rich({use})")].count("\n") + 1
    told = run("check", "--format", "short", path).out.splitlines()
    assert told and {line.removeprefix(str(path)).split(":")[1] for line in told} == {str(at)}


def test_names_that_an_unreadable_position_would_give_are_not_unknown(tmp_path: Path) -> None:
    text = GAME.replace("    let ben be seat 2\n", "    let ben be seat 2\n    expect gold = 1\n")
    path = tmp_path / "hoard.rules"
    path.write_text(text + scenario("position at_table; start earn(anna); ben is not asked"), "utf-8")
    (told,) = run("check", "--format", "short", path).out.splitlines()
    assert "P024 no line here begins with `expect`" in told


def test_a_position_does_not_know_the_names_of_a_scenario(tmp_path: Path) -> None:
    position = "\nposition rich_one:\n    given:\n        put ruby in carl.hand\n    start earn(carl)\n"
    lines = "let carl be seat 1; position rich_one; carl: ruby; expect gold = 3"
    assert "M063: `carl` is a name of the scenario, which a position does not know" in said(
        tmp_path, scenario(lines) + position
    )


def test_a_mistake_in_a_position_is_told_once_and_where_it_is(tmp_path: Path) -> None:
    position = "\nposition wrong:\n    given:\n        set golt to 1\n"
    lines = "position wrong; start main(); expect gold = 1"
    told = said(tmp_path, scenario(lines) + scenario(lines).replace('"one"', '"two"') + position)
    assert told.count("there is no `golt`") == 1
    assert "hoard.rules:52:13" in told


def test_a_mistake_in_a_position_says_which_use_brings_it_in(tmp_path: Path) -> None:
    positions = (
        "\nposition wrong(seat p):\n    given:\n        set golt to 1\n"
        "\nposition further(seat p):\n    position wrong(p)\n"
    )
    told = said(tmp_path, scenario("position further(seat 2); start main(); ends as over") + positions)
    assert told.count("there is no `golt`") == 1
    assert "`position further(seat 2)` brings this line into a scenario here: " in told
    assert "hoard.rules:42:5" in told


def test_a_position_that_is_not_used_is_understood_all_the_same(tmp_path: Path) -> None:
    positions = (
        "\nposition wrong(seat p, card c, number n):\n"
        "    given:\n        put c in p.hand\n        set gold to n\n        set golt to n\n"
    )
    told = said(tmp_path, scenario("start main(); ends as over") + positions)
    assert told.count("error M") == 1
    assert "there is no `golt`" in told
    assert "brings this line" not in told
    sound = positions.replace("golt", "gold")
    assert run("check", tmp_path / "hoard.rules").status == 1
    said(tmp_path, scenario("start main(); ends as over") + sound)
    assert "warning M116: `wrong` is never used" in run("check", tmp_path / "hoard.rules").out


def test_what_is_not_used_is_a_warning(tmp_path: Path) -> None:
    lines = scenario("position rich(seat 1, ruby, 1); anna: pearl; expect gold = 6")
    position = "\nposition idle(seat p):\n    given:\n        set gold to 1\n"
    path = tmp_path / "hoard.rules"
    path.write_text(GAME + lines + position, "utf-8")
    assert "M116 warning: `idle` is never used" in run("check", "--format", "short", path).out
    lines += scenario("position idle(seat 1); start main(); expect gold = 1").replace('"one"', '"two"')
    path.write_text(GAME + lines + position, "utf-8")
    assert "M116 warning: `p` is never used" in run("check", "--format", "short", path).out


def test_games_may_have_a_position_of_their_own(tmp_path: Path) -> None:
    event = "\nevent position(seat p):\n    earn(p)\n"
    lines = "position rich(seat 1, ruby, 1); start position(anna); anna: pearl; expect gold = 6"
    start = GAME.replace("    start earn(p)\n", "")
    path = tmp_path / "hoard.rules"
    path.write_text(start + scenario(lines) + event, "utf-8")
    assert run("test", path).err == "1 passed\n"


def test_a_house_rule_brings_positions_with_its_scenarios(tmp_path: Path) -> None:
    (tmp_path / "hoard.rules").write_text(
        GAME + scenario("position rich(seat 1, ruby, 1); anna: pearl; expect gold = 6"), "utf-8"
    )
    (tmp_path / "house.rules").write_text(
        'house rule "dear pearls" amends hoard:\n    change table card:\n        pearl: worth = 5\n\n'
        "position rich(seat p):\n    given:\n        put pearl in p.hand\n    start earn(p)\n\n"
        'scenario "a dear pearl":\n    position rich(seat 1)\n    expect gold = 5\n',
        "utf-8",
    )
    done = run("test", tmp_path / "hoard.rules", "--house", tmp_path / "house.rules")
    assert done.status == 0, done.out + done.err
    assert "1 passed" in done.err
    told = run("diff", tmp_path / "hoard.rules", "--house", tmp_path / "house.rules", "--scenarios")
    assert "one" in told.out, told.out + told.err


def test_both_builds_play_on(tmp_path: Path) -> None:
    lines = "position rich(seat 1, ruby, 1); anna: pearl; start earn(anna); anna: pearl; expect gold = 8"
    (tmp_path / "hoard.rules").write_text(GAME + scenario(lines), "utf-8")
    checked = check_game(tmp_path / "hoard.rules")
    assert checked.rules is not None and checked.scenarios is not None
    (played,) = checked.scenarios.scenarios
    for build in ("walker", "fast"):
        report = run_scenario(Layouts(checked.rules), played, partial(make_build, name=build))
        assert report.failure is None


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("with pearl.worth = 5; position rich(seat 1, ruby, 1); anna: pearl; expect gold = 9", "2 passed"),
        ("with ruby.worth = 1; position rich(seat 1, ruby, 1); anna: ruby; expect gold = 3", "2 passed"),
        ("with pearl.worth = 10; start main(); ends as over", "M026: `worth` goes from 1 to 9"),
        ("with pearl.worth = pearl; start main(); ends as over", "M005"),
        ("with pearl.weight = 3; start main(); ends as over", "M004: a `card` has no attribute `weight`"),
        ("with gold.worth = 3; start main(); ends as over", "M001: there is no table row `gold`"),
        ("with ruby.copies = 1; start main(); ends as over", "M004: `copies` is no attribute of `ruby`"),
        ("with ruby.worth.red = 1; start main(); ends as over", "M004: `ruby` has one `worth`"),
    ],
)
def test_a_figure_may_be_another_for_one_scenario(tmp_path: Path, lines: str, told: str) -> None:
    other = scenario("position rich(seat 1, ruby, 1); anna: pearl; expect gold = 6")
    text = said(tmp_path, scenario(lines) + other.replace('"one"', '"as it is"'))
    if "passed" not in told:
        text = run("check", tmp_path / "hoard.rules").out
    assert told in text
