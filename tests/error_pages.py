"""Error pages as tests: each has a broken example and the exact message that it gets.

Fenced blocks are found by their tags. `yaml broken` and `json broken` are files, `hex broken` the
bytes of a YAML file, `python broken` makes the file `example.yaml` or `example.json` in an empty
folder, `json schema` is what the file is checked against, `message` the short format of all that
is reported, `yaml fixed` or `json fixed` (where it can be shown) the same file without an error.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.json_source import read_json
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
    suffix = "yaml"
    if "yaml broken" in page:
        _write("example.yaml", page["yaml broken"].encode())
    elif "json broken" in page:
        suffix = "json"
        _write("example.json", page["json broken"].encode())
    elif "hex broken" in page:
        _write("example.yaml", bytes.fromhex(page["hex broken"]))
    else:
        code = page["python broken"]
        suffix = "json" if "example.json" in code else "yaml"
        exec(compile(code, "example", "exec"), {"Path": Path})
    return render_short(_check(f"example.{suffix}", page.get("json schema")), {}, False)


def fixed_message(page: Mapping[str, str]) -> str:
    """Write the fixed example into the current folder and return what is said about it."""
    for suffix in ("yaml", "json"):
        if f"{suffix} fixed" in page:
            _write(f"example.{suffix}", page[f"{suffix} fixed"].encode())
            return render_short(_check(f"example.{suffix}", page.get("json schema")), {}, False)
    return ""


def _write(name: str, data: bytes) -> None:
    Path(name).write_bytes(data)


def _check(name: str, schema: str | None) -> list[Diagnostic]:
    document, diagnostics = read_yaml(name) if name.endswith("yaml") else read_json(name)
    if document is not None and schema is not None:
        diagnostics += check_against(document.value, json.loads(schema), document.key_span)
    return diagnostics
