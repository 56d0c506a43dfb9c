"""Conditions that can never hold, by ranges, enums, the rows of tables, and what is tested beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.domains import Domain, Facts, Scope, Table, atom_of, key_of
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span

NEGATED = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
Failure = msgspec.Struct


def contradictions(game: Whole, key: str, part: object, table: Table) -> list[Diagnostic]:
    """M050, M060: a condition that never holds; a rule whose `where` never holds never applies."""
    scope = _scope_of(key, part, table.parameters)
    found = []
    for condition, inner, rule in _conditions(part, scope):
        failed = Assumptions(table, inner).assume(condition, {})
        if isinstance(failed, dict):
            continue
        attribute = _no_row_has(table, failed)
        if rule is not None:
            problem = problems.never_applies(rule.name, attribute=attribute)
        else:
            problem = problems.decided("no such row" if attribute else "never", name=attribute)
        found.append(problem.at(_place(game, condition, failed)))
    return found


def needs_against_each_other(game: Whole, action: d.ActionDecl, table: Table) -> list[Diagnostic]:
    """M060: actions that nobody can ever choose, because their lines `by` and `needs` exclude each other."""
    found = []
    known: Facts = {}
    for need in (*([action.by_where] if action.by_where is not None else []), *action.needs):
        facts = Assumptions(table, {})
        beside = facts.assume(need, known)
        if isinstance(beside, dict):
            known = beside
        elif isinstance(facts.assume(need, {}), dict):
            problem = problems.decided("needs", name=action.name)
            found.append(problem.at(_place(game, need, beside)))
    return found


def _place(game: Whole, condition: x.Expression, failed: Failure) -> Span | None:
    """Return where the part of a condition that cannot hold stands, else what is nearest around it."""
    around = reversed(_way(condition, failed))
    placed = (game.understood.place_of(node) for node in (*around, *nodes(condition)))
    return next((place for place in placed if place is not None), None)


def _way(node: msgspec.Struct, wanted: Failure) -> list[msgspec.Struct]:
    """Return the nodes from one to another inside it, both included."""
    if node is wanted:
        return [node]
    parts = (part for name in node.__struct_fields__ for part in _nodes(getattr(node, name)))
    return next(([node, *way] for part in parts if (way := _way(part, wanted))), [])


def _nodes(value: object) -> list[msgspec.Struct]:
    """Return what stands in a field, if it is nodes."""
    values = value if isinstance(value, tuple) else value.values() if isinstance(value, dict) else [value]
    return [each for each in values if isinstance(each, msgspec.Struct)]


def _no_row_has(table: Table, failed: Failure) -> str:
    """The attribute of which no row has such a value, if the rows alone decide it; else nothing."""
    if not isinstance(failed, x.Compare):
        return ""
    for side in (failed.left, failed.right):
        if isinstance(side, x.Attribute) and table.values(side, None) is not None:
            alone = Assumptions(table, {}).assume(failed, {})
            if not isinstance(alone, dict):
                return side.name
    return ""


def _scope_of(key: str, part: object, parameters: Mapping[str, Scope]) -> Scope:
    """Return the kinds of the names around a body, as far as they are declared."""
    match part:
        case d.RuleDecl(event=event):
            return parameters.get(event, {})
        case d.ValueDecl(parameters=own) | d.WindowDecl(parameters=own) | d.ModifierDecl(parameters=own):
            return {parameter.name: parameter.type for parameter in own}
        case tuple():
            return parameters[key.split(":")[1]]
    return {}


def _conditions(part: object, scope: Scope) -> Iterator[tuple[x.Expression, Scope, d.RuleDecl | None]]:
    """Return every condition with the kinds of the names around it."""
    skip = None
    if isinstance(part, d.RuleDecl) and part.where is not None:
        skip = part.where
        yield part.where, scope, part
    elif isinstance(part, d.ActionDecl):
        for need in (*part.needs, part.by_where):
            if need is not None:
                yield need, {}, None
    yield from _inner(part, scope, skip)


def _inner(
    part: object, scope: Scope, skip: x.Expression | None = None
) -> Iterator[tuple[x.Expression, Scope, None]]:
    for node in nodes(part):
        if isinstance(node, x.Set) and node.where is not None:
            yield node.where, {**scope, node.binder: _kind_of_noun(node)}, None
        elif isinstance(node, s.If | x.Case | s.Way | d.ModifierChange):
            test = node.when if not isinstance(node, d.ModifierChange) else node.where
            if test is not None and test is not skip:
                yield test, scope, None


def _kind_of_noun(node: x.Set) -> ValueType:
    if node.noun == "number":
        low = node.low.value if isinstance(node.low, x.Number) else None
        high = node.high.value if isinstance(node.high, x.Number) else None
        return ValueType("number", low=low, high=high) if low is None or low >= 0 else kinds.NUMBER
    return ValueType("enum", node.noun)


class Assumptions:
    """Going through a condition from the left, with what each part leaves possible."""

    def __init__(self, table: Table, scope: Scope) -> None:
        self.table = table
        self.scope = scope

    def assume(self, node: x.Expression, facts: Facts, holds: bool = True) -> Facts | Failure:
        """Return what is known if a condition holds (or fails), or the part of it that cannot."""
        if isinstance(node, x.Not):
            return self.assume(node.of, facts, not holds)
        if isinstance(node, x.And | x.Or):
            if isinstance(node, x.And) == holds:
                return self._assume_all(node.of, facts, holds)
            failures = [f for f in (self.assume(p, facts, holds) for p in node.of) if not isinstance(f, dict)]
            return node if len(failures) == len(node.of) else facts
        subject, domain = self._test(node, facts, holds)
        if subject is None:
            return facts
        return node if domain.empty() else {**facts, key_of(subject): domain}

    def _assume_all(self, parts: tuple[x.Expression, ...], facts: Facts, holds: bool) -> Facts | Failure:
        for part in parts:
            found = self.assume(part, facts, holds)
            if not isinstance(found, dict):
                return found
            facts = found
        return facts

    def _test(self, node: x.Expression, facts: Facts, holds: bool) -> tuple[x.Expression | None, Domain]:
        if isinstance(node, x.IsRow | x.IsType):
            if isinstance(node, x.IsRow):
                rows: frozenset[int | str] = frozenset({node.row})
            else:
                rows = self.table.rows[node.type]
                if not rows:
                    return None, Domain()
            domain = self._domain(node.of, facts)
            return node.of, domain.only(rows) if holds else domain.without(rows)
        if isinstance(node, x.Compare):
            op = node.op if holds else NEGATED[node.op]
            left, right = atom_of(node.left), atom_of(node.right)
            if left is None and right is not None:
                return node.left, _compared(self._domain(node.left, facts), op, right)
            if right is None and left is not None:
                return node.right, _compared(self._domain(node.right, facts), MIRRORED[op], left)
            return None, Domain()
        if isinstance(node, x.Attribute | x.State | x.Option | x.Local | x.Call):
            return node, _compared(self._domain(node, facts), "=", int(holds))
        return None, Domain()

    def _domain(self, node: x.Expression, facts: Facts) -> Domain:
        known = facts.get(key_of(node))
        if known is not None:
            return known
        if isinstance(node, x.Attribute):
            found = self.table.attributes.get(f"{node.type}.{node.name}")
            domain = self.table.of_kind(found.type if found else None)
            owner = self._domain(node.of, facts).listed
            values = self.table.values(node, owner)
            return domain if values is None else domain.only(values)
        if isinstance(node, x.Row):
            return Domain(frozenset({node.name}))
        if isinstance(node, x.Local):
            return self.table.of_kind(self.scope.get(node.name))
        if isinstance(node, x.State | x.Option):
            return self.table.of_kind(self.table.cells.get(node.name))
        return Domain()


def _compared(domain: Domain, op: str, value: int | str) -> Domain:
    """Return what is left of a domain by a comparison with a value."""
    if op == "=":
        return domain.only(frozenset({value}))
    if op == "!=":
        return domain.without(frozenset({value}))
    if not isinstance(value, int):
        return domain
    if op in ("<", "<="):
        return domain.between(None, value - (op == "<"))
    return domain.between(value + (op == ">"), None)
