"""What scenarios are read against: of the rules that they play, what their lines ask about."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from regelwerk.meaning.collect import Collection as Everything
from regelwerk.meaning.names import Names
from regelwerk.rules import declarations as d
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.lists import BroughtList
from regelwerk.rules.types import kinds
from regelwerk.rules.walk import nodes
from regelwerk.tree import declarations as td
from regelwerk.tree import statements as ts
from regelwerk.tree.walk import walk

_ASKED = (s.Choose, s.SecretChoice, d.Means)


@dataclass(frozen=True)
class Surroundings:
    """The rules around scenarios.

    `stored` are the attributes that rules change, with their types, `altered` those that modifiers
    change; `ways` may be picked by their names; things of the kinds `chosen` are chosen somewhere, unless
    the rules are not `complete`; chance gives members of the enums `by_chance`.
    """

    stored: Collection[tuple[str, str]]
    altered: Collection[tuple[str | None, str]]
    endings: Collection[str]
    brought: Collection[BroughtList]
    ways: Collection[str]
    chosen: Collection[ValueType]
    by_chance: Collection[str | None]
    complete: bool


def surroundings_of(
    names: Names, found: Everything, rules: d.Rules, endings: set[str], complete: bool
) -> Surroundings:
    """Return what scenarios of these rules are read against."""
    bodies = found.of(td.Event, td.ToldEvent, td.Text, ts.Rule, td.Action, td.Limit)
    asked = [node for node in nodes(rules) if isinstance(node, _ASKED)]
    return Surroundings(
        frozenset((t.name, a.name) for t in rules.types for a in t.attributes if a.stored),
        frozenset((modifier.type, modifier.of) for modifier in rules.modifiers if modifier.type is not None),
        frozenset(endings),
        rules.brought,
        frozenset(
            node.name.text for place in bodies for node in walk(place.tree) if isinstance(node, ts.Way)
        ),
        tuple(dict.fromkeys(_chosen(names, node) for node in asked)),
        frozenset(die.enum for die in rules.dice)
        | {node.over.noun for node in nodes(rules) if isinstance(node, s.PickRandom)},
        complete,
    )


def _chosen(names: Names, node: s.Choose | s.SecretChoice | d.Means) -> ValueType:
    """The kind of what is chosen there, or laid down in a payment."""
    if node.over is None:
        return kinds.NUMBER
    if node.over.noun in names.enums:
        return kinds.enum(node.over.noun)
    plain = {"seat": kinds.SEAT, "number": kinds.NUMBER, "answer": kinds.ANSWER}
    return plain.get(node.over.noun, kinds.thing(node.over.noun))
