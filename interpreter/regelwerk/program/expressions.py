"""Expressions of the rules form to Python expressions.

`value` gives text that evaluates to a run-time value, `condition` text that is true or false in the
sense of Python. Both are atoms: they may stand anywhere without further brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import ANSWER_TYPE, ANSWERS_ZONE
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.walk import nodes

from .access import Access, is_number
from .answers import position_of
from .bounds import EXTREMES, MAX_NUMBER, calculated
from .constants import TOLD_BY_NOBODY
from .gridded import Gridded
from .known import NotKnown
from .layout import Layout
from .records import form_of
from .scope import Scope
from .sets import Sets
from .small import small_values
from .source import Function, Source, locals_in
from .supposing import Suppositions
from .tabled import Tabled
from .things import SEAT
from .written import WrittenOut

_OPERATORS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_OPPOSITES = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_CONDITIONS = (
    ex.And, ex.Or, ex.Not, ex.Compare, ex.Inside, ex.IsRow, ex.IsType, ex.IsAnswer, ex.Any, ex.Every, ex.May,
    ex.Supposing,
)  # fmt: skip


_CHECKED = {"+": "plus", "-": "minus", "*": "times"}
"""Functions for calculations whose results may be too large."""
_FEW = 1000
"""What is counted up by so little never becomes too large: the steps run out before."""
_ARGUMENT = re.compile(r"\ba(\d+)\b")
_TEST = re.compile(r"[qx]\d+\([\w,]*\)$")
"""The call of a generated function for a test: it gives 0 or 1."""


def is_test(text: str) -> bool:
    """Whether generated text is the call of a test."""
    return _TEST.match(text) is not None


class Expressions(Access):
    """Generates expressions for one layout. Functions for sets, values and attributes are added as needed."""

    def __init__(self, layout: Layout, source: Source) -> None:
        super().__init__(layout, source)
        self.sets = Sets(self)
        self.tabled = Tabled(self)
        self.written = WrittenOut(self)
        self.gridded = Gridded(self)
        self.suppositions = Suppositions(layout)
        self.value_numbers = {name: number for number, name in enumerate(layout.values)}
        self.small, self.with_sets = small_values(layout)
        self.aliases: dict[str, str] = {}
        """Declared values that only call a test: the text of that call, with `a0`, `a1`, ... for the
        arguments."""

    # Steps

    def counts(self, *pieces: object) -> bool:
        """Whether anything in pieces of the rules uses up steps when it is evaluated."""
        return self.layout.counting.counts(*pieces)

    def write_charge(self, function: Function, steps: str) -> None:
        """Lines that use up steps."""
        function.line(f"z=s.steps=s.steps+{steps}")
        function.line(f"if z>{self.layout.game.bounds.steps}: tired()")

    # Values

    def value(self, node: ex.Expression, scope: Scope) -> str:
        """Text of the value; a list may be one that the state holds (see `fresh`)."""
        if scope.static and (text := self._static(node, scope)):
            return text
        if scope.known and (text := self.folded(node, scope)):
            return text
        if isinstance(node, _CONDITIONS):
            return self._flag(self.condition(node, scope))
        match node:
            case ex.Number(value=value):
                return str(value)
            case ex.Flag(value=value):
                return "1" if value else "0"
            case ex.Member(enum=enum, name=name):
                return str(self.tables.enums[enum].index(name))
            case ex.Nothing():
                return "-1"
            case ex.Row(name=name, copy=copy):
                things = self.tables.row_things[self.tables.row_number[name]]
                return (
                    str(things[max(copy - 1, 0)])
                    if things
                    else self.fail(f"there is no `{name}` in this game")
                )
            case ex.Seat(number=number):
                if number > self.layout.players:
                    return self.fail(f"there is no seat {number} in this game")
                return str(number - 1)
            case ex.Local(name=name):
                return scope.names.get(name) or self.fail(f"`{name}` is not known here")
            case ex.Option(name=name):
                return str(self.layout.options[self.layout.option_number[name]])
            case ex.State():
                return self.cell(node, scope)
            case ex.Attribute():
                return self._attribute(node, scope)
            case ex.Zone(name=name, of=of):
                if name == ANSWERS_ZONE and name not in self.tables.zones:
                    return "[i for i,w in enumerate(s.answers) if w[1]!=2]"
                return f"ZONES[{self.zone(name, of, scope)}]"
            case ex.Call():
                return self._call(node, scope)
            case ex.Builtin():
                return self._builtin(node, scope)
            case ex.Arithmetic(op=op, left=left, right=right):
                counts = any(isinstance(n, ex.Number) and abs(n.value) <= _FEW for n in (left, right))
                checked = op == "*" or not (counts or (self._is_small(left) and self._is_small(right)))
                return self._arithmetic(op, self.value(left, scope), self.value(right, scope), checked)
            case ex.Negative(of=of):
                text = self.value(of, scope)
                return str(-int(text)) if is_number(text) else f"(-{text})"
            case ex.Choice(cases=cases, otherwise=otherwise):
                text = self.value(otherwise, scope)
                for case in reversed(cases):
                    when = self.condition(case.when, scope)
                    text = f"({self.value(case.then, scope)} if {when} else {text})"
                return text
            case ex.LetIn():
                return self._let_in(node, scope)
            case ex.Told():
                return self._told(node, scope)
            case ex.Listed(list=name, part=part, of=of):
                return f"s.layout.listed[{self.constant((name, part))}][{self.seat(of, scope)}]"
            case ex.Count() | ex.Sum() | ex.Extreme() | ex.All() | ex.The():
                return self.sets.value(node, scope)
            case ex.Happened():
                return self._happened(node, scope)
            case ex.Position():
                return self._position(node, scope)
            case ex.Recorded(of=of, span=span):
                return f"recorded(s,{self.constant(span)},{self.value(of, scope)})"
        raise TypeError(f"not an expression: {type(node).__name__}")

    def fresh(self, node: ex.Expression, scope: Scope) -> str:
        """Text of a value that nothing in the state will change later: lists of the state are copied."""
        text = self.value(node, scope)
        if isinstance(node, ex.Zone) and text.startswith("ZONES["):
            return f"{text}[:]"
        if isinstance(node, ex.Choice | ex.LetIn | ex.Told) and self.kind(node, scope).many:
            return f"{text}[:]"
        return text

    def condition(self, node: ex.Expression, scope: Scope) -> str:
        """Text that is true in the sense of Python if the condition holds."""
        if scope.static and (text := self._static(node, scope)):
            return text
        if scope.known and (text := self.folded(node, scope)):
            return text
        match node:
            case ex.Call() if (text := self.inlined(node, scope, self.condition)) is not None:
                return text
            case ex.And(of=parts):
                return self.junction([self.condition(part, scope) for part in parts], "and", "0", "1")
            case ex.Or(of=parts):
                return self.junction([self.condition(part, scope) for part in parts], "or", "1", "0")
            case ex.Not(of=ex.Compare(op=op, left=left, right=right)) if not isinstance(left, ex.Count):
                return self._compare(_OPPOSITES[op], left, right, scope)
            case ex.Not(of=of):
                text = self.condition(of, scope)
                return str(int(not int(text))) if is_number(text) else f"(not {text})"
            case ex.Compare(op=op, left=left, right=right):
                return self._compare(op, left, right, scope)
            case ex.Inside():
                return self._inside(node, scope)
            case ex.IsRow(of=of, row=row):
                things = self.tables.row_things[self.tables.row_number[row]]
                return self._between(self.value(of, scope), things.start, things.stop)
            case ex.IsType(of=of, type=name):
                info = self.tables.types[name]
                return self._between(self.value(of, scope), info.first, info.last)
            case ex.IsAnswer(of=of, action=action, args=args):
                given = [
                    f",({position_of(self.layout, action, name)},{self.value(value, scope)})"
                    for name, value in args.items()
                ]
                number = self.layout.action_number[action]
                return f"answer_is(s,{self.value(of, scope)},{number}{''.join(given)})"
            case ex.Any() | ex.Every():
                return self.sets.condition(node, scope)
            case ex.May(event=event, args=args):
                happening = self.layout.events[self.layout.event_number[event]]
                if not happening.may_be_forbidden:
                    return "1"
                values = "".join(f",{self.value(arg, scope)}" for arg in args)
                return f"(not x{happening.number}(s{values}))"
            case ex.Supposing():
                return self._supposing(node, scope)
        return self.value(node, scope)

    def present(self, node: ex.Expression, scope: Scope) -> bool:
        """Whether the value is never none, as far as this can be seen."""
        match node:
            case ex.Local(name=name):
                return name in scope.present
            case ex.Row() | ex.Seat() | ex.Member() | ex.Number():
                return True
            case ex.Attribute(type=type_name, name=name) if type_name != ANSWER_TYPE:
                info = self.tables.attributes[type_name, name]
                return info.column < 0 and bool(info.values) and min(info.values) >= 0
            case ex.Builtin(name="next"):
                return True
            case ex.State(name=name):
                kind = self.layout.cells[name].kind
                return kind.kind == "enum" and not kind.optional
        return False

    # Parts

    def _static(self, node: ex.Expression, scope: Scope) -> str | None:
        try:
            return scope.static.get(node)
        except TypeError:
            return None

    def folded(self, node: ex.Expression, scope: Scope) -> str | None:
        """The number an expression of certain values stands for, if it reads nothing else."""
        if not any(isinstance(inner, ex.Local) and inner.name in scope.known for inner in nodes(node)):
            return None
        if self.counts(node):
            return None
        try:
            value = self.tabled.known.value(node, scope.known)
        except NotKnown:
            return None
        return None if isinstance(value, list) else str(value)

    def inlined(
        self, node: ex.Call, scope: Scope, write: Callable[[ex.Expression, Scope], str]
    ) -> str | None:
        """Text of a small declared value in place of a call of it, or None if it is better called."""
        if node.name not in self.small:
            return None
        declared = self.layout.values[node.name]
        inner = Scope()
        for parameter, arg in zip(declared.parameters, node.args, strict=True):
            text = self.value(arg, scope)
            if not (text.isidentifier() or is_number(text)):
                return None
            inner.bind(parameter.name, text, parameter.type, self.present(arg, scope))
            if isinstance(arg, ex.Local):
                if arg.name in scope.rows:
                    inner.rows[parameter.name] = scope.rows[arg.name]
                if arg.name in scope.known:
                    inner.known[parameter.name] = scope.known[arg.name]
        if node.name in self.with_sets and not inner.known:
            return None
        return write(declared.body, inner)

    def _flag(self, text: str) -> str:
        if is_number(text):
            return str(int(bool(int(text))))
        if is_test(text):
            return text
        return f"(1 if {text} else 0)"

    def junction(self, parts: list[str], word: str, end: str, neutral: str) -> str:
        kept: list[str] = []
        for part in parts:
            if is_number(part):
                part = "1" if int(part) else "0"
            if part == neutral:
                continue
            kept.append(part)
            if part == end:
                break
        if not kept:
            return neutral
        return kept[0] if len(kept) == 1 else f"({f' {word} '.join(kept)})"

    def _is_small(self, node: ex.Expression) -> bool:
        """Whether a value is so small that sums of as many as fit into a line need not be looked at."""
        match node:
            case ex.Number() | ex.Count() | ex.Happened() | ex.Recorded():
                return True
            case ex.Attribute(type=owner, name=name, key=None) if owner in self.tables.types or owner == SEAT:
                kind = self.tables.attributes[owner, name].kind
                return kind.low is not None and kind.high is not None
            case ex.State(name=name):
                kind = self.layout.cells[name].kind
                return kind.low is not None and kind.high is not None
            case ex.Call(name=name):
                result = self.layout.values[name].result
                return result.low is not None and result.high is not None
            case ex.Negative(of=of):
                return self._is_small(of)
            case ex.Arithmetic(op=op, left=left, right=right):
                return op != "*" and self._is_small(left) and self._is_small(right)
        return False

    def _arithmetic(self, op: str, left: str, right: str, checked: bool) -> str:
        if is_number(left) and is_number(right) and abs(int(left) * int(right)) <= MAX_NUMBER:
            return str(calculated(op, int(left), int(right)))
        if op in EXTREMES:
            return f"{EXTREMES[op]}({left},{right})"
        if checked:
            return f"{_CHECKED[op]}({left},{right})"
        return f"({left}{op}{right})" if not right.startswith("-") else f"({left}{op}({right}))"

    def _compare(self, op: str, left: ex.Expression, right: ex.Expression, scope: Scope) -> str:
        if op == "=" and isinstance(left, ex.Count) and isinstance(right, ex.Number):
            every = self.sets.counts_all(left.of, right.value, scope)
            if every is not None:
                return every
        a, b = self.value(left, scope), self.value(right, scope)
        if is_number(a) and is_number(b):
            x, y = int(a), int(b)
            outcomes = {"=": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}
            return str(int(outcomes[op]))
        return f"({a}{_OPERATORS[op]}{b})"

    def _between(self, text: str, first: int, last: int) -> str:
        if is_number(text):
            return str(int(first <= int(text) < last))
        if last - first == 1:
            return f"({text}=={first})"
        return f"({first}<={text}<{last})" if last > first else "0"

    def _inside(self, node: ex.Inside, scope: Scope) -> str:
        of = self.value(node.of, scope)
        source = self.value(node.source, scope)
        if source.startswith("ZONES[") and isinstance(node.source, ex.Zone):
            zone = source[len("ZONES[") : -1]
            if self.present(node.of, scope):
                return f"(AT[{of}]=={zone})"
            if of.isidentifier():
                return f"({of}>=0 and AT[{of}]=={zone})"
        return f"({of} in {source})"

    def _call(self, node: ex.Call, scope: Scope) -> str:
        text = self.inlined(node, scope, self.value)
        if text is not None:
            return text
        values = [self.value(arg, scope) for arg in node.args]
        alias = self.aliases.get(node.name)
        if alias is not None and all(value.isidentifier() or is_number(value) for value in values):
            return _ARGUMENT.sub(lambda match: values[int(match.group(1))], alias)
        args = "".join(f",{value}" for value in values)
        return f"v{self.value_numbers[node.name]}(s{args})"

    def named(self, node: ex.LetIn, python: str, scope: Scope) -> Scope:
        """The scope in which a value has a name; `python` holds it."""
        there = self.present(node.value, scope)
        return scope.inner(node.binder, python, self.kind(node.value, scope), there)

    def _let_in(self, node: ex.LetIn, scope: Scope) -> str:
        """The call of a function that is given what gets a name."""
        value, binder = self.value(node.value, scope), f"b{self.source.number()}"
        then = self.value(node.then, self.named(node, binder, scope))
        asked = "".join(f",{name}" for name in locals_in(then, [binder]))
        name = f"u{self.source.number()}"
        self.source.add(f"def {name}(s,{binder}{asked}):").line(f"return {then}")
        return f"{name}(s,{value}{asked})"

    def _told(self, node: ex.Told, scope: Scope) -> str:
        """What the text of a thing says: looked up by the thing, worked out in a function for each text."""
        of = self.value(node.of, scope)
        parts = [*node.rows.values(), *([node.otherwise] if node.otherwise is not None else [])]
        texts = [self.value(part, scope) for part in parts]
        last = self.fail(TOLD_BY_NOBODY) if node.otherwise is None else texts[-1]
        said = {
            thing: text
            for row, text in zip(node.rows, texts, strict=False)
            for thing in self.tables.row_things[self.tables.row_number[row]]
        }
        if all(is_number(text) for text in texts) and node.otherwise is not None:
            plain = self.constant({thing: int(text) for thing, text in said.items()})
            return f"{plain}.get({of},{last})"
        arguments = "".join(f",{name}" for name in scope.names.values() if name.isidentifier())
        functions: dict[str, str] = {}
        for text in (*texts, last):
            if text not in functions:
                functions[text] = f"u{self.source.number()}"
                function = self.source.add(f"def {functions[text]}(s{arguments}):")
                function.line(f"return {text}")
        table = self.source.table({thing: functions[text] for thing, text in said.items()})
        return f"{table}.get({of},{functions[last]})(s{arguments})"

    def _happened(self, node: ex.Happened, scope: Scope) -> str:
        event = self.layout.events[self.layout.event_number[node.event]]
        span = self.layout.span_of(node.span)
        names = tuple(name for name, _ in event.parameters if name in node.args)
        number = self.layout.query_number[event.number, span, names]
        key = self.tuple_of([self.keyed(node.args[name], scope) for name in names])
        return f"(s.counts[{number}].get({key},0) if LEVELS[{span}] else 0)"

    def _position(self, node: ex.Position, scope: Scope) -> str:
        features = ",".join(self._feature(feature, scope) for feature in node.features)
        return f"digest({self.constant(form_of(self.layout, node))},[{features}])"

    def _feature(self, node: ex.Feature, scope: Scope) -> str:
        """Text of a feature; for each element of a set, of the call of a function that lists them."""
        if node.over is None:
            text = self.value(node.value, scope)
            return f"ORIGINALS[{text}]" if node.kind == "thing" else text
        elements, binder = self.sets.elements(node.over, scope), f"b{self.source.number()}"
        text = self.value(node.value, scope.inner(node.over.binder, binder, self.sets.kind(node.over, scope)))
        text = f"ORIGINALS[{text}]" if node.kind == "thing" else text
        free = "".join(f",{name}" for name in locals_in(f"{elements} {text}", [binder]))
        function = self.source.add(f"def q{self.source.number()}(s{free}):")
        function.line("r=[]")
        with function.block(f"for {binder} in {elements}:", loop=True):
            function.line(f"r.append({text})")
        function.line("return r")
        return f"{function.header[len('def ') : -1]}"

    def _supposing(self, node: ex.Supposing, scope: Scope) -> str:
        """The call of a function that lets the event happen in a state of its own and asks there."""
        given = [self.fresh(arg, scope) for arg in node.args]
        inner = scope.copy()
        inner.rows = {}  # what was read of rows before may be something else afterwards
        then = self.condition(node.then, inner)
        number, asked = self.source.number(), locals_in(then)
        function = self.source.add(f"def q{number}(s{''.join(f',{name}' for name in asked)}):")
        function.line(f"return 1 if {then} else 0")
        free = "".join(f",{name}" for name in locals_in(" ".join((*given, then))))
        outer = self.source.add(f"def q{self.source.number()}(s{free}):")
        for position, text in enumerate(given):
            outer.line(f"g{position}={text}")
        self.suppositions.write_copy(outer, node.event)
        args = "".join(f",g{position}" for position in range(len(given)))
        outer.line(self.suppositions.call(node.event, args))
        outer.line(f"n=q{number}(t{''.join(f',{name}' for name in asked)})")
        outer.line("s.steps=t.steps")
        outer.line("return n")
        return f"{outer.header[len('def ') : outer.header.index('(')]}(s{free})"

    def keyed(self, node: ex.Expression, scope: Scope) -> str:
        """Text of a value that can be a key."""
        text = self.value(node, scope)
        return f"tuple({text})" if self.kind(node, scope).many else text

    @staticmethod
    def tuple_of(parts: Sequence[str]) -> str:
        return f"({','.join(parts)},)" if parts else "()"

    def borrowed(self, node: ex.Expression, scope: Scope) -> str:
        """Text of a list that is only gone through: it may be one that others read, too."""
        if isinstance(node, ex.Builtin) and not (scope.static and self._static(node, scope)):
            return self._builtin(node, scope, own=False)
        return self.value(node, scope)

    def _builtin(self, node: ex.Builtin, scope: Scope, own: bool = True) -> str:
        args = [self.value(arg, scope) for arg in node.args]
        make: Callable[[list[str]], str] | None = getattr(self, f"_builtin_{node.name}", None)
        if node.name == "next":
            return f"(({self.seat(node.args[0], scope)}+1)%{self.layout.players})"
        if node.name == "quotient" and is_number(args[1]) and int(args[1]):
            return f"({args[0]}//({args[1]}))"
        if make is not None:
            return make(args)
        text = self.gridded.call(node, args, scope, own)
        if text is not None:
            return text
        return f"B_{node.name}(T,AT,{','.join(args)})"

    def _builtin_size(self, args: list[str]) -> str:
        return f"len({args[0]})"

    def kind(self, node: ex.Expression, scope: Scope) -> ValueType:
        """The kind of an expression."""
        return self.types.kind(node, scope.typed)

    def scope_of(
        self, parameters: Sequence[tuple[str, ValueType]], first: int = 0
    ) -> tuple[Scope, list[str]]:
        """A scope of parameters `a0`, `a1`, ..., and these names."""
        scope = Scope()
        names = [f"a{first + number}" for number in range(len(parameters))]
        for (name, kind), python in zip(parameters, names, strict=True):
            scope.bind(name, python, kind)
        return scope, names

    def constants(self) -> dict[str, Any]:
        return self.source.constants.values
