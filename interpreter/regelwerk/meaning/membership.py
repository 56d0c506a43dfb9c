"""What is in a group, a set with a name: as the noun of another set, and as a test."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.calls import arguments
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.misfits import report_misfits
from regelwerk.meaning.reading import typed
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.substitute import substituted
from regelwerk.rules.types import kinds
from regelwerk.rules.walk import all_of
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Name, Node


class Members(msgspec.Struct, frozen=True):
    """What is in a group: `over` is the set as it is declared, `given` are the values of its parameters."""

    over: x.Set
    given: Mapping[str, x.Expression]
    fresh: Callable[[], str]

    def bound(self, binder: str, *tests: x.Expression) -> x.Set:
        """Return the set of those for which tests of `binder` hold, too."""
        over = self.over
        where = (*tests, *(() if over.where is None else (self._of(over.where, x.Local(binder)),)))
        return x.Set(
            over.noun,
            binder,
            None if over.source is None else self._of(over.source),
            None if over.low is None else self._of(over.low),
            None if over.high is None else self._of(over.high),
            all_of(where),
            tuple(self._of(part, x.Local(binder)) for part in over.sort),
        )

    def tests(self, node: x.Expression) -> list[x.Expression]:
        """Return what must hold for a value to be in it."""
        over = self.over
        tests: list[x.Expression] = []
        if over.source is not None:
            tests.append(x.Inside(node, self._of(over.source)))
        if over.low is not None and over.high is not None:
            tests.append(x.Compare(">=", node, self._of(over.low)))
            tests.append(x.Compare("<=", node, self._of(over.high)))
        if over.where is not None:
            tests.append(self._of(over.where, node))
        return tests

    def _of(self, part: x.Expression, element: x.Expression | None = None) -> x.Expression:
        given = self.given if element is None else {**self.given, self.over.binder: element}
        return substituted(part, given, self.fresh)


def element_of(ctx: Context, group: str) -> ValueType:
    """Return the kind of the things, seats, members or numbers in a group."""
    return ctx.names.signatures[group].parameters[0][1]


def members(ctx: Context, env: Env, tree: Node, word: Name, given: Sequence[tx.Argument]) -> Members | None:
    """Return what is in a group with these arguments; None if that could not be understood."""
    group, signature = word.text, ctx.names.signatures[word.text]
    ctx.names.use(group)
    ctx.use.calls.add(("value", group))
    args = arguments(ctx, env, tree, group, given, 1)
    some = ctx.fresh()
    asked = x.Call(group, (x.Local(some), *args), True)
    report_misfits(ctx, env.bind(some, element_of(ctx, group), fixed=True), asked, tree)
    names = [name for name, _ in signature.parameters[1:]]
    if signature.over is None or len(args) != len(names):
        return None
    return Members(signature.over, dict(zip(names, args, strict=True)), ctx.fresh)


def is_in(
    ctx: Context, env: Env, of: tx.Expression, word: Name, given: Sequence[tx.Argument], tree: Node
) -> x.Expression:
    """Understand `a is in_play`, `a is free_region(p)`; of a row it asks whether some thing of it is."""
    found = members(ctx, env, tree, word, given)
    element = element_of(ctx, word.text)
    row = of.text if isinstance(of, Name) and ctx.names.sort(of.text) == "row" else None
    if row is not None:
        ctx.names.use(row)
        type_name, copies = ctx.names.rows[row]
        node: x.Expression = x.Row(row)
        kind = kinds.thing(type_name)
    else:
        node, kind = typed(ctx, env, of, element)
        copies = 1
    if found is None or "unknown" in (kind.kind, element.kind):
        return ctx.unknown(x.Flag(False))
    below = kind.name == element.name
    related = below
    if kind.kind == "thing":
        below = ctx.names.below(kind.name, element.name)
        related = below or (row is None and ctx.names.below(element.name, kind.name))
    if kind.many or kind.kind != element.kind or not related:
        ctx.report(problems.never_alike("group", kind, element, name=word.text), of)
        return ctx.unknown(x.Flag(False))
    if copies != 1:
        binder = ctx.fresh()
        return x.Any(found.bound(binder, x.IsRow(x.Local(binder), row or "")))
    if below and not kind.optional:
        return all_of(found.tests(node)) or x.Flag(True)
    if not isinstance(node, x.Local | x.State | x.Attribute):  # it is worked out once
        binder = ctx.fresh()
        return x.Any(found.bound(binder, x.Compare("=", x.Local(binder), node)))
    there = x.Not(x.Compare("=", node, x.Nothing()))
    certain = x.IsType(node, found.over.noun) if kind.kind == "thing" else there
    return x.And((certain, *found.tests(node)))
