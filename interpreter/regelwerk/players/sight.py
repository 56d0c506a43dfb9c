"""What an agent gets to see: its decision, its view, and matches that could be this one."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any, Protocol

from regelwerk.match.match import Match
from regelwerk.match.views import determinise, view
from regelwerk.program.ending import Decision


class Sight:
    """A decision of a seat, seen from that seat. The match itself cannot be reached through it."""

    __slots__ = ("__dict__", "_match", "decision", "number", "seat")

    def __init__(self, match: Match, number: int) -> None:
        self._match = match
        self.number = number
        self.decision: Decision = match.decisions[number]
        self.seat = self.decision.seat

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat may know, as plain data."""
        return view(self._match, self.seat)

    def imagine(self, rng: Random) -> Match:
        """A match that could be this one for all the seat knows."""
        return determinise(self._match, self.seat, rng)


class Player(Protocol):
    """An agent for one seat."""

    def choose(self, sight: Sight) -> int:
        """The number of the option to take in `sight.decision.options`."""
        ...
