"""The build that walks the rules form: the executable specification of what rules mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from regelwerk.program.bounds import raise_recursion_limit
from regelwerk.program.ending import Decision, Ending
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import MAIN, Layout
from regelwerk.program.points import Body, BodyMaker
from regelwerk.rules import statements as st
from regelwerk.rules.builtins import OWN_END
from regelwerk.rules.expressions import Expression

from . import stages, steps, windows
from .blocks import ENTERS, ROUNDS, TAKES, advance
from .decisions import decisions_at, pending
from .errors import MatchError
from .evaluate import Env, Evaluator
from .listener import Listener
from .machine import AGAIN, BACK, DECIDE, NEXT, PLACE, Machine, Running
from .options import Option
from .state import State

Happening = tuple[str, Sequence[Any]]


class Walker:
    """Carries rules out over a state, from one decision to the next.

    A state in which an error was raised must not be used any more; `Match` keeps a copy.
    """

    def __init__(self, layout: Layout, listener: Listener | None = None) -> None:
        self.layout = layout
        self.listener = listener
        self.evaluator = Evaluator(layout)
        raise_recursion_limit()
        self._found: tuple[State, list[Decision]] | None = None

    def begin(
        self, s: State, event: str = MAIN, args: Sequence[Any] = (), within: Sequence[Happening] = ()
    ) -> None:
        """Begin with an event or a window and run to the first decision or the end.

        `within` are happenings that are running around it, the outermost first; when the event is done
        they end without further ado.
        """
        m = Machine(self.evaluator, s, self.listener)
        s.steps = 0
        for name, outer in within:
            info = self._event(name, outer)
            m.open_event(info, outer)
            body = self.layout.bodies[info.body]
            env = {name: value for (name, _), value in zip(info.parameters, outer, strict=True)}
            m.push(Running(body, env, stage="within", mode=BACK))
        if event in self.layout.windows:
            body = self.layout.body(f"window:{event}")
            env = {name: value for (name, _), value in zip(body.parameters, args, strict=True)}
            m.push(Running(body, env, stage="asks"))
        else:
            m.call_event(self._event(event, args).number, list(args))
        self._run(m)

    def pending(self, s: State) -> list[Decision]:
        """The decisions the match waits for; none if it is over or has not begun.

        Those of the last position are kept: they follow from the position alone.
        """
        if self._found is None or not self._found[0].same(s):
            self._found = s.copy(), pending(self.layout, s)
        return self._found[1]

    def resume(self, s: State, answer: tuple[int, Option]) -> None:
        """Take an option for a seat (seat, option) and run to the next decision or the end.

        Raises MatchError if the option is not offered to the seat now.
        """
        if not s.stack:
            raise MatchError("the match waits for no decision")
        seat, option = answer
        offered = [decision for decision in self.pending(s) if decision.seat == seat]
        if not offered or tuple(option) not in offered[0].options:
            raise MatchError(f"seat {seat + 1} is not offered this option")
        m = Machine(self.evaluator, s, self.listener)
        m.unpack()
        s.steps = 0
        with _Located(m):
            self._take(m, m.frames[-1], seat, tuple(option))
        self._run(m)

    def perform(self, s: State, statements: Sequence[st.Statement], env: Env, placed: set[int]) -> Env:
        """Carry out lines of a position, and return their locals; nobody may have to decide.

        `placed` are the things that lines before these have put somewhere; what these put is added.
        """
        m = Machine(self.evaluator, s, self.listener)
        m.placed = placed
        body = Body(-1, "given", "given", "given", ())
        BodyMaker(self.layout.types).fill(body, statements)
        self.layout.counting.learn(*statements)
        locals_ = dict(env)
        m.call_body(body, locals_)
        s.steps = 0
        if walk(m, self._decide):
            raise MatchError("somebody would have to decide while the position is being set up")
        return locals_

    def evaluate(self, s: State, node: Expression, env: Env) -> Any:
        """The value of an expression in a position."""
        s.steps = 0
        self.layout.counting.learn(node)
        return self.evaluator.value(s, env, node)

    def _event(self, name: str, args: Sequence[Any]) -> Any:
        number = self.layout.event_number.get(name)
        if number is None:
            raise MatchError(f"`{self.layout.game.game}` has no event `{name}`")
        info = self.layout.events[number]
        if len(args) != len(info.parameters):
            raise MatchError(f"`{name}` takes {len(info.parameters)} arguments, not {len(args)}")
        return info

    def _run(self, m: Machine) -> None:
        found = walk(m, self._decide)
        if found:
            m.pack()
            self._found = m.s.copy(), found
        elif m.s.over is None:
            steps.end(m, Ending(OWN_END, (), (0,) * m.s.players))

    def _decide(self, m: Machine, frame: Running) -> list[Decision]:
        """What somebody really has to decide; what is not open is taken."""
        if frame.body.kind == "window" or isinstance(frame.body.places[frame.place].statement, st.Pay):
            found = decisions_at(self.evaluator, m.s, frame.body, frame.place, frame.env)
        else:
            with self.evaluator.free(m.s):  # the statement has looked at the same when it was entered
                found = decisions_at(self.evaluator, m.s, frame.body, frame.place, frame.env)
        if not found:
            frame.mode = AGAIN
            return []
        for decision in found:
            if len(decision.options) == 1:
                picks = decision.kind in ("several", "secret")
                with self.evaluator.free(m.s) if picks else nullcontext():
                    self._take(m, frame, decision.seat, decision.options[0])
                return []
        return found

    def _take(self, m: Machine, frame: Running, seat: int, option: Option) -> None:
        if m.listener is not None:
            m.listener.chose(seat, frame.body.name, frame.place, option)
        if frame.body.kind == "window":
            windows.take(m, frame, seat, option)
        else:
            statement = frame.body.places[frame.place].statement
            TAKES[type(statement)](m, frame, statement, seat, option)


def walk(m: Machine, decide: Callable[[Machine, Running], list[Decision]]) -> list[Decision]:
    """Go on until somebody has to decide; no decisions if nothing is left to do."""
    with _Located(m):
        while m.frames:
            frame = m.frames[-1]
            if frame.mode == DECIDE:
                found = decide(m, frame)
                if found:
                    return found
            elif frame.stage == PLACE:
                _statement(m, frame)
            elif frame.body.kind == "window":
                windows.carry_on(m, frame)
            else:
                stages.carry_on(m, frame)
    return []


def _statement(m: Machine, frame: Running) -> None:
    """Take a frame that stands at a statement one step further."""
    if frame.mode == NEXT:
        advance(m, frame)
        return
    if frame.mode == BACK and m.leaves_now(frame):
        m.leave(m.info(frame).span)
        return
    statement = frame.body.places[frame.place].statement
    if m.layout.reached is not None:
        m.layout.reached.nodes.add(id(statement))
    kind = type(statement)
    if frame.mode == AGAIN:
        ROUNDS[kind](m, frame, statement)
    elif kind in ENTERS:
        ENTERS[kind](m, frame, statement)
    else:
        steps.STEPS[kind](m, frame, statement)


class _Located:
    """Gives errors of the rules the body and place at which they arose."""

    def __init__(self, m: Machine) -> None:
        self.m = m

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RecursionError):
            raise RuleError("expressions nest too deep", *self._where()) from None
        if isinstance(error, RuleError):
            if not error.body:
                error.body, error.place = self._where()
            error.find_line(self.m.layout.game.places)

    def _where(self) -> tuple[str, int]:
        if not self.m.frames:
            return "", -1
        frame = self.m.frames[-1]
        return frame.body.name, frame.place if frame.stage == PLACE else -1
