"""Whatever a file holds, it is refused soon, in one clear message, or works."""

from __future__ import annotations

import os
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import command_line
from hostile import exported_cases, file_cases, name_cases, rule_cases
from hostile.cases import Case
from hostile.jail import SECONDS, Jail

LONGEST = 10_000
"""So many characters may be printed, whatever the file is."""
NEVER = ("Traceback", "internal error", "mistake of its own", "\x1b", "\u202e")


def cases() -> list[Case]:
    return [*rule_cases.CASES, *file_cases.CASES, *exported_cases.cases(), *name_cases.CASES]


@pytest.fixture(scope="module")
def jail() -> Iterator[Jail]:
    jail = Jail()
    yield jail
    jail.close()


def test_there_are_enough_and_none_twice() -> None:
    names = [case.name for case in cases()]
    assert len(names) >= 60
    assert len(set(names)) == len(names)


@pytest.mark.each("case", cases, ids=attrgetter("name"))
def test_a_hostile_file(case: Case, jail: Jail, tmp_path: Path) -> None:
    case.write(tmp_path)
    outcome = jail.run(tmp_path, case.command)
    assert outcome.status == case.status, outcome.text[:2000]
    assert outcome.seconds < SECONDS
    assert len(outcome.text) < LONGEST
    for part in case.says:
        assert part in outcome.text, outcome.text[:2000]
    for part in NEVER:
        assert part not in outcome.text
    if case.status:
        assert "error" in outcome.text or "failed:" in outcome.text


def test_a_file_that_vanishes_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from regelwerk.source.files import read_source

    path = tmp_path / "g.rules"
    path.write_text("game g for 2 players\n", "utf-8")
    opened = os.open

    def gone(name: str, *more: int) -> int:
        path.unlink(missing_ok=True)
        return opened(name, *more)

    monkeypatch.setattr(os, "open", gone)
    source, problems = read_source(path)
    assert source is None
    assert [problem.code for problem in problems] == ["S001"]


@pytest.mark.parametrize("sort", ["rules", "export"])
def test_in_a_process_from_the_start(sort: str, tmp_path: Path) -> None:
    """As a user runs it: nothing is imported or built beforehand."""
    case = rule_cases.CASES[0] if sort == "rules" else exported_cases.cases()[0]
    case.write(tmp_path)
    fresh = Jail()
    assert fresh.alone(tmp_path, case.command).status == 1


@pytest.mark.parametrize(("name", "text"), name_cases.LABELS)
def test_labels_on_the_board_and_in_a_picture(name: str, text: str, tmp_path: Path) -> None:
    """What stands in a label is shown, letter by letter, and means nothing to what shows it."""
    Case(name, name_cases.labelled(text)).write(tmp_path)
    picture = tmp_path / "board.svg"
    typed = f"picture {picture}\nwhy 1\nlog\n1\nquit\n"
    done = command_line.run(
        "play", tmp_path / "game", "--seat", "1", "--seed", "1", "--language", "en", typed=typed
    )
    assert done.status == 0, done.err
    assert text.split()[0] in done.out
    assert "mistake" not in done.out + done.err
    root = ElementTree.fromstring(picture.read_text("utf-8"))
    tags = {element.tag.split("}")[-1] for element in root.iter()}
    assert not tags & {"script", "a", "foreignObject", "image"}
    assert not any(name.lower().startswith("on") for element in root.iter() for name in element.attrib)
    shown = "".join(root.itertext()).replace("\xa0", " ")
    assert text.split()[0] in shown
