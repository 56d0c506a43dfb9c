"""What one declaration became: plain data that can be put together with what the others became, and kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

import msgspec

from regelwerk.meaning.context import Env
from regelwerk.meaning.effects import Effects
from regelwerk.meaning.suite import Written
from regelwerk.rules import declarations as d
from regelwerk.rules import lists as ls
from regelwerk.rules.expressions import Node
from regelwerk.rules.types.declared import Signature
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Clause

Head = tuple[Env, d.ActionDecl]
"""Of an action: the scope of its parts, and what it is declared with."""


class Made(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A part of the rules form, and what the others must know of it.

    `cites` and `places` are by the keys of the rules form, `lines` by those of bodies, with the number of
    each statement in it and where it stands. `writes` are attributes that it changes, with their types.
    `signed` says of names what they are called with and what they give, as far as that became known
    here; `in_force` are rules in force for a while, `used` the names that are used, `binders` is how many
    names were invented. `questions`, as labels name them, have the names that their labels may hold in
    braces; `effects` are what bodies, or a scenario, do by themselves. `heads` are what actions are
    declared with.
    """

    values: tuple[d.ValueDecl, ...] = ()
    events: tuple[d.EventDecl, ...] = ()
    actions: tuple[d.ActionDecl, ...] = ()
    windows: tuple[d.WindowDecl, ...] = ()
    rules: tuple[d.RuleDecl, ...] = ()
    limits: tuple[d.LimitDecl, ...] = ()
    modifiers: tuple[d.ModifierDecl, ...] = ()
    payments: tuple[d.PaymentDecl, ...] = ()
    lists: tuple[ls.ListDecl, ...] = ()
    scenarios: tuple[Written, ...] = ()
    cites: dict[str, tuple[str, ...]] = {}
    cited: tuple[Clause, ...] = ()
    places: dict[str, str] = {}
    lines: dict[str, dict[str, str]] = {}
    writes: tuple[tuple[str, str], ...] = ()
    signed: dict[str, Signature] = {}
    in_force: tuple[ts.Rule, ...] = ()
    used: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    binders: int = 0
    questions: dict[str, frozenset[str]] = {}
    effects: dict[str, Effects] = {}
    heads: dict[str, Head] = {}

    def declarations(self) -> tuple[tuple[Node, ...], ...]:
        """Return what it became, by sort."""
        return (
            self.values, self.events, self.actions, self.windows, self.rules, self.limits, self.modifiers,
            self.payments, self.lists, tuple(each.scenario for each in self.scenarios),
        )  # fmt: skip


_SORTS = (
    "values", "events", "actions", "windows", "rules", "limits", "modifiers", "payments", "lists",
    "scenarios",
)  # fmt: skip
_of_sorts = attrgetter(*_SORTS)


def put_together(made: Iterable[Made]) -> Made:
    """Return everything that declarations became, by sort, in order."""
    found: dict[str, list[Any]] = {sort: [] for sort in _SORTS}
    for each in made:
        for all_of_it, parts in zip(found.values(), _of_sorts(each), strict=True):
            if parts:
                all_of_it += parts
    return msgspec.structs.replace(Made(), **{sort: tuple(parts) for sort, parts in found.items()})


def of_scenarios(made: Sequence[Made], file: str) -> Made:
    """Return what the scenarios of a file became, as if they were one; they do what matters to cells."""
    cites: dict[str, tuple[str, ...]] = {}
    places: dict[str, str] = {}
    effects = [done for each in made for done in each.effects.values()]
    for each in made:
        cites |= each.cites
        places |= each.places
    return Made(
        scenarios=tuple(written for each in made for written in each.scenarios),
        cites=cites,
        cited=tuple(clause for each in made for clause in each.cited),
        places=places,
        writes=tuple(sorted({cell for each in made for cell in each.writes})),
        signed={name: signature for each in made for name, signature in each.signed.items()},
        in_force=tuple(rule for each in made for rule in each.in_force),
        used=tuple(sorted({name for each in made for name in each.used})),
        endings=tuple(sorted({name for each in made for name in each.endings})),
        binders=sum(each.binders for each in made),
        effects={
            f"scenarios:{file}": Effects(
                reads=frozenset(cell for done in effects for cell in done.reads),
                writes=frozenset(cell for done in effects for cell in done.writes),
            )
        },
    )
