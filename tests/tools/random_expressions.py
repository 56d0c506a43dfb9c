"""Expressions made at random, from locals in scope and what every such game declares."""

from __future__ import annotations

import random
from typing import Any, Literal

from regelwerk.rules import expressions as ex

EVENTS = 7
"""How many events a game has besides `main`: `e0`, `e1` and so on."""

Names = dict[str, str]
"""Locals in scope: `n` a number, `s` a seat, `c` a card that is there, `l` a list of cards."""


class RandomExpressions:
    """Draws numbers, seats, zones, sets of cards and conditions; what is drawn depends on the seed alone."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.names = 0

    def name(self) -> str:
        self.names += 1
        return f"x{self.names}"

    def one(self, scope: Names, kind: str) -> str | None:
        found = [name for name, k in scope.items() if k == kind]
        return self.draw.choice(found) if found else None

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
            op: Literal["smallest", "greatest"] = self.draw.choice(["smallest", "greatest"])
            return ex.Arithmetic(op, self.number(scope, depth - 1), self.number(scope, depth - 1))
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
