"""A game says how its matches stand, for players who cannot imagine their end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from command_line import run
from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.match.text import option_text
from regelwerk.players.habits import Habits
from regelwerk.players.random_player import RandomPlayer
from regelwerk.players.rollout import Ahead
from regelwerk.players.search import SearchBudget, SearchPlayer
from regelwerk.players.sensible import Budget, SensiblePlayer
from regelwerk.players.sight import Player, Sight
from regelwerk.program.ending import Option
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.rules.codec import rules_hash
from regelwerk.rules.validate import validate

CRAWL = """\
game crawl for 2 players

type seat:
    steps: 0..600 = 0

value lead(seat p) = p.steps - next(p).steps

value steps_together() = sum of p.steps over seat p

event main():
    repeat:
        for each seat p:
            go(p)

event go(seat p):
    ask p:
        forward:
            raise p.steps by 1
        back:
            lower p.steps by 1
        wait when steps_together() > 0:
            nothing
    if p.steps = 600:
        end game as home:
            winners p
"""

MANIFEST = """\
format: regelwerk-game/1
language: 2
id: crawl
title: {en: "Crawl"}
version: "1"
rules: [crawl.rules]
"""


def write_crawl(folder: Path, more: str = "standing: lead\n") -> Path:
    folder.mkdir()
    (folder / "game.yaml").write_text(MANIFEST + more)
    (folder / "crawl.rules").write_text(CRAWL)
    return folder


HIDDEN = """
type stone:
    starts in bag

table stone:
    pebble: copies = 2

zone bag: stone, seen by nobody
"""
"""What makes a game one in which not everything is seen."""


@pytest.mark.parametrize("more", ["", HIDDEN], ids=["all is seen", "something is hidden"])
@pytest.mark.parametrize("kind", [SensiblePlayer, SearchPlayer])
def test_a_thinking_player_goes_where_the_match_stands_better(
    tmp_path: Path, kind: type[SensiblePlayer | SearchPlayer], more: str
) -> None:
    folder = write_crawl(tmp_path / "crawl")
    (folder / "crawl.rules").write_text(CRAWL + more)
    layout = make_layout(load_game(str(folder)).rules, 2)
    match = Match.start_on(layout, Program(layout), 3, log=False)
    players: list[Player] = [kind(Random(1)), RandomPlayer(Random(2))]
    taken: list[str] = []
    for _ in range(100):
        sight = Sight(match, 0)
        chosen = players[sight.seat].choose(sight)
        if sight.seat == 0:
            decision = match.decisions[0]
            taken.append(option_text(match.state, decision, decision.options[chosen]))
        match.take(0, chosen)
    assert taken.count("forward") >= 45


def test_a_match_that_is_won_is_worth_more_than_any_that_stands_well(tmp_path: Path) -> None:
    folder = write_crawl(tmp_path / "crawl")
    (folder / "crawl.rules").write_text(CRAWL.replace("= 600", "= 2"))
    layout = make_layout(load_game(str(folder)).rules, 2)
    match = Match.start_on(layout, Program(layout), 3, log=False)
    rollouts = SensiblePlayer(Random(1)).rollouts(Sight(match, 0))
    forward = match.decisions[0].options[0]

    def gains(length: int) -> list[float]:
        stood = rollouts.standing(match.state)
        assert stood is not None
        return (
            rollouts.gain(match.state.copy(), (0, forward), Habits(), Random(5), Ahead(length, 2), stood)[1]
            or []
        )

    assert rollouts.standing(match.state) == [0, 0]
    not_ended = [gains(2) for _ in range(20)]
    assert all(-10 < gained < 10 for gained, _ in not_ended)
    for option in (0, 1):
        match.take(0, option)
    won, lost = gains(2)
    best = max(gained for gained, _ in not_ended)
    assert lost < -best < best < won


DRIFT = CRAWL.replace(
    "value lead(seat p) = p.steps - next(p).steps",
    "value lead(seat p) = p.steps - next(p).steps - 7 * p.turns",
).replace("    steps: 0..600 = 0", "    steps: 0..600 = 0\n    turns: 0..9999 = 0").replace(
    "event go(seat p):", "event go(seat p):\n    raise p.turns by 1"
)  # fmt: skip


def test_who_falls_behind_anyhow_tells_what_is_better_all_the_same(tmp_path: Path) -> None:
    """Every turn costs seven steps: only what was gained since a decision says anything of it."""
    folder = write_crawl(tmp_path / "drift")
    (folder / "crawl.rules").write_text(DRIFT)
    layout = make_layout(load_game(str(folder)).rules, 2)
    match = Match.start_on(layout, Program(layout), 3, log=False)
    players: list[Player] = [SensiblePlayer(Random(1)), RandomPlayer(Random(2))]
    taken = [0, 0, 0]
    for _ in range(200):
        sight = Sight(match, 0)
        chosen = players[sight.seat].choose(sight)
        if sight.seat == 0:
            taken[match.decisions[0].options[chosen][0]] += 1
        match.take(0, chosen)
    assert taken[0] >= 90


@pytest.mark.parametrize("kind", ["sensible", "search"])
def test_a_decision_costs_about_as_many_moves_as_any_other(tmp_path: Path, kind: str) -> None:
    layout = make_layout(load_game(str(write_crawl(tmp_path / "crawl"))).rules, 2)
    match = Match.start_on(layout, Program(layout), 3, log=False)
    ahead = Ahead(6, 3)
    player = (
        SensiblePlayer(Random(1), Budget(near=50, ahead=ahead))
        if kind == "sensible"
        else SearchPlayer(Random(1), SearchBudget(near=50, ahead=ahead))
    )
    rollouts, made = player.rollouts(Sight(match, 0)), 0
    take = rollouts.take

    def counted(s: State, choice: tuple[int, Option]) -> None:
        nonlocal made
        made += 1
        take(s, choice)

    rollouts.take = counted
    for _ in range(30):
        before = made
        match.take(0, player.choose(Sight(match, 0)))
        assert 50 <= made - before < 50 + 7
    assert not rollouts.is_long()


def test_how_matches_are_judged_is_no_part_of_what_is_played(tmp_path: Path) -> None:
    rules = load_game(str(write_crawl(tmp_path / "crawl"))).rules
    assert rules.standing == "lead"
    assert rules_hash(rules) == rules_hash(replace(rules, standing=None))
    done = run("check", write_crawl(tmp_path / "other", ""))
    assert (done.status, "M016" in done.out) == (1, True)


def test_only_a_number_asked_of_a_seat_tells_how_a_match_stands(tmp_path: Path) -> None:
    done = run("check", write_crawl(tmp_path / "crawl", "standing: steps_together\n"))
    assert done.status == 1
    assert "M140 `steps_together` is no value that gives a number for a seat" in done.out.replace(": ", " ")
    rules = load_game(str(write_crawl(tmp_path / "fine"))).rules
    for name in ("steps_together", "main", "nobody"):
        found = validate(replace(rules, standing=name))
        assert found == f"`{name}` is no value that tells for a seat how a match stands"


ENDING = """\
game ending for 2 players

type seat:
    steps: 0..60000 = 0

value lead(seat p) = p.steps - next(p).steps

event main():
    repeat:
        for each seat p:
            go(p)

event go(seat p):
    ask p:
"""

FINISH = """\
        finish:
            end game as home:
                winners p
        gather:
            raise p.steps by 50
"""

RESIGN = """\
        resign:
            end game as home:
                winners next(p)
        wait:
            raise next(p).steps by 60
        fetch:
            raise next(p).steps by 50
"""

UNTOLD = """\
        finish:
            lower left by left
            end game as home:
                winners p
        gather:
            raise p.steps by 50

state left: 0..1 = 1
"""
"""The end is a place where nobody can tell how the match stands."""


def first_choice(folder: Path, rules: str, player: Player, seed: int) -> str:
    """What a player takes who has never thought about this game before."""
    if not folder.exists():
        write_crawl(folder)
        (folder / "game.yaml").write_text(MANIFEST.replace("crawl", rules.split()[1]) + "standing: lead\n")
        (folder / f"{rules.split()[1]}.rules").write_text(rules)
        (folder / "crawl.rules").unlink()
    layout = make_layout(load_game(str(folder)).rules, 2)
    match = Match.start_on(layout, Program(layout), seed, log=False)
    decision = match.decisions[0]
    return option_text(match.state, decision, decision.options[player.choose(Sight(match, 0))])


@pytest.mark.parametrize("more", ["", HIDDEN], ids=["all is seen", "something is hidden"])
@pytest.mark.parametrize("kind", [SensiblePlayer, SearchPlayer])
def test_the_first_decision_knows_what_winning_is_worth(
    tmp_path: Path, kind: type[SensiblePlayer | SearchPlayer], more: str
) -> None:
    """As whoever goes on with a kept match has to: nothing has been gained in front of it yet."""
    untold = ENDING.replace("p.steps - next(p).steps", "quotient(p.steps - next(p).steps, left)") + UNTOLD
    taken = {
        name: [first_choice(tmp_path / name, rules + more, kind(Random(seed)), seed) for seed in range(10)]
        for name, rules in (
            ("finish", ENDING + FINISH), ("resign", ENDING + RESIGN), ("untold", untold)
        )
    }  # fmt: skip
    assert taken["finish"] == taken["untold"] == ["finish"] * 10
    assert "resign" not in taken["resign"]


STONES = """\
game stones for 2 players

type seat:
    steps: 0..600 = 0

type stone:
    white: flag
    starts in box

table stone:
    pebble: white = no, copies = 2
    marble: white = yes, copies = 2

zone box: stone, pile, seen by nobody
zone bag: stone, pile, seen by nobody

value lead(seat p) = p.steps + quotient(10, count of stone t in bag where (t.white))

event main():
    draw 2 from box to bag
    repeat:
        for each seat p:
            go(p)

event go(seat p):
    ask p:
        one:
            raise p.steps by 1
        two:
            raise p.steps by 2
"""


@pytest.mark.parametrize("rules", [STONES, STONES.replace("quotient(10, ", "20 * (")], ids=["untold", "told"])
def test_what_cannot_be_told_in_some_deals_is_told_in_others(tmp_path: Path, rules: str) -> None:
    """And where hidden things tell, it is compared with how the match stood in the same deal."""
    for seed in range(10):
        long = Budget(near=1000)
        for player in (
            SensiblePlayer(Random(seed), long),
            SensiblePlayer(Random(seed)),
            SearchPlayer(Random(seed)),
        ):
            assert first_choice(tmp_path / "stones", rules, player, seed) == "two"


NOUGHT = (
    ENDING.replace("p.steps - next(p).steps", "quotient(p.steps, nought)")
    + FINISH
    + """
state nought: 0..1 = 0
"""
)

RUIN = """\
game ruin for 2 players

type seat:
    steps: 0..60000 = 500

value lead(seat p) = p.steps

event main():
    ask seat 1:
        ruin:
            end game as eaten:
                winners none
                score 0 for each seat
        stay:
            lower (seat 1).steps by 5
    repeat:
        for each seat p:
            go(p)

event go(seat p):
    ask p:
        one:
            lower p.steps by 1
        two:
            lower p.steps by 2
"""


@pytest.mark.parametrize("kind", [SensiblePlayer, SearchPlayer])
def test_who_has_won_is_better_off_where_it_is_never_told_how_a_match_stands(
    tmp_path: Path, kind: type[SensiblePlayer | SearchPlayer]
) -> None:
    for seed in range(10):
        assert first_choice(tmp_path / "nought", NOUGHT, kind(Random(seed)), seed) == "finish"


@pytest.mark.parametrize("kind", [SensiblePlayer, SearchPlayer])
def test_a_score_of_nothing_for_anybody_is_compared_with_how_the_match_stood(
    tmp_path: Path, kind: type[SensiblePlayer | SearchPlayer]
) -> None:
    for seed in range(10):
        assert first_choice(tmp_path / "ruin", RUIN, kind(Random(seed)), seed) == "stay"
