"""A player for every game that looks many moves ahead: Monte Carlo tree search from the rules alone.

Each iteration imagines a match that could be the one played, goes down the tree by the moves that look
best to whoever makes them, adds one move, and plays on to the end by habit. Every seat has a tree of its
own, whose branches are what that seat sees: so nobody in it answers to what it cannot know. Where
nothing is ever hidden, all share one tree; there states are kept in the nodes, and what is played out
completely is known for certain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import monotonic

from regelwerk.match.state import State
from regelwerk.program.ending import Decision, Ending
from regelwerk.program.errors import MatchError, RuleError

from .habits import Move
from .openness import all_is_seen, has_scores, one_at_a_time
from .rollout import SERVES, SOON, Ahead, Made
from .sight import Sight
from .thinker import Thinker
from .tree import Arm, Eyes, Node, Scale, key_of, pick

WON = 1.0
"""What winning is worth in a game without scores: nothing is worth more."""

EVERY = 16
"""Progress is told after so many iterations."""

Report = Callable[[float], None]
"""Is told the share of the budget that is used up."""


@dataclass(frozen=True)
class SearchBudget:
    """What may be spent on one decision, whichever is used up first.

    `iterations`, `moves` in all imagined matches together, `seconds` if a clock counts. `length` is the
    number of moves after which an imagined match is given up. Without a clock the same random numbers
    give the same choice.

    In a game that says how its matches stand, imagined matches go only so far `ahead` of the tree, and a
    decision gets `near` moves: such a match has many decisions.
    """

    iterations: int = 2000
    moves: int = 10_000
    length: int = 400
    seconds: float | None = None
    ahead: Ahead = SOON
    near: int = 400


class SearchPlayer(Thinker):
    """Searches a tree. It keeps habits, but no tree, from decision to decision.

    `report` is told how far a search has come.
    """

    def __init__(
        self,
        rng: Random,
        budget: SearchBudget | None = None,
        report: Report | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(rng, clock)
        self.budget = budget or SearchBudget()
        self.report = report

    def think(self, sight: Sight) -> int:
        """The option that was looked at most, or is known to be best; of equal ones the first."""
        return _Search(self, sight).run()


@dataclass
class _Step:
    """A move of the tree that was made: by whom, from which node (of the own tree), to which."""

    seat: int
    node: Node
    move: Move
    arm: Arm
    options: int
    certain: bool


class _Search:
    """The thinking about one decision."""

    def __init__(self, player: SearchPlayer, sight: Sight) -> None:
        self.sight = sight
        self.seat = sight.seat
        self.rng = player.rng
        self.rollouts = player.rollouts(sight)
        self.habits = player.habits
        self.budget = player.budget
        self.report = player.report
        self.clock = player.clock
        self.started = self.clock()
        layout = sight.layout
        self.open = all_is_seen(layout) and one_at_a_time(layout)
        self.tells = tells = self.rollouts.tells()
        self.greatest = float("inf") if has_scores(layout) else WON
        self.most = self.budget.near if tells else self.budget.moves
        self.scale = Scale()
        self.moves = self.iterations = 0
        self.first = first = sight.imagine(self.rng).state
        self.dealt, self.dealt_at = first, 0
        self.stood = self._stood()
        self.eyes = Eyes(self.rollouts.namer, first.known, self.seat)
        self.root = Node()
        self.roots = [self.root if self.open or n == self.seat else Node() for n in range(layout.players)]
        self.kept: dict[bytes, Node] = {}
        if self.open:
            self._stand(self.root, first, sight.decision)
        if self.stood is not None:
            self.moves += self.rollouts.measure(first, self.habits, self.rng, self.budget.ahead, self.stood)

    def run(self) -> int:
        """The number of the option to take."""
        while self.root.worth is None:
            used = self._used()
            if self.report is not None and (used >= 1 or not self.iterations % EVERY):
                self.report(min(used, 1.0))
            if used >= 1:
                break
            self._iterate()
            self.iterations += 1
        return self._best()

    def _used(self) -> float:
        """The share of the budget that is used up."""
        budget = self.budget
        used = max(self.iterations / budget.iterations, self.moves / self.most)
        if budget.seconds is not None:
            used = max(used, (self.clock() - self.started) / budget.seconds)
        return used if self.iterations else 0.0

    def _best(self) -> int:
        """Of the options known to be best the one that did best; else of those tried at least half as often
        as the one tried most."""
        decision = self.sight.decision
        certain, likely = [], []
        for number, option in enumerate(decision.options):
            move = self.eyes.see(self.first, decision, option, self.seat)
            arm, child = self.root.arms.get(move), self.root.children.get(move)
            if arm is None or not arm.tries:
                continue
            mean = arm.total / arm.tries
            if child is not None and child.worth is not None:
                certain.append((child.worth[self.seat], mean, arm.tries, -number))
            else:
                likely.append((mean, mean, arm.tries, -number))
        if self.root.worth is not None:
            likely = []
        most = max((tries for _, _, tries, _ in (*certain, *likely)), default=0)
        found = [*certain, *(row for row in likely if 2 * row[2] >= most)]
        return -max(found)[3] if found else 0

    # One iteration

    def _iterate(self) -> None:
        steps: list[_Step] = []
        try:
            s, worth = self._open_descent(steps) if self.open else self._descent(steps)
        except (RuleError, MatchError):
            s, worth = None, None
        made: list[tuple[Move, int]] = [(step.arm.habit, step.seat) for step in steps]
        if s is not None:
            more, worth = self._go_on(s)
            self.moves += len(more)
            made += more
        if worth is None:
            for step in steps:
                step.arm.tries += 1
                step.arm.total += self.habits.mean
            return
        self.scale.note(worth)
        self.habits.learn(made, worth, self.seat)
        for step in steps:
            step.arm.tries += 1
            step.arm.total += worth[step.seat]
        if self.open:
            self._settle(steps)

    def _go_on(self, s: State) -> tuple[Made, list[float] | None]:
        """Play on by habit; returns the moves and what the match comes to, None if that cannot be told."""
        budget = self.budget
        if self.tells:
            return self.rollouts.gain_from(s, self.habits, self.rng, budget.ahead, self.stood)
        more, ending = self.rollouts.finish(s, self.habits, self.rng, budget.length)
        return more, None if ending is None else self.rollouts.values(ending)

    def _ended(self, s: State, ending: Ending) -> list[float] | None:
        """What a match that has ended in the tree comes to."""
        if self.tells:
            return self.rollouts.gained_in_the_end(s, ending, self.stood)
        return self.rollouts.values(ending)

    def _stood(self) -> list[float] | None:
        """How a match that could be this one stands; None if that cannot be told."""
        return self.rollouts.standing(self.dealt) if self.tells else None

    def _imagined(self) -> State:
        """A state the match could be in; chance to come is another one each time."""
        if not self.tells:
            return self.sight.imagine(self.rng).state
        if self.iterations and (self.stood is None or self.moves - self.dealt_at >= SERVES):
            self.dealt, self.dealt_at = self.sight.imagine(self.rng).state, self.moves
            self.stood = self._stood()
        s = self.dealt.copy()
        s.seed = self.rng.getrandbits(64)
        return s

    def _descent(self, steps: list[_Step]) -> tuple[State | None, list[float] | None]:
        """Go down the trees of all seats; returns the state to play on from, or what the match came to."""
        s = self._imagined()
        nodes = list(self.roots)
        decision = next(d for d in self.rollouts.decisions(s) if d.seat == self.seat)
        while True:
            seat = decision.seat
            moves, habits = self._names(s, decision)
            node = nodes[seat]
            at_once = decision.kind == "secret"
            number = pick(node, moves, habits, self.habits, self.scale, seat, self.rng, at_once)
            move, option = moves[number], decision.options[number]
            arm = node.arms[move]
            steps.append(_Step(seat, node, move, arm, len(moves), False))
            self.rollouts.take(s, (seat, option))
            self.moves += 1
            if s.over is not None:
                return None, self._ended(s, s.over)
            nodes = [
                before.child(move if other == seat else self.eyes.see(s, decision, option, other))
                for other, before in enumerate(nodes)
            ]
            if not arm.tries or len(steps) >= self.budget.length:
                return s, None
            decision = self.rollouts.decisions(s)[0]

    def _open_descent(self, steps: list[_Step]) -> tuple[State | None, list[float] | None]:
        """The same in the one tree of a game that hides nothing."""
        node = self.root
        s: State | None = None
        while True:
            kept = node.state
            decision = node.decision if s is None else self.rollouts.decisions(s)[0]
            assert decision is not None
            seat = decision.seat
            moves, habits = (node.moves, node.habits) if s is None else self._names(s, decision)
            number = pick(node, moves, habits, self.habits, self.scale, seat, self.rng)
            move, arm = moves[number], node.arms[moves[number]]
            child = node.children.get(move)
            if s is None and child is not None and (child.state is not None or child.worth is not None):
                steps.append(_Step(seat, node, move, arm, len(moves), True))
                if child.worth is not None:
                    return None, list(child.worth)
                node = child
                if len(steps) >= self.budget.length:
                    assert child.state is not None
                    return child.state.copy(), None
                continue
            if s is None:
                assert kept is not None
                s = kept.copy()
                s.seed = self.rng.getrandbits(64)
            certain = kept is not None
            before = dict(s.streams) if certain else {}
            self.rollouts.take(s, (seat, decision.options[number]))
            self.moves += 1
            certain = certain and s.streams == before
            steps.append(_Step(seat, node, move, arm, len(moves), certain))
            node = self._certain(node, move, s) if certain else node.child(move)
            if s.over is not None:
                return None, self._ended(s, s.over)
            if not arm.tries or len(steps) >= self.budget.length:
                return s, None

    def _certain(self, before: Node, move: Move, s: State) -> Node:
        """The node after a move in which chance has no part; the same where moves in another order lead."""
        if s.over is not None:
            node = before.child(move)
            # What an end is worth beside scores, or how a match stands, grows with what is found elsewhere.
            if not self.tells and (self.greatest == WON or self.rollouts.scored(s.over)):
                node.worth = tuple(self.rollouts.values(s.over))
            return node
        node = self.kept.setdefault(key_of(s), Node())
        before.children[move] = node
        if node.state is None:
            self._stand(node, s.copy(), self.rollouts.decisions(s)[0])
        return node

    def _stand(self, node: Node, s: State, decision: Decision) -> None:
        """Keep where a match stands in a node."""
        node.state, node.decision = s, decision
        node.moves, node.habits = self._names(s, decision)

    def _names(self, s: State, decision: Decision) -> tuple[list[Move], list[Move]]:
        """The names of the options of a decision for the tree, and as habits."""
        moves = [self.eyes.see(s, decision, option, decision.seat) for option in decision.options]
        return moves, self.rollouts.namer.names(s, decision)

    def _settle(self, steps: list[_Step]) -> None:
        """Note, from the last move backwards, what is now known for certain."""
        for step in reversed(steps):
            child = step.node.children[step.move]
            if not step.certain or child.worth is None:
                return
            node, seat = step.node, step.seat
            if child.worth[seat] >= self.greatest:
                node.worth = child.worth
                continue
            known = [after.worth for after in node.children.values() if after.worth is not None]
            if len(known) < step.options:
                return
            node.worth = max(known, key=lambda worth: worth[seat])
