"""Whether small changes make a game that can be laid out and played, and laying those out quickly.

A change inside the body of a declaration leaves every name and every kind as it was: then the rest of the
rules fits as before, and costs what it cost before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from regelwerk.meaning.effects import effects_of
from regelwerk.meaning.lint_orders import no_piles
from regelwerk.program import layout as layouts
from regelwerk.program.counting import Counting
from regelwerk.program.layout import Layout
from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import RowDecl, Rules
from regelwerk.rules.fitting import Fitting
from regelwerk.rules.forms import Unfit
from regelwerk.rules.types.declared import declared_in
from regelwerk.rules.validate import fit_row, validate

from .changed_in_place import BODIES
from .small_changes import BY, DROPPED, FROM, NEGATED, NUMBER, ORDER, UP_TO, Change

_OTHER_LINES = (FROM, ORDER)
"""What may draw from where chance decides: whether it can be supposed is another question."""
_AS_COSTLY = (DROPPED, NEGATED, NUMBER, BY, UP_TO)
"""Ways that leave every statement at its place."""
_KEPT = 16
"""So many layouts are remembered with what they cost."""


class Games:
    """What is known of a game before it is changed."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.nothing = replace(rules, **dict.fromkeys((*BODIES, "actions", "zones", "lists"), ()))
        self.declared = declared_in(rules)
        for _ in Fitting(rules, self.declared).check():
            pass  # what actions are declared with becomes known
        self.stacked = effects_of(rules).stacked
        self.costs: dict[tuple[Any, ...], Counting] = {}

    def is_game(self, change: Change) -> bool:
        """Whether what a change makes can be laid out and played."""
        if isinstance(change.new, ex.Number) and isinstance(change.old, ex.Number):
            return True
        made = change.made(self.rules)
        if change.table == "rows" and change.path[0] == "values":
            return self._is_row(next(row for row in made.rows if row.name == change.name))
        if change.way == ORDER and change.name in no_piles(made, self.stacked):
            return False  # `check` does not let it pass
        if not self._inside(change) or change.way in _OTHER_LINES:
            return validate(made) is None
        fitting = Fitting(made, self.declared)
        alone = tuple(each for each in getattr(made, change.table) if each.name == change.name)
        fitting.rules = replace(self.nothing, **{change.table: alone})
        try:
            for _ in fitting.check():
                pass
        except (Unfit, RecursionError):
            return False
        return True

    def _is_row(self, row: RowDecl) -> bool:
        try:
            fit_row(self.declared, row)
        except Unfit:
            return False
        return True

    def _inside(self, change: Change) -> bool:
        """Whether only what is evaluated or carried out becomes another, where it is looked at by itself."""
        if change.path[0] not in BODIES.get(change.table, ()):
            return False  # what an action is declared with tells kinds to others
        declared = next(each for each in getattr(self.rules, change.table) if each.name == change.name)
        return getattr(declared, "captured", None) is None and getattr(declared, "despite", None) is None

    @contextmanager
    def laid_out(self, change: Change) -> Iterator[None]:
        """Lay games out with what the game costs without a change, where it costs the same with it.

        More or fewer steps than a match may take are no question here.
        """
        same = self._inside(change) and change.way in _AS_COSTLY
        plain = layouts.make_counting
        with patch.object(layouts, "make_counting", self._known(plain) if same else plain):
            yield

    def _known(self, plain: Callable[[Layout], Counting]) -> Callable[[Layout], Counting]:
        def counting(layout: Layout) -> Counting:
            brought = ((name, *(each.id for each in lists)) for name, lists in layout.brought.items())
            key = (layout.players, *layout.options, *brought, *map(id, layout.game.rows))
            if key not in self.costs:
                if len(self.costs) >= _KEPT:
                    return plain(layout)
                self.costs[key] = plain(layout)
            return self.costs[key]

        return counting
