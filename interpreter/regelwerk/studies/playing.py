"""A match that a scenario plays: who is asked, and how those pass who are to pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from regelwerk.match.evaluate import Env
from regelwerk.match.log import Entry
from regelwerk.match.machine import unpack_frame
from regelwerk.match.match import Build
from regelwerk.match.options import PASS, Option
from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.program.ending import Decision
from regelwerk.program.layout import Layout
from regelwerk.rules import expressions as ex
from regelwerk.rules import scenarios as sc

from .hearing import Happened, Hearing
from .picks import fitting, question, readings
from .reports import ended_text

MakeBuild = Callable[[Layout], Build]

MOST_PASSES = 1000
"""Nobody passes more often in one line of a scenario."""


class Unfit(Exception):
    """A step does not fit the match. `stated`: the line says otherwise than what came."""

    def __init__(self, message: str, came: tuple[str, ...] = (), stated: bool = True) -> None:
        super().__init__(message)
        self.message = message
        self.came = came
        self.stated = stated


class Playing:
    """A match, the names that a scenario has given, and the seats that play nothing (`idle`), until when."""

    def __init__(self, layout: Layout, make: MakeBuild | None, seed: int) -> None:
        self.layout = layout
        self.walker = Walker(layout)
        self.s = State(layout, seed)
        self.log: list[Entry] = []
        heard: Happened = {}
        self.build: Build = (
            make(layout) if make is not None else Walker(layout, Hearing(layout, self.s, self.log, heard))
        )
        self.walkers = [each for each in (self.walker, self.build) if isinstance(each, Walker)]
        for walker in self.walkers:
            walker.evaluator.heard = heard
        self.env: Env = {}
        self.names: dict[int, str] = {}
        self.idle: dict[int, ex.Expression | None] = {}

    def decision(self, seat: int) -> Decision | None:
        """Return what a seat is to decide, None if it is not asked."""
        return next((d for d in self.build.pending(self.s) if d.seat == seat), None)

    def seat(self, node: ex.Expression) -> int:
        """Return the number of a seat."""
        seat: int = self.walker.evaluate(self.s, node, self.env)
        return seat

    def name(self, seat: int) -> str:
        """Return how a scenario calls a seat."""
        return self.names.get(seat, f"seat {seat + 1}")

    def resume(self, seat: int, option: Option) -> None:
        """Take an option; then those who play nothing pass as long as they are asked."""
        self.build.resume(self.s, (seat, option))
        self.pass_the_idle()

    def pass_the_idle(self) -> None:
        """Let those who play nothing pass as long as they are asked."""
        for _ in range(MOST_PASSES):
            asked = self.build.pending(self.s) if self.s.over is None else []
            seat = next((d.seat for d in asked if PASS in d.options and self._is_idle(d.seat)), None)
            if seat is None:
                return
            self.build.resume(self.s, (seat, PASS))
        message = f"those who play nothing have passed {MOST_PASSES} times, and it still goes on"
        raise Unfit(message, stated=False)

    def _is_idle(self, seat: int) -> bool:
        if seat not in self.idle:
            return False
        until = self.idle[seat]
        if until is None or not self.walker.evaluate(self.s, until, self.env):
            return True
        del self.idle[seat]
        return False

    def all_pass(self, step: sc.AllPass) -> None:
        """Let everybody pass: once around a window, or until something has come."""
        if step.until is None and step.offered is None:
            self._pass_a_window()
            return
        for _ in range(MOST_PASSES):
            if self._has_come(step):
                return
            if self.s.over is not None:
                raise Unfit(f"what all wait for has not come: {ended_text(self.s.over.name)}")
            self._pass()
        message = f"all have passed {MOST_PASSES} times, and what they wait for has not come"
        raise Unfit(message, stated=False)

    def _has_come(self, step: sc.AllPass) -> bool:
        if step.offered is None:
            return bool(step.until and self.walker.evaluate(self.s, step.until, self.env))
        decision = self.decision(self.seat(step.offered.seat)) if self.s.over is None else None
        return decision is not None and any(
            fitting(self.walker, self.s, decision, each, self.env)
            for each in readings(self.layout, decision, step.offered.option, among_kin=False)
        )

    def _pass(self) -> None:
        decision = self.build.pending(self.s)[0]
        if PASS not in decision.options:
            asked = question(self.layout, decision)
            raise Unfit(f"{self.name(decision.seat)} cannot pass here, but is asked for {asked}")
        self.build.resume(self.s, (decision.seat, PASS))

    def _pass_a_window(self) -> None:
        before = self._round()
        if before is None:
            raise Unfit("nobody is asked to pass here")
        now: tuple[Any, int] | None = before
        while now is not None:
            self._pass()
            following = self._round()
            goes_on = following is not None and following[0] == before[0] and following[1] > now[1]
            now = following if goes_on else None
        self.pass_the_idle()

    def _round(self) -> tuple[Any, int] | None:
        """Which window or group payment is going on, and a number that grows with every pass in it."""
        if self.s.over is not None or not self.s.stack:
            return None
        frame = unpack_frame(self.layout, self.s.stack[-1])
        key = (len(self.s.stack), frame.body.number, frame.place)
        if frame.body.kind == "window":
            return key, frame.env["#passes"] - len(frame.env["#order"])
        passes = frame.env.get(f"#{frame.place}p")
        return None if passes is None else (key, passes)
