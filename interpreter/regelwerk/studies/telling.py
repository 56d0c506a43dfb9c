"""Entries of a log as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Name = Callable[[str], str]
"""What is written for a declared name; `cats_paw#2` and `hand of seat 1` are names with more around them."""


def plain_name(name: str) -> str:
    """A name as the author wrote it."""
    return name


def tell(entry: Mapping[str, Any], name: Name = plain_name) -> str:
    """One line about what a seat may know of an entry (see `Entry.seen_by`)."""
    return _TELL[entry["kind"]](entry, name)


def _list(values: Any, name: Name) -> str:
    items = values if isinstance(values, list) else [values]
    return ", ".join(name(str(item)) for item in items) or "-"


def _happened(entry: Mapping[str, Any], name: Name) -> str:
    args = entry.get("args")
    if args is None:
        return f"{name(entry['event'])} (...)"
    inside = ", ".join(_list(value, name) for value in args.values())
    return f"{name(entry['event'])} ({inside})" if inside else name(entry["event"])


def _replaced(entry: Mapping[str, Any], name: Name) -> str:
    return f"{name(entry['rule'])} instead of {name(entry['event'])}"


def _triggered(entry: Mapping[str, Any], name: Name) -> str:
    return f"{name(entry['rule'])} {entry['when']} {name(entry['event'])}"


def _forbidden(entry: Mapping[str, Any], name: Name) -> str:
    return f"{name(entry['rule'])} forbids {name(entry['event'])}"


def _breached(entry: Mapping[str, Any], name: Name) -> str:
    return f"{name(entry['limit'])} does not hold"


def _moved(entry: Mapping[str, Any], name: Name) -> str:
    what = name(entry["thing"]) if "thing" in entry else "?"
    return f"{what}: {name(entry['from'])} > {name(entry['to'])}"


def _rolled(entry: Mapping[str, Any], name: Name) -> str:
    by = "" if entry["seat"] == "none" else f"{name(entry['seat'])}: "
    return f"{by}{name(entry['die'])} shows {name(entry['value'])}"


def _shuffled(entry: Mapping[str, Any], name: Name) -> str:
    return f"{name(entry['zone'])} is shuffled"


def _looked(entry: Mapping[str, Any], name: Name) -> str:
    what = f": {_list(entry['things'], name)}" if "things" in entry else ""
    return f"{name(entry['seat'])} looks at {entry['count']} of {name(entry['zone'])}{what}"


def _shown(entry: Mapping[str, Any], name: Name) -> str:
    what = _list(entry["things"], name) if "things" in entry else str(entry["count"])
    return f"{what} shown to {_list(entry['seats'], name)}"


def _chose(entry: Mapping[str, Any], name: Name) -> str:
    return f"{name(entry['seat'])}: {name(entry['option']) if 'option' in entry else 'has chosen'}"


def _revealed(entry: Mapping[str, Any], name: Name) -> str:
    option = name(entry["option"]) if "option" in entry else "?"
    return f"{name(entry['seat'])} had chosen {option}"


def _assigned(entry: Mapping[str, Any], name: Name) -> str:
    of = f"{name(entry['of'])}: " if "of" in entry else ""
    return f"{of}{name(entry['name'])} = {name(entry['value'])}"


def _ended(entry: Mapping[str, Any], name: Name) -> str:
    winners = f"won by {_list(entry['winners'], name)}" if entry["winners"] else "nobody wins"
    scores = f", scores {', '.join(map(str, entry['scores']))}" if any(entry["scores"]) else ""
    return f"the game ends as {name(entry['name'])}: {winners}{scores}"


_TELL: dict[str, Callable[[Mapping[str, Any], Name], str]] = {
    "happened": _happened,
    "replaced": _replaced,
    "triggered": _triggered,
    "forbidden": _forbidden,
    "breached": _breached,
    "moved": _moved,
    "rolled": _rolled,
    "shuffled": _shuffled,
    "looked": _looked,
    "shown": _shown,
    "chose": _chose,
    "revealed": _revealed,
    "assigned": _assigned,
    "ended": _ended,
}
