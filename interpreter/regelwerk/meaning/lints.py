"""What is wrong with the rules as a whole, though every line is understood."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from regelwerk.meaning.lint_amounts import amounts_below_nothing
from regelwerk.meaning.lint_bodies import bodies
from regelwerk.meaning.lint_cycles import circular_values, endless_happenings, worsening_breaches
from regelwerk.meaning.lint_declared import never_declared
from regelwerk.meaning.lint_labels import labels
from regelwerk.meaning.lint_marks import marks_never_asked, marks_never_set
from regelwerk.meaning.lint_offers import offers_of_nothing
from regelwerk.meaning.lint_orders import idle_piles
from regelwerk.meaning.lint_ranges import cells_beyond
from regelwerk.meaning.lint_records import asked_never_recorded, records_never_read
from regelwerk.meaning.lint_rules import (
    doubled_rules,
    empty_replacements,
    idle_actions,
    without_their_thing,
)
from regelwerk.meaning.lint_secrets import open_secrets
from regelwerk.meaning.lint_sizes import sizes
from regelwerk.meaning.lint_spans import spans_not_running
from regelwerk.meaning.lint_states import public_cells
from regelwerk.meaning.lint_supposing import impossible_suppositions
from regelwerk.meaning.lint_told import secrets_told
from regelwerk.meaning.lint_unused import (
    dead_events,
    unopened_windows,
    unused,
    unused_attributes,
    useless_windows,
)
from regelwerk.meaning.whole import Whole
from regelwerk.source.diagnostics import Diagnostic

Lint = Callable[[Whole], list[Diagnostic]]

LINTS: tuple[Lint, ...] = (
    sizes,
    unused,
    unused_attributes,
    dead_events,
    useless_windows,
    unopened_windows,
    bodies,
    doubled_rules,
    offers_of_nothing,
    empty_replacements,
    without_their_thing,
    circular_values,
    impossible_suppositions,
    cells_beyond,
    amounts_below_nothing,
    records_never_read,
    asked_never_recorded,
    marks_never_set,
    marks_never_asked,
    idle_piles,
    labels,
)
BUT_AMOUNTS: tuple[Lint, ...] = (
    secrets_told,
    open_secrets,
    public_cells,
    spans_not_running,
    never_declared,
    idle_actions,
    endless_happenings,
    worsening_breaches,
)
"""Lints to which it is all one how much something is raised by: they judge anew where more than that is
otherwise."""


def lint(game: Whole) -> list[Diagnostic]:
    """Run every lint."""
    found = [problem for check in LINTS for problem in check(game)]
    return found + game.judged("but amounts", game.but_amounts, (), partial(_but_amounts, game))


def _but_amounts(game: Whole) -> list[Diagnostic]:
    return [problem for check in BUT_AMOUNTS for problem in check(game)]
