"""What newcomers put where it has no place: words of sets, of chance, of kinds and of positions."""

import re

from regelwerk.source.diagnostics import Diagnostic, Edit
from regelwerk.source.spans import Span
from regelwerk.syntax import problems
from regelwerk.syntax.failure import Failure, accepted_after, token_span
from regelwerk.syntax.wording import statement_expected

_OF_A_SEAT = {"exactly": "EXACTLY", "at": "AT", "up": "UP", "any": "ANY"}
"""What begins an amount, which only a seat is asked for, by its first word."""
_CELL = re.compile(r"(\w+)\[(\w+)\]")
_SET = frozenset({"IN", "WHERE"})
_PLACES = frozenset({"from", "of", "on", "at", "within", "among"})
"""What authors write for `in` between a kind and the zone of a set."""


def asked_of_chance(at: Failure) -> Diagnostic | None:
    """P041: `choose exactly 2 card c at random`, `may choose ... at random`, `choose ... by p at random`."""
    line = at.source.lines[at.line - 1]
    if at.word != "at" or not re.match(r"at +random\b", line[at.column - 1 :]):
        return None
    if at.first not in ("choose", "may") or not statement_expected(at.first_accepts):
        return None
    asked = [token for token in at.line_tokens if token.type == "BY"]
    if asked:
        begin = asked[-1].column or 1
        by = at.source_span(begin, at.column - 1 - begin)
        return at.say(problems.goes_on("by", line[begin - 1 : at.column - 1].strip()), by)
    second = at.line_tokens[1] if len(at.line_tokens) > 1 else None
    word = "may" if at.first == "may" else str(second)
    if word != "may" and word not in _OF_A_SEAT:
        return None
    span = at.first_span() if word == "may" or second is None else token_span(at.source, second)
    return at.say(problems.goes_on("may" if word == "may" else "amount", word), span)


def empty_brackets(at: Failure) -> Diagnostic | None:
    """P041: `for each large() a:`, `count of large()`, where a group is given nothing."""
    if at.kind != "RPAR" or [token.type for token in at.before[-2:]] != ["NAME", "LPAR"]:
        return None
    if not accepted_after(at.before[:-1]) >= _SET:
        return None
    opened = token_span(at.source, at.before[-1])
    both = Span(opened.file, opened.line, opened.column, at.span.line, at.span.end_column)
    return at.say(problems.goes_on("brackets", str(at.before[-2])), both, fix=Edit(both, ""))


def place_of_a_set(at: Failure) -> Diagnostic | None:
    """P030, P041: `the card from deck`, `the card from seat 1`, where `from` was read as a name."""
    token = at.last_token
    if token is None or token.type != "NAME" or at.previous != "NAME" or str(token) not in _PLACES:
        return None
    if at.kind not in ("NAME", "SEAT") or not accepted_after(at.before[:-1]) >= _SET | {"NAME"}:
        return None
    span = token_span(at.source, token)
    if at.kind == "SEAT" and token == "from":
        return at.say(problems.goes_on("from", "from"), span)
    problem = problems.missing_word("IN", "kind name in zone", "instead", str(token))
    return at.say(problem, span, fix=Edit(span, "in"))


def none_before_name(at: Failure) -> Diagnostic | None:
    """P045: `colour or none t` among parameters; the `or` was read as the name."""
    token = at.last_token
    if at.word != "none" or token is None or token != "or" or token.type != "NAME":
        return None
    if not {"COMMA", "RPAR", "EQUAL", "OR"} <= at.accepts or len(at.before) < 2:
        return None
    kind, first = str(at.before[-2]), token_span(at.source, token)
    behind = re.match(r"\s*(\w+)", at.source.lines[at.line - 1][at.column - 1 + len("none") :])
    both = Span(first.file, first.line, first.column, at.span.line, at.span.end_column)
    if behind is None:
        return at.say(problems.part_too_late("or none", "", f"{kind} name or none"), both)
    width = at.column - 1 + len("none") + behind.end(0) - (first.column - 1)
    whole = at.source_span(first.column, width)
    name = behind[1]
    fix = Edit(whole, f"{name} or none")
    return at.say(problems.part_too_late("or none", "", f"{kind} {name} or none"), both, fix=fix)


def figure_of_a_position(at: Failure) -> Diagnostic | None:
    """P030, P050: `with seat 1.gold = 3`, `with cod.price[deep] = 3` in a scenario or a position."""
    if at.first != "with" or not at.before or str(at.before[0]) not in ("scenario", "position"):
        return None
    line, begin = at.source.lines[at.line - 1], at.first_span().end_column
    if at.previous == "NAME" and at.last_token == "seat" and at.kind == "NUMBER":
        path = line[begin:].partition("=")[0].strip()
        return at.say(problems.something_else("with", (), path, "seat"), token_span(at.source, at.before[-1]))
    if at.kind != "LSQB":
        return None
    cell = next((found for found in _CELL.finditer(line) if found.end(1) == at.column - 1), None)
    if cell is None:
        return at.say(
            problems.something_else("[", (), line[begin : at.column - 1].strip() + ".member", "cell")
        )
    span = at.source_span(at.column, cell.end() - cell.end(1))
    written = f"{line[begin : at.column - 1].strip()}.{cell[2]}"
    return at.say(problems.something_else("[", (), written, "cell"), span, fix=Edit(span, f".{cell[2]}"))


def kind_by_its_values(at: Failure) -> Diagnostic | None:
    """P050: `tired: yes or no` as an attribute."""
    begun = [token.type for token in at.line_tokens]
    if at.word in ("no", "yes") and at.previous == "OR" and begun[-3:-1] == ["COLON", "NAME"]:
        value = at.before[-2]
        if {str(value), at.word} != {"yes", "no"}:
            return None
        first = token_span(at.source, value)
        both = Span(first.file, first.line, first.column, at.span.line, at.span.end_column)
        return at.say(problems.something_else(str(at.first), (), "", "flag"), both, fix=Edit(both, "flag"))
    return None


def lasts_in_a_change(at: Failure) -> Diagnostic | None:
    """P041: `set p.tired to yes until turn`."""
    if at.word != "until" or at.first not in ("set", "raise", "lower") or "_NL" not in at.accepts:
        return None
    return at.say(problems.goes_on("until", at.first))


def value_of_put(at: Failure) -> Diagnostic | None:
    """P050: `put n gem in shelf`, `put p.gold gem in shelf`, `put (n + 1) gem in shelf`."""
    if at.first != "put":
        return None
    begun = [token.type for token in at.line_tokens]
    line = at.source.lines[at.line - 1]
    found = re.match(r"\s*put +(.+?) +(\w+) +in\b", line)
    if found is None or begun not in (["PUT"], ["PUT", "NAME"]):
        return None
    count, kind = found[1], found[2]
    if count.isdigit() or kind == "in" or (count.isidentifier() and not _is_local(at, count)):
        return None
    span = at.source_span(found.start(1) + 1, len(count))
    return at.say(problems.something_else(count, (), line[found.start(2) :].strip(), "put"), span)


def _is_local(at: Failure, name: str) -> bool:
    """Say whether an earlier line of the declaration gives a number or a value this name."""
    pairs = zip(at.before, at.before[1:], strict=False)
    return any(token == name and str(before) in ("number", "let") for before, token in pairs)
