"""The life of events: before, forbidden, instead, happens, after, limits; rules and limits as functions.

The stages of an event are written in order into one function together with its body; stages nobody
hooks leave no trace in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st

from .census import PLAIN, SUSPENDING
from .charging import times
from .copies import all_copies
from .guards import Guards
from .layout import EventInfo
from .payments import Paying
from .points import Body
from .scope import Scope
from .writing import BOUND, FRESH, RESULT


class Life(Paying):
    """Writes one function: a life of an event, or a body alone."""

    resumable = False
    replaced = False
    """Whether an instead rule may stand for the event and limits follow."""
    info: EventInfo | None = None

    # Blocks that may or may not suspend

    def suspends(self, place: int) -> bool:
        return self.resumable and self.census.suspends(self.body, place)

    def can_stand(self, point: int) -> bool:
        """Whether a match may stand at a point of this function."""
        body = self.body
        if point < len(body.places):
            return self.census.of(body, point) == SUSPENDING
        kind, _, name = body.points[point].name.partition(":")
        if kind in ("before", "instead", "after"):
            return (
                self.census.bodies[self.census.rule_body(self.layout.rule_number[name]).number] == SUSPENDING
            )
        if kind == "limit":
            return self.census.bodies[self.layout.body(f"limit:{name}").number] == SUSPENDING
        return kind != "within"

    def unpack(self, points: Sequence[int]) -> None:
        """Take the locals of the point that is entered out of the frame."""
        groups: list[tuple[int, int, str]] = []
        for point in sorted(points):
            own = {"result": RESULT} if point >= len(self.body.places) else {}
            names = [own.get(name) or self.name(name) for name in self.body.points[point].names]
            text = f"{','.join(names)},=r" if names else ""
            if groups and groups[-1][2] == text:
                groups[-1] = (groups[-1][0], point, text)
            elif text or groups:
                groups.append((point, point, text))
        groups = [group for group in groups if group[2]]
        if groups:
            with self.function.block("if pc:"):
                self._tree(groups)

    def _tree(self, groups: list[tuple[int, int, str]]) -> None:
        if len(groups) == 1:
            first, last, text = groups[0]
            test = f"pc=={first + 1}" if first == last else f"{first + 1}<=pc<={last + 1}"
            self.function.line(f"if {test}: {text}")
            return
        middle = len(groups) // 2
        with self.function.block(f"if pc<={groups[middle][0]}:"):
            self._tree(groups[:middle])
        with self.function.block("else:"):
            self._tree(groups[middle:])

    def block(self, first: int, scope: Scope) -> None:
        if self.resumable:
            super().block(first, scope)
            return
        place = first
        while place >= 0:
            self.statement(self.body.places[place], scope)
            place = self.body.places[place].next

    # The life

    def write(self, info: EventInfo) -> None:
        """All stages, in order."""
        self.info = info
        self.nothing = str(info.nothing())
        self.rules(info, "before")
        self.forbidden(info)
        hooked = info.hooks("instead")
        self.replaced = bool(hooked and info.limits)
        if self.replaced:
            self.function.line("k=0")
        self.rules(info, "instead")
        with self.function.block("if not k:") if self.replaced else nullcontext():
            self.happens(info)
            self.rules(info, "after")
        for number in info.limits:
            self.limit(number)
        self.function.line(f"return {RESULT}" if self.staged else f"return {self.nothing}")

    def fresh(self) -> AbstractContextManager[None]:
        """A block for what only runs on the way forward."""
        return self.running() if self.resumable else nullcontext()

    def rule_scope(self, number: int) -> Scope:
        """What the conditions of a rule read, by the names of this function."""
        scope = self.parameters()
        rule = self.layout.rules[number]
        if rule.kind == "after" and self.info is not None and self.info.result is not None:
            scope.bind("result", RESULT, self.info.result)
        for position, parameter in enumerate(rule.captured or ()):
            scope.bind(parameter.name, f"a{810 + position}", parameter.type)
        return scope

    def rule_call(self, number: int, scope: Scope) -> tuple[str, int]:
        body = self.census.rule_body(number)
        kind = self.census.bodies[body.number]
        args = "".join(f",{scope.names[name]}" for name, _ in body.parameters)
        return f"f{body.number}(s{FRESH if kind == SUSPENDING else ''}{args})", kind

    def rules(self, info: EventInfo, kind: str) -> None:
        """The rules of one kind, those that always stand first."""
        numbers = info.rules.get(kind, [])
        guards = Guards(self.ex)
        found = []
        for number in numbers:
            rule, scope = self.layout.rules[number], self.rule_scope(number)
            found.append(
                guards.of_condition(rule.where, scope) if rule.over is None
                else guards.of_each(rule.over, rule.where, scope)
            )  # fmt: skip
        # Nothing changes before the first of them applies, so none does if no card is there now.
        entered = "pc or " if self.resumable else ""
        guards.write(self.function, found, lambda n: self.standing(kind, numbers[n]), entered)
        lasting = info.lasting.get(kind, [])
        if lasting:
            self.lasting_rules(kind, lasting)

    def test(self, number: int, scope: Scope) -> str:
        rule = self.layout.rules[number]
        tests = [] if rule.where is None else [self.ex.condition(rule.where, scope)]
        if rule.kind == "instead":
            tests.append(f"{self.active(number)} not in s.active")
        return " and ".join(test for test in tests if test != "1") or "1"

    def active(self, number: int) -> str:
        """Text of what stands in `active` while a rule replaces an event."""
        return str(number) if self.layout.rules[number].over is None else f"({number},{BOUND})"

    def stage_frame(self, point: int, row: str, full: bool) -> str:
        names = []
        for name in self.body.points[point].names if full else ():
            names.append({"#row": row, "result": RESULT}.get(name) or self.name(name))
        return f"({self.body.number},{point},({','.join(names)}{',' if len(names) == 1 else ''}))"

    def happen_rule(self, number: int, scope: Scope, point: int, row: str) -> None:
        """Let the body of a rule happen; an instead rule ends the event."""
        line = self.function.line
        text, kind = self.rule_call(number, scope)
        instead = self.layout.rules[number].kind == "instead"
        if instead:
            line(f"s.active.append({self.active(number)})")
        line(f"val={text}")
        if kind != PLAIN:
            with self.function.block("if val is None:"):
                line(f"s.stack.append({self.stage_frame(point, row, kind == SUSPENDING)})")
                line("return None")
        if instead:
            line("s.active.pop()")
            self.instead_is_done()

    def instead_is_done(self) -> None:
        """The event has been replaced: only its limits follow."""
        if self.replaced:
            self.function.line(f"{RESULT}=val")
            self.function.line("k=1")
        else:
            self.function.line("return val")

    def back_from_rule(self, kind: str) -> None:
        """What follows the body of a rule that was entered again."""
        self.function.line("pc=0")
        if kind == "instead":
            self.function.line("s.active.pop()")
            self.instead_is_done()

    def standing(self, kind: str, number: int) -> None:
        rule = self.layout.rules[number]
        point = self.body.point_number[f"{kind}:{rule.name}"]
        scope = self.rule_scope(number)
        if rule.over is not None:
            self.standing_for_each(kind, number, rule.over, scope, point)
            return
        test = self.test(number, scope)
        if kind == "instead" and self.replaced:
            test = f"not k and {test}"
        with self.fresh(), self.function.block(f"if {test}:"):
            self.happen_rule(number, scope, point, "-1")
        if self.resumable and self.can_stand(point):
            with self.function.block(f"elif pc=={point + 1}:"):
                self.back_from_rule(kind)

    def standing_for_each(self, kind: str, number: int, over: ex.Set, scope: Scope, point: int) -> None:
        """A rule that counts for each of a set, in order, each tested when its turn comes."""
        line, instead = self.function.line, kind == "instead"
        stands = self.resumable and self.can_stand(point)
        inner = scope.inner(over.binder, BOUND, self.ex.sets.kind(over, scope))
        tests = []
        if over.where is not None and all_copies(self.layout.tables, over) is None:
            tests.append(self.ex.condition(over.where, inner))
        tests.append(self.test(number, inner))
        test = " and ".join(each for each in tests if each != "1") or "1"
        fresh = "not pc" if self.resumable else "1"
        if instead and self.replaced:
            fresh = f"{fresh} and not k"
        goes_on = stands and not instead
        with self.function.block(f"if {fresh} or pc=={point + 1}:" if goes_on else f"if {fresh}:"):
            if goes_on:
                with self.function.block("if pc:"):
                    line("pc=0")
                    line("h801+=1")
            with self.function.block("else:") if goes_on else nullcontext():
                line(f"h800={self.ex.sets.elements(over, scope)}")
                if steps := self.layout.counting.rules.get(self.layout.rules[number].name, 0):
                    self.charge(times("len(h800)", steps))
                line("h801=0")
            with self.function.block("while h801<len(h800):", loop=True):
                line(f"{BOUND}=h800[h801]")
                with self.function.block(f"if {test}:"):
                    self.happen_rule(number, inner, point, "-1")
                    if instead and self.replaced:
                        line("break")
                line("h801+=1")
        if stands and instead:
            with self.function.block(f"elif pc=={point + 1}:"):
                self.back_from_rule(kind)

    def lasting_rules(self, kind: str, numbers: Sequence[int]) -> None:
        points = [self.body.point_number[f"{kind}:{self.layout.rules[number].name}"] for number in numbers]
        low, high = min(points) + 1, max(points) + 1
        here = "s.lasting and not k" if kind == "instead" and self.replaced else "s.lasting"
        test = f"{here} if not pc else {low}<=pc<={high}" if self.resumable else here
        line = self.function.line
        with self.function.block(f"if {test}:"):
            if self.resumable:
                with self.function.block("if not pc:"):
                    line("h802=-1")
                with self.function.block("else:"):
                    self.back_from_rule(kind)
            else:
                line("h802=-1")
            with self.function.block(f"while {'not k' if 'not k' in here else 1}:", loop=True):
                line("h802+=1")
                line("if h802>=len(s.lasting): break")
                line("w=s.lasting[h802]")
                line("if w[0]: continue")
                for number, point in zip(numbers, points, strict=True):
                    with self.function.block(f"if w[1]=={number}:"):
                        scope = self.rule_scope(number)
                        captured = self.layout.rules[number].captured or ()
                        if captured:
                            line(f"{','.join(scope.names[p.name] for p in captured)},=w[4:]")
                        with self.function.block(f"if {self.test(number, scope)}:"):
                            self.happen_rule(number, scope, point, "h802")
                        line("continue")

    def forbidden(self, info: EventInfo) -> None:
        if not info.may_be_forbidden:
            return
        args = "".join(f",{self.name(name)}" for name, _ in info.parameters)
        with self.fresh():
            self.function.line(f"if x{info.number}(s{args}): return {self.nothing}")

    # The happening itself

    def happens(self, info: EventInfo) -> None:
        body = self.body
        self.staged = has_stages_after(info)
        if info.queries or info.span >= 0:
            with self.fresh():
                self.open(info)
        scope = self.parameters()
        if not self.staged:
            self.block(body.first, scope)
            return
        ends = any(isinstance(p.statement, st.Result | st.Done) for p in body.places)
        inner = f"not pc or {body.cost_places + 1}<=pc<={len(body.places)}" if self.resumable else "1"
        if ends:
            self.function.line("end=0")
        if body.first >= 0:
            with self.function.block(f"if {inner}:"):
                if ends:
                    with self.function.block("while 1:"):
                        self.block(body.first, scope)
                        self.function.line("break")
                else:
                    self.block(body.first, scope)
        if info.span >= 0:
            with self.fresh():
                self.close()

    def open(self, info: EventInfo) -> None:
        """The history counts the happening, and its span opens."""
        line = self.function.line
        for query, positions in info.queries:
            span = self.layout.queries[query].span
            parts = []
            for position in positions:
                name, kind = info.parameters[position]
                parts.append(f"frozen({self.name(name)})" if kind.many else self.name(name))
            with self.function.block(f"if LEVELS[{span}]:"):
                line(f"w=s.counts[{query}]")
                line(f"x={self.ex.tuple_of(parts)}")
                line("remember(w,x)" if self.layout.is_long(query) else "w[x]=w.get(x,0)+1")
        if info.span >= 0:
            self.clear_counts(info.span)
            line(f"LEVELS[{info.span}]+=1")
        if info.name in self.layout.coming:
            args = self.ex.tuple_of([self.name(name) for name, _ in info.parameters])
            line(f"fade_next(s,{self.ex.constant(info.name)},{args})")

    def clear_counts(self, span: int) -> None:
        queries = [n for n, query in enumerate(self.layout.queries) if query.span == span]
        records = [n for n, of in enumerate(self.layout.records) if of == span]
        if queries or records:
            with self.function.block(f"if not LEVELS[{span}]:"):
                for query in queries:
                    self.function.line(f"s.counts[{query}].clear()")
                for number in records:
                    self.function.line(f"s.records[{number}].clear()")

    def close(self) -> None:
        """The span of the event closes, and what is tied to it goes."""
        info = self.info
        if info is None or info.span < 0:
            return
        line = self.function.line
        if self.ties(info):
            tied = "s.lasting or s.queue or s.leaving" + (" or s.alive" if self.layout.lifetimes else "")
            line(f"if {tied}: close_rows(s,{info.span},LEVELS[{info.span}])")
        line(f"LEVELS[{info.span}]-=1")
        self.clear_counts(info.span)
        if info.name in self.layout.marks:
            line(f"if not LEVELS[{info.span}]: fade(s,{self.ex.constant(info.name)})")

    def ties(self, info: EventInfo) -> bool:
        """Whether anything can be tied to the span of an event."""
        return info.name in self.census.tied

    # Limits

    def limit(self, number: int) -> None:
        """Judge a limit: for each element of its set, in order, what breaks it is dealt with."""
        limit = self.layout.limits[number]
        body = self.census.limit_body(number)
        point = self.body.point_number[f"limit:{limit.name}"]
        kind = self.census.bodies[body.number]
        scope = Scope()
        line = self.function.line
        stands = self.resumable and kind == SUSPENDING
        if limit.over is None:
            holds = self.ex.condition(limit.holds, scope)
            with self.fresh(), self.function.block(f"if not {holds}:"):
                line("h800=[0]")
                line("h801=0")
                self.breach(body, point, kind, "")
            if stands:
                with self.function.block(f"elif pc=={point + 1}:"):
                    line("pc=0")
            return
        header = f"if not pc or pc=={point + 1}:" if stands else "if not pc:" if self.resumable else "if 1:"
        with self.function.block(header):
            if stands:
                with self.function.block("if pc:"):
                    line("pc=0")
                    line("h801+=1")
                with self.function.block("else:"):
                    self.limited(limit.name, self.ex.sets.elements(limit.over, scope))
            else:
                self.limited(limit.name, self.ex.sets.elements(limit.over, scope))
            inner = scope.inner(limit.over.binder, BOUND, self.ex.sets.kind(limit.over, scope))
            with self.function.block("while h801<len(h800):", loop=True):
                line(f"{BOUND}=h800[h801]")
                tests = []
                if limit.over.where is not None:
                    tests.append(self.ex.condition(limit.over.where, inner))
                tests.append(f"not {self.ex.condition(limit.holds, inner)}")
                with self.function.block(f"if {' and '.join(test for test in tests if test != '1')}:"):
                    self.breach(body, point, kind, f",{BOUND}")
                line("h801+=1")

    def limited(self, name: str, elements: str) -> None:
        """Lines that find the elements a limit is judged for."""
        self.function.line(f"h800={elements}")
        if steps := self.layout.counting.limits.get(name, 0):
            self.charge(times("len(h800)", steps))
        self.function.line("h801=0")

    def breach(self, body: Body, point: int, kind: int, args: str) -> None:
        line = self.function.line
        line(f"val=f{body.number}(s{FRESH if kind == SUSPENDING else ''}{args})")
        if kind == PLAIN:
            return
        with self.function.block("if val is None:"):
            names = []
            for name in self.body.points[point].names if kind == SUSPENDING else ():
                names.append({"result": RESULT}.get(name) or self.name(name))
            values = f"{','.join(names)}{',' if len(names) == 1 else ''}"
            line(f"s.stack.append(({self.body.number},{point},({values})))")
            line("return None")


def has_stages_after(info: EventInfo) -> bool:
    """Whether anything follows the body of an event."""
    hooked = info.hooks("after")
    return bool(hooked or info.limits or info.span >= 0)
