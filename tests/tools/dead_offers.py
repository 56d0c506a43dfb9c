"""Offers that end in nothing: taken, perhaps paid for, and then the position is what it was.

Three sorts of offers are watched: an action, from the moment it takes effect until all of it is done, a
way of an `ask`, as long as its lines are carried out, and what is chosen, until the body in which it was
is done, or chooses there again. What came of it is read off the position, without
what was paid before, histories and chance. What was otherwise for a moment counts as well, and so does
what somebody learns: dice, shuffles, things that are looked at or shown. So does a name that is set for
the lines below.

A rule says that its offer may end in nothing where it says `nothing`: as a block that is entered, or as
all that an event does. `may choose`, `up to` and `any number` say so, too, of whoever chooses nothing, and
so does a number of whoever chooses 0. What is chosen may be handed back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from regelwerk.match import blocks, steps, walker
from regelwerk.match.listener import Element, Listener
from regelwerk.match.machine import NEXT, PLACE, Machine, Running
from regelwerk.match.options import DONE, PASS, Option
from regelwerk.match.state import State
from regelwerk.rules import statements as st

_CHANGES = (
    "columns", "cells", "zones", "fixed", "known", "alive", "active", "lasting", "queue", "leaving", "over",
)  # fmt: skip
"""What of a state an offer may change; the answers that wait are compared beside it."""


class Dead(NamedTuple):
    """An offer that ended in nothing, and what hindered it, if anything did."""

    offer: str
    hindered: str


class _Watch:
    """An offer that is carried out, above so many frames; a way stands below its `ask` at that place."""

    def __init__(self, m: Machine, name: str, depth: int, ask: int = -1) -> None:
        self.name, self.depth, self.ask = name, depth, ask
        self.before = m.s.copy()
        self.excused = False
        self.hindered = ""

    def goes_on(self, m: Machine) -> bool:
        if len(m.frames) <= self.depth:
            return False
        frame = m.frames[self.depth]
        return self.ask < 0 or (frame.stage == PLACE and _below(frame, self.ask))

    def is_left(self, m: Machine) -> bool:
        """Whether lines of a way have led away from what stands below its `ask`."""
        at_its_end = len(m.frames) > self.depth and m.frames[self.depth].place == self.ask
        return self.ask >= 0 and not at_its_end

    def came_to_nothing(self, s: State) -> bool:
        # Where answers take effect at once, the one that is watched has gone by the end.
        waiting = zip(self.before.answers, s.answers, strict=False)
        same = all(getattr(self.before, name) == getattr(s, name) for name in _CHANGES)
        return not self.excused and same and all(one == other for one, other in waiting)


def _below(frame: Running, ask: int) -> bool:
    """Whether a frame stands at a statement in a block of the statement at a place."""
    place = frame.body.places[frame.place].parent if frame.place >= 0 else -1
    while place >= 0 and place != ask:
        place = frame.body.places[place].parent
    return place == ask


class Watcher(Listener):
    """Hears what happens while offers are carried out: how many, and those of which nothing came."""

    def __init__(self) -> None:
        self.watches: list[_Watch] = []
        self.dead: list[Dead] = []
        self.offers = 0

    def excuse(self, *_: Any, **__: Any) -> None:
        """Something has come of what is going on, or the rules say that nothing need."""
        for watch in self.watches:
            watch.excused = True

    moved = assigned = rolled = shuffled = looked = shown = revealed = cancelled = aimed = declared = excuse

    def forbidden(self, rule: str, event: str, of: Element | None = None) -> None:
        self._hinder(f"`{rule}` forbids `{event}`")

    def replaced(self, rule: str, event: str, of: Element | None = None) -> None:
        self._hinder(f"`{rule}` stands in the place of `{event}`")

    def breached(self, limit: str, of: Element | None = None) -> None:
        self._hinder(f"`{limit}` is breached")

    def _hinder(self, how: str) -> None:
        for watch in self.watches:
            watch.hindered = watch.hindered or how

    def begin(self, m: Machine, name: str, depth: int, ask: int = -1) -> None:
        self.watches.append(_Watch(m, name, depth, ask))

    def end_round(self, m: Machine, name: str, depth: int) -> None:
        """Somebody chooses here once more, so what was chosen the last time is done."""
        if self.watches and (self.watches[-1].name, self.watches[-1].depth) == (name, depth):
            self._end(m)

    def look(self, m: Machine) -> None:
        """End what is not going on any more."""
        while self.watches and not self.watches[-1].goes_on(m):
            self._end(m)

    def _end(self, m: Machine) -> None:
        watch = self.watches.pop()
        watch.excused |= watch.is_left(m)
        self.offers += 1
        if watch.came_to_nothing(m.s):
            self.dead.append(Dead(watch.name, watch.hindered))


@contextmanager
def watched() -> Iterator[Watcher]:
    """While this is open, walkers that tell the watcher have their offers watched."""
    watcher = Watcher()

    class Watched(Machine):
        def enter_block(self, frame: Running, slot: str, empty: str = NEXT) -> None:
            if frame.body.places[frame.place].blocks.get(slot) == -1:
                watcher.excuse()
            super().enter_block(frame, slot, empty)

        def call_event(self, event: int, args: Sequence[Any]) -> None:
            action = self.layout.events[event].action
            if action >= 0 and self.frames and self.frames[-1].body.kind == "window":
                watcher.begin(self, self.layout.actions[action].name, len(self.frames))
            super().call_event(event, args)
            if self.frames[-1].body.first < 0:
                watcher.excuse()

        def finish(self, value: Any = None) -> None:
            super().finish(value)
            watcher.look(self)

        def leave(self, span: int) -> None:
            watcher.excuse()
            super().leave(span)
            watcher.look(self)

    plain, take_ask, take_choose = walker.advance, blocks.TAKES[st.Ask], blocks.TAKES[st.Choose]

    def advance(m: Machine, frame: Running) -> None:
        plain(m, frame)
        watcher.look(m)

    def asked(m: Machine, frame: Running, node: st.Ask, seat: int, option: Option) -> None:
        name = f"{frame.body.name}/{node.ways[option[0]].name}"
        watcher.begin(m, name, len(m.frames) - 1, frame.place)
        take_ask(m, frame, node, seat, option)
        watcher.look(m)

    def chosen(m: Machine, frame: Running, node: st.Choose, seat: int, option: Option) -> None:
        if option in (PASS, DONE):
            watcher.excuse()
        name, depth = f"{frame.body.name}/{node.over.binder}", len(m.frames) - 1
        watcher.end_round(m, name, depth)
        take_choose(m, frame, node, seat, option)
        none = ([], 0) if node.over.noun == "number" else ([],)
        if frame.mode == NEXT and option != PASS and frame.env[node.over.binder] not in none:
            watcher.begin(m, name, depth)

    let, result = steps.STEPS[st.Let], steps.STEPS[st.Result]

    def named(m: Machine, frame: Running, node: st.Let) -> None:
        let(m, frame, node)
        for watch in watcher.watches:
            watch.excused |= watch.ask >= 0 and watch.depth == len(m.frames) - 1

    def handed_back(m: Machine, frame: Running, node: st.Result) -> None:
        for watch in watcher.watches:  # what was chosen there is what comes of it
            watch.excused |= watch.depth == len(m.frames) - 1
        result(m, frame, node)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walker, "Machine", Watched)
        patch.setattr(walker, "advance", advance)
        patch.setitem(blocks.TAKES, st.Ask, asked)
        patch.setitem(blocks.TAKES, st.Choose, chosen)
        patch.setitem(steps.STEPS, st.Let, named)
        patch.setitem(steps.STEPS, st.Result, handed_back)
        yield watcher
