"""Choices, questions and secret choices: what is offered, and what is done with the answer.

For every decision there is a function `o7(s, ...)` with the locals of its point as arguments. The body
calls it to see whether anybody has to be asked; a program calls it to list what is offered.
"""

from __future__ import annotations

from typing import Any

from regelwerk.rules import statements as st
from regelwerk.rules.expressions import Expression, Set
from regelwerk.rules.types.kinds import list_of

from . import choosing
from .choosing import ELSEWISE, NUMBERS
from .points import Place
from .resuming import Resuming
from .scope import Scope, named_things
from .source import Function
from .told_apart import spoken_of
from .writing import decide, decide_among, suspend


class Choices(Resuming):
    """Writes statements by which seats decide."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.listers: list[tuple[int, str, str]] = []
        """For each point of a decision: its number, the kind of decision, and the function that lists."""

    def deciding(self, place: Place, node: Any, scope: Scope) -> None:
        match node:
            case st.Choose(amount="one" | "maybe"):
                self.choose(place, node, scope)
            case st.Choose():
                self.choose_several(place, node, scope)
            case st.Ask():
                self.ask(place, node, scope)
            case st.SecretChoice():
                self.secret(place, node, scope)
            case _:
                super().deciding(place, node, scope)

    def lister(self, place: Place, kind: str) -> tuple[Function, str]:
        """A new function that lists what is offered at a place, and the text of its call."""
        number = self.ex.source.number()
        arguments = "".join(f",{self.name(name)}" for name in self.body.points[place.number].names)
        function = self.ex.source.add(f"def o{number}(s{arguments}):")
        function.origin = (self.body.name, place.number)
        self.listers.append((place.number, kind, f"o{number}"))
        return function, f"o{number}(s{arguments})"

    def stop(self, place: Place, seat: str, options: str, form: int) -> None:
        """Stop for a decision at a place."""
        suspend(self.function, self.frame(place.number, True), seat, options, form)

    def decide(self, place: Place, local: str, nothing: str) -> None:
        """Let one of the numbers `x` be chosen by the seat `y`, if there are several."""
        decide(self.function, self.frame(place.number, True), local, NUMBERS, nothing)

    def decider(self, by: Expression, scope: Scope) -> str:
        return self.ex.seat(by, scope, "undecided")

    def elements(self, place: Place, node: st.Choose, scope: Scope) -> str:
        text = self.ex.sets.elements(node.over, scope)
        match self.alike(node.over):
            case choosing.THINGS:
                return f"distinct(s,{text},y,{self.spoken_of(place, scope)})"
            case choosing.REPEATED:
                return f"once({text})"
        return text

    def spoken_of(self, place: Place, scope: Scope) -> str:
        """Text of the things in scope of which what follows the choice still speaks."""
        return named_things(spoken_of(self.layout, self.body, place.number), scope)

    def may_be_many(self, over: Set) -> bool:
        """Whether a set may have more elements than a seat may be offered."""
        return self.layout.extents.most(over) > self.layout.game.bounds.options

    def alike(self, over: Set) -> int:
        """What may be alike among the elements of a set."""
        if self.layout.extents.alike(over):
            return choosing.THINGS
        return choosing.REPEATED if self.layout.extents.repeats(over) else 0

    def choose(self, place: Place, node: st.Choose, scope: Scope) -> None:
        line = self.function.line
        function, _ = self.lister(place, "choose")
        lines = [f"y={self.decider(node.by, scope)}", f"x={self.elements(place, node, scope)}"]
        if self.may_be_many(node.over):
            lines.append(f"if len(x)>{self.layout.game.bounds.options}: too_many_options()")
        if node.amount == "maybe":
            lines.append("if x: x.append(-1)")
        for text in lines:
            function.line(text)
        function.line("return y,x")
        local = self.name(node.over.binder)
        with self.running():
            for text in lines:
                line(text)
            self.decide(place, local, "x[0] if x else -1")
            if node.amount == "maybe" and node.otherwise is not None:
                line(f"x={local}>=0")
        with self.function.block(f"elif pc=={place.number + 1}:"):
            line("pc=0")
            line(f"{local}=val")
            line(f"x={local}>=0" if node.amount == "maybe" else "x=1")
        scope.bind(node.over.binder, local, self.ex.sets.kind(node.over, scope))
        if node.otherwise is None:
            return
        inner = scope.copy()
        self.fallback(place, "not x", inner, f"{local}=-1")
        self.settle(node.over.binder, place, scope)

    def choose_several(self, place: Place, node: st.Choose, scope: Scope) -> None:
        line = self.function.line
        function, call = self.lister(place, "several")
        function.line(f"y={self.decider(node.by, scope)}")
        function.line(f"x={self.ex.sets.elements(node.over, scope)}")
        number = "0" if node.number is None else self.ex.value(node.number, scope)
        amount = self.ex.constant(node.amount)
        alike = self.alike(node.over)
        named = self.spoken_of(place, scope) if alike == choosing.THINGS else "()"
        function.line(f"return (y,x,*bounds({amount},{number},len(x)),{alike},{named})")
        local = self.name(node.over.binder)
        with self.running():
            line(f"y={call}")
            line(f"{local}=start_picks(s,y)")
            with self.function.block(f"if {local} is None:"):
                self.stop(place, "-1", "y", ELSEWISE)
        with self.function.block(f"elif pc=={place.number + 1}:"):
            line("pc=0")
            line(f"y={call}")
            line(f"{local}=take_pick(s,y,val[1][0])")
            with self.function.block(f"if {local} is None:"):
                self.stop(place, "-1", "y", ELSEWISE)
        with self.function.block("else:"):
            line("y=0")
        with self.function.block(f"if not pc and {local}==-1:"):
            line(f"{local}=[]")
            line("y=0")
        scope.bind(node.over.binder, local, list_of(self.ex.sets.kind(node.over, scope)))
        self.fallback(place, "not y", scope.copy(), f"{local}=[]")

    def ask(self, place: Place, node: st.Ask, scope: Scope) -> None:
        line = self.function.line
        function, call = self.lister(place, "ask")
        function.line(f"y={self.decider(node.by, scope)}")
        tests = ["1" if way.when is None else self.ex.condition(way.when, scope) for way in node.ways]
        always = all(test == "1" for test in tests)
        if always:
            function.line(f"return y,{list(range(len(tests)))}")
        else:
            function.line("x=[]")
            for number, test in enumerate(tests):
                function.line(f"if {test}: x.append({number})")
            function.line(f"if not x: {self.ex.fail('a question has no answer that is possible')}")
            function.line("return y,x")
        with self.running():
            if always and len(tests) > 1:
                line(f"y={self.decider(node.by, scope)}")
                decide_among(self.function, self.frame(place.number, True), "w", len(tests))
            else:
                line(f"y,x={call}")
                self.decide(place, "w", "x[0]")
        with self.function.block(f"elif pc=={place.number + 1}:"):
            line("pc=0")
            line("w=val")
        with self.function.block("else:"):
            line("w=-1")
        for number in range(len(node.ways)):
            first = place.blocks.get(f"way{number}", -1)
            word = "if" if number == 0 else "elif"
            with self.function.block(f"{word} w=={number} or {self.inside(first)}:"):
                self.inner(place, f"way{number}", scope)

    def secret(self, place: Place, node: st.SecretChoice, scope: Scope) -> None:
        line, p = self.function.line, place.number
        function, call = self.lister(place, "secret")
        self.list_secret(function, place, node, scope)
        seat_kind, kind = self.ex.sets.kind(node.seats, scope), None
        seat, chosen = self.name(node.seats.binder), self.name(node.over.binder)
        with self.function.block(f"if {self.around(place)}:"):
            with self.function.block(f"if not pc or pc=={p + 1}:"):
                with self.running():
                    line(f"h{p}={self.ex.sets.elements(node.seats, scope)}")
                    line(f"h{p}i=-1")
                    line(f"h{p}c=[-1]*len(h{p})")
                    line(f"y={call}")
                with self.function.block("else:"):
                    line("pc=0")
                    line(f"y={call}")
                    line(f"h{p}c=take_choice(y,h{p}c,val[0],val[1][0])")
                line(f"h{p}c=open_choices(y,h{p}c)")
                with self.function.block(f"if still_open(y,h{p}c):"):
                    self.stop(place, "-2", "y", ELSEWISE)
            with self.function.block("while 1:", loop=True):
                inner = scope.inner(node.seats.binder, seat, seat_kind)
                kind = self.ex.sets.kind(node.over, inner)
                with self.running():
                    line(f"h{p}i+=1")
                    line(f"if h{p}i>=len(h{p}): break")
                    line(f"{seat}=h{p}[h{p}i]")
                    line(f"{chosen}=h{p}c[h{p}i]")
                body, otherwise = place.blocks.get("body", -1), place.blocks.get("otherwise", -1)
                self.loop_atomics.append(self.atomics)
                with self.function.block(f"if {chosen}>=0 if not pc else {self.inside(body)}:"):
                    self.inner(place, "body", inner.inner(node.over.binder, chosen, kind))
                if otherwise >= 0:
                    with self.function.block("else:"):
                        self.inner(place, "otherwise", inner)
                self.loop_atomics.pop()
            self.after_loop(place)

    def list_secret(self, function: Function, place: Place, node: st.SecretChoice, scope: Scope) -> None:
        """The function that lists, for each seat in order, the seat and what it may choose."""
        number = self.ex.source.number()
        binder = f"b{number}"
        inner = scope.inner(node.seats.binder, binder, self.ex.sets.kind(node.seats, scope))
        text = self.ex.sets.elements(node.over, inner)
        function.line("r=[]")
        with function.block(f"for {binder} in h{place.number}:", loop=True):
            function.line(f"r.append(({binder},{text}))")
        alike = self.alike(node.over)
        if alike == choosing.REPEATED:
            function.line("r=[(b,once(e)) for b,e in r]")
        if alike == choosing.THINGS:
            function.line(f"x=(*{self.spoken_of(place, scope)},*in_several([e for _,e in r]))")
            function.line("r=[(b,distinct(s,e,b,x)) for b,e in r]")
        if self.may_be_many(node.over):
            most = self.layout.game.bounds.options
            function.line(f"if any(len(e)>{most} for _,e in r): too_many_options()")
        function.line("return r")
