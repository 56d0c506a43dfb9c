"""A match at a decision is plain data: it can be copied, hashed, saved and taken up again."""

import json
from random import Random

import pytest

from regelwerk.match.decisions import pending
from regelwerk.match.errors import MatchError
from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.program.layout import make_layout
from regelwerk.rules.codec import decode, encode
from small_games import ALL, betting_game, duel_game, errand_game, lines_game


def playout(layout, seed, stutter):
    """Play at random; with `stutter` every position goes through JSON first. Returns the hashes."""
    rng = Random(seed)
    walker = Walker(layout)
    s = State(layout, seed)
    walker.begin(s)
    hashes = [s.hash()]
    while s.over is None and len(hashes) < 300:
        if stutter:
            s = State.from_plain(layout, json.loads(json.dumps(s.plain())))
        decision = rng.choice(pending(layout, s))
        assert len(decision.options) > 1
        walker.resume(s, (decision.seat, rng.choice(decision.options)))
        hashes.append(s.hash())
    return hashes


@pytest.mark.parametrize("name", ALL)
def test_going_through_json_at_every_decision_changes_nothing(name):
    layout = make_layout(ALL[name], 2)
    for seed in range(4):
        assert playout(layout, seed, True) == playout(layout, seed, False)


@pytest.mark.parametrize("name", ALL)
def test_rules_read_back_play_the_same(name):
    rules = decode(encode(ALL[name]))
    assert rules == ALL[name]
    assert playout(make_layout(rules, 2), 3, False) == playout(make_layout(ALL[name], 2), 3, False)


def test_a_copy_is_equal_and_independent():
    match = Match.start(duel_game())
    match.take(0, 0)
    copy = match.copy()
    assert copy.hash() == match.hash()
    copy.take(0, 0)
    before = match.hash()
    while not copy.over:
        copy.take(0, len(copy.decisions[0].options) - 1)
    assert match.hash() == before
    match.take(0, 1)
    assert len(match.log) > 0


def test_positions_reached_in_another_order_hash_the_same():
    hashes = set()
    for order in ((0, 1, 2), (2, 1, 0)):
        match = Match.start(lines_game())
        for field in order:
            match.take(0, (field,))
        hashes.add(match.hash())
    assert len(hashes) == 1
    match.take(0, (5,))
    assert match.hash() not in hashes


def test_what_is_out_of_scope_is_not_part_of_the_position():
    """After either step the same is left to be read where the next one is chosen."""
    ends = set()
    for first in ("2", "3"):
        match = Match.start(errand_game())
        texts = [match.text(option) for option in match.decisions[0].options]
        match.take(0, texts.index(first))
        ends.add(json.dumps(match.state.plain()["stack"]))
    assert len(ends) == 1


def test_a_saved_match_goes_on_where_it_was():
    match = Match.start(betting_game(), players=3, seed=5)
    match.take(2, 1)
    match.take(0, 0)
    loaded = Match.load(match.save(), betting_game())
    assert loaded.hash() == match.hash()
    assert loaded.decisions == match.decisions
    assert loaded.log == match.log
    for one in (match, loaded):
        while not one.over:
            one.take(0, 0)
    assert loaded.hash() == match.hash()
    assert Match.load(match.save(), betting_game()).over


def test_other_rules_are_refused():
    text = Match.start(lines_game()).save()
    with pytest.raises(MatchError, match="of the game `lines`, not of `duel`"):
        Match.load(text, duel_game())
    changed = decode(encode(lines_game()).replace(b'"width":3', b'"width":4'))
    with pytest.raises(MatchError, match="played with other rules of `lines`"):
        Match.load(text, changed)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"format": "regelwerk-match/3"}', "\ud800", "[" * 5000]
)
def test_what_is_no_saved_match_is_refused(text):
    with pytest.raises(MatchError, match="not a saved match"):
        Match.load(text.encode("utf-8", "surrogatepass"), lines_game())


def test_a_truncated_save_is_refused_at_every_length():
    text = Match.start(lines_game()).save()
    for length in range(0, len(text), 37):
        with pytest.raises(MatchError):
            Match.load(text[:length], lines_game())


def test_every_edit_of_a_save_is_refused():
    match = Match.start(duel_game())
    match.take(0, 0)
    saved = json.loads(match.save())
    count = 0
    for path, value in _leaves(saved["state"], ()):
        for other in (_other(value), None if value is not None else 0, "x", -7, 10**40, []):
            if other == value:
                continue
            data = json.loads(json.dumps(saved))
            _set(data["state"], path, other)
            with pytest.raises(MatchError):
                Match.load(json.dumps(data), duel_game())
            count += 1
    assert count > 100


@pytest.mark.parametrize("name", ALL)
def test_damaged_states_are_refused_or_play_on_without_a_crash(name):
    """Without the hash nothing but MatchError may come of any damage."""
    layout = make_layout(ALL[name], 2)
    s = State(layout, 1)
    walker = Walker(layout)
    walker.begin(s)
    decision = pending(layout, s)[0]
    walker.resume(s, (decision.seat, decision.options[0]))
    plain = s.plain()
    for path, value in _leaves(plain, ()):
        for other in (_other(value), "x", -3, 10**6, [], {}, None):
            data = json.loads(json.dumps(plain))
            _set(data, path, other)
            if json.dumps(data) == json.dumps(plain):
                continue
            try:
                read = State.from_plain(layout, data)
            except MatchError as error:
                assert "damaged at `" in str(error)
                continue
            assert read.plain() == data


def test_a_thing_in_two_zones_is_found():
    layout = make_layout(betting_game(), 2)
    s = State(layout, 1)
    Walker(layout).begin(s)
    data = s.plain()
    data["zones"]["hand"][0] = list(data["zones"]["hand"][1])
    with pytest.raises(MatchError, match=r"at `zones.hand\[1\]`: thing \d+ lies in two zones"):
        State.from_plain(layout, data)


def test_a_frame_nothing_calls_is_found():
    layout = make_layout(errand_game(), 2)
    s = State(layout, 1)
    Walker(layout).begin(s)
    data = s.plain()
    data["stack"].insert(1, data["stack"][1])
    with pytest.raises(MatchError, match="nothing below it calls this body"):
        State.from_plain(layout, data)


def _leaves(data, path):
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _leaves(value, (*path, key))
    elif isinstance(data, list):
        for key, value in enumerate(data):
            yield from _leaves(value, (*path, key))
    else:
        yield path, data


def _other(value):
    return value + 1 if isinstance(value, int) else f"{value}x"


def _set(data, path, value):
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value
