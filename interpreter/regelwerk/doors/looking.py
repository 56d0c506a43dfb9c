"""What `look NAME` tells: a thing with its figures and what changes them, and rules as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from regelwerk.doors.board_values import contents
from regelwerk.doors.labels import Labels
from regelwerk.doors.offers import declaration
from regelwerk.doors.phrases import phrase
from regelwerk.match.errors import MatchError
from regelwerk.match.figures import UNKNOWN, Figure, figures, printed_figures
from regelwerk.match.knowledge import knows
from regelwerk.match.match import Match
from regelwerk.match.text import thing_text, zone_text
from regelwerk.match.views import view
from regelwerk.program.things import SEAT
from regelwerk.rules.declarations import Rules
from regelwerk.source.characters import clipped
from regelwerk.source.diagnostics import near_names
from regelwerk.source.files import read_source
from regelwerk.source.numbers import counting_number

_SORTS = (
    "action", "event", "rule", "limit", "value", "window", "payment", "state", "option", "zone", "type",
    "enum", "die", "map", "list",
)  # fmt: skip
"""The sorts of declarations that have a name of their own, in the order in which they are looked for."""
_USUAL = ("none", "no")
"""Values that are not worth telling."""
_MOST_LINES = 60
"""So many lines of a declaration are shown."""
_MOST_NAMES = 3000


def looked_at(match: Match, seat: int, said: str, labels: Labels) -> list[str]:
    """The lines about a thing or a declaration, for one seat. Raises MatchError for another name."""
    thing = _thing(match, seat, said, labels)
    if thing is not None:
        return [*_about(match, seat, thing, labels), *_written(match, _row(match, thing))]
    for sort in _SORTS:
        key = f"{sort}:{said}"
        if key in match.rules.places:
            source = declaration(match, key)
            cites = f" [{', '.join(source.cites)}]" if source.cites else ""
            return [f"{source.name} ({source.place}){cites}", *_lines_at(source.place)]
    declared = (key.partition(":") for key in match.rules.places if "/" not in key)
    names = [*match.layout.tables.row_names, *(name for sort, _, name in declared if sort in _SORTS)]
    near = near_names(said, list(dict.fromkeys(names))[:_MOST_NAMES])
    hint = f"; did you mean `{near[0]}`?" if near else ""
    raise MatchError(f"nothing here has the name `{clipped(said, 80)}`{hint}")


def _row(match: Match, thing: int) -> str:
    """The row that a thing is made from; empty for things of no table."""
    row = match.layout.tables.row_of[thing]
    return match.layout.tables.row_names[row] if row >= 0 else ""


def _thing(match: Match, seat: int, said: str, labels: Labels) -> int | None:
    """The thing of a name: of several the first that the seat knows."""
    tables, wanted = match.layout.tables, said.casefold()
    found = None
    for thing in range(len(tables.type_of)):
        if tables.is_passing[thing]:
            continue
        texts = {thing_text(match.layout, thing), thing_text(match.layout, thing, True)}
        if wanted in texts or wanted in (labels.text(text).casefold() for text in texts):
            if knows(match.state, seat, thing):
                return thing
            found = thing if found is None else found
    return found


def _about(match: Match, seat: int, thing: int, labels: Labels) -> Iterator[str]:
    """The thing, where it lies, and its figures."""
    kind = labels.name(match.layout.tables.type_of[thing])
    name = labels.text(thing_text(match.layout, thing))
    if not knows(match.state, seat, thing):
        printed = list(_figures(printed_figures(match, thing), match, labels))
        yield f"{name} ({kind}), {phrase(labels.language, 'as_printed' if printed else 'unseen')}"
        yield from printed
        return
    zone = match.state.at[thing]
    lies = f", {labels.text(zone_text(match.layout, zone))}" if zone >= 0 else ""
    yield f"{name} ({kind}){lies}"
    yield from _figures(figures(match, seat, thing), match, labels)
    yield from _held(match, seat, thing, labels)
    beside = match.layout.tables.neighbours.get(thing, ())
    if beside:
        names = (labels.text(thing_text(match.layout, other)) for other in beside)
        yield f"  {phrase(labels.language, 'beside')}: {', '.join(names)}"


def _held(match: Match, seat: int, thing: int, labels: Labels) -> Iterator[str]:
    """What lies in the zones of a thing, as far as the seat may know it."""
    tables = match.layout.tables
    zones = {name: info for name, info in tables.zones.items() if info.owner not in (None, SEAT)}
    copies = view(match, seat)["zones"] if zones else {}
    for name, info in zones.items():
        for number, copy in enumerate(copies.get(name, ())):
            if tables.zone_owner[info.first + number] == thing and copy["count"]:
                yield f"  {labels.name(name)}: {', '.join(contents(copy, tables, labels))}"


def _figures(found: Iterable[Figure], match: Match, labels: Labels) -> Iterator[str]:
    for figure in found:
        if figure.printed in _USUAL and figure.now in (None, figure.printed):
            continue
        shown = labels.text(figure.printed if figure.now is None else figure.now)
        if figure.changes or figure.now == UNKNOWN:
            shown += f" ({phrase(labels.language, 'printed')} {labels.text(figure.printed)})"
        yield f"  {labels.name(figure.name)}: {shown}"
        for modifier, change in figure.changes:
            source = declaration(match, f"modifier:{modifier}")
            cites = f" [{', '.join(source.cites)}]" if source.cites else ""
            yield f"    {labels.text(change)}: {source.place}{cites}"


def _written(match: Match, row: str) -> list[str]:
    """The text of a row as it is written, with its place, if its file is there."""
    head = re.compile(rf"text of (?:[\w, ]+, )?{re.escape(row)}(?:, [\w, ]+)?:")
    for file in _files(match.rules) if row else ():
        for number, line in enumerate(_lines_of(file), 1):
            if head.match(line):
                place = f"{file}:{number}"
                return [f"  {place}", *_lines_at(place)]
    return []


def _files(rules: Rules) -> list[str]:
    """The rule files in which texts stand."""
    places = (place for key, place in rules.places.items() if key.startswith(("told:", "rule:", "action:")))
    return list(dict.fromkeys(place.rpartition(":")[0] for place in places))


def _lines_of(file: str) -> Sequence[str]:
    """The lines of a rule file; of another one, which an export might name, none are read."""
    source, _ = read_source(Path(file)) if file.endswith(".rules") else (None, [])
    return () if source is None else source.lines


def _lines_at(place: str) -> list[str]:
    """The lines of the declaration at a place, if its file is there."""
    file, _, digits = place.rpartition(":")
    number, written = counting_number(digits), _lines_of(file)
    if number is None or not 0 < number <= len(written):
        return []
    first = number - 1
    while first and written[first].startswith((" ", "\t")):
        first -= 1
    last = first + 1
    while last < len(written) and written[last][:1] in (" ", ")", "]", ""):
        last += 1
    lines = [*written[first:last]]
    while lines and not lines[-1].strip():
        lines.pop()
    more = [f"    ... ({len(lines) - _MOST_LINES})"] if len(lines) > _MOST_LINES else []
    return [f"    {line}" for line in lines[:_MOST_LINES]] + more
