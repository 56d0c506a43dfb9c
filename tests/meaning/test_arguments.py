"""Arguments by place and by name, and what a call may leave out."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run
from regelwerk.meaning.game import check_game
from regelwerk.rules.codec import encode

GAME = """\
# Two duellists and their beasts.
game duel for 2 players

enum race: man, elf, orc

type beast:
    might: 0..9 = 1
    asleep: flag = no

table beast:
    wolf: might = 3
    bear: might = 4, copies = 2

type seat:
    wounds: 0..40 = 0

state struck: 0..90 = 0

value worth(number n, number more = 1, flag twice = no):
    2 * (n + more) when twice
    otherwise n + more

value size_of(beast b, number more = 10) told by its text, otherwise more

group hurt(number least = 20, number most = 40) = seat p where (p.wounds >= least and p.wounds <= most)

event main():
    for each seat p:
        fight(p, 1)
        wakes(wolf, p)
        if p is hurt:
            raise struck by worth(1) + size_of(wolf)
    open striking(seat 1)
    end game as over

event fight(seat p, number prowess, race kind = man, beast foe or none = none, number less = -1):
    raise p.wounds by prowess + less
    if kind = elf:
        raise p.wounds by 10
    if foe is not none:
        raise p.wounds by foe.might

event wakes(beast b, seat p, number n = 2) told by its text, otherwise nothing

window striking(seat p, number most = 3):
    asks all seat
    closes when all pass in a row
    answers at once

action strike:
    at striking
    by q
    uses beast b where (not b.asleep)
    target seat other where (other != q)
    do:
        raise struck by most
        raise other.wounds by b.might

text of wolf:
    size_of = 2 + more
    wakes:
        raise p.wounds by n

"""


def said(folder: Path, text: str) -> str:
    """What `test` says of scenarios that pass or fail, or `check` of errors."""
    path = folder / "duel.rules"
    path.write_text(GAME + text, "utf-8")
    done = run("test", path)
    return done.out + done.err if "passed" in done.err else run("check", path).out


def event(lines: str, expected: str) -> str:
    body = "".join(f"    {line}\n" for line in lines.split("; "))
    return f"event play():\n{body}\n" + scenario(f"start play(); expect {expected}")


def scenario(lines: str) -> str:
    return 'scenario "one":\n' + "".join(f"    {line}\n" for line in lines.split("; "))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("fight(seat 1, 4)", "seat 1.wounds = 3"),
        ("fight(seat 1, 4, elf)", "seat 1.wounds = 13"),
        ("fight(seat 1, 4, kind: elf)", "seat 1.wounds = 13"),
        ("fight(seat 1, less: 2, prowess: 4)", "seat 1.wounds = 6"),
        ("fight(foe: wolf, prowess: 1, p: seat 2)", "seat 2.wounds = 3 and seat 1.wounds = 0"),
        ("set struck to worth(3)", "struck = 4"),
        ("set struck to worth(3, twice: yes)", "struck = 8"),
        ("set struck to worth(twice: yes, n: 1, more: 4)", "struck = 10"),
        ("set struck to size_of(wolf)", "struck = 12"),
        ("set struck to size_of(b: wolf, more: 4)", "struck = 6"),
        ("wakes(wolf, seat 1)", "seat 1.wounds = 2"),
        ("wakes(p: seat 1, b: wolf, n: 5)", "seat 1.wounds = 5"),
        ("set seat 1.wounds to 5; set struck to count of hurt(least: 2)", "struck = 1"),
        ("set seat 1.wounds to 25; set struck to count of hurt", "struck = 1"),
        ("set seat 1.wounds to 25; if seat 1 is hurt:;     set struck to 1", "struck = 1"),
        (
            "set seat 1.wounds to 5; if seat 1 is hurt(2, most: 4):;     set struck to 1; raise struck by 2",
            "struck = 2",
        ),
        ("set seat 1.wounds to 5; if seat 1 is hurt(2, most: 5):;     set struck to 1", "struck = 1"),
        ("set seat 1.wounds to 5; if seat 1 is not hurt(2, most: 4):;     set struck to 1", "struck = 1"),
        ("if may fight(prowess: 3, p: seat 1):;     set struck to 1", "struck = 1"),
        (
            "if supposing fight(seat 1, 3, less: 1) then (seat 1.wounds = 4):;     set struck to 1",
            "struck = 1",
        ),
        ("later fight(seat 1, kind: elf, prowess: 2) during play; carry out play", "seat 1.wounds = 11"),
        ("fight(seat 1, 4); set struck to times fight(less: -1) this play", "struck = 1"),
        ("fight(seat 1, 4); set struck to times fight(less: 0) this play + 2", "struck = 2"),
    ],
)
def test_a_call_is_complete_however_it_is_written(tmp_path: Path, lines: str, expected: str) -> None:
    assert said(tmp_path, event(lines, expected)).splitlines()[-1] == "1 passed"


@pytest.mark.parametrize(
    "lines",
    [
        "start fight(seat 1, 4); expect seat 1.wounds = 3",
        "start fight(foe: bear, prowess: 4, p: seat 1); expect seat 1.wounds = 7",
        "start striking(most: 5, p: seat 1); seat 1: strike(other: seat 2, b: bear); expect struck = 5",
        "start striking(seat 1); seat 1: strike(wolf, other: seat 2); expect struck = 3",
        "start wakes(wolf, seat 1) within fight(seat 1, prowess: 2) within main(); expect seat 1.wounds = 2",
        "position worn(n: 6); start fight(seat 1, 2); expect seat 1.wounds = 7",
        "position worn; start fight(seat 1, 2); expect seat 1.wounds = 10",
        "position worn(3, q: seat 2); start fight(seat 2, 1, less: 1); expect seat 2.wounds = 5",
    ],
)
def test_scenarios_name_arguments_too(tmp_path: Path, lines: str) -> None:
    worn = "position worn(number n = 9, seat q = seat 1):\n    given:\n        set q.wounds to n\n\n"
    assert said(tmp_path, worn * ("worn" in lines) + scenario(lines)).splitlines()[-1] == "1 passed"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("fight(seat 1, prowes: 4)", "M001: `fight` has no parameter `prowes`"),
        ("fight(seat 1, prowes: 4)", "did you mean `prowess`?"),
        ("fight(seat 1, 4, p: seat 2)", "M038: `p` is given twice"),
        ("fight(less: 1, p: seat 1, prowess: 4, less: 2)", "M038: `less` is given twice"),
        ("fight(p: seat 1, 4)", "M006: an argument without a name stands behind one with a name"),
        ("fight(kind: elf)", "M006: `fight` is called without `p`, `prowess`"),
        ("fight(seat 1)", "M006: `fight` is called without `prowess`"),
        ("fight(seat 1)", "help: write `prowess: ...`, or give it a default where `fight` is declared"),
        ("fight()", "M006: `fight` is called without `p`, `prowess`"),
        (
            "fight(seat 1, 4, elf, none, 0, 1)",
            "M006: `fight` takes 2 to 5 arguments (p, prowess, kind, foe, less), here are 6",
        ),
        ("fight(seat 1, 4, less: elf)", "`less` of `fight` must be a number, this is a `race`"),
        ("fight(seat 1, 4, foe: ace)", "M001: there is no `ace`"),
        ("set struck to size(of: all beast)", "M001: `size` has no parameter `of`"),
        ("open striking(seat 1, moste: 2)", "M001: `striking` has no parameter `moste`"),
        ("if seat 1 is hurt(leest: 2):;     set struck to 1", "M001: `hurt` has no parameter `leest`"),
        ("set struck to wurth(n: struck)", "M001: there is no value `wurth`"),
        ("fihgt(n: struck)", "M001: there is no event `fihgt`"),
    ],
)
def test_what_is_wrong_with_arguments(tmp_path: Path, lines: str, message: str) -> None:
    found = said(tmp_path, event(lines, "struck = 0"))
    assert message in found
    assert found.count("error M") == 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("start fight(seat 1, prowes: 4); expect struck = 0", "M001: `fight` has no parameter `prowes`"),
        ("start fight(prowess: 4); expect struck = 0", "M006: `fight` is called without `p`"),
        ("start fight(bear, 4); expect struck = 0", "`p` of `fight` must be a seat, this is a `beast`"),
        ("start striking(seat 1); seat 1: strike(other: seat 2)", "M006: `strike` is called without `b`"),
        ("start striking(seat 1); seat 1: strike(bear, q: seat 2)", "M001: `strike` has no parameter `q`"),
        ("start striking(seat 1); seat 1: strike(bear, b: bear)", "M038: `b` is given twice"),
        ("start striking(seat 1); seat 1: strike(bear, seat 2, 3)", "M006: `strike` takes 2, here are 3"),
        ("position worn; expect struck = 0", "M006: `worn` is called without `n`"),
        ("position worn(m: 3); expect struck = 0", "M001: `worn` has no parameter `m`"),
    ],
)
def test_what_is_wrong_with_arguments_in_scenarios(tmp_path: Path, lines: str, message: str) -> None:
    worn = "position worn(number n, seat q = seat 1):\n    given:\n        set q.wounds to n\n\n"
    assert message in said(tmp_path, worn * ("worn" in lines) + scenario(lines))


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("value f(number n = yes) = n", "M028: the default of `n` must be a number"),
        ("value f(flag n = 0) = n", "M028: the default of `n` must be `yes` or `no`"),
        ("value f(seat n = none) = n.wounds", "M028: the default of `n` must be a seat"),
        ("value f(race n = wolf) = n", "M028: the default of `n` must be a `race`"),
        ("value f(number n = worth(1)) = n", "M028: the default of `n` is worked out"),
        ("value f(number n = struck) = n", "M028: the default of `n` is worked out"),
        ("value f(number n = 1 + 1) = n", "M028: the default of `n` is worked out"),
        (
            "value f(beast n = bear) = n.might",
            "M067: there are 2 things `bear`, so the name is not one thing",
        ),
        ("value f(list of seat n = none) = size(n)", "M028: `n` is a list, and no list has a name"),
        (
            "value f(number n = 1, number m) = n + m",
            "M028: `m` may not be left out, and stands behind `n`, which may",
        ),
        (
            "group f(number n = yes) = seat p where (p.wounds > n)",
            "M028: the default of `n` must be a number",
        ),
    ],
)
def test_what_is_wrong_with_a_default(tmp_path: Path, declared: str, message: str) -> None:
    assert message in said(tmp_path, declared + "\n")


def test_the_rules_form_holds_complete_calls_only(tmp_path: Path) -> None:
    """Short calls and long ones are the same rules."""
    encoded = []
    for call in ("fight(p, 1)", "fight(p, 1, man, none, -1)", "fight(prowess: 1, p: p)"):
        path = tmp_path / "duel.rules"
        path.write_text(GAME.replace("fight(p, 1)", call), "utf-8")
        rules = check_game(path).rules
        assert rules is not None
        encoded.append(encode(rules))
    assert encoded[0] == encoded[1] == encoded[2]
