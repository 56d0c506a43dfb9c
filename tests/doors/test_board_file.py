"""Boards in the terminal: what every game leaves out, and what a game says in its board file."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from command_line import Done, run
from doors.camps import BOARD, RULES, write_camps
from regelwerk.doors.board import board, scene_of
from regelwerk.doors.board_events import events, recent
from regelwerk.doors.board_file import board_of_game
from regelwerk.doors.games import load_game
from regelwerk.doors.labels import Labels
from regelwerk.match.hidden import permute_hidden
from regelwerk.match.match import Match
from regelwerk.match.views import view
from regelwerk.meaning.boards import BoardDecl


def _play(game: Path, *said: str, seats: tuple[int, ...] = (1,)) -> Done:
    people = [part for seat in seats for part in ("--seat", seat)]
    typed = "".join(f"{line}\n" for line in said)
    return run("play", game, *people, "--seed", "1", "--bots", "random", "--language", "en", typed=typed)


def _screen(match: Match, seat: int | None, plan: BoardDecl | None) -> str:
    out = io.StringIO()
    shown = board(
        view(match, seat), match.layout.tables, Labels(match.rules, "en"), "t", scene_of(match, plan)
    )
    Console(file=out, width=110, emoji=False).print(shown)
    return out.getvalue()


def _lines(text: str) -> list[str]:
    return [" ".join(line.strip("┃ ").split()) for line in text.splitlines()]


COUNTING = """game counting for 2 players

state n: 0..20 = 0

event main():
    step()
    repeat 12 times:
        raise n by 1
    step()
    end game as over

event step():
    ask seat 1:
        go:
            nothing
        stay:
            end game as over
"""


@pytest.fixture
def camps(tmp_path: Path) -> Path:
    return write_camps(tmp_path)


def test_groups_stand_with_their_members_and_what_these_carry(camps: Path) -> None:
    lines = _lines(_play(camps, "7", "quit", seats=(1, 2)).out)
    last = len(lines) - lines[::-1].index("Camps, seat 1 Camps, seat 2")
    assert lines[last + 1 : last + 4] == [
        "hill net wood",
        "ada strength 5 cyd strength 4",
        "bo z pot; strength 3 dag strength 2",
    ]
    assert "z tired" in lines
    assert not any(line.startswith(("ford", "marsh")) for line in lines)


def test_signs_stand_for_flags_and_numbers_and_for_what_is_printed(tmp_path: Path) -> None:
    board = BOARD.replace("marks:\n", 'marks:\n  strength: {"3": "!"}\n  hidden: {"yes": "?"}\n')
    board = board.replace("zones: [hand]", "zones: [in_play]")
    lines = _lines(_play(write_camps(tmp_path, board), "quit").out)
    assert "bo ! strength 3 dag strength 2" in lines
    assert any(line.startswith("in play seat 1 fighter ada") and ", bo ! (" in line for line in lines)
    assert "! strength 3 ? hidden z tired" in lines


def test_values_stand_behind_what_lies_in_a_zone(tmp_path: Path) -> None:
    board = BOARD.replace("zones: [hand]\n", "zones: [in_play]\n    show: [strength, leader]\n")
    lines = _lines(_play(write_camps(tmp_path, board), "quit").out)
    shown = "in play seat 1 fighter ada (camp hill, strength 5), bo (camp hill, strength 3, leader ada)"
    assert shown in lines


def test_things_that_own_nothing_have_no_line_among_the_counts(tmp_path: Path) -> None:
    board = BOARD.replace("counts: [pile, hand]", "counts: [pile, store]")
    lines = _lines(_play(write_camps(tmp_path, board), "quit").out)
    start = lines.index("pile store")
    assert lines[start + 2 : start + 5] == ["3", "hill 1", ""]


def test_the_indentation_says_who_stands_below_whom(camps: Path) -> None:
    out = _play(camps, "quit").out
    assert "┃    ada  strength 5 " in out
    assert "┃      bo  strength 3 " in out


def test_groups_without_members_are_shown_when_they_say_something(tmp_path: Path) -> None:
    alone = "  - groups: camp\n    show: [hidden]\n    holds: [store]\n"
    board = BOARD.replace("  - zones: [hand]\n", f"{alone}  - zones: [hand]\n")
    lines = _lines(_play(write_camps(tmp_path, board), "3", "quit", seats=(1, 2)).out)
    last = len(lines) - lines[::-1].index("camp")
    assert lines[last : last + 3] == ["hill net", "ford hidden", ""]


def test_every_group_may_be_shown(tmp_path: Path) -> None:
    """Without members, and as at the start, too."""
    board = BOARD.replace("    groups: camp\n", "    groups: camp\n    every: true\n")
    alone = "  - groups: camp\n    every: true\n"
    board = board.replace("  - zones: [hand]\n", f"{alone}  - zones: [hand]\n")
    lines = _lines(_play(write_camps(tmp_path, board), "quit").out)
    last = lines.index("Camps, seat 1 Camps, seat 2")
    assert lines[last + 2 : last + 5] == [
        "hill net wood", "ada strength 5 cyd strength 4", "bo strength 3 dag strength 2",
    ]  # fmt: skip
    assert lines[last + 5] == "ford marsh"
    alone_at = lines.index("camp")
    assert lines[alone_at + 1 : alone_at + 5] == ["hill", "ford", "wood", "marsh"]


def test_hands_lie_by_types_and_piles_are_counted(camps: Path) -> None:
    lines = _lines(_play(camps, "quit").out)
    assert "hand seat 1 find lamp, pot" in lines
    assert "hand seat 2 2 x hidden" in lines
    start = lines.index("pile hand")
    assert lines[start + 2 : start + 5] == ["3", "seat 1 2", "seat 2 2"]


def test_what_the_file_keeps_quiet_is_not_told(camps: Path) -> None:
    told = run("play", camps, "--seed", "1", "--language", "en").out.splitlines()
    (camps / "board.yaml").unlink()
    manifest = (camps / "game.yaml").read_text().replace("board: board.yaml\n", "")
    (camps / "game.yaml").write_text(manifest)
    plain = run("play", camps, "--seed", "1", "--language", "en").out.splitlines()
    assert "evening = 1" in plain and "evening = 1" not in told
    assert "squabble" in plain and "squabble" not in told
    assert any(line.endswith(": pass") for line in plain)
    assert not any(line.endswith(": pass") for line in told)
    assert [line for line in plain if "shouts" in line] == [line for line in told if "shouts" in line]
    assert told[-1] == plain[-1]


def test_what_happens_as_it_was_declared_is_told_once(camps: Path) -> None:
    told = run("play", camps, "--seed", "1", "--language", "en").out.splitlines()
    assert "seat 1: hide(ford)" in told
    assert "hide (seat 1, ford)" not in told
    assert "pack up (seat 1, pot, bo)" in told


def test_dice_and_moves_that_look_alike_are_all_told() -> None:
    """Dice that are thrown together stand in one line, a second throw in another."""
    labels = Labels(load_game("tic_tac_toe").rules, "en")
    die = {"kind": "rolled", "die": "d6", "value": "1", "seat": "seat 1"}
    drawn = {"kind": "moved", "from": "deck", "to": "hand of seat 1"}
    passed = {"kind": "chose", "seat": "seat 1", "at": "window:w", "option": "pass"}
    once_more = {"kind": "triggered", "rule": "again", "when": "after", "event": "throw"}
    other = {**die, "seat": "seat 2", "value": "6"}
    log = [die, die, other, once_more, other, drawn, drawn, drawn, passed, passed]
    assert events(log, labels) == [
        "seat 1: d6: 1, 1", "seat 2: d6: 6", "seat 2: d6: 6", "3 x ?: deck > hand of seat 1", "seat 1: pass",
    ]  # fmt: skip


def test_showing_nothing_and_a_no_are_not_told() -> None:
    labels = Labels(load_game("tic_tac_toe").rules, "en")
    shown = {"kind": "shown", "count": "0", "things": [], "seats": ["seat 1"]}
    asked = {"kind": "happened", "event": "march", "args": {"p": "seat 1", "led": "no", "joins": "yes"}}
    picked = [{"kind": "chose", "seat": "seat 1", "at": "x/0", "option": o} for o in ("done", "decline")]
    assert events(picked, labels) == ["seat 1: decline"]
    assert events([shown, {**shown, "things": ["ada"]}, asked], labels) == [
        "ada shown to seat 1", "march (seat 1, yes)",
    ]  # fmt: skip


def test_all_that_has_happened_since_the_last_choice_is_told() -> None:
    """Of what was before at least ten lines in all, of what came since forty at most."""
    labels = Labels(load_game("tic_tac_toe").rules, "en")

    def told(before: int, since: int) -> list[str]:
        steps = [{"kind": "assigned", "name": "step", "value": str(n)} for n in range(before + since)]
        return recent(steps, since, labels)

    assert told(20, 3)[:1] == ["step = 13"] and len(told(20, 3)) == 10
    assert told(20, 25)[:1] == ["step = 20"] and len(told(20, 25)) == 25
    assert len(told(20, 60)) == 40 and len(told(20, 0)) == 10 and told(0, 0) == []


def test_what_others_did_since_the_last_choice_is_told(tmp_path: Path) -> None:
    """More than ten things, and before them the choice itself."""
    path = tmp_path / "counting.rules"
    path.write_text(COUNTING)
    panel = _play(path, "1", "quit").out.split("Events")[-1].partition("╰")[0].splitlines()[1:]
    told = [line.strip("┃│ ") for line in panel]
    assert told[0] == "seat 1: go" and told[1:13] == [f"n = {n}" for n in range(1, 13)]


def test_what_happens_twice_in_a_row_is_told_with_its_number() -> None:
    labels = Labels(load_game("tic_tac_toe").rules, "en")
    dug = {"kind": "happened", "event": "dig", "args": {"p": "seat 1"}}
    chose = {"kind": "chose", "seat": "seat 1", "at": "event:turn/0", "option": "dig"}
    declared = {"kind": "declared", "answer": "dig", "number": 0, "seat": "seat 1", "option": "dig"}
    assert events([dug, dug], labels) == ["2 x dig (seat 1)"]
    assert events([chose, declared], labels) == ["seat 1: dig"]
    assert events([chose, chose], labels) == ["2 x seat 1: dig"]


def test_what_is_laid_out_unseen_is_not_told() -> None:
    labels = Labels(load_game("tic_tac_toe").rules, "en")
    log = [{"kind": "moved", "from": "none", "to": "deck"}, {"kind": "moved", "from": "deck", "to": "hand"}]
    assert events(log, labels) == ["?: deck > hand"]


def test_passing_things_that_are_not_there_are_not_shown(camps: Path) -> None:
    game = load_game(str(camps))
    match = Match.start(game.rules, 2, {}, 1)
    assert "quarrel words 2" in [
        " ".join(line.split()) for line in _lines(_screen(match, 0, board_of_game(str(camps), game.rules)))
    ]
    usual = _lines(_screen(match, 0, None))
    assert (
        sum("quarrel" in line for line in usual[: usual.index(next(x for x in usual if "Events" in x))]) == 1
    )
    while match.state.alive:
        match.take(0, len(match.decisions[0].options) - 1)
    usual = _lines(_screen(match, 0, None))
    assert not any(
        "quarrel" in line for line in usual[: usual.index(next(x for x in usual if "Events" in x))]
    )


def test_things_as_at_the_start_are_left_out_with_a_count(tmp_path: Path) -> None:
    more = "    hidden: flag = no\n    warmth: 0..9 = 3\n    best: fighter = ada\n"
    rules = RULES.replace("    hidden: flag = no\n", more)
    more = "    raise c.warmth by 1\n    set c.best to bo\n"
    path = tmp_path / "camps.rules"
    path.write_text(rules.replace("    set c.hidden to no\n", more))
    lines = _lines(_play(path, "quit").out)
    things = [line.split("Things")[-1] for line in lines]
    assert any("hill warmth 4, best bo" in line for line in things)
    assert any("wood warmth 4, best bo" in line for line in things)
    assert not any("marsh warmth" in line for line in things)
    assert any("... 2 more" in line for line in things)


@pytest.mark.slow
def test_a_board_says_no_more_than_the_view(camps: Path) -> None:
    game = load_game(str(camps))
    plan = board_of_game(str(camps), game.rules)
    assert plan is not None
    compared = 0
    for seed in range(6):
        match, rng = Match.start(game.rules, 2, {}, seed), Random(seed)
        while not match.over:
            for seat in (0, 1):
                other = match.copy()
                if permute_hidden(other.state, seat, rng) is not None and view(other, seat) == view(
                    match, seat
                ):
                    compared += 1
                    assert _screen(match, seat, plan) == _screen(other, seat, plan)
            match.take(0, rng.randrange(len(match.decisions[0].options)))
    assert compared > 50


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("groups: camp\n", "groups: kamp\n", ":5:13: M095 `kamp` is no type; `camp`"),
        ("of: fighter", "of: figther", ":6:9: M095 `figther` is no type; `fighter`"),
        ("by: camp", "by: leader", ":7:9: M095 `leader` is no attribute of `fighter` that names a `camp`"),
        ("owner: keeper", "owner: hidden", ":8:12: M095 `hidden` is no seat of `camp`"),
        ("show: [hidden]", "show: [hiden]", ":9:12: M095 `hiden` is no attribute of `camp`; `hidden`"),
        ("holds: [store]", "holds: [pack]", ":10:13: M095 `pack` is no zone of `camp`"),
        (
            "under: [leader]",
            "under: [camp]",
            ":12:15: M095 `camp` is no attribute of `fighter` that names a `fighter`",
        ),
        ("holds: [pack]", "holds: [hand]", ":14:15: M095 `hand` is no zone of `fighter`"),
        ("zones: [hand]", "zones: [hands]", ":18:13: M095 `hands` is no zone; `hand`"),
        ("counts: [pile", "counts: [pyle", ":20:14: M095 `pyle` is no zone; `pile`"),
        ("seats: [shouts]", "seats: [shout]", ":21:13: M095 `shout` is no attribute of `seat`; `shouts`"),
        ("states: [loudest]", "states: [loud]", ":3:14: M095 `loud` is no state"),
        (
            "shape: {",
            "shap: {",
            ":23:3: M095 `shap` is no enum, flag, seat or number up to 40 of a type; `shape`",
        ),
        ("{tired:", "{tyred:", ":23:11: M095 `tyred` is no member of `shape`; `tired`"),
        ("[pitch,", "[pich,", ":27:12: M095 `pich` is no event, action or rule; `pitch`"),
        ("[evening,", "[evenings,", ":28:12: M095 `evenings` is no attribute or state; `evening`"),
        (
            "  - counts:",
            "  - states: [evening]\n    counts:",
            ":20:5: M095 a panel shows both `counts` and `states`",
        ),
        ("    by_type: true", "    owner: keeper", ":19:5: M095 a panel of `zones` has no `owner`"),
        ("    by: camp\n", "", ":6:5: M095 `of` says nothing without `by`"),
    ],
)  # fmt: skip
def test_names_that_are_not_there(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in BOARD
    done = run("check", write_camps(tmp_path, BOARD.replace(old, new)))
    assert done.status == 1
    place, _, said = message.partition(" ")
    what, _, near = said.removeprefix("M095 ").partition("; ")
    assert f"error M095: {what}\n" in done.out
    assert f"board.yaml{place.rstrip(':')}" in done.out
    assert f"did you mean {near}" in done.out or not near


def test_files_that_do_not_fit_or_are_not_there(tmp_path: Path) -> None:
    wrong = write_camps(tmp_path, BOARD.replace("panels:", "pannels:"))
    assert _play(wrong, "quit").status == 1
    assert "pannels" in run("check", wrong).out
    camps = write_camps(tmp_path)
    (camps / "board.yaml").unlink()
    assert _play(camps, "quit").status == 1
    (tmp_path / "far.yaml").write_text(BOARD)
    (camps / "board.yaml").symlink_to(tmp_path / "far.yaml")
    assert "leads out of" in _play(camps, "quit").err


def test_house_rules_that_take_a_name_away_bring_back_the_usual_board(tmp_path: Path) -> None:
    camps = write_camps(tmp_path, BOARD.replace("[pitch, squabble]", "[pitch, squabble, hide]"))
    (camps / "houses").mkdir()
    for name, gone in (("open", "action hide"), ("soft", "rule loud")):
        text = f'house rule "{name}" amends camps version "1":\n    remove {gone}\n'
        (camps / "houses" / f"{name}.rules").write_text(text)
    rules = (camps / "camps.rules").read_text()
    loud = "\nrule loud:\n    forbid shout where (q.shouts > 7)\n"
    (camps / "camps.rules").write_text(rules + loud)
    said = {
        name: run("play", camps, "--house", name, "--seed", "1", typed="quit\n") for name in ("open", "soft")
    }
    assert "Camps, seat 1" in said["soft"].out, said["soft"].err
    assert "Camps, seat 1" not in said["open"].out
    assert "in play" in said["open"].out, said["open"].err


POND = """\
    zone pond: card, seen by all

    rule dry:
        after main:
            move all find to pond
"""


def _with_house(tmp_path: Path, name: str, rules: str, board: str) -> Path:
    """The camps with a folder of house rules of their own that brings a board."""
    camps = write_camps(tmp_path)
    folder = camps / "houses" / name
    folder.mkdir(parents=True)
    (folder / "house.yaml").write_text(
        "format: regelwerk-house/1\nlanguage: 2\n"
        f'title: {{en: "{name}"}}\namends: {{game: camps, version: "1"}}\n'
        "rules: [rules.rules]\nboard: board.yaml\n"
    )
    (folder / "rules.rules").write_text(f'house rule "{name}" amends camps:\n{rules}')
    (folder / "board.yaml").write_text(board)
    return camps


def test_house_rules_lay_the_table_anew(tmp_path: Path) -> None:
    board = "format: regelwerk-board/1\npanels:\n  - counts: [pond]\n"
    camps = _with_house(tmp_path, "wet", POND, board)
    done = run("play", camps, "--house", "wet", "--seed", "1", "--language", "en", typed="quit\n")
    assert "pond" in done.out and "Camps, seat 1" not in done.out, done.err
    assert "Camps, seat 1" in run("play", camps, "--seed", "1", "--language", "en", typed="quit\n").out


def test_a_board_of_house_rules_is_checked_with_them(tmp_path: Path) -> None:
    board = "format: regelwerk-board/1\npanels:\n  - counts: [pont]\n"
    camps = _with_house(tmp_path, "wet", POND, board)
    done = run("check", camps, "--house", "wet")
    assert done.status == 1
    assert "error M095: `pont` is no zone\n" in done.out and "did you mean `pond`?" in done.out


def test_groups_stand_in_columns_and_seats_have_marks(tmp_path: Path) -> None:
    board = """\
format: regelwerk-board/1
panels:
  - groups: camp
    of: fighter
    by: camp
    columns: 2
marks:
  keeper: {seat 1: "(1)", seat 2: "(2)", seat 3: "(3)"}
"""
    done = _play(write_camps(tmp_path, board), "quit")
    assert "`seat 3` is no member of `keeper`" in done.err
    (tmp_path / "fine").mkdir()
    camps = write_camps(tmp_path / "fine", board.replace(', seat 3: "(3)"', ""))
    lines = _lines(_play(camps, "quit").out)
    assert "(1) seat 1 (2) seat 2" in lines
    assert lines[lines.index("camp") + 1 :][:3] == ["hill (1) wood (2)", "ada cyd", "bo dag"]


def test_groups_that_share_a_value_stand_below_it(tmp_path: Path) -> None:
    board = """\
format: regelwerk-board/1
panels:
  - groups: camp
    of: fighter
    by: camp
    sections: keeper
"""
    lines = _lines(_play(write_camps(tmp_path, board), "quit").out)
    found = ["keeper: seat 1", "hill", "ada", "bo", "keeper: seat 2", "wood", "cyd", "dag"]
    assert lines[lines.index("camp") + 1 :][: len(found)] == found
    (tmp_path / "wrong").mkdir()
    done = _play(write_camps(tmp_path / "wrong", board.replace("keeper", "kepper")), "quit")
    assert "`kepper` is no attribute of `camp`" in done.err


PER = {
    "    hidden: flag = no\n": "    hidden: flag = no\n"
    "    stock: 0..9 per shape = 0\n    seats: 0..9 per 1..3\n",
    "    hill: keeper = seat 1\n": "    hill: keeper = seat 1, seats.2 = 4\n",
    "    set c.hidden to no\n": "    set c.hidden to no\n    raise c.stock[tired] by 3 + c.seats[1]\n",
}


def test_cells_per_something_are_shown_each_that_is_not_empty(tmp_path: Path) -> None:
    rules = RULES
    for old, new in PER.items():
        assert rules.count(old) == 1
        rules = rules.replace(old, new)
    alone = "  - groups: camp\n    show: [stock, seats]\n"
    board = BOARD.replace("  - zones: [hand]\n", f"{alone}  - zones: [hand]\n")
    lines = _lines(_play(write_camps(tmp_path, board, rules), "quit").out)
    last = len(lines) - lines[::-1].index("camp")
    assert lines[last : last + 2] == ["hill stock tired 3, seats 2 4", "wood stock tired 3"]
