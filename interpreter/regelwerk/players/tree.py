"""The tree of a search: what came of the moves a seat can make after what it has seen."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random

import msgspec

from regelwerk.match.state import State
from regelwerk.program.ending import Decision, Option

from .habits import Habits, Move, Namer

CURIOSITY = 0.7
"""How much a move counts that is little tried: the factor of the bonus in UCB1, for values from 0 to 1."""

DOUBT = 0.5
"""Standard deviation of what one try says, for values from 0 to 1."""

HABIT_WEIGHT = 4
"""What is known from habit counts as much as so many tries at most."""

UNSEEN, SECRET, ROW = -3, -5, 1 << 32
"""Stand in the name of a move for a thing that is not known, for a secret choice, and before a row."""


class Arm:
    """A move in a node: how often it was open, how often it was tried, and what that came to for its seat."""

    __slots__ = ("habit", "open", "total", "tries")

    def __init__(self, habit: Move) -> None:
        self.habit = habit
        self.tries = 0
        self.open = 0
        self.total = 0.0


class Node:
    """What one seat has seen since the root. `state`, `decisions` and `worth` are for games without secrets.

    `state` is the only state in which a match can be here, where chance has no part in that; several ways
    may lead to such a node. `moves` and `habits` are the names of the options of its decision. `worth` is
    what it comes to for each seat if all play it out perfectly, once that is known.
    """

    __slots__ = ("arms", "children", "decision", "habits", "moves", "state", "worth")

    def __init__(self) -> None:
        self.arms: dict[Move, Arm] = {}
        self.children: dict[Move, Node] = {}
        self.state: State | None = None
        self.decision: Decision | None = None
        self.moves: list[Move] = []
        self.habits: list[Move] = []
        self.worth: tuple[float, ...] | None = None

    def child(self, move: Move) -> Node:
        """The node after a move, made if need be."""
        found = self.children.get(move)
        if found is None:
            found = self.children[move] = Node()
        return found


_encode = msgspec.msgpack.Encoder().encode


def key_of(s: State) -> bytes:
    """A key that two states share only if they are equal but for chance to come."""
    return _encode(
        (
            s.columns, s.cells, s.zones, s.fixed, s.known, s.levels, [list(c.items()) for c in s.counts],
            [[f"{p:x}{n}" for p, n in c.items()] for c in s.records],
            s.active, s.alive, s.lasting, s.queue, s.atomic, s.answers, s.leaving, s.stack, s.picks,
        )
    )  # fmt: skip


class Scale:
    """Brings what matches came to into the range from 0 to 1, by the least and the greatest so far."""

    def __init__(self) -> None:
        self.low, self.high = float("inf"), float("-inf")

    def note(self, worth: Sequence[float]) -> None:
        self.low, self.high = min(self.low, *worth), max(self.high, *worth)

    def of(self, value: float) -> float:
        return (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5


def pick(node: Node, moves: Sequence[Move], habits: Sequence[Move], known: Habits, scale: Scale,
         seat: int, rng: Random, at_once: bool = False) -> int:  # fmt: skip
    """The position of the move to look at next: by UCB1 over the moves that are open now.

    A move not yet tried is rated by habit; one of which nothing is known goes first. What several seats
    choose `at_once` is drawn from what the moves may be worth instead (Thompson sampling): seats that took
    turns in trying their moves would fall into step with each other.
    """
    arms = []
    for move, habit in zip(moves, habits, strict=True):
        arm = node.arms.get(move)
        if arm is None:
            arm = node.arms[move] = Arm(habit)
        arm.open += 1
        arms.append(arm)
    table = known.table
    chosen, best = 0, float("-inf")
    fresh: list[int] = []
    for position, arm in enumerate(arms):
        child = node.children.get(moves[position])
        if child is not None and child.worth is not None:
            bound = scale.of(child.worth[seat])  # there is nothing more to find out
        else:
            tries, total = arm.tries, arm.total
            weight, entry = 0, table.get(arm.habit)
            if entry is not None:
                weight = min(HABIT_WEIGHT, entry[0])
                total += weight * entry[1]
            elif not tries:
                fresh.append(position)
                continue
            bound = scale.of(total / (tries + weight))
            if at_once:
                bound += rng.gauss(0.0, DOUBT) / sqrt(tries + 1)
            else:
                bound += CURIOSITY * sqrt(log(arm.open + 1) / (tries + 0.5))
        if bound > best:
            chosen, best = position, bound
    return fresh[int(rng.random() * len(fresh))] if fresh else chosen


class Eyes:
    """How moves look to seats. `known` are, as bits, the seats that knew each thing at the root."""

    def __init__(self, namer: Namer, known: Sequence[int], root_seat: int) -> None:
        self.namer = namer
        self.fixed = [bool(bits >> root_seat & 1) for bits in known]
        self.rows = namer.rows

    def see(self, s: State, decision: Decision, option: Option, seat: int) -> Move:
        """The name of a move for a seat.

        Things the searching seat knew at the root are named one by one. Others may be different ones in
        every imagined match, so their rows name them.
        """
        if decision.kind == "secret" and decision.seat != seat:
            return (decision.prompt_key, SECRET)
        if option[0] < 0:
            return (decision.prompt_key, *option)
        places = self.namer.places(decision, option)
        if not places:
            return (decision.prompt_key, *option)
        name: list[str | int] = [decision.prompt_key, *option]
        for place in places:
            thing = option[place]
            if thing >= 0:
                name[place + 1] = self._thing(s, thing, seat)
        return tuple(name)

    def _thing(self, s: State, thing: int, seat: int) -> int:
        if not s.known[thing] >> seat & 1:
            return UNSEEN
        row = self.rows[thing]
        return thing if self.fixed[thing] or row < 0 else ROW + row
