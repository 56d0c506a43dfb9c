"""Changes that lines of tables of texts ask for, beside the small ones: figures of tables, whole answers."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import Rules

from .small_changes import DROPPED, NO, NUMBER, YES, Change


def more_changes(rules: Rules) -> Iterator[Change]:
    """What lines say beside small changes: figures of tables, all of a number or of a text, no other time."""
    for row in rules.rows:
        for name, old in row.values.items():
            others = (not old,) if isinstance(old, bool) else (None,)
            for new in (old + 1, old - 1) if type(old) is int else others:
                yield Change("rows", row.name, name, NUMBER, ("values", name), old, new, None)
    for value in (each for each in rules.values if each.result.kind == "number"):
        more = ex.Arithmetic("+", value.body, ex.Number(1))
        yield Change("values", value.name, value.name, NUMBER, ("body",), value.body, more, None)
    for value in (each for each in rules.values if isinstance(each.body, ex.Told)):
        for row, told in value.body.rows.items() if value.result.kind == "flag" else ():
            for new in (each for each in (YES, NO) if each != told):
                key = f"{value.name}:{row}"
                yield Change("values", value.name, key, DROPPED, ("body", "rows", row), told, new, None)
    for action in rules.actions:
        for window in (each.name for each in rules.windows if each.name not in action.at):
            at = (*action.at, window)
            yield Change("actions", action.name, action.name, DROPPED, ("at",), action.at, at, None)
