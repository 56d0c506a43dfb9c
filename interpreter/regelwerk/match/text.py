"""Options, things and zones as canonical text, from the names of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.program.answers import TAKES_EFFECT
from regelwerk.program.ending import Decision, Option
from regelwerk.program.errors import body_text
from regelwerk.program.layout import Layout
from regelwerk.program.points import Body
from regelwerk.program.things import index_of
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.expressions import Set

from .alike import Eyes, alike_key, eyes_of
from .options import DONE, PASS
from .state import State

NONE = "none"


def thing_text(layout: Layout, thing: int, number: bool = False) -> str:
    """A thing by its row, with the number of the copy if `number`; a grid's thing by column and row."""
    tables = layout.tables
    if thing < 0:
        return NONE
    if tables.grid_of[thing] >= 0:
        grid = tables.grids[tables.grid_of[thing]]
        row, column = divmod(thing - grid.first, grid.width)
        return f"{grid.name}({column + 1}, {row + 1})"
    if tables.is_passing[thing]:
        return f"{tables.type_of[thing]}#{tables.copy_of[thing]}"
    name = tables.row_names[tables.row_of[thing]]
    return f"{name}#{tables.copy_of[thing]}" if number else name


def passing_text(s: State, thing: int) -> str:
    """A passing thing by its type, and the attribute it is named by."""
    type_name = s.layout.tables.type_of[thing]
    named = named_value(s, thing)
    return type_name if named is None else f"{type_name}({named})"


def named_value(s: State, thing: int) -> str | None:
    """The value of the attribute that a thing is named by, if it is named by one."""
    info = s.layout.tables.named_by.get(s.layout.tables.type_of[thing])
    if info is None:
        return None
    values = info.values if info.column < 0 else s.columns[info.column]
    return element_text(s, info.kind, values[(thing - info.first) * info.members])


def zone_text(layout: Layout, zone: int) -> str:
    """A zone by its name, and its owner if it has one."""
    if zone < 0:
        return NONE
    info, owner = layout.tables.zone_decl[zone], layout.tables.zone_owner[zone]
    if info.owner is None:
        return info.name
    return f"{info.name} of {seat_text(owner) if info.owner == 'seat' else thing_text(layout, owner)}"


def seat_text(seat: int) -> str:
    """A seat, counted from 1."""
    return f"seat {seat + 1}" if seat >= 0 else NONE


def element_text(
    s: State, kind: ValueType, value: int, offered: Sequence[int] = (), eyes: Eyes | None = None
) -> str:
    """An element of a kind; with eyes, `offered` are the elements it must be told apart from with them."""
    if kind.kind == "thing":
        row = s.layout.tables.row_of[value] if value >= 0 else -1
        if value >= 0 and s.layout.tables.is_passing[value]:
            own_name = passing_text(s, value)
            twins = sum(1 for other in offered if passing_text(s, other) == own_name)
            return own_name if twins < 2 else f"{own_name}#{s.layout.tables.copy_of[value]}"
        if row < 0 or eyes is None:
            return thing_text(s.layout, value)
        own = alike_key(s, value, eyes)
        others = [t for t in offered if t != value and t >= 0 and s.layout.tables.row_of[t] == row]
        named = named_value(s, value) if s.known[value] >> eyes.seat & 1 else None
        if named is not None:
            others = [t for t in others if named_value(s, t) == named]
        if any(alike_key(s, other, eyes) != own for other in others):
            return thing_text(s.layout, value, True)
        return thing_text(s.layout, value) + (f"({named})" if named is not None else "")
    return answer_text(s, value) if kind.kind == "answer" else value_text(s.layout, kind, value)


def answer_text(s: State, answer: int) -> str:
    """A declared answer by its action, with its number among those of the action where there are several."""
    if not 0 <= answer < len(s.answers):
        return NONE
    action = s.answers[answer][0]
    alike = [n for n, row in enumerate(s.answers) if row[0] == action and row[1] != TAKES_EFFECT]
    name = s.layout.actions[action].name
    return f"{name}#{alike.index(answer) + 1}" if len(alike) > 1 and answer in alike else name


def value_text(layout: Layout, kind: ValueType, value: int) -> str:
    """A value of a kind."""
    if kind.kind == "thing":
        return thing_text(layout, value, True)
    if kind.kind == "seat":
        return seat_text(value)
    if value < 0 and kind.kind != "number":
        return NONE
    if kind.kind == "enum":
        return layout.tables.enums[kind.name or ""][value]
    if kind.kind == "flag":
        return "yes" if value else "no"
    return str(value)


def index_texts(layout: Layout, kind: ValueType) -> list[str]:
    """What cells of a kind are indexed by, in order."""
    index, by = index_of(layout.tables, kind), layout.types.declared.index(kind)
    if by is None:
        return []
    if by.kind == "thing":
        return [thing_text(layout, thing) for thing in index]
    return [value_text(layout, by, number) for number in index]


def _may_decline(body: Body, decision: Decision) -> bool:
    statement = body.places[decision.place].statement if decision.place >= 0 else None
    return isinstance(statement, st.Choose) and statement.amount == "maybe"


def option_kinds(layout: Layout, decision: Decision, option: Option) -> list[ValueType]:
    """The kinds of the elements an option names: one, the parts of an action, or what is laid down."""
    body = layout.body(decision.body)
    if option in (PASS, DONE) and (decision.kind not in ("choose", "secret") or _may_decline(body, decision)):
        return []
    if decision.kind == "window":
        action = layout.actions[option[0]]
        info = layout.events[layout.event_number[action.name]]
        return [kind for _, kind in info.parameters[1 : len(action.parts) + 1]]
    kinds = chosen_kinds(layout, decision)
    return kinds if decision.kind != "pay" else [kinds[option[0]]]


def chosen_kinds(layout: Layout, decision: Decision) -> list[ValueType]:
    """The kinds of what is chosen: one, in a payment one for each of its means; none of ways and actions."""
    if decision.place < 0:
        return []
    place = layout.body(decision.body).places[decision.place]
    statement = place.statement
    if isinstance(statement, st.Choose | st.SecretChoice):
        return [layout.types.noun(statement.over)]
    if isinstance(statement, st.Pay):
        means: list[Set | None] = [each.over for each in layout.payments[statement.payment].means]
        return [ValueType("number") if over is None else layout.types.noun(over) for over in means]
    return []


def option_text(s: State, decision: Decision, option: Option) -> str:
    """The canonical text of an option of a decision, as scenarios and saves of games write it."""
    layout = s.layout
    kinds = option_kinds(layout, decision, option)
    if option == DONE and decision.kind == "several":
        return "done"
    if option == PASS and decision.kind == "choose" and _may_decline(layout.body(decision.body), decision):
        return "decline"
    if option == PASS and decision.kind in ("window", "pay"):
        statement = None
        if decision.place >= 0:
            statement = layout.body(decision.body).places[decision.place].statement
        single = isinstance(statement, st.Pay) and statement.mode != "group"
        return "decline" if single else "pass"
    if decision.kind == "ask":
        statement = layout.body(decision.body).places[decision.place].statement
        assert isinstance(statement, st.Ask)
        return statement.ways[option[0]].name
    if decision.kind == "window":
        name = layout.actions[option[0]].name
        same = [other for other in decision.options if other[0] == option[0]]
        parts = [
            element_text(s, kind, option[n], [other[n] for other in same], eyes_of(s, decision, option[:n]))
            for n, kind in enumerate(kinds, start=1)
        ]
        return f"{name}({', '.join(parts)})" if parts else name
    if decision.kind == "pay":
        if kinds[0].kind == "number":
            return f"{option[1]} units"
        same = [other for other in decision.options if other[0] == option[0] and len(other) > 1]
        return element_text(s, kinds[0], option[1], [other[1] for other in same], eyes_of(s, decision))
    same = [other for other in decision.options if other not in (DONE, PASS)]
    return element_text(s, kinds[0], option[0], [other[0] for other in same], eyes_of(s, decision))


def chance_text(layout: Layout, stream: str) -> str:
    """A source of chance (see match.md), as an author knows it."""
    kind, _, rest = stream.partition(":")
    of, _, number = rest.rpartition(":")
    if kind == "zone":
        return f"`{zone_text(layout, int(rest))}`"
    if kind == "die":
        return f"the die `{of}`" if number == "0" else f"the die `{of}` of seat {number}"
    return f"the pick at random in {body_text(of)}"


def source_text(layout: Layout, source: str) -> str:
    """A source of chance, as results are dictated to it."""
    kind, _, of = source.partition(":")
    if kind == "zone":
        return f"`{zone_text(layout, int(of))}`"
    return f"the die `{of}`" if kind == "die" else f"picks of a `{of}`"


def results_text(layout: Layout, stream: str, results: Sequence[int]) -> list[str]:
    """What a source of chance can give, each once."""
    kind, _, rest = stream.partition(":")
    of, _, number = rest.rpartition(":")
    shown = ValueType("thing")
    if kind == "die":
        enum = layout.dice[of].enum
        shown = ValueType("number") if enum is None else ValueType("enum", enum)
    elif kind == "pick":
        place = layout.body(of).places[int(number)]
        assert isinstance(place.statement, st.PickRandom)
        shown = layout.types.noun(place.statement.over)
    if shown.kind == "thing":
        return list(dict.fromkeys(thing_text(layout, thing) for thing in results))
    return list(dict.fromkeys(value_text(layout, shown, value) for value in results))
