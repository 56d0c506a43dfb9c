"""The grammar reference of the manual is made from the grammar."""

from regelwerk.syntax.grammar import keywords, reserved
from regelwerk.syntax.reference import page_path, reference


def test_the_page_is_current():
    assert page_path().read_text("utf-8") == reference(), "run python -m regelwerk.syntax.reference"


def test_the_page_lists_every_word_and_nothing_that_only_the_parser_needs():
    page = reference()
    for word in {*keywords().values(), *reserved()}:
        assert f"`{word}`" in page
    for internal in ("_NL", "_INDENT", "_DEDENT", "->", "%ignore"):
        assert internal not in page
