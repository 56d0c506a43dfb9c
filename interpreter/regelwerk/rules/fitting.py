"""Whether what is evaluated or happens in rules from JSON fits: names, forms, and the kinds of all parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from . import declarations as d
from . import expressions as x
from . import statements as s
from .declarations import ValueType
from .forms import HAPPENING, Forms, Unfit, by_name, count, find, kind_is_there
from .types.declared import Declared, Signature
from .types.kinds import (
    FLAG,
    NUMBER,
    SEAT,
    SEATS,
    UNKNOWN,
    bare,
    describe,
    maybe,
    present,
)  # fmt: skip
from .types.parts import Misfit
from .types.scope import Scope
from .types.statements import Block, Types, ends

MAX_DEPTH = 200
"""As many values may lie inside each other, as in a text."""


_WHOLE = {x.Local, x.Number, x.Flag, x.Nothing}
"""Nodes with nothing inside them."""


class _Absent(Exception):
    """A local that was taken to be there behind `let`, and is none later: its body is looked at anew."""


class Fitting:
    """Looks at everything that is evaluated or happens. Every method raises Unfit."""

    def __init__(self, rules: d.Rules, declared: Declared) -> None:
        self.rules = rules
        self.declared = declared
        self.types = Types(declared)
        self.forms = Forms(self.types)
        self.depth = 0
        self.called: set[str] = set()
        """The values that were called by what was looked at."""
        self.result: ValueType | None = None
        """What the body that is looked at results in."""
        self.there: dict[str, int] = {}
        """Locals that are taken to be there because their body goes on only then, with their statements."""
        self.drawn: set[str] = set()
        """Locals that were drawn: the type they were drawn as is not in the form, and may be a wider one."""
        self.loose: set[int] = set()
        """Statements whose locals are none later on."""
        self.seen_lasting: set[str] = set()
        self.lasting = {rule.name: rule for rule in rules.rules if rule.captured is not None}
        self.changing = {each.name: each for each in rules.modifiers if each.captured is not None}

    # Expressions

    def value(self, node: x.Expression | None, wanted: ValueType, scope: Scope) -> None:
        """An expression of a kind, with everything in it; nothing where nothing stands."""
        if node is not None:
            self.node(node, scope)
            found = self.types.kind(node, scope)
            if self.types.fits(found, wanted):
                raise Unfit(_said(found, wanted))

    def test(self, node: x.Expression | None, scope: Scope) -> Scope:
        """A condition; returns what is known of locals where it holds."""
        if node is None:
            return scope
        self.value(node, FLAG, scope)
        return self.types.branches(node, scope)[0]

    def set_of(self, over: x.Set | None, scope: Scope) -> Scope:
        """The scope inside a set: that around it, and the binder."""
        if over is None:
            return scope
        self.node(over, scope)
        return self.types.within(over, scope)

    def node(self, node: x.Node, scope: Scope) -> None:
        """An expression, a set, or what stands in the line of a statement."""
        if type(node) in _WHOLE:
            if isinstance(node, x.Local) and node.name not in scope.locals:
                raise Unfit(f"there is no local `{node.name}`")
            return
        if self.depth >= MAX_DEPTH:
            raise Unfit(f"more than {MAX_DEPTH} values lie inside each other")
        self.depth += 1
        self.forms.check(node, scope)
        if isinstance(node, x.Call):
            self.called.add(node.name)
        if isinstance(node, s.Result):
            if self.result is None:
                raise Unfit("a result stands where there is none")
            self.value(node.value, self.result, scope)
        elif parts := self.types.parts(node, scope):
            for part in parts:
                self.node(part.node, part.scope)
            for misfit in self.types.misfits(node, parts, scope):
                self._misfit(node, misfit)
        self.depth -= 1

    def _misfit(self, node: x.Node, misfit: Misfit) -> None:
        _, part, found, wanted = misfit
        if isinstance(node, s.Let):
            wider = found.kind == "thing" and self.declared.below(wanted.name, found.name)
            if node.name in self.drawn and wider and not found.many:
                return
            if node.name in self.there:
                self.loose.add(self.there[node.name])
                raise _Absent
        where = f" ({part.name} of `{node.name}`)" if isinstance(node, x.Builtin | x.Call) else ""
        raise Unfit(_said(found, wanted) + where)

    # Statements

    def body(self, body: Block, scope: Scope, result: ValueType | None = None) -> Scope:
        """A body of its own; returns what is in scope behind it."""
        self.result = result
        while True:
            self.there = {}
            try:
                return self._block(body, scope)
            except _Absent:
                self.depth = 0

    def _block(self, body: Block, scope: Scope) -> Scope:
        for number, node in enumerate(body):
            self.node(node, scope)
            for _, block, inner in self.types.inside(node, scope):
                self._block(block, inner)
            if isinstance(node, s.Lasting):
                self._lasting(node, scope)
            bound = self.types.bound(node, scope)
            known = node.name in scope.locals if isinstance(node, s.Let) else False
            found = self.types.kind(node.value, scope) if isinstance(node, s.Let) and known else UNKNOWN
            scope = self.types.behind(node, scope)
            if bound is None or not isinstance(node, s.Let | s.Happen | s.DrawOne):
                continue
            name, kind = bound
            if isinstance(node, s.DrawOne):
                self.drawn.add(name)
            elif known:
                scope = scope.bind(name, found) if name in self.drawn else scope
            elif kind.optional and id(node) not in self.loose and _there_behind(name, body[number + 1 :]):
                self.there[name] = id(node)
                scope = scope.bind(name, present(kind))
        return scope

    def _lasting(self, node: s.Lasting, scope: Scope) -> None:
        """Rules and modifiers in force from here on see what they capture, and what is known of it here."""
        around = self.result, self.there
        for names, table, sort in (
            (node.rules, self.lasting, "rule"), (node.modifiers, self.changing, "modifier"),
        ):  # fmt: skip
            for name in names:
                if name in self.seen_lasting:
                    continue
                if name not in table:
                    raise Unfit(f"there is no {sort} `{name}` that is put in force")
                self.seen_lasting.add(name)
                for parameter in table[name].captured or ():
                    self._captures(parameter, scope)
                own = replace(scope, locals={p.name: p.type for p in table[name].captured or ()})
                self._rule(self.lasting[name], own) if sort == "rule" else self._modifier(
                    self.changing[name], own
                )
        for name in node.captured:
            if name not in scope.locals:
                raise Unfit(f"there is no local `{name}`")
        self.result, self.there = around

    def _captures(self, parameter: d.Parameter, scope: Scope) -> None:
        if parameter.name not in scope.locals:
            raise Unfit(f"there is no local `{parameter.name}`")
        found = scope.locals[parameter.name]
        if self.types.fits(found, parameter.type):
            raise Unfit(_said(found, parameter.type))

    # Declarations

    def check(self) -> Iterator[str]:
        """Look at all of the rules; before each declaration its name is given."""
        rules, nothing = self.rules, Scope()
        for zone in rules.zones:
            yield f"zone {zone.name}"
            self.value(zone.seen_when, FLAG, nothing)
        calls: dict[str, set[str]] = {}
        for value in rules.values:
            yield f"value {value.name}"
            self.called = set()
            self.value(value.body, value.result, self._parameters(value.parameters))
            calls[value.name] = self.called
        _no_circle(calls)
        for declared_list in rules.lists:
            yield f"list {declared_list.name}"
            scope = nothing.bind(declared_list.seat, SEAT)
            for must in by_name(declared_list.musts, "must").values():
                self.test(must.holds, self.set_of(must.over, scope))
        heads: dict[str, Scope] = {}
        for action in rules.actions:
            yield f"action {action.name}"
            heads[action.name] = self._head(action)
        for event in rules.events:
            yield f"event {event.name}"
            scope = self._parameters(event.parameters)
            if event.result is not None:
                kind_is_there(self.declared, event.result)
            self.body(event.body, scope, event.result)
            if event.result is not None and event.told is None and not ends(event.body):
                raise Unfit("it may end without a result")
            for row, told in (event.told or {}).items():
                this, kind = next(iter(scope.locals.items()), ("", NUMBER))
                self.forms.told((row,), kind)
                self.body(told, self.types.told(row, x.Local(this), scope), event.result)
        for window in rules.windows:
            yield f"window {window.name}"
            scope = self._parameters(window.parameters)
            self.value(window.asks, SEATS if window.asks_many else SEAT, scope)
            self.value(window.start, SEAT, scope)
            self.test(window.passing, scope.bind(window.asked, SEAT) if window.asked else scope)
        for action in rules.actions:
            yield f"action {action.name}"
            self._action(action, heads[action.name])
        for rule in rules.rules:
            if rule.name not in self.seen_lasting:
                yield f"rule {rule.name}"
                self._rule(rule, self._parameters(rule.captured or ()))
        for limit in rules.limits:
            yield f"limit {limit.name}"
            for name in limit.after:
                find(self.declared, name, *HAPPENING)
            scope = self.set_of(limit.over, nothing)
            self.test(limit.holds, scope)
            self.body(limit.breach, self.types.branches(limit.holds, scope)[1])
        for modifier in rules.modifiers:
            if modifier.name not in self.seen_lasting:
                yield f"modifier {modifier.name}"
                self._modifier(modifier, self._parameters(modifier.captured or ()))
        for payment in rules.payments:
            yield f"payment {payment.name}"
            self._payment(payment)

    def _parameters(self, parameters: Iterable[d.Parameter]) -> Scope:
        for parameter in parameters:
            kind_is_there(self.declared, parameter.type)
        return Scope({parameter.name: parameter.type for parameter in parameters})

    def _head(self, action: d.ActionDecl) -> Scope:
        """What an action is declared with; what its parts are known to be counts for its parameters."""
        for name in action.at:
            find(self.declared, name, "window")
        if action.once_per is not None:
            find(self.declared, action.once_per, *HAPPENING)
        signature = self.declared.signatures[action.name]
        own = {action.by, *(part.over.binder for part in action.parts)}
        scope = Scope({name: kind for name, kind in signature.parameters if name not in own})
        scope = scope.bind(action.by, SEAT)
        if action.by_where is not None:
            self.value(action.by_where, FLAG, scope)
            scope = scope.narrow(self.types.learned(action.by_where, scope)[0])
        kinds = dict(signature.parameters)
        for part in action.parts:
            kinds[part.over.binder] = bare(self.types.kind(part.over, scope))
            scope = self.set_of(part.over, scope)
        self.declared.signatures[action.name] = Signature(tuple(kinds.items()), None, signature.parts)
        return scope

    def _action(self, action: d.ActionDecl, scope: Scope) -> None:
        for need in action.needs:
            scope = self.test(need, scope)
        behind = self.body(action.cost, scope)
        self.body(action.body, replace(behind, locals=scope.locals))

    def _rule(self, rule: d.RuleDecl, scope: Scope) -> None:
        find(self.declared, rule.event, *HAPPENING)
        signature = self.declared.signatures[rule.event]
        for name, kind in signature.parameters:
            scope = scope.bind(name, kind)
        if rule.over is not None and rule.captured is not None:
            raise Unfit("a rule in force for a while is not for each of a set")
        scope = self.set_of(rule.over, scope)
        if rule.kind == "after" and signature.result is not None:
            scope = scope.bind("result", signature.result)
        self.test(rule.only, Scope())
        wanted = signature.result if rule.kind == "instead" else None
        self.body(rule.body, self.test(rule.where, scope), None if wanted is None else maybe(wanted))
        if wanted is not None and not ends(rule.body):
            raise Unfit("it may end without a result")
        forbids = {other.name for other in self.rules.rules if other.kind == "forbid"}
        if rule.despite is not None and rule.despite not in forbids:
            raise Unfit(f"there is no rule `{rule.despite}` that forbids")

    def _modifier(self, modifier: d.ModifierDecl, scope: Scope) -> None:
        parameters = self._parameters(modifier.parameters).locals
        for name, kind in parameters.items():
            scope = scope.bind(name, kind)
        if modifier.type is not None:
            cell = x.Attribute(x.Local(modifier.parameters[0].name), modifier.type, modifier.of)
            index = self.declared.index(self.types.cell(cell))
            if index is None:
                self.node(cell, scope)
            else:  # it changes each of several cells alike
                self.node(replace(cell, key=x.Local("_")), scope.bind("_", index))
            wanted = bare(self.types.cell(cell))
        else:
            find(self.declared, modifier.of, "value")
            signature = self.declared.signatures[modifier.of]
            count(modifier.of, modifier.parameters, signature.parameters)
            if list(parameters.values()) != [kind for _, kind in signature.parameters]:
                raise Unfit(f"`{modifier.of}` has other parameters")
            wanted = signature.result or UNKNOWN
        scope = self.set_of(modifier.over, scope)
        for change in modifier.changes:
            inner = scope
            if change.where is not None:
                self.value(change.where, FLAG, scope)
                inner = scope.narrow(self.types.learned(change.where, scope)[0])
            self.value(change.by, wanted if change.op == "be" else NUMBER, inner)
            self.value(change.bound, NUMBER, inner)

    def _payment(self, payment: d.PaymentDecl) -> None:
        scope = self._parameters(() if payment.kind is None else (payment.kind,)).bind(payment.payer, SEAT)
        for means in payment.means:
            if (means.over is None) == (means.units is None):
                raise Unfit("a means is neither things nor units")
            self.value(means.units, NUMBER, scope)
            inner = self.set_of(means.over, scope)
            if means.amount is not None:
                inner = inner.bind(means.amount, NUMBER)
            self.value(means.gives, NUMBER, inner)
            if not all(isinstance(change, s.Assign | s.Change | s.Move) for change in means.spent):
                raise Unfit("what is laid down is spent by changes alone")
            kind = payment.kind and payment.kind.name
            after = replace(inner, locals={name: of for name, of in inner.locals.items() if name != kind})
            self.body((*means.spent, *(() if means.then is None else (means.then,))), after)


def _there_behind(name: str, rest: Block) -> bool:
    """Whether a body goes on only if a local is there: how `let ..., otherwise` is written."""
    test = x.Compare("=", x.Local(name), x.Nothing())
    first = rest[0] if rest else None
    return isinstance(first, s.If) and first.when == test and first.otherwise is None and ends(first.then)


def _no_circle(calls: dict[str, set[str]]) -> None:
    """Values that call each other in a circle have no end."""
    left = dict(calls)
    while left:
        ended = [name for name, called in left.items() if not called & left.keys()]
        if not ended:
            raise Unfit(f"`{min(left)}` depends on itself, or on values that do")
        for name in ended:
            del left[name]


def _said(found: ValueType, wanted: ValueType) -> str:
    if found.many and not wanted.many and wanted.kind != "list":
        return "a list stands where a single value belongs"
    return f"{describe(found)} stands where {describe(wanted)} belongs"
