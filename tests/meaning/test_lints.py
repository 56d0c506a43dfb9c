"""The rules as a whole: what is found beside the examples of the error pages, and what is left alone."""

import pytest

from meaning.games import HEAD, MAIN, said, said_of


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "condition",
    [
        "ace.worth = 4",
        "any card c in table_top where (c.worth = 4)",
        "any card c in table_top where (c is two and c.worth > 2)",
        "any card c in table_top where (c is trump and c is ace)",
        "rounds < 3 and rounds > 5",
        "rounds = 2 and not (rounds = 2)",
        "favourite is none and favourite is ace",
        "rounds = 1 and (rounds = 2 or rounds = 3)",
    ],
)
def test_a_condition_that_never_holds(condition):
    codes = [message.split()[1] for message in said_of(f"if {condition}:\n    raise rounds by 1")]
    assert codes in (["M060"], ["M008"])


@pytest.mark.parametrize(
    "condition",
    [
        "any card c in table_top where (c.worth = 9)",
        "any card c in table_top where (c is two and c.worth < 3)",
        "any card c in table_top where (c is trump and c is joker)",
        "any card c in table_top where (c.tapped and c.worth = 2)",
        "rounds < 5 and rounds > 3",
        "rounds = 1 or rounds = 2",
        "ace.suit = spades or rounds = 3",
        "not (rounds = 2 and rounds > 3) and rounds = 2",
    ],
)
def test_a_condition_that_may_hold(condition):
    found = said_of(f"if {condition}:\n    raise rounds by 1")
    assert found == [] or "spades" in condition


def test_rows_are_named_where_they_decide():
    found = said_of("if ace.worth = 4:\n    raise rounds by 1")
    assert found == ["1:4: M060 no row has such a `worth`, so this never holds"]


MODES = """game modes for 2 players

enum mode: walker, rider

type card:
    starts in box
    strength: 0..9 = 0

type hero is card:
    mode: mode or none = none

zone box: card
zone field of seat: card

table hero:
    ann

state gold: 0..9 = 0

value rides(seat p) = any hero h in p.field where (h.strength = 0 and h.mode is not none)

event main():
    move ann to seat 1.field
    if rides(seat 1):
        raise gold by 1
    end game as over
"""


def test_what_never_holds_has_a_place_where_the_noun_narrows_a_zone():
    assert said(MODES) == ["20:71: M060 this never holds"]


CYCLE = """
event income():
    raise rounds by 1

rule more:
    after income{where}:
        {line}
{rest}"""


@pytest.mark.parametrize(
    ("where", "line", "rest"),
    [
        (" where (rounds < 5)", "income()", ""),
        ("", "if rounds < 5:\n            income()", ""),
        ("", "income()", "\nrule enough:\n    forbid income where (rounds > 5)\n"),
        (
            "",
            "income()",
            "\nlimit enough:\n    holds rounds < 8\n    breach:\n        end game as rich\n",
        ),
    ],
)
def test_a_circle_that_may_end_is_left_alone(where, line, rest):
    assert said_of("income()", CYCLE.format(where=where, line=line, rest=rest)) == []


def test_a_circle_over_two_events_is_reported_once():
    rest = "\nevent tax():\n    income()\n"
    found = said_of("income()", CYCLE.format(where="", line="tax()", rest=rest))
    assert [line.split(": ", 1)[1] for line in found] == [
        "M056 `income` leads to itself without end: `income` -> `tax` -> `income`"
    ]


def test_of_a_chain_of_dead_events_the_first_is_reported():
    more = "\nevent first_of_two():\n    second_of_two()\n\nevent second_of_two():\n    raise rounds by 1\n"
    found = said_of("nothing", more)
    assert [line.split(": ", 1)[1] for line in found] == [
        "M016 `first_of_two` is an event that nothing lets happen"
    ]


HANDS = """game example for 2 players

type card:
    worth: 1..9
    starts in deck

zone deck: card, pile, seen by nobody
zone hand of seat: card, seen by owner
zone shown: card

table card:
    ace: worth = 9
    two: worth = 2, copies = 5

event main():
    for each seat p:
        draw 2 from deck to p.hand
    for each seat p:
        play(p, next(p))
    move shown to deck
    end game as over:
        score sum of c.worth over card c in p.hand for each seat p

{more}
event play(seat p, seat q):
{lines}
"""


def _leaks(lines: str, more: str = "") -> list[str]:
    text = HANDS.format(more=more, lines="\n".join(f"    {line}" for line in lines.splitlines()))
    return [message.split(": ", 1)[1] for message in said(text)]


OFFERED = "M065 the seat that is asked may not know the things in `hand` it is offered"
TOLD = "M065 what is offered tells the seat what lies in `hand`, which it may not know"


@pytest.mark.parametrize(
    ("lines", "more", "message"),
    [
        ("choose card c in q.hand by p\notherwise:\n    done\nmove c to p.hand", "", OFFERED),
        (
            "choose card c in deck by p\notherwise:\n    done\nmove c to q.hand",
            "",
            OFFERED.replace("`hand`", "`deck`"),
        ),
        (
            "ask p:\n    take when any card c in q.hand where (c is ace):\n        move ace to p.hand\n"
            "    leave_it:\n        nothing",
            "",
            TOLD,
        ),
        (
            "ask p:\n    take when rich(q):\n        move q.hand to p.hand\n    leave_it:\n        nothing",
            "value rich(seat s) = any card c in s.hand where (c.worth > 5)\n",
            TOLD,
        ),
        (
            "ask p:\n    take when ace inside q.hand:\n        move ace to p.hand\n"
            "    leave_it:\n        nothing",
            "",
            TOLD,
        ),
    ],
)
def test_a_leak(lines, more, message):
    assert _leaks(lines, more) == [message]


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        ("choose card c in p.hand by p\notherwise:\n    done\nmove c to q.hand", ""),
        (
            "show q.hand to p\nchoose card c in q.hand by p\notherwise:\n    done\nmove c to p.hand",
            "",
        ),
        (
            "look at 2 of deck as cs by p\nchoose card c in cs by p\notherwise:\n    done\nmove c to q.hand",
            "",
        ),
        (
            "ask p:\n    take when size(q.hand) > 1:\n        move q.hand to p.hand\n"
            "    leave_it:\n        nothing",
            "",
        ),
        (
            "ask p:\n    take when rich(p):\n        move q.hand to shown\n    leave_it:\n        nothing",
            "value rich(seat s) = any card c in s.hand where (c.worth > 5)\n",
        ),
        ("let r be p\nchoose card c in r.hand by p\notherwise:\n    done\nmove c to q.hand", ""),
        ("choose card c in q.hand at random\notherwise:\n    done\nmove c to p.hand", ""),
    ],
)
def test_no_leak(lines, more):
    assert _leaks(lines, more) == []


CELL = "M065 this tells everybody what lies in `hand`: a cell that all see is set from it"
PURSE = "type seat:\n    gold: 0..99 = 0\n\nstate best: 0..9 = 0\n\n"
GAIN = "event gain(seat s, number n):\n    raise s.gold by n\n    set best to 1\n\n"
NOTE = "event note(seat s, card c):\n    raise s.gold by c.worth\n    set best to 1\n\n"
RICH = "value rich(seat s) = any card c in s.hand where (c.worth > 5)\n\n"
PLAY = "move q.hand to p.hand\n"


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        ("set best to greatest of c.worth over card c in p.hand\nraise p.gold by best", ""),
        (
            "let n be sum of c.worth over card c in q.hand\nlet m be n + 1\nraise p.gold by m\nset best to 1",
            "",
        ),
        ("if rich(q):\n    raise p.gold by 1\nset best to 1", RICH),
        ("if rich(q):\n    gain(p, 1)", RICH + GAIN),
        ("let n be sum of c.worth over card c in q.hand\ngain(p, n)", GAIN),
        ("choose card c in p.hand by p, otherwise done\nnote(p, c)", NOTE),
        ("for each card c in q.hand where (c is ace):\n    raise p.gold by 1\nset best to 1", ""),
        ("repeat while rich(q) and best < 3:\n    raise best by 1\nraise p.gold by 1", RICH),
        ("draw card c from deck to p.hand, otherwise done\nset best to c.worth\nraise p.gold by 1", ""),
        (
            "repeat 3 times:\n    if rich(q):\n        raise p.gold by 1\nset best to 1\nend game as early",
            RICH,
        ),
    ],
)
def test_a_public_cell_that_tells_of_hidden_things(lines, more):
    assert _leaks(PLAY + lines, PURSE + more) == [CELL]


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        ("raise p.gold by size(q.hand)\nset best to 1", ""),
        ("choose card c in p.hand by p, otherwise done\nmove c to shown\nnote(p, c)", NOTE),
        ("for each card c in p.hand:\n    raise p.gold by 1\nset best to 1", ""),
        ("if any card in p.hand:\n    raise p.gold by 1\nset best to 1", ""),
        ("draw card c from deck to shown, otherwise done\nset best to c.worth\nraise p.gold by 1", ""),
        ("show q.hand to all seat\nif rich(q):\n    gain(p, 1)", RICH + GAIN),
        (
            "ask p:\n    tell when rich(p):\n        raise p.gold by 1\n"
            "    be_silent:\n        nothing\nset best to 1",
            RICH,
        ),
        ("if rich(q):\n    raise p.gold by 1\nset best to 1\nend game as early", RICH),
        (
            "repeat 3 times:\n    if rich(q):\n        set best to 1\n        end game as early"
            "\nraise p.gold by 1",
            RICH,
        ),
        ("let c be first(shown)\nif c is not none:\n    raise p.gold by c.worth\nset best to 1", ""),
    ],
)
def test_a_public_cell_that_tells_nothing_hidden(lines, more):
    found = _leaks(PLAY + lines, PURSE + more)
    assert [message for message in found if "M065" in message] == []


ASK = "ask p:\n    tell:\n        raise p.gold by 1\n    be_silent:\n        nothing\n"
ASKED = "event asked(seat p):\n" + "".join(f"    {line}\n" for line in ASK.splitlines()) + "\n"
OFFERS = """window offers(seat p):
    asks all seat from p
    closes when each has passed
    answers at once

action grow:
    at offers
    by q
    do:
        raise q.gold by 1

"""
OPENED = "event opened(seat p):\n    open offers(p)\n\n"
INSIDE = ASK.replace("\n", "\n    ").removesuffix("    ")
WHO = "M065 who is asked tells everybody what lies in `hand`"


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        (f"if rich(p):\n    {INSIDE}", RICH),
        ("if rich(p):\n    asked(p)", RICH + ASKED),
        (f"if not rich(p):\n    done\n{ASK}", RICH),
        (
            "let n be sum of c.worth over card c in p.hand\n"
            f"if n > 3:\n    nothing\notherwise:\n    {INSIDE}",
            "",
        ),
        (f"for each card c in p.hand where (c is ace):\n    {INSIDE}", ""),
        ("for each card c in q.hand where (c is ace):\n    asked(p)", ASKED),
        ("if rich(p):\n    open offers(p)", RICH + OFFERS),
        ("if rich(p):\n    opened(p)", RICH + OPENED + OFFERS),
    ],
)
def test_that_a_seat_is_asked_tells_everybody(lines, more):
    found = _leaks(f"{PLAY}set best to 1\n{lines}", PURSE + more)
    assert [message for message in found if "M065" in message] == [WHO]


@pytest.mark.parametrize(
    ("lines", "more"),
    [
        (f"if size(q.hand) > 1:\n    {INSIDE}", ""),
        (f"if rich(p):\n    {INSIDE}otherwise:\n    {INSIDE}", RICH),
        (f"if not any card in p.hand:\n    done\n{ASK}", ""),
        (
            "choose card c in p.hand by p, otherwise done\nif c is ace:\n    lay(c)\n    asked(p)",
            ASKED + "event lay(card c):\n    move c to shown\n\n",
        ),
        (
            "choose card c in p.hand by p, otherwise done\nif c is ace:\n    move c to shown\n    asked(p)",
            ASKED,
        ),
        (f"if rich(p):\n    show p.hand to all seat\n    {INSIDE}", RICH),
        (f"for each card c in p.hand:\n    {INSIDE}", ""),
        (f"for each card c in p.hand where (c is ace):\n    show c to all seat\n    {INSIDE}", ""),
        (f"for each card c in p.hand where (c is ace):\n    move c to shown\n    {INSIDE}", ""),
        ("if rich(p):\n    open offers(p)\notherwise:\n    open offers(p)", RICH + OFFERS),
    ],
)
def test_that_a_seat_is_asked_tells_nothing_hidden(lines, more):
    found = _leaks(f"{PLAY}set best to 1\n{lines}", PURSE + more)
    assert [message for message in found if "M065" in message] == []


FIELDS = """type field:
    owned_by: seat or none = none
    mark: 0..9 = 0

map board: grid 2 by 1 of field

type chip:
    worth: 0..9 = 0
    starts in pot

zone pot: chip
zone pouch of seat: chip, {pouch}

table chip:
    clay: copies = 2

event spread(seat p):
    for each chip t in pot:
        set t.worth to 1
    let t be first(pot), otherwise done
    move t to p.pouch
    set board(1, 1).owned_by to p
    set board(1, 1).mark to size(pot)
    raise p.gold by count of field f where (f.owned_by = p and f.mark = 1)
    raise p.gold by sum of k.worth over chip k in p.pouch

"""


@pytest.mark.parametrize(
    ("lines", "pouch", "told"),
    [
        ("for each chip t in pot:\n    set t.worth to first_worth(p)", "seen by owner", True),
        ("let t be first(pot), otherwise done\nset t.worth to first_worth(p)", "seen by owner", True),
        ("choose chip t in pot by p, otherwise done\nraise t.worth by first_worth(p)", "seen by owner", True),
        (
            "for each chip t in pot:\n    if first_worth(p) > 3:\n        set t.worth to 3",
            "seen by owner",
            True,
        ),
        ("for each chip t in p.pouch:\n    set t.worth to first_worth(p)", "seen by all", True),
        ("for each chip t in p.pouch:\n    set t.worth to first_worth(p)", "seen by owner", False),
        (
            "for each chip t in pot:\n    move t to p.pouch\n    set t.worth to first_worth(p)",
            "seen by owner",
            False,
        ),
        ("for each chip t in pot:\n    set t.worth to size(p.hand)", "seen by owner", False),
    ],
)
def test_what_things_in_an_open_zone_show_is_read_by_all(lines, pouch, told):
    worth = "value first_worth(seat p) = sum of c.worth over card c in p.hand\n\n"
    more = FIELDS.replace("{pouch}", pouch) + worth
    found = _leaks(f"{PLAY}set best to 1\nspread(p)\n{lines}", PURSE + more)
    assert [message for message in found if "M065" in message] == [CELL] * told


def test_a_window_that_asks_by_hidden_cards_tells_everybody():
    more = """window claim(seat p):
    asks all seat s where (s = p or any card c in s.hand where (c is ace))

action pass_on:
    at claim
    by s
    uses card c in s.hand
    do:
        move c to shown

"""
    assert _leaks("open claim(p)\nmove shown to q.hand", more) == [WHO]


def test_an_attribute_that_nothing_uses():
    more = "\ntype coin:\n    metal: suit = hearts\n    weight: 1..9 = 1\n    starts in purse\n"
    more += "\nzone purse: coin\n"
    more += "\ntable coin:\n    penny: metal = spades\n"
    found = said_of("move penny to purse", more)
    assert [message.split(":", 2)[2] for message in found] == [
        " M016 `weight` is an attribute that nothing uses"
    ]


def test_a_modifier_given_twice():
    modify = "modify worth for card c:\n    raise 1 when c.tapped\n"
    found = said_of("move ace to table_top", f"\n{modify}\n{modify}")
    assert [message.split(":", 2)[2] for message in found] == [
        " M080 this says the same of `worth` as another `modify`"
    ]


@pytest.mark.parametrize(
    "lasting",
    [
        "modify worth for card c:\n            raise 1 when c.tapped",
        "rule {}:\n            after gain:\n                lower rounds by 1",
    ],
)
def test_two_events_may_put_the_same_in_force(lasting):
    def event(name):
        return f"\nevent {name}():\n    for the rest of play:\n        {lasting.format('tired_by_' + name)}\n"

    gain = "\nevent gain():\n    raise rounds by 1\n"
    assert said_of("dance()\nsing()\ngain()", event("dance") + event("sing") + gain) == []


@pytest.mark.parametrize(
    "more", ["", "    cost:\n        raise p.gold by 1\n", "    do:\n        raise rounds by 1\n"]
)
def test_an_action_that_does_nothing(more):
    window = "\nwindow pause(seat p):\n    asks p\n    closes when all pass in a row\n    answers at once\n"
    action = f"\naction wave:\n    at pause\n    once per play\n{more}"
    found = said_of("open pause(seat 1)", window + action)
    assert [message.split(":", 2)[2] for message in found] == (
        [] if more else [" M048 the action `wave` does nothing"]
    )


def test_an_option_that_only_scenarios_set_is_not_used():
    text = HEAD + "\noption pace: quick | slow = slow\n" + MAIN + "\nevent play():\n    nothing\n"
    more = '\nscenario "quick":\n    with pace = quick\n    start play()\n    expect rounds = 0\n'
    assert [line.split(" ", 1)[1] for line in said(text + more)] == [
        "M016 `pace` is an option that nothing uses"
    ]
