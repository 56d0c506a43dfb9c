"""A sample of the audit of small changes, and how it judges and keeps what it has found."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as ex
from regelwerk.rules import scenarios as sc
from regelwerk.rules import statements as st
from regelwerk.rules.validate import validate
from small_games import eq, event, game, n, number
from tools import likely, small_audit
from tools.small_audit import HOLDS, UNTOUCHED, WRONG, Audited, Finding, sampled
from tools.small_page import page

AT = ex.State("at")


def lamps(*body: st.Statement, steps: tuple[sc.Step, ...] = (), **more: object) -> Audited:
    """A game with one state, and a scenario that expects it to be 2 at the end."""
    rules = game(
        "lamps", states=(d.StateDecl("at", number(0, 5), default=0),), events=(event("main", *body),)
    )
    expects = sc.Scenario("it is two", (*steps, sc.Expect(eq(AT, n(2)))), start=st.Happen("main"))
    return Audited("lamps", msgspec.structs.replace(rules, **more), (expects,))


def found(of: Audited, way: str, key: str = "event:main") -> list[tuple[str, str]]:
    made = [change for change in of.by_key[key] if change.way == way]
    return [(finding.scenario, finding.why) for finding in (of.judge(each, 0) for each in made)]


def test_an_expectation_that_fails_notices() -> None:
    assert found(lamps(st.Assign(AT, n(2))), "number") == [("it is two", ""), ("it is two", "")]


def test_rules_that_go_wrong_notice_nothing() -> None:
    # A number above the range of the state is an error of the rules, one below it is another number.
    four = lamps(st.Assign(AT, n(5)), st.Assign(AT, n(2)))
    assert found(four, "number")[:2] == [("", WRONG), ("", HOLDS)]


def test_a_game_without_end_notices_nothing() -> None:
    loop = st.Repeat("forever", (st.Assign(AT, n(2)), st.Stop()))
    assert found(lamps(loop), "line") == [("it is two", ""), ("it is two", ""), ("", WRONG)]


def test_what_no_scenario_looks_at_is_said_to_be_so() -> None:
    hidden = st.If(eq(AT, n(4)), (st.Happen("never"),))
    other = (event("main", hidden, st.Assign(AT, n(2))), event("never", st.Assign(ex.State("at"), n(3))))
    assert found(lamps(events=other), "line", "event:never") == [("", UNTOUCHED)]


def test_options_that_a_rule_holds_under_are_looked_at_by_all() -> None:
    options = (d.OptionDecl("long", d.ValueType("flag"), default=0),)
    rule = d.RuleDecl("more", "after", "main", body=(st.Assign(AT, n(3)),), only=ex.Option("long"))
    audited = lamps(st.Assign(AT, n(2)), options=options, rules=(rule,))
    assert found(audited, "condition dropped", "rule:more") == [("it is two", "")]


def test_what_is_kept_is_done_again_only_where_something_is_different(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = lamps(st.Assign(AT, n(2)))
    monkeypatch.setattr(small_audit, "audited", lambda name: first)
    monkeypatch.setattr(small_audit, "_kept", dict)
    looked = small_audit.look(("lamps", "event:main", None))
    assert [finding.scenario for finding in looked.findings] == ["it is two"] * 3
    monkeypatch.setattr(small_audit, "_kept", lambda: {("lamps", "event:main"): looked})
    monkeypatch.setattr(Audited, "judge", lambda *_: pytest.fail("it is known"))
    assert small_audit.look(("lamps", "event:main", None)) == looked
    other = lamps(st.Assign(AT, n(2)), steps=(sc.Expect(eq(AT, n(2))),))
    monkeypatch.setattr(small_audit, "audited", lambda name: other)
    with pytest.raises(pytest.fail.Exception):
        small_audit.look(("lamps", "event:main", None))


def test_what_the_likeliest_do_not_notice_others_may() -> None:
    more = (sc.Scenario("it is some", (sc.Expect(ex.Compare(">", AT, n(0))),), start=st.Happen("main")),)
    of = lamps(st.Assign(AT, n(2)))
    both = Audited("lamps", of.rules, (*more, *of.scenarios))
    change = next(each for each in both.by_key["event:main"] if each.way == "number")
    first = both.judge(change, 0, most=1)
    assert (first.scenario, first.why) == ("", HOLDS)
    assert both.judge(change, 0, first).scenario == "it is two"


def test_what_noticed_in_an_earlier_audit_is_tried_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(likely, "_KEPT", tmp_path)

    def only_the_likely(of: Audited) -> str:
        change = next(each for each in of.by_key["event:main"] if each.way == "number")
        return of.judge(change, 0, most=0).scenario

    before = lamps(st.Assign(AT, n(2)))
    assert only_the_likely(before) == ""
    likely.keep_likely_ones("lamps", {"event:main": before.hashes, "event:other": []})
    assert likely.likely_ones("lamps") == {"event:main": [before.hashes[0][: likely.SHORT]]}
    assert only_the_likely(lamps(st.Assign(AT, n(2)))) == "it is two"
    assert only_the_likely(lamps(st.Assign(AT, n(2)), steps=(sc.Expect(eq(AT, n(2))),))) == ""


def test_what_the_likeliest_leave_is_tried_with_all_that_feel_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    of = lamps(st.Assign(AT, n(2)))
    some = sc.Scenario("it is some", (sc.Expect(ex.Compare(">", AT, n(0))),), start=st.Happen("main"))
    both = Audited("lamps", of.rules, (some, *of.scenarios))
    monkeypatch.setattr(small_audit, "audited", lambda name: both)
    monkeypatch.setattr(small_audit, "KEPT", tmp_path / "kept.jsonl")
    monkeypatch.setattr(small_audit, "FELT", tmp_path)
    monkeypatch.setattr(small_audit, "LIKELY", 1)
    both._last = [0]
    assert small_audit.main(["lamps", "--jobs", "1"]) == 0
    looked = small_audit.read_kept(tmp_path / "kept.jsonl", small_audit.Looked)
    first, last = (next(e for e in order if e.key == "event:main") for order in (looked, looked[::-1]))
    assert not all(finding.scenario for finding in first.findings)
    assert all(finding.scenario for finding in last.findings)
    assert "event:main" not in capsys.readouterr().out


def test_the_page_has_figures_and_what_is_left() -> None:
    noticed = Finding("number", "`2` → `3`", 0, "it is two", "", "")
    left = Finding("line", "`a` → `b`", 1, "", HOLDS, "")
    shown = page({"lamps": [("event:main", [noticed, left])]})
    assert "2 changes, 1 noticed: 50.0 %." in shown
    assert "| number | 1 | 1 | 100.0 % |" in shown
    assert "- `event:main`\n  - line: `a` → `b` (everything holds)" in shown


def test_what_the_page_has_of_other_games_stays() -> None:
    noticed = Finding("number", "`2` → `3`", 0, "it is two", "", "")
    left = Finding("line", "`a` → `b`", 1, "", HOLDS, "")
    lamps, bells = [("event:main", [noticed, left])], [("event:ring", [left])]
    old = page({"bells": bells, "lamps": [("event:main", [left])]})
    assert page({"lamps": lamps}, old) == page({"bells": bells, "lamps": lamps})


@pytest.mark.parametrize(("name", "count", "needed"), [("knizia", 180, 0.95), ("risiko", 120, 0.93)])
def test_small_changes_are_noticed(name: str, count: int, needed: float) -> None:
    findings = sampled(small_audit.audited(name), count, seed=1)
    assert len(findings) == count
    left = [finding for finding in findings if not finding.scenario]
    assert len(left) <= (1 - needed) * count, left


def test_what_a_scenario_does_not_feel_it_does_not_notice() -> None:
    """Tried or not, it comes to the same."""
    game = small_audit.audited("risiko")
    drawn = [change for change in Random(6).sample(game.changes, 120) if game.games.is_game(change)]
    all_tried = [game.judge(change, 0) for change in drawn]
    game.watch(range(len(game.changes)))
    game.learn([game.feels(number) for number in range(len(game.scenarios))])
    assert [bool(game.judge(change, 0).scenario) for change in drawn] == [bool(f.scenario) for f in all_tried]
    assert {bool(finding.scenario) for finding in all_tried} == {True, False}


def test_a_change_is_a_game_if_all_of_it_fits() -> None:
    """Only what is changed is looked at, where that is enough."""
    game = small_audit.audited("knizia")
    drawn = Random(2).sample([change for made in game.by_key.values() for change in made], 150)
    quick = [game.games.is_game(change) for change in drawn]
    assert quick == [validate(change.made(game.rules)) is None for change in drawn]
    assert {*quick} == {True, False}


def test_new_scenarios_are_tried_alone_and_nothing_of_it_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(small_audit, "KEPT", tmp_path / "kept.jsonl")
    monkeypatch.setattr(small_audit, "_kept", dict)
    assert small_audit.main(["knizia", "--only", "action:use_staff", "--titles", "Staff"]) == 0
    told = capsys.readouterr().out.splitlines()
    outcomes = {line.rpartition(": ")[2] for line in told if line.startswith("action:use_staff: ")}
    noticed = [each for each in outcomes if each.startswith("noticed by `")]
    assert noticed and all("Staff" in each for each in noticed)
    assert not (tmp_path / "kept.jsonl").exists()
