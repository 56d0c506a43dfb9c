"""Statements in whose middle a match may stand, as Python that can be entered there again.

A function that may suspend has a parameter `pc`: 0 while it runs, else one more than the number of the point
it is entered at. Statements that run to their end stand under `if not pc`; a statement that contains
the point is entered because its range of places does. Where the point is reached, `pc` becomes 0.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from regelwerk.rules import statements as st

from .census import PLAIN
from .plain import Plain
from .points import Place
from .scope import Scope


class Resuming(Plain):
    """Writes the statements of a body that may suspend."""

    def suspends(self, place: int) -> bool:
        return self.census.suspends(self.body, place)

    def running(self) -> AbstractContextManager[None]:
        """A block that is skipped while the way back to a point is sought."""
        return self.function.block("if not pc:")

    def block(self, first: int, scope: Scope) -> None:
        place = first
        while place >= 0:
            if self.suspends(place):
                self.suspending(self.body.places[place], scope)
                place = self.body.places[place].next
                continue
            with self.running():
                while place >= 0 and not self.suspends(place):
                    self.statement(self.body.places[place], scope)
                    place = self.body.places[place].next

    def inside(self, first: int) -> str:
        """Text of the test that the point sought lies in the block that begins at a place."""
        if first < 0:
            return "0"
        last = first
        while self.body.places[last].next >= 0:
            last = self.body.places[last].next
        return f"{first + 1}<=pc<={self.census.end(self.body, last)}"

    def around(self, place: Place) -> str:
        """Text of the test that a statement runs or contains the point sought."""
        return f"not pc or {place.number + 1}<=pc<={self.census.end(self.body, place.number)}"

    def suspending(self, place: Place, scope: Scope) -> None:
        """Write one statement that may suspend."""
        before = self.function.origin
        self.function.origin = (self.body.name, place.number)
        self.forget(place, scope)
        node = place.statement
        match node:
            case st.Happen():
                self.happening(place, node, scope)
            case st.CarryOut(span=span):
                with self.function.block(f"if not pc or pc=={place.number + 1}:"):
                    with self.function.block("if pc:"):
                        self.function.line("pc=0")
                        self.check_leaving()
                    self.carry_out(place, span, True)
            case st.If():
                self.branch(place, node, scope)
            case st.ForEach():
                self.resuming_each(place, node, scope)
            case st.Repeat():
                self.resuming_repeat(place, node, scope)
            case st.DrawOne():
                with self.running():
                    self.draw(node, scope)
                local = self.name(node.binder)
                self.fallback(place, f"{local}<0", scope, f"{local}=-1")
                self.settle(node.binder, place, scope)
            case st.PickRandom():
                with self.running():
                    self.pick(place, node, scope)
                with self.function.block("else:"):
                    self.function.line("x=1")
                self.fallback(place, "not x", scope, f"{self.name(node.over.binder)}=-1")
                self.settle(node.over.binder, place, scope)
            case st.Atomic():
                self.atomic(place, node, scope)
            case _:
                self.deciding(place, node, scope)
        self.function.origin = before

    def deciding(self, place: Place, node: Any, scope: Scope) -> None:
        """Write a statement by which somebody decides."""
        raise TypeError(f"not a statement that suspends: {type(node).__name__}")

    def fallback(self, place: Place, test: str, scope: Scope, absent: str) -> None:
        """Write the block `otherwise` of a statement, carried out if the test holds.

        `absent` is the assignment of what it falls through to sees; at points inside it is not in scope.
        """
        first = place.blocks.get("otherwise", -1)
        if first < 0:
            return
        with self.function.block(f"if ({test}) if not pc else {self.inside(first)}:"):
            with self.function.block("if pc:"):
                self.function.line(absent)
            self.inner(place, "otherwise", scope)

    def call_through(self, place: Place, text: str, kind: int) -> None:
        """Let something happen, and be entered again after it."""
        with self.running():
            self.function.line(f"val={text}")
            if kind != PLAIN:
                with self.function.block("if val is None:"):
                    self.come_back(place.number, full=True)
        with self.function.block(f"elif pc=={place.number + 1}:"):
            self.function.line("pc=0")

    def happening(self, place: Place, node: st.Happen, scope: Scope) -> None:
        args = "".join(f",{self.ex.fresh(arg, scope)}" for arg in node.args)
        event = self.layout.event_number[node.event]
        text, kind = self.call(event, args)
        self.call_through(place, text, kind)
        info = self.layout.events[self.body.event] if self.body.event >= 0 else None
        leaves = info is not None and info.name in self.census.afterwards
        if node.result is not None or leaves:
            with self.running():
                if node.result is not None:
                    self.bind(scope, node, "val")
                self.check_leaving()

    def branch(self, place: Place, node: st.If, scope: Scope) -> None:
        then, otherwise = place.blocks.get("then", -1), place.blocks.get("otherwise", -1)
        condition = self.ex.condition(node.when, scope)
        if otherwise < 0:
            with self.function.block(f"if {condition} if not pc else {self.inside(then)}:"):
                self.inner(place, "then", scope)
            return
        with self.function.block(f"if {self.around(place)}:"):
            with self.function.block(f"if {condition} if not pc else {self.inside(then)}:"):
                self.inner(place, "then", scope)
            with self.function.block("else:"):
                self.inner(place, "otherwise", scope)

    def atomic(self, place: Place, node: st.Atomic, scope: Scope) -> None:
        with self.function.block(f"if {self.around(place)}:"):
            with self.running():
                self.open_atomic(node)
            self.inner(place, "body", scope)
            self.close_atomic()

    def resuming_each(self, place: Place, node: st.ForEach, scope: Scope) -> None:
        line, p = self.function.line, place.number
        inner = scope.copy()
        python = self.name(node.over.binder)
        inner.bind(node.over.binder, python, self.ex.sets.kind(node.over, scope), True)
        with self.function.block(f"if {self.around(place)}:"):
            with self.running():
                line(f"h{p}={self.ordered(node.over, node.start, scope)}")
                line(f"h{p}i=-1")
                self.charge_rounds(place, f"len(h{p})")
            with self.function.block("while 1:", loop=True):
                with self.running():
                    line(f"h{p}i+=1")
                    line(f"if h{p}i>=len(h{p}): break")
                    line(f"{python}=h{p}[h{p}i]")
                    test = self.retest(node, inner, python)
                    if test != "1":
                        line(f"if not {test}: continue")
                self.loop_body(place, inner)
            self.after_loop(place)

    def loop_body(self, place: Place, scope: Scope) -> None:
        self.loop_atomics.append(self.atomics)
        self.inner(place, "body", scope)
        self.loop_atomics.pop()

    def resuming_repeat(self, place: Place, node: st.Repeat, scope: Scope) -> None:
        line, p = self.function.line, place.number
        with self.function.block(f"if {self.around(place)}:"):
            if node.kind == "times" and node.expr is not None:
                with self.running():
                    line(f"h{p}={self.ex.value(node.expr, scope)}")
            with self.function.block("while 1:", loop=True):
                with self.running():
                    if node.kind == "times":
                        line(f"if h{p}<=0: break")
                        line(f"h{p}-=1")
                    elif node.kind == "while" and node.expr is not None:
                        line(f"if not {self.ex.condition(node.expr, scope)}: break")
                    self.charge_rounds(place)
                self.loop_body(place, scope)
            self.after_loop(place)
