"""Tests over things that do not change, with everything known beforehand put into a table.

`any square s where (any direction d where (...path(s, d, 3)...))` goes over rows made when the program is
generated: one for each pair that can count, holding what the rest of the test needs of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex
from regelwerk.rules.walk import inside, nodes

from .constants import Env, Value
from .known import KnownValues, NotKnown
from .scope import Scope
from .source import locals_in
from .trees import MAX_TESTS, conjunction, filled_in, write_any

if TYPE_CHECKING:
    from .expressions import Expressions

MAX_ROWS = 4000
MAX_WIDTH = 6


class Tabled:
    """Finds and writes such tests."""

    def __init__(self, expressions: Expressions) -> None:
        self.of = expressions
        self.known = KnownValues(expressions.layout)

    def condition(self, node: ex.Any, scope: Scope) -> str | None:
        """Text of the test, or None if a table would not help."""
        scope = scope.copy()
        found = self._rows(node.of, scope)
        if found is None:
            return None
        envs, rest = found
        if not rest:
            return str(int(bool(envs)))
        if not envs:
            return "0"
        residual = rest[0] if len(rest) == 1 else ex.And(tuple(rest))
        columns: list[ex.Expression] = []
        self._columns(residual, envs[0], columns)
        if not any(isinstance(column, ex.Builtin) for column in columns):
            return None
        try:
            rows = [[self.known.value(column, env) for column in columns] for env in envs]
        except NotKnown:
            return None
        return self._write(residual, columns, rows, scope)

    def _rows(self, over: ex.Set, scope: Scope) -> tuple[list[Env], list[ex.Expression]] | None:
        """Locals of all combinations that may count, and what remains to be tested of each."""
        envs: list[Env] = [{}]
        while True:
            scope.kinds[over.binder] = self.of.sets.kind(over, scope)
            try:
                envs = [{**env, over.binder: item} for env in envs for item in self.known.domain(over, env)]
            except NotKnown:
                return None
            if len(envs) > MAX_ROWS:
                return None
            rest = []
            parts = over.where.of if isinstance(over.where, ex.And) else (over.where,)
            for part in parts:
                if part is None:
                    continue
                try:
                    envs = [env for env in envs if self.known.value(part, env)]
                except NotKnown:
                    rest.append(part)
            if len(rest) == 1 and isinstance(rest[0], ex.Any) and envs:
                inner = rest[0].of
                try:
                    self.known.domain(inner, envs[0])
                except NotKnown:
                    return envs, rest
                over = inner
                continue
            return envs, rest

    def _columns(self, node: ex.Node, env: Env, found: list[ex.Expression]) -> None:
        """The largest parts of a test that are known for each row."""
        if not any(isinstance(each, ex.Local) and each.name in env for each in nodes(node)):
            return
        if isinstance(node, ex.Expression):
            try:
                self.known.value(node, env)
            except NotKnown:
                pass
            else:
                if node not in found:
                    found.append(node)
                return
        for part in inside(node):
            self._columns(part, env, found)

    def _write(
        self, residual: ex.Expression, columns: list[ex.Expression], rows: list[list[Value]], scope: Scope
    ) -> str:
        rows = [row for row in rows if self._can_hold(residual, columns, row)]
        if not rows:
            return "0"
        number = self.of.source.number()
        inner = scope.copy()
        inner.static, inner.unrolled = dict(scope.static), dict(scope.unrolled)
        names: list[str] = []
        parts: list[list[list[Value]]] = []
        for position, column in enumerate(columns):
            values = [row[position] for row in rows]
            lists = [value for value in values if isinstance(value, list)]
            width = len(lists[0]) if lists else 0
            same = len(lists) == len(values) and all(len(value) == width for value in lists)
            if same and 0 < width <= MAX_WIDTH and self._only_sets(residual, column):
                own = [f"b{number}x{len(names) + n}" for n in range(width)]
                inner.unrolled[column] = own
                names.extend(own)
                parts.append([[*sorted(value)] for value in lists])
            else:
                own = [f"b{number}x{len(names)}"]
                inner.static[column] = own[0]
                names.extend(own)
                parts.append([[value] for value in values])
        table = _without_repetition(
            [[value for part in parts for value in part[n]] for n in range(len(rows))]
        )
        test = self.of.condition(residual, inner)
        free = locals_in(test, names)
        arguments = "".join(f",{name}" for name in free)
        function = self.of.source.add(f"def q{number}(s{arguments}):")
        tests = conjunction(test)
        if tests is not None and len(tests) * len(table) <= MAX_TESTS and _only_numbers(table):
            write_any(function, [filled_in(tests, dict(zip(names, row, strict=True))) for row in table])
            function.line("return 0")
            return f"q{number}(s{arguments})"
        header = f"for {''.join(name + ',' for name in names)} in {self.of.constant(table)}:"
        with function.block(header, loop=True), function.block(f"if {test}:"):
            function.line("return 1")
        function.line("return 0")
        return f"q{number}(s{arguments})"

    def _can_hold(self, residual: ex.Expression, columns: list[ex.Expression], row: list[Value]) -> bool:
        """Whether a row can pass: no set of a known list counts more than the list has."""
        tests = residual.of if isinstance(residual, ex.And) else (residual,)
        for test in tests:
            match test:
                case ex.Compare(
                    op="=" | ">=", left=ex.Count(of=ex.Set(source=source)), right=ex.Number(value=n)
                ):
                    if source in columns:
                        value = row[columns.index(source)]
                        if isinstance(value, list) and len(value) < n:
                            return False
        return True

    def _only_sets(self, residual: ex.Expression, column: ex.Expression) -> bool:
        """Whether a column is read as the source of tested or counted sets alone."""
        as_source = 0
        for node in nodes(residual):
            if (
                isinstance(node, ex.Any | ex.Every | ex.Count)
                and node.of.source == column
                and not node.of.sort
            ):
                as_source += 1
        return as_source == sum(1 for node in nodes(residual) if node == column)


def _only_numbers(table: tuple[tuple[Value, ...], ...]) -> bool:
    return all(isinstance(value, int) for row in table for value in row)


def _without_repetition(rows: list[list[Value]]) -> tuple[tuple[Value, ...], ...]:
    """The rows, each once."""
    found = {tuple(tuple(v) if isinstance(v, list) else v for v in row): tuple(row) for row in rows}
    return tuple(found.values())
