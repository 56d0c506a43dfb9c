"""Windows: what a seat may declare, who is asked next, and how answers take effect.

Each window becomes a function that may suspend at three points: `asks`, `declares` (a cost is being
paid) and `resolves` (an answer takes effect). What actions offer is written by `offering`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from regelwerk.rules.declarations import ActionDecl, WindowDecl

from .answers import CANCELLED, TAKES_EFFECT, WAITS
from .census import PLAIN, SUSPENDING, Census
from .choosing import OPTIONS
from .expressions import Expressions
from .guards import FEW
from .layout import EventInfo
from .offering import BASE, HIDDEN, LEAVES, ORDER, PASSES, RESOLVING, TURN, Offering
from .points import Body
from .scope import Scope
from .source import Function
from .writing import FRESH, absent, decide

if TYPE_CHECKING:
    from .lives import Lives


class Windows:
    """Writes windows and what actions need in them."""

    def __init__(self, expressions: Expressions, census: Census) -> None:
        self.ex = expressions
        self.layout = expressions.layout
        self.census = census
        self.offering = Offering(expressions)

    def write(self, lives: Lives) -> None:
        """All windows and the checks of all actions."""
        for action in self.layout.actions:
            self._write_check(action)
        for window in self.layout.game.windows:
            body = self.layout.body(f"window:{window.name}")
            self.offering.write(window, body)
            self._write_window(window, body)
            lives.listers[body.number, body.point_number["asks"]] = ("window", f"wl{body.number}")
            lives.entries[body.number] = f"w{body.number}"

    def _info(self, action: ActionDecl) -> EventInfo:
        return self.layout.events[self.layout.event_number[action.name]]

    # Checks before an answer takes effect

    def _write_check(self, action: ActionDecl) -> None:
        """`z3(s, ...)`: whether targets and needs of a declared action still hold."""
        info = self._info(action)
        scope, names = self.ex.scope_of(info.parameters)
        function = self.ex.source.add(f"def z{info.action}(s{''.join(f',{n}' for n in names)}):")
        function.origin = (f"action:{action.name}", -1)
        for part in action.parts:
            if part.target:
                name = scope.names[part.over.binder]
                source = self.ex.sets.source(part.over, scope)
                function.line(f"if {name} not in {source}: return 0")
                test = self.ex.sets.test(part.over, scope, name)
                if test != "1":
                    function.line(f"if not {test}: return 0")
        for need in action.needs:
            function.line(f"if not {self.ex.condition(need, scope)}: return 0")
        function.line("return 1")

    def _parameters(self, body: Body) -> tuple[Scope, list[str]]:
        return self.ex.scope_of(body.parameters)

    # The window

    def _write_window(self, window: WindowDecl, body: Body) -> None:
        scope, names = self._parameters(body)
        passed = "".join(f",{n}" for n in names)
        function = self.ex.source.add(f"def w{body.number}(s,pc,val,r{''.join(f',{n}=0' for n in names)}):")
        function.origin = (body.name, -1)
        line, block = function.line, function.block
        asks, declares, resolves = (body.point_number[p] for p in ("asks", "declares", "resolves"))
        hidden = ",".join(HIDDEN)

        def frame(point: int) -> str:
            return f"({body.number},{point},({','.join([*names, *HIDDEN])}))"

        line("m=0")
        with block("if not pc:"):
            line(f"{ORDER}={self._order(window, scope)}")
            line(f"{TURN}={PASSES}=0")
            line(f"{BASE}=len(s.answers)")
            line(f"{RESOLVING}=-1")
            line(f"{LEAVES}=len(s.leaving)")
        with block("else:"):
            line(f"{','.join([*names, *HIDDEN])},=r")
            line(f"m=1 if pc=={asks + 1} else 2 if pc=={declares + 1} else 4")
            line("if m==1: val=val[1]")
        with block("while 1:", loop=True):
            with block("if m==0:"):
                self._write_queued(window, function)
                closed = f"not {ORDER}" if window.closes == "each_passes" else f"{PASSES}>=len({ORDER})"
                with block(f"if {closed} or len(s.leaving)>{LEAVES}:"):
                    line("m=5")
                    line("continue")
                line(f"y,x=wl{body.number}(s{passed},{hidden})")
                decide(function, frame(asks), "val", OPTIONS, "x[0]")
                line("m=1")
            with block("if m==1:"):
                self._write_answer(window, body, names, function, frame(declares))
            with block("if m==2:"):
                self._write_declared(window, function)
            with block("if m==3:"):
                self._write_effect(window, body, names, function, frame(resolves))
            with block("if m==4:"):
                self._write_after_effect(window, function, scope)
            with block("if m==5:"):
                self._write_closing(window, function)

    def _write_queued(self, window: WindowDecl, function: Function) -> None:
        """What rules have put off until this window asks is declared now."""
        if window.answers == "at_once":
            return
        infos = [self._info(self.layout.actions[n]) for n in self.layout.window_actions[window.name]]
        rows = {
            i.number: (i.action, 1 + len(self.layout.actions[i.action].parts))
            for i in infos
            if i.number in self.census.declared
        }
        if rows:
            declared = self.ex.constant(rows)
            function.line(f"if s.queue and declare_queued(s,{declared}): {PASSES}=0")

    def _order(self, window: WindowDecl, scope: Scope) -> str:
        if not window.asks_many:
            return f"[{self.ex.seat(window.asks, scope)}]"
        seats = self.ex.fresh(window.asks, scope)
        if window.start is None:
            return seats
        return f"from_start({seats},{self.ex.value(window.start, scope)},{self.layout.players})"

    def _write_answer(
        self, window: WindowDecl, body: Body, names: list[str], function: Function, frame: str
    ) -> None:
        """A seat passes, or declares an action and pays its cost."""
        line, block = function.line, function.block
        with block("if val[0]<0:"):
            if window.closes == "each_passes":
                line(f"{ORDER}={ORDER}[:{TURN}]+{ORDER}[{TURN}+1:]")
                line(f"{TURN}={TURN}%len({ORDER}) if {ORDER} else 0")
            else:
                line(f"{PASSES}+=1")
                line(f"{TURN}=({TURN}+1)%len({ORDER})")
            line("m=0")
            line("continue")
        line(f"{PASSES}=0")
        line("make_room_for_answer(s)")
        line(f"s.answers.append([val[0],{WAITS},{ORDER}[{TURN}],*val[1:]])")
        line("m=2")

        def pay(number: int) -> None:
            info = self._info(self.layout.actions[number])
            kind = self.census.costs[number]
            line("w=s.answers[-1]")
            args = self._arguments(info, body, names)
            line(f"val=k{number}(s{FRESH if kind == SUSPENDING else ''}{args})")
            if kind != PLAIN:
                with block("if val is None:"):
                    line(f"s.stack.append({frame})")
                    line("return None")
            line("continue")

        costly = [
            number
            for number in self.layout.window_actions[window.name]
            if self.layout.bodies[self._info(self.layout.actions[number]).body].cost_places
        ]
        _by_number(function, "val[0]", costly, pay)

    def _arguments(self, info: EventInfo, body: Body, names: list[str]) -> str:
        """Text of the arguments of an action, whose answer is the local `w`, in this window."""
        parts = 1 + len(self.layout.actions[info.action].parts)
        own = {name: python for (name, _), python in zip(body.parameters, names, strict=True)}
        result = [f"w[{2 + n}]" for n in range(parts)]
        for name, kind in info.parameters[parts:]:
            result.append(own.get(name) or absent(kind))
        return "".join(f",{text}" for text in result)

    def _write_declared(self, window: WindowDecl, function: Function) -> None:
        """The cost of the last answer has been paid."""
        line = function.line
        if window.answers == "at_once":
            line(f"{RESOLVING}=len(s.answers)-1")
            line("m=3")
            return
        self._write_next_turn(window, function)

    def _write_next_turn(self, window: WindowDecl, function: Function) -> None:
        line = function.line
        if window.closes != "one_answer":
            line(f"{TURN}=({TURN}+1)%len({ORDER})")
        line("m=5" if window.closes == "one_answer" else "m=0")
        line("continue")

    def _write_effect(
        self, window: WindowDecl, body: Body, names: list[str], function: Function, frame: str
    ) -> None:
        """An answer takes effect, unless it is cancelled or does not hold any longer."""
        line, block = function.line, function.block
        line(f"w=s.answers[{RESOLVING}]")
        line("m=4")
        line(f"s.answers[{RESOLVING}]=[w[0],{TAKES_EFFECT},*w[2:]]")
        line(f"if w[1]=={CANCELLED}: continue")

        def take_effect(number: int) -> None:
            info = self._info(self.layout.actions[number])
            kind = self.census.events[info.number]
            args = self._arguments(info, body, names)
            if window.answers != "at_once":
                line(f"if not z{number}(s{args}): continue")
            line(f"val=e{info.number}(s{FRESH if kind == SUSPENDING else ''}{args})")
            if kind != PLAIN:
                with block("if val is None:"):
                    line(f"s.stack.append({frame})")
                    line("return None")

        _by_number(function, "w[0]", self.layout.window_actions[window.name], take_effect)

    def _write_after_effect(self, window: WindowDecl, function: Function, scope: Scope) -> None:
        line = function.line
        if window.answers == "at_once":
            line(f"del s.answers[{RESOLVING}:]")
            line(f"{RESOLVING}=-1")
            self._write_next_turn(window, function)
            return
        if window.one_at_a_time:
            with function.block(f"if len(s.leaving)<={LEAVES}:"):
                if window.answers == "last_first":
                    line(f"del s.answers[{RESOLVING}:]")
                line(f"{ORDER}={self._order(window, scope)}")
                line(f"{TURN}={PASSES}=0")
                line(f"{RESOLVING}=-1")
                line("m=0")
                line("continue")
        line("m=5")

    def _write_closing(self, window: WindowDecl, function: Function) -> None:
        """Nobody is asked any more: what has not taken effect does so now."""
        line, block = function.line, function.block
        if window.answers == "at_once":
            line("return 0")
            return
        if window.answers == "last_first":
            line(f"if {RESOLVING}>=0: del s.answers[{RESOLVING}:]")
            line(f"{RESOLVING}=len(s.answers)-1")
            done = f"{RESOLVING}<{BASE}"
        else:
            waiting = f"i for i in range({BASE},len(s.answers)) if s.answers[i][1]!={TAKES_EFFECT}"
            line(f"{RESOLVING}=next(({waiting}),len(s.answers))")
            done = f"{RESOLVING}>=len(s.answers)"
        with block(f"if {done}:"):
            line(f"del s.answers[{BASE}:]")
            line("return 0")
        line("m=3")


def _by_number(function: Function, local: str, numbers: Sequence[int], write: Callable[[int], None]) -> None:
    """What is done for one of some numbers, found by halves where they are many."""
    if len(numbers) <= FEW:
        for position, number in enumerate(numbers):
            with function.block(f"{'elif' if position else 'if'} {local}=={number}:"):
                write(number)
        return
    numbers = sorted(numbers)
    middle = len(numbers) // 2
    with function.block(f"if {local}<{numbers[middle]}:"):
        _by_number(function, local, numbers[:middle], write)
    with function.block("else:"):
        _by_number(function, local, numbers[middle:], write)
