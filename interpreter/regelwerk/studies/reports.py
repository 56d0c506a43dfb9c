"""How a scenario went: what a report of it holds, and what it says of events and offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from regelwerk.match.errors import MatchError
from regelwerk.match.log import Entry
from regelwerk.match.match import Build
from regelwerk.match.state import State
from regelwerk.match.text import option_text
from regelwerk.program.errors import RuleError, body_text
from regelwerk.rules.builtins import OWN_END

from .telling import Name, tell

MOST_SHOWN = 12
"""So many options or results are listed."""


class Failure(msgspec.Struct, frozen=True):
    """What did not fit: `place` is the line of the step (or of the scenario), `came` what was there instead.

    `stated`: a line of the scenario says otherwise than what came; else the match could not go on, or what
    chance was to give was not needed. `offered` says what was offered to whom at that point. `until` is the
    last line with choices that went as written, if one did; `before` are the events that had led there,
    `since` those it led to, the last last.
    """

    message: str
    place: str
    came: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    until: str | None = None
    since: tuple[str, ...] = ()
    stated: bool = False


class Report(msgspec.Struct, frozen=True):
    """How a scenario went; `failure` is None if everything came as expected.

    `within` are events that were not running when something asked for what has happened in them.
    """

    title: str
    place: str
    failure: Failure | None = None
    within: tuple[str, ...] = ()


def events_in(log: Sequence[Entry], name: Name) -> list[str]:
    """The entries of a log as lines, without the end that a scenario makes itself."""
    return [
        tell({"kind": entry.kind, **entry.data}, name) for entry in log if entry.data.get("name") != OWN_END
    ]


def last_of(lines: Sequence[str], most: int) -> tuple[str, ...]:
    """The last lines, and how many there were before."""
    before = len(lines) - max(0, most)
    return (f"({before} before)", *lines[before:]) if before > 0 else tuple(lines)


def offers(build: Build, s: State, name: Callable[[int], str]) -> list[str]:
    """Lines that say what is offered to whom; `name` gives seats the names they have in a scenario."""
    if s.over is not None:
        return [f"nothing: {ended_text(s.over.name)}"]
    lines = []
    try:
        for decision in build.pending(s):
            texts = [option_text(s, decision, option) for option in decision.options]
            lines.append(f"{name(decision.seat)}: {listed(texts)} (in {body_text(decision.body)})")
    except (RuleError, MatchError, LookupError):
        return ["nothing that could be shown: the match stands between two decisions"]
    return lines or ["nothing: nobody has to decide"]


def ended_text(name: str) -> str:
    """That the game has ended under a name, or what a scenario began is done."""
    return "what the scenario starts is done" if name == OWN_END else f"the game has ended as `{name}`"


def listed(texts: Sequence[str]) -> str:
    """Texts in a row, as many as can be read."""
    more = f" and {len(texts) - MOST_SHOWN} more" if len(texts) > MOST_SHOWN else ""
    return f"{', '.join(texts[:MOST_SHOWN])}{more}"
