"""A law over everything that the tests make regelwerk say: no name of a part of the program stands in it.

And no test leaves a match in the folder of whoever runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from regelwerk.program.errors import MatchError, RuleError
from regelwerk.source.diagnostics import Diagnostic
from said import internal_in

_OF_A_FILE = (
    "the saved match is damaged at ", "the saved match is of the game ", "not a saved match of the format ",
)  # fmt: skip
"""What is wrong in a file for programs is told in its words."""


@pytest.fixture(autouse=True)
def _no_internal_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is wrong with rules and matches is told in the words of their author."""
    odd: list[str] = []

    def watched(plain: Callable[..., None]) -> Callable[..., None]:
        def init(self: Any, *args: Any, **kwargs: Any) -> None:
            plain(self, *args, **kwargs)
            odd.extend(text for text in _texts(self) if internal_in(text))

        return init

    for said in (Diagnostic, MatchError, RuleError):
        monkeypatch.setattr(said, "__init__", watched(said.__init__))
    yield
    assert odd == []


@pytest.fixture(autouse=True)
def _own_matches(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_MATCHES", str(tmp_path_factory.getbasetemp() / "matches"))


def _texts(said: Diagnostic | MatchError | RuleError) -> list[str]:
    if isinstance(said, Diagnostic):
        return [said.message, said.help or "", *(note.message for note in said.notes)]
    return [] if str(said).startswith(_OF_A_FILE) else [str(said)]
