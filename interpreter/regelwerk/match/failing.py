"""Which part of a condition does not hold: followed down through the tests that are named in it.

For a seat, only through what this seat may know; what else it is told follows from the rules alone and
from what it knows already: that the condition as a whole does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from regelwerk.program.errors import RuleError
from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types.scope import Scope as Typed
from regelwerk.rules.walk import nodes

from .evaluate import Env, Evaluator
from .inforce import forbidding
from .sighted import Hidden, Sighted
from .state import State
from .text import element_text
from .written import written

DEEPEST = 12
"""So many tests that name each other are followed."""
_ELEMENTS = 20
"""So many elements of a set are looked at one by one."""
_LISTED = 3
_LITERAL = (ex.Number, ex.Flag, ex.Member, ex.Nothing, ex.Row, ex.Seat, ex.Local)


class Fault(NamedTuple):
    """`chain` are texts from the condition down to the part that fails, `more` parts that fail as well.

    `names` is everything that is named in what fails, `key` where the innermost named test stands (one of
    `Rules.places`). An empty chain: nothing more can be said.
    """

    chain: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    key: str | None = None
    more: tuple[str, ...] = ()

    def text(self) -> str:
        """The chain on one line; of a long one its ends."""
        chain = self.chain if len(self.chain) < 6 else (*self.chain[:2], "...", *self.chain[-2:])
        return ": ".join(chain) + (f"; also {_several(self.more)}" if self.more else "")


class Scope(NamedTuple):
    """What a condition sees: locals with their kinds; `shown` if texts say what they are.

    `value` is the declared value it stands in, for the texts of cards that tell it.
    """

    env: Env
    kinds: Mapping[str, ValueType]
    shown: bool
    value: str = ""

    def bind(self, name: str, kind: ValueType, element: int) -> Scope:
        return self._replace(env={**self.env, name: element}, kinds={**self.kinds, name: kind})


class Failing:
    """Follows conditions in one state, with the eyes of a seat or, without one, of somebody who knows all."""

    def __init__(self, s: State, seat: int | None = None) -> None:
        self.s = s
        self.layout = s.layout
        self.sees_all = seat is None
        self.e = Evaluator(s.layout) if seat is None else Sighted(s.layout, seat)

    def may_know(self, scope: Scope) -> bool:
        """Whether everything that is bound may be known."""
        if not isinstance(self.e, Sighted):
            return True
        try:
            for name, value in scope.env.items():
                self.e.known_as(self.s, scope.kinds[name], value)
        except Hidden:
            return False
        return True

    def elements(self, over: ex.Set, env: Env) -> list[int] | None:
        """The elements of a set; None if they may not be known, or if asking for them goes wrong."""
        found: list[int] | None = self._asked(ex.All(over), env)
        return found

    def of(self, node: ex.Expression, scope: Scope, depth: int = 0) -> Fault:
        """What fails in a condition of which it is known that it does not hold."""
        if depth > DEEPEST:
            return Fault()
        match node:
            case ex.And(of=parts):
                return _together([self.of(p, scope, depth) for p in parts if self._fails(p, scope.env)])
            case ex.Or(of=parts):
                return self._none_of(parts, scope, depth)
            case ex.Call():
                return self._call(node, scope, depth)
            case ex.Choice():
                return self._choice(node, scope, depth)
            case ex.LetIn():
                return self._let_in(node, scope, depth)
            case ex.Told():
                return self._told(node, scope, depth)
            case ex.Every():
                return self._every(node, scope, depth)
            case ex.Any(of=over):
                return self._any(node, over, scope, depth)
            case ex.Not(of=ex.Or(of=parts)):
                found = [self._holding(part, scope) for part in parts if self._asked(part, scope.env)]
                return _together(found)
            case ex.Not(of=of):
                return self._holding(of, scope)
            case ex.May():
                return self._forbidden(node, scope)
            case ex.Flag():
                return Fault()
        return self._leaf(node, scope)

    def _asked(self, node: ex.Expression, env: Env) -> Any:
        """The value of an expression, or None. Steps are not counted: nothing is played here."""
        steps, self.s.steps = self.s.steps, 0
        depth, self.e.depth = self.e.depth, 0
        try:
            return self.e.value(self.s, env, node)
        except (Hidden, RuleError, KeyError, IndexError):
            return None  # asks of something that is absent: another part of the condition says so
        finally:
            self.s.steps, self.e.depth = steps, depth

    def _fails(self, node: ex.Expression, env: Env) -> bool:
        value = self._asked(node, env)
        return value is not None and not value

    def _none_of(self, parts: Sequence[ex.Expression], scope: Scope, depth: int) -> Fault:
        """Of alternatives that all fail, the one that has begun to hold is followed, if there is just one."""
        found = [self.of(part, scope, depth) for part in parts if self._fails(part, scope.env)]
        names = _united(fault.names for fault in found)
        begun = [p for p in parts if isinstance(p, ex.And) and self._asked(p.of[0], scope.env)]
        if len(begun) == 1:
            return self.of(begun[0], scope, depth)._replace(names=names)
        heads = [f"`{self._written(part, scope)}`" for part in parts]
        return Fault((f"none of {_several(heads)}",), names)

    def _call(self, node: ex.Call, scope: Scope, depth: int) -> Fault:
        declared = self.layout.values[node.name]
        own = Fault((f"`{self._written(node, scope)}`",), (node.name,), f"value:{node.name}")
        given = [self._asked(argument, scope.env) for argument in node.args]
        if any(value is None for value in given):
            return own
        env = {p.name: value for p, value in zip(declared.parameters, given, strict=True)}
        holds = self._asked(declared.body, env)
        if node.name in self.layout.value_modifiers and (holds is None or holds):
            return own if holds is None else _below(own, self._changed(node.name, given))
        kinds = {p.name: p.type for p in declared.parameters}
        return _below(own, self.of(declared.body, Scope(env, kinds, scope.shown, node.name), depth + 1))

    def _changed(self, name: str, given: list[Any]) -> Fault:
        """The modifiers because of which a test does not hold that holds by itself."""
        found = []
        for number in self.layout.value_modifiers[name]:
            try:
                if self.e._changes(self.s, [number], given):
                    found.append(self.layout.modifiers[number].name)
            except (Hidden, RuleError):
                continue
        return Fault(("a modifier changes it",), tuple(found), f"modifier:{found[0]}") if found else Fault()

    def _choice(self, node: ex.Choice, scope: Scope, depth: int) -> Fault:
        before: list[ex.Expression] = []
        for case in node.cases:
            holds = self._asked(case.when, scope.env)
            if holds is None:
                return Fault()
            if holds:
                if isinstance(case.then, ex.Flag):
                    return self._holding(case.when, scope)
                return self.of(case.then, scope, depth)
            before.append(case.when)
        if isinstance(node.otherwise, ex.Flag):
            return self._none_of(before, scope, depth)
        found = self.of(node.otherwise, scope, depth)
        return found._replace(names=_united([found.names, *(names_in(when) for when in before)]))

    def _let_in(self, node: ex.LetIn, scope: Scope, depth: int) -> Fault:
        value = self._asked(node.value, scope.env)
        kind = self.layout.types.kind(node.value, Typed(scope.kinds))
        return Fault() if value is None else self.of(node.then, scope.bind(node.binder, kind, value), depth)

    def _told(self, node: ex.Told, scope: Scope, depth: int) -> Fault:
        thing = self._asked(node.of, scope.env)
        if thing is None or thing < 0:
            return Fault()
        tables = self.layout.tables
        row = tables.row_names[tables.row_of[thing]] if tables.row_of[thing] >= 0 else ""
        said = node.rows.get(row, node.otherwise)
        if said is None:
            return Fault()
        key = f"told:{scope.value}:{row}"
        own = Fault((f"for `{row}`",), (row,), key if key in self.layout.game.places else None)
        return _below(own if row in node.rows else Fault(), self.of(said, scope, depth + 1))

    def _every(self, node: ex.Every, scope: Scope, depth: int) -> Fault:
        own = self._leaf(node, scope)
        kind = self.layout.types.noun(node.of)
        for element in self.elements(node.of, scope.env) or []:
            inner = scope.bind(node.of.binder, kind, element)
            if self._fails(node.has, inner.env):
                return _instead(own, self.of(node.has, inner, depth + 1))
        return own

    def _any(self, node: ex.Any, over: ex.Set, scope: Scope, depth: int) -> Fault:
        """Of a set without elements, what its only candidate lacks, if there is one."""
        own = self._leaf(node, scope)
        candidates = self.elements(replace(over, where=None, sort=()), scope.env)
        if candidates is None or over.where is None or len(candidates) != 1:
            return own
        inner = scope.bind(over.binder, self.layout.types.noun(over), candidates[0])
        return _instead(own, self.of(over.where, inner, depth + 1))

    def _forbidden(self, node: ex.May, scope: Scope) -> Fault:
        own = self._leaf(node, scope)
        given = [self._asked(argument, scope.env) for argument in node.args]
        if not self.sees_all or any(value is None for value in given):
            return own
        info = self.layout.events[self.layout.event_number[node.event]]
        env = {name: value for (name, _), value in zip(info.parameters, given, strict=True)}
        rule = forbidding(self.e, self.s, info, env)
        if rule is None:
            return own
        name = self.layout.rules[rule.rule].name
        return _below(own, Fault((f"the rule `{name}` forbids it",), (name,), f"rule:{name}"))

    def _holding(self, node: ex.Expression, scope: Scope) -> Fault:
        """A condition that holds and should not."""
        return Fault((f"`{self._written(node, scope)}` holds",), names_in(node))

    def _leaf(self, node: ex.Expression, scope: Scope) -> Fault:
        return Fault((f"`{self._written(node, scope)}`{self._values(node, scope)}",), names_in(node))

    def _values(self, node: ex.Expression, scope: Scope) -> str:
        """What the sides of a comparison are, where that is not written already."""
        match node:
            case ex.Compare(left=left, right=right):
                sides = [left, right]
            case ex.Inside(of=of) | ex.IsRow(of=of) | ex.IsType(of=of):
                sides = [of]
            case _:
                sides = []
        found = []
        for side in sides if scope.shown else []:
            value = None if isinstance(side, _LITERAL) else self._asked(side, scope.env)
            if isinstance(value, int):
                found.append(element_text(self.s, self.layout.types.kind(side, Typed(scope.kinds)), value))
        return f" ({' and '.join(found)})" if found else ""

    def _written(self, node: ex.Expression, scope: Scope) -> str:
        texts = {}
        for name, value in scope.env.items() if scope.shown else ():
            kind = scope.kinds.get(name)
            if kind is not None and kind.kind in ("thing", "seat", "enum") and isinstance(value, int):
                texts[name] = element_text(self.s, kind, value)
        return written(node, texts)

    def of_part(self, over: ex.Set, scope: Scope, meant: set[int] | None) -> list[Fault]:
        """Why nothing that is meant is in the set of a part; each way once."""
        candidates = self.elements(replace(over, where=None, sort=()), scope.env)
        if candidates is None or meant == set():
            return []
        there = [element for element in candidates if meant is None or element in meant]
        kind = self.layout.types.noun(over)
        if not there:
            if over.source is None:
                return []
            what = "none" if meant is None else f"`{element_text(self.s, kind, min(meant))}` is not"
            text = f"{what} in `{self._written(over.source, scope)}`"
            return [Fault((text,), (*names_in(over.source), over.noun))]
        if over.where is None:
            return []
        inner = (scope.bind(over.binder, kind, element) for element in there[:_ELEMENTS])
        found = [self.of(over.where, each, 0) for each in inner]
        if meant is None and len({fault.chain for fault in found}) > 1:
            return [Fault((), _united(fault.names for fault in found))]
        return list(dict.fromkeys(found))


def names_in(node: ex.Expression) -> tuple[str, ...]:
    """Everything that is named in a condition: attributes, values, rows, words."""
    return tuple(dict.fromkeys(_names_in(node)))


def _names_in(node: ex.Expression) -> Iterator[str]:
    for each in nodes(node):
        name = getattr(each, "name", None) or getattr(each, "row", None) or getattr(each, "event", None)
        if isinstance(name, str) and not isinstance(each, ex.Local):
            yield name
        if isinstance(each, ex.IsType):
            yield each.type
        if isinstance(each, ex.Any | ex.All | ex.Count | ex.The):
            yield each.of.noun


def _united(names: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for each in names for name in each))


def _below(own: Fault, inner: Fault) -> Fault:
    """A fault in a test that fails: the inner one says where."""
    return Fault(
        own.chain + inner.chain,
        _united([own.names, inner.names]),
        inner.key or own.key,
        inner.more or own.more,
    )


def _instead(own: Fault, inner: Fault) -> Fault:
    """A fault in a set: what one element lacks says more than the set does."""
    return _below(own._replace(chain=()) if inner.chain else own, inner)


def _together(found: list[Fault]) -> Fault:
    """Several parts that fail: the first is followed, of the others the first text is given."""
    telling = [fault for fault in found if fault.chain]
    names = _united(fault.names for fault in found)
    if not telling:
        return Fault((), names)
    more = tuple(fault.chain[0] for fault in telling[1:])
    return telling[0]._replace(names=names, more=more or telling[0].more)


def _several(texts: Sequence[str]) -> str:
    """So many texts as fit, and how many there are more."""
    few = list(dict.fromkeys(texts))
    more = f" and {len(few) - _LISTED} more" if len(few) > _LISTED else ""
    return ", ".join(few[:_LISTED]) + more
