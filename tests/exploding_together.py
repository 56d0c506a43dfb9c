"""Shapes that put several constructs together: what asks for too much lies inside another."""

from __future__ import annotations

from exploding_pieces import WINDOW, main_event

_KINDS = [f"k{number}" for number in range(40)]
_TOWNS = 400
_GRAPH = "\n".join(
    [
        "type town:",
        "    hill: flag = no",
        "type road:",
        "    from_place: town",
        "    to_place: town",
        "table town:",
        *(f"    t{number}" for number in range(_TOWNS)),
        "table road:",
        *(
            f"    d{number}_{step}: from_place = t{number}, to_place = t{(number * step + 1) % _TOWNS}"
            for number in range(_TOWNS)
            for step in (1, 7, 13)
        ),
        "map country: town linked by road\n",
    ]
)

_GRID = """
type field:
    w: 0..9 = 0
map board: grid 40 by 40 of field
"""

TOGETHER: dict[str, str] = {
    "everything_inside": """
value rank(card a) = count of card b where (b.strength > a.strength and any card c where (c.strength + \
b.strength > 17 + n))
modify strength for card a:
    raise 1 when (the card d sorted by (count of card e where (printed e.strength > printed \
d.strength))) = a
action act:
    at w
    by q
    uses card a in pool where (rank(a) > 200)
    do:
        set n to 1
"""
    + WINDOW,
    "sort_in_sort": """
event main():
    let x be all card a sorted by (size(all card b sorted by (size(all card c sorted by (c.strength * n \
+ b.strength - a.strength)))))
    if size(x) > 999:
        set n to 1
    end game as over
""",
    "sorted_loop": """
event main():
    repeat 999 times:
        for each card a sorted by (count of card b where (b.strength > a.strength)):
            set n to 1
    end game as over
""",
    "modifier_bounds": """
modify strength for card a:
    raise 1 up to count of card b where (any card c where (printed b.strength + printed c.strength > 17 \
+ n))
event main():
    if any card a where (a.strength = 9):
        set n to 1
    end game as over
""",
    "may_in_set": """
event hit(card a):
    set n to 1
rule r:
    forbid hit where (any card b where (any card c where (b.strength + c.strength + a.strength > 99)))
event main():
    let x be count of card a where (may hit(a))
    if x > 999:
        hit(c0)
    end game as over
""",
    "may_in_may": """
event hit(card a):
    set n to 1
event strike(card a):
    set n to 1
rule r:
    forbid hit where (any card b where (not may strike(b)))
rule q:
    forbid strike where (any card b where (any card c where (b.strength + c.strength + a.strength > 99)))
event main():
    let x be count of card a where (may hit(a))
    if x > 999:
        hit(c0)
        strike(c1)
    end game as over
""",
    "rule_for_each_forbid": """
event hit(card a):
    set n to 1
rule r for each card b:
    forbid hit where (any card c where (b.strength + c.strength + a.strength > 99))
event main():
    for each card a:
        hit(a)
    end game as over
""",
    "pay_some": """
payment prices by payer:
    with card a in pool where (any card b where (a.strength + b.strength > 99 + n)):
        gives 1
        move a to deck
event main():
    repeat while n < 9:
        pay prices by some all seat from seat 1: 2
    end game as over
""",
    "pay_many_needs": f"enum kind: {', '.join(_KINDS)}\npayment prices of kind m by payer:\n"
    + "".join(
        f"    with card a in pool where (a.strength = {number % 9} and m = {kind}):\n"
        "        gives 1\n        move a to deck\n"
        for number, kind in enumerate(_KINDS)
    )
    + main_event(
        "repeat 99 times:",
        f"    pay prices by seat 1: {', '.join(f'1 of {kind}' for kind in _KINDS)}",
        "    move deck to pool",
    ),
    "pay_needs_of_all": f"enum kind: {', '.join(_KINDS)}\npayment prices of kind m by payer:\n"
    "    with card a in pool where (a.strength > n or m = k1):\n        gives 1\n        move a to deck\n"
    + main_event(
        "repeat 99 times:",
        f"    pay prices by seat 1: {', '.join(f'3 of {kind}' for kind in _KINDS)}",
        "    move deck to pool",
    ),
    "pay_units_large": """
payment prices by payer:
    with card a in pool:
        gives 500
        move a to deck
    with up to 9999 as k:
        gives 1
        set n to smallest of (k, 9)
event main():
    repeat 99 times:
        pay prices one each by seat 1: 9000
        pay prices by seat 1: 9000
    end game as over
""",
    "history_card_pairs": """
event met(card a, card b):
    set n to 1
value twice(card a, card b) = happened met(a: a, b: b) this main
event main():
    repeat while n < 9:
        for each card a:
            for each card b:
                met(a, b)
    if any card a where (any card b where (twice(a, b))):
        set n to 2
    end game as over
""",
    "history_in_set": """
event met(card a, number k):
    set n to 1
event main():
    for each card a:
        met(a, 3)
    if any card a where (any card b where (any card c where (times met(a: a, k: c.strength) this main > \
times met(a: b) this main + 9))):
        set n to 2
    end game as over
""",
    "history_spans": """
event met(number k):
    set n to 1
event go():
    met(5)
    if happened met(k: 5) this go and n < 9:
        go()
event main():
    go()
    end game as over
""",
    "lists_repeat": """
event main():
    let xs be all card a where (a.strength >= n)
    repeat while n < 9:
        set xs to all card a in xs where (a.strength >= n)
    end game as over
""",
    "lists_inside": """
event main():
    repeat 50 times:
        let xs be all card a where (a inside all card b where (b inside all card c where (c.strength >= \
n)))
        if size(xs) = 0:
            set n to 1
    end game as over
""",
    "list_of_numbers": """
event main():
    let xs be all number i in 1..10000 where (i > n)
    repeat while n < 9:
        if 10001 inside xs:
            set n to 1
    end game as over
""",
    "move_lists": """
event main():
    let xs be all card a where (a.strength > n)
    repeat while n < 9:
        move all card a in xs to deck
        move all card a in xs to pool
    end game as over
""",
    "shows": """
event main():
    let q be count of card
    if q > 9:
        move pool to row_of_cards
    repeat while n < 9:
        show row_of_cards to all seat
    end game as over
""",
    "looks": """
event main():
    move pool to deck
    repeat while n < 9:
        look at 100 of deck as xs by seat 1
        if size(xs) = 7:
            set n to 1
        shuffle deck
    end game as over
""",
    "draws": """
event main():
    repeat while n < 9:
        move pool to deck
        draw 120 from deck to row_of_cards
        move row_of_cards to pool
    end game as over
""",
    "draw_often": """
event main():
    move pool to deck
    repeat while n < 9:
        draw 1 from deck to deck
    end game as over
""",
    "grid_paths": _GRID
    + """
event main():
    if any field f where (any direction d where (any field g in path(f, d, 40) where (any direction e \
where (any field h in path(g, e, 40) where (h.w > n))))):
        set n to 1
    end game as over
""",
    "grid_small_loop": _GRID
    + """
event main():
    repeat while n < 9:
        for each field f:
            set f.w to size(path(f, north, 3))
    end game as over
""",
    "grid_path_big": _GRID
    + """
event main():
    repeat while n < 9:
        for each field f:
            set f.w to 1
            if size(path(f, north, 999999999)) = 77:
                set n to 1
    end game as over
""",
    "distances": _GRAPH
    + """
event main():
    set t1.hill to yes
    let x be sum of (sum of distance(a, b, all town) over town b) over town a
    if x > 1:
        set n to 1
    end game as over
""",
    "distances_loop": _GRAPH
    + """
event main():
    repeat while n < 9:
        if distance(t0, t399, all town) = 77 or t1.hill:
            set n to 1
    end game as over
""",
    "distance_through": _GRAPH
    + """
event main():
    if any town a where (distance(t0, a, all town c where \
(any town d in neighbours(c) where (size(links(c, d)) > 9 or d.hill))) = 77):
        set n to 1
    end game as over
""",
    "limit_breach_begins": """
limit low:
    holds n < 5
    breach:
        climb()
event climb():
    set n to 7
event main():
    climb()
    end game as over
""",
    "picks_sorted": """
event main():
    repeat while n < 9:
        choose card a where (any card b where (b.strength + a.strength > 8)) at random, otherwise done
        set n to 0
    end game as over
""",
    "ask_many_ways": main_event(
        "ask seat 1:",
        *(
            f"    way{number} when any card a where (any card b where (a.strength + b.strength > 99 + n)):\n"
            "            set n to 1"
            for number in range(60)
        ),
        "    z:",
        "        nothing",
    ),
    "atomic_loop": """
event main():
    atomic:
        repeat while n < 9:
            open w(seat 1)
    end game as over
window w(seat p):
    asks all seat from p
action act:
    at w
    by q
    do:
        set n to 1
""",
    "leave_loop": """
event go():
    leave go
event main():
    repeat while n < 9:
        go()
    end game as over
""",
    "leave_afterwards": """
event go():
    leave go afterwards
    set n to 1
rule r:
    before go:
        set n to 1
event main():
    repeat while n < 9:
        go()
        set n to 0
    end game as over
""",
    "foreach_numbers_state": """
event main():
    for each number i in 1..10000 where (any number j in 1..10000 where (i * i + 2 = j * j + n)):
        set n to 1
    end game as over
""",
    "sum_numbers_products": """
event main():
    let x be sum of (sum of (i * j) over number j in 1..9999) over number i in 1..9999
    if x > 1:
        set n to 1
    end game as over
""",
    "add_small_loop": """
event main():
    let x be 999999999
    repeat while n < 9:
        set x to x + 1000
    if x > 1:
        set n to 1
    end game as over
""",
}
