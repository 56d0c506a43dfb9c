"""Games as environments for learning: PettingZoo's interface in which agents act one after the other.

Needs the extra `rl` (PettingZoo, Gymnasium, NumPy):

    from regelwerk.doors.environment import make

    env = make("tic_tac_toe")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from operator import index
from random import Random, SystemRandom
from typing import Any

from regelwerk.doors.board import board, scene_of
from regelwerk.doors.games import load_game
from regelwerk.doors.labels import Labels
from regelwerk.doors.observation import Observations
from regelwerk.doors.options import options_of, players_of
from regelwerk.doors.refusals import Refused
from regelwerk.doors.vocabulary import NUMBERS, Vocabulary
from regelwerk.match.match import Match, make_build
from regelwerk.match.views import view
from regelwerk.program.ending import Decision, Option
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.program.layout import make_layout
from regelwerk.rules.declarations import Rules
from regelwerk.studies.facts import rewards

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError(
        f"environments for learning need the package `{missing.name}`: install `regelwerk[rl]`"
    ) from None

MOST_STEPS = 10_000
"""After so many steps an episode is cut off."""

ILLEGAL = -1.0
"""The reward of an agent that takes an action its mask does not admit; the episode ends with that."""

_LEAST, _MOST = -(2**31), 2**31 - 1


def make(
    game: str | Rules,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    houses: Sequence[str] = (),
    *,
    numbers: tuple[int, int] = NUMBERS,
    most_steps: int = MOST_STEPS,
    render_mode: str | None = None,
) -> AECEnv[str, Any, Any]:
    """An environment for a game, in PettingZoo's wrappers: an illegal action ends the episode.

    `game` and `houses` are what the command line takes, or `game` the rules themselves; `options` are values
    by name. `numbers` are the least
    and the greatest number that can be chosen where the rules give no bounds. Raises ValueError for a
    game, number of players or option that does not exist.
    """
    env: AECEnv[str, Any, Any] = raw(
        game, players, options, houses, numbers=numbers, most_steps=most_steps, render_mode=render_mode
    )
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def raw(
    game: str | Rules,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    houses: Sequence[str] = (),
    *,
    numbers: tuple[int, int] = NUMBERS,
    most_steps: int = MOST_STEPS,
    render_mode: str | None = None,
) -> Environment:
    """The same without wrappers: an illegal action raises ValueError and changes nothing."""
    try:
        rules = game if isinstance(game, Rules) else load_game(game, houses).rules
        seats = players_of(rules, players)
        values = options_of(rules, [f"{name}={_text(value)}" for name, value in (options or {}).items()])
        return Environment(rules, seats, values, numbers, most_steps, render_mode)
    except (Refused, RuleError) as error:
        raise ValueError(str(error)) from None


def _index(action: Any) -> int:
    """The number of an action; -1 for what is no whole number."""
    try:
        return index(action)
    except TypeError:
        return -1


def _text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


class Environment(AECEnv[str, Any, Any]):
    """A match at a time, its seats as the agents `seat_1`, `seat_2` and so on.

    `actions[n]` says what action `n` means, `fields[n]` what number `n` of an observation is. An option
    that names several elements is taken step by step; an agent acts until its option is complete.
    Agents that choose in secret act in the order of their seats, and see nothing of each other's choices.
    """

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: Mapping[str, int] | None = None,
        numbers: tuple[int, int] = NUMBERS,
        most_steps: int = MOST_STEPS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": rules.game, "render_modes": ["ansi", "human"], "is_parallelizable": False,
        }  # fmt: skip
        self.render_mode = render_mode
        self.most_steps = most_steps
        self.layout = make_layout(rules, players, options)
        self._build = make_build(self.layout, "fast")
        self._vocabulary = Vocabulary(self.layout, numbers)
        self._observations = Observations(self.layout, self._vocabulary)
        self.actions = tuple(self._vocabulary.text(n) for n in range(len(self._vocabulary)))
        self.fields = self._observations.fields
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(_LEAST, _MOST, (len(self.fields),), np.int32),
                    "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._chance = Random(SystemRandom().getrandbits(64))
        self._match: Match | None = None
        self._begun: tuple[int, ...] = ()
        self._ways: dict[tuple[int, ...], Option] = {}
        self._steps = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def match(self) -> Match:
        """The match that is played. Raises RuntimeError before the first `reset`."""
        if self._match is None:
            raise RuntimeError("call `reset` first")
        return self._match

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match. The same seed gives the same match; without one, the next of a sequence."""
        if seed is not None:
            self._chance = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self.agent_selection = self.agents[0]
        self._match = Match.start_on(self.layout, self._build, self._chance.getrandbits(64), log=False)
        self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and the actions it may take: none unless it is to act."""
        mask = np.zeros(len(self.actions), np.int8)
        decision = self._decision(agent)
        if decision is not None:
            mask[sorted(self._open())] = 1
        begun = self._begun if decision is not None else ()
        numbers = self._observations.observe(self.match, self._seats[agent], decision, begun)
        return {"observation": np.array(numbers, np.int32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action of the agent that is to act; None for one whose episode is over.

        Raises ValueError for an action that is not open.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = _index(action)
        if number not in self._open():
            listed = ", ".join(f"{n} ({self.actions[n]})" for n in sorted(self._open())[:12])
            raise ValueError(f"{agent} cannot take the action {action} now; it can take {listed}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._begun = (*self._begun, number)
        self._steps += 1
        self._go_on()
        if self._steps >= self.most_steps and not self.match.over:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as the agent that is to act sees it: returned, or printed if the mode is `human`."""
        from regelwerk.doors.screen import Screen

        if self.render_mode is None:
            return None
        text = io.StringIO()
        shown = view(self.match, self._seats[self.agent_selection])
        labels = Labels(self.layout.game, "en")
        Screen(file=text, width=100).print(
            board(shown, self.layout.tables, labels, self.layout.game.game, scene_of(self.match))
        )
        if self.render_mode == "human":
            print(text.getvalue())
            return None
        return text.getvalue()

    def close(self) -> None:
        """Nothing is held open."""

    def _decision(self, agent: str) -> Decision | None:
        """What an agent is to decide now."""
        if self.match.over or agent != self.agent_selection or self.truncations.get(agent):
            return None
        return self.match.decisions[0]

    def _open(self) -> set[int]:
        """The actions that can be taken now."""
        begun = self._begun
        return {steps[len(begun)] for steps in self._ways if steps[: len(begun)] == begun}

    def _go_on(self) -> None:
        """Take the option that is meant, or the steps that all options still possible share."""
        fitting = [steps for steps in self._ways if steps[: len(self._begun)] == self._begun]
        if len(fitting) == 1:
            self._take(self._ways[fitting[0]])
            return
        while len({steps[len(self._begun)] for steps in fitting}) == 1:
            self._begun = fitting[0][: len(self._begun) + 1]

    def _take(self, option: Option) -> None:
        try:
            self.match.take(0, option)
        except (RuleError, MatchError) as error:
            self.truncations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"error": str(error)} for agent in self.agents}
            return
        self._next()

    def _next(self) -> None:
        """Turn to the seat that decides, or give out the rewards."""
        self._begun, self._ways = (), {}
        result = self.match.result
        if result is not None:
            self.rewards = {agent: rewards(result)[seat] for agent, seat in self._seats.items()}
            self.terminations = dict.fromkeys(self.agents, True)
            return
        decision = self.match.decisions[0]
        self.agent_selection = self.possible_agents[decision.seat]
        self._ways = {self._vocabulary.spell(decision, option): option for option in decision.options}
        self._go_on()
