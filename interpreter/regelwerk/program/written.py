"""Sets over the few things of a type, each thing with its own test instead of a loop over them all.

What is certain of a thing (its place on a map, what its table says) is worked out when the program is
generated; what is left of most tests is a look at one or two cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from regelwerk.rules import expressions as ex

from .known import NotKnown
from .scope import Scope
from .source import Function, locals_in

if TYPE_CHECKING:
    from .expressions import Expressions

FEW, WIDE, LONG = 8, 64, 6000
"""What is written out: lists of so few certain elements; types of no more things, if the text of all tests is
no longer than this."""
_CALL = re.compile(r"\w\(|:=")

Tests = Sequence[tuple[int, str]]
"""Each thing that may be in a set, with the text of the test that it is."""


class WrittenOut:
    """Finds and writes such sets."""

    def __init__(self, expressions: Expressions) -> None:
        self.of = expressions

    def tests(self, over: ex.Set, scope: Scope) -> Tests | None:
        """What is to be tested of each thing; None if a loop is better: tests are long or call something."""
        info = self.of.tables.types.get(over.noun)
        if info is None or over.source is not None or over.where is None or over.sort:
            return None
        if self.of.sets.charging.steps(over) or self.of.counts(over.where):
            return None
        if info.last - info.first > WIDE or self.of.may_pass(over.noun):
            return None
        kind, before = self.of.sets.kind(over, scope), self.of.source.mark()
        result, length = [], 0
        for thing in range(info.first, info.last):
            test = self.of.condition(over.where, scope.certain(over.binder, thing, kind))
            length += len(test)
            if self.of.source.mark() != before or _CALL.search(test) or length > LONG:
                self.of.source.forget(before)
                return None
            if test != "0":
                result.append((thing, test))
        return result

    def any_of(self, tests: Tests) -> str:
        """Text of the test that something is in the set."""
        function, call = self._function(tests)
        for _, test in tests:
            function.line("return 1" if test == "1" else f"if {test}: return 1")
        function.line("return 0")
        return call

    def elements(self, tests: Tests) -> str:
        """Text of the elements of the set as a new list."""
        function, call = self._function(tests)
        function.line("r=[]")
        for thing, test in tests:
            function.line(f"r.append({thing})" if test == "1" else f"if {test}: r.append({thing})")
        function.line("return r")
        return call

    def certain_elements(self, over: ex.Set, scope: Scope) -> list[str] | None:
        """The elements of a source that is read from certain values alone, if they are few."""
        if over.source is None:
            return None
        try:
            found = self.of.tabled.known.value(over.source, scope.known)
        except NotKnown:
            return None
        return [str(item) for item in found] if isinstance(found, list) and len(found) <= FEW else None

    def _function(self, tests: Tests) -> tuple[Function, str]:
        """A new function with the locals the tests read, and the text of its call."""
        number = self.of.source.number()
        arguments = "".join(f",{name}" for name in locals_in(" ".join(test for _, test in tests)))
        return self.of.source.add(f"def q{number}(s{arguments}):"), f"q{number}(s{arguments})"
