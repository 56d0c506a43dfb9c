"""`simulate`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import run
from regelwerk.studies.simulation import Outcome, Plan
from small_rules import GUESS, RACE, write


def test_figures_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    path = write(tmp_path, RACE)
    results = []
    for jobs in (1, 2, 3):
        out = tmp_path / f"{jobs}.csv"
        done = run("simulate", path, "-n", "40", "--jobs", jobs, "--seed", "5", "--json", "--out", out)
        assert (done.status, done.err) == (0, "")
        results.append((done.out, out.read_text()))
    assert results[0] == results[1] == results[2]
    assert run("simulate", path, "-n", "40", "--seed", "6", "--json").out != results[0][0]


def test_the_table_and_the_file_say_the_same(tmp_path: Path) -> None:
    out = tmp_path / "matches.csv"
    done = run("simulate", "tic_tac_toe", "-n", "60", "--out", out)
    rows = list(csv.DictReader(io.StringIO(out.read_text())))
    assert [row["match"] for row in rows] == [str(n) for n in range(1, 61)]
    first = sum(row["winners"] == "1" for row in rows)
    assert f"│ seat 1 wins                  │ {first / 60:.1%} │" in done.out
    figures = json.loads(run("simulate", "tic_tac_toe", "-n", "60", "--json").out)
    assert figures["wins"][0]["value"] == first / 60
    assert figures["scores"] is None


def test_scores_are_averaged(tmp_path: Path) -> None:
    figures = json.loads(run("simulate", write(tmp_path, RACE), "-n", "20", "--json").out)
    assert 3 < figures["scores"][0]["value"] <= 6
    assert figures["endings"]["home"]["value"] == 1


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def some(plan: Plan, count: int, jobs: int) -> Iterator[Outcome]:
        yield Outcome(0, "home", (0,), (6, 2), 7)
        raise KeyboardInterrupt

    path = write(tmp_path, RACE)
    monkeypatch.setattr("regelwerk.doors.commands.simulate.outcomes", some)
    done = run("simulate", path, "-n", "50", "--json")
    assert (done.status, done.err) == (0, "stopped after 1 of 50 matches\n")
    assert json.loads(done.out)["matches"] == 1


def test_rules_that_go_wrong_are_counted_and_named(tmp_path: Path) -> None:
    missed, broken = "        winners next(p)\n", "score quotient(n, n - n)"
    path = write(tmp_path, GUESS.replace(missed, f"{missed}        {broken} for each seat\n"))
    done = run("simulate", path, "-n", "30", "--json")
    assert done.status == 1
    assert 0 < json.loads(done.out)["endings"]["error"]["value"] < 1
    assert done.err.startswith("error: a match broke off: a number is divided by 0 (in `event:guessing")


@pytest.mark.parametrize(
    "arguments", [["-n", "0"], ["-n", "x"], ["--jobs", "0"], ["--bots", "clever"], ["--seed", "x"]]
)
def test_wrong_usage(arguments: list[str]) -> None:
    done = run("simulate", "tic_tac_toe", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("error: invalid value for `")
    assert done.err.count("\n") == 1
