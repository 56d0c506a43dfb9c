"""The chains of a match as stories: what `why chain` says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from regelwerk.doors.labels import Labels
from regelwerk.doors.offers import declaration
from regelwerk.match.match import Match
from regelwerk.program.errors import MatchError
from regelwerk.studies.chains import chains, story
from regelwerk.studies.telling import plain_name


def chain_story(
    match: Match, log: Sequence[Mapping[str, Any]], number: int | None = None, labels: Labels | None = None
) -> list[str]:
    """The story of one chain of a match, the last if no number (from 1) is given.

    `log` is what the reader may know of the log. Raises MatchError if there is no such chain.
    """
    found = chains(log, plain_name if labels is None else labels.text)
    if not found:
        raise MatchError("no chain has been declared yet")
    wanted = len(found) if number is None else number
    if not 1 <= wanted <= len(found):
        raise MatchError(f"there is no chain {wanted}, only {len(found)}")
    chain = found[wanted - 1]
    window = plain_name(chain.window) if labels is None else labels.name(chain.window)
    inside = next((n for n, other in enumerate(found, 1) if other is chain.inside), None)
    within = f", inside chain {inside}" if inside is not None else ""
    return [
        f"chain {wanted} of {len(found)}: {window}{within}",
        *story(chain, lambda name: _grounds(match, name)),
    ]


def _grounds(match: Match, key: str) -> str:
    """On what a line rests: its place in the rules and its clauses."""
    source = declaration(match, key)
    place = f"({source.place})" if source.place else ""
    cites = f"[{', '.join(source.cites)}]" if source.cites else ""
    return " ".join(part for part in (place, cites) if part)
