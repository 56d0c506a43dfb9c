"""Data read from a text, with the place of every key and value."""

import json
import re
from collections.abc import Mapping
from typing import Union

import msgspec

from regelwerk.source.diagnostics import DataPath
from regelwerk.source.spans import SourceFile, Span

Value = Union[None, bool, int, float, str, "list[Value]", "dict[str, Value]"]
Extent = tuple[int, int]

_PLAIN_KEY = re.compile(r"[^\W\d][\w-]*")


class Document(msgspec.Struct, frozen=True):
    """A tree of values with its places by data path, a tuple of keys and indexes from 0; `()` is the root.

    Keys are in NFC. `keys` has the extent of each key of a block, `values` that of every value,
    as offsets of characters in the text: first, and after the last.
    """

    source: SourceFile
    value: Value
    keys: Mapping[DataPath, Extent]
    values: Mapping[DataPath, Extent]

    def key_span(self, path: DataPath) -> Span:
        """Return where the key at `path` stands; for an entry of a list or the root, where its value does.

        What is not there is looked for at the nearest thing around it.
        """
        while path and path not in self.keys and path not in self.values:
            path = path[:-1]
        extent = self.keys.get(path)
        return self.source.span(*extent) if extent else self.value_span(path)

    def value_span(self, path: DataPath) -> Span:
        """Return where the value at `path` stands, or the nearest value around it."""
        while path and path not in self.values:
            path = path[:-1]
        return self.source.span(*self.values[path])


def show_path(path: DataPath) -> str:
    """Return `path` as text, like `cards[3].name`; keys that are no plain words are quoted."""
    shown = ""
    for part in path:
        if isinstance(part, int):
            shown += f"[{part}]"
        elif _PLAIN_KEY.fullmatch(part):
            shown += f".{part}" if shown else part
        else:
            shown += f"[{json.dumps(part, ensure_ascii=False)}]"
    return shown
