"""The second pass over all declarations: each is understood by itself, what it became is put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from regelwerk.meaning.actions import Heads
from regelwerk.meaning.collect import Collection
from regelwerk.meaning.context import Context, Use
from regelwerk.meaning.understanding import Understanding
from regelwerk.rules import declarations as d
from regelwerk.rules import lists as ls
from regelwerk.rules import scenarios as sc
from regelwerk.tree.nodes import Clause


class Understood:
    """Everything understood so far, in the order in which it was looked at. `ctx` has the problems."""

    def __init__(self, ctx: Context, found: Collection) -> None:
        self.ctx = ctx
        self.found = found
        self.uses: dict[str, Use] = {}
        self.cites: dict[str, tuple[str, ...]] = {}
        self.cited: list[Clause] = []
        self.places: dict[str, str] = {}
        self.values: dict[str, d.ValueDecl] = {}
        self.events: dict[str, d.EventDecl] = {}
        self.actions: dict[str, d.ActionDecl] = {}
        self.heads: Heads = {}
        self.windows: list[d.WindowDecl] = []
        self.rules: list[d.RuleDecl] = []
        self.limits: list[d.LimitDecl] = []
        self.modifiers: list[d.ModifierDecl] = []
        self.payments: list[d.PaymentDecl] = []
        self.lists: list[ls.ListDecl] = []
        self.scenarios: list[sc.Scenario] = []
        self._modifiers_of: Counter[str] = Counter()

    def look(self, understand: Callable[[Understanding], None]) -> None:
        """Let a declaration be understood, and take what it became."""
        ctx = self.ctx
        one = Understanding(
            ctx.names, self.found, ctx.forms, ctx.findings.binders, self._modifiers_of.__getitem__
        )
        understand(one)
        self._take(one)

    def _take(self, one: Understanding) -> None:
        self.ctx.findings.take(one.findings)
        for key, use in one.uses.items():
            self.uses.setdefault(key, Use()).take(use)
        for key, clauses in one.cites.items():
            self.cites[key] = (*self.cites.get(key, ()), *clauses)
        self.cited += one.cited
        for key, place in one.places.items():
            self.places.setdefault(key, place)
        self.values |= one.values
        self.events |= one.events
        self.actions |= one.actions
        self.heads |= one.heads
        self.windows += one.windows
        self.rules += one.rules
        self.limits += one.limits
        self.modifiers += one.modifiers
        self._modifiers_of.update(modifier.of for modifier in one.modifiers)
        self.payments += one.payments
        self.lists += one.lists
        self.scenarios += one.scenarios
