"""Finished matches of a study in a file, so that it can be interrupted, shared out and continued.

The file holds lines of JSON: what the study is, then an outcome for each match, in any order. Files of
one study may be put one after the other. A last line that was not finished counts for nothing.
"""

from __future__ import annotations

from io import BufferedRandom
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from regelwerk.rules.codec import decode, rules_hash

from .simulation import Outcome, Plan

FORMAT = "regelwerk-study/1"


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


class Kept:
    """The file, open for more; `found` are the outcomes it holds, by number.

    Opening it raises KeptError if it is of another study or damaged, OSError if it cannot be used.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.found: dict[int, Outcome] = {}
        self._header = header(plan)
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
                break
            self._line(number, line)
            end += len(line)
        self._file.truncate(end)
        if not end:
            self._write(self._header)

    def _line(self, number: int, line: bytes) -> None:
        try:
            data = msgspec.json.decode(line)
            if isinstance(data, dict) and "format" in data:
                self._compare(data)
                return
            if number > 1:
                outcome = msgspec.convert(data, Outcome)
                self.found[outcome.number] = outcome
                return
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            if number > 1:
                raise KeptError(
                    f"line {number} of `{self.path}` is damaged", "delete the line: its match is played again"
                ) from None
        raise KeptError(f"`{self.path}` holds no matches of a study", "name another file, or a new one")

    def _compare(self, data: dict[str, Any]) -> None:
        for key, value in self._header.items():
            if data.get(key) != value:
                what = "other rules" if key == "rules" else f"another value of `{key}`"
                raise KeptError(
                    f"the matches in `{self.path}` are of another study, with {what}",
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
