"""The options of a decision as numbered lines; many of a window stand below the actions that offer them."""

from __future__ import annotations

from collections.abc import Iterator

from rich.markup import escape

from regelwerk.doors.labels import Labels
from regelwerk.doors.offers import Source, source_of
from regelwerk.doors.offers_alike import option_labels
from regelwerk.match.match import Match

MANY = 12
"""More options than these are grouped by their actions."""


def option_lines(match: Match, number: int, labels: Labels) -> list[str]:
    """The lines of a decision, with the markup of the console. The numbers are those of the options."""
    decision = match.decisions[number]
    texts = option_labels(match, number, labels)
    sources = [source_of(match, decision, option) for option in decision.options]
    if decision.kind == "window" and len(texts) > MANY:
        return list(_grouped(texts, sources, labels))
    width = max(map(len, texts)) + 2
    return [
        f"  [b]{position:>2}[/b]  {escape(text):<{width}}[dim]{escape(_grounds(source))}[/dim]"
        for position, (text, source) in enumerate(zip(texts, sources, strict=True), 1)
    ]


def _grouped(texts: list[str], sources: list[Source], labels: Labels) -> Iterator[str]:
    """Below each action that offers more than one option, what tells them apart; the others in one line."""
    by_action: dict[str, list[int]] = {}
    for index, source in enumerate(sources):
        by_action.setdefault(source.name, []).append(index)
    for indexes in by_action.values():
        grounds = f"[dim]{escape(_grounds(sources[indexes[0]]))}[/dim]"
        action = labels.name(sources[indexes[0]].name.removeprefix("action "))
        if len(indexes) == 1 or not texts[indexes[0]].startswith(f"{action}: "):
            for index in indexes:
                yield f"  [b]{index + 1:>2}[/b]  {escape(texts[index])}  {grounds}"
            continue
        yield f"  {escape(action)}  {grounds}"
        for index in indexes:
            yield f"    [b]{index + 1:>2}[/b]  {escape(texts[index].removeprefix(f'{action}: '))}"


def _grounds(source: Source) -> str:
    if not source.cites:
        return source.name
    return f"{source.name} ({', '.join(source.cites[:3])}{' ...' if len(source.cites) > 3 else ''})"
