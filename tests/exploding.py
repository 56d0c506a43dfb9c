"""Small games whose rules ask for ever more: what the tests of bounds refuse."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path

from exploding_pieces import WAITING, WINDOW, doubling, events, main_event
from exploding_piling import PILING
from exploding_together import TOGETHER
from regelwerk.meaning.game import check_game
from regelwerk.rules.declarations import Rules

CARDS = 120
_HEAD = """game shape_{name} for 2 players
"""
_PIECES = {
    "n": "state n: 0..9 = 0",
    "card": "type card:\n    strength: 0..999 = 0\n    starts in pool\n\ntable card:\n"
    + "\n".join(f"    c{number}: strength = {number % 9}" for number in range(CARDS))
    + "\n\nzone pool: card, seen by all",
    "deck": "zone deck: card, pile, seen by nobody",
    "row_of_cards": "zone row_of_cards: card, ordered, seen by all",
    "cube": "die cube: 1..6",
}
"""What a shape is given of, if it names it."""
_FOUR = "any card a where (any card b where (any card c where (any card d where ({}))))"
_SUMS = "a.strength + b.strength + c.strength + d.strength > 99"
_DEEP = "sum of (sum of (sum of (a.strength * b.strength + c.strength) over card c) over card b) over card a"
_PARTS = """
action four:
    at w
    by q
    uses card a in pool
    uses card b in pool
    uses card c in pool
    uses card d in pool
{needs}    do:
        set n to 1
"""

SHAPES: dict[str, str] = {
    # pure expressions
    "any_in_any": main_event("repeat 100 times:", f"    if {_FOUR.format(_SUMS)}:", "        set n to 1"),
    "sum_in_sum": main_event(f"let x be {_DEEP}", "if x > 1:", "    set n to 1"),
    "count_in_count": main_event(
        "let x be count of card a where (count of card b where (count of card c where (c.strength >"
        " a.strength"
        " and b.strength > c.strength) > 200) > 0)",
        "if x > 1:",
        "    set n to 1",
    ),
    "every_in_every": main_event(
        "if every card a has (every card b has (every card c has (a.strength + b.strength + c.strength"
        " < 99))):",
        "    set n to 1",
    ),
    "greatest_in_greatest": main_event(
        "let x be greatest of (greatest of (smallest of (a.strength * b.strength - c.strength) over card c)"
        " over card b) over card a",
        "if x > 1:",
        "    set n to 1",
    ),
    "the_in_the": main_event(
        "let x be the card a where ((the card b where ((the card c where (c.strength > 99 + b.strength +"
        " a.strength)) is not none)) is not none)",
        "if x is not none:",
        "    set n to 1",
    ),
    "lists_in_lists": main_event(
        "let x be all card a where (size(all card b where (size(all card c where (c.strength = b.strength +"
        " a.strength)) > 200)) > 200)",
        "if size(x) > 0:",
        "    set n to 1",
    ),
    "numbers_in_numbers": main_event(
        "if any number i in 1..900 where (any number j in 1..900 where (i * j = 809999)):", "    set n to 1"
    ),
    "numbers_below_zero": main_event(
        "if any number i in (0 - 900)..0 where (any number j in (n - 900)..n where (i * j = 0 - 5)):",
        "    set n to 1",
    ),
    "many_numbers": main_event("if any number i in 0..999999999 where (i * i = 7):", "    set n to 1"),
    "values_that_double": doubling(30, "value v{this}() = v{next}() + v{next}()", "value v{this}() = n + 1")
    + main_event("if v0() > 1:", "    set n to 1"),
    "values_that_look": "value near(card a, card b) = any card c where (c.strength + a.strength +"
    " b.strength > 99)\n"
    "value lonely(card a) = any card b where (near(a, b))\n"
    "value all_lonely() = count of card a where (lonely(a))\n"
    + main_event("if all_lonely() > 0:", "    set n to 1"),
    "values_by_cases": doubling(
        30,
        "value v{this}(number k):\n    v{next}(k + 1) when v{next}(k) > k\n    otherwise v{next}(k - 1)",
        "value v{this}(number k) = k",
    )
    + main_event("if v0(1) > 1:", "    set n to 1"),
    "sorting": main_event(
        "let x be all card a sorted by (sum of (sum of (b.strength * c.strength - a.strength) over card"
        " c) over card b)",
        "if size(x) > 0:",
        "    set n to 1",
    ),
    "the_best_of_the_best": main_event(
        "let x be the card a sorted by (-(count of card b sorted by (count of card c where"
        " (c.strength > b.strength)) where (b.strength > a.strength)))".replace(
            "card b sorted by (count of card c where (c.strength > b.strength)) where (b.strength >"
            " a.strength)",
            "card b where (count of card c where (c.strength > b.strength) > a.strength)",
        ),
        "repeat 100 times:",
        "    if x = the card d sorted by (count of card e where (any card f where"
        " (f.strength > e.strength + 9 + d.strength))):",
        "        set n to 1",
    ),
    "zones": main_event(
        "repeat 50 times:",
        "    if any card a in pool where (any card b in pool where (any card c in pool where (a.strength"
        " + b.strength + c.strength > 99))):",
        "        set n to 1",
    ),
    "or_behind_and": main_event(
        "repeat 90 times:",
        "    if n = 0 and (any card a where (a.strength > 8 + n) or any card b where (any card c where"
        " (any card d where (b.strength + c.strength + d.strength > 99)))):",
        "        set n to 1",
    ),
    # modifiers
    "modifiers": "modify strength for card a:\n    raise count of card b where (any card c where"
    " (printed c.strength"
    " + printed b.strength > 90 + n)) when n = 0\n"
    + main_event("let x be sum of a.strength over card a", "if x > 1:", "    set n to 1"),
    "modifiers_for_each": "modify worth for card a for each card b where (b.strength > n):\n    raise 1 when"
    " any card c where (c.strength > 9 + a.strength)\nvalue worth(card a) = a.strength\n"
    + main_event("let x be sum of worth(a) over card a", "if x > 1:", "    set n to 1"),
    # loops
    "repeat": main_event("repeat while n < 9:", "    set n to 1"),
    "repeat_while": main_event("repeat while n < 5:", "    set n to 1"),
    "repeat_and_stop": main_event("repeat:", "    set n to 1", "    if n > 5:", "        stop"),
    "repeat_often": main_event("repeat 999999999 times:", "    set n to 1"),
    "loops_in_loops": main_event(
        *(f"{'    ' * k}for each card a{k} where (a{k}.strength > n - {k + 1}):" for k in range(5)),
        "    " * 5 + "set n to 1",
    ),
    "loops_over_numbers": main_event(
        "for each number i in 1..9999:",
        "    for each number j in 1..9999:",
        "        if i + j = 7:",
        "            set n to 1",
    ),
    "loop_with_sums": main_event(
        "repeat while n < 9:",
        "    let x be sum of a.strength over card a",
        "    if x > 9999:",
        "        set n to 2",
    ),
    "loop_of_moves": main_event("repeat while n < 9:", "    move pool to deck", "    move deck to pool"),
    # events
    "events_that_double": events(30, 2) + main_event("e0()"),
    "events_in_a_circle": "event climb(number k):\n    if n < 9:\n        sink(k)\nevent sink(number"
    " k):\n    climb(k)\n" + main_event("climb(1)"),
    "events_in_a_circle_and_loops": "event climb(number k):\n    repeat 2 times:\n        if n < 9:\n  "
    "          climb(k + 1)\n" + main_event("climb(1)"),
    "a_long_chain_of_events": events(900, 1) + main_event("repeat while n < 9:", "    e0()"),
    "rules_that_begin_each_other": "event a():\n    set n to 1\nevent b():\n    set n to 2\n"
    "rule r:\n    after a where (n < 9):\n        b()\nrule q:\n    after b:\n        a()\n"
    + main_event("a()"),
    "rules_instead": "event a(number k):\n    set n to 1\nrule r:\n    instead of a where (k > 0):\n"
    "        b(k)\nevent b(number k):\n    c(k)\n    c(k)\nevent c(number k):\n    if k > n:\n       "
    " b(k + 1)\n" + main_event("a(1)"),
    "rules_for_each": "event a():\n    set n to 1\nrule r for each card c:\n    before a where"
    " (c.strength > n - 9):\n"
    "        b(c)\nrule q for each card d:\n    after b where (d.strength > n - 9):\n        set n to 2\n"
    "event b(card c):\n    set n to 3\n" + main_event("repeat while n < 9:", "    a()"),
    "forbidden_by_much": "event a():\n    set n to 1\nrule r:\n    forbid a where (any card x where"
    " (any card y where"
    " (any card z where (x.strength + y.strength + z.strength > 99))))\n"
    + main_event("repeat 9 times:", "    a()"),
    "what_is_put_off": "event a():\n    later a() during main\n" + main_event("a()", "carry out main"),
    # limits
    "limits_that_breach_each_other": "limit low:\n    holds n != 1\n    breach:\n        climb()\nlimit"
    " high:\n"
    "    holds n != 2\n    breach:\n        sink()\nevent climb():\n    set n to 2\nevent sink():\n   "
    " set n to 1\n" + main_event("climb()"),
    "limits_for_each": "limit low for each card a:\n    holds any card b where (any card c where (b.strength"
    " + c.strength + a.strength > n))\n    breach:\n        set n to 0\n"
    "event climb():\n    set n to 9\n" + main_event("repeat 99 times:", "    climb()"),
    # options
    "many_parts": _PARTS.format(needs="") + WINDOW,
    "many_parts_and_needs": _PARTS.format(
        needs="    needs a.strength + b.strength + c.strength + d.strength > 90\n"
    )
    + WINDOW,
    "parts_that_look": _PARTS.format(
        needs="    needs any card e where (any card f where (e.strength + f.strength > 90 + a.strength))\n"
    )
    + WINDOW,
    "parts_that_wait": _PARTS.format(needs="") + WAITING,
    "parts_of_numbers": "action two:\n    at w\n    by q\n    uses number i in 1..5000\n"
    "    uses number j in 1..5000\n    do:\n        set n to 1\n" + WINDOW,
    "who_may_act": "action act:\n    at w\n    by q where (any card a where (any card b where (any card"
    " c where"
    " (a.strength + b.strength + c.strength > 99))))\n    do:\n        set n to 1\n" + WINDOW,
    "choice": main_event(
        "choose card a where (any card b where (any card c where (a.strength + b.strength + c.strength"
        " > 99)))"
        " by seat 1, otherwise nothing"
    ),
    "choice_of_several": main_event(
        "choose up to 3 card xs where (any card b where (any card c where (xs.strength + b.strength +"
        " c.strength"
        " > 99))) by seat 1".replace("card xs", "card a xs")
        .replace("xs.strength", "a.strength")
        .replace("card a xs", "card a")
    ),
    "secret_choice": main_event(
        "each seat p secretly chooses number k in 0..9999 where (any card a where (any card b where"
        " (a.strength + b.strength > 99 + k))):",
        "    if p = seat 1:",
        "        set n to 1",
        "otherwise:",
        "    set n to 2",
    ),
    "question": main_event(
        "ask seat 1:",
        f"    one when {_FOUR.format(_SUMS)}:",
        "        set n to 1",
        "    other:",
        "        nothing",
    ),
    "question_in_a_loop": main_event(
        "repeat while n < 9:", "    ask seat 1:", "        only_way:", "            set n to 1"
    ),
    "window_in_a_loop": "action act:\n    at w\n    by q where (n > 8)\n    do:\n        set n to 1\n"
    + WINDOW.replace("    open w(seat 1)\n", "    repeat while n < 9:\n        open w(seat 1)\n"),
    # payments
    "payment": "payment prices by payer:\n    with card a in pool where (any card b where (any card c where"
    " (a.strength + b.strength + c.strength > 99))):\n        gives 1\n        set n to a.strength\n"
    + main_event("pay prices by seat 1: 2"),
    "a_high_price": "payment prices by payer:\n    with up to 99999 as k:\n        gives 1\n"
    "        set n to k\n" + main_event("pay prices by seat 1: 999999"),
    # chance
    "many_dice": main_event("repeat while n < 9:", "    roll cube as k", "    set n to k"),
    "shuffles": main_event(
        "repeat while n < 9:", "    move deck to row_of_cards", "    shuffle row_of_cards"
    ),
    "picks": main_event(
        "repeat while n < 9:",
        "    choose card a in pool at random, otherwise done",
        "    set n to a.strength",
    ),
    "picks_that_look": main_event(
        "choose card a where (any card b where (any card c where (a.strength + b.strength + c.strength"
        " > 99))) at random, otherwise done",
        "set n to a.strength",
    ),
    # history and numbers
    "history": "event a(number k):\n    set n to 1\n"
    "value done_before(number k) = happened a(k: k) this main\n"
    + main_event(
        "let k be 0",
        "repeat while n < 9:",
        "    a(k)",
        "    set k to k + 1",
        "if done_before(3):",
        "    set n to 2",
    ),
    "powers": doubling(12, "value v{this}() = v{next}() * v{next}()", "value v{this}() = 9 * 9 * 9 + n")
    + main_event("if v0() > 1:", "    set n to 1"),
    **TOGETHER,
    **PILING,
}


@cache
def rules_of(shape: str) -> Rules:
    """The rules of a shape, checked."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{shape}.rules")
        path.write_text(text_of(shape), "utf-8")
        checked = check_game(path)
    assert checked.rules is not None, [str(problem) for problem in checked.diagnostics]
    return checked.rules


def text_of(shape: str) -> str:
    """The rule file of a shape."""
    body = SHAPES[shape]
    if "deck" in body:
        body = f"# What is drawn is a card.\n{body}"
    pieces = [piece for name, piece in _PIECES.items() if re.search(rf"\b{name}\b", body)]
    return "\n".join([_HEAD.format(name=shape), *pieces, "", body])
