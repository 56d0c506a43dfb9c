"""What leads to what in the course of a game: which events happen inside of which."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from regelwerk.program.layout import MAIN
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import Rules
from regelwerk.rules.walk import nodes


class Leads(NamedTuple):
    """Names that a declaration leads to, in the order of its text: while it runs, and before and after it."""

    inside: tuple[str, ...]
    around: tuple[str, ...] = ()


def leads(rules: Rules) -> dict[str, Leads]:
    """What each event, window, action, rule, limit and payment leads to."""
    hooked: dict[str, list[str]] = {}
    for rule in rules.rules:
        hooked.setdefault(rule.event, []).append(rule.name)
    for limit in rules.limits:
        for name in limit.after:
            hooked.setdefault(name, []).append(limit.name)
    found: dict[str, Leads] = {}
    for event in rules.events:
        inside = _happenings((event.body, event.told))
        found[event.name] = Leads(inside, tuple(hooked.get(event.name, ())))
    for window in rules.windows:
        found[window.name] = Leads(tuple(each.name for each in rules.actions if window.name in each.at))
    for action in rules.actions:
        inside = _happenings((action.cost, action.body))
        found[action.name] = Leads(inside, tuple(hooked.get(action.name, ())))
    for rule in rules.rules:
        found[rule.name] = Leads(_happenings(rule.body))
    for limit in rules.limits:
        found[limit.name] = Leads(_happenings(limit.breach))
    for payment in rules.payments:
        found[payment.name] = Leads(_happenings(payment.means))
    return found


def always_inside(rules: Rules, event: str, span: str) -> bool:
    """Whether an event (or window) happens in the course of the game, and never but while `span` runs."""
    known = leads(rules)
    return _comes(known, event, None) and not _comes(known, event, span)


def _comes(known: dict[str, Leads], event: str, without: str | None) -> bool:
    """Whether `main` leads to an event, though not through the body of another."""
    waiting, seen = [MAIN], {MAIN}
    while waiting:
        name = waiting.pop()
        if name == event:
            return True
        there = known.get(name, Leads(()))
        for each in (*(() if name == without else there.inside), *there.around):
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return False


def _happenings(part: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_named(nodes(part))))


def _named(found: Iterable[object]) -> Iterable[str]:
    for node in found:
        if isinstance(node, s.Happen | s.Later):
            yield node.event
        elif isinstance(node, s.Open):
            yield node.window
        elif isinstance(node, s.Pay):
            yield node.payment
