"""Sources of chance, as results are dictated to them: each die, each zone, each noun that is picked."""

from __future__ import annotations

from regelwerk.rules.statements import PickRandom

from .layout import Layout

ANY = ""
"""Results dictated to whatever asks next."""


def of_die(die: str) -> str:
    """The source that a die is, whoever rolls it."""
    return f"die:{die}"


def of_zone(zone: int) -> str:
    """The source that the zone with a number is: drawing from it and shuffling it."""
    return f"zone:{zone}"


def of_picks(noun: str) -> str:
    """The source of all picks at random from sets of a noun."""
    return f"pick:{noun}"


def source_of(layout: Layout, stream: str) -> str:
    """The source that a stream of chance belongs to."""
    kind, _, rest = stream.partition(":")
    if kind == "zone":
        return stream
    of, _, number = rest.rpartition(":")
    if kind == "die":
        return of_die(of)
    statement = layout.body(of).places[int(number)].statement
    assert isinstance(statement, PickRandom)
    return of_picks(statement.over.noun)


def queue_of(dictated: dict[str, list[int]], layout: Layout, stream: str) -> list[int] | None:
    """The results that wait for a stream, if any were dictated to it."""
    return dictated.get(ANY) or dictated.get(source_of(layout, stream))
