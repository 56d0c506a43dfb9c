"""Rules that never end, or ask for more than there is, and texts nobody would write."""

from __future__ import annotations

from .cases import CHECK, SIMULATE, TEST, WATCH, Case, Content, rules

STATE = "state n: 0..9 = 0\n"
IN = " (in "
CARDS = "type card:\n    strength: 0..9 = 0\n\ntable card:\n    ace: strength = 1\n"
STEPS = "more than 200000 steps"


def _deep_blocks(depth: int) -> str:
    return "".join("  " * (k + 2) + "if n = 0:\n" for k in range(depth)) + "  " * (depth + 2) + "nothing"


REFUSED = (
    ("a loop without an end", "    repeat:\n        set n to 0", STATE, ("nothing in this loop can end it",)),
    ("a loop on what is always so", "    repeat while n = n:\n        set n to 0", STATE, ("are the same",)),
    ("a milliard of rounds", "    repeat 1000000000 times:\n        nothing", "", ("has 10 digits",)),
    (
        "count to a milliard",
        "    if count of number i in 1..1000000000 where (i > 5) = 3:\n        end game as over",
        "",
        ("has 10 digits",),
    ),
    ("an event that calls itself", "    a()", "event a():\n    a()\n", ("`a` -> `a`",)),
    (
        "events that call each other",
        "    a()",
        "event a():\n    b()\n\nevent b():\n    a()\n",
        ("`a` -> `b`",),
    ),
    (
        "an after rule of its own",
        "    a()",
        "event a():\n    nothing\n\nrule x:\n    after a:\n        a()\n",
        ("`a` -> `a`",),
    ),
    (
        "a before rule of its own",
        "    a()",
        "event a():\n    nothing\n\nrule x:\n    before a:\n        a()\n",
        ("`a` -> `a`",),
    ),
    (
        "after rules in a ring",
        "    a()",
        "event a():\n    nothing\n\nevent b():\n    nothing\n\n"
        "rule x:\n    after a:\n        b()\n\nrule y:\n    after b:\n        a()\n",
        ("`a`",),
    ),
    ("a value of itself", "    set n to f(1)", STATE + "value f(number k) = f(k + 1)\n", ("`f`",)),
)
"""Name, what `main` does, other declarations, and what the checker says."""

GRID = "type square:\n    mark: 0..1 = 0\n\nmap board: grid 100 by 100 of square\n"
NOTHING = "event a():\n    set n to 1\n"

ENDLESS = (
    (
        "a loop",
        "    repeat:\n        set n to 0\n        if n = 5:\n            stop",
        STATE,
        (STEPS, "event `main`"),
    ),
    ("many rounds", "    repeat 999999999 times:\n        set n to 0", STATE, (STEPS, "event `main`")),
    (
        "an event calls itself",
        "    a()",
        STATE + "event a():\n    if n = 0:\n        a()\n    set n to 1\n",
        ("event `a`",),
    ),
    (
        "events call each other",
        "    a()",
        STATE + "event a():\n    if n = 0:\n        b()\n    set n to 1\n\n"
        "event b():\n    if n = 0:\n        a()\n    set n to 1\n",
        ("event `",),
    ),
    (
        "an after rule",
        "    a()",
        STATE + NOTHING + "\nrule x:\n    after a where (n = 1):\n        a()\n",
        ("more than 400 happenings",),
    ),
    (
        "a before rule",
        "    a()",
        STATE + NOTHING + "\nrule x:\n    before a where (n = 0):\n        a()\n",
        ("more than 400 happenings",),
    ),
    (
        "after rules in a ring",
        "    a()",
        STATE + NOTHING + "\nevent b():\n    set n to 2\n\n"
        "rule x:\n    after a where (n = 1):\n        b()\n\nrule y:\n    after b where (n = 2):\n"
        "        a()\n",
        ("more than 400 happenings",),
    ),
    (
        "limits that break each other",
        "    a()",
        "state n: 0..9 = 0\nstate m: 0..9 = 0\n\nevent a():\n    set n to 1\n\n"
        "event c():\n    set m to 0\n    set n to 1\n\nevent d():\n    set n to 0\n    set m to 1\n\n"
        "limit x:\n    holds n = 0\n    breach:\n        d()\n\nlimit y:\n    holds m = 0\n    breach:\n"
        "        c()\n",
        (IN,),
    ),
    (
        "as soon as",
        "    a()",
        STATE + NOTHING + "\nrule x:\n    as soon as n = 1:\n        a()\n",
        ("more than 400 happenings",),
    ),
    (
        "as soon as, of each other",
        "    a()",
        STATE + NOTHING + "\nevent b():\n    set n to 2\n\n"
        "rule x:\n    as soon as n = 1:\n        b()\n\nrule y:\n    as soon as n = 2:\n        a()\n",
        ("more than 400 happenings",),
    ),
    (
        "values call each other",
        "    set n to f(1)",
        STATE + "value f(number k):\n    1 when k = 0\n    otherwise f(k + 1)\n",
        ("`f`",),
    ),
    (
        "a number that squares itself",
        "    let k be 9\n    repeat 100000 times:\n        set k to k * k\n    if k = 1:\n"
        "        end game as over\n"
        "    end game as last",
        "",
        ("event `main`", "too large"),
    ),
    (
        "a number that doubles",
        "    let k be 9\n    repeat 100000 times:\n        set k to k + k\n    if k = 1:\n"
        "        end game as over\n"
        "    end game as last",
        "",
        ("event `main`", "too large"),
    ),
    (
        "a sum of sums",
        "    let k be 9\n    repeat 100 times:\n"
        "        set k to sum of k over number i in 1..9000 where (i != 2)\n"
        "    if k = 1:\n        end game as over\n    end game as last",
        "",
        ("event `main`", "too large"),
    ),
    (
        "a number that grows with an event",
        "    a(9)",
        STATE + "event a(number k):\n    if n = 0:\n        a(k * k)\n    set n to 1\n",
        ("too large",),
    ),
    (
        "a long count",
        "    if count of number i in 1..999999999 where (i > 5) = 3:\n        end game as over\n"
        "    end game as last",
        "",
        ("event `main`", "more than 10000 numbers"),
    ),
    (
        "three loops over a great board",
        "    for each square a:\n        for each square b:\n            for each square c:\n"
        "                set c.mark to a.mark - b.mark",
        GRID,
        (STEPS, "event `main`"),
    ),
    (
        "three sets over a great board",
        "    if any square a where (any square b where (any square c where (c.mark != a.mark and b.mark "
        "= a.mark))):\n"
        "        end game as over\n    for each square d:\n        set d.mark to 1",
        GRID,
        (STEPS, "event `main`"),
    ),
    (
        "sorted without end",
        "    repeat 999999 times:\n        for each square a sorted by (a.mark):\n"
        "            set a.mark to 0",
        GRID,
        (STEPS, "event `main`"),
    ),
    (
        "rolls without end",
        "    a()",
        STATE + "die d: 1..2\n\nevent a():\n    roll d as f by seat 1\n    if n = 0:\n        a()\n"
        "    set n to f\n",
        ("event `a`",),
    ),
    (
        "passing things without end",
        "    a()",
        "type strike lives until a:\n    power: 0..9 = 0\n\nevent a():\n    repeat 999999 times:\n"
        "        create strike as s\n        set s.power to 1\n    end game as over",
        ("event `a`",),
    ),
    (
        "lasting rules without end",
        "    repeat 99999 times:\n        for the rest of main:\n            rule x:\n"
        "                after a:\n"
        "                    set n to 0\n        a()",
        STATE + NOTHING,
        ("event `",),
    ),
    (
        "lasting changes without end",
        "    repeat 99999 times:\n        for the rest of main:\n            modify v for seat p:\n"
        "                raise 1 when p = seat 1\n        set n to v(seat 1)",
        STATE + "value v(seat p) in 0..9 = 0 + count of seat q where (q = p)\n",
        ("event `",),
    ),
    (
        "put off without end",
        "    repeat 999999 times:\n        later a() during main",
        STATE + NOTHING,
        ("event `main`",),
    ),
    (
        "a window that opens itself",
        "    open w(seat 1)",
        "window w(seat p):\n    asks all seat from p\n    passing by q when q = p and p = seat 2\n"
        "    closes when all pass in a row\n    answers at once\n\n"
        "action again:\n    at w\n    by q\n    do:\n        open w(seat 1)\n",
        (":",),
    ),
)
"""Name, what `main` does, other declarations; and what is said when it happens, on both builds."""

LARGE = (
    ("deep blocks", rules(_deep_blocks(400), STATE), ()),
    (
        "deep brackets",
        rules("    if " + "(" * 20000 + "1" + ")" * 20000 + " = 1:\n        end game as over"),
        (),
    ),
    ("open brackets", rules("    if " + "(" * 100000), ()),
    ("a sum of 50,000", rules("    if " + " + ".join(["1"] * 50000) + " = 1:\n        end game as over"), ()),
    ("50,000 times not", rules("    if " + "not " * 50000 + "1 = 1:\n        end game as over"), ()),
    ("50,000 dots", rules("    if seat 1" + ".a" * 50000 + " = 1:\n        end game as over"), ()),
    (
        "50,000 times or",
        rules("    if " + " or ".join(["1 = 2"] * 50000) + ":\n        end game as over"),
        (),
    ),
    (
        "10,000 calls deep",
        rules("    if " + "f(" * 10000 + "1" + ")" * 10000 + " = 1:\n        end game as over"),
        (),
    ),
    ("minus minus", rules("    if " + "- " * 20000 + "1 = 1:\n        end game as over"), ()),
    ("100,000 declarations", rules(top="\n".join(f"state s{k}: flag" for k in range(100000))), ()),
    ("90,000 short lines", rules("    nothing\n" * 90000), ()),
    ("100,000 mistakes", {"g.rules": "?\n" * 100000}, ()),
    ("20,000 unknown names", rules("".join(f"    u{k}()\n" for k in range(20000))), ()),
    ("a line of two megabytes", rules("    end game as " + "x" * 1900000), ()),
    ("a comment of three megabytes", {"g.rules": "#" + "x" * 3000000}, ("more than 2000000 bytes",)),
    ("a title of a megabyte", rules(top='scenario "' + "x" * 1000000 + '":\n    expect 1 = 1\n'), ()),
    ("a number of 100,000 digits", rules("    if 1 = " + "9" * 100000 + ":\n        end game as over"), ()),
    ("a range of 100,000 digits", rules(top="state n: 0.." + "9" * 100000 + " = 0\n"), ()),
    (
        "a board of 10^12 fields",
        rules(top="type square:\n    mark: 0..1 = 0\n\nmap board: grid 1000000 by 1000000 of square\n"),
        (),
    ),
    (
        "a hundred great boards",
        rules(
            top="".join(
                f"type sq{k}:\n    mark: 0..1 = 0\n\nmap b{k}: grid 100 by 100 of sq{k}\n\n"
                for k in range(100)
            )
        ),
        (),
    ),
    ("10^12 copies", rules(top=CARDS.replace("strength = 1", "strength = 1, copies = 1000000000000")), ()),
    (
        "a million things",
        rules(
            top="type card:\n    strength: 0..9 = 0\n\ntable card:\n"
            + "".join(f"    c{k}: copies = 1000\n" for k in range(1000))
        ),
        (),
    ),
    (
        "zones without number",
        rules(
            top="type card:\n    strength: 0..9 = 0\n\ntable card:\n"
            + "".join(f"    c{k}: copies = 1000\n" for k in range(15))
            + "".join(f"\nzone z{k} of card: card" for k in range(200))
        ),
        (),
    ),
    (
        "a table of tables",
        rules(
            top="enum e: "
            + ", ".join(f"m{k}" for k in range(5000))
            + "\n\ntype card:\n    strength: 0..9 per e = 0\n\ntable card:\n"
            + "".join(f"    c{k}: copies = 1000\n" for k in range(15))
        ),
        (),
    ),
    ("an enum of 100,000", rules(top="enum e: " + ", ".join(f"m{k}" for k in range(100000)) + "\n"), ()),
    ("a die of 100,000 faces", rules(top="die d: " + ", ".join(str(k) for k in range(100000)) + "\n"), ()),
    (
        "a million players",
        {"g.rules": "game g for 1..1000000 players\n\nevent main():\n    end game as over\n"},
        (),
    ),
    ("a seat far away", rules("    if (seat 99999999999999999999).x = 1:\n        end game as over"), ()),
    ("types in a ring", rules(top="type a is b\ntype b is a\n"), ()),
    (
        "a tower of types",
        rules(
            top="type t0:\n    x: 0..1 = 0\n\n" + "".join(f"type t{k} is t{k - 1}\n" for k in range(1, 5000))
        ),
        (),
    ),
)

COVERED = (
    CARDS.replace("    strength: 0..9 = 0\n", "    strength: 1..6 = 1\n    starts in deck\n")
    + "\ndie cube: 1, 2, 3, 4, 5, 6\n\nzone deck: card, pile, seen by nobody\n"
    + "zone cup of seat: card, seen by owner\n"
)
KEPT_FROM = "    for each card c in (seat 1).cup:\n        set c.strength to {}\n"


def _handed_on(count: int, note: str = "") -> dict[str, Content]:
    """A roll that is handed on from state to state, each in the event before; `note` is done with each."""
    events = []
    for k in range(count):
        value = f"    set s{k} to s{k + 1}\n" if k + 1 < count else f"    roll cube as r\n    set s{k} to r\n"
        last = f"    e{k + 1}()\n" if k + 1 < count else KEPT_FROM.format("s0")
        events.append(f"\nevent e{k}():\n{value}{note.format(k)}{last}")
    states = "".join(f"state s{k}: 1..6 = 1\n" for k in range(count))
    return rules(
        "    e0()\n    end game as over", COVERED + states + "".join(events) + (NOTE if note else "")
    )


NOTE = "\nevent note(number n):\n" + KEPT_FROM.format("n")
FOLLOWED = (
    ("a roll handed on 1,000 times", _handed_on(1000), ("everybody saw `s0` rolled",)),
    (
        "a roll handed on 500 times and noted",
        _handed_on(500, "    note(s{})\n"),
        ("everybody saw `n` rolled",),
    ),
)

CHARACTERS = (
    ("UTF-16", {"g.rules": "game g for 2 players\n".encode("utf-16")}, ("UTF-16",)),
    ("Latin-1", {"g.rules": "# über\ngame g for 2 players\n".encode("latin-1")}, ("UTF-8",)),
    (
        "a mark of byte order",
        {"g.rules": b"\xef\xbb\xbfgame g for 2 players\n"},
        ("byte order mark",),
    ),
    ("NUL", rules("    end game as over\x00"), ("NUL",)),
    ("a direction turned round", rules("    # \u202e\n    end game as over"), ("U+202E",)),
    ("an escape sequence", rules("    # \x1b[31m\n    end game as over"), ("U+001B",)),
    ("a surrogate", {"g.rules": b"# \xed\xa0\x80\n"}, ("UTF-8",)),
    ("an overlong slash", {"g.rules": b"# \xc0\xaf\n"}, ("UTF-8",)),
    ("a blank without width", rules("    end game as ov\u200ber"), ("U+200B",)),
    ("tabs", rules("\tend game as over"), ("tab",)),
    ("returns without line feeds", {"g.rules": "game g for 2 players\revent main():\r"}, ("U+000D",)),
    ("nothing", {"g.rules": ""}, ()),
    ("comments only", {"g.rules": "# a\n" * 1000}, ()),
    ("binary", {"g.rules": bytes(range(256)) * 100}, ("UTF-8",)),
    ("a letter that looks like another", rules("    \u0430()", "event a():\n    nothing\n"), ()),
    ("a name twice, composed and not", rules(top="state n\u00e9: flag\nstate ne\u0301: flag\n"), ()),
    ("a fullwidth keyword", rules("    \uff45nd game as over"), ()),
)

TESTED = (
    (
        "a scenario without end",
        rules(
            "    end game as over",
            STATE + 'event a():\n    a()\n\nscenario "s":\n    start a()\n    expect n = 1\n',
        ),
        ("`a` -> `a`",),
    ),
    (
        "a position without end",
        rules(
            "    end game as over",
            STATE + 'event a():\n    nothing\n\nscenario "s":\n'
            "    given:\n        repeat:\n            set n to 0\n"
            "    start a()\n    expect n = 1\n",
        ),
        ("s",),
    ),
    (
        "an expectation that is too long",
        rules(
            "    end game as over",
            STATE + 'event a():\n    nothing\n\nscenario "s":\n    start a()\n'
            "    expect count of number i in 1..1000000000 where (i = 1) = 7\n",
        ),
        ("s",),
    ),
)

CASES = [
    *(Case(name, rules(main, top), CHECK, ("error", *says)) for name, main, top, says in REFUSED),
    *(Case(f"{name}, walked", rules(main, top), WATCH, says) for name, main, top, says in ENDLESS),
    *(Case(f"{name}, compiled", rules(main, top), SIMULATE, says) for name, main, top, says in ENDLESS),
    *(
        Case(name, files, ("check", "g.rules"), ("error", *says))
        for name, files, says in (*LARGE, *CHARACTERS)
    ),
    *(Case(name, files, CHECK, says, status=0) for name, files, says in FOLLOWED),
    *(Case(name, files, TEST, says) for name, files, says in TESTED),
]
