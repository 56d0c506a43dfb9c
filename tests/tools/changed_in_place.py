"""Layouts of a game in which a small change is made for a while, without laying all of it out anew.

A change inside a body leaves every name, kind and number of the layout as it was: the walker reads what is to
happen and to be asked from the nodes themselves, so that the change is made in them, and taken back. What a
change costs in steps is not worked out anew.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from regelwerk.program.layout import Layout, lay_out_bodies
from regelwerk.program.things import index_names
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import Rules
from regelwerk.rules.walk import nodes
from regelwerk.studies.layouts import Layouts

from .small_changes import DURATION, Change, put

BODIES = {
    "values": ("body",), "events": ("body", "told"), "limits": ("over", "holds", "breach"),
    "windows": ("asks", "start", "passing"), "rules": ("over", "where", "body"),
    "modifiers": ("over", "changes"), "payments": ("means",),
}  # fmt: skip
"""Where a declaration is evaluated or carried out."""
_OF_ACTIONS = ("by_where", "needs", "cost", "body")
"""The same of an action: what it is declared with tells kinds to others."""


class InPlace:
    """The layouts of a game, in which changes can be made for as long as they are looked at."""

    def __init__(self, rules: Rules, asked: Sequence[Any]) -> None:
        self.rules = rules
        self.asked = asked
        self.plain = Layouts(rules, asked)

    def is_quick(self, change: Change) -> bool:
        """Whether nothing is laid out anew for a change."""
        if change.table == "rows":
            return change.path[0] == "values"
        return change.way != DURATION and _is_inside(change)

    @contextmanager
    def changed(self, change: Change) -> Iterator[Layouts]:
        """The layouts of the game with a change. Only for as long as that lasts they are to be played."""
        declared = next(each for each in getattr(self.rules, change.table) if each.name == change.name)
        if not self.is_quick(change):
            yield Layouts(change.made(self.rules), self.asked)
        elif change.table == "rows":
            figures = _WithFigure(self, change, declared)
            try:
                yield figures
            finally:
                figures.take_back()
        else:
            holder, field, rest = _holder(declared, change.path)
            old = getattr(holder, field)
            force_setattr(holder, field, put(old, rest, change.new))
            try:
                yield _WithNodes(self, change, declared)
            finally:
                force_setattr(holder, field, old)


class _Made(Layouts, ABC):
    """What is laid out with a change, from what was laid out without it."""

    def __init__(self, of: InPlace, change: Change, declared: Any) -> None:
        self.of = of
        self.change = change
        self.declared = declared
        self.changed: dict[int, Layout] = {}

    @cached_property
    def anew(self) -> Layouts:
        """For games in which what is declared is not the same: something is made up, or printed otherwise."""
        return Layouts(self.change.made(self.of.rules), self.of.asked)

    def get(self, *asked: Any, **named: Any) -> Layout:
        """The layout with the change."""
        plain = self.of.plain.get(*asked, **named)
        if id(plain) not in self.changed:
            stands = any(each is self.declared for each in getattr(plain.game, self.change.table))
            self.changed[id(plain)] = self.made(plain) if stands else self.anew.get(*asked, **named)
        return self.changed[id(plain)]

    @abstractmethod
    def made(self, plain: Layout) -> Layout:
        """The same layout with the change."""


class _WithNodes(_Made):
    """The change is in the nodes already: places of statements that are others are found anew."""

    def made(self, plain: Layout) -> Layout:
        made = copy(plain)
        made.spoken = {}
        if any(isinstance(node, st.Statement) for node in nodes((self.change.old, self.change.new))):
            made.bodies, made.body_number = [], {}
            lay_out_bodies(made)
        return made


class _WithFigure(_Made):
    """A figure of a row is another one in the tables of things."""

    def __init__(self, of: InPlace, change: Change, declared: Any) -> None:
        super().__init__(of, change, declared)
        self.before: list[tuple[list[int], list[int]]] = []

    def made(self, plain: Layout) -> Layout:
        name, _, member = self.change.path[1].partition(".")
        tables = plain.tables
        things = tables.row_things[tables.row_number[self.change.name]]
        for info in tables.attributes.values():
            if info.name != name or not info.first <= things.start < info.first + info.count:
                continue
            names = index_names(tables, info.kind) if info.kind.per is not None else [""]
            start = plain.start.columns[info.column] if info.column >= 0 else info.values
            for values in (info.values, start):
                self.before.append((values, values[:]))
                for thing in things:
                    for position, each in enumerate(names):
                        if each == member:
                            values[(thing - info.first) * info.members + position] = int(self.change.new)
        return plain

    def take_back(self) -> None:
        """Set all figures as they were."""
        for values, before in reversed(self.before):
            values[:] = before


def _is_inside(change: Change) -> bool:
    """Whether only what is evaluated or carried out becomes another."""
    if change.table == "actions":
        return change.path[0] in _OF_ACTIONS
    return change.path[0] in BODIES.get(change.table, ())


def _holder(declared: Any, path: tuple[Any, ...]) -> tuple[Any, str, tuple[Any, ...]]:
    """The innermost node that a path leads through, its field, and how it goes on in there."""
    held: Any = declared
    holder, at = declared, 0
    for number, step in enumerate(path):
        if isinstance(held, Struct):
            holder, at = held, number
            held = getattr(held, step)
        else:
            held = held[step]
    return holder, path[at], path[at + 1 :]
