"""`regelwerk why`: which rules offer what is offered in a saved match, and which withhold the rest."""

from __future__ import annotations

from pathlib import Path

import click

from regelwerk.doors.houses import house_option
from regelwerk.doors.matches import load_match
from regelwerk.doors.offers import declaration, running, source_of
from regelwerk.doors.refusals import Refused
from regelwerk.match.match import Match
from regelwerk.source.diagnostics import near_names
from regelwerk.studies.reasons import why_not


@click.command(epilog="Example: regelwerk why match.json not cast")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("words", metavar="[not ACTION]", nargs=-1)
@click.option("--game", help="the game it belongs to; else the one it names")
@click.option("--seat", type=int, metavar="N", help="whose options; else of those who decide")
@house_option
def command(
    file: Path, words: tuple[str, ...], game: str | None, seat: int | None, houses: tuple[str, ...]
) -> None:
    """Explain a saved match: what is offered, by which rules and clauses; or why an action is not."""
    _, match = load_match(file, game, houses)
    if seat is not None and not 1 <= seat <= match.layout.players:
        raise Refused(f"there are {match.layout.players} seats in this match", "write one of them")
    if words and (len(words) != 2 or words[0] != "not"):
        raise click.UsageError(f"`{' '.join(words)}` is no question; write `not` and the name of an action")
    if match.over:
        print(
            f"the game has ended as {match.state.over.name if match.state.over else ''}: nothing is offered"
        )
    elif words:
        _why_not(match, words[1], seat)
    else:
        _why(match, seat)


def _why(match: Match, seat: int | None) -> None:
    print("running, the outermost first:")
    for source in running(match):
        print(f"  {source.name}{_place(source.place)}{_cites(source.cites)}")
    for number, decision in enumerate(match.decisions):
        if seat is not None and decision.seat != seat - 1:
            continue
        print(f"seat {decision.seat + 1} has to decide; offered is")
        for option in decision.options:
            source = source_of(match, decision, option)
            by = f"by {source.name}{_place(source.place)}{_cites(source.cites)}"
            print(f"  {match.text(option, number)}: {by}")


def _why_not(match: Match, action: str, seat: int | None) -> None:
    if action not in match.layout.action_number:
        near = near_names(action, match.layout.action_number)
        raise Refused(f"there is no action `{action}`", "name a declared action", near)
    source = declaration(match, f"action:{action}")
    seats = [decision.seat for decision in match.decisions] if seat is None else [seat - 1]
    for who in seats:
        reasons = why_not(match.state, who, action)
        if not reasons:
            print(f"seat {who + 1} is offered {action}{_place(source.place)}")
            continue
        print(f"seat {who + 1} is not offered {action}{_place(source.place)}:")
        for reason in reasons:
            rule = declaration(match, f"rule:{reason.name}")
            print(f"  {reason.text}{_place(rule.place)}{_cites(rule.cites)}")


def _place(place: str) -> str:
    return f" ({place})" if place else ""


def _cites(cites: tuple[str, ...]) -> str:
    return f" [{', '.join(cites)}]" if cites else ""
