"""How generated code reaches cells, columns and zones, and what it checks on the way."""

from __future__ import annotations

from abc import ABC, abstractmethod

from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import ANSWER_TYPE
from regelwerk.rules.declarations import Numbers

from .answers import part_positions
from .layout import CellInfo, Layout
from .scope import Scope
from .source import Source
from .things import SEAT, AttributeInfo


def _moved(text: str, by: int) -> str:
    """Text of a number so much greater."""
    if is_number(text):
        return str(int(text) + by)
    return text if by == 0 else f"({text}{by:+d})"


def is_number(text: str) -> bool:
    """Whether generated text is a plain number."""
    return text.lstrip("-").isdigit()


class Access(ABC):
    """The part of the generator of expressions that reads the state."""

    def __init__(self, layout: Layout, source: Source) -> None:
        self.layout = layout
        self.tables = layout.tables
        self.types = layout.types
        self.source = source
        self.constant = source.constants.name
        self.modified: dict[tuple[str, str], int] = {}
        self._temporary = 0

    @abstractmethod
    def value(self, node: ex.Expression, scope: Scope) -> str:
        """Text of the value of an expression."""

    @abstractmethod
    def present(self, node: ex.Expression, scope: Scope) -> bool:
        """Whether the value is never none, as far as this can be seen."""

    def temporary(self) -> str:
        """A name for a value inside an expression."""
        self._temporary += 1
        return f"t{self._temporary}"

    def fail(self, message: str) -> str:
        return f"fail({self.constant(message)})"

    def seat(self, node: ex.Expression, scope: Scope, error: str = "nobody") -> str:
        """Text of a seat that is there, else an error is raised."""
        text = self.value(node, scope)
        if self.present(node, scope) or (is_number(text) and int(text) >= 0):
            return text
        return self.checked(text, error)

    def checked(self, text: str, error: str) -> str:
        """Text of a value that is not none; `error` names what is called otherwise."""
        if is_number(text) and int(text) >= 0:
            return text
        if text.isidentifier():
            return f"({text} if {text}>=0 else {error}())"
        name = self.temporary()
        return f"({name} if ({name}:={text})>=0 else {error}())"

    def cell(self, node: ex.State, scope: Scope) -> str:
        """Text by which a cell is read or set."""
        info = self.layout.cells[node.name]
        if node.key is None:
            return f"CELLS[{info.number}]"
        return f"CELLS[{info.number}][{_moved(self.key(node.key, scope, info), -info.index.start)}]"

    def key(self, node: ex.Expression, scope: Scope, info: AttributeInfo | CellInfo) -> str:
        """Text of what a cell is indexed by, which must be there and in its range."""
        text = self.value(node, scope)
        if not isinstance(info.kind.per, Numbers):
            return text if self.present(node, scope) else self.checked(text, "no_key")
        low, high = info.kind.per.low, info.kind.per.high
        least, most = self.layout.extents.range(node)
        if is_number(text):
            least = most = int(text)
        if least is not None and most is not None and low <= least and most <= high:
            return text
        return f"placed({text},{low},{high},{self.constant(info.name)})"

    def zone(self, name: str, of: ex.Expression | None, scope: Scope) -> str:
        """Text of the number of a zone."""
        info = self.tables.zones[name]
        if info.owner is None:
            return str(info.first)
        if of is None:
            return "no_owner()"
        text = self.value(of, scope)
        if not self.present(of, scope):
            text = self.checked(text, "no_owner")
        shift = info.first - info.first_owner
        if is_number(text):
            return str(int(text) + shift)
        return text if shift == 0 else f"({text}{shift:+d})"

    def index(self, info: AttributeInfo, of: str, key: str | None, present: bool) -> str:
        """Text of the index of a thing's (or seat's) value in a column."""
        if not present:
            of = self.checked(of, "none_read")
            if self.tables.types.get(info.type) is not None and self.may_pass(info.type):
                of = f"alive(s,{of})"
        first = info.first if info.type != SEAT else 0
        index = of if first == 0 else f"({of}-{first})"
        if is_number(of):
            index = str(int(of) - first)
        if key is None:
            return index
        if is_number(index) and is_number(key):
            return str(int(index) * info.members + int(key) - info.index.start)
        return f"({index}*{info.members}+{_moved(key, -info.index.start)})"

    def may_pass(self, type_name: str) -> bool:
        """Whether some things of a type are passing: they may be gone when they are read."""
        info = self.tables.types.get(type_name)
        if info is None:
            return False
        return any(info.first <= things.start < info.last for things in self.tables.passing.values())

    def target(self, node: ex.Attribute, scope: Scope) -> tuple[str, str]:
        """Texts of a stored column and of the index in it."""
        info = self.tables.attributes[node.type, node.name]
        key = None if node.key is None else self.key(node.key, scope, info)
        index = self.index(info, self.value(node.of, scope), key, self.present(node.of, scope))
        return f"c{info.column}", index

    def _attribute(self, node: ex.Attribute, scope: Scope) -> str:
        if node.type == ANSWER_TYPE:
            return self._answer(node, scope)
        name = (node.type, node.name)
        info = self.tables.attributes[name]
        of = self.value(node.of, scope)
        key = None if node.key is None else self.key(node.key, scope, info)
        if not node.printed and self.layout.attribute_modifiers.get(name):
            number = self.modified.setdefault(name, len(self.modified))
            if not self.present(node.of, scope):
                of = self.checked(of, "none_read")
                if self.may_pass(node.type):
                    of = f"alive(s,{of})"
            return f"m{number}(s,{of})" if key is None else f"m{number}(s,{of},{key})"
        return self.plain_attribute(info, of, key, node.of, scope)

    def plain_attribute(
        self, info: AttributeInfo, of: str, key: str | None, node: ex.Expression | None, scope: Scope
    ) -> str:
        """Text of an attribute without modifiers; `node` is the expression `of` was made from."""
        if isinstance(node, ex.Local) and key is None:
            row = scope.rows.get(node.name, {}).get((info.type, info.name))
            if row is not None:
                return row
        index = self.index(info, of, key, node is None or self.present(node, scope))
        if info.column >= 0:
            return f"c{info.column}[{index}]"
        if is_number(index) and 0 <= int(index) < len(info.values):
            return str(info.values[int(index)])
        return f"{self.constant(tuple(info.values))}[{index}]"

    def _answer(self, node: ex.Attribute, scope: Scope) -> str:
        answer = self.value(node.of, scope)
        row = f"answer_row(s,{answer})"
        if node.name == "by":
            return f"{row}[2]"
        if node.name == "action":
            return f"{row}[0]"
        if node.name == "cancelled":
            return f"(1 if {row}[1]==1 else 0)"
        target = node.name == "targets"
        actions = range(len(self.layout.actions))
        positions = self.constant(tuple(tuple(part_positions(self.layout, n, target)) for n in actions))
        return f"{'all_parts' if target else 'one_part'}(s,{answer},{positions})"
