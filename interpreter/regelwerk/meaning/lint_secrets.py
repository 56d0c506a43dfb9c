"""What is chosen in secret and then kept as a secret, though all know it where it lies."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.hidden_zones import HiddenZones
from regelwerk.meaning.whole import Whole
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic

Found = tuple[msgspec.Struct, str, str]
"""The place, the zone whose things all know, and the zone in which they are to be a secret."""


def open_secrets(game: Whole) -> list[Diagnostic]:
    """M127: things that all know are chosen in secret and kept in a zone that not all see, or turned there.

    Moving leaves what is known as it is, and so does `set`. Only zones count to which nothing comes, on any
    way, that not all know.
    """
    hidden = game.hidden_zones
    if not any(map(hidden.covered, hidden.open)):
        return []
    asking = (key for key, effects in game.graph.effects.items() if effects.asks)
    return [
        problems.open_secret("known", zone, into).at(game.understood.place_of(node))
        for key in asking
        for choice in nodes(game.graph.parts[key])
        if isinstance(choice, s.SecretChoice)
        for node, zone, into in (*_moved(hidden, choice), *_turned(hidden, choice))
    ]


def _moved(hidden: HiddenZones, choice: s.SecretChoice) -> Iterator[Found]:
    source = choice.over.source
    if not isinstance(source, x.Zone) or source.name not in hidden.open:
        return
    for node in nodes(choice.body):
        if not isinstance(node, s.Move) or node.what != x.Local(choice.over.binder):
            continue
        if node.to in hidden.open and hidden.covered(node.to):
            yield node.what, source.name, node.to


def _turned(hidden: HiddenZones, choice: s.SecretChoice) -> Iterator[Found]:
    """What is set from the choice, of a thing below a cover that all know."""
    chosen = x.Local(choice.over.binder)
    for loop in nodes(choice.body):
        if not isinstance(loop, s.ForEach) or not isinstance(loop.over.source, x.Zone):
            continue
        zone = loop.over.source.name
        if zone not in hidden.open or not hidden.covered(zone):
            continue
        for node in nodes(loop.body):
            if not isinstance(node, s.Assign) or node.value != chosen:
                continue
            if isinstance(node.target, x.Attribute) and node.target.of == x.Local(loop.over.binder):
                yield node.value, zone, zone
