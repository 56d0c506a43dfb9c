"""Who plays the same random games: the two ways of playing ours, games written by hand, OpenSpiel's.

Each contestant is a function `playouts(rng, count)` that plays so many games to their end by random choices
and returns how many choices were made; games of OpenSpiel draw the results of chance in the same way.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from regelwerk.match.state import State
from regelwerk.meaning.game import check_game
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.resources import data_path

Playouts = Callable[[random.Random, int], int]

PLAYED, STOPPED, LISTED = "ours, played on", "ours, stopping to count", "ours, stopping to list"
HAND = "by hand, in Python"
SPIEL_PYTHON, SPIEL_CPP = "OpenSpiel in Python", "OpenSpiel in C++, from Python"

GAMES = {
    "tic-tac-toe": ("tic_tac_toe", "tictactoe_by_hand", "python_tic_tac_toe", "tic_tac_toe"),
    "Connect Four": ("connect_four", "connect_four_by_hand", None, "connect_four"),
    "Kuhn poker": ("kuhn_poker", "kuhn_poker_by_hand", "python_kuhn_poker", "kuhn_poker"),
}
"""For each game the file of rules, the module written by hand, OpenSpiel's in Python (if any) and in C++."""


def contestants(name: str) -> dict[str, Playouts]:
    """Everybody who plays a game."""
    rules, hand, spiel_python, spiel = GAMES[name]
    found = {**ours(rules), HAND: by_hand(hand)}
    if importlib.util.find_spec("pyspiel") is None:
        return found
    if spiel_python is not None:
        importlib.import_module(f"open_spiel.python.games.{spiel_python.removeprefix('python_')}")
        found[SPIEL_PYTHON] = open_spiel(spiel_python)
    found[SPIEL_CPP] = open_spiel(spiel)
    return found


def ours(rules: str) -> dict[str, Playouts]:
    """The generated program in three ways: playing on at once; stopping at each decision, when the match is
    plain data, to be told how many options there are; and stopping to be given them."""
    checked = check_game(data_path("games") / "classics" / f"{rules}.rules").rules
    assert checked is not None
    layout = make_layout(checked, 2)
    program = Program(layout)

    def played(rng: random.Random, count: int) -> int:
        choose, made = rng.randrange, 0
        for seed in range(count):
            made += program.play(State(layout, seed), choose)
        return made

    def listed(rng: random.Random, count: int) -> int:
        made = 0
        for seed in range(count):
            s = State(layout, seed)
            program.begin(s)
            while s.over is None:
                decision = program.pending(s)[0]
                program.resume(s, (decision.seat, rng.choice(decision.options)))
                made += 1
        return made

    def stopped(rng: random.Random, count: int) -> int:
        made = 0
        for seed in range(count):
            s = State(layout, seed)
            program.begin(s)
            while s.over is None:
                program.take_number(s, rng.randrange(program.count(s)))
                made += 1
        return made

    return {PLAYED: played, STOPPED: stopped, LISTED: listed}


def by_hand(name: str) -> Playouts:
    """A game written by hand: its `playout` plays one. How many choices a playout makes is measured apart."""
    if str(Path(__file__).parent) not in sys.path:
        sys.path.insert(0, str(Path(__file__).parent))
    module = importlib.import_module(name)
    playout, mean = module.playout, _choices(module)

    def playouts(rng: random.Random, count: int) -> int:
        for _ in range(count):
            playout(rng)
        return round(count * mean)

    return playouts


def _choices(module: Any, count: int = 500) -> float:
    """How many choices a random playout makes on average."""
    made, rng = 0, random.Random(0)
    for _ in range(count):
        game = module.Game(rng) if module.Game.__init__.__code__.co_argcount > 1 else module.Game()
        while not game.over:
            game.apply(rng.choice(game.legal()))
            made += 1
    return made / count


def open_spiel(name: str) -> Playouts:
    """A game of OpenSpiel."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)

    def playouts(rng: random.Random, count: int) -> int:
        made = 0
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(rng.choice(state.legal_actions()))
                    continue
                state.apply_action(rng.choice(state.legal_actions()))
                made += 1
        return made

    return playouts
