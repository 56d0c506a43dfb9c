"""Declared values and modified attributes to plain Python functions `v0`, `v1`, ... and `m0`, `m1`, ..."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import ModifierDecl, Parameter, ValueDecl

from .access import is_number
from .counting import Key
from .expressions import Expressions, is_test
from .for_each import ThroughZones, read_by
from .guards import Guard, Guards
from .modifiers import apply_changes
from .points import Named
from .scope import Scope
from .source import Function

MODIFIER_ROW = 1
"""First element of a row of `lasting` that is a modifier."""


class Derived:
    """Generates what expressions call."""

    def __init__(self, expressions: Expressions) -> None:
        self.of = expressions
        self.layout = expressions.layout
        expressions.constants()["apply_changes"] = apply_changes

    def write_values(self) -> None:
        """A function for each declared value."""
        for declared in self.layout.values.values():
            self._write_value(declared)

    def write_attributes(self) -> None:
        """A function for each attribute with modifiers that is read (those found while writing, too)."""
        written = 0
        while written < len(self.of.modified):
            name = list(self.of.modified)[written]
            self._write_attribute(name, written)
            written += 1

    def _begin(self, name: str, arguments: str, key: Key, origin: str) -> Function:
        """A function, which uses up steps if what it works out counts."""
        counting = self.layout.counting
        function = self.of.source.add(f"def {name}(s{arguments}):")
        if key in counting.calls:
            self.of.write_charge(function, str(counting.calls[key]))
        if key in counting.deep:
            function.line("enter_value(s)")
            function.line(f"n={name}i(s{arguments})")
            function.line("s.calls-=1")
            function.line("return n")
            function = self.of.source.add(f"def {name}i(s{arguments}):")
        function.origin = (origin, -1)
        return function

    def _write_value(self, declared: ValueDecl) -> None:
        scope, names = self.of.scope_of([(p.name, p.type) for p in declared.parameters])
        number = self.of.value_numbers[declared.name]
        key: Key = ("value", declared.name)
        arguments = "".join(f",{name}" for name in names)
        function = self._begin(f"v{number}", arguments, key, f"value:{declared.name}")
        modifiers = self.layout.value_modifiers.get(declared.name, [])
        bounds = (declared.result.low, declared.result.high)
        if declared.result.kind != "number":
            bounds = (None, None)
        if not modifiers and bounds == (None, None):
            self._write_result(function, declared.body, scope, declared.result.kind == "flag")
            return
        function.line(f"n={self.of.value(declared.body, scope)}")
        self._write_changes(function, modifiers, names, bounds)

    def _write_result(self, function: Function, node: ex.Expression, scope: Scope, flag: bool) -> None:
        if isinstance(node, ex.Choice):
            for case in node.cases:
                when = self.of.condition(case.when, scope)
                with function.block(f"if {when}:"):
                    self._write_result(function, case.then, scope, flag)
            self._write_result(function, node.otherwise, scope, flag)
        elif isinstance(node, ex.LetIn):
            python = f"b{self.of.source.number()}"
            function.line(f"{python}={self.of.value(node.value, scope)}")
            self._write_result(function, node.then, self.of.named(node, python, scope), flag)
        elif flag and isinstance(node, ex.And | ex.Or | ex.Not | ex.Any | ex.Every | ex.Call):
            text = self.of.value(node, scope)
            function.line(f"return {text}")
            if len(function.lines) == 1 and is_test(text):
                self.of.aliases[function.origin[0].removeprefix("value:")] = text
        else:
            text = self.of.fresh(node, scope)
            function.line(f"return {text}")
            if len(function.lines) == 1 and is_test(text):
                self.of.aliases[function.origin[0].removeprefix("value:")] = text

    def _write_attribute(self, name: tuple[str, str], number: int) -> None:
        info = self.of.tables.attributes[name]
        arguments = ",a0" if info.kind.per is None else ",a0,a1"
        function = self._begin(f"m{number}", arguments, ("attribute", name), f"value:{name[0]}.{name[1]}")
        key = None if info.kind.per is None else "a1"
        function.line(f"n={self.of.plain_attribute(info, 'a0', key, None, Scope())}")
        modifiers = self.layout.attribute_modifiers[name]
        self._write_changes(function, modifiers, ["a0"], (info.low, info.high))

    def _write_changes(
        self,
        function: Function,
        modifiers: Sequence[int],
        names: Sequence[str],
        bounds: tuple[int | None, int | None],
    ) -> None:
        standing = [n for n in modifiers if self.layout.modifiers[n].captured is None]
        lasting = [n for n in modifiers if self.layout.modifiers[n].captured is not None]
        copies = ThroughZones(self.of, self._scope, names)
        standing = copies.take(standing)
        if not lasting and copies.are_free and self._write_plainly(function, standing, names, bounds, copies):
            return
        function.line("x=[]")
        copies.write(function, self._changes, False)
        guards = Guards(self.of)
        found = [self._guard(guards, self.layout.modifiers[number], names) for number in standing]
        guards.write(
            function,
            found,
            lambda n: self._collect(function, self.layout.modifiers[standing[n]], names, []),
        )
        if lasting:
            with function.block("for w in s.lasting:", loop=True), function.block("if w[0]==1:"):
                for number in lasting:
                    declared = self.layout.modifiers[number]
                    captured = declared.captured or ()
                    taken = [f"a{n}" for n in range(len(names), len(names) + len(captured))]
                    with function.block(f"if w[1]=={number}:"):
                        if taken:
                            function.line(f"{','.join(taken)},=w[4:]")
                        self._collect(function, declared, names, captured)
        low, high = bounds
        function.line(f"return apply_changes(n,x,{low},{high}) if x or {self._outside(low, high)} else n")

    def _outside(self, low: int | None, high: int | None) -> str:
        return "1" if low is not None or high is not None else "0"

    def _scope(
        self, declared: ModifierDecl, names: Sequence[str], captured: Sequence[Parameter]
    ) -> tuple[Scope, str]:
        """The scope of a modifier, and the test that its parameters are of the kinds it names."""
        scope = Scope()
        tests = []
        for parameter, python in zip(declared.parameters, names, strict=False):
            scope.bind(parameter.name, python, parameter.type)
            info = self.of.tables.types.get(parameter.type.name or "")
            if parameter.type.kind == "thing" and info is not None and not parameter.type.many:
                if declared.type is not None:
                    scope.present.add(parameter.name)
                    outer = self.of.tables.types.get(declared.type)
                    if outer is not None and info.first <= outer.first and outer.last <= info.last:
                        continue
                    tests.append(f"{info.first}<={python}<{info.last}")
                elif not parameter.type.optional and info.last - info.first < len(self.of.tables.row_of):
                    tests.append(f"({python}<0 or {info.first}<={python}<{info.last})")
        for number, parameter in enumerate(captured):
            scope.bind(parameter.name, f"a{len(names) + number}", parameter.type)
        return scope, " and ".join(tests)

    def _guard(self, guards: Guards, declared: ModifierDecl, names: Sequence[str]) -> Guard | None:
        """What must be so for a modifier with one change to matter."""
        scope, applies = self._scope(declared, names, ())
        if len(declared.changes) != 1 or applies or declared.over is not None:
            return None
        return guards.of_condition(declared.changes[0].where, scope)

    def _collect(
        self, function: Function, declared: ModifierDecl, names: Sequence[str], captured: Sequence[Parameter]
    ) -> None:
        """Lines that add the changes of one modifier to the list `x`."""
        scope, applies = self._scope(declared, names, captured)
        with function.block(f"if {applies or '1'}:"):
            if declared.over is None:
                self._changes(function, declared, scope)
                return
            loop = self.of.sets.loop(declared.over, scope, *read_by(declared))
            header = loop.header if declared.over.sort else self.of.sets.charging.write(function, loop)
            if declared.over.sort:
                header = f"{loop.binder} in {self.of.sets.elements(declared.over, scope)}"
                loop.tests = []
            with function.block(f"for {header}:", loop=True), function.block(f"if {loop.test}:"):
                self._changes(function, declared, loop.scope)

    def _changes(self, function: Function, declared: ModifierDecl, scope: Scope) -> None:
        for change in declared.changes:
            by = self.of.value(change.by, scope)
            bound = "None" if change.bound is None else self.of.value(change.bound, scope)
            when = "1" if change.where is None else self.of.condition(change.where, scope)
            op = self.of.constant(change.op)
            function.line(f"if {when}: x.append(({op},{by},{bound}))")

    def _write_plainly(
        self,
        function: Function,
        modifiers: Sequence[int],
        names: Sequence[str],
        bounds: tuple[int | None, int | None],
        copies: ThroughZones,
    ) -> bool:
        """Changes one after the other, if their order can be seen now; False if it cannot."""
        if any(self.layout.modifiers[number].over is not None for number in modifiers):
            return False
        changes: list[tuple[tuple[int, int, int], str, str, Guard | None]] = []
        guards = Guards(self.of)
        for number in modifiers:
            declared = self.layout.modifiers[number]
            scope, applies = self._scope(declared, names, ())
            for change in declared.changes:
                bound = None if change.bound is None else self.of.value(change.bound, scope)
                by = self.of.value(change.by, scope)
                if bound is not None and not (is_number(bound) and is_number(by)):
                    return False
                when = "1" if change.where is None else self.of.condition(change.where, scope)
                tests = [test for test in (applies, when) if test not in ("", "1")]
                line = _change(change.op, by, bound)
                order = _order(change.op, bound, int(by) if bound is not None else 0)
                guard = None if applies else guards.of_condition(change.where, scope)
                changes.append((order, " and ".join(tests) or "1", line, guard))
        changes.sort(key=lambda item: item[0])

        def write(number: int) -> None:
            _, when, line, _ = changes[number]
            function.line(line if when == "1" else f"if {when}: {line}")

        early = sum(1 for order, *_ in changes if order < (3, 0, 0))
        found = [guard for *_, guard in changes]
        guards.write(function, found[:early], write)
        copies.write(function, self._changes, True)
        guards.write(function, found[early:], lambda number: write(early + number))
        low, high = bounds
        if low is not None:
            function.line(f"if n<{low}: n={low}")
        if high is not None:
            function.line(f"if n>{high}: n={high}")
        function.line("return n")
        return True


def _order(op: str, bound: str | None, by: int) -> tuple[int, int, int]:
    if op == "be":
        return (0, 0, 0)
    if op == "multiply":
        return (4, 0, 0)
    if bound is None:
        return (3, 0, 0)
    return (1, int(bound), by) if op == "raise" else (2, -int(bound), -by)


def _change(op: str, by: str, bound: str | None) -> str:
    if op == "be":
        return f"n={by}"
    if op == "raise":
        return f"n+={by}" if bound is None else f"n=max(n,min(n+{by},{bound}))"
    if op == "lower":
        return f"n-={by}" if bound is None else f"n=min(n,max(n-({by}),{bound}))"
    return f"n=times(n,{by})" if bound is None else f"n=min(times(n,{by}),{bound})"


def arguments_of(names: Sequence[Named]) -> str:
    """`,a0,a1` for two parameters."""
    return "".join(f",a{number}" for number in range(len(names)))
