"""The parts of the grammar in the words of people who write rules."""

from collections.abc import Iterable

from regelwerk.syntax.grammar import keywords, word_groups

SIGNS = {
    "EQUAL": "`=`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "VBAR": "`|`",
    "DOTS": "`..`",
    "COMPARISON": "a comparison such as `=`",
}
_WORDS = {
    **SIGNS,
    "NAME": "a name",
    "NUMBER": "a number",
    "TEXT": "a text in quotes",
    "CLAUSE": "a clause",
    "NUMBERED": "a name",
    "POSITION": "`position`",
    "ONLY": "`only`",
    "ROW": "`row`",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "_DEDENT": "the end of the block",
    "$END": "the end of the declaration",
}
FOREIGN_VALUES = {"true": "yes", "false": "no", "null": "none", "nil": "none"}
"""Words of programming languages for values, and those of this one."""
HAPPENS = frozenset(
    {"choose", "roll", "draw", "look", "move", "shuffle", "show", "create", "set", "ask", "pay"}
    | {"done", "stop", "leave", "result", "nothing", "end"}
)
"""Words that begin statements and no value."""
VALUE_BEGINS = frozenset(
    {"NUMBER", "LPAR", "MINUS", "NAME", "NUMBERED"}
    | {"YES", "NO", "NONE", "SEAT", "PRINTED", "NOT", "ANY", "EVERY", "HAPPENED", "MAY", "SUPPOSING"}
    | {"COUNT", "SUM", "GREATEST", "SMALLEST", "ALL", "THE", "TIMES", "POSITION_OF"}
)
VALUE_CONTINUES = frozenset(
    {"PLUS", "MINUS", "STAR", "COMPARISON", "AND", "OR", "INSIDE", "IS", "DOT", "LSQB", "LPAR"}
)
_A_VALUE = frozenset({"NUMBER", "PRINTED", "YES"})
_A_STATEMENT = frozenset({"LET", "SET", "STOP"})
_LEFT_OUT = ("_NL", "_DEDENT", "$END", "NUMBERED")


def value_expected(accepts: Iterable[str]) -> bool:
    """Say whether a value may begin where the terminals `accepts` may stand."""
    return set(accepts) >= _A_VALUE


def statement_expected(accepts: Iterable[str]) -> bool:
    """Say whether a statement may begin where the terminals `accepts` may stand."""
    return set(accepts) >= _A_STATEMENT


def describe(terminal: str) -> str:
    """Return the terminal named `terminal` in the author's words."""
    if terminal in _WORDS:
        return _WORDS[terminal]
    words = word_groups().get(terminal) or (keywords()[terminal],)
    return join([f"`{word}`" for word in words], "or")


def describe_expected(accepts: Iterable[str]) -> str:
    """Return what may stand where the terminals `accepts` may, as one phrase with `or`.

    The many words that begin a value, continue one or begin a statement are summed up.
    """
    left = set(accepts)
    phrases: list[str] = []
    if statement_expected(left):
        left &= {"OTHERWISE", "THEN", "CITES"}
        phrases.append("a statement")
    elif value_expected(left):
        left -= VALUE_BEGINS
        phrases.append("a value")
    elif left - VALUE_CONTINUES:
        left -= VALUE_CONTINUES - ({"LPAR"} if "PLUS" not in left else set())
    words = sorted(left - set(_LEFT_OUT), key=lambda terminal: (terminal not in _WORDS, terminal))
    phrases += [describe(terminal) for terminal in words]
    phrases += [describe(terminal) for terminal in _LEFT_OUT if terminal in left]
    return join(phrases, "or")


def join(phrases: list[str], word: str) -> str:
    """Return `phrases` as an enumeration: `a, b or c`."""
    return f" {word} ".join([*([", ".join(phrases[:-1])] if len(phrases) > 1 else []), *phrases[-1:]])
