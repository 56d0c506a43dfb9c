"""Table rows: from plain data to values of the declared attributes, checked by cerberus."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from regelwerk.meaning import problems
from regelwerk.meaning.asking import Asked
from regelwerk.meaning.collect import Collection, RowSource
from regelwerk.meaning.kept import Kept
from regelwerk.meaning.names import Names
from regelwerk.rules.declarations import RowDecl, ValueType
from regelwerk.source.diagnostics import Diagnostic, Edit
from regelwerk.source.wording import Problem

if TYPE_CHECKING:
    from cerberus import Validator

ROW_KEYS = ("copies", "starts_in", "provenance", "source")
"""What rows of every type may say."""

SEAT_VALUE = r"seat ([0-9]+)"
"""How a table names a seat."""


def attribute_schema(names: Names, type_name: str, rows_of: Callable[[str], list[str]]) -> dict[str, Any]:
    """Return the cerberus schema of a type's attributes, generated from its declaration.

    `rows_of` gives the rows of a type that stand for one thing.
    """
    schema: dict[str, Any] = {}
    for name, (_, kind) in names.attributes_of(type_name).items():
        for key in [name] if kind.per is None else [f"{name}.{cell}" for cell in names.cells(kind)]:
            schema[key] = _rule(names, kind, rows_of)
    return schema


def _rule(names: Names, kind: ValueType, rows_of: Callable[[str], list[str]]) -> dict[str, Any]:
    if kind.kind == "number":
        rule: dict[str, Any] = {"type": "integer", "min": kind.low, "max": kind.high}
    elif kind.kind == "flag":
        rule = {"type": "boolean"}
    elif kind.kind == "enum":
        rule = {"type": "string", "allowed": list(names.enums[kind.name or ""])}
    elif kind.kind == "thing":
        rule = {"type": "string", "allowed": rows_of(kind.name or "")}
    elif kind.kind == "seat":
        rule = {"type": "string", "allowed": [f"seat {number + 1}" for number in range(names.fewest)]}
    else:
        # The kind was reported where the attribute is declared.
        return {}
    if kind.optional:
        rule["nullable"] = True
    return rule


def check_rows(
    found: Collection, defaults: dict[tuple[str, str], bool], kept: Kept
) -> tuple[list[RowDecl], list[Diagnostic]]:
    """Validate all rows against their types; `defaults` says which attributes have a default.

    Rows that were in order, and are the same, are not looked at again, neither all together nor each.
    """
    names = found.names
    wrong: list[Diagnostic] = []
    rows: list[RowDecl] = []
    lines: dict[str, tuple[dict[str, Any], object]] = {}
    to_judge: list[RowSource] = []

    @cache
    def rows_of(type_name: str) -> list[str]:
        return [row for row in names.rows_below(type_name) if names.rows[row][1] == 1]

    @cache
    def validator(type_name: str) -> Validator:
        from cerberus import Validator

        return Validator(lines[type_name][0], allow_unknown=False)

    for row in found.rows:
        if names.sort(row.type) != "type":
            near = names.near(row.type, names.named("type"))
            problem = problems.row_of_unknown_type(row.name, row.type, names.sort(row.type) or "")
            wrong.append(problem.at(row.span, near=near))
            continue
        names.use(row.type)
        if row.type not in lines:
            attributes = names.attributes_of(row.type)
            with_default = [key for key, (owner, _) in attributes.items() if defaults.get((owner, key))]
            schema = attribute_schema(names, row.type, rows_of)
            lines[row.type] = schema, (schema, with_default)
        schema = lines[row.type][0]
        start = row.values.get("from_place")
        if isinstance(start, str) and row.values.get("to_place") == start and _is_link(names, row.type):
            place = row.spans.get("to_place", row.span)
            wrong.append(problems.wrong_value("loop", row.name, start).at(place))
        to_judge.append(row)
        for value in row.values.values():
            if isinstance(value, str):
                names.use(value)
        good = {
            key: _value(value)
            for key, value in row.values.items()
            if key in schema and isinstance(value, int | str | None)
        }
        rows.append(RowDecl(row.name, row.type, good, row.copies, row.starts_in))
        if row.starts_in is not None and (
            names.sort(row.starts_in) != "zone" or names.signatures[row.starts_in].parameters
        ):
            near = names.near(row.starts_in, names.named("zone"))
            place = row.spans.get("starts_in", row.span)
            fix = Edit.to_nearest(row.spans.get("starts_in"), near)
            wrong.append(problems.not_a_zone("row", row.starts_in).at(place, near=near, fix=fix))

    def judge_each(_: Asked) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        for row in to_judge:
            judge = partial(_check, names, row, partial(validator, row.type), defaults)
            found += kept.judged(f"row {row.name}", (row.values, lines[row.type][1]), judge)
        return found

    everything = [[(row.type, row.name, row.values) for row in to_judge], list(lines.items())]
    return rows, wrong + kept.judged("rows", (everything,), judge_each)


def _is_link(names: Names, type_name: str) -> bool:
    """Say whether rows of a type link places of a map."""
    return any(names.below(type_name, link) for _, link in names.graphs.values())


def _check(
    names: Names,
    row: RowSource,
    made: Callable[[], Validator],
    defaults: dict[tuple[str, str], bool],
    asked: Asked,
) -> list[Diagnostic]:
    """What is wrong with a row. All that it asks of others is in the schema: nothing is `asked`."""
    found: list[Diagnostic] = []
    validator = made()
    schema = validator.schema

    validator.validate(dict(row.values), normalize=False)
    for key in validator.errors:
        if key not in schema:
            near = names.near(key, [*schema, *ROW_KEYS])
            problem = problems.unknown_attribute_in_row(row.type, key)
            found.append(problem.at(row.spans.get(key, row.span), near=near))
            continue
        kind = names.attributes_of(row.type)[key.split(".")[0]][1]
        value = row.values[key]
        if kind.kind == "seat" and (missing := seat_missing(names, value)) is not None:
            found.append(missing.at(row.spans.get(key, row.span)))
            continue
        near = names.near(str(value), schema[key].get("allowed", ()))
        problem = problems.wrong_value("value", key, _shown(value), kind)
        fix = Edit.to_nearest(row.spans.get(key), near)
        found.append(problem.at(row.spans.get(key, row.span), near=near, fix=fix))
    # A value that is missing was probably given under the wrong name.
    guessed = any(key not in schema for key in validator.errors)
    for key, (owner, kind) in names.attributes_of(row.type).items():
        if (
            not guessed
            and key not in row.values
            and not kind.optional
            and kind.per is None
            and not defaults.get((owner, key))
        ):
            found.append(problems.value_missing("row", row.name, key, kind).at(row.span))
    return found


def seat_missing(names: Names, value: object) -> Problem | None:
    """Return what is wrong with a seat that a cell begins with: it must be there in every match."""
    written = re.fullmatch(SEAT_VALUE, value) if isinstance(value, str) else None
    if written is None:
        return None
    seat = int(written[1])
    if not 1 <= seat <= names.seats:
        return problems.impossible_players("seat", seat=seat, high=names.seats)
    return problems.impossible_players("cell", seat=seat, low=names.fewest) if seat > names.fewest else None


def _value(value: Any) -> Any:
    """A seat becomes its number from 0; everything else stands as it is written."""
    return int(value[5:]) - 1 if isinstance(value, str) and re.fullmatch(SEAT_VALUE, value) else value


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value is None else str(value)
