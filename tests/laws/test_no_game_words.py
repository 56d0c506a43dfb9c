"""No word of a shipped game stands in the interpreter, the grammar or the schemas, comments included."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from regelwerk.resources import data_path
from regelwerk.rules.declarations import Rules
from regelwerk.rules.walk import nodes
from tools.shipped import BIG, rules

ORDINARY = Path(__file__).with_name("ordinary_words.txt")
"""English words that are names, or parts of names, of the big game and are needed to talk about any game."""

SHORTEST = 4
"""Names of fewer letters are locals, and words like `at` and `on`."""

WORD = re.compile(r"[^\W\d_]+")
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def declared_names(game: Rules) -> set[str]:
    """Every name an author gave to something: declarations, members, attributes, ways, locals, endings."""
    found = {game.game}
    for node in nodes(game):
        for field in ("name", "binder", "result", "by", "payer"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                found.add(value)
        members = getattr(node, "members", ())
        found |= {member for member in members if isinstance(member, str)}
        faces = getattr(node, "faces", ())
        found |= {face for face in faces if isinstance(face, str)}
    return found


def words(text: str) -> set[str]:
    """The words of a text, those inside names and in capitals too."""
    return {word.lower() for word in WORD.findall(CAMEL.sub(" ", text).replace("_", " "))}


def game_words(game: Rules) -> set[str]:
    """Names, and the words they consist of."""
    names = declared_names(game)
    found = {word for name in names for word in words(name)}
    return {word for word in found | names if len(word) >= SHORTEST}


def ordinary() -> set[str]:
    return set(ORDINARY.read_text("utf-8").split())


def files() -> list[Path]:
    package = data_path("grammar").parent / "interpreter"
    found = [*package.rglob("*.py"), *data_path("grammar").iterdir(), *data_path("schemas").iterdir()]
    return sorted(path for path in found if path.is_file())


def test_no_file_has_a_word_of_the_game() -> None:
    forbidden = game_words(rules(BIG)) - ordinary()
    assert len(forbidden) > 300
    found = {}
    for path in files():
        text = path.read_text("utf-8")
        identifiers = set(re.findall(r"\w+", text))
        hits = (words(text) | identifiers) & forbidden
        if hits:
            found[str(path)] = sorted(hits)
    assert found == {}


@pytest.mark.parametrize(
    "word", ["hobbit", "sauron", "gandalf", "frodo", "corruption", "mordor", "shield", "fellowship", "ring"]
)
def test_the_words_that_matter_are_looked_for(word: str) -> None:
    """The list of ordinary words excuses no word that names what the game is about."""
    assert word not in ordinary()
