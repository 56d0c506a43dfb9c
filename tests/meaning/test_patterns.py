"""Patterns in manifests: they stand for the files that are there, and for nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from regelwerk.meaning.files import MOST_FILES
from regelwerk.meaning.game import Checked, check_game

MANIFEST = """\
format: regelwerk-game/1
language: 2
id: patterns
title: {en: "Patterns"}
version: "1"
rules: [RULES]
scenarios: [SCENARIOS]
"""
MAIN = """\
game patterns for 1 players

event main():
    gain_a(seat 1)
    gain_b(seat 1)
    gain_c(seat 1)

type seat:
    gold: 0..99 = 0
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game whose rules lie in four files, with two files of scenarios."""
    folder = tmp_path / "patterns"
    for name in ("cards", "scenarios", "houses"):
        (folder / name).mkdir(parents=True)
    (folder / "main.rules").write_text(MAIN)
    for name in "cab":
        (folder / "cards" / f"{name}.rules").write_text(
            f"event gain_{name}(seat p):\n    raise p.gold by 1\n"
        )
    for name in ("two", "one"):
        (folder / "scenarios" / f"{name}.rules").write_text(
            f'scenario "{name}":\n    start gain_a(seat 1)\n    expect seat 1.gold = 1\n'
        )
    (folder / "houses" / "rich.rules").write_text("house rule rich\n")
    write(folder)
    return folder


def write(
    folder: Path, rules: str = '"main.rules", "cards/*.rules"', scenarios: str = '"scenarios/*.rules"'
) -> None:
    text = MANIFEST.replace("RULES", rules).replace("SCENARIOS", scenarios)
    (folder / "game.yaml").write_text(text)


def checked(folder: Path) -> Checked:
    found = check_game(folder)
    assert [problem.message for problem in found.diagnostics] == []
    return found


def events(folder: Path) -> list[str]:
    rules = checked(folder).rules
    assert rules is not None
    return [event.name for event in rules.events]


def titles(folder: Path) -> list[str]:
    scenarios = checked(folder).scenarios
    assert scenarios is not None
    return [scenario.title for scenario in scenarios.scenarios]


def problems(folder: Path) -> list[str]:
    found = check_game(folder).diagnostics
    return [
        f"{problem.span.line if problem.span else 0} {problem.code} {problem.message}" for problem in found
    ]


def test_files_come_by_the_alphabet(game: Path) -> None:
    assert events(game) == ["main", "gain_a", "gain_b", "gain_c"]
    assert titles(game) == ["one", "two"]


def test_what_is_named_comes_where_it_is_named(game: Path) -> None:
    write(game, '"cards/c.rules", "cards/*.rules", "main.rules"')
    assert events(game) == ["gain_c", "gain_a", "gain_b", "main"]
    write(game, '"cards/*.rules", "main.rules", "cards/a.rules"')
    assert events(game) == ["gain_b", "gain_c", "main", "gain_a"]


def test_a_file_belongs_to_one_pattern(game: Path) -> None:
    (game / "scenarios" / "one.rules").unlink()
    (game / "scenarios" / "two.rules").unlink()
    write(game, '"main.rules", "cards/b*", "*/*.rules"', "")
    assert events(game) == ["main", "gain_b", "gain_a", "gain_c"]


def test_a_new_file_need_not_be_entered(game: Path) -> None:
    (game / "scenarios" / "more.rules").write_text(
        'scenario "more":\n    start gain_b(seat 1)\n    expect seat 1.gold = 1\n'
    )
    assert titles(game) == ["more", "one", "two"]


def test_a_pattern_does_not_look_into_folders(game: Path) -> None:
    deep = game / "scenarios" / "deep"
    deep.mkdir()
    (deep / "x.rules").write_text('scenario "deep":\n    start gain_b(seat 1)\n    expect seat 1.gold = 1\n')
    assert problems(game) == ["1 M078 `scenarios/deep/x.rules` is not named in the manifest"]


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("stories/*.rules", "no further file has a name like `stories/*.rules`"),
        ("scenarios/*.yaml", "no further file has a name like `scenarios/*.yaml`"),
        ("scenarios/../../*/*.rules", "`scenarios/../../*/*.rules` leads out of this folder"),
    ],
)
def test_a_pattern_that_does_not_do(game: Path, pattern: str, told: str) -> None:
    write(game, scenarios=f'"scenarios/*.rules", "{pattern}"')
    assert problems(game) == [f"7 M078 {told}"]


def test_two_stars_side_by_side_are_no_pattern(game: Path) -> None:
    write(game, scenarios='"**/*.rules"')
    assert [problem.split()[1][0] for problem in problems(game)] == ["S"]


def test_a_link_that_leads_out_is_refused(game: Path) -> None:
    secret = game.parent / "secret.rules"
    secret.write_text('scenario "secret":\n    start gain_b(seat 1)\n')
    (game / "scenarios" / "secret.rules").symlink_to(secret)
    assert problems(game) == ["7 M078 `scenarios/secret.rules` is a link that leads out of this folder"]


def test_a_pattern_stands_for_so_many_files_at_most(game: Path) -> None:
    for number in range(MOST_FILES):
        (game / "scenarios" / f"x{number}.rules").write_text("")
    found = problems(game)
    assert f"7 M078 more than {MOST_FILES} files have names like `scenarios/*.rules`" in found
