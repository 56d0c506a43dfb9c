"""Pages that are made by programs are current, and the lexer of the documentation knows the language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pygments.token import Comment, Keyword, Name, String, Token

from regelwerk.doors import manual
from regelwerk.doors.highlight import RulesLexer
from regelwerk.resources import data_path
from regelwerk.rules.builtins import BUILTINS

DOCS = data_path("grammar").parent / "docs"
TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("name", manual.PAGES)
def test_page_is_current(name: str) -> None:
    page = (manual.folder() / name).read_text("utf-8")
    assert page == manual.PAGES[name](), "run python -m regelwerk.doors.manual"


def test_every_function_is_in_the_manual() -> None:
    page = (manual.folder() / "language" / "23_functions.md").read_text("utf-8")
    for info in BUILTINS:
        assert f"| `{info.name}` |" in page


def test_every_amount_stands_on_the_page_on_testing() -> None:
    """With the amounts by day and by night: nothing is tried less, or not at all, without that it is told."""
    page = (DOCS / "architecture" / "testing.md").read_text("utf-8").replace(",", "")
    told = re.findall(r"^\| `(\w+)` \|.*\| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    call = r'amount\(\s*"(\w+)", test=([\d_]+), nightly=([\d_]+)\)'
    found = {
        (name, test.replace("_", ""), nightly.replace("_", ""))
        for file in TESTS.rglob("*.py")
        for name, test, nightly in re.findall(call, file.read_text("utf-8"))
    }
    assert len(found) > 30
    assert sorted(told) == sorted(found)


def test_links_between_pages_lead_somewhere() -> None:
    for page in sorted(DOCS.rglob("*.md")):
        for target in re.findall(r"\]\(([^)#\s]+\.md)\)", page.read_text("utf-8")):
            assert (page.parent / target).is_file(), f"{page.name} points to {target}"


def test_lexer_colours_rules() -> None:
    text = 'scenario "a test": # note\n    cites a.b.01\n    for each c in p.of:\n        grow(size(c))\n'
    found = [(token, value) for token, value in RulesLexer().get_tokens(text) if value.strip()]
    for wanted in (
        (Keyword.Declaration, "scenario"), (String, '"a test"'), (Comment.Single, "# note"),
        (Name.Label, "a.b.01"), (Keyword, "for"), (Name.Attribute, "of"), (Name.Function, "grow"),
        (Name.Builtin, "size"),
    ):  # fmt: skip
        assert wanted in found


@pytest.mark.slow
def test_lexer_reads_all_games() -> None:
    for path in sorted(data_path("games").rglob("*.rules")):
        text = path.read_text("utf-8")
        tokens = list(RulesLexer().get_tokens(text))
        assert "".join(value for _, value in tokens).strip() == text.strip()
        assert all(token is not Token.Error for token, _ in tokens), path.name


def test_the_card_in_the_readme_is_one_of_the_game() -> None:
    readme = (DOCS.parent / "README.md").read_text("utf-8")
    card = readme.split("```")[1].strip("\n")
    assert card.startswith("text of ")
    assert card in (data_path("games") / "knizia" / "yellow.rules").read_text("utf-8")


def test_no_page_has_the_name_of_one_that_the_documentation_makes_itself() -> None:
    """It would be written over, and nothing would be said."""
    assert not {"search", "genindex", "py-modindex", "modindex"} & {page.stem for page in DOCS.glob("*.md")}
