"""How many steps the walker uses up, and how deep values are inside each other: see match.md, section 10."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from regelwerk.program import bounds
from regelwerk.program.counting import Key
from regelwerk.program.layout import Layout

from .state import State


class StepCounter:
    """Counts for one game. The steps stand in the state; how deep it is inside values it keeps itself."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.counting = layout.counting
        self.most_steps = layout.game.bounds.steps
        self.depth = 0

    def charge(self, s: State, steps: int) -> None:
        """Use up steps. Raises TooMuch if there are no more."""
        bounds.charge(s, steps, self.most_steps)

    @contextmanager
    def free(self, s: State) -> Iterator[None]:
        """What is looked at inside uses up steps of its own, from 0."""
        steps, s.steps = s.steps, 0
        yield
        s.steps = steps  # after an error those inside stay: they tell where it ran out

    def free_unless(self, s: State, counts: bool) -> AbstractContextManager[None]:
        """What is looked at inside uses up steps only if it counts."""
        return nullcontext() if counts else self.free(s)

    @contextmanager
    def counted(self, s: State, key: Key) -> Iterator[None]:
        """A value or a changed attribute is worked out inside: that may use up steps, and not be too deep."""
        steps = self.counting.calls.get(key)
        if steps is not None:
            self.charge(s, steps)
        deep = key in self.counting.deep
        if deep and self.depth >= bounds.MAX_CALLS:
            bounds.too_deep_values()
        self.depth += deep
        try:
            yield
        finally:
            self.depth -= deep
