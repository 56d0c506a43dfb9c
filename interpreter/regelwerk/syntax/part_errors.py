"""What is wrong inside a line: missing words, signs taken from elsewhere, too little, too much."""

from typing import Literal

from regelwerk.source.diagnostics import Diagnostic, Edit
from regelwerk.source.spans import Span
from regelwerk.syntax import problems
from regelwerk.syntax.failure import Failure, accepted_after, empty_at, token_span
from regelwerk.syntax.grammar import keywords
from regelwerk.syntax.wording import SIGNS, VALUE_BEGINS, VALUE_CONTINUES, describe

# The words between the parts of a line by its first word, and its whole form.
_FORMS = {
    "let": (("BE",), "let name be value"),
    "set": (("TO",), "set what to value"),
    "raise": (("BY",), "raise what by value"),
    "lower": (("BY",), "lower what by value"),
    "move": (("TO",), "move what to place"),
    "draw": (("FROM", "TO"), "draw what from pile to place"),
    "look": (("AT", "OF", "AS", "BY"), "look at number of pile as name by seat"),
    "put": (("IN",), "put number kind in zone"),
    "create": (("AS",), "create kind as name"),
    "roll": (("AS", "INTO", "BY"), "roll number die as name by seat"),
    "later": (("DURING",), "later event() during event"),
    "carry": (("OUT",), "carry out event"),
    "show": (("TO",), "show what to whom"),
    "end": (("GAME", "AS"), "end game as name"),
    "for": (("EACH", "THE", "REST", "OF"), "for each kind name:"),
    "repeat": (("TIMES",), "repeat number times:"),
    "choose": (("BY",), "choose kind name by seat"),
    "pick": (("AT", "RANDOM"), "pick kind name at random"),
    "each": (("SECRETLY", "CHOOSES"), "each kind name secretly chooses kind name:"),
    "pay": (("BY", "EACH"), "pay payment by seat: amount"),
    "game": (("FOR", "PLAYERS"), "game name for 2 players"),
    "map": (("GRID", "BY", "OF", "ADJACENT"), "map name: grid 3 by 3 of kind"),
    "once": (("PER",), "once per event"),
    "only": (("WITH",), "only with condition"),
    "instead": (("OF",), "instead of event:"),
    "allow": (("DESPITE",), "allow event despite rule"),
    "checked": (("AFTER",), "checked after event"),
    "modify": (("FOR",), "modify attribute for kind name:"),
    "payment": (("OF", "BY"), "payment name of kind name by name:"),
    "text": (("OF",), "text of name:"),
    "starts": (("IN",), "starts in zone"),
    "needs": (("text",), "needs text"),
    "score": (("FOR", "EACH"), "score value for each kind name"),
    "ends": (("AS",), "ends as name"),
    "event": (("BY", "ITS", "text"), "event name() told by its text"),
    "house": (("RULE", "AMENDS"), 'house rule "title" amends game:'),
    "insert": (("IN",), "insert after step in event:"),
    "die": ((), "die name: face, face"),
    "labels": ((), "labels en:"),
    "zone": ((), "zone name of seat: kind, pile, seen by owner"),
    "option": ((), "option name: first | second = first"),
}
_OPERATORS = frozenset(
    {"PLUS", "MINUS", "STAR", "COMPARISON", "AND", "OR", "NOT", "INSIDE", "COMMA", "EQUAL"}
)
_VALUE_ENDS = frozenset({"NAME", "NUMBER", "YES", "NO", "NONE", "RPAR", "RSQB", "TEXT"})
_SIGNS = {
    "==": "=",
    "===": "=",
    "=>": ">=",
    "=<": "<=",
    "<>": "!=",
    "=!": "!=",
    "!==": "!=",
    "&&": "and",
    "||": "or",
    "&": "and",
    "!": "not",
}


def where_without_parentheses(at: Failure) -> Diagnostic | None:
    """P032: `where` without brackets."""
    if at.previous != "WHERE" or at.accepts != {"LPAR"}:
        return None
    return at.say(problems.missing_parentheses())


def parts_without_parentheses(at: Failure) -> Diagnostic | None:
    """P032: `sum of a * b over ...`, without brackets around what is summed."""
    if at.kind not in _OPERATORS - {"COMMA", "EQUAL"} or "OVER" not in at.accepts:
        return None
    of = max(place for place, token in enumerate(at.line_tokens) if token.type == "OF")
    word = at.line_tokens[of - 1]
    begin = (at.line_tokens[of].end_column or 1) - 1
    rest = at.source.lines[at.line - 1][begin:].strip()
    parts, over, _ = rest.partition(" over ")
    form = f"{word} of ({parts}) over ..." if over else f"{word} of (...) over ..."
    return at.say(problems.missing_parentheses(str(word), form))


def equals_in_let(at: Failure) -> Diagnostic | None:
    """P033: `let x = 3`."""
    if at.first != "let" or not at.word.startswith("=") or "BE" not in at.accepts:
        return None
    return at.say(problems.equals_in_let(), fix=Edit(at.span, "be"))


def equals_in_set(at: Failure) -> Diagnostic | None:
    """P034: `set x = 3`."""
    if at.first != "set" or at.word not in ("=", "==", "be", ":") or "TO" not in at.accepts:
        return None
    return at.say(problems.equals_in_set(at.word), fix=Edit(at.span, "to"))


def wrong_sign(at: Failure) -> Diagnostic | None:
    """P035, P036: a comparison from another language, or a second one."""
    line = at.source.lines[at.line - 1]
    before = at.before[-1] if at.before else None
    sign, start = at.word, at.column
    if before is not None and before.type in ("COMPARISON", "EQUAL") and before.end_column == at.column:
        sign, start = str(before) + at.word, before.column or at.column
    while start + len(sign) <= len(line) and line[start - 1 : start + len(sign)] in _SIGNS:
        sign = line[start - 1 : start + len(sign)]
    if sign in _SIGNS:
        right = _SIGNS[sign]
        span = at.source_span(start, len(sign))
        return at.say(problems.wrong_sign(sign, right), span, (right,), Edit(span, right))
    compared = any(token.type == "COMPARISON" for token in at.line_tokens)
    if compared and at.kind in ("COMPARISON", "EQUAL") and "PLUS" in at.accepts:
        return at.say(problems.chained_comparison(at.word))
    return None


def one_of_without_its_form(at: Failure) -> Diagnostic | None:
    """P044: `x in (a, b)`, `x is (a, b)`, `x is one of a, b`, `x is one of (a)`."""
    tokens = [token.type for token in at.before[-4:]]
    if at.word == "in" and at.previous in _VALUE_ENDS and _follows(at, "("):
        return at.say(problems.without_one_of("in"), fix=Edit(at.span, "is one of"))
    if at.kind == "LPAR" and (tokens[-1:] == ["IS"] or tokens[-2:] == ["IS", "NOT"]):
        return at.say(problems.without_one_of("is"))
    if tokens[-1:] == ["ONE_OF"]:
        return at.say(problems.without_one_of("no brackets"))
    if tokens[-3:-1] == ["ONE_OF", "LPAR"] and at.kind == "RPAR":
        return at.say(problems.without_one_of("single"))
    return None


def _follows(at: Failure, what: str) -> bool:
    line = at.source.lines[at.line - 1]
    return line[at.column - 1 + len(at.word) :].lstrip().startswith(what)


def is_before_value(at: Failure) -> Diagnostic | None:
    """P037: `x is 3`."""
    tokens = [token.type for token in at.before[-2:]]
    if not (tokens[-1:] == ["IS"] or tokens == ["IS", "NOT"]) or at.at_line_end:
        return None
    sign, width = ("=", 1) if tokens[-1] == "IS" else ("!=", 2)
    first, last = token_span(at.source, at.before[-width]), token_span(at.source, at.before[-1])
    test = Span(first.file, first.line, first.column, last.end_line, last.end_column)
    return at.say(problems.is_before_value(at.word, sign), fix=Edit(test, sign))


def missing_parameters(at: Failure) -> Diagnostic | None:
    """P031: `event main:`."""
    if at.first not in ("event", "value", "window") or at.accepts != {"LPAR"} or len(at.before) != 2:
        return None
    behind = at.source_span(at.line_end().column, 0)
    return at.say(problems.missing_parameters(at.first, str(at.before[1])), fix=Edit(behind, "()"))


def missing_colon(at: Failure) -> Diagnostic | None:
    """P029: a `:` is missing, mostly at the end of a line that opens a block."""
    if "COLON" not in at.accepts or "_NL" in at.accepts or at.kind in SIGNS or at.previous in _OPERATORS:
        return None
    if at.first in ("pay", "one") or (not at.at_line_end and "COMMA" in at.accepts):
        return None
    if at.at_line_end:
        end = at.line_end()
        return at.say(problems.missing_colon(at.first), end, fix=Edit(empty_at(end), ":"))
    return at.say(problems.missing_colon(at.first, at.word))


def missing_word(at: Failure) -> Diagnostic | None:
    """P030: one of the words that tie a statement together is missing."""
    form = _FORMS.get(at.first)
    if form is None or not at.line_tokens:
        return None
    words, whole = form
    for terminal in words:
        wanted = next((name for name in at.accepts if describe(name) == f"`{terminal.lower()}`"), None)
        if wanted and at.previous not in _OPERATORS:
            before = at.last_token
            if before is not None and before.type == "NAME" and before.upper() in words:
                # A word of the form that was read as a name, as the count of `roll by p as n`.
                span = at.source_span(before.column or 1, len(before))
                problem = problems.missing_word(wanted, whole, "word", str(before))
                return at.say(problem, span, fix=Edit(empty_at(span), f"{terminal.lower()} "))
            where: Literal["end", "text", "word"] = "text" if at.kind == "TEXT" else "word"
            problem = problems.missing_word(wanted, whole, "end" if at.at_line_end else where, at.word)
            if at.at_line_end:
                return at.say(problem, at.line_end())
            return at.say(problem, fix=Edit(empty_at(at.span), f"{terminal.lower()} "))
    return None


def missing_value(at: Failure) -> Diagnostic | None:
    """P038: nothing after an operator or a comma."""
    if at.previous not in _OPERATORS or at.kind in VALUE_BEGINS or at.last_token is None:
        return None
    sign = str(at.last_token)
    problem = problems.missing_value(sign, tuple(sorted(at.accepts)))
    below = (at.last_token.end_line or at.line) < at.line or at.kind in ("_DEDENT", "$END")
    return at.say(problem, at.line_end() if at.at_line_end or below else None)


def ends_too_early(at: Failure) -> Diagnostic | None:
    """P039: the line lacks its end."""
    if not at.at_line_end:
        return None
    return at.say(problems.line_too_short(tuple(sorted(at.accepts))), at.line_end())


def missing_comma(at: Failure) -> Diagnostic | None:
    """P040: two entries of a list side by side."""
    if "COMMA" not in at.accepts or at.previous not in _VALUE_ENDS or at.kind not in VALUE_BEGINS | {"TEXT"}:
        return None
    if at.kind in ("LPAR", "MINUS", "NOT"):
        return None
    return at.say(problems.missing_comma(str(at.last_token), at.word))


def out_of_place(at: Failure) -> Diagnostic | None:
    """P042, P043: a text or a clause where there can be none."""
    if at.kind == "TEXT" and "TEXT" not in at.accepts and at.first != "house":
        return at.say(problems.text_out_of_place())
    if "CLAUSE" in at.accepts:
        return at.say(problems.unreadable_clause(at.word), at.line_end() if at.at_line_end else None)
    return None


def part_too_late(at: Failure) -> Diagnostic | None:
    """P045: `choose card c by p where (...)`, with parts of a line in another order."""
    terminal = next((name for name, word in keywords().items() if word == at.word), None)
    if terminal is None or not at.accepts & {"_NL", "COLON"}:
        return None
    line_begin = len(at.before) - len(at.line_tokens)
    for place in range(len(at.before) - 1, line_begin, -1):
        token = at.before[place]
        if str(token) == at.word:
            return None
        if token.type in keywords() and terminal in accepted_after(at.before[:place]):
            return at.say(problems.part_too_late(at.word, str(token)))
    return None


def too_long(at: Failure) -> Diagnostic | None:
    """P041: the line should have ended."""
    if "_NL" not in at.accepts or at.accepts - {"_NL", "COLON", "COMMA"} - VALUE_CONTINUES:
        return None
    if at.word == ":":
        return at.say(problems.goes_on("colon", at.first), fix=Edit(at.span, ""))
    if at.word == "," and _follows(at, "otherwise"):
        return at.say(problems.goes_on("otherwise", at.first))
    return at.say(problems.goes_on("rest", at.word))


def something_else(at: Failure) -> Diagnostic:
    """P050: everything else."""
    form = _FORMS[at.first][1] if at.first in _FORMS else ""
    return at.say(problems.something_else(at.word, tuple(sorted(at.accepts)), form))
