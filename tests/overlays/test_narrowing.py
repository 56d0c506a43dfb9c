"""A narrowed action is offered nowhere where it was not before: over random play on the plain game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from duels import amended, over
from regelwerk.match.match import Match

NARROWED = {
    "needs": ("narrow action lay:", "    needs c.worth > 1 or q.points > 3"),
    "by where": ("narrow action lay:", "    by where (q = seat 2 or c_laid() > 1)"),
    "once per": ("narrow action lay:", "    once per main"),
    "only with": ("narrow action lay:", "    only with length = long"),
}
COUNTED = ("value c_laid() = size(out)",)


def offers(match: Match) -> set[tuple[int, str]]:
    return {
        (decision.seat, match.text(option, number))
        for number, decision in enumerate(match.decisions)
        for option in decision.options
    }


@pytest.mark.parametrize("name", NARROWED)
def test_options_of_a_narrowed_action_are_a_subset(name: str, tmp_path: Path) -> None:
    base = amended(tmp_path).rules
    lines = (*NARROWED[name], *(COUNTED if "c_laid" in "".join(NARROWED[name]) else ()))
    narrow = amended(tmp_path, over(*lines)).rules
    assert base is not None and narrow is not None
    fewer = 0
    for seed in range(25):
        random = Random(seed)
        wide, tight = Match.start(base, 2, {}, seed), Match.start(narrow, 2, {}, seed)
        fewer += tight.over and not wide.over
        while not wide.over and not tight.over:
            broad, close = offers(wide), offers(tight)
            if {seat for seat, _ in broad} != {seat for seat, _ in close}:
                fewer += 1
                break
            assert close <= broad
            fewer += len(broad) - len(close)
            seat, text = random.choice(sorted(close))
            for match in (wide, tight):
                take(match, seat, text)
    assert fewer > 0


def take(match: Match, seat: int, text: str) -> None:
    for number, decision in enumerate(match.decisions):
        for option in decision.options:
            if (decision.seat, match.text(option, number)) == (seat, text):
                match.take(number, option)
                return
    raise AssertionError(f"{text} is not offered")
