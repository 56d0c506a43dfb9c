"""Whole tables that house rules replace: which rows go, and what then belongs to nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from regelwerk.meaning import problems
from regelwerk.meaning.alterations import remove_texts, take_out
from regelwerk.meaning.amendments import HouseRule
from regelwerk.meaning.book import Book, Spot
from regelwerk.source.diagnostics import Diagnostic, near_names


def rows_going(book: Book, house: HouseRule, below: Collection[str]) -> dict[str, Spot]:
    """Return the rows of the tables that a house rule replaces, by their names.

    They are those of the game, and of the house rules with the titles `below`, on top of which it lies.
    What others add stands beside.
    """
    replaced = house.tables
    if not replaced:
        return {}
    return {
        name: spot
        for name, spot in book.spots("row")
        if book.table_of(spot) in replaced
        and book.added.get(("row", name), house.title) in (house.title, *below)
    }


def not_there(book: Book, house: HouseRule, going: Mapping[str, Spot]) -> Iterator[Diagnostic]:
    """M103: tables that are to be replaced, and of which the game has no row."""
    there = {book.table_of(spot) for spot in going.values()}
    for name, amendment in house.tables.items():
        if name not in there:
            near = near_names(name, {book.table_of(spot) for _, spot in book.spots("row")})
            yield problems.nothing_to_amend("table", name).at(amendment.word.at, near=near)


def take_away(book: Book, house: HouseRule, going: Mapping[str, Spot]) -> None:
    """Take rows away; the text of one whose name comes again stays, and tells what that does."""
    again = {
        each.target.name for each in house.amendments if each.kind == "add" and each.target.sort == "row"
    }
    for name, spot in going.items():
        take_out(book, spot)
        if name not in again:
            remove_texts(book, name)
