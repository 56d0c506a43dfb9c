"""What scenarios are read against: of the rules that they play, what their lines ask about."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from regelwerk.meaning.effects import Effects
from regelwerk.meaning.names import Names
from regelwerk.rules import declarations as d
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.lists import BroughtList
from regelwerk.rules.types import kinds


class Surroundings(msgspec.Struct, frozen=True):
    """The rules around scenarios.

    `stored` are the attributes that rules change, with their types, `altered` those that modifiers
    change; `ways` may be picked by their names; things of the kinds `chosen` are chosen somewhere, and
    perhaps others if there are `doubts`; chance picks elements of the nouns `by_chance`. All of them are
    tables, so that what is asked of them can be noted.
    """

    stored: Collection[tuple[str, str]]
    altered: Collection[tuple[str | None, str]]
    endings: Collection[str]
    brought: Collection[BroughtList]
    ways: Collection[str]
    chosen: Collection[ValueType]
    by_chance: Collection[str]
    doubts: Collection[str]


def surroundings_of(
    names: Names, rules: d.Rules, effects: Iterable[Effects], endings: set[str], doubts: Collection[str]
) -> Surroundings:
    """Return what scenarios of these rules are read against; `effects` are those of their bodies.

    `doubts` are codes of what is wrong with them.
    """
    every = list(effects)
    chosen = (_chosen(names, noun) for each in every for noun in each.chosen)
    return Surroundings(
        frozenset((t.name, a.name) for t in rules.types for a in t.attributes if a.stored),
        frozenset((modifier.type, modifier.of) for modifier in rules.modifiers if modifier.type is not None),
        frozenset(endings),
        rules.brought,
        frozenset[str]().union(*(each.ways for each in every)),
        tuple(dict.fromkeys(chosen)),
        frozenset[str]().union(*(each.by_chance for each in every)),
        doubts,
    )


def _chosen(names: Names, noun: str) -> ValueType:
    """The kind of what is chosen from a set, or laid down in a payment."""
    return names.noun(noun or "number") or kinds.thing(noun)
