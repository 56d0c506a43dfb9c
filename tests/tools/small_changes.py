"""Every small change of a declaration, in the rules form: a condition less, a number one greater.

A change is made where its `path` leads, from the declaration inwards. Changes that would be no game are made
too: `is_game` says which they are. What no rule and no question ever looks at is left alone: names, labels,
drawings, the ranges of what tables fix.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any, NamedTuple, get_args

from msgspec.structs import fields, replace

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import Rules
from regelwerk.rules.expressions import Node
from regelwerk.rules.lists import Must
from regelwerk.rules.validate import validate
from regelwerk.rules.walk import all_of, nodes, parts_of

from .same_games import Sameness, excluding
from .short_texts import short

NO, YES = ex.Flag(False), ex.Flag(True)
MAIN = "main"

DROPPED, NEGATED, NUMBER, BY, FROM, ORDER = "condition dropped", "negated", "number", "by", "from", "order"
DURATION, UP_TO, OTHERWISE, SET, LINE, SWAP = "duration", "up to", "otherwise", "set", "line", "swap"
WAYS = {
    DROPPED: "a part of `needs`, `where`, `when`, `holds` or of any other condition is left out",
    NEGATED: "such a part is what it denies; an option that is on unless chosen otherwise is off, or is on",
    NUMBER: "a number is one greater, or one smaller: in rules, tables, defaults, ranges of what is kept",
    BY: "another seat does it: the next one clockwise",
    FROM: "it comes from another zone, or goes to one; the zone is that of the next seat",
    ORDER: "the other way round, or in no order: of sets, seats, piles, answers, `before` and `after`",
    DURATION: "it lasts for good, or for the whole match",
    UP_TO: "`one` may be none, `up to` is `exactly` and the other way round, a greatest number is one other",
    OTHERWISE: "what happens otherwise does not happen, or is what the last case says",
    SET: "it is taken from everything of its sort, or from the sort above",
    LINE: "a line of a body, a case, a way, a window of an action is left out",
    SWAP: "two neighbours in a list of cases change places; where only one can hold, what they lead to",
}
"""What is done, for people."""

SORTS = {
    "types": "type", "rows": "row", "zones": "zone", "states": "state", "dice": "die", "maps": "map",
    "options": "option", "values": "value", "events": "event", "actions": "action", "windows": "window",
    "rules": "rule", "limits": "limit", "modifiers": "modifier", "payments": "payment", "lists": "list",
}  # fmt: skip
"""The parts of the rules form that are changed, and what a declaration of each is called."""

_CONDITIONS: dict[type, tuple[str, ...]] = {
    ex.Set: ("where",), ex.Every: ("has",), ex.Case: ("when",), ex.Supposing: ("then",), st.If: ("when",),
    st.Way: ("when",), d.ActionDecl: ("by_where",), d.WindowDecl: ("passing",), Must: ("holds",),
    d.RuleDecl: ("where", "only"), d.LimitDecl: ("holds",), d.ModifierChange: ("where",),
    d.ZoneDecl: ("seen_when",),
}  # fmt: skip
_SEATS: dict[type, tuple[str, ...]] = {
    st.Choose: ("by",), st.Ask: ("by",), st.Look: ("by",), st.Pay: ("by",), st.Later: ("by",),
    d.WindowDecl: ("asks",), st.Show: ("to",),
}  # fmt: skip
_ZONES: dict[type, tuple[str, ...]] = {
    st.Move: ("to",), st.DrawOne: ("source", "to"), st.DrawMany: ("source", "to"), st.Look: ("source",),
    st.Shuffle: ("zone",), d.RowDecl: ("starts_in",), d.TypeDecl: ("starts_in",),
}  # fmt: skip
_OWNERS = ("to_of", "source_of")
_STARTS: dict[type, tuple[str, ...]] = {
    st.ForEach: ("start",), st.Pay: ("start",), d.WindowDecl: ("start",),
}  # fmt: skip
_OTHERS: dict[tuple[type, str], tuple[str, ...]] = {
    (d.ZoneDecl, "order"): ("set", "ordered", "pile"),
    (d.WindowDecl, "answers"): ("at_once", "last_first", "in_order"),
    (d.WindowDecl, "closes"): ("all_pass", "one_answer", "each_passes"),
}
_OPPOSITE = {"top": "bottom", "bottom": "top", "before": "after", "after": "before"}
_SPANS: dict[type, tuple[str, ...]] = {
    ex.Happened: ("span",), ex.Recorded: ("span",), st.Later: ("span",), st.CarryOut: ("span",),
    st.Lasting: ("span",), d.ActionDecl: ("once_per",), d.TypeDecl: ("lives_until",),
    d.AttributeDecl: ("until", "until_next"), d.StateDecl: ("until", "until_next"),
}  # fmt: skip
_AMOUNTS = {"one": "maybe", "maybe": "one", "up_to": "exactly", "exactly": "up_to", "at_least": "any"}
_OTHERWISE: dict[type, tuple[str, ...]] = {
    st.If: ("otherwise",), st.Choose: ("otherwise",), st.DrawOne: ("otherwise",),
    st.PickRandom: ("otherwise",), st.SecretChoice: ("otherwise",), st.Pay: ("then", "otherwise"),
}  # fmt: skip
_LINES = (st.Way, ex.Case, d.ModifierChange, d.Means, st.Score, *get_args(st.Statement))
_NAMED_LINES: dict[type, tuple[str, ...]] = {d.ActionDecl: ("at",), st.Atomic: ("admits",)}
SPOKEN: tuple[type, ...] = (*get_args(ex.Expression), *get_args(st.Statement), ex.Set)
"""What a match notes that it has looked at."""

Path = tuple[Any, ...]


class Change(NamedTuple):
    """A declaration that is another one at a path: `old` stands there, `new` is to stand there.

    `key` is what it is a change of: the declaration, or the text of a card in it. `of` is the innermost node
    around it that a match notes.
    """

    table: str
    name: str
    key: str
    way: str
    path: Path
    old: Any
    new: Any
    of: Node | None

    @property
    def said(self) -> str:
        """What it does, for people."""
        return f"`{short(self.old)}` → `{short(self.new)}`"

    def made(self, rules: Rules) -> Rules:
        """The rules with the change."""
        declared = tuple(
            put(each, self.path, self.new) if each.name == self.name else each
            for each in getattr(rules, self.table)
        )
        return replace(rules, **{self.table: declared})


def changes(rules: Rules) -> Iterator[Change]:
    """Every change of a game, declaration by declaration, whether it would be a game or not."""
    drawn = {name for each in rules.drawings for name in (each.x, each.y)}
    same = Sameness(rules)
    for table in SORTS:
        for declared in getattr(rules, table):
            if table == "events" and not same.is_played(declared.name):
                continue
            yield from changes_of(rules, table, declared, drawn, same)


def changes_of(
    rules: Rules, table: str, declared: Any, drawn: Collection[str] = (), same: Sameness | None = None
) -> Iterator[Change]:
    """The changes of one declaration."""
    finder = _Finder(rules, drawn, same or Sameness(rules))
    for path, way, old, new, around in finder.node(declared, (), None):
        if new != old:
            key = _key(SORTS[table], declared, path)
            yield Change(table, declared.name, key, way, path, old, new, around)


def is_game(rules: Rules, change: Change) -> bool:
    """Whether what it makes can be laid out and played."""
    kept = isinstance(change.new, ex.Number) and isinstance(change.old, ex.Number)
    return kept or validate(change.made(rules)) is None


def _key(sort: str, declared: Any, path: Path) -> str:
    """What texts of cards tell is theirs."""
    for number, step in enumerate(path):
        if step == "told" and sort == "event":
            return f"told:{declared.name}:{path[number + 1]}"
        if step == "rows" and sort == "value":
            return f"told:{declared.name}:{path[number + 1]}"
    return f"{sort}:{declared.name}"


def put(holder: Any, path: Path, new: Any) -> Any:
    """The same with something else where a path leads."""
    if not path:
        return new
    step, *rest = path
    if isinstance(holder, Node):
        return replace(holder, **{step: put(getattr(holder, step), tuple(rest), new)})
    if isinstance(holder, dict):
        return {**holder, step: put(holder[step], tuple(rest), new)}
    return (*holder[:step], put(holder[step], tuple(rest), new), *holder[step + 1 :])


Found = Iterator[tuple[Path, str, Any, Any, Node | None]]


class _Finder:
    """Goes through a declaration and finds what may be otherwise. A yield is: path, way, old, new, around."""

    def __init__(self, rules: Rules, drawn: Collection[str], same: Sameness) -> None:
        self.rules = rules
        self.same = same
        self.drawn = drawn
        self.zones = {zone.name: zone for zone in rules.zones}
        self.parents = {each.name: each.parent for each in rules.types}
        self.seen: set[int] = set()
        """Conditions, by their `id`, whose parts have been changed."""

    def node(self, node: Any, path: Path, around: Node | None) -> Found:
        around = node if isinstance(node, SPOKEN) else around
        if isinstance(node, ex.Number):
            for value in (node.value + 1, node.value - 1):
                yield path, NUMBER, node, ex.Number(value), around
        if isinstance(node, ex.Seat):
            for value in (node.number + 1, node.number - 1):
                if 1 <= value <= self.rules.players[1]:
                    yield path, NUMBER, node, ex.Seat(value), around
        if isinstance(node, ex.And | ex.Or) and id(node) not in self.seen:
            yield from self._parts(node, path, around)
        if isinstance(node, ex.Choice):
            yield from self._cases(node, path, around)
        if isinstance(node, st.If):
            yield from self._chain(node, path, around)
        for found, way, old, new in self._own(node, path):
            yield found, way, old, new, around
        for field in node.__struct_fields__:
            yield from self._inside(getattr(node, field), (*path, field), around)

    def _inside(self, value: Any, path: Path, around: Node | None) -> Found:
        if isinstance(value, Node):
            yield from self.node(value, path, around)
        elif isinstance(value, tuple):
            for number, each in enumerate(value):
                yield from self._inside(each, (*path, number), around)
        elif isinstance(value, dict):
            for key, each in value.items():
                yield from self._inside(each, (*path, key), around)

    def _own(self, node: Any, path: Path) -> Iterator[tuple[Path, str, Any, Any]]:
        """What is changed of the fields of a node."""
        kind = type(node)
        for field in _CONDITIONS.get(kind, ()):
            yield from self._condition(node, field, path)
        if isinstance(node, st.Repeat) and node.kind == "while":
            yield from self._condition(node, "expr", path)
        if isinstance(node, d.ValueDecl) and node.result.kind == "flag":
            yield from self._condition(node, "body", path)
        if isinstance(node, d.ActionDecl):
            for number, need in enumerate(node.needs):
                yield from self._tests(need, (*path, "needs", number), YES)
        for field in _SEATS.get(kind, ()):
            seat = getattr(node, field)
            if seat is not None:
                yield (*path, field), BY, seat, ex.Builtin("next", (seat,))
        for field in _ZONES.get(kind, ()):
            zone = getattr(node, field)
            for other in self._other_zone(zone):
                yield (*path, field), FROM, zone, other
        for field in _OWNERS:
            owner = getattr(node, field, None)
            if owner is not None:
                yield (*path, field), FROM, owner, ex.Builtin("next", (owner,))
        for field in _STARTS.get(kind, ()):
            start = getattr(node, field)
            if start is not None:
                yield (*path, field), ORDER, start, ex.Builtin("next", (start,))
        yield from self._plain(node, path)
        yield from self._numbers(node, path)
        yield from self._lines(node, path)

    def _plain(self, node: Any, path: Path) -> Iterator[tuple[Path, str, Any, Any]]:
        """Orders, durations, amounts, what happens otherwise, sets."""
        kind = type(node)
        for (owner, field), others in _OTHERS.items():
            if kind is owner:
                old = getattr(node, field)
                made = (other for other in others if not self._alike(node, field, other))
                yield from (((*path, field), ORDER, old, other) for other in made)
        field = "where" if kind is st.Move else "kind" if kind is d.RuleDecl else ""
        if field and getattr(node, field) in _OPPOSITE:
            yield (*path, field), ORDER, getattr(node, field), _OPPOSITE[getattr(node, field)]
        for field in _SPANS.get(kind, ()):
            old = getattr(node, field)
            if old is not None:
                yield (*path, field), DURATION, old, None if self._may_lack(kind, field) else MAIN
        if isinstance(node, st.Leave):
            yield (*path, "afterwards"), DURATION, node.afterwards, not node.afterwards
        if isinstance(node, st.Choose):
            if node.amount in _AMOUNTS:
                yield (*path, "amount"), UP_TO, node.amount, _AMOUNTS[node.amount]
            if node.number is not None and not isinstance(node.number, ex.Number):
                for more in (1, -1):
                    other = ex.Arithmetic("+", node.number, ex.Number(more))
                    yield (*path, "number"), UP_TO, node.number, other
        if isinstance(node, d.ModifierChange) and node.bound is not None:
            yield (*path, "bound"), UP_TO, node.bound, None
        for field in _OTHERWISE.get(kind, ()):
            old = getattr(node, field)
            if old is not None:
                yield (*path, field), OTHERWISE, old, self.same.otherwise(node)
        if isinstance(node, ex.Choice) and node.otherwise != node.cases[-1].then:
            yield (*path, "otherwise"), OTHERWISE, node.otherwise, node.cases[-1].then
        if isinstance(node, ex.Set):
            yield from self._set(node, path)

    def _alike(self, node: Any, field: str, other: str) -> bool:
        if isinstance(node, d.ZoneDecl):
            return other == node.order or not self.same.order_is_asked(node, other)
        return other == getattr(node, field) or self.same.window_alike(node, field, other)

    def _set(self, node: ex.Set, path: Path) -> Iterator[tuple[Path, str, Any, Any]]:
        if node.source is not None and node.noun != "number":
            # Where its things lie a group says, not who names it: what is named is the group.
            others = [part for part in parts_of(node.where) if not _is_group(part, node)]
            if len(others) == len(parts_of(node.where)):
                yield (*path, "source"), SET, node.source, None
            else:
                yield path, SET, node, replace(node, source=None, where=all_of(others))
        elif self.parents.get(node.noun) is not None and not self.same.as_wide(node):
            yield (*path, "noun"), SET, node.noun, self.parents[node.noun]
        if node.sort:
            yield (*path, "sort"), ORDER, node.sort, ()
            yield (*path, "sort"), ORDER, node.sort, tuple(ex.Negative(each) for each in node.sort)

    def _numbers(self, node: Any, path: Path) -> Iterator[tuple[Path, str, Any, Any]]:
        """Numbers that are no expressions."""
        places: list[tuple[Path, int]] = []
        match node:
            case d.RowDecl():
                apart = {name for name in node.values if name in self.drawn}
                values = (
                    (("values", name), value) for name, value in node.values.items() if name not in apart
                )
                places += [(place, value) for place, value in values if type(value) is int]
                if node.copies > 1 or not self.same.several_are_one(node):
                    places.append((("copies",), node.copies))
            case d.AttributeDecl() | d.StateDecl():
                given = isinstance(node, d.AttributeDecl) and self.same.never_default(node)
                if type(node.default) is int and node.type.kind == "number" and not given:
                    places.append((("default",), node.default))
                if isinstance(node, d.StateDecl) or node.stored:
                    places += _range(node.type, "type")
            case d.ValueDecl():
                places += _range(node.result, "result")
            case d.OptionDecl() if not node.fixed and node.type.kind == "flag":
                yield (*path, "default"), NEGATED, node.default, 1 - int(node.default)
            case d.OptionDecl() if not node.fixed:
                places.append((("default",), int(node.default)))
            case d.DieDecl():
                places += [(("faces", n), face) for n, face in enumerate(node.faces) if type(face) is int]
            case d.FaceRange():
                places += [(("low",), node.low), (("high",), node.high)]
            case d.MapDecl():
                places += [((f,), getattr(node, f)) for f in ("width", "height")]
        for place, value in places:
            if isinstance(value, int):
                others = (value + 1, value - 1) if place != ("copies",) or value > 1 else (value + 1,)
                for other in others:
                    if not self._ends_alike(node, place, other):
                        yield (*path, *place), NUMBER, value, other

    def _ends_alike(self, node: Any, place: Path, other: int) -> bool:
        kept = isinstance(node, d.AttributeDecl | d.StateDecl) and place[0] == "type"
        return kept and self.same.wider_is_nothing(node, place[1], other)

    def _lines(self, node: Any, path: Path) -> Iterator[tuple[Path, str, Any, Any]]:
        """Lines of the bodies of a node, one at a time."""
        for field in node.__struct_fields__:
            value = getattr(node, field)
            if isinstance(value, dict):
                for key, each in value.items():
                    yield from self._left_out(each, (*path, field, key))
            elif field in _OTHERWISE.get(type(node), ()) and isinstance(value, tuple) and len(value) == 1:
                continue  # left out already, as what happens otherwise
            elif field in _NAMED_LINES.get(type(node), ()):
                for number in range(len(value)):
                    yield (*path, field), LINE, value, (*value[:number], *value[number + 1 :])
            else:
                yield from self._left_out(value, (*path, field))

    def _left_out(self, value: Any, path: Path) -> Iterator[tuple[Path, str, Any, Any]]:
        if not isinstance(value, tuple) or not value or not isinstance(value[0], _LINES):
            return
        if isinstance(value[0], st.Way | ex.Case) and len(value) == 1:
            return
        for number in range(len(value)):
            yield path, LINE, value, (*value[:number], *value[number + 1 :])

    def _condition(self, node: Any, field: str, path: Path) -> Iterator[tuple[Path, str, Any, Any]]:
        test = getattr(node, field)
        if test is not None:
            nothing = None if self._may_lack(type(node), field) and field != "seen_when" else YES
            yield from self._tests(test, (*path, field), nothing, node)

    def _tests(
        self, test: Any, path: Path, nothing: Any, holder: Any = None
    ) -> Iterator[tuple[Path, str, Any, Any]]:
        """The parts of a condition of `holder`, left out and denied; `nothing` is what stands for none."""
        self.seen.add(id(test))
        parts = parts_of(test)
        for number, part in enumerate(parts):
            others = (*parts[:number], *parts[number + 1 :])
            rest = all_of(others)
            if not self.same.implied(part, others) and not self.same.of_noun(part, holder):
                yield path, DROPPED, test, nothing if rest is None else rest
            denied = _denied(part)
            yield path, NEGATED, test, all_of((*parts[:number], denied, *parts[number + 1 :]))

    def _parts(self, node: ex.And | ex.Or, path: Path, around: Node | None) -> Found:
        """Parts of `and` and `or` inside something else."""
        for number, part in enumerate(node.of):
            rest = (*node.of[:number], *node.of[number + 1 :])
            yield path, DROPPED, node, rest[0] if len(rest) == 1 else replace(node, of=rest), around
            denied = (*node.of[:number], _denied(part), *node.of[number + 1 :])
            yield path, NEGATED, node, replace(node, of=denied), around

    def _cases(self, node: ex.Choice, path: Path, around: Node | None) -> Found:
        cases = node.cases
        if len(cases) == 1:
            yield path, LINE, node, node.otherwise, around
        for number, (one, other) in enumerate(pairwise(cases)):
            if excluding(one.when, other.when):
                pair = (replace(one, then=other.then), replace(other, then=one.then))
            elif self.same.either_first(one, other):
                continue
            else:
                pair = (other, one)
            yield (*path, "cases"), SWAP, cases, (*cases[:number], *pair, *cases[number + 2 :]), around

    def _chain(self, node: st.If, path: Path, around: Node | None) -> Found:
        match node.otherwise:
            case (st.If() as other,) if excluding(node.when, other.when):
                new = replace(node, then=other.then, otherwise=(replace(other, then=node.then),))
                yield path, SWAP, node, new, around
            case (st.If() as other,):
                inner = replace(node, otherwise=other.otherwise)
                yield path, SWAP, node, replace(other, otherwise=(inner,)), around

    def _other_zone(self, name: str | None) -> Iterator[str]:
        """Another zone for things of the same sort with an owner of the same sort, if there is one."""
        zone = self.zones.get(name or "")
        if zone is None:
            return
        alike = [each.name for each in self.rules.zones if each.owner == zone.owner and each.name != name]
        fitting = [each for each in alike if self._above(self.zones[each].type, zone.type)]
        yield from fitting[:1]

    def _above(self, one: str, other: str | None) -> bool:
        return other is not None and (one == other or self._above(one, self.parents.get(other)))

    @staticmethod
    def _may_lack(kind: type, field: str) -> bool:
        return any(each.name == field and each.default is None for each in fields(kind))


def _range(kind: d.ValueType, field: str) -> list[tuple[Path, Any]]:
    if kind.kind != "number":
        return []
    return [((field, end), getattr(kind, end)) for end in ("low", "high")]


def _is_group(test: Any, over: ex.Set) -> bool:
    return isinstance(test, ex.Call) and test.group and test.args[:1] == (ex.Local(over.binder),)


def _denied(test: Any) -> Any:
    return test.of if isinstance(test, ex.Not) else ex.Not(test)


def spoken_in(change: Change) -> set[int]:
    """The nodes, by their `id`, that a match looks at before the change can make a difference."""
    found = {id(each) for each in nodes(change.old)} if _is_held(change.old) else set()
    return found | ({id(change.of)} if change.of is not None else set())


def _is_held(value: Any) -> bool:
    return isinstance(value, Node | tuple)
