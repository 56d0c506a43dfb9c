"""The generated program and the walker, side by side: same options, same hashes, each other's saves."""

import pytest

from regelwerk.match.state import State
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from small_games import ALL, NUMBER, SEATS, duel_game, event, game, n, v
from tools.lockstep import Builds, lockstep
from tools.random_rules import random_rules


def changed(rules, **parts):
    fields = {name: getattr(rules, name) for name in rules.__struct_fields__}
    return d.Rules(**{**fields, **parts})


@pytest.mark.parametrize("name", list(ALL))
def test_small_games_agree(name):
    builds = Builds(ALL[name])
    endings = {lockstep(builds, seed=seed).over for seed in range(12)}
    assert None not in endings


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(10, 60, 10))]
)
def test_random_rules_agree(first):
    for seed in range(first, first + 10):
        lockstep(random_rules(seed), 2 + seed % 2, seed=seed, limit=100)


def test_more_seats_agree():
    builds = Builds(ALL["betting"], 4)
    for seed in range(5):
        assert lockstep(builds, seed=seed).over is not None


@pytest.mark.parametrize("closes", ["all_pass", "one_answer", "each_passes"])
@pytest.mark.parametrize("answers", ["at_once", "last_first", "in_order"])
def test_windows_of_every_kind_agree(closes, answers):
    rules = duel_game()
    window = d.WindowDecl(
        "clash",
        rules.windows[0].parameters,
        ex.All(SEATS),
        True,
        v("starter"),
        closes=closes,
        answers=answers,
    )
    builds = Builds(changed(rules, windows=(window,)))
    for seed in range(8):
        assert lockstep(builds, seed=seed).over is not None


def test_passing_under_a_condition_agrees():
    rules = duel_game()
    life = ex.Attribute(v("who"), "seat", "life")
    window = d.WindowDecl(
        "clash", rules.windows[0].parameters, ex.All(SEATS), True, v("starter"), asked="who",
        passing=ex.Compare("<", life, n(2)),
    )  # fmt: skip
    builds = Builds(changed(rules, windows=(window,)))
    for seed in range(8):
        assert lockstep(builds, seed=seed).over is not None


def test_told_events_and_passing_things_agree():
    """Rows tell what happens; a passing thing is made and gone again; a limit asks somebody."""
    blow = ex.Attribute(v("hit"), "blow", "force")
    choose = st.Choose(ex.Set("number", "much", low=n(1), high=n(3)), ex.Seat(1))
    tell = (choose, st.Change(ex.State("sum"), v("much"), True))
    rules = game(
        "told",
        types=(
            d.TypeDecl("tile", attributes=(d.AttributeDecl("size", NUMBER),), starts_in="bag"),
            d.TypeDecl(
                "blow", lives_until="fight",
                attributes=(d.AttributeDecl("force", d.ValueType("number", low=0, high=9), stored=True),),
            ),
        ),
        rows=(d.RowDecl("storm", "tile", {"size": 2}, 2), d.RowDecl("calm", "tile", {"size": 1}, 2)),
        zones=(d.ZoneDecl("bag", "tile", "pile", "nobody"), d.ZoneDecl("open", "tile", "ordered", "all")),
        states=(d.StateDecl("sum", d.ValueType("number", low=0, high=99), 0),),
        events=(
            event(
                "main",
                st.Repeat("times", (
                    st.DrawOne("seen", "bag", "open", otherwise=(st.Done(),)),
                    st.Happen("reveal", (v("seen"),)), st.Happen("fight"),
                ), n(4)),
                st.EndGame("done", scores=(st.Score(ex.State("sum"), ex.Set("seat", "p")),)),
            ),
            event(
                "reveal", st.Change(ex.State("sum"), n(10), True),
                parameters=(d.Parameter("seen", d.ValueType("thing", "tile")),),
                told={"storm": tell},
            ),
            event(
                "fight", st.Create("blow", "hit"), st.Assign(blow, n(3)), st.Create("blow", "other"), choose,
                st.Change(blow, v("much"), True),
                st.Change(
                    ex.State("sum"), ex.Sum(ex.Set("blow", "b"), ex.Attribute(v("b"), "blow", "force")), True
                ),
            ),
        ),
        limits=(
            d.LimitDecl(
                "small", ex.Compare("<", ex.State("sum"), n(20)),
                (choose, st.Change(ex.State("sum"), ex.Arithmetic("*", v("much"), n(5)), False)),
                ("reveal", "fight"),
            ),
        ),
    )  # fmt: skip
    builds = Builds(rules)
    for seed in range(10):
        state = lockstep(builds, seed=seed)
        assert state.over is not None
        assert state.alive == []


def test_a_scenario_can_begin_inside_happenings():
    rules = ALL["errands"]
    builds = Builds(rules)
    slow, fast = State(builds.layout), State(builds.layout)
    builds.walker.begin(slow, "day", (), [("main", ())])
    builds.program.begin(fast, "day", (), [("main", ())])
    assert slow.text() == fast.text()
    while slow.stack:
        answer = (builds.program.pending(fast)[0].seat, builds.program.pending(fast)[0].options[-1])
        builds.walker.resume(slow, answer)
        builds.program.resume(fast, answer)
        assert slow.text() == fast.text()
    assert slow.over is not None


def test_an_instead_rule_leaves_the_limits_to_be_judged():
    """A rule replaces what happens; the limit of the event is judged all the same, by either build."""
    rules = game(
        "replaced",
        states=(d.StateDecl("sum", d.ValueType("number", low=0, high=99), 0),),
        events=(
            event("main", st.Happen("grow"), st.EndGame("end_of_it")),
            event("grow", st.Change(ex.State("sum"), n(1), True)),
        ),
        rules=(d.RuleDecl("more", "instead", "grow", body=(st.Change(ex.State("sum"), n(50), True),)),),
        limits=(
            d.LimitDecl(
                "low", ex.Compare("<", ex.State("sum"), n(20)), (st.Assign(ex.State("sum"), n(7)),), ("grow",)
            ),
        ),
    )
    state = lockstep(rules)
    assert state.cells == [7]


def test_a_result_outlives_a_question_asked_after_it():
    ask = st.Choose(ex.Set("number", "k", low=n(0), high=n(1)), ex.Seat(1))
    rules = game(
        "kept",
        states=(d.StateDecl("sum", d.ValueType("number", low=0, high=99), 0),),
        events=(
            event("main", st.Happen("gives", (), "got"), st.Assign(ex.State("sum"), v("got"))),
            event("gives", st.Result(n(7)), result=NUMBER),
        ),
        rules=(d.RuleDecl("nosy", "after", "gives", body=(ask,)),),
    )
    assert lockstep(rules).cells == [7]


def test_units_that_somebody_has_laid_down_are_no_things():
    """One unit lies on the table; the thing with the number 1 can be laid down all the same."""
    builds = Builds(ALL["toll_group"])
    for build in (builds.walker, builds.program):
        s = State(builds.layout, 1)
        s.columns[0][1] = 0
        build.begin(s)
        joker, units, give_way = (0, 5), (1, 1), (-1,)
        for option in (joker, units, give_way):
            build.resume(s, (0, option))
        assert [(d.seat, d.options) for d in build.pending(s)] == [(1, ((0, 1), give_way))]
