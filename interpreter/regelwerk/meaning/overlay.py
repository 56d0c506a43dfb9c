"""Laying a house rule over a game: the game's declarations with its amendments in them.

A house rule is read against the game beneath it: every target is looked for before anything is
changed, so the order of its lines does not matter. What comes out is an ordinary game, to be
understood and checked as if it had been written so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from regelwerk.meaning import alterations, bodies_amended
from regelwerk.meaning.amendments import Amendment, HouseRule, Target
from regelwerk.meaning.book import SORTS_WITH_NAMES, Book, Entry, Spot
from regelwerk.source.diagnostics import Diagnostic, Note, near_names
from regelwerk.tree.nodes import Node

Change = Callable[[], None]
BODIES = ("event", "action", "rule", "limit")
"""Declarations with steps in them."""


def lay_over(
    book: Book, house: HouseRule, game: str, below: Collection[str] = (), only_look: bool = False
) -> list[Diagnostic]:
    """Amend the book; with problems, or to look only, it is left as it was.

    `below` are the titles of the house rules that this one lies on: it sees what those have inserted.
    """
    if house.amends.text != game:
        message = f"this house rule amends `{house.amends}`, but the game is `{game}`"
        near = near_names(house.amends.text, [game])
        span = house.amends.at
        return [Diagnostic("M102", message, span, near=near, help=f"choose it for a game `{house.amends}`")]
    problems: list[Diagnostic] = []
    changes: list[Change] = []
    with book.unchanged():
        for amendment in house.amendments:
            found = _prepare(book, house, amendment, below)
            if isinstance(found, Diagnostic):
                problems.append(found)
            else:
                changes.append(found)
    if not problems and not only_look:
        for change in changes:
            change()
    return problems


def _prepare(
    book: Book, house: HouseRule, amendment: Amendment, below: Collection[str]
) -> Change | Diagnostic:
    """Return what carries an amendment out, or why it cannot be."""
    kind, target = amendment.kind, amendment.target
    if kind == "add":
        return _addition(book, house, amendment)
    if target.sort == "body":
        found = _declaration(book, house, replace(target, step=None), amendment.word, *BODIES)
        if isinstance(found, Diagnostic):
            return found
        return bodies_amended.change(book, house, amendment, found[0], below)
    spots = _declaration(book, house, target, amendment.word, target.sort)
    if isinstance(spots, Diagnostic):
        return spots
    if kind == "presuppose":
        return _nothing
    return alterations.change(book, amendment, spots)


def _nothing() -> None:
    """Carry out what changes nothing."""


def _addition(book: Book, house: HouseRule, amendment: Amendment) -> Change | Diagnostic:
    target, tree = amendment.target, amendment.tree
    if target.sort == "game":
        return _problem(house, "M101", "a house rule declares no game", amendment.word, "remove the line")
    taken = book.names().get(target.name) if target.sort in SORTS_WITH_NAMES else None
    if target.sort == "type" and target.name == "seat" and book.find(target):
        taken = "type"
    if taken is not None:
        first = book.find(Target(taken, target.name))[0]
        other = book.added.get((taken, target.name))
        where = f'the house rule "{other}" adds' if other is not None else "the game has"
        article = "an" if taken[0] in "aeiou" else "a"
        notes = (Note("it is declared here", alterations.span_of_spot(book, first)),)
        help = "give it another name"
        if taken == target.sort:
            verbs = {
                "row": "change table {}: ...`",
                "type": "extend type {}: ...`",
                "enum": "extend enum {}: ...`",
            }
            name = book.table_of(first) if taken == "row" else target.name
            instead = verbs[taken].format(name) if taken in verbs else f"replace {taken} {target.name}`"
            help = f"write `{instead} to change it, or give this one another name"
        message = f"{where} {article} {taken} `{target.name}` already"
        span = amendment.word.at
        return Diagnostic("M105", message, span, help=help, notes=notes)

    def add() -> None:
        if amendment.table is None:
            book.entries.append(Entry.of(tree))
        else:
            book.tables.append(amendment.table)
        book.added[target.sort, target.name] = house.title

    return add


def _declaration(
    book: Book, house: HouseRule, target: Target, word: Node, *sorts: str
) -> list[Spot] | Diagnostic:
    """Return where the target stands; without one, what was probably meant."""
    for sort in sorts:
        found = book.find(replace(target, sort=sort))
        if found:
            return found
    if target == Target("type", "seat"):
        return []
    return _dangling(book, house, target, word, sorts)


def _dangling(book: Book, house: HouseRule, target: Target, word: Node, sorts: tuple[str, ...]) -> Diagnostic:
    wanted = sorts[0] if len(sorts) == 1 else "event, action, rule or limit"
    name = target.name
    if target.sort in SORTS_WITH_NAMES or len(sorts) > 1:
        everything = book.names()
        if name in everything:
            other = everything[name]
            message = f"`{name}` is {_article(other)} {other}, not {_article(wanted)} {wanted}"
            steps = "only events, actions, rules and limits have steps"
            help = f"write `{other} {name}`" if len(sorts) == 1 else steps
            return _problem(house, "M104", message, word, help)
        same = [each for each, sort in everything.items() if sort in sorts]
        near = near_names(name, same)
        message = f"the game has no {wanted} `{name}`"
        if not near:
            others = near_names(name, [each for each in everything if each not in same])
            near = tuple(f"{everything[each]} {each}" for each in others)
        return _problem(house, "M103", message, word, "name what the game declares", near)
    names = [each for each, _ in book.spots(target.sort)]
    near = near_names(name, names)
    what = "no text of" if target.sort == "text" else f"no {target.sort}"
    shown = name if target.sort == "text" else name.replace(" for ", "` for `")
    return _problem(
        house, "M103", f"the game has {what} `{shown}`", word, "name what the game declares", near
    )


def _article(sort: str) -> str:
    return "an" if sort[0] in "aeiou" else "a"


def _problem(
    house: HouseRule, code: str, message: str, word: Node, help: str, near: tuple[str, ...] = ()
) -> Diagnostic:
    return Diagnostic(code, message, word.at, near=near, help=help)
