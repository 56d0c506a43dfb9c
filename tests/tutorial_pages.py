"""Tutorials as tests: what they tell a reader to write is written, what they tell him to run is run.

Fenced blocks are followed in order. `rules file PATH` and `yaml file PATH` are whole files; `rules into PATH`
are declarations that take the place of those with the same name, or are added; `yaml into PATH` are entries
that take the place of those with the same key, or are added at the end. In `console` blocks each line that
begins with `$ regelwerk` is run, and what stands below it is what it prints. Where nothing stands there, it
must succeed.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

_BLOCK = re.compile(r"^```([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DECLARATION = re.compile(r"^\S[^\n]*\n(?:(?:[ ][^\n]*)?\n)*", re.MULTILINE)
_ENTRY = re.compile(r"^  ([^:\n]+):[^\n]*\n(?:   +[^\n]*\n)*", re.MULTILINE)
_NAMED = re.compile(r'^(?:(text of [^:]+)|(scenario "[^"]*")|(\w+ \w+)|(game))')


def prints(shown: str, output: str) -> bool:
    """Say whether an output is what a tutorial shows."""
    lines = (".*" if line == "...\n" else re.escape(line) for line in shown.splitlines(keepends=True))
    return re.fullmatch("".join(lines), output, re.DOTALL) is not None


class Command(NamedTuple):
    """A command of a tutorial, and what it prints there (None if nothing is shown)."""

    line: int
    arguments: list[str]
    output: str | None


def follow(page: Path, folder: Path, run: Callable[[Command], None]) -> None:
    """Do what a tutorial says, in a folder; `run` is called for each command when its turn comes."""
    text = page.read_text("utf-8")
    for block in _BLOCK.finditer(text):
        words = block[1].split()
        line = text.count("\n", 0, block.start()) + 1
        if words[0] == "console":
            for command in _commands(block[2], line):
                run(command)
        elif len(words) == 3:
            path = folder / words[2]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_changed(path, words, block[2]), "utf-8")


def _commands(text: str, line: int) -> Iterator[Command]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        first, _, shown = part.partition("\n")
        program, *arguments = shlex.split(first)
        if program == "regelwerk":
            yield Command(line, arguments, shown or None)


def _changed(path: Path, words: list[str], text: str) -> str:
    if words[1] == "file":
        return text
    before = path.read_text("utf-8")
    if words[0] == "yaml":
        for entry in _ENTRY.finditer(text):
            same = next((old[0] for old in _ENTRY.finditer(before) if old[1] == entry[1]), None)
            before = before + entry[0] if same is None else before.replace(same, entry[0])
        return before
    parts = _DECLARATION.findall(before)
    for part in _DECLARATION.findall(text):
        same = [index for index, old in enumerate(parts) if _key(old) == _key(part)]
        if same:
            parts[same[0]] = part
        else:
            parts.append(part)
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def _key(declaration: str) -> str:
    match = _NAMED.match(declaration)
    return match[0] if match else declaration
