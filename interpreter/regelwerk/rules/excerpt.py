"""Of rules only what some expressions need, so that they can be evaluated without all the rest."""

from __future__ import annotations

from msgspec import structs

from . import expressions as x
from .declarations import ModifierDecl, Rules
from .walk import nodes


def excerpt(rules: Rules, parts: object) -> Rules:
    """Return rules in which parts have the same values as in these, and in which nothing can happen.

    What asks about happenings needs all rules.
    """
    values = {value.name: value for value in rules.values}
    called: set[tuple[None, str]] = set()
    attributes: set[tuple[str, str]] = set()
    waiting = [parts]
    while waiting:
        for node in nodes(waiting.pop()):
            if isinstance(node, x.Happened | x.Recorded | x.May | x.Supposing | x.IsAnswer):
                return rules
            if isinstance(node, x.Call) and (None, node.name) not in called:
                called.add((None, node.name))
                waiting += [values[node.name], *_modifiers_of(rules, None, node.name)]
            elif isinstance(node, x.Attribute) and (node.type, node.name) not in attributes:
                attributes.add((node.type, node.name))
                waiting += _modifiers_of(rules, node.type, node.name)
    return structs.replace(
        rules,
        values=tuple(value for value in rules.values if (None, value.name) in called),
        modifiers=tuple(each for each in rules.modifiers if (each.type, each.of) in {*called, *attributes}),
        events=(), actions=(), windows=(), rules=(), limits=(), payments=(), cites={}, places={},
    )  # fmt: skip


def _modifiers_of(rules: Rules, owner: str | None, name: str) -> list[ModifierDecl]:
    return [modifier for modifier in rules.modifiers if (modifier.type, modifier.of) == (owner, name)]
