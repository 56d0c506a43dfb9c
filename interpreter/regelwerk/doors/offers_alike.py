"""The labels of the options of a decision: of things with one name, what they differ in is said."""

from __future__ import annotations

from regelwerk.doors.labels import Labels
from regelwerk.doors.offers import option_label
from regelwerk.match.figures import figures
from regelwerk.match.knowledge import knows
from regelwerk.match.match import Match
from regelwerk.match.options import Option
from regelwerk.match.text import option_kinds, zone_text
from regelwerk.program.ending import Decision


def option_labels(match: Match, number: int, labels: Labels) -> list[str]:
    """The options of a decision for players; those that read alike with what tells them apart."""
    decision = match.decisions[number]
    texts = [option_label(match, number, option, labels) for option in decision.options]
    alike: dict[str, list[int]] = {}
    for index, text in enumerate(texts):
        alike.setdefault(text, []).append(index)
    for text, indexes in alike.items():
        if len(indexes) < 2:
            continue
        about = [_about(match, decision, decision.options[index], labels) for index in indexes]
        for index, mine in zip(indexes, about, strict=True):
            told = [said for key, said in mine.items() if any(each.get(key) != said for each in about)]
            texts[index] = f"{text} ({', '.join(told)})" if told else text
    return texts


def _about(match: Match, decision: Decision, option: Option, labels: Labels) -> dict[tuple[int, str], str]:
    """The figures of the things that an option names, and where these lie, as far as the seat knows them."""
    kinds = option_kinds(match.layout, decision, option)
    found = {}
    for position, (kind, thing) in enumerate(zip(kinds, option[len(option) - len(kinds) :], strict=True)):
        if kind.kind != "thing" or thing < 0 or not knows(match.state, decision.seat, thing):
            continue
        for figure in figures(match, decision.seat, thing):
            found[position, figure.name] = f"{labels.name(figure.name)} {labels.text(figure.now or '')}"
        if match.state.at[thing] >= 0:
            found[position, ""] = labels.text(zone_text(match.layout, match.state.at[thing]))
    return found
