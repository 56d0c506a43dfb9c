"""Games as environments for learning."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from regelwerk.doors.games import shipped_games
from regelwerk.doors.observation import Observations
from regelwerk.doors.vocabulary import Vocabulary
from regelwerk.match.hidden import permute_hidden
from regelwerk.match.match import Match
from regelwerk.program.ending import Decision
from small_rules import write
from tools import shipped

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from regelwerk.doors.environment import make, raw
from regelwerk.program.ending import Ending
from regelwerk.studies.facts import rewards

GAMES = [name for name, path in shipped_games().items() if path.parent.name == "classics"]
HIDING = [
    ("kuhn_poker", 2, 6),
    ("counterspells", 2, 12),
    ("battleship_small", 2, 12),
    ("spice_caravan", 3, 20),
    ("knizia", 2, 40),
]


def cases() -> list[tuple[str, int]]:
    return [*((name, shipped.counts(name)[0]) for name in GAMES), ("goofspiel", 3), ("knizia", 2)]


@pytest.mark.parametrize("game", ["tic_tac_toe", "connect_four", "kuhn_poker", "knizia"])
def test_the_interface_is_kept(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make(shipped.rules(game), 2), num_cycles=100)
        seed_test(lambda: make(shipped.rules(game), 2), num_cycles=60)


@pytest.mark.each(("game", "players"), cases)
def test_a_match_at_random_comes_to_the_end_of_the_rules(game: str, players: int) -> None:
    env = raw(shipped.rules(game), players)
    env.reset(seed=3)
    rng = Random(1)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        over = termination or truncation
        open_now = [n for n, admitted in enumerate(observation["action_mask"]) if admitted]
        assert bool(open_now) is not over
        env.step(None if over else rng.choice(open_now))
    assert env.match.over
    result = env.match.result
    assert result is not None
    assert list(total.values()) == rewards(result)


def played(game: str, players: int, seeds: range, most: int) -> Iterator[tuple[Match, Random]]:
    """Positions of matches played at random."""
    for seed in seeds:
        rng = Random(seed)
        match = Match.start_on(shipped.layout(game, players), shipped.build(game, players, "fast"), seed)
        for _ in range(most):
            if match.over:
                break
            yield match, rng
            number = rng.randrange(len(match.decisions))
            match.take(number, rng.randrange(len(match.decisions[number].options)))


@pytest.mark.each(("game", "players"), cases)
def test_the_steps_of_an_option_are_its_own_and_no_others_begin_so(game: str, players: int) -> None:
    vocabulary = Vocabulary(shipped.layout(game, players))
    for match, _ in played(game, players, range(2), 60):
        for decision in match.decisions:
            spelled = [vocabulary.spell(decision, option) for option in decision.options]
            assert len(set(spelled)) == len(spelled)
            assert not any(a != b and b[: len(a)] == a for a in spelled for b in spelled if len(spelled) < 60)


def shown(match: Match, seat: int, vocabulary: Vocabulary, observations: Observations) -> object:
    """What a seat gets, and the steps that are open to it."""
    own: Decision | None = next((d for d in match.decisions if d.seat == seat), None)
    ways = None if own is None else [vocabulary.spell(own, option) for option in own.options]
    begun = ways[-1][:-1] if ways else ()
    return observations.observe(match, seat, own, begun), ways


@pytest.mark.parametrize(("game", "players", "least"), HIDING)
def test_nothing_hidden_is_observed(game: str, players: int, least: int) -> None:
    vocabulary = Vocabulary(shipped.layout(game, players))
    observations = Observations(shipped.layout(game, players), vocabulary)
    compared = 0
    for match, rng in played(game, players, range(12), 40):
        for seat in range(players):
            other = match.copy()
            if permute_hidden(other.state, seat, rng) is None:
                continue
            asked = [d.seat for d in match.decisions], [d.seat for d in other.decisions]
            if seat in asked[0] and seat in asked[1]:
                assert shown(match, seat, vocabulary, observations) == shown(
                    other, seat, vocabulary, observations
                )
            else:
                seen = [observations.observe(m, seat, None, ()) for m in (match, other)]
                assert seen[0] == seen[1]
            compared += 1
    assert compared >= least


def test_secret_choices_of_others_are_not_observed() -> None:
    one, other = raw("goofspiel", 3), raw("goofspiel", 3)
    for env, choice in ((one, 0), (other, 5)):
        env.reset(seed=4)
        assert env.agent_selection == "seat_1"
        open_now = [n for n, admitted in enumerate(env.observe("seat_1")["action_mask"]) if admitted]
        env.step(open_now[choice])
        assert env.agent_selection == "seat_2"
    for agent in ("seat_2", "seat_3"):
        a, b = one.observe(agent), other.observe(agent)
        assert (a["observation"] == b["observation"]).all()
        assert (a["action_mask"] == b["action_mask"]).all()


def test_the_numbers_of_an_observation_say_what_they_are() -> None:
    env = raw("tic_tac_toe")
    env.reset(seed=1)
    env.step(env.actions.index("board(2, 2)"))
    seen = dict(zip(env.fields, env.observe("seat_2")["observation"], strict=True))
    assert seen["own seat"] == 1
    assert seen["board(2, 2).mark"] == 0
    assert seen["board(1, 1).mark"] == -1
    assert not env.observe("seat_2")["action_mask"][env.actions.index("board(2, 2)")]
    assert env.observe("seat_1")["action_mask"].sum() == 0


PAIRS = """\
game pairs for 2 players

type stone:
    starts in pool

table stone:
    red
    blue
    green

zone pool: stone

event main():
    open picking(seat 1)

window picking(seat p):
    asks p
    closes after one answer
    answers at once

action pair:
    at picking
    by q
    uses stone a in pool
    uses stone b in pool
    needs not same(a, b)
    do:
        end game as paired:
            winners q
"""


def test_an_action_that_names_several_things_is_taken_in_steps(tmp_path: Path) -> None:
    env = raw(str(write(tmp_path, PAIRS)))
    env.reset(seed=1)

    def open_now() -> list[str]:
        return [env.actions[n] for n in env.observe("seat_1")["action_mask"].nonzero()[0]]

    assert open_now() == ["pass", "pair"]
    env.step(env.actions.index("pair"))
    assert open_now() == ["red#1", "blue#1", "green#1"]
    env.step(env.actions.index("blue#1"))
    assert env.agent_selection == "seat_1"
    assert open_now() == ["red#1", "green#1"]
    seen = dict(zip(env.fields, env.observe("seat_1")["observation"], strict=True))
    assert [seen[f"picked {name}"] for name in ("pair", "blue#1", "red#1")] == [2, 3, 0]
    env.step(env.actions.index("red#1"))
    assert env.rewards == {"seat_1": 1, "seat_2": -1}


def test_an_illegal_action_is_refused_or_ends_the_episode() -> None:
    env = raw("tic_tac_toe")
    env.reset(seed=1)
    env.step(4)
    with pytest.raises(
        ValueError, match=r"seat_2 cannot take the action 4 now; it can take 0 \(board\(1, 1\)\)"
    ):
        env.step(4)
    env = make("tic_tac_toe")
    env.reset(seed=1)
    env.step(4)
    env.step(4)
    assert env.rewards == {"seat_1": 0, "seat_2": -1}
    assert all(env.terminations.values())


FAR = """\
game far for 2 players

state most: 0..90 = 50

event main():
    choose number n in 48..most by seat 1, otherwise done
    end game as over:
        score quotient(n, n - 49) for each seat
"""


def test_numbers_that_no_action_names_are_refused_with_a_way_out(tmp_path: Path) -> None:
    path = str(write(tmp_path, FAR))
    with pytest.raises(ValueError, match=r"make the environment with `numbers=\(0, 48\)` or more"):
        raw(path).reset(seed=1)
    env = raw(path, numbers=(40, 50))
    env.reset(seed=1)
    assert [env.actions[n] for n in env.observe("seat_1")["action_mask"].nonzero()[0]] == ["48", "49", "50"]


def test_rules_that_go_wrong_cut_the_episode_off_and_say_so(tmp_path: Path) -> None:
    env = raw(str(write(tmp_path, FAR)), numbers=(40, 50))
    env.reset(seed=1)
    env.step(env.actions.index("49"))
    assert all(env.truncations.values())
    assert env.infos["seat_2"]["error"].startswith("a number is divided by 0")
    assert env.observe("seat_1")["action_mask"].sum() == 0


def test_an_episode_is_cut_off_after_its_steps() -> None:
    env = raw("pig", 2, most_steps=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(env.actions.index("hold"))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tic_tac",), "there is no game `tic_tac`"),
        (("pig", 9), "`pig` is for 2 to 4 players, not 9"),
        (("pig", None, {"dice": 2}), "`pig` has no option `dice`"),
    ],
)
def test_wrong_wishes_get_one_clear_error(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(*arguments)


def test_the_board_is_rendered_as_the_agent_sees_it() -> None:
    env = raw("kuhn_poker", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    held = [card for card in ("jack", "queen", "king") if card in text.lower()]
    assert len(held) == 1


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        (Ending("a", (0,), (0, 0)), [1.0, -1.0]),
        (Ending("a", (), (0, 0)), [0.0, 0.0]),
        (Ending("a", (0,), (-1, 4)), [-1.0, 4.0]),
    ],
)
def test_rewards(ending: Ending, expected: list[float]) -> None:
    assert rewards(ending) == expected


@pytest.mark.parametrize("action", ["1", "²", float("nan"), 1.0, None, -1, 10**40])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = raw("tic_tac_toe")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="cannot take the action"):
        env.step(action)
    env.step(1)


TALLY = """\
game tally for 2 players

enum suit: red, blue, green

state marks: 0..9 per suit = 0

event main():
    repeat 2 times:
        choose suit k by seat 1
        raise marks[k] by 1
    end game as told
"""


def test_a_state_with_a_value_for_each_member_is_observed_by_its_names(tmp_path: Path) -> None:
    env = raw(write(tmp_path, TALLY))
    env.reset(seed=1)
    env.step(env.actions.index("blue"))
    seen = dict(zip(env.fields, env.observe("seat_2")["observation"], strict=True))
    assert {name: seen[name] for name in seen if name.startswith("marks")} == {
        "marks.red": 0, "marks.blue": 1, "marks.green": 0,
    }  # fmt: skip
