"""Error pages as tests: each has a broken example and the exact message that it gets.

Fenced blocks are found by their tags. `yaml broken` is a file, `hex broken` the bytes of one, `python
broken` makes the file `example.yaml` in an empty folder, `json schema` is what the file is checked
against, `message` the short format of all that is reported, `yaml fixed` (where it can be shown) the same
file without an error.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from regelwerk.source.render import render_short
from regelwerk.source.schema_check import check_against
from regelwerk.source.yaml_source import read_yaml

_BLOCK = re.compile(r"^```([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def parse_page(text: str) -> dict[str, str]:
    """Return the fenced blocks of a page by tag."""
    blocks = _BLOCK.findall(text)
    assert len(dict(blocks)) == len(blocks), "a page has one block of each tag"
    return dict(blocks)


def broken_message(page: Mapping[str, str]) -> str:
    """Write the broken example into the current folder and return what is said about it."""
    if "yaml broken" in page:
        _write(page["yaml broken"].encode())
    elif "hex broken" in page:
        _write(bytes.fromhex(page["hex broken"]))
    else:
        exec(compile(page["python broken"], "example", "exec"), {"Path": Path})
    return _message(page)


def fixed_message(page: Mapping[str, str]) -> str:
    """Write the fixed example into the current folder and return what is said about it."""
    if "yaml fixed" not in page:
        return ""
    _write(page["yaml fixed"].encode())
    return _message(page)


def _write(data: bytes) -> None:
    Path("example.yaml").write_bytes(data)


def _message(page: Mapping[str, str]) -> str:
    document, diagnostics = read_yaml("example.yaml")
    if document is not None and "json schema" in page:
        schema = json.loads(page["json schema"])
        diagnostics += check_against(document.value, schema, document.key_span)
    return render_short(diagnostics, {}, False)
