"""The log of a match in words, without what says nothing and what the game does not want told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from regelwerk.doors.labels import Labels
from regelwerk.meaning.boards import BoardDecl
from regelwerk.studies.telling import tell

SILENT = ("triggered", "opened", "closed", "waits", "takes_effect")
"""Kinds of entries that a player reads from what follows them."""

FEWEST, MOST = 10, 40
"""How many lines of the log a board shows: so many at least, and at most so many of what is new."""

_PER_LINE = 4
"""So many entries of the log make a line at first guess."""

Entry = Mapping[str, Any]


def recent(log: Sequence[Entry], since: int, labels: Labels, plan: BoardDecl | None = None) -> list[str]:
    """The last lines of the log: those of the last `since` entries, and a few in any case."""
    lines = events(log[len(log) - since :], labels, plan)
    return _last(max(FEWEST, min(len(lines), MOST)), log, labels, plan)


def _last(most: int, log: Sequence[Entry], labels: Labels, plan: BoardDecl | None) -> list[str]:
    """The last lines of the log, made from no more entries than they need."""
    length = _PER_LINE * most
    while True:
        start = len(log) - length
        while start > 0 and not _stands_alone(log[start], plan):
            start -= 1
        if start <= 0:
            return events(log, labels, plan)[-most:]
        # What stood before may be told in one line with the first.
        lines = events(log[start:], labels, plan)[1:]
        if len(lines) >= most:
            return lines[-most:]
        length *= 2


def _stands_alone(entry: Entry, plan: BoardDecl | None) -> bool:
    """Whether it is told of an entry whatever stands before it."""
    if entry["kind"] in (*SILENT, "happened", "rolled") or _says_nothing(entry):
        return False
    return plan is None or not _quiet(entry, plan)


def events(log: Sequence[Entry], labels: Labels, plan: BoardDecl | None = None) -> list[str]:
    """The log in words. What stands several times in a row is told once with its number; dice that are thrown
    together in one line, passes without a number, and that an action is declared not behind its choice.

    With a board file, without what that keeps quiet, nor what happens at once as it was declared.
    """
    lines: list[str] = []
    times: list[int] = []
    before: Entry = {"kind": ""}
    for last, entry in zip(({"kind": ""}, *log), log, strict=False):
        if lines and _thrown_together(last, entry):
            lines[-1] += f", {labels.text(str(entry['value']))}"
            continue
        if entry["kind"] in SILENT or _says_nothing(entry):
            continue
        if plan is not None and (_quiet(entry, plan) or _just_declared(before, entry)):
            continue
        known = entry.get("option") == "pass" or (before["kind"] == "chose" and entry["kind"] == "declared")
        before = entry
        line = tell(_without_nones(entry), labels.text, labels.language)
        if not lines or lines[-1] != line or entry["kind"] == "rolled":
            lines.append(line)
            times.append(1)
        elif not known:
            times[-1] += 1
    return [line if number == 1 else f"{number} x {line}" for number, line in zip(times, lines, strict=True)]


def _without_nones(entry: Entry) -> Entry:
    """A happening without the parameters that were given nothing, or a no that says nothing alone."""
    if entry["kind"] != "happened" or entry.get("args") is None:
        return entry
    told = {name: value for name, value in entry["args"].items() if value not in ("none", "no")}
    return {**entry, "args": told}


def _thrown_together(before: Entry, entry: Entry) -> bool:
    """Whether two dice of one sort are thrown directly one after the other."""
    if entry["kind"] != "rolled" or "value" not in entry or "value" not in before:
        return False
    return {**before, "value": entry["value"]} == entry


def _says_nothing(entry: Entry) -> bool:
    """Whether nothing at all is shown, nothing more is picked, or something unknown is laid out for the first
    time: nobody learns anything by that."""
    if entry["kind"] == "shown":
        return entry.get("things") == []
    if entry["kind"] == "chose" and entry.get("option") == "done":
        return True
    return entry["kind"] == "moved" and "thing" not in entry and entry.get("from") == "none"


def _just_declared(before: Entry, entry: Entry) -> bool:
    """Whether an action happens directly after somebody has declared it."""
    declared = before["kind"] == "declared" or str(before.get("at")).startswith("window:")
    if not declared or entry["kind"] != "happened":
        return False
    return str(before.get("option", "")).partition("(")[0] == str(entry["event"])


def _quiet(entry: Entry, plan: BoardDecl) -> bool:
    """Whether the board file of a game says that this is not told."""
    kind = entry["kind"]
    if kind == "happened":
        return str(entry["event"]) in plan.quiet_events
    if kind in ("replaced", "forbidden"):
        return entry["rule"] in plan.quiet_events
    if kind == "assigned":
        return entry["name"] in plan.quiet_values
    if kind != "chose":
        return False
    return plan.quiet_unseen if "option" not in entry else plan.quiet_passes and entry["option"] == "pass"
