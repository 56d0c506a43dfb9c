"""The life of an event, leaving, atomic blocks, windows and changes, told by the digits in a cell."""

import msgspec
import pytest

from regelwerk.match.match import Match
from regelwerk.program.errors import RuleError
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from small_games import FLAG, NUMBER, SEAT, SEATS, eq, event, game, n, number, of_seat, seat_type, v

TRACE = ex.State("trace")


def note(digit):
    """Write a digit (or a number below ten) behind the others."""
    value = n(digit) if isinstance(digit, int) else digit
    return st.Assign(TRACE, ex.Arithmetic("+", ex.Arithmetic("*", TRACE, n(10)), value))


PAUSE = st.Choose(ex.Set("number", "pause", low=n(1), high=n(2)), ex.Seat(1))
X = d.Parameter("x", NUMBER)


def trace(*events, **parts):
    """Play the first option everywhere; returns the digits."""
    states = (d.StateDecl("trace", number(0, 10**12), 0), *parts.pop("states", ()))
    match = Match.start(game("stages", events=events, states=states, **parts))
    while not match.over:
        match.take(0, 0)
    return match.state.cells[0]


def rule(name, kind, *body, **rest):
    return d.RuleDecl(name, kind, "act", body=body, **rest)


ACT = event(
    "act", note(v("x")), PAUSE, st.Result(ex.Arithmetic("+", v("x"), n(1))), parameters=(X,), result=NUMBER
)
MAIN = event("main", st.Happen("act", (n(5),), "got"), note(v("got")))


def test_stages_come_in_order_also_when_each_is_interrupted():
    rules = (
        rule("a", "after", note(7), PAUSE, where=eq(v("result"), n(6))),
        rule("b1", "before", note(1), PAUSE),
        rule("b2", "before", note(2), PAUSE, where=ex.Compare(">", TRACE, n(0))),
        rule("b3", "before", note(3), where=eq(v("x"), n(4))),
    )
    limit = d.LimitDecl(
        "l",
        ex.Compare("<", v("i"), n(2)),
        (note(v("i")), PAUSE),
        ("act",),
        ex.Set("number", "i", low=n(1), high=n(3)),
    )
    assert trace(MAIN, ACT, rules=rules, limits=(limit,)) == 12_57_23_6


def test_a_forbidden_event_returns_nothing_and_allow_overrides_by_name():
    no = rule("no", "forbid", where=eq(v("x"), n(5)))
    assert trace(MAIN, ACT, rules=(no, rule("late", "after", note(7)))) == 0
    assert trace(MAIN, ACT, rules=(no, rule("yes", "allow", despite="no"))) == 56
    assert trace(MAIN, ACT, rules=(no, rule("yes", "allow", despite="other"))) == 0


def test_an_instead_rule_does_not_replace_what_it_lets_happen():
    again = rule(
        "again", "instead", note(8), PAUSE, st.Happen("act", (n(1),), "inner"), st.Result(v("inner"))
    )
    assert trace(MAIN, ACT, rules=(again, rule("late", "after", note(v("x"))))) == 8_1_1_2


def test_a_rule_under_an_option_is_left_out_where_the_option_is_off():
    option = d.OptionDecl("hard", FLAG, 0)
    hard = rule("hard_rule", "before", note(9), only=ex.Option("hard"))
    parts = {"events": (MAIN, ACT), "states": (d.StateDecl("trace", number(0, 999), 0),), "rules": (hard,)}
    for value, digits in ((0, 5), (1, 95)):
        match = Match.start(game("stages", options=(option,), **parts), options={"hard": value})
        assert match.state.cells[0] == digits
    with pytest.raises(RuleError, match="no option `soft`"):
        Match.start(game("stages", **parts), options={"soft": 1})


def test_leaving_afterwards_waits_for_what_is_inside():
    inner = event("inner", st.Leave("outer", True), PAUSE, note(1))
    outer = event("outer", st.Happen("inner"), note(2))
    main = event("main", st.Happen("outer"), note(3))
    assert trace(main, outer, inner) == 13
    inner = msgspec.structs.replace(inner, body=(PAUSE, st.Leave("outer"), note(1)))
    assert trace(main, outer, inner) == 3


def test_stopping_and_leaving_take_atomic_blocks_with_them():
    loop = st.Repeat("forever", (st.Atomic((note(1), PAUSE, st.Stop())),))
    main = event("main", loop, st.Happen("outer"), st.Open("talk"), note(9))
    outer = event("outer", st.Atomic((PAUSE, st.Leave("outer"))))
    talk, say = _talk("all_pass", "at_once")
    assert trace(main, outer, windows=(talk,), actions=(say,), types=(seat_type(TOLD),)) == 1_12_9


TOLD = d.AttributeDecl("told", number(0, 9), stored=True)


def _talk(closes, answers):
    said = of_seat("told", v("by"))
    window = d.WindowDecl("talk", (), ex.All(SEATS), True, None, closes, answers)
    action = d.ActionDecl(
        "say", ("talk",), "by", needs=(ex.Compare("<", TRACE, n(100)),), cost=(st.Change(said, n(1), True),),
        by_where=ex.Compare("<", said, n(2)),
        body=(note(ex.Arithmetic("+", v("by"), n(1))),),
    )  # fmt: skip
    return window, action


@pytest.mark.parametrize(
    ("closes", "answers", "digits"),
    [
        ("all_pass", "at_once", 121_9),
        ("one_answer", "at_once", 1_9),
        ("one_answer", "last_first", 1_9),
        ("all_pass", "in_order", 121_9),
        ("all_pass", "last_first", 212_9),
        ("each_passes", "last_first", 212_9),
    ],
)
def test_windows_close_and_answer_as_they_say(closes, answers, digits):
    """The fourth answer is refused when it takes effect: by then the trace has three digits."""
    window, action = _talk(closes, answers)
    main = event("main", st.Open("talk"), note(9))
    assert trace(main, windows=(window,), actions=(action,), types=(seat_type(TOLD),)) == digits


def test_atomic_blocks_admit_what_all_of_them_name():
    window, action = _talk("one_answer", "at_once")
    parts = {"windows": (window,), "actions": (action,), "types": (seat_type(TOLD),)}
    inside = st.Atomic((st.Open("talk"),), ("say",))
    assert trace(event("main", inside, note(9)), **parts) == 19
    assert trace(event("main", st.Atomic((inside,)), note(9)), **parts) == 9


def test_changes_combine_in_a_fixed_order():
    def strength(*changes):
        modifiers = tuple(
            d.ModifierDecl(f"m{k}", "told", (d.Parameter("p", SEAT),), (change,), "seat")
            for k, change in enumerate(changes)
        )
        value = of_seat("told", ex.Seat(1))
        printed = msgspec.structs.replace(value, printed=True)
        main = event("main", st.Assign(value, n(4)), note(value), note(printed))
        return trace(main, types=(seat_type(TOLD),), modifiers=modifiers)

    up = d.ModifierChange
    assert strength(up("raise", n(3), n(6)), up("raise", n(2), n(5))) == 64
    assert strength(up("raise", n(1)), up("be", n(2))) == 34
    assert strength(up("multiply", n(2)), up("lower", n(3))) == 24
    assert strength(up("raise", n(20))) == 94
    assert strength(up("raise", n(1), None, eq(v("p"), n(1)))) == 44


def test_a_lasting_rule_ends_with_its_span():
    eager = rule("eager", "before", note(v("k")), PAUSE, captured=(d.Parameter("k", NUMBER),))
    outer = event(
        "outer",
        st.Let("k", n(7)),
        st.Lasting("outer", ("eager",), (), ("k",)),
        st.Happen("act", (n(1),)),
    )
    main = event("main", st.Happen("outer"), st.Happen("act", (n(2),)))
    assert trace(main, outer, ACT, rules=(eager,)) == 7_1_2
