"""Chance is keyed by its source, can be dictated, and is the same everywhere."""

import pytest

from regelwerk.match import chance, knowledge
from regelwerk.match.errors import MatchError
from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.program.bounds import MAX_NUMBER, MAX_SEED
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import make_layout
from regelwerk.program.sources import of_die, of_zone
from small_games import betting_game
from tools import shipped


@pytest.fixture
def s():
    return State(make_layout(betting_game(), 2), 7)


def test_values_are_fixed_for_all_time():
    assert chance.chance_value(0, "die:fate:1", 0) == chance.chance_value(1 << 128, "die:fate:1", 0)
    assert [chance.chance_value(7, "die:fate:0", k) for k in range(2)] == [
        9157536607927710209,
        13127533105597348938,
    ]


def test_streams_do_not_shift_each_other(s):
    other = s.copy()
    alone = [chance.roll(s, "fate", 0) for _ in range(10)]
    mixed = []
    for _ in range(10):
        chance.roll(other, "fate", 1)
        knowledge.draw_top(other, 0, 3)
        mixed.append(chance.roll(other, "fate", 0))
    assert alone == mixed
    assert s.streams == {"die:fate:1": 10}


def test_dictated_results_leave_the_stream_alone(s):
    s.dictated = {of_die("fate"): [6, 3]}
    assert [chance.roll(s, "fate", 0), chance.roll(s, "fate", 0)] == [6, 3]
    assert s.streams == {}
    s.dictated = {of_die("fate"): [5]}
    with pytest.raises(MatchError, match="cannot give the dictated result"):
        chance.roll(s, "fate", 0)


def test_a_dictated_thing_may_be_any_of_its_row(s):
    tables = s.layout.tables
    first, second = tables.row_things[tables.row_number["card_4"]]
    s.dictated = {of_zone(0): [second, second]}
    assert knowledge.draw_top(s, 0, 1) == second
    assert knowledge.draw_top(s, 0, 1) == first


def test_sources_are_dictated_to_apart(s):
    tables = s.layout.tables
    _, second = tables.row_things[tables.row_number["card_4"]]
    s.dictated = {of_zone(0): [second], of_die("fate"): [3, 6]}
    assert chance.roll(s, "fate", 1) == 3
    assert knowledge.draw_top(s, 0, 1) == second
    assert chance.roll(s, "fate", 0) == 6
    assert s.streams == {}
    knowledge.draw_top(s, 0, 1)
    assert list(s.streams) == ["zone:0"]


def test_one_possible_result_uses_nothing_up(s):
    s.zones[0] = s.zones[0][:1]
    knowledge.draw_top(s, 0, 1)
    assert s.streams == {}


def test_who_looks_knows_and_mixing_forgets(s):
    top = knowledge.look(s, 0, 3, 1)
    assert s.fixed[0] == 3
    assert s.zones[0][-3:] == top[::-1]
    assert [s.known[thing] for thing in top] == [2, 2, 2]
    assert knowledge.look(s, 0, 2, 0) == top[:2]
    assert knowledge.draw_top(s, 0, 1) == top[0]
    assert s.known[top[0]] == 3
    assert s.fixed[0] == 2
    knowledge.move(s, top[0], 0)
    assert s.known[top[0]] == 0
    assert s.fixed[0] == 2
    assert s.zones[0][:8] == sorted(s.zones[0][:8])
    knowledge.shuffle(s, 0)
    assert s.fixed[0] == 0
    assert {s.known[thing] for thing in s.zones[0]} == {0}


def test_what_lies_open_is_known_to_all_and_stays_so(s):
    thing = knowledge.draw_top(s, 0, 1)
    assert s.known[thing] == 1
    knowledge.move(s, thing, 3)
    assert s.known[thing] == 3
    knowledge.move(s, thing, 0, "top")
    assert s.known[thing] == 3
    assert s.zones[0][-1] == thing


def test_every_order_of_an_ordered_zone_can_come_of_a_shuffle(s):
    seen = set()
    for thing in (0, 1, 2):
        knowledge.move(s, thing, 3)
    for _ in range(200):
        knowledge.shuffle(s, 3)
        seen.add(tuple(s.zones[3]))
    assert len(seen) == 6


@pytest.mark.parametrize("build", ["walker", "fast"])
def test_a_source_that_has_spoken_too_often_speaks_no_more(build):
    """What is saved of it can always be read."""
    match = Match.start(shipped.rules("pig"), seed=1, build=build, log=False)
    while not match.state.streams:
        match.take(0, 0)
    stream = next(iter(match.state.streams))
    match.state.streams[stream] = MAX_NUMBER - 1
    with pytest.raises(RuleError, match="a number becomes too large"):
        for _ in range(200):
            match.take(0, 0)
            Match.load(match.save(), match.rules)
    assert match.state.streams[stream] == MAX_NUMBER


def test_a_match_begins_with_a_seed_that_can_be_saved_or_not_at_all():
    match = Match.start(betting_game(), seed=-MAX_SEED)
    assert Match.load(match.save(), match.rules).save() == match.save()
    with pytest.raises(MatchError, match="a seed lies from"):
        Match.start(betting_game(), seed=MAX_SEED + 1)
