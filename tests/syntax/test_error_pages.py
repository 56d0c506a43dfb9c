"""The error pages of this floor: each example gets the message that its page shows."""

import pytest

from error_pages import parse_page
from regelwerk.resources import data_path
from regelwerk.source.render import render_short
from regelwerk.source.spans import SourceFile
from regelwerk.syntax.codes import CODES
from regelwerk.tree.format import format_text

PAGES = sorted(data_path("errors").glob("P*.md"))


def _messages(text: str) -> str:
    result = format_text(SourceFile("example.rules", text))
    return "" if isinstance(result, str) else render_short(result, {}, False)


def test_each_code_has_a_page_and_each_page_a_code():
    assert [page.stem for page in PAGES] == sorted(CODES)


@pytest.mark.about("path")
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page_shows_what_happens(path):
    text = path.read_text("utf-8")
    page = parse_page(text)
    assert text.startswith(f"# {path.stem} {CODES[path.stem].title}\n")
    assert _messages(page["rules broken"]) == page["message"]
    assert f" {path.stem} " in page["message"]
    assert _messages(page["rules fixed"]) == ""
    assert "\n## Example\n" in text and "\n## Fix\n" in text
