"""What a seat can choose now: as a list, and where the things lie that are chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from regelwerk.doors.labels import Labels
from regelwerk.doors.offers_list import MANY, Offer, OfferGroup, offer_groups
from regelwerk.doors.several_told import how_many, so_far
from regelwerk.match.knowledge import knows
from regelwerk.match.match import Match
from regelwerk.match.options import DONE
from regelwerk.match.several import several
from regelwerk.match.text import option_kinds


@dataclass(frozen=True)
class Choices:
    """The options in their groups. `at` has them by the thing that they name first of those that the board
    shows: they can be chosen there as well; where they are many and each names one thing, they are `folded`.

    With `limits` several can be picked: it says how many. `picked` says which have been.
    """

    groups: Sequence[OfferGroup] = ()
    folded: Sequence[OfferGroup] = ()
    at: Mapping[int, Sequence[Offer]] = field(default_factory=dict)
    limits: str = ""
    picked: str = ""

    @property
    def all(self) -> list[OfferGroup]:
        return [*self.groups, *self.folded]

    def of(self, things: Iterable[int]) -> list[Offer]:
        """The options at things that are alike."""
        return [offer for thing in things for offer in self.at.get(thing, ())]


def choices(match: Match, number: int, labels: Labels, shown: Collection[int]) -> Choices:
    """What can be chosen in a decision; `shown` are the things that the board shows."""
    decision = match.decisions[number]
    picks = several(match, decision)
    groups = offer_groups(match, number, labels)
    if picks is not None:
        done = {n for n, option in enumerate(decision.options) if option == DONE}
        groups = _those(groups, lambda offer: offer.number not in done)
    at: dict[int, list[Offer]] = {}
    there = set()
    for offer in (offer for group in groups for offer in group.offers):
        things, alone = _named(match, number, offer)
        place = next((thing for thing in things if thing in shown), None)
        if place is not None:
            at.setdefault(place, []).append(offer)
            if alone:
                there.add(offer.number)
    many = there if len(there) > MANY else set()
    return Choices(
        _those(groups, lambda offer: offer.number not in many),
        _those(groups, lambda offer: offer.number in many),
        at,
        "" if picks is None else how_many(picks, labels.language),
        "" if picks is None else so_far(picks, labels),
    )


def _named(match: Match, number: int, offer: Offer) -> tuple[list[int], bool]:
    """The things that an option names and the seat knows, and whether it names nothing but one."""
    decision = match.decisions[number]
    option = decision.options[offer.number]
    kinds = option_kinds(match.layout, decision, option)
    values = option[len(option) - len(kinds) :]
    things = [
        value
        for kind, value in zip(kinds, values, strict=True)
        if kind.kind == "thing" and value >= 0 and knows(match.state, decision.seat, value)
    ]
    return things, len(kinds) == 1


def _those(groups: Sequence[OfferGroup], which: Callable[[Offer], bool]) -> list[OfferGroup]:
    """Some of the options, in their groups."""
    found = [OfferGroup(heading, [offer for offer in offers if which(offer)]) for heading, offers in groups]
    return [group for group in found if group.offers]
