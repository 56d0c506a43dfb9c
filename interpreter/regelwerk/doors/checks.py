"""Checks of one game, alone and under house rules: done once, and kept as long as no file changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from regelwerk.doors.command import stay
from regelwerk.doors.fingerprints import contents_of, fingerprint, tells_all
from regelwerk.doors.games import KEPT, keep_game
from regelwerk.doors.kept_parts import KeptParts
from regelwerk.doors.lists import problems_of_lists
from regelwerk.rules.excerpt import excerpt
from regelwerk.source import cache
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.files import read_source
from regelwerk.source.spans import SourceFile

if TYPE_CHECKING:
    from regelwerk.meaning.game import Checked
    from regelwerk.meaning.kept import Kept
    from regelwerk.rules.declarations import Rules
    from regelwerk.source.document import Document

Found = tuple[list[Diagnostic], dict[str, SourceFile]]
"""Problems, and the texts of the files that they lie in."""

_decoder = msgspec.json.Decoder(list[Diagnostic])


class Checks:
    """A game, looked at with whatever is laid over it. `path` is that of a folder or a rule file.

    `stays` says that the process ends when it has been looked at: see `stay`.
    """

    def __init__(self, path: Path, stays: bool = False) -> None:
        self.path = path
        self.stays = stays
        self._parts = KeptParts(path)
        self._base: Checked | None = None
        self._waiting: list[Callable[[], None]] = []
        """What is to be kept, if no file has changed when everything has been looked at."""

    def found(self, stacks: Iterable[tuple[Path, ...]]) -> Found:
        """Everything that is wrong with the game under one stack of house rules and the other."""
        problems: dict[Diagnostic, None] = {}
        sources: dict[str, SourceFile] = {}
        for houses in stacks:
            found, read = self._found(houses)
            problems.update(dict.fromkeys(found))
            sources |= read
        # Somebody may have saved a file while it was looked at: then nobody knows which of both was read.
        if self._waiting and contents_of(self.path) == self._contents:
            for write in self._waiting:
                write()
        if self.stays:
            stay((self, self._waiting))
        self._waiting = []
        self._parts.write()
        return list(problems), sources

    @cached_property
    def _contents(self) -> bytes | None:
        return contents_of(self.path)

    def _found(self, houses: tuple[Path, ...]) -> Found:
        """Everything that is wrong with the game under these house rules, the lowest first.

        Only what has no errors is kept: what is wrong may depend on more than the files of the game.
        """
        key = fingerprint("check", self.path, houses, self._contents)
        kept = None if key is None else cache.read(key)
        if kept is not None:
            try:
                problems = _decoder.decode(kept)
                if problems:
                    import regelwerk.meaning.problems  # noqa: F401  (what says the words of what is kept)
                return problems, _sources(problems)
            except (msgspec.DecodeError, RecursionError):
                pass
        checked, problems = self._parts.help(partial(self._look, houses))
        self._waiting.append(partial(self._write, key, houses, checked, problems))
        return problems, checked.sources

    def _write(
        self, key: str | None, houses: tuple[Path, ...], checked: Checked, problems: list[Diagnostic]
    ) -> None:
        """Keep a game, and what was found if that is no error, unless its house rules have changed since."""
        if key is None or key != fingerprint("check", self.path, houses, self._contents):
            return
        if not tells_all(self.path, houses, checked.sources):
            return
        if checked.rules is not None and not houses:
            # Under house rules it is played less often than it is checked, and soon understood by its parts.
            keep_game(checked, fingerprint(KEPT, self.path, houses, self._contents))
        if not has_errors(problems):
            cache.write(key, msgspec.json.encode(problems))

    def _look(self, houses: tuple[Path, ...], kept: Kept) -> tuple[Checked, list[Diagnostic]]:
        from regelwerk.meaning.game import amended, check_game

        if self._base is None or self._base.kept is not kept:
            self._base = check_game(self.path, kept=kept)
        checked = amended(self._base, houses)
        problems = list(checked.diagnostics)
        if checked.rules is not None:
            problems += _problems_of_lists(kept, houses, checked.rules, checked.files.lists)
        return checked, problems


def _problems_of_lists(
    kept: Kept, houses: tuple[Path, ...], rules: Rules, documents: list[Document]
) -> list[Diagnostic]:
    """What is wrong with lists, unless they and what they ask of the rules are as they were."""
    asked = excerpt(rules, rules.lists), [document.value for document in documents]
    key = f"lists under {' '.join(map(str, houses))}"
    return kept.judged(key, asked, lambda _: problems_of_lists(rules, documents))


def _sources(problems: Iterable[Diagnostic]) -> dict[str, SourceFile]:
    files = {problem.span.file for problem in problems if problem.span is not None}
    read = ((file, read_source(Path(file))[0]) for file in sorted(files))
    return {file: source for file, source in read if source is not None}
