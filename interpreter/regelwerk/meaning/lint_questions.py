"""Leaks: what a seat is asked, and the things in zones that it tells about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.hidden_zones import Shown
from regelwerk.meaning.lint_knowledge import Knowledge, Question, Search, ties_of
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic

Before = Callable[..., frozenset[Shown]]
"""What was shown before a statement of a body; without one, before the body."""


def leaks(game: Whole, key: str, part: object, knowledge: Knowledge) -> list[Diagnostic]:
    """M065: options and public conditions that depend on which things lie where the seat cannot see them."""
    ties = ties_of(part)
    found = []

    def before(statement: object = None) -> frozenset[Shown]:
        return game.showing.at(key, statement)

    for question in (
        *_questions(part, before, knowledge.unique),
        *_questions_of_rule(part, before, knowledge.declared_by),
    ):
        told = Search(knowledge, question, ties).find()
        if told is not None:
            found.append(_report(game, question, *told))
    return found


def _report(game: Whole, question: Question, node: msgspec.Struct, zone: str) -> Diagnostic:
    place = game.understood.place_of(node) or game.understood.place_of(question.shown)
    if isinstance(question.shown, x.Set) and node is question.shown:
        return problems.leak("offered things", zone).at(place)
    if question.seer is None:
        return problems.leak("who is asked", zone).at(place)
    return problems.leak("offer", zone).at(place)


def _questions(part: object, before: Before, unique: Collection[str]) -> Iterator[Question]:
    for node in nodes(part):
        if isinstance(node, s.Choose):
            yield Question(node.by, node.over, before(node))
            if node.number is not None:
                yield Question(node.by, node.number, before(node))
        elif isinstance(node, s.Ask):
            for way in node.ways:
                if way.when is not None:
                    yield Question(node.by, way.when, before(node))
        elif isinstance(node, s.SecretChoice):
            yield Question(x.Local(node.seats.binder), node.over, before(node))
            yield Question(None, node.seats, before(node))
        elif isinstance(node, s.Pay):
            yield Question(None, node.by, before(node))
        elif isinstance(node, d.WindowDecl):
            yield Question(None, node.asks, before())
        elif isinstance(node, d.PaymentDecl):
            for means in node.means:
                offered = means.over if means.over is not None else means.units
                if offered is not None:
                    yield Question(x.Local(node.payer), offered, before())
        elif isinstance(node, d.ActionDecl):
            yield from _questions_of_action(node, before(), unique)


def _questions_of_rule(part: object, before: Before, declared_by: Mapping[str, str]) -> Iterator[Question]:
    """A rule that forbids or allows an action decides, like a need of it, what is offered."""
    if not isinstance(part, d.RuleDecl) or part.kind not in ("forbid", "allow") or part.where is None:
        return
    if part.event in declared_by:
        yield Question(x.Local(declared_by[part.event]), part.where, before())


def _questions_of_action(
    action: d.ActionDecl, before: frozenset[Shown], unique: Collection[str]
) -> Iterator[Question]:
    seat = x.Local(action.by)
    known: frozenset[str] = frozenset()
    if action.by_where is not None:
        yield Question(seat, action.by_where, before)
    for part in action.parts:
        yield Question(seat, part.over, before, known)
        where = part.over.where
        tests = where.of if isinstance(where, x.And) else (where,)
        mine = x.Local(part.over.binder)
        rows = {test.row for test in tests if isinstance(test, x.IsRow) and test.of == mine}
        known |= {row for row in rows if row in unique}
    for need in action.needs:
        yield Question(seat, need, before, known)
