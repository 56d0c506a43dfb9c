"""Dice that are rolled before everybody and then kept as if only one seat knew what they show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.origins import ROLLED
from regelwerk.meaning.whole import Whole
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic

Found = tuple[msgspec.Struct, str, str]
"""The value that is no secret, the name of what was rolled, and the zone."""


def secrets_rolled_openly(game: Whole) -> list[Diagnostic]:
    """M127: a face that all have seen becomes that of a thing in a zone `seen by owner`.

    Only what certainly was seen counts: `roll D as n` and `set x.a to n`, or a thing of an open zone that is
    rolled there and moved away in the same lines.
    """
    seen = {zone.name: zone.seen for zone in game.rules.zones if zone.seen_when is None}
    return [
        problems.open_secret("rolled", rolled, zone).at(game.understood.place_of(node))
        for key, effects in game.graph.effects.items()
        if effects.faces or any(to == ROLLED for _, to in effects.routes)
        for node, rolled, zone in _Rolls(seen).inside(game.graph.parts[key], effects.faces)
    ]


class _Rolls:
    """Looks at one body."""

    def __init__(self, seen: Mapping[str, str]) -> None:
        self.seen = seen

    def inside(self, part: object, faces: Set[str]) -> Iterator[Found]:
        """Yield what is wrong in a body; `faces` are the names of what dice have shown there."""
        faces = faces - {node.name for node in nodes(part) if isinstance(node, s.Let)}
        for node in nodes(part):
            if isinstance(node, s.ForEach) and isinstance(node.over.source, x.Zone):
                zone = node.over.source.name
                if self.seen.get(zone) == "owner":
                    yield from self._set(node, zone, faces)
                if self.seen.get(zone) == "all":
                    yield from self._moved(node.body, node.over.binder)

    def _set(self, loop: s.ForEach, zone: str, faces: Set[str]) -> Iterator[Found]:
        for node in nodes(loop.body):
            if not (isinstance(node, s.Assign) and isinstance(node.target, x.Attribute)):
                continue
            own = node.target.of == x.Local(loop.over.binder)
            if own and isinstance(node.value, x.Local) and node.value.name in faces:
                yield node.value, node.value.name, zone

    def _moved(self, body: Sequence[s.Statement], thing: str) -> Iterator[Found]:
        rolled = None
        for node in body:
            match node:
                case s.RollDie(target=x.Attribute(of=x.Local(name=name), name=attribute)) if name == thing:
                    rolled = attribute
                case s.Move(what=x.Local(name=name), to=to) if name == thing:
                    if rolled is not None and self.seen.get(to) == "owner":
                        yield node.what, rolled, to
                    rolled = None
                case _:
                    pass
