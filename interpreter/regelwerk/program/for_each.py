"""Modifiers in the texts of cards with several copies: found through the zones in which they matter.

A hundred cards may change one attribute, each for each of its copies. Where the conditions say that a card
must lie in a certain zone (one of the thing that is changed, say), only what lies there is looked at, and
each thing that is found adds its changes. Raises and lowers of a number may be added in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import ModifierDecl, Parameter

from .copies import all_copies
from .expressions import Expressions
from .guards import Guards
from .scope import Scope
from .source import Function

ScopeOf = Callable[[ModifierDecl, Sequence[str], Sequence[Parameter]], tuple[Scope, str]]
Write = Callable[[Function, ModifierDecl, Scope], None]
Group = tuple[str, tuple[str, ...]]
"""The test that modifiers apply to what is read, and the texts of the zones in which their copies matter."""


class ThroughZones:
    """The modifiers of one attribute or value that are found through zones."""

    def __init__(self, expressions: Expressions, scope_of: ScopeOf, names: Sequence[str]) -> None:
        self.of = expressions
        self.guards = Guards(expressions)
        self.scope_of = scope_of
        self.modifiers = expressions.layout.modifiers
        self.names = names
        self.groups: dict[Group, list[int]] = {}
        self.are_free = True
        """Whether all of them add or take away without a bound of their own."""

    def take(self, numbers: Sequence[int]) -> list[int]:
        """Take those that can be found through zones; returns the others."""
        others = []
        for number in numbers:
            declared = self.modifiers[number]
            scope, applies = self.scope_of(declared, self.names, ())
            zones = self._zones(declared, scope)
            if zones:
                self.groups.setdefault((applies, zones), []).append(number)
                self.are_free &= all(change.bound is None for change in declared.changes)
            else:
                others.append(number)
        return others

    def _zones(self, declared: ModifierDecl, scope: Scope) -> tuple[str, ...]:
        over = declared.over
        if over is None or all_copies(self.of.tables, over) is None:
            return ()
        found: dict[str, None] = {}
        for change in declared.changes:
            if change.op not in ("raise", "lower") or change.where is None:
                return ()
            if len(declared.changes) > 1 and self.of.counts(change.where, change.by):
                return ()
            zones = self.guards.where_lies(change.where, scope, over.binder)
            if not zones:
                return ()
            found.update(dict.fromkeys(zones))
        return tuple(found)

    def write(self, function: Function, write: Write, plain: bool) -> None:
        """Lines that look through the zones: `plain` ones change `n`, others add to the list `x`."""
        for (applies, zones), numbers in self.groups.items():
            binder = f"b{self.of.source.number()}"
            functions = self._functions(numbers, binder, write, plain)
            table = self.of.source.table(functions)
            add = f"w({','.join(['s', *([] if plain else ['x']), binder, *self.names])})"
            with function.block(f"if {applies or '1'}:"):
                header = f"for {binder} in {zones[0]}:"
                if len(zones) > 1:
                    # Two texts may mean the same zone.
                    inner = f"b{self.of.source.number()}"
                    which = ",".join(zone[len("ZONES[") : -1] for zone in zones)
                    function.line(f"for {inner} in {{{which}}}:")
                    function.depth += 1
                    header = f"for {binder} in ZONES[{inner}]:"
                with function.block(header, loop=True):
                    function.line(f"w={table}.get({binder})")
                    function.line(f"if w is not None: {'n+=' if plain else ''}{add}")
                if len(zones) > 1:
                    function.depth -= 1

    def _functions(self, numbers: Sequence[int], binder: str, write: Write, plain: bool) -> dict[int, str]:
        """For each thing the name of the function that does what its text says."""
        by_thing: dict[int, list[int]] = {}
        for number in numbers:
            for thing in all_copies(self.of.tables, self.modifiers[number].over) or ():
                by_thing.setdefault(thing, []).append(number)
        names: dict[tuple[int, ...], str] = {}
        found: dict[int, str] = {}
        for thing, those in by_thing.items():
            key = tuple(those)
            if key not in names:
                names[key] = self._function(key, binder, write, plain)
            found[thing] = names[key]
        return found

    def _function(self, numbers: Sequence[int], binder: str, write: Write, plain: bool) -> str:
        name = f"u{self.of.source.number()}"
        arguments = ["s", *([] if plain else ["x"]), binder, *self.names]
        function = self.of.source.add(f"def {name}({','.join(arguments)}):")
        if plain:
            function.line("n=0")
        for number in numbers:
            declared = self.modifiers[number]
            assert declared.over is not None
            scope, _ = self.scope_of(declared, self.names, ())
            inner = scope.inner(declared.over.binder, binder, self.of.sets.kind(declared.over, scope))
            if not plain:
                write(function, declared, inner)
                continue
            for change in declared.changes:
                assert change.where is not None
                sign = "+" if change.op == "raise" else "-"
                by = self.of.value(change.by, inner)
                function.line(f"if {self.of.condition(change.where, inner)}: n{sign}={by}")
        if plain:
            function.line("return n")
        return name


def read_by(declared: ModifierDecl) -> Iterator[ex.Expression]:
    """The expressions of a modifier."""
    for change in declared.changes:
        yield from (node for node in (change.where, change.by, change.bound) if node is not None)
