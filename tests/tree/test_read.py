"""What is kept of rule files between runs is what would be read anew, and is never believed when damaged."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from regelwerk.resources import data_path
from regelwerk.source import cache
from regelwerk.source.spans import SourceFile
from regelwerk.tree import read as reading
from regelwerk.tree.house_rules import Block
from regelwerk.tree.read import read

LARGE = [path for path in sorted(data_path("games").rglob("*.rules")) if path.stat().st_size > 9_000]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.SWITCH, str(tmp_path))
    return tmp_path


def blocks(path: Path, name: str = "a.rules") -> tuple[Block, ...]:
    found, problems, unread = read(SourceFile(name, path.read_text("utf-8")))
    assert (problems, unread) == ([], "")
    return found


def forge(folder: Path, edit: Callable[[list[Any]], object]) -> None:
    """Change the declarations that are kept, scenarios behind the others, as plain data."""
    for path in folder.glob("trees-*"):
        text, others, scenarios = msgspec.msgpack.decode(cache.read(path.stem) or b"")
        kept = [*others, *scenarios]
        blocks = [block for _, block in kept]
        edit(blocks)
        sealed = [[seal, block] for (seal, _), block in zip(kept, blocks, strict=True)]
        forged = [text, sealed[: len(others)], sealed[len(others) :]]
        cache.write(path.stem, msgspec.msgpack.encode(forged))


def an_enum(folder: Path) -> Path:
    path = folder / "a.rules"
    path.write_text("".join(f"enum many_{n}: one, other\n" for n in range(200)), "utf-8")
    return path


@pytest.mark.parametrize("path", LARGE[:12], ids=lambda path: path.stem)
def test_what_is_kept_is_what_the_file_says(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = blocks(path)
    assert len(list(folder.glob("trees-*"))) == 1
    monkeypatch.setattr(reading, "split_blocks", None)  # whoever reads a file now fails
    assert blocks(path) == fresh


def test_a_changed_file_is_read_anew(folder: Path) -> None:
    path = folder / "a.rules"
    path.write_text("".join(f"value many_{n}() = {n} > 1\n" for n in range(200)), "utf-8")
    before = blocks(path)
    path.write_text(path.read_text("utf-8").replace("many_7(", "much_7("), "utf-8")
    after = blocks(path)
    assert [one == other for one, other in zip(before, after, strict=True)].count(False) == 1


def test_the_same_text_in_another_file_lies_there(folder: Path) -> None:
    assert blocks(LARGE[0])[0].at.file == "a.rules"
    assert blocks(LARGE[0], "b.rules")[0].at.file == "b.rules"


NONSENSE = [
    b"",
    b"[]",
    b"\x90",
    b"\x91\x90",
    b"nonsense",
    msgspec.msgpack.encode([{"node": "Game", "at": 3}]),
]


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_in_the_cache_is_as_if_it_were_empty(nonsense: bytes, folder: Path) -> None:
    fresh = blocks(LARGE[0])
    for path in folder.glob("trees-*"):
        cache.write(path.stem, nonsense)
    assert blocks(LARGE[0]) == fresh


def test_what_was_kept_of_another_file_is_not_believed(folder: Path) -> None:
    fresh = blocks(LARGE[0])
    (kept,) = folder.glob("trees-*")
    blocks(LARGE[1], "b.rules")
    (other,) = set(folder.glob("trees-*")) - {kept}
    cache.write(kept.stem, cache.read(other.stem) or b"")
    assert blocks(LARGE[0]) == fresh


def test_what_was_kept_is_believed_if_it_could_be_so(folder: Path) -> None:
    path = an_enum(folder)
    blocks(path)
    forge(folder, lambda kept: kept[7]["name"].update(text="forged"))
    assert [str(block.name) for block in blocks(path)].index("forged") == 7


@pytest.mark.parametrize("depth", [300, 900, 10_000])
def test_what_was_kept_is_no_deeper_than_what_can_be_written(depth: int, folder: Path) -> None:
    path = folder / "a.rules"
    path.write_text("".join(f"value many_{n}() = {'not ' * 20}yes\n" for n in range(200)), "utf-8")
    fresh = blocks(path)
    (kept,) = folder.glob("trees-*")
    payload = cache.read(kept.stem) or b""
    at = ["a.rules", 1, 1, 1, 2]
    negate = msgspec.msgpack.encode({"node": "Negate", "at": at, "of": None})[:-1]
    flag = payload.index(msgspec.msgpack.encode({"node": "Flag"})[1:])
    cache.write(kept.stem, payload[: flag - 1] + negate * depth + payload[flag - 1 :])
    assert blocks(path) == fresh


FAR = 1_000_000
WRONG_PLACES = [
    ["a.rules", FAR, 1, FAR, 2],
    ["a.rules", 1, FAR, 1, FAR],
    ["a.rules", 1, 1, FAR, 1],
    ["a.rules", 1, 1, 1, FAR],
    ["a.rules", 0, 1, 1, 2],
    ["a.rules", 1, -1, 1, 2],
    ["b.rules", 1, 1, 1, 2],
]


@pytest.mark.parametrize("place", WRONG_PLACES, ids=str)
def test_what_was_kept_lies_in_the_text(place: list[object], folder: Path) -> None:
    path = an_enum(folder)
    fresh = blocks(path)
    forge(folder, lambda kept: kept[-1]["members"][1].update(at=place))
    assert blocks(path) == fresh


@pytest.mark.parametrize("place", WRONG_PLACES, ids=str)
def test_what_was_kept_of_scenarios_lies_in_the_text(place: list[object], folder: Path) -> None:
    path = folder / "a.rules"
    path.write_text("".join(f'scenario "{n}":\n    expect {n} > 1\n' for n in range(200)), "utf-8")
    fresh = blocks(path)
    forge(folder, lambda kept: kept[-1]["lines"][0]["test"]["left"].update(at=place))
    assert blocks(path) == fresh


def test_what_was_kept_has_something_where_something_must_be(folder: Path) -> None:
    path = an_enum(folder)
    fresh = blocks(path)
    forge(folder, lambda kept: kept[7].update(members=[]))
    assert blocks(path) == fresh


@pytest.mark.parametrize("path", LARGE[12:18], ids=lambda path: path.stem)
def test_a_changed_file_says_the_same_as_without_what_was_kept(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = path.read_text("utf-8")
    blocks(path)
    random = Random(3)
    for _ in range(4):
        lines = text.split("\n")
        starts = [number for number, line in enumerate(lines) if line[:1].isalpha()]
        first, second = sorted(random.sample(starts, 2))
        lines[second:second] = ["# a comment", ""]
        lines[first : starts[starts.index(first) + 1]] = ["enum another: one  # beside", ""]
        text = "\n".join(lines)
        changed = folder / "changed.rules"
        changed.write_text(text, "utf-8")
        found = blocks(changed)
        with monkeypatch.context() as without:
            without.setenv(cache.SWITCH, "off")
            assert found == blocks(changed)


@pytest.mark.parametrize("end", ["", "\n", "\n\n# end", "  # end", "\n   "])
def test_what_is_kept_is_found_however_the_text_ends(
    end: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "a.rules"
    path.write_text("value many() =  many() # more\n\n" * 50 + "event last():\n    done" + end, "utf-8")
    fresh = blocks(path)
    monkeypatch.setattr(reading, "split_blocks", None)
    assert blocks(path) == fresh


def test_lines_that_cannot_be_read_are_told() -> None:
    found, problems, unread = read(SourceFile("a.rules", "enum a: b\nenum c d\nenum e: f\n"))
    assert [problem.span.line for problem in problems if problem.span] == [2]
    assert (len(found), unread.strip()) == (2, "enum c d")


def test_numbers_are_kept_as_their_author_wrote_them() -> None:
    text = "".join(f"# {number:060}\ndie d{number}: 007, 0, 3\n" for number in range(1, 30))
    first, problems, _ = read(SourceFile("a.rules", text))
    assert problems == []
    assert read(SourceFile("a.rules", text))[0] == first


def test_of_a_changed_file_what_stays_is_what_would_be_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "".join(
        f"# about {number:060}\ntype t{number}:\n    a: 0..{number} = 0\n\n" for number in range(1, 30)
    ).split("\n")
    random = Random(3)
    for _ in range(30):
        at = random.randrange(len(lines))
        lines[at:at] = random.choice(([""], ["# between"], ["type new:", "    b: flag = no"]))
        del lines[random.randrange(len(lines))]
        source = SourceFile("a.rules", "\n".join(lines))
        found = read(source)
        with monkeypatch.context() as without:
            without.setenv(cache.SWITCH, "off")
            assert read(source) == found
