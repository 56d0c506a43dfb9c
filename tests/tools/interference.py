"""Everything a seat gets to see, and matches beside each other that differ in what it cannot see."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from rich.console import Console

from regelwerk.doors import offers, offers_alike, undoing
from regelwerk.doors.board import board, scene_of
from regelwerk.doors.games import Game
from regelwerk.doors.labels import Labels
from regelwerk.match import knowledge, reasons, views
from regelwerk.match.machine import unpack_frame
from regelwerk.match.match import Match
from regelwerk.match.options import PASS
from regelwerk.match.state import State
from regelwerk.match.text import option_kinds
from regelwerk.match.walker import Walker
from regelwerk.players.sight import Player, Sight
from regelwerk.program.ending import Decision, Option
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.program.layout import Layout
from regelwerk.program.things import ZONE_PILE
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario

MakePlayer = Callable[[Random], Player]
AHEAD = 12
"""So many decisions are made on both sides after the exchange, while nothing of it is shown."""


def seen(match: Match, seat: int, bot: MakePlayer | None = None) -> dict[str, Any]:
    """What a seat is shown, in every form there is, and what a bot makes of it."""
    labels = Labels(match.rules, "en")
    shown = views.view(match, seat)
    own = [(n, d) for n, d in enumerate(match.decisions) if d.seat == seat]
    screen = io.StringIO()
    scene = scene_of(match)
    Console(file=screen, width=300, emoji=False).print(
        board(shown, match.layout.tables, labels, "game", scene)
    )
    result: dict[str, Any] = {
        "view": shown,
        "public": views.view(match, None),
        "board": screen.getvalue(),
        "questions": [offers.question(match, decision, labels) for _, decision in own],
        "labels": [offers_alike.option_labels(match, number, labels) for number, _ in own],
        "sources": [[offers.source_of(match, d, o).name for o in d.options] for _, d in own],
        "why not": {
            action.name: [reason.text for reason in reasons.explain_not(match, seat, action.name)]
            for action in match.rules.actions
        },
        "errors": [_refusal(match, n) for n, _ in own],
    }
    if bot is not None:
        result["bot"] = [bot(Random(0)).choose(Sight(match, n)) for n, _ in own]
    return result


def _refusal(match: Match, number: int) -> str:
    """What is said to a choice that is not offered."""
    try:
        match.copy().take(number, (10**6,))
    except MatchError as error:
        return str(error)
    return ""


def difference(one: dict[str, Any], other: dict[str, Any], path: str = "") -> str:
    """Where two sights differ, for people; empty if they do not."""
    for key in one.keys() | other.keys():
        a, b = one.get(key), other.get(key)
        if a != b:
            if isinstance(a, dict) and isinstance(b, dict):
                return difference(a, b, f"{path}{key}: ")
            return f"{path}{key}: {str(a)[:400]} / {str(b)[:400]}"
    return ""


class Pair:
    """Two matches that differ only in where two things lie that a seat does not know."""

    def __init__(self, match: Match, seat: int, rng: Random) -> None:
        self.seat = seat
        self.one, self.other = match.copy(), match.copy()
        self.exchanged = views.permute_hidden(self.other.state, seat, rng)
        self.streams = dict(self.one.state.streams)
        self.start = (self.one.copy(), self.other.copy())

    def shown(self) -> bool:
        """Whether the seat, or chance, has since told them apart."""
        if self.exchanged is None:
            return True
        return any(
            match.state.known[thing] >> self.seat & 1 or match.state.streams != self.streams
            for match in (self.one, self.other)
            for thing in self.exchanged
        )

    def compare(self, bot: MakePlayer | None = None) -> None:
        """Both must look the same to the seat, what it may take back included."""
        told = difference(seen(self.one, self.seat, bot), seen(self.other, self.seat, bot))
        assert not told, f"seat {self.seat + 1} can tell: {told}"
        before, after = self.start
        undo = [
            undoing.shown(start, now) or undoing.others_chose(start, now, self.seat)
            for start, now in ((before, self.one), (after, self.other))
        ]
        assert undo[0] == undo[1], f"seat {self.seat + 1} can tell: an undo is refused in one of them"

    def step(self, rng: Random) -> bool:
        """Both go on, by the same choices, until the seat decides again; False if that is not possible.

        On the way, whenever others decide in both, the seat sees the same as well.
        """
        assert self.exchanged is not None
        mine = any(decision.seat == self.seat for decision in self.one.decisions)
        if mine and not self._take(rng, self.seat):
            return False
        for _ in range(AHEAD):
            turns = [self._is_asked(match) for match in (self.one, self.other)]
            if all(turns) or self.one.over or self.other.over or self.shown():
                break
            here = where(self.one, self.exchanged) == where(self.other, self.exchanged)
            if here and not any(turns):
                self.compare()
            if here and self.one.decisions[0].seat == self.other.decisions[0].seat:
                if not self._take(rng, self.one.decisions[0].seat):
                    return False
            elif not _passes(min(self.one, self.other, key=lambda match: len(match.log or ()))):
                return False
        return bool(self.one.over == self.other.over and not self.shown())

    def _is_asked(self, match: Match) -> bool:
        return any(decision.seat == self.seat for decision in match.decisions)

    def _take(self, rng: Random, seat: int) -> bool:
        """A seat chooses the same in both: in the second, one exchanged thing stands for the other."""
        assert self.exchanged is not None
        a, b = self.exchanged
        numbers = [
            next(n for n, d in enumerate(m.decisions) if d.seat == seat) for m in (self.one, self.other)
        ]
        decision = self.one.decisions[numbers[0]]
        there = self.other.decisions[numbers[1]]
        pairs = []
        for option in decision.options:
            kinds = option_kinds(self.one.layout, decision, option)
            first = len(option) - len(kinds)
            same = tuple(
                {a: b, b: a}.get(x, x) if n >= first and kinds[n - first].kind == "thing" else x
                for n, x in enumerate(option)
            )
            if same in there.options:
                pairs.append((option, same))
        if not pairs:
            return False
        option, same = rng.choice(pairs)
        self.one.take(numbers[0], option)
        self.other.take(numbers[1], same)
        return True


_WHOSE_TURN = ("#turn", "#passes", "#order")


def where(match: Match, exchanged: tuple[int, int]) -> Any:
    """Where a match stands, but for who has passed so far, and which of two things is which.

    Somebody who can only pass is passed for, and the match goes on: then two matches stand in two places.
    """
    frames = [unpack_frame(match.layout, frame) for frame in match.state.stack]
    return [
        (
            f.body.name,
            f.stage,
            f.place,
            [(n, _blurred(v, exchanged)) for n, v in f.env.items() if n not in _WHOSE_TURN],
        )
        for f in frames
    ]


def _blurred(value: Any, exchanged: tuple[int, int]) -> Any:
    if isinstance(value, list | tuple):
        return [_blurred(each, exchanged) for each in value]
    return "either" if value in exchanged else value


def _passes(match: Match) -> bool:
    """Somebody else passes, if that is possible."""
    for number, decision in enumerate(match.decisions):
        if PASS in decision.options:
            match.take(number, PASS)
            return True
    return False


def positions(match: Match, rng: Random, most: int) -> Iterator[tuple[Match, Decision]]:
    """A match played at random: at each of its decisions, the match as it stands, and the decision."""
    for _ in range(most):
        if match.over:
            return
        number = rng.randrange(len(match.decisions))
        decision = match.decisions[number]
        yield match, decision
        try:
            match.take(number, rng.randrange(len(decision.options)))
        except RuleError:
            return


class _Watched(Walker):
    """Keeps the state after everything that was chosen."""

    def __init__(self, layout: Layout, kept: list[State]) -> None:
        super().__init__(layout)
        self.kept = kept

    def begin(self, s: State, *happening: Any) -> None:
        super().begin(s, *happening)
        self.kept.append(s.copy())

    def resume(self, s: State, answer: tuple[int, Option]) -> None:
        super().resume(s, answer)
        self.kept.append(s.copy())


def scenario_positions(game: Game, every: int = 1) -> Iterator[Match]:
    """The positions of one in so many of a game's scenarios in which somebody decides, as matches."""
    layouts = Layouts(game.rules)
    for scenario in game.scenarios.scenarios[::every] if game.scenarios is not None else ():
        kept: list[State] = []
        run_scenario(layouts, scenario, lambda layout, kept=kept: _Watched(layout, kept))
        for s in kept:
            if s.over is None and s.stack:
                s.dictated = {}
                match = Match(game.rules, s.layout, Walker(s.layout), s, [])
                yield match.copy()


def hide_more(match: Match, rng: Random) -> Match:
    """The position with a few things more where some seat cannot see them."""
    result = match.copy()
    s = result.state
    tables = s.layout.tables
    everyone = (1 << s.players) - 1
    spoken_of = {value for _, _, values in s.stack for each in values for value in _numbers(each)}
    for zone, seen_by in enumerate(tables.zone_seen_by):
        kind = tables.types[tables.zone_decl[zone].type]
        owner = tables.zone_decl[zone].owner
        if seen_by == everyone or len(s.zones[zone]) > 1 or owner not in (None, "seat"):
            continue
        free = [
            thing
            for thing in range(kind.first, kind.last)
            if tables.row_of[thing] >= 0 and thing not in spoken_of and _is_free(s, thing)
        ]
        for thing in rng.sample(free, min(2, len(free))):
            knowledge.move(s, thing, zone)
            s.known[thing] = seen_by
    result._decisions = None
    return result


def _is_free(s: State, thing: int) -> bool:
    """Whether a thing lies nowhere, or among many that nobody knows."""
    zone = s.at[thing]
    return zone < 0 or (len(s.zones[zone]) > 3 and s.layout.tables.zone_order[zone] == ZONE_PILE)


def _numbers(value: Any) -> Iterator[int]:
    yield from value if isinstance(value, list | tuple) else (value,)


def interfere(match: Match, seat: int, rng: Random, bot: MakePlayer | None = None, ahead: int = 3) -> int:
    """Exchange hidden things in a position and compare what the seat sees, there and a little later.

    Returns how often it was compared, 0 if there is nothing to exchange. Raises AssertionError.
    """
    pair = Pair(match, seat, rng)
    if pair.exchanged is None:
        return 0
    pair.compare(bot)
    compared = 1
    try:
        while compared <= ahead and pair.step(rng) and not pair.one.over:
            pair.compare()
            compared += 1
    except RuleError:
        pass
    return compared


def interfere_in_play(
    start: Callable[[int], Match], seeds: range, most: int, bot: MakePlayer | None = None
) -> int:
    """Play at random, `most` decisions of each match, and interfere at every decision; returns how often."""
    compared = 0
    for seed in seeds:
        rng = Random(seed)
        for match, decision in positions(start(seed), rng, most):
            compared += interfere(match, decision.seat, rng, bot)
    return compared
