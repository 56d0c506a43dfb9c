"""The options of a decision in the groups in which they are shown, and as numbered lines of the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.markup import escape

from regelwerk.doors.labels import Labels
from regelwerk.doors.offers import Source, source_of
from regelwerk.doors.offers_alike import option_labels
from regelwerk.match.match import Match

MANY = 12
"""More options than these are grouped by their actions."""


class Offer(NamedTuple):
    """An option: its number from 0, what it says, and the rule it rests on."""

    number: int
    text: str
    grounds: str


class OfferGroup(NamedTuple):
    """Options side by side. Those of one action have its name as `heading`, and say what tells them apart;
    otherwise it is empty."""

    heading: str
    offers: Sequence[Offer]


def offer_groups(match: Match, number: int, labels: Labels) -> list[OfferGroup]:
    """The options of a decision; many of a window stand below the actions that offer them."""
    decision = match.decisions[number]
    texts = option_labels(match, number, labels)
    sources = [source_of(match, decision, option) for option in decision.options]
    offers = [Offer(n, texts[n], _grounds(source)) for n, source in enumerate(sources)]
    if decision.kind != "window" or len(texts) <= MANY:
        return [OfferGroup("", offers)]
    by_action: dict[str, list[Offer]] = {}
    for offer, source in zip(offers, sources, strict=True):
        by_action.setdefault(source.name, []).append(offer)
    return [_of_action(name, mine, labels) for name, mine in by_action.items()]


def _of_action(name: str, offers: list[Offer], labels: Labels) -> OfferGroup:
    action = labels.name(name.removeprefix("action "))
    if len(offers) == 1 or not offers[0].text.startswith(f"{action}: "):
        return OfferGroup("", offers)
    return OfferGroup(action, [o._replace(text=o.text.removeprefix(f"{action}: ")) for o in offers])


def option_lines(match: Match, number: int, labels: Labels) -> list[str]:
    """The lines of a decision, with the markup of the console. The numbers are those of the options."""
    groups = offer_groups(match, number, labels)
    if len(groups) > 1:
        return list(_grouped(groups))
    offers = groups[0].offers
    width = max(len(offer.text) for offer in offers) + 2
    return [
        f"  [b]{offer.number + 1:>2}[/b]  {escape(offer.text):<{width}}[dim]{escape(offer.grounds)}[/dim]"
        for offer in offers
    ]


def _grouped(groups: Sequence[OfferGroup]) -> Iterator[str]:
    """Below each action that offers more than one option, what tells them apart; the others in one line."""
    for heading, offers in groups:
        grounds = f"[dim]{escape(offers[0].grounds)}[/dim]"
        if not heading:
            for offer in offers:
                yield f"  [b]{offer.number + 1:>2}[/b]  {escape(offer.text)}  {grounds}"
            continue
        yield f"  {escape(heading)}  {grounds}"
        for offer in offers:
            yield f"    [b]{offer.number + 1:>2}[/b]  {escape(offer.text)}"


def _grounds(source: Source) -> str:
    if not source.cites:
        return source.name
    return f"{source.name} ({', '.join(source.cites[:3])}{' ...' if len(source.cites) > 3 else ''})"
