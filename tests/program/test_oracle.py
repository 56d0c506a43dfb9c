"""The walker believes nothing that the generator believes: a mistake planted in the generator is noticed."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from regelwerk import match, resources
from regelwerk.program import (
    charging,
    copies,
    expressions,
    for_each,
    guards,
    known,
    layout,
    possible,
    whereabouts,
)
from tools.card_bench import rules_of
from tools.lockstep import Builds, lockstep

PAGE = Path(resources.__file__).parents[2] / "docs" / "architecture" / "match_folder.md"
EXPLAINS, CHOOSES = "sighted", "match"
"""The module that explains and plays no match; the one that chooses between the builds."""

GAME = """\
game planted for 2 players

type card:
    weight: 0..9 = 0
    starts in box

type hero:
    strength: 0..99 = 0
    starts in court

zone court: hero
zone box: card, pile, seen by nobody
zone hand of seat: card, seen by owner
zone in_play of seat: card, seen by all
zone resting of seat: card, seen by all

type seat:
    gold: 0..9999 = 3
    power: 0..99 = 1

table hero:
    ada: strength = 5
    ben: strength = 12

table card:
{rows}

event main():
    for each seat p:
        draw 1 from box to p.hand
    repeat 7 times:
        for each seat p:
            draw 1 from box to p.hand
            open chain(p)
            gain(p, p.power + luck(p))
    end game as over:
        score p.gold + lightest() for each seat p

event gain(seat p, number n):
    raise p.gold by n

window chain(seat p):
    asks all seat from p
    answers at once

value quick(card c) told by its text, otherwise no

value rare(card c) = c is card_1

action hurries:
    at chain
    by q
    uses card e in q.hand where (quick(e))
    do:
        move e to q.resting

action greets:
    at chain
    by q
    once per main
    uses card e in q.hand where (rare(e))
    do:
        raise q.gold by 20

value luck(seat p) = 1

modify luck for seat p:
    raise 2 when any card c in p.resting

value lightest() = count of card c where (not any card d where (d.weight < c.weight))

rule brave:
    after gain where (any hero h where (h.strength - 10 > n)):
        raise p.gold by 1

rule twins for each card c where (c is card_0 or c is card_1 or c is card_2 or c is card_3):
    after gain where (c inside p.in_play):
        raise p.gold by 2

{texts}"""
TEXT = """
text of card_{n}:
    quick = {quick}
    action play_{n}:
        at chain
        by q
        uses this in q.hand
        do:
            move this to q.in_play
    action rest_{n}:
        at chain
        by q
        uses this in q.in_play
        do:
            move this to q.resting
    rule lasts_{n}:
        after gain where (this inside p.in_play or this inside p.resting):
            raise p.gold by 1
    rule stops_{n}:
        forbid gain where (n > {n} and this inside next(p).resting)
    modify power for seat p:
        raise 1 when this inside p.in_play or this inside p.resting
"""
TEXTS, COPIES, SEEDS = 8, 9, 12
"""More than 64 things: sets over fewer are written out thing by thing."""


@pytest.fixture(scope="module")
def rules():
    """A game in which the generator passes over much: texts of cards, parts of actions, copies of rows."""
    rows = "\n".join(f"    card_{n}: copies = {COPIES}, weight = {n}" for n in range(TEXTS))
    texts = "".join(TEXT.format(n=n, quick="yes" if n % 3 else "no") for n in range(TEXTS))
    return rules_of(GAME.format(rows=rows, texts=texts))


def first_half(things):
    return things and things[: len(things) // 2]


def without_greatest(things):
    return things and things - {max(things)}


def zone_left_out(planted):
    lies = whereabouts.Whereabouts.where_lies
    planted(whereabouts.Whereabouts, "where_lies", lambda *args: lies(*args)[:1])


def wrong_zone(planted):
    zones = guards.Guards.zones_of_source
    planted(guards.Guards, "zones_of_source", lambda *args: ("ZONES[0]",) if zones(*args) else ())


def copies_left_out_of_rules(planted):
    planted(guards, "all_copies", lambda *args: first_half(copies.all_copies(*args)))


def copies_left_out_of_modifiers(planted):
    planted(for_each, "all_copies", lambda *args: first_half(copies.all_copies(*args)))


def rows_left_out(planted):
    rows = copies.rows_in
    planted(copies, "rows_in", lambda *args: set(first_half(sorted(rows(*args)))) or rows(*args))


def thing_left_out_of_what_is_possible(planted):
    things = possible.Possible.things
    planted(possible.Possible, "things", lambda *args: without_greatest(things(*args)))


def action_not_looked_at(planted):
    prospects = possible.make_prospects

    def short(game):
        return [
            each if each.sought is None else replace(each, sought=first_half(each.sought))
            for each in prospects(game)
        ]

    planted(layout, "make_prospects", short)


def card_not_looked_for(planted):
    guard = guards.Guards._guard

    def short(*args):
        found = guard(*args)
        return found and guards.Guard(found.zones, without_greatest(found.things))

    planted(guards.Guards, "_guard", short)


def wrong_value_worked_out_beforehand(planted):
    attribute = known.KnownValues._attribute
    planted(known.KnownValues, "_attribute", lambda *args: attribute(*args) + 3)


def changed_value_taken_for_small(planted):
    planted(expressions, "small_values", lambda game: (set(game.values), set()))


def steps_not_counted(planted):
    planted(charging.Charging, "steps", lambda *args: 0)


MISTAKES = [
    wrong_value_worked_out_beforehand,
    changed_value_taken_for_small,
    steps_not_counted,
    zone_left_out,
    wrong_zone,
    copies_left_out_of_rules,
    copies_left_out_of_modifiers,
    rows_left_out,
    thing_left_out_of_what_is_possible,
    action_not_looked_at,
    card_not_looked_for,
]


def test_without_a_mistake_both_builds_agree(rules):
    builds = Builds(rules)
    for seed in range(SEEDS):
        assert lockstep(builds, seed=seed).over is not None


@pytest.mark.parametrize("plant", MISTAKES, ids=lambda plant: plant.__name__)
def test_a_planted_mistake_in_the_generator_is_noticed(rules, monkeypatch, plant):
    plant(monkeypatch.setattr)
    builds = Builds(rules)
    with pytest.raises(AssertionError):
        for seed in range(SEEDS):
            lockstep(builds, seed=seed)


def taken_from_program():
    """What each module of `match/` imports from `program/`."""
    found = {}
    for path in Path(match.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("regelwerk.program"):
                _, _, module = node.module.partition("regelwerk.program.")
                modules = [module] if module else [each.name for each in node.names]
                found.setdefault(path.stem, set()).update(modules)
    return found


def test_the_walker_takes_from_the_generator_only_what_the_page_says_is_shared():
    section = PAGE.read_text("utf-8").partition("## What both builds share\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    shared = {name for row in rows for name in re.findall(r"`(\w+)\.py`", row)}
    taken = taken_from_program()
    assert taken.pop(EXPLAINS) - shared == {"copies", "scope", "whereabouts"}
    taken[CHOOSES].remove("generate")
    assert set().union(*taken.values()) == shared
