"""From the text of a declaration to what the parser makes of it."""

from lark import Token, UnexpectedInput

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile
from regelwerk.syntax.errors import explain
from regelwerk.syntax.failure import failure
from regelwerk.syntax.grammar import EDITION, OLD_FORMS, begin, reserved, steps
from regelwerk.syntax.layout import RawBlock, check_layout
from regelwerk.syntax.problems import SAID_NOW
from regelwerk.syntax.reduction import ParseTree, tree_read, words_read
from regelwerk.syntax.word_errors import check_reserved, check_word, written_before

Tokens = list[Token]


def read_block(
    source: SourceFile, raw: RawBlock, edition: int = EDITION
) -> tuple[ParseTree | None, Tokens, list[Diagnostic]]:
    """Return the tree of one declaration and its tokens with marks for lines and depths.

    With a problem there is no tree, and the tokens end where it was found. What an earlier edition of the
    language cannot read either is left to this one to explain.
    """
    problems = check_layout(source, raw)
    if problems:
        return None, [], problems
    state = begin(raw.text, raw.line, edition)
    tokens: Tokens = []
    suspects: list[Token] = []
    taken = reserved()
    try:
        for token in words_read(state, steps(edition)):
            tokens.append(token)
            if token.type not in ("NAME", "NUMBER"):
                continue
            problem = check_word(source, token)
            if problem:
                return None, tokens, [problem]
            if token.type == "NAME" and token in taken:
                suspects.append(token)
        tree = tree_read(state, steps(edition), tokens)
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


def read_as(raw: RawBlock, edition: int) -> ParseTree | None:
    """Return the tree of one declaration that an earlier edition of the language can read."""
    state = begin(raw.text, raw.line, edition)
    try:
        return tree_read(state, steps(edition), list(words_read(state, steps(edition))))
    except UnexpectedInput:
        return None
