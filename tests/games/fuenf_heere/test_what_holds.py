"""What holds before every die of a match: an added rule ends the match where it does not."""

from __future__ import annotations

import shutil
from random import Random

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.players.random_player import RandomPlayer
from regelwerk.players.sight import Sight
from regelwerk.program.generate import Program
from regelwerk.program.layout import Layout, make_layout
from regelwerk.resources import data_path

pytestmark = [
    pytest.mark.about("games/fuenf_heere", "tests/games/fuenf_heere"),
    pytest.mark.xdist_group("fuenf_heere"),
]
DECISIONS = 5_000
NEVER = {
    "more than five units": (
        "any region r where (units(free_peoples, r) > 5 or "
        "(units(shadow, r) > 5 and not r.mustering and r.kind != goblin_ground))"
    ),
    "both sides in a region": "any region r where (army(free_peoples, r) and army(shadow, r))",
    "Beorn among units": "any region r where (beorn inside r.field and any unit in r.field)",
    "more damage than units": "any region r where (r.damage > count of unit in r.field)",
    "damage that nobody took along": "any region r where (r.brought > 0)",
    "more damage on walls than they bear": "any region r where (r.broken > r.protection)",
    "a token of leadership alone": (
        "any region r where (any leadership_token t in r.field where (not army(t.side, r)))"
    ),
    "recruits under an enemy": (
        "any region r where (any recruit_token t in r.camp where (army(enemy(t.group.side), r)))"
    ),
    "an army in a settlement that is not its own": (
        "any region r where (is_site(r) and ((army(shadow, r) and not r.taken) or "
        "(army(free_peoples, r) and r.taken)))"
    ),
    "the Free Peoples on a pass or a ground": (
        "any region r where (r.kind != on_the_battlefield and "
        "any figure f in r.field where (f.side = free_peoples))"
    ),
    "a blocked pass above five units": (
        "any border l where (l.blocked and count of unit in l.from_place.field >= 5)"
    ),
    "more than six cards in a hand": "any side x where (size(x.lead.hand) > 6)",
    "cards of manoeuvre without a battle": (
        "any maneuver_card c where (not (c inside maneuver_box)) or any side x where (size(x.laid) > 0)"
    ),
    "Beorn without wrath": "in_play(beorn) and wrath = 0",
    "a figure that was never given out": (
        "any figure f in box where (f is unit or f is leadership_token or f is special_unit)"
    ),
    "a unit above the territories": (
        "any territory t where (any figure f in t.sky where (f is unit or f is leadership_token))"
    ),
    "a unit that is no more": "any figure f in out_of_game where (f is not character)",
    "more unused dice than were rolled": "any side x where (unused(x) > x.pool)",
    "a tile of fate that is nowhere": (
        "size(fate_pool) + size(special_tiles) + size(removed_tiles) != count of fate_tile"
    ),
    "a card that is nowhere": "size(card_box) > 0 or size(fate_card_box) > 0 or size(token_box) > 0",
}


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> Layout:
    made = tmp_path_factory.mktemp("holds") / "fuenf_heere"
    shutil.copytree(data_path("games") / "fuenf_heere", made)
    manifest = made / "game.yaml"
    listed = manifest.read_text("utf-8").replace(
        "  - victory.rules\n", "  - victory.rules\n  - never.rules\n"
    )
    manifest.write_text(listed, "utf-8")
    (made / "never.rules").write_text("\n".join(_rule(n, text) for n, text in enumerate(NEVER.values())))
    return make_layout(load_game(str(made)).rules, 2)


def _rule(number: int, condition: str) -> str:
    return (
        f"rule never_{number}:\n    before offer_actions where ({condition}):\n"
        f"        end game as fault_{number}:\n            winners free_peoples.lead\n"
    )


@pytest.mark.parametrize("seed", [11, 12, 13, 14])
def test_it_never_happens(layout: Layout, seed: int) -> None:
    match = Match.start_on(layout, Program(layout), seed, log=False)
    bots = [RandomPlayer(Random(seat + 10 * seed)) for seat in range(2)]
    for _ in range(DECISIONS):
        if match.over:
            break
        sight = Sight(match, 0)
        match.take(0, bots[sight.seat].choose(sight))
    assert match.result is not None
    assert not match.result.name.startswith("fault"), list(NEVER)[int(match.result.name.split("_")[1])]
