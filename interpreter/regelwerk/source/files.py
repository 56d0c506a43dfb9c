"""Reading a text file that a user names: bounded, UTF-8, without characters that mislead."""

import os
import stat
from pathlib import Path
from typing import Literal

import msgspec

from regelwerk.source import problems
from regelwerk.source.diagnostics import Diagnostic, near_names
from regelwerk.source.refused import check_characters
from regelwerk.source.spans import SourceFile, Span, name_key

__all__ = ["JSON_LIMITS", "Limits", "SourceFile", "Span", "name_key", "read_source"]

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_ENTRIES_FOR_NEAR_NAMES = 2000


class Limits(msgspec.Struct, frozen=True):
    """How large a file may be, in bytes, in levels of nesting and in values, and whether it may hold tabs."""

    max_bytes: int = 2_000_000
    max_depth: int = 30
    max_values: int = 50_000
    allow_tabs: bool = False


JSON_LIMITS = Limits(max_bytes=20_000_000, allow_tabs=True)


def read_source(path: str | Path, limits: Limits | None = None) -> tuple[SourceFile | None, list[Diagnostic]]:
    """Read the text file at `path`.

    The source is None if there is no text at all; with refused characters it is returned beside
    the diagnostics, so that they can be shown with their lines. Ends of lines become `\\n`.
    """
    limits = limits or Limits()
    name = str(path)
    data, diagnostics = _read_bytes(name, limits.max_bytes)
    if data is None:
        return None, diagnostics
    if data.startswith(_BYTE_ORDER_MARK):
        diagnostics.append(problems.byte_order_mark().at(Span.start_of(name)))
        data = data[len(_BYTE_ORDER_MARK) :]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, [*diagnostics, _not_utf8(name, data, error.start)]
    source = SourceFile(name, text.replace("\r\n", "\n"))
    return source, diagnostics + check_characters(source, limits.allow_tabs)


def _read_bytes(name: str, max_bytes: int) -> tuple[bytes | None, list[Diagnostic]]:
    """Return the bytes of a regular file; its kind is checked before and after opening, without blocking."""
    here = Span.start_of(name)
    try:
        if not stat.S_ISREG(Path(name).stat().st_mode):
            return None, [_not_regular(name)]
        descriptor = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as stream:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return None, [_not_regular(name)]
            data = stream.read(max_bytes + 1)
    except FileNotFoundError:
        near = near_names(Path(name).name, _neighbours(name))
        return None, [problems.no_file(name).at(here, near=near)]
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the path is not usable"
        return None, [problems.unreadable_file(name, f"{reason[0].lower()}{reason[1:]}").at(here)]
    if len(data) > max_bytes:
        return None, [problems.file_too_large(max_bytes).at(here)]
    return data, []


def _neighbours(name: str) -> list[str]:
    try:
        with os.scandir(Path(name).parent) as entries:
            return [entry.name for _, entry in zip(range(_ENTRIES_FOR_NEAR_NAMES), entries, strict=False)]
    except OSError:
        return []


def _not_regular(name: str) -> Diagnostic:
    kind: Literal["folder", "device"] = "folder" if Path(name).is_dir() else "device"
    return problems.not_a_file(name, kind).at(Span.start_of(name))


def _not_utf8(name: str, data: bytes, offset: int) -> Diagnostic:
    byte = data[offset]
    if data.startswith(_UTF_16_MARKS):
        byte, offset = -1, 0
    start = data.rfind(b"\n", 0, offset) + 1
    line = data.count(b"\n", 0, offset) + 1
    column = len(data[start:offset].decode("utf-8", "replace")) + 1
    span = Span(name, line, column, line, column + 1)
    return problems.not_utf8(byte).at(span)
