"""The examples of the manual and the tutorials: found in the pages, put together, checked.

A fenced block tagged `rules` or `rules base` is a whole game in one file; a base is also what the
fragments below it belong to. A `rules fragment` is read together with the base above it: what it
declares stands in place of the declarations of the base with the same names. A `rules broken` is a
whole game, or a fragment if the page has a base; the `message` block that follows it shows what is
said about it. A `rules fragment NAME` is a fragment of the base named by `rules base NAME`. A `rules
house` holds house rules over the base above it; `rules house broken` is followed by its message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from regelwerk.meaning.game import Checked, check_game
from regelwerk.source.diagnostics import Diagnostic, sort_diagnostics
from regelwerk.source.render import render_short

_BLOCK = re.compile(r"^```([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"^(\w+) (\w+)|^(text) of ([^\n]*):")
_MANIFEST = """format: regelwerk-game/1
language: 2
id: example
title: {en: "Example"}
version: "1"
rules: [base.rules, example.rules]
"""
UNUSED = "M016"
"""Fragments may declare what nothing uses: they show a declaration, not a game."""


@dataclass(frozen=True)
class Example:
    """One block of rules: `base` is what it is read together with, `message` what is said about it."""

    page: str
    line: int
    sort: str
    text: str
    base: str | None = None
    message: str = ""
    house: bool = False

    def __str__(self) -> str:
        return f"{self.page}-{self.line}"

    def __fspath__(self) -> str:
        return f"docs/{self.page}"


def examples(path: Path, root: Path) -> list[Example]:
    """Return the blocks of rules of a page in order."""
    page = path.read_text("utf-8")
    found: list[Example] = []
    bases: dict[str, str] = {}
    last: str | None = None
    blocks = list(_BLOCK.finditer(page))
    for number, block in enumerate(blocks):
        after = blocks[number + 1] if number + 1 < len(blocks) else None
        words = block[1].split()
        if words[0] != "rules":
            continue
        sort = words[1] if len(words) > 1 else "whole"
        house = sort == "house"
        if house:
            sort = words[2] if len(words) > 2 else "house"
        name = words[2] if len(words) > 2 and not house else ""
        line = page.count("\n", 0, block.start()) + 1
        base = bases[name] if name and sort != "base" else last
        message = ""
        if sort == "broken":
            assert after is not None and after[1] == "message", f"{path}:{line}: no message block follows"
            message = after[2]
        if sort in ("base", "whole"):
            base = None
        if sort == "base":
            last = block[2]
            bases[name] = block[2]
        found.append(Example(path.relative_to(root).as_posix(), line, sort, block[2], base, message, house))
    return found


def check_example(example: Example, folder: Path) -> Checked:
    """Check a block in an empty folder; what is found stands in `example.rules`."""
    (folder / "example.rules").write_text(example.text, "utf-8")
    if example.base is None:
        return check_game(folder / "example.rules")
    if example.house:
        (folder / "base.rules").write_text(example.base, "utf-8")
        return check_game(folder / "base.rules", [folder / "example.rules"])
    (folder / "base.rules").write_text(_without(example.base, example.text), "utf-8")
    (folder / "game.yaml").write_text(_MANIFEST, "utf-8")
    return check_game(folder)


def found_problems(example: Example, checked: Checked, folder: Path) -> str:
    """Return what is said about a block in the short format, with paths inside the folder.

    Of a broken fragment only what is said about itself counts, not what it breaks in its base.
    """
    kept: list[Diagnostic] = checked.diagnostics
    if example.base is not None and not example.house:
        kept = [problem for problem in kept if problem.code != UNUSED]
    if example.sort == "broken":
        kept = [problem for problem in kept if problem.span and problem.span.file.endswith("example.rules")]
    return render_short(sort_diagnostics(kept), {}, False).replace(f"{folder.as_posix()}/", "")


def _without(base: str, fragment: str) -> str:
    """Return a base without the declarations that a fragment declares anew; line breaks stay."""
    replaced = {_name(declaration) for declaration in _declarations(fragment)} - {None}
    kept = ((part, _name(part) in replaced) for part in _declarations(base))
    return "".join("\n" * part.count("\n") if gone else part for part, gone in kept)


def _declarations(text: str) -> list[str]:
    return re.findall(r"^\S[^\n]*\n(?:(?:[ ][^\n]*)?\n)*", text, re.MULTILINE)


def _name(declaration: str) -> tuple[str, str] | None:
    match = _NAMED.match(declaration)
    if match is None or match[1] in ("modify", "scenario"):
        return None
    return (match[1] or match[3], match[2] or match[4])
