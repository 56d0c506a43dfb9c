"""Colours for rules in the documentation: a Pygments lexer, made from the words of the grammar.

Used by `docs/conf.py` only.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

from regelwerk.rules.builtins import BY_NAME
from regelwerk.syntax.grammar import keywords, reserved

DECLARING = (
    "action", "die", "enum", "event", "game", "group", "labels", "limit", "map", "modify", "option",
    "payment", "position", "rule", "scenario", "state", "table", "text", "type", "value", "window", "zone",
)  # fmt: skip
"""Words that begin a declaration; they are coloured where they begin a line."""

_ALWAYS = sorted(reserved())
_SOMETIMES = sorted({*keywords().values()} - reserved() - {*DECLARING})
_NAME = r"[^\W\d_]\w*"


class RulesLexer(RegexLexer):
    """Words of the language, names, numbers, titles, clauses and comments."""

    name = "regelwerk rules"
    aliases: ClassVar[list[str]] = ["rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\s+", Text),
            (r"#[^\n]*", Comment.Single),
            (r'"[^"\n]*"', String),
            (r"[a-z][a-z0-9-]*\.[a-z][a-z0-9_-]*\.[0-9]+[a-z]?", Name.Label),
            (rf"(?<=\.){_NAME}", Name.Attribute),
            (rf"(?m)^\s*(?:{'|'.join(DECLARING)})\b(?=[ ])", Keyword.Declaration),
            (rf"{_NAME}#\d+(?!\w)", Name),
            (words(_ALWAYS, prefix=r"\b", suffix=r"\b"), Keyword),
            (rf"(?:{'|'.join(sorted(BY_NAME))})(?=\()", Name.Builtin),
            (rf"{_NAME}(?=\()", Name.Function),
            (rf"(?:{'|'.join(_SOMETIMES)})\b(?=[ :\n])", Keyword.Pseudo),
            (_NAME, Name),
            (r"\d+", Number.Integer),
            (r"\.\.|<=|>=|!=|[=<>+*|-]", Operator),
            (r"[()\[\],:.]", Punctuation),
            (r".", Text),
        ]
    }
