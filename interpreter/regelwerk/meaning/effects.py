"""What parts of the rules form read, write, ask and let happen, without regard to who calls whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from typing import Any

import msgspec

from regelwerk.meaning.origins import Route, routes_of
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes

Cell = tuple[str, ...]
"""`("state", name)`, `("attribute", type, name)`, `("value", name)`, `("zone", name)`, `("happened", event)`
or `("answers",)`.

`("zone", "?")` is whichever zone a thing lies in.
"""

RECORDED: Cell = ("recorded",)
"""The positions that were recorded."""
SOME_ZONE: Cell = ("zone", "?")


class Effects(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What one body or expression does by itself.

    `derived` are attributes as modifiers have changed them, `put_off` what happens later: the span, the
    event, whether a seat declares it. `lasting` are modifiers in force for a while, each with its span.
    `running` are words about what must be running (`leave`, `this` and others) with its name; of what is
    created it is the type. `asks` says whether a seat is asked, `ends` whether something may be left or the
    game end. `chosen` are the nouns of what is chosen (empty: a number), `by_chance` of what chance picks.
    `mixed` are zones that things are brought to but not on top, `shuffled` those that are shuffled, `stacked`
    those of which it matters what lies on top, `routes` how things come somewhere (see `origins.py`).
    `surely` are events that a body lets happen in whatever position. `shows` says whether things are shown or
    looked at.
    """

    reads: frozenset[Cell] = frozenset()
    writes: frozenset[Cell] = frozenset()
    derived: frozenset[tuple[str, str]] = frozenset()
    happens: frozenset[str] = frozenset()
    put_off: frozenset[tuple[str, str, bool]] = frozenset()
    carried_out: frozenset[str] = frozenset()
    opens: frozenset[str] = frozenset()
    pays: frozenset[str] = frozenset()
    tested: frozenset[str] = frozenset()
    supposed: frozenset[str] = frozenset()
    lasting: frozenset[tuple[str, str]] = frozenset()
    running: frozenset[tuple[str, str]] = frozenset()
    actions: frozenset[str] = frozenset()
    ways: frozenset[str] = frozenset()
    endings: frozenset[str] = frozenset()
    asks: bool = False
    ends: bool = False
    chosen: tuple[str, ...] = ()
    by_chance: frozenset[str] = frozenset()
    mixed: frozenset[str] = frozenset()
    shuffled: frozenset[str] = frozenset()
    stacked: frozenset[str] = frozenset()
    routes: frozenset[Route] = frozenset()
    surely: frozenset[str] = frozenset()
    shows: bool = False


Effect = tuple[str, object]
"""The name of a field of `Effects`, and what belongs to it."""


def effects_of(part: object) -> Effects:
    """Return what a part does by itself."""
    found: dict[str, dict[object, None]] = {}
    for node in nodes(part):
        effects = _OF.get(type(node))
        if effects is not None:
            for name, thing in effects(node):
                found.setdefault(name, {})[thing] = None
    body = part.body if isinstance(part, d.RuleDecl) else part if isinstance(part, tuple) else ()
    found["routes"] = dict.fromkeys(routes_of(part))
    found["surely"] = dict.fromkeys(sure_calls(body))
    kinds = dict(zip(Effects.__struct_fields__, Effects.__struct_defaults__, strict=True))
    return Effects(**{name: type(kinds[name])(things) for name, things in found.items()})


def reads_of(part: object) -> set[Cell]:
    """Return what a part reads by itself, where nothing else is asked of it."""
    found: set[Any] = set()
    for node in nodes(part):
        effects = _OF.get(type(node))
        if effects is not None:
            found.update(thing for name, thing in effects(node) if name == "reads")
    return found


def sure_calls(body: Iterable[object]) -> Iterator[str]:
    """Return what a body surely lets happen: up to the first line that may end it."""
    for node in body:
        if isinstance(node, s.Happen):
            yield node.event
        elif isinstance(node, s.Atomic):
            yield from sure_calls(node.body)
        if any(isinstance(part, s.Done | s.Result | s.Leave | s.EndGame) for part in nodes(node)):
            return


def _attribute(node: x.Attribute) -> list[Effect]:
    read: Effect = ("reads", ("attribute", node.type, node.name))
    return [read] if node.printed else [read, ("derived", (node.type, node.name))]


def _lasting(node: s.Lasting) -> list[Effect]:
    modifiers: list[Effect] = [("lasting", (node.span, modifier)) for modifier in node.modifiers]
    return [("running", ("for the rest of", node.span)), *modifiers]


def _move(node: s.Move) -> list[Effect]:
    # Where things leave from is known only in play.
    written: list[Effect] = [("writes", ("zone", zone)) for zone in (node.to, "*", "?")]
    return [*written, ("stacked" if node.where else "mixed", node.to)]


def _draw(node: s.DrawOne | s.DrawMany) -> list[Effect]:
    written: list[Effect] = [("writes", ("zone", zone)) for zone in (node.source, node.to, "?")]
    return [*written, ("mixed", node.to), ("stacked", node.source)]


def _choice(node: s.Choose | s.SecretChoice) -> list[Effect]:
    return [("asks", True), ("chosen", node.over.noun)]


_OF: dict[type[object], Callable[[Any], list[Effect]]] = {
    x.Call: lambda n: [("reads", ("value", n.name))],
    x.State: lambda n: [("reads", ("state", n.name))],
    x.Attribute: _attribute,
    x.Zone: lambda n: [("reads", ("answers",) if n.name == "answers" else ("zone", n.name))],
    x.Builtin: lambda n: [("reads", SOME_ZONE)] if n.name in ("owner", "holder") else [],
    x.Happened: lambda n: [("reads", ("happened", n.event)), ("running", ("this", n.span))],
    x.Recorded: lambda n: [
        ("reads", RECORDED),
        *([] if n.span is None else [("running", ("this", n.span))]),
    ],
    x.Member: lambda n: [("actions", n.name)] if n.enum == "action" else [],
    x.May: lambda n: [("tested", n.event)],
    x.Supposing: lambda n: [("supposed", n.event)],
    s.Assign: lambda n: [("writes", target_cell(n.target))],
    s.Change: lambda n: [("writes", target_cell(n.target))],
    s.RollDie: lambda n: [("writes", target_cell(n.target))],
    s.Move: _move,
    s.DrawOne: _draw,
    s.DrawMany: _draw,
    s.Record: lambda n: [("writes", RECORDED)],
    s.Show: lambda n: [("shows", True)],
    s.Look: lambda n: [("shows", True), ("stacked", n.source)],
    s.Shuffle: lambda n: [("writes", ("zone", n.zone)), ("shuffled", n.zone), ("stacked", n.zone)],
    s.Cancel: lambda n: [("writes", ("answers",))],
    s.Aim: lambda n: [("writes", ("answers",))],
    s.Happen: lambda n: [("happens", n.event)],
    s.Later: lambda n: [
        ("put_off", (n.span, n.event, n.by is not None)),
        ("running", ("later", n.span)),
    ],
    s.CarryOut: lambda n: [("carried_out", n.span), ("running", ("carry out", n.span))],
    s.Leave: lambda n: [("ends", True), ("running", ("leave", n.event))],
    s.EndGame: lambda n: [("ends", True), ("endings", n.name)],
    s.Lasting: _lasting,
    s.Create: lambda n: [("running", ("create", n.type))],
    s.Open: lambda n: [("opens", n.window)],
    s.Choose: _choice,
    s.SecretChoice: _choice,
    s.Ask: lambda n: [("asks", True)],
    s.Pay: lambda n: [("asks", True), ("pays", n.payment)],
    s.Way: lambda n: [("ways", n.name)],
    s.PickRandom: lambda n: [("by_chance", n.over.noun)],
    d.ActionDecl: lambda n: [] if n.once_per is None else [("running", ("once per", n.once_per))],
    d.Means: lambda n: [("chosen", "" if n.over is None else n.over.noun)],
}
"""What each node does, by its class; the others do nothing by themselves."""


def target_cell(target: x.State | x.Attribute) -> Cell:
    """Return the cell a statement sets."""
    if isinstance(target, x.State):
        return ("state", target.name)
    return ("attribute", target.type, target.name)


def modified_cell(modifier: d.ModifierDecl) -> Cell:
    """Return the attribute or the value that a modifier changes."""
    if modifier.type is None:
        return ("value", modifier.of)
    return ("attribute", modifier.type, modifier.of)


def touches(written: Set[Cell], read: Set[Cell]) -> bool:
    """Say whether something that writes these cells may change what reads those."""
    if ("zone", "*") in written and any(cell[0] == "zone" for cell in read):
        return True
    return bool(written & read)
