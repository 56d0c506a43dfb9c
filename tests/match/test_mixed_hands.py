"""A hand that others have seen is mixed before one of its cards is laid down covered."""

from __future__ import annotations

from pathlib import Path

import pytest

from match.test_copies_in_scenarios import failures
from meaning.games import said
from regelwerk.match.walker import Walker
from regelwerk.program.generate import Program

BLUFF = """\
game bluff for 2 players

type letter:
    starts in post

table letter:
    news
    gossip
    bill

zone post: letter, pile, seen by nobody
zone hand of seat: letter, seen by owner
zone line: letter, seen by all
zone covered of seat: letter, seen by nobody

event main():
    draw 2 from post to seat 1.hand
    show seat 1.hand to seat 2
    cover(seat 1)
    move post to line
    end game as over

event cover(seat p):
    choose letter x in p.hand by p, otherwise done
    {mixing}
    move x to p.covered

scenario "nobody else knows which of them it was":
    let bluff be news
    let kept be gossip
    given:
        move bluff to seat 1.hand
        move kept to seat 1.hand
        show seat 1.hand to seat 2
    start cover(seat 1)
    seat 1: news
    expect knows(seat 1, bluff) and knows(seat 1, kept)
    expect not knows(seat 2, bluff) and not knows(seat 2, kept)
"""


@pytest.mark.parametrize("build", [Walker, Program])
def test_what_was_seen_is_hidden_again(tmp_path: Path, build: type[Walker] | type[Program]) -> None:
    assert failures(tmp_path, BLUFF.format(mixing="shuffle p.hand"), build) == [None]
    [failure] = failures(tmp_path, BLUFF.format(mixing="nothing"), build)
    assert failure is not None and failure.startswith("what is expected does not hold")


def test_where_all_see_there_is_nothing_to_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = [each for each in said(BLUFF.format(mixing="shuffle line")) if " M043 " in each]
    assert [each.split(" ", 1)[1] for each in found] == ["M043 `line` has no order to shuffle"]
