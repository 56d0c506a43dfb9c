"""What a declaration asks about the rest of the game while it is understood, and what it is told.

Whatever depends on other declarations is asked for through tables that note the question. As long as a
declaration is the same, and everything that it asked has the same answer, it becomes the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, ItemsView, Iterator, Mapping, ValuesView
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

EVERYTHING = "*"
"""What is asked for if one goes through all of a table."""
Asked = dict[str, bytes]
"""Questions (the name of a table, and what was looked for in it) with what tells their answers apart."""
V = TypeVar("V")

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
DIGEST = 8
"""So many bytes tell answers and texts of declarations from others."""


def digest(data: object) -> bytes:
    """Return what tells plain data, nodes among them, from other data."""
    return blake2b(_encode(data), digest_size=DIGEST).digest()


class Tables:
    """The tables that may be asked, by name, each with what of its values matters to those who ask."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[Collection[Any], Callable[[Any], object] | None]] = {}
        self._answers: Asked = {}

    def enter(
        self, name: str, table: Collection[Any], matters: Callable[[Any], object] | None = None
    ) -> None:
        """Add a table. `matters` says what counts of a value, as plain data; without it all of it does."""
        self._tables[name] = table, matters

    def changed(self, name: str, key: str) -> None:
        """Note that something has another value in a table now."""
        self._answers.pop(f"{name} {key}", None)
        self._answers.pop(f"{name} {EVERYTHING}", None)

    def answer(self, question: str) -> bytes:
        """Return what tells the answer to a question from others."""
        found = self._answers.get(question)
        if found is None:
            found = self._answers[question] = self._look(question)
        return found

    def agree(self, asked: Asked) -> bool:
        """Say whether everything that was asked has the same answer now."""
        if asked.items() <= self._answers.items():  # quick, if all of it was asked before
            return True
        new = []
        for question, told in asked.items():
            known = self._answers.get(question)
            if known is None:
                new.append(question)
            elif known != told:
                return False
        return all(self.answer(question) == asked[question] for question in new)

    def _look(self, question: str) -> bytes:
        name, _, key = question.partition(" ")
        if name not in self._tables:
            return b""  # of what is kept nothing is known for certain
        table, matters = self._tables[name]
        if not isinstance(table, Mapping):
            return digest(sorted(map(str, table)) if key == EVERYTHING else key in table)
        if key == EVERYTHING:
            return digest(
                [(each, value if matters is None else matters(value)) for each, value in table.items()]
            )
        if key not in table:
            return b""
        return digest(table[key] if matters is None else matters(table[key]))

    def asked(self, name: str, by: Asked) -> Any:
        """Return a table as somebody sees it whose questions are noted."""
        table = self._tables[name][0]
        kind = AskedMapping if isinstance(table, Mapping) else AskedCollection
        return kind(name, table, self, by)


class AskedCollection(Collection[V]):
    """A set or a list that notes what is asked of it."""

    def __init__(self, name: str, table: Collection[V], tables: Tables, by: Asked) -> None:
        self._name, self._table, self._tables, self._by = name, table, tables, by

    def _note(self, key: str) -> None:
        question = f"{self._name} {key}"
        if question not in self._by:
            self._by[question] = self._tables.answer(question)

    def __contains__(self, key: object) -> bool:
        self._note(key if isinstance(key, str) else EVERYTHING)
        return key in self._table

    def __iter__(self) -> Iterator[V]:
        self._note(EVERYTHING)
        return iter(self._table)

    def __len__(self) -> int:
        self._note(EVERYTHING)
        return len(self._table)


class AskedMapping(AskedCollection[str], Mapping[str, V]):
    """A table by key that notes what is asked of it."""

    _table: Mapping[str, V]

    def __getitem__(self, key: str) -> V:
        self._note(key)
        return self._table[key]

    def items(self) -> ItemsView[str, V]:
        """Return all keys with their values."""
        self._note(EVERYTHING)
        return self._table.items()

    def values(self) -> ValuesView[V]:
        """Return all values."""
        self._note(EVERYTHING)
        return self._table.values()


class Worked(Mapping[str, V]):
    """A table in which every key has a value, that is worked out when it is asked for."""

    def __init__(self, work_out: Callable[[str], V]) -> None:
        self._work_out = work_out
        self._known: dict[str, V] = {}

    def __getitem__(self, key: str) -> V:
        if key not in self._known:
            self._known[key] = self._work_out(key)
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)
