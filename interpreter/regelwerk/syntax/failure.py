"""Where reading a declaration stopped: what stood there, what was read before, what could have followed."""

import re
from collections.abc import Callable
from functools import cached_property

import msgspec
from lark import Token, UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from regelwerk.source.diagnostics import Diagnostic, Edit
from regelwerk.source.spans import SourceFile, Span
from regelwerk.source.wording import Problem
from regelwerk.syntax.grammar import keywords, parser

_ACCEPTS: Callable[[InteractiveParser], set[str]] = InteractiveParser.accepts
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
_WORD = re.compile(r"[^\W\d_](\w|[^\x00-\x7f])*|[0-9]\w*|[=<>!&|]+|\.\.|.")


class Failure(msgspec.Struct, frozen=True, dict=True):
    """Reading stopped at `kind` (a terminal, or the empty text for a sign that is none).

    `before` are the tokens of the declaration that were read. Lines and columns count from 1.
    """

    source: SourceFile
    kind: str
    before: tuple[Token, ...]
    line: int
    column: int

    @cached_property
    def word(self) -> str:
        """The word or sign at the place, empty at the end of a line."""
        found = _WORD.match(self.source.lines[self.line - 1], self.column - 1)
        return found[0] if found else ""

    @cached_property
    def span(self) -> Span:
        """The place: the word, or the end of the line."""
        return Span(self.source.path, self.line, self.column, self.line, self.column + max(1, len(self.word)))

    @cached_property
    def accepts(self) -> frozenset[str]:
        """The names of the terminals that could have stood here."""
        return accepted_after(self.before)

    @cached_property
    def line_tokens(self) -> tuple[Token, ...]:
        """The tokens of this logical line that were read."""
        start = len(self.before)
        while start and self.before[start - 1].type not in LAYOUT:
            start -= 1
        return self.before[start:]

    @cached_property
    def first(self) -> str:
        """The word that the line begins with, which may be the one that could not be read."""
        return str(self.line_tokens[0]) if self.line_tokens else self.word

    @cached_property
    def first_accepts(self) -> frozenset[str]:
        """The names of the terminals that could have begun this line."""
        return accepted_after(self.before[: len(self.before) - len(self.line_tokens)])

    @cached_property
    def previous(self) -> str:
        """The terminal before the place, empty at the beginning."""
        return self.before[-1].type if self.before else ""

    @cached_property
    def last_token(self) -> Token | None:
        """The last token before the place that is no layout."""
        return next((token for token in reversed(self.before) if token.type not in LAYOUT), None)

    @property
    def at_line_end(self) -> bool:
        """Say whether the line ends at the place."""
        return self.kind == "_NL"

    def source_span(self, column: int, length: int) -> Span:
        """Return a stretch of `length` characters on the line."""
        return Span(self.source.path, self.line, column, self.line, column + length)

    def first_span(self) -> Span:
        """Return the place of the word that the line begins with."""
        return token_span(self.source, self.line_tokens[0]) if self.line_tokens else self.span

    def line_end(self) -> Span:
        """Return the place behind the last token."""
        token = self.last_token
        if token is None:
            return self.span
        line, column = token.end_line or self.line, token.end_column or 1
        return Span(self.source.path, line, column, line, column + 1)

    def say(
        self, problem: Problem, span: Span | None = None, near: tuple[str, ...] = (), fix: Edit | None = None
    ) -> Diagnostic:
        """Return a problem at the place, or at `span`; if it has no names, it is about the word before."""
        before = (str(self.last_token),) if self.last_token else ()
        return problem._replace(names=problem.names or before).at(span or self.span, near=near, fix=fix)


def token_span(source: SourceFile, token: Token) -> Span:
    """Return where `token` stands."""
    line, column = token.line or 1, token.column or 1
    return Span(source.path, line, column, token.end_line or line, token.end_column or column + 1)


def empty_at(span: Span) -> Span:
    """Return the place before a span, where something can be put in."""
    return Span(span.file, span.line, span.column, span.line, span.column)


def accepted_after(tokens: tuple[Token, ...]) -> frozenset[str]:
    """Return the names of the terminals that may follow `tokens`."""
    accepts: set[str] = _ACCEPTS(replay(tokens))
    return frozenset(accepts)


def replay(tokens: tuple[Token, ...]) -> InteractiveParser:
    """Return a parser that has read `tokens`."""
    reading = parser().parse_interactive("")
    for token in tokens:
        reading.feed_token(token)
    return reading


def words_of(terminals: frozenset[str]) -> list[str]:
    """Return the words of the language among `terminals`, sorted."""
    known = keywords()
    return sorted(known[terminal] for terminal in terminals if terminal in known)


def failure(source: SourceFile, error: UnexpectedInput, tokens: list[Token], line: int) -> Failure:
    """Return what is known about `error`, which came after `tokens` in the declaration at line `line`."""
    token = getattr(error, "token", None)
    before = tuple(tokens)
    if token is None or token.type == "$END":
        kind = "" if token is None else "$END"
        if kind:
            at = next((known for known in reversed(before) if known.type not in LAYOUT), before[-1])
            place = (at.end_line or line, at.end_column or 1)
        else:
            place = (error.line, error.column)
        return Failure(source, kind, before, *place)
    if before and before[-1] is token:
        before = before[:-1]
    place = (token.line or line, token.column or 1)
    if token.type in ("_INDENT", "_DEDENT"):
        number = token.end_line or line
        shown = source.lines[number - 1] if number <= len(source.lines) else ""
        place = (number, len(shown) - len(shown.lstrip(" ")) + 1)
        if not shown.strip():
            place = (token.line or line, token.column or 1)
    return Failure(source, token.type, before, *place)
