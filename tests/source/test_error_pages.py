"""The error pages of this floor: each example gets the message that its page shows."""

import pytest

from error_pages import broken_message, fixed_message, parse_page
from regelwerk.resources import data_path
from regelwerk.source.codes import CODES

PAGES = sorted(data_path("errors").glob("S*.md"))


def test_each_code_has_a_page_and_each_page_a_code():
    assert [page.stem for page in PAGES] == sorted(CODES)


@pytest.mark.about("path")
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page_shows_what_happens(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = path.read_text("utf-8")
    page = parse_page(text)
    assert text.startswith(f"# {path.stem} {CODES[path.stem].title}\n")
    assert broken_message(page) == page["message"]
    assert f" {path.stem} " in page["message"]
    assert fixed_message(page) == ""
    assert "\n## Example\n" in text and "\n## Fix\n" in text
