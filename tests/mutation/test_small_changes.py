"""Each way of changing a small thing, on a game in which it has one place to be made."""

from __future__ import annotations

import pytest

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.expressions import Node
from small_games import FLAG, NUMBER, SEAT, SEATS, call, eq, game, n, number, v
from tools import small_changes as sm
from tools.as_written import of_change
from tools.small_changes import changes_of, is_game, put

A, B = eq(v("a"), v("b")), eq(v("b"), v("c"))
WHO = d.Parameter("p", SEAT)
SHARES = ex.Set("seat", "s", source=ex.All(SEATS))
FRIEND = ex.Call("friend", (v("s"), v("p")), group=True)
FRIENDS = ex.Set("seat", "s", source=ex.All(SEATS), where=ex.And((FRIEND, A)))
DRAW = st.DrawOne("c", "deck", "pile", otherwise=(st.Done(), st.Stop()))
ONE, TWO, THREE = (st.Happen(name) for name in ("one", "two", "three"))


def in_event(*body: st.Statement) -> d.EventDecl:
    return d.EventDecl("happens", body=body)


def value(kind: d.ValueType, body: ex.Expression) -> d.ValueDecl:
    return d.ValueDecl("told", (), kind, body)


RULES = game(
    "small",
    types=(d.TypeDecl("thing"), d.TypeDecl("card", parent="thing")),
    zones=(d.ZoneDecl("deck", "card", "ordered"), d.ZoneDecl("pile", "card"), d.ZoneDecl("other", "thing")),
)
ROW = d.RowDecl("ace", "card", {"worth": 3, "red": True}, copies=1)
CHOOSE = st.Choose(SEATS, v("p"))
CASES = ex.Choice((ex.Case(A, n(1)), ex.Case(B, n(2))), n(2))


@pytest.mark.parametrize(
    ("way", "table", "declared", "made"),
    [
        (sm.DROPPED, "rules", d.RuleDecl("r", "forbid", "e", where=ex.And((A, B))), [
            ("where", B), ("where", A),
        ]),
        (sm.DROPPED, "rules", d.RuleDecl("r", "forbid", "e", where=A), [("where", None)]),
        (sm.DROPPED, "limits", d.LimitDecl("l", A, (), ("e",)), [("holds", ex.Flag(True))]),
        (sm.DROPPED, "actions", d.ActionDecl("a", (), "p", needs=(A,)), [("needs", (ex.Flag(True),))]),
        (sm.NEGATED, "actions", d.ActionDecl("a", (), "p", needs=(A,)), [("needs", (ex.Not(A),))]),
        (sm.NEGATED, "values", value(FLAG, ex.Not(A)), [("body", A)]),
        (sm.NEGATED, "events", in_event(st.If(ex.And((A, B)), ())), [
            ("body", (st.If(ex.And((ex.Not(A), B)), ()),)), ("body", (st.If(ex.And((A, ex.Not(B))), ()),)),
        ]),
        (sm.NUMBER, "values", value(NUMBER, n(4)), [("body", n(5)), ("body", n(3))]),
        (sm.NUMBER, "rows", ROW, [
            ("values", {"worth": 4, "red": True}), ("values", {"worth": 2, "red": True}), ("copies", 2),
        ]),
        (sm.NUMBER, "states", d.StateDecl("s", number(0, 9), default=1), [
            ("default", 2), ("default", 0), ("type", number(1, 9)), ("type", number(0, 8)),
        ]),
        (sm.NEGATED, "options", d.OptionDecl("o", FLAG, 1), [("default", 0)]),
        (sm.NUMBER, "options", d.OptionDecl("o", FLAG, 1), []),
        (sm.NUMBER, "options", d.OptionDecl("o", number(0, 4), 1), [("default", 2), ("default", 0)]),
        (sm.NUMBER, "dice", d.DieDecl("d", (6,)), [("faces", (7,)), ("faces", (5,))]),
        (sm.NUMBER, "dice", d.DieDecl("d", (d.FaceRange(1, 6),)), [
            ("faces", (d.FaceRange(low, high),)) for low, high in ((2, 6), (0, 6), (1, 7), (1, 5))
        ]),
        (sm.BY, "events", in_event(CHOOSE), [("body", (st.Choose(SEATS, call("next", v("p"))),))]),
        (sm.FROM, "events", in_event(st.Shuffle("deck")), [("body", (st.Shuffle("pile"),))]),
        (sm.FROM, "events", in_event(st.Move(v("c"), False, "away", to_of=v("p"))), [
            ("body", (st.Move(v("c"), False, "away", to_of=call("next", v("p"))),)),
        ]),
        (sm.ORDER, "rules", d.RuleDecl("r", "before", "e"), [("kind", "after")]),
        (sm.ORDER, "zones", d.ZoneDecl("z", "card", seen="nobody"), [("order", "pile")]),
        (sm.ORDER, "events", in_event(st.Move(v("c"), False, "away", where="top")), [
            ("body", (st.Move(v("c"), False, "away", where="bottom"),)),
        ]),
        (sm.DURATION, "states", d.StateDecl("s", FLAG, until="turn"), [("until", None)]),
        (sm.DURATION, "values", value(NUMBER, ex.Happened("e", "turn")), [
            ("body", ex.Happened("e", "main")),
        ]),
        (sm.UP_TO, "events", in_event(CHOOSE), [("body", (st.Choose(SEATS, v("p"), "maybe"),))]),
        (sm.UP_TO, "events", in_event(st.Choose(SEATS, v("p"), "up_to", n(2))), [
            ("body", (st.Choose(SEATS, v("p"), "exactly", n(2)),)),
        ]),
        (sm.OTHERWISE, "events", in_event(DRAW), [
            ("body", (st.DrawOne("c", "deck", "pile", otherwise=()),)),
        ]),
        (sm.OTHERWISE, "values", value(NUMBER, ex.Choice((ex.Case(A, n(1)),), n(2))), [
            ("body", ex.Choice((ex.Case(A, n(1)),), n(1))),
        ]),
        (sm.SET, "events", in_event(st.ForEach(SHARES, ())), [
            ("body", (st.ForEach(ex.Set("seat", "s"), ()),)),
        ]),
        (sm.SET, "events", in_event(st.ForEach(FRIENDS, ())), [
            ("body", (st.ForEach(ex.Set("seat", "s", where=A), ()),)),
        ]),
        (sm.SET, "events", in_event(st.ForEach(ex.Set("card", "c"), ())), [
            ("body", (st.ForEach(ex.Set("thing", "c"), ()),)),
        ]),
        (sm.LINE, "events", in_event(ONE, TWO), [("body", (TWO,)), ("body", (ONE,))]),
        (sm.LINE, "events", d.EventDecl("e", (WHO,), told={"ace": (ONE,)}), [("told", {"ace": ()})]),
        (sm.LINE, "actions", d.ActionDecl("a", ("w", "x"), "p"), [("at", ("x",)), ("at", ("w",))]),
        (sm.SWAP, "values", value(NUMBER, CASES), [
            ("body", ex.Choice((CASES.cases[1], CASES.cases[0]), n(2))),
        ]),
        (sm.SWAP, "events", in_event(st.If(eq(v("a"), n(1)), (ONE,), (st.If(eq(v("a"), n(2)), (TWO,)),))), [
            ("body", (st.If(eq(v("a"), n(1)), (TWO,), (st.If(eq(v("a"), n(2)), (ONE,)),)),)),
        ]),
        (sm.SWAP, "events", in_event(st.If(A, (ONE,), (st.If(B, (TWO,), (THREE,)),))), [
            ("body", (st.If(B, (TWO,), (st.If(A, (ONE,), (THREE,)),)),)),
        ]),
    ],
)  # fmt: skip
def test_a_way_changes_this_alone(
    way: str, table: str, declared: Node, made: list[tuple[str, object]]
) -> None:
    found = [
        put(declared, change.path, change.new)
        for change in changes_of(RULES, table, declared)
        if change.way == way
    ]
    assert found == [put(declared, (field,), new) for field, new in made]


def test_what_nothing_binds_any_more_is_no_game() -> None:
    uses = st.Happen("main", result=None)
    body = (st.Let("x", n(1)), st.If(eq(v("x"), n(1)), (uses,)))
    rules = game("small", events=(d.EventDecl("main", body=body),))
    lines = [each for each in changes_of(rules, "events", rules.events[0]) if each.way == sm.LINE]
    assert [is_game(rules, each) for each in lines] == [False, True, True]


def test_a_change_is_of_the_text_of_a_card_where_that_tells() -> None:
    declared = d.EventDecl("e", (WHO,), body=(ONE,), told={"ace": (TWO,)})
    found = [(each.key, each.new) for each in changes_of(RULES, "events", declared)]
    assert found == [("event:e", ()), ("told:e:ace", ())]


def test_of_a_text_in_a_value_its_own_words_are_what_is_written() -> None:
    def told(*numbers: int) -> d.ValueDecl:
        rows = dict(zip(("ace", "king"), map(n, numbers), strict=True))
        return value(NUMBER, ex.Told(v("a"), rows))

    ace, king = (
        next(each for each in changes_of(RULES, "values", told(1, 2)) if each.key == f"told:told:{row}")
        for row in ("ace", "king")
    )
    assert of_change(told(1, 2), ace) != of_change(told(3, 2), ace)
    assert of_change(told(1, 2), king) == of_change(told(3, 2), king)
