"""`coverage`, `explain`, `new`, `census` and `doctor`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import run
from regelwerk import __version__
from regelwerk.doors.commands.census import DECLARATIONS
from regelwerk.rules.declarations import Rules
from small_rules import GUESS, RACE, write

MANIFEST = """\
format: regelwerk-game/1
language: 2
id: race
title:
  en: "Race"
version: "1.0"
rules:
  - race.rules
clauses: clauses.yaml
"""

CLAUSES = """\
format: regelwerk-clauses/1
game: race
clauses:
  race.moves.01: {title: "A throw instead of a step", kind: action}
  race.moves.02: {title: "Be quick", kind: advice, not_executable: "nobody can be made to hurry"}
  race.moves.03: {title: "Steps", kind: action}
ambiguities:
  - about: "throws"
    reading: "one throw, not two"
    clauses: [race.moves.01]
"""

LINES = """\
race.moves.01  A throw instead of a step
    rules: action throw
    scenarios: "a throw"
race.moves.02  Be quick
    not executable: nobody can be made to hurry
race.moves.03  Steps
"""

SCENARIO = """
scenario "a throw":
    cites race.moves.01
    start turn(seat 1)
    chance cube: 2
    seat 1: throw
    expect seat 1.at = 2
"""


@pytest.fixture
def race(tmp_path: Path) -> Path:
    folder = tmp_path / "race"
    folder.mkdir()
    write(folder, RACE + SCENARIO)
    (folder / "game.yaml").write_text(MANIFEST)
    (folder / "clauses.yaml").write_text(CLAUSES)
    return folder


DECK = """\
game deck for 2 players
type trick:
    worth: 1..3
    written: flag = yes
table trick:
    flash: worth = 1
    glow: worth = 2
    vanish: worth = 3, written = no
event perform(trick t) told by its text, otherwise nothing
text of flash:
    perform:
        raise sparks by t.worth
state sparks: 0..9 = 0
event main():
    for each trick t where (t.written):
        perform(t)
    end game as finale:
        score sparks + seat_number(p) for each seat p
value seat_number(seat p) = count of seat q where (q = p)
"""


def test_coverage_clause_by_clause(race: Path) -> None:
    totals = "3 clauses, 1 cited by rules, 1 by scenarios, 1 not executable"
    assert run("coverage", race) == (1, f"{LINES}    nothing cites it\n{totals}, 1 not covered\n", "")
    (race / "race.rules").write_text(
        (RACE + SCENARIO).replace("action step:", "action step:\n    cites race.moves.03")
    )
    assert run("coverage", race) == (
        0,
        f"{LINES}    rules: action step\n"
        "3 clauses, 2 cited by rules, 1 by scenarios, 1 not executable, 0 not covered\n",
        "",
    )
    assert run("coverage", race, "--missing", "--json").out == "[]\n"


def test_coverage_of_rows_counts_those_that_rules_name(tmp_path: Path) -> None:
    path = tmp_path / "deck.rules"
    path.write_text(DECK)
    head = "trick: 3 rows, 1 of them named by rules\n"
    assert run("coverage", path, "--rows") == (0, f"{head}3 rows, 1 of them named by rules\n", "")
    assert run("coverage", path, "--cards") == run("coverage", path, "--rows")
    done = run("coverage", path, "--rows", "--unless", "written")
    assert done.status == 1
    assert done.out == (f"{head}    not written: vanish\n3 rows, 1 of them named by rules, 1 not written\n")
    assert json.loads(run("coverage", path, "--rows", "--json").out)[0]["rows"] == 3


def test_coverage_of_rows_refuses_what_is_no_flag(tmp_path: Path) -> None:
    path = tmp_path / "deck.rules"
    path.write_text(DECK)
    done = run("coverage", path, "--rows", "--unless", "writen")
    assert (done.status, done.out) == (1, "")
    assert "no type has a flag `writen`" in done.err and "written" in done.err
    assert "write `--rows` too" in run("coverage", path, "--unless", "written").err


def test_coverage_needs_a_list(tmp_path: Path) -> None:
    path = write(tmp_path, GUESS)
    assert run("coverage", path) == (
        1,
        "",
        f"error: `{path}` has no list of clauses\n  help: write `clauses.yaml` and name it in `game.yaml`\n",
    )


def test_explain(race: Path) -> None:
    assert run("explain", "p001").out.startswith("# P001 tab in a rule file\n")
    assert run("explain", "race.moves.01", "--game", race) == (
        0,
        "race.moves.01  A throw instead of a step (action)\n"
        "  throws: one throw, not two\n"
        "  cited by action throw\n"
        '  tested by "a throw"\n',
        "",
    )
    assert run("explain", "race.moves.04", "--game", race).err == (
        "error: there is no code or clause `race.moves.04`\n"
        "  did you mean `race.moves.01`, `race.moves.02` or `race.moves.03`?\n"
        "  help: clauses look like `rulebook.section.01`, codes like `P001`\n"
    )
    unknown = run("explain", "P999")
    assert (unknown.status, unknown.err.splitlines()[0]) == (1, "error: there is no code `P999`")


def test_a_new_game_is_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("new", "my_game")
    assert done.out == (
        "wrote my_game: game.yaml, my_game.rules, scenarios/turns.rules, labels.yaml\n"
        "try `regelwerk test my_game` and `regelwerk play my_game`\n"
    )
    assert run("check", "my_game") == (0, "", "nothing is wrong\n")
    assert run("format", "--check", "my_game").status == 0
    assert run("test", "my_game") == (0, "", "2 passed\n")
    assert run("simulate", "my_game", "-n", "5", "--players", "4").status == 0
    assert run("new", "my_game") == (1, "", "error: `my_game` exists already\n  help: choose another name\n")
    assert run("new", "2Fast") == (
        1,
        "",
        "error: `2Fast` is no name for a game\n"
        "  help: write up to 80 small letters, digits and `_`, a letter first\n",
    )


@pytest.mark.parametrize("name", ["seat", "none", "x" * 81])
def test_a_new_game_with_a_name_that_does_not_do_is_refused(name: str, tmp_path: Path) -> None:
    done = run("new", tmp_path / name)
    assert done.status == 1
    assert done.err.startswith(f"error: `{name}` is ")
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["true", "null", "on", "x" * 80, "number_card", "main"])
def test_a_new_game_with_any_other_name_is_sound(name: str, tmp_path: Path) -> None:
    assert run("new", tmp_path / name).status == 0
    assert run("test", tmp_path / name) == (0, "", "2 passed\n")


def test_census_counts_games_rules_cards_and_scenarios(race: Path, tmp_path: Path) -> None:
    guess = write(tmp_path, GUESS)
    uses = {(u["kind"], u["name"]): u for u in json.loads(run("census", "--json", race, guess).out)}
    assert uses["declaration", "action"] == {
        "kind": "declaration", "name": "action", "games": 1, "rules": 2, "cards": 0, "scenarios": 0,
    }  # fmt: skip
    assert uses["statement", "roll"]["rules"] == 1
    assert uses["function", "next"]["games"] == 2
    assert uses["step", "chance"]["scenarios"] == 1
    assert uses["statement", "pay"]["games"] == 0
    unused = run("census", "--unused", race, guess).out
    assert "pay" in unused
    assert "end_game" not in unused


def test_census_knows_every_declaration() -> None:
    apart = {"format", "game", "version", "players", "house_rules", "cites", "places", "labels"}
    apart |= {"bounds", "drawings", "brought", "standing"}
    assert set(DECLARATIONS) == set(Rules.__struct_fields__) - apart


def test_doctor(race: Path, tmp_path: Path) -> None:
    assert run("doctor").out.startswith(f"regelwerk {__version__}\nPython 3.")
    rules = race / "race.rules"
    assert run("doctor", rules, "--tokens").out.startswith("2:1 GAME 'game'\n2:6 NAME 'race'\n")
    assert run("doctor", rules, "--tree").out.startswith("Game\n  name: race\n  low: 2\n")
    assert json.loads(run("doctor", race, "--rules").out)["game"] == "race"
    assert (
        "event:turn(p)\n   0   open\n   1   if then:2\n   2     end_game\n"
        in run("doctor", race, "--program").out
    )
    assert run("doctor", rules).status == 2
