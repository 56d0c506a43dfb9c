"""By which value of the game players judge how a match stands."""

from __future__ import annotations

from msgspec import structs

from regelwerk.meaning import problems
from regelwerk.rules import declarations as d
from regelwerk.rules.validate import tells_standing
from regelwerk.source.diagnostics import Diagnostic, Edit, near_names
from regelwerk.source.spans import Span


def with_standing(rules: d.Rules, named: tuple[str, Span] | None) -> tuple[d.Rules, list[Diagnostic]]:
    """The rules with the value that a manifest names; M140 if no value called so can be asked of a seat."""
    if named is None:
        return rules, []
    name, span = named
    known = tuple(value.name for value in rules.values if tells_standing(value))
    if name in known:
        return structs.replace(rules, standing=name), []
    near = near_names(name, known)
    problem = problems.standing_of_nothing(name, known)
    return rules, [problem.at(span, near=near, fix=Edit.to_nearest(span, near))]
