"""Taking back what was chosen at the terminal, as long as nobody has gained anything by it.

A choice stands as soon as another seat has chosen, chance has spoken, or a seat has come to know a thing; and
if something else would have come of it with hidden things lying elsewhere, for then whoever chose could learn
by choosing and taking back.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from regelwerk.match.hidden import dealt_otherwise
from regelwerk.match.match import Match
from regelwerk.match.text import seat_text
from regelwerk.match.views import OPEN_KINDS, view
from regelwerk.program.errors import MatchError, RuleError

MOST_KEPT = 100
"""So many choices in a row can be taken back."""

DEALS = (12, 200)
"""In so many other deals of hidden things, the fewer the more things there are, it is tried what would have
come of a choice."""
_THINGS = 30_000
"""So many things are dealt in all of them together, unless already the fewest deal more."""


class Choice(NamedTuple):
    """A choice that a person has made: the match before it, and the number of the decision and its option."""

    before: Match
    number: int
    chosen: int

    @property
    def seat(self) -> int:
        return self.before.decisions[self.number].seat


class Choices:
    """The last choices of one person, in a row. Whatever another seat chooses puts an end to them."""

    def __init__(self) -> None:
        self.kept: deque[Choice] = deque(maxlen=MOST_KEPT)
        self.closed = False
        """Whether there were choices that others have put an end to."""

    def note(self, match: Match, number: int, chosen: int, by_person: bool) -> None:
        """Say what is about to be chosen."""
        if self.kept and self.kept[-1].seat != match.decisions[number].seat:
            self.kept.clear()
            self.closed = True
        if by_person:
            self.kept.append(Choice(match.copy(), number, chosen))

    def may_take_back(self, now: Match) -> bool:
        """Whether the last choice may be taken back."""
        return bool(self.kept) and not told_apart(self.kept[-1], now)

    def take_back(self) -> Match:
        """The match before the last choice."""
        return self.kept.pop().before


def told_apart(choice: Choice, now: Match) -> bool:
    """Whether anybody has chosen or learnt anything since a choice, but whoever made it what he chose."""
    before, seat = choice.before, choice.seat
    return (
        shown(before, now)
        or others_chose(before, now, seat)
        or others_are_asked(now, seat)
        or _told_by_course(choice, now)
    )


def shown(before: Match, now: Match) -> bool:
    """Whether chance has spoken or anybody was shown anything between two states of a match."""
    if before.state.streams != now.state.streams:
        return True
    if any(n & ~b for b, n in zip(before.state.known, now.state.known, strict=True)):
        return True
    return any(entry.kind == "revealed" for entry in (now.log or [])[len(before.log or []) :])


def others_chose(before: Match, now: Match, seat: int) -> bool:
    """Whether another seat has chosen; also where it had no other option, for that tells what it has not."""
    since = (now.log or [])[len(before.log or []) :]
    return any(entry.kind == "chose" and entry.data["seat"] != seat_text(seat) for entry in since)


def was_last(match: Match, seat: int) -> bool:
    """Whether this seat was the last to choose; as in a saved match, where it has picked some of several."""
    for entry in reversed(match.log or ()):
        if entry.kind == "chose":
            return bool(entry.data["seat"] == seat_text(seat))
    return False


def others_are_asked(now: Match, seat: int) -> bool:
    """Whether another seat is asked in a window or for a payment: that may tell what it holds unseen."""
    if all(bits >> seat & 1 for bits in now.state.known):
        return False
    return any(d.seat != seat and d.kind not in (*OPEN_KINDS, "secret") for d in now.decisions)


def _told_by_course(choice: Choice, now: Match) -> bool:
    """Whether the seat sees what it would not see if things that were hidden from it lay elsewhere."""
    before, number, chosen = choice
    seen = view(now, choice.seat)
    option = before.decisions[number].options[chosen]
    fewest, most = DEALS
    deals = max(fewest, min(most, _THINGS // max(1, len(before.state.known))))
    for other, taken in dealt_otherwise(before, choice.seat, number, option, deals):
        try:
            other.take(number, taken)
        except (MatchError, RuleError):
            return True
        if view(other, choice.seat) != seen:
            return True
    return False
