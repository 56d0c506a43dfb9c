"""Laws of the formatter: it changes nothing but white space, on every shipped file and on scrambled ones."""

from pathlib import Path
from random import Random

import pytest

from amounts import amount
from regelwerk.resources import data_path
from regelwerk.source.spans import SourceFile
from regelwerk.syntax.layout import split_blocks
from regelwerk.tree.format import format_text
from regelwerk.tree.nodes import Aside, Node
from regelwerk.tree.read import read, read_once
from regelwerk.tree.walk import same, walk
from rule_sentences import declaration, write

TESTS = Path(__file__).parents[1]
GAMES = sorted(data_path("games").rglob("*.rules"))
FILES = [*GAMES, *sorted(TESTS.rglob("good/*.rules"))]

EVERY = amount("FORMATTED", test=5, nightly=1)
"""One in so many of them is formatted."""


def formatted(text: str) -> str:
    result = format_text(SourceFile("a.rules", text))
    assert isinstance(result, str), (result, text)
    return result


def trees(text: str) -> tuple[Node, ...]:
    blocks, problems, _ = read(SourceFile("a.rules", text))
    assert problems == []
    return blocks


def asides(text: str) -> list[tuple[str, Aside]]:
    """What stands aside of nodes, with their names."""
    nodes = [node for block in trees(text) for node in walk(block)]
    return [(type(node).__name__, node.aside) for node in nodes if node.aside is not None]


def comments(text: str) -> list[str]:
    file, _ = split_blocks(SourceFile("a.rules", text))
    return [each.text for part in (*file.blocks, file) for each in part.comments]


def words(text: str) -> list[str]:
    """The words and signs of a text, without those that a short `otherwise` has or lacks."""
    source = SourceFile("a.rules", text)
    tokens = [token for raw in split_blocks(source)[0].blocks for token in read_once(source, raw)[1]]
    return [str(token) for token in tokens if token.type[0] != "_" and token not in (",", ":")]


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_shipped_games_are_in_their_layout(path: Path) -> None:
    text = path.read_text("utf-8")
    assert formatted(text) == text, f"regelwerk format {path}"


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES[::EVERY], ids=lambda path: path.stem)
def test_a_shipped_file_says_the_same_when_it_is_formatted(path: Path) -> None:
    text = path.read_text("utf-8")
    result = formatted(text)
    if result == text:
        return  # most files are in their layout already
    assert same(trees(result), trees(text))
    assert (words(result), comments(result)) == (words(text), comments(text))
    assert formatted(result) == result
    if path.is_relative_to(data_path("games")):
        assert asides(result) == asides(text)


@pytest.mark.parametrize("seed", range(40))
def test_comments_anywhere_survive_in_their_order(seed: int) -> None:
    random = Random(seed)
    text = "\n".join(write(declaration(random, 5 + seed % 14), random) for _ in range(2))
    lines = []
    for number, line in enumerate(text.split("\n")):
        while random.random() < 0.3:
            lines.append(" " * random.randint(0, 12) + f"# above {number}, {len(lines)}")
        beside = random.random() < 0.3 and line.strip() and "#" not in line
        lines.append(f"{line}  # beside {number}" if beside else line)
    commented = "\n".join(lines)
    result = formatted(commented)
    assert same(trees(result), trees(text))
    assert comments(result) == comments(commented)
    assert formatted(result) == result
    assert words(result) == words(text)


DEEPEST = ["not " * 197 + "x", "any card c where (" * 60 + "x" + ")" * 60, "(1 " + "+ 1\n " * 197 + ") = 1"]


@pytest.mark.parametrize("expression", DEEPEST, ids=["not", "any", "plus"])
def test_what_is_just_shallow_enough_is_formatted(expression: str) -> None:
    text = f"value a() = {expression}\n"
    result = formatted(text)
    assert words(result) == words(text)
