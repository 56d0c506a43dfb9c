"""In which zones a thing must lie for a condition on it to hold, read off the rules.

Whatever uses up steps is not passed over: nothing is read off what is tested after it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from regelwerk.rules import expressions as ex

from .copies import MOST_CALLS
from .layout import Layout
from .scope import Scope

Zone = TypeVar("Zone")


class Whereabouts(ABC, Generic[Zone]):
    """Reads zones off conditions; whoever asks says what stands for a zone."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tables = layout.tables
        self.counting = layout.counting

    @abstractmethod
    def zones_of_source(self, source: ex.Zone, scope: Scope) -> tuple[Zone, ...]:
        """The zones that a source may be; none if they are not known or too many."""

    @abstractmethod
    def zones_of_holder(self, holder: ex.Local, scope: Scope) -> tuple[Zone, ...]:
        """The zones of a thing that is there; none if they are not known."""

    def where_lies(self, node: ex.Expression, scope: Scope, name: str, deep: int = 0) -> tuple[Zone, ...]:
        """The zones in one of which the local `name` must lie for a condition to hold; none if any do."""
        match node:
            case ex.And(of=parts):
                found = []
                for part in parts:
                    if zones := self.where_lies(part, scope, name, deep):
                        found.append(zones)
                    if self.counting.counts(part):
                        break
                return min(found, key=len, default=())
            case ex.Or(of=parts):
                every = [self.where_lies(part, scope, name, deep) for part in parts]
                return tuple(dict.fromkeys(zone for zones in every for zone in zones)) if all(every) else ()
            case ex.Inside(of=ex.Local(name=inside), source=ex.Zone() as source) if inside == name:
                return () if self.counting.counts(source) else self.zones_of_source(source, scope)
            case ex.Compare(op="=", left=left, right=right):
                for one, other in ((left, right), (right, left)):
                    if one == ex.Builtin("holder", (ex.Local(name),)) and isinstance(other, ex.Local):
                        there = other.name in scope.names and other.name in scope.present
                        return self.zones_of_holder(other, scope) if there else ()
            case ex.Any(of=over) if over.where is not None and over.binder != name:
                if not self.counting.is_free(over):
                    return ()
                inner = scope.copy()
                inner.names.pop(over.binder, None)
                return self.where_lies(over.where, inner, name, deep)
            case ex.LetIn(value=value, then=then) if not self.counting.counts(value):
                return self.where_lies(then, scope, name, deep)
            case ex.Call(name=called, args=args) if deep < MOST_CALLS and self.counting.is_free_call(node):
                return self._where_called(called, args, scope, name, deep + 1)
        return ()

    def _where_called(
        self, called: str, args: Sequence[ex.Expression], scope: Scope, name: str, deep: int
    ) -> tuple[Zone, ...]:
        """The same for a test, seen through what it is called with."""
        declared = self.layout.values[called]
        if self.layout.value_modifiers.get(called) or args.count(ex.Local(name)) != 1:
            return ()
        inner = Scope()
        for parameter, argument in zip(declared.parameters, args, strict=True):
            if isinstance(argument, ex.Local) and argument.name in scope.names and argument.name != name:
                there = argument.name in scope.present
                inner.bind(parameter.name, scope.names[argument.name], scope.kinds[argument.name], there)
        own = declared.parameters[args.index(ex.Local(name))].name
        return self.where_lies(declared.body, inner, own, deep)
