"""Random sentences: however they are laid out, they read as the same tree and are formatted alike."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regelwerk.source.spans import SourceFile
from regelwerk.tree.build import build
from regelwerk.tree.format import format_text
from regelwerk.tree.read import read
from regelwerk.tree.walk import same
from rule_sentences import declaration, tree_of, write


def _formatted(text: str) -> str:
    result = format_text(SourceFile("a.rules", text))
    assert isinstance(result, str), (result, text)
    return result


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.integers(4, 22))
def test_every_layout_of_a_sentence_reads_and_formats_alike(seed, depth):
    random = Random(seed)
    sentences = [declaration(random, depth) for _ in range(random.randint(1, 3))]
    trees = tuple(build("a.rules", tree_of(tokens)) for tokens in sentences)
    plain = "".join(write(tokens, None) for tokens in sentences)
    scrambled = "\n".join(write(tokens, random) for tokens in sentences)

    for text in (plain, scrambled):
        blocks, diagnostics, _ = read(SourceFile("a.rules", text))
        assert diagnostics == []
        assert same(blocks, trees)

    formatted = _formatted(scrambled)
    assert formatted == _formatted(plain)
    assert formatted == _formatted(formatted)
    assert same(read(SourceFile("a.rules", formatted))[0], trees)
    assert formatted.endswith("\n") and "\n\n\n" not in formatted
    for line in formatted.split("\n"):
        assert line == line.rstrip(" ")
