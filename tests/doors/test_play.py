"""Playing at the terminal, watching, saving, and asking about saved matches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import run
from small_rules import GUESS, RACE, write


def test_a_person_plays_a_seat() -> None:
    done = run("play", "tic_tac_toe", "--seed", "1", "--language", "en", typed="5\nquit\n")
    assert done.status == 0
    assert done.err.startswith("seed 1\nthe match is kept in `")
    assert "  5  board(2, 2)  event main" in done.out
    assert "│ 2 │          │  seat 1  │" in done.out
    assert "seat 1: board(2, 2)" in done.out


def test_a_match_played_to_its_end_says_who_has_won(tmp_path: Path) -> None:
    path = write(tmp_path, GUESS)
    results = {run("play", path, "--seed", seed, typed="1\n").out.splitlines()[-1] for seed in range(6)}
    assert results == {"found: won by seat 1", "missed: won by seat 2"}


def test_what_else_can_be_said(tmp_path: Path) -> None:
    path = write(tmp_path, RACE)
    said = "why 2\n\nwhy 9\n9\nfoo\n?\nlog\nundo\n"
    done = run("play", path, "--seed", "1", "--bots", "random", typed=said)
    out = done.out
    assert f"> action throw: race.moves.01 ({path}:" in out
    assert "there is no option 9, only 1 to 3\n" in out
    assert "`foo` is nothing you can say here; `?` lists what is\n" in out
    assert "undo         take the last choice back" in out
    assert "there is nothing to take back\n" in out
    assert "  2  throw  action throw (race.moves.01)\n" in out


def test_an_option_is_taken_by_its_text_or_its_words(tmp_path: Path) -> None:
    said = "board(3, 3)\nBOARD(1, 3)\nboard(2, 2\nq\n"
    out = run("play", "tic_tac_toe", "--seat", 1, "--seat", 2, "--language", "en", typed=said).out
    assert "│ 3 │  seat 2  │          │  seat 1  │" in out
    assert "`board(2, 2` is nothing you can say here; did you mean `board(2, 2)`?\n" in out
    said = "ohne vorbereitungen aufbrechen\nq\n"
    out = run("play", "knizia", "--seed", 4, "--language", "de", typed=said).out
    assert "Platz 1: Ohne Vorbereitungen aufbrechen │" in " ".join(out.split())


def test_what_is_said_at_the_terminal_is_in_the_language_of_the_player() -> None:
    out = run("play", "tic_tac_toe", "--language", "de", typed="?\nfoo\n99\np\nundo\nq\n").out
    assert "eine Zahl, `why N`, `undo`, `save FILE`, `quit` oder `?`\n" in out
    assert "\nundo         die letzte Wahl zurücknehmen" in out
    assert "`foo` kann man hier nicht sagen; `?` zählt auf, was man sagen kann\n" in out
    assert "es gibt keine Option 99, nur 1 bis 9\n" in out
    assert "hier gibt es nichts zu passen; wähle eine Option durch ihre Nummer\n" in out
    assert "es gibt nichts zurückzunehmen\n" in out


def test_a_number_is_that_of_an_option_not_its_value(tmp_path: Path) -> None:
    game = """\
game low for 2 players

event main():
    choose number n in 0..3 by seat 1
    end game as over:
        score n for each seat
"""
    path = write(tmp_path, game)
    assert "scores 1, 1" in run("play", path, typed="2\n").out


def test_of_several_it_says_how_many_and_which_have_been_chosen(tmp_path: Path) -> None:
    game = """\
game harvest for 2 players

type fruit
table fruit:
    plum: copies = 3
    pear

zone tree: fruit, seen by all
zone basket: fruit, seen by all

event main():
    move all fruit to tree
    choose up to 3 fruit fs in tree by seat 1
    move fs to basket
    choose exactly 2 fruit gs in basket by seat 1, otherwise done
    move gs to tree
    end game as over
"""
    lines = run("play", write(tmp_path, game), "--seed", "1", typed="1\n2\n1\n").out.splitlines()
    told = [line for line in lines if line.startswith("Choose ")]
    assert told[:3] == [
        "Choose up to 3.",
        "Choose up to 3. Chosen so far: plum.",
        "Choose up to 3. Chosen so far: plum, pear.",
    ]
    assert told[3:] == ["Choose 2."]


def test_a_choice_is_taken_back_until_chance_has_spoken(tmp_path: Path) -> None:
    path = write(tmp_path, RACE)
    both = ("--seat", "1", "--seat", "2", "--seed", "1")
    undone = run("play", path, *both, typed="1\nundo\nboard\n")
    assert undone.out.count("┃  at      0              0 ") == 3
    rolled = run("play", path, "--seat", "1", "--bots", "random", "--seed", "1", typed="2\nundo\n")
    assert rolled.out.endswith(
        "> the last choice cannot be taken back: since then another seat has chosen, something "
        "was learnt by it, or chance has spoken\n> \n"
    )


def test_without_a_terminal_bots_play_and_events_are_printed(tmp_path: Path) -> None:
    path = write(tmp_path, RACE)
    done = run("play", path, "--players", "3", "--seed", "4", "--language", "de")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == "main"
    assert lines[-1].startswith("home: gewonnen von Platz ")
    assert run("play", path, "--players", "3", "--seed", "4", "--language", "de", "--watch", typed="") == done


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "5"], "error: `race` is for 2 to 3 players, not 5\n  help: write `--players 2`\n"),
        (
            ["--seat", "3"],
            "error: there are 2 seats here\n  help: write `--seat` with a number from 1 to 2\n",
        ),
        (
            ["--option", "x=1"],
            "error: `race` has no option `x`\n  help: its options are none\n",
        ),
        (["--option", "x"], "error: `x` gives no value\n  help: write `--option name=value`\n"),
    ],
)
def test_what_cannot_be_played(tmp_path: Path, arguments: list[str], message: str) -> None:
    assert run("play", write(tmp_path, RACE), *arguments, typed="") == (1, "", message)


def test_a_saved_match_is_replayed_explained_and_played_on(tmp_path: Path) -> None:
    path, saved = write(tmp_path, RACE), tmp_path / "match.json"
    both = ("--seat", "1", "--seat", "2", "--seed", "1")
    done = run("play", path, *both, typed=f"1\n1\n1\n1\n1\nsave {saved}\nquit\n")
    assert f"saved to {saved}\n" in done.out
    replayed = run("replay", saved, "--game", path)
    assert replayed.status == 0
    assert replayed.out.startswith("main\nturn (seat 1)\nseat 1: step\n")
    assert replayed.out.endswith(f"now seat 2 has to decide; `regelwerk why {saved}` explains what\n")
    why = run("why", saved, "--game", path).out
    assert "running, the outermost first:\n  event main (" in why
    assert "seat 2 has to decide; offered is\n  step: by action step (" in why
    offered = run("why", saved, "not", "throw", "--game", path).out
    assert offered.startswith("seat 2 is offered throw (")
    later = run("play", path, "--load", saved, *both[:4], typed=f"1\nsave {saved}\n")
    assert "at      3              3" in later.out
    refused = run("why", saved, "not", "throw", "--game", path).out.splitlines()
    assert refused[0].startswith("seat 1 is not offered throw (")
    assert refused[1].startswith("  the rule `tired` forbids it (")


def test_matches_that_cannot_be_used(tmp_path: Path) -> None:
    path, saved = write(tmp_path, RACE), tmp_path / "match.json"
    run("play", path, "--seed", "1", typed=f"save {saved}\n")
    text = saved.read_text()
    changed = write(tmp_path, RACE.replace("raise q.at by 1", "raise q.at by 2"))
    done = run("replay", saved, "--game", changed)
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        f"error: `{saved}` cannot be used: the saved match was played with other rules of `race`\n"
        "  help: name another file or game, and its house rules by `--house`\n"
    )
    saved.write_text(text[:400])
    assert run("replay", saved).err == (
        f"error: `{saved}` is no saved match, or only a part of one\n"
        "  help: name a file that `save` has written\n"
    )
    data = json.loads(text)
    data["state"]["columns"]["seat.at"] = [6, 6]
    saved.write_text(json.dumps(data))
    assert run("why", saved, "--game", write(tmp_path, RACE)).err == (
        f"error: `{saved}` cannot be used: the saved match has been changed since it was saved: "
        "its hash does not fit\n"
        "  help: name another file or game\n"
    )
    assert run("replay", tmp_path / "nix.json").status == 1


def test_a_file_that_cannot_be_written_keeps_the_match_going(tmp_path: Path) -> None:
    path = write(tmp_path, RACE)
    done = run("play", path, "--seed", "1", typed=f"save {tmp_path / 'no' / 'where.json'}\nquit\n")
    assert done.status == 0
    assert "cannot be written: no such file or directory" in done.out
