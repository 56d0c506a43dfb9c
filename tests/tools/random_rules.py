"""Rules made at random: every statement and every hook occurs, nothing makes sense.

A game has cards with copies, seats with attributes, zones of every order, dice, windows, payments, limits,
modifiers and rules. Events call only events after them, and loops are short, so every game ends.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st

NUMBER, FLAG, SEAT = d.ValueType("number"), d.ValueType("flag"), d.ValueType("seat")
CARD = d.ValueType("thing", "card")
KINDS = {"n": NUMBER, "s": SEAT, "c": CARD}
EVENTS = 7

Names = dict[str, str]
"""Locals in scope: `n` a number, `s` a seat, `c` a card that is there, `l` a list of cards."""


class RulesMaker:
    """Makes one game from one seed."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.names = 0
        self.event = 0
        self.deciding = True
        self.signatures: list[tuple[tuple[str, ...], bool]] = []

    def name(self) -> str:
        self.names += 1
        return f"x{self.names}"

    def one(self, scope: Names, kind: str) -> str | None:
        found = [name for name, k in scope.items() if k == kind]
        return self.draw.choice(found) if found else None

    # Expressions

    def number(self, scope: Names, depth: int = 2) -> Any:
        choice = self.draw.randrange(14) if depth > 0 else self.draw.randrange(3)
        local = self.one(scope, "n")
        if choice == 0 and local:
            return ex.Local(local)
        if choice == 1:
            return ex.State(self.draw.choice(["tally", "mood"]))
        if choice <= 2:
            return ex.Number(self.draw.randrange(-1, 4))
        if choice == 3:
            op = self.draw.choice(["+", "-", "*"])
            return ex.Arithmetic(op, self.number(scope, depth - 1), ex.Number(self.draw.randrange(3)))
        if choice == 4:
            return ex.Attribute(self.seat(scope), "seat", "life")
        if choice == 5:
            return ex.Count(self.cards(scope, depth - 1)[1])
        if choice == 6:
            name, over = self.cards(scope, depth - 1)
            return ex.Sum(over, ex.Attribute(ex.Local(name), "card", "worth"))
        if choice == 7:
            name, over = self.cards(scope, depth - 1)
            which = self.draw.choice(["greatest", "smallest"])
            return ex.Extreme(which, over, ex.Attribute(ex.Local(name), "card", "worth"))
        if choice == 8:
            return ex.Call("grade", (self.number(scope, depth - 1), self.seat(scope)))
        if choice == 9:
            name = self.draw.choice(["smaller", "greater"])
            return ex.Builtin(name, (self.number(scope, depth - 1), self.number(scope, depth - 1)))
        if choice == 10:
            return ex.State("per_colour", ex.Member("colour", self.draw.choice(["red", "blue"])))
        if choice == 11:
            return ex.Happened(f"e{self.draw.randrange(EVENTS)}", self.draw.choice(["main", "e0", "e1"]))
        if choice == 12:
            card = self.one(scope, "c")
            if card:
                printed = self.draw.random() < 0.3
                return ex.Attribute(ex.Local(card), "card", "mark", printed=printed)
        case = ex.Case(self.flag(scope, depth - 1), self.number(scope, depth - 1))
        return ex.Choice((case,), self.number(scope, depth - 1))

    def seat(self, scope: Names) -> Any:
        local = self.one(scope, "s")
        if local and self.draw.random() < 0.6:
            return ex.Local(local)
        if self.draw.random() < 0.5:
            return ex.State("active")
        return ex.Builtin("next", (ex.State("active"),))

    def zone(self, scope: Names) -> tuple[str, Any]:
        name = self.draw.choice(["hand", "deck", "row", "spent", "bag"])
        return name, self.seat(scope) if name == "hand" else None

    def source(self, scope: Names) -> Any:
        local = self.one(scope, "l")
        if local and self.draw.random() < 0.4:
            return ex.Local(local)
        if self.draw.random() < 0.2:
            return None
        name, of = self.zone(scope)
        return ex.Zone(name, of)

    def cards(self, scope: Names, depth: int = 1) -> tuple[str, Any]:
        name = self.name()
        inner = {**scope, name: "c"}
        where = self.flag(inner, depth - 1) if self.draw.random() < 0.5 else None
        noun = "card" if self.draw.random() < 0.8 else "gem"
        sort = (ex.Attribute(ex.Local(name), "card", "worth"),) if self.draw.random() < 0.2 else ()
        return name, ex.Set(noun, name, source=self.source(scope), where=where, sort=sort)

    def flag(self, scope: Names, depth: int = 2) -> Any:
        choice = self.draw.randrange(10) if depth > 0 else self.draw.randrange(2)
        card = self.one(scope, "c")
        if choice == 0 and card:
            return ex.IsRow(ex.Local(card), self.draw.choice(["ace", "king", "ruby"]))
        if choice <= 2:
            op = self.draw.choice(["=", "!=", "<", "<=", ">", ">="])
            return ex.Compare(op, self.number(scope, depth - 1), self.number(scope, depth - 1))
        if choice == 3:
            return ex.Not(self.flag(scope, depth - 1))
        if choice == 4:
            return ex.And((self.flag(scope, depth - 1), self.flag(scope, depth - 1)))
        if choice == 5:
            return ex.Or((self.flag(scope, depth - 1), self.flag(scope, depth - 1)))
        if choice == 6:
            return ex.Any(self.cards(scope, depth - 1)[1])
        if choice == 7:
            name, over = self.cards(scope, depth - 1)
            return ex.Every(over, self.flag({**scope, name: "c"}, depth - 1))
        if choice == 8 and card:
            name, of = self.zone(scope)
            return ex.Inside(ex.Local(card), ex.Zone(name, of))
        return ex.Compare("=", self.seat(scope), self.seat(scope))

    # Statements

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
        return ex.Builtin("smaller", (ex.Builtin("greater", (node, ex.Number(low))), ex.Number(high)))

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
        kind = self.draw.choice(["times", "while", "until", "forever"])
        if kind == "times":
            return st.Repeat("times", body, ex.Number(self.draw.randrange(3)))
        raise_ = st.Change(ex.State("clock"), ex.Number(1), True)
        late = ex.Compare(">=", ex.State("clock"), ex.Number(30))
        if kind == "while":
            return st.Repeat("while", (raise_, *body), ex.And((ex.Not(late), self.flag(scope, 1))))
        if kind == "until":
            return st.Repeat("until", (raise_, *body), ex.Or((late, self.flag(scope, 1))))
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

    # The whole

    def rules(self) -> d.Rules:
        for number in range(EVENTS):
            kinds = tuple(self.draw.choice("nsc") for _ in range(self.draw.randrange(3)))
            self.signatures.append((kinds, number % 2 == 0))
        events = []
        for number in range(EVENTS):
            self.event = number + 1
            self.deciding = self.draw.random() < 0.7
            kinds, gives = self.signatures[number]
            scope = {f"p{n}": kind for n, kind in enumerate(kinds)}
            body = self.block(scope, 2, length=4)
            if gives:
                body = (*body, st.Result(self.number(scope)))
            parameters = tuple(d.Parameter(f"p{n}", KINDS[kind]) for n, kind in enumerate(kinds))
            head = (st.Happen("probe"),) if number < 2 else ()
            events.append(d.EventDecl(f"e{number}", parameters, (*head, *body), NUMBER if gives else None))
        self.event, self.deciding = 0, True
        main = (
            st.DrawMany(ex.Number(4), "deck", "hand", to_of=ex.Seat(1)),
            st.DrawMany(ex.Number(4), "deck", "hand", to_of=ex.Seat(2)),
            st.Repeat("times", (*self.block({}, 2), self.happen({}), st.CarryOut("main")), ex.Number(3)),
        )
        probe = d.EventDecl("probe")
        return self.declared((d.EventDecl("main", (), main), *events, probe), self.hooks())

    def hooks(self) -> tuple[Any, Any, Any]:
        rules = []
        for number in range(5):
            event = self.draw.randrange(EVENTS)
            kinds, gives = self.signatures[event]
            scope = {f"p{n}": kind for n, kind in enumerate(kinds)}
            self.event, self.deciding = event + 1, self.draw.random() < 0.5
            kind: Any = self.draw.choice(["before", "instead", "after"])
            if kind == "after" and gives:
                scope["result"] = "n"
            body = self.block(scope, 1)
            if kind == "instead" and gives:
                body = (*body, st.Result(self.number(scope)))
            rules.append(d.RuleDecl(f"rule_{number}", kind, f"e{event}", self.flag(scope, 1), body))
        forbidden = self.draw.randrange(2, EVENTS)
        where = ex.Compare("=", ex.State("mood"), ex.Number(self.draw.randrange(3)))
        rules.append(d.RuleDecl("ban", "forbid", f"e{forbidden}", where))
        rules.append(d.RuleDecl("leave_it", "allow", f"e{forbidden}", self.flag({}, 1), despite="ban"))
        event = self.draw.randrange(EVENTS)
        self.event, self.deciding = event + 1, self.draw.random() < 0.5
        eager_kind: Any = self.draw.choice(["before", "after"])
        rules.append(
            d.RuleDecl("eager", eager_kind, f"e{event}", self.flag({}, 1), self.block({}, 1), captured=())
        )
        event = self.draw.randrange(EVENTS)
        self.event = event + 1
        replaced = self.block({}, 0)
        if self.signatures[event][1]:
            replaced = (*replaced, st.Result(ex.Number(1)))
        rules.append(d.RuleDecl("wary", "instead", f"e{event}", self.flag({}, 1), replaced, captured=()))
        self.event, self.deciding = EVENTS, self.draw.random() < 0.5
        after = (f"e{self.draw.randrange(EVENTS)}", f"e{self.draw.randrange(EVENTS)}", "strike")
        holds = ex.Compare("<", ex.Attribute(ex.Local("who"), "seat", "life"), ex.Number(8))
        lower = st.Change(ex.Attribute(ex.Local("who"), "seat", "life"), ex.Number(3), False)
        limits = (
            d.LimitDecl("calm", holds, (lower, *self.block({"who": "s"}, 1)), after, ex.Set("seat", "who")),
            d.LimitDecl(
                "meek", ex.Compare("<", ex.State("mood"), ex.Number(7)),
                (st.Assign(ex.State("mood"), ex.Number(0)), *self.block({}, 1)), after[:1],
            ),
        )  # fmt: skip
        changes = tuple(
            d.ModifierChange(
                op,
                ex.Number(self.draw.randrange(1, 3)),
                ex.Number(self.draw.randrange(1, 5)) if self.draw.random() < 0.5 and op != "be" else None,
                self.flag({"it": "c"}, 0),
            )
            for op in self.draw.sample(("be", "raise", "lower", "multiply"), 3)
        )
        value_change = (d.ModifierChange("raise", ex.Number(1), None, self.flag({"many": "n"}, 0)),)
        parameters = (d.Parameter("many", NUMBER), d.Parameter("who", SEAT))
        modifiers = (
            d.ModifierDecl("marks", "mark", (d.Parameter("it", CARD),), changes, "card"),
            d.ModifierDecl("grades", "grade", parameters, value_change),
            d.ModifierDecl(
                "boost", "mark", (d.Parameter("it", d.ValueType("thing", "gem")),),
                (d.ModifierChange("raise", ex.Number(2)),), "card", captured=(),
            ),
        )  # fmt: skip
        rules += [self.rule_for_each(number) for number in range(3)]
        return tuple(rules), limits, (*modifiers, *self.copies_that_change())

    def copies(self, name: str) -> Any:
        """All copies of a row or two, and some set now and then."""
        if self.draw.random() < 0.2:
            return msgspec.structs.replace(self.cards({})[1], binder=name, where=None, sort=())
        tests = tuple(
            ex.IsRow(ex.Local(name), row)
            for row in self.draw.sample(("ace", "king", "pearl"), self.draw.randrange(1, 3))
        )
        return ex.Set("card", name, where=tests[0] if len(tests) == 1 else ex.Or(tests))

    def lies(self, name: str) -> Any:
        """Where a copy lies, with something else."""
        zone, of = self.draw.choice([("row", None), ("deck", None), ("hand", ex.State("active"))])
        inside = ex.Inside(ex.Local(name), ex.Zone(zone, of))
        other = self.flag({name: "c"}, 1)
        return self.draw.choice([inside, ex.And((other, inside)), ex.Or((inside, inside)), other])

    def rule_for_each(self, number: int) -> Any:
        """A rule for each copy of a row."""
        event = self.draw.randrange(EVENTS)
        kinds, gives = self.signatures[event]
        scope = {f"p{n}": kind for n, kind in enumerate(kinds)} | {"it": "c"}
        self.event, self.deciding = event + 1, self.draw.random() < 0.7
        kind: Any = self.draw.choice(["before", "instead", "after", "forbid"])
        body: Any = () if kind == "forbid" else self.block(scope, 1, length=2)
        if kind == "instead" and gives:
            body = (*body, st.Result(self.number(scope)))
        where = self.lies("it")
        if kind == "forbid":
            where = ex.And((where, ex.Compare("=", ex.State("mood"), ex.Number(2))))
        return d.RuleDecl(f"each_{number}", kind, f"e{event}", where, body, over=self.copies("it"))

    def copies_that_change(self) -> list[Any]:
        """Modifiers for each copy of a row, of things and of a value."""
        seat, many = d.Parameter("who", SEAT), d.Parameter("many", NUMBER)
        found = []
        for number in range(3):
            ops = self.draw.sample(("be", "raise", "lower", "multiply", "raise"), self.draw.randrange(1, 3))
            changes = tuple(
                d.ModifierChange(
                    op,
                    ex.Number(self.draw.randrange(1, 3)),
                    ex.Number(self.draw.randrange(1, 5)) if self.draw.random() < 0.3 and op != "be" else None,
                    self.draw.choice([self.lies("copy"), self.lies("copy"), self.flag({"copy": "c"}, 0)]),
                )
                for op in ops
            )
            changed, parameters, owner = self.draw.choice(
                [("grade", (many, seat), None), ("life", (seat,), "seat"), ("life", (seat,), "seat")]
            )
            over = self.copies("copy")
            found.append(d.ModifierDecl(f"copies_{number}", changed, parameters, changes, owner, None, over))
        return found

    def actions(self) -> tuple[Any, ...]:
        self.event, self.deciding = EVENTS, self.draw.random() < 0.5
        alive = ex.Compare(">", ex.Attribute(ex.Local("by"), "seat", "life"), ex.Number(0))
        hand = ex.Set(
            "card", "held", source=ex.Zone("hand", ex.Local("by")), where=self.flag({"held": "c"}, 0)
        )
        foe = ex.Set("seat", "foe", where=ex.Compare("!=", ex.Local("foe"), ex.Local("by")))
        reply = ex.Set(
            "answer", "reply", source=ex.Zone("answers"),
            where=ex.Compare("!=", ex.Attribute(ex.Local("reply"), "answer", "by"), ex.Local("by")),
        )  # fmt: skip
        replier = ex.Attribute(ex.Local("reply"), "answer", "by")
        cost = self.block({"by": "s"}, 1, length=1) if self.draw.random() < 0.4 else ()
        return (
            d.ActionDecl(
                "strike", ("clash", "queue"), "by", (d.ActionPart(foe, True),),
                needs=(alive,), once_per="main",
                cost=(*cost, st.Change(ex.Attribute(ex.Local("by"), "seat", "life"), ex.Number(1), False)),
                body=(
                    st.Change(ex.Attribute(ex.Local("foe"), "seat", "life"), ex.Local("stake"), False),
                    *self.block({"by": "s", "foe": "s", "stake": "n"}, 1),
                ),
            ),
            d.ActionDecl(
                "play", ("clash", "queue", "turns"), "by", (d.ActionPart(hand),), alive,
                cost=(st.Move(ex.Local("held"), False, "spent"),),
                body=self.block({"by": "s", "held": "c"}, 1),
                declared=self.draw.choice(["any", "any", "opening"]),
            ),
            d.ActionDecl(
                "sting", ("queue",), "by", (d.ActionPart(foe, True),),
                body=(st.Change(ex.Attribute(ex.Local("foe"), "seat", "life"), ex.Number(1), False),),
                declared="by_rules",
            ),
            d.ActionDecl(
                "stop_it", ("queue",), "by", (d.ActionPart(reply, True),), alive,
                cost=(st.Change(ex.Attribute(ex.Local("by"), "seat", "life"), ex.Number(1), False),),
                body=(
                    st.If(
                        ex.IsAnswer(ex.Local("reply"), "strike", {"by": replier}),
                        (st.Aim(ex.Local("reply"), ex.Local("by"), "seat"),),
                        (st.Cancel(ex.Local("reply")),),
                    ),
                ),
                declared="answering",
            ),
        )  # fmt: skip

    def declared(self, events: tuple[Any, ...], hooks: tuple[Any, Any, Any]) -> d.Rules:
        rules, limits, modifiers = hooks
        stake = (d.Parameter("stake", NUMBER),)
        seats = ex.All(ex.Set("seat", "each_one"))
        answers: Any = self.draw.choice(["last_first", "in_order"])
        closes: Any = self.draw.choice(["all_pass", "one_answer", "each_passes"])
        payer_hand = ex.Zone("hand", ex.Local("payer"))
        fits = ex.Or(
            (
                ex.Compare("=", ex.Attribute(ex.Local("paid"), "card", "colour"), ex.Local("asked")),
                ex.IsRow(ex.Local("paid"), "king"),
            )
        )
        coins = ex.Attribute(ex.Local("payer"), "seat", "points", ex.Local("asked"))
        spend = st.Change(
            ex.Attribute(ex.Local("payer"), "seat", "points", ex.Member("colour", "blue")),
            ex.Local("much"),
            False,
        )
        case = ex.Case(ex.Compare("<", ex.Local("many"), ex.Number(2)), ex.Local("many"))
        return d.Rules(
            "regelwerk-rules/1", "random", "1", (2, 3),
            enums=(d.EnumDecl("colour", ("red", "blue")),),
            types=(
                d.TypeDecl(
                    "card", None,
                    (
                        d.AttributeDecl("worth", NUMBER),
                        d.AttributeDecl("colour", d.ValueType("enum", "colour")),
                        d.AttributeDecl("mark", d.ValueType("number", low=0, high=3), stored=True),
                    ),
                    "deck",
                ),
                d.TypeDecl("gem", "card"),
                d.TypeDecl(
                    "seat", None,
                    (
                        d.AttributeDecl("life", d.ValueType("number", low=0, high=9), 5, stored=True),
                        d.AttributeDecl(
                            "points", d.ValueType("number", low=0, high=5, per="colour"), 1, stored=True
                        ),
                    ),
                ),
            ),
            rows=(
                d.RowDecl("ace", "card", {"worth": 1, "colour": "red"}, 4),
                d.RowDecl("king", "card", {"worth": 3, "colour": "blue"}, 2),
                d.RowDecl("ruby", "gem", {"worth": 2, "colour": "red"}),
                d.RowDecl("pearl", "gem", {"worth": 2, "colour": "blue"}, 3),
            ),
            zones=(
                d.ZoneDecl("hand", "card", "set", "owner", "seat"),
                d.ZoneDecl("deck", "card", "pile", "nobody"),
                d.ZoneDecl("row", "card", "ordered", "all"), d.ZoneDecl("spent", "card", "ordered", "nobody"),
                d.ZoneDecl("bag", "card", "pile", "nobody"),
            ),
            states=(
                d.StateDecl("tally", d.ValueType("number", low=0, high=99), 0),
                d.StateDecl("mood", d.ValueType("number", low=-5, high=9), 1),
                d.StateDecl("clock", d.ValueType("number", low=0, high=30), 0),
                d.StateDecl("active", SEAT, 0),
                d.StateDecl("per_colour", d.ValueType("number", low=-3, high=6, per="colour"), 0),
            ),
            dice=(d.DieDecl("fate", (1, 2, 2, 3)),),
            values=(
                d.ValueDecl(
                    "grade", (d.Parameter("many", NUMBER), d.Parameter("who", SEAT)),
                    d.ValueType("number", low=-2, high=5),
                    ex.Choice((case,), ex.Attribute(ex.Local("who"), "seat", "life")),
                ),
            ),
            events=events,
            actions=self.actions(),
            windows=(
                d.WindowDecl("clash", stake, seats, True, ex.State("active"), closes),
                d.WindowDecl("queue", stake, seats, True, ex.State("active"), "all_pass", answers,
                             one_at_a_time=self.draw.random() < 0.4),
                d.WindowDecl("turns", stake, ex.State("active"), False),
            ),
            rules=rules, limits=limits, modifiers=modifiers,
            payments=(
                d.PaymentDecl(
                    "toll", "payer",
                    (
                        d.Means(
                            ex.Attribute(ex.Local("paid"), "card", "worth"),
                            st.Move(ex.Local("paid"), False, "spent"),
                            ex.Set("card", "paid", source=payer_hand, where=fits),
                        ),
                        d.Means(ex.Number(1), spend, units=coins, amount="much"),
                    ),
                    d.Parameter("asked", d.ValueType("enum", "colour")),
                ),
            ),
        )  # fmt: skip


def random_rules(seed: int) -> d.Rules:
    """The game of a seed."""
    return RulesMaker(seed).rules()
