"""Which conditions do not hold: the names that stand where an option falls through."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from regelwerk.match.evaluate import Env, Evaluator
from regelwerk.match.inforce import forbidding
from regelwerk.match.machine import unpack_frame
from regelwerk.match.options import action_scope
from regelwerk.match.state import State
from regelwerk.program.errors import RuleError
from regelwerk.program.walk import nodes
from regelwerk.rules import expressions as ex
from regelwerk.rules.scenarios import Offered, Scenario
from regelwerk.studies.picks import wanted_parts
from regelwerk.studies.scenarios import Layouts, _Run

DEPTH = 12


class Naming:
    """Follows a condition that fails down to its parts, and collects what they are called."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.e = Evaluator(s.layout)

    def of_option(self, seat: int, action: str, wanted: list[set[int]]) -> set[str]:
        """Names of all that keeps a seat from this option in the open window."""
        number = self.s.layout.action_number[action]
        declared = self.s.layout.actions[number]
        env = action_scope(self.e, number, self._window(), seat)
        found = set(self.of(declared.by_where, env))
        for part, meant in zip_longest(declared.parts, wanted):
            element = self._element(part.over, env, meant)
            if element is None:
                return found | {part.over.noun, *_written(part.over.where)}
            env = {**env, part.over.binder: element}
            found |= set(self.of(part.over.where, env))
            if part.over.source is not None and not self._in_source(part.over, env, element):
                found |= set(_written(part.over.source))
        for need in declared.needs:
            found |= set(self.of(need, env))
        rule = forbidding(self.e, self.s, self.s.layout.events[self.s.layout.event_number[action]], env)
        if rule is not None:
            found.add(self.s.layout.rules[rule.rule].name)
        return found

    def _element(self, over: ex.Set, env: Env, meant: set[int] | None) -> int | None:
        """What is meant by a part; of what is not named the first that fits, or the first at all."""
        if meant:
            return min(meant)
        fitting = self.e.elements(self.s, env, over)
        return next(iter(fitting or self.e.elements(self.s, env, replace(over, where=None))), None)

    def _window(self) -> Env:
        frame = unpack_frame(self.s.layout, self.s.stack[-1])
        window = self.s.layout.windows[frame.body.subject]
        return {parameter.name: frame.env[parameter.name] for parameter in window.parameters}

    def _in_source(self, over: ex.Set, env: Env, element: int) -> bool:
        value: Any = self.e.value(self.s, env, over.source) if over.source is not None else []
        return element in value if isinstance(value, list) else True

    def of(self, node: Any, env: Env, depth: int = 0) -> Iterator[str]:
        """The names in the parts of a condition that do not hold; nothing of one that holds."""
        if node is None or depth > DEPTH or self._holds(node, env):
            return
        match node:
            case ex.And(of=parts) | ex.Or(of=parts):
                for part in parts:
                    yield from self.of(part, env, depth)
            case ex.Call(name=name, args=args):
                yield name
                yield from self._into(name, args, env, depth)
            case ex.Told():
                yield from self._told(node, env, depth)
            case ex.Choice(cases=cases, otherwise=otherwise):
                for case in cases:
                    if self._holds(case.when, env):
                        yield from self.of(case.then, env, depth)
                        return
                    yield from _written(case.when)
                yield from self.of(otherwise, env, depth)
            case ex.Every(of=over, has=has):
                yield from _written(node)
                for element in self.e.elements(self.s, env, over):
                    yield from self.of(has, {**env, over.binder: element}, depth + 1)
            case ex.Not(of=of):
                yield from _written(node)
                if isinstance(of, ex.Or):
                    for part in of.of:
                        if self._holds(part, env):
                            yield from _written(part)
            case _:
                yield from _written(node)

    def _holds(self, node: Any, env: Env) -> bool:
        try:
            return self.e.holds(self.s, env, node)
        except (RuleError, KeyError, IndexError):
            return False

    def _into(self, name: str, args: tuple[Any, ...], env: Env, depth: int) -> Iterator[str]:
        declared = self.s.layout.values.get(name)
        if declared is None:
            return
        try:
            given = [self.e.value(self.s, env, argument) for argument in args]
        except (RuleError, KeyError):
            return  # asks of something that is absent: another part of the condition says so
        inner = {p.name: value for p, value in zip(declared.parameters, given, strict=True)}
        yield from self.of(declared.body, inner, depth + 1)

    def _told(self, node: ex.Told, env: Env, depth: int) -> Iterator[str]:
        tables = self.s.layout.tables
        thing = self.e.value(self.s, env, node.of)
        row = tables.row_names[tables.row_of[thing]] if thing >= 0 else ""
        yield from self.of(node.rows.get(row, node.otherwise), env, depth + 1)


def _written(node: Any) -> Iterator[str]:
    """Everything that is named in a condition: attributes, values, rows, words."""
    for each in nodes(node):
        name = getattr(each, "name", None) or getattr(each, "row", None) or getattr(each, "event", None)
        if isinstance(name, str):
            yield name
        if isinstance(each, ex.IsType):
            yield each.type
        if isinstance(each, ex.Any | ex.All | ex.Count | ex.The):
            yield each.of.noun


def names_of(layouts: Layouts, scenario: Scenario) -> set[str]:
    """What keeps the option of the last step from being offered where the scenario has come to."""
    run = _Run(layouts.get(scenario.players, scenario.options, scenario.lists), scenario, None)
    run._position()
    for step in scenario.steps[:-1]:
        run._step(step)
    run._begin()
    last = scenario.steps[-1]
    assert isinstance(last, Offered) and last.option.name is not None
    wanted = [meant or set() for meant in wanted_parts(run.walker, run.s, last.option, run.env)]
    return Naming(run.s).of_option(run._seat(last.seat), last.option.name, wanted)
