"""What house rules change, declaration by declaration, with the old text and the new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from textwrap import dedent

import msgspec

from regelwerk.doors.course import course
from regelwerk.meaning.amendments import BODIES, Amendment, Target
from regelwerk.meaning.book import Book, Spot, open_book
from regelwerk.meaning.game import Checked
from regelwerk.rules.declarations import Rules
from regelwerk.source.spans import SourceFile
from regelwerk.tree import declarations as td
from regelwerk.tree import expressions as tx
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Node
from regelwerk.tree.walk import walk

Sources = Mapping[str, SourceFile]
_LINES = frozenset(("body", "then", "lines", "parts", "changes", "cites", "hook"))
"""Fields whose nodes have lines of their own."""
_BEFORE: dict[type[Node], str] = {
    tx.Both: "and ", td.By: "where ", td.Option: "fixed to ", td.OptionWords: "fixed to ",
}  # fmt: skip
"""What is shown before a part that a house rule puts into a line of the game."""
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
                target = _declaration(before, after, amendment.target)
                whose = f'"{rule.title}": ' if len(checked.house_rules) > 1 else ""
                said = whose + _words(amendment)
                if said not in done.setdefault(target, []):
                    done[target].append(said)
    sources = checked.sources
    ways = {**course(checked.base.rules), **course(checked.rules)}
    order = {name: number for number, name in enumerate(ways)}
    found = [
        Difference(
            str(target),
            tuple(words),
            _text(before, sources, target),
            _amended(before, after, sources, target),
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


def _declaration(before: Book, after: Book, target: Target) -> Target:
    """Return the declaration that an amendment is about, without the part in it."""
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


# ---- texts
def _text(book: Book, sources: Sources, target: Target) -> tuple[str, ...]:
    """Return the lines of a declaration as they are written."""
    return tuple(line for spot in book.find(target) for line in _written(book, sources, spot))


def _written(book: Book, sources: Sources, spot: Spot) -> tuple[str, ...]:
    if spot.table is not None:
        span = next(row.span for row in book.tables[spot.table].rows if row.name == spot.row)
        return (sources[span.file].lines[span.line - 1].strip(),)
    return tuple(dedent("\n".join(_lines(sources, spot.tree))).split("\n"))


def _lines(sources: Sources, tree: Node) -> list[str]:
    """Return the lines of a part; what stands before it on its first line is left out."""
    at, source = tree.at, sources[tree.at.file]
    first = source.lines[at.line - 1]
    begins = " " * (len(first) - len(first.lstrip())) + first[at.column - 1 :]
    lines = [begins, *source.lines[at.line : _last_line(source, tree)]]
    return [line for line in lines if line.strip()]


def _last_line(source: SourceFile, tree: Node) -> int:
    """Return the number of a part's last line; a block reaches up to the first word behind it."""
    last = min(tree.at.end_line, len(source.lines))
    if source.lines[last - 1][: tree.at.end_column - 1].strip():
        return last
    while last > tree.at.line:
        last -= 1
        line = source.lines[last - 1].strip()
        if line and not line.startswith("#"):
            break
    return last


def _amended(before: Book, after: Book, sources: Sources, target: Target) -> tuple[str, ...]:
    """Return the lines of a declaration with what house rules did inside it."""
    old = before.find(target)
    lines: list[str] = []
    for spot in after.find(target):
        if spot.table is not None:
            lines += [*_written(after, sources, spot), *_new_cells(after, sources, spot)]
            continue
        first = next((each for each in old if each.table is None and _same_place(each.tree, spot.tree)), None)
        if first is None:
            lines += _written(after, sources, spot)
        else:
            lines += dedent("\n".join(_merged(sources, first.tree, spot.tree))).split("\n")
    return tuple(lines)


def _same_place(old: Node, new: Node) -> bool:
    """Say whether a declaration is the one of the game, whatever has been done inside it."""
    return _identity(old) == _identity(new)


def _new_cells(book: Book, sources: Sources, spot: Spot) -> Iterator[str]:
    """Return the cells of a row of a table file that are written in house rules."""
    assert spot.table is not None
    row = next(row for row in book.tables[spot.table].rows if row.name == spot.row)
    for name, span in row.spans.items():
        if span.file != row.span.file:
            line = sources[span.file].lines[span.line - 1]
            yield f"    ... {name} = {line[span.column - 1 : span.end_column - 1]}"


def _merged(sources: Sources, old: Node, new: Node) -> list[str]:
    """Return the lines of the old declaration without what is gone, and with what is new in their places."""
    source = sources[old.at.file]
    kept = {_identity(part) for part in walk(new)}
    end = _last_line(source, old)
    lines = {number: source.lines[number - 1] for number in range(old.at.line, end + 1)}
    forms = {type(part) for each in walk(old) for part, own in _parts(each) if own}
    for part in walk(old):
        if type(part) in forms and _identity(part) not in kept:
            for number in range(part.at.line, _last_line(source, part) + 1):
                lines.pop(number, None)
    added: dict[int, list[str]] = {}
    _foreign(sources, old.at.file, new, old.at.line, "", added)
    merged: list[str] = []
    for number in range(old.at.line, end + 1):
        if number in lines and lines[number].strip():
            merged.append(lines[number])
        merged += added.get(number, [])
    return merged


def _parts(tree: Node) -> Iterator[tuple[Node, bool]]:
    """Return the parts of a node, and whether each has lines of its own."""
    for name in tree.__struct_fields__[1:]:
        value = getattr(tree, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Node):
                yield part, name in _LINES


def _identity(tree: Node) -> tuple[object, ...]:
    return type(tree), tree.at.file, tree.at.line, tree.at.column


def _foreign(
    sources: Sources, file: str, tree: Node, line: int, blanks: str, added: dict[int, list[str]]
) -> None:
    """Enter the parts of a node that come from other files behind the lines they follow."""
    here = line
    for part, own_lines in _parts(tree):
        if part.at.file == file:
            if not isinstance(tree, td.Enum | td.OptionWords):
                margin = sources[file].lines[part.at.line - 1]
                blanks = margin[: len(margin) - len(margin.lstrip())]
                _foreign(sources, file, part, part.at.line, blanks, added)
                here = _last_line(sources[file], part)
        elif own_lines:
            margin = blanks or "    "
            lines = dedent("\n".join(_lines(sources, part))).split("\n")
            added.setdefault(here, []).extend(margin + each for each in lines)
        elif isinstance(part, tx.Both) and any(each.at.file == file for each in walk(part)):
            _foreign(sources, file, part, here, blanks, added)
        else:
            text = f"{_BEFORE.get(type(tree), '')}{_exactly(sources, part)}"
            if isinstance(tree, ts.Hook | ts.Forbid | ts.Allow):
                text = f"where ({text})"
            added.setdefault(here, []).append(f"{blanks}    ... {text}")


def _exactly(sources: Sources, tree: Node) -> str:
    lines = sources[tree.at.file].lines[tree.at.line - 1 : tree.at.end_line]
    lines[-1] = lines[-1][: tree.at.end_column - 1]
    lines[0] = lines[0][tree.at.column - 1 :]
    return " ".join(line.strip() for line in lines)
