"""From the text of a declaration to what the parser makes of it."""

from lark import Token, Tree, UnexpectedInput

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile
from regelwerk.syntax.errors import explain
from regelwerk.syntax.failure import failure
from regelwerk.syntax.grammar import EDITION, OLD_FORMS, begin, finish, reserved
from regelwerk.syntax.layout import RawBlock, check_layout
from regelwerk.syntax.problems import SAID_NOW
from regelwerk.syntax.word_errors import check_reserved, check_word, written_before

Tokens = list[Token]


def read_block(
    source: SourceFile, raw: RawBlock, edition: int = EDITION
) -> tuple["Tree[Token] | None", Tokens, list[Diagnostic]]:
    """Return the tree of one declaration and its tokens with marks for lines and depths.

    With a problem there is no tree, and the tokens end where it was found. What an earlier edition of the
    language cannot read either is left to this one to explain.
    """
    problems = check_layout(source, raw)
    if problems:
        return None, [], problems
    reading = begin(raw.text, raw.line, edition)
    tokens: Tokens = []
    suspects: list[Token] = []
    try:
        for token in reading.iter_parse():
            tokens.append(token)
            problem = check_word(source, token) if token.type in ("NAME", "NUMBER") else None
            if problem:
                return None, tokens, [problem]
            if token.type == "NAME" and token in reserved():
                suspects.append(token)
        tree = finish(reading, tokens)
    except UnexpectedInput as error:
        if edition != EDITION:
            return None, tokens, []
        at = failure(source, error, tokens, raw.line)
        old = any(word in raw.text for word in SAID_NOW) and any(read_as(raw, old) for old in OLD_FORMS)
        return None, list(at.before), [written_before(at) if old else explain(at)]
    problem = check_reserved(source, tree, suspects) if suspects else None
    if problem:
        return None, tokens, [problem]
    return tree, tokens, []


def read_as(raw: RawBlock, edition: int) -> "Tree[Token] | None":
    """Return the tree of one declaration that an earlier edition of the language can read."""
    reading = begin(raw.text, raw.line, edition)
    try:
        return finish(reading, list(reading.iter_parse()))
    except UnexpectedInput:
        return None
