"""What texts say of every copy of their row, and what is for each of a set: builds, log, messages."""

from functools import cache
from pathlib import Path

import pytest

from regelwerk.match.log import Recorder
from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.meaning.game import check_game
from regelwerk.program.layout import make_layout
from regelwerk.rules.codec import decode, encode
from regelwerk.source.render import render_short
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.telling import tell
from tools import card_bench
from tools.copies_bench import many_amulets
from tools.lockstep import Builds, lockstep
from tools.own_games import assert_as_written, assert_holds, rules_of, scenarios_of

GAME = Path(__file__).parent / "amulets.rules"


@cache
def layouts():
    return Layouts(rules_of(GAME))


def test_the_game_checks_and_reads_as_it_is_written():
    assert_as_written(GAME)


@pytest.mark.each("scenario", scenarios_of, GAME, ids=lambda scenario: scenario.title)
def test_the_case_holds_on_both_builds(scenario):
    assert_holds(layouts(), scenario)


def test_who_holds_a_copy_is_judged_when_things_move():
    stones = check_game(GAME.with_name("stones.rules"), ())
    assert stones.diagnostics == []
    for scenario in stones.scenarios.scenarios:
        assert_holds(Layouts(stones.rules), scenario)


def test_both_builds_play_alike():
    builds = Builds(rules_of(GAME))
    for seed in range(40):
        lockstep(builds, seed=seed)


def test_it_plays_alike_from_json():
    again = decode(encode(rules_of(GAME)))
    assert again == rules_of(GAME)
    assert lockstep(again, seed=3).hash() == lockstep(rules_of(GAME), seed=3).hash()


def test_modifiers_found_through_zones_agree_with_the_walker():
    builds = Builds(card_bench.rules_of(many_amulets(40, 3)))
    for seed in range(6):
        assert lockstep(builds, seed=seed).over is not None


def told(event, *given, seat=0):
    """What a seat may read when an event happens where cards (row, copy) lie in zones (name, owner)."""
    layout = make_layout(rules_of(GAME), 2)
    state = State(layout)
    for row, copy, name, owner in given:
        thing = layout.tables.row_things[layout.tables.row_number[row]][copy]
        state.zones[state.at[thing]].remove(thing)
        zone = layout.tables.zones[name].first + owner
        state.zones[zone].append(thing)
        state.at[thing] = zone
        if name == "hand":
            state.known[thing] = 1 << owner
    entries = []
    Walker(layout, Recorder(layout, state, entries)).begin(state, *event)
    seen = [entry.seen_by(seat) for entry in entries]
    return [tell(entry, str) for entry in seen if entry is not None]


def test_the_log_names_the_copy():
    shone = told(("tick", [0]), ("charm", 1, "field", 0), ("charm", 2, "field", 0))
    assert [line for line in shone if "shine" in line] == [
        "shine after tick (charm#2)",
        "shine after tick (charm#3)",
    ]
    assert "shield instead of hurt (charm#2)" in told(("hurt", [0, 3]), ("charm", 1, "field", 0))
    assert "silence forbids tick (curse#2)" in told(("tick", [0]), ("curse", 1, "field", 1))


def test_the_log_names_no_copy_that_a_seat_does_not_know():
    assert "glow before tick (charm#1)" in told(("tick", [1]), ("charm", 0, "hand", 1), seat=1)
    assert "glow before tick" in told(("tick", [1]), ("charm", 0, "hand", 1), seat=0)


BROKEN = {
    "two sets at once": (
        "rule odd for each hero h in p.field:\n        after tick where (holder(this) = h):\n"
        "            raise light by 1\n",
        "M069 `this` is each of the things `charm`, and this is for each of another set already",
    ),
    "two sets in a limit": (
        "rule odd for each hero h:\n        as soon as holder(this) = h and light > 3:\n"
        "            raise light by 1\n",
        "M069 `this` is each of the things `charm`, and this is for each of another set already",
    ),
    "two sets in a modifier": (
        "modify power for hero h for each hero o:\n        raise 1 when holder(this) = o and h.tired\n",
        "M069 `this` is each of the things `charm`, and this is for each of another set already",
    ),
    "an unknown type": (
        "rule odd for each heros h:\n        after tick where (h.tired):\n            raise light by 1\n",
        "M003 there is no type or enum `heros`",
    ),
    "a parameter that the event does not have": (
        "rule odd for each hero h in q.field:\n        after tick:\n            set h.tired to no\n",
        "M001 there is no `q`",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_said(name, tmp_path):
    wrong, message = BROKEN[name]
    text = GAME.read_text("utf-8").replace("text of charm:\n", f"text of charm:\n    {wrong}", 1)
    path = tmp_path / "amulets.rules"
    path.write_text(text, "utf-8")
    said = render_short(check_game(path, ()).diagnostics, {}, False).splitlines()
    assert any(line.endswith(message) for line in said), said
