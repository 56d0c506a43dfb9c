"""Where rule files can be mutated, mutator by mutator: all places, from tokens and trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from string import ascii_lowercase
from typing import Any

from lark import Token

from regelwerk.syntax.reduction import ParseTree

from .mutation_text import MARKS, Declaration, GameText, Site

Found = Iterator[tuple[int, int, str, str]]
"""Extent, new text, and the name that is made wrong (or nothing)."""

BINDERS = {
    "parameter": 2,
    "set": 1,
    "let": 0,
    "by": 0,
    "roll": 1,
    "create": 1,
    "draw_one": 1,
    "units": 1,
    "way": 0,
    "look": 2,
}
"""Which child of a tree binds a name that is only known near it."""

OPTIONAL_WORDS = frozenset({"NOT", "MINUS", "AFTERWARDS", "PRINTED", "BACK", "PLACE", "CLAUSE"})
"""Words and signs that may be left out of what is still a sentence: they are no required parts."""

REQUIRED_LINES = ("asks", "closes", "answers", "at", "by", "do", "holds", "gives")

WRONG_KIND = {"number": "yes", "flag": "7", "seat": "7", "thing": "7", "enum": "7"}
"""What is written for an expression of a kind to have one of another kind."""

FAR = "9999"
"""A number outside every declared range."""

Kinds = dict[tuple[str, int, int, int, int], tuple[str, str | None]]
"""The kind of every expression: by file, line, column, last line, last column."""


def misspelt(word: str, known: Any, draw: Random) -> str:
    """The word with one letter wrong; never a word that is known."""
    while True:
        letters = [n for n, letter in enumerate(word) if letter.isalpha()]
        at = draw.choice(letters)
        other = word[:at] + draw.choice([x for x in ascii_lowercase if x != word[at]]) + word[at + 1 :]
        if other not in known:
            return other


def names(game: GameText, each: Declaration, known: Any) -> Found:
    """A letter wrong in a name that stands in another place of the game too, or in a cited clause."""
    own: dict[str, int] = {}
    for token in each.tokens:
        if token.type == "NAME":
            own[str(token)] = own.get(str(token), 0) + 1
    local = {id(tree.children[at]) for sort, at in BINDERS.items() for tree in each.trees(sort)}
    for token in each.tokens:
        cited = token.type == "CLAUSE" and game.has_clauses
        if token.type != "NAME" and not cited:
            continue
        times = own if id(token) in local else game.words
        if cited or (times[str(token)] > 1 and each.sort != "game"):
            draw = Random(f"{each.file}:{each.start(token)}")
            yield *each.extent(token), misspelt(str(token), known, draw), str(token)


def parts(game: GameText, each: Declaration, known: Any) -> Found:
    """A required word, sign, name or line left out."""
    for token in each.tokens:
        if token.type not in MARKS and token.type not in OPTIONAL_WORDS:
            yield *each.extent(token), "", ""
    for tree in each.trees(*REQUIRED_LINES):
        yield *each.lines_under(tree), "", ""


def kinds_of(expressions: Kinds) -> Callable[[GameText, Declaration, Any], Found]:
    """The mutator that writes something of another kind, or of no possible range."""

    def kinds(game: GameText, each: Declaration, known: Any) -> Found:
        for tree in each.tree.trees():
            if tree.place is not None and tree.data not in ("arguments", "word"):
                kind = expressions.get(key_of(each, tree))
                if kind is not None and kind[0] in WRONG_KIND:
                    yield *each.extent(tree), WRONG_KIND[kind[0]], ""
        for tree in each.trees("range"):
            low, _, high = tree.children
            yield *each.extent(tree), f"{each.text(high)}..{each.text(low)}", ""
            yield *each.extent(tree), "flag", ""
        for tree in each.trees("flag", "seat_kind"):
            yield *each.extent(tree), "0..3" if each.sort in ("type", "state") else "number", ""
        for tree in each.trees("assign", "attribute_line"):
            value = tree.children[1 if tree.data == "assign" else 2]
            if isinstance(value, ParseTree) and value.data == "number":
                yield *each.extent(value), FAR, ""

    return kinds


def key_of(each: Declaration, tree: ParseTree) -> tuple[str, int, int, int, int]:
    """The key of an expression in `Kinds`."""
    first, last = tree.place
    return each.file, first.line, first.column, last.end_line, last.end_column


def swaps_of(expressions: Kinds) -> Callable[[GameText, Declaration, Any], Found]:
    """The mutator that swaps two arguments of equal type, or the sides of `-`, `<`, `>`, `<=`, `>=`."""

    def pairs(each: Declaration) -> Iterator[tuple[Any, Any]]:
        for tree in each.trees("arguments"):
            children = [child for child in tree.children if child is not None]
            for number, one in enumerate(children):
                yield from ((one, other) for other in children[number + 1 :])
        for tree in each.trees("subtract"):
            yield tree.children[0], tree.children[1]
        for tree in each.trees("compare"):
            if tree.children[1] not in ("=", "!="):
                yield tree.children[0], tree.children[2]

    def swaps(game: GameText, each: Declaration, known: Any) -> Found:
        for one, other in pairs(each):
            kinds = [expressions.get(key_of(each, part)) for part in (one, other)]
            texts = [each.text(part) for part in (one, other)]
            if kinds[0] is not None and kinds[0] == kinds[1] and texts[0] != texts[1]:
                start, end = each.start(one), each.end(other)
                between = each.source[each.end(one) : each.start(other)]
                yield start, end, texts[1] + between + texts[0], ""

    return swaps


def parameters(game: GameText, each: Declaration, known: Any) -> Found:
    """A parameter, argument or attribute more, that nothing reads."""
    for tree in each.trees("parameters"):
        at = each.start(tree) + 1
        given = any(child is not None for child in tree.children)
        yield at, at, "number unread, " if given else "number unread", ""
    for tree in each.trees("arguments"):
        if tree.place is not None and tree.children and tree.children[0] is not None:
            at = each.start(tree.children[0])
            yield at, at, f"{each.text(tree.children[0])}, ", ""
    for tree in each.trees("attribute_line"):
        start, _ = each.lines_under(tree)
        yield start, start, "    unread: 0..3 = 0\n", ""


def numbers(game: GameText, each: Declaration, known: Any) -> Found:
    """A number one greater or one smaller."""
    for token in each.tokens:
        if token.type == "NUMBER":
            for other in (int(token) + 1, int(token) - 1):
                if other >= 0:
                    yield *each.extent(token), str(other), ""


def deletions(game: GameText, each: Declaration, known: Any) -> Found:
    """A rule, limit, modifier, statement, case or condition left out."""
    if each.sort in ("rule", "limit", "modify", "text"):
        yield *each.whole, "", ""
    for tree in each.trees("needs", "once_per", "only_with", "only_with_line", "case", "checked"):
        yield *each.lines_under(tree), "", ""
    for tree in each.trees("be", "raise_by", "lower_by", "multiply_by"):
        if each.sort == "modify" and tree in each.tree.children:
            yield *each.lines_under(tree), "", ""
    for tree in each.trees("rule", "limit", "modify", "action", "way"):
        if tree is not each.tree:
            yield *each.lines_under(tree), "", ""
    for tree in each.trees("body", "block"):
        statements = [part for part in tree.children if isinstance(part, ParseTree) and part.data != "cites"]
        for part in statements:
            if part.data != "nothing":
                start, end = each.lines_under(part)
                indent = " " * (part.place[0].column - 1)
                yield start, end, f"{indent}nothing\n" if len(statements) == 1 else "", ""
    yield from _conditions(each)
    for tree in each.trees("both", "either"):
        yield from _conjuncts(each, tree)


def _conditions(each: Declaration) -> Found:
    """`where (...)` and `when ...`; a case without its condition is none, so it is left out whole, above."""
    for number, token in enumerate(each.tokens):
        if token.type == "WHERE" and each.tokens[number + 1].type == "LPAR":
            close = _closing(each, number + 1)
            yield each.start(token) - 1, each.end(each.tokens[close]), "", ""
    for tree in each.trees("way", "be", "raise_by", "lower_by", "multiply_by"):
        condition = tree.children[1] if tree.data == "way" else tree.children[-1]
        if isinstance(condition, ParseTree):
            number = each.position[each.start(condition)]
            while number and each.tokens[number].type not in ("WHEN", "_NL"):
                number -= 1
            if each.tokens[number].type == "WHEN":
                end = number
                while each.tokens[end].type not in ("COLON", "_NL"):
                    end += 1
                yield each.start(each.tokens[number]) - 1, each.start(each.tokens[end]), "", ""


def _closing(each: Declaration, number: int) -> int:
    depth = 0
    while True:
        kind = each.tokens[number].type
        depth += (kind == "LPAR") - (kind == "RPAR")
        if not depth:
            return number
        number += 1


def _conjuncts(each: Declaration, tree: ParseTree) -> Found:
    """Each part of `a and b`, `a or b`, with the word that joins it and the brackets around it."""
    joint = "AND" if tree.data == "both" else "OR"
    cuts = [each.position[each.start(tree.children[0])]]
    depth = 0
    last = tree.children[-1]
    for number in range(cuts[0], each.position[each.start(last)] + 1):
        kind = each.tokens[number].type
        depth += (kind in ("LPAR", "LSQB")) - (kind in ("RPAR", "RSQB"))
        if kind == joint and depth <= 0:
            cuts.append(number)
    if len(cuts) != len(tree.children):
        return
    for number in range(len(cuts)):
        if number == 0:
            end = each.start(each.tokens[cuts[1] + 1])
            yield each.start(each.tokens[cuts[0]]), end, "", ""
        elif number + 1 < len(cuts):
            yield each.start(each.tokens[cuts[number]]), each.start(each.tokens[cuts[number + 1]]), "", ""
        else:
            opened = each.position[each.start(last)] - cuts[number] - 1
            after = each.end(last)
            while opened:
                opened -= each.source[after] == ")"
                after += 1
            yield each.end(each.tokens[cuts[number] - 1]), after, "", ""


def duplicates(game: GameText, each: Declaration, known: Any) -> Found:
    """A declaration, attribute, row or member given twice."""
    start, end = each.whole
    text = each.source[start:end]
    yield end, end, ("" if text.endswith("\n") else "\n") + "\n" + text, ""
    for tree in each.trees("attribute_line", "row", "way"):
        start, end = each.lines_under(tree)
        yield end, end, each.source[start:end], ""
    if each.sort == "enum":
        for token in each.tree.children[1:]:
            if isinstance(token, Token):
                yield each.end(token), each.end(token), f", {token}", ""


def indentations(game: GameText, each: Declaration, known: Any) -> Found:
    """A line further left or right than it should be."""
    for line in each.lines:
        for shift in (-4, -2, 2, 4):
            if line.indent + shift >= 0 and (line.indent or shift > 0):
                yield line.start, line.start + line.indent, " " * (line.indent + shift), ""


def sites(mutator: str, find: Any, game: GameText, known: Any) -> Iterator[Site]:
    """All places of a mutator in the rules of a game."""
    for each in game.rules:
        for start, end, text, word in find(game, each, known):
            yield Site(mutator, game.name, each.file, start, end, text, word)
