"""Passing at a window, once or until something new can be done.

Who says `pass on` has looked at what it may do and wants none of it: the same again is passed without a
question. It is asked as soon as anything else can be done, or a state that its board shows has changed;
whatever is no window is always asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from regelwerk.doors.labels import Labels
from regelwerk.match.match import Match
from regelwerk.match.options import PASS
from regelwerk.match.views import log_view, view
from regelwerk.meaning.boards import BoardDecl
from regelwerk.program.ending import Decision

from .board_events import events

MEANWHILE = 12
"""How many lines are told of what has happened meanwhile."""

ONCE = ("p", "pass")
ON = ("pp",)


@dataclass
class PassingOn:
    """What a seat wants none of, what its board showed then, and up to where it had read the log."""

    seat: int
    offered: frozenset[str]
    shown: Mapping[str, Any]
    told: int
    times: int = 0


def said(words: list[str]) -> str | None:
    """`once` or `on`, if that is what a person has said."""
    words = [word.lower() for word in words]
    if words == ["pass", "on"] or (len(words) == 1 and words[0] in ON):
        return "on"
    return "once" if len(words) == 1 and words[0] in ONCE else None


def pass_of(decision: Decision) -> int | None:
    """Which option of a window is to pass; None anywhere else."""
    if decision.kind != "window" or PASS not in decision.options:
        return None
    return decision.options.index(PASS)


def begin(match: Match, number: int, plan: BoardDecl | None) -> PassingOn:
    """What `pass on` means at a decision."""
    seat = match.decisions[number].seat
    return PassingOn(seat, _offered(match, number), _shown(view(match, seat), plan), log_view(match, seat)[1])


def goes_on(passing: PassingOn, match: Match, number: int, plan: BoardDecl | None) -> bool:
    """Whether a seat that passes on has nothing new to decide."""
    decision = match.decisions[number]
    if decision.seat != passing.seat or pass_of(decision) is None:
        return False
    return (
        _offered(match, number) <= passing.offered
        and _shown(view(match, passing.seat), plan) == passing.shown
    )


def meanwhile(passing: PassingOn, match: Match, labels: Labels, plan: BoardDecl | None) -> list[str]:
    """What a seat may know of what has happened since it began to pass on: the last of it."""
    lines = events(log_view(match, passing.seat, passing.told)[0], labels, plan)
    more = [f"... {len(lines) - MEANWHILE} {labels.word('more')}"] if len(lines) > MEANWHILE else []
    return more + lines[-MEANWHILE:]


def _offered(match: Match, number: int) -> frozenset[str]:
    return frozenset(match.text(option, number) for option in match.decisions[number].options)


def _shown(seen: Mapping[str, Any], plan: BoardDecl | None) -> dict[str, Any]:
    """The states of a match, with a board file those that it shows."""
    cells: Mapping[str, Any] = seen["cells"]
    if plan is None:
        return dict(cells)
    names = [name for panel in plan.panels if panel.sort == "states" for name in panel.names]
    return {name: cells[name] for name in names if name in cells}
