"""Reading a state back from plain data. Nothing is believed: every name, number and length is checked."""

from __future__ import annotations

from typing import Any, NoReturn

from regelwerk.program.answers import TAKES_EFFECT
from regelwerk.program.ending import Ending
from regelwerk.program.layout import Layout
from regelwerk.program.points import Body
from regelwerk.program.things import ZONE_PILE, ZONE_SET
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType

from .errors import MatchError
from .state import MODIFIER_ROW, RULE_ROW, Frame, State, Value

_FIELDS = (
    "players", "options", "columns", "cells", "zones", "fixed", "known", "levels", "counts", "alive",
    "active", "lasting", "queue", "atomic", "answers", "leaving", "stack", "picks", "chance", "over",
)  # fmt: skip
_HUGE = 1 << 128


def read_state(layout: Layout, data: object) -> State:
    """The state that `State.plain()` wrote. Raises MatchError saying where the data is wrong."""
    reader = _Reader(layout)
    fields = reader.table(data, "the state", _FIELDS)
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
    s.stack = [
        _frame(reader, frame, f"stack[{n}]") for n, frame in enumerate(reader.items(fields["stack"], "stack"))
    ]
    s.picks = _picks(reader, fields["picks"])
    s.over = _ending(reader, fields["over"])
    if (s.over is None) != bool(s.stack):
        reader.wrong("stack", "a match that is over runs nothing, any other waits for a decision")
    _check_stack(reader, s)
    _check_positions(reader, s)
    return s


class _Reader:
    """Checks pieces of the data; `where` names the piece in messages."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tables = layout.tables
        self.spans = {layout.events[number].name: n for n, number in enumerate(layout.spans)}

    def wrong(self, where: str, what: str) -> NoReturn:
        raise MatchError(f"the saved match is damaged at `{where}`: {what}")

    def table(self, data: object, where: str, names: Any) -> dict[str, Any]:
        if not isinstance(data, dict) or set(data) != set(names):
            self.wrong(
                where, "expected exactly the names " + (", ".join(f"`{n}`" for n in names) or "of nothing")
            )
        return {name: data[name] for name in names}

    def items(self, data: object, where: str, length: int | None = None) -> list[Any]:
        if not isinstance(data, list):
            self.wrong(where, "expected a list")
        if length is not None and len(data) != length:
            self.wrong(where, f"expected {length} elements, found {len(data)}")
        return data

    def rows(self, data: object, where: str, least: int, most: int | None = None) -> list[list[Any]]:
        result = self.items(data, where)
        for number, row in enumerate(result):
            length = len(self.items(row, f"{where}[{number}]"))
            if length < least or (most is not None and length > most):
                wanted = f"{least}" if most == least else f"at least {least}"
                self.wrong(f"{where}[{number}]", f"expected {wanted} elements")
        return result

    def number(self, data: object, where: str, low: int, high: int) -> int:
        if not isinstance(data, int) or isinstance(data, bool) or not low <= data <= high:
            self.wrong(where, f"expected a whole number from {low} to {high}")
        return data

    def name(self, data: object, where: str, names: dict[str, int]) -> int:
        if not isinstance(data, str) or data not in names:
            self.wrong(where, f"`{data}` is not known here")
        return names[data]

    def span(self, data: object, level: object, where: str, s: State) -> tuple[int, int]:
        span = self.name(data, where, self.spans)
        return span, self.number(level, where, 1, s.levels[span])

    def value(self, data: object, where: str, kind: ValueType, stored: bool = False) -> Any:
        """A value of a kind. Only a stored value must keep to the range and be present."""
        if kind.many:
            one = ValueType(kind.kind, kind.name, optional=True)
            return [self.value(item, where, one) for item in self.items(data, where)]
        absent = -1 if kind.optional or not stored or kind.kind in ("thing", "seat") else 0
        if kind.kind == "thing":
            info = self.tables.types.get(kind.name or "")
            high = len(self.tables.row_of) - 1
            value = self.number(data, where, absent, high)
            if stored and info is not None and value >= 0 and not info.first <= value < info.last:
                self.wrong(where, f"thing {value} is not of the type `{kind.name}`")
            return value
        if kind.kind == "seat":
            return self.number(data, where, absent, self.layout.players - 1)
        if kind.kind == "enum":
            return self.number(data, where, absent, len(self.tables.enums[kind.name or ""]) - 1)
        if kind.kind == "flag":
            return self.number(data, where, absent, 1)
        if kind.kind == "answer":
            return self.number(data, where, -1, 10_000)
        low, high_bound = -_HUGE, _HUGE
        if stored and kind.kind == "number":
            low = kind.low if kind.low is not None else low
            high_bound = kind.high if kind.high is not None else high_bound
            low = min(low, -1) if kind.optional else low
        return self.number(data, where, low, high_bound)

    def stored(self, values: list[Any], where: str, kind: ValueType) -> list[Any]:
        """Stored values of one kind. Most are alike; those that are not are judged, each once."""
        if not kind.many and {*map(type, values)} <= {int}:
            try:
                for value in {*values}:
                    self.value(value, where, kind, True)
                return list(values)
            except MatchError:
                pass  # below it is told which
        return [self.value(v, f"{where}[{n}]", kind, True) for n, v in enumerate(values)]

    def arguments(self, data: object, where: str, kinds: list[ValueType]) -> list[Any]:
        values = self.items(data, where, len(kinds))
        return [self.value(value, where, kind) for value, kind in zip(values, kinds, strict=True)]


def _read_values(r: _Reader, s: State, fields: dict[str, Any]) -> None:
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


def _read_zones(r: _Reader, s: State, fields: dict[str, Any]) -> None:
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


def _read_spans(r: _Reader, s: State, fields: dict[str, Any]) -> None:
    layout = r.layout
    levels = r.table(fields["levels"], "levels", list(r.spans))
    s.levels = [r.number(levels[name], f"levels.{name}", 0, 400) for name in r.spans]
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
            s.counts[number][key] = r.number(row[1], where, 1, _HUGE)
    for row in r.rows(fields["alive"], "alive", 3, 3):
        thing = r.number(row[0], "alive", 0, len(layout.tables.row_of) - 1)
        if not layout.tables.is_passing[thing] or any(other[0] >= thing for other in s.alive):
            r.wrong("alive", "passing things stand here in ascending order")
        s.alive.append([thing, *r.span(row[1], row[2], "alive", s)])
    s.active = [_active(r, row) for row in r.items(fields["active"], "active")]
    s.lasting = [_lasting(r, row, s) for row in r.rows(fields["lasting"], "lasting", 5)]
    for row in r.rows(fields["queue"], "queue", 4, 4):
        number = r.name(row[0], "queue", layout.event_number)
        kinds = [kind for _, kind in layout.events[number].parameters]
        s.queue.append([number, *r.span(row[1], row[2], "queue", s), *r.arguments(row[3], "queue", kinds)])
    for row in r.items(fields["atomic"], "atomic"):
        numbers = [r.name(name, "atomic", layout.action_number) for name in r.items(row, "atomic")]
        s.atomic.append(tuple(numbers))
    for row in r.rows(fields["leaving"], "leaving", 2, 2):
        s.leaving.append(list(r.span(row[0], row[1], "leaving", s)))


def _active(r: _Reader, row: Any) -> int | tuple[int, int]:
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


def _lasting(r: _Reader, row: list[Any], s: State) -> list[Any]:
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
    return [code, number, *r.span(span, level, "lasting", s), *values]


def _read_chance(r: _Reader, s: State, fields: dict[str, Any]) -> None:
    chance = r.table(fields["chance"], "chance", ("seed", "streams"))
    s.seed = r.number(chance["seed"], "chance.seed", -_HUGE, _HUGE)
    streams = chance["streams"]
    if not isinstance(streams, dict):
        r.wrong("chance.streams", "expected a table")
    for name, count in streams.items():
        if not _is_stream(r.layout, name):
            r.wrong("chance.streams", f"`{name}` is no source of chance")
        s.streams[name] = r.number(count, f"chance.streams.{name}", 1, _HUGE)


def _is_stream(layout: Layout, name: str) -> bool:
    kind, _, rest = name.partition(":")
    of, _, number = rest.rpartition(":")
    if kind == "zone":
        of, number = "", rest
    if not (number.isascii() and number.isdigit()):
        return False
    if kind == "die":
        return of in layout.dice and int(number) <= layout.players
    if kind == "pick":
        return of in layout.body_number
    return kind == "zone" and int(number) < len(layout.tables.zone_decl)


def _answer(r: _Reader, row: list[Any]) -> list[int]:
    number = r.name(row[0], "answers", r.layout.action_number)
    info = r.layout.events[r.layout.event_number[r.layout.actions[number].name]]
    parts = len(r.layout.actions[number].parts)
    kinds = [kind for _, kind in info.parameters[: parts + 1]]
    status = r.number(row[1], "answers", 0, TAKES_EFFECT)
    return [number, status, *r.arguments(row[2:], "answers", kinds)]


def _frame(r: _Reader, data: object, where: str) -> Frame:
    fields = r.table(data, where, ("body", "point", "values"))
    number = r.name(fields["body"], f"{where}.body", r.layout.body_number)
    body = r.layout.bodies[number]
    point = r.name(fields["point"], f"{where}.point", body.point_number)
    kinds = list(body.points[point].kinds)
    values = r.items(fields["values"], f"{where}.values", len(kinds))
    names = body.points[point].names
    read: list[Value] = [
        _laid(r, value, f"{where}.{name}") if kind.kind == "laid" else r.value(value, f"{where}.{name}", kind)
        for name, value, kind in zip(names, values, kinds, strict=True)
    ]
    return number, point, tuple(read)


def _laid(r: _Reader, data: object, where: str) -> list[int]:
    laid = r.items(data, where)
    if len(laid) % 3:
        r.wrong(where, "expected triples")
    highs = (r.layout.players - 1, 1000, max(len(r.tables.row_of) - 1, 10_000))
    return [r.number(value, where, 0, highs[n % 3]) for n, value in enumerate(laid)]


def _check_positions(r: _Reader, s: State) -> None:
    """The positions that frames keep must lie inside the lists they point into."""
    for number, (body, point, values) in enumerate(s.stack):
        env: dict[str, Any] = dict(zip(r.layout.bodies[body].points[point].names, values, strict=True))
        lengths = {"#row": len(s.lasting), "#resolving": len(s.answers), "#base": len(s.answers) + 1}
        for name, value in env.items():
            if isinstance(value, list) and name.startswith("#"):
                lengths[{"#order": "#turn", "#things": "#index"}.get(name, f"{name}i")] = len(value)
                if name.endswith("c") and len(value) != len(env[name[:-1]]):
                    r.wrong(f"stack[{number}].{name}", "expected a choice for each seat")
        for name, length in lengths.items():
            if name in env:
                r.number(
                    env[name], f"stack[{number}].{name}", 0 if name in ("#turn", "#base") else -1, length - 1
                )


def _picks(r: _Reader, data: object) -> list[list[int]]:
    rows = r.rows(data, "picks", 2)
    return [
        [
            r.number(row[0], "picks", 0, r.layout.players - 1),
            *(r.number(v, "picks", -1, _HUGE) for v in row[1:]),
        ]
        for row in rows
    ]


def _ending(r: _Reader, data: object) -> Ending | None:
    if data is None:
        return None
    fields = r.table(data, "over", ("name", "winners", "scores"))
    if not isinstance(fields["name"], str):
        r.wrong("over.name", "expected a name")
    winners = [
        r.number(w, "over.winners", 0, r.layout.players - 1)
        for w in r.items(fields["winners"], "over.winners")
    ]
    scores = r.items(fields["scores"], "over.scores", r.layout.players)
    return Ending(
        fields["name"], tuple(winners), tuple(r.number(n, "over.scores", -_HUGE, _HUGE) for n in scores)
    )


def _check_stack(r: _Reader, s: State) -> None:
    """Every frame must be one that the frame below it can have called, and the top one must wait."""
    for number, (below, above) in enumerate(zip(s.stack, s.stack[1:], strict=False)):
        if not _calls(r.layout, below, r.layout.bodies[above[0]], above[1]):
            r.wrong(f"stack[{number + 1}]", "nothing below it calls this body")
    if not s.stack:
        return
    body, point = r.layout.bodies[s.stack[-1][0]], s.stack[-1][1]
    if point < len(body.places):
        waits = isinstance(body.places[point].statement, st.Choose | st.Ask | st.SecretChoice | st.Pay)
    else:
        waits = body.points[point].name == "asks"
    if not waits:
        r.wrong("stack", "nobody decides at the last point")


def _calls(layout: Layout, below: Frame, above: Body, point: int) -> bool:
    body = layout.bodies[below[0]]
    cost = above.kind == "action" and point < above.cost_places
    if below[1] < len(body.places):
        statement = body.places[below[1]].statement
        match statement:
            case st.Happen(event=event):
                return above.subject == event and above.event >= 0 and not cost
            case st.CarryOut():
                return above.event >= 0 and not cost
            case st.Open(window=window):
                return above.name == f"window:{window}"
            case st.Pay(payment=payment):
                return above.kind == "payment" and above.subject == payment
        return False
    stage, _, name = body.points[below[1]].name.partition(":")
    if stage in ("before", "instead", "after"):
        return above.name == f"rule:{name}"
    if stage == "limit":
        return above.name == f"limit:{name}"
    if stage == "declares":
        return cost
    return above.event >= 0 and not cost and (stage == "within" or above.kind == "action")
