"""From what is wrong to words: text is made last, by one constructor for each code.

A constructor is a function from facts to `Words` under a decorator, which turns it into one from facts
to a `Problem`; the words are made when somebody looks, and facts are put into a `Template` by their names.
What parameters are annotated with says what the facts are: a `Name` is one the problem is about, plain
strings and numbers only go into the words.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Annotated, Any, NamedTuple, ParamSpec

from regelwerk.source.diagnostics import DataPath, Diagnostic, Edit, Note, Severity
from regelwerk.source.spans import Span
from regelwerk.source.words import Fact, Template, Words, let_speak

__all__ = [
    "SHAPES", "Name", "Names", "Problem", "Remark", "Shape", "Template", "Words", "problem", "quoted",
    "remark",
]  # fmt: skip

P = ParamSpec("P")

Name = Annotated[str, "a name that the problem is about; empty if there is none"]
Names = Annotated[tuple[str, ...], "names that the problem is about"]


def players_text(low: int, high: int | None = None) -> str:
    """Return a number of players in words: `1 player`, `3 players`, `2 to 4 players`."""
    most = low if high is None else high
    return f"{low if low == most else f'{low} to {most}'} player{'' if most == 1 else 's'}"


def _same(value: Any) -> Any:
    return value


class Shape(NamedTuple):
    """How an argument of a constructor is kept as a fact, what names it holds, and how a template says it."""

    fact: Callable[[Any], Fact]
    value: Callable[[Any], Any]
    names: Callable[[Any], tuple[str, ...]]
    said: Callable[[Any], object] = _same


def quoted(names: Iterable[str], beside: str = ", ") -> str:
    """List names, each in backticks."""
    return beside.join(f"`{name}`" for name in names)


PLAIN = Shape(_same, _same, lambda fact: ())
SHAPES: dict[object, Shape] = {
    Name: Shape(_same, _same, lambda fact: (fact,) if fact else ()),
    Names: Shape(tuple, tuple, tuple, quoted),
}
"""Shapes by annotation; what is not here is kept as it is."""


class Problem(NamedTuple):
    """What is wrong, before anybody says where: a code, facts, and the names among them."""

    code: str
    facts: tuple[Fact, ...]
    names: tuple[str, ...]
    severity: Severity

    def at(
        self,
        span: Span | None,
        *,
        path: DataPath | None = None,
        near: tuple[str, ...] = (),
        notes: tuple[Note, ...] = (),
        fix: Edit | None = None,
    ) -> Diagnostic:
        """Return the diagnostic of this problem at a place."""
        return Diagnostic(self.code, self.facts, self.names, span, path, near, notes, self.severity, fix)


def problem(code: str, severity: Severity = "error") -> Callable[[Callable[P, Words]], Callable[P, Problem]]:
    """Make the one constructor of a code from a function that says its words."""

    def register(words: Callable[P, Words]) -> Callable[P, Problem]:
        facts_of = _constructor(code, words)

        @wraps(words)
        def construct(*args: P.args, **kwargs: P.kwargs) -> Problem:
            return Problem(code, *facts_of(args, kwargs), severity)

        return construct

    return register


class Remark(NamedTuple):
    """What a note says, before anybody says where."""

    key: str
    facts: tuple[Fact, ...]

    def at(self, span: Span | None) -> Note:
        """Return the note at a place."""
        return Note(self.key, self.facts, span)


def remark(words: Callable[P, Words]) -> Callable[P, Remark]:
    """Make the constructor of a note from a function that says its words."""
    key = words.__name__
    facts_of = _constructor(key, words)

    @wraps(words)
    def construct(*args: P.args, **kwargs: P.kwargs) -> Remark:
        return Remark(key, facts_of(args, kwargs)[0])

    return construct


def _constructor(
    key: str, words: Callable[..., Words]
) -> Callable[[tuple[Any, ...], dict[str, Any]], tuple[tuple[Fact, ...], tuple[str, ...]]]:
    """Enter what says the words of a key; return what makes facts and names of its arguments."""
    code = words.__code__
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    by_place = parameters[: code.co_argcount]
    given = words.__defaults__ or ()
    defaults = dict(zip(by_place[len(by_place) - len(given) :], given, strict=True))
    defaults |= words.__kwdefaults__ or {}
    shapes = [SHAPES.get(words.__annotations__[each], PLAIN) for each in parameters]

    def say_it(*facts: Any) -> Words:
        values = [shape.value(fact) for shape, fact in zip(shapes, facts, strict=True)]
        by_name = dict(zip(parameters[len(by_place) :], values[len(by_place) :], strict=True))
        said = words(*values[: len(by_place)], **by_name)
        if not isinstance(said, Template):
            return said
        return said.filled(
            {each: shape.said(value) for each, shape, value in zip(parameters, shapes, values, strict=True)}
        )

    def facts_of(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
        named = defaults | dict(zip(by_place, args, strict=False)) | kwargs
        facts = tuple(shape.fact(named[each]) for each, shape in zip(parameters, shapes, strict=True))
        names = (name for fact, shape in zip(facts, shapes, strict=True) for name in shape.names(fact))
        return facts, tuple(dict.fromkeys(names))

    let_speak(key, say_it)
    return facts_of
