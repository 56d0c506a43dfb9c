"""Steps of bodies, by what they let happen: inserting before and after them, and leaving them out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lark import Token

from regelwerk.meaning.amendments import Amendment
from regelwerk.meaning.book import Book, Spot, swap
from regelwerk.meaning.context import span_of
from regelwerk.meaning.trees import Tree
from regelwerk.meaning.understanding import statements_of
from regelwerk.source.diagnostics import Diagnostic, Note, near_names

_NAMED = frozenset(
    (
        "happen", "open", "later", "carry_out", "pay", "roll", "create", "leave", "leave_afterwards",
        "end_game",
    )
)  # fmt: skip
"""Statements whose first part is the name of what happens, opens, is paid, rolled, left or ended."""
_WITH_RESULT = {"let": 1, "assign": 1, "result": 0}
"""Statements that may call an event for its result, with the place of the value."""


def change(book: Book, file: str, amendment: Amendment, spot: Spot) -> Callable[[], None] | Diagnostic:
    """Return what inserts a block or leaves a statement out, or why it cannot be."""
    found = _the_step(file, amendment, spot)
    if isinstance(found, Diagnostic):
        return found
    parent, step = found
    if amendment.kind == "leave_out":
        return lambda: _leave_out(parent, step, amendment.tree)
    block = amendment.tree.children[3]
    statements = [part for part in statements_of(block) if isinstance(part, Tree)]
    cites = [part for part in block.children if isinstance(part, Tree) and part.data == "cites"]
    place = amendment.place or "after"
    return lambda: _insert(book, spot, parent, step, statements, place, cites)


def _insert(
    book: Book, spot: Spot, parent: Tree, step: Tree, statements: list[Tree], place: str, cites: list[Tree]
) -> None:
    """Put statements beside a step; what is inserted later stands further away from it."""
    index = next(number for number, child in enumerate(parent.children) if child is step)
    beside = book.beside.get((id(step), place), 0)
    index = index - beside if place == "before" else index + 1 + beside
    parent.children[index:index] = statements
    book.beside[id(step), place] = beside + len(statements)
    holder = spot.tree.children[-1] if spot.tree.data == "event" else spot.tree
    first = 0 if spot.tree.data == "event" else 2 if spot.tree.data in ("rule", "limit") else 1
    holder.children[first:first] = cites


def _leave_out(parent: Tree, step: Tree, why: Tree) -> None:
    rest = [child for child in parent.children if isinstance(child, Tree) and child.data != "cites"]
    swap(parent, step, *([Tree("nothing", [], why.meta)] if len(rest) == 1 else []))


def _the_step(file: str, amendment: Amendment, spot: Spot) -> tuple[Tree, Tree] | Diagnostic:
    """Return the statement that is meant, with the tree it is a child of."""
    target = amendment.target
    every = list(_steps(spot.tree))
    named = [(parent, step) for parent, name, step in every if name == target.step]
    span = span_of(file, amendment.word)
    if not named:
        near = near_names(target.step or "", {name for _, name, _ in every})
        known = ", ".join(f"`{name}`" for name in dict.fromkeys(name for _, name, _ in every))
        help = f"its steps with a name are {known}" if known else "it has no step with a name"
        message = f"`{target.name}` has no step `{target.step}`"
        return Diagnostic("M109", message, span, near=near, help=help)
    if target.number is not None:
        if not 1 <= target.number <= len(named):
            times = "once" if len(named) == 1 else f"{len(named)} times"
            message = f"`{target.name}` has the step `{target.step}` only {times}"
            return Diagnostic("M109", message, span, help=f"write a number from 1 to {len(named)}")
        return named[target.number - 1]
    if len(named) > 1:
        notes = tuple(
            Note(f"`{target.step} {number}` is here", span_of(file, step))
            for number, (_, step) in enumerate(named, 1)
        )
        message = f"`{target.name}` has {len(named)} steps `{target.step}`"
        help = f"say which: `{target.step} 1` is the first"
        return Diagnostic("M110", message, span, help=help, notes=notes)
    return named[0]


def _steps(tree: Tree) -> Iterator[tuple[Tree, str, Tree]]:
    """Return the statements with a name in a tree, at any depth, in the order of the text."""
    for child in tree.children:
        if not isinstance(child, Tree):
            continue
        name = _name_of(child)
        if name is not None and tree.data in ("block", "body"):
            yield tree, name, child
        yield from _steps(child)


def _name_of(tree: Tree) -> str | None:
    sort = str(tree.data)
    if sort in _NAMED and isinstance(tree.children[0], Token):
        return str(tree.children[0])
    if sort in _WITH_RESULT:
        value = tree.children[_WITH_RESULT[sort]]
        if isinstance(value, Tree) and value.data == "call":
            return str(next(value.scan_values(lambda part: isinstance(part, Token))))
    return None
