"""Shapes in which something piles up: what lasts, what is put off, answers, things that pass."""

from __future__ import annotations

from exploding_pieces import ASKS

_TOKEN = """
type token lives until main:
    size: 0..999 = 0
"""
_BY_RULES = """
action act:
    at w
    by q
    only by rules
    do:
"""
_WAITS = ASKS.replace("answers at once", "answers last first")

PILING: dict[str, str] = {
    "lasting_piles": """
event mark(card a):
    set n to a.strength
event main():
    mark(c0)
    repeat while n < 9:
        for the rest of main:
            rule r:
                after mark where (n > 8):
                    set n to 2
    end game as over
""",
    "lasting_piles_mod": """
event mark(card a):
    set n to a.strength
event main():
    mark(c0)
    repeat 499 times:
        for the rest of main:
            modify strength for card s:
                raise 1 when any card b where (printed b.strength > 9 + n and b = s)
    let x be sum of a.strength over card a
    if x > 99999:
        set n to 1
    end game as over
""",
    "lasting_rules_begin": """
event go():
    for the rest of main:
        rule r:
            after go where (n < 9):
                go()
event main():
    go()
    end game as over
""",
    "lasting_forbid": """
event mark(card a):
    set n to a.strength
event main():
    repeat 400 times:
        for the rest of main:
            rule r:
                forbid mark where (a.strength > 50 + n)
    repeat while n < 9:
        for each card a:
            mark(a)
        set n to 0
    end game as over
""",
    "later_piles": """
event mark(card a):
    set n to a.strength
event main():
    repeat while n < 9:
        for each card a:
            later mark(a) during main
    carry out main
    end game as over
""",
    "later_piles_decisions": """
event tick():
    set n to 1
event main():
    repeat while n < 9:
        repeat 30 times:
            later tick() during main
        ask seat 1:
            one:
                nothing
            other:
                nothing
    end game as over
""",
    "later_doubling": """
event tick():
    later tick() during main
    later tick() during main
event main():
    tick()
    carry out main
    end game as over
""",
    "later_in_carry_out": """
event tick():
    later tick() during main
    carry out main
event main():
    tick()
    end game as over
""",
    "answers_by_rules": _BY_RULES
    + """        later act() by q during main
        later act() by q during main

window w(seat p):
    asks all seat from p
    closes when each has passed
    answers last first one at a time

event main():
    later act() by seat 1 during main
    open w(seat 1)
    end game as over
""",
    "answers_by_rules_window": _BY_RULES
    + """        later act() by q during main
"""
    + _WAITS
    + """
event main():
    later act() by seat 1 during main
    repeat while n < 9:
        open w(seat 1)
    end game as over
""",
    "window_by_rules_nested": _BY_RULES
    + """        later act() by q during main
        open w(q)
"""
    + _WAITS
    + """
event main():
    later act() by seat 1 during main
    open w(seat 1)
    end game as over
""",
    "passing_by": """
action act:
    at w
    by q
    do:
        set n to 1

window w(seat p):
    asks all seat from p
    passing by q when any card a where (any card b where (any card c where (a.strength + b.strength + \
c.strength > 99 + n)))
    closes when each has passed
    answers at once

event main():
    open w(seat 1)
    end game as over
""",
    "passing_endless": _TOKEN
    + """
event main():
    repeat while n < 9:
        create token as t
        set n to t.size
    end game as over
""",
    "passing_ended": """
type token lives until go:
    size: 0..9 = 0
event go():
    create token as t
    set n to t.size
event main():
    repeat while n < 9:
        go()
    end game as over
""",
    "passing_decisions": _TOKEN
    + """
event main():
    repeat while n < 9:
        ask seat 1:
            one:
                repeat 2 times:
                    create token as t
                    set n to t.size
            other:
                nothing
    end game as over
""",
    "passing_looked": _TOKEN
    + """
event main():
    repeat 20 times:
        create token as t
        set n to t.size
    repeat 1000 times:
        if any token a where (any token b where (any token c where (a.size + b.size + c.size > 99))):
            set n to 1
    end game as over
""",
}
