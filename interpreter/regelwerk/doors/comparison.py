"""What house rules change, declaration by declaration, with the old text and the new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from regelwerk.doors.course import course
from regelwerk.meaning.amendments import BODIES, Amendment, HouseRule, Target
from regelwerk.meaning.book import Book, Spot, open_book
from regelwerk.meaning.game import Checked
from regelwerk.rules.declarations import Rules
from regelwerk.source.spans import SourceFile
from regelwerk.tree.nodes import Clause
from regelwerk.tree.printing import printed
from regelwerk.tree.walk import of_kind, walk

Sources = Mapping[str, SourceFile]
_IN_THE_COURSE = frozenset(("event", "window", "action", "rule"))
_COMPARED = (
    "enums", "types", "rows", "zones", "states", "dice", "options", "values", "events", "actions", "windows",
    "rules", "limits", "modifiers", "payments",
)  # fmt: skip


@dataclass(frozen=True)
class Difference:
    """One declaration before and after: its name, what is done to it, and the lines of both texts.

    `way` is what leads to it in the course of the game, the outermost first; None for what stands outside
    it, such as components and values.
    """

    name: str
    done: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]
    way: tuple[str, ...] | None = None


def differences(checked: Checked) -> list[Difference]:
    """Return what the house rules of an amended game do: first outside the course of the game, then along it.

    What stands at the same place is in the order in which the house rules do it.
    """
    assert checked.base is not None and checked.base.rules is not None and checked.rules is not None
    before, after = open_book(checked.base.files), open_book(checked.files)
    done: dict[Target, list[str]] = {}
    for rule in checked.house_rules:
        for amendment in rule.amendments:
            if amendment.kind != "presuppose":
                target = _declaration(before, after, rule, amendment)
                whose = f'"{rule.title}": ' if len(checked.house_rules) > 1 else ""
                said = whose + ("replaced" if target.sort == "table" else _words(amendment))
                if said not in done.setdefault(target, []):
                    done[target].append(said)
                if amendment.kind == "replace" and (dropped := _no_longer_cited(before, after, target)):
                    done[target].append(f"no longer cites {', '.join(dropped)}")
    sources = checked.sources
    ways = {**course(checked.base.rules), **course(checked.rules)}
    order = {name: number for number, name in enumerate(ways)}
    found = [
        Difference(
            str(target),
            tuple(words),
            _text(before, sources, target),
            _text(after, sources, target),
            ways.get(target.name) if target.sort in _IN_THE_COURSE else None,
        )
        for target, words in done.items()
    ]
    return sorted(found, key=lambda each: (each.way is not None, [order[name] for name in each.way or ()]))


def also_different(checked: Checked) -> list[str]:
    """Return the declarations that are another in the rules form though no house rule names them."""
    assert checked.base is not None and checked.base.rules is not None and checked.rules is not None
    named = {a.target.name for rule in checked.house_rules for a in rule.amendments}
    before, after = _by_name(checked.base.rules), _by_name(checked.rules)
    return [
        key
        for key, node in before.items()
        if after.get(key, node) != node and key.split(" ")[-1] not in named
    ]


def _by_name(rules: Rules) -> dict[str, msgspec.Struct]:
    return {
        f"{field.removesuffix('s').replace('dice', 'die')} {node.name}": node
        for field in _COMPARED
        for node in getattr(rules, field)
    }


def _declaration(before: Book, after: Book, rule: HouseRule, amendment: Amendment) -> Target:
    """Return the declaration that an amendment is about, without the part in it.

    A row that stands in the place of others is one of those of its table.
    """
    if amendment.kind == "add" and amendment.row_of in rule.tables:
        return Target("table", amendment.row_of)
    target = amendment.target
    for sort in BODIES if target.sort == "body" else (target.sort,):
        found = Target(sort, target.name)
        if before.find(found) or after.find(found):
            return found
    return replace(target, step=None, number=None, cell=None)


def _words(amendment: Amendment) -> str:
    target = amendment.target
    step = f"`{target.step}{f' {target.number}' if target.number is not None else ''}`"
    words = {
        "add": "new", "replace": "replaced", "remove": "removed", "narrow": "narrowed", "extend": "extended",
        "change": f"`{target.cell}` changed", "fix": "fixed",
        "insert": f"lines inserted {amendment.place} {step}", "leave_out": f"{step} left out",
    }  # fmt: skip
    return words[amendment.kind]


def _no_longer_cited(before: Book, after: Book, target: Target) -> list[str]:
    """Return the clauses that a declaration cited, and that what stands in its place does not."""
    old, new = (
        dict.fromkeys(
            clause.text
            for spot in book.find(target)
            if spot.table is None
            for clause in of_kind(walk(spot.entry.written()), Clause)
        )
        for book in (before, after)
    )
    return [clause for clause in old if clause not in new]


# ---- texts
def _text(book: Book, sources: Sources, target: Target) -> tuple[str, ...]:
    """Return the lines of a declaration: as they are printed, or as they stand in a table file."""
    if target.sort == "table":
        rows = (spot for _, spot in book.spots("row") if book.table_of(spot) == target.name)
        return tuple(line for spot in rows for line in _lines(book, sources, spot))
    return tuple(line for spot in book.find(target) for line in _lines(book, sources, spot))


def _lines(book: Book, sources: Sources, spot: Spot) -> Iterator[str]:
    if spot.table is None:
        node = spot.entry.written()
        above = len(node.aside.above) if node.aside is not None else 0
        yield from printed(node)[above:]
        return
    row = next(row for row in book.tables[spot.table].rows if row.name == spot.row)
    yield sources[row.span.file].lines[row.span.line - 1].strip()
    for name, span in row.spans.items():
        if span.file != row.span.file:  # a cell that is written in house rules
            line = sources[span.file].lines[span.line - 1]
            yield f"    ... {name} = {line[span.column - 1 : span.end_column - 1]}"
