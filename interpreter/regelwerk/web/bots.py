"""Bots at tables: where they think, so that nothing else waits for them.

What thinks gets the state of a match, never the match: it cannot change what is played. In a server bots
think in processes of their own, for seconds at most, and their tables wait in threads of their own.
"""

from __future__ import annotations

import os
import signal
import sys
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import CancelledError, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLong
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cached_property
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from random import Random
from secrets import randbelow
from threading import Lock, Semaphore, Thread
from typing import Any, NamedTuple

from regelwerk.doors.refusals import own_mistake
from regelwerk.match.match import Build, Match, make_build
from regelwerk.match.state import State
from regelwerk.players.sight import Player, Sight
from regelwerk.players.table import PLAYERS, QUICK
from regelwerk.program.layout import make_layout
from regelwerk.program.lists import Lists
from regelwerk.source.characters import visible
from regelwerk.web.games import Games
from regelwerk.web.garbage import not_in_games
from regelwerk.web.room import Room

BOTS = tuple(PLAYERS)
"""Who may be at a seat besides whoever has its link."""

LONGEST = 60.0
"""A bot that has not answered after so many seconds, most of them for reading its game, chooses at random."""

MOST_BY_BOTS = 100_000
"""So many choices bots may make one after the other, as in `play`."""

MOST_TABLES = 32
"""So many tables wait for their bots at the same time; others wait for these."""

_MOST_KEPT = 16
"""Of so many tables a process remembers how their bots think."""


class Closed(Exception):
    """The server is being stopped: what was to be decided waits until it is started again."""


class Thought(NamedTuple):
    """What a bot has to decide: the match of which table, by its state, and which of its decisions, among how
    many options."""

    table: str
    game: str
    options: dict[str, int]
    players: int
    lists: Lists
    state: dict[str, Any]
    number: int
    among: int
    bot: str


def thought_of(table: str, game: str, match: Match, number: int, bot: str) -> Thought:
    """A decision that a bot is to think about."""
    layout = match.layout
    options = {option.name: layout.options[n] for n, option in enumerate(match.rules.options)}
    state = match.state.plain()
    among = len(match.decisions[number].options)
    return Thought(table, game, options, layout.players, layout.brought, state, number, among, bot)


class _Mind:
    """What is remembered of the bots of a table: what carries matches on, and what they have learnt."""

    def __init__(self, games: Games, thought: Thought) -> None:
        self.rules = games.served(thought.game).game.rules
        self.layout = make_layout(self.rules, thought.players, thought.options, thought.lists)
        self.build = make_build(self.layout, "walker")
        self._bots: dict[int, Player] = {}

    @cached_property
    def search(self) -> Build:
        """What carries imagined matches on."""
        return make_build(self.layout, "fast")

    def choose(self, thought: Thought) -> int:
        state = State.from_plain(self.layout, thought.state)
        match = Match(self.rules, self.layout, self.build, state, None)
        seat = match.decisions[thought.number].seat
        if seat not in self._bots:
            make = QUICK.get(thought.bot, PLAYERS[thought.bot])
            self._bots[seat] = make(Random(f"{state.seed}:{seat}"))
        return self._bots[seat].choose(Sight(match, thought.number, self.search))


class Minds:
    """The bots of the tables that have last asked."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self._minds: OrderedDict[str, _Mind] = OrderedDict()
        self._lock = Lock()

    def choose(self, thought: Thought) -> int:
        """The number of the option that a bot takes. A table is asked for once at a time."""
        with self._lock:
            mind = self._minds.get(thought.table)
        if mind is None:
            mind = _Mind(self.games, thought)
        with self._lock:
            self._minds[thought.table] = mind
            self._minds.move_to_end(thought.table)
            while len(self._minds) > _MOST_KEPT:
                self._minds.popitem(last=False)
        return mind.choose(thought)


class Bots(ABC):
    """Where bots think."""

    @abstractmethod
    def choose(self, thought: Thought) -> int:
        """The number of the option that a bot takes.

        Raises:
            Closed: If nobody thinks any more.
        """

    @abstractmethod
    def play(self, room: Room) -> None:
        """Let the bots of a table choose until none is asked."""


class BotsHere(Bots):
    """Bots that think where they are asked, while whoever asks waits."""

    def __init__(self, games: Games) -> None:
        self._minds = Minds(games)

    def choose(self, thought: Thought) -> int:
        return self._minds.choose(thought)

    def play(self, room: Room) -> None:
        room.play_bots()


class BotsApart(Bots):
    """Bots that think in processes of their own, while nobody waits."""

    def __init__(self, games: Games, processes: int | None = None) -> None:
        self._begin = (tuple(games.names), games.houses)
        self._processes = processes or max(1, (os.cpu_count() or 1) - 1)
        self._tables = ThreadPoolExecutor(MOST_TABLES, "bots")
        self._turns = Semaphore(self._processes)
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    def choose(self, thought: Thought) -> int:
        if thought.bot == "random" or thought.among == 1:
            return randbelow(thought.among)
        with self._turns:  # so that only thinking is measured, and not waiting for others
            pool = self._thinking()
            try:
                return pool.submit(_choose, thought).result(LONGEST)
            except (BrokenProcessPool, CancelledError, TooLong):
                if self._closed:
                    raise Closed from None
                said = "error: a bot could not think to its end and chose at random"
                print(said, file=sys.stderr, flush=True)
                self._end(pool)
                return randbelow(thought.among)

    def play(self, room: Room) -> None:
        self._submit(room, MOST_BY_BOTS)

    def _submit(self, room: Room, left: int) -> None:
        with suppress(RuntimeError):  # the server is being stopped: it goes on with this when it is started
            self._tables.submit(self._play, room, left)

    def _play(self, room: Room, left: int) -> None:
        """One choice; then other tables come, before the next choice at this one."""
        try:
            if room.play_bots(1) and left > 1:
                self._submit(room, left - 1)
        except Exception as error:
            said = f"error: {own_mistake(error, 'with what was played')}"
            print(visible(said), file=sys.stderr, flush=True)

    def close(self) -> None:
        """Let nobody think any more."""
        self._closed = True
        self._tables.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            self._end(self._pool)

    def _thinking(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._closed:
                raise Closed
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self._processes, get_context("spawn"), _begin_thinking, self._begin
                )
            return self._pool

    def _end(self, pool: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is pool:
                self._pool = None
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


_MINDS: Minds
"""In a process that thinks."""


def _begin_thinking(names: Sequence[str], houses: Sequence[str]) -> None:
    global _MINDS
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the server stops it, and it ends this one
    Thread(target=_end_with_parent, daemon=True).start()
    games = Games(names, houses, now=False)
    not_in_games(games)
    _MINDS = Minds(games)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _choose(thought: Thought) -> int:
    return _MINDS.choose(thought)
