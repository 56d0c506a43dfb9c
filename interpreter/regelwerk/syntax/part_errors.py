"""What is wrong inside a line: missing words, signs taken from elsewhere, too little, too much."""

import re
from typing import Literal

from regelwerk.source.diagnostics import Diagnostic, Edit, near_names
from regelwerk.source.spans import Span
from regelwerk.syntax import problems
from regelwerk.syntax.failure import Failure, accepted_after, empty_at, token_span
from regelwerk.syntax.grammar import keywords
from regelwerk.syntax.line_forms import FORMS, form_of
from regelwerk.syntax.wording import (
    HAPPENS,
    SIGNS,
    VALUE_BEGINS,
    VALUE_CONTINUES,
    describe,
    statement_expected,
    value_expected,
)

_TYING = frozenset({"in", "into", "to", "from", "of", "on", "at", "by", "with", "as", "for", "onto", "under"})
"""Words that tie a line together, in this language or another."""
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


def condition_without_parentheses(at: Failure) -> Diagnostic | None:
    """P032: `where`, `has`, or the `then` of `supposing`, without brackets."""
    if at.previous not in ("WHERE", "HAS", "THEN") or at.accepts != {"LPAR"}:
        return None
    return at.say(problems.missing_parentheses(word=str(at.last_token)))


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


def in_for_inside(at: Failure) -> Diagnostic | None:
    """P046: `x in zone`, `x not in zone`."""
    negated = at.word == "not" and _follows(at, "in ")
    if (at.word != "in" and not negated) or "INSIDE" not in at.accepts or "IN" in at.accepts:
        return None
    if at.accepts & set(FORMS.get(at.first, ((),))[0]):
        return None
    return at.say(problems.in_for_inside(negated), fix=None if negated else Edit(at.span, "inside"))


def otherwise_opens_a_block(at: Failure) -> Diagnostic | None:
    """P047: `..., otherwise:` with lines below."""
    if at.word != ":" or [token.type for token in at.before[-2:]] != ["COMMA", "OTHERWISE"]:
        return None
    comma, line = token_span(at.source, at.before[-2]), at.source.lines[at.line - 1]
    indent = " " * (len(line) - len(line.lstrip(" ")))
    rest = Span(comma.file, comma.line, comma.column, at.span.line, at.span.end_column)
    return at.say(problems.otherwise_opens_a_block(), rest, fix=Edit(rest, f"\n{indent}otherwise:"))


def happening_for_value(at: Failure) -> Diagnostic | None:
    """P049: `let n be roll cube`; the word that begins the statement was read as a name."""
    token = at.last_token
    if token is None or str(token) not in HAPPENS or token.type != "NAME" or at.previous != "NAME":
        return None
    before = accepted_after(at.before[:-1])
    if not value_expected(before) or statement_expected(before):
        return None
    form = FORMS[str(token)][1] if str(token) in FORMS else ""
    return at.say(problems.happening_for_value(str(token), form), token_span(at.source, token))


def each_for_secret(at: Failure) -> Diagnostic | None:
    """P041: `for each seat p secretly chooses ...`."""
    if at.word != "secretly" or [token.type for token in at.line_tokens[:2]] != ["FOR", "EACH"]:
        return None
    first = token_span(at.source, at.line_tokens[0])
    word = Span(first.file, first.line, first.column, first.line, first.end_column + 1)
    return at.say(problems.goes_on("secretly", at.word), fix=Edit(word, ""))


def parameter_without_name(at: Failure) -> Diagnostic | None:
    """P048: `happened gain(seat 1) this turn`."""
    opened = max((place for place, token in enumerate(at.line_tokens) if token.type == "LPAR"), default=0)
    if opened < 2 or at.line_tokens[opened - 2].type not in ("HAPPENED", "TIMES"):
        return None
    if at.accepts != {"COLON"} and not (at.previous in ("LPAR", "COMMA") and "NAME" in at.accepts):
        return None
    word, name = str(at.line_tokens[opened - 2]), str(at.line_tokens[opened - 1])
    return at.say(problems.parameter_without_name(word, name))


_VALUE_GIVEN = re.compile(r" *[:=]+ *(-?\w+) *$")
_INNER = (
    ("EVERY", "HAS", "every kind name has (condition)"),
    ("SUPPOSING", "THEN", "supposing event() then (condition)"),
    ("SUM", "OVER", "sum of value over kind name"),
    ("GREATEST", "OVER", "greatest of value over kind name"),
    ("SMALLEST", "OVER", "smallest of value over kind name"),
    ("HAPPENED", "THIS", "happened event() this event"),
    ("TIMES", "THIS", "times event() this event"),
    ("COUNT", "OF", "count of kind"),
    ("SUM", "OF", "sum of value over kind name"),
    ("GREATEST", "OF", "greatest of value over kind name"),
    ("SMALLEST", "OF", "smallest of value over kind name"),
)
"""What begins part of a value, the word that must follow later, and the whole form."""


_IN_SETS = {
    "in": frozenset({"from", "of", "on", "at", "within", "among"}),
    "where": frozenset({"if", "when", "with", "that", "which", "who"}),
}
"""What authors write in sets for words of this language."""


def missing_inner_word(at: Failure) -> Diagnostic | None:
    """P030: one of the words that tie a value or a set together is missing, or another stands there."""
    for word, others in _IN_SETS.items():
        if at.word in others and "WHERE" in at.accepts and word.upper() in at.accepts:
            form = "kind name in zone" if word == "in" else "kind name where (condition)"
            problem = problems.missing_word(word.upper(), form, "instead", at.word)
            return at.say(problem, fix=Edit(at.span, word))
    begun = [token.type for token in at.line_tokens]
    for begin, terminal, form in _INNER:
        if begin not in begun or terminal not in at.accepts or at.previous in _OPERATORS:
            continue
        if not at.at_line_end and _follows(at, f"{terminal.lower()} "):
            return at.say(problems.goes_on("word", at.word, form), fix=_left_out(at.span))
        problem = problems.missing_word(terminal, form, "end" if at.at_line_end else "word", at.word)
        return at.say(problem, at.line_end() if at.at_line_end else None)
    return None


def _left_out(span: Span) -> Edit:
    """Return the edit that takes a word and the blank behind it away."""
    return Edit(Span(span.file, span.line, span.column, span.line, span.end_column + 1), "")


def face_with_a_name(at: Failure) -> Diagnostic | None:
    """P041: `roll d.shows as n`; the `as` was read as the name of a die."""
    token = at.last_token
    if at.first != "roll" or token is None or token != "as" or at.before[-3:-2] == ():
        return None
    if at.before[-3].type != "DOT":
        return None
    return at.say(problems.goes_on("face", "as"), token_span(at.source, token))


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
    end = at.line_end().column
    value = _VALUE_GIVEN.match(at.source.lines[at.line - 1], end - 1) if at.first == "value" else None
    name = str(at.before[1])
    if value is None:
        fix = Edit(at.source_span(end, 0), "()")
        return at.say(problems.missing_parameters(at.first, name), fix=fix)
    fix = Edit(at.source_span(end, len(value[0])), f"() = {value[1]}")
    return at.say(problems.missing_parameters(at.first, name, value[1]), fix=fix)


def missing_colon(at: Failure) -> Diagnostic | None:
    """P029: a `:` is missing, mostly at the end of a line that opens a block."""
    if "COLON" not in at.accepts or "_NL" in at.accepts or at.kind in SIGNS or at.previous in _OPERATORS:
        return None
    if at.first in ("pay", "one") or (not at.at_line_end and "COMMA" in at.accepts):
        return None
    if at.at_line_end:
        end = at.line_end()
        return at.say(problems.missing_colon(at.first), end, fix=Edit(empty_at(end), ":"))
    if at.word == "then" and at.first in ("if", "otherwise"):
        end = at.line_end()
        word = Span(end.file, end.line, end.column, at.span.line, at.span.end_column)
        return at.say(problems.goes_on("word", at.word, "if condition:"), fix=Edit(word, ""))
    form = form_of(at) if len(at.before) == len(at.line_tokens) else ""
    return at.say(problems.missing_colon(at.first, at.word, form))


def missing_word(at: Failure) -> Diagnostic | None:
    """P030: one of the words that tie a statement together is missing."""
    form = FORMS.get(at.first)
    if form is None or not at.line_tokens:
        return None
    words, whole = form
    second = at.line_tokens[1] if len(at.line_tokens) > 1 else None
    if words and second is not None and second.type == "NAME" and second.upper() == words[0]:
        # What is drawn, put or moved is missing: the word behind it was read as its name.
        expected = ("NAME", "NUMBER")
        problem = problems.something_else(str(second), expected, whole)
        return at.say(problem, token_span(at.source, second))
    if at.word in _TYING:
        words = tuple(sorted(words, key=lambda terminal: not terminal.lower().startswith(at.word)))
    for terminal in words:
        wanted = next((name for name in at.accepts if describe(name) == f"`{terminal.lower()}`"), None)
        if wanted and at.previous not in _OPERATORS:
            before = at.last_token
            if before is not None and before.type == "NAME" and before.upper() == terminal:
                problem = problems.missing_value(at.first, ("NAME", "NUMBER", "PRINTED", "YES"))
                return at.say(problem, token_span(at.source, before))
            if before is not None and before.type == "NAME" and before.upper() in words:
                # A word of the form that was read as a name, as the count of `roll by p as n`.
                span = at.source_span(before.column or 1, len(before))
                problem = problems.missing_word(wanted, whole, "word", str(before))
                return at.say(problem, span, fix=Edit(empty_at(span), f"{terminal.lower()} "))
            later = f" {terminal.lower()} " in at.source.lines[at.line - 1][at.column :]
            another = at.word in _TYING and not later
            if another or (terminal == "EACH" and at.word in ("all", "every", "any")):
                form_here = whole.replace(" as ", f" {terminal.lower()} ") if terminal == "INTO" else whole
                problem = problems.missing_word(wanted, form_here, "instead", at.word)
                return at.say(problem, fix=Edit(at.span, terminal.lower()))
            if near_names(at.word, (terminal.lower(),)):
                problem = problems.missing_word(wanted, whole, "instead", at.word)
                return at.say(problem, near=(terminal.lower(),), fix=Edit(at.span, terminal.lower()))
            if not at.at_line_end and _follows(at, f"{terminal.lower()} "):
                if before is not None and before == at.first:  # the word stands there twice
                    span = token_span(at.source, before)
                    return at.say(problems.goes_on("word", str(before), whole), span, fix=_left_out(span))
                return at.say(problems.goes_on("word", at.word, whole), fix=_left_out(at.span))
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
    form = FORMS["zone"][1] if at.first == "zone" else ""
    return at.say(problems.missing_comma(str(at.last_token), at.word, form))


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


_INSTEAD = {
    "if": ("when", "where"),
    "unless": ("when", "where"),
    "extends": ("is",),
    "inherits": ("is",),
    "=": (":",),
    ":": ("=",),
    "|": (",",),
    ",": ("|",),
    "-": ("..",),
    "to": ("..",),
    "by": ("with",),
}
"""The words and signs of this language that stand where an author writes one of another."""


def word_of_another_language(at: Failure) -> Diagnostic | None:
    """P030: `type b extends a`, `3 if n > 2`, `enum a = b, c`, `queen: worth: 3`."""
    if at.at_line_end or at.previous in _OPERATORS:
        return None
    for word in _INSTEAD.get(at.word, ()):
        terminal = next((name for name in at.accepts if describe(name) == f"`{word}`"), None)
        if terminal is not None and not (word == ":" and statement_expected(at.first_accepts)):
            fix = None if at.word == "unless" else Edit(at.span, word)
            return at.say(problems.missing_word(terminal, form_of(at), "instead", at.word), fix=fix)
    return None


def something_else(at: Failure) -> Diagnostic:
    """P050: everything else."""
    form = form_of(at)
    return at.say(problems.something_else(at.word, tuple(sorted(at.accepts)), form))
