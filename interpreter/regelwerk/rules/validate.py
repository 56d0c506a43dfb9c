"""Whether rules that were read from JSON fit together: what the checker guarantees for rules from a text."""

from __future__ import annotations

from collections.abc import Iterator

from . import declarations as d
from .declarations import ValueType
from .fitting import Fitting
from .forms import Unfit, by_name, find, kind_is_there
from .lists import BroughtList
from .sizes import too_large
from .supposed import obstacles
from .types.declared import SEAT_TYPE, Declared, declared_in
from .types.kinds import SEAT, thing

MAIN = "main"
_SORTS = {
    "types": "type", "rows": "row", "zones": "zone", "states": "state", "dice": "die", "maps": "map",
    "graphs": "map", "options": "option", "values": "value", "events": "event", "actions": "action",
    "windows": "window", "rules": "rule", "limits": "limit", "payments": "payment", "lists": "list",
}  # fmt: skip
"""What has a name that nothing else may have."""


def validate(rules: d.Rules) -> str | None:
    """What is wrong, with the declaration it is in; None if the rules can be laid out and played.

    Names are all there, locals are in scope, calls have their arguments, values are of the kinds they
    must be, and there is not more than a match can hold.
    """
    where = ""
    try:
        _once(rules)
        declared = declared_in(rules)
        if declared.sort(MAIN) != "event" or declared.signatures[MAIN].parameters:
            raise Unfit(f"there is no event `{MAIN}` without parameters")
        if rules.players[0] > rules.players[1]:
            raise Unfit("the least number of players is above the greatest")
        for key in _declared(rules, declared):
            where = key
        where = ""
        for key in Fitting(rules, declared).check():
            where = key
        where = ""
        if rules.standing is not None:
            told = next((value for value in rules.values if value.name == rules.standing), None)
            if told is None or not tells_standing(told):
                raise Unfit(f"`{rules.standing}` is no value that tells for a seat how a match stands")
        for obstacle in obstacles(rules, rules):
            raise Unfit(f"`{obstacle.node.event}` cannot be supposed")
    except Unfit as unfit:
        return f"{unfit} (in `{where}`)" if where else str(unfit)
    except RecursionError:
        return f"values lie inside each other without end (in `{where}`)"
    excess = too_large(rules)
    return None if excess is None else str(excess)


def tells_standing(value: d.ValueDecl) -> bool:
    """Whether a value is a number that is asked of a seat alone."""
    asked = [parameter.type for parameter in value.parameters]
    number = value.result.kind == "number" and not (value.result.many or value.result.optional)
    return number and [(kind.kind, kind.many) for kind in asked] == [("seat", False)]


def _once(rules: d.Rules) -> None:
    """Raise Unfit for a name that stands twice."""
    taken: dict[str, str] = {}
    for table, sort in _SORTS.items():
        for name in by_name(getattr(rules, table), sort):
            if name in taken:
                raise Unfit(f"`{name}` is declared twice, as {taken[name]} and as {sort}")
            taken[name] = sort
    by_name(rules.modifiers, "modifier")
    for name, enum in by_name(rules.enums, "enum").items():
        if len(set(enum.members)) != len(enum.members) or not enum.members:
            raise Unfit(f"the enum `{name}` has no members, or one twice")
        if taken.get(name) == "type":
            raise Unfit(f"`{name}` is declared twice, as type and as enum")
    called: tuple[d.EventDecl | d.ValueDecl | d.WindowDecl, ...] = (
        *rules.events, *rules.values, *rules.windows,
    )  # fmt: skip
    for each in called:
        by_name(each.parameters, f"parameter of `{each.name}`")
    for declared in rules.types:
        by_name(declared.attributes, f"attribute of `{declared.name}`")


def _declared(rules: d.Rules, names: Declared) -> Iterator[str]:
    """Look at what is no body; before each declaration its name is given."""
    for declared in rules.types:
        yield f"type {declared.name}"
        _type(names, declared)
    for row in rules.rows:
        yield f"row {row.name}"
        fit_row(names, row)
    for zone in rules.zones:
        yield f"zone {zone.name}"
        find(names, zone.type, "type")
        if zone.owner is not None and zone.owner != SEAT_TYPE:
            find(names, zone.owner, "type")
    for state in rules.states:
        yield f"state {state.name}"
        kind_is_there(names, state.type)
        _value(names, state.type, state.default)
        _mark(names, state, None)
    for die in rules.dice:
        yield f"die {die.name}"
        members = names.enums.get(die.enum or "", ())
        for face in die.faces:
            if isinstance(face, d.FaceRange):
                if die.enum is not None or not face.low <= face.high:
                    raise Unfit("a range of faces is upside down, or beside words")
            elif die.enum is None and not isinstance(face, int):
                raise Unfit(f"the face `{face}` is no number, and the die names no enum")
            elif die.enum is not None and face not in members:
                raise Unfit(f"the face `{face}` is no member of `{die.enum}`")
        if die.face_count > d.MOST_FACES:
            raise Unfit(f"a die has at most {d.MOST_FACES} faces")
        if not die.faces:
            raise Unfit("a die has no faces")
    for grid in rules.maps:
        yield f"map {grid.name}"
        find(names, grid.type, "type")
        for size in (grid.width, grid.height):
            if isinstance(size, str):
                find(names, size, "option")
                kind = names.result(size)
                if kind.kind != "number" or not 1 <= (kind.low or 0) <= (kind.high or 0) <= d.LARGEST_GRID:
                    raise Unfit(f"`{size}` is no number of rows and columns")
    for graph in rules.graphs:
        yield f"map {graph.name}"
        find(names, graph.type, "type")
        find(names, graph.link, "type")
        for end in ("from_place", "to_place"):
            if names.attribute(graph.link, end) is None:
                raise Unfit(f"the links of `{graph.name}` have no attribute `{end}`")
    for declared_list in rules.lists:
        yield f"list {declared_list.name}"
        for part in by_name(declared_list.parts, "part").values():
            find(names, part.type, "type")
            find(names, part.zone, "zone")
            place = names.signatures[part.zone]
            held = "" if place.result is None else place.result.name
            if [kind for _, kind in place.parameters] != [SEAT] or not names.below(part.type, held):
                raise Unfit(f"`{part.name}` cannot be brought to `{part.zone}`")
    for brought in by_id(rules.brought).values():
        yield f"written list {brought.id}"
        find(names, brought.list, "list")
        types = dict(names.signatures[brought.list].parameters)
        for part_name, rows in brought.parts.items():
            if part_name not in types:
                raise Unfit(f"there is no part `{part_name}`")
            for row_name in rows:
                find(names, row_name, "row")
                if not names.below(names.rows[row_name][0], types[part_name].name):
                    raise Unfit(f"`{row_name}` is no `{types[part_name].name}`")
    for option in rules.options:
        yield f"option {option.name}"
        kind_is_there(names, option.type)
        _value(names, option.type, option.default)


def by_id(brought: tuple[BroughtList, ...]) -> dict[str, BroughtList]:
    """Written lists by their ids. Raises Unfit for an id that stands twice."""
    found = {each.id: each for each in brought}
    if len(found) != len(brought):
        raise Unfit("two written lists have one id")
    return found


def _line(names: Declared, name: str) -> None:
    """Raise Unfit for a type above which one is not there, or which is above itself."""
    above = [info.name for info in names.line(name)]
    last = names.types[above[-1]].parent
    if last in above:
        raise Unfit(f"the type `{last}` is below itself")
    if last is not None:
        find(names, last, "type")


def _type(names: Declared, declared: d.TypeDecl) -> None:
    if declared.name != SEAT_TYPE:
        _line(names, declared.name)
    if declared.starts_in is not None:
        _starts(names, declared.starts_in)
    if declared.lives_until is not None:
        find(names, declared.lives_until, "event")
    for attribute in declared.attributes:
        kind_is_there(names, attribute.type)
        _value(names, attribute.type, attribute.default)
        _mark(names, attribute, SEAT if declared.name == SEAT_TYPE else thing(declared.name))
    if declared.named_by is not None and names.attribute(declared.name, declared.named_by) is None:
        raise Unfit(f"it is named by `{declared.named_by}`, which is no attribute of it")


def _mark(names: Declared, mark: d.AttributeDecl | d.StateDecl, this: ValueType | None) -> None:
    """Until when it is so; `this` is the kind of what has it."""
    if mark.until is not None:
        find(names, mark.until, "event")
    coming = mark.until_next
    if coming is None:
        return
    find(names, coming.event, "event")
    if coming.parameter is None:
        return
    kind = dict(names.signatures[coming.event].parameters).get(coming.parameter)
    own = this if coming.of_this else mark.type
    if kind is None or kind.many or own is None or kind.kind != own.kind:
        raise Unfit(f"`{coming.parameter}` of `{coming.event}` is nothing that `{mark.name}` can be over by")


def _starts(names: Declared, zone: str) -> None:
    find(names, zone, "zone")
    if names.signatures[zone].parameters:
        raise Unfit(f"things cannot begin in `{zone}`, which has owners")


def fit_row(names: Declared, row: d.RowDecl) -> None:
    """Raise Unfit if a row names what is not there, or has a value that is not of the kind it must be."""
    find(names, row.type, "type")
    if row.starts_in is not None:
        _starts(names, row.starts_in)
    for key, value in row.values.items():
        name, _, member = key.partition(".")
        found = names.attribute(row.type, name)
        if found is None:
            raise Unfit(f"its type has no attribute `{name}`")
        kind = found[1]
        if member and (kind.per is None or member not in names.cells(kind)):
            raise Unfit(f"`{key}` names no member")
        _value(names, kind, value)


def _value(names: Declared, kind: ValueType, value: int | bool | str | None) -> None:
    """A value that stands in a table, or a default."""
    if value is None:
        return
    if isinstance(value, str):
        if kind.kind == "enum":
            if value not in names.enums[kind.name or ""]:
                raise Unfit(f"the enum `{kind.name}` has no member `{value}`")
        elif kind.kind != "thing" or not names.below(names.rows.get(value, ("", 0))[0], kind.name):
            raise Unfit(f"`{value}` is no {kind.kind}")
        return
    number = int(value)
    if number == -1 and (kind.optional or kind.kind == "thing"):
        return  # none; where a thing must be there, whoever makes it names one
    if kind.kind == "flag" and number not in (0, 1):
        raise Unfit(f"a flag is 0 or 1, not {number}")
    if kind.kind == "enum" and not 0 <= number < len(names.enums[kind.name or ""]):
        raise Unfit(f"the enum `{kind.name}` has no member number {number}")
    if kind.kind == "number":
        if (kind.low is not None and number < kind.low) or (kind.high is not None and number > kind.high):
            raise Unfit(f"{number} is outside the range")
    elif kind.kind == "thing" or (kind.kind == "seat" and not 0 <= number < names.fewest):
        raise Unfit(f"{number} is no {kind.kind}")
