"""Statements that change a cell, draw from chance, put something in force or end the game."""

from __future__ import annotations

from regelwerk.rules import statements as st
from regelwerk.rules.expressions import Attribute, Expression, State
from regelwerk.rules.types import kinds

from .access import is_number
from .bounds import MAX_ROWS
from .points import Place
from .scope import Scope
from .things import SEAT
from .writing import ENDS, Writing


class Effects(Writing):
    """Writes statements that no others stand in."""

    # Cells

    def assign(self, target: State | Attribute, value: Expression, scope: Scope) -> None:
        cell, low, high = self._cell(target, scope)
        text = self.ex.fresh(value, scope)
        safe = low is None and high is None
        if not safe and is_number(text):
            safe = (low is None or int(text) >= low) and (high is None or int(text) <= high)
        if safe:
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

    # The end

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
            inner = scope.inner(seats.binder, binder, kinds.SEAT)
            elements = self.ex.sets.whole(seats, scope) or self.ex.sets.elements(seats, scope)
            with self.function.block(f"for {binder} in {elements}:", loop=True):
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
            full = f"len(s.lasting)>={MAX_ROWS}"
            self.function.line(f"if {full}: too_many_rows('rules and changes are in force')")
            self.function.line(f"s.lasting.append([{kind},{number},{span},LEVELS[{span}]{values}])")

    # Chance

    def draw(self, node: st.DrawOne, scope: Scope) -> None:
        source = self.ex.zone(node.source, node.source_of, scope)
        text = f"draw(s,{source},{self.ex.zone(node.to, node.to_of, scope)})"
        self.bind(scope, node, text)

    def die(self, name: str, by: Expression | None, scope: Scope) -> tuple[int, str]:
        """The number of a die, and text of the seat that rolls it."""
        return list(self.layout.dice).index(name), "-1" if by is None else self.ex.value(by, scope)

    def roll_die(self, node: st.RollDie, scope: Scope) -> None:
        """Roll the die that a cell is. The index of the cell is worked out once: that may use up steps."""
        number, seat = self.die(node.die, node.by, scope)
        line = self.function.line
        line(f"n=roll{number}(s,{seat})")
        if isinstance(node.target, State):
            line(f"{self.ex.cell(node.target, scope)}=n")
            return
        column, index = self.ex.target(node.target, scope)
        info = self.layout.tables.attributes[node.target.type, node.target.name]
        line(f"i={index}")
        line(f"{column}[i]=n")
        if info.type != SEAT:
            line(f"rolled(s,{info.first}+i//{info.members})")

    def pick(self, place: Place, node: st.PickRandom, scope: Scope) -> None:
        """`x` is what is picked from; the binder is none if there is nothing."""
        kind = self.ex.sets.kind(node.over, scope)
        stream = self.ex.constant(f"pick:{self.body.name}:{place.number}")
        self.function.line(f"x={self.ex.sets.elements(node.over, scope)}")
        text = f"x[pick(s,{stream},x,{kind.kind == 'thing'})] if x else -1"
        self.bind(scope, node, text)

    def settle(self, local: str, place: Place, scope: Scope) -> None:
        """A local is there after a block that is carried out where it is not, if that block ends the body."""
        last = place.blocks.get("otherwise", -1)
        while last >= 0 and self.body.places[last].next >= 0:
            last = self.body.places[last].next
        if last >= 0 and isinstance(
            self.body.places[last].statement, st.Result | st.Done | st.EndGame | st.Stop
        ):
            scope.present.add(local)


def _beyond(text: str, low: int | None, high: int | None) -> str:
    if low is None:
        return f"{text}>{high}"
    if high is None:
        return f"{text}<{low}"
    return f"not {low}<={text}<={high}"
