"""`regelwerk why`: which rules offer what is offered in a saved match, which withhold the rest, and how
chains went."""

from __future__ import annotations

from pathlib import Path

import click

from regelwerk.doors.houses import house_option
from regelwerk.doors.matches import load_match
from regelwerk.doors.numbers import WHOLE
from regelwerk.doors.offers import running, source_of, withheld
from regelwerk.doors.refusals import Refused
from regelwerk.doors.stories import chain_story
from regelwerk.match.match import Match
from regelwerk.match.reasons import asked_about, explain_not
from regelwerk.match.views import log_view
from regelwerk.program.errors import MatchError
from regelwerk.source.diagnostics import near_names
from regelwerk.source.numbers import counting_number


@click.command(epilog="Example: regelwerk why match.json not cast")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("words", metavar="[not ACTION | chain [N]]", nargs=-1)
@click.option("--not", "asked", metavar="ACTION", help="why this is not offered, as in `--not 'cast(bolt)'`")
@click.option("--game", help="the game it belongs to; else the one it names")
@click.option("--seat", type=WHOLE, metavar="N", help="whose options; else of those who decide")
@house_option
def command(
    file: Path, words: tuple[str, ...], asked: str | None, game: str | None, seat: int | None,
    houses: tuple[str, ...],
) -> None:  # fmt: skip
    """Explain a saved match: what is offered, by which rules and clauses; or why an action is not.

    With `chain`, tell the story of the last chain (or of chain N): who declared what, on what grounds,
    what took effect, and what fizzled and why.
    """
    _, match = load_match(file, game, houses)
    if seat is not None and not 1 <= seat <= match.layout.players:
        raise Refused(f"there are {match.layout.players} seats in this match", "write one of them")
    if words and words[0] == "chain" and asked is None:
        _chain(match, words[1:], seat)
        return
    if words and (len(words) < 2 or words[0] != "not" or asked is not None):
        raise click.UsageError(
            f"`{' '.join(words)}` is no question; write `not` and the name of an action, or `chain`"
        )
    question = " ".join(words[1:]) if words else asked
    if match.over:
        print(
            f"the game has ended as {match.state.over.name if match.state.over else ''}: nothing is offered"
        )
    elif question is not None:
        _why_not(match, question, seat)
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


def _why_not(match: Match, question: str, seat: int | None) -> None:
    try:
        action, parts = asked_about(match, question)
    except MatchError as error:
        near = near_names(question.split("(")[0], match.layout.action_number)
        fix = "name a declared action, or one with its parts as in options"
        raise Refused(str(error), fix, near) from None
    seats = [decision.seat for decision in match.decisions] if seat is None else [seat - 1]
    for who in seats:
        for line in withheld(match, who, question, explain_not(match, who, action, parts)):
            print(line)


def _chain(match: Match, words: tuple[str, ...], seat: int | None) -> None:
    number = counting_number(words[0]) if words else None
    if len(words) > 1 or (words and number is None):
        raise click.UsageError("after `chain` stands at most the number of a chain")
    if match.log is None:
        raise Refused("this match was saved without its log", "save it with one: chains are read from it")
    if seat is None:
        log = [{"kind": entry.kind, **entry.data} for entry in match.log]
    else:
        log, _ = log_view(match, seat - 1)
    try:
        lines = chain_story(match, log, number)
    except MatchError as error:
        raise Refused(str(error), "leave the number out for the last chain") from None
    for line in lines:
        print(line)


def _place(place: str) -> str:
    return f" ({place})" if place else ""


def _cites(cites: tuple[str, ...]) -> str:
    return f" [{', '.join(cites)}]" if cites else ""
