"""How a declaration is taken out of a game so that the rest still stands: one way for each sort."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import AttributeDecl, Rules, TypeDecl, ValueType, ZoneDecl

NO, YES = ex.Flag(False), ex.Flag(True)

WAYS = {
    "told": "its text says `nothing`; a value is what it is without a text",
    "event": "its body is `nothing`; if it is so already, it is never remembered to have happened",
    "action": "it is at no window",
    "rule": "it never applies",
    "limit": "it always holds",
    "modifier": "it changes nothing",
    "payment": "nothing can be laid down",
    "window": "nobody is asked",
    "value": "it is always the least there is: 0, the first member, seat 1",
    "test": "once it is always `no`, once always `yes`; both must be noticed",
    "type": "its own attributes are always the least; its things start nowhere and show no back",
    "zone": "nothing starts or is found there; it has no order, and nobody sees it (all, if nobody saw it)",
    "state": "it begins with another value",
    "die": "all its faces are the first",
    "option": "it is always the default",
    "enum": "all its members are the first",
    "list": "nobody brings anything",
    "must": "it always holds",
    "map": "every link leads from a place back to itself",
}
"""What is done to each sort, for people."""

PLURAL = {
    "event": "events",
    "action": "actions",
    "rule": "rules",
    "limit": "limits",
    "modifier": "modifiers",
    "payment": "payments",
    "window": "windows",
    "value": "values",
    "type": "types",
    "zone": "zones",
    "state": "states",
    "die": "dice",
    "option": "options",
    "enum": "enums",
}


class NotNeutral(Exception):
    """A declaration cannot be taken out in the documented way."""


def without(rules: Rules, key: str) -> Iterator[tuple[str, Rules]]:
    """The rules without a declaration, once for each way; keys are those of `Rules.cites`.

    Raises NotNeutral if there is no way.
    """
    sort, _, name = key.partition(":")
    if sort == "told":
        told, _, row = name.partition(":")
        if any(event.name == told for event in rules.events):
            yield "", _changed(rules, "events", told, lambda e: {"told": {**e.told, row: ()}})
        else:
            yield "", _changed(rules, "values", told, lambda v: {"body": _untold(rules, v, row)})
        return
    if sort == "map":
        yield "", _without_links(rules, name)
        return
    if sort == "must":
        yield "", _held(rules, name)
        return
    if sort == "list":
        empty = tuple(
            msgspec.structs.replace(each, parts={}) if each.list == name else each for each in rules.brought
        )
        yield "", msgspec.structs.replace(rules, brought=empty)
        return
    if sort == "enum":
        yield "", _all_the_first(rules, name)
        return
    if sort not in PLURAL:
        raise NotNeutral(f"nothing is known about taking a {sort} out")
    declared = next((each for each in getattr(rules, PLURAL[sort]) if each.name == name), None)
    if declared is None:
        raise NotNeutral(f"`{name}` is not among the {PLURAL[sort]}")
    if sort == "value" and declared.result.kind == "flag":
        yield "no", _changed(rules, "values", name, lambda v: {"body": NO})
        yield "yes", _changed(rules, "values", name, lambda v: {"body": YES})
        return
    if sort == "event" and not declared.body and not declared.told:
        yield "", _forgotten(rules, name)
        return
    changed = _changed(rules, PLURAL[sort], name, lambda each: _neutral(rules, sort, each))
    if sort == "type":
        changed = _without_cells(changed, declared)
    if sort == "zone":
        changed = _without_content(changed, declared)
    yield "", changed


def _forgotten(rules: Rules, event: str) -> Rules:
    """Whoever asks whether something has happened is told that it has not."""

    def told(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [told(part) for part in value]
        if isinstance(value, dict):
            if value.get("node") == "happened" and value.get("event") == event:
                return {"node": "number", "value": 0}
            return {key: told(part) for key, part in value.items()}
        return value

    return msgspec.convert(told(msgspec.to_builtins(rules)), Rules)


def _held(rules: Rules, name: str) -> Rules:
    """What must hold of a list is not looked at."""
    lists = tuple(
        msgspec.structs.replace(
            each,
            musts=tuple(m if m.name != name else msgspec.structs.replace(m, holds=YES) for m in each.musts),
        )
        for each in rules.lists
    )
    return msgspec.structs.replace(rules, lists=lists)


def _all_the_first(rules: Rules, name: str) -> Rules:
    """Whatever is a member of an enum is its first."""
    first = next(each.members[0] for each in rules.enums if each.name == name)

    def told(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [told(part) for part in value]
        if isinstance(value, dict):
            if value.get("node") == "member" and value.get("enum") == name:
                return {**value, "name": first}
            return {key: told(part) for key, part in value.items()}
        return value

    of_enum = {
        (each.name, a.name)
        for each in rules.types
        for a in each.attributes
        if (a.type.kind, a.type.name) == ("enum", name)
    }
    parents = {each.name: each.parent for each in rules.types}

    def is_of(type_name: str | None, attribute: str) -> bool:
        return type_name is not None and (
            (type_name, attribute) in of_enum or is_of(parents[type_name], attribute)
        )

    rows = tuple(
        msgspec.structs.replace(
            row,
            values={k: first if v is not None and is_of(row.type, k) else v for k, v in row.values.items()},
        )
        for row in rules.rows
    )
    changed = msgspec.convert(told(msgspec.to_builtins(rules)), Rules)
    return msgspec.structs.replace(changed, rows=rows)


def _without_links(rules: Rules, name: str) -> Rules:
    graph = next((each for each in rules.graphs if each.name == name), None)
    if graph is None:
        raise NotNeutral(f"nothing is known about taking the grid `{name}` out")
    rows = tuple(
        msgspec.structs.replace(row, values={**row.values, "to_place": row.values["from_place"]})
        if row.type == graph.link
        else row
        for row in rules.rows
    )
    return msgspec.structs.replace(rules, rows=rows)


def _changed(rules: Rules, group: str, name: str, change: Any) -> Rules:
    declared = tuple(
        msgspec.structs.replace(each, **change(each)) if each.name == name else each
        for each in getattr(rules, group)
    )
    return msgspec.structs.replace(rules, **{group: declared})


def _untold(rules: Rules, declared: Any, row: str) -> Any:
    """What texts say of a value, with that of one row as if it had none."""
    otherwise = declared.body.otherwise or _least_expression(rules, declared.result)
    return msgspec.structs.replace(declared.body, rows={**declared.body.rows, row: otherwise})


def _neutral(rules: Rules, sort: str, each: Any) -> dict[str, Any]:
    match sort:
        case "event":
            return {"body": (), "told": None if each.told is None else dict.fromkeys(each.told, ())}
        case "action":
            return {"at": ()}
        case "rule":
            return {"where": NO}
        case "limit":
            return {"holds": YES}
        case "modifier":
            return {"changes": ()}
        case "payment":
            return {"means": ()}
        case "window":
            return {"asks": ex.All(ex.Set("seat", "nobody", where=NO)), "asks_many": True}
        case "value":
            return {"body": _least_expression(rules, each.result)}
        case "type":
            attributes = tuple(_least_attribute(rules, a) for a in each.attributes)
            return {"starts_in": None, "on_back": False, "attributes": attributes}
        case "zone":
            return {"order": "set", "seen": "all" if each.seen == "nobody" else "nobody"}
        case "state":
            return {"default": _another(rules, each.type, each.default)}
        case "die":
            return {"faces": (each.all_faces[0],) * each.face_count}
    return {}


def _least_attribute(rules: Rules, attribute: AttributeDecl) -> AttributeDecl:
    kind = attribute.type
    if kind.kind in ("thing", "seat") and not kind.optional:
        return attribute  # the least row is none a table would name; its cells stay
    narrow = msgspec.structs.replace(kind, high=kind.low) if kind.kind == "number" else kind
    default = None if attribute.default is None else _least(rules, kind)
    return msgspec.structs.replace(attribute, type=narrow, default=default)


def _without_cells(rules: Rules, declared: TypeDecl) -> Rules:
    """Give the rows of a type and of types below it the least values of its attributes."""
    below = _below(rules, declared.name)
    least = {
        a.name: _least(rules, a.type)
        for a in declared.attributes
        if a.type.kind in ("number", "flag", "enum") or a.type.optional
    }
    rows = tuple(
        msgspec.structs.replace(
            row, values={k: least.get(k.partition(".")[0], v) for k, v in row.values.items()}
        )
        if row.type in below
        else row
        for row in rules.rows
    )
    return msgspec.structs.replace(rules, rows=rows)


def _without_content(rules: Rules, zone: ZoneDecl) -> Rules:
    """Nothing starts in a zone, and whoever looks there finds nothing."""
    types = tuple(
        msgspec.structs.replace(each, starts_in=None if each.starts_in == zone.name else each.starts_in)
        for each in rules.types
    )
    nothing = {
        "node": "all",
        "of": {"noun": zone.type, "binder": "nothing_there", "where": {"node": "flag", "value": False}},
    }

    def emptied(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [emptied(part) for part in value]
        if isinstance(value, dict):
            if value.get("node") == "zone" and value.get("name") == zone.name:
                return nothing
            return {key: emptied(part) for key, part in value.items()}
        return value

    plain = msgspec.to_builtins(msgspec.structs.replace(rules, types=types))
    return msgspec.convert(emptied(plain), Rules)


def _least(rules: Rules, kind: ValueType) -> Any:
    if kind.optional:
        return None
    if kind.kind == "enum":
        return next(e.members[0] for e in rules.enums if e.name == kind.name)
    return kind.low or 0


def _below(rules: Rules, name: str | None) -> set[str | None]:
    """A type and those that are sorts of it, which stand behind it."""
    below = {name}
    for each in rules.types:
        if each.parent in below:
            below.add(each.name)
    return below


def _least_expression(rules: Rules, kind: ValueType) -> Any:
    if kind.many:
        return ex.All(ex.Set(kind.name or kind.kind, "nothing", where=NO))
    if kind.optional:
        return ex.Nothing()
    if kind.kind == "number":
        return ex.Number(0)
    if kind.kind == "flag":
        return NO
    if kind.kind == "seat":
        return ex.Seat(1)
    if kind.kind == "enum":
        return ex.Member(kind.name or "", _least(rules, kind))
    if kind.kind == "thing":
        sorts = _below(rules, kind.name)
        first = next((row.name for row in rules.rows if row.type in sorts and row.copies == 1), None)
        if first is not None:
            return ex.Row(first)
    raise NotNeutral(f"a {kind.kind} has no least value")


def _another(rules: Rules, kind: ValueType, default: Any) -> Any:
    if kind.kind == "thing":
        rows = [row.name for row in rules.rows if row.type == kind.name and row.copies == 1]
        return next(name for name in rows if name != default)
    if kind.kind == "enum":
        members = next(e.members for e in rules.enums if e.name == kind.name)
        return next(name for name in members if name != default)
    if kind.kind == "seat":
        return 1 if default == 0 else 0
    if kind.kind == "flag":
        return not default
    if kind.low is None:
        raise NotNeutral("there is no other value to begin with")
    return kind.low + 1 if default == kind.low else kind.low
