"""What a declaration asks about the rest of the game while it is understood, and what it is told.

Whatever depends on other declarations is asked for through tables that note the question. As long as a
declaration is the same, and everything that it asked has the same answer, it becomes the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from regelwerk.rules.types.declared import Signature

EVERYTHING = "*"
"""What is asked for if one goes through all of a table."""
Asked = dict[str, bytes]
"""Questions (the name of a table, and what was looked for in it) with what tells their answers apart."""
V = TypeVar("V")

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
DIGEST = 8
"""So many bytes tell answers and texts of declarations from others."""
NO_ANSWER = bytes(DIGEST)
"""What is told where there is nothing."""


def digest(data: object) -> bytes:
    """Return what tells plain data, nodes among them, from other data."""
    return blake2b(_encode(data), digest_size=DIGEST).digest()


_NOTHING = digest(None)
_UNCHANGING = (msgspec.Struct, tuple, Signature)
_THERE = digest(False), digest(True)
"""What is told of something that is not in a set, and of something that is."""


class Digests:
    """What tells data from others. Of nodes, which never change, it is worked out once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, bytes]] = {}

    def know(self, data: object, told: bytes) -> None:
        """Take `told` for what tells nodes, or a node, from others."""
        self._known[id(data)] = data, told

    def of(self, data: object) -> bytes:
        """Return what tells plain data, nodes among them, from other data."""
        known = self._known.get(id(data))
        if known is not None and known[0] is data:
            return known[1]
        if isinstance(data, list) and data and isinstance(data[0], msgspec.Struct):
            return self.of_all(data)
        told = _NOTHING if data is None else digest(data)
        if isinstance(data, _UNCHANGING):
            self._known[id(data)] = data, told
        return told

    def of_all(self, parts: Iterable[object]) -> bytes:
        """Return what tells several parts from others."""
        return blake2b(b"".join(map(self.of, parts)), digest_size=DIGEST).digest()


class Questions:
    """Questions with numbers, by which they are kept."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.texts = list(texts)
        self._numbers = {text: number for number, text in enumerate(texts)}

    def number(self, text: str) -> int:
        """Return the number of a question, a new one if need be."""
        found = self._numbers.setdefault(text, len(self.texts))
        if found == len(self.texts):
            self.texts.append(text)
        return found

    def asked(self, name: str, key: str) -> int | None:
        """Return the number of a question about a table, None if nobody has ever asked it."""
        return self._numbers.get(f"{name} {key}")

    def text(self, number: int) -> str:
        """Return a question; none has a number that was never given."""
        return self.texts[number] if 0 <= number < len(self.texts) else ""


class Tables:
    """The tables that may be asked, by name, each with what of its values matters to those who ask.

    `before` are those of the same game when it was looked at the last time in this run, under other house
    rules: most of what they say is the same.
    """

    def __init__(self, questions: Questions, digests: Digests, before: Tables | None = None) -> None:
        self.before = before
        self._tables: dict[str, tuple[Collection[Any], Callable[[Any], object] | None]] = {}
        self._questions = questions
        self._digests = digests
        self._said: dict[str, Callable[[str], object]] = {}
        self._answers: dict[int, bytes] = {}
        self._otherwise: set[int] = set()

    def enter(
        self, name: str, table: Collection[Any], matters: Callable[[Any], object] | None = None
    ) -> None:
        """Add a table. `matters` says what counts of a value, as plain data; without it all of it does."""
        self._tables[name] = table, matters

    def say(self, name: str, answer: Callable[[str], object]) -> None:
        """Let something be asked that is in no table: `answer` gives plain data."""
        self._said[name] = answer

    def question(self, number: int) -> str:
        """Return the words of a question."""
        return self._questions.text(number)

    def compare(self, name: str) -> None:
        """Find out once what is otherwise than `before` in a table that stays as it is from now on."""
        before = None if self.before is None else self.before._tables.get(name)
        if before is None:
            return
        new, old = self._tables[name][0], before[0]
        if isinstance(new, Mapping) and isinstance(old, Mapping):
            keys = [key for key in {*new, *old} if new.get(key, self) != old.get(key, self)]
        else:
            keys = [*{*new} ^ {*old}]
        if keys or [*new] != [*old]:
            keys.append(EVERYTHING)
        numbers = (self._questions.asked(name, key) for key in keys)
        self._otherwise.update(number for number in numbers if number is not None)

    def as_before(self, asked: Sequence[int]) -> bool:
        """Say whether all questions have the answers they had before; they are about tables that were
        compared."""
        return self._otherwise.isdisjoint(asked)

    def otherwise(self, further: Tables) -> list[str]:
        """Return the questions that have another answer in the tables of a game with more declarations."""
        found: list[str] = []
        for name in sorted(self._tables.keys() & further._tables.keys()):
            everything = f"{name} {EVERYTHING}"
            if self._look(everything) == further._look(everything):
                continue
            keys = {*self._tables[name][0], *further._tables[name][0]}
            questions = (f"{name} {key}" for key in sorted(key for key in keys if isinstance(key, str)))
            found += [each for each in questions if self._look(each) != further._look(each)]
            found.append(everything)
        return found

    def changed(self, name: str, key: str) -> None:
        """Note that something has another value in a table now."""
        for asked in (key, EVERYTHING):
            self._answers.pop(self._questions.number(f"{name} {asked}"), None)

    def answer(self, number: int) -> bytes:
        """Return what tells the answer to a question from others."""
        found = self._answers.get(number)
        if found is None:
            found = self._answers[number] = self._look(self._questions.text(number))
        return found

    def tell(self, question: str) -> bytes:
        """Return the same, by the words of the question."""
        return self.answer(self._questions.number(question))

    def agree(self, asked: Sequence[int], told: bytes) -> bool:
        """Say whether everything that was asked has the same answers now, one behind the other."""
        known = list(map(self._answers.get, asked))
        if None not in known:  # quick, if all of it was asked before
            return b"".join(known) == told  # type: ignore[arg-type]
        answers = [told[place : place + DIGEST] for place in range(0, len(told), DIGEST)]
        if len(answers) != len(asked):
            return False
        new = []
        for number, answer, before in zip(asked, answers, known, strict=True):
            if before is None:
                new.append((number, answer))
            elif before != answer:
                return False
        return all(self.answer(number) == answer for number, answer in new)

    def _look(self, question: str) -> bytes:
        name, _, key = question.partition(" ")
        if name in self._said:
            return digest(self._said[name](key))
        entry = self._tables.get(name)
        if entry is None:
            return NO_ANSWER  # of what is kept nothing is known for certain
        table, matters = entry
        if not isinstance(table, Mapping):
            return digest(sorted(map(str, table))) if key == EVERYTHING else _THERE[key in table]
        if key == EVERYTHING:
            return digest(
                [(each, value if matters is None else matters(value)) for each, value in table.items()]
            )
        if key not in table:
            return NO_ANSWER
        return self._digests.of(table[key] if matters is None else matters(table[key]))

    def asked(self, name: str, by: Asked) -> Any:
        """Return a table as somebody sees it whose questions are noted."""
        table = self._tables[name][0]
        kind = AskedMapping if isinstance(table, Mapping) else AskedCollection
        return kind(name, table, self, by)


class Looked(msgspec.Struct, gc=False):
    """That a declaration was looked at: what tells it from others, the numbers of what it asked, what it was
    told, one answer behind the other, and how many names had been invented before, if it invents some."""

    seal: bytes
    asked: tuple[int, ...]
    told: bytes
    binders: int | None


def told_apart(looked: Looked) -> tuple[object, ...]:
    """Return what tells a look at a declaration from others: if it is the same, so is what it became.

    Who is told the same asked the same. The numbers of questions are others in another run.
    """
    return looked.seal, looked.told, looked.binders


def asked_together(looked: Iterable[Looked]) -> dict[int, bytes] | None:
    """Return what looks at several declarations asked, with the answers; None if one has two of them."""
    found: dict[int, bytes] = {}
    for each in looked:
        for place, number in enumerate(each.asked):
            answer = each.told[place * DIGEST : (place + 1) * DIGEST]
            if found.setdefault(number, answer) != answer:
                return None
    return found


def who_asks(
    looked: Sequence[Looked], questions: Questions, texts: Iterable[str]
) -> list[tuple[object, ...]]:
    """Return the looks at declarations that asked one of these questions."""
    numbers = set(map(questions.number, texts))
    return [told_apart(each) for each in looked if not numbers.isdisjoint(each.asked)]


class AskedCollection(Collection[V]):
    """A set or a list that notes what is asked of it."""

    def __init__(self, name: str, table: Collection[V], tables: Tables, by: Asked) -> None:
        self._name, self._table, self._tables, self._by = name, table, tables, by
        self._noted: set[str] = set()

    def _note(self, key: str) -> None:
        if key in self._noted:
            return
        self._noted.add(key)
        question = f"{self._name} {key}"
        if question not in self._by:
            self._by[question] = self._tables.tell(question)

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
