"""Plays our classics in lockstep with OpenSpiel's games and reports the first difference.

`make conformance` plays 2,000 random matches of each game and writes docs/conformance.md. At every point both
must agree on who is to act, on the actions there are (under the mapping of `conformance_maps.py`), on what
chance can give with which probability, and at the end on what each player gets. On our side the generated
program plays. The walker makes the same moves in one match of fifty, in each of small games of chance;
both must end in the same state.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path as File
from typing import Any

import pyspiel
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.meaning.game import check_game
from regelwerk.program.ending import Decision
from regelwerk.program.errors import ImpossibleChance
from regelwerk.program.generate import Program
from regelwerk.program.layout import make_layout
from regelwerk.program.sources import ANY
from regelwerk.resources import data_path
from tools.conformance_maps import MAPPINGS, NOT_COMPARED, Mapping, Path, Position

FORCED, MATCHES = 10_000, 2000
NO_RESULT = -1
"""Dictated to chance it is refused, and the refusal tells what chance may give."""


class Difference(Exception):
    """The two games do not agree; the message says where and how."""


@dataclass
class Counts:
    """What has been compared."""

    matches: int = 0
    decisions: int = 0
    actions: int = 0
    chances: int = 0
    forced: int = 0
    longest: int = 0


class Both:
    """A game of ours with its counterpart."""

    def __init__(self, mapping: Mapping) -> None:
        self.mapping = mapping
        rules = check_game(data_path("games") / mapping.file).rules
        assert rules is not None, f"{mapping.file} has errors"
        self.layout = make_layout(rules, 2, mapping.options)
        self.walker, self.program = Walker(self.layout), Program(self.layout)
        self.spiel = pyspiel.load_game(mapping.spiel)

    def match(self, seed: int, counts: Counts) -> None:
        """Play one match. Raises Difference where the games disagree."""
        Lockstep(self, seed, counts).play()


@dataclass
class Lockstep:
    """One match: our position `state`, and `answer` and `dictated` on the way to the next one."""

    both: Both
    seed: int
    counts: Counts
    told: list[str] = field(default_factory=list)

    def play(self) -> None:
        both = self.both
        self.draw = random.Random(self.seed)
        self.there = both.spiel.new_initial_state()
        self.coming: list[int] = []
        self.results: Sequence[int] = ()
        self.leader, self.follower = both.program, None
        if self.seed % both.mapping.walked == 0:
            self.follower = both.walker
        self.state, self.second = State(both.layout), State(both.layout)
        self.run([None])
        decisions = 0
        while self.state.over is None:
            decisions += 1
            self.pass_forced()
            found = self.pending(self.state)
            if self.there.is_terminal():
                self.differ("OpenSpiel's match is over, ours is not")
            if both.mapping.turn is not None:
                self.turn(found[0])
            elif self.there.is_simultaneous_node():
                self.together(found)
            else:
                self.alone(found[0])
        self.pass_forced()
        if not self.there.is_terminal():
            self.differ("our match is over, OpenSpiel's is not")
        ours, theirs = both.mapping.returns(self.state.over), list(self.there.returns())
        if ours != theirs:
            self.differ(f"returns are {ours} with us, {theirs} there")
        if self.follower is not None and self.second.hash() != self.state.hash():
            self.differ("the walker and the generated program have come to different ends")
        self.counts.matches += 1
        self.counts.decisions += decisions
        self.counts.longest = max(self.counts.longest, decisions)

    # Moves

    def alone(self, decision: Decision) -> None:
        """One seat decides."""
        player = self.there.current_player()
        if player != decision.seat:
            self.differ(f"seat {decision.seat} is to act with us, player {player} there")
        paths = self.paths(decision)
        self.same_actions(paths, self.both.mapping.legal(self.there), player)
        action = self.draw.choice(sorted(paths))
        self.told.append(f"player {player}: {self.there.action_to_string(player, action)}")
        self.there.apply_action(action)
        self.run([(decision.seat, option) for option in paths[action]])

    def together(self, found: Sequence[Decision]) -> None:
        """All seats decide at the same time."""
        joint, answers = [], []
        for player in range(self.both.spiel.num_players()):
            decision = next((d for d in found if d.seat == player), None)
            if decision is None:
                self.differ(f"player {player} is to act there, nobody with us")
            paths = self.paths(decision)
            self.same_actions(paths, self.there.legal_actions(player), player)
            joint.append(self.draw.choice(sorted(paths)))
            answers.append((player, paths[joint[-1]][0]))
        self.told.append(f"together: {joint}")
        self.there.apply_actions(joint)
        self.run(answers)

    def turn(self, decision: Decision) -> None:
        """One seat decides, until chance speaks or the match ends: the same positions may come of it."""
        ours, theirs = self.our_turns(), self.their_turns(decision.seat)
        self.counts.actions += len(theirs)
        if ours.keys() != theirs.keys():
            only = [sorted(one.keys() - other.keys()) for one, other in ((ours, theirs), (theirs, ours))]
            self.differ(f"a turn may lead to {only[0]} with us alone, to {only[1]} there alone")
        position = self.draw.choice(sorted(ours))
        for action in theirs[position]:
            self.told.append(f"player {decision.seat}: {self.there.action_to_string(action)}")
            self.there.apply_action(action)
        self.run([(decision.seat, option) for option in ours[position]])

    def our_turns(self) -> dict[Position, Path]:
        """The positions our turn may lead to, each with options that do."""
        found: dict[Position, Path] = {}
        seen: set[str] = set()
        open_: list[tuple[State, Path]] = [(self.state, ())]
        while open_:
            state, path = open_.pop()
            if state.hash() in seen:
                continue
            seen.add(state.hash())
            (decision,) = self.pending(state)
            for option in decision.options:
                after, way = state.copy(), (*path, option)
                after.dictated = {ANY: [NO_RESULT]}
                with suppress(ImpossibleChance):
                    self.leader.resume(after, (decision.seat, option))
                    if after.over is None:
                        open_.append((after, way))
                        continue
                found.setdefault(self.both.mapping.turn[0](after), way)
        return found

    def their_turns(self, player: int) -> dict[Position, tuple[int, ...]]:
        """The positions a turn there may lead to, each with actions that do."""
        found: dict[Position, tuple[int, ...]] = {}
        open_: list[tuple[Any, tuple[int, ...]]] = [(self.there, ())]
        while open_:
            state, path = open_.pop()
            if state.is_terminal() or state.is_chance_node():
                found.setdefault(self.both.mapping.turn[1](state), path)
                continue
            if state.current_player() != player:
                self.differ(f"seat {player} is to act with us, player {state.current_player()} there")
            open_.extend((state.child(action), (*path, action)) for action in state.legal_actions())
        return found

    def paths(self, decision: Decision) -> dict[int, Path]:
        """For each action of theirs the options of ours it stands for."""
        mapping = self.both.mapping
        found: dict[int, Path] = {}
        for option in decision.options:
            ways: list[Path] = [(option,)]
            if mapping.compound is not None:
                ways = self.halves(decision, option)
            for way in ways:
                action = mapping.action(self.state, decision, way)
                if action in found:
                    self.differ(f"our options {found[action]} and {way} are the same action {action}")
                found[action] = way
        return found

    def halves(self, decision: Decision, option: tuple[int, ...]) -> list[Path]:
        """An option with each option of the further choice it leads to, if both are one action there."""
        after = self.state.copy()
        self.leader.resume(after, (decision.seat, option))
        further = self.pending(after)
        same = bool(further) and further[0].seat == decision.seat
        if not same or further[0].place != self.both.mapping.compound:
            return [(option,)]
        return [(option, second) for second in further[0].options]

    def same_actions(self, paths: dict[int, Path], legal: Sequence[int], player: int) -> None:
        self.counts.actions += len(legal)
        if sorted(paths) != sorted(legal):
            names = {action: self.there.action_to_string(player, action) for action in legal}
            self.differ(f"the actions are {sorted(paths)} with us, {names} there")

    def pending(self, state: State) -> list[Decision]:
        """The decisions a position of ours waits for."""
        return self.leader.pending(state)

    # What nobody decides

    def pass_forced(self) -> None:
        """Make the moves there that are no decisions with us."""
        for _ in range(FORCED):
            state = self.there
            if state.is_terminal():
                return
            if state.is_simultaneous_node():
                legal = [state.legal_actions(player) for player in range(self.both.spiel.num_players())]
                if any(len(actions) != 1 for actions in legal):
                    return
                state.apply_actions([actions[0] for actions in legal])
            elif state.is_chance_node():
                outcomes = state.chance_outcomes()
                if len(outcomes) != 1:
                    return
                state.apply_action(outcomes[0][0])
            else:
                legal = self.both.mapping.legal(state)
                forced = self.both.mapping.forced(state)
                if len(legal) == 1:
                    forced = legal[0]
                if forced is None:
                    return
                self.counts.forced += 1
                state.apply_action(forced)
        self.differ("OpenSpiel's match does not come to a decision")

    def run(self, answers: Sequence[tuple[int, tuple[int, ...]] | None]) -> None:
        """Make moves of ours; chance gives what OpenSpiel draws, once both agree on what it may give."""
        for answer in answers:
            dictated: list[int] = []
            while True:
                after = self.state.copy()
                after.dictated = {ANY: [*dictated, NO_RESULT]}
                try:
                    if answer is None:
                        self.leader.begin(after)
                    else:
                        self.leader.resume(after, answer)
                except ImpossibleChance as refused:
                    dictated.append(self.chance(refused.results))
                    continue
                break
            after.dictated = {}
            self.state = after
            if self.follower is None:
                continue
            self.second.dictated = {ANY: dictated}
            if answer is None:
                self.follower.begin(self.second)
            else:
                self.follower.resume(self.second, answer)

    def chance(self, results: Sequence[int]) -> int:
        """Compare what chance may give; returns what it gives, as ours.

        Where several results of ours are one there, they are compared together when the first is needed.
        """
        if self.coming:
            if self.results != results:
                self.differ(f"chance may give {results} after {self.results}, which one draw is there")
            return self.coming.pop(0)
        self.pass_forced()
        self.counts.chances += 1
        if not self.there.is_chance_node():
            self.differ(f"chance speaks with us ({len(results)} results), not there: {self.there}")
        mapping, layout = self.both.mapping, self.both.layout
        theirs = dict(self.there.chance_outcomes())
        if mapping.dice is None:
            ways = [(mapping.chance(layout, result), (result,)) for result in results]
        else:
            thrown = ((mapping.dice(self.there, *pair), pair) for pair in product(results, repeat=2))
            ways = [(outcome, pair) for outcome, pair in thrown if outcome is not None]
        times = Counter(outcome for outcome, _ in ways)
        same = times.keys() == theirs.keys() and all(
            abs(times[outcome] / len(ways) - theirs[outcome]) < 1e-12 for outcome in theirs
        )
        if not same:
            self.differ(f"chance may give {dict(times)} of {len(ways)} with us, {theirs} there")
        outcome = self.draw.choice(sorted(theirs))
        self.told.append(f"chance: {self.there.action_to_string(pyspiel.PlayerId.CHANCE, outcome)}")
        self.there.apply_action(outcome)
        self.results = results
        first, *self.coming = dict(ways)[outcome]
        return first

    def differ(self, how: str) -> Any:
        """Stop with what differs and how the match came there."""
        moves = "\n".join(f"  {move}" for move in self.told[-12:])
        raise Difference(
            f"{self.both.mapping.name}, seed {self.seed}: {how}\nlast moves:\n{moves}\n{self.there}"
        )


# The command


def compare(console: Console, mapping: Mapping, matches: int, first: int) -> tuple[Counts, float]:
    """Play so many matches, with a bar."""
    both, counts, start = Both(mapping), Counts(), time.perf_counter()
    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=console, transient=True) as progress:
        for seed in progress.track(range(first, first + matches), description=mapping.name):
            both.match(seed, counts)
    return counts, time.perf_counter() - start


HEAD = """\
# Compared with OpenSpiel

`make conformance` plays the classics in lockstep with
[OpenSpiel](https://github.com/google-deepmind/open_spiel), an independent implementation of many games:
{matches:,} random matches of each game (of some fewer, as the table says), with the seeds from {first}
on. In every position both must agree on
who is to act, on the actions there are (as many, and the same under the mapping in
`tests/tools/conformance_maps.py`), on the results chance may give and their probabilities, and at the end on
what each player gets. On our side the generated program plays. The walker makes the same moves in one match
of fifty, in each of small games of chance; both must end in the same state.

No difference was found with OpenSpiel {version}.

| game | name and parameters there | matches | decisions | actions | chance events \
| moves without a choice | longest |
|---|---|---|---|---|---|---|---|
"""
TAIL = """
Decisions, actions and chance events are those compared. A move without a choice is one OpenSpiel asks for
although a single action is open; with us nobody is asked then. The longest match is counted in our decisions.
"""


def page(rows: Sequence[tuple[Mapping, Counts]], first: int, matches: int) -> str:
    """The page of the documentation."""
    from importlib.metadata import version

    text = HEAD.format(matches=matches, first=first, version=version("open_spiel"))
    for mapping, c in rows:
        figures = (c.matches, c.decisions, c.actions, c.chances, c.forced, c.longest)
        cells = " | ".join(f"{figure:,}" for figure in figures)
        text += f"| {mapping.name} | `{mapping.spiel}` | {cells} |\n"
    text += TAIL
    told = [f"- {m.name}: {m.differs}.\n" for m, _ in rows if m.differs]
    if told:
        text += "\nWhere OpenSpiel asks and our rules decide:\n\n" + "".join(told)
    text += "\nNot compared:\n\n"
    return text + "".join(f"- `{name}`: {reason}.\n" for name, reason in NOT_COMPARED.items())


def main() -> None:
    """Compare and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--write", type=File, help="the page to write")
    parser.add_argument("games", nargs="*", help="names of games; all without")
    given = parser.parse_args()
    console = Console()
    chosen = [m for m in MAPPINGS if not given.games or m.name in given.games]
    rows = []
    for mapping in chosen:
        try:
            counts, seconds = compare(console, mapping, given.matches, given.first)
        except Difference as difference:
            console.print(f"different: {difference}", markup=False, highlight=False)
            sys.exit(1)
        rows.append((mapping, counts))
        console.print(f"{mapping.name}: {counts.matches:,} matches agree ({seconds:.0f} s)", highlight=False)
    if given.write is not None:
        given.write.write_text(page(rows, given.first, given.matches), "utf-8")


if __name__ == "__main__":
    main()
