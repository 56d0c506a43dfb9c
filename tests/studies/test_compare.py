"""A game and the game with house rules, played with the same chance, and each amended rule taken away."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from duels import amended, over
from regelwerk.match.match import Match
from regelwerk.meaning.game import Checked
from regelwerk.meaning.without import each_without
from regelwerk.rules.codec import encode
from regelwerk.studies.compare import Compared, Pair, comparisons
from regelwerk.studies.compare_alignment import Alignment
from regelwerk.studies.compare_lockstep import Beside, Mattered, watch
from regelwerk.studies.compare_summary import RuleFigure, paired_means, paired_shares, report
from regelwerk.studies.compare_transfer import carried_over
from regelwerk.studies.simulation import Plan, Study
from tools import shipped

RICHER = ("replace event gain(seat p, number n):", "    raise p.points by n + 1")


def pair_of(checked: Checked) -> Pair:
    assert checked.rules is not None and checked.base is not None and checked.base.rules is not None
    base, house = (Plan(encode(rules), 2, {}, "random", 7) for rules in (checked.base.rules, checked.rules))
    return Pair(base, house)


def watched(checked: Checked, matches: int) -> dict[str, list[Mattered]]:
    """Play so many matches beside the game without each amended rule."""
    study = Study(pair_of(checked).amended)
    found: dict[str, list[Mattered]] = {}
    for one in each_without(checked):
        if one is not None and one.rules is not None:
            beside = Beside(study.layout, one.rules, {}, study.plan.build)
            found[str(one.amended.target)] = [watch(study, n, [beside])[0] for n in range(matches)]
    return found


def mattered(checked: Checked, matches: int = 12) -> dict[str, RuleFigure]:
    """Play so many matches; how often each amended rule mattered."""
    found = watched(checked, matches)
    return {figure.name: figure for figure in report((), 2, [*found.items()]).rules}


def test_the_same_rules_give_the_same_matches(tmp_path: Path) -> None:
    checked = amended(tmp_path, over("presupposes event turn"))
    pair = pair_of(checked)
    found = list(comparisons(pair, 20, 1))
    assert all(each.base == each.amended for each in found)
    figures = report(found, 2)
    assert not figures.differs
    assert all(
        f.difference.value == 0 and f.difference.low <= 0 <= f.difference.high for f in figures.figures
    )


def test_what_is_drawn_is_the_same_in_both(tmp_path: Path) -> None:
    pair = pair_of(amended(tmp_path, over(*RICHER)))
    for each in comparisons(pair, 10, 1):
        # the same cards are laid by the same choices; each gain, of which there is none without points,
        # is worth one more
        assert each.amended.decisions == each.base.decisions
        for more, less in zip(each.amended.scores, each.base.scores, strict=True):
            assert more > less or more == less == 0


def test_the_order_of_processes_makes_no_difference(tmp_path: Path) -> None:
    pair = pair_of(amended(tmp_path, over(*RICHER, "remove rule bonus")))
    alone, shared = list(comparisons(pair, 6, 1)), list(comparisons(pair, 6, 2))
    assert report(alone, 2) == report(shared, 2)


def test_a_rule_matters_where_it_changes_something(tmp_path: Path) -> None:
    checked = amended(tmp_path, over(*RICHER))
    [each_found] = watched(checked, 12).values()
    for each, found in zip(comparisons(pair_of(checked), 12, 1), each_found, strict=True):
        assert (found.options, found.followed) == (0, each.amended.decisions)
        assert found.decisions == each.amended.decisions
        # at most one card is laid after a decision, and whoever lays one gains
        assert (found.position > 0) == (sum(each.amended.scores) > 0)
        assert found.position <= each.amended.decisions


def test_a_rule_that_never_applies_does_not_matter(tmp_path: Path) -> None:
    lines = ("rule too_rich:", "    forbid lay where (q.points > 90)")
    found = mattered(amended(tmp_path, over(*lines)))["rule too_rich"]
    assert found.matches is not None
    assert (found.matches.value, found.options, found.position, found.followed) == (0, 0, 0, 1)


def test_a_narrowed_action_changes_options_where_it_takes_some_away(tmp_path: Path) -> None:
    checked = amended(tmp_path, over("narrow action lay:", "    needs c.worth > 1 or q.points > 3"))
    found = watched(checked, 8)
    figures = report((), 2, [*found.items()]).rules
    assert checked.rules is not None and checked.base is not None and checked.base.rules is not None
    [each_found] = found.values()
    fewer = sum(each.options > 0 for each in each_found)
    assert fewer > 0 and figures[0].matches is not None
    assert figures[0].matches.value * 8 >= fewer


def test_lines_inserted_into_a_running_event_are_followed(tmp_path: Path) -> None:
    checked = amended(tmp_path, over("insert before playing in turn:", "    gain(p, 1)"))
    found = mattered(checked)["event turn"]
    assert found.followed == 1 and found.position is not None and found.position > 4


def test_new_rows_do_not_confuse_things(tmp_path: Path) -> None:
    rows = ("table card:", "    jade: colour = red, worth = 2")
    found = mattered(amended(tmp_path, over(*rows)))["row jade"]
    assert found.followed == 1 and found.matches is not None and found.matches.value > 0


def test_things_that_are_gone_cannot_be_put_back(tmp_path: Path) -> None:
    lines = ("remove row opal", "remove rule opals_late")
    figures = mattered(amended(tmp_path, over(*lines)))
    found = figures["row opal"]
    assert found.followed is not None and found.followed < 1


def test_what_is_taken_away_takes_along_what_needs_it(tmp_path: Path) -> None:
    checked = amended(
        tmp_path,
        over(
            "replace event gain(seat p, number n):",
            "    raise p.points by n + more()",
            "value more() = 2",
            "extend enum colour: green",
            "table card:",
            "    jade: colour = green",
            "remove rule opals_late",
            "insert before playing in turn:",
            "    gain(p, 1)",
        ),
    )
    assert [(str(one.amended.target), one.together) for one in each_without(checked) if one is not None] == [
        ("event gain", ()),
        ("row jade", ()),
        ("rule opals_late", ()),
        ("event turn", ()),
    ]
    without = {str(one.amended.target): one.rules for one in each_without(checked) if one is not None}
    rules = without["event gain"]
    assert rules is not None and checked.base is not None and checked.base.rules is not None
    gain = [event for event in rules.events if event.name == "gain"]
    assert gain == [event for event in checked.base.rules.events if event.name == "gain"]
    assert any(row.name == "jade" for row in rules.rows)


def test_house_rules_on_top_of_another_go_with_it(tmp_path: Path) -> None:
    boasting = ("event boast(seat p):", "    gain(p, 1)", "insert before playing in turn:", "    boast(p)")
    low = over(*boasting, title="low")
    high = over("replace event boast(seat p):", "    gain(p, 2)", title="high", on="low")
    found = {
        str(one.amended.target): one for one in each_without(amended(tmp_path, low, high)) if one is not None
    }
    assert set(found) == {"event turn", "event boast"}
    assert found["event boast"].amended.title == "high"


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "counterspells", "knizia"])
def test_a_state_carried_over_to_the_same_game_is_the_same(name: str) -> None:
    layout = shipped.layout(name, shipped.counts(name)[0])
    build = shipped.build(name, shipped.counts(name)[0], "fast")
    alignment = Alignment(layout, layout)
    match = Match.start_on(layout, build, 3, log=False)
    random = Random(3)
    for _ in range(60):
        if match.over:
            break
        again = carried_over(alignment, match.state)
        assert again.plain() == match.state.plain()
        assert alignment.same_position(match.state, again)
        match.take(0, random.randrange(len(match.decisions[0].options)))


def test_intervals_of_differences() -> None:
    even = paired_shares([(0.0, 0.0)] * 10)
    assert even.value == 0 and even.low == -even.high < -0.05
    clear = paired_shares([(0.0, 1.0)] * 18 + [(1.0, 1.0)] * 2)
    assert clear.value == pytest.approx(0.9) and 0.5 < clear.low < 0.9 < clear.high <= 1
    assert paired_shares([(1.0, 0.0)] * 18 + [(1.0, 1.0)] * 2).value == pytest.approx(-0.9)
    longer = paired_means([(10.0, 12.0), (20.0, 23.0), (5.0, 6.0)])
    assert longer.value == pytest.approx(2.0) and longer.low < 0 < longer.high
    wide, wider = paired_means([(1, 2), (2, 4)]), paired_means([(1, 2), (2, 4)], 3.0)
    assert wider.low < wide.low and wide.high < wider.high


def test_figures_need_two_matches_with_something_to_measure(tmp_path: Path) -> None:
    pair = pair_of(amended(tmp_path, over(*RICHER)))
    one: list[Compared] = list(comparisons(pair, 1, 1))
    assert report(one, 2).figures == ()
