"""What a window offers: for each window a function that lists it, for each action one that adds its ways.

A window of a large game has many actions, and most cannot be declared now. So what several of them ask of
the seat is asked once, and an action is only looked at where one of the things it must find lies in a zone.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from math import prod

import msgspec

from regelwerk.rules.declarations import ActionDecl, WindowDecl
from regelwerk.rules.types import kinds

from .answers import TAKES_EFFECT
from .expressions import Expressions
from .guards import Guard, Guards, guarded
from .layout import EventInfo
from .points import Body
from .scope import Scope, named_things
from .source import Function
from .told_apart import spoken_of_at
from .writing import absent

ORDER, TURN, PASSES, BASE, RESOLVING = "h803", "h804", "h805", "h806", "h807"
LEAVES = "h808"
HIDDEN = (ORDER, TURN, PASSES, BASE, RESOLVING, LEAVES)
"""The locals of a window that no rule names."""
_STANDS = {"opening": "not x and ", "answering": "x and "}
"""Whether an action stands where an answer waits, or where none does."""


class Offering:
    """Writes the lists of what windows offer."""

    def __init__(self, expressions: Expressions) -> None:
        self.ex = expressions
        self.layout = expressions.layout
        self.guards = Guards(expressions)
        self._may_be_many = False
        """Whether the window that is written might offer more than it may."""

    def write(self, window: WindowDecl, body: Body) -> None:
        """`wl1(s, ...)`: the seat that is asked, and its options."""
        scope, names = self.ex.scope_of(body.parameters)
        function = self.ex.source.add(f"def wl{body.number}(s{''.join(f',{n}' for n in [*names, *HIDDEN])}):")
        function.origin = (body.name, -1)
        function.line(f"b0={ORDER}[{TURN}]")
        function.line("if b0<0: nobody()")
        self.ex.write_charge(function, str(self.layout.counting.asks[window.name]))
        function.line("r=[]")
        numbers = [n for n in self.layout.window_actions[window.name] if self._seats_declare(n)]
        if any(self.layout.actions[number].declared != "any" for number in numbers):
            function.line(f"x=any(w[1]!={TAKES_EFFECT} for w in s.answers[{BASE}:])")
        actions = [self.layout.actions[number] for number in numbers]
        most = self.layout.extents.most
        ways = sum(prod(most(part.over) for part in action.parts) for action in actions)
        self._may_be_many = ways > self.layout.game.bounds.options
        groups = self._groups(numbers, scope)
        singles = [self.layout.actions[group[0][0]] for group in groups if len(group) == 1]
        shared = self._write_shared(singles, scope, function)
        for number in numbers:
            action = self.layout.actions[number]
            spoken = spoken_of_at(self.layout, window)
            self._write_offer(action, body, scope, names, spoken, action.name in shared)
        passed = "".join(f",{n}" for n in names)
        if numbers:
            function.line("t=not s.atomic")
        for group in groups:
            if len(group) > 1:
                self._write_found_there(group, body, passed, function)
                continue
            number = group[0][0]
            action = self.layout.actions[number]
            tests = [shared[action.name]] if action.name in shared else []
            tests.append(f"(t or all({number} in w for w in s.atomic))")
            tests.extend(self._somewhere(action))
            function.line(f"if {_STANDS.get(action.declared, '')}{' and '.join(tests)}:")
            function.line(f" wa{body.number}x{number}(s,r,b0{passed})")
        if window.passing is None:
            function.line("r.append((-1,))")
        else:
            scope = scope.inner(window.asked or "", "b0", kinds.SEAT)
            function.line(f"if not r or {self.ex.condition(window.passing, scope)}: r.append((-1,))")
        function.line("return b0,r")

    def _seats_declare(self, number: int) -> bool:
        return self.layout.actions[number].declared != "by_rules"

    # What is asked of the seat

    def _write_shared(self, actions: list[ActionDecl], scope: Scope, function: Function) -> dict[str, str]:
        """Ask once what several actions ask of the seat; the local that tells it, by action."""
        keys = {
            action.name: msgspec.json.encode((action.by, action.by_where))
            for action in actions
            if action.by_where is not None and not self.ex.counts(action.by_where)
        }
        often = Counter(keys.values())
        locals_: dict[bytes, str] = {}
        for action in actions:
            key = keys.get(action.name)
            if key is None or often[key] < 2 or key in locals_ or action.by_where is None:
                continue
            locals_[key] = f"g{len(locals_)}"
            inner = scope.copy()
            inner.bind(action.by, "b0", kinds.SEAT, True)
            function.line(f"{locals_[key]}={self.ex.condition(action.by_where, inner)}")
        return {name: locals_[key] for name, key in keys.items() if key in locals_}

    # What must lie somewhere

    def _somewhere(self, action: ActionDecl) -> list[str]:
        """Text of the test that one of the things lies in a zone of which an action must find one there."""
        prospect = self.layout.prospects[self.layout.action_number[action.name]]
        if prospect.sought is None:
            return []
        low, high = prospect.low, prospect.high
        inside = f"=={low}" if high - low == 1 else f"<{high}"
        before = "" if high - low == 1 else f"{low}<="
        tests = [f"{before}AT[{thing}]{inside}" for thing in prospect.sought]
        return [f"({' or '.join(tests) or '0'})"]

    def _groups(self, numbers: list[int], scope: Scope) -> list[list[tuple[int, Guard | None]]]:
        """The actions in order: each by itself, or many together of which a card must lie somewhere."""
        guards: list[tuple[int, Guard | None]] = []
        for number in numbers:
            action = self.layout.actions[number]
            guards.append((number, self.guards.of_action(action, scope.inner(action.by, "b0", kinds.SEAT))))
        groups: list[list[tuple[int, Guard | None]]] = []
        for first, last, many in guarded(guards):
            run = guards[first:last]
            groups.extend([run] if many else [[each] for each in run])
        return groups

    def _write_found_there(
        self, group: list[tuple[int, Guard | None]], body: Body, passed: str, function: Function
    ) -> None:
        """Look into the zones, and ask the actions of the cards found there, in the order of the actions."""
        found: dict[str, dict[int, list[int]]] = {}
        for number, guard in group:
            for zone in guard.zones if guard is not None else ():
                for thing in guard.things if guard is not None else ():
                    found.setdefault(zone, {}).setdefault(thing, []).append(number)
        line = function.line
        line("c=set()")
        for zone, by_thing in found.items():
            numbers = {thing: tuple(those) for thing, those in by_thing.items()}
            line(f"for y in {zone}: c.update({self.ex.constant(numbers)}.get(y,()))")
        offers = self.ex.source.table({number: f"wa{body.number}x{number}" for number, _ in group})
        declared = {number: self.layout.actions[number].declared for number, _ in group}
        stands = {number: how == "answering" for number, how in declared.items() if how != "any"}
        where = f"x is {self.ex.constant(stands)}.get(n,x) and " if stands else ""
        with function.block("for n in sorted(c):", loop=True):
            line(f"if {where}(t or all(n in w for w in s.atomic)): {offers}[n](s,r,b0{passed})")

    # The ways to declare one action

    def _write_offer(
        self,
        action: ActionDecl,
        body: Body,
        window: Scope,
        names: list[str],
        spoken: tuple[str, ...],
        asked: bool,
    ) -> None:
        """`wa1x2(s, r, a900, ...)` adds to `r` every way in which a seat may declare an action.

        `spoken`: the window's parameters that are things. `asked`: what the action asks of the seat is known
        to hold.
        """
        info = self.layout.events[self.layout.event_number[action.name]]
        function = self.ex.source.add(
            f"def wa{body.number}x{info.action}(s,r,a900{''.join(f',{n}' for n in names)}):"
        )
        function.origin = (f"action:{action.name}", -1)
        scope = window.copy()
        scope.bind(action.by, "a900", kinds.SEAT, True)
        if action.by_where is not None and not asked:
            function.line(f"if not {self.ex.condition(action.by_where, scope)}: return")
        if action.once_per is not None:
            span = self.layout.span_of(action.once_per)
            query = self.layout.query_number[info.number, span, (action.by,)]
            function.line(f"if LEVELS[{span}] and s.counts[{query}].get((a900,),0): return")
            waits = f"w[0]=={info.action} and w[2]==a900 and w[1]!={TAKES_EFFECT}"
            function.line(f"if any({waits} for w in s.answers): return".replace("a900", "y"))
            function.lines.insert(0, (" y=a900", function.origin))
        if not action.parts:
            for need in action.needs:
                function.line(f"if not {self.ex.condition(need, scope)}: return")
        with ExitStack() as blocks:
            chosen = []
            for position, part in enumerate(action.parts):
                things = self.layout.prospects[info.action].parts[position]
                only = "" if things is None else self.ex.constant(things)
                text = self.ex.sets.elements(part.over, scope, only)
                kind = self.ex.sets.kind(part.over, scope)
                if self.layout.extents.alike(part.over):
                    text = f"distinct(s,{text},a900,{named_things(spoken, scope)})"
                elif self.layout.extents.repeats(part.over):
                    text = f"once({text})"
                if steps := self.layout.counting.parts[info.action][position]:
                    function.line(f"y{position}={text}")
                    text = f"y{position}"
                    self.ex.write_charge(function, f"len({text})*{steps}")
                python = f"a{901 + position}"
                blocks.enter_context(function.block(f"for {python} in {text}:", loop=True))
                scope = scope.inner(part.over.binder, python, kind)
                chosen.append(python)
                if kind.kind == "thing" and part.over.binder not in spoken:
                    spoken = (*spoken, part.over.binder)
            self._write_found(action, info, scope, chosen, function)

    def _write_found(
        self, action: ActionDecl, info: EventInfo, scope: Scope, chosen: list[str], function: Function
    ) -> None:
        for need in action.needs:
            if action.parts:
                function.line(f"if not {self.ex.condition(need, scope)}: continue")
        if info.may_be_forbidden:
            args = "".join(f",{scope.names.get(name) or absent(kind)}" for name, kind in info.parameters)
            stop = "continue" if action.parts else "return"
            function.line(f"if x{info.number}(s{args}): {stop}")
        function.line(f"r.append(({','.join([str(info.action), *chosen])},))")
        if self._may_be_many:
            function.line(f"if len(r)>{self.layout.game.bounds.options}: too_many_options()")
