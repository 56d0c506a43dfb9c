"""Everything in the tests and pages that is wrong on purpose, and what is said about it.

An example is a folder of files, by their paths in it: `example.rules` or `example.yaml` alone, a game in
`example`, or `example/game.rules` with house rules over it. Beside it may lie a schema.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from error_pages import parse_page
from regelwerk.doors.lists import problems_of_lists
from regelwerk.meaning.game import check_game
from regelwerk.resources import data_path
from regelwerk.source.diagnostics import Diagnostic, Edit
from regelwerk.source.schema_check import check_against
from regelwerk.source.yaml_source import read_yaml

BAD = Path(__file__).parent / "syntax" / "bad"


@dataclass(frozen=True)
class Example:
    """Files that are wrong; `about` is the code or the file that they show."""

    about: str
    files: dict[str, bytes]
    schema: str | None = None

    def write(self) -> None:
        """Put the files into the current folder, instead of those of another example."""
        shutil.rmtree("example", ignore_errors=True)
        for name, data in self.files.items():
            path = Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def problems(self) -> list[Diagnostic]:
        """What is said about the files, which lie in the current folder."""
        if "example.yaml" in self.files:
            document, found = read_yaml("example.yaml")
            if document is not None and self.schema is not None:
                found = found + check_against(document.value, json.loads(self.schema), document.key_span)
            return found
        if "example.rules" in self.files:
            return check_game("example.rules").diagnostics
        if "example/game.yaml" in self.files:
            checked = check_game("example")
            lists = [] if checked.rules is None else problems_of_lists(checked.rules, checked.files.lists)
            return [*checked.diagnostics, *lists]
        houses = [name for name in sorted(self.files) if name.startswith("example/house")]
        return check_game("example/game.rules", houses).diagnostics


def examples() -> Iterator[Example]:
    """All examples of the error pages, and the bad rule files of the tests."""
    for path in sorted(data_path("errors").glob("[MPS]*.md")):
        page = parse_page(path.read_text("utf-8"))
        files = dict(_files(page))
        if files:
            yield Example(path.stem, files, page.get("json schema"))
    for path in sorted(BAD.glob("*.rules")):
        yield Example(path.stem, {"example.rules": path.read_bytes()})


def _files(page: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    for tag, text in page.items():
        match tag.split():
            case ["yaml", "broken"]:
                yield "example.yaml", text.encode()
            case ["hex", "broken"]:
                yield "example.yaml", bytes.fromhex(text)
            case ["rules", "broken"]:
                yield "example.rules", text.encode()
            case [_, "broken", name]:
                yield f"example/{name}", text.encode()


def applied(text: str, edit: Edit) -> str:
    """Return a text after an edit; places behind its end are its end."""
    lines = text.split("\n")
    span = edit.span

    def offset(line: int, column: int) -> int:
        return min(len(text), sum(len(each) + 1 for each in lines[: line - 1]) + column - 1)

    return text[: offset(span.line, span.column)] + edit.text + text[offset(span.end_line, span.end_column) :]


def unhealed(example: Example, problem: Diagnostic) -> list[Diagnostic]:
    """Return what is still, or newly, wrong at the place of a problem after its fix; the files lie here.

    The first place of a file stands for the file as a whole.
    """
    assert problem.fix is not None and problem.span is not None
    old = {(each.code, each.names) for each in example.problems()}
    path = Path(problem.fix.span.file)
    path.write_text(applied(path.read_text("utf-8"), problem.fix), encoding="utf-8")
    place = problem.span
    here = [
        each
        for each in example.problems()
        if each.span is not None
        and (each.span.file, each.span.line, each.span.column) == (place.file, place.line, place.column)
    ]
    return [
        each
        for each in here
        if (each.code, each.names) == (problem.code, problem.names)
        or (
            each.severity == "error"
            and (each.code, each.names) not in old
            and (place.line, place.column) != (1, 1)
        )
    ]
