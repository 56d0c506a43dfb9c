"""How many can be chosen of several, and what has been chosen so far, in words."""

from __future__ import annotations

from collections import Counter

from regelwerk.doors.labels import Labels
from regelwerk.doors.phrases import phrase
from regelwerk.match.several import Several


def how_many(picks: Several, language: str) -> str:
    """How many are to be chosen, in a sentence."""
    least, most = picks.least, picks.most
    if least is None or most is None:
        return phrase(language, "several")
    if least == most:
        return phrase(language, "exactly", most=most)
    return phrase(language, "between" if least else "up_to", least=least, most=most)


def so_far(picks: Several, labels: Labels) -> str:
    """What has been chosen, in a sentence, those that are called alike as a number; empty if nothing has."""
    alike = Counter(labels.text(text) for text in picks.picked)
    things = ", ".join(name if number == 1 else f"{number} x {name}" for name, number in alike.items())
    return phrase(labels.language, "picked", things=things) if things else ""
