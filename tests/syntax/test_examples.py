"""Good examples give the trees, and bad ones the messages, that lie beside them.

`python tests/syntax/test_examples.py` writes what they give now; read the difference before it is kept.
"""

from pathlib import Path

import pytest

from regelwerk.source.render import render_text
from regelwerk.source.spans import SourceFile
from regelwerk.tree.format import format_text
from regelwerk.tree.outline import outline
from regelwerk.tree.read import read

HERE = Path(__file__).parent
GOOD = sorted((HERE / "good").glob("*.rules"))
BAD = sorted((HERE / "bad").glob("*.rules"))


def _source(path: Path) -> SourceFile:
    return SourceFile(path.name, path.read_text("utf-8"))


def _trees(path: Path) -> str:
    blocks, diagnostics, _ = read(_source(path))
    assert diagnostics == []
    return "".join("\n".join((f"line {block.at.line}", *outline(block), "", "")) for block in blocks)


def _messages(path: Path) -> str:
    return render_text(read(_source(path))[1], {}, False)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_examples_give_their_trees(path):
    assert _trees(path) == path.with_suffix(".trees").read_text("utf-8")


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_examples_give_their_canonical_text(path):
    assert format_text(_source(path)) == path.with_suffix(".formatted").read_text("utf-8")


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_examples_give_their_messages(path):
    assert _messages(path) == path.with_suffix(".messages").read_text("utf-8")


if __name__ == "__main__":
    for example in GOOD:
        example.with_suffix(".trees").write_text(_trees(example), "utf-8")
        example.with_suffix(".formatted").write_text(str(format_text(_source(example))), "utf-8")
    for example in BAD:
        example.with_suffix(".messages").write_text(_messages(example), "utf-8")
