"""What several seats may lay down lies there for all; a thing counts for the first means that admits it."""

import pytest

from regelwerk.meaning.game import check_game
from tools.lockstep import Builds, lockstep

_TABLE = "table card:\n" + "\n".join(f"    c{number}: strength = {number % 4}" for number in range(12))
_GAME = """game shared_pool for 2..3 players

type card:
    strength: 0..3 = 0
    starts in pool

{table}

zone pool: card, seen by all
zone spent: card, seen by all

state n: 0..9 = 0

payment prices by payer:
{means}
event main():
    repeat 4 times:
        pay prices {by}: 4
        then:
            raise n by 1
        move spent to pool
    if n > 2:
        set n to 0
    end game as over
"""
_SHARED = """    with card a in pool where (a.strength < 3):
        gives 1
        move a to spent
"""
_NOTHING = """    with card a in pool where (a.strength < 2):
        gives a.strength
        move a to spent
    with card b in pool:
        gives 1
        move b to spent
"""
_BY = ("by group all seat from seat 1", "by some all seat from seat 1")


@pytest.mark.slow
@pytest.mark.parametrize("by", _BY)
@pytest.mark.parametrize("means", [_SHARED, _NOTHING])
def test_both_builds_offer_the_same(tmp_path, means, by):
    path = tmp_path / "shared_pool.rules"
    path.write_text(_GAME.format(table=_TABLE, means=means, by=by), "utf-8")
    checked = check_game(path)
    assert checked.rules is not None, checked.diagnostics
    builds = Builds(checked.rules, 3)
    for seed in range(20):
        lockstep(builds, seed=seed)
