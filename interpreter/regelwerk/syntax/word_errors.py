"""What is wrong with a single word, number or sign."""

import unicodedata

from lark import Token, Tree

from regelwerk.source.characters import visible
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile
from regelwerk.syntax.failure import Failure, token_span, words_of
from regelwerk.syntax.grammar import reserved
from regelwerk.syntax.wording import FOREIGN_VALUES

MAX_DIGITS = 9

# Names of attributes stand where no word of the language can: they may be any word. Here is which word of
# such a form they are.
_FREE_WORDS = {"attribute": -1, "attribute_line": 0, "cell_value": 0, "modify": 0}
_SIGN_FIXES = {
    "'": 'put texts in `"`',
    "‘": 'put texts in `"`',
    "“": 'put texts in `"`',
    "„": 'put texts in `"`',
    ";": "write one statement in each line",
    "{": "show what belongs together by indentation",
    "}": "show what belongs together by indentation",
    "/": "divide with a function, or begin a comment with `#`",
    "–": "write `-`",
    "−": "write `-`",
    "×": "write `*`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "…": "write `..`",
    "_": "begin names with a letter",
    "\u00a0": "write an ordinary blank",
    "\u202f": "write an ordinary blank",
}


def check_word(source: SourceFile, token: Token) -> Diagnostic | None:
    """Return what is wrong with a name or a number by itself."""
    if token.type == "NUMBER" and len(token) > MAX_DIGITS:
        shown = token if len(token) <= 2 * MAX_DIGITS else f"{token[: 2 * MAX_DIGITS]}…"
        message = f"the number `{shown}` has {len(token)} digits; {MAX_DIGITS} are allowed"
        return Diagnostic("P012", message, token_span(source, token), help="write a smaller number")
    if token.type != "NAME" or (token.islower() and token.isascii()):
        return None
    if not token.isidentifier():
        bad = next(sign for sign in token if not f"a{sign}".isidentifier())
        message = f"the name `{visible(token)}` holds `{visible(bad)}`"
        fix = "names have letters, digits and `_`"
        return Diagnostic("P016", message, token_span(source, token), help=fix)
    if token != unicodedata.normalize("NFC", token.lower()):
        small = unicodedata.normalize("NFC", token.lower())
        small = FOREIGN_VALUES.get(small, small)
        message = f"the name `{token}` has capital letters"
        return Diagnostic("P013", message, token_span(source, token), help=f"write `{small}`", near=(small,))
    return None


def check_reserved(source: SourceFile, tree: "Tree[Token]", suspects: list[Token]) -> Diagnostic | None:
    """Return what is wrong if one of `suspects`, reserved words used as names in `tree`, is not free."""
    free = set()
    for part in tree.iter_subtrees():
        number = _FREE_WORDS.get(str(part.data))
        if number is not None:
            free.add(id(list(part.scan_values(lambda word: isinstance(word, Token)))[number]))
    for token in suspects:
        if id(token) not in free:
            return _reserved(source, token)
    return None


def _reserved(source: SourceFile, token: Token) -> Diagnostic:
    message = f"`{token}` is a word of the language and cannot be a name"
    fix = f"take another name, such as `{token}_1`; only attributes may be called like words"
    return Diagnostic("P014", message, token_span(source, token), help=fix, names=(str(token),))


def word_for_name(at: Failure) -> Diagnostic | None:
    """P013, P014: a word written large, or a word of the language where a name is needed."""
    if at.word != at.word.lower() and at.word.lower() in words_of(at.accepts):
        small = at.word.lower()
        message = f"the word `{at.word}` has capital letters"
        return at.say("P013", message, f"write `{small}`", near=(small,))
    begins_line = len(at.line_tokens) == 1 and at.before[-1].type != "NAME"
    if begins_line and at.word == ":" and "NAME" in at.first_accepts:
        message = f"a line that begins with `{at.first}` has another meaning here, so it cannot be a name"
        fix = f"take another name, such as `{at.first}_1`"
        return at.say("P014", message, fix, at.first_span(), names=(at.first,))
    if "NAME" in at.accepts and at.word in reserved() and len(at.accepts & {"NUMBER", "YES", "_NL"}) == 0:
        fix = f"take another name, such as `{at.word}_1`; only attributes may be called like words"
        message = f"`{at.word}` is a word of the language and cannot be a name"
        return at.say("P014", message, fix, names=(at.word,))
    return None


def unusable_sign(at: Failure) -> Diagnostic | None:
    """P011, P015: a sign that is no part of the language, or digits followed by letters."""
    if at.kind:
        return None
    if at.word[:1].isdigit():
        digits = at.word[: len(at.word) - len(at.word.lstrip("0123456789"))]
        message = f"`{at.word}` is neither a number nor a name"
        fix = f"put a blank behind `{digits}`, or begin the name with a letter"
        return at.say("P015", message, fix)
    if at.word == "_":
        return at.say("P016", "a name begins with `_`", "begin names with a letter")
    fix = _SIGN_FIXES.get(at.word[:1], "delete it")
    return at.say("P011", f"the sign `{visible(at.word)}` has no meaning here", fix)
