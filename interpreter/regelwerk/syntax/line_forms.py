"""The forms of lines, as they are shown where a line has another."""

from __future__ import annotations

from regelwerk.syntax.failure import Failure

FORMS: dict[str, tuple[tuple[str, ...], str]] = {
    "let": (("BE",), "let name be value"),
    "set": (("TO",), "set what to value"),
    "raise": (("BY",), "raise what by value"),
    "lower": (("BY",), "lower what by value"),
    "move": (("TO",), "move what to place"),
    "draw": (("FROM", "TO"), "draw number from pile to zone` or `draw kind name from pile to zone"),
    "look": (("AT", "OF", "AS", "BY"), "look at number of pile as name by seat"),
    "put": (("IN",), "put 3 kind in zone"),
    "create": (("AS",), "create kind as name with attribute = value"),
    "roll": (("AS", "INTO", "BY"), "roll number die as name by seat"),
    "shuffle": ((), "shuffle pile"),
    "later": (("DURING",), "later event() by seat during event"),
    "carry": (("OUT",), "carry out event"),
    "show": (("TO",), "show what to whom"),
    "end": (("GAME", "AS"), "end game as name"),
    "for": (("EACH", "THE", "REST", "OF"), "for each kind name:"),
    "repeat": (("TIMES",), "repeat number times:"),
    "choose": (("BY", "AT", "RANDOM"), "choose kind name by seat` or `choose kind name at random"),
    "each": (("SECRETLY", "CHOOSES"), "each kind name secretly chooses kind name:"),
    "pay": (("BY", "EACH"), "pay payment by seat: amount"),
    "game": (("FOR", "PLAYERS"), "game name for 2..4 players"),
    "map": (
        ("GRID", "BY", "OF", "ADJACENT"),
        "map name: grid 3 by 3 of kind` or `map name: kind linked by kind",
    ),
    "once": (("PER",), "once per event"),
    "only": (("WITH",), "only with condition"),
    "instead": (("OF",), "instead of event where (condition):"),
    "allow": (("DESPITE",), "allow event despite rule"),
    "checked": (("AFTER",), "checked after event"),
    "modify": (("FOR",), "modify attribute for kind name:"),
    "payment": (("OF", "BY"), "payment name of kind name by name:"),
    "text": (("OF",), "text of name:"),
    "starts": (("IN",), "starts in zone"),
    "needs": (("text",), "needs text"),
    "score": (("FOR", "EACH"), "score value for each kind name"),
    "ends": (("AS",), "ends as name"),
    "event": (
        ("BY", "ITS", "text"),
        "event name(kind parameter):` or `event name(kind parameter) told by its text",
    ),
    "house": (("RULE", "AMENDS"), 'house rule "title" amends game:'),
    "insert": (("IN",), "insert after step in event:"),
    "die": ((), "die name: face, face"),
    "labels": ((), "labels en:"),
    "zone": ((), "zone name of seat: kind, ordered, pile, seen by owner"),
    "option": ((), "option name: first | second = first` or `option name: 0..9 = 0"),
    "enum": ((), "enum name: member, member"),
    "type": ((), "type name is parent:"),
    "table": ((), "table type:"),
    "state": ((), "state name: 0..9 = 0 until event"),
    "value": ((), "value name(kind parameter) in 0..9 = value"),
    "group": ((), "group name(kind parameter) = kind name where (condition)"),
    "action": ((), "action name:"),
    "rule": ((), "rule name for each kind name:"),
    "limit": ((), "limit name for each kind name:"),
    "window": ((), "window name(seat parameter):"),
    "scenario": ((), 'scenario "title":'),
    "before": ((), "before event where (condition):"),
    "after": ((), "after event where (condition):"),
    "forbid": ((), "forbid event where (condition)"),
    "start": ((), "start event() within event()"),
    "chance": ((), "chance die: face, face"),
    "expect": ((), "expect condition"),
    "by": ((), "by name where (condition)"),
    "record": ((), "record position"),
    "ask": ((), "ask seat:"),
}
"""The words between the parts of a line by its first word, and its whole form."""
_INSIDE = {
    "type": "attribute: kind or none per kind = value until event",
    "table": "row: attribute = value, attribute = value",
    "value": "value when condition",
    "scenario": "seat 1: choice",
}
"""The forms of lines that begin with a name, by the declaration in which they stand."""
_IN_A_POSITION = "with 3 players`, `with option = value` or `with row.attribute = value"
_OTHERWISE = {
    ("modify", "raise"): "raise number up to number when condition",
    ("modify", "lower"): "lower number down to number when condition",
    ("action", "needs"): "needs condition",
    ("scenario", "with"): _IN_A_POSITION,
    ("position", "with"): _IN_A_POSITION,
    ("payment", "with"): "with kind name where (condition):` or `with up to number as name:",
}
"""The forms of lines that have another one in a declaration than elsewhere, or are lines of it alone."""


def form_of(at: Failure) -> str:
    """Return the whole form of the line in which reading stopped; empty if there is none to show."""
    inside = str(at.before[0]) if at.before and len(at.before) > len(at.line_tokens) else ""
    if (inside, at.first) in _OTHERWISE:
        return _OTHERWISE[inside, at.first]
    if at.first in FORMS:
        return FORMS[at.first][1]
    return _INSIDE.get(inside, "")
