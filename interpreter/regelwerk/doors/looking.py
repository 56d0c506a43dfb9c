"""What `look NAME` tells: a thing with its figures and what changes them, and rules as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from regelwerk.doors.board_model import Named, Words, plain
from regelwerk.doors.board_values import contents, joined
from regelwerk.doors.labels import Labels
from regelwerk.doors.offers import Source, declaration
from regelwerk.doors.phrases import phrase
from regelwerk.match.errors import MatchError
from regelwerk.match.figures import UNKNOWN, Figure, figures, printed_figures
from regelwerk.match.knowledge import knows
from regelwerk.match.match import Match
from regelwerk.match.text import element_text, thing_text, zone_text
from regelwerk.match.views import zone_view
from regelwerk.program.things import SEAT
from regelwerk.rules.declarations import Rules, ValueType
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
_GAMES = 8
"""Of so many games it is remembered where texts stand."""
_HEAD = re.compile(r"text of ([\w, ]+):")


class Change(NamedTuple):
    """What a modifier does to a figure, and the declaration that says so."""

    text: str
    source: Source


class FigureTold(NamedTuple):
    """A figure of a thing in words, as it is now and, where that is another, as printed. `in_row`: the row of
    the thing says it."""

    name: str
    shown: str
    in_row: bool
    changes: Sequence[Change] = ()


class Written(NamedTuple):
    """A declaration as it is written: its place and its lines."""

    place: str
    lines: Sequence[str]


@dataclass(frozen=True)
class Look:
    """What is told of a thing or a declaration: its `name` and `kind`, and a heading with both. `held` is
    what lies in its zones, by their names, `beside` are the places next to it; `source` is None for a thing.
    """

    heading: str
    name: str
    kind: str = ""
    figures: Sequence[FigureTold] = ()
    held: Sequence[tuple[str, Words]] = ()
    beside: Sequence[Named] = ()
    written: Written | None = None
    source: Source | None = None


def looked_at(match: Match, seat: int, said: str, labels: Labels) -> list[str]:
    """The lines about a thing or a declaration, for one seat. Raises MatchError for another name."""
    look = look_at(match, seat, said, labels)
    if look.source is not None:
        written = look.written.lines if look.written is not None else ()
        return [_with_place(look.source), *(f"    {line}" for line in written)]
    lines = [look.heading]
    for figure in look.figures:
        lines.append(f"  {figure.name}: {figure.shown}")
        lines += (f"    {change.text}: {_placed(change.source)}" for change in figure.changes)
    lines += (f"  {name}: {plain(words)}" for name, words in look.held)
    if look.beside:
        beside = ", ".join(map(plain, look.beside))
        lines.append(f"  {phrase(labels.language, 'beside')}: {beside}")
    if look.written is not None:
        lines += (f"  {look.written.place}", *(f"    {line}" for line in look.written.lines))
    return lines


def _with_place(source: Source) -> str:
    return f"{source.name} ({source.place}){_cited(source)}"


def _placed(source: Source) -> str:
    return f"{source.place}{_cited(source)}"


def _cited(source: Source) -> str:
    return f" [{', '.join(source.cites)}]" if source.cites else ""


def look_at(match: Match, seat: int | None, said: str, labels: Labels) -> Look:
    """What is told of a thing or a declaration by its name. Raises MatchError for another name."""
    thing = _thing(match, seat, said, labels)
    if thing is not None:
        return look_at_thing(match, seat, thing, labels)
    for sort in _SORTS:
        key = f"{sort}:{said}"
        if key in match.rules.places:
            source = declaration(match, key)
            return Look(labels.name(said), labels.name(said), written=written_at(source.place), source=source)
    declared = (key.partition(":") for key in match.rules.places if "/" not in key)
    names = [*match.layout.tables.row_names, *(name for sort, _, name in declared if sort in _SORTS)]
    near = near_names(said, list(dict.fromkeys(names))[:_MOST_NAMES])
    hint = f"; did you mean `{near[0]}`?" if near else ""
    raise MatchError(f"nothing here has the name `{clipped(said, 80)}`{hint}")


def _row(match: Match, thing: int) -> str:
    """The row that a thing is made from; empty for things of no table."""
    row = match.layout.tables.row_of[thing]
    return match.layout.tables.row_names[row] if row >= 0 else ""


def _thing(match: Match, seat: int | None, said: str, labels: Labels) -> int | None:
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


def look_at_thing(match: Match, seat: int | None, thing: int, labels: Labels) -> Look:
    """A thing, where it lies, and its figures, as far as a seat may know them (None: as everybody may)."""
    kind = labels.name(match.layout.tables.type_of[thing])
    name = labels.text(thing_text(match.layout, thing))
    written = _text_of(match, _row(match, thing))
    if not knows(match.state, seat, thing):
        printed = list(_figures(printed_figures(match, thing), match, labels))
        how = phrase(labels.language, "as_printed" if printed else "unseen")
        return Look(f"{name} ({kind}), {how}", name, kind, printed, written=written)
    name = labels.text(element_text(match.state, ValueType("thing"), thing))
    zone = match.state.at[thing]
    lies = f", {labels.text(zone_text(match.layout, zone))}" if zone >= 0 else ""
    beside = match.layout.tables.neighbours.get(thing, ())
    return Look(
        f"{name} ({kind}){lies}",
        name,
        kind,
        list(_figures(figures(match, seat, thing), match, labels)),
        list(_held(match, seat, thing, labels)),
        [Named(labels.text(thing_text(match.layout, other)), (other,)) for other in beside],
        written,
    )


def _held(match: Match, seat: int | None, thing: int, labels: Labels) -> Iterator[tuple[str, Words]]:
    """What lies in the zones of a thing, as far as the seat may know it."""
    tables = match.layout.tables
    for zone, (info, owner) in enumerate(zip(tables.zone_decl, tables.zone_owner, strict=True)):
        if owner == thing and info.owner not in (None, SEAT) and match.state.zones[zone]:
            copy = zone_view(match.state, seat, zone)
            yield labels.name(info.name), joined(", ", contents(copy, tables, labels))


def _figures(found: Iterable[Figure], match: Match, labels: Labels) -> Iterator[FigureTold]:
    for figure in found:
        if figure.printed in _USUAL and figure.now in (None, figure.printed):
            continue
        shown = labels.text(figure.printed if figure.now is None else figure.now)
        if figure.changes or figure.now == UNKNOWN:
            shown += f" ({phrase(labels.language, 'printed')} {labels.text(figure.printed)})"
        changes = [
            Change(labels.text(change), declaration(match, f"modifier:{modifier}"))
            for modifier, change in figure.changes
        ]
        yield FigureTold(labels.name(figure.name), shown, figure.in_row, changes)


def _text_of(match: Match, row: str) -> Written | None:
    """The text of a row as it is written, if its file is there."""
    place = _heads(_files(match.rules)).get(row) if row else None
    return None if place is None else written_at(place)


@lru_cache(maxsize=_GAMES)
def _heads(files: tuple[str, ...]) -> dict[str, str]:
    """Where the text of each row begins, in the first of the files that has one."""
    found: dict[str, str] = {}
    for file in files:
        for number, line in enumerate(_lines_of(file), 1):
            head = _HEAD.match(line)
            for row in head[1].split(",") if head is not None else ():
                found.setdefault(row.strip(), f"{file}:{number}")
    return found


def _files(rules: Rules) -> tuple[str, ...]:
    """The rule files in which texts stand."""
    for known, files in _FILES:
        if known is rules:
            return files
    places = (place for key, place in rules.places.items() if key.startswith(("told:", "rule:", "action:")))
    found = tuple(dict.fromkeys(place.rpartition(":")[0] for place in places))
    _FILES.insert(0, (rules, found))
    del _FILES[_GAMES:]
    return found


_FILES: list[tuple[Rules, tuple[str, ...]]] = []
"""What `_files` has found for the games that were last looked at."""


def _lines_of(file: str) -> Sequence[str]:
    """The lines of a rule file; of another one, which an export might name, none are read."""
    source, _ = read_source(Path(file)) if file.endswith(".rules") else (None, [])
    return () if source is None else source.lines


def written_at(place: str) -> Written | None:
    """The declaration at a place as it is written, if its file is there."""
    file, _, digits = place.rpartition(":")
    number, written = counting_number(digits), _lines_of(file)
    if number is None or not 0 < number <= len(written):
        return None
    first = number - 1
    while first and written[first].startswith((" ", "\t")):
        first -= 1
    last = first + 1
    while last < len(written) and written[last][:1] in (" ", ")", "]", ""):
        last += 1
    lines = [*written[first:last]]
    while lines and not lines[-1].strip():
        lines.pop()
    more = [f"... ({len(lines) - _MOST_LINES})"] if len(lines) > _MOST_LINES else []
    return Written(place, [*lines[:_MOST_LINES], *more])
