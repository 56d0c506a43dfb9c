"""Whatever can be read is understood or refused: rule files with changed tokens, deep and long ones."""

import random
import re

import pytest

from meaning.games import blocks_of, game_of, said, trees_of
from regelwerk.meaning.game import understand
from regelwerk.resources import data_path

TOKEN = re.compile(r'[^\W\d]\w*|\d+|"[^"\n]*"|\.\.|!=|<=|>=|[^\w\s]')
FILES = sorted(data_path("games").glob("classics/*.rules"))
ROUNDS = 25


def _mutated(random_: random.Random, text: str, words: list[str]) -> str:
    """Change a token of a declaration, leave it out, double it, swap it with another, or drop a line."""
    tokens = list(TOKEN.finditer(text))
    token, other = random_.choice(tokens), random_.choice(tokens)
    before, after = text[: token.start()], text[token.end() :]
    kind = random_.randrange(6)
    if kind < 3:
        alike = [word for word in words if word[0].isalpha() == token[0][0].isalpha()]
        return before + random_.choice(alike) + after
    if kind == 3:
        return before + random_.choice(("", f"{token[0]} {token[0]}")) + after
    if kind == 4 and token.end() <= other.start():
        return before + other[0] + text[token.end() : other.start()] + token[0] + text[other.end() :]
    lines = text.split("\n")
    del lines[random_.randrange(len(lines))]
    return "\n".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_mutated_game_is_understood_or_refused(path):
    texts = blocks_of(path)
    trees = [trees_of(text)[0] for text in texts]
    words = TOKEN.findall("\n".join(texts))
    random_ = random.Random(path.stem)
    understood = 0
    while understood < ROUNDS:
        index = random_.randrange(len(texts))
        changed = trees_of(_mutated(random_, texts[index], words))
        if not changed:
            continue
        understood += 1
        files = game_of([*trees[:index], *changed, *trees[index + 1 :]])
        whole, problems = understand(files, [])
        rules = whole.rules
        assert rules is not None
        assert all(problem.message and problem.help for problem in problems)


def test_a_game_with_declarations_missing_is_understood_or_refused():
    random_ = random.Random(7)
    for path in FILES:
        trees = [trees_of(text)[0] for text in blocks_of(path)]
        for _ in range(5):
            few = random_.sample(trees, random_.randrange(len(trees)))
            assert all(problem.message for problem in understand(game_of(few), [])[1])


@pytest.mark.parametrize("word", ["not ", "- "])
def test_deep_expressions_are_understood(word, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    condition = "not " * 180 + "gold = 1" if word == "not " else f"gold = {'- ' * 180}1"
    head = "game example for 2 players\n\nstate gold: 0..9 = 0\n"
    body = f"    if {condition}:\n        raise gold by 1\n    end game as over\n"
    assert said(f"{head}\nevent main():\n{body}") == []


def test_long_chains_of_values_are_understood(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    chain = "".join(f"value v{i}() = v{i + 1}() + v{i + 1}()\n" for i in range(1500))
    head = f"game example for 2 players\n\nstate gold: 0..9 = 0\n{chain}value v1500() = gold\n"
    ways = "        more when v0() > 3:\n            nothing\n        rest:\n            nothing\n"
    assert (
        said(f"{head}\nevent main():\n    ask seat 1:\n{ways}    raise gold by v0()\n    end game as over\n")
        == []
    )


def test_a_die_of_an_enum_that_is_not_there_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rolls = (
        "event main():\n    roll fate as f\n    if f = eye:\n        end game as seen\n    end game as over\n"
    )
    found = said(f"game example for 2 players\n\ndie fate of sing: eye, blank\n\n{rolls}")
    assert found[0] == "3:13: M003 there is no enum `sing`"
