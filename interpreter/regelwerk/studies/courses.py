"""What scenarios looked at when they passed: only those that a change touches are played again."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from regelwerk.program.layout import Reached
from regelwerk.rules.scenarios import Scenario

from .pieces import Pieces


class _Kept(msgspec.Struct):
    """Pieces with their hashes; for each scenario, by its hash, the positions of those it looked at."""

    pieces: list[tuple[str, str]]
    passed: dict[str, list[int]]


_decoder = msgspec.msgpack.Decoder(_Kept)


class Courses:
    """The courses of the scenarios of a game, as far as they would be the same today.

    `kept` is what `encode` gave, when the rules may have been others.
    """

    def __init__(self, pieces: Pieces, kept: bytes | None) -> None:
        self._pieces = pieces
        self._passed: dict[str, frozenset[str]] = {}
        if kept is None:
            return
        try:
            found = _decoder.decode(kept)
            for scenario, positions in found.passed.items():
                looked_at = [found.pieces[position] for position in positions]
                if all(pieces.hashes.get(name) == then for name, then in looked_at):
                    self._passed[scenario] = frozenset(name for name, _ in looked_at)
        except (msgspec.DecodeError, IndexError):
            self._passed = {}

    def is_touched(self, scenario: Scenario) -> bool:
        """Whether it has to be played: its course is not known, or looked at what is different now."""
        return self._pieces.of_scenario(scenario) not in self._passed

    def note(self, scenario: Scenario, reached: Reached) -> None:
        """A scenario has passed."""
        self._passed[self._pieces.of_scenario(scenario)] = frozenset(self._pieces.reached(reached))

    def encode(self, scenarios: Iterable[Scenario]) -> bytes:
        """The courses of these scenarios, to be kept."""
        known = {each for each in map(self._pieces.of_scenario, scenarios) if each in self._passed}
        names = sorted({name for each in known for name in self._passed[each]})
        position = {name: number for number, name in enumerate(names)}
        passed = {each: sorted(position[name] for name in self._passed[each]) for each in sorted(known)}
        return msgspec.msgpack.encode(_Kept([(name, self._pieces.hashes[name]) for name in names], passed))
