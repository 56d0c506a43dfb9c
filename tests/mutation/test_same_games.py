"""What is seen to make no other game is not made, and what may make one is."""

from __future__ import annotations

import msgspec
import pytest

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import scenarios as sc
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import Rules
from regelwerk.rules.validate import validate
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from small_games import FLAG, NUMBER, call, eq, event, game, n, number, v
from tools import small_changes as sm
from tools.same_games import excluding
from tools.small_changes import changes_of

TYPES = (
    d.TypeDecl("card"),
    d.TypeDecl("spell", parent="card"),
    d.TypeDecl("charm", parent="spell"),
)
ROWS = (d.RowDecl("ace", "card"), d.RowDecl("spark", "charm", copies=2))
TABLE, HAND, PILE = d.ZoneDecl("table", "card"), d.ZoneDecl("hand", "card", owner="seat"), "pile"
X = v("x")
IS_SPELL = ex.IsType(X, "spell")
SERVES = d.ValueDecl("serves", (d.Parameter("c", d.ValueType("thing", "spell")),), FLAG, ex.Flag(True))


def small(*body: st.Statement) -> Rules:
    return game(
        "small", types=TYPES, rows=ROWS, zones=(TABLE, HAND), values=(SERVES,), events=(event("e", *body),)
    )


def made(rules: Rules, table: str, declared: object, way: str) -> list[object]:
    return [change.new for change in changes_of(rules, table, declared) if change.way == way]


@pytest.mark.parametrize(
    ("other", "implied"),
    [
        (ex.IsRow(X, "spark"), True),
        (ex.IsRow(X, "ace"), False),
        (ex.IsRow(v("y"), "spark"), False),
        (ex.Or((ex.IsRow(X, "spark"), ex.IsRow(X, "spark"))), True),
        (ex.Or((ex.IsRow(X, "spark"), ex.IsRow(X, "ace"))), False),
        (ex.Call("serves", (X,)), True),
        (ex.Call("serves", (v("y"),)), False),
    ],
)
def test_a_sort_that_another_condition_asks_for_says_nothing(other: ex.Expression, implied: bool) -> None:
    rule = d.RuleDecl("r", "forbid", "e", where=ex.And((IS_SPELL, other)))
    found = made(small(), "rules", rule, sm.DROPPED)
    assert found[:1] != [other] if implied else found[0] == other


@pytest.mark.parametrize(
    ("noun", "binder", "asked"),
    [("spell", "x", False), ("charm", "x", False), ("card", "x", True), ("spell", "y", True)],
)
def test_a_set_has_nothing_but_what_its_noun_says(noun: str, binder: str, asked: bool) -> None:
    over = ex.Set(noun, binder, source=ex.Zone("table"), where=IS_SPELL)
    value = d.ValueDecl("k", (), NUMBER, ex.Count(over))
    assert (None in made(small(), "values", value, sm.DROPPED)) == asked


@pytest.mark.parametrize(
    ("where", "wider"),
    [(ex.IsRow(X, "spark"), False), (ex.IsRow(X, "ace"), True), (IS_SPELL, False), (None, True)],
)
def test_a_set_of_rows_of_a_sort_is_none_of_the_sort_above(where: ex.Expression | None, wider: bool) -> None:
    value = d.ValueDecl("k", (), NUMBER, ex.Count(ex.Set("spell", "x", where=where)))
    assert ("card" in made(small(), "values", value, sm.SET)) == wider


def test_an_event_that_scenarios_alone_begin_with_is_no_part_of_the_game() -> None:
    rules = game(
        "small",
        events=(
            event("main", st.Happen("e")),
            event("e", st.Later("late", "main")),
            event("late"),
            event("start", st.Happen("e"), st.Happen("means")),
            event("means", st.Happen("e")),
        ),
    )
    assert {change.name for change in sm.changes(rules)} == {"main", "e"}


IN_TABLE = ex.Set("card", "c", source=ex.Zone("table"))


@pytest.mark.parametrize(
    "body",
    [
        st.Let("k", ex.Count(IN_TABLE)),
        st.Let("k", ex.Any(IN_TABLE)),
        st.Move(ex.All(IN_TABLE), True, "table"),
        st.Let("k", ex.Inside(X, ex.Zone("table"))),
    ],
)
def test_the_order_of_a_zone_that_is_only_asked_what_lies_there_is_nothing(body: st.Statement) -> None:
    assert made(small(body), "zones", TABLE, sm.ORDER) == []


@pytest.mark.parametrize(
    "body",
    [
        st.DrawMany(n(1), "table", "table"),
        st.Look(n(1), "table", "cs", ex.Seat(1)),
        st.Shuffle("table"),
        st.Move(X, False, "table", where="top"),
        st.ForEach(IN_TABLE, ()),
        st.Choose(ex.Set("charm", "c"), ex.Seat(1)),
        st.Let("k", call("last", ex.Zone("table"))),
    ],
)
def test_an_order_that_may_be_asked_for_is_changed(body: st.Statement) -> None:
    assert made(small(body), "zones", TABLE, sm.ORDER) == ["ordered", "pile"]


def test_a_zone_that_not_all_see_is_made_a_pile_for_mixing_is_forgetting() -> None:
    hidden = d.ZoneDecl("table", "card", seen="nobody")
    assert made(small(), "zones", hidden, sm.ORDER) == ["pile"]


def test_a_window_that_asks_one_seat_closes_when_that_has_passed() -> None:
    one = d.WindowDecl("w", (), ex.Seat(1), False)
    many = d.WindowDecl("w", (), ex.All(ex.Set("seat", "s")), True)
    assert made(small(), "windows", one, sm.ORDER).count("each_passes") == 0
    assert made(small(), "windows", many, sm.ORDER).count("each_passes") == 1


def test_what_a_choice_does_otherwise_is_nothing_not_missing() -> None:
    chosen = event("e", st.Choose(IN_TABLE, ex.Seat(1), otherwise=(st.Happen("e"),)))
    assert made(small(), "events", chosen, sm.OTHERWISE) == [()]


def test_cases_that_lead_to_the_same_do_not_change_places() -> None:
    cases = (ex.Case(eq(v("a"), v("b")), n(1)), ex.Case(eq(v("b"), v("c")), n(1)))
    assert made(small(), "values", d.ValueDecl("k", (), NUMBER, ex.Choice(cases, n(2))), sm.SWAP) == []


def test_one_of_some_excludes_the_others() -> None:
    one, two, three = (eq(X, n(number)) for number in (1, 2, 3))
    assert excluding(ex.Or((one, two)), three) and excluding(three, ex.Or((one, two)))
    assert not excluding(ex.Or((one, three)), three)
    assert excluding(ex.And((one, v("a"))), two) and not excluding(v("a"), two)


def test_what_is_offered_of_things_no_two_of_which_are_alike_has_no_order() -> None:
    rules = msgspec.structs.replace(
        small(st.Choose(IN_TABLE, ex.Seat(1))), rows=(d.RowDecl("ace", "card"), d.RowDecl("spark", "charm"))
    )
    assert made(rules, "zones", TABLE, sm.ORDER) == []


@pytest.mark.parametrize(
    ("type_of_hill", "zone", "body", "more"),
    [
        (d.TypeDecl("hill"), TABLE, (), False),
        (d.TypeDecl("hill", parent="card"), TABLE, (), True),
        (d.TypeDecl("hill"), d.ZoneDecl("table", "card", owner="hill"), (), True),
        (d.TypeDecl("hill"), TABLE, (st.ForEach(ex.Set("hill", "h"), ()),), True),
        (d.TypeDecl("hill", attributes=(d.AttributeDecl("high", NUMBER, stored=True),)), TABLE, (), True),
        (d.TypeDecl("hill", attributes=(d.AttributeDecl("high", NUMBER),)), TABLE, (), False),
    ],
)
def test_a_second_one_is_made_where_somebody_could_meet_it(
    type_of_hill: d.TypeDecl, zone: d.ZoneDecl, body: tuple[st.Statement, ...], more: bool
) -> None:
    rules = msgspec.structs.replace(small(*body), types=(*TYPES, type_of_hill), zones=(zone,))
    assert made(rules, "rows", d.RowDecl("tor", "hill"), sm.NUMBER) == ([2] if more else [])
    assert made(rules, "rows", d.RowDecl("tor", "hill", copies=2), sm.NUMBER) == [3, 1]


def test_in_which_order_answers_wait_is_nothing_where_one_answer_closes_the_window() -> None:
    window = d.WindowDecl("w", (), ex.All(ex.Set("seat", "s")), True, closes="one_answer", answers="in_order")
    assert "last_first" not in made(small(), "windows", window, sm.ORDER)
    other = msgspec.structs.replace(window, closes="all_pass")
    assert "last_first" in made(small(), "windows", other, sm.ORDER)
    # Of what rules declare there may be several answers before anybody is asked.
    declaring = small(st.Later("act", "e", by=ex.Seat(1)))
    assert "last_first" in made(declaring, "windows", window, sm.ORDER)


def test_an_answer_that_waits_is_not_one_at_once_for_it_is_tested_again() -> None:
    window = d.WindowDecl("w", (), ex.All(ex.Set("seat", "s")), True, closes="one_answer")
    assert "last_first" in made(small(), "windows", window, sm.ORDER)
    assert course("at_once") == 1
    assert course("last_first") == 0


def course(answers: str) -> int:
    """What comes of an action that needs what its cost takes away."""
    spent, gained = ex.State("spent"), ex.State("gained")
    act = d.ActionDecl(
        "act", ("w",), "q", needs=(eq(spent, n(0)),), cost=(st.Assign(spent, n(1)),),
        body=(st.Assign(gained, n(1)),),
    )  # fmt: skip
    window = d.WindowDecl("w", (), ex.Seat(1), False, closes="one_answer", answers=answers)
    rules = game(
        "small", states=tuple(d.StateDecl(name, number(0, 1), default=0) for name in ("spent", "gained")),
        actions=(act,), windows=(window,), events=(event("main", st.Open("w")),),
    )  # fmt: skip
    acts = sc.Chooses(ex.Seat(1), (sc.OptionText(name="act"),))
    for value in (0, 1):
        expects = sc.Scenario("it is so", (acts, sc.Expect(eq(gained, n(value))), sc.Expect(eq(spent, n(1)))))
        report = run_scenario(Layouts(rules), expects)
        if report.failure is None:
            return value
    raise AssertionError(report.failure)


def test_an_event_left_now_is_another_game_where_answers_wait_or_limits_are_judged() -> None:
    leaves = d.ActionDecl("a", ("w",), "p", body=(st.Leave("e"),))
    assert made(small(st.Open("w")), "actions", leaves, sm.DURATION) == [True]


def test_a_sort_is_not_implied_by_a_parameter_that_may_be_none() -> None:
    kind = d.ValueType("thing", "spell", optional=True)
    takes_none = d.ValueDecl("serves", (d.Parameter("c", kind),), FLAG, ex.Flag(True))
    rules = msgspec.structs.replace(small(), values=(takes_none,))
    calls = ex.Call("serves", (X,))
    rule = d.RuleDecl("r", "forbid", "e", where=ex.And((IS_SPELL, calls)))
    assert made(rules, "rules", rule, sm.DROPPED)[0] == calls


def test_without_the_sort_that_a_parameter_asks_for_there_is_no_game() -> None:
    over = ex.Set("card", "x", where=ex.And((IS_SPELL, ex.Call("serves", (X,)))))
    rules = msgspec.structs.replace(
        small(st.Let("k", ex.Count(over))), events=(event("main", st.Let("k", ex.Count(over))),)
    )
    assert validate(rules) is None
    over = msgspec.structs.replace(over, where=ex.Call("serves", (X,)))
    rules = msgspec.structs.replace(rules, events=(event("main", st.Let("k", ex.Count(over))),))
    assert validate(rules) is not None


def test_cases_that_can_go_wrong_do_not_change_places_for_nothing() -> None:
    divides = eq(call("quotient", n(6), v("b")), n(2))
    cases = (ex.Case(eq(v("b"), n(0)), n(1)), ex.Case(divides, n(1)))
    value = d.ValueDecl("k", (), NUMBER, ex.Choice(cases, n(2)))
    assert made(small(), "values", value, sm.SWAP) == [(cases[1], cases[0])]


def test_a_default_is_needed_by_what_comes_to_be_in_a_match() -> None:
    worth = d.AttributeDecl("worth", NUMBER, default=0)
    kind = d.TypeDecl("coin", attributes=(worth,))
    passing = d.TypeDecl("promise", parent="coin", lives_until="e")
    rules = game("small", types=(kind, passing), rows=(d.RowDecl("penny", "coin", {"worth": 1}),))
    assert len(made(rules, "types", kind, sm.NUMBER)) == 2


def test_a_default_that_every_row_says_otherwise_is_not_changed() -> None:
    worth = d.AttributeDecl("worth", NUMBER, default=0)
    kind = d.TypeDecl("coin", attributes=(worth,))
    for values, count in (({"worth": 1}, 0), ({}, 2)):
        rules = game("small", types=(kind,), rows=(d.RowDecl("penny", "coin", values),))
        assert len(made(rules, "types", kind, sm.NUMBER)) == count


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        (st.Assign(ex.State("s"), n(4)), [1, 8]),
        (st.Change(ex.State("s"), n(1), up=True), [1, 10, 8]),
        (st.Change(ex.State("s"), n(1), up=False), [1, -1, 8]),
    ],
)
def test_a_range_goes_on_for_nothing_where_no_line_raises_or_lowers(
    line: st.Statement, ends: list[int]
) -> None:
    state = d.StateDecl("s", number(0, 9), default=0)
    rules = msgspec.structs.replace(small(line), states=(state,))
    assert made(rules, "states", state, sm.NUMBER) == [1, -1, *ends]


def test_a_range_is_asked_for_by_modifiers_and_by_what_begins_with_no_number() -> None:
    worth = d.AttributeDecl("worth", number(0, 9), default=0, stored=True)
    kind = d.TypeDecl("coin", attributes=(worth,))
    rules = game("small", types=(kind,))
    raises = d.ModifierDecl("m", "worth", (), (), type="coin")
    assert len(made(rules, "types", kind, sm.NUMBER)) == 4
    assert len(made(msgspec.structs.replace(rules, modifiers=(raises,)), "types", kind, sm.NUMBER)) == 6
    begins = msgspec.structs.replace(worth, type=number(1, 9), default=None)
    kind = d.TypeDecl("coin", attributes=(begins,))
    assert len(made(game("small", types=(kind,)), "types", kind, sm.NUMBER)) == 4
