"""What is wrong with how a line begins and how lines lie below each other."""

import re

from regelwerk.source.diagnostics import Diagnostic, Edit, near_names
from regelwerk.source.spans import Span
from regelwerk.syntax import problems
from regelwerk.syntax.failure import Failure, accepted_after, words_of
from regelwerk.syntax.grammar import GOES_ON, keywords
from regelwerk.syntax.wording import statement_expected

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
_MEANT = {
    "limit": {"must": "holds", "needs": "holds", "if": "holds", "otherwise": "breach:", "then": "breach:"},
    "action": {
        "when": "needs",
        "if": "needs",
        "requires": "needs",
        "then": "do:",
        "effect": "do:",
        "choose": "uses",
    },
    "window": {"ask": "asks", "who": "asks", "ends": "closes"},
    "scenario": {"assert": "expect", "check": "expect", "then": "expect", "setup": "given:", "when": "start"},
    "text": {"when": "rule name:", "if": "rule name:", "do": "action name:"},
}
"""What begins lines of a declaration, by words that authors write for it."""
_FOREIGN_LET = re.compile(r"(?:var|const|local) +\w+ *=(?!=)")
_NUMBER = re.compile(r"(?:number|int|integer|const|constant|flag|bool) +(\w+) *[:=]+ *(-?\w+) *$")
"""A number or a flag with a name, declared as in other languages."""
_ELSE_IF = ("elif", "elseif", "elsif")
_ASSIGNMENT = re.compile(r"\s*(\w+(?:\.\w+|\[[^\]]*\])*)\s*(=(?!=)|:=|\+=|-=|\+\+|--)")
_ASSIGNMENTS = {
    "=": "set {} to value",
    ":": "set {} to value",
    "+": "raise {} by value",
    "-": "lower {} by value",
}


_SETS = frozenset(("set", "raise", "lower"))
_CHANGED = {"table": "change table", "row": "change table", "option": "fix option"}
"""How a house rule changes what is not replaced as a whole."""


def amended_otherwise(at: Failure) -> Diagnostic | None:
    """P053: `change value`, `fix value` and `set` in a house rule."""
    if not at.before or at.before[0].type != "HOUSE" or "REPLACE" not in at.first_accepts:
        return None
    if at.first in _SETS and len(at.line_tokens) <= 1:
        return at.say(problems.amended_otherwise("set", at.first), at.first_span())
    if at.first not in ("change", "fix") or len(at.line_tokens) != 1 or at.at_line_end:
        return None
    if at.word not in {*declarations(), *_CHANGED}:
        return at.say(problems.amended_otherwise("name", at.first, at.word), at.first_span())
    instead = _CHANGED.get(at.word, f"replace {at.word}")
    problem = problems.amended_otherwise("sort", at.first, at.word, instead)
    first, last = at.first_span(), at.span
    both = Span(first.file, first.line, first.column, last.end_line, last.end_column)
    return at.say(problem, both, fix=None if at.word == "row" else Edit(both, instead))


def declarations() -> list[str]:
    """Return the words that a declaration begins with."""
    return words_of(accepted_after(()))


def not_in_first_column(at: Failure) -> Diagnostic | None:
    """P021, P022: the declaration begins with the wrong word."""
    if at.before or not at.kind:
        return None
    number = _NUMBER.match(at.source.lines[at.line - 1])
    if number is not None:
        meant, whole = f"value {number[1]}() = {number[2]}", at.source_span(1, len(number[0].rstrip()))
        return at.say(problems.unknown_declaration(at.word, meant), whole, ("value",), Edit(whole, meant))
    if at.word in set(keywords().values()) | set(_ELSE_IF) | {"else"}:
        return at.say(problems.outside_of_declaration(at.word))
    lowered = at.word.lower()
    if lowered in declarations():
        problem = problems.capital_letters("word", at.word, lowered)
        return at.say(problem, near=(lowered,), fix=Edit(at.span, lowered))
    near = (_FOREIGN[lowered],) if lowered in _FOREIGN else near_names(at.word, declarations())
    line = at.source.lines[at.line - 1]
    inside = not near and (":" not in line or "(" in line or "=" in line)
    problem = problems.unknown_declaration(at.word, near[0] if near else "", inside)
    return at.say(problem, near=near, fix=Edit(at.span, near[0]) if near else None)


def other_case(at: Failure) -> Diagnostic | None:
    """P025, P026, P027: `else`, `elif`, and `otherwise` where nothing is open."""
    if at.first == "else" and statement_expected(at.first_accepts):
        after_if = len(at.line_tokens) == 1 and at.word == "if"
        span = at.first_span()
        return at.say(problems.other_case(after_if), span, fix=Edit(span, "otherwise"))
    if at.first in _ELSE_IF and statement_expected(at.first_accepts):
        span = at.first_span()
        return at.say(problems.further_case(at.first), span, fix=Edit(span, "otherwise if"))
    if (
        at.first == "otherwise"
        and "OTHERWISE" not in at.first_accepts
        and statement_expected(at.first_accepts)
    ):
        return at.say(problems.otherwise_of_nothing(), at.first_span())
    return None


def missing_indentation(at: Failure) -> Diagnostic | None:
    """P002: a block is open, but the next line is not deeper."""
    if "_INDENT" not in at.accepts or at.kind == "_INDENT":
        return None
    return at.say(problems.missing_indentation(_line_head(at)), at.line_end())


def _line_head(at: Failure) -> str:
    tokens = [token for token in at.before if token.line == (at.last_token.line if at.last_token else 0)]
    return str(tokens[0]) if tokens else at.first


def unexpected_indentation(at: Failure) -> Diagnostic | None:
    """P009: the line is deeper, but no block is open."""
    if at.kind != "_INDENT":
        return None
    return at.say(problems.unexpected_indentation())


def block_too_short(at: Failure) -> Diagnostic | None:
    """P028: the block lacks something."""
    if at.kind not in ("_DEDENT", "$END") or at.previous in GOES_ON | {"COMPARISON"}:
        return None
    return at.say(problems.block_too_short(tuple(sorted(at.accepts - {"_DEDENT", "$END"}))), at.line_end())


def declaration_inside(at: Failure) -> Diagnostic | None:
    """P023: a word that begins a declaration begins an indented line."""
    if at.first not in declarations() or not at.before or len(at.before) == len(at.line_tokens):
        return None
    allowed = words_of(at.first_accepts)
    if at.first in allowed:
        return None
    if at.line_tokens and at.word in ("(", ".", "["):
        return None
    return at.say(problems.declaration_inside(at.first), at.first_span())


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
    if at.first == "row" and at.line_tokens and "ROW" in at.first_accepts:
        return at.say(problems.unknown_first_word(at.first, "near", f"row TYPE {at.word}"), at.first_span())
    lowered = at.first.lower()
    near = (_FOREIGN[lowered],) if lowered in _FOREIGN else near_names(at.first, allowed)
    span = at.first_span()
    meant = _MEANT.get(str(at.before[0]), {}).get(lowered)
    if meant is not None and meant.split(":")[0].split()[0] in allowed:
        problem = problems.unknown_first_word(at.first, "near", meant)
        return at.say(problem, span, (meant,), Edit(span, meant) if meant.isalpha() else None)
    if at.before[0] == "limit" and at.first == "for":
        head = f"limit {at.before[1]} for each kind name:"
        return at.say(problems.unknown_first_word(at.first, "near", head), span)
    if at.before[0] == "limit" and "holds" in allowed and not near:
        return at.say(problems.unknown_first_word(at.first, "near", f"holds {at.first} ..."), span)
    foreign_let = _FOREIGN_LET.match(at.source.lines[at.line - 1], span.column - 1)
    if foreign_let and "let" in allowed:
        name = foreign_let[0].rstrip("=").split()[1]
        whole = at.source_span(span.column, len(foreign_let[0]))
        problem = problems.unknown_first_word(at.first, "near", f"let {name} be ...")
        return at.say(problem, span, ("let",), Edit(whole, f"let {name} be"))
    assigned = _ASSIGNMENT.match(at.source.lines[at.line - 1]) if at.line_tokens else None
    if assigned and statement_expected(at.first_accepts):
        instead = _ASSIGNMENTS[assigned[2][0]].format(assigned[1])
        return at.say(problems.unknown_first_word(at.first, "assignment", instead), span)
    if not at.first_accepts - {"_DEDENT", "$END"}:
        return at.say(problems.unknown_first_word(at.first, "complete"), span)
    if lowered in _HOME:
        return at.say(problems.unknown_first_word(at.first, "elsewhere", _HOME[lowered]), span)
    if near:
        problem = problems.unknown_first_word(at.first, "near", near[0])
        return at.say(problem, span, near, Edit(span, near[0]))
    if statement_expected(at.first_accepts):
        return at.say(problems.unknown_first_word(at.first, "statement"), span)
    expected = tuple(sorted(at.first_accepts))
    return at.say(problems.unknown_first_word(at.first, "other", expected=expected), span)
