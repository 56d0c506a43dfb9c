"""Laying a house rule over a game: the game's declarations with its amendments in them.

A house rule is read against the game beneath it: every target is looked for before anything is
changed, so the order of its lines does not matter. What comes out is an ordinary game, to be
understood and checked as if it had been written so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from msgspec.structs import replace

from regelwerk.meaning import alterations, bodies_amended, problems, whole_tables
from regelwerk.meaning.amendments import BODIES, Amendment, HouseRule, Target
from regelwerk.meaning.book import SORTS_WITH_NAMES, Book, Entry, Spot
from regelwerk.source.diagnostics import Diagnostic, Edit, near_names
from regelwerk.tree.nodes import Node

Change = Callable[[], None]


def lay_over(
    book: Book, house: HouseRule, game: str, below: Collection[str] = (), only_look: bool = False
) -> list[Diagnostic]:
    """Amend the book; with problems, or to look only, it is left as it was.

    `below` are the titles of the house rules that this one lies on: it sees what those have inserted.
    """
    if house.amends.text != game:
        near = near_names(house.amends.text, [game])
        return [
            problems.another_game(house.amends.text, game).at(
                house.amends.at, near=near, fix=Edit.to_nearest(house.amends.at, near)
            )
        ]
    wrong: list[Diagnostic] = []
    changes: list[Change] = []
    with book.unchanged():
        going = whole_tables.rows_going(book, house, below)
        for amendment in house.amendments:
            if amendment.replaces_table:
                continue
            found = _prepare(book, house, amendment, below, going)
            if isinstance(found, Diagnostic):
                wrong.append(found)
            else:
                changes.append(found)
        wrong += whole_tables.not_there(book, house, going)
    changes.append(
        lambda: whole_tables.take_away(book, house, going)
    )  # the last: it leaves no text to change
    if not wrong and not only_look:
        for change in changes:
            change()
    return wrong


def _prepare(
    book: Book, house: HouseRule, amendment: Amendment, below: Collection[str], going: Mapping[str, Spot]
) -> Change | Diagnostic:
    """Return what carries an amendment out, or why it cannot be; rows that are `going` leave their names."""
    kind, target = amendment.kind, amendment.target
    if kind == "add":
        return _addition(book, house, amendment, going)
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


def _addition(
    book: Book, house: HouseRule, amendment: Amendment, going: Mapping[str, Spot]
) -> Change | Diagnostic:
    target, tree = amendment.target, amendment.tree
    if target.sort == "game":
        return problems.house_rule_out_of_place("game in a house rule").at(amendment.word.at)
    taken = book.names().get(target.name) if target.sort in SORTS_WITH_NAMES else None
    if target.sort == "type" and target.name == "seat" and book.find(target):
        taken = "type"
    if taken is not None and not (taken == "row" and target.name in going):
        first = book.find(Target(taken, target.name))[0]
        other = book.added.get((taken, target.name))
        note = problems.notes.is_declared_here().at(alterations.span_of_spot(book, first))
        table = book.table_of(first) or "" if taken == "row" else ""
        problem = problems.there_already(target.name, taken, other or "", taken == target.sort, table)
        return problem.at(amendment.word.at, notes=(note,))

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
            body = len(sorts) > 1
            return problems.another_sort("body" if body else "declaration", name, other, wanted).at(word.at)
        same = [each for each, sort in everything.items() if sort in sorts]
        near = near_names(name, same)
        problem = problems.nothing_to_amend("name", name, wanted)
        if not near:
            others = near_names(name, [each for each in everything if each not in same])
            others_near = tuple(f"{everything[each]} {each}" for each in others)
            return problem.at(word.at, near=others_near)
        return problem.at(
            word.at, near=near, fix=Edit.to_nearest(word.at, near) if str(word) == name else None
        )
    names = [each for each, _ in book.spots(target.sort)]
    near = near_names(name, names)
    if target.sort == "text":
        return problems.nothing_to_amend("text", name).at(word.at, near=near)
    attribute, _, owner = name.partition(" for ")
    if not owner:
        return problems.nothing_to_amend("name", name, target.sort).at(word.at, near=near)
    return problems.nothing_to_amend("modifier", attribute, target.sort, owner).at(word.at, near=near)
