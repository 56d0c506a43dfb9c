"""A copy of a game in which everything an author named has another name, in all its files alike.

Only words of the language and its functions stay. New names are drawn by lot, so that their alphabetical
order is another one too; the order of rows, members and declarations stays.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import yaml

from regelwerk.meaning.game import check_game
from regelwerk.program.layout import MAIN
from regelwerk.rules.builtins import (
    ACTION_ENUM,
    ANSWER_ATTRIBUTES,
    ANSWER_TYPE,
    ANSWERS_ZONE,
    BY_NAME,
    DIRECTION_ENUM,
    DIRECTIONS,
)
from regelwerk.rules.declarations import PLACEHOLDER, Rules
from regelwerk.rules.scenarios import Scenarios
from regelwerk.source.files import read_source
from regelwerk.source.spans import SourceFile
from regelwerk.syntax.grammar import reserved
from regelwerk.syntax.layout import split_blocks
from regelwerk.syntax.parser import read_block

REMARKS = ("provenance", "source")
"""Cells of a row that say where it comes from; they are no attributes."""

OF_THE_LANGUAGE = {
    *BY_NAME, *DIRECTIONS, DIRECTION_ENUM, ACTION_ENUM, ANSWERS_ZONE, ANSWER_TYPE, *ANSWER_ATTRIBUTES, MAIN,
    "seat", "number", "flag", "yes", "no", "none", "this", "result", "pass", "done", "decline",
    "from_place", "to_place", "one_way", "copies", "starts_in", *REMARKS,
}  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Renaming:
    """Maps every name to another; the same everywhere, so what was one name stays one name."""

    def __init__(self, seed: int, kept: set[str]) -> None:
        self.draw = Random(seed)
        self.kept = kept | OF_THE_LANGUAGE | set(reserved())
        self.new: dict[str, str] = {}
        self.old: dict[str, str] = {}

    def name(self, old: str) -> str:
        """The new name for a name."""
        if old in self.kept:
            return old
        while old not in self.new:
            drawn = "".join(self.draw.choices(LETTERS, k=self.draw.randrange(6, 12)))
            if drawn not in self.old and drawn not in self.kept:
                self.new[old], self.old[drawn] = drawn, old
        return self.new[old]

    def back(self, text: str) -> str:
        """A text of names and `:` (a stream of chance, a body) with the old names."""
        return ":".join(self.old.get(part, part) for part in text.split(":"))

    def dotted(self, text: str) -> str:
        """A name, or several joined by dots."""
        return ".".join(self.name(part) if part.isidentifier() else part for part in text.split("."))

    def label(self, text: str) -> str:
        """A label, in which names may stand in braces."""
        return re.sub(PLACEHOLDER, lambda found: f"{{{self.name(found[1])}}}", text)

    def data(self, value: Any) -> Any:
        """Cells of a table."""
        if isinstance(value, dict):
            return {
                self.dotted(key): inner if key in REMARKS else self.data(inner)
                for key, inner in value.items()
            }
        if isinstance(value, list):
            return [self.data(inner) for inner in value]
        return self.dotted(value) if isinstance(value, str) and " " not in value else value

    def rules(self, source: SourceFile) -> str:
        """A rule file."""
        lines = list(source.lines)
        names = []
        for raw in split_blocks(source)[0].blocks:
            _, tokens, problems = read_block(source, raw)
            assert not problems, problems
            names += [token for token in tokens if token.type in ("NAME", "NUMBERED")]
        for token in sorted(names, key=lambda token: (token.line, token.column), reverse=True):
            line, start = lines[token.line - 1], token.column - 1
            assert line[start : start + len(token)] == token
            row, sign, copy = str(token).partition("#")
            lines[token.line - 1] = line[:start] + self.name(row) + sign + copy + line[start + len(token) :]
        return "\n".join(lines) + "\n"


def renamed_game(path: Path, target: Path, seed: int, kept: set[str]) -> Renaming:
    """Write the game at `path` to `target` under new names (except `kept`: that of the game itself)."""
    renaming = Renaming(seed, kept)
    if path.is_file():
        target.write_text(renaming.rules(_read(path)), "utf-8")
        return renaming
    for file in sorted(path.rglob("*")):
        copy = target / file.relative_to(path)
        if file.is_file():
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(_renamed_file(renaming, file), "utf-8")
    return renaming


def _renamed_panel(renaming: Renaming, panel: dict[str, Any]) -> dict[str, Any]:
    """A panel of a board file: all but its title names what is declared."""
    renamed = {key: value if key == "title" else renaming.data(value) for key, value in panel.items()}
    for part in ("members", "spaces"):
        if part in panel:
            renamed[part] = {key: renaming.data(value) for key, value in panel[part].items()}
    return renamed


def _renamed_file(renaming: Renaming, file: Path) -> str:
    if file.suffix == ".rules":
        return renaming.rules(_read(file))
    text = file.read_text("utf-8")
    if file.suffix != ".yaml":
        return text
    data = yaml.safe_load(text)
    if data["format"].startswith("regelwerk-table/"):
        data["type"], data["rows"] = renaming.name(data["type"]), renaming.data(data["rows"])
    elif data["format"].startswith("regelwerk-labels/"):
        data["labels"] = {renaming.dotted(key): renaming.label(text) for key, text in data["labels"].items()}
    elif data["format"].startswith("regelwerk-list/"):
        data["list"], data["id"] = renaming.name(data["list"]), renaming.name(data["id"])
        data["parts"] = renaming.data(data["parts"])
    elif data["format"].startswith("regelwerk-drawing/"):
        signs = [marker.pop("sign") for marker in data.get("markers", ())]
        strokes = list(data.get("links", {}).get("strokes", {}).values())
        data = {"format": data.pop("format"), **{key: renaming.data(value) for key, value in data.items()}}
        for marker, sign in zip(data.get("markers", ()), signs, strict=True):
            marker.update({renaming.back(key): marker.pop(key) for key in list(marker)}, sign=sign)
        if "links" in data:
            links = {renaming.back(key): value for key, value in data["links"].items()}
            links["strokes"] = dict(zip(links["strokes"], strokes, strict=True))
            data["links"] = links
    elif data["format"].startswith("regelwerk-board/"):
        data["panels"] = [_renamed_panel(renaming, panel) for panel in data["panels"]]
        data["marks"] = {
            renaming.name(attribute): {renaming.data(member): sign for member, sign in signs.items()}
            for attribute, signs in data.get("marks", {}).items()
        }
        data["quiet"] = {key: renaming.data(value) for key, value in data.get("quiet", {}).items()}
    elif "standing" in data:
        data["standing"] = renaming.name(data["standing"])
    else:
        return text
    return str(yaml.safe_dump(data, sort_keys=False, allow_unicode=True))


def _read(path: Path) -> SourceFile:
    source, problems = read_source(path)
    assert source is not None
    assert not problems
    return source


def check_renamed(path: Path) -> tuple[Rules, Scenarios | None]:
    """The rules and scenarios of a renamed game, which must be without errors."""
    checked = check_game(path)
    errors = [d.message for d in checked.diagnostics if d.severity == "error"]
    assert checked.rules is not None, errors[:5]
    return checked.rules, checked.scenarios
