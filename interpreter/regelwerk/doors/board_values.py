"""Values of a view in words, and which of them say something: what a board leaves out, it leaves out here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from regelwerk.doors.board_model import Named, Words
from regelwerk.doors.labels import Labels
from regelwerk.program.things import AttributeInfo, Tables, index_names

USUAL = ("none", 0, "no")
"""Values that are not worth showing where many stand side by side."""

PER_ZONE = 14
"""How many contents of a zone are shown."""

View = Mapping[str, Any]
Thing = Mapping[str, Any]
"""What a seat may know of a match, and of one thing in it."""

Signs = Mapping[str, Mapping[str, str]]
"""Signs for members of enums, by attribute."""


def value_words(value: Any, labels: Labels) -> str:
    """A value in words; of several cells each with what it is indexed by."""
    if isinstance(value, dict):
        return ", ".join(f"{labels.text(key)} {value_words(inner, labels)}" for key, inner in value.items())
    return labels.text(str(value))


def named_value(name: str, value: Any, labels: Labels) -> str:
    """A value with its name; a flag that is set is said by its name alone."""
    return labels.name(name) if value == "yes" else f"{labels.name(name)} {value_words(value, labels)}"


def thing_words(thing: Thing, labels: Labels, signs: Signs | None = None) -> str:
    """A thing that is seen, its signs behind it, and in brackets the values that are given with it."""
    signs = signs or {}
    extra = [
        f"{labels.name(key)} {value_words(value, labels)}"
        for key, value in thing.items()
        if key not in ("thing", "id", *signs)
    ]
    words = " ".join([labels.text(thing["thing"]), *signs_of(thing, signs)])
    return words + (f" ({', '.join(extra)})" if extra else "")


def signs_of(thing: Thing, signs: Signs) -> list[str]:
    """The signs for how a thing is."""
    found = (by_member.get(str(thing.get(attribute))) for attribute, by_member in signs.items())
    return [sign for sign in found if sign is not None]


def back_words(back: Mapping[str, Any], labels: Labels) -> str:
    """A thing that is not seen, by its back."""
    extra = [value_words(value, labels) for value in back.values()]
    return labels.word("hidden") + (f" ({', '.join(extra)})" if extra else "")


def contents(
    copy: Mapping[str, Any],
    tables: Tables,
    labels: Labels,
    signs: Signs | None = None,
    silent: Collection[str] = (),
    show: Collection[str] = (),
) -> list[Named]:
    """What lies in a zone: alike things once, with their number; hidden ones by their backs.

    `signs` stand behind them for printed values, too; `silent` are attributes that are not told, `show` those
    that are told in any case, unless they are empty.
    """
    counted: Counter[str] = Counter()
    alike: dict[str, list[int]] = {}
    for thing in [*copy["things"], *copy.get("in_order", ())]:
        if "thing" in thing:
            shown = changed(thing, copy.get("of"), tables)
            told = {key: value for key, value in shown.items() if key not in silent}
            told |= {name: value_of(thing, name, tables) for name in signs or () if name not in thing}
            values = {name: value_of(thing, name, tables) for name in show}
            told |= {name: value for name, value in values.items() if value not in USUAL}
            words = thing_words(told, labels, signs)
            counted[words] += 1
            alike.setdefault(words, []).append(thing["id"])
        else:
            counted[back_words(thing, labels)] += 1
    for back in copy["hidden"]:
        counted[back_words(back["back"], labels)] += back["count"]
    return [
        Named(text if number == 1 else f"{number} x {text}", tuple(alike.get(text, ())))
        for text, number in counted.items()
    ]


def shortened(found: Sequence[Named], labels: Labels, most: int = PER_ZONE) -> tuple[str | Named, ...]:
    """Things side by side, no more than fit."""
    more = [f"... {len(found) - most} {labels.word('more')}"] if len(found) > most else []
    return joined(", ", [*found[:most], *more])


def joined(between: str, found: Sequence[Words]) -> tuple[str | Named, ...]:
    """Words one behind the other, with something between them."""
    parts: list[str | Named] = []
    for words in found:
        parts += [between] if parts else []
        parts += words if isinstance(words, tuple) and not isinstance(words, Named) else (words,)
    return tuple(parts)


def changed(thing: Thing, owner: str | None, tables: Tables) -> dict[str, Any]:
    """A thing without the stored values it began with (but what it is named by), and whoever holds it."""
    shown: dict[str, Any] = {}
    for name, value in thing.items():
        info = tables.attributes.get((declarer(thing["id"], name, tables), name))
        if name in ("thing", "id") or info is None or info.column < 0:
            shown[name] = value
            continue
        first = (thing["id"] - info.first) * info.members
        begun = [_begun(info, number, tables) for number in info.values[first : first + info.members]]
        if isinstance(value, dict):
            now = {key: now for (key, now), old in zip(value.items(), begun, strict=True) if now != old}
            if now:
                shown[name] = now
        elif info is tables.named_by.get(tables.type_of[thing["id"]]) or value not in (begun[0], owner):
            shown[name] = value
    return shown


def worth_showing(thing: Thing, tables: Tables) -> dict[str, Any]:
    """The values of a thing that lies in no zones, without what is empty; of those by member only what has
    changed since the start."""
    now = changed(thing, None, tables)
    values = {key: value for key, value in thing.items() if key not in ("thing", "id")}
    return {
        key: now[key] if isinstance(value, dict) else value
        for key, value in values.items()
        if (key in now if isinstance(value, dict) else value not in ("none", "no"))
        and (value != 0 or key in now)
    }


def differences(thing: Thing, tables: Tables) -> dict[str, Any]:
    """The stored values of a thing that are other than at the start; of those by member the members."""
    found: dict[str, Any] = {}
    for name, value in changed(thing, None, tables).items():
        info = tables.attributes.get((declarer(thing["id"], name, tables), name))
        if name in ("thing", "id") or info is None or info.column < 0:
            continue
        first = (thing["id"] - info.first) * info.members
        if (
            info.kind.kind != "thing"
            or isinstance(value, dict)
            or value != row_text(info.values[first], tables)
        ):
            found[name] = value
    return found


def row_text(thing: int, tables: Tables) -> str | None:
    """What a view calls a thing of a table."""
    row = tables.row_of[thing]
    return f"{tables.row_names[row]}#{tables.copy_of[thing]}" if row >= 0 else None


def declarer(thing: int, attribute: str, tables: Tables) -> str:
    """The type that declares an attribute of a thing: its own or one above; "" if it has none."""
    name: str | None = tables.type_of[thing]
    while name is not None and (name, attribute) not in tables.attributes:
        name = tables.types[name].parent
    return name or ""


def value_of(thing: Thing, name: str, tables: Tables) -> Any:
    """A stored value as the view has it; else what is printed, which whoever sees a thing knows."""
    if name in thing:
        return thing[name]
    info = tables.attributes.get((declarer(thing["id"], name, tables), name))
    if info is None or info.column >= 0:
        return "none"
    first = (thing["id"] - info.first) * info.members
    texts = [_printed(info, value, tables) for value in info.values[first : first + info.members]]
    return (
        texts[0] if info.kind.per is None else dict(zip(index_names(tables, info.kind), texts, strict=True))
    )


def _printed(info: AttributeInfo, value: int, tables: Tables) -> Any:
    if info.kind.kind == "number":
        return value
    if info.kind.kind == "flag":
        return "yes" if value else "no"
    if value < 0:
        return "none"
    if info.kind.kind == "enum":
        return tables.enums[info.kind.name or ""][value]
    return row_text(value, tables) if info.kind.kind == "thing" else f"seat {value + 1}"


def things_seen(view: View) -> list[Thing]:
    """Every thing that the view shows, wherever it lies."""
    seen = list(view["things"])
    for copy in (copy for copies in view["zones"].values() for copy in copies):
        seen += [thing for thing in [*copy["things"], *copy.get("in_order", ())] if "thing" in thing]
    return seen


def standing(kind: str, view: View, tables: Tables) -> list[Thing]:
    """The things of a type that the view shows, and those that can lie nowhere and have nothing that changes,
    so that it need not speak of them; in the order of the tables."""
    found = {thing["id"]: thing for thing in things_seen(view) if is_a(thing["id"], kind, tables)}
    for thing in range(tables.types[kind].first, tables.types[kind].last):
        held = any(is_a(thing, zone.type, tables) for zone in tables.zones.values())
        if thing not in found and not held and not tables.is_passing[thing]:
            found[thing] = {"thing": row_text(thing, tables), "id": thing}
    return [found[number] for number in sorted(found)]


def fits(thing: Thing, only: Mapping[str, str], view: View, tables: Tables) -> bool:
    """Whether attributes of a thing have the values of states."""
    return all(value_of(thing, name, tables) == view["cells"][state] for name, state in only.items())


def is_a(thing: int, kind: str, tables: Tables) -> bool:
    """Whether a thing is of a type or of one below it."""
    info = tables.types[kind]
    return info.first <= thing < info.last


def _begun(info: AttributeInfo, value: int, tables: Tables) -> Any:
    """What a view shows for a value at the start; for things, which are shown in any case, only `none`."""
    if info.kind.kind == "number":
        return value
    if info.kind.optional and value < 0:
        return "none"
    if info.kind.kind == "flag":
        return "yes" if value else "no"
    if info.kind.kind == "seat":
        return f"seat {value + 1}"
    return tables.enums[info.kind.name][value] if info.kind.name in tables.enums else None
