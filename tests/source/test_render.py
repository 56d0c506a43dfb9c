"""What people and programs see of diagnostics."""

import io
import json

import pytest

from regelwerk.source.diagnostics import Edit, has_errors, near_names, sort_diagnostics
from regelwerk.source.document import show_path
from regelwerk.source.files import SourceFile, Span
from regelwerk.source.render import RENDERERS, write_diagnostics
from regelwerk.source.wording import Words, problem, remark


@problem("S999")
def wrong(message: str, help: str = "") -> Words:
    return Words(message, help or None)


@problem("S998", severity="warning")
def wrong_otherwise() -> Words:
    return Words("wrong")


@remark
def further_place(message: str) -> Words:
    return Words(message)


SOURCE = SourceFile("a,b.yaml", "first: 1\n名前\tx: 2\n")
FIRST = further_place("first written here").at(Span("a,b.yaml", 1, 1, 1, 6))
FOUND = wrong("the key `x` is 100% wrong", "delete it").at(
    Span("a,b.yaml", 2, 4, 2, 5),
    path=("x", 0),
    near=("y", "z"),
    notes=(FIRST,),
    fix=Edit(Span("a,b.yaml", 2, 4, 2, 5), "y"),
)


def render(diagnostics, format, stream=None):
    stream = stream or io.StringIO()
    write_diagnostics(diagnostics, {"a,b.yaml": SOURCE}, format, stream)
    return stream.getvalue()


def test_text_shows_line_marker_near_names_help_and_notes():
    assert render([FOUND], "text") == (
        "error S999: the key `x` is 100% wrong\n"
        "  --> a,b.yaml:2:4\n"
        "    |\n"
        "  2 | 名前\\tx: 2\n"
        "    |       ^\n"
        "  did you mean `y` or `z`?\n"
        "  help: delete it\n"
        "  note: first written here: a,b.yaml:1:1\n"
    )


def test_text_shows_the_lines_of_the_first_ten_alike_and_says_how_many_more_there_are():
    other = wrong_otherwise().at(Span("a,b.yaml", 2, 1, 2, 2))
    alike = [wrong("alike").at(Span("a,b.yaml", 1, 1, 1, 6 + n)) for n in range(51)]
    shown = render([*alike, other], "text")
    assert shown.count("error S999") == 50
    assert shown.count("1 | first: 1") == 10
    assert shown.endswith("and 2 more; correct these first\n")
    assert render([*alike[:20], other], "text").count("2 | ") == 1


def test_short_is_one_line():
    assert render([FOUND], "short") == "a,b.yaml:2:4: S999 the key `x` is 100% wrong\n"


def test_github_escapes_what_has_a_meaning():
    assert render([FOUND], "github") == (
        "::error file=a%2Cb.yaml,line=2,col=4,title=S999::the key `x` is 100%25 wrong"
        "%0Adid you mean `y` or `z`?%0Ahelp: delete it\n"
    )


def test_json_has_everything():
    assert json.loads(render([FOUND], "json")) == [
        {
            "code": "S999",
            "severity": "error",
            "message": "the key `x` is 100% wrong",
            "file": "a,b.yaml",
            "line": 2,
            "column": 4,
            "end_line": 2,
            "end_column": 5,
            "path": ["x", 0],
            "help": "delete it",
            "near": ["y", "z"],
            "notes": [
                {
                    "message": "first written here",
                    "file": "a,b.yaml",
                    "line": 1,
                    "column": 1,
                    "end_line": 1,
                    "end_column": 6,
                }
            ],
            "fix": {
                "file": "a,b.yaml",
                "line": 2,
                "column": 4,
                "end_line": 2,
                "end_column": 5,
                "text": "y",
            },
        }
    ]
    assert json.loads(render([wrong("x").at(None)], "json"))[0]["fix"] is None
    assert json.loads(render([], "json")) == []


@pytest.mark.parametrize("format", RENDERERS)
def test_user_text_cannot_control_the_terminal_or_add_lines(format):
    evil = wrong("x\x1b[2J\n::error::y\u202e\r", "\x07").at(Span("a\nb\x1b", 1, 1, 1, 2))
    shown = render([evil], format)
    assert not set(shown) & set("\x1b\r\u202e\x07")
    assert not any(line.startswith("::error::y") for line in shown.splitlines())


def test_data_without_text_is_placed_by_path():
    found = wrong_otherwise().at(None, path=("cards", 3, "a b", "name"))
    assert render([found], "short") == 'at cards[3]["a b"].name: S998 warning: wrong\n'
    assert show_path(()) == ""


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_colour_only_on_terminals(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in render([FOUND], "text", Terminal())
    assert "\x1b[" not in render([FOUND], "short", Terminal())
    assert "\x1b[" not in render([FOUND], "text")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in render([FOUND], "text", Terminal())


def test_a_stream_without_unicode_gets_escapes():
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    write_diagnostics([wrong("`ü` is wrong").at(None)], {}, "short", stream)
    stream.flush()
    assert raw.getvalue() == b"S999 `\\xfc` is wrong\n"


def test_reading_order():
    places = [("b", 1, 1), ("a", 10, 1), ("a", 2, 5), ("a", 2, 1)]
    found = [wrong("x").at(None), *(wrong("x").at(Span(f, n, c, n, c)) for f, n, c in places)]
    ordered = [d.span and (d.span.file, d.span.line, d.span.column) for d in sort_diagnostics(found)]
    assert ordered == [("a", 2, 1), ("a", 2, 5), ("a", 10, 1), ("b", 1, 1), None]


def test_warnings_are_no_errors():
    warning = wrong_otherwise().at(None)
    assert not has_errors([warning])
    assert has_errors([warning, FOUND])


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("nmae", "name"),
        ("Name", "name"),
        ("nam", "name"),
        ("names", "name"),
        ("nane", "name"),
        ("pahse", "phase"),
    ],
)
def test_slips_find_the_name(name, nearest):
    assert near_names(name, ["size", "phase", "name", "frame"])[0] == nearest


def test_nothing_is_near_to_something_else():
    assert near_names("quux", ["size", "phase", "name"]) == ()
    assert near_names("card", [f"card{n}" for n in range(9)], 2) == ("card0", "card1")
