"""What is wrong with the rules as a whole, though every line is understood."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.meaning import linking
from regelwerk.meaning.collect import Collection
from regelwerk.meaning.context import Context
from regelwerk.meaning.understanding import Understanding
from regelwerk.rules.declarations import Rules
from regelwerk.source.diagnostics import Diagnostic

Lint = Callable[[Context, Collection, Understanding, Rules], list[Diagnostic]]


def _unused(ctx: Context, found: Collection, understood: Understanding, rules: Rules) -> list[Diagnostic]:
    return linking.unused(ctx, found)


LINTS: tuple[Lint, ...] = (_unused,)


def lint(ctx: Context, found: Collection, understood: Understanding, rules: Rules) -> list[Diagnostic]:
    """Run every lint."""
    return [problem for check in LINTS for problem in check(ctx, found, understood, rules)]
