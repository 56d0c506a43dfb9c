"""What hangs on events and values, made at random: rules, limits and modifiers."""

from __future__ import annotations

from typing import Any

import msgspec

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st

from .random_expressions import EVENTS
from .random_statements import RandomStatements

NUMBER, SEAT = d.ValueType("number"), d.ValueType("seat")
CARD = d.ValueType("thing", "card")


class RandomHooks(RandomStatements):
    """Draws rules of every kind, standing and lasting, for one thing or each of a set; limits; modifiers."""

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
