"""Writes the pages that follow from the language and the commands: `python -m regelwerk.doors.manual`."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import click

from regelwerk.doors.command import COMMANDS
from regelwerk.resources import data_path
from regelwerk.rules.builtins import BUILTINS, DIRECTIONS, BuiltinInfo
from regelwerk.syntax.grammar import keywords, reserved

_MADE = "This page is made by `python -m regelwerk.doors.manual`."
_KINDS = {
    "number": "a number", "flag": "`yes` or `no`", "seat": "a seat", "thing": "a thing", "list": "a list",
    "grid": "a thing of a grid", "linked": "a thing of a linked map", "place": "a place",
    "places": "a place or a list of places", "member": "a member of an enum",
    "direction": "a direction", "any": "anything", "element": "an element of the list",
    "things": "a list of things", "links": "a list of links", "holder": "a thing",
}  # fmt: skip
"""What the kinds in the table of functions are called in the manual."""


def functions_page() -> str:
    """The chapter about the functions of the language, as Markdown."""
    lines = [
        "# 23. Functions",
        "",
        _MADE,
        "",
        "A function is called by its name with brackets: `next(p)`. It changes nothing and may stand",
        "wherever a value may stand. What a function gives that may be absent must be tested (see",
        "[chapter 4](04_values_and_sets.md)).",
        "",
        "| function | takes | gives | |",
        "|---|---|---|---|",
        *(_function(info) for info in BUILTINS),
        "",
        f"The directions are {', '.join(f'`{each}`' for each in DIRECTIONS)}; north is up, towards row 1.",
    ]
    return "\n".join(lines) + "\n"


def _function(info: BuiltinInfo) -> str:
    taken = ", ".join(_kind(kind) for kind in info.parameters)
    return f"| `{info.name}` | {taken} | {_kind(info.result)} | {info.text} |"


def _kind(kind: str) -> str:
    return _KINDS[kind.removesuffix("?")] + (" or `none`" if kind.endswith("?") else "")


def words_page() -> str:
    """The chapter about reserved words, as Markdown."""
    kept = sorted(reserved())
    free = sorted({*keywords().values()} - reserved())
    lines = [
        "# 24. Reserved words",
        "",
        _MADE,
        "",
        "## 24.1 Words that cannot be names",
        "",
        "Attributes may be called like these words, because a dot stands before them; nothing else may.",
        "",
        *_listed(kept),
        "",
        "## 24.2 Words that may be names as well",
        "",
        "They are written only where no name can stand.",
        "",
        *_listed(free),
        "",
        "`number`, `seat`, `direction`, `action` and `answer` name kinds of values in every game.",
    ]
    return "\n".join(lines) + "\n"


def _listed(words: list[str]) -> list[str]:
    rows = [words[start : start + 10] for start in range(0, len(words), 10)]
    lines = [", ".join(f"`{word}`" for word in row) for row in rows]
    return [*(f"{line}," for line in lines[:-1]), f"{lines[-1]}."]


def commands_page() -> str:
    """The reference of the command line, as Markdown: what `--help` says after every command."""
    lines = [
        "# Commands",
        "",
        _MADE,
        "",
        "`regelwerk COMMAND --help` says the same. A game is named by its folder, its rule file, an",
        "exported `.json` file, or the name of a game that comes with regelwerk. The exit status is 0 if all",
        "went well, 1 if something is wrong, and 2 if the command was not written as it must be.",
    ]
    for info in COMMANDS:
        command = import_module(f"regelwerk.doors.commands.{info.name}").command
        assert isinstance(command, click.Command)
        with click.Context(command, info_name=f"regelwerk {info.name}") as ctx:
            ctx.max_content_width = ctx.terminal_width = 100
            lines += ["", f"## {info.name}", "", "```text", command.get_help(ctx).rstrip(), "```"]
    return "\n".join(lines) + "\n"


PAGES = {
    "language/23_functions.md": functions_page,
    "language/24_words.md": words_page,
    "commands.md": commands_page,
}
"""What each page is made by."""


def folder() -> Path:
    """Where the documentation lies in a checkout."""
    return data_path("grammar").parent / "docs"


def main() -> None:
    """Write the pages, and say where."""
    for name, page in PAGES.items():
        path = folder() / name
        path.write_text(page(), encoding="utf-8")
        sys.stdout.write(f"wrote {path}\n")


if __name__ == "__main__":
    main()
