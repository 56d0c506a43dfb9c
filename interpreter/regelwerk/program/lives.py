"""All functions of all bodies: which are written, under which names, and where they are entered again."""

from __future__ import annotations

from contextlib import nullcontext

from .census import SUSPENDING, Census
from .counting import FEW_ROWS, UNIT
from .events import Life, has_stages_after
from .expressions import Expressions
from .guards import Guard, Guards
from .layout import EventInfo
from .points import Body
from .scope import Scope
from .source import Function
from .writing import FRESH, RESULT


class Lives:
    """Writes functions for bodies. `listers` and `entries` are what a program finds in them."""

    def __init__(self, expressions: Expressions, census: Census) -> None:
        self.ex = expressions
        self.layout = expressions.layout
        self.census = census
        self.listers: dict[tuple[int, int], tuple[str, str]] = {}
        self.entries: dict[int, str] = {}
        """By which function a suspended body is entered again."""

    # Bodies that are no events

    def write_body(self, body: Body) -> None:
        """A rule's, a limit's or a payment's body."""
        resumable = self.census.bodies[body.number] == SUSPENDING
        writer = self._writer(body, f"f{body.number}", resumable, range(len(body.places)))
        if body.kind == "rule":
            rule = self.layout.rules[self.layout.rule_number[body.subject]]
            writer.nothing = str(self.layout.events[self.layout.event_number[rule.event]].nothing())
        writer.block(body.first, writer.parameters())
        writer.function.line(f"return {writer.nothing}")
        self._finish(writer, f"f{body.number}", resumable)

    def write_cost(self, info: EventInfo) -> None:
        """The cost of an action: a function apart, whose frames are of the action's body."""
        body = self.layout.bodies[info.body]
        resumable = self.census.costs[info.action] == SUSPENDING
        writer = self._writer(body, f"k{info.action}", resumable, range(body.cost_places))
        writer.block(body.cost, writer.parameters())
        writer.function.line("return 0")
        self._finish(writer, f"k{info.action}", resumable)

    def _writer(
        self, body: Body, name: str, resumable: bool, points: range, result: str | None = None
    ) -> Life:
        """A writer for a function that is entered again at some of these points."""
        count = len(body.parameters)
        if resumable:
            header = f"def {name}(s,pc,val,r{''.join(f',a{number}=0' for number in range(count))}):"
        else:
            header = f"def {name}(s{''.join(f',a{number}' for number in range(count))}):"
        function = self.ex.source.add(header)
        self._write_steps(function, body, name, resumable)
        function.origin = (body.name, -1)
        if result is not None:
            function.line(f"{RESULT}={result}")
        writer = Life(self.ex, self.census, body, function)
        writer.resumable = resumable
        if resumable:
            writer.unpack([point for point in points if writer.can_stand(point)])
        return writer

    def _is_deep(self, body: Body) -> bool:
        """Whether a body is of a happening that may be inside itself."""
        return body.event in self.layout.counting.deep_events

    def _write_steps(self, function: Function, body: Body, name: str, resumable: bool) -> None:
        """A happening uses up steps; of one that may be inside itself it is counted how deep it is."""
        if body.event < 0 or name.startswith("k"):
            return
        steps = self.layout.counting.happenings.get(body.event)
        if steps is not None:
            with function.block("if not pc:") if resumable else nullcontext():
                self.ex.write_charge(function, str(steps))
        each = self.layout.counting.lasting.get(body.event)
        if each is not None:
            new = "not pc and " if resumable else ""
            with function.block(f"if {new}len(s.lasting)>{FEW_ROWS}:"):
                self.ex.write_charge(function, f"(len(s.lasting)-{FEW_ROWS})*{each}//{UNIT}")
        if self._is_deep(body):
            function.line("z=s.depth=s.depth+1")
            function.line(f"if z>{self.layout.game.bounds.nesting}: too_deep()")
            function.line("try:")
            function.depth += 1

    def _finish(self, writer: Life, name: str, resumable: bool) -> None:
        for point, kind, function in writer.listers:
            self.listers[writer.body.number, point] = (kind, function)
        if resumable:
            self.entries.setdefault(writer.body.number, name)

    # Events

    def write_event(self, info: EventInfo) -> None:
        """The lives of an event, one for each of its bodies, and the function that chooses among them."""
        kind = self.census.events[info.number]
        numbers = [info.body, *info.told.values()]
        for number in numbers:
            name = f"e{info.number}" if len(numbers) == 1 else f"f{number}"
            self._write_life(info, self.layout.bodies[number], name, kind)
        if len(numbers) > 1:
            self._write_choice(info, kind)

    def _write_choice(self, info: EventInfo, kind: int) -> None:
        names = "".join(f",a{n}" for n in range(len(info.parameters)))
        state = ",pc,val,r" if kind == SUSPENDING else ""
        function = self.ex.source.add(f"def e{info.number}(s{state}{names}):")
        function.origin = (self.layout.bodies[info.body].name, -1)
        things = self.layout.tables.row_things
        told = {thing: f"f{number}" for row, number in info.told.items() for thing in things[row]}
        call = f"(s{FRESH if state else ''}{names})"
        function.line(f"return {self.ex.source.table(told)}.get(a0,f{info.body}){call}")

    def _write_life(self, info: EventInfo, body: Body, name: str, kind: int) -> None:
        resumable = kind == SUSPENDING
        points = range(body.cost_places, len(body.points))
        result = str(info.nothing()) if has_stages_after(info) else None
        life = self._writer(body, name, resumable, points, result)
        life.write(info)
        if self._is_deep(body):
            life.function.depth -= 1
            life.function.line("finally: s.depth-=1")
        for point, decision, function in life.listers:
            self.listers[body.number, point] = (decision, function)
        if resumable:
            self.entries[body.number] = name


def write_forbidding(expressions: Expressions, info: EventInfo) -> Function:
    """The function that tells whether an event is forbidden with these arguments."""
    layout = expressions.layout
    scope, names = expressions.scope_of(info.parameters)
    function = expressions.source.add(f"def x{info.number}(s{''.join(f',{n}' for n in names)}):")

    def where(number: int, inner: Scope) -> str:
        rule = layout.rules[number]
        return "1" if rule.where is None else expressions.condition(rule.where, inner)

    def rows(number: int, then: str) -> None:
        """For each row of a lasting rule that holds, do something."""
        inner = scope.copy()
        captured = layout.rules[number].captured or ()
        taken = [f"a{len(names) + n}" for n in range(len(captured))]
        for parameter, python in zip(captured, taken, strict=True):
            inner.bind(parameter.name, python, parameter.type)
        each = function.block("for w in s.lasting:", loop=True)
        with each, function.block(f"if w[0]==0 and w[1]=={number}:"):
            if taken:
                function.line(f"{','.join(taken)},=w[4:]")
            function.line(f"if {where(number, inner)}: {then}")

    def standing_rule(number: int, then: str) -> None:
        """If a rule that always stands holds, for one of its elements at least, do something."""
        over = layout.rules[number].over
        if over is None:
            function.line(f"if {where(number, scope)}: {then}")
            return
        condition = layout.rules[number].where
        if over.sort or expressions.counts(over):
            # Steps depend on the order, and what is asked of an element is asked when its turn comes, too.
            binder = f"b{expressions.source.number()}"
            header = f"{binder} in {expressions.sets.elements(over, scope)}"
            inner = scope.inner(over.binder, binder, expressions.sets.kind(over, scope))
            test = "1" if over.where is None else expressions.condition(over.where, inner)
        else:
            loop = expressions.sets.loop(over, scope, *(() if condition is None else (condition,)))
            header, inner, test = loop.header, loop.scope, loop.test
        tests = [text for text in (test, where(number, inner)) if text != "1"]
        each = function.block(f"for {header}:", loop=True)
        with each, function.block(f"if {' and '.join(tests) or '1'}:"):
            function.line(then)
            function.line("break")

    allows = dict.fromkeys(info.rules.get("allow", []), True)
    allows.update(dict.fromkeys(info.lasting.get("allow", []), False))
    forbids = [(n, True) for n in info.rules.get("forbid", [])]
    forbids += [(n, False) for n in info.lasting.get("forbid", [])]
    guards = Guards(expressions)
    found: list[Guard | None] = []
    for number, standing in forbids:
        rule = layout.rules[number]
        found.append(
            None if not standing
            else guards.of_condition(rule.where, scope) if rule.over is None
            else guards.of_each(rule.over, rule.where, scope)
        )  # fmt: skip

    def forbid(position: int) -> None:
        number, standing = forbids[position]
        function.line("n=0")
        if standing:
            standing_rule(number, "n=1")
        else:
            rows(number, "n=1")
        with function.block("if n:"):
            for allow, stands in allows.items():
                if layout.rules[allow].despite != layout.rules[number].name:
                    continue
                with function.block("if n:"):
                    if stands:
                        standing_rule(allow, "n=0")
                    else:
                        rows(allow, "n=0")
            function.line("if n: return 1")

    guards.write(function, found, forbid)
    function.line("return 0")
    return function
