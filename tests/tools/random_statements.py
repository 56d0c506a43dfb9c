"""Statements made at random, each with a body that may stand where it stands."""

from __future__ import annotations

from typing import Any

from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st

from .random_expressions import EVENTS, Names, RandomExpressions


class RandomStatements(RandomExpressions):
    """Draws statements and blocks of them. Events are called only if they come after `event`; somebody is
    asked only while `deciding`."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.event = 0
        self.deciding = True
        self.signatures: list[tuple[tuple[str, ...], bool]] = []

    def block(self, scope: Names, depth: int, loop: bool = False, length: int = 3) -> tuple[Any, ...]:
        inner = dict(scope)
        return tuple(self.statement(inner, depth, loop) for _ in range(self.draw.randrange(1, length + 1)))

    def statement(self, scope: Names, depth: int, loop: bool) -> Any:
        simple = [
            self.let,
            self.assign,
            self.change,
            self.move,
            self.draw_many,
            self.look,
            self.roll,
            self.show,
        ]
        if self.event < EVENTS:
            simple += [self.happen, self.happen, self.later]
        if self.deciding:
            simple += [self.choose, self.choose, self.several]
        compound = [
            self.if_,
            self.if_,
            self.for_each,
            self.each_seat,
            self.repeat,
            self.draw_one,
            self.pick,
            self.atomic,
        ]
        if self.deciding:
            compound += [self.ask, self.secret, self.open, self.pay]
        roll = self.draw.random()
        if loop and roll < 0.05:
            return st.If(self.flag(scope, 1), (st.Stop(),))
        if roll < 0.1:
            return self.ending(scope)
        make = self.draw.choice(compound if depth > 0 and roll < 0.5 else simple)
        return make(scope, depth) if make in compound else make(scope)

    def ending(self, scope: Names) -> Any:
        """A statement that ends something, if a condition holds."""
        leave = st.Leave(f"e{self.draw.choice([0, 1])}", self.draw.random() < 0.4)
        running = ex.Compare(">", ex.Happened("probe", leave.event), ex.Number(0))
        choice = self.draw.randrange(6)
        if choice == 0:
            end = st.EndGame("over", self.seat(scope))
            return st.If(ex.Compare(">", ex.State("tally"), ex.Number(60)), (end,))
        if choice <= 2:
            return st.If(ex.And((running, self.flag(scope, 1))), (leave,))
        return st.If(self.flag(scope, 1), (st.Done(),))

    def let(self, scope: Names) -> Any:
        name, kind = self.name(), self.draw.choice("nsl")
        value: Any
        if kind == "n":
            value = self.number(scope)
        elif kind == "s":
            value = self.seat(scope)
        else:
            value = ex.All(self.cards(scope)[1]) if self.draw.random() < 0.7 else ex.Zone("row")
        known = self.one(scope, kind)
        if known and self.draw.random() < 0.2 and kind != "l":
            return st.Let(known, value)
        scope[name] = kind
        return st.Let(name, value)

    def clamped(self, node: Any, low: int, high: int) -> Any:
        return ex.Arithmetic("smallest", ex.Arithmetic("greatest", node, ex.Number(low)), ex.Number(high))

    def assign(self, scope: Names) -> Any:
        choice = self.draw.randrange(5)
        if choice == 0:
            return st.Assign(ex.State("active"), self.seat(scope))
        if choice == 1:
            return st.Assign(ex.State("mood"), self.clamped(self.number(scope), -5, 9))
        card = self.one(scope, "c")
        if choice == 2 and card:
            return st.Assign(
                ex.Attribute(ex.Local(card), "card", "mark"), self.clamped(self.number(scope), 0, 3)
            )
        return st.Assign(
            ex.Attribute(self.seat(scope), "seat", "life"), self.clamped(self.number(scope), 0, 9)
        )

    def change(self, scope: Names) -> Any:
        target: Any = self.draw.choice(
            [
                ex.State("tally"),
                ex.Attribute(self.seat(scope), "seat", "life"),
                ex.Attribute(self.seat(scope), "seat", "points", ex.Member("colour", "blue")),
                ex.State("per_colour", ex.Member("colour", "red")),
            ]
        )
        return st.Change(target, self.number(scope), self.draw.random() < 0.7)

    def happen(self, scope: Names) -> Any:
        number = self.draw.randrange(self.event, EVENTS)
        kinds, gives = self.signatures[number]
        result = None
        if gives and self.draw.random() < 0.6:
            result = self.name()
        args = tuple(self.argument(scope, kind) for kind in kinds)
        if result:
            scope[result] = "n"
        return st.Happen(f"e{number}", args, result)

    def later(self, scope: Names) -> Any:
        number = self.draw.randrange(max(self.event, 2), EVENTS + 1)
        if number == EVENTS:
            row = st.Lasting("main", ("eager",), ("boost",), ())
            return row if self.draw.random() < 0.5 else st.Lasting("main", ("wary",), (), ())
        if self.draw.random() < 0.3:
            return st.Later("sting", "main", (self.seat(scope),), self.seat(scope))
        kinds, _ = self.signatures[number]
        return st.Later(f"e{number}", "main", tuple(self.argument(scope, kind) for kind in kinds))

    def argument(self, scope: Names, kind: str) -> Any:
        if kind == "n":
            return self.number(scope)
        if kind == "s":
            return self.seat(scope)
        card = self.one(scope, "c")
        return ex.Local(card) if card else ex.Row("ruby")

    def move(self, scope: Names) -> Any:
        to, of = self.zone(scope)
        where = self.draw.choice([None, None, "top", "bottom"])
        if where == "bottom" and to in ("deck", "bag"):
            where = None
        card = self.one(scope, "c")
        if card and self.draw.random() < 0.5:
            return st.Move(ex.Local(card), False, to, of, where)
        if self.draw.random() < 0.2:
            return st.Shuffle(to, of)
        return st.Move(ex.All(self.cards(scope)[1]), True, to, of, where)

    def draw_many(self, scope: Names) -> Any:
        (source, source_of), (to, to_of) = self.zone(scope), self.zone(scope)
        return st.DrawMany(ex.Number(self.draw.randrange(3)), source, to, source_of, to_of)

    def look(self, scope: Names) -> Any:
        source, of = self.zone(scope)
        name = self.name()
        look = st.Look(ex.Number(self.draw.randrange(3)), source, name, self.seat(scope), of)
        scope[name] = "l"
        return look

    def roll(self, scope: Names) -> Any:
        name = self.name()
        roll = st.Roll("fate", name, self.seat(scope) if self.draw.random() < 0.5 else None)
        scope[name] = "n"
        return roll

    def show(self, scope: Names) -> Any:
        return st.Show(ex.All(self.cards(scope)[1]), True, self.seat(scope), False)

    def choose(self, scope: Names) -> Any:
        name, by = self.name(), self.seat(scope)
        if self.draw.random() < 0.4:
            over = ex.Set("number", name, low=ex.Number(0), high=ex.Number(self.draw.randrange(3)))
            scope[name] = "n"
            return st.Choose(over, by)
        name, over = self.cards(scope)
        amount: Any = "maybe" if self.draw.random() < 0.2 else "one"
        return st.Choose(over, by, amount, otherwise=(st.Done(),))

    def several(self, scope: Names) -> Any:
        name, over = self.cards(scope)
        amount: Any = self.draw.choice(["up_to", "exactly", "at_least", "any"])
        choose = st.Choose(
            over, self.seat(scope), amount, ex.Number(self.draw.randrange(3)), otherwise=self.block(scope, 0)
        )
        scope[name] = "l"
        return choose

    def if_(self, scope: Names, depth: int) -> Any:
        otherwise = self.block(scope, depth - 1) if self.draw.random() < 0.4 else None
        return st.If(self.flag(scope), self.block(scope, depth - 1), otherwise)

    def for_each(self, scope: Names, depth: int) -> Any:
        name, over = self.cards(scope)
        return st.ForEach(over, self.block({**scope, name: "c"}, depth - 1, True))

    def each_seat(self, scope: Names, depth: int) -> Any:
        name = self.name()
        start = self.seat(scope) if self.draw.random() < 0.6 else None
        inner = {**scope, name: "s"}
        where = self.flag(inner, 1) if self.draw.random() < 0.4 else None
        return st.ForEach(ex.Set("seat", name, where=where), self.block(inner, depth - 1, True), start)

    def repeat(self, scope: Names, depth: int) -> Any:
        body = self.block(scope, depth - 1, True)
        kind = self.draw.choice(["times", "while", "forever"])
        if kind == "times":
            return st.Repeat("times", body, ex.Number(self.draw.randrange(3)))
        raise_ = st.Change(ex.State("clock"), ex.Number(1), True)
        late = ex.Compare(">=", ex.State("clock"), ex.Number(30))
        if kind == "while":
            return st.Repeat("while", (raise_, *body), ex.And((ex.Not(late), self.flag(scope, 1))))
        stop = st.If(ex.Or((late, self.flag(scope, 1))), (st.Stop(),))
        return st.Repeat("forever", (raise_, stop, *body))

    def draw_one(self, scope: Names, depth: int) -> Any:
        (source, source_of), (to, to_of) = self.zone(scope), self.zone(scope)
        name = self.name()
        leaves = self.draw.random() < 0.5
        otherwise = (*self.block(scope, depth - 1), st.Done()) if leaves else self.block(scope, depth - 1)
        if leaves:
            scope[name] = "c"
        return st.DrawOne(name, source, to, source_of, to_of, otherwise)

    def pick(self, scope: Names, depth: int) -> Any:
        name, over = self.cards(scope)
        otherwise = (*self.block(scope, depth - 1), st.Done())
        scope[name] = "c"
        return st.PickRandom(over, otherwise)

    def atomic(self, scope: Names, depth: int) -> Any:
        admits = ("strike",) if self.draw.random() < 0.5 else ("strike", "play")
        return st.Atomic(self.block(scope, depth - 1), admits)

    def ask(self, scope: Names, depth: int) -> Any:
        ways = [st.Way("always", self.block(scope, depth - 1))]
        for number in range(self.draw.randrange(1, 3)):
            ways.append(st.Way(f"way_{number}", self.block(scope, depth - 1), self.flag(scope, 1)))
        return st.Ask(self.seat(scope), tuple(ways))

    def secret(self, scope: Names, depth: int) -> Any:
        who = self.name()
        name, over = self.cards({**scope, who: "s"})
        inner = {**scope, who: "s", name: "c"}
        otherwise = self.block({**scope, who: "s"}, depth - 1) if self.draw.random() < 0.5 else None
        return st.SecretChoice(ex.Set("seat", who), over, self.block(inner, depth - 1), otherwise)

    def open(self, scope: Names, depth: int) -> Any:
        return st.Open(self.draw.choice(["clash", "queue", "turns"]), (self.number(scope),))

    def pay(self, scope: Names, depth: int) -> Any:
        needs = [st.Need(ex.Number(self.draw.randrange(3)), ex.Member("colour", "red"))]
        if self.draw.random() < 0.5:
            needs.append(st.Need(ex.Number(self.draw.randrange(2)), ex.Member("colour", "blue")))
        mode: Any = self.draw.choice(["one", "some", "group"])
        by = self.seat(scope) if mode == "one" else ex.All(ex.Set("seat", self.name()))
        start = None if mode == "one" else self.seat(scope)
        then = self.block(scope, depth - 1) if self.draw.random() < 0.6 else None
        otherwise = self.block(scope, depth - 1) if self.draw.random() < 0.6 else None
        return st.Pay("toll", mode, by, tuple(needs), start, self.draw.random() < 0.5, then, otherwise)
