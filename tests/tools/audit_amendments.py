"""What house rules do and leave as it was, one clause-citing line at a time, as if it were not written.

Amendments that bring a declaration are taken out as that declaration; these are the others: what is
removed or left out comes back, a fixed option is what it is without, and what is presupposed goes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from regelwerk.meaning.amendments import Amendment
from regelwerk.meaning.game import Checked
from regelwerk.meaning.without import taken_away
from regelwerk.rules.declarations import Rules
from regelwerk.tree.nodes import Clause
from regelwerk.tree.walk import of_kind, walk

from .audit_changes import NotNeutral, without

WAYS = {
    "presupposes": "what it presupposes is taken out",
    "remove, leave out": "it is not written, so what the game has stands again",
    "fix option": "the option has the value it has without house rules",
}
"""What is done to each form, for people."""


@dataclass(frozen=True)
class Undone:
    """An amendment as if it were not written, in one way: what it is called, its clauses, and the rules."""

    key: str
    way: str
    clauses: tuple[str, ...]
    rules: Rules


def undone(checked: Checked, only: Collection[str] | None = None) -> Iterator[Undone]:
    """Every amendment that cites a clause and brings no declaration of its own, or those of these keys."""
    assert checked.rules is not None
    seen = set()
    for house in checked.house_rules:
        for amendment in house.amendments:
            clauses = _clauses(amendment)
            key = f"{amendment.kind}:{amendment.target}"
            if amendment.kind not in ("presuppose", "remove", "leave_out", "fix") or not clauses:
                continue
            if amendment.target.step is not None:
                key = f"leave out:{amendment.target.step} in {amendment.target.name}"
            if (key, clauses) in seen or (only is not None and key not in only):
                continue
            seen.add((key, clauses))
            for way, rules in _undone(checked, house.title, amendment):
                yield Undone(key, way, clauses, rules)


def _undone(checked: Checked, title: str, amendment: Amendment) -> Iterator[tuple[str, Rules]]:
    assert checked.rules is not None and checked.base is not None and checked.base.rules is not None
    target = amendment.target
    if amendment.kind == "presuppose":
        for way, rules in without(checked.rules, key_of(checked.rules, target.sort, target.name)):
            yield f"always `{way}`" if way else "", rules
        return
    found = taken_away(checked, amendment)
    if found.rules is None:
        raise NotNeutral(f"without the line about `{target}` what is left is no game")
    with_it = ", ".join(str(other.target) for other in found.together)
    yield f"with {with_it}" if with_it else "", found.rules


def key_of(rules: Rules, sort: str, name: str) -> str:
    """The key of a declaration, which house rules may call by another sort than the rules form has."""
    sort = {"test": "value"}.get(sort, sort)
    if sort == "rule" and any(limit.name == name for limit in rules.limits):
        sort = "limit"
    return f"{sort}:{name}"


def _clauses(amendment: Amendment) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause.text for clause in of_kind(walk(amendment.tree), Clause)))
