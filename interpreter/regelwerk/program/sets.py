"""Sets of the rules form to Python functions with plain loops.

A set that is tested, counted, summed or listed becomes a function of its own: `q7(s, ...)` with the
locals it reads as arguments. Loops over all things of a type read fixed attributes from prepared rows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import ANSWER_TYPE, ANSWERS_ZONE
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.walk import nodes

from .charging import Charging
from .copies import apart_from_rows, copies_in
from .guards import Guards
from .scope import Scope
from .source import Function, locals_in

if TYPE_CHECKING:
    from .expressions import Expressions

_LOCAL_ONLY = re.compile(r"[bx\d()=<>!+\-* ]*$")
"""A test that reads nothing but numbers and the locals of its own loop."""
_COLUMN = re.compile(r"b\d+,(b\d+x0) in enumerate\((c\d+)(?:,\d+)?\)$")
_EQUAL = re.compile(r"\((b\d+x0)==(-?\d+|[ah]\d+)\)$")
MANY, HUGE = 64, 1000
"""Loops over so many elements are functions of their own; so many are not looked for in a column."""
MANY_IN_A_ZONE = 16
"""So many things there must be for each zone in which they may lie, to look through the zones instead."""
_ANSWERS = ex.Zone(ANSWERS_ZONE)


@dataclass(slots=True)
class Loop:
    """How the elements of a set are gone through: `for {header}:` and, inside, `if {test}`."""

    header: str
    tests: list[str]
    scope: Scope
    binder: str
    plain: str
    """Text of the source as a list or range, "" if the loop goes over prepared rows."""
    most: int = 0
    """No more elements than these are gone through."""
    steps: int = 0
    """The steps each of them uses up."""
    size: int = -1
    """How many they are, if that is known."""
    charge: str = ""
    """Which of the tests uses up the steps of those that come after it."""

    def keep(self, only: str) -> None:
        """Test whether an element is in the set with this text, if there is one."""
        if only:
            first = self.tests.index(self.charge) + 1 if self.charge else 0
            self.tests.insert(first, f"({self.binder} in {only})")

    @property
    def test(self) -> str:
        """Text of the test that an element of the source is in the set."""
        kept = [test for test in self.tests if test != "1"]
        return "1" if not kept else kept[0] if len(kept) == 1 else f"({' and '.join(kept)})"


class Sets:
    """Generates sets."""

    def __init__(self, expressions: Expressions) -> None:
        self.of = expressions
        self.charging = Charging(expressions)

    def kind(self, over: ex.Set, scope: Scope) -> ValueType:
        """The kind of the elements."""
        return self.of.types.noun(over)

    def source(self, over: ex.Set, scope: Scope) -> str:
        """Text of the source: a list of the state, a list or a range."""
        tables = self.of.tables
        if over.low is not None and over.high is not None:
            low, high = self.of.value(over.low, scope), self.of.value(over.high, scope)
            most = self.of.layout.game.bounds.elements
            if _is_small(low) and _is_small(high) and int(high) - int(low) < most:
                return f"range({low},{int(high) + 1})"
            return f"numbers({low},{high})"
        if over.source is not None:
            return self.of.borrowed(over.source, scope)
        if over.noun == "seat":
            return f"range({self.of.layout.players})"
        if over.noun == ANSWER_TYPE and over.noun not in tables.types:
            return self.of.value(_ANSWERS, scope)
        if over.noun in tables.types:
            info = tables.types[over.noun]
            copies = copies_in(tables, over)
            if copies is not None:
                if isinstance(copies, range):
                    return f"range({copies.start},{copies.stop})"
                return self.of.constant(tuple(copies))
            if all(tables.is_passing[info.first : info.last]):
                return f"[w[0] for w in s.alive if {info.first}<=w[0]<{info.last}]"
            if self.of.may_pass(over.noun):
                return f"living(s,{info.first},{info.last})"
            return f"range({info.first},{info.last})" if info.first else f"range({info.last})"
        return f"range({len(tables.enums[over.noun])})"

    def filter(self, over: ex.Set, scope: Scope, binder: str) -> str:
        """Text of the test that an element of the source is of the noun's type; "1" if none is needed."""
        info = self.of.tables.types.get(over.noun)
        if info is None or over.source is None:
            return "1"
        kind = self.of.kind(over.source, scope)
        inside = self.of.tables.types.get(kind.name or "")
        if kind.kind == "thing" and inside and info.first <= inside.first and inside.last <= info.last:
            return "1"
        return f"({info.first}<={binder}<{info.last})"

    def loop(self, over: ex.Set, scope: Scope, *others: ex.Expression) -> Loop:
        """The loop over a set; `others` are read inside it as well."""
        binder = f"b{self.of.source.number()}"
        source = self.source(over, scope)
        inner = scope.inner(over.binder, binder, self.kind(over, scope))
        header, plain = f"{binder} in {source}", source
        copies = copies_in(self.of.tables, over)
        tests = [self.filter(over, scope, binder)]
        found = self._found_in_zones(over, scope) if copies is None else None
        prepared = self._prepared(over, inner, binder, others) if copies is None and not found else None
        if found:
            info = self.of.tables.types[over.noun]
            header, plain = f"{binder} in {found}", found
            tests = [f"({info.first}<={binder}<{info.last})"]
        elif prepared is not None:
            header, plain = prepared, ""
        charge = self.charging.inside(over)
        if charge:
            tests += self.charging.tests(over, inner, charge, copies is not None)
        elif (where := over.where if copies is None else apart_from_rows(over)) is not None:
            tests.append(self.of.condition(where, inner))
        most = self.of.layout.extents.most(over)
        steps, size = self.charging.steps(over), self.charging.size(over)
        return Loop(header, tests, inner, binder, plain, most, steps, size, charge)

    def _found_in_zones(self, over: ex.Set, scope: Scope) -> str | None:
        """Text of what lies in the zones in which the things of a set must lie, if these are few zones."""
        info = self.of.tables.types.get(over.noun)
        if info is None or over.source is not None or over.where is None:
            return None
        if not self.of.layout.counting.is_free(over):
            return None
        zones = Guards(self.of).where_lies(over.where, scope, over.binder)
        if not zones or info.last - info.first < MANY_IN_A_ZONE * len(zones):
            return None
        return f"sorted({{{','.join(f'*{zone}' for zone in zones)}}})"

    def _prepared(
        self, over: ex.Set, inner: Scope, binder: str, others: tuple[ex.Expression, ...]
    ) -> str | None:
        """A loop header over rows (thing, fixed attributes...), if such attributes are read."""
        tables = self.of.tables
        info = tables.types.get(over.noun)
        if info is None or over.source is not None or self.of.may_pass(over.noun):
            return None
        wanted: dict[tuple[str, str], str] = {}
        for node in nodes((over.where, *others)):
            if not isinstance(node, ex.Attribute) or node.of != ex.Local(over.binder) or node.key is not None:
                continue
            key = (node.type, node.name)
            attribute = tables.attributes.get(key)
            if attribute is None or attribute.column >= 0 or not attribute.values:
                continue
            if info.first < attribute.first or info.last > attribute.first + attribute.count:
                continue
            if self.of.layout.attribute_modifiers.get(key) and not node.printed:
                continue
            wanted.setdefault(key, f"{binder}x{len(wanted)}")
        if not wanted:
            return self._enumerated(over, inner, binder, others)
        inner.rows[over.binder] = wanted
        columns = [tables.attributes[key] for key in wanted]
        rows = [
            (thing, *(column.values[thing - column.first] for column in columns))
            for thing in range(info.first, info.last)
        ]
        return f"{','.join((binder, *wanted.values()))} in {self.of.constant(tuple(rows))}"

    def _enumerated(
        self, over: ex.Set, inner: Scope, binder: str, others: tuple[ex.Expression, ...]
    ) -> str | None:
        """A loop header over a stored column, if it has a value for each thing and is read."""
        info = self.of.tables.types[over.noun]
        for node in nodes((over.where, *others)):
            if not isinstance(node, ex.Attribute) or node.of != ex.Local(over.binder) or node.key is not None:
                continue
            key = (node.type, node.name)
            attribute = self.of.tables.attributes.get(key)
            if attribute is None or attribute.column < 0 or attribute.kind.per is not None:
                continue
            if self.of.layout.attribute_modifiers.get(key) and not node.printed:
                continue
            if (attribute.first, attribute.count) == (info.first, info.last - info.first):
                inner.rows[over.binder] = {key: f"{binder}x0"}
                start = f",{info.first}" if info.first else ""
                return f"{binder},{binder}x0 in enumerate(c{attribute.column}{start})"
        return None

    def _function(self, texts: list[str], loop: Loop) -> tuple[Function, str]:
        """A new function for a loop with these texts inside, and the text of its call."""
        number = self.of.source.number()
        own = locals_in(loop.header.split(" in ", 1)[0])
        free = locals_in(" ".join((loop.header, loop.test, *texts)), own)
        arguments = "".join(f",{name}" for name in free)
        function = self.of.source.add(f"def q{number}(s{arguments}):")
        loop.header = self.charging.write(function, loop)
        return function, f"q{number}(s{arguments})"

    def _named(self, over: ex.Set, scope: Scope) -> list[str] | None:
        """The elements of the source, if it is a list whose elements are in locals or are certain."""
        if over.source is None or over.sort or self.charging.steps(over):
            return None
        if scope.unrolled and (names := self._in_locals(over.source, scope)) is not None:
            return names
        return self.of.written.certain_elements(over, scope) if scope.known else None

    @staticmethod
    def _in_locals(source: ex.Expression, scope: Scope) -> list[str] | None:
        try:
            return scope.unrolled.get(source)
        except TypeError:
            return None

    def _bound(self, over: ex.Set, scope: Scope, name: str) -> Scope:
        """The scope inside a set for the element with this name, which may be a number."""
        kind = self.kind(over, scope)
        if name.isdigit():
            return scope.certain(over.binder, int(name), kind)
        return scope.inner(over.binder, name, kind)

    def unrolled(self, over: ex.Set, scope: Scope) -> list[str] | None:
        """The tests of the elements of a list whose elements are known to be in locals."""
        names = self._named(over, scope)
        return None if names is None else [self.test(over, scope, name) for name in names]

    def counts_all(self, over: ex.Set, number: int, scope: Scope) -> str | None:
        """Text of the test that a set has so many elements, if that means all of a list."""
        tests = self.unrolled(over, scope)
        return (
            self.of.junction(tests, "and", "0", "1") if tests is not None and len(tests) == number else None
        )

    def condition(self, node: ex.Any | ex.Every, scope: Scope) -> str:
        """Text of the test whether any element is in a set, or all have something."""
        has = node.has if isinstance(node, ex.Every) else None
        text = self.charging.beforehand(node.of, has, lambda: self._condition(node, scope))
        return text or self._condition(node, scope)

    def _condition(self, node: ex.Any | ex.Every, scope: Scope) -> str:
        tests = self.unrolled(node.of, scope)
        if tests is not None and isinstance(node, ex.Any):
            return self.of.junction(tests, "or", "1", "0")
        if tests is not None and isinstance(node, ex.Every):
            names = self._named(node.of, scope) or []
            every = [self.of.condition(node.has, self._bound(node.of, scope, name)) for name in names]
            pairs = zip(tests, every, strict=True)
            both = [holds if test == "1" else f"(not {test} or {holds})" for test, holds in pairs]
            return self.of.junction(both, "and", "0", "1")
        counts = bool(self.charging.steps(node.of)) or self.of.counts(node.of.where)
        if isinstance(node, ex.Any) and not counts:
            text = self.of.tabled.condition(node, scope)
            if text is not None:
                return text
        if isinstance(node, ex.Every):
            loop = self.loop(node.of, scope, node.has)
            has = self.of.condition(node.has, loop.scope)
            function, call = self._function([has], loop)
            failing = f"(not {has})" if loop.test == "1" else f"({loop.test} and not {has})"
            with function.block(f"for {loop.header}:", loop=True), function.block(f"if {failing}:"):
                function.line("return 0")
            function.line("return 1")
            return call
        before = self.of.source.mark()
        loop = self.loop(node.of, scope)
        if loop.test == "1" and not counts:
            return f"(len({loop.plain})>0)"
        equal = None if counts else _equal_in_column(loop)
        if equal is not None:
            return f"({equal[0]} in {equal[1]})"
        written = None if counts else self.of.written.tests(node.of, scope)
        if written is not None:
            self.of.source.forget(before)
            return self.of.written.any_of(written)
        function, call = self._function([], loop)
        with function.block(f"for {loop.header}:", loop=True), function.block(f"if {loop.test}:"):
            function.line("return 1")
        function.line("return 0")
        return call

    def value(self, node: ex.Expression, scope: Scope) -> str:
        """Text of what is made of the elements of a set."""
        over = node.of if isinstance(node, ex.Count | ex.All | ex.The) else getattr(node, "over", None)
        assert isinstance(over, ex.Set)
        inside = getattr(node, "value", None)
        text = self.charging.beforehand(over, inside, lambda: self._value(node, scope))
        return text or self._value(node, scope)

    def _value(self, node: ex.Expression, scope: Scope) -> str:
        match node:
            case ex.Count(of=over):
                return self._count(over, scope)
            case ex.All(of=over):
                return self.elements(over, scope)
            case ex.The(of=over):
                return self._first(over, scope)
            case ex.Sum(over=over, value=value):
                loop = self.loop(over, scope, value)
                text = self.of.value(value, loop.scope)
                return self._folded(loop, text, [f"n+={text}"], "0", "whole(n)")
            case ex.Extreme(which=which, over=over, value=value):
                loop = self.loop(over, scope, value)
                text = self.of.value(value, loop.scope)
                sign = ">" if which == "greatest" else "<"
                lines = [f"w={text}", f"if n is None or w{sign}n: n=w"]
                return self._folded(loop, text, lines, "None", "0 if n is None else n")
        raise TypeError(f"not a set: {type(node).__name__}")

    def _folded(self, loop: Loop, text: str, lines: list[str], start: str, end: str) -> str:
        function, call = self._function([text], loop)
        function.line(f"n={start}")
        with function.block(f"for {loop.header}:", loop=True):
            if loop.test == "1":
                for line in lines:
                    function.line(line)
            else:
                with function.block(f"if {loop.test}:"):
                    for line in lines:
                        function.line(line)
        function.line(f"return {end}")
        return call

    def _count(self, over: ex.Set, scope: Scope) -> str:
        tests = self.unrolled(over, scope)
        if tests is not None:
            return f"({'+'.join(f'(1 if {test} else 0)' for test in tests) or '0'})"
        if over.where is None and over.source is None and over.low is None:
            if over.noun == "seat":
                return str(self.of.layout.players)
            if over.noun in self.of.tables.types and not self.of.may_pass(over.noun):
                info = self.of.tables.types[over.noun]
                return str(info.last - info.first)
        loop = self.loop(over, scope)
        if loop.test == "1" and not loop.steps:
            return f"len({loop.plain})"
        equal = None if loop.steps else _equal_in_column(loop)
        if equal is not None:
            return f"{equal[1]}.count({equal[0]})"
        return self._folded(loop, "", ["n+=1"], "0", "n")

    def _first(self, over: ex.Set, scope: Scope) -> str:
        if over.sort:
            name = self.of.temporary()
            return f"({name}[0] if ({name}:={self.elements(over, scope)}) else -1)"
        loop = self.loop(over, scope)
        function, call = self._function([], loop)
        with function.block(f"for {loop.header}:", loop=True):
            if loop.test == "1":
                function.line(f"return {loop.binder}")
            else:
                with function.block(f"if {loop.test}:"):
                    function.line(f"return {loop.binder}")
        function.line("return -1")
        return call

    def elements(self, over: ex.Set, scope: Scope, only: str = "") -> str:
        """Text of the elements as a new list; with `only`, the text of a set, of those that are in it."""
        text = self.charging.beforehand(over, None, lambda: self._elements(over, scope, only))
        return text or self._elements(over, scope, only)

    def _elements(self, over: ex.Set, scope: Scope, only: str) -> str:
        if over.sort:
            return self._sorted(over, scope, only)
        counts = bool(self.charging.steps(over)) or self.of.counts(over.where)
        if not only and not counts and (tests := self.of.written.tests(over, scope)) is not None:
            return self.of.written.elements(tests)
        loop = self.loop(over, scope)
        loop.keep(only)
        if loop.test == "1" and not loop.steps:
            return f"list({loop.plain})"
        own = locals_in(loop.header.split(" in ", 1)[0])
        plain = ":=" not in loop.header and _LOCAL_ONLY.match(loop.test)
        if not loop.steps and loop.most < MANY and plain and not locals_in(loop.test, own):
            return f"[{loop.binder} for {loop.header} if {loop.test}]"
        function, call = self._function([], loop)
        function.line("r=[]")
        with function.block(f"for {loop.header}:", loop=True), function.block(f"if {loop.test}:"):
            function.line(f"r.append({loop.binder})")
        function.line("return r")
        return call

    def _sorted(self, over: ex.Set, scope: Scope, only: str = "") -> str:
        loop = self.loop(over, scope, *over.sort)
        loop.keep(only)
        key = self.of.tuple_of([self.of.value(number, loop.scope) for number in over.sort])
        function, call = self._function([key], loop)
        function.line("r=[]")
        with function.block(f"for {loop.header}:", loop=True), function.block(f"if {loop.test}:"):
            function.line(f"r.append(({key},len(r),{loop.binder}))")
        function.line("r.sort()")
        function.line("return [w[2] for w in r]")
        return call

    def whole(self, over: ex.Set, scope: Scope) -> str | None:
        """Text of the source if every element of it is in the set and it cannot change, else None."""
        if over.where is not None or over.source is not None or over.low is not None or over.sort:
            return None
        return self.source(over, scope)

    def test(self, over: ex.Set, scope: Scope, binder: str) -> str:
        """Text of the test that one element, in the local `binder`, is in the set."""
        inner = self._bound(over, scope, binder)
        tests = [self.filter(over, scope, binder)]
        if over.where is not None:
            tests.append(self.of.condition(over.where, inner))
        kept = [test for test in tests if test != "1"]
        return "1" if not kept else kept[0] if len(kept) == 1 else f"({' and '.join(kept)})"


def _equal_in_column(loop: Loop) -> tuple[str, str] | None:
    """The value and the column, if a loop over a whole column tests for equality alone."""
    column = _COLUMN.match(loop.header)
    test = _EQUAL.match(loop.test)
    if column is None or test is None or loop.most >= HUGE or column.group(1) != test.group(1):
        return None
    return test.group(2), column.group(2)


def eval_range(text: str) -> int:
    """How many numbers the text of a range of plain numbers stands for."""
    bounds = [int(part) for part in text[len("range(") : -1].split(",")]
    return len(range(*bounds))


def _is_small(text: str) -> bool:
    return text.lstrip("-").isdigit() and abs(int(text)) < 1000
