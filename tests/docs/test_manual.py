"""Every example of the manual is what it claims to be: without an error, in the usual layout, playable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from manual_pages import Example, check_example, examples, found_problems
from regelwerk.resources import data_path
from regelwerk.source.render import render_short
from regelwerk.source.schema_check import check_schema
from regelwerk.source.spans import SourceFile
from regelwerk.source.yaml_source import load_yaml
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from regelwerk.syntax.grammar import keywords, reserved
from regelwerk.tree.format import format_text

DOCS = data_path("grammar").parent / "docs"
CHAPTERS = sorted((DOCS / "language").glob("[0-9]*.md"))
EXAMPLES = [example for chapter in CHAPTERS for example in examples(chapter, DOCS)]
YAML = re.compile(r"^```yaml (\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.about("example")
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_example(example: Example, tmp_path: Path) -> None:
    checked = check_example(example, tmp_path)
    assert found_problems(example, checked, tmp_path) == example.message
    if example.sort == "broken":
        assert example.message
        return
    assert format_text(SourceFile("example.rules", example.text)) == example.text
    if checked.rules is None or checked.scenarios is None:
        assert example.sort == "fragment"
        return
    layouts = Layouts(checked.rules)
    for scenario in checked.scenarios.scenarios:
        if "example.rules" in scenario.place:
            assert run_scenario(layouts, scenario).failure is None


def test_whole_games_have_scenarios() -> None:
    for example in EXAMPLES:
        if example.sort in ("whole", "base") and "\nscenario " not in example.text:
            pytest.fail(f"{example} is a game without a scenario")


def test_yaml_examples_fit_their_schemas() -> None:
    found = [pair for chapter in CHAPTERS for pair in YAML.findall(chapter.read_text("utf-8"))]
    assert {name for name, _ in found} >= {"clauses", "house", "labels", "manifest", "table"}
    for name, text in found:
        document, problems = load_yaml(SourceFile(f"{name}.yaml", text))
        assert document is not None
        problems += check_schema(document.value, name, document.key_span)
        assert render_short(problems, {}, False) == ""


def test_chapters_are_numbered_without_a_gap() -> None:
    for number, chapter in enumerate(CHAPTERS, start=1):
        text = chapter.read_text("utf-8")
        assert chapter.name.startswith(f"{number:02}_")
        assert text.startswith(f"# {number}. ")
        sections = re.findall(rf"^## {number}\.(\d+) ", text, re.MULTILINE)
        assert sections == [str(section) for section in range(1, len(sections) + 1)]


def test_every_word_of_the_language_is_in_an_example() -> None:
    written = set(re.findall(r"\w+", "\n".join(example.text for example in EXAMPLES)))
    explained = set(re.findall(r"\w+", "\n".join(chapter.read_text("utf-8") for chapter in CHAPTERS[:22])))
    words = {word for text in {*keywords().values(), *reserved()} for word in text.split()}
    assert words - written - explained == set()
