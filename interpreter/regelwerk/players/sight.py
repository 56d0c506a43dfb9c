"""What an agent gets to see: its decision, its view, and matches that could be this one."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any, Protocol

from regelwerk.match.match import Build, Match
from regelwerk.match.views import determinise, view
from regelwerk.program.ending import Decision
from regelwerk.program.layout import Layout


class Sight:
    """A decision of a seat, seen from that seat: its view, and matches that could be this one.

    `number` is the decision's among those of the match, which is not told: how many seats are still to
    choose in secret may say what they hold. `search` is the build that carries on imagined matches;
    without one it is that of the match.
    """

    __slots__ = ("__dict__", "_match", "_search", "decision", "number", "seat")

    def __init__(self, match: Match, number: int, search: Build | None = None) -> None:
        self._match = match
        self._search = search
        self.decision: Decision = match.decisions[number]
        self.seat = self.decision.seat

    @property
    def layout(self) -> Layout:
        """How the game is laid out, the same for all its matches."""
        return self._match.layout

    @property
    def build(self) -> Build:
        """What carries imagined matches on."""
        return self._match.build if self._search is None else self._search

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat may know, as plain data."""
        return view(self._match, self.seat)

    def imagine(self, rng: Random) -> Match:
        """A match that could be this one for all the seat knows."""
        result = determinise(self._match, self.seat, rng)
        result.build = self.build
        return result


class Player(Protocol):
    """An agent for one seat."""

    def choose(self, sight: Sight) -> int:
        """The number of the option to take in `sight.decision.options`."""
        ...
