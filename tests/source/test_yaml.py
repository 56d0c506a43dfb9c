"""YAML: which values come out, where they stand, what is refused."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from regelwerk.source import yaml_source
from regelwerk.source.files import Limits, SourceFile
from regelwerk.source.yaml_source import load_yaml, read_yaml
from regelwerk.source.yaml_wording import explain_yaml_error

LOADERS = [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)]


@pytest.fixture(params=LOADERS, ids=["python", "native"], autouse=True)
def loader(request, monkeypatch):
    monkeypatch.setattr(yaml_source, "_LOADER", request.param)


def load(text, limits=None):
    return load_yaml(SourceFile("f.yaml", text), limits)


def value(text):
    document, diagnostics = load(text)
    assert diagnostics == []
    return document.value


def codes(text, limits=None):
    return [(found.code, found.span.line, found.span.column) for found in load(text, limits)[1]]


def test_plain_scalars_follow_yaml_1_2():
    text = (
        "[true, False, yes, on, no, null, ~, 12, -3, 007, 0x1F, 1_000, 1.5, 2e3, 1., '12', 12:30, 2024-01-01]"
    )
    assert value(text) == [
        *(True, False, "yes", "on", "no", None, None, 12, -3, "007", "0x1F", "1_000", 1.5, 2000.0),
        *("1.", "12", "12:30", "2024-01-01"),
    ]


def test_keys_are_names_spelt_as_written():
    assert value("on: 1\n1: 2\ntrue: 3\n") == {"on": 1, "1": 2, "true": 3}


def test_places_of_keys_and_values():
    document, _ = load("# head\nbox:\n  - name: é😀x\n    size: 2\n  - {a: 1}\nlast:\n")
    shown = {
        "key": document.key_span(("box", 0, "size")),
        "value": document.value_span(("box", 0, "size")),
        "after emoji": document.value_span(("box", 0, "name")),
        "entry": document.key_span(("box", 1)),
        "block ends at its last value": document.value_span(("box", 0)),
        "not there": document.key_span(("box", 0, "weight")),
    }
    assert {name: (s.line, s.column, s.end_line, s.end_column) for name, s in shown.items()} == {
        "key": (4, 5, 4, 9),
        "value": (4, 11, 4, 12),
        "after emoji": (3, 11, 3, 14),
        "entry": (5, 5, 5, 11),
        "block ends at its last value": (3, 5, 4, 12),
        "not there": (3, 5, 4, 12),
    }


def test_duplicate_keys_keep_the_first_and_name_both_places():
    document, [found] = load("a: 1\nb: 2\na: 3\na: 4\n".replace("a: 4\n", ""))
    assert document.value == {"a": 1, "b": 2}
    assert (found.code, found.span.line, found.notes[0].span.line) == ("S022", 3, 1)


def test_keys_with_differently_encoded_accents_are_the_same():
    assert codes("é: 1\ne\u0301: 2\n") == [("S022", 2, 1)]


def test_several_problems_are_reported_together():
    text = "a: &x 1\nb: !!int 2\nb: 3\nc: *x\nd: .nan\n"
    assert codes(text) == [("S023", 1, 4), ("S025", 2, 4), ("S022", 3, 1), ("S023", 4, 4), ("S030", 5, 4)]


def test_a_file_of_aliases_is_not_expanded():
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    document, diagnostics = load("\n".join(lines))
    assert document is None
    assert {found.code for found in diagnostics} == {"S023"}


def test_limits_are_exact():
    limits = Limits(max_depth=2, max_values=4)
    assert load("[[1]]", limits)[1] == []
    assert codes("[[[1]]]", limits) == [("S027", 1, 3)]
    assert load("[1, 2, 3]", limits)[1] == []
    assert codes("[1, 2, 3, 4]", limits) == [("S028", 1, 11)]
    # Newer native parsers look ahead, and stop at a depth of 1000 by themselves.
    assert codes("[" * 100_000) in ([("S027", 1, 31)], [("S027", 1, 1001)])


def test_a_depth_that_the_parser_does_not_go_to_is_told_as_ours():
    mark = yaml.Mark("f.yaml", 4, 0, 4, None, None)
    error = yaml.scanner.ScannerError(
        "while increasing flow level", mark, "exceeded maximum nesting depth", mark
    )
    found = explain_yaml_error(error, SourceFile("f.yaml", "[[[[[[[["), 30)
    assert (found.code, found.span.column) == ("S027", 5)
    assert [found.message] == [other.message for other in load("[" * 31)[1]]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a: 'x\nb: 2\n", (1, 4), "the quote is never closed"),
        ("a: [1, 2\n", (1, 4), "the bracket is not closed, or a comma is missing"),
        ("a: {b: 1\n", (1, 4), "the bracket is not closed, or a comma is missing"),
        ("a: [b,,c]\n", (1, 7), "an entry is missing here"),
        ("a:\n  b: 1\n c: 2\n", (3, 2), "this line does not continue the block above it"),
        ("- a\nb: 1\n", (2, 1), "this line does not continue the list above it"),
        ("a: @x\n", (1, 4), "a value cannot begin with this character"),
        ("a: ]\n", (1, 4), "a value cannot begin with this character"),
        ("a: *\n", (1, 4), "a value cannot begin with `*` or `&`"),
        ("a: !x!y z\n", (1, 4), "a value cannot begin with `!`"),
        ("a: b: c\n", (1, 5), "a second `:` stands where no key can be"),
        ("a: 1\nfoo\nb: 2\n", (2, 1), "after this key a `:` is missing"),
        ("a: - b\n", (1, 4), "a list cannot begin on the line of its key"),
        ("a: |x\n  y\n", (1, 5), "after `|` or `>` the text begins on the next line"),
        ("a: 1\n...\nb: 2\n", (3, 1), "text follows after the end of the data"),
        ("%YAML 3.0\n---\na: 1\n", (1, 1), "a line cannot begin with `%`"),
    ],
)
def test_syntax_errors_speak_to_authors(text, place, message):
    [found] = load(text)[1]
    assert (found.code, (found.span.line, found.span.column), found.message) == ("S021", place, message)
    assert found.help


def test_an_unknown_escape_is_explained():
    assert "after `\\` comes none of the letters" in load('a: "\\q"\n')[1][0].message


def test_directives_are_refused():
    assert codes("%TAG ! tag:x,2000:\n---\na: 1\n")[0][0] == "S026"


def test_what_escapes_hide_is_refused():
    assert codes('a: "x\\u202e"\n') == [("S009", 1, 4)]
    assert codes('"x\\0": 1\n') == [("S007", 1, 1)]
    assert value('a: "tab\\t, line\\n"') == {"a": "tab\t, line\n"}


@pytest.mark.parametrize(
    ("text", "what"), [("{a: 1}: 2", "a block"), ("'': 1", "empty"), ("?\n: 1", "empty")]
)
def test_keys_must_be_names(text, what):
    [found] = load(text)[1]
    assert (found.code, found.message) == ("S029", f"a key must be a name, not {what}")


def test_refused_characters_are_reported_instead_of_what_follows_from_them(tmp_path):
    path = tmp_path / "f.yaml"
    path.write_text("a:\n\tb: [\n")
    document, diagnostics = read_yaml(path)
    assert document is None
    assert [found.code for found in diagnostics] == ["S008"]


@given(st.text(alphabet="ab:-[]{}&*!|>'\"%@#,? \n\\0.", max_size=40))
def test_any_text_gives_a_document_or_a_reason(text):
    document, diagnostics = load(text)
    assert (document is None) <= bool(diagnostics)
    for found in diagnostics:
        assert 1 <= found.span.line <= text.count("\n") + 1
