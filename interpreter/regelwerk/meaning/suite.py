"""The scenarios of a game, of which each is read when somebody asks for it: a check seldom does."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, cached_property

import msgspec

from regelwerk.rules.expressions import Supposing
from regelwerk.rules.scenarios import FORMAT, Scenario, Scenarios
from regelwerk.rules.walk import nodes


@cache  # made when a scenario is read for the first time
def _decoder() -> msgspec.json.Decoder[Scenario]:
    return msgspec.json.Decoder(Scenario)


class Written(msgspec.Struct, frozen=True, dict=True):
    """One scenario: its place, the events it begins with, whether it supposes something, and its JSON."""

    title: str
    place: str
    begins: tuple[str, ...]
    supposes: bool
    text: bytes

    @classmethod
    def of(cls, scenario: Scenario) -> Written:
        """Return what is known of a scenario without reading it, which need not be read again."""
        begins = tuple(happen.event for happen in scenario.started)
        supposes = any(isinstance(node, Supposing) for node in nodes(scenario))
        written = cls(scenario.title, scenario.place, begins, supposes, msgspec.json.encode(scenario))
        vars(written)["scenario"] = scenario
        return written

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario. Raises msgspec.DecodeError if it was kept, and changed since."""
        return _decoder().decode(self.text)


class _Text(msgspec.Struct, omit_defaults=True):
    """What `Scenarios` are in JSON."""

    format: str
    game: str
    scenarios: tuple[msgspec.Raw, ...] = ()


class Suite(msgspec.Struct, frozen=True, dict=True):
    """All scenarios of a game."""

    game: str
    written: tuple[Written, ...]

    @cached_property
    def read(self) -> Scenarios:
        """The scenarios. Raises msgspec.DecodeError if they were kept, and changed since."""
        return Scenarios(FORMAT, self.game, tuple(each.scenario for each in self.written))

    @property
    def begins(self) -> frozenset[str]:
        """The events that scenarios begin with."""
        return frozenset(event for each in self.written for event in each.begins)

    def without(self, broken: Collection[str]) -> Suite:
        """Return those scenarios that do not begin in one of these places."""
        return Suite(self.game, tuple(each for each in self.written if each.place not in broken))

    def encode(self) -> bytes:
        """Return the scenarios as JSON, as if they were read."""
        return msgspec.json.encode(
            _Text(FORMAT, self.game, tuple(msgspec.Raw(each.text) for each in self.written))
        )
