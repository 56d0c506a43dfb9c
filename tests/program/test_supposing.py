"""What is only supposed: both builds say the same of it, and nothing of it remains."""

import pytest

from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.program.errors import RuleError
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.supposed import obstacles
from tools.lockstep import Builds, lockstep
from tools.random_rules import CARD, NUMBER, RulesMaker

SCOPE = {"much": "n", "it": "c"}


class SupposingMaker(RulesMaker):
    """Rules whose conditions suppose `quiet` now and then, and in `quiet` the event `still`."""

    supposed = "quiet"

    def flag(self, scope, depth=2):
        if not self.supposed or depth < 1 or self.draw.random() > 0.2:
            return super().flag(scope, depth)
        event, card = self.supposed, self.one(scope, "c")
        args = (self.number(scope, 0), ex.Local(card) if card else ex.Row("ruby"))
        return ex.Supposing(event, super().flag(scope, depth), args)

    def quiet(self, supposed):
        """A body in which nobody is asked and nothing is left to chance."""
        self.supposed = supposed
        body = []
        while len(body) < 4:
            scope = dict(SCOPE)
            make = self.draw.choice([self.assign, self.change, self.move, self.show, self.suppose_branch])
            node = make(scope)
            if not isinstance(node, st.Shuffle):
                body.append(node)
        return (*body, st.Lasting("main", (), ("boost",), ()))

    def suppose_branch(self, scope):
        return st.If(self.flag(scope, 2), (self.assign(scope),), (self.change(scope),))

    def rules(self):
        made = super().rules()
        parameters = (d.Parameter("much", NUMBER), d.Parameter("it", CARD))
        quiet = d.EventDecl("quiet", parameters, (*self.quiet("still"), st.Happen("still", SAME)))
        still = d.EventDecl("still", parameters, self.quiet(""))
        where = ex.Compare(">", ex.State("tally"), ex.Number(1))
        hooked = tuple(
            d.RuleDecl(f"{kind}_still", kind, "still", where, self.quiet("")[:2])
            for kind in ("before", "after")
        )
        limit = d.LimitDecl(
            "quiet_limit", ex.Compare("<", ex.State("mood"), ex.Number(6)),
            (st.Assign(ex.State("mood"), ex.Number(2)),), ("quiet",),
        )  # fmt: skip
        asked = ex.Happened("quiet", "main", {"much": ex.Number(1)})
        again = st.If(ex.Supposing("quiet", ex.Compare(">", asked, ex.Number(0)), COUNTED), (STEP,))
        events = [changed(e, body=(*e.body, again, QUIET)) if e.name == "probe" else e for e in made.events]
        return changed(
            made, events=(*events, quiet, still), rules=(*made.rules, *hooked), limits=(*made.limits, limit),
            modifiers=plain(made.modifiers), values=plain(made.values),
        )  # fmt: skip


def plain(piece):
    """What `quiet` asks itself supposes nothing: it would suppose itself again."""
    if isinstance(piece, ex.Supposing):
        return plain(piece.then)
    if isinstance(piece, ex.Node):
        return changed(piece, **{name: plain(getattr(piece, name)) for name in piece.__struct_fields__})
    return tuple(map(plain, piece)) if isinstance(piece, tuple) else piece


SAME = (ex.Local("much"), ex.Local("it"))
COUNTED = (ex.Number(1), ex.Row("ruby"))
STEP = st.Change(ex.State("tally"), ex.Number(1), True)
QUIET = st.Happen("quiet", (ex.State("tally"), ex.Row("ruby")))


def changed(node, **parts):
    fields = {name: getattr(node, name) for name in node.__struct_fields__}
    return type(node)(**{**fields, **parts})


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(10, 60, 10))]
)
def test_builds_agree_on_what_is_only_supposed(first):
    for seed in range(first, first + 10):
        rules = SupposingMaker(seed).rules()
        assert obstacles(rules, rules) == []
        lockstep(rules, 2 + seed % 2, seed=seed, limit=100)


@pytest.mark.slow
def test_a_supposition_leaves_no_trace():
    holding = 0
    for seed in range(20):
        builds = Builds(SupposingMaker(seed).rules())
        state = lockstep(builds, seed=seed, limit=12)
        if state.over is not None:
            continue
        before = state.text(), state.at[:]
        then = ex.Compare("!=", ex.State("tally"), ex.Number(-1))
        for row in ("ruby", "pearl"):
            try:
                node = ex.Supposing("quiet", then, (ex.Number(2), ex.Row(row)))
                holding += builds.walker.evaluate(state, node, {})
            except RuleError:
                pass  # as it would be if it happened
        assert (state.text(), state.at) == before
    assert holding > 5


ONE = d.ValueType("number", low=0, high=99)


def small(*bodies, condition, given=()):
    """A game in which `main` sets `told` if a condition holds."""
    events = [d.EventDecl(f"e{n}", (), tuple(body)) for n, body in enumerate(bodies)]
    main = (*given, st.If(condition, (st.Assign(ex.State("told"), ex.Number(1)),)))
    return d.Rules(
        "regelwerk-rules/2", "small", "1", (2, 2),
        states=(d.StateDecl("wood", ONE, 5), d.StateDecl("told", ONE, 0)),
        events=(d.EventDecl("main", (), main), *events),
    )  # fmt: skip


@pytest.mark.parametrize("build", [Walker, Program])
def test_what_is_supposed_is_asked_of_the_position_afterwards(build):
    spend = st.Change(ex.State("wood"), ex.Number(2), False)
    three = ex.Compare("=", ex.State("wood"), ex.Number(3))
    layout = make_layout(small([spend], condition=ex.Supposing("e0", three)), 2, None)
    state = State(layout)
    build(layout).begin(state)
    assert state.cells == [5, 1]


@pytest.mark.parametrize("build", [Walker, Program])
def test_what_is_supposed_uses_up_steps(build):
    forever = st.Repeat("forever", (st.Change(ex.State("wood"), ex.Number(1), True),))
    layout = make_layout(small([forever], condition=ex.Supposing("e0", ex.Flag(True))), 2, None)
    with pytest.raises(RuleError, match="steps"):
        build(layout).begin(State(layout))


def test_obstacles_name_the_way_to_them():
    deep = ex.Supposing("e0", ex.Flag(True))
    found = obstacles(small([st.Happen("e1")], [st.Happen("e2")], [st.EndGame("over")], condition=deep))
    assert found == []  # nothing was asked about
    rules = small([st.Happen("e1")], [st.Happen("e2")], [st.EndGame("over")], condition=deep)
    assert [each[1:] for each in obstacles(rules, rules)] == [("ends", ("e0", "e1", "e2"))]


def test_an_event_may_not_suppose_itself():
    again = st.If(ex.Supposing("e0", ex.Flag(True)), ())
    rules = small([st.Happen("e1")], [again], condition=ex.Flag(True))
    assert [each[1:] for each in obstacles(rules, rules)] == [("itself", ("e0", "e1"))]
