"""Statements that run to their end at once, as plain Python lines."""

from __future__ import annotations

from contextlib import nullcontext

from regelwerk.rules import statements as st
from regelwerk.rules.expressions import All, Expression, Set

from .bindings import bound_by
from .bounds import MAX_ROWS
from .census import PLAIN, SUSPENDING
from .effects import Effects
from .points import Place
from .scope import Scope
from .sets import eval_range
from .writing import FRESH, LEAVES

_WHERE = {None: 0, "top": 1, "bottom": -1}


class Plain(Effects):
    """Writes the statements of a body that does not suspend."""

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
            case st.Let(value=value):
                self.bind(scope, node, ex.fresh(value, scope), ex.present(value, scope))
            case st.Assign(target=target, value=value):
                self.assign(target, value, scope)
            case st.Change():
                self.change(node, scope)
            case st.Happen():
                self.happen(place, node, scope)
            case st.Move(what=what, many=many, to=to, to_of=to_of, where=where):
                function = "move_all" if many else "move"
                zone = ex.zone(to, to_of, scope)
                whole = ex.sets.whole(what.of, scope) if isinstance(what, All) else None
                line(f"{function}(s,{whole or ex.fresh(what, scope)},{zone},{_WHERE[where]})")
            case st.DrawOne():
                self.draw(node, scope)
                if node.otherwise is not None:
                    with self.function.block(f"if {self.name(node.binder)}<0:"):
                        self.inner(place, "otherwise", scope)
                    self.settle(node.binder, place, scope)
            case st.DrawMany(count=count, source=source, to=to, source_of=source_of, to_of=to_of):
                zones = f"{ex.zone(source, source_of, scope)},{ex.zone(to, to_of, scope)}"
                drawn = ex.value(count, scope)
                if drawn == "1":
                    line(f"draw(s,{zones})")
                else:
                    line(f"draw_many(s,{drawn},{zones})")
            case st.Look(count=count, source=source, by=by, source_of=source_of):
                zone = ex.zone(source, source_of, scope)
                text = f"look(s,{zone},{ex.value(count, scope)},{ex.value(by, scope)})"
                self.bind(scope, node, text)
            case st.Create(type=type_name):
                self.bind(scope, node, f"create(s,{ex.constant(type_name)})")
            case st.Shuffle(zone=zone, of=of):
                line(f"shuffle(s,{ex.zone(zone, of, scope)})")
            case st.Record(of=of):
                line(f"record(s,{ex.value(of, scope)})")
            case st.Roll(die=die, by=by, count=count):
                number, seat = self.die(die, by, scope)
                if count is None:
                    self.bind(scope, node, f"roll{number}(s,{seat})", True)
                else:
                    others = f",{self.name(node.binder)}" if node.more else ""
                    self.bind(scope, node, f"dice{number}(s,{seat},{ex.value(count, scope)}{others})")
            case st.RollDie():
                self.roll_die(node, scope)
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
            case st.Later(event=event, span=span, args=args, by=by):
                number = self.layout.span_of(span)
                values = "".join(f",{ex.fresh(arg, scope)}" for arg in args)
                if by is not None:
                    values = f",declaring({ex.value(by, scope)}){values}" + self.absent_rest(event, len(args))
                line(f"if not LEVELS[{number}]: not_running()")
                event_number = self.layout.event_number[event]
                line(f"if len(s.queue)>={MAX_ROWS}: too_many_rows('happenings are put off')")
                line(f"s.queue.append([{event_number},{number},LEVELS[{number}]{values}])")
            case st.CarryOut(span=span):
                self.carry_out(place, span, False)
            case st.Show(what=what, many=many, to=to, to_many=to_many):
                things, seats = ex.value(what, scope), ex.value(to, scope)
                things = things if many else f"[{things}]"
                line(f"show(s,{things},{seats if to_many else f'[{seats}]'})")
            case st.Cancel(answer=answer):
                line(f"cancel(s,{ex.value(answer, scope)})")
            case st.Aim(answer=answer, at=at, kind=kind, noun=noun):
                aimed = f"{ex.value(answer, scope)},{kind!r},{ex.constant(noun)},{ex.value(at, scope)}"
                line(f"aim(s.layout,s,{aimed})")
            case st.Lasting():
                self.lasting(node, scope)
            case st.EndGame():
                self.end_game(place, node, scope)
            case _:
                raise TypeError(f"not a statement that runs at once: {type(node).__name__}")

    def absent_rest(self, action: str, parts: int) -> str:
        """Text of the parameters of its windows, which an action that is put off does not have yet."""
        info = self.layout.events[self.layout.event_number[action]]
        return "".join(",[]" if kind.many else ",-1" for _, kind in info.parameters[1 + parts :])

    # Happenings

    def call(self, event: int, args: str) -> tuple[str, int]:
        """Text of the call of an event, and the class of the event. `args` begins with a comma if not
        empty."""
        kind = self.census.events[event]
        return f"e{event}(s{FRESH if kind == SUSPENDING else ''}{args})", kind

    def happen(self, place: Place, node: st.Happen, scope: Scope) -> None:
        args = "".join(f",{self.ex.fresh(arg, scope)}" for arg in node.args)
        event = self.layout.event_number[node.event]
        text, kind = self.call(event, args)
        if kind == PLAIN:
            if node.result is None:
                self.function.line(text)
            else:
                self.bind(scope, node, text)
        else:
            self.function.line(f"val={text}")
            with self.function.block("if val is None:"):
                self.come_back(place.number)
            if node.result is not None:
                self.bind(scope, node, "val")
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
            events = self.census.queued.get(span, [])
            self.function.line(f"r=next_queued(s,{number},{self.ex.constant(tuple(events))})")
            self.function.line("if r is None: break")
            self.charge_rounds(place)
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

    # Loops

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
            self.charge_rounds(place, "len(x)")
        else:
            known = whole.startswith("range(")
            self.charge_rounds(place, str(eval_range(whole)) if known else f"len({whole})")
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
            self.charge_rounds(place)
            self.loop_atomics.append(self.atomics)
            self.inner(place, "body", scope)
            self.loop_atomics.pop()
        self.after_loop(place)

    def after_loop(self, place: Place) -> None:
        """A body that was ended inside a loop is ended after it."""
        inside = self.body.places[place.number : self.census.end(self.body, place.number)]
        if self.staged and any(isinstance(p.statement, st.Result | st.Done) for p in inside):
            self.function.line("if end: break")
