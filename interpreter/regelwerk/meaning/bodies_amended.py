"""Steps of bodies, by what they let happen: inserting before and after them, and leaving them out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from msgspec import structs

from regelwerk.meaning import problems
from regelwerk.meaning.amendments import Amendment, HouseRule
from regelwerk.meaning.book import Book, Entry, Spot
from regelwerk.source.diagnostics import Diagnostic, Edit, near_names
from regelwerk.tree import declarations as td
from regelwerk.tree import house_rules as th
from regelwerk.tree import statements as ts
from regelwerk.tree.expressions import Attribute, Call
from regelwerk.tree.nodes import Cites, Node
from regelwerk.tree.walk import resliced, walk


def change(
    book: Book, house: HouseRule, amendment: Amendment, spot: Spot, below: Collection[str]
) -> Callable[[], None] | Diagnostic:
    """Return what inserts a block or leaves a statement out, or why it cannot be."""
    found = _the_step(book, house, amendment, spot, below)
    if isinstance(found, Diagnostic):
        return found
    step, tree = found, amendment.tree
    if not isinstance(tree, th.Insert):
        return lambda: _leave_out(spot.entry, step, tree)

    def insert() -> None:
        _insert(book, spot.entry, step, tree)
        _cite(spot.entry, tree.cites)
        book.inserted.update({each.at: house.title for _, each in _steps(walk(tree.body))})

    return insert


def _insert(book: Book, entry: Entry, step: ts.Statement, tree: th.Insert) -> None:
    """Put statements beside a step; what is inserted later stands further away from it."""
    beside = book.beside.get((step.at, tree.when), 0)

    def with_statements(body: tuple[object, ...], index: int) -> tuple[object, ...]:
        index = index - beside if tree.when == "before" else index + 1 + beside
        return (*body[:index], *tree.body, *body[index:])

    entry.tree = resliced(entry.tree, step.at, with_statements)
    book.beside[step.at, tree.when] = beside + len(tree.body)


def _cite(entry: Entry, cites: tuple[Cites, ...]) -> None:
    """Let a declaration cite more clauses."""
    tree = entry.tree
    if isinstance(tree, td.Event):
        entry.tree = structs.replace(tree, cites=(*cites, *tree.cites))
    elif isinstance(tree, td.Action | td.Limit | ts.Rule):
        entry.tree = structs.replace(tree, lines=(*cites, *tree.lines))


def _leave_out(entry: Entry, step: ts.Statement, why: Node) -> None:
    def without(body: tuple[object, ...], index: int) -> tuple[object, ...]:
        return (*body[:index], *body[index + 1 :]) or (ts.Pass(why.at),)

    entry.tree = resliced(entry.tree, step.at, without)


def _the_step(
    book: Book, house: HouseRule, amendment: Amendment, spot: Spot, below: Collection[str]
) -> ts.Statement | Diagnostic:
    """Return the statement that is meant.

    Steps are counted as in the game; what another house rule has inserted counts for those on top of it.
    """
    target, span = amendment.target, amendment.word.at
    wanted = target.step or ""
    inside = () if isinstance(spot.tree, td.ToldEvent) else walk(spot.tree)
    every = [
        (name, step)
        for name, step in _steps(inside)
        if book.inserted.get(step.at, house.title) in {house.title, *below}
    ]
    first = book.steps.setdefault(spot.entry, every)
    there = {step.at for _, step in every}
    named = [step for name, step in (every if below else first) if name == target.step]
    if not named:
        near = near_names(wanted, {name for name, _ in every})
        known = tuple(dict.fromkeys(name for name, _ in every))
        fix = Edit.to_nearest(span, near) if str(amendment.word) == wanted else None
        return problems.unknown_step("none", wanted, target.name, known=known).at(span, near=near, fix=fix)
    if target.number is not None:
        if not 1 <= target.number <= len(named):
            return problems.unknown_step("too few", wanted, target.name, times=len(named)).at(span)
        named = [named[target.number - 1]]
    if len(named) > 1:
        notes = tuple(
            problems.notes.step_here(wanted, number).at(each.at) for number, each in enumerate(named, 1)
        )
        return problems.several_steps(wanted, target.name, len(named)).at(span, notes=notes)
    if named[0].at not in there:
        return problems.unknown_step("left out", wanted, target.name).at(span)
    return named[0]


def _steps(nodes: Iterable[Node]) -> Iterator[tuple[str, ts.Statement]]:
    """Return the statements with a name, with what they let happen."""
    for node in nodes:
        match node:
            case ts.Happen(event=name) | ts.Later(event=name) | ts.Open(window=name):
                yield name.text, node
            case ts.Pay(payment=name) | ts.Create(type=name) | ts.EndGame(name=name):
                yield name.text, node
            case ts.Roll(die=name) | ts.RollInto(die=name):
                yield name.text, node
            case ts.RollDie(target=Attribute(name=name)):
                yield name.text, node
            case ts.CarryOut(span=name) | ts.Leave(span=name):
                yield name.text, node
            case ts.Let(value=Call(name=name)) | ts.Assign(value=Call(name=name)):
                yield name.text, node
            case ts.Result(value=Call(name=name)):
                yield name.text, node
