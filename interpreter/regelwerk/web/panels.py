"""What a panel beside the board tells: of a thing, of an option, and of what is not offered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from regelwerk.doors.labels import Labels
from regelwerk.doors.looking import Look, Written, look_at, look_at_thing, written_at
from regelwerk.doors.offers import Source, running, source_of
from regelwerk.doors.offers_list import Offer
from regelwerk.match.knowledge import knows
from regelwerk.match.match import Match
from regelwerk.match.reasons import Reason, explain_not
from regelwerk.match.reasons_of_things import explain_thing
from regelwerk.match.reasons_of_ways import explain_way, ways_of
from regelwerk.match.text import chosen_kinds, thing_text
from regelwerk.program.ending import Decision
from regelwerk.program.errors import MatchError
from regelwerk.source.characters import clipped
from regelwerk.web.choices import Choices, choices
from regelwerk.web.reasons import in_sentences
from regelwerk.web.table import Stale, Table
from regelwerk.web.words import say

LONGEST_NAME = 100
"""What is looked for has no more characters."""

MOST_THINGS = 300
"""So many things of a type are looked at, for why they cannot be chosen."""

_CLAUSE = re.compile(r"[a-z_]\w*(?:\.\w+)+")


@dataclass(frozen=True)
class Reasons:
    """What keeps a seat from something: sentences, each with its clauses."""

    heading: str
    told: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True)
class Rule:
    """A declaration: what sort it is and its label, its clauses, and how it is written."""

    heading: str
    cites: Sequence[str] = ()
    written: Written | None = None


@dataclass(frozen=True)
class Panel:
    """What stands in a panel, from above to below; `clauses` are the titles of all clauses that are named.

    `offers` can be chosen here as well; `asked` then is as on the page.
    """

    title: str
    look: Look | None = None
    offers: Sequence[Offer] = ()
    asked: int = 0
    reasons: Sequence[Reasons] = ()
    rules: Sequence[Rule] = ()
    clauses: Mapping[str, str] = field(default_factory=dict)
    notice: str = ""
    choices: Choices = field(default_factory=Choices)


def thing_panel(table: Table, seat: int | None, thing: int, language: str) -> Panel:
    """A thing that the seat knows. Raises Stale for another number."""
    labels = table.served.labels[language]
    with table.lock:
        match = table.match
        if not 0 <= thing < len(match.layout.tables.type_of) or not _is_there(match, seat, thing):
            raise Stale
        return _thing_panel(table, seat, thing, labels)


def _is_there(match: Match, seat: int | None, thing: int) -> bool:
    """Whether a seat knows a thing, and a passing one is there."""
    if not knows(match.state, seat, thing):
        return False
    passing = match.layout.tables.is_passing[thing]
    return not passing or any(row[0] == thing for row in match.state.alive)


def _thing_panel(table: Table, seat: int | None, thing: int, labels: Labels) -> Panel:
    match, number = table.match, table.asked(seat)
    panel = _of_look(look_at_thing(match, seat, thing, labels))
    if number is None or seat is None:
        return _with_clauses(panel, table)
    offers = choices(match, number, labels, {thing}).at.get(thing, ())
    kept = explain_thing(match, match.decisions[number], thing)
    reasons = [
        Reasons(
            labels.name(action) if action else say(labels.language, "choose_it"),
            list(in_sentences(match, found, labels)),
        )
        for action, found in kept.items()
    ]
    offers = [] if match.decisions[number].kind == "several" else offers
    return _with_clauses(replace(panel, offers=offers, asked=table.made[seat], reasons=reasons), table)


def named_panel(table: Table, seat: int | None, name: str, language: str) -> Panel:
    """A thing or a declaration by its name; a panel with a notice if there is none of that name."""
    labels = table.served.labels[language]
    with table.lock:
        try:
            look = look_at(table.match, seat, name.strip()[:LONGEST_NAME], labels)
        except MatchError:
            said = say(language, "no_such_name", name=clipped(name, LONGEST_NAME))
            return Panel(say(language, "look_up"), notice=said)
        return _with_clauses(_of_look(look), table)


def _of_look(look: Look) -> Panel:
    rules = [] if look.written is None else [Rule("", look.source.cites if look.source else (), look.written)]
    return Panel(look.heading, look, rules=rules)


def why_panel(table: Table, seat: int | None, asked: int, option: int, language: str) -> Panel:
    """Why an option is offered: the rule that offers it, and what that runs in. Raises Stale if it is not
    offered any more."""
    labels = table.served.labels[language]
    with table.lock:
        match, number = table.match, table.asked(seat)
        if number is None or seat is None or asked != table.made[seat]:
            raise Stale
        decision = match.decisions[number]
        if not 0 <= option < len(decision.options):
            raise Stale
        offer = next(
            offer
            for group in choices(match, number, labels, ()).all
            for offer in group.offers
            if offer.number == option
        )
        sources = [source_of(match, decision, decision.options[option]), *reversed(running(match))]
        rules = [_rule(source, labels) for source in dict.fromkeys(sources)]
        return _with_clauses(Panel(offer.text, rules=rules), table)


def _rule(source: Source, labels: Labels) -> Rule:
    sort, _, name = source.name.rpartition(" ")
    heading = f"{say(labels.language, f'sort_{sort.split()[0]}')} {labels.name(name.split(':')[0])}"
    return Rule(heading, source.cites, written_at(source.place))


def why_not_panel(table: Table, seat: int | None, language: str) -> Panel:
    """What is not offered now of what might be: actions of the window, and ways. Raises Stale if the seat is
    not asked."""
    labels = table.served.labels[language]
    with table.lock:
        match, number = table.match, table.asked(seat)
        if number is None or seat is None:
            raise Stale
        decision = match.decisions[number]
        found = dict(_kept_from(match, decision))
        reasons = [
            Reasons(labels.name(name), list(in_sentences(match, why, labels))) for name, why in found.items()
        ]
        reasons += _things_kept(match, decision, labels)
        notice = "" if reasons else say(language, "nothing_kept")
        return _with_clauses(Panel(say(language, "why_not"), reasons=reasons, notice=notice), table)


def _kept_from(match: Match, decision: Decision) -> Iterator[tuple[str, Sequence[Reason]]]:
    if decision.kind == "ask":
        for name in ways_of(match, decision):
            reasons = explain_way(match, decision, name)
            if reasons:
                yield name, reasons
    elif decision.kind == "window":
        offered = {option[0] for option in decision.options}
        for number in match.layout.window_actions[match.layout.body(decision.body).subject]:
            action = match.layout.actions[number]
            if number not in offered and action.declared != "by_rules":
                yield action.name, explain_not(match, decision.seat, action.name)


def _things_kept(match: Match, decision: Decision, labels: Labels) -> list[Reasons]:
    """The things that might be chosen but for something about them, those together that lack the same."""
    kinds = chosen_kinds(match.layout, decision) if decision.kind in ("choose", "several") else []
    alike: dict[tuple[tuple[str, Sequence[str]], ...], dict[str, None]] = {}
    for kind in kinds:
        info = match.layout.tables.types.get(kind.name or "") if kind.kind == "thing" else None
        for thing in range(info.first, min(info.last, info.first + MOST_THINGS)) if info is not None else ():
            if _is_there(match, decision.seat, thing):
                why = explain_thing(match, decision, thing).get("", [])
                if any(reason.sort == "not_choice" for reason in why):
                    told = tuple(in_sentences(match, why, labels))
                    name = labels.text(thing_text(match.layout, thing))
                    alike.setdefault(told, {})[name] = None
    return [Reasons(", ".join(names), told) for told, names in alike.items()]


def _with_clauses(panel: Panel, table: Table) -> Panel:
    """With the titles of the clauses that the panel names, and places without the folders of the server."""
    known = table.served.game.clauses or {}
    named: list[str] = []
    for rule in panel.rules:
        named += rule.cites
        named += (
            found for line in (rule.written.lines if rule.written else ()) for found in _CLAUSE.findall(line)
        )
    for figure in panel.look.figures if panel.look else ():
        named += (clause for change in figure.changes for clause in change.source.cites)
    for each in panel.reasons:
        named += (clause for _, clauses in each.told for clause in clauses)
    titles = {clause: known[clause]["title"] for clause in dict.fromkeys(named) if clause in known}
    return replace(panel, clauses=titles)


def file_of(place: str) -> str:
    """A place without the folders in which its file lies."""
    return PurePath(place).name
