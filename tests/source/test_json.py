"""JSON: which values come out, where they stand, what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regelwerk.source.files import Limits, SourceFile
from regelwerk.source.json_source import load_json, read_json

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="ascii", min_codepoint=32, max_codepoint=126)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abcü", max_size=3), inner),
    max_leaves=20,
)


def load(text, limits=None):
    return load_json(SourceFile("f.json", text), limits) if limits else load_json(SourceFile("f.json", text))


def codes(text, limits=None):
    return [(found.code, found.span.line, found.span.column) for found in load(text, limits)[1]]


@given(values, st.sampled_from([None, 2]), st.booleans())
def test_reads_what_others_write(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    document, diagnostics = load(text)
    assert diagnostics == []
    assert document.value == value
    assert repr(document.value) == repr(value)


@given(values, st.data())
def test_what_is_cut_short_gets_one_clear_error(value, data):
    text = json.dumps([value])
    cut = data.draw(st.integers(0, len(text) - 1))
    document, [found] = load(text[:cut])
    assert document is None and found.code == "S041"


def test_places_of_keys_and_values():
    document, _ = load('{"box": [\n  {"size": 2}\n]}')
    key, inner = document.key_span(("box", 0, "size")), document.value_span(("box", 0, "size"))
    assert (key.line, key.column, key.end_column) == (2, 4, 10)
    assert (inner.line, inner.column, inner.end_column) == (2, 12, 13)


@pytest.mark.parametrize(
    ("text", "code", "place", "message"),
    [
        ("", "S041", (1, 1), "a value is missing here"),
        ("[1,\n]", "S041", (1, 3), "a comma stands before the closing `]`"),
        ('{"a": 1,}', "S041", (1, 8), "a comma stands before the closing `}`"),
        ("[1 2]", "S041", (1, 4), "a `,` or `]` is missing here"),
        ("{a: 1}", "S041", (1, 2), "a key in double quotes is missing here"),
        ('{"a" 1}', "S041", (1, 6), "after a key a `:` is missing"),
        ('["a\n"]', "S041", (1, 2), "the quote is never closed on its line"),
        ('["\\q"]', "S041", (1, 3), "after `\\` comes none of the letters that JSON knows"),
        ("[tru]", "S041", (1, 2), "`tru` is no value of JSON"),
        ("[01]", "S041", (1, 2), "`01` is no value of JSON"),
        ("[1] 2", "S041", (1, 5), "text follows after the end of the data"),
        ("[-Infinity]", "S043", (1, 2), "`-Infinity` is no number of JSON"),
        (
            "[-1234567890123456789]",
            "S044",
            (1, 2),
            "the number `-1234567890123456789` has more than 18 digits",
        ),
        ('["\\ud800"]', "S010", (1, 2), "the text holds the invisible character `U+D800`"),
        ('["\\u202e"]', "S009", (1, 2), "the text holds the hidden direction mark `U+202E`"),
    ],
)
def test_errors_speak_to_authors(text, code, place, message):
    [found] = load(text)[1]
    assert (found.code, (found.span.line, found.span.column), found.message) == (code, place, message)


def test_numbers_of_a_hundred_thousand_digits_are_cut_in_the_message():
    assert len(load("9" * 100_000)[1][0].message) < 100


def test_several_bad_values_are_reported_together():
    text = '{"a": NaN,\n"a": 1,\n"b": 1e999}'
    assert codes(text) == [("S043", 1, 7), ("S042", 2, 1), ("S044", 3, 6)]


def test_limits_are_exact():
    limits = Limits(max_depth=2, max_values=4)
    assert load("[[1]]", limits)[1] == []
    assert codes("[[[1]]]", limits) == [("S045", 1, 3)]
    assert load("[1, 2, 3]", limits)[1] == []
    assert codes("[1, 2, 3, 4]", limits) == [("S046", 1, 11)]
    assert codes("[" * 1_000_000) == [("S045", 1, 101)]


def test_tabs_are_blanks_in_json(tmp_path):
    path = tmp_path / "f.json"
    path.write_text('{\n\t"a": 1\n}\n')
    document, diagnostics = read_json(path)
    assert document.value == {"a": 1} and diagnostics == []
