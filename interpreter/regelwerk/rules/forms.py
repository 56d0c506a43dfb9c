"""Whether what rules from JSON name is there, and stands in the right form, where kinds do not show it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Protocol, TypeVar

from . import expressions as x
from . import statements as s
from .builtins import ANSWER_TYPE, ANSWERS_ZONE, BY_NAME
from .declarations import Numbers, ValueType
from .types.declared import Declared
from .types.kinds import ANY_THING, NOTHING, NUMBER, OF_ANSWERS
from .types.scope import Scope
from .types.statements import STATEMENTS, ZONES, Types

HAPPENING = ("event", "action")
NAMED: dict[type[x.Node], dict[str, tuple[str, ...]]] = {
    x.Row: {"name": ("row",)}, x.IsRow: {"row": ("row",)}, x.IsType: {"type": ("type",)},
    x.Option: {"name": ("option",)}, x.State: {"name": ("state",)}, x.Call: {"name": ("value",)},
    x.Zone: {"name": ("zone",)}, x.Listed: {"list": ("list",)}, x.IsAnswer: {"action": ("action",)},
    x.Happened: {"event": HAPPENING, "span": HAPPENING}, x.May: {"event": ("event",)},
    x.Supposing: {"event": ("event",)}, x.Recorded: {"span": HAPPENING},
    s.Happen: {"event": ("event",)}, s.Leave: {"event": HAPPENING}, s.CarryOut: {"span": HAPPENING},
    s.Later: {"event": HAPPENING, "span": HAPPENING}, s.Lasting: {"span": HAPPENING},
    s.Open: {"window": ("window",)}, s.Roll: {"die": ("die",)}, s.RollDie: {"die": ("die",)},
    s.Pay: {"payment": ("payment",)},
    s.Create: {"type": ("type",)}, **{node: dict.fromkeys(zones, ("zone",)) for node, zones in ZONES.items()},
}  # fmt: skip
"""What nodes name, with the sorts that it may be of."""


KEPT = "a position is recorded or compared, and kept nowhere else"


class Unfit(Exception):
    """Rules whose parts do not fit together; the message says what is wrong and where."""


class Named(Protocol):
    """A declaration."""

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def by_name(declared: Iterable[N], sort: str) -> dict[str, N]:
    """Declarations by their names. Raises Unfit for a name that stands twice."""
    found: dict[str, N] = {}
    for each in declared:
        if each.name in found:
            raise Unfit(f"the {sort} `{each.name}` is declared twice")
        found[each.name] = each
    return found


def find(declared: Declared, name: str, *sorts: str) -> None:
    """Raise Unfit if nothing of these sorts has a name."""
    if declared.sort(name) not in sorts:
        raise Unfit(f"there is no {sorts[0]} `{name}`")


class Forms:
    """Looks at single nodes, not at what is inside them. Every method raises Unfit."""

    def __init__(self, types: Types) -> None:
        self.types = types
        self.declared = types.declared

    def check(self, node: x.Node, scope: Scope) -> None:
        """A node of an expression, a set or a statement."""
        for field, sorts in NAMED.get(type(node), {}).items():
            name = getattr(node, field)
            if name is None:
                continue
            if name != ANSWERS_ZONE or not isinstance(node, x.Zone):
                find(self.declared, name, *sorts)
        if type(node) in STATEMENTS:
            self._statement(node, scope)
        else:
            self._expression(node, scope)

    def _expression(self, node: x.Node, scope: Scope) -> None:
        """Names and forms that kinds do not show."""
        declared = self.declared
        match node:
            case x.Seat(number=number):
                if number > declared.seats:
                    raise Unfit(f"there is never a seat {number}")
            case x.Member(enum=enum, name=name):
                if name not in declared.enums.get(enum, ()):
                    raise Unfit(f"the enum `{enum}` has no member `{name}`")
            case x.Row(name=name, copy=copy):
                if declared.rows[name][1] != 1 or copy > 1:
                    raise Unfit(f"`{name}` is not one thing: there are {declared.rows[name][1]}")
            case x.Attribute(type=owner, name=name, key=key):
                own = declared.types[owner].attributes if owner in declared.types else {}
                if name not in (OF_ANSWERS if owner == ANSWER_TYPE and not own else own):
                    raise Unfit(f"the type `{owner}` has no attribute `{name}`")
                self._key(node, name, key)
            case x.State(name=name, key=key):
                self._key(node, name, key)
            case x.Zone(name=name, of=of) if name != ANSWERS_ZONE:
                self._owner(name, of is not None)
            case x.Call(name=name, args=args):
                count(name, args, declared.signatures[name].parameters)
            case x.Builtin(name=name, args=args):
                if name not in BY_NAME:
                    raise Unfit(f"there is no function of the language `{name}`")
                if BY_NAME[name].scenarios:
                    raise Unfit(f"only scenarios ask for `{name}`")
                count(name, args, BY_NAME[name].parameters)
            case x.IsAnswer(action=name, args=given):
                signature = declared.signatures[name]
                _given(name, given, dict(signature.parameters[: 1 + signature.parts]))
            case x.Happened(event=name, args=given):
                _given(name, given, dict(declared.signatures[name].parameters))
            case x.Position(features=features):
                if not features:
                    raise Unfit("nothing makes the position")
                for feature in features:
                    self._feature(feature)
            case x.Listed(list=name, part=part):
                _given(name, (part,), dict(declared.signatures[name].parameters))
            case x.May(event=name, args=args) | x.Supposing(event=name, args=args):
                count(name, args, declared.signatures[name].parameters)
            case x.Set(noun=noun, source=source, low=low, high=high, binder=binder):
                kind = declared.noun(noun)
                if kind is None:
                    raise Unfit(f"there are no `{noun}` to go through")
                if binder in scope.locals:
                    raise Unfit(f"`{binder}` is already a local")
                if source is None and kind == NUMBER and (low is None or high is None):
                    raise Unfit("a set of numbers has no bounds")
            case x.LetIn(binder=binder, value=value):
                if binder in scope.locals:
                    raise Unfit(f"`{binder}` is already a local")
                if self.types.kind(value, scope) == NOTHING:
                    raise Unfit("a local needs a kind, none has none")
            case x.Told(of=of, rows=rows, otherwise=otherwise):
                self.told(rows, self.types.kind(of, scope))
                if not rows and otherwise is None:
                    raise Unfit("no text says anything")

    def _feature(self, node: x.Feature) -> None:
        if (node.kind == "enum") != (node.enum is not None):
            names = "no" if node.enum is None else "an"
            raise Unfit(f"a feature of the kind `{node.kind}` names {names} enum")
        if node.enum is not None and node.enum not in self.declared.enums:
            raise Unfit(f"there is no enum `{node.enum}`")

    def _statement(self, node: x.Node, scope: Scope) -> None:
        declared = self.declared
        for zone, owner in ZONES.get(type(node), {}).items():
            self._owner(getattr(node, zone), getattr(node, owner) is not None)
        match node:
            case s.Happen(event=name, args=args, result=result):
                count(name, args, declared.signatures[name].parameters)
                if result is not None and declared.signatures[name].result is None:
                    raise Unfit(f"`{name}` has no result")
            case s.Open(window=name, args=args):
                count(name, args, declared.signatures[name].parameters)
            case s.Let(name=name, value=value):
                kind = self.types.kind(value, scope)
                if name not in scope.locals and kind == NOTHING:
                    raise Unfit("a local needs a kind, none has none")
                if kind.kind == "position":
                    raise Unfit(KEPT)
            case s.Assign(target=target) | s.Change(target=target):
                if isinstance(target, x.Attribute) and (target.type, target.name) not in declared.stored:
                    raise Unfit(f"`{target.name}` is set, but is not stored")
            case s.RollDie(target=target, die=die):
                if isinstance(target, x.Attribute) and (target.type, target.name) not in declared.stored:
                    raise Unfit(f"`{target.name}` is rolled, but is not stored")
                if not shows(self.types.cell(target), declared.result(die)):
                    raise Unfit(f"`{target.name}` cannot show what `{die}` shows")
            case s.Later(event=name, args=args, by=by):
                find(declared, name, "event" if by is None else "action")
                signature = declared.signatures[name]
                parts = signature.parameters[1 : 1 + signature.parts]
                count(name, args, signature.parameters if by is None else parts)
            case s.Repeat(kind=kind, expr=expr):
                if (kind == "forever") != (expr is None):
                    raise Unfit("a loop does not fit its kind")
            case s.Atomic(admits=admits):
                for name in admits:
                    find(declared, name, "action")
            case s.Pay(payment=name, needs=needs):
                plain = declared.signatures[name].result is None
                if any((need.kind is None) != plain for need in needs):
                    raise Unfit(f"what is needed does not fit the payment `{name}`")
            case s.Create(type=name):
                if name not in declared.lifetimes:
                    raise Unfit(f"things of the type `{name}` are not made in a match")
            case s.Put():
                raise Unfit("a line of a scenario stands among the rules")

    def _owner(self, name: str, given: bool) -> None:
        if bool(self.declared.signatures[name].parameters) != given:
            raise Unfit(f"the zone `{name}` is named {'with' if given else 'without'} an owner")

    def _key(self, node: x.State | x.Attribute, name: str, key: x.Expression | None) -> None:
        if (self.types.cell(node).per is None) != (key is None):
            raise Unfit(f"`{name}` is read {'with' if key is not None else 'without'} a key")

    def told(self, rows: Iterable[str], thing: ValueType) -> None:
        """Rows whose texts tell something of a thing."""
        for row in rows:
            find(self.declared, row, "row")
            if thing.kind != "thing" or not self.declared.below(self.declared.rows[row][0], thing.name):
                raise Unfit(f"`{row}` is not told by it")


def count(name: str, given: Sequence[object], wanted: Sequence[object]) -> None:
    """Raise Unfit for too many arguments, or too few."""
    if len(given) != len(wanted):
        raise Unfit(f"`{name}` takes {len(wanted)} arguments, not {len(given)}")


def _given(name: str, given: Iterable[str], known: Container[str]) -> None:
    for each in given:
        if each not in known:
            raise Unfit(f"`{name}` has no `{each}`")


def _index_is_there(declared: Declared, kind: ValueType) -> None:
    """Raise Unfit for an index that is not there, or by which cells cannot be told apart."""
    if isinstance(kind.per, Numbers):
        if kind.per.low > kind.per.high:
            raise Unfit(f"the range {kind.per.low}..{kind.per.high} is empty")
        return
    index = declared.index(kind)
    if index is None:
        return
    if index.kind not in ("enum", "seat", "thing"):
        raise Unfit(f"there is no enum `{kind.per}`")
    if index.kind == "thing" and declared.not_told_apart(index.name or "") is not None:
        raise Unfit(f"cells cannot be told apart by a `{kind.per}`")


def shows(cell: ValueType, die: ValueType) -> bool:
    """Whether a cell of a kind can show every face of a die."""
    low_enough = cell.low is None or die.low is None or cell.low <= die.low
    high_enough = cell.high is None or die.high is None or cell.high >= die.high
    return (cell.kind, cell.name) == (die.kind, die.name) and low_enough and high_enough


def kind_is_there(declared: Declared, kind: ValueType) -> None:
    """Raise Unfit for a kind that names what is not declared, or of which nothing can be kept."""
    if kind.kind == "position":
        raise Unfit(KEPT)
    if kind.kind == "enum" and kind.name is not None and kind.name not in declared.enums:
        raise Unfit(f"there is no enum `{kind.name}`")
    _index_is_there(declared, kind)
    if kind.kind == "enum" and kind.name is None:
        raise Unfit("a kind `enum` does not say which")
    if kind.kind == "thing" and kind.name not in (None, ANY_THING):
        find(declared, kind.name or "", "type")
    if kind.low is not None and kind.high is not None and kind.low > kind.high:
        raise Unfit(f"the range {kind.low}..{kind.high} is empty")
