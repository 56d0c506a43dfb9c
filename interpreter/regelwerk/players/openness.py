"""What the declarations of a game say about what seats know, and about what a match can come to."""

from __future__ import annotations

from regelwerk.program.layout import Layout
from regelwerk.rules import statements as st


def all_is_seen(layout: Layout) -> bool:
    """Whether no zone hides anything from any seat."""
    everyone = (1 << layout.players) - 1
    return all(seen_by == everyone for seen_by in layout.tables.zone_seen_by)


def one_at_a_time(layout: Layout) -> bool:
    """Whether never more than one seat is to decide."""
    return not any(
        isinstance(place.statement, st.SecretChoice) for body in layout.bodies for place in body.places
    )


def has_scores(layout: Layout) -> bool:
    """Whether some ending gives scores."""
    return any(end.scores for end in _endings(layout))


def scored_endings(layout: Layout) -> frozenset[str]:
    """The names of the endings that always give scores."""
    found = _endings(layout)
    return frozenset(end.name for end in found) - {end.name for end in found if not end.scores}


def _endings(layout: Layout) -> list[st.EndGame]:
    return [
        place.statement
        for body in layout.bodies
        for place in body.places
        if isinstance(place.statement, st.EndGame)
    ]
