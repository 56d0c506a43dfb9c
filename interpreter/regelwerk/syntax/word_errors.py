"""What is wrong with a single word, number or sign."""

import unicodedata

from lark import Token

from regelwerk.source.diagnostics import Diagnostic, Edit
from regelwerk.source.spans import SourceFile
from regelwerk.syntax import problems
from regelwerk.syntax.failure import Failure, token_span, words_of
from regelwerk.syntax.grammar import reserved
from regelwerk.syntax.reduction import ParseTree
from regelwerk.syntax.wording import FOREIGN_VALUES, HAPPENS

MAX_DIGITS = 9

# Names of attributes stand where no word of the language can: they may be any word. Here is which word of
# such a form they are.
_FREE_WORDS = {"attribute": -1, "attribute_line": 0, "cell_value": 0, "modify": 0}


def check_word(source: SourceFile, token: Token) -> Diagnostic | None:
    """Return what is wrong with a word or a number of a game by itself: tokens NAME and NUMBER."""
    if token.type == "NUMBER" and len(token) <= MAX_DIGITS:
        return None
    if token.type == "NAME" and token.islower() and token.isascii():
        return None
    span = token_span(source, token)
    if token.type == "NUMBER":
        shown = token if len(token) <= 2 * MAX_DIGITS else f"{token[: 2 * MAX_DIGITS]}…"
        return problems.number_too_large(str(shown), len(token), MAX_DIGITS).at(span)
    if not token.isidentifier():
        bad = next(sign for sign in token if not f"a{sign}".isidentifier())
        return problems.sign_in_name(str(token), bad).at(span)
    if token != unicodedata.normalize("NFC", token.lower()):
        small = unicodedata.normalize("NFC", token.lower())
        small = FOREIGN_VALUES.get(small, small)
        problem = problems.capital_letters("name", str(token), small)
        return problem.at(span, near=(small,), fix=Edit(span, small))
    return None


def check_reserved(source: SourceFile, tree: ParseTree, suspects: list[Token]) -> Diagnostic | None:
    """Return what is wrong if one of `suspects`, reserved words used as names in `tree`, is not free."""
    free, asked = set(), set()
    for part in tree.trees():
        if part.data == "word":
            asked |= {id(token) for token in part.words()}
        number = _FREE_WORDS.get(part.data)
        if number is not None:
            free.add(id(list(part.words())[number]))
    for token in suspects:
        if id(token) in asked - free and str(token) in HAPPENS:
            return problems.happening_for_value(str(token)).at(token_span(source, token))
        if id(token) not in free:
            return problems.word_as_name(str(token)).at(token_span(source, token))
    return None


def word_for_name(at: Failure) -> Diagnostic | None:
    """P013, P014: a word written large, or a word of the language where a name is needed."""
    if at.word != at.word.lower() and at.word.lower() in words_of(at.accepts):
        small = at.word.lower()
        problem = problems.capital_letters("word", at.word, small)
        return at.say(problem, near=(small,), fix=Edit(at.span, small))
    begins_line = len(at.line_tokens) == 1 and at.before[-1].type != "NAME"
    if begins_line and at.word == ":" and "NAME" in at.first_accepts:
        return at.say(problems.word_as_name(at.first, begins_line=True), at.first_span())
    if "NAME" in at.accepts and at.word in reserved() and len(at.accepts & {"NUMBER", "YES", "_NL"}) == 0:
        return at.say(problems.word_as_name(at.word))
    return None


def old_word(at: Failure) -> Diagnostic | None:
    """P052: a word that only an earlier edition of the language had there."""
    if at.word == "test" or (at.word == "until" and at.previous == "REPEAT"):
        return at.say(problems.old_form(at.word))
    if at.first == "pick" and len(at.line_tokens) == 1 and at.kind == "NAME":
        return at.say(problems.old_form(at.first), at.first_span())
    return None


def written_before(at: Failure) -> Diagnostic:
    """P052: what an earlier edition of the language can read."""
    if at.first in problems.SAID_NOW:
        return at.say(problems.old_form(at.first), at.first_span())
    token = at.last_token
    if token is not None and str(token) in problems.SAID_NOW:  # it was read as a name
        return at.say(problems.old_form(str(token)), token_span(at.source, token))
    return at.say(problems.old_form(at.word))


def unusable_sign(at: Failure) -> Diagnostic | None:
    """P011, P015: a sign that is no part of the language, or digits followed by letters."""
    if at.kind:
        return None
    if at.word[:1].isdigit():
        digits = at.word[: len(at.word) - len(at.word.lstrip("0123456789"))]
        return at.say(problems.digits_and_letters(at.word, digits))
    if at.word == "_":
        return at.say(problems.sign_in_name())
    return at.say(problems.sign_without_meaning(at.word))
