"""Programs of several layouts, each made once: generating one takes longer than most scenarios."""

from __future__ import annotations

from regelwerk.program.generate import Program
from regelwerk.program.layout import Layout


class Programs:
    """Makes the program of a layout, or finds it."""

    def __init__(self) -> None:
        self._made: dict[int, Program] = {}

    def __call__(self, layout: Layout) -> Program:
        if id(layout) not in self._made:
            self._made[id(layout)] = Program(layout)  # keeps its layout, and so the number
        return self._made[id(layout)]
