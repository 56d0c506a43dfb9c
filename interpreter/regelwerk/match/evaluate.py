"""Expressions, evaluated by walking the rules form: the executable specification of what they mean."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any

from regelwerk.program.answers import TAKES_EFFECT, answer_is, attribute_of_answer, position_of
from regelwerk.program.bounds import calculated, placed, too_many_numbers, whole
from regelwerk.program.builtins import FUNCTIONS
from regelwerk.program.constants import TOLD_BY_NOBODY, compare
from regelwerk.program.counting import Key
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import CellInfo, Layout
from regelwerk.program.modifiers import Change, apply_changes
from regelwerk.program.passing import living
from regelwerk.program.things import SEAT, AttributeInfo
from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import ANSWER_TYPE, ANSWERS_ZONE
from regelwerk.rules.declarations import ModifierDecl, Numbers, ValueType
from regelwerk.rules.walk import parts_of

from .inforce import forbidding
from .knowledge import knows, zone_number
from .positions import Env as Env
from .positions import Past
from .state import MODIFIER_ROW, State

OF_SCENARIOS: dict[str, Callable[..., int]] = {
    "score": lambda s, seat: 0 if s.over is None or seat < 0 else s.over.scores[seat],
    "wins": lambda s, seat: int(s.over is not None and seat in s.over.winners),
    "knows": lambda s, seat, thing: int(seat >= 0 and knows(s, seat, thing)),
}
"""Functions that no rule may call; their kinds stand in `rules/builtins.py`."""

Costly = frozenset[int] | None
"""The things of which more than the first condition uses up steps; None: all."""

FEW = 1000
"""What is counted up by a plain number as small as this is not looked at: the steps run out before."""


class Evaluator(Past):
    """Evaluates expressions of one game. It keeps how deep it is, and what it is told to remember."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self._heavy: set[Key] = {*layout.counting.calls, *layout.counting.deep}
        self.most_numbers = layout.game.bounds.elements
        self._remembered: dict[tuple[Any, ...], Any] | None = None
        self._sets: dict[int, tuple[ex.Set, list[int] | None]] = {}
        """What `_copies` has found, by the `id` of a set, which is kept so that no other gets it."""
        self._parameters = {v.name: tuple(p.name for p in v.parameters) for v in layout.values.values()}
        self._attributes = {
            key: (info, layout.attribute_modifiers.get(key)) for key, info in layout.tables.attributes.items()
        }
        self._by_class: dict[type, Callable[[State, Env, Any], Any]] = {
            ex.Number: lambda s, env, node: node.value,
            ex.Flag: lambda s, env, node: int(node.value),
            ex.Member: self._member,
            ex.Nothing: lambda s, env, node: -1,
            ex.Row: self._row,
            ex.Seat: self._seat,
            ex.Local: lambda s, env, node: env[node.name],
            ex.State: self._state,
            ex.Option: lambda s, env, node: s.options[layout.option_number[node.name]],
            ex.Attribute: self._attribute,
            ex.Zone: self._zone,
            ex.Call: self._call,
            ex.Builtin: self._builtin,
            ex.Arithmetic: self._arithmetic,
            ex.Negative: lambda s, env, node: -self.value(s, env, node.of),
            ex.And: self._and,
            ex.Or: self._or,
            ex.Not: lambda s, env, node: int(not self.value(s, env, node.of)),
            ex.Compare: self._compare,
            ex.Inside: self._inside,
            ex.IsRow: self._is_row,
            ex.IsType: self._is_type,
            ex.IsAnswer: self._is_answer,
            ex.Choice: self._choice,
            ex.LetIn: self._let_in,
            ex.Told: self._told,
            ex.Listed: self._listed,
            ex.Any: lambda s, env, node: int(any(True for _ in self._each(s, env, node.of))),
            ex.Every: self._every,
            ex.Count: lambda s, env, node: sum(1 for _ in self._each(s, env, node.of)),
            ex.Sum: lambda s, env, node: whole(sum(self._values(s, env, node.over, node.value))),
            ex.Extreme: self._extreme,
            ex.All: lambda s, env, node: self.elements(s, env, node.of),
            ex.The: lambda s, env, node: next(iter(self.each(s, env, node.of)), -1),
            ex.Happened: self._happened,
            ex.Position: self._position,
            ex.Recorded: self._recorded,
            ex.May: self._may,
            ex.Supposing: self._supposing,
        }
        self._reached = layout.reached
        if layout.reached is not None:
            self._by_class = {kind: layout.reached.noting(f) for kind, f in self._by_class.items()}

    def value(self, s: State, env: Env, node: ex.Expression) -> Any:
        """The value of an expression: a number, or a list (a new one, or one that must not be changed)."""
        return self._by_class[type(node)](s, env, node)

    def _and(self, s: State, env: Env, node: ex.And) -> int:
        for part in node.of:  # a loop of its own costs half of what `all` over a generator does
            if not self.value(s, env, part):
                return 0
        return 1

    def _or(self, s: State, env: Env, node: ex.Or) -> int:
        for part in node.of:
            if self.value(s, env, part):
                return 1
        return 0

    def holds(self, s: State, env: Env, node: ex.Expression | None) -> bool:
        """Whether a condition holds; one that is absent holds."""
        return node is None or bool(self.value(s, env, node))

    def seats(self, s: State, env: Env, node: ex.Expression) -> list[int]:
        """A seat or a list of seats as a list without `none`."""
        value = self.value(s, env, node)
        seats = value if isinstance(value, list) else [value]
        return [seat for seat in seats if seat >= 0]

    def elements(self, s: State, env: Env, over: ex.Set, costly: Costly = None) -> list[int]:
        """The elements of a set, in order."""
        return list(self.each(s, env, over, costly))

    def each(self, s: State, env: Env, over: ex.Set, costly: Costly = None) -> Iterable[int]:
        """The elements of a set one after the other."""
        return self._sorted(s, env, over, costly) if over.sort else self._each(s, env, over, costly)

    def _each(self, s: State, env: Env, over: ex.Set, costly: Costly = None) -> Iterator[int]:
        """The elements of a set in the order of its source: enough where its own order says nothing."""
        source, length = self._source(s, env, over)
        steps = self.counting.sets.get(id(over))
        if steps is not None:
            self.charge(s, steps * length)
        if over.where is None:
            yield from source
            return
        inner = dict(env)
        rest = self.counting.rests.get(id(over))
        if rest is not None:
            yield from self._each_part(s, inner, over, source, rest, costly)
            return
        for element in source:
            inner[over.binder] = element
            if costly is None or element in costly:
                holds = self.value(s, inner, over.where)
            else:
                with self.free(s):
                    holds = self.value(s, inner, over.where)
            if holds:
                yield element

    def _each_part(
        self, s: State, inner: Env, over: ex.Set, source: Sequence[int], rest: int, costly: Costly
    ) -> Iterator[int]:
        """The elements of a set that uses up steps for those for which its first condition holds."""
        first, *others = parts_of(over.where)
        for element in source:
            inner[over.binder] = element
            if self.value(s, inner, first):
                self.charge(s, rest)
                with self.free_unless(s, costly is None or element in costly):
                    holds = all(self.value(s, inner, other) for other in others)
                if holds:
                    yield element

    def _sorted(self, s: State, env: Env, over: ex.Set, costly: Costly) -> list[int]:
        inner = dict(env)
        found: list[tuple[list[int], int]] = []
        for element in self._each(s, env, over, costly):
            inner[over.binder] = element
            with self.free_unless(s, costly is None or element in costly):
                found.append(([self.value(s, inner, part) for part in over.sort], element))
        return [element for _, element in sorted(found, key=itemgetter(0))]

    def holds_element(self, s: State, env: Env, over: ex.Set, element: int) -> bool:
        """Whether something is an element of a set, without going through it."""
        return element in self._source(s, env, over)[0] and self.fits(s, env, over, element)

    def _source(self, s: State, env: Env, over: ex.Set) -> tuple[Sequence[int], int]:
        """What a set is taken from, and how long it is before its noun is asked for."""
        if self._reached is not None:
            self._reached.nodes.add(id(over))
        info = self.layout.tables.types.get(over.noun)
        if over.source is not None:
            source = self.value(s, env, over.source)
            if info is not None:
                return [thing for thing in source if info.first <= thing < info.last], len(source)
            return source, len(source)
        found = self._declared(s, env, over)
        return found, len(found)

    def _declared(self, s: State, env: Env, over: ex.Set) -> Sequence[int]:
        info = self.layout.tables.types.get(over.noun)
        if info is not None:
            copies = self._copies(over)
            return living(self.layout, s, info.first, info.last) if copies is None else copies
        if over.noun == SEAT:
            return range(s.players)
        if over.noun == "number":
            low = 0 if over.low is None else self.value(s, env, over.low)
            high = -1 if over.high is None else self.value(s, env, over.high)
            if high - low >= self.most_numbers:
                too_many_numbers(self.most_numbers)
            return range(low, high + 1)
        if over.noun == ANSWER_TYPE:
            return self._answers(s)
        return range(len(self.layout.tables.enums[over.noun]))

    def _copies(self, over: ex.Set) -> list[int] | None:
        """The things that a set is taken from, if one of its conditions says of which rows they are."""
        if id(over) not in self._sets:
            self._sets[id(over)] = over, self._find_copies(over)
        return self._sets[id(over)][1]

    def _find_copies(self, over: ex.Set) -> list[int] | None:
        tables, element = self.layout.tables, ex.Local(over.binder)
        info = tables.types[over.noun]
        for condition in parts_of(over.where):
            tests = condition.of if isinstance(condition, ex.Or) else (condition,)
            named = {test.row for test in tests if isinstance(test, ex.IsRow) and test.of == element}
            if named and len(named) == len(tests):
                rows = {tables.row_number[name] for name in named}
                return [thing for thing in range(info.first, info.last) if tables.row_of[thing] in rows]
        return None

    def fits(self, s: State, env: Env, over: ex.Set, element: int) -> bool:
        """Whether `where` of the set still holds for an element of a snapshot."""
        return over.where is None or bool(self.value(s, {**env, over.binder: element}, over.where))

    def _member(self, s: State, env: Env, node: ex.Member) -> int:
        return self.layout.tables.enums[node.enum].index(node.name)

    def _row(self, s: State, env: Env, node: ex.Row) -> int:
        tables = self.layout.tables
        things = tables.row_things[tables.row_number[node.name]]
        if not things:
            raise RuleError(f"there is no `{node.name}` in the match")
        return things[max(node.copy - 1, 0)]

    def _seat(self, s: State, env: Env, node: ex.Seat) -> int:
        if not 1 <= node.number <= s.players:
            raise RuleError(f"there is no seat {node.number} in the match")
        return node.number - 1

    def _state(self, s: State, env: Env, node: ex.State) -> Any:
        info = self.layout.cells[node.name]
        cell = s.cells[info.number]
        return cell if node.key is None else cell[self.place(s, env, info, node.key)]

    def place(self, s: State, env: Env, info: AttributeInfo | CellInfo, node: ex.Expression) -> int:
        """The place of one cell in its row."""
        key: int = self.value(s, env, node)
        if isinstance(info.kind.per, Numbers):
            placed(key, info.kind.per.low, info.kind.per.high, info.name)
        elif key < 0:
            raise RuleError("a row of cells is read or written at none")
        return key - info.index.start

    def _attribute(self, s: State, env: Env, node: ex.Attribute) -> Any:
        of = self.value(s, env, node.of)
        if node.type == ANSWER_TYPE:
            return attribute_of_answer(self.layout, s, of, node.name)
        info, modifiers = self._attributes[node.type, node.name]
        index = self.index(s, env, info, of, node.key)
        base = info.values[index] if info.column < 0 else s.columns[info.column][index]
        if node.printed or modifiers is None:
            return base
        args = [of] if node.key is None else [of, info.index[index % info.members]]
        key: Key = ("attribute", (node.type, node.name))
        if key not in self._heavy:
            return self._modified(s, modifiers, args, base, info.kind)
        with self.counted(s, key):
            return self._modified(s, modifiers, args, base, info.kind)

    def index(self, s: State, env: Env, info: AttributeInfo, of: int, key: ex.Expression | None) -> int:
        """Where the value of an attribute stands in its column or table."""
        if of >= 0 and info.type != SEAT and self.layout.tables.is_passing[of] and not self._is_there(s, of):
            raise RuleError(f"`{info.name}` of something that is gone is asked for")
        if not info.first <= of < info.first + info.count:
            what = "none" if of < 0 else "something else"
            raise RuleError(f"`{info.name}` of {what} is asked for")
        if self._reached is not None:
            row = -1 if info.type == SEAT else self.layout.tables.row_of[of]
            self._reached.values.add((info.type, info.name, row))
        if key is None:
            return (of - info.first) * info.members
        return (of - info.first) * info.members + self.place(s, env, info, key)

    def _is_there(self, s: State, thing: int) -> bool:
        at = bisect_left(s.alive, [thing])  # sorted by things
        return at < len(s.alive) and s.alive[at][0] == thing

    def _is_answer(self, s: State, env: Env, node: ex.IsAnswer) -> int:
        layout = self.layout
        given = [
            (position_of(layout, node.action, name), self.value(s, env, value))
            for name, value in node.args.items()
        ]
        return answer_is(s, self.value(s, env, node.of), layout.action_number[node.action], *given)

    def _answers(self, s: State) -> list[int]:
        return [position for position, row in enumerate(s.answers) if row[1] != TAKES_EFFECT]

    def _zone(self, s: State, env: Env, node: ex.Zone) -> list[int]:
        if node.name == ANSWERS_ZONE and node.name not in self.layout.tables.zones:
            return self._answers(s)
        return list(s.zones[self.zone(s, env, node.name, node.of)])

    def zone(self, s: State, env: Env, name: str, of: ex.Expression | None) -> int:
        """The number of a zone."""
        return zone_number(s, name, None if of is None else self.value(s, env, of))

    @contextmanager
    def remembering(self) -> Iterator[None]:
        """While the state stays as it is: what a declared value was for some arguments need not be worked
        out again."""
        self._remembered = {}
        try:
            yield
        finally:
            self._remembered = None

    def _call(self, s: State, env: Env, node: ex.Call) -> Any:
        args = [self.value(s, env, argument) for argument in node.args]
        remembered = self._remembered
        if remembered is None or list in map(type, args) or ("value", node.name) in self.counting.costly:
            return self._called(s, node.name, args)
        key = (node.name, *args)
        if key not in remembered:
            remembered[key] = self._called(s, node.name, args)
        return remembered[key]

    def _called(self, s: State, name: str, args: list[Any]) -> Any:
        key: Key = ("value", name)
        if key not in self._heavy:
            return self._worked_out(s, name, args)
        with self.counted(s, key):
            return self._worked_out(s, name, args)

    def _worked_out(self, s: State, name: str, args: list[Any]) -> Any:
        declared = self.layout.values[name]
        inner = dict(zip(self._parameters[name], args, strict=True))
        result = self.value(s, inner, declared.body)
        modifiers = self.layout.value_modifiers.get(name)
        if modifiers is not None:
            result = self._modified(s, modifiers, args, result, declared.result)
        elif declared.result.low is not None and declared.result.high is not None:
            result = max(declared.result.low, min(declared.result.high, result))
        return result

    def _modified(self, s: State, modifiers: list[int], args: list[int], base: int, kind: ValueType) -> int:
        """`base` changed by the modifiers in force."""
        changes = self._changes(s, modifiers, args)
        bounds = (kind.low, kind.high) if kind.kind == "number" else (None, None)
        return apply_changes(base, changes, *bounds)

    def changes(
        self, s: State, of: tuple[str, str], thing: int
    ) -> Iterator[tuple[ModifierDecl, list[Change]]]:
        """The modifiers that change an attribute (of a type, by name) of a thing now, and what each does."""
        _, modifiers = self._attributes[of]
        for number in modifiers or ():
            found = self._changes(s, [number], [thing])
            if found:
                yield self.layout.modifiers[number], found

    def _changes(self, s: State, modifiers: list[int], args: list[int]) -> list[Change]:
        result: list[Change] = []
        for number in modifiers:
            declared = self.layout.modifiers[number]
            if declared.captured is None and self._applies(declared, args):
                self._add_changes(s, declared, args, [], result)
        for row in s.lasting:
            if row[0] == MODIFIER_ROW and row[1] in modifiers:
                declared = self.layout.modifiers[row[1]]
                if self._applies(declared, args):
                    self._add_changes(s, declared, args, row[4:], result)
        return result

    def _applies(self, declared: ModifierDecl, args: list[int]) -> bool:
        """A modifier of an attribute may be for the things of a narrower type only."""
        if declared.type is None or not declared.parameters:
            return True
        info = self.layout.tables.types.get(declared.parameters[0].type.name or "")
        return info is None or info.first <= args[0] < info.last

    def _add_changes(
        self, s: State, declared: ModifierDecl, args: list[int], captured: list[Any], result: list[Any]
    ) -> None:
        env = {p.name: value for p, value in zip(declared.parameters, args, strict=False)}
        env.update((p.name, value) for p, value in zip(declared.captured or (), captured, strict=True))
        if declared.over is None:
            self._add_those(s, declared, env, result)
            return
        for element in self._each_changing(s, declared, declared.over, env):
            self._add_those(s, declared, {**env, declared.over.binder: element}, result)

    def _each_changing(self, s: State, declared: ModifierDecl, over: ex.Set, env: Env) -> Iterable[int]:
        """The elements for which a modifier counts."""
        return self.each(s, env, over)

    def _add_those(self, s: State, declared: ModifierDecl, env: Env, result: list[Any]) -> None:
        for change in declared.changes:
            if self.holds(s, env, change.where):
                bound = None if change.bound is None else self.value(s, env, change.bound)
                result.append((change.op, self.value(s, env, change.by), bound))

    def _builtin(self, s: State, env: Env, node: ex.Builtin) -> Any:
        args = [self.value(s, env, argument) for argument in node.args]
        if node.name in OF_SCENARIOS:
            return OF_SCENARIOS[node.name](s, *args)
        return FUNCTIONS[node.name](self.layout.tables, s.at, *args)

    def _arithmetic(self, s: State, env: Env, node: ex.Arithmetic) -> int:
        left: int = self.value(s, env, node.left)
        right: int = self.value(s, env, node.right)
        parts = (node.left, node.right)
        if node.op in ("+", "-") and any(isinstance(n, ex.Number) and abs(n.value) <= FEW for n in parts):
            return left + right if node.op == "+" else left - right
        return calculated(node.op, left, right)

    def _compare(self, s: State, env: Env, node: ex.Compare) -> int:
        return int(compare(node.op, self.value(s, env, node.left), self.value(s, env, node.right)))

    def _inside(self, s: State, env: Env, node: ex.Inside) -> int:
        return int(self.value(s, env, node.of) in self.value(s, env, node.source))

    def _is_row(self, s: State, env: Env, node: ex.IsRow) -> int:
        tables = self.layout.tables
        return int(self.value(s, env, node.of) in tables.row_things[tables.row_number[node.row]])

    def _is_type(self, s: State, env: Env, node: ex.IsType) -> int:
        info = self.layout.tables.types[node.type]
        return int(info.first <= self.value(s, env, node.of) < info.last)

    def _choice(self, s: State, env: Env, node: ex.Choice) -> Any:
        for case in node.cases:
            if self.value(s, env, case.when):
                return self.value(s, env, case.then)
        return self.value(s, env, node.otherwise)

    def _let_in(self, s: State, env: Env, node: ex.LetIn) -> Any:
        return self.value(s, {**env, node.binder: self.value(s, env, node.value)}, node.then)

    def _told(self, s: State, env: Env, node: ex.Told) -> Any:
        tables = self.layout.tables
        thing: int = self.value(s, env, node.of)
        row = tables.row_of[thing] if thing >= 0 else -1
        said = node.otherwise if row < 0 else node.rows.get(tables.row_names[row], node.otherwise)
        if said is None:
            raise RuleError(TOLD_BY_NOBODY)
        return self.value(s, env, said)

    def _listed(self, s: State, env: Env, node: ex.Listed) -> list[int]:
        seat: int = self.value(s, env, node.of)
        if seat < 0:
            raise RuleError("the list of a seat is asked for, and the seat is none")
        return s.layout.listed[node.list, node.part][seat]

    def _every(self, s: State, env: Env, node: ex.Every) -> int:
        return int(all(self._values(s, env, node.of, node.has)))

    def _values(self, s: State, env: Env, over: ex.Set, node: ex.Expression) -> Iterable[int]:
        inner = dict(env)
        for element in self._each(s, env, over):
            inner[over.binder] = element
            yield self.value(s, inner, node)

    def _extreme(self, s: State, env: Env, node: ex.Extreme) -> int:
        pick = max if node.which == "greatest" else min
        return pick(self._values(s, env, node.over, node.value), default=0)

    def _may(self, s: State, env: Env, node: ex.May) -> int:
        info = self.layout.events[self.layout.event_number[node.event]]
        args = (self.value(s, env, argument) for argument in node.args)
        scope = {name: value for (name, _), value in zip(info.parameters, args, strict=True)}
        return int(forbidding(self, s, info, scope) is None)

    def _supposing(self, s: State, env: Env, node: ex.Supposing) -> int:
        from .supposing import position_after

        args = [self.value(s, env, argument) for argument in node.args]
        remembered, self._remembered = self._remembered, None
        then = position_after(self, s, self.layout.event_number[node.event], args)
        holds = int(self.value(then, env, node.then))
        self._remembered = remembered
        s.steps = then.steps
        return holds
