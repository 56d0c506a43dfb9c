"""Finished matches of a study in a file, so that it can be interrupted, shared out and continued.

The file holds lines of JSON: what the study is, then an outcome for each match, in any order. Files of
one study may be put one after the other. A last line that was not finished counts for nothing.

No line is believed: the first says the same as was asked for, every other tells how a match of this game can
end, with the number of a match of the study, and some, drawn by lot, are played again.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BufferedRandom
from pathlib import Path
from random import SystemRandom
from types import TracebackType
from typing import Any, NoReturn

import msgspec

from regelwerk.program.ending import Ending, endings, fault
from regelwerk.rules.codec import decode, rules_hash
from regelwerk.source.characters import visible
from regelwerk.source.plain_json import read_once

from .simulation import BROKEN, MAX_DECISIONS, UNFINISHED, Outcome, Plan, Study, match_seed

FORMAT = "regelwerk-study/1"
LONGEST = 100_000
"""No line has more bytes."""
MOST_MATCHES = 10**12
"""No match has a greater number."""
TRIED, MOST_TRIED = 20, 5
"""One match of so many is played again, one at least, and so many at most."""


class KeptError(Exception):
    """A file that cannot be used; the message says why, `help` what to do."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


def header(plan: Plan) -> dict[str, Any]:
    """What a study is, as it stands in the file: all of the plan that decides how matches go."""
    rules = decode(plan.rules)
    parts = msgspec.json.decode(msgspec.json.encode(plan))
    del parts["rules"], parts["build"]
    return {
        "format": FORMAT,
        "game": rules.game,
        "version": rules.version,
        "rules": rules_hash(rules),
        **parts,
    }


def _canonical(data: object) -> bytes:
    """Plain data as text, in which a flag is no number and an order of names means nothing."""
    return msgspec.json.encode(data, order="sorted")


def _by_lot(numbers: list[int]) -> list[int]:
    """Some of the numbers, one at least if there are any."""
    return SystemRandom().sample(numbers, min(max(1, len(numbers) // TRIED), MOST_TRIED, len(numbers)))


class Kept:
    """The file, open for more; `found` are the outcomes it holds, by number.

    Opening it raises KeptError if it is of another study or damaged, OSError if it cannot be used.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.found: dict[int, Outcome] = {}
        self.plan = plan
        self._header = header(plan)
        self._endings = endings(decode(plan.rules))
        self._lines: dict[int, int] = {}
        self._file: BufferedRandom = path.open("a+b")
        try:
            self._read()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> None:
        self._file.seek(0)
        end = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                if number == 1 and not msgspec.json.encode(self._header).startswith(line):
                    self._foreign()
                break
            self._line(number, line)
            end += len(line)
        self._file.truncate(end)
        if not end:
            self._write(self._header)

    def _line(self, number: int, line: bytes) -> None:
        try:
            data = None if len(line) > LONGEST else read_once(line)
            if isinstance(data, dict) and "format" in data:
                self._compare(number, data)
                return
            if number > 1:
                outcome = msgspec.convert(data, Outcome)
                if outcome.number in self.found and self.found[outcome.number] != outcome:
                    self._refuse(number, f"match {outcome.number + 1} has ended in another way before")
                what = self._fault(outcome)
                if what is None and _canonical(data) != _canonical(outcome):
                    what = "it says more than how a match went"
                if what is not None:
                    self._refuse(number, what)
                self.found[outcome.number] = outcome
                self._lines[outcome.number] = number
                return
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            if number > 1:
                self._refuse(number, "it tells of no match")
        self._foreign()

    def _foreign(self) -> NoReturn:
        raise KeptError(f"`{self.path}` holds no matches of a study", "name another file, or a new one")

    def _refuse(self, line: int, what: str) -> NoReturn:
        raise KeptError(
            f"line {line} of `{self.path}` is damaged: {what}", "delete the line: its match is played again"
        )

    def _fault(self, outcome: Outcome) -> str | None:
        """What no match of this study can be like."""
        if not 0 <= outcome.number < MOST_MATCHES or not 0 <= outcome.decisions <= MAX_DECISIONS:
            return "the number of the match, or of its decisions, is none"
        if outcome.sides:
            return "it tells of sides, which nobody has asked for"
        if outcome.ending not in (UNFINISHED, BROKEN):
            if outcome.error:
                return "a match that has ended has an error"
            wrong = fault(
                Ending(outcome.ending, outcome.winners, outcome.scores), self._endings, self.plan.players
            )
            return None if wrong is None else f"`{wrong[0].replace('name', 'ending')}`: {wrong[1]}"
        if outcome.winners or outcome.scores:
            return "nobody wins or scores in a match that has not ended"
        if outcome.ending == UNFINISHED:
            whole = outcome.decisions == MAX_DECISIONS and not outcome.error
            return None if whole else "an unfinished match has been played for longer, and without an error"
        seed = match_seed(self.plan.seed, outcome.number)
        told = outcome.error.endswith(f"(match seed {seed})") and visible(outcome.error) == outcome.error
        return None if told else "its error is none of this match"

    def try_again(self, numbers: Iterable[int]) -> None:
        """Play some of these matches again, drawn by lot. Raises KeptError if one goes in another way."""
        read = [n for n in numbers if n in self._lines]
        broken = [n for n in read if self.found[n].ending == BROKEN]
        drawn = _by_lot([n for n in read if n not in broken]) + _by_lot(broken)
        if not drawn:
            return
        study = Study(self.plan)
        for number in drawn:
            again, told = study.play(number), self.found[number]
            # Where rules go wrong, each build says so in its own words.
            if again.ending != BROKEN if number in broken else again != told:
                self._refuse(self._lines[number], "its match goes in another way when it is played again")

    def _compare(self, line: int, data: dict[str, Any]) -> None:
        for key in {**self._header, **data}:
            if key not in self._header or _canonical(data.get(key)) != _canonical(self._header[key]):
                what = "other rules" if key == "rules" else f"another value of `{visible(key)[:80]}`"
                raise KeptError(
                    f"the matches in `{self.path}` are of another study, with {what} (line {line})",
                    "name another file, or ask for the same as before",
                )

    def add(self, outcome: Outcome) -> None:
        """Write an outcome; it is in the file when this returns."""
        self.found[outcome.number] = outcome
        self._write(outcome)

    def _write(self, data: object) -> None:
        self._file.write(msgspec.json.encode(data) + b"\n")
        self._file.flush()

    def __enter__(self) -> Kept:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
