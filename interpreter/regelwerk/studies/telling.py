"""Entries of a log as lines of text, in English and German."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

_COPY = re.compile(r"#\d+")

Name = Callable[[str], str]
"""What is written for a declared name; `cats_paw#2` and `hand of seat 1` are names with more around them."""

_PHRASES = {
    "en": {
        "happened": "{event}{inside}",
        "replaced": "{rule} instead of {event}",
        "before": "{rule} before {event}",
        "after": "{rule} after {event}",
        "forbidden": "{rule} forbids {event}",
        "breached": "{limit} does not hold",
        "moved": "{thing}: {from} > {to}",
        "rolled": "{die}: {value}",
        "rolled_by": "{seat}: {die}: {value}",
        "shuffled": "{zone} is shuffled",
        "looked": "{seat} looks at {count} of {zone}{what}",
        "shown": "{what} shown to {seats}",
        "chose": "{seat}: {option}",
        "opened": "{window}: who will?",
        "closed": "{window} is over",
        "waits": "{answer} waits",
        "declared": "{seat}: {option}",
        "cancelled": "{by} cancels {answer}",
        "aimed": "{by} aims {answer} at {at}",
        "takes_effect": "{answer} takes effect",
        "fizzled_cancelled": "{answer} fizzles: it was cancelled",
        "fizzled_target": "{answer} fizzles: its target is not possible any more ({part})",
        "fizzled_need": "{answer} fizzles: what it needs does not hold any more (need {part})",
        "revealed": "{seat} had chosen {option}",
        "assigned": "{name} = {value}",
        "assigned_of": "{of}: {name} = {value}",
        "ended": "the game ends as {name}: {winners}{scores}",
        "won": "won by {winners}",
        "lost": "nobody wins",
        "scores": ", scores {scores}",
    },
    "de": {
        "happened": "{event}{inside}",
        "replaced": "{rule} statt {event}",
        "before": "{rule} vor {event}",
        "after": "{rule} nach {event}",
        "forbidden": "{rule} verbietet {event}",
        "breached": "{limit} ist verletzt",
        "moved": "{thing}: {from} > {to}",
        "rolled": "{die}: {value}",
        "rolled_by": "{seat}: {die}: {value}",
        "shuffled": "{zone} wird gemischt",
        "looked": "{seat} sieht {count} von {zone}{what}",
        "shown": "{what} wird {seats} gezeigt",
        "chose": "{seat}: {option}",
        "opened": "{window}: wer will?",
        "closed": "{window} ist zu Ende",
        "waits": "{answer} wartet",
        "declared": "{seat}: {option}",
        "cancelled": "{by} hebt {answer} auf",
        "aimed": "{by} lenkt {answer} auf {at}",
        "takes_effect": "{answer} tritt in Kraft",
        "fizzled_cancelled": "{answer} verpufft: es wurde aufgehoben",
        "fizzled_target": "{answer} verpufft: das Ziel ist nicht mehr möglich ({part})",
        "fizzled_need": "{answer} verpufft: was es braucht, gilt nicht mehr (Bedingung {part})",
        "revealed": "{seat} hatte {option} gewählt",
        "assigned": "{name} = {value}",
        "assigned_of": "{of}: {name} = {value}",
        "ended": "das Spiel endet mit {name}: {winners}{scores}",
        "won": "gewonnen von {winners}",
        "lost": "niemand gewinnt",
        "scores": ", Punkte {scores}",
    },
}


_FOR_ONE = ("replaced", "triggered", "forbidden", "breached")
"""What rules and limits do, which may count for one of a set: that one is named behind."""


def plain_name(name: str) -> str:
    """A name as the author wrote it, without the number of its copy."""
    return _COPY.sub("", name)


def tell(entry: Mapping[str, Any], name: Name = plain_name, language: str = "en") -> str:
    """One line about what a seat may know of an entry (see `Entry.seen_by`); `?` is what it may not."""
    phrases = _PHRASES.get(language, _PHRASES["en"])
    kind = entry["kind"]
    words = {key: _names(value, name) for key, value in entry.items() if key not in ("kind", "args", "when")}
    if kind == "happened":
        words["inside"] = _arguments(entry.get("args"), name)
    elif kind == "triggered":
        kind = entry["when"]
    elif kind == "rolled" and entry["seat"] != "none":
        kind = "rolled_by"
    elif kind == "assigned" and "of" in entry:
        kind = "assigned_of"
    elif kind == "looked":
        words["what"] = f": {words['things']}" if "things" in entry else ""
    elif kind == "fizzled":
        kind = f"fizzled_{entry['reason']}"
    elif kind == "shown":
        words["what"] = words.get("things", words["count"])
    elif kind == "ended":
        words["winners"] = phrases["won" if entry["winners"] else "lost"].format_map(words)
        words["scores"] = phrases["scores"].format_map(words) if any(entry["scores"]) else ""
    if entry["kind"] == "rolled" and "of" in words:
        words["die"] = words["of"]
    if "index" in words:
        indexed = "die" if entry["kind"] == "rolled" else "name"
        words[indexed] += f"[{words['index']}]"
    line = phrases[kind].format_map({"thing": "?", "option": "?", "at": "?", "value": "?", **words})
    return f"{line} ({words['of']})" if entry["kind"] in _FOR_ONE and "of" in words else line


def result_line(ending: str, winners: str, scores: str, language: str) -> str:
    """How a match has ended: names, and scores as text (empty without)."""
    phrases = _PHRASES.get(language, _PHRASES["en"])
    won = phrases["won"].format(winners=winners) if winners else phrases["lost"]
    return f"{ending}: {won}" + (phrases["scores"].format(scores=scores) if scores else "")


def _arguments(args: Mapping[str, Any] | None, name: Name) -> str:
    if args is None:
        return " (...)"
    inside = ", ".join(_names(value, name) for value in args.values())
    return f" ({inside})" if inside else ""


def _names(value: Any, name: Name) -> str:
    if isinstance(value, list):
        return ", ".join(_names(item, name) for item in value) or "-"
    return name(str(value))
