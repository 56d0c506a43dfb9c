"""Why something is not offered, in sentences for players: labels, and no names of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regelwerk.doors.labels import Labels
from regelwerk.match.match import Match
from regelwerk.match.reasons import Reason
from regelwerk.web.words import say

_GERMAN = {
    " holds": " gilt", "none of ": "keines von ", " is not in ": " ist nicht unter ",
    "none in ": "nichts unter ",
    "the rule ": "die Regel ", " forbids it": " verbietet es", "a modifier changes it": "etwas ändert es",
    "for ": "für ", ", ": ", ",
}  # fmt: skip
"""What stands around names and conditions in the texts of reasons."""


def in_sentences(
    match: Match, reasons: Sequence[Reason], labels: Labels
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each reason once, with the clauses that it rests on."""
    told = set()
    for reason in reasons:
        text = sentence(reason, labels, _who(match, reason))
        if text not in told:
            told.add(text)
            yield text, match.rules.cites.get(reason.key, ())


def _who(match: Match, reason: Reason) -> str:
    """What the seat that asks is called in the action that the reason is about."""
    number = match.layout.action_number.get(reason.name)
    return "" if number is None else match.layout.actions[number].by


def sentence(reason: Reason, labels: Labels, who: str = "") -> str:
    """A reason, with what fails in it at the innermost place; `who` is the name that the seat has there."""
    because = say(labels.language, f"because_{reason.sort}", name=labels.name(reason.name))
    return f"{because}: {_in_words(reason.chain[-1], labels, who)}" if reason.chain else f"{because}."


def _in_words(text: str, labels: Labels, who: str) -> str:
    """A text in which conditions stand between backquotes."""
    if who:
        text = re.sub(rf"\b{who}\b", labels.word("you"), text)
    found = []
    for number, part in enumerate(text.split("`")):
        if number % 2 or labels.language != "de":
            found.append(labels.text(part) if number % 2 else part)
        else:
            found.append(_GERMAN.get(part, part.replace(" and ", " und ").replace(" more", " weitere")))
    return "".join(found)
