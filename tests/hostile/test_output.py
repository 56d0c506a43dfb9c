"""Nothing reaches a terminal, or a file that people read, that might steer it or mislead them."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

import command_line
from doors.camps import write_camps
from regelwerk.doors.command import COMMANDS
from regelwerk.doors.writing import write_text
from regelwerk.resources import data_path
from regelwerk.source.characters import clean, visible
from tools.json_edits import parts, replaced

HOSTILE = "a\x1b]0;title\x07\x9b31mb\u202etxt\u200b\u200d\u00ad\U000e0041\x7fc"
RAW = set(HOSTILE) - set("a]0;title31mbtxtc")
SEEN = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
"""Marks of numbers in Arabic, Syriac and Kaithi: of the category of marks for programs, but they are seen."""
NAMES = [command.name for command in COMMANDS]
COMMANDS_OF_A_GAME = (
    ("check",), ("check", "--format", "json"), ("check", "--format", "github"), ("test",), ("coverage",),
    ("simulate", "-n", "2"), ("simulate", "-n", "1", "--json"), ("describe", "-n", "1"), ("census",),
    ("export",), ("map",), ("diff",), ("play", "--watch", "--seed", "1", "--language", "en"),
    ("explain", "c.x.1"), ("format", "--check"),
)  # fmt: skip


def harmless(text: str) -> None:
    assert not RAW & set(text), ascii(text)[:500]


def test_everything_that_is_not_seen_is_written_out() -> None:
    """Control characters, marks of direction and of format, halves of pairs, lines that are none."""
    for number in range(sys.maxunicode + 1):
        sign = chr(number)
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in f"\n\t{SEEN}":
            assert sign not in clean(sign), hex(number)
    fine = "Gr\u00f6\u00dfe\t1\n\u5f37\u3055 \U0001f600\ufe0f"
    assert clean(fine) == fine


def test_what_is_written_out_means_the_same_in_json() -> None:
    text = json.dumps([HOSTILE, "\U000e0041", "\x85"], ensure_ascii=False)
    assert json.loads(clean(text)) == json.loads(text)
    harmless(visible(text))


def test_only_one_console_and_one_writer_of_texts() -> None:
    """Whoever prints in colours does so through the console that cleans."""
    others = re.compile(r"rich.console import .*\bConsole\b|click\.(secho|style)|os\.write|\.write_text\(")
    files = (Path(__file__).parents[2] / "interpreter").rglob("*.py")
    found = [path.name for path in files if others.search(path.read_text("utf-8"))]
    assert sorted(found) == ["authors.py", "manual.py", "new.py", "reference.py", "schema.py", "screen.py"]


def test_files_for_people_are_cleaned(tmp_path: Path) -> None:
    write_text(tmp_path / "x.svg", f"<text>{HOSTILE}</text>\n")
    harmless((tmp_path / "x.svg").read_text("utf-8"))


def written(value: Any) -> str:
    """Data as YAML with everything odd written as an escape."""
    return json.dumps(value, ensure_ascii=True)


def folder_of(place: Path) -> Path:
    folder = write_camps(place)
    manifest = yaml.safe_load((folder / "game.yaml").read_text("utf-8"))
    manifest |= {"labels": {"en": "en.yaml"}, "clauses": "clauses.yaml"}
    labels = {name: name for name in ("camp", "hill", "shout", "loudest", "dawn", "main", "camps")}
    clauses = {"c.x.1": {"title": "Camps", "kind": "rule"}}
    files = {
        "game.yaml": manifest,
        "en.yaml": {"format": "regelwerk-labels/1", "language": "en", "labels": labels},
        "clauses.yaml": {"format": "regelwerk-clauses/1", "game": "camps", "clauses": clauses},
        "board.yaml": yaml.safe_load((folder / "board.yaml").read_text("utf-8")),
    }
    for name, data in files.items():
        (folder / name).write_text(written(data), "utf-8")
    return folder


def run_all(game: object) -> None:
    for name, *more in COMMANDS_OF_A_GAME:
        given = ["c.x.1", "--game", game] if name == "explain" else [game, *more]
        done = command_line.run(name, *given)
        harmless(done.out + done.err)
        assert "mistake of its own" not in done.err


@pytest.mark.parametrize("name", ["game.yaml", "en.yaml", "clauses.yaml", "board.yaml"])
def test_hostile_texts_in_every_field_of_a_file(name: str, tmp_path: Path) -> None:
    """Values and keys, written as they are and as escapes: refused with their place, or harmless."""
    folder = folder_of(tmp_path)
    whole = yaml.safe_load((folder / name).read_text("utf-8"))
    for path, value in parts(whole):
        hostile: list[Any] = []
        if isinstance(value, str):
            hostile = [replaced(whole, path, HOSTILE)]
        elif isinstance(value, dict):
            added = {**value, HOSTILE: "x"}
            hostile = [replaced(whole, path, added) if path else added]
        for data in hostile:
            for ascii_only in (True, False):
                (folder / name).write_text(json.dumps(data, ensure_ascii=ascii_only), "utf-8")
                done = command_line.run("check", folder)
                harmless(done.out + done.err)
                assert done.status == 1
    run_all(folder)


def test_hostile_texts_in_an_exported_game(tmp_path: Path) -> None:
    """What is no name may be any text there: labels, places, titles. Every command cleans what it shows."""
    folder = folder_of(tmp_path)
    exported = json.loads(command_line.run("export", folder).out)
    file = tmp_path / "g.json"
    labels = {language: dict.fromkeys(each, HOSTILE) for language, each in exported["labels"].items()}
    places = dict.fromkeys(exported["places"], f"{HOSTILE}:1")
    for data in ({**exported, "labels": labels, "places": places}, {**exported, "labels": labels}):
        file.write_text(json.dumps(data), "utf-8")
        run_all(file)
    shown = command_line.run("play", file, "--watch", "--seed", "1", "--language", "en")
    assert shown.status == 0
    assert "\\u202e" in shown.out
    draw = Random(2)
    texts = [path for path, value in parts(exported) if isinstance(value, str)]
    for path in draw.sample(texts, 25):
        file.write_text(json.dumps(replaced(exported, path, HOSTILE)), "utf-8")
        done = command_line.run("play", file, "--watch", "--seed", "1", "--language", "en")
        harmless(done.out + done.err)


def test_hostile_names_of_files_and_of_everything_typed(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    odd = tmp_path / HOSTILE.replace("/", "")
    folder.rename(odd)
    run_all(odd)
    for command in NAMES:
        for given in ([HOSTILE], [odd, HOSTILE], [f"--{HOSTILE}"], [odd, "--seed", HOSTILE]):
            done = command_line.run(command, *([HOSTILE] if command == "new" else given))
            harmless(done.out + done.err)


def test_what_is_shipped_holds_none_of_it() -> None:
    for kind in ("errors", "schemas"):
        for path in data_path(kind).iterdir():
            harmless(path.read_text("utf-8"))
