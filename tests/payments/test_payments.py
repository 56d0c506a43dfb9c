"""What is laid down is spent, all of it, before anything happens for it: builds, saves, what is hidden."""

from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

from regelwerk.match.hidden import determinise
from regelwerk.match.match import Match
from regelwerk.match.views import view
from regelwerk.meaning.game import check_game
from regelwerk.rules import statements as st
from regelwerk.rules.codec import decode, encode
from regelwerk.rules.validate import validate
from regelwerk.studies.layouts import Layouts
from tools.lockstep import Builds, lockstep
from tools.own_games import assert_as_written, assert_holds, rules_of, scenarios_of

GAME = Path(__file__).parent / "harbour.rules"


@cache
def layouts():
    return Layouts(rules_of(GAME))


def test_the_game_checks_and_reads_as_it_is_written():
    assert_as_written(GAME)


@pytest.mark.each("scenario", scenarios_of, GAME, ids=lambda scenario: scenario.title)
def test_the_case_holds_on_both_builds(scenario):
    assert_holds(layouts(), scenario)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_both_builds_play_alike(players):
    builds = Builds(rules_of(GAME), players)
    for seed in range(60):
        assert lockstep(builds, seed=seed).over is not None


def test_it_plays_alike_from_json():
    again = decode(encode(rules_of(GAME)))
    assert again == rules_of(GAME)
    assert validate(again) is None
    assert lockstep(again, seed=3).hash() == lockstep(rules_of(GAME), seed=3).hash()


def unpaid(match):
    """The wares whose `then` is still to come, of all payments that are being made."""
    found = []
    for body, point, values in match.state.stack:
        names = match.layout.bodies[body].points[point].names
        env = dict(zip(names, values, strict=True))
        if env.get(f"#{point}p") == -1:
            laid = env[f"#{point}l"]
            found += [laid[n + 2] for n in range(0, len(laid), 3) if laid[n + 1] == 0]
    return found


@pytest.mark.slow
def test_in_the_middle_of_a_payment_all_of_it_is_gone():
    """Whatever is asked meanwhile, the wares still to be handled lie on the quay; a save says so, and another
    deal of what a seat does not know leaves all it sees as it was."""
    middles = 0
    for seed in range(80):
        draw = Random(seed)
        match = Match.start(rules_of(GAME), 3, seed=seed)
        while not match.over:
            quay = match.layout.tables.zones["quay"].first
            left = unpaid(match)
            if left:
                middles += 1
                assert {match.state.at[ware] for ware in left} == {quay}
                again = Match.load(match.save(), rules_of(GAME))
                assert again.hash() == match.hash()
                for seat in range(3):
                    dealt = determinise(match, seat, draw)
                    assert {**view(dealt, seat), "log": []} == {**view(match, seat), "log": []}
            decision = draw.choice(match.decisions)
            match.take(match.decisions.index(decision), draw.randrange(len(decision.options)))
    assert middles > 10


def test_the_last_ware_can_be_taken_back_until_the_price_is_covered():
    draw = Random(2)
    tried = 0
    match = Match.start(rules_of(GAME), 2, seed=2)
    while not match.over:
        decision, before, stack = match.decisions[0], match.hash(), match.state.stack
        option = draw.randrange(len(decision.options))
        match.take(0, option)
        one_seat = match.layout.bodies[stack[-1][0]].name == "event:land"
        if one_seat and match.state.stack[:-1] == stack[:-1] and match.state.stack[-1][:2] == stack[-1][:2]:
            assert match.take_back(decision.seat)
            assert match.hash() == before
            match.take(0, option)
            tried += 1
    assert tried > 0


def test_only_changes_spend_what_is_laid_down():
    """Nothing that asks somebody, or lets something happen, is admitted there."""
    payment = rules_of(GAME).payments[0]
    for wrong in (st.Happen("main"), st.Stop()):
        means = (msgspec.structs.replace(payment.means[0], spent=(wrong,)), *payment.means[1:])
        payments = (msgspec.structs.replace(payment, means=means),)
        found = validate(msgspec.structs.replace(rules_of(GAME), payments=payments))
        assert found == "what is laid down is spent by changes alone (in `payment dues`)"


@pytest.mark.parametrize("mode", ["group", "some"])
@pytest.mark.parametrize(("needed", "ending"), [(1, "unpaid"), (0, "paid")])
def test_what_nobody_is_there_to_pay_is_not_paid_unless_nothing_is_needed(tmp_path, mode, needed, ending):
    game = tmp_path / "toll.rules"
    game.write_text(f"""\
game toll for 2 players

type seat:
    coins: 0..9 = 3

state price: 0..1 = {needed}

payment coins by payer:
    with up to payer.coins as n:
        gives 1
        lower payer.coins by n

event main():
    pay coins by {mode} all seat p where (p.coins > 5) from seat 1: price
    then:
        end game as paid
    otherwise:
        end game as unpaid
""")
    checked = check_game(game)
    assert checked.rules is not None, checked.diagnostics
    for build in ("walker", "fast"):
        match = Match.start(checked.rules, build=build)
        assert match.state.over is not None
        assert match.state.over.name == ending
