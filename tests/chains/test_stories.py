"""The story of a chain: who declared what, what took effect, what fizzled and why, as far as one may know."""

from pathlib import Path

import pytest

from command_line import run
from regelwerk.match.match import Match
from regelwerk.meaning.game import check_game
from regelwerk.resources import data_path
from regelwerk.studies.chains import Chain, chains, diagram, story
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import log_of

FOLDER = Path(__file__).parent


def told(game: str, title: str) -> list[Chain]:
    checked = check_game(FOLDER / f"{game}.rules", ())
    assert checked.rules is not None and checked.scenarios is not None
    scenario = next(s for s in checked.scenarios.scenarios if s.title == title)
    log = log_of(Layouts(checked.rules), scenario)
    return chains({"kind": entry.kind, **entry.data} for entry in log)


def test_a_target_that_is_gone() -> None:
    (chain,) = told("fizzle", "the target is gone, and what was paid stays paid")
    assert story(chain) == [
        "  1. seat 1 declares dive(pike)",
        "  2. seat 2 answers 1 with lure(pike)",
        "     nobody answers any more",
        "  2. lure(pike) takes effect",
        "       pike: pond > deep",
        "  1. dive(pike) fizzles: its target `f` is not possible any more",
    ]


def test_a_need_that_fails_and_a_permission_taken_away() -> None:
    (chain,) = told("permission", "an answer takes the permission away")
    assert story(chain)[-1] == "  1. unlock(cellar) fizzles: its need 1 does not hold any more"
    (chain,) = told("permission", "what is forbidden when its turn comes does not happen")
    assert story(chain)[-1] == "  1. unlock(attic) fizzles: no_doors_at_curfew forbids it"


def test_what_is_cancelled_is_named_by_its_number() -> None:
    (chain,) = told("depth", "six deep, the fifth drowning stands and nobody hears the bleat")
    lines = story(chain)
    assert "       drown_out cancels 5" in lines
    assert lines[-2:] == [
        "       drown_out cancels 1",
        "  1. bleat_loud(bleat) fizzles: cancelled by drown_out",
    ]
    fates = [answer.fate for answer in chain.answers]
    assert fates == ["cancelled by drown_out", "takes effect"] * 3


def test_a_strike_is_a_chain_inside_another_and_its_roll_is_declared_by_rule() -> None:
    outer, first, second = told("strike", "a strike spans two chains")
    assert (outer.inside, first.inside, second.inside) == (None, outer, outer)
    assert story(first)[0] == "  1. seat 1 declares let_fly(ben), by rule"
    assert "       seat 1: aim_die: hit" in story(first)
    assert story(second)[-1] == "       ben: hat = no"


def test_a_redirected_answer_says_where_it_went() -> None:
    (chain,) = told("redirect", "blown to somebody else")
    assert story(chain)[0] == "  1. seat 1 declares fly(ada)"
    assert "  1. fly(ada), now at bo takes effect" in story(chain)


def test_the_drawing_has_a_column_for_each_seat() -> None:
    (chain,) = told("fizzle", "the target is gone, and what was paid stays paid")
    assert diagram(chain) == [
        "seat 1         seat 2",
        "─────────────  ─────────────",
        "▼ 1 dive(pike)",
        "               ▼ 2 lure(pike)",
        "· all pass ·",
        "               ✓ 2 lure(pike)",
        "✗ 1 dive(pike): its target `f` is not possible any more",
    ]


@pytest.fixture
def saved(tmp_path: Path) -> str:
    """A match of the duel of counters: a bolt is declared, and countered if the other seat can."""
    checked = check_game(data_path("games") / "classics" / "counterspells.rules", ())
    assert checked.rules is not None
    match = Match.start(checked.rules, seed=3)
    for _ in range(8):
        (decision,) = match.decisions
        at_the_other = [option[-1] != decision.seat for option in decision.options]
        match.take(0, at_the_other.index(True))
    path = tmp_path / "match.json"
    path.write_text(match.save(), "utf-8")
    return str(path)


def test_why_chain_tells_it_with_the_places_of_the_rules(saved: str) -> None:
    done = run("why", saved, "chain", "1")
    assert done.status == 0
    first, second = done.out.splitlines()[:2]
    assert first.startswith("chain 1 of ") and first.endswith(": casting")
    assert "declares cast(bolt, seat 2)" in second and "counterspells.rules:" in second


def test_why_chain_tells_a_seat_what_paying_has_shown_it(saved: str) -> None:
    whole = run("why", saved, "chain", "1").out
    assert run("why", saved, "chain", "1", "--seat", "2").out == whole


def test_a_seat_is_told_no_more_than_it_knows() -> None:
    entries = [
        {"kind": "opened", "window": "table"},
        {"kind": "chose", "at": "window:table", "seat": "seat 1", "option": "hide"},
        {"kind": "waits", "answer": "hide", "number": 0, "seat": "seat 1", "option": "hide"},
        {"kind": "takes_effect", "answer": "hide", "number": 0, "seat": "seat 1"},
        {"kind": "moved", "from": "hand of seat 1", "to": "table"},
    ]
    (chain,) = chains(entries)
    assert story(chain)[-1] == "       ?: hand of seat 1 > table"


def test_there_is_no_such_chain(saved: str) -> None:
    done = run("why", saved, "chain", "99")
    assert done.status == 1
    assert "there is no chain 99" in done.err
