"""Locals, frames and ends of a generated body."""

from __future__ import annotations

from regelwerk.rules.declarations import ValueType
from regelwerk.rules.statements import Statement

from .bindings import steady_locals
from .census import Census
from .charging import times
from .choosing import NUMBERS
from .expressions import Expressions
from .points import Body, Place
from .scope import Scope
from .source import Function

FRESH = ",0,0,0"
"""What a function that may suspend is given besides the state when it is called from its beginning: the point
(`pc`), what is brought to it (`val`) and the values of its frame (`r`)."""
LEAVES, ENDS = -1, -2
"""First numbers of the mark on the stack that tells a trampoline why a function came back early."""
RESULT, BOUND = "a800", "a801"
"""The locals of a life that hold its result and the element a limit is judged for."""
_NAMES = {
    "#things": "h800", "#index": "h801", "#row": "h802",
    "#order": "h803", "#turn": "h804", "#passes": "h805", "#base": "h806", "#resolving": "h807",
    "#leaves": "h808",
}  # fmt: skip


class Writing:
    """Writes one body into one function: its locals, frames and ends.

    A function that comes back early gives None and has put its frame on `s.stack`.
    """

    def __init__(self, expressions: Expressions, census: Census, body: Body, function: Function) -> None:
        self.ex = expressions
        self.layout = expressions.layout
        self.census = census
        self.body = body
        self.function = function
        self.python: dict[str, str] = {}
        self.atomics = 0
        self.loop_atomics: list[int] = []
        self.nothing = "0"
        self.staged = False
        """Whether stages follow the body: its results are kept, and it stands in a loop of one round."""
        self.steady = steady_locals(body)
        for name, _ in body.parameters:
            self.name(name)

    # Names and frames

    def name(self, local: str) -> str:
        """The Python name of a local of the body."""
        if local.startswith("#"):
            return _NAMES.get(local) or f"h{local[1:]}"
        return self.python.setdefault(local, f"a{len(self.python)}")

    def parameters(self) -> Scope:
        scope = Scope()
        for name, kind in self.body.parameters:
            scope.bind(name, self.name(name), kind)
        return scope

    def frame(self, point: int, full: bool) -> str:
        """Text of the frame at a point; one that will never be resumed keeps no values."""
        names = self.body.points[point].names if full else ()
        values = ",".join(self.name(name) for name in names)
        return f"({self.body.number},{point},({values}{',' if len(names) == 1 else ''}))"

    def come_back(self, point: int, full: bool = False) -> None:
        self.function.line(f"s.stack.append({self.frame(point, full)})")
        self.function.line("return None")

    def bind(self, scope: Scope, node: Statement, text: str, present: bool = False) -> None:
        """Bind the local that a statement leaves behind to the value of `text`."""
        bound = self.ex.layout.types.bound(node, scope.typed)
        if bound is None:
            return
        local, kind = bound
        python = self.name(local)
        if text != python:
            self.function.line(f"{python}={text}")
        scope.bind(local, python, kind, present or local in self.steady)

    # Ends

    def finish(self, text: str) -> None:
        """End the body with a result."""
        if not self.staged:
            self.pop_atomics(0)
            self.function.line(f"return {text}")
            return
        self.function.line(f"{RESULT}={text}")
        self.pop_atomics(0)
        if self.loop_atomics:
            self.function.line("end=1")
        self.function.line("break")

    def give_up(self) -> None:
        """End the event whose body this is, without its later stages."""
        self.pop_atomics(0)
        self.close()
        self.function.line(f"return {self.nothing}")

    def close(self) -> None:
        """Close what the event has opened; overridden where there is something."""

    def pop_atomics(self, upto: int) -> None:
        for _ in range(self.atomics - upto):
            self.function.line("s.atomic.pop()")

    # Statements

    def charge(self, count: str) -> None:
        """Use up steps."""
        self.ex.write_charge(self.function, count)

    def charge_rounds(self, place: Place, count: str = "1") -> None:
        """Use up the steps of rounds of the loop at a place."""
        self.charge(times(count, self.layout.counting.rounds[self.body.number, place.number]))


def suspend(function: Function, frame: str, seat: str, options: str, form: int) -> None:
    """Write lines that stop for a decision; what is offered is noted for whoever asks next, with its form."""
    function.line(f"f={frame}")
    function.line(f"LAST[0]=(s,f,{seat},{options},{form})")
    function.line("s.stack.append(f)")
    function.line("return None")


def decide(function: Function, frame: str, local: str, form: int, nothing: str) -> None:
    """Write lines that let the seat `y` choose one of `x`; where there is no choice the local is `nothing`.

    While a match is played on (`s.left`: for so many decisions more), the choice is made on the spot: nothing
    stops, nothing is put on the stack.
    """
    function.line("n=len(x)")
    with function.block("if n>1:"):
        with function.block("if not s.left:"):
            suspend(function, frame, "y", "x", form)
        function.line("s.left-=1")
        function.line("s.steps=0")
        function.line(f"{local}=x[CHOOSE[0](n)]")
    with function.block("else:"):
        function.line(f"{local}={nothing}")


def decide_among(function: Function, frame: str, local: str, count: int) -> None:
    """The same where there are always so many choices, the numbers from 0 on."""
    with function.block("if not s.left:"):
        suspend(function, frame, "y", str(list(range(count))), NUMBERS)
    function.line("s.left-=1")
    function.line("s.steps=0")
    function.line(f"{local}=CHOOSE[0]({count})")


def absent(kind: ValueType) -> str:
    """Text of what stands where there is nothing of this kind."""
    return "[]" if kind.many else "-1"
