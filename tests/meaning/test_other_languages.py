"""Habits from programming languages, and what the checker advises instead."""

from pathlib import Path

import pytest

from meaning.games import HEAD, MAIN
from regelwerk.meaning.game import check_game
from regelwerk.source.diagnostics import Diagnostic


def _only_problem(line: str) -> Diagnostic:
    Path("example.rules").write_text(f"{HEAD}{MAIN}\nevent play():\n    {line}\n", encoding="utf-8")
    (problem,) = check_game("example.rules").diagnostics
    return problem


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("set ace.tapped to true", "yes"),
        ("set ace.tapped to False", "no"),
        ("set favourite to null", "none"),
        ("set favourite to None", "none"),
    ],
)
def test_a_foreign_word_for_a_value(line, meant):
    assert _only_problem(line).near == (meant,)


def test_a_row_instead_of_a_type():
    problem = _only_problem("move all two in table_top to deck")
    assert problem.message == "`two` is a row of a table, no type"
    assert problem.help == "write `card x ... where (x is two)`"
