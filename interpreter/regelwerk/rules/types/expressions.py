"""The kinds of expressions: what each node is, what its parts must be, what is known where it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from regelwerk.rules import expressions as x
from regelwerk.rules.builtins import ANSWER_TYPE, ANSWERS_ZONE, BY_NAME
from regelwerk.rules.declarations import ValueType

from . import kinds
from .declared import SEAT_TYPE, Declared
from .kinds import FLAG, NUMBER, SEAT, UNKNOWN, element, list_of, maybe, present, thing
from .numbers import Bounds, around, bounds_of, reckoned
from .parts import A_THING, AMOUNT, ANY, LIST, PARTS, WORDS, Misfit, Part, Reason
from .scope import Known, S, Scope, fact_of, path_key

_ALWAYS: dict[type[x.Node], ValueType] = {
    **dict.fromkeys((x.Number, x.Arithmetic, x.Negative, x.Count, x.Sum, x.Extreme, x.Happened), NUMBER),
    x.Recorded: NUMBER,
    x.Position: kinds.POSITION,
    **dict.fromkeys((x.Flag, x.And, x.Or, x.Not, x.Compare, x.Inside, x.IsRow, x.IsType, x.IsAnswer), FLAG),
    **dict.fromkeys((x.Any, x.Every, x.May, x.Supposing), FLAG),
    x.Seat: SEAT,
    x.Nothing: kinds.NOTHING,
}
"""What nodes are whatever their parts are."""

_PLAIN = {
    *(x.Local, x.Number, x.Flag, x.Nothing, x.Member, x.Row, x.Seat, x.Option, x.Arithmetic, x.Compare),
    *(x.Negative, x.Not, x.Any, x.All, x.The, x.Count, x.IsRow, x.IsType, x.Inside, x.Listed, x.Recorded),
}
"""Nodes with no other parts, so that nothing else is looked for."""
_TOGETHER = {x.Compare, x.Inside, x.Set, x.Choice, x.Told, x.Builtin}
"""Nodes whose parts must go together."""


class ExpressionTypes:
    """The kinds of one game's expressions."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared
        self.unknown: dict[int, x.Node] = {}
        """What stands for something that was already reported: it goes with everything."""

    # What it is

    def kind(self, node: x.Expression | x.Set, scope: Scope) -> ValueType:
        """The kind of an expression, or of the elements of a set; unknown if it names what is not there."""
        if self.unknown and id(node) in self.unknown:
            return UNKNOWN
        if isinstance(node, x.Local):
            return scope.present.get(node.name) or scope.locals.get(node.name, UNKNOWN)
        always = _ALWAYS.get(type(node))
        if always is not None:
            return always
        if scope.present and isinstance(node, x.Attribute | x.State | x.Call | x.Builtin):
            known = scope.present.get(path_key(node) or "")
            if known is not None:
                return known
        signatures = self.declared.signatures
        match node:
            case x.Attribute() | x.State():
                return kinds.one_cell(self.cell(node))
            case x.Set(binder=binder, where=where):
                kind = self.elements(node, scope)
                if where is None:
                    return kind
                return self.learned(where, scope.bind(binder, kind))[0].get(binder, kind)
            case x.Member(enum=enum):
                return kinds.enum(enum)
            case x.Row(name=name):
                return thing(self.declared.rows[name][0]) if name in self.declared.rows else UNKNOWN
            case x.Zone(name=name) if name == ANSWERS_ZONE and name not in signatures:
                return list_of(kinds.ANSWER)
            case x.Zone(name=name) | x.Call(name=name) | x.Option(name=name):
                return self.declared.result(name)
            case x.Listed(list=name, part=part):
                signature = signatures.get(name)
                return UNKNOWN if signature is None else dict(signature.parameters).get(part, UNKNOWN)
            case x.All(of=over):
                return list_of(self.kind(over, scope))
            case x.The(of=over):
                kind = self.kind(over, scope)
                return kind if self.never_empty(over, scope) else maybe(kind)
            case x.Builtin():
                return self._builtin(node, scope)
            case x.Choice() | x.Told():
                return self._in_common(node, scope)[0]
            case x.LetIn(then=then):
                return self.kind(then, self.named(node, scope))
        return UNKNOWN

    def noun(self, over: x.Set) -> ValueType:
        """The kind of what a set is of, whatever is known of its elements."""
        return self.declared.noun(over.noun) or UNKNOWN

    def elements(self, over: x.Set, scope: Scope) -> ValueType:
        """The kind of what a set is of; of numbers with the range that they come from."""
        kind = self.noun(over)
        if kind.kind != "number":
            return kind
        source = NUMBER if over.source is None else self.kind(over.source, scope)
        low = source.low if over.low is None else self.bounds(over.low, scope).low
        high = source.high if over.high is None else self.bounds(over.high, scope).high
        return ValueType("number", low=low, high=high)

    def bounds(self, node: x.Expression | x.Set, scope: Scope) -> Bounds:
        """Between which numbers an expression lies, whatever happens."""
        if self.unknown and id(node) in self.unknown:
            return Bounds()
        match node:
            case x.Number(value=value):
                return Bounds(value, value)
            case x.Negative(of=of):
                return reckoned(node, self.bounds(of, scope))
            case x.Arithmetic(left=left, right=right):
                return reckoned(node, self.bounds(left, scope), self.bounds(right, scope))
            case x.Count() | x.Happened() | x.Recorded() | x.Builtin(name="size" | "distance"):
                return Bounds(0)
            case x.Builtin(name="row" | "column"):
                return Bounds(1)
            case x.Builtin(name="quotient", args=args):
                lows = [self.bounds(arg, scope).low for arg in args]
                return Bounds(0) if all(low is not None and low >= 0 for low in lows) else Bounds()
            case x.Choice():
                given = (part for part in self.parts(node, scope) if part.name != "when")
                return around(self.bounds(part.node, part.scope) for part in given)
            case x.LetIn(then=then):
                return self.bounds(then, self.named(node, scope))
            case x.Sum(over=over, value=value):
                low = self.bounds(value, self.within(over, scope)).low
                return Bounds(0) if low is not None and low >= 0 else Bounds()
            case x.Extreme(over=over, value=value):
                low, high = self.bounds(value, self.within(over, scope))
                return Bounds(None if low is None else min(0, low), None if high is None else max(0, high))
        return bounds_of(self.kind(node, scope))

    def out_of_range(self, parts: Iterable[Part]) -> Iterator[Misfit]:
        """What of the parts of a node is never a number of the range that it must have."""
        for part in parts:
            if part.wanted.low is not None or part.wanted.high is not None:
                found = self.bounds(part.node, part.scope)
                if found.apart(bounds_of(part.wanted)):
                    kind = ValueType("number", low=found.low, high=found.high)
                    yield Misfit("range", part, kind, part.wanted)

    def cell(self, node: x.State | x.Attribute) -> ValueType:
        """The kind of a cell as it is declared."""
        if isinstance(node, x.State):
            return self.declared.result(node.name)
        if node.type in self.declared.types:
            return self.declared.types[node.type].attributes.get(node.name, UNKNOWN)
        return kinds.OF_ANSWERS.get(node.name, UNKNOWN) if node.type == ANSWER_TYPE else UNKNOWN

    def _builtin(self, node: x.Builtin, scope: Scope) -> ValueType:
        info = BY_NAME.get(node.name)
        if info is None or len(info.parameters) != len(node.args):
            return UNKNOWN
        if info.result in WORDS and info.result != "grid":
            return WORDS[info.result]
        first = node.args[0]
        if node.name == "place":
            return self.declared.result(self.declared.grid_of(first))
        kind = self.kind(first, scope)
        if kind.kind == "unknown":
            return UNKNOWN
        if info.result == "things":
            return list_of(element(kind))
        if info.result == "links":
            graph = self.declared.graph_of(kind.name)
            return UNKNOWN if graph is None else list_of(thing(graph[1]))
        if info.result == "holder":
            owners = self.holders(kind)
            return maybe(thing(owners.pop())) if len(owners) == 1 else UNKNOWN
        return maybe(element(kind) if info.result == "element?" else present(kind))

    def holders(self, kind: ValueType) -> set[str]:
        """The types whose things own the zones in which a thing of this kind may lie."""
        zones = (self.declared.signatures[zone] for zone in self.declared.named("zone"))
        return {
            zone.parameters[0][1].name or ""
            for zone in zones
            if zone.parameters
            and zone.parameters[0][1].kind == "thing"
            and zone.result is not None
            and self.declared.below(kind.name, zone.result.name)
        }

    def _in_common(self, node: x.Choice | x.Told, scope: Scope) -> tuple[ValueType, list[Misfit]]:
        """The kind that all branches have in common, and those that differ."""
        result: ValueType | None = None
        differ: list[Misfit] = []
        for part in self.parts(node, scope):
            if part.name != "when" and part.name != "of":
                kind = self.kind(part.node, part.scope)
                both = self.merged(result, kind)
                if both is None:
                    differ.append(Misfit("differ", part, kind, result or UNKNOWN))
                result = both or result
        return result or UNKNOWN, differ

    def merged(self, first: ValueType | None, kind: ValueType) -> ValueType | None:
        """The kind that two results have in common; None if there is none."""
        kind = kinds.bare(kind)
        if first is None or first.kind == "unknown":
            return kind
        if kind.kind == "unknown":
            return first
        if first.kind == "nothing":
            return maybe(kind)
        if kind.kind == "nothing":
            return maybe(first)
        if first.kind == "thing" and not self.declared.below(kind.name, first.name):
            first, kind = kind, first
        if not self._same(kind, first):
            return None
        return maybe(first) if kind.optional else first

    # What it must be

    def fits(self, found: ValueType, wanted: ValueType) -> Reason | None:
        """Why a value of one kind may not stand where another is wanted; None if it may."""
        if found is wanted or wanted is ANY or "unknown" in (found.kind, wanted.kind):
            return None
        if found.kind == "nothing":
            return None if wanted.optional else "kind"
        match wanted.kind:
            case "list":
                same = found.many
            case "grid":
                same = found.kind == "thing" and not found.many and self.declared.on_grid(found.name)
            case "linked":
                same = found.kind == "thing" and not found.many
                same = same and self.declared.graph_of(found.name) is not None
            case "place" | "places" as word:
                same = found.kind == "thing" and (word == "places" or not found.many)
                same = same and self.declared.has_neighbours(found.name)
            case _:
                same = self._same(found, wanted)
        return "kind" if not same else "absent" if found.optional and not wanted.optional else None

    def _same(self, found: ValueType, wanted: ValueType) -> bool:
        if found.kind != wanted.kind or found.many != wanted.many:
            return False
        if found.kind == "enum":
            return found.name == wanted.name
        return found.kind != "thing" or self.declared.below(found.name, wanted.name)

    def comparable(self, left: ValueType, right: ValueType) -> bool:
        """Whether two single values may be the same."""
        return not left.many and (self._same(left, right) or self._same(right, left))

    def misfits(self, node: x.Node, parts: list[Part], scope: Scope) -> Iterator[Misfit]:
        """What of the parts of a node does not fit, not looking inside the parts."""
        if self.unknown and id(node) in self.unknown:
            return
        for part in parts:
            if part.wanted is not ANY:
                found = self.kind(part.node, part.scope)
                reason = self.fits(found, part.wanted)
                if reason is not None:
                    yield Misfit(reason, part, found, part.wanted)
        if type(node) not in _TOGETHER:
            return
        match node:
            case x.Compare(op=op, right=right):
                one, other = (self.kind(part.node, part.scope) for part in parts)
                if "unknown" in (one.kind, other.kind) or (op == "=" and isinstance(right, x.Nothing)):
                    return
                if not self.comparable(one, other):
                    yield Misfit("never", parts[0], one, other)
                elif op not in ("=", "!=") and one.kind != "number":
                    yield Misfit("order", parts[0], one, NUMBER)
            case x.Inside():
                source, one = (self.kind(part.node, part.scope) for part in parts)
                known = source.many and "unknown" not in (source.kind, one.kind)
                if known and not self.comparable(one, element(source)):
                    yield Misfit("never", parts[1], one, source)
            case x.Set(source=source_node) if source_node is not None:
                source, noun = self.kind(source_node, scope), self.noun(node)
                known = source.many and "unknown" not in (source.kind, noun.kind)
                if known and not self.comparable(element(source), noun):
                    yield Misfit("never", parts[0], source, noun)
            case x.Choice() | x.Told():
                yield from self._in_common(node, scope)[1]
            case x.Builtin(name="holder") if parts:
                found = self.kind(parts[0].node, scope)
                if found.kind == "thing" and not found.many and len(self.holders(found)) != 1:
                    yield Misfit("holder", parts[0], found, A_THING)
            case x.Builtin(name="distance" | "reach") if len(parts) > 1:
                place, others = (self.kind(parts[number].node, scope) for number in (0, -1))
                known = others.many and "unknown" not in (place.kind, others.kind)
                if known and place.kind == "thing" and not self.comparable(element(place), element(others)):
                    yield Misfit("never", parts[-1], element(place), others)

    def parts(self, node: x.Node, scope: Scope) -> list[Part]:
        """The parts of a node, with what they must be and what is in scope there."""
        found = []
        for name, kind in PARTS.get(type(node), {}).items():
            if (part := getattr(node, name)) is not None:
                found.append(Part(name, part, kind, scope))
        if type(node) in _PLAIN:
            return found
        match node:
            case x.And(of=tests) | x.Or(of=tests):
                found += self._tests(tests, scope, isinstance(node, x.And))
            case x.Attribute(of=of, type=owner, key=key):
                wanted = SEAT if owner == SEAT_TYPE else self.declared.noun(owner) or UNKNOWN
                found += [Part("of", of, wanted, scope), *self._key(node, key, scope)]
            case x.State(key=key):
                found += self._key(node, key, scope)
            case x.Zone(name=name, of=of) if of is not None:
                found += self.arguments(name, (of,), scope)
            case x.Call(name=name, args=args) | x.May(event=name, args=args):
                found += self.arguments(name, args, scope)
            case x.Supposing(event=name, args=args, then=then):
                found += self.arguments(name, args, scope)
                found.append(Part("then", then, FLAG, scope.settle()))
            case x.Builtin(name="place", args=(grid, *args)):
                found += self.arguments(self.declared.grid_of(grid), args, scope)
            case x.Builtin(name="nth", args=(of, place)):
                found += [Part("nth", of, LIST, scope), Part("nth", place, AMOUNT, scope)]
            case x.Builtin(name=name, args=args) if name in BY_NAME:
                words = BY_NAME[name].parameters
                found += [Part(name, arg, WORDS[word], scope) for word, arg in zip(words, args, strict=False)]
            case x.IsAnswer(action=name, args=given) | x.Happened(event=name, args=given):
                found += self._pattern(name, given, scope)
            case x.Set(where=where, binder=binder, sort=sort):
                if where is not None:
                    found.append(Part("where", where, FLAG, scope.bind(binder, self.elements(node, scope))))
                found += [Part("sort", part, NUMBER, self.within(node, scope)) for part in sort]
            case x.Feature(value=value, over=over):
                inner = scope if over is None else self.within(over, scope)
                found.append(Part("value", value, maybe(feature_kind(node)), inner))
            case x.Position(features=features):
                found += [part for feature in features for part in self.parts(feature, scope)]
            case x.Every(of=over, has=has):
                found.append(Part("has", has, FLAG, self.within(over, scope)))
            case x.Sum(over=over, value=value) | x.Extreme(over=over, value=value):
                found.append(Part("value", value, NUMBER, self.within(over, scope)))
            case x.Told(rows=rows, otherwise=otherwise):
                found += [Part(row, said, ANY, self.told(row, node.of, scope)) for row, said in rows.items()]
                found += [] if otherwise is None else [Part("otherwise", otherwise, ANY, scope)]
            case x.LetIn(then=then):
                found.append(Part("then", then, ANY, self.named(node, scope)))
            case x.Choice(cases=cases, otherwise=otherwise):
                for case in cases:
                    yes, no = self.learned(case.when, scope)
                    found.append(Part("when", case.when, FLAG, scope))
                    found.append(Part("then", case.then, ANY, scope.narrow(yes)))
                    scope = scope.narrow(no)
                found.append(Part("otherwise", otherwise, ANY, scope))
        return found

    def told(self, row: str, of: x.Expression, scope: S) -> S:
        """The scope of what the text of a row says: the thing whose text it is is made from the row."""
        if row not in self.declared.rows:
            return scope
        return scope.narrow(_known(of, thing(self.declared.rows[row][0])))

    def arguments(self, name: str, args: Iterable[x.Expression], scope: Scope, first: int = 0) -> list[Part]:
        """The arguments of what is called, from a parameter on; their number is not looked at."""
        signature = self.declared.signatures.get(name)
        wanted = () if signature is None else signature.parameters[first:]
        return [Part(p, arg, kind, scope) for (p, kind), arg in zip(wanted, args, strict=False)]

    def _pattern(self, name: str, given: Mapping[str, x.Expression], scope: Scope) -> list[Part]:
        signature = self.declared.signatures.get(name)
        wanted = dict(signature.parameters) if signature is not None else {}
        return [Part(p, node, maybe(wanted.get(p, UNKNOWN)), scope) for p, node in given.items()]

    def _key(self, node: x.State | x.Attribute, key: x.Expression | None, scope: Scope) -> list[Part]:
        index = self.declared.index(self.cell(node))
        return [] if key is None or index is None else [Part("key", key, index, scope)]

    def _tests(self, tests: Iterable[x.Expression], scope: Scope, hold: bool) -> Iterator[Part]:
        """Tests one after the other: each is asked where those before it hold, or fail."""
        for test in tests:
            yield Part("of", test, FLAG, scope)
            scope = scope.narrow(self.learned(test, scope)[0 if hold else 1])

    # What is known

    def named(self, node: x.LetIn, scope: S) -> S:
        """What is in scope where a value has got its name."""
        return scope.bind(node.binder, kinds.bare(self.kind(node.value, scope)))

    def within(self, over: x.Set, scope: S) -> S:
        """What is in scope inside a set: its binder, and what its condition says."""
        inner = scope.bind(over.binder, self.elements(over, scope))
        return inner if over.where is None else inner.narrow(self.learned(over.where, inner)[0])

    def learned(self, node: x.Expression | x.Set, scope: Scope) -> tuple[Known, Known]:
        """What is known if a condition holds, and what if it fails."""
        if self.unknown and id(node) in self.unknown:
            return {}, {}
        match node:
            case x.And(of=tests):
                known: Known = {}
                for test in tests:
                    known |= self.learned(test, scope.narrow(known))[0]
                return known, {}
            case x.Or(of=tests):
                return self._either(tests, scope)
            case x.Not(of=of):
                yes, no = self.learned(of, scope)
                return no, yes
            case x.Compare(op="=", left=left, right=x.Nothing()):
                return {}, _known(left, present(self.kind(left, scope)))
            case x.Compare(op=("=" | "!=") as op, left=left, right=right):
                one, other = self.kind(left, scope), self.kind(right, scope)
                there: Known = {}
                if "unknown" in (one.kind, other.kind):
                    return {}, {}
                if one.optional and not other.optional:
                    there = _known(left, present(one))
                elif other.optional and not one.optional:
                    there = _known(right, present(other))
                return (there, {}) if op == "=" else ({}, there)
            case x.IsType(of=of, type=name):
                return _known(of, thing(name)), {}
            case x.IsRow(of=of, row=row) if row in self.declared.rows:
                return _known(of, thing(self.declared.rows[row][0])), {}
        return {}, {}

    def _either(self, tests: tuple[x.Expression, ...], scope: Scope) -> tuple[Known, Known]:
        failed: Known = {}
        common: Known | None = None
        for test in tests:
            yes, no = self.learned(test, scope.narrow(failed))
            failed |= no
            common = yes if common is None else {k: v for k, v in common.items() if yes.get(k) == v}
        return common or self._one_of_rows(tests), failed

    def _one_of_rows(self, tests: tuple[x.Expression, ...]) -> Known:
        """What is known if a thing is made from one of several rows."""
        named = [test for test in tests if isinstance(test, x.IsRow) and test.row in self.declared.rows]
        if len(named) < len(tests) or any(test.of != named[0].of for test in named):
            return {}
        return _known(named[0].of, thing(self.declared.common_type(tuple(test.row for test in named))))

    def never_empty(self, node: x.Set, scope: Scope) -> bool:
        """Say whether a set is known to have an element: by what it is made of, or because it was tested."""
        if scope.facts and fact_of(node) in scope.facts:
            return True
        if node.where is not None or node.source is not None:
            return False
        if isinstance(node.low, x.Number) and isinstance(node.high, x.Number):
            return node.low.value <= node.high.value
        if node.noun == SEAT_TYPE or node.noun in self.declared.enums:
            return True
        below = (kind for kind, _ in self.declared.rows.values() if self.declared.below(kind, node.noun))
        return next(below, None) is not None or self.declared.on_grid(node.noun)


def feature_kind(node: x.Feature) -> ValueType:
    """The kind that the value of a feature must have."""
    return A_THING if node.kind == "thing" else ValueType(node.kind, node.enum)


def _known(node: x.Expression, kind: ValueType) -> Known:
    key = path_key(node)
    return {key: kind} if key else {}
