"""`check` and `format`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import run
from small_rules import GUESS, RACE, write

BROKEN = RACE.replace("p.at = 6", "p.att = 6").replace("raise q.at by 1", "raise q.at by")


def test_all_problems_of_all_files(tmp_path: Path) -> None:
    first, second = write(tmp_path, BROKEN), write(tmp_path, GUESS.replace("from deck to", "from dack to"))
    done = run("check", "--format", "short", tmp_path)
    assert (done.status, done.err) == (1, "")
    places = [line.split(": ")[0] for line in done.out.splitlines()]
    assert places == sorted(places, key=lambda place: (place.split(":")[0], int(place.split(":")[1])))
    assert {Path(place.rsplit(":", 2)[0]) for place in places} == {first, second}
    assert (
        run("check", "--format", "short", first, second, first).out
        == run("check", "--format", "short", tmp_path).out
    )


@pytest.mark.parametrize("form", ["json", "github", "text"])
def test_formats(tmp_path: Path, form: str) -> None:
    path = write(tmp_path, BROKEN)
    done = run("check", "--format", form, path)
    assert done.status == 1
    if form == "json":
        assert {problem["file"] for problem in json.loads(done.out)} == {str(path)}
    elif form == "github":
        assert done.out.startswith(f"::error file={path},line=")
    else:
        assert f"  --> {path}:" in done.out
        assert done.err.endswith("errors\n") or done.err == "1 error\n"


def test_nothing_wrong(tmp_path: Path) -> None:
    assert run("check", write(tmp_path, RACE)) == (0, "", "nothing is wrong\n")


DOUBTFUL = """\
game doubtful for 2 players

state gold: 0..9 = 1

event main():
    if not gold = 1 or gold = 2:
        raise gold by 1
    end game as over
"""


def test_what_was_found_stands_until_a_file_changes(tmp_path: Path, own_cache: Path) -> None:
    path = write(tmp_path, DOUBTFUL)
    first = run("check", path)
    assert (first.status, first.err) == (0, "1 warning\n")
    assert "  6 |     if not gold = 1 or gold = 2:" in first.out
    (kept,) = own_cache.glob("check-*")
    assert list(own_cache.glob("game-*"))
    whole = kept.read_bytes()
    for damaged in (whole, b"", whole[:-50], whole.replace(b"doubtful", b"d0ubtful"), b"\xff" * 40):
        kept.write_bytes(damaged)
        assert run("check", path) == first
        assert kept.read_bytes() == whole
    path.write_text(DOUBTFUL.replace("not gold = 1", "(not gold = 1)"))
    assert run("check", path) == (0, "", "nothing is wrong\n")
    path.write_text(DOUBTFUL)
    assert run("check", path) == first


def test_warnings_are_told_in_one_line_where_they_are_not_listed(tmp_path: Path) -> None:
    scenario = '\nscenario "one":\n    given:\n        set gold to 2\n    start main()\n    expect gold = 3\n'
    path = write(tmp_path, DOUBTFUL + scenario)
    line = f"1 warning: `regelwerk check {path}` shows it\n"
    for _ in range(2):  # from its files, and from what was kept
        done = run("test", path)
        assert (done.status, done.err) == (0, f"{line}1 passed\n")
    assert run("simulate", path, "-n", 2).err == line


def test_errors_are_looked_for_anew(tmp_path: Path, own_cache: Path) -> None:
    path = write(tmp_path, BROKEN)
    assert run("check", path) == run("check", path)
    assert not list(own_cache.glob("check-*"))


def test_format_changes_files_once(tmp_path: Path) -> None:
    path = write(tmp_path, GUESS.replace("draw 1 from", "draw   1   from"))
    before = path.read_text()
    assert run("format", "--check", path) == (1, f"would change {path}\n", "")
    assert path.read_text() == before
    assert run("format", path) == (0, f"formatted {path}\n", "")
    assert "draw 1 from deck to secret" in path.read_text()
    assert run("format", "--check", tmp_path) == (0, "nothing to do in 1 file\n", "")


def test_a_file_with_errors_is_left_as_it_is(tmp_path: Path) -> None:
    path = write(tmp_path, BROKEN)
    done = run("format", path)
    assert (done.status, done.out) == (1, "")
    assert f"  --> {path}:" in done.err
    assert path.read_text() == BROKEN


def test_only_rule_files_are_formatted(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("x")
    assert run("format", other) == (
        1,
        "",
        f"error: `{other}` is no rule file\n"
        "  help: name a file that ends in `.rules`, or a folder with such files\n",
    )


def test_format_leaves_alone_what_a_link_in_a_folder_leads_to(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine", write(tmp_path, RACE.replace("    ", "  "))
    mine.mkdir()
    text = other.read_text()
    (mine / "link.rules").symlink_to(other)
    assert run("format", mine) == (0, "nothing to do in 0 files\n", "")
    assert other.read_text() == text
