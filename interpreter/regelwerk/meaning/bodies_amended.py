"""Steps of bodies, by what they let happen: inserting before and after them, and leaving them out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from lark import Token

from regelwerk.meaning.amendments import Amendment, HouseRule
from regelwerk.meaning.book import Book, Spot, swap
from regelwerk.meaning.trees import Tree, span_of, statements_of
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


def change(
    book: Book, house: HouseRule, amendment: Amendment, spot: Spot, below: Collection[str]
) -> Callable[[], None] | Diagnostic:
    """Return what inserts a block or leaves a statement out, or why it cannot be."""
    found = _the_step(book, house, amendment, spot, below)
    if isinstance(found, Diagnostic):
        return found
    parent, step = found
    if amendment.kind == "leave_out":
        return lambda: _leave_out(parent, step, amendment.tree)
    block = amendment.tree.children[3]
    statements = [part for part in statements_of(block) if isinstance(part, Tree)]
    cites = [part for part in block.children if isinstance(part, Tree) and part.data == "cites"]
    place = amendment.place or "after"

    def insert() -> None:
        _insert(book, parent, step, statements, place)
        _cite(spot.tree, cites)
        book.inserted.update({id(each): house.title for _, _, each in _steps(block)})

    return insert


def _insert(book: Book, parent: Tree, step: Tree, statements: list[Tree], place: str) -> None:
    """Put statements beside a step; what is inserted later stands further away from it."""
    index = next(number for number, child in enumerate(parent.children) if child is step)
    beside = book.beside.get((id(step), place), 0)
    index = index - beside if place == "before" else index + 1 + beside
    parent.children[index:index] = statements
    book.beside[id(step), place] = beside + len(statements)


def _cite(declaration: Tree, cites: list[Tree]) -> None:
    """Let a declaration cite more clauses, in the place where its form has them."""
    holder = declaration.children[-1] if declaration.data == "event" else declaration
    first = {"event": 0, "rule": 2, "limit": 2}.get(str(declaration.data), 1)
    holder.children[first:first] = cites


def _leave_out(parent: Tree, step: Tree, why: Tree) -> None:
    rest = [child for child in parent.children if isinstance(child, Tree) and child.data != "cites"]
    swap(parent, step, *([Tree("nothing", [], why.meta)] if len(rest) == 1 else []))


def _the_step(
    book: Book, house: HouseRule, amendment: Amendment, spot: Spot, below: Collection[str]
) -> tuple[Tree, Tree] | Diagnostic:
    """Return the statement that is meant, with the tree it is a child of.

    Steps are counted as in the game; what another house rule has inserted counts for those on top of it.
    """
    target = amendment.target
    every = [
        (parent, name, step)
        for parent, name, step in _steps(spot.tree)
        if book.inserted.get(id(step), house.title) in {house.title, *below}
    ]
    first = book.steps.setdefault(id(spot.tree), [(name, step) for _, name, step in every])
    parents = {id(step): parent for parent, _, step in every}
    counted = [(name, step) for _, name, step in every] if below else first
    named = [(parents.get(id(step)), step) for name, step in counted if name == target.step]
    file = house.file
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
        named = [named[target.number - 1]]
    if len(named) > 1:
        notes = tuple(
            Note(f"`{target.step} {number}` is here", span_of(file, step))
            for number, (_, step) in enumerate(named, 1)
        )
        message = f"`{target.name}` has {len(named)} steps `{target.step}`"
        help = f"say which: `{target.step} 1` is the first"
        return Diagnostic("M110", message, span, help=help, notes=notes)
    parent, step = named[0]
    if parent is None:
        message = f"another house rule has left out `{target.step}` in `{target.name}`"
        return Diagnostic("M109", message, span, help="choose one of the two")
    return parent, step


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
