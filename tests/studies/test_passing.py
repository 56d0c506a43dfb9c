"""Passing in scenarios: until a moment comes, and by seats that play nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run

GAME = """\
game dusk for 2 players

type card:
    early: flag
    starts in box

table card:
    lark: early = yes
    owl: early = no
    bat: early = no

zone box: card, seen by all
zone hand of seat: card, seen by all
zone gone: card, seen by all

state hour: 0..9 = 0

event main():
    evening()
    end game as night

event evening():
    repeat 3 times:
        raise hour by 1
        open calling()
    choose seat p where (size(p.hand) > 0) by seat 1, otherwise done
    raise hour by 1

window calling():
    asks all seat
    closes when all pass in a row
    answers at once

action call:
    at calling
    by p
    uses card c in p.hand where (c.early or hour > 2)
    do:
        move c to gone

scenario "one":
    let anna be seat 1
    let ben be seat 2
    given:
        {given}
    start evening()
{lines}
"""


def played(
    tmp_path: Path, lines: str, given: str = "put owl in anna.hand\n        put bat in ben.hand"
) -> str:
    path = tmp_path / "dusk.rules"
    path.write_text(GAME.format(lines="\n".join(f"    {line}" for line in lines.split("; ")), given=given))
    done = run("test", path)
    return done.out + done.err


BEN_HAS_A_LARK = "put owl in anna.hand\n        put bat in ben.hand\n        put lark in ben.hand"
ANNA_HAS_A_LARK = "put owl in anna.hand\n        put bat in ben.hand\n        put lark in anna.hand"
PASSING = {
    "until something is offered": "all pass until anna may call(owl); expect hour = 3; anna: call(owl); "
    "expect owl inside gone",
    "until something is offered to another": "all pass until ben may call(bat); ben: call(bat); "
    "expect bat inside gone",
    "until something holds": "all pass until hour = 3; anna may call(owl)",
    "a seat that plays nothing": "ben plays nothing; all pass until anna may call(owl); anna: call(owl); "
    "expect bat inside ben.hand and owl inside gone",
    "a seat that plays nothing for a while": "ben plays nothing until owl inside gone; "
    "all pass until anna may call(owl); anna: call(owl); ben: call(bat); expect bat inside gone",
}


@pytest.mark.parametrize("more", [None, BEN_HAS_A_LARK, ANNA_HAS_A_LARK])
@pytest.mark.parametrize("lines", PASSING.values(), ids=PASSING)
def test_one_more_card_in_a_hand_changes_nothing(tmp_path: Path, lines: str, more: str | None) -> None:
    said = played(tmp_path, lines) if more is None else played(tmp_path, lines, more)
    assert said == "1 passed\n"


def test_without_it_a_card_more_does(tmp_path: Path) -> None:
    lines = "anna: call(owl); expect owl inside gone"
    assert played(tmp_path, lines) == "1 passed\n"
    assert "anna is not asked here" in played(tmp_path, lines, BEN_HAS_A_LARK)


FAILING = {
    "all pass until hour = 9; expect hour = 9": "anna cannot pass here, but is asked for a seat",
    "all pass until anna may call(bat); expect hour = 9": "anna cannot pass here, but is asked for a seat",
    "all pass until anna may call(owl); ben plays nothing; anna: call(owl); ben: call(bat); "
    "expect hour = 9": ("ben plays nothing here, so cannot take `call(bat)`"),
    "all pass until hour = 3; all pass; anna: ben; all pass until hour = 9; expect hour = 9": (
        "what all wait for has not come: what the scenario starts is done"
    ),
}


@pytest.mark.parametrize("lines", FAILING)
def test_a_moment_that_does_not_come(tmp_path: Path, lines: str) -> None:
    assert FAILING[lines] in played(tmp_path, lines)


def test_who_only_plays_nothing_proves_nothing(tmp_path: Path) -> None:
    assert "would pass without being played" in played(
        tmp_path, "anna plays nothing; ben plays nothing; expect hour = 0 or hour > 0"
    )
