"""Statements that run to their end at once, as plain Python lines."""

from __future__ import annotations

from contextlib import nullcontext

from regelwerk.rules import statements as st
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.expressions import (
    Attribute,
    Builtin,
    Expression,
    Local,
    Member,
    Number,
    Row,
    Seat,
    Set,
    State,
)
from regelwerk.rules.statements import Let

from .census import PLAIN, SUSPENDING, Census
from .expressions import Expressions, is_number
from .kinds import SEAT_KIND
from .points import Body, Place
from .runtime import MAX_STEPS
from .scope import Scope
from .source import Function

LEAVES, ENDS = -1, -2
"""First numbers of the mark on the stack that tells a trampoline why a function came back early."""
RESULT, BOUND = "a800", "a801"
"""The locals of a life that hold its result and the element a limit is judged for."""
_NAMES = {
    "#things": "h800", "#index": "h801", "#row": "h802",
    "#order": "h803", "#turn": "h804", "#passes": "h805", "#base": "h806", "#resolving": "h807",
    "#leaves": "h808",
}  # fmt: skip
_WHERE = {None: 0, "top": 1, "bottom": -1}


class Plain:
    """Writes the statements of one body into one function.

    A function that comes back early gives None and has put its frame on `s.stack`.
    """

    def __init__(self, expressions: Expressions, census: Census, body: Body, function: Function) -> None:
        self.ex = expressions
        self.layout = expressions.layout
        self.census = census
        self.body = body
        self.function = function
        self.python: dict[str, str] = {}
        self.atomics = 0
        self.loop_atomics: list[int] = []
        self.nothing = "0"
        self.staged = False
        """Whether stages follow the body: its results are kept, and it stands in a loop of one round."""
        self.steady = steady_locals(body)
        for name, _ in body.parameters:
            self.name(name)

    # Names and frames

    def name(self, local: str) -> str:
        """The Python name of a local of the body."""
        if local.startswith("#"):
            return _NAMES.get(local) or f"h{local[1:]}"
        return self.python.setdefault(local, f"a{len(self.python)}")

    def parameters(self) -> Scope:
        scope = Scope()
        for name, kind in self.body.parameters:
            scope.bind(name, self.name(name), kind)
        return scope

    def frame(self, point: int, full: bool) -> str:
        """Text of the frame at a point; one that will never be resumed keeps no values."""
        names = self.body.points[point].names if full else ()
        values = ",".join(self.name(name) for name in names)
        return f"({self.body.number},{point},({values}{',' if len(names) == 1 else ''}))"

    def come_back(self, point: int, full: bool = False) -> None:
        self.function.line(f"s.stack.append({self.frame(point, full)})")
        self.function.line("return None")

    def bind(self, scope: Scope, local: str, kind: ValueType, text: str, present: bool = False) -> None:
        """Bind a local to the value of `text`."""
        python = self.name(local)
        if text != python:
            self.function.line(f"{python}={text}")
        scope.bind(local, python, kind, present or local in self.steady)

    # Ends

    def finish(self, text: str) -> None:
        """End the body with a result."""
        if not self.staged:
            self.pop_atomics(0)
            self.function.line(f"return {text}")
            return
        self.function.line(f"{RESULT}={text}")
        self.pop_atomics(0)
        if self.loop_atomics:
            self.function.line("end=1")
        self.function.line("break")

    def give_up(self) -> None:
        """End the event whose body this is, without its later stages."""
        self.pop_atomics(0)
        self.close()
        self.function.line(f"return {self.nothing}")

    def close(self) -> None:
        """Close what the event has opened; overridden where there is something."""

    def pop_atomics(self, upto: int) -> None:
        for _ in range(self.atomics - upto):
            self.function.line("s.atomic.pop()")

    # Statements

    def block(self, first: int, scope: Scope) -> None:
        """Write the statements of a block from its first place on."""
        place = first
        while place >= 0:
            self.statement(self.body.places[place], scope)
            place = self.body.places[place].next

    def inner(self, place: Place, slot: str, scope: Scope) -> None:
        """Write a block inside a statement; what it binds is forgotten after it."""
        self.block(place.blocks.get(slot, -1), scope.copy())

    def forget(self, place: Place, scope: Scope) -> None:
        """What was known of locals that are bound anew inside a statement holds no longer."""
        for number in range(place.number + 1, self.census.end(self.body, place.number)):
            for local in bound_by(self.body.places[number].statement):
                if local not in self.steady:
                    scope.present.discard(local)
                scope.rows.pop(local, None)

    def statement(self, place: Place, scope: Scope) -> None:
        """Write one statement that does not suspend."""
        before = self.function.origin
        self.function.origin = (self.body.name, place.number)
        self.forget(place, scope)
        self._statement(place, place.statement, scope)
        self.function.origin = before

    def _statement(self, place: Place, node: st.Statement, scope: Scope) -> None:
        ex, line = self.ex, self.function.line
        match node:
            case st.Let(name=name, value=value):
                kind = self.ex.list_kind(value, scope)
                self.bind(scope, name, kind, ex.fresh(value, scope), ex.present(value, scope))
            case st.Assign(target=target, value=value):
                self.assign(target, value, scope)
            case st.Change():
                self.change(node, scope)
            case st.Happen():
                self.happen(place, node, scope)
            case st.Move(what=what, many=many, to=to, to_of=to_of, where=where):
                function = "move_all" if many else "move"
                zone = ex.zone(to, to_of, scope)
                line(f"{function}(s,{ex.fresh(what, scope)},{zone},{_WHERE[where]})")
            case st.DrawOne():
                self.draw(node, scope)
                if node.otherwise is not None:
                    with self.function.block(f"if {self.name(node.binder)}<0:"):
                        self.inner(place, "otherwise", scope)
                    self.settle(node.binder, place, scope)
            case st.DrawMany(count=count, source=source, to=to, source_of=source_of, to_of=to_of):
                zones = f"{ex.zone(source, source_of, scope)},{ex.zone(to, to_of, scope)}"
                line(f"draw_many(s,{ex.value(count, scope)},{zones})")
            case st.Look(count=count, source=source, binder=binder, by=by, source_of=source_of):
                kind = ValueType("thing", self.layout.tables.zones[source].type, many=True)
                zone = ex.zone(source, source_of, scope)
                text = f"look(s,{zone},{ex.value(count, scope)},{ex.value(by, scope)})"
                self.bind(scope, binder, kind, text)
            case st.Create(type=type_name, binder=binder):
                kind = ValueType("thing", type_name)
                self.bind(scope, binder, kind, f"create(s,{ex.constant(type_name)})")
            case st.Put(row=row, count=count, to=to, to_of=to_of):
                things = ex.constant(tuple(self.layout.tables.row_things[self.layout.tables.row_number[row]]))
                line(f"put(s,{things},{ex.value(count, scope)},{ex.zone(to, to_of, scope)})")
            case st.Shuffle(zone=zone, of=of):
                line(f"shuffle(s,{ex.zone(zone, of, scope)})")
            case st.Roll(die=die, binder=binder, by=by):
                number = list(self.layout.dice).index(die)
                seat = "-1" if by is None else ex.value(by, scope)
                enum = self.layout.dice[die].enum
                kind = ValueType("number") if enum is None else ValueType("enum", enum)
                self.bind(scope, binder, kind, f"roll{number}(s,{seat})", True)
            case st.PickRandom():
                self.pick(place, node, scope)
                if node.otherwise is not None:
                    with self.function.block("if not x:"):
                        self.inner(place, "otherwise", scope)
                    self.settle(node.over.binder, place, scope)
            case st.If():
                with self.function.block(f"if {ex.condition(node.when, scope)}:"):
                    self.inner(place, "then", scope)
                if place.blocks.get("otherwise", -1) >= 0:
                    with self.function.block("else:"):
                        self.inner(place, "otherwise", scope)
            case st.ForEach():
                self.for_each(place, node, scope)
            case st.Repeat():
                self.repeat(place, node, scope)
            case st.Atomic():
                self.open_atomic(node)
                self.inner(place, "body", scope)
                self.close_atomic()
            case _:
                self._other(place, node, scope)

    def _other(self, place: Place, node: st.Statement, scope: Scope) -> None:
        ex, line = self.ex, self.function.line
        match node:
            case st.Stop():
                self.pop_atomics(self.loop_atomics[-1] if self.loop_atomics else 0)
                line("break")
            case st.Leave():
                self.leave(place, node)
            case st.Result(value=value):
                self.finish(ex.fresh(value, scope))
            case st.Done():
                self.finish(self.nothing)
            case st.Later(event=event, span=span, args=args):
                number = self.layout.span_of(span)
                values = "".join(f",{ex.fresh(arg, scope)}" for arg in args)
                line(f"if not LEVELS[{number}]: not_running()")
                event_number = self.layout.event_number[event]
                line(f"s.queue.append([{event_number},{number},LEVELS[{number}]{values}])")
            case st.CarryOut(span=span):
                self.carry_out(place, span, False)
            case st.Show(what=what, many=many, to=to, to_many=to_many):
                things, seats = ex.value(what, scope), ex.value(to, scope)
                things = things if many else f"[{things}]"
                line(f"show(s,{things},{seats if to_many else f'[{seats}]'})")
            case st.Cancel(answer=answer):
                line(f"cancel(s,{ex.value(answer, scope)})")
            case st.Lasting():
                self.lasting(node, scope)
            case st.EndGame():
                self.end_game(place, node, scope)
            case _:
                raise TypeError(f"not a statement that runs at once: {type(node).__name__}")

    # Cells

    def assign(self, target: State | Attribute, value: Expression, scope: Scope) -> None:
        cell, low, high = self._cell(target, scope)
        text = self.ex.fresh(value, scope)
        if low is None and high is None:
            self.function.line(f"{cell}={text}")
        elif is_number(text) and (low is None or int(text) >= low) and (high is None or int(text) <= high):
            self.function.line(f"{cell}={text}")
        else:
            self.function.line(f"n={text}")
            self.function.line(f"if {_beyond('n', low, high)}: outside(n)")
            self.function.line(f"{cell}=n")

    def change(self, node: st.Change, scope: Scope) -> None:
        cell, low, high = self._cell(node.target, scope)
        if isinstance(node.target, Attribute) or node.target.key is not None:
            listed, index = cell[:-1].split("[", 1) if isinstance(node.target, Attribute) else ("", "")
            if listed and not index.isidentifier() and not is_number(index):
                self.function.line(f"i={index}")
                cell = f"{listed}[i]"
        by = self.ex.value(node.by, scope)
        if not is_number(by):
            self.function.line(f"w={by}")
            self.function.line("if w<0: w=0")
            by = "w"
        elif int(by) <= 0:
            return
        self.function.line(f"n={cell}{'+' if node.up else '-'}{by}")
        if node.up and high is not None:
            self.function.line(f"{cell}=n if n<{high} else {high}")
        elif not node.up and low is not None:
            self.function.line(f"{cell}=n if n>{low} else {low}")
        else:
            self.function.line(f"{cell}=n")

    def _cell(self, target: State | Attribute, scope: Scope) -> tuple[str, int | None, int | None]:
        if isinstance(target, State):
            kind = self.layout.cells[target.name].kind
            bounds = (kind.low, kind.high) if kind.kind == "number" else (None, None)
            return self.ex.cell(target, scope), *bounds
        column, index = self.ex.target(target, scope)
        info = self.layout.tables.attributes[target.type, target.name]
        return f"{column}[{index}]", info.low, info.high

    # Happenings

    def call(self, event: int, args: str) -> tuple[str, int]:
        """Text of the call of an event, and the class of the event. `args` begins with a comma if not
        empty."""
        kind = self.census.events[event]
        return f"e{event}(s{',0,0' if kind == SUSPENDING else ''}{args})", kind

    def happen(self, place: Place, node: st.Happen, scope: Scope) -> None:
        args = "".join(f",{self.ex.fresh(arg, scope)}" for arg in node.args)
        event = self.layout.event_number[node.event]
        text, kind = self.call(event, args)
        result = self.layout.events[event].result
        if kind == PLAIN:
            if node.result is None:
                self.function.line(text)
            else:
                self.bind(scope, node.result, result or ValueType("number"), text)
        else:
            self.function.line(f"val={text}")
            with self.function.block("if val is None:"):
                self.come_back(place.number)
            if node.result is not None:
                self.bind(scope, node.result, result or ValueType("number"), "val")
        self.check_leaving()

    def check_leaving(self) -> None:
        """The event is left now if that was put off until what happens inside is done."""
        info = self.layout.events[self.body.event] if self.body.event >= 0 else None
        if info is None or info.name not in self.census.afterwards:
            return
        with self.function.block(f"if s.leaving and [{info.span},LEVELS[{info.span}]] in s.leaving:"):
            self.give_up()

    def carry_out(self, place: Place, span: str, full: bool) -> None:
        """What was put off until now happens, one after the other."""
        number = self.layout.span_of(span)
        self.function.line(f"if not LEVELS[{number}]: not_running()")
        with self.function.block("while 1:", loop=True):
            self.function.line(f"r=next_queued(s,{number})")
            self.function.line("if r is None: break")
            events = self.census.queued.get(span, [])
            for position, event in enumerate(events):
                text, kind = self.call(event, ",*r[3:]")
                word = "if" if position == 0 else "elif"
                with self.function.block(f"{word} r[0]=={event}:"):
                    self.function.line(f"val={text}")
                    if kind != PLAIN:
                        with self.function.block("if val is None:"):
                            self.come_back(place.number, full)
            self.check_leaving()

    def leave(self, place: Place, node: st.Leave) -> None:
        line = self.function.line
        number = self.layout.span_of(node.event)
        if node.afterwards:
            line(f"if not LEVELS[{number}]: not_running()")
            line(f"x=[{number},LEVELS[{number}]]")
            line("if x not in s.leaving: s.leaving.append(x)")
            return
        if self.census.of(self.body, place.number) == PLAIN:
            self.give_up()
            return
        line(f"if not LEVELS[{number}]: not_running()")
        line(f"s.stack.append(({LEAVES},{self.layout.event_number[node.event]},()))")
        self.come_back(place.number)

    def end_game(self, place: Place, node: st.EndGame, scope: Scope) -> None:
        if node.winners is not None:
            winners = self.ex.value(node.winners, scope)
            if node.winners_many:
                winners = f"tuple({winners})"
            elif winners.isidentifier():
                winners = f"(({winners},) if {winners}>=0 else ())"
            else:
                winners = f"one_winner({winners})"
        else:
            winners = "best(x)" if node.scores else "()"
        scores = "tuple(x)" if node.scores else str((0,) * self.layout.players)
        if node.scores:
            self.function.line(f"x=[0]*{self.layout.players}")
        for score in node.scores:
            seats = score.seats
            binder = f"b{self.ex.source.number()}"
            inner = scope.inner(seats.binder, binder, SEAT_KIND)
            with self.function.block(f"for {binder} in {self.ex.sets.elements(seats, scope)}:", loop=True):
                self.function.line(f"x[{binder}]={self.ex.value(score.value, inner)}")
        name = self.ex.constant(node.name)
        self.function.line(f"s.over=Ending({name},{winners},{scores})")
        self.function.line(f"s.stack.append(({ENDS},0,()))")
        self.come_back(place.number)

    # What is put in force

    def open_atomic(self, node: st.Atomic) -> None:
        numbers = tuple(sorted(self.layout.action_number[name] for name in node.admits))
        self.function.line(f"s.atomic.append({self.ex.constant(numbers)})")
        self.atomics += 1

    def close_atomic(self) -> None:
        self.atomics -= 1
        self.function.line("s.atomic.pop()")

    def lasting(self, node: st.Lasting, scope: Scope) -> None:
        span = self.layout.span_of(node.span)
        self.function.line(f"if not LEVELS[{span}]: not_running()")
        rows = []
        for name in node.rules:
            if name in self.layout.rule_number:
                number = self.layout.rule_number[name]
                rows.append((0, number, self.layout.rules[number].captured))
        for name in node.modifiers:
            number = self.layout.modifier_number[name]
            rows.append((1, number, self.layout.modifiers[number].captured))
        for kind, number, captured in rows:
            values = "".join(f",{scope.names[p.name]}" for p in captured or ())
            self.function.line(f"s.lasting.append([{kind},{number},{span},LEVELS[{span}]{values}])")

    # Chance

    def draw(self, node: st.DrawOne, scope: Scope) -> None:
        source = self.ex.zone(node.source, node.source_of, scope)
        kind = ValueType("thing", self.layout.tables.zones[node.source].type, optional=True)
        text = f"draw(s,{source},{self.ex.zone(node.to, node.to_of, scope)})"
        self.bind(scope, node.binder, kind, text)

    def pick(self, place: Place, node: st.PickRandom, scope: Scope) -> None:
        """`x` is what is picked from; the binder is none if there is nothing."""
        kind = self.ex.sets.kind(node.over, scope)
        stream = self.ex.constant(f"pick:{self.body.name}:{place.number}")
        self.function.line(f"x={self.ex.sets.elements(node.over, scope)}")
        text = f"x[pick(s,{stream},x,{kind.kind == 'thing'})] if x else -1"
        self.bind(scope, node.over.binder, kind, text)

    def settle(self, local: str, place: Place, scope: Scope) -> None:
        """A local is there after a block that is carried out where it is not, if that block ends the body."""
        last = place.blocks.get("otherwise", -1)
        while last >= 0 and self.body.places[last].next >= 0:
            last = self.body.places[last].next
        if last >= 0 and isinstance(self.body.places[last].statement, st.Result | st.Done | st.EndGame | st.Stop):
            scope.present.add(local)

    # Loops

    def charge(self, count: str) -> None:
        """Use up steps."""
        self.function.line(f"n=s.steps=s.steps+{count}")
        self.function.line(f"if n>{MAX_STEPS}: tired()")

    def ordered(self, over: Set, start: Expression | None, scope: Scope) -> str:
        """Text of the elements of a loop, in order."""
        text = self.ex.sets.elements(over, scope)
        if start is None:
            return text
        return f"from_start({text},{self.ex.value(start, scope)},{self.layout.players})"

    def for_each(self, place: Place, node: st.ForEach, scope: Scope) -> None:
        whole = self.ex.sets.whole(node.over, scope) if node.start is None else None
        inner = scope.copy()
        python = self.name(node.over.binder)
        inner.bind(node.over.binder, python, self.ex.sets.kind(node.over, scope), True)
        if whole is None:
            self.function.line(f"x={self.ordered(node.over, node.start, scope)}")
            self.charge("len(x)")
        with self.function.block(f"for {python} in {whole or 'x'}:", loop=True):
            test = self.retest(node, inner, python)
            with self.function.block(f"if {test}:") if test != "1" else nullcontext():
                self.loop_atomics.append(self.atomics)
                self.block(place.blocks.get("body", -1), inner)
                if place.blocks.get("body", -1) < 0:
                    self.function.line("pass")
                self.loop_atomics.pop()
        self.after_loop(place)

    def retest(self, node: st.ForEach, scope: Scope, python: str) -> str:
        """Text of the test whether an element is still in the set when its turn comes."""
        if node.over.where is None:
            return "1"
        return self.ex.condition(node.over.where, scope)

    def repeat(self, place: Place, node: st.Repeat, scope: Scope) -> None:
        if node.kind == "times" and node.expr is not None:
            header = f"for _ in range({self.ex.value(node.expr, scope)}):"
        elif node.kind == "while" and node.expr is not None:
            header = f"while {self.ex.condition(node.expr, scope)}:"
        else:
            header = "while 1:"
        with self.function.block(header, loop=True):
            self.charge("1")
            self.loop_atomics.append(self.atomics)
            self.inner(place, "body", scope)
            self.loop_atomics.pop()
            if node.kind == "until" and node.expr is not None:
                self.function.line(f"if {self.ex.condition(node.expr, scope)}: break")
        self.after_loop(place)

    def after_loop(self, place: Place) -> None:
        """A body that was ended inside a loop is ended after it."""
        inside = self.body.places[place.number : self.census.end(self.body, place.number)]
        if self.staged and any(isinstance(p.statement, st.Result | st.Done) for p in inside):
            self.function.line("if end: break")


def _beyond(text: str, low: int | None, high: int | None) -> str:
    if low is None:
        return f"{text}>{high}"
    if high is None:
        return f"{text}<{low}"
    return f"not {low}<={text}<={high}"


def steady_locals(body: Body) -> set[str]:
    """Locals that are none nowhere in a body: whatever binds them gives a value that is there."""
    given: dict[str, list[Expression]] = {}
    others = {name for name, _ in body.parameters}
    for place in body.places:
        node = place.statement
        if isinstance(node, Let):
            given.setdefault(node.name, []).append(node.value)
        else:
            others.update(bound_by(node))
    steady = set(given) - others
    while True:
        failing = {name for name in steady if not all(_is_there(value, steady) for value in given[name])}
        if not failing:
            return steady
        steady -= failing


def _is_there(value: Expression, steady: set[str]) -> bool:
    if isinstance(value, Builtin):
        return value.name in ("next", "previous")
    if isinstance(value, Local):
        return value.name in steady
    return isinstance(value, Seat | Row | Member | Number)


def bound_by(statement: st.Statement) -> list[str]:
    """The locals a statement binds, those of its own loop included."""
    match statement:
        case st.Let(name=name):
            return [name]
        case st.Happen(result=str(name)):
            return [name]
        case (
            st.DrawOne(binder=binder)
            | st.Look(binder=binder)
            | st.Roll(binder=binder)
            | st.Create(binder=binder)
        ):
            return [binder]
        case st.PickRandom(over=over) | st.Choose(over=over) | st.ForEach(over=over):
            return [over.binder]
        case st.SecretChoice(seats=seats, over=over):
            return [seats.binder, over.binder]
    return []

