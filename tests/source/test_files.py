"""Reading files: what is accepted, what is refused and where it is said to be."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regelwerk.source.characters import visible
from regelwerk.source.files import Limits, SourceFile, Span, name_key, read_source


def places(diagnostics):
    return [(found.code, found.span.line, found.span.column) for found in diagnostics]


def read_bytes(tmp_path, data, limits=None):
    path = tmp_path / "file.yaml"
    path.write_bytes(data)
    return read_source(path, limits)


def test_line_ends_of_other_systems_become_plain(tmp_path):
    source, diagnostics = read_bytes(tmp_path, b"a: 1\r\nb: 2\r\n")
    assert source.text == "a: 1\nb: 2\n"
    assert diagnostics == []


def test_a_lone_carriage_return_is_refused(tmp_path):
    assert places(read_bytes(tmp_path, b"a: 1\rb: 2\n")[1]) == [("S010", 1, 5)]


def test_all_kinds_of_refused_characters_are_reported_at_once(tmp_path):
    text = "a\tb\n\tc\n\u200f\nx\x00\n\u2028\n\t\n"
    source, diagnostics = read_bytes(tmp_path, text.encode())
    assert sorted(places(diagnostics)) == [("S007", 4, 2), ("S008", 1, 2), ("S009", 3, 1), ("S010", 5, 1)]
    assert any("a tab (and on 2 more lines)" in found.message for found in diagnostics)
    assert source.lines[2] == "\u200f"


@pytest.mark.parametrize("mark", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
def test_each_bidirectional_control_is_refused(tmp_path, mark):
    assert places(read_bytes(tmp_path, f"name: {mark}".encode())[1]) == [("S009", 1, 7)]


def test_tabs_can_be_allowed(tmp_path):
    assert read_bytes(tmp_path, b"{\t}", Limits(allow_tabs=True))[1] == []


def test_a_file_of_exactly_the_limit_is_read(tmp_path):
    limits = Limits(max_bytes=4)
    assert read_bytes(tmp_path, b"a: 1", limits)[0].text == "a: 1"
    source, diagnostics = read_bytes(tmp_path, b"a: 12", limits)
    assert source is None and places(diagnostics) == [("S004", 1, 1)]


def test_place_of_a_wrong_byte_counts_characters(tmp_path):
    assert places(read_bytes(tmp_path, "a: 1\nü: ".encode() + b"\xff")[1]) == [("S005", 2, 4)]


def test_utf_16_is_named(tmp_path):
    _, [found] = read_bytes(tmp_path, "a: 1".encode("utf-16"))
    assert (found.code, found.message) == ("S005", "the file is UTF-16, not UTF-8")


def test_devices_and_pipes_are_refused_without_waiting(tmp_path):
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        source, diagnostics = read_source(path)
        assert source is None
        assert places(diagnostics) == [("S002", 1, 1)]


def test_a_link_to_a_file_is_read(tmp_path):
    (tmp_path / "real.yaml").write_text("a: 1")
    (tmp_path / "link.yaml").symlink_to("real.yaml")
    assert read_source(tmp_path / "link.yaml")[0].text == "a: 1"


def test_a_missing_file_names_its_neighbour(tmp_path):
    (tmp_path / "cards.yaml").write_text("a: 1")
    assert read_source(tmp_path / "card.yaml")[1][0].near == ("cards.yaml",)


@pytest.mark.parametrize("path", ["a\0b", "x" * 300, ""])
def test_a_path_that_cannot_exist_is_no_crash(path):
    source, [found] = read_source(path)
    assert source is None and found.code in ("S001", "S002", "S003")


def test_names_are_compared_in_one_encoding_of_accents():
    assert name_key("Bu\u0308chse") == name_key("Büchse") != name_key("Buchse")


def test_span_of_offsets():
    source = SourceFile("f", "ab\ncd\n")
    assert source.span(1, 4) == Span("f", 1, 2, 2, 2)
    assert source.span(6, 6) == Span("f", 3, 1, 3, 1)


@given(st.binary(max_size=200))
def test_any_bytes_give_a_text_or_a_reason(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(data)
    source, diagnostics = read_source(path)
    assert source is not None or diagnostics


@pytest.mark.slow
@given(st.text())
def test_visible_text_stays_on_one_line_and_can_be_encoded(text):
    shown = visible(text)
    assert shown.encode() and "\n" not in shown and "\x1b" not in shown if text else shown == ""
