"""Where an option comes from: the declaration that offers it, its clauses, and what it says for players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from regelwerk.doors.labels import Labels
from regelwerk.match.figures import figures
from regelwerk.match.knowledge import knows
from regelwerk.match.machine import unpack_frame
from regelwerk.match.match import Match
from regelwerk.match.options import DONE, PASS, Option
from regelwerk.match.text import element_text
from regelwerk.program.ending import Decision
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import PLACEHOLDER

if TYPE_CHECKING:
    from regelwerk.match.reasons import Reason

_SORTS = {"told": "text of"}
UNKNOWN = "?"
"""What a question says of a thing that the seat does not know."""


class Source(NamedTuple):
    """A declaration as an author finds it: `action cast`, its clauses, and file and line."""

    name: str
    cites: tuple[str, ...]
    place: str


def source_of(match: Match, decision: Decision, option: Option | None = None) -> Source:
    """The declaration that offers an option: its action in a window, else the one that asks."""
    key = decision.body
    if decision.kind == "window" and option is not None and option != PASS:
        key = f"action:{match.layout.actions[option[0]].name}"
    return declaration(match, key)


def declaration(match: Match, key: str) -> Source:
    """A declaration by its key in the rules form, such as `event:turn`."""
    rules = match.rules
    sort, _, name = key.partition(":")
    if sort == "told":
        name = name.partition(":")[2]
    return Source(f"{_SORTS.get(sort, sort)} {name}", rules.cites.get(key, ()), rules.places.get(key, ""))


def withheld(match: Match, seat: int, question: str, reasons: Sequence[Reason]) -> list[str]:
    """The lines that say why a seat is not offered what it asks about, each with its place and clauses."""
    who = f"seat {seat + 1}"
    at = declaration(match, f"action:{question.partition('(')[0].strip()}").place
    where = f" ({at})" if at else ""
    if not reasons:
        return [f"{who} is offered {question}{where}"]
    lines = [f"{who} is not offered {question}{where}:"]
    for reason in reasons:
        source = declaration(match, reason.key)
        place = f" ({source.place})" if source.place else ""
        cites = f" [{', '.join(source.cites)}]" if source.cites else ""
        lines.append(f"  {reason.text}{place}{cites}")
    return lines


def running(match: Match) -> list[Source]:
    """What is running, the outermost first: every suspended body."""
    bodies = match.layout.bodies
    return [declaration(match, bodies[frame[0]].name) for frame in match.state.stack]


def question(match: Match, decision: Decision, labels: Labels) -> str:
    """What the seat is asked, for players."""
    body = match.layout.body(decision.body)
    if decision.place < 0:
        return f"{labels.name(body.subject)}{_occasion(match, labels)}"
    occasion = _occasion(match, labels, decision.seat)
    statement = body.places[decision.place].statement
    row = decision.body.split(":")[2:]
    subjects = [*row, body.subject]
    if isinstance(statement, st.Choose | st.SecretChoice):
        binder = statement.over.binder
        own = labels.question(*(f"{subject}.{binder}" for subject in subjects))
        if own is not None:
            return _filled(match, decision, own, labels)
        asked = f"{labels.word('choose')} {labels.name(statement.over.noun)}"
        return f"{labels.name(subjects[0])}{occasion}: {asked}"
    if isinstance(statement, st.Ask):
        own = labels.question(*(f"{subject}.question" for subject in subjects))
        if own is not None:
            return _filled(match, decision, own, labels)
    if isinstance(statement, st.Pay):
        return f"{labels.name(subjects[0])}{occasion}: {labels.name(statement.payment)}"
    return f"{labels.name(subjects[0])}{occasion}"


def _filled(match: Match, decision: Decision, text: str, labels: Labels) -> str:
    """The label of a question, with what its names in braces stand for, as the seat may know it."""
    frame = unpack_frame(match.layout, match.state.stack[-1])
    kinds = dict(frame.body.places[decision.place].seen)

    def value(found: re.Match[str]) -> str:
        name = found[1]
        if name not in kinds or not kinds[name].fills_placeholder:
            return found[0]
        if kinds[name].kind == "thing":
            if not knows(match.state, decision.seat, frame.env[name]):
                return UNKNOWN
            about = _about_passing(match, decision.seat, frame.env[name])
            if about:
                return ", ".join(map(labels.text, about))
        return labels.text(element_text(match.state, kinds[name], frame.env[name]))

    return re.sub(PLACEHOLDER, value, text)


def _occasion(match: Match, labels: Labels, seat: int | None = None) -> str:
    """What a window was opened for, in brackets: the seats and members it was given.

    With the seat that is asked inside an event, what that was given but this seat, and things it knows;
    of passing things what they are about.
    """
    frame = unpack_frame(match.layout, match.state.stack[-1])
    told: list[str] = []
    for name, kind in frame.body.parameters:
        value = frame.env[name]
        if kind.many or value == -1 or (kind.kind == "seat" and value == seat):
            continue
        known = kind.kind == "thing" and seat is not None and knows(match.state, seat, value)
        about = _about_passing(match, seat, value) if known and seat is not None else []
        if about:
            told += map(labels.text, about)
        elif known or kind.kind in ("enum", "seat"):
            told.append(labels.text(element_text(match.state, kind, value)))
    return f" ({', '.join(told)})" if told else ""


def _about_passing(match: Match, seat: int, thing: int) -> list[str]:
    """The things that a passing thing is about, each once: it has no name of its own."""
    tables = match.layout.tables
    if not tables.is_passing[thing]:
        return []
    naming = [info for info in tables.attributes.values() if info.kind.kind == "thing"]
    kinds = {info.name: tables.types[info.kind.name or ""] for info in naming}
    lasting = {name for name, kind in kinds.items() if not any(tables.is_passing[kind.first : kind.last])}
    found = [figure.now for figure in figures(match, seat, thing) if figure.name in lasting]
    return list(dict.fromkeys(text for text in found if text not in (None, "none", UNKNOWN)))


def option_label(match: Match, number: int, option: Option, labels: Labels) -> str:
    """An option for players."""
    decision, text = match.decisions[number], match.text(option, number)
    if option in (PASS, DONE) and decision.kind in ("window", "pay", "several"):
        return labels.word(text)
    name, bracket, inside = text.partition("(")
    if decision.kind == "window" and bracket:
        return f"{labels.name(name)}: {_parts(match, option, inside.removesuffix(')'), labels)}"
    return labels.text(text)


def _parts(match: Match, option: Option, inside: str, labels: Labels) -> str:
    """What an action uses and targets, each as its own label says it, if it has one."""
    action = match.layout.actions[option[0]]
    words = inside.split(", ")
    if len(words) != len(action.parts):
        return labels.text(inside)
    told = []
    for part, word in zip(action.parts, words, strict=True):
        own = labels.question(f"{action.name}.{part.over.binder}") or f"{{{part.over.binder}}}"
        told.append(own.replace(f"{{{part.over.binder}}}", labels.text(word)))
    return ", ".join(told)
