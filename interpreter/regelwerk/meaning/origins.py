"""From where the things come that a body moves, rolls and hands on."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s

Origin = tuple[str, ...]
"""`("zone", name)`, `("local", name, number)` of the same body, `("given", called, number)` for an argument
(counted from 0) of an event, a window or a value, `("result", called)` of an event or value, `("result",)` of
this body, or a cell as in `effects.py`. `("rolled",)` is only come to: by dice that are rolled.
"""
Route = tuple[Origin, Origin]
"""Things may come from the first to the second."""

ROLLED: Origin = ("rolled",)
FREE = "0"
"""The number of a local that the body is given: by its parameters, the parts of an action, a hook."""
_WORDS = frozenset((str, int, bool, type(None)))
"""What fields hold in which nothing is bound or comes anywhere."""


def routes_of(part: object) -> set[Route]:
    """Return on which routes things may come somewhere by a part of the rules form."""
    found = _Routes()
    found.walk(part, {})
    return found.routes


class _Routes:
    """Goes through a body; a name that is bound twice gets two numbers."""

    def __init__(self) -> None:
        self.routes: set[Route] = set()
        self.bound = 0

    def walk(self, node: object, names: dict[str, str]) -> None:
        """Go through a part in which `names` have these numbers; what it binds is added to them."""
        if isinstance(node, tuple):
            inside = dict(names)
            for each in node:
                self.walk(each, inside)
            return
        if isinstance(node, dict):
            for each in node.values():
                self.walk(each, dict(names))
            return
        if not isinstance(node, x.Node):
            return
        if isinstance(node, d.ActionDecl):
            names |= {action_part.over.binder: FREE for action_part in node.parts}
        for name in node.__struct_fields__:
            part = getattr(node, name)
            if type(part) not in _WORDS:
                self.walk(part, names)
        self._node(node, names)

    def _node(self, node: x.Node, names: dict[str, str]) -> None:
        match node:
            case x.Set(binder=binder, source=source):
                self._bind(binder, source, names, again=names.get(binder) == FREE)
            case s.Let(name=name, value=value):
                self._bind(name, value, names, again=name in names)
            case s.Assign(target=x.State(name=name), value=value):
                self._come(value, ("state", name), names)
            case s.Assign(target=x.Attribute(type=of, name=name), value=value):
                self._come(value, ("attribute", of, name), names)
            case s.Happen(event=called, args=args) | s.Later(event=called, args=args):
                self._call(called, args, names)
                if isinstance(node, s.Happen) and node.result is not None:
                    self.routes.add((("result", called), self._new(node.result, names)))
            case s.Open(window=called, args=args) | x.Call(name=called, args=args):
                self._call(called, args, names)
            case s.Move(what=what, to=to):
                self._come(what, ("zone", to), names)
            case s.DrawMany(source=source, to=to):
                self.routes.add((("zone", source), ("zone", to)))
            case s.DrawOne(source=source, to=to, binder=binder):
                self.routes.add((("zone", source), ("zone", to)))
                self.routes.add((("zone", to), self._new(binder, names)))
            case s.Look(source=source, binder=binder):
                self.routes.add((("zone", source), self._new(binder, names)))
            case s.RollDie(target=x.Attribute(of=of)):
                self._come(of, ROLLED, names)
            case s.Result(value=value) | d.ValueDecl(body=value):
                self._come(value, ("result",), names)
            case _:
                pass

    def _call(self, called: str, args: tuple[x.Expression, ...], names: dict[str, str]) -> None:
        for number, arg in enumerate(args):
            self._come(arg, ("given", called, str(number)), names)

    def _bind(self, name: str, value: object, names: dict[str, str], again: bool) -> None:
        """Give a value a name; `again` a name that there is already."""
        before = dict(names)
        local = ("local", name, names[name]) if again else self._new(name, names)
        self._come(value, local, before)

    def _new(self, name: str, names: dict[str, str]) -> Origin:
        self.bound += 1
        names[name] = str(self.bound)
        return "local", name, names[name]

    def _come(self, value: object, target: Origin, names: dict[str, str]) -> None:
        self.routes |= {(origin, target) for origin in _origins(value, names)}


def _origins(value: object, names: dict[str, str]) -> Iterator[Origin]:
    """Yield from where the things may come that a value is."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case x.Local(name=name):
                yield "local", name, names.get(name, FREE)
            case x.Zone(name=name):
                yield "zone", name
            case x.State(name=name):
                yield "state", name
            case x.Attribute(type=of, name=name):
                yield "attribute", of, name
            case x.Call(name=name):
                yield "result", name
            case x.Builtin(name="first" | "last" | "nth", args=(of, *_)):
                waiting.append(of)
            case x.The(of=over) | x.All(of=over):
                waiting += [over.source, *_named(over)]
            case x.Choice(cases=cases, otherwise=otherwise):
                waiting += [otherwise, *(case.then for case in cases)]
            case x.LetIn(then=then):
                waiting.append(then)
            case _:
                pass


def _named(over: x.Set) -> Iterator[x.Expression]:
    """The one thing that a set has at most, by its condition: `card d in hand where (d = c)`."""
    tests = over.where.of if isinstance(over.where, x.And) else (over.where,)
    mine = x.Local(over.binder)
    for test in tests:
        if isinstance(test, x.Compare) and test.op == "=" and mine in (test.left, test.right):
            yield test.right if test.left == mine else test.left
