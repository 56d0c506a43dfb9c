"""Scenarios that would pass if nothing ever happened, as far as their lines say."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

import msgspec
from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.context import Context, Use
from regelwerk.rules import scenarios as sc
from regelwerk.rules.builtins import OWN_END
from regelwerk.rules.statements import Let
from regelwerk.tree.nodes import Node


class Proof(msgspec.Struct):
    """What the lines of one scenario write and read: `written` by the position, `told` if it expects more."""

    ctx: Context
    modified: Collection[tuple[str | None, str]]
    written: set[tuple[str, ...]] = msgspec.field(default_factory=set)
    told: bool = False

    @contextmanager
    def position(self) -> Iterator[Context]:
        """Look at the lines of a position; what they let happen is play, and worth an expectation."""
        with self._apart() as ctx:
            yield ctx
        self.written |= ctx.use.writes
        self.told = self.told or bool(ctx.use.calls)

    @contextmanager
    def expectation(self) -> Iterator[Context]:
        """Look at a line that expects something."""
        with self._apart() as ctx:
            yield ctx
        cells = {cell for cell in ctx.use.reads if cell[0] != "type"}
        unwritten = cells - self.written or any(cell[1:] in self.modified for cell in cells)
        self.told = self.told or bool(ctx.use.calls or unwritten or not cells)

    @contextmanager
    def _apart(self) -> Iterator[Context]:
        """Look at a line with a record of its own of what it reads and writes."""
        ctx = replace(self.ctx, use=Use())
        try:
            yield ctx
        finally:
            self.ctx.use.take(ctx.use)

    def report(self, title: Node, steps: list[sc.Step], started: bool) -> None:
        """M087, if nothing that is expected depends on what the rules say."""
        said = [step for step in steps if not isinstance(step, sc.PlaysNothing | Let)]
        if not said or not all(isinstance(step, sc.Expect | sc.Ends) for step in said):
            return
        if all(isinstance(step, sc.Ends) and step.name == OWN_END for step in said):
            self.ctx.report(problems.proves_nothing("nobody asked"), title)
        elif all(isinstance(step, sc.Expect) for step in said) and not (self.told or started):
            self.ctx.report(problems.proves_nothing("sets itself"), title)
