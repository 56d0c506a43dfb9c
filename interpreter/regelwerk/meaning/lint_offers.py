"""Offers of which nothing can come: always forbidden, or lines that ask for what is not so there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.domains import Facts, Scope, Table
from regelwerk.meaning.effects import effects_of, touches
from regelwerk.meaning.graph import marks_of
from regelwerk.meaning.lint_conditions import Assumptions
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.substitute import substituted
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic

_OF_THE_MOMENT = (x.Call, x.Happened, x.Recorded, x.May, x.Supposing)
"""What may be otherwise as soon as the action has begun, or hides what it reads."""


def offers_of_nothing(game: Whole) -> list[Diagnostic]:
    """M131: actions that a rule always forbids, and actions and ways whose lines can do nothing.

    What is found is certain. A line `nothing` says that nothing is meant, and is left alone.
    """
    records = game.table, _hooks(game)
    found = []
    for action in game.rules.actions:
        found += game.judged(f"offer {action.name}", action, records, partial(_of_action, game, action))
    for key, effects in game.graph.effects.items():
        if effects.ways:
            part = game.graph.parts[key]
            found += game.judged(f"ways {key}", part, records, partial(_of_ways, game, part))
    return found


class _Hooks(msgspec.Struct, frozen=True):
    """What happens around an event: rules that forbid it by a condition alone, whether rules stand before it;
    its parameters. `answers` is when actions at a window take effect; `unheard` are the lines of events that
    are nothing but these."""

    forbids: Mapping[str, tuple[d.RuleDecl, ...]]
    led_up_to: Collection[str]
    parameters: Mapping[str, tuple[str, ...]]
    answers: Mapping[str, str]
    unheard: Mapping[str, tuple[s.Statement, ...]]


def _hooks(game: Whole) -> _Hooks:
    rules = game.rules
    allowed = {rule.event for rule in rules.rules if rule.kind == "allow"}
    forbids: dict[str, tuple[d.RuleDecl, ...]] = {}
    heard = _heard(game)
    for rule in rules.rules:
        simple = rule.only is None and rule.captured is None and rule.over is None
        if rule.kind == "forbid" and simple and rule.event not in allowed:
            forbids[rule.event] = (*forbids.get(rule.event, ()), rule)
    return _Hooks(
        forbids,
        frozenset(rule.event for rule in rules.rules if rule.kind == "before"),
        {event.name: tuple(each.name for each in event.parameters) for event in rules.events},
        {window.name: window.answers for window in rules.windows},
        {event.name: event.body for event in rules.events if event.name not in heard},
    )


def _heard(game: Whole) -> set[str]:
    """The events that are something even if their lines do nothing: rules and limits wait for them, the
    history is asked for them, marks are over with them, or texts tell them."""
    rules = game.rules
    heard = {rule.event for rule in rules.rules if rule.kind not in ("forbid", "allow")}
    heard |= {event for limit in rules.limits for event in limit.after}
    heard |= {event for _, event in marks_of(rules)}
    heard |= {event.name for event in rules.events if event.told is not None}
    for effects in game.graph.effects.values():
        heard |= {read[1] for read in effects.reads if read[0] == "happened"}
    return heard


def _as_called(body: Sequence[s.Statement], given: dict[str, x.Expression]) -> tuple[s.Statement, ...]:
    """The lines of an event with what it is given; its own names are none of whoever calls it."""
    names = {node.name for node in nodes(body) if isinstance(node, x.Local)} - given.keys()
    renamed = {**given, **{name: x.Local(f"#{name}") for name in names}}
    fresh = (f"##{number}" for number in count())
    return tuple(substituted(statement, renamed, lambda: next(fresh)) for statement in body)


def _of_action(game: Whole, action: d.ActionDecl, table: Table, hooks: _Hooks) -> list[Diagnostic]:
    offers = _Offers(table, hooks)
    always = offers.always_forbidden(action)
    if always is not None:
        problem = problems.offer_of_nothing("forbidden", action.name, always.name)
    elif offers.comes_to_nothing(action):
        problem = problems.offer_of_nothing("action", action.name)
    else:
        return []
    return [problem.at(game.span(action.name))]


def _of_ways(game: Whole, part: object, table: Table, hooks: _Hooks) -> list[Diagnostic]:
    offers = _Offers(table, hooks)
    conditional = [(way, way.when) for way in nodes(part) if isinstance(way, s.Way) and way.when is not None]
    return [
        problems.offer_of_nothing("way", way.name).at(game.understood.place_of(when))
        for way, when in conditional
        if offers.idle(way.body, _Known(table, [when]))
    ]


class _Offers:
    def __init__(self, table: Table, hooks: _Hooks) -> None:
        self.table = table
        self.hooks = hooks
        self.inside: list[str] = []

    def always_forbidden(self, action: d.ActionDecl) -> d.RuleDecl | None:
        """Return the rule that forbids an action wherever it is offered."""
        offered = _Known(self.table, self._tests(action, everything=True))
        forbids = self.hooks.forbids.get(action.name, ())
        return next((rule for rule in forbids if offered.surely(rule.where)), None)

    def comes_to_nothing(self, action: d.ActionDecl) -> bool:
        """Whether the lines of an action can do nothing."""
        return action.name not in self.hooks.led_up_to and self.idle(action.body, self._when_begun(action))

    # ---- what is so where an action begins
    def _tests(self, action: d.ActionDecl, everything: bool) -> list[x.Expression]:
        """What holds where an action is offered; else what is tested again when it takes effect."""
        tests = list(action.needs)
        if everything and action.by_where is not None:
            tests.append(action.by_where)
        parts = (part.over.where for part in action.parts if everything or part.target)
        return [*tests, *(where for where in parts if where is not None)]

    def _when_begun(self, action: d.ActionDecl) -> _Known:
        at_once = all(self.hooks.answers[name] == "at_once" for name in action.at)
        tests = [test for test in self._tests(action, at_once) if _lasts(test)]
        if at_once and action.cost:
            paid = effects_of(action.cost)
            if paid.happens or paid.opens or paid.pays or paid.asks or paid.put_off or paid.lasting:
                return _Known(self.table, [])
            tests = [test for test in tests if not self._paid_away(paid.writes, test)]
        return _Known(self.table, tests)

    def _paid_away(self, written: frozenset[tuple[str, ...]], test: x.Expression) -> bool:
        read = effects_of(test)
        altered = any(f"{kind}.{name}" in self.table.altered for kind, name in read.derived)
        return altered or touches(written, read.reads)

    # ---- lines that can do nothing
    def idle(self, body: Sequence[s.Statement], known: _Known) -> bool:
        """Whether none of these lines does anything; an empty block does nothing on purpose."""
        for statement in body:
            if isinstance(statement, s.Done):
                return statement is not body[0]
            if isinstance(statement, s.Choose) and known.empty(statement.over):
                if statement.otherwise is None:
                    continue
                if not self._idle_branch(statement.otherwise, known):
                    return False
                if isinstance(statement.otherwise[-1], s.Done):
                    return True
                continue
            if not self._does_nothing(statement, known):
                return False
        return bool(body)

    def _idle_branch(self, body: Sequence[s.Statement], known: _Known) -> bool:
        return (len(body) == 1 and isinstance(body[0], s.Done)) or self.idle(body, known)

    def _does_nothing(self, statement: s.Statement, known: _Known) -> bool:
        match statement:
            case s.If(when=when, then=then, otherwise=otherwise):
                if known.never(when):
                    return otherwise is None or self._idle_branch(otherwise, known)
                return known.surely(when) and self.idle(then, known)
            case s.ForEach(over=over):
                return known.empty(over)
            case s.Happen(event=event, args=args) if event not in self.hooks.led_up_to:
                given = dict(zip(self.hooks.parameters.get(event, ()), args, strict=False))
                if any(known.surely(rule.where, given) for rule in self.hooks.forbids.get(event, ())):
                    return True
                return self._idle_inside(event, given, known)
        return False

    def _idle_inside(self, event: str, given: dict[str, x.Expression], known: _Known) -> bool:
        body = self.hooks.unheard.get(event)
        if not body or event in self.inside:
            return False
        self.inside.append(event)
        idle = self.idle(_as_called(body, given), known)
        self.inside.pop()
        return idle


class _Known:
    """What is known where all these conditions hold."""

    def __init__(self, table: Table, tests: Iterable[x.Expression]) -> None:
        self.table = table
        self.facts: Facts = {}
        self.absent: list[x.Set] = []
        for test in tests:
            found = Assumptions(table, {}).assume(test, self.facts)
            if isinstance(found, dict):  # else it is told elsewhere that these exclude each other
                self.facts = found
            self.absent += _absent(test)

    def never(self, test: x.Expression, scope: Scope | None = None) -> bool:
        """Whether it is certain that a condition does not hold."""
        assumed = Assumptions(self.table, scope or {})
        if isinstance(test, x.Any) and self.empty(test.of):
            return True
        return not isinstance(assumed.assume(test, self.facts), dict)

    def surely(self, test: x.Expression | None, given: dict[str, x.Expression] | None = None) -> bool:
        """Whether it is certain that a condition holds, with these in the place of its locals."""
        if test is None:
            return True
        if given is not None:
            fresh = (f"#{number}" for number in count())
            test = substituted(test, given, lambda: next(fresh))
        return not isinstance(Assumptions(self.table, {}).assume(test, self.facts, holds=False), dict)

    def empty(self, over: x.Set) -> bool:
        """Whether it is certain that there is nothing in a set."""
        if over.source is not None:
            some = x.Compare(">", x.Builtin("size", (over.source,)), x.Number(0))
            if self.never(some):
                return True
        return any(_within(over, absent) for absent in self.absent)


def _lasts(test: x.Expression) -> bool:
    """Whether a condition is so still when the action has begun, as far as what it is made of tells."""
    return not any(
        isinstance(node, _OF_THE_MOMENT) or (isinstance(node, x.Zone) and node.name == "answers")
        for node in nodes(test)
    )


def _absent(test: x.Expression) -> Iterator[x.Set]:
    """The sets in which there is nothing where a condition holds."""
    if isinstance(test, x.And):
        for part in test.of:
            yield from _absent(part)
    if isinstance(test, x.Not) and isinstance(test.of, x.Any):
        yield test.of.of


def _within(inner: x.Set, outer: x.Set) -> bool:
    """Whether whatever is in a set is, by how both are written, in another."""
    one, other = _bare(inner), _bare(outer)
    return one == other or msgspec.structs.replace(one, where=None) == other


def _bare(of: x.Set) -> x.Set:
    """A set without its order, and with a binder that is its like's as well."""
    where = of.where and substituted(of.where, {of.binder: x.Local("#")}, lambda: "##")
    return msgspec.structs.replace(of, binder="#", where=where, sort=())
