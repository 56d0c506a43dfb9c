"""What generated code knows of the locals of a piece of rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from regelwerk.rules.declarations import ValueType
from regelwerk.rules.expressions import Expression
from regelwerk.rules.types.scope import Scope as Typed


@dataclass(slots=True)
class Scope:
    """Locals by their names in the rules: the Python expression of each, its kind, whether it may be none.

    `rows` tells, for the binder of a loop over fixed rows, by which local an attribute of it is read;
    `static`, for an expression known for each row of a table, the local that holds it; `unrolled`, for a
    list, those of its elements; `known`, for a local that stands for one certain value, that value.
    """

    names: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, ValueType] = field(default_factory=dict)
    present: set[str] = field(default_factory=set)
    rows: dict[str, dict[tuple[str, str], str]] = field(default_factory=dict)
    static: dict[Expression, str] = field(default_factory=dict)
    unrolled: dict[Expression, list[str]] = field(default_factory=dict)
    known: dict[str, int | list[int]] = field(default_factory=dict)

    @property
    def typed(self) -> Typed:
        """The same locals, as far as kinds of expressions depend on them."""
        return Typed(self.kinds)

    def copy(self) -> Scope:
        return Scope(
            dict(self.names),
            dict(self.kinds),
            set(self.present),
            dict(self.rows),
            self.static,
            self.unrolled,
            dict(self.known),
        )

    def bind(self, name: str, python: str, kind: ValueType, present: bool = False) -> None:
        """Bind a local; what was known of another one with its name is forgotten."""
        self.names[name] = python
        self.kinds[name] = kind
        self.rows.pop(name, None)
        self.known.pop(name, None)
        self.present.discard(name)
        if present:
            self.present.add(name)

    def inner(self, name: str, python: str, kind: ValueType, present: bool = True) -> Scope:
        """A scope inside this one with one local more."""
        scope = self.copy()
        scope.bind(name, python, kind, present)
        return scope

    def certain(self, name: str, value: int, kind: ValueType) -> Scope:
        """A scope inside this one with a local that stands for one certain value."""
        scope = self.inner(name, str(value), kind)
        scope.known[name] = value
        return scope


def named_things(names: Sequence[str], scope: Scope) -> str:
    """Text of a tuple of the things that some locals stand for."""
    return f"({''.join(_named(name, scope) + ',' for name in names)})"


def _named(name: str, scope: Scope) -> str:
    if name.startswith("#"):
        return f"*h{name[1:]}[h{name[1:]}i+1:]"
    return f"*{scope.names[name]}" if scope.kinds[name].many else scope.names[name]
