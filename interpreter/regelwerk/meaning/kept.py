"""What became of declarations is kept: from one set of house rules to the next, from one run to the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import chain
from typing import Annotated

import msgspec
from msgspec import structs

from regelwerk.meaning.asking import DIGEST, Asked, Digests, Looked, Questions, Tables, digest
from regelwerk.meaning.graph import bodies_of
from regelwerk.meaning.made import Made
from regelwerk.meaning.said import Said, said_by
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.tree.nodes import Node

MOST = 8
"""So many outcomes of one declaration are kept, the last ones: under other house rules it is another."""
OLDEST = 4
"""So many times it is kept further without being of use."""


class _Outcome(Looked, array_like=True, gc=False):
    """What became of a declaration that was looked at; `age` is how often it was of no use since it was.

    `but_amounts` tells it from what differs in more than amounts.
    """

    made: msgspec.Raw
    age: Annotated[int, msgspec.Meta(ge=0, le=OLDEST)] = 0
    but_amounts: bytes = b""


class _Known:
    """An outcome in this run: read when it is asked for, and perhaps of use."""

    def __init__(self, outcome: _Outcome, made: Made | None = None) -> None:
        self.outcome = outcome
        self.made = made
        self.needed = made is not None
        self.agreed: Tables | None = None
        """The tables that agreed with it the last time it was judged."""

    def fits(self, seal: bytes, binders: int, tables: Tables) -> bool:
        """Say whether a declaration is the same, and is told the same."""
        outcome = self.outcome
        if outcome.seal != seal or outcome.binders not in (None, binders):
            return False
        return tables.agree(outcome.asked, outcome.told)

    def is_in_order(self, seal: bytes, tables: Tables) -> bool:
        """Say the same of something that is judged by tables that stay as they are."""
        before = self.agreed is not None and self.agreed is tables.before and self.outcome.seal == seal
        if not (before and tables.as_before(self.outcome.asked)) and not self.fits(seal, 0, tables):
            return False
        self.agreed = tables
        self.needed = True
        return True

    def read(self) -> Made | None:
        """Return what became of the declaration, unless it is damaged."""
        if self.made is None:
            with suppress(msgspec.DecodeError, RecursionError):
                self.made = _made.decode(self.outcome.made)
        self.needed = self.made is not None
        return self.made


class _File(msgspec.Struct, array_like=True):
    """What a file holds: questions, outcomes by the keys of declarations, what they say by their seals, and
    what was found about games by theirs."""

    questions: list[str]
    outcomes: dict[str, list[_Outcome]]
    said: dict[bytes, Said] = {}
    facts: dict[bytes, dict[str, bytes]] = {}

    def text(self, number: int) -> str:
        """Return a question; none has a number that was never given."""
        return self.questions[number] if 0 <= number < len(self.questions) else ""


_file = msgspec.msgpack.Decoder(_File)
_made = msgspec.msgpack.Decoder(Made)
_encode = msgspec.msgpack.Encoder().encode
_plain = msgspec.json.Encoder(order="deterministic").encode
_AMOUNT = re.compile(rb'(?<="by":){"node":"number","value":[0-9]+}')
"""No expression has such a part: so nothing that is compared with something else is left out."""


def _nothing(_: str) -> bytes | None:
    return None


class Kept:
    """Outcomes by the keys of declarations; `data` that are damaged are as if there were none.

    `empty` says whether nothing is known from before.
    """

    def __init__(self, data: bytes | None = None, read: Callable[[str], bytes | None] = _nothing) -> None:
        """`read` gives what is kept apart under a name, see `open`."""
        self._read = read
        self._apart: dict[str, str] = {}
        self._changed_apart: set[str] = set()
        self._known: dict[str, list[_Known]] = {}
        self._said: dict[bytes, Said] = {}
        self._said_before: dict[bytes, Said] = {}
        self._facts: dict[bytes, dict[str, bytes]] = {}
        self.questions = Questions()
        self.digests = Digests()
        self._but_amounts = Digests()
        self.changed = False
        self.empty = True
        self._last: Tables | None = None
        if data is not None:
            with suppress(msgspec.DecodeError, RecursionError):
                kept = _file.decode(data)
                self._said_before, self._facts = kept.said, kept.facts
                self.questions = Questions(kept.questions)
                self._known = {key: [_Known(each) for each in all] for key, all in kept.outcomes.items()}
                self.empty = False

    def tables(self) -> Tables:
        """Return tables of a game, none so far, whose questions can be kept."""
        before = self._last
        if before is not None:
            before.before = None  # it has been compared: else all that were ever made would stay
        self._last = Tables(self.questions, self.digests, before)
        return self._last

    def know(self, sealed: Iterable[tuple[bytes, Node]]) -> None:
        """Take it that these nodes are told from others by a file, a line and what tells the text there."""
        for text, tree in sealed:
            self.digests.know(tree, digest((tree.at.file, tree.at.line, text)))

    def seal(self, data: object) -> bytes:
        """Return what tells data from others; of parts that were looked at before it is known."""
        return self.digests.of_all(data if isinstance(data, tuple) else (data,))

    def seal_but_amounts(self, declared: object, made: Iterable[Made]) -> bytes:
        """Return what tells rules from others that differ in more than how much something is raised or
        lowered by."""
        return self.seal((declared, self._but_amounts.of_all(made)))

    def said(self, tree: Node) -> Said:
        """Return what a declaration says."""
        seal = self.digests.of(tree)
        found = self._said.get(seal)
        if found is None:
            found = self._said[seal] = self._said_before.get(seal) or said_by(tree)
        return found

    def facts(self, seal: bytes, find: Callable[[], dict[str, bytes]]) -> dict[str, bytes]:
        """Return what tells from others what is found about something; found once, as long as it is the
        same."""
        found = self._facts.pop(seal, None)
        if found is None:
            found = find()
            self.changed = True
        self._facts[seal] = found  # the last is the last asked for
        return found

    def open(self, name: str, keys: Sequence[str]) -> None:
        """Read what is kept apart under a name, of declarations with these keys; they are kept there."""
        new = [key for key in keys if key not in self._apart]
        self._apart.update(dict.fromkeys(new, name))
        data = self._read(name) if new else None
        if data is None:
            return
        with suppress(msgspec.DecodeError, RecursionError):
            kept = _file.decode(data)
            for key in new:
                outcomes = kept.outcomes.get(key, [])
                for each in outcomes:
                    each.asked = tuple(self.questions.number(kept.text(number)) for number in each.asked)
                self._known[key] = [*self._known.get(key, ()), *map(_Known, outcomes)]

    def apart(self) -> dict[str, bytes]:
        """Return by name what is to be kept further apart from the rest, where that has changed."""
        keys: dict[str, list[str]] = {}
        for key, name in self._apart.items():
            keys.setdefault(name, []).append(key)
        return {name: self._encode(keys[name]) for name in sorted(self._changed_apart)}

    def find(self, key: str, seal: bytes, binders: int, tables: Tables) -> tuple[Looked, Made] | None:
        """Return what a declaration became when it was the same and was told the same, and what that was."""
        for known in self._known.get(key, ()):
            if known.fits(seal, binders, tables):
                new = known.made is None
                made = known.read()
                if made is not None:
                    if new:
                        self._know_bodies(made, known.outcome.made)
                        self._but_amounts.know(made, known.outcome.but_amounts)
                    return known.outcome, made
        return None

    def looked(self, seal: bytes, binders: int, asked: Asked, made: Made) -> Looked:
        """Return how a declaration was looked at that became something."""
        numbers, told = tuple(map(self.questions.number, asked)), b"".join(asked.values())
        return Looked(seal, numbers, told, binders if made.binders else None)

    def _know_bodies(self, made: Made, kept: msgspec.Raw) -> None:
        """Take what is kept for what tells the bodies in it from others: so they need not be gone through."""
        bodies = [(key, part) for key, part in bodies_of(made) if part]  # nothing is the same everywhere
        if bodies:
            told = blake2b(kept, digest_size=DIGEST).digest()
            for key, part in bodies:
                self.digests.know(part, digest((told, key)))

    def enter(self, key: str, looked: Looked, made: Made) -> None:
        """Keep what became of a declaration that was looked at."""
        raw, shape = msgspec.Raw(_encode(made)), b"" if made.scenarios else _but_amounts(made)
        outcome = _Outcome(looked.seal, looked.asked, looked.told, looked.binders, raw, 0, shape)
        self._know_bodies(made, raw)
        self._but_amounts.know(made, shape)
        self._known[key] = [_Known(outcome, made), *self._known.get(key, ())][:MOST]
        if key in self._apart:
            self._changed_apart.add(self._apart[key])
        self.changed = True

    def judged(
        self, key: str, data: object, judge: Callable[[Asked], list[Diagnostic]], tables: Tables | None = None
    ) -> list[Diagnostic]:
        """Return what is wrong with something; `judge` notes what it asks of tables.

        What was in order is so as long as it stays the same, and all that is asked has the same answers.
        """
        seal = self.seal(data)
        tables = tables or Tables(self.questions, self.digests)
        for known in self._known.get(key, ()):
            if known.is_in_order(seal, tables):
                return []
        asked: Asked = {}
        found = judge(asked)
        if not found:
            self.enter(key, self.looked(seal, 0, asked, Made()), Made())
        return found

    def data(self) -> bytes:
        """Return what is to be kept further: what was of use, and what may be under other house rules."""
        facts = dict(list(self._facts.items())[-MOST:])
        return self._encode([key for key in self._known if key not in self._apart], self._said, facts)

    def _encode(
        self, keys: Iterable[str], said: dict[bytes, Said] | None = None,
        facts: dict[bytes, dict[str, bytes]] | None = None,
    ) -> bytes:  # fmt: skip
        """Return outcomes with the questions they ask; most that were ever asked are asked no more."""
        kept = ((key, list(_worth_keeping(self._known.get(key, ())))) for key in keys)
        outcomes = {key: worth for key, worth in kept if worth}
        questions = Questions()
        numbers: dict[int, int] = {}
        for each in chain.from_iterable(outcomes.values()):
            for number in each.asked:
                if number not in numbers:
                    numbers[number] = questions.number(self.questions.text(number))
        packed = {
            key: [structs.replace(each, asked=tuple(map(numbers.__getitem__, each.asked))) for each in worth]
            for key, worth in outcomes.items()
        }
        return _encode(_File(questions.texts, packed, said or {}, facts or {}))


def _but_amounts(made: Made) -> bytes:
    return blake2b(_AMOUNT.sub(b"", _plain(made)), digest_size=DIGEST).digest()


def _worth_keeping(known: Iterable[_Known]) -> Iterator[_Outcome]:
    for each in known:
        each.outcome.age = 0 if each.needed else each.outcome.age + 1
        if each.outcome.age <= OLDEST:
            yield each.outcome
