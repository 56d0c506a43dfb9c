"""The grammar of the language, read from `grammar/`, and the parser built from it."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Lark, Token
from lark.lark import PostLex
from lark.lexer import PatternRE, PatternStr
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParserState

from regelwerk.resources import data_path
from regelwerk.syntax.kept import kept_parser
from regelwerk.syntax.lexer import PreciseLexer
from regelwerk.syntax.reduction import Steps

EDITION = 2
"""The edition of the language, which manifests name."""
OLD_FORMS = {1: "edition_1"}
"""Which file of the grammar says what an earlier edition said in other words."""
GRAMMAR_FILES = ("lexis", "expressions", "statements", "declarations", "house_rules", "scenarios")
START = "declaration"

_END = r"(?!\w)"
_GROUP = re.compile(r"[a-z +|()]*" + re.escape(_END))
_OPENING = frozenset({"LPAR", "LSQB"})
_CLOSING = frozenset({"RPAR", "RSQB"})
GOES_ON = frozenset({"COMMA", "AND", "OR", "PLUS", "MINUS", "EQUAL"})
"""After these a line goes on below; `=` may be a comparison, too."""


class Indentation(PostLex):
    """Turns ends of lines into `_NL`, `_INDENT` and `_DEDENT`, but not inside brackets and behind `GOES_ON`.

    The layout of a block is checked before it is read, so that dedents always fit.
    """

    always_accept: tuple[str, ...] = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens of `stream` with marks for deeper and shallower lines."""
        levels = [0]
        brackets = 0
        token = None
        goes_on = False
        for token in stream:
            if token.type != "_NL":
                goes_on = token.type in GOES_ON or token.value == "="
                brackets += (token.type in _OPENING) - (token.type in _CLOSING)
                yield token
                continue
            if brackets or goes_on:
                continue
            yield token
            width = len(token) - token.rindex("\n") - 1
            if width > levels[-1]:
                levels.append(width)
                yield Token.new_borrow_pos("_INDENT", "", token)
            while width < levels[-1]:
                levels.pop()
                yield Token.new_borrow_pos("_DEDENT", "", token)
        if token is not None:
            for _ in levels[1:]:
                yield Token.new_borrow_pos("_DEDENT", "", token)


@cache
def grammar_text(edition: int = EDITION) -> str:
    """Return the whole grammar: the files of `GRAMMAR_FILES`, one after the other.

    An earlier edition has all of it, and its old forms.
    """
    folder = data_path("grammar")
    names = GRAMMAR_FILES if edition == EDITION else (*GRAMMAR_FILES, OLD_FORMS[edition])
    return "\n".join((folder / f"{name}.lark").read_text(encoding="utf-8") for name in names)


def parser(edition: int = EDITION) -> Lark:
    """Return the parser of one declaration: read from the cache, else built (in about half a second)."""
    return _parser(edition)


@cache  # by the edition, whether it is named or not
def _parser(edition: int) -> Lark:
    text = grammar_text(edition)
    return kept_parser(text, lambda: build_parser(strict=False, edition=edition), **_hooks(strict=False))


def build_parser(strict: bool, edition: int = EDITION) -> Lark:
    """Build the parser; a `strict` one raises if the grammar or its words are ambiguous."""
    return Lark(
        grammar_text(edition),
        parser="lalr",
        start=START,
        strict=strict,
        maybe_placeholders=True,
        **_hooks(strict),
    )


def _hooks(strict: bool) -> dict[str, Any]:
    """The parts of the parser that are code."""
    return {
        "postlex": Indentation(),
        "lexer_callbacks": {"NAME": _normalise},
        "_plugins": {} if strict else {"ContextualLexer": PreciseLexer},
    }


def begin(text: str, line: int, edition: int = EDITION) -> ParserState[Any]:
    """Return a parser that will read `text`, whose first line has number `line`."""
    reading = parser(edition).parse_interactive(text)
    state = reading.lexer_thread.state
    assert state is not None
    state.line_ctr.line = line
    return reading.parser_state


@cache
def steps(edition: int) -> Steps:
    """Return what the parser does next, by state and word."""
    return Steps(parser(edition).parse_interactive("").parser_state.parse_conf.states)


@cache
def keywords() -> dict[str, str]:
    """Return the words of the language by the name of their terminal."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in parser().terminals
        if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha()
    }


@cache
def word_groups() -> dict[str, tuple[str, ...]]:
    """Return the words that terminals of several words or with a choice stand for, by terminal."""
    return {
        terminal.name: tuple(
            words.replace(" +", " ")
            for words in terminal.pattern.value.removesuffix(_END).strip("()").split("|")
        )
        for terminal in parser().terminals
        if isinstance(terminal.pattern, PatternRE) and _GROUP.fullmatch(terminal.pattern.value)
    }


@cache
def reserved() -> frozenset[str]:
    """Return the words that cannot be names: those that can themselves stand where a name can.

    The other keywords stand only where no name can, or where a name only declares an attribute, so
    they stay free.
    """
    words = keywords()
    states = parser().parse_interactive("").parser_state.parse_conf.parse_table.states
    taken: set[str] = set()
    for actions in states.values():
        if "NAME" not in actions:
            continue
        action, target = actions["NAME"]
        if action is Shift and set(states[target]) == {"COLON"}:
            continue
        both = words.keys() & actions.keys()
        if action is not Shift:  # what is reduced alike is told apart later, see `PreciseLexer`
            both = {word for word in both if actions[word] != actions["NAME"]}
        taken |= both
    return frozenset(words[name] for name in taken)


def _normalise(token: Token) -> Token:
    return token if token.isascii() else token.update(value=unicodedata.normalize("NFC", token))
