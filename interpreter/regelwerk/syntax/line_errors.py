"""What is wrong with how a line begins and how lines lie below each other."""

import re

from regelwerk.source.diagnostics import Diagnostic, near_names
from regelwerk.syntax.failure import Failure, accepted_after, words_of
from regelwerk.syntax.grammar import keywords
from regelwerk.syntax.wording import describe_expected, statement_expected

_FOREIGN = {
    "return": "result",
    "var": "let",
    "def": "event",
    "function": "event",
    "foreach": "for each",
    "while": "repeat while",
    "loop": "repeat",
    "break": "leave",
    "print": "show",
    "class": "type",
    "import": "game",
    "procedure": "event",
    "phase": "event",
    "card": "type",
    "const": "value",
}
_HOME = {
    **dict.fromkeys(("score", "winners"), "`end game as`"),
    **dict.fromkeys(("given", "start", "chance", "expect", "ends"), "a scenario"),
    **dict.fromkeys(("uses", "target", "needs", "cost", "do"), "an action"),
    **dict.fromkeys(("asks", "closes", "answers", "passing"), "a window"),
    **dict.fromkeys(("before", "after", "instead", "forbid", "allow"), "a rule"),
    **dict.fromkeys(("holds", "checked", "breach"), "a limit"),
    "starts": "a type",
    "must": "a list",
}
"""What has lines that begin with a word, for words that begin lines in one place only."""
_ELSE_IF = ("elif", "elseif", "elsif")
_ASSIGNMENT = re.compile(r"\s*(\w+(?:\.\w+|\[[^\]]*\])*)\s*(=(?!=)|:=|\+=|-=|\+\+|--)")
_ASSIGNMENTS = {
    "=": "set {} to value",
    ":": "set {} to value",
    "+": "raise {} by value",
    "-": "lower {} by value",
}
_OPENS_DECLARATION = (
    "`enum`, `type`, `table`, `zone`, `state`, `die`, `map`, `option`, `value`, `test`, `event`, `action`, "
    "`window`, `rule`, `limit`, `modify`, `payment`, `text`, `scenario` "
    "or `house rule`"
)


def declarations() -> list[str]:
    """Return the words that a declaration begins with."""
    return words_of(accepted_after(()))


def not_in_first_column(at: Failure) -> Diagnostic | None:
    """P021, P022: the declaration begins with the wrong word."""
    if at.before or not at.kind:
        return None
    if at.word in set(keywords().values()) | set(_ELSE_IF) | {"else"}:
        message = f"`{at.word}` begins no declaration"
        return at.say("P022", message, "indent the line, so that it belongs to the declaration above")
    lowered = at.word.lower()
    if lowered in declarations():
        message = f"the word `{at.word}` has capital letters"
        return at.say("P013", message, f"write `{lowered}`", near=(lowered,))
    near = (_FOREIGN[lowered],) if lowered in _FOREIGN else near_names(at.word, declarations())
    message = f"`{at.word}` begins no declaration"
    fix = f"begin with `{near[0]}`" if near else f"begin with {_OPENS_DECLARATION}"
    line = at.source.lines[at.line - 1]
    if not near and (":" not in line or "(" in line or "=" in line):
        fix = f"indent the line if it belongs to the declaration above; else begin with {_OPENS_DECLARATION}"
    return at.say("P021", message, fix, near=near)


def other_case(at: Failure) -> Diagnostic | None:
    """P025, P026, P027: `else`, `elif`, and `otherwise` where nothing is open."""
    if at.first == "else" and statement_expected(at.first_accepts):
        after_if = len(at.line_tokens) == 1 and at.word == "if"
        fix = "write `otherwise if ...:`" if after_if else "write `otherwise:`"
        return at.say("P025", "the other case is not written `else`", fix, at.first_span())
    if at.first in _ELSE_IF and statement_expected(at.first_accepts):
        message = f"a further case is not written `{at.first}`"
        return at.say("P026", message, "write `otherwise if ...:`", at.first_span())
    if (
        at.first == "otherwise"
        and "OTHERWISE" not in at.first_accepts
        and statement_expected(at.first_accepts)
    ):
        fix = "indent it like the `if`, `choose`, `pick` or `pay` just above it"
        return at.say("P027", "`otherwise` belongs to nothing above it", fix, at.first_span())
    return None


def missing_indentation(at: Failure) -> Diagnostic | None:
    """P002: a block is open, but the next line is not deeper."""
    if "_INDENT" not in at.accepts or at.kind == "_INDENT":
        return None
    message = f"the line that begins with `{_line_head(at)}` opens a block, but nothing is indented below it"
    fix = "indent the lines that belong to it by four blanks more than the line itself"
    return at.say("P002", message, fix, at.line_end())


def _line_head(at: Failure) -> str:
    tokens = [token for token in at.before if token.line == (at.last_token.line if at.last_token else 0)]
    return str(tokens[0]) if tokens else at.first


def unexpected_indentation(at: Failure) -> Diagnostic | None:
    """P009: the line is deeper, but no block is open."""
    if at.kind != "_INDENT":
        return None
    fix = "indent it like the line above; if that should open a block, put `:` at its end"
    return at.say("P009", "the line is indented, but the line above opens no block", fix)


def block_too_short(at: Failure) -> Diagnostic | None:
    """P028: the block lacks something."""
    if at.kind not in ("_DEDENT", "$END"):
        return None
    message = f"the block ends too early; expected {describe_expected(at.accepts - {'_DEDENT', '$END'})}"
    return at.say("P028", message, "add the missing line at the end of the block", at.line_end())


def declaration_inside(at: Failure) -> Diagnostic | None:
    """P023: a word that begins a declaration begins an indented line."""
    if at.first not in declarations() or not at.before or len(at.before) == len(at.line_tokens):
        return None
    allowed = words_of(at.first_accepts)
    if at.first in allowed:
        return None
    if at.line_tokens and at.word in ("(", ".", "["):
        return None
    message = f"`{at.first}` begins a declaration, which cannot stand inside another"
    return at.say("P023", message, "move the line to the first column", at.first_span())


def unknown_first_word(at: Failure) -> Diagnostic | None:
    """P024: an indented line begins with a word that nothing begins with."""
    if not at.before or len(at.before) == len(at.line_tokens):
        return None
    if at.line_tokens and not (len(at.line_tokens) == 1 and at.line_tokens[0].type == "NAME"):
        return None
    if not at.line_tokens and at.kind not in ("NAME", *keywords()):
        return None
    allowed = words_of(at.first_accepts)
    if at.line_tokens and not allowed:
        return None
    if at.line_tokens and at.accepts == {"COLON"} and at.at_line_end:
        return None
    if at.first in allowed:
        return None
    lowered = at.first.lower()
    near = (_FOREIGN[lowered],) if lowered in _FOREIGN else near_names(at.first, allowed)
    message = f"no line here begins with `{at.first}`"
    assigned = _ASSIGNMENT.match(at.source.lines[at.line - 1]) if at.line_tokens else None
    if assigned and statement_expected(at.first_accepts):
        near = ()
        fix = f"write `{_ASSIGNMENTS[assigned[2][0]].format(assigned[1])}`"
    elif not at.first_accepts - {"_DEDENT", "$END"}:
        near = ()
        fix = "the block above is complete; begin another declaration in the first column"
    elif lowered in _HOME:
        near = ()
        fix = f"`{lowered}` begins a line in {_HOME[lowered]}"
    elif near:
        fix = f"write `{near[0]}`"
    elif statement_expected(at.first_accepts):
        fix = "begin with a word such as `set`, `choose` or `if`; let an event happen by `name()`"
    else:
        fix = f"begin with {describe_expected(at.first_accepts)}"
    return at.say("P024", message, fix, at.first_span(), near)
