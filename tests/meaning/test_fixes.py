"""Fixes of problems, given as edits: each puts right what it belongs to and breaks nothing there."""

from __future__ import annotations

from pathlib import Path

import pytest

from bad_files import applied, examples, unhealed
from duels import DUEL, over
from meaning.games import HEAD, MAIN
from regelwerk.meaning.game import check_game

FIXED = {
    "M001", "M004", "M014", "M016", "M017", "M025", "M034", "M035", "M038", "M053", "M084", "M092", "M140",
    "M095", "M102", "M103", "M123", "P008", "P013", "P021", "P024", "P025", "P026", "P029", "P030", "P031",
    "P033", "P034", "P035", "P037", "P041", "P044", "P045", "P046", "P047", "P050", "P053", "S061",
}  # fmt: skip
"""Codes of which an example has a fix."""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
def test_a_fix_puts_right_what_it_belongs_to_and_breaks_nothing_there() -> None:
    fixed = set()
    for example in examples():
        example.write()
        for problem in example.problems():
            if problem.fix is not None:
                fixed.add(problem.code)
                example.write()
                left = unhealed(example, problem)
                assert not left, (
                    example.about,
                    problem.message,
                    problem.fix,
                    [each.message for each in left],
                )
    assert fixed == FIXED


WHOLE = {
    "line never reached, with all below it": (
        "    end game as over\n    raise rounds by 1\n    if rounds > 3:\n        lower rounds by 1\n",
        "    end game as over\n",
    ),
    "range upside down": ("    for each number n in 6..1:\n        raise rounds by n\n",
                          "    for each number n in 1..6:\n        raise rounds by n\n"),
    "word of another language": ("    if rounds > 3:\n        nothing\n    else:\n        nothing\n",
                                 "    if rounds > 3:\n        nothing\n    otherwise:\n        nothing\n"),
    "colon": ("    if rounds > 3\n        nothing\n", "    if rounds > 3:\n        nothing\n"),
    "nearest name": ("    raise round by 1\n", "    raise rounds by 1\n"),
    "call of a value": ("    raise rounds by quotiend(4, 2)\n", "    raise rounds by quotient(4, 2)\n"),
    "capital letters": ("    Raise rounds by 1\n", "    raise rounds by 1\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_what_a_fix_writes(name: str) -> None:
    wrong, right = WHOLE[name]
    before = HEAD + MAIN + "\nevent play():\n"
    path = Path("example.rules")
    path.write_text(before + wrong, encoding="utf-8")
    (problem,) = check_game(path).diagnostics
    assert problem.fix is not None
    assert applied(before + wrong, problem.fix) == before + right


def test_a_declaration_that_nothing_uses_goes_with_all_its_lines() -> None:
    text = HEAD + MAIN + "\nevent play():\n    nothing\n"
    path = Path("example.rules")
    path.write_text(text + "\nevent idle():\n    # why\n    raise rounds by 1\n", encoding="utf-8")
    (problem,) = check_game(path).diagnostics
    assert problem.fix is not None
    assert applied(path.read_text("utf-8"), problem.fix) == text + "\n"


def test_a_house_rule_gets_the_version_that_it_is_written_for() -> None:
    folder = Path("duel")
    folder.mkdir()
    (folder / "duel.rules").write_text(DUEL, encoding="utf-8")
    manifest = 'format: regelwerk-game/1\nlanguage: 2\nid: duel\ntitle: {en: Duel}\nversion: "2"\n'
    (folder / "game.yaml").write_text(manifest + "rules: [duel.rules]\n", encoding="utf-8")
    house = over("fix option length = long")
    Path("house.rules").write_text(house, encoding="utf-8")
    problems = check_game(folder, [Path("house.rules")]).diagnostics
    (problem,) = [each for each in problems if each.code == "M113"]
    assert problem.fix is not None
    assert applied(house, problem.fix) == over("fix option length = long", version="2")
