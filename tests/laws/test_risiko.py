"""What always holds in Risk: each territory has an army, each card a place, each match an end."""

from __future__ import annotations

from typing import Any

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.match.views import view
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from tools.random_games import Chooser

STRIDE = 15
"""Every so many decisions the whole position is looked at."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_territories_cards_and_the_end(players: int) -> None:
    plan = make_layout(load_game("risiko").rules, players)
    match = Match.start_on(plan, Program(plan), seed=players, log=False)
    chooser = Chooser(players)
    number, looked_at = 0, 0
    while not match.over:
        if number % STRIDE == 0:
            looked_at += territories(match, players)
            cards(match)
        number += 1
        decision, option = chooser.choose(match.decisions)
        match.take(match.decisions.index(decision), option)
    assert match.result is not None
    assert match.result.name in ("ring_destroyed", "middle_earth_conquered")
    assert match.result.winners
    assert looked_at > 10


def territories(match: Match, players: int) -> bool:
    """Once all are given out, each has at least one battalion, and a lord if more than two play."""
    if any(
        d.prompt_key.startswith(("event:claim", "event:march_in", "event:leaders")) for d in match.decisions
    ):
        return False
    things: list[dict[str, Any]] = view(match, None)["things"]
    lands = [thing for thing in things if "battalions" in thing]
    assert len(lands) == 64
    assert all(land["battalions"] >= 1 for land in lands)
    assert players == 2 or all(land["held_by"] not in (None, "none") for land in lands)
    return True


def cards(match: Match) -> None:
    """66 territory cards and 60 adventure cards lie somewhere."""
    found = {"territory": 0, "adventure": 0}
    zones = view(match, None)["zones"]
    sorts = {
        "territory": (
            "territory_deck", "territory_discard", "cards", "laid_out", "uprising",
            "start_cards_of_good", "start_cards_of_evil", "start_cards_of_nobody",
        ),
        "adventure": ("adventure_deck", "hand", "collection", "adventure_discard", "removed"),
    }  # fmt: skip
    for sort, names in sorts.items():
        for name in names:
            for copy in zones[name]:
                found[sort] += len(copy["things"]) + sum(hidden["count"] for hidden in copy["hidden"])
    assert found == {"territory": 66, "adventure": 60}
