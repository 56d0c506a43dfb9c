"""Reading a state back from plain data. Nothing is believed: every name, number and length is checked."""

from __future__ import annotations

import re
from typing import Any

from regelwerk.program.answers import TAKES_EFFECT
from regelwerk.program.bounds import MAX_FRAMES, MAX_HISTORY, MAX_NUMBER, MAX_ROWS, MAX_SEED
from regelwerk.program.ending import Ending, endings, fault
from regelwerk.program.layout import Layout
from regelwerk.program.records import ALWAYS, DIGITS
from regelwerk.program.things import ZONE_PILE, ZONE_SET
from regelwerk.rules import statements as st

from .reader import Reader, quoted
from .reading_stack import read_stack
from .state import MODIFIER_ROW, RULE_ROW, State

_FIELDS = (
    "players", "options", "columns", "cells", "zones", "fixed", "known", "levels", "counts", "alive",
    "active", "lasting", "queue", "atomic", "answers", "leaving", "stack", "picks", "chance", "over",
)  # fmt: skip

_POSITION = re.compile(f"[0-9a-f]{{{DIGITS}}}")


def read_state(layout: Layout, data: object) -> State:
    """The state that `State.plain()` wrote. Raises MatchError saying where the data is wrong."""
    reader = Reader(layout)
    fields = reader.table(data, "state", (*_FIELDS, "records") if layout.records else _FIELDS)
    s = State(layout)
    if fields["players"] != layout.players or isinstance(fields["players"], bool):
        reader.wrong("players", f"expected {layout.players}")
    names = [option.name for option in layout.game.options]
    options = reader.table(fields["options"], "options", names)
    if any(type(options[name]) is not int for name in names) or list(options.values()) != layout.options:
        reader.wrong("options", "the match was begun with other options")
    _read_values(reader, s, fields)
    _read_zones(reader, s, fields)
    _read_spans(reader, s, fields)
    _read_chance(reader, s, fields)
    s.answers = [_answer(reader, row) for row in reader.rows(fields["answers"], "answers", 3)]
    s.picks = _picks(reader, fields["picks"])
    s.over = _ending(reader, fields["over"])
    read_stack(reader, s, fields["stack"])
    _check_places(reader, s)
    return s


def _read_values(r: Reader, s: State, fields: dict[str, Any]) -> None:
    layout, tables = r.layout, r.tables
    columns = r.table(fields["columns"], "columns", [f"{c.type}.{c.name}" for c in tables.columns])
    for number, (column, (name, data)) in enumerate(zip(tables.columns, columns.items(), strict=True)):
        where = f"columns.{name}"
        values = r.items(data, where, column.count * column.members)
        s.columns[number] = r.stored(values, where, column.kind)
    cells = r.table(fields["cells"], "cells", list(layout.cells))
    for name, cell in layout.cells.items():
        where = f"cells.{name}"
        if cell.members:
            values = r.items(cells[name], where, cell.members)
            s.cells[cell.number] = r.stored(values, where, cell.kind)
        else:
            s.cells[cell.number] = r.value(cells[name], where, cell.kind, True)


def _read_zones(r: Reader, s: State, fields: dict[str, Any]) -> None:
    tables = r.tables
    things = len(tables.row_of)
    zones = r.table(fields["zones"], "zones", list(tables.zones))
    piles = [zone.name for zone in tables.zones.values() if zone.order == ZONE_PILE]
    fixed = r.table(fields["fixed"], "fixed", piles)
    s.at = [-1] * things
    for name, info in tables.zones.items():
        owners = r.items(zones[name], f"zones.{name}", info.count)
        tops = r.items(fixed[name], f"fixed.{name}", info.count) if name in fixed else [0] * info.count
        kind = tables.types.get(info.type)
        for n, data in enumerate(owners):
            where, zone = f"zones.{name}[{n}]", info.first + n
            content = [r.number(thing, where, 0, things - 1) for thing in r.items(data, where)]
            for thing in content:
                if s.at[thing] >= 0:
                    r.wrong(where, f"thing {thing} lies in two zones")
                if kind is not None and not kind.first <= thing < kind.last:
                    r.wrong(where, f"thing {thing} is not of the type `{info.type}`")
                s.at[thing] = zone
            s.fixed[zone] = r.number(tops[n], f"fixed.{name}[{n}]", 0, len(content))
            rest = content[: len(content) - s.fixed[zone]]
            if info.order in (ZONE_SET, ZONE_PILE) and rest != sorted(rest):
                r.wrong(where, "things without order stand in the order of their numbers")
            s.zones[zone] = content
    known = r.items(fields["known"], "known", things)
    s.known = [r.number(bits, f"known[{n}]", 0, (1 << s.players) - 1) for n, bits in enumerate(known)]


def _check_places(r: Reader, s: State) -> None:
    """What once lies in a zone lies in one always, and is known to whom the zone is open; passing things are
    nowhere and as they begin unless they are there."""
    start, tables = s.layout.start, r.tables
    alive = {row[0] for row in s.alive}
    for thing, zone in enumerate(s.at):
        passing = tables.is_passing[thing]
        if zone < 0 <= start.at[thing] and not passing:
            r.wrong("zones", f"thing {thing} lies nowhere")
        if zone >= 0 and passing and thing not in alive:
            r.wrong("zones", f"thing {thing} lies somewhere, but is not there")
        must = tables.zone_seen_by[zone] if zone >= 0 else 0 if passing else start.known[thing]
        if must & ~s.known[thing]:
            r.wrong(f"known[{thing}]", "not known to every seat that sees it lie there")
    for things in tables.passing.values():
        for number, column in enumerate(tables.columns):
            if column.type == "seat":
                continue
            for thing in range(
                max(things.start, column.first), min(things.stop, column.first + column.count)
            ):
                low = (thing - column.first) * column.members
                part = slice(low, low + column.members)
                if thing not in alive and s.columns[number][part] != start.columns[number][part]:
                    r.wrong(f"columns.{column.type}.{column.name}[{low}]", "belongs to what is not there")


def _read_spans(r: Reader, s: State, fields: dict[str, Any]) -> None:
    layout = r.layout
    levels = r.table(fields["levels"], "levels", list(r.spans))
    s.levels = [r.number(levels[name], f"levels.{name}", 0, MAX_FRAMES) for name in r.spans]
    counts = r.items(fields["counts"], "counts", len(layout.queries))
    for number, (query, data) in enumerate(zip(layout.queries, counts, strict=True)):
        where = f"counts[{number}]"
        event, span, names, rows = r.items(data, where, 4)
        info = layout.events[query.event]
        if [event, span, names] != [
            info.name,
            layout.events[layout.spans[query.span]].name,
            list(query.names),
        ]:
            r.wrong(where, "not the count that is kept here")
        kinds = [kind for name, kind in info.parameters if name in query.names]
        for row in r.rows(rows, where, 2, 2):
            values = r.arguments(row[0], where, kinds)
            key = tuple(tuple(value) if isinstance(value, list) else value for value in values)
            s.counts[number][key] = r.number(row[1], where, 1, MAX_NUMBER)
        if rows and s.levels[query.span] == 0:
            r.wrong(where, f"nothing is counted while no `{span}` is running")
    for row in r.rows(fields["alive"], "alive", 3, 3):
        thing = r.number(row[0], "alive", 0, len(layout.tables.row_of) - 1)
        if not layout.tables.is_passing[thing] or any(other[0] >= thing for other in s.alive):
            r.wrong("alive", "passing things stand here in ascending order")
        if row[1] != layout.lifetimes[layout.tables.type_of[thing]]:
            r.wrong("alive", f"thing {thing} passes away with something else than {quoted(row[1])}")
        s.alive.append([thing, *r.span(row[1], row[2], "alive", s.levels)])
    _read_records(r, s, fields.get("records"))
    s.active = [_active(r, row) for row in r.items(fields["active"], "active")]
    s.lasting = [_lasting(r, row, s) for row in r.rows(fields["lasting"], "lasting", 5)]
    for row in r.rows(fields["queue"], "queue", 4, 4):
        number = r.name(row[0], "queue", layout.event_number)
        kinds = [kind for _, kind in layout.events[number].parameters]
        args = r.arguments(row[3], "queue", kinds)
        if layout.events[number].action >= 0 and args[0] < 0:
            r.wrong("queue", "nobody declares what is put off")
        s.queue.append([number, *r.span(row[1], row[2], "queue", s.levels), *args])
    for row in r.items(fields["atomic"], "atomic"):
        numbers = [r.name(name, "atomic", layout.action_number) for name in r.items(row, "atomic")]
        s.atomic.append(tuple(numbers))
    for row in r.rows(fields["leaving"], "leaving", 2, 2):
        entry = list(r.span(row[0], row[1], "leaving", s.levels))
        if entry in s.leaving:
            r.wrong("leaving", "the same stands there already")
        s.leaving.append(entry)
    for field in ("lasting", "queue"):
        if len(getattr(s, field)) > MAX_ROWS:
            r.wrong(field, f"expected at most {MAX_ROWS} rows")


def _read_records(r: Reader, s: State, data: object) -> None:
    """Positions that were recorded: a table for each span, with positions in order."""
    layout = r.layout
    tables = r.items(data, "records", len(layout.records)) if layout.records else []
    for number, (span, table) in enumerate(zip(layout.records, tables, strict=True)):
        where = f"records[{number}]"
        name, rows = r.items(table, where, 2)
        if name != (None if span == ALWAYS else layout.events[layout.spans[span]].name):
            r.wrong(where, "not what is counted here")
        for text, count in (r.items(row, where, 2) for row in r.items(rows, where)):
            if not isinstance(text, str) or not _POSITION.fullmatch(text):
                r.wrong(where, f"expected {DIGITS} hexadecimal digits")
            s.records[number][int(text, 16)] = r.number(count, where, 1, MAX_NUMBER)
        if len(rows) != len(s.records[number]) or len(rows) > MAX_HISTORY:
            r.wrong(where, f"expected at most {MAX_HISTORY} positions, none of them twice")
        if rows and span != ALWAYS and s.levels[span] == 0:
            r.wrong(where, f"nothing is counted while no `{name}` is running")


def _active(r: Reader, row: Any) -> int | tuple[int, int]:
    name, *element = row if isinstance(row, list) and len(row) == 2 else [row]
    number = r.name(name, "active", r.layout.rule_number)
    rule = r.layout.rules[number]
    if rule.kind != "instead" or (rule.over is not None) != bool(element):
        r.wrong("active", "only `instead` rules stand here, with what they count for")
    if rule.over is None:
        return number
    body = r.layout.body(f"rule:{rule.name}")
    kind = dict(body.parameters)[rule.over.binder]
    value: int = r.value(element[0], "active", kind)
    return number, value


def _lasting(r: Reader, row: list[Any], s: State) -> list[Any]:
    kind, name, span, level, captured = r.items(row, "lasting", 5)
    if kind == "rule":
        number = r.name(name, "lasting", r.layout.rule_number)
        declared = r.layout.rules[number].captured
    elif kind == "modifier":
        number = r.name(name, "lasting", r.layout.modifier_number)
        declared = r.layout.modifiers[number].captured
    else:
        r.wrong("lasting", "expected `rule` or `modifier`")
    if declared is None:
        r.wrong("lasting", f"`{name}` is always in force")
    values = r.arguments(captured, "lasting", [parameter.type for parameter in declared])
    code = RULE_ROW if kind == "rule" else MODIFIER_ROW
    return [code, number, *r.span(span, level, "lasting", s.levels), *values]


def _read_chance(r: Reader, s: State, fields: dict[str, Any]) -> None:
    chance = r.table(fields["chance"], "chance", ("seed", "streams"))
    s.seed = r.number(chance["seed"], "chance.seed", -MAX_SEED, MAX_SEED)
    streams = chance["streams"]
    if not isinstance(streams, dict):
        r.wrong("chance.streams", "expected a table")
    if streams:
        known = _streams(r.layout)
        for name, count in streams.items():
            if name not in known:
                r.wrong("chance.streams", f"{quoted(name)} is no source of chance")
            s.streams[name] = r.number(count, f"chance.streams.{name}", 1, MAX_NUMBER)


def _streams(layout: Layout) -> set[str]:
    """Every source of chance: dice for each seat and for nobody, zones, and places that pick at random."""
    return {
        *(f"die:{die}:{seat}" for die in layout.dice for seat in range(layout.players + 1)),
        *(f"zone:{number}" for number in range(len(layout.tables.zone_decl))),
        *(
            f"pick:{body.name}:{place.number}"
            for body in layout.bodies
            for place in body.places
            if isinstance(place.statement, st.PickRandom)
        ),
    }


def _answer(r: Reader, row: list[Any]) -> list[int]:
    number = r.name(row[0], "answers", r.layout.action_number)
    info = r.layout.events[r.layout.event_number[r.layout.actions[number].name]]
    parts = len(r.layout.actions[number].parts)
    kinds = [kind for _, kind in info.parameters[: parts + 1]]
    status = r.number(row[1], "answers", 0, TAKES_EFFECT)
    by = r.number(row[2], "answers", 0, r.layout.players - 1)
    return [number, status, by, *r.arguments(row[3:], "answers", kinds[1:])]


def _picks(r: Reader, data: object) -> list[list[int]]:
    rows = r.rows(data, "picks", 2)
    if len(rows) > 1:
        r.wrong("picks", "expected what one seat has picked")
    return [
        [
            r.number(row[0], "picks", 0, r.layout.players - 1),
            *(r.number(v, "picks", -MAX_NUMBER, MAX_NUMBER) for v in row[1:]),
        ]
        for row in rows
    ]


def _ending(r: Reader, data: object) -> Ending | None:
    if data is None:
        return None
    fields = r.table(data, "over", ("name", "winners", "scores"))
    ending = Ending(
        r.text(fields["name"], "over.name"),
        *(
            tuple(
                r.number(n, f"over.{field}", -MAX_SEED, MAX_SEED)
                for n in r.items(fields[field], f"over.{field}")
            )
            for field in ("winners", "scores")
        ),
    )
    wrong = fault(ending, endings(r.layout.game), r.layout.players)
    if wrong is not None:
        r.wrong(f"over.{wrong[0]}", wrong[1])
    return ending
