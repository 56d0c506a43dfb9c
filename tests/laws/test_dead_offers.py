"""No offer ends in nothing, unless the rule says that it may."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from amounts import NIGHTLY, amount
from regelwerk.match.walker import Walker
from regelwerk.meaning.game import check_game
from regelwerk.meaning.house_titles import own_houses
from regelwerk.program.layout import Layout, make_layout
from regelwerk.rules.declarations import Rules
from tools.dead_offers import Dead, watched
from tools.random_games import turns
from tools.shipped import (
    LONG_GAMES,
    NAMES,
    PATHS,
    by_day,
    check_all,
    counts,
    game,
    list_values,
    option_range,
)

MATCHES = amount("OFFERS", test=3, nightly=200)
"""Matches of each game, and under each of its house rules."""
LONG_MATCHES = amount("OFFERS_OF_LONG_GAMES", test=1, nightly=20)
DECISIONS = amount("OFFERS_OF_A_LONG_MATCH", test=300, nightly=100_000)
"""Of a long game so much of a match is watched."""


def under_house_rules() -> list[tuple[str, str]]:
    """Every game alone, and with what comes with it; long games under house rules at night."""
    check_all()
    own = {name: own_houses(PATHS[name]) if PATHS[name].is_dir() else [] for name in NAMES}
    pairs = [(name, house) for name in by_day() for house in ("", *(path.stem for path in own[name]))]
    return [(name, house) for name, house in pairs if NIGHTLY or not house or name not in LONG_GAMES]


@pytest.mark.each(("name", "house"), under_house_rules)
def test_no_offer_ends_in_nothing_unless_the_rule_says_so(name: str, house: str) -> None:
    rules = game(name, house).rules
    for seed in range(LONG_MATCHES if name in LONG_GAMES else MATCHES):
        players = counts(name)[seed % len(counts(name))]
        most = DECISIONS if name in LONG_GAMES else None
        dead, _ = dead_offers(_layout(rules, players, seed), seed, most)
        assert not dead, f"{name} {house}, {players} players, seed {seed}"


def _layout(rules: Rules, players: int, seed: int) -> Layout:
    """As declared with the seed 0, else with options and lists that are drawn."""
    draw = Random(f"{rules.game}:{seed}")
    free = [option for option in rules.options if not option.fixed] if seed else []
    options = {option.name: draw.choice(option_range(rules, option)) for option in free}
    return make_layout(rules, players, options, list_values(rules, players, options, seed))


def dead_offers(layout: Layout, seed: int, most: int | None = None) -> tuple[set[Dead], int]:
    """What ended in nothing in (so many decisions of) a match at random, and how many offers were taken."""
    with watched() as watcher:
        for _ in islice(turns(layout, Walker(layout, watcher), seed), most):
            pass
    return set(watcher.dead), watcher.offers


GAME = """game wells for 2 players

type seat:
    water: 0..9 = 0
    coins: 0..99 = 20
    thirsty: flag = no

event main():
    for each seat p:
        open drawing(p)
    for each seat p:
        evening(p)
    end game as over:
        score p.water + p.coins for each seat p

event evening(seat p):
    if p.thirsty and p.water = 0:
        drink(p)
    ask p:
        rest:
            nothing
        {way}

event drink(seat p):
    raise p.water by 1

window drawing(seat p):
    asks p
    closes after one answer

action draw_water:
    at drawing
    by q
    cost:
        lower q.coins by 1
    do:
        {do}

{rule}
"""
WAY, RULE = "wait:\n            nothing", ""
CASES = {
    "something comes of it": ("drink(q)", WAY, RULE, set()),
    "it cannot": ("lower q.water by 1", WAY, RULE, {Dead("draw_water", "")}),
    "it is set as it was": ("set q.thirsty to no", WAY, RULE, {Dead("draw_water", "")}),
    "it says so": (
        "if q.water > 0:\n            drink(q)\n        otherwise:\n            nothing", WAY, RULE, set()
    ),
    "it says so of all": ("nothing", WAY, RULE, set()),
    "it does not say so": ("if q.water > 0:\n            drink(q)", WAY, RULE, {Dead("draw_water", "")}),
    "somebody need not decline": (
        "may choose seat s by q\n        if s is not none:\n            set s.thirsty to yes", WAY, RULE,
        {Dead("draw_water", ""), Dead("action:draw_water/s", "")},
    ),
    "it is forbidden": (
        "drink(q)", WAY, "rule dry:\n    forbid drink", {Dead("draw_water", "`dry` forbids `drink`")}
    ),
    "something else happens": (
        "drink(q)", WAY, "rule dry:\n    instead of drink:\n        set p.thirsty to yes", set()
    ),
    "it is replaced by what is nothing": (
        "drink(q)", WAY, "rule dry:\n    instead of drink:\n        lower p.water by 1",
        {Dead("draw_water", "`dry` stands in the place of `drink`")},
    ),
    "somebody may decline": (
        "may choose seat s where (s != q) by q\n        if s is not none:\n            set s.thirsty to yes",
        WAY, RULE, set(),
    ),
    "a die is rolled": (
        "roll luck as n by q\n        lower q.water by n", WAY, "die luck: 1..2", set()
    ),
    "what is chosen can": ("choose seat s by q\n        drink(s)", WAY, RULE, set()),
    "what is chosen cannot": (
        "drink(q)\n        choose seat s by q\n        set s.thirsty to no", WAY, RULE,
        {Dead("action:draw_water/s", "")},
    ),
    "what is chosen is forbidden": (
        "lower q.coins by 1\n        choose seat s by q\n        drink(s)", WAY,
        "rule dry:\n    forbid drink",
        {Dead("action:draw_water/s", "`dry` forbids `drink`")},
    ),
    "what is chosen need not": (
        "drink(q)\n        choose seat s by q\n        if s.thirsty:\n            drink(s)\n"
        "        otherwise:\n            nothing", WAY, RULE, set(),
    ),
    "one of several choices cannot": (
        "repeat 2 times:\n            choose seat s by q\n            set s.thirsty to yes", WAY, RULE,
        {Dead("draw_water", ""), Dead("action:draw_water/s", "")},
    ),
    "several that are chosen": (
        "drink(q)\n        choose exactly 1 seat ss by q\n        for each seat s in ss:\n"
        "            set s.thirsty to no",
        WAY, RULE, {Dead("action:draw_water/ss", "")},
    ),
    "a number may be none": (
        "drink(q)\n        choose number n in 0..0 by q\n        lower q.water by n", WAY, RULE, set(),
    ),
    "a number that is some": (
        "drink(q)\n        choose number n in 1..2 by q\n        set q.thirsty to n > 2", WAY, RULE,
        {Dead("action:draw_water/n", "")},
    ),
    "what is chosen is handed back": (
        "let s be somebody(q)\n        drink(s)", WAY,
        "event somebody(seat p):\n    choose seat s by p\n    result s", set(),
    ),
    "a way that can": ("drink(q)", "drink:\n            drink(p)", RULE, set()),
    "a way that cannot": (
        "drink(q)", "spill:\n            set p.thirsty to no", RULE, {Dead("event:evening/spill", "")}
    ),
    "a way that is left": ("drink(q)", "sleep:\n            done", RULE, set()),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_ends_in_nothing(case: str, tmp_path: Path) -> None:
    do, way, rule, expected = CASES[case]
    path = tmp_path / "wells.rules"
    path.write_text(GAME.format(do=do, way=way, rule=rule))
    checked = check_game(path)
    assert checked.rules is not None, [each.message for each in checked.diagnostics]
    found, offers = dead_offers(make_layout(checked.rules, 2, {}), 1)
    for seed in range(2, 8):
        found |= dead_offers(make_layout(checked.rules, 2, {}), seed)[0]
    assert found == expected and offers > 0
