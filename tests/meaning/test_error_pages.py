"""The error pages of this floor: each example gets the message that its page shows, and that alone.

A page has one file (`rules broken`), the files of a folder (`rules broken main.rules`), or a game and
house rules over it (`rules broken game.rules`, `rules broken house.rules`); what is `fixed` replaces
files of the same names.
"""

from pathlib import Path

import pytest

from error_pages import parse_page
from regelwerk.doors.lists import problems_of_lists
from regelwerk.meaning.codes import CODES
from regelwerk.meaning.game import check_game
from regelwerk.resources import data_path
from regelwerk.source.render import render_short

PAGES = sorted(data_path("errors").glob("M*.md"))


def _files(page: dict[str, str], state: str) -> dict[str, str]:
    tags = [tag.split() for tag in page]
    return {
        tag[2] if len(tag) == 3 else "": page[" ".join(tag)]
        for tag in tags
        if len(tag) > 1 and tag[1] == state
    }


def _messages(files: dict[str, str]) -> str:
    if list(files) == [""]:
        Path("example.rules").write_text(files[""], encoding="utf-8")
        return render_short(check_game("example.rules").diagnostics, {}, False)
    Path("example").mkdir(exist_ok=True)
    for name, text in files.items():
        path = Path("example") / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if "game.yaml" in files:
        checked = check_game("example")
        judged = [] if checked.rules is None else problems_of_lists(checked.rules, checked.files.lists)
        return render_short([*checked.diagnostics, *judged], {}, False)
    houses = [f"example/{name}" for name in sorted(files) if name.startswith("house")]
    return render_short(check_game("example/game.rules", houses).diagnostics, {}, False)


def test_each_code_has_a_page_and_each_page_a_code():
    assert [page.stem for page in PAGES] == sorted(CODES)


@pytest.mark.about("path")
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_page_shows_what_happens(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = path.read_text("utf-8")
    page = parse_page(text)
    assert text.startswith(f"# {path.stem} {CODES[path.stem].title}\n")
    broken = _files(page, "broken")
    assert _messages(broken) == page["message"]
    assert f" {path.stem} " in page["message"]
    assert page["message"].count("\n") == 1
    assert _messages({**broken, **_files(page, "fixed")}) == ""
    assert "\n## Example\n" in text and "\n## Fix\n" in text
