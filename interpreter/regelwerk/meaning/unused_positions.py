"""Positions that no scenario uses: they are understood all the same, with anything for their parameters."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from regelwerk.meaning.collect import Collection, Place
from regelwerk.meaning.context import Context
from regelwerk.meaning.made_up import positions_of
from regelwerk.meaning.names import Names
from regelwerk.meaning.scenarios import USED_HERE, scenario
from regelwerk.meaning.signatures import parameters_of
from regelwerk.meaning.understood import Understood
from regelwerk.rules.declarations import ValueType
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.tree import expressions as tx
from regelwerk.tree import scenarios as tc
from regelwerk.tree.nodes import Name, Quoted, Whole

_OF_VALUES = ("M026", "M060")
"""What is wrong with a number as such: another may be meant."""


def wrong_in_unused(understood: Understood, found: Collection) -> list[Diagnostic]:
    """Return the errors in positions that no scenario uses; those that make up rows are left alone."""
    names, wrong = understood.ctx.names, []
    making_up = positions_of(found)
    for place in found.of(tc.Position):
        tree = place.tree
        name = tree.name.text
        entry = names.declared[name]
        use = None if entry.used or name in making_up else _use_of(understood.ctx, tree)
        if use is None:
            continue
        probe = Place(tc.Scenario(tree.at, Quoted(tree.at, f"position {name}"), (use,)))
        _, problems = understood.alone(partial(scenario, place=probe))
        entry.used = False  # by no scenario
        wrong += [
            replace(each, notes=tuple(note for note in each.notes if note.key != USED_HERE))
            for each in problems
            if each.severity == "error"
            and each.code not in _OF_VALUES
            and each.span is not None
            and each.span.line != tree.at.line
        ]
    return wrong


def _use_of(ctx: Context, tree: tc.Position) -> tc.InPosition | None:
    """Return a line that uses a position; None if there is nothing for one of its parameters."""
    given = [_anything(ctx.names, kind, tree) for _, kind in parameters_of(ctx, tree.parameters)]
    arguments = tuple(each for each in given if each is not None)
    return tc.InPosition(tree.at, tree.name, arguments) if len(arguments) == len(given) else None


def _anything(names: Names, kind: ValueType, tree: tc.Position) -> tx.Expression | None:
    """Return some value of a kind, as it is written."""
    at = tree.at
    if kind.many:
        return None
    match kind.kind:
        case "number":
            return tx.Number(at, 1)
        case "flag":
            return tx.Flag(at, True)
        case "seat":
            return tx.SeatNumber(at, Whole(at, 1))
        case "enum":
            return next((Name(at, member) for member in names.enums.get(kind.name or "", ())), None)
        case "thing":
            rows = names.rows_below(kind.name or "")
            return next((Name(at, row) for row in rows), None)
    return None
