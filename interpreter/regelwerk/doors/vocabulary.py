"""Every choice of a game as steps from one fixed list: the actions of a learning environment.

An option is taken in one or more steps: first the action that is declared, then each of its parts, and so
on. Each step names one element: a thing, a seat, a member of an enum, a number, a way, an action. What
a step means depends on neither the position nor the number of options.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regelwerk.match.options import DONE, PASS
from regelwerk.match.text import option_kinds, seat_text, thing_text
from regelwerk.program.ending import Decision, Option
from regelwerk.program.layout import Layout
from regelwerk.program.points import Place
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.expressions import Set

Step = tuple[str, str, int]
"""What a step names: its sort (`pass`, `done`, `way`, `action`, `means`, or the kind of an element), the
enum or the way, and a number."""

MOST_ANSWERS = 16
"""So many declared answers can be named where some are to be chosen."""

NUMBERS = (0, 32)
"""The numbers that can be named where the rules do not say from where to where a choice goes."""


class Vocabulary:
    """The steps of a game for some number of players. `steps[n]` is what step `n` means."""

    def __init__(self, layout: Layout, numbers: tuple[int, int] = NUMBERS) -> None:
        self.layout = layout
        self.numbers = numbers
        self.steps: tuple[Step, ...] = tuple(sorted(set(self._all()), key=_order))
        self.number = {step: n for n, step in enumerate(self.steps)}

    def __len__(self) -> int:
        return len(self.steps)

    def text(self, number: int) -> str:
        """A step, for people."""
        sort, name, value = self.steps[number]
        if sort == "thing":
            return thing_text(self.layout, value, True)
        if sort == "seat":
            return seat_text(value)
        if sort == "enum":
            return self.layout.tables.enums[name][value]
        if sort == "action":
            return self.layout.actions[value].name
        if sort in ("number", "flag"):
            return str(value)
        if sort in ("means", "answer"):
            return f"{sort} {value + 1}"
        return name or sort

    def spell(self, decision: Decision, option: Option) -> tuple[int, ...]:
        """The steps of an option. Raises ValueError for an element that no step names."""
        layout = self.layout
        if option == DONE and decision.kind == "several":
            return (self.number["done", "", 0],)
        kinds = option_kinds(layout, decision, option)
        if option == PASS and not kinds:
            return (self.number["pass", "", 0],)
        steps: list[Step] = []
        values: Sequence[int] = option
        if decision.kind == "ask":
            statement = layout.body(decision.body).places[decision.place].statement
            assert isinstance(statement, st.Ask)
            return (self.number["way", statement.ways[option[0]].name, 0],)
        if decision.kind in ("window", "pay"):
            steps.append(("action" if decision.kind == "window" else "means", "", option[0]))
            values = option[1:]
        steps += [_step(kind, value) for kind, value in zip(kinds, values, strict=False)]
        return tuple(self._find(step) for step in steps)

    def element(self, kind: ValueType, value: int) -> int | None:
        """The step that names an element, if there is one."""
        return self.number.get(_step(kind, value))

    def _find(self, step: Step) -> int:
        found = self.number.get(step)
        if found is None:
            sort, _, value = step
            low, high = self.numbers
            if sort == "number":
                raise ValueError(
                    f"the number {value} can be chosen here, but numbers go from {low} to {high}; "
                    f"make the environment with `numbers=({min(low, value)}, {max(high, value)})` or more"
                )
            raise ValueError(
                f"the {sort} {value} can be chosen here, but no action of the environment names it"
            )
        return found

    # What there is to name

    def _all(self) -> Iterator[Step]:
        layout = self.layout
        for body in layout.bodies:
            for place in body.places:
                yield from self._of(place)
        for actions in layout.window_actions.values():
            yield ("pass", "", 0)
            for number in actions:
                yield ("action", "", number)
                action = layout.actions[number]
                info = layout.events[layout.event_number[action.name]]
                for part, (_, kind) in zip(action.parts, info.parameters[1:], strict=False):
                    yield from self._elements(kind, part.over)

    def _of(self, place: Place) -> Iterator[Step]:
        node = place.statement
        if isinstance(node, st.Ask):
            for way in node.ways:
                yield ("way", way.name, 0)
        elif isinstance(node, st.Choose):
            if node.amount == "maybe":
                yield ("pass", "", 0)
            elif node.amount not in ("one", "exactly"):
                yield ("done", "", 0)
            yield from self._elements(self.layout.types.noun(node.over), node.over)
        elif isinstance(node, st.SecretChoice):
            yield from self._elements(self.layout.types.noun(node.over), node.over)
        elif isinstance(node, st.Pay):
            yield ("pass", "", 0)
            for number, means in enumerate(self.layout.payments[node.payment].means):
                yield ("means", "", number)
                kind = ValueType("number") if means.over is None else self.layout.types.noun(means.over)
                yield from self._elements(kind, means.over)

    def _elements(self, kind: ValueType, over: Set | None) -> Iterator[Step]:
        tables = self.layout.tables
        if kind.kind == "thing":
            info = tables.types[kind.name or ""]
            yield from (("thing", "", thing) for thing in range(info.first, info.last))
        elif kind.kind == "seat":
            yield from (("seat", "", seat) for seat in range(self.layout.players))
        elif kind.kind == "enum":
            name = kind.name or ""
            yield from (("enum", name, member) for member in range(len(tables.enums[name])))
        elif kind.kind == "flag":
            yield from (("flag", "", value) for value in (0, 1))
        elif kind.kind == "answer":
            yield from (("answer", "", position) for position in range(MOST_ANSWERS))
        else:
            low, high = self.numbers
            if over is not None and isinstance(over.low, ex.Number) and isinstance(over.high, ex.Number):
                low, high = over.low.value, over.high.value
            yield from (("number", "", value) for value in range(low, high + 1))


def _step(kind: ValueType, value: int) -> Step:
    return (kind.kind, kind.name or "" if kind.kind == "enum" else "", value)


_SORTS = ("pass", "done", "way", "action", "means", "thing", "seat", "enum", "flag", "number", "answer")


def _order(step: Step) -> tuple[int, str, int]:
    return _SORTS.index(step[0]), step[1], step[2]
