"""What lines of the rules show is known behind them, to whom it was shown, until it is hidden again."""

import pytest

from meaning.games import said

GAME = """game example for 3 players

die six: 1..6

type cube:
    pips: six = 1
    starts in box

type seat:
    gold: 0..99 = 0

table cube:
    clay: copies = 9

zone box: cube
zone cup of seat: cube, seen by owner
zone bag of seat: cube, pile, seen by owner
zone table_top: cube

event main():
    for each seat p:
        let d be first(box), otherwise stop
        move d to p.cup
        play(p, next(p))
    end game as over:
        score p.gold + sum of c.pips over cube c in table_top for each seat p

event shake(seat p):
    for each cube d in p.cup:
        roll d.pips by p

value has_six(seat p) = any cube c in p.cup where (c.pips = 6)

event play(seat p, seat q):
    shake(p)
    shake(q)
"""
PICK = "choose cube c in q.cup by p, otherwise done\nmove c to table_top\n"
WIN = "if has_six(q):\n    raise p.gold by 1\n"
TAKEN = "choose cube c in p.cup by p, otherwise done\n"
FINAL = "for each seat r:\n    show r.cup to all seat\n"
SHOW = "show q.cup to all seat\n"
EVENTS = {
    "roll_one": """
event roll_one(cube d, seat p):
    roll d.pips by p
""",
    "lift": """
event lift(seat p):
    show p.cup to all seat
""",
    "ask_for_one": """
event ask_for_one(seat p, seat q):
    choose cube c in q.cup by p, otherwise done
    move c to table_top
""",
    "pay_out": """
event pay_out(seat p):
    if any cube c in p.cup where (c.pips = 6):
        raise p.gold by 1
""",
}
"""What is added to a game that calls it."""
OFFERED = "M065 the seat that is asked may not know the things in `cup` it is offered"
SET = "M065 this tells everybody what lies in `cup`: a cell that all see is set from it"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def _found(lines: str) -> list[str]:
    indented = "".join(f"    {line}\n" for line in lines.splitlines())
    more = "".join(text for name, text in EVENTS.items() if f"{name}(" in lines)
    return [message.split(": ", 1)[1] for message in said(GAME + indented + more) if "M065" in message]


@pytest.mark.parametrize(
    "lines",
    [
        PICK,
        PICK + FINAL,
        "show q.cup to q\n" + PICK,
        "show q.cup to next(q)\n" + PICK.replace("by p", "by q").replace("q.cup", "p.cup"),
        f"if p.gold > 3:\n    {SHOW}    done\n" + PICK,
        f"if p.gold > 3:\n    {SHOW}otherwise:\n    ask_for_one(p, q)\n",
        "repeat 3 times:\n" + "".join(f"    {line}\n" for line in (PICK + SHOW).splitlines()),
        SHOW + "shuffle q.cup\n" + PICK,
        SHOW + "shake(q)\n" + PICK,
        SHOW + "for each cube d in q.cup:\n    roll_one(d, q)\n" + PICK,
        "lift(q)\nshake(q)\nask_for_one(p, q)\n",
        "ask_for_one(p, q)\nlift(q)\n",
        "ask_for_one(p, q)\nlift(q)\nask_for_one(p, q)\n",
    ],
)
def test_before_a_show_and_for_others_a_zone_is_hidden(lines):
    assert OFFERED in _found(lines)


@pytest.mark.parametrize(
    "lines",
    [
        SHOW + PICK,
        "show q.cup to p\n" + PICK,
        "lift(q)\n" + PICK,
        "lift(q)\nask_for_one(p, q)\n",
        "shake(q)\n" + SHOW + PICK,
        f"if p.gold > 3:\n    {SHOW}" + PICK,
        f"if p.gold > 3:\n    {SHOW}    ask_for_one(p, q)\n",
        "for each cube c in q.cup:\n    show c to p\n" + PICK,
        SHOW + "ask p:\n    go_on:\n        ask_for_one(p, q)\n    stay:\n        nothing\n",
    ],
)
def test_behind_a_show_it_is_known(lines):
    assert _found(lines) == []


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (WIN, 1),
        (WIN + TAKEN + FINAL, 1),
        ("pay_out(q)\n" + TAKEN + "lift(q)\npay_out(q)\n", 1),
        (f"repeat 3 times:\n    {WIN.replace(chr(10), chr(10) + '    ')}{TAKEN}\n{FINAL}", 1),
        ("lift(q)\npay_out(q)\n", 0),
        ("lift(q)\nshake(q)\npay_out(q)\n", 1),
        (SHOW + WIN, 0),
        (WIN + SHOW, 0),
        (TAKEN + WIN + SHOW, 0),
        (WIN + "show q.cup to p\n" + TAKEN, 1),
        ("show p.cup to all seat\n" + WIN, 1),
        ("show next(q).cup to all seat\n" + WIN, 1),
        ("for each seat r:\n    show q.cup to r\n" + WIN, 0),
        (FINAL + WIN, 0),
        ("show q.cup to all seat\nshow q.cup to p\n" + WIN, 0),
    ],
)
def test_what_is_set_from_a_cup_tells_unless_it_is_shown_before_anybody_is_asked(lines, told):
    assert _found(lines) == [SET] * told
