"""What uses up steps: which sets, values, events and loops count, and how many steps each of them takes.

Both builds look it up here, so that they count alike however they carry the rules out: see
`docs/architecture/match.md`. `costs.py` and `costs_of_bodies.py` work it out, from the rules alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from regelwerk.rules import expressions as ex
from regelwerk.rules.walk import nodes

UNIT = 64
"""So much of what does not count by itself makes a step of what is around it."""
FEW_ROWS = 16
"""So many rules and changes may be in force for a while without using up steps."""

Key = (
    tuple[Literal["value", "may", "event", "window", "payment"], str]
    | tuple[Literal["attribute"], tuple[str, str]]
)
"""A value, the test whether an event may happen, an event, a window, a payment; a changed attribute."""


def key_of(node: ex.Node) -> Key | None:
    """What is worked out elsewhere when a node is evaluated, if anything is."""
    match node:
        case ex.Call(name=name):
            return "value", name
        case ex.May(event=event):
            return "may", event
        case ex.Supposing(event=event):
            return "event", event
        case ex.Attribute(type=owner, name=name, printed=False):
            return "attribute", (owner, name)
    return None


@dataclass(slots=True)
class Counting:
    """How many steps what takes. What is in none of the tables takes none."""

    sets: dict[int, int] = field(default_factory=dict)
    """By the `id` of a set of the rules: the steps for each element of its source when it is gone through."""
    rests: dict[int, int] = field(default_factory=dict)
    """The steps more for each element for which the first condition of the set holds, if there are any."""
    calls: dict[Key, int] = field(default_factory=dict)
    """The steps of a call of a value (`("value", name)`) or of reading an attribute that is changed."""
    happenings: dict[int, int] = field(default_factory=dict)
    """The steps of a happening of an event, by its number."""
    lasting: dict[int, int] = field(default_factory=dict)
    """For an event on which rules in force for a while are hooked: what a row more than `FEW_ROWS` costs."""
    rounds: dict[tuple[int, int], int] = field(default_factory=dict)
    """The steps of a round of a loop, of a thing paid, of a happening carried out; by body and place."""
    asks: dict[str, int] = field(default_factory=dict)
    """The steps each time a window asks a seat."""
    parts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """For each action and part the steps for each element that may fill it, 0 for none."""
    rules: dict[str, int] = field(default_factory=dict)
    """The steps for each element of the set of a rule."""
    limits: dict[str, int] = field(default_factory=dict)
    """The steps for each element of the set of a limit."""
    deep: set[Key] = field(default_factory=set)
    """The values and attributes that may be inside themselves, or too deep: how many of them are inside each
    other is counted."""
    deep_events: set[int] = field(default_factory=set)
    """The same of events, by their numbers."""
    costly: set[Key] = field(default_factory=set)
    """The values, attributes and tests in which anything counts."""
    cost_of: Callable[[object], int] = lambda node: 0
    _learnt: dict[int, object] = field(default_factory=dict)
    _counts: dict[int, tuple[object, bool]] = field(default_factory=dict)

    def steps_of_rows(self, event: int, rows: int) -> int:
        """The steps of a happening, by its event, for so many rules and changes in force for a while."""
        return max(0, rows - FEW_ROWS) * self.lasting.get(event, 0) // UNIT

    def counts(self, *pieces: object) -> bool:
        """Whether anything in pieces of the rules uses up steps when it is evaluated."""
        return bool(self.sets or self.costly) and any(map(self._counts_inside, pieces))

    def is_free(self, over: ex.Set) -> bool:
        """Whether going through a set uses up no steps, whatever its elements are asked."""
        return id(over) not in self.sets and not self.counts(over.source, over.low, over.high)

    def is_free_call(self, call: ex.Call) -> bool:
        """Whether calling a value uses up no steps, whatever it asks."""
        return ("value", call.name) not in self.calls and not self.counts(call.args)

    def learn(self, *pieces: object) -> None:
        """Let the sets of what is not in the rules count, too: what scenarios and lists ask."""
        for piece in pieces:
            if id(piece) not in self._learnt:
                self._learnt[id(piece)] = piece
                self.cost_of(piece)

    def _counts_inside(self, piece: object) -> bool:
        if piece is None:
            return False
        kept = self._counts.get(id(piece))
        if kept is None:
            found = any(map(self._counts_itself, nodes(piece)))
            kept = self._counts[id(piece)] = (piece, found)  # the piece, lest its `id` becomes another's
        return kept[1]

    def _counts_itself(self, node: ex.Node) -> bool:
        return id(node) in self.sets if isinstance(node, ex.Set) else key_of(node) in self.costly
