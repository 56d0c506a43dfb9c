"""Rules made at random: every statement and every hook occurs, nothing makes sense.

A game has cards with copies, seats with attributes, zones of every order, dice, windows, payments, limits,
modifiers and rules. Events call only events after them, and loops are short, so every game ends.
"""

from __future__ import annotations

from typing import Any

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st

from .random_expressions import EVENTS, Names
from .random_hooks import CARD, NUMBER, SEAT, RandomHooks

KINDS = {"n": NUMBER, "s": SEAT, "c": CARD}


class RulesMaker(RandomHooks):
    """Makes one game from one seed."""

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
            "regelwerk-rules/2", "random", "1", (2, 3),
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
                            (st.Move(ex.Local("paid"), False, self.draw.choice(["spent", "bag"])),),
                            self.consequence({"payer": "s", "paid": "c"}),
                            ex.Set("card", "paid", source=payer_hand, where=fits),
                        ),
                        d.Means(
                            ex.Number(1), (spend,), self.consequence({"payer": "s", "much": "n"}),
                            units=coins, amount="much",
                        ),
                    ),
                    d.Parameter("asked", d.ValueType("enum", "colour")),
                ),
            ),
        )  # fmt: skip

    def consequence(self, scope: Names) -> Any:
        """What happens for what was laid down: it may ask somebody, or pay in its turn."""
        self.event, self.deciding = EVENTS, self.draw.random() < 0.5
        return st.If(self.flag(scope, 1), self.block(scope, 1)) if self.draw.random() < 0.7 else None


def random_rules(seed: int) -> d.Rules:
    """The game of a seed."""
    return RulesMaker(seed).rules()
