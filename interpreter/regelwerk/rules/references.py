"""Whether expressions and statements name only what there is, with as many arguments as it takes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from . import expressions as x
from . import statements as s
from .builtins import ANSWERS_ZONE, BY_NAME
from .declarations import ValueType
from .names import ANSWER, FLAG, NOTHING, NUMBER, SEAT, SEAT_TYPE, Names, Scope, Unfit

MAX_DEPTH = 200
"""As many values may lie inside each other, as in a text."""

_RESULTS = {"number": NUMBER, "flag": FLAG, "seat": SEAT, "seat?": SEAT, "thing": ValueType("thing")}
_ANY_THING = ValueType("thing")


def _many(kind: ValueType) -> ValueType:
    return msgspec.structs.replace(kind, many=True, optional=False, per=None)


def _one(kind: ValueType) -> ValueType:
    return msgspec.structs.replace(kind, many=False)


class References:
    """Checks bodies against what is declared. Every method raises Unfit."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.depth = 0
        self.called: set[str] = set()
        """The values that were called by what was looked at."""

    # Expressions

    def one(self, node: x.Expression | None, scope: Scope, wanted: ValueType | None = None) -> None:
        """A single value, of this kind if one is given; nothing where nothing stands."""
        if node is None:
            return
        found = self.kind(node, scope)
        if found.many:
            raise Unfit("a list stands where a single value belongs")
        if wanted is not None and not self.names.fits(found, _one(wanted)):
            raise Unfit(f"{_text(found)} stands where {_text(wanted)} belongs")

    def list_of(self, node: x.Expression, scope: Scope) -> ValueType:
        """The kind of the elements of a list."""
        found = self.kind(node, scope)
        if not found.many:
            raise Unfit("a single value stands where a list belongs")
        return _one(found)

    def either(self, node: x.Expression | None, scope: Scope, many: bool, wanted: ValueType) -> None:
        """A value or a list, as `many` says."""
        if node is None:
            return
        if not many:
            self.one(node, scope, wanted)
        elif not self.names.fits(self.list_of(node, scope), _one(wanted)):
            raise Unfit(f"a list of something else stands where {_text(wanted)} belongs")

    def set_of(self, over: x.Set, scope: Scope) -> dict[str, ValueType]:
        """The scope inside a set: that around it, and the binder."""
        kind = self.names.noun(over.noun)
        if over.source is not None:
            source = self.list_of(over.source, scope)
            if not self.names.fits(source, kind):
                raise Unfit(f"a set of `{over.noun}` goes through something else")
        elif kind == ANSWER:
            pass
        elif over.noun == "number" and (over.low is None or over.high is None):
            raise Unfit("a set of numbers has no bounds")
        self.one(over.low, scope, NUMBER)
        self.one(over.high, scope, NUMBER)
        inner = {**scope, over.binder: kind}
        self.one(over.where, inner, FLAG)
        for part in over.sort:
            self.one(part, inner)
        return inner

    def args(
        self, given: Sequence[x.Expression], wanted: Sequence[ValueType], what: str, scope: Scope
    ) -> None:
        """The arguments of something that is called."""
        if len(given) != len(wanted):
            raise Unfit(f"`{what}` takes {len(wanted)} arguments, not {len(given)}")
        for node, kind in zip(given, wanted, strict=True):
            self.either(node, scope, kind.many, _one(kind))

    def zone(self, name: str, of: x.Expression | None, scope: Scope) -> str:
        """A zone with its owner, if it has one; returns the type of what lies in it."""
        declared = self.names.find(self.names.zones, name, "zone")
        if (declared.owner is None) != (of is None):
            raise Unfit(f"the zone `{name}` is named {'with' if of is not None else 'without'} an owner")
        owner = SEAT if declared.owner == SEAT_TYPE else ValueType("thing", declared.owner)
        self.one(of, scope, owner)
        return declared.type

    def kind(self, node: x.Expression, scope: Scope) -> ValueType:
        """The kind of an expression."""
        if self.depth >= MAX_DEPTH:
            raise Unfit(f"more than {MAX_DEPTH} values lie inside each other")
        self.depth += 1
        try:
            return self._kind(node, scope)
        finally:
            self.depth -= 1

    def _kind(self, node: x.Expression, scope: Scope) -> ValueType:
        names = self.names
        match node:
            case x.Number():
                return NUMBER
            case x.Flag():
                return FLAG
            case x.Nothing():
                return NOTHING
            case x.Seat(number=number):
                if number > names.rules.players[1]:
                    raise Unfit(f"there is never a seat {number}")
                return SEAT
            case x.Member(enum=enum, name=name):
                if name not in names.find(names.enums, enum, "enum"):
                    raise Unfit(f"the enum `{enum}` has no member `{name}`")
                return ValueType("enum", enum)
            case x.Row(name=name, copy=copy):
                row = names.find(names.rows, name, "row")
                if copy > row.copies:
                    raise Unfit(f"there is no `{name}#{copy}`: there are {row.copies} `{name}`")
                return ValueType("thing", row.type)
            case x.Local(name=name):
                return names.find(scope, name, "local")
            case x.Option(name=name):
                return names.find(names.options, name, "option").type
            case x.State(name=name, key=key):
                return self._cell(names.find(names.states, name, "state").type, key, name, scope)
            case x.Attribute(of=of, type=owner, name=name, key=key):
                kind = names.attribute(owner, name)
                if owner == SEAT_TYPE:
                    self.one(of, scope, SEAT)
                else:
                    self.one(of, scope, ValueType("thing", owner) if owner in names.types else ANSWER)
                return self._cell(kind, key, name, scope)
            case x.Zone(name=name) if name == ANSWERS_ZONE and name not in names.zones:
                return _many(ANSWER)
            case x.Zone(name=name, of=of):
                return ValueType("thing", self.zone(name, of, scope), many=True)
            case x.Call(name=name, args=args):
                value = names.find(names.values, name, "value")
                self.called.add(name)
                self.args(args, [p.type for p in value.parameters], name, scope)
                return value.result
            case x.Builtin():
                return self._builtin(node, scope)
            case x.Arithmetic(left=left, right=right):
                self.one(left, scope, NUMBER)
                self.one(right, scope, NUMBER)
                return NUMBER
            case x.Compare(left=left, right=right):
                self.one(left, scope)
                self.one(right, scope)
                if not names.fits(self.kind(left, scope), _one(self.kind(right, scope))):
                    raise Unfit("two values of different kinds are compared")
                return FLAG
        return self._of_parts(node, scope)

    def _of_parts(self, node: x.Expression, scope: Scope) -> ValueType:
        names = self.names
        match node:
            case x.Negative(of=of):
                self.one(of, scope, NUMBER)
                return NUMBER
            case x.And(of=parts) | x.Or(of=parts):
                for part in parts:
                    self.one(part, scope, FLAG)
            case x.Not(of=of):
                self.one(of, scope, FLAG)
            case x.Inside(of=of, source=source):
                self.one(of, scope, self.list_of(source, scope))
            case x.IsRow(of=of, row=row):
                names.find(names.rows, row, "row")
                self.one(of, scope, _ANY_THING)
            case x.IsType(of=of, type=type_name):
                names.find(names.types, type_name, "type")
                self.one(of, scope, _ANY_THING)
            case x.IsAnswer(of=of, action=action, args=args):
                self.one(of, scope, ANSWER)
                count = 1 + len(names.find(names.actions, action, "action").parts)
                own = dict([*names.events[action].items()][:count])
                for name, value in args.items():
                    self.one(value, scope, names.find(own, name, f"part of `{action}`"))
            case x.Choice(cases=cases, otherwise=otherwise):
                kind = self.kind(otherwise, scope)
                for case in cases:
                    self.one(case.when, scope, FLAG)
                    self.either(case.then, scope, kind.many, _one(kind))
                    kind = self.kind(case.then, scope) if kind.kind == "nothing" else kind
                return kind
            case x.Told():
                return self._told(node, scope)
            case x.Listed(list=name, part=part, of=of):
                types = {each.name: each.type for each in names.find(names.lists, name, "list").parts}
                self.one(of, scope, SEAT)
                return ValueType("thing", names.find(types, part, "part"), many=True)
            case x.Any(of=over):
                self.set_of(over, scope)
            case x.Every(of=over, has=has):
                self.one(has, self.set_of(over, scope), FLAG)
            case x.Count(of=over):
                self.set_of(over, scope)
                return NUMBER
            case x.Sum(over=over, value=value) | x.Extreme(over=over, value=value):
                self.one(value, self.set_of(over, scope), NUMBER)
                return NUMBER
            case x.All(of=over):
                return _many(self.set_of(over, scope)[over.binder])
            case x.The(of=over):
                return self.set_of(over, scope)[over.binder]
            case x.Happened(event=event, span=span, args=args):
                parameters = names.find(names.events, event, "event")
                names.find(names.events, span, "event")
                for name, value in args.items():
                    kind = names.find(parameters, name, f"parameter of `{event}`")
                    self.either(value, scope, kind.many, _one(kind))
                return NUMBER
            case x.May(event=event, args=args):
                self.args(args, list(names.find(names.events, event, "event").values()), event, scope)
        return FLAG

    def _told(self, node: x.Told, scope: Scope) -> ValueType:
        """What texts say: all of one kind, each of a row that the thing may be of."""
        thing = self.kind(node.of, scope)
        if thing.kind != "thing" or thing.many:
            raise Unfit("only a thing has a text")
        kind = NOTHING if node.otherwise is None else self.kind(node.otherwise, scope)
        for row, said in node.rows.items():
            if not self.names.related(self.names.find(self.names.rows, row, "row").type, thing.name):
                raise Unfit(f"`{row}` is not told by it")
            if kind.kind == "nothing":
                kind = self.kind(said, scope)
            else:
                self.either(said, scope, kind.many, _one(kind))
        if not node.rows and node.otherwise is None:
            raise Unfit("no text says anything")
        return kind

    def _cell(self, kind: ValueType, key: x.Expression | None, name: str, scope: Scope) -> ValueType:
        if (kind.per is None) != (key is None):
            raise Unfit(f"`{name}` is read {'with' if key is not None else 'without'} a key")
        if kind.per is not None:
            self.one(key, scope, ValueType("enum", kind.per))
        return msgspec.structs.replace(kind, per=None)

    def _builtin(self, node: x.Builtin, scope: Scope) -> ValueType:
        info = self.names.find(BY_NAME, node.name, "function of the language")
        if info.scenarios:
            raise Unfit(f"only scenarios ask for `{node.name}`")
        if len(node.args) != len(info.parameters):
            raise Unfit(f"`{node.name}` takes {len(info.parameters)} arguments, not {len(node.args)}")
        kinds = []
        for argument, wanted in zip(node.args, info.parameters, strict=True):
            kind = self.kind(argument, scope)
            kinds.append(kind)
            if kind.many != (wanted in ("list", "things")):
                raise Unfit(f"an argument of `{node.name}` is of another kind")
            needed = {"number": NUMBER, "seat": SEAT, "flag": FLAG}.get(wanted)
            if wanted in ("thing", "grid", "linked"):
                needed = _ANY_THING
            if needed is not None and not self.names.fits(kind, needed):
                raise Unfit(f"an argument of `{node.name}` is of another kind")
        if info.result in _RESULTS:
            return _RESULTS[info.result]
        if info.result == "things":
            return _many(kinds[0])
        if info.result == "links":
            graph = next(
                (g for g in self.names.rules.graphs if g.type in self.names.line(kinds[0].name or "")), None
            )
            return ValueType("thing", None if graph is None else graph.link, many=True)
        if info.result == "element?":
            return _one(kinds[0])
        return _ANY_THING

    # Statements

    def block(self, body: Sequence[s.Statement] | None, scope: Scope) -> None:
        """The statements of a block; what one binds is in scope for those after it."""
        inner = dict(scope)
        for statement in body or ():
            inner.update(self.statement(statement, inner))

    def statement(self, node: s.Statement, scope: Scope) -> dict[str, ValueType]:
        """Check one statement; returns what it binds."""
        names = self.names
        match node:
            case s.Let(name=name, value=value):
                kind = self.kind(value, scope)
                if name in scope and kind.many != scope[name].many:
                    raise Unfit(f"`{name}` is a single value and a list")
                return {name: kind}
            case s.Assign(target=target, value=value):
                self._is_stored(target)
                self.one(value, scope, self.kind(target, scope))
            case s.Change(target=target, by=by):
                self._is_stored(target)
                self.one(target, scope, NUMBER)
                self.one(by, scope, NUMBER)
            case s.Happen(event=event, args=args, result=result):
                self.args(args, list(names.find(names.events, event, "event").values()), event, scope)
                if result is not None:
                    given = names.results[event]
                    if given is None:
                        raise Unfit(f"`{event}` has no result")
                    return {result: given}
            case s.Later(event=event, span=span, args=args, by=by) if by is not None:
                names.find(names.events, span, "event")
                parts = names.find(names.actions, event, "action").parts
                self.one(by, scope, SEAT)
                self.args(args, list(names.events[event].values())[1 : 1 + len(parts)], event, scope)
            case s.Later(event=event, span=span, args=args):
                names.find(names.events, span, "event")
                self.args(args, list(names.find(names.events, event, "event").values()), event, scope)
            case s.CarryOut(span=event) | s.Leave(event=event):
                names.find(names.events, event, "event")
            case s.Open(window=name, args=args):
                window = names.find(names.windows, name, "window")
                self.args(args, [p.type for p in window.parameters], name, scope)
            case s.If(when=when, then=then, otherwise=otherwise):
                self.one(when, scope, FLAG)
                self.block(then, scope)
                self.block(otherwise, scope)
            case s.Repeat(kind=kind, body=body, expr=expr):
                if (kind == "forever") != (expr is None):
                    raise Unfit("a loop does not fit its kind")
                self.one(expr, scope, NUMBER)
                self.block(body, scope)
            case s.Atomic(body=body, admits=admits):
                for name in admits:
                    names.find(names.actions, name, "action")
                self.block(body, scope)
            case s.Result(value=value):
                self.kind(value, scope)
            case s.Cancel(answer=answer):
                self.one(answer, scope, ANSWER)
            case s.Aim(answer=answer, at=at):
                self.one(answer, scope, ANSWER)
                self.one(at, scope)
            case s.Lasting():
                self._lasting(node, scope)
            case s.EndGame(winners=winners, winners_many=winners_many, scores=scores):
                self.either(winners, scope, winners_many, SEAT)
                for score in scores:
                    self.one(score.value, self.set_of(score.seats, scope), NUMBER)
            case s.Stop() | s.Done():
                pass
            case s.Choose() | s.Ask() | s.SecretChoice() | s.ForEach() | s.Pay() | s.PickRandom():
                return self._decision(node, scope)
            case _:
                return self._with_things(node, scope)
        return {}

    def _is_stored(self, target: x.State | x.Attribute) -> None:
        if isinstance(target, x.Attribute):
            declared = self.names.attributes.get((target.type, target.name))
            if declared is not None and not declared.stored:
                raise Unfit(f"`{target.name}` is set, but is not stored")

    def _lasting(self, node: s.Lasting, scope: Scope) -> None:
        names = self.names
        names.find(names.events, node.span, "event")
        for name in node.rules:
            captured = names.find(names.named_rules, name, "rule").captured
            if captured is None:
                raise Unfit(f"the rule `{name}` is in force from the start")
            for parameter in captured:
                names.find(scope, parameter.name, "local")
        for name in node.modifiers:
            for parameter in names.find(names.modifiers, name, "modifier").captured or ():
                names.find(scope, parameter.name, "local")
        for name in node.captured:
            names.find(scope, name, "local")

    def _decision(self, node: s.Statement, scope: Scope) -> dict[str, ValueType]:
        match node:
            case s.Choose(over=over, by=by, amount=amount, number=number, otherwise=otherwise):
                self.one(by, scope, SEAT)
                self.one(number, scope, NUMBER)
                kind = self.set_of(over, scope)[over.binder]
                self.block(otherwise, scope)
                return {over.binder: kind if amount in ("one", "maybe") else _many(kind)}
            case s.PickRandom(over=over, otherwise=otherwise):
                self.block(otherwise, scope)
                return {over.binder: self.set_of(over, scope)[over.binder]}
            case s.Ask(by=by, ways=ways):
                self.one(by, scope, SEAT)
                for way in ways:
                    self.one(way.when, scope, FLAG)
                    self.block(way.body, scope)
            case s.SecretChoice(seats=seats, over=over, body=body, otherwise=otherwise):
                inner = self.set_of(seats, scope)
                self.block(otherwise, inner)
                self.block(body, self.set_of(over, inner))
            case s.ForEach(over=over, body=body, start=start):
                self.one(start, scope, SEAT)
                self.block(body, self.set_of(over, scope))
            case s.Pay():
                payment = self.names.find(self.names.payments, node.payment, "payment")
                self.either(node.by, scope, self.kind(node.by, scope).many, SEAT)
                self.one(node.start, scope, SEAT)
                for need in node.needs:
                    self.one(need.count, scope, NUMBER)
                    if (need.kind is None) != (payment.kind is None):
                        raise Unfit(f"what is needed does not fit the payment `{node.payment}`")
                    if payment.kind is not None:
                        self.one(need.kind, scope, payment.kind.type)
                self.block(node.then, scope)
                self.block(node.otherwise, scope)
        return {}

    def _with_things(self, node: s.Statement, scope: Scope) -> dict[str, ValueType]:
        names = self.names
        match node:
            case s.Move(what=what, many=many, to=to, to_of=to_of):
                self.either(what, scope, many, ValueType("thing", self.zone(to, to_of, scope)))
            case s.Show(what=what, many=many, to=to, to_many=to_many):
                self.either(what, scope, many, _ANY_THING)
                self.either(to, scope, to_many, SEAT)
            case s.DrawOne(binder=binder, source=source, to=to):
                kind = ValueType("thing", self.zone(source, node.source_of, scope))
                self.zone(to, node.to_of, scope)
                self.block(node.otherwise, scope)
                return {binder: kind}
            case s.DrawMany(count=count, source=source, to=to):
                self.one(count, scope, NUMBER)
                self.zone(source, node.source_of, scope)
                self.zone(to, node.to_of, scope)
            case s.Look(count=count, source=source, binder=binder, by=by):
                self.one(count, scope, NUMBER)
                self.one(by, scope, SEAT)
                return {binder: ValueType("thing", self.zone(source, node.source_of, scope), many=True)}
            case s.Shuffle(zone=zone, of=of):
                self.zone(zone, of, scope)
            case s.Roll(die=name, binder=binder, by=by):
                die = names.find(names.dice, name, "die")
                self.one(by, scope, SEAT)
                return {binder: NUMBER if die.enum is None else ValueType("enum", die.enum)}
            case s.Create(type=name, binder=binder):
                if names.find(names.types, name, "type").lives_until is None:
                    raise Unfit(f"things of the type `{name}` are not made in a match")
                return {binder: ValueType("thing", name)}
            case s.Put():
                raise Unfit("a line of a scenario stands among the rules")
        return {}


def _text(kind: ValueType) -> str:
    what = f"{kind.kind} `{kind.name}`" if kind.name is not None else kind.kind
    return f"a list of {what}" if kind.many else f"`{kind.kind}`" if kind.name is None else what
