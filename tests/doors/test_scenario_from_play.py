"""Scenarios from play: what was chosen last, in the smallest position, as an author would write it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from amounts import NIGHTLY
from command_line import run
from regelwerk.doors.from_play import scenario_from
from regelwerk.doors.games import find_game, folder_of
from regelwerk.doors.read_scenario import read_scenario
from regelwerk.doors.refusals import Refused
from regelwerk.match.match import Match, make_build
from regelwerk.meaning.game import Checked, check_game
from regelwerk.source.spans import SourceFile
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.recalled import Answer, Recall
from regelwerk.studies.scenarios import run_scenario
from regelwerk.tree.format import format_text
from small_rules import RACE, write

pytestmark = pytest.mark.slow

WRITTEN = """
scenario "one each":
    let anna be seat 1
    let ben be seat 2
    given:
        set anna.at to 1
        set ben.at to 2
    start main()
    anna: step
    ben: step
    expect anna.at = 2
    expect ben.at = 3
    anna may step
"""
THROWN = """\
scenario "a throw":
    let anna be seat 1
    let ben be seat 2
    start main()
    chance cube: 2
    anna: step
    ben: throw
    anna: step
    ben: step
    expect anna.at = 2
    expect ben.at = 3
    anna may step
"""

NEEDS_TITLE = "a scenario needs a title: `scenario TITLE`, or `scenario 3 TITLE` for your last three choices"

PLAYED = (
    ("pig", 30, 2, 1), ("pig", 200, 1, 2), ("spice_caravan", 6, 2, 1),
    ("tic_tac_toe", 4, 1, 1), ("kuhn_poker", 2, 1, 1), ("goofspiel", 8, 2, 1), ("battleship_small", 9, 2, 1),
    ("nim", 3, 1, 1), ("counterspells", 14, 3, 2), ("connect_four", 12, 1, 2), ("othello", 10, 2, 1),
    ("knizia", 20, 1, 2), ("risiko", 120, 3, 2), *((("mele", 60, 2, 3),) if NIGHTLY else ()),
)  # fmt: skip
"""Games, how many choices are made at random, how many of them are told, and the seed."""


@cache
def checked(name: str) -> Checked:
    return check_game(folder_of(find_game(name)))


def played(game: Checked, choices: int, seed: int) -> tuple[Match, dict[int, Answer]]:
    """A match after so many choices at random, and the choices."""
    assert game.rules is not None
    match, chance = Match.start(game.rules, seed=seed), Random(seed)
    answers: dict[int, Answer] = {}
    for _ in range(choices):
        if not match.over:
            decision = chance.choice(match.decisions)
            option = chance.choice(decision.options)
            answers[len(match.log or ())] = decision.seat, option
            match.take(match.decisions.index(decision), option)
    return match, answers


@pytest.mark.parametrize(("name", "choices", "last", "seed"), PLAYED)
def test_it_passes_on_both_builds_and_is_formatted(name: str, choices: int, last: int, seed: int) -> None:
    game = checked(name)
    match, answers = played(game, choices, seed)
    text = scenario_from(game, match, "as played", last, answers)
    assert format_text(SourceFile("written", text)) == text
    scenario, problems = read_scenario(game, text)
    assert scenario is not None and not problems and game.rules is not None
    layouts = Layouts(game.rules)
    assert run_scenario(layouts, scenario).failure is None
    assert run_scenario(layouts, scenario, lambda layout: make_build(layout, "fast"), seed=7).failure is None


def test_choices_that_the_log_tells_alike_are_found_again() -> None:
    """What is laid down is told without its number, and matters when it is drawn again."""
    game = checked("knizia")
    for seed in range(4):
        match, answers = played(game, 40, seed)
        found, known = Recall(match, 2), Recall(match, 2, answers)
        courses = [each.course(each.beginnings[0]) for each in (found, known)]
        assert len(courses[0].choices) == len(courses[1].choices) >= 2


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("0 x", "a scenario goes 1 to 1 of your choices back, not 0"),
        ("-1 x", "a scenario goes 1 to 1 of your choices back, not -1"),
        ("99 x", "a scenario goes 1 to 1 of your choices back, not 99"),
        ("", NEEDS_TITLE),
        ("1", NEEDS_TITLE),
    ],
)
def test_what_the_prompt_cannot_write_is_one_clear_line(tmp_path: Path, said: str, answer: str) -> None:
    path = write(tmp_path, RACE)
    out = run("play", path, "--seed", 1, "--language", "en", typed=f"1\nscenario {said}\nquit\n").out
    assert f"> {answer}\n" in out
    assert path.read_text() == RACE


def test_beginnings_are_tried_for_a_bounded_time() -> None:
    game = checked("counterspells")
    match, answers = played(game, 30, 2)
    with pytest.raises(Refused, match="no scenario was found in 0 seconds"):
        scenario_from(game, match, "as played", 3, answers, seconds=0)


def test_the_prompt_writes_the_last_choices_below_the_rules(tmp_path: Path) -> None:
    path = write(tmp_path, RACE)
    said = 'scenario early\n1\n2\n1\n1\nscenario one each\nscenario 2 one each\nscenario a "quote"\nquit\n'
    out = run("play", path, "--seed", 1, "--seat", 1, "--seat", 2, "--language", "en", typed=said).out
    assert "> you have chosen nothing yet that a scenario could tell\n" in out
    assert f"> wrote {path}\nit holds what is hidden in this match, too\n" in out
    assert '> error: there is a scenario "one each" already\n  help: take another title\n' in out
    assert '> error: `a "quote"` cannot be the title of a scenario\n' in out
    assert path.read_text() == RACE + WRITTEN
    assert run("test", path) == (0, "", "1 passed\n")
    path.write_text(path.read_text().replace("raise q.at by 1", "raise q.at by 2"))
    assert run("test", path).err == "0 passed, 1 failed\n"


def test_what_is_taken_back_is_not_told(tmp_path: Path) -> None:
    path = write(tmp_path, RACE)
    said = "2\n2\nundo\n1\nscenario a step\nquit\n"
    run("play", path, "--seed", 1, "--seat", 1, "--seat", 2, "--language", "en", typed=said)
    assert run("test", path) == (0, "", "1 passed\n")


def test_a_saved_match_gives_a_scenario(tmp_path: Path) -> None:
    path, save = write(tmp_path, RACE), tmp_path / "match.json"
    said = f"1\n2\n1\n1\nsave {save}\nquit\n"
    run("play", path, "--seed", 1, "--seat", 1, "--seat", 2, "--language", "en", typed=said)
    show = run("scenario", save, "a throw", "--game", path, "--last", 3, "--show")
    assert show == (0, THROWN, "")
    assert path.read_text() == RACE
    assert run("scenario", save, "a throw", "--game", path, "--last", 3) == (0, "", f"wrote {path}\n")
    assert path.read_text() == f"{RACE}\n{THROWN}"
    path.write_text(RACE.replace("raise q.at by 1", "raise q.at by 2"))
    done = run("scenario", save, "a throw", "--game", path)
    assert done.status == 1 and "was played with other rules of `race`" in done.err


def test_the_folder_of_a_game_gets_a_file(tmp_path: Path) -> None:
    folder, save = tmp_path / "race", tmp_path / "match.json"
    folder.mkdir()
    (folder / "race.rules").write_text(RACE)
    head = "format: regelwerk-game/1\nlanguage: 2\nid: race\ntitle: {en: Race}"
    manifest = f"{head}\nversion: '1'\nrules: [race.rules]\n"
    (folder / "game.yaml").write_text(manifest)
    run("play", folder, "--seed", 1, "--seat", 1, "--seat", 2, typed=f"1\n1\nsave {save}\nquit\n")
    file = folder / "scenarios" / "first_steps.rules"
    written = ("scenario", save, "First steps!", "--game", folder)
    assert run(*written).err == (
        f"wrote {file}\nadd `scenarios/first_steps.rules` to `scenarios` in the `game.yaml` of the game\n"
    )
    (folder / "game.yaml").write_text(manifest + "scenarios:\n  - scenarios/*.rules\n")
    assert run("test", folder).err == "1 passed\n"
    done = run("scenario", save, "first steps", "--game", folder)
    assert (done.status, done.err) == (
        1, f"error: there is a file `{file}` already\n  help: take another title\n",
    )  # fmt: skip
    assert run("scenario", save, "first steps", "--game", folder, "--replace").err == f"wrote {file}\n"
    assert run("test", folder, "-v").out == "passed: first steps\n"


def test_shipped_games_are_not_added_to(tmp_path: Path) -> None:
    save = tmp_path / "match.json"
    run("play", "tic_tac_toe", "--seat", 1, "--seat", 2, typed=f"5\n1\nsave {save}\nquit\n")
    done = run("scenario", save, "middle")
    assert done.status == 1 and done.err.startswith("error: `tic_tac_toe` comes with regelwerk, and is not")
    assert 'scenario "middle":' in run("scenario", save, "middle", "--show").out
    assert run("scenario", save, "middle", "--last", 0).status == 2
    assert "cannot be the title" in run("scenario", save, " ", "--show").err


LUCK = """\
# A die ruins whom its six meets.
game luck for 2 players

die cube: 1..6

type seat:
    gold: 0..9 = 1

event main():
    repeat 3 times:
        turn(seat 1)
    end game as over

event turn(seat p):
    ask p:
        stay:
            raise p.gold by 1
        dare:
            roll cube as c by p
            raise p.gold by 2
            if c = WORST:
                set p.gold to 0
"""


@pytest.mark.parametrize("worst", [1, 2, 3, 4, 5, 6])
def test_a_die_of_which_one_face_matters_is_not_left_out_by_luck(tmp_path: Path, worst: int) -> None:
    path = write(tmp_path, LUCK.replace("WORST", str(worst)))
    run("play", path, "--seed", 1, "--seat", 1, "--language", "en", typed="2\nscenario a dare\nquit\n")
    assert "    chance cube: " in path.read_text()
    assert run("test", path) == (0, "", "1 passed\n")


def test_a_die_that_changes_nothing_is_left_out(tmp_path: Path) -> None:
    path = write(tmp_path, LUCK.replace("c = WORST", "c = 1 and p.gold = 9"))
    run("play", path, "--seed", 1, "--seat", 1, "--language", "en", typed="2\nscenario a rest\nquit\n")
    assert 'scenario "a rest":' in path.read_text()
    assert "chance" not in path.read_text()


def test_a_match_without_choices_says_so(tmp_path: Path) -> None:
    path, save = write(tmp_path, RACE), tmp_path / "match.json"
    run("play", path, "--seed", 1, "--seat", 1, "--language", "en", typed=f"save {save}\nquit\n")
    done = run("scenario", save, "nothing", "--game", path)
    assert done.status == 1
    assert done.err.startswith("error: nobody has made a choice in this match\n")
    assert "make one, and write the scenario then" in done.err


def test_a_save_of_a_game_that_is_not_shipped_asks_for_its_file(tmp_path: Path) -> None:
    path, save = write(tmp_path, RACE), tmp_path / "match.json"
    run("play", path, "--seed", 1, "--seat", 1, "--language", "en", typed=f"1\nsave {save}\nquit\n")
    done = run("scenario", save, "a step")
    assert done.status == 1
    assert "is a match of `race`, which does not come with regelwerk" in done.err
    assert "name the file or folder of the game: `--game FILE`" in done.err


HANDS = """\
game hands for 2 players

type card:
    starts in deck

table card:
    ace
    king: copies = 2
    rat: copies = 3

zone deck: card, pile, seen by nobody
zone hand of seat: card, seen by owner
zone field of seat: card, seen by all

event main():
    for each seat p:
        draw 2 from deck to p.hand
    repeat 3 times:
        for each seat p:
            draw 1 from deck to p.hand
            open playing(p)
    end game as over

window playing(seat p):
    asks p

action lay:
    at playing
    by q
    uses card c in q.hand
    do:
        move c to q.field
"""


def test_chance_that_is_not_written_makes_no_difference(tmp_path: Path) -> None:
    """Where a match begins anew in the middle of a round, more is drawn than was drawn in play."""
    game = check_game(str(write(tmp_path, HANDS)))
    assert game.rules is not None
    layouts = Layouts(game.rules)
    for choices, seed_of_match in ((2, 4), (3, 4), (4, 3)):
        match, answers = played(game, choices, seed_of_match)
        scenario, _ = read_scenario(game, scenario_from(game, match, "as played", 1, answers))
        assert scenario is not None
        for seed in range(100, 140):
            assert run_scenario(layouts, scenario, seed=seed).failure is None
