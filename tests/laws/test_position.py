"""A position is all there is: copies, saves, other processes and other orders lead to the same match."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from amounts import amount
from regelwerk.match.match import Match
from regelwerk.match.options import DONE
from regelwerk.match.state import State
from regelwerk.program.things import ZONE_PILE
from regelwerk.rules.codec import rules_hash
from tools.random_games import Turn, turns
from tools.relay import Course, marks_of, relay_at
from tools.shipped import BIG, BUILDS, CLOSE, build, cases, counts, layout, rules

AT_ONCE = amount("AT_ONCE", test=3, nightly=1)
"""So many positions are handed to one process."""
READ = amount("READ", test=5, nightly=1)
"""At one in so many decisions of the game that takes long a match is copied, or read again."""
UNHASHED = {"layout", "at", "branching", "depth", "dictated", "steps", "left", "calls"}


@pytest.mark.each(("name", "players"), cases, CLOSE)
@pytest.mark.parametrize("which", BUILDS)
def test_a_match_goes_on_in_two_directions(name: str, players: int, which: str) -> None:
    """From a copy to the end of another match, and back to the first: it is what it was."""
    plan, carrier = layout(name, players), build(name, players, which)
    draw = Random(players)
    for turn in turns(plan, carrier, players):
        if name == BIG and turn.number % READ:
            continue
        before, plain = turn.state.hash(), turn.state.plain()
        other = turn.state.copy()
        assert other.hash() == before
        assert other.same(turn.state)
        for _ in range(12):
            if other.over is not None:
                break
            decision = draw.choice(carrier.pending(other))
            carrier.resume(other, (decision.seat, draw.choice(decision.options)))
        assert turn.state.hash() == before
        assert turn.state.plain() == plain


@pytest.mark.parametrize("name", CLOSE)
def test_a_match_is_taken_up_from_its_text_at_every_decision(name: str) -> None:
    """Saved, thrown away and read again before the choices, by the two builds in turn."""
    players = counts(name)[0]
    plan = layout(name, players)
    course = Course(name, players, seed=3, log=False, far=True)
    match = Match.start_on(plan, build(name, players, "walker"), 3, log=False)
    for number, (seat, option) in enumerate(course.choices):
        text = match.save()
        assert text == course.saves[number]
        if name != BIG or number % READ == 0:
            match = Match.load(text, rules(name), "walker")
        match.build = build(name, players, BUILDS[number % 2])
        match.build.resume(match.state, (seat, option))
    assert match.hash() == course.end


@pytest.mark.parametrize("name", CLOSE)
def test_another_process_plays_the_same_to_the_end(name: str, tmp_path: Path) -> None:
    """At the positions that are unusual, and some others, with and without the history of the match."""
    players = counts(name)[-1]
    course = Course(name, players, seed=5)
    without = Course(name, players, seed=5, log=False)
    assert (without.end, without.hashes) == (course.end, course.hashes)
    course.saves[::2] = without.saves[::2]
    usual = [number for number in range(len(course.choices)) if number not in course.special]
    special = sorted(course.special)
    most = 3 if name == BIG else 2
    chosen = {*special[:: max(1, len(special) // most)][:most], *usual[:: max(1, len(usual) // most)][:most]}
    relay_at(course, sorted(chosen), tmp_path, AT_ONCE)


def test_saves_are_taken_in_the_middle_of_everything() -> None:
    """What the other laws hold for includes every way in which a match can be half done in these games."""
    marks = set()
    for name, players in cases(CLOSE):
        for seed in range(12):
            for turn in turns(layout(name, players), build(name, players, "fast"), seed):
                marks |= set(marks_of(turn.state, turn.decisions))
    assert marks >= {
        "decides choose", "decides several", "decides ask", "decides window", "decides pay",
        "inside event", "inside told", "inside rule", "inside action", "inside window",
        "answers", "picks", "lasting", "a window in a window",
    }  # fmt: skip


def test_the_order_of_picks_does_not_matter() -> None:
    """Two picks of one decision that do not depend on each other lead to one position."""
    found = 0
    for name, players in cases(CLOSE):
        plan, carrier = layout(name, players), build(name, players, "fast")
        for seed in range(3):
            for turn in turns(plan, carrier, seed):
                if turn.decision.kind == "several" and not turn.state.picks:
                    found += both_orders(turn, carrier)
    assert found > 20


def both_orders(turn: Turn, carrier: object) -> int:
    """Pick two things in both orders; the number of pairs that were compared."""
    compared = 0
    picks = [option for option in turn.decision.options if option != DONE]
    for pair in itertools.islice(itertools.combinations(picks, 2), 3):
        ends = []
        for order in (pair, pair[::-1]):
            s = turn.state.copy()
            if all(pick_one(carrier, s, turn, option) for option in order):
                finish_picking(carrier, s, turn)
                ends.append(s.hash())
        if len(ends) == 2:
            assert ends[0] == ends[1], f"{turn.decision.prompt_key}: {pair}"
            compared += 1
    return compared


def pick_one(carrier: object, s: State, turn: Turn, option: tuple[int, ...]) -> bool:
    if option not in [o for d in same_decision(carrier, s, turn) for o in d.options]:
        return False
    carrier.resume(s, (turn.decision.seat, option))
    return True


def finish_picking(carrier: object, s: State, turn: Turn) -> None:
    while s.picks:
        decision = same_decision(carrier, s, turn)[0]
        last = DONE if DONE in decision.options else decision.options[0]
        carrier.resume(s, (decision.seat, last))


def same_decision(carrier: object, s: State, turn: Turn) -> list:
    return [d for d in carrier.pending(s) if d.prompt_key == turn.decision.prompt_key]


def test_marks_set_in_another_order_are_the_same_position() -> None:
    plan, carrier = layout("tic_tac_toe", 2), build("tic_tac_toe", 2, "walker")
    hashes = set()
    for fields in ((0, 4, 1, 8, 3), (1, 8, 3, 4, 0), (3, 4, 0, 8, 1)):
        s = State(plan, 0)
        carrier.begin(s)
        for number, field in enumerate(fields):
            carrier.resume(s, (number % 2, (field,)))
        hashes.add(s.hash())
    assert len(hashes) == 1


@pytest.mark.parametrize("name", CLOSE)
def test_every_changed_cell_changes_the_hash(name: str) -> None:
    """One number anywhere in the state, one row more or less: it is another position with another hash."""
    players = counts(name)[-1]
    draw = Random(1)
    for turn in turns(layout(name, players), build(name, players, "fast"), 4):
        if turn.number % 9:
            continue
        here = turn.state.hash()
        for field in State.__slots__:
            if field in UNHASHED:
                continue
            changes = changed_fields(turn.state, field)
            for value in draw.sample(changes, min(len(changes), 25)):
                copy = turn.state.copy()
                setattr(copy, field, value)
                assert copy.hash() != here, f"{field} = {value!r}"
                assert not copy.same(turn.state), f"{field} = {value!r}"


def changed_fields(s: State, field: str) -> list:
    """Values a field could have besides the one it has. Frames keep their bodies, sets fix nothing."""
    if field == "stack":
        return [
            [*s.stack[:n], (body, point, values), *s.stack[n + 1 :]]
            for n, (body, point, old) in enumerate(s.stack)
            for values in changed_values(old)
        ]
    piles = [info.order == ZONE_PILE for info in s.layout.tables.zone_decl]
    if field == "fixed":
        changed = changed_values(s.fixed)
        return [
            c for c in changed if any(a != b for a, b, pile in zip(s.fixed, c, piles, strict=True) if pile)
        ]
    changed = changed_values(getattr(s, field))
    if field == "answers":
        actions = len(s.layout.actions)
        return [rows for rows in changed if all(row[0] < actions for row in rows)]
    return changed


def changed_values(value: object) -> list:
    """The value with one number in it changed, for each of them; lists also with one element less."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int):
        return [value ^ 1]
    if isinstance(value, dict):
        more = [{**value, key: n + 1} for key, n in value.items()]
        return more + [{k: n for k, n in value.items() if k != key} for key in value]
    if isinstance(value, list | tuple):
        found = []
        for index, inner in enumerate(value):
            for other in changed_values(inner):
                found.append(type(value)([*value[:index], other, *value[index + 1 :]]))
        return found
    return []


@pytest.mark.parametrize("name", CLOSE)
def test_a_save_names_its_rules(name: str) -> None:
    """Rules that differ in one number are other rules; labels, places and citations are not part of them."""
    own = rules(name)
    match = Match.start(own, seed=1)
    saved = json.loads(match.save())
    assert saved["rules"] == rules_hash(own)
    labels = msgspec.structs.replace(own, labels={}, places={}, cites={})
    assert Match.load(match.save(), labels).hash() == match.hash()
    first = own.rows[0] if own.rows else None
    changed = (
        msgspec.structs.replace(
            own, rows=(msgspec.structs.replace(first, copies=first.copies + 1), *own.rows[1:])
        )
        if first is not None
        else msgspec.structs.replace(own, events=own.events[::-1], players=(2, 3))
    )
    with pytest.raises(Exception, match=f"played with other rules of `{name}`"):
        Match.load(match.save(), changed)
