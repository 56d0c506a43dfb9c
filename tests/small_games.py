"""Small games in the rules form, built by hand: what the tests of matches play."""

from __future__ import annotations

from typing import Any

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st

NUMBER = d.ValueType("number")
SEAT = d.ValueType("seat")
FLAG = d.ValueType("flag")
NONE = ex.Nothing()
SEATS = ex.Set("seat", "any_seat")


def n(value: int) -> ex.Number:
    return ex.Number(value)


def v(name: str) -> ex.Local:
    return ex.Local(name)


def eq(left: Any, right: Any) -> ex.Compare:
    return ex.Compare("=", left, right)


def call(name: str, *args: Any) -> ex.Builtin:
    return ex.Builtin(name, args)


def number(low: int, high: int) -> d.ValueType:
    return d.ValueType("number", low=low, high=high)


def of_seat(name: str, seat: Any) -> ex.Attribute:
    return ex.Attribute(seat, "seat", name)


def seat_type(*attributes: d.AttributeDecl) -> d.TypeDecl:
    return d.TypeDecl("seat", attributes=attributes)


def game(name: str, **parts: Any) -> d.Rules:
    parts.setdefault("players", (2, 2))
    return d.Rules(format=d.FORMAT, game=name, version="1", **parts)


def event(name: str, *body: Any, parameters: tuple[d.Parameter, ...] = (), **rest: Any) -> d.EventDecl:
    return d.EventDecl(name, parameters, tuple(body), **rest)


def lines_game() -> d.Rules:
    """Three in a row on a grid of three by three."""
    mark = ex.Attribute(v("f"), "field", "mark")
    line = call("path", v("f"), v("way"), n(3))
    full = ex.Every(
        ex.Set("field", "t", source=line), eq(ex.Attribute(v("t"), "field", "mark"), ex.State("mover"))
    )
    ways = ex.Set("direction", "way", where=ex.And((eq(call("size", line), n(3)), full)))
    won = ex.Any(ex.Set("field", "f", where=ex.Any(ways)))
    free = ex.Set("field", "f", where=eq(mark, NONE))
    return game(
        "lines",
        types=(
            d.TypeDecl(
                "field",
                attributes=(d.AttributeDecl("mark", d.ValueType("seat", optional=True), stored=True),),
            ),
        ),
        maps=(d.MapDecl("board", "field", 3, 3),),
        states=(d.StateDecl("mover", SEAT, 0),),
        events=(
            event(
                "main",
                st.Repeat(
                    "forever",
                    (
                        st.Choose(free, ex.State("mover"), otherwise=(st.EndGame("draw"),)),
                        st.Assign(mark, ex.State("mover")),
                        st.If(won, (st.EndGame("three", ex.State("mover")),)),
                        st.Assign(ex.State("mover"), call("next", ex.State("mover"))),
                    ),
                ),
            ),
        ),
    )


def betting_game() -> d.Rules:
    """Everybody draws a card and bets in secret; the higher card wins what was bet; three rounds."""
    card = d.TypeDecl(
        "card", attributes=(d.AttributeDecl("worth", NUMBER), d.AttributeDecl("colour", FLAG, on_back=True)),
        starts_in="deck",
    )  # fmt: skip
    hand = ex.Zone("hand", v("p"))
    held = ex.Extreme("greatest", ex.Set("card", "c", source=hand), ex.Attribute(v("c"), "card", "worth"))
    players = ex.Set("seat", "p")
    bets = ex.Set("number", "bet", low=n(0), high=ex.Arithmetic("smallest", n(2), of_seat("coins", v("p"))))
    leader = ex.The(ex.Set("seat", "p", where=eq(held, ex.Extreme("greatest", ex.Set("seat", "p"), held))))
    return game(
        "betting",
        players=(2, 4),
        types=(
            card,
            seat_type(
                d.AttributeDecl("coins", number(0, 100), default=5, stored=True),
                d.AttributeDecl("bet", number(0, 2), stored=True),
            ),
        ),
        rows=tuple(
            d.RowDecl(f"card_{worth}", "card", {"worth": worth, "colour": worth % 2}, copies=2)
            for worth in range(1, 6)
        ),
        zones=(
            d.ZoneDecl("deck", "card", "pile", "nobody"),
            d.ZoneDecl("hand", "card", "set", "owner", "seat"),
            d.ZoneDecl("discard", "card", "ordered", "all"),
        ),
        dice=(d.DieDecl("fate", (1, 1, 2, 3, 4, 6)),),
        events=(
            event(
                "main",
                st.Repeat("times", (st.Happen("round"),), n(3)),
                st.EndGame("richest", scores=(d_score(),)),
            ),
            event(
                "round",
                st.ForEach(players, (st.DrawOne("drawn", "deck", "hand", to_of=v("p")),)),
                st.SecretChoice(players, bets, (st.Assign(of_seat("bet", v("p")), v("bet")),)),
                st.Let("first", leader),
                st.ForEach(
                    ex.Set("seat", "p", where=ex.Compare("!=", v("p"), v("first"))),
                    (
                        st.Change(of_seat("coins", v("p")), of_seat("bet", v("p")), False),
                        st.Change(of_seat("coins", v("first")), of_seat("bet", v("p")), True),
                    ),
                    start=v("first"),
                ),
                st.ForEach(players, (st.Move(hand, True, "discard"),)),
                st.Roll("fate", "luck", v("first")),
                st.If(eq(v("luck"), n(6)), (st.Change(of_seat("coins", v("first")), n(1), True),)),
            ),
        ),
    )  # fmt: skip


def d_score() -> st.Score:
    return st.Score(of_seat("coins", v("p")), ex.Set("seat", "p"))


def duel_game() -> d.Rules:
    """Two seats strike and parry in a window whose answers take effect last first."""
    foe = ex.Set("seat", "foe", where=ex.Compare("!=", v("foe"), v("by")))
    blow = ex.Set(
        "answer", "blow", source=ex.Zone("answers"),
        where=ex.And((
            ex.Compare("!=", ex.Attribute(v("blow"), "answer", "by"), v("by")),
            ex.Not(ex.Attribute(v("blow"), "answer", "cancelled")),
        )),
    )  # fmt: skip
    return game(
        "duel",
        types=(
            seat_type(
                d.AttributeDecl("life", number(0, 5), default=3, stored=True),
                d.AttributeDecl("breath", number(0, 9), default=6, stored=True),
            ),
        ),
        windows=(
            d.WindowDecl(
                "clash", (d.Parameter("starter", SEAT),), ex.All(SEATS), True, v("starter"), "all_pass",
                "last_first",
            ),
        ),
        actions=(
            d.ActionDecl(
                "strike", ("clash",), "by", (d.ActionPart(foe, True),),
                needs=(ex.Compare(">", of_seat("breath", v("by")), n(0)),), once_per="bout",
                cost=(st.Change(of_seat("breath", v("by")), n(1), False),),
                body=(st.Change(of_seat("life", v("foe")), n(1), False),),
            ),
            d.ActionDecl(
                "parry", ("clash",), "by", (d.ActionPart(blow, True),),
                cost=(st.Change(of_seat("breath", v("by")), n(1), False),),
                needs=(ex.Compare(">", of_seat("breath", v("by")), n(0)),),
                body=(st.Cancel(v("blow")),),
            ),
        ),
        events=(
            event(
                "main",
                st.Repeat("times", (st.ForEach(ex.Set("seat", "p"), (st.Happen("bout", (v("p"),)),)),), n(4)),
                st.EndGame("tired", scores=(st.Score(of_seat("life", v("p")), ex.Set("seat", "p")),)),
            ),
            event("bout", st.Open("clash", (v("p"),)), parameters=(d.Parameter("p", SEAT),)),
        ),
        limits=(
            d.LimitDecl(
                "alive", ex.Compare(">", of_seat("life", v("p")), n(0)),
                (st.EndGame("slain", call("next", v("p"))),), ("strike",), ex.Set("seat", "p"),
            ),
        ),
    )  # fmt: skip


def toll_game(mode: str = "one") -> d.Rules:
    """A toll of two red units and one of any kind, paid with cards or coins."""
    kind = ex.Attribute(v("c"), "card", "kind")
    fits = ex.Or((eq(kind, v("asked")), eq(kind, ex.Member("kind", "any"))))
    loose = ex.And((ex.IsRow(v("c"), "red_card"), eq(call("owner", v("c")), NONE)))
    loose_red = ex.The(ex.Set("card", "c", where=loose))
    coins = of_seat("coins", v("payer"))
    kind_of = d.AttributeDecl("kind", d.ValueType("enum", "kind"))
    bound = ex.Choice((ex.Case(eq(v("asked"), ex.Member("kind", "any")), coins),), n(0))
    by: Any = ex.Seat(1) if mode == "one" else ex.All(SEATS)
    return game(
        "toll",
        enums=(d.EnumDecl("kind", ("any", "red", "blue")),),
        types=(
            d.TypeDecl("card", attributes=(kind_of,), starts_in="box"),
            seat_type(d.AttributeDecl("coins", number(0, 9), default=1, stored=True)),
        ),
        rows=(
            d.RowDecl("red_card", "card", {"kind": "red"}, copies=3),
            d.RowDecl("blue_card", "card", {"kind": "blue"}, copies=2),
            d.RowDecl("joker", "card", {"kind": "any"}),
        ),
        zones=(
            d.ZoneDecl("hand", "card", "set", "owner", "seat"),
            d.ZoneDecl("box", "card", "pile", "nobody"),
            d.ZoneDecl("spent", "card", "set", "all"),
        ),
        states=(d.StateDecl("paid", number(0, 3), 0),),
        payments=(
            d.PaymentDecl(
                "toll", "payer",
                (
                    d.Means(
                        n(1), (st.Move(v("c"), False, "spent"),), None,
                        ex.Set("card", "c", source=ex.Zone("hand", v("payer")), where=fits),
                    ),
                    d.Means(
                        n(1), (st.Change(coins, v("much"), False),), units=bound, amount="much",
                    ),
                ),
                d.Parameter("asked", d.ValueType("enum", "kind")),
            ),
        ),
        events=(
            event(
                "main",
                st.Move(ex.Row("joker"), False, "hand", ex.Seat(1)),
                st.Move(loose_red, False, "hand", ex.Seat(1)),
                st.Move(loose_red, False, "hand", ex.Seat(2)),
                st.Pay(
                    "toll", mode, by,
                    (st.Need(n(2), ex.Member("kind", "red")), st.Need(n(1), ex.Member("kind", "any"))),
                    ex.Seat(1), True,
                    then=(st.Assign(ex.State("paid"), n(1)),), otherwise=(st.Assign(ex.State("paid"), n(2)),),
                ),
                st.Choose(ex.Set("number", "pause", low=n(1), high=n(2)), ex.Seat(1)),
            ),
        ),
    )  # fmt: skip


def errand_game() -> d.Rules:
    """Nested loops with choices, work put off, a lasting rule, and errands that are left early."""
    tally = ex.State("tally")
    choose = st.Choose(ex.Set("number", "step", low=n(0), high=n(3)), v("p"))
    amount = d.Parameter("amount", NUMBER)
    return game(
        "errands",
        states=(
            d.StateDecl("tally", number(0, 999), 0),
            d.StateDecl("late", number(0, 999), 0),
            d.StateDecl("per_way", d.ValueType("number", low=0, high=9, per="direction"), 0),
        ),
        events=(
            event(
                "main",
                st.Repeat("times", (st.Happen("day"),), n(3)),
                st.EndGame("evening", scores=(st.Score(tally, ex.Set("seat", "p", where=eq(v("p"), n(0)))),)),
            ),
            event(
                "day",
                st.ForEach(
                    ex.Set("seat", "p"),
                    (
                        st.ForEach(
                            ex.Set("number", "k", low=n(1), high=n(2)),
                            (
                                choose,
                                st.If(eq(v("step"), n(0)), (st.Leave("day"),)),
                                st.If(
                                    eq(v("step"), n(1)),
                                    (st.Later("add", "day", (ex.Arithmetic("*", v("k"), n(10)),)),),
                                    (st.Happen("add", (v("step"),), "added"), st.Let("twice", v("added"))),
                                ),
                                st.If(eq(v("step"), n(3)), (st.Lasting("day", ("eager",), (), ("k",)),)),
                            ),
                        ),
                    ),
                    start=ex.Seat(2),
                ),
                st.CarryOut("day"),
                st.Assign(
                    ex.State("late"),
                    ex.Arithmetic("+", ex.State("late"), ex.Happened("add", "day")),
                ),
            ),
            event(
                "add",
                st.Change(tally, v("amount"), True),
                st.Result(v("amount")),
                parameters=(amount,),
                result=NUMBER,
            ),
        ),
        rules=(
            d.RuleDecl(
                "eager", "after", "add", where=ex.Compare("<", v("result"), n(10)),
                body=(st.Change(tally, ex.Arithmetic("+", v("k"), n(100)), True),),
                captured=(d.Parameter("k", NUMBER),),
            ),
            d.RuleDecl("thrift", "instead", "add", where=eq(v("amount"), n(20)), body=(st.Result(n(0)),)),
        ),
    )  # fmt: skip


ALL = {
    "lines": lines_game(),
    "betting": betting_game(),
    "duel": duel_game(),
    "toll": toll_game(),
    "toll_group": toll_game("group"),
    "errands": errand_game(),
}
