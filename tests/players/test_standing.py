"""A game says how its matches stand, for players who cannot imagine their end."""

from __future__ import annotations

from pathlib import Path
from random import Random

from msgspec.structs import replace

from command_line import run
from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.match.text import option_text
from regelwerk.players.random_player import RandomPlayer
from regelwerk.players.sensible import SensiblePlayer
from regelwerk.players.sight import Player, Sight
from regelwerk.program.ending import Ending
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


def test_the_sensible_player_goes_where_the_match_stands_better(tmp_path: Path) -> None:
    layout = make_layout(load_game(str(write_crawl(tmp_path / "crawl"))).rules, 2)
    match = Match.start_on(layout, Program(layout), 3, log=False)
    players: list[Player] = [SensiblePlayer(Random(1)), RandomPlayer(Random(2))]
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
    rules = load_game(str(write_crawl(tmp_path / "crawl"))).rules
    layout = make_layout(rules, 2)
    match = Match.start_on(layout, Program(layout), 3, log=False)
    rollouts = SensiblePlayer(Random(1)).rollouts(Sight(match, 0))
    assert rollouts.standing(match.state) == [0, 0]
    lost, won = rollouts.worth(match.state, Ending("home", (1,), (0, 0)))
    assert lost < -600 < 600 < won
    assert rollouts.worth(match.state, Ending("drawn", (), (0, 0))) == [0, 0]


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
