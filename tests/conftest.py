"""How tests are found and shared out, and a law over everything that they make regelwerk say.

No name of a part of the program stands in it. And no test leaves a match or a checked game in the folders of
whoever runs it.
"""

from __future__ import annotations

import functools
import gc
import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from regelwerk.program.errors import MatchError, RuleError
from regelwerk.source import cache
from regelwerk.source.diagnostics import Diagnostic
from said import internal_in
from tools.shipped import BIG, LONG_GAMES, NAMES
from tools.touched import ROOT, is_touched, paths_of, touched

_OF_A_FILE = (
    "the saved match is damaged at ", "the saved match is of the game ", "not a saved match of the format ",
)  # fmt: skip
"""What is wrong in a file for programs is told in its words."""


TESTS = ROOT / "tests"
_SOURCE = "interpreter/regelwerk"
_READING = ("grammar", f"{_SOURCE}/source", f"{_SOURCE}/syntax")
_TREES = (*_READING, f"{_SOURCE}/tree")
FOLDERS = {
    "doors": (f"{_SOURCE}/doors",), "web": (f"{_SOURCE}/web",),
    "syntax": _READING, "tree": _TREES, "meaning": (*_TREES, f"{_SOURCE}/rules", f"{_SOURCE}/meaning"),
}  # fmt: skip
"""Folders of tests that are about these files and themselves: whole commands and tables, and what imports
from nowhere else."""
UNTOUCHED = "nothing that was touched"
"""The only value of a parameter for which nothing was touched."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--touched", action="store_true", help="of what is about pages and games, those touched")


def pytest_configure(config: pytest.Config) -> None:
    """What is checked once is kept for all processes of a run, and for the next one.

    Games stay as long as the process: to look for what nothing holds among them takes a tenth of all time.
    """
    gc.set_threshold(100_000, 50, 100)
    kept = getattr(config, "cache", None)  # with `-p no:cacheprovider` there is none
    os.environ[cache.SWITCH] = "off" if kept is None else str(kept.mkdir("games"))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """A module that reads a game when it is imported makes every run wait for it."""
    with patch.object(cache, "read", _no_game):
        return (yield)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`each` is `parametrize` with a function, which may read games; none if nothing of them was touched."""
    for mark in metafunc.definition.iter_markers("each"):
        names, cases, *given = mark.args
        if metafunc.config.getoption("touched") and not _may_be_wanted(metafunc):
            one = UNTOUCHED if isinstance(names, str) else (UNTOUCHED,) * len(names)
            metafunc.parametrize(names, [one])
            continue
        with patch.object(cache, "read", _READ):
            metafunc.parametrize(names, [*cases(*given)], **mark.kwargs)


_READ = cache.read


def _no_game(key: str) -> bytes | None:
    assert not key.startswith("game-"), "a test module reads a game when it is imported: use the mark `each`"
    return _READ(key)


def pytest_itemcollected(item: pytest.Item) -> None:
    """One process has all tests of a shipped game, or of a file: what they share is made once."""
    if not _group(item):
        params = _params(item)
        game = next((params[key] for key in ("name", "game") if params.get(key) in NAMES), None)
        item.add_marker(pytest.mark.xdist_group(game or item.path.stem.removeprefix("test_")))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes longest comes first, so that at the end no process waits for another."""
    items.sort(key=lambda item: _group(item) not in (BIG, *LONG_GAMES))
    if config.getoption("touched"):
        sorts: dict[bool, list[pytest.Item]] = {True: [], False: []}
        for item in items:
            sorts[_is_wanted(_about(item), _params(item), _changed())].append(item)
        config.hook.pytest_deselected(items=sorts[False])
        items[:] = sorts[True]


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


def _params(item: pytest.Item) -> dict[str, Any]:
    return item.callspec.params if hasattr(item, "callspec") else {}


def _group(item: pytest.Item) -> str:
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark else ""


def _about(item: pytest.Item) -> list[str]:
    about = [name for mark in item.iter_markers("about") for name in mark.args]
    folder = item.path.relative_to(TESTS).parts[0]
    return [*about, *FOLDERS[folder], f"tests/{folder}"] if folder in FOLDERS else about


def _may_be_wanted(metafunc: pytest.Metafunc) -> bool:
    """Before it is known which games a test takes: it is as if it took all."""
    everywhere = dict.fromkeys(metafunc.fixturenames, "games")
    return _is_wanted(_about(metafunc.definition), everywhere, _changed())


@functools.cache
def _changed() -> set[Path]:
    return touched()


def _is_wanted(about: list[str], params: dict[str, Any], changed: set[Path]) -> bool:
    return not about or any(is_touched(path, changed) for path in paths_of(about, params))


def _texts(said: Diagnostic | MatchError | RuleError) -> list[str]:
    if isinstance(said, Diagnostic):
        return [said.message, said.help or "", *(note.message for note in said.notes)]
    return [] if str(said).startswith(_OF_A_FILE) else [str(said)]
