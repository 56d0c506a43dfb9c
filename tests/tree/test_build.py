"""The builder knows every form of the grammar, and what it makes is what the node classes say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

from regelwerk.resources import data_path
from regelwerk.source.spans import SourceFile
from regelwerk.syntax.grammar import parser
from regelwerk.tree import (
    build,
    components,
    declarations,
    derived,
    expressions,
    house_rules,
    scenarios,
    simple,
    statements,
)
from regelwerk.tree.forms import Brackets, Field, Maybe, Part, Words, lines
from regelwerk.tree.nodes import Name, Node
from regelwerk.tree.read import read
from regelwerk.tree.walk import same, walk
from rule_sentences import declaration, write

BASES = {"Node", "Named", "Called", "Derived", "Kept"}
AMENDED = {"fixed"}
"""What only house rules put into a tree."""
RULES = sorted(data_path("games").rglob("*.rules"))
EXAMPLES = sorted((Path(__file__).parents[1] / "syntax" / "good").glob("*.rules"))
RARE = "event main():\n    aim first at second\n    roll 2 d6 into kept\n"
Declaration = declarations.Declaration | scenarios.Tested | house_rules.House


@cache
def classes() -> dict[str, type[Node]]:
    modules = (components, declarations, derived, expressions, house_rules, scenarios, simple, statements)
    found = {id(value): value for module in modules for value in vars(module).values()}
    nodes = [value for value in found.values() if isinstance(value, type) and issubclass(value, Node)]
    return {f"{node.__module__}.{node.__name__}": node for node in nodes if node.__name__ not in BASES}


def forms() -> Iterator[str]:
    """The names under which the parser may give a tree."""
    for rule in parser().rules:
        name = rule.origin.name
        if not name.startswith("_") and not (rule.options.expand1 and rule.alias is None):
            yield rule.alias or name


def blocks(text: str) -> list[object]:
    found, problems, _ = read(SourceFile("a.rules", text))
    assert problems == []
    return list(found)


def sentences(count: int) -> Iterator[str]:
    random = Random(11)
    for number in range(count):
        yield write(declaration(random, 6 + number % 12), None)


@cache
def trees() -> tuple[object, ...]:
    """Everything in games and examples, and random sentences."""
    texts = [path.read_text("utf-8") for path in (*RULES, *EXAMPLES)]
    return tuple(tree for text in (RARE, *texts, *sentences(500)) for tree in blocks(text))


def test_every_form_of_the_grammar_is_built_and_nothing_else() -> None:
    assert build.FORMS.keys() - AMENDED == set(forms())


@pytest.mark.slow
def test_there_is_something_of_every_class() -> None:
    seen = {type(node) for tree in trees() for node in walk(tree)}
    assert [name for name, node in classes().items() if node not in seen] == []


@pytest.mark.slow
def test_nodes_hold_what_their_classes_say() -> None:
    decoder = msgspec.msgpack.Decoder(Declaration)
    for tree in trees():
        assert decoder.decode(msgspec.msgpack.encode(tree)) == tree


@pytest.mark.parametrize("path", RULES[::3], ids=lambda path: path.stem)
def test_places_are_those_of_the_text(path: Path) -> None:
    source = SourceFile("a.rules", path.read_text("utf-8"))
    for block in read(source)[0]:
        for node in walk(block):
            if isinstance(node, Name) and node.at.line == node.at.end_line:
                line = source.lines[node.at.line - 1]
                assert line[node.at.column - 1 : node.at.end_column - 1] == node.text


def test_the_same_is_said_wherever_it_stands() -> None:
    for text in sentences(100):
        (one,), (other,) = blocks(text), blocks("\n\n" + text)
        assert same(one, other)
        assert one != other


def test_another_word_is_not_the_same() -> None:
    one, other = blocks("enum colour: red, green\nenum colour: red, blue\n")
    assert not same(one, other)


@pytest.mark.parametrize("name", sorted(classes()))
def test_every_field_of_a_node_has_its_place_in_the_form(name: str) -> None:
    kind = classes()[name]
    put_in = {part.name for line in lines(kind) for part in named(line.parts)}
    says_twice = {"row", "number"} if kind is expressions.Numbered else set()
    assert put_in == set(kind.__struct_fields__) - {"at", "aside"} - AMENDED - says_twice


def named(parts: Iterable[Part]) -> Iterator[Field | Words]:
    for part in parts:
        if isinstance(part, Field | Words):
            yield part
        elif isinstance(part, Maybe | Brackets):
            yield from named(part.parts)
