"""`simulate`."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from amounts import amount
from command_line import run
from regelwerk.studies.simulation import Outcome, Plan, match_seed
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
    def some(plan: Plan, numbers: Sequence[int], jobs: int) -> Iterator[Outcome]:
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
    assert done.err.startswith("error: a match broke off: a number is divided by 0 (in event `guessing`")


@pytest.mark.parametrize(
    "arguments", [["-n", "0"], ["-n", "x"], ["--jobs", "0"], ["--bots", "clever"], ["--seed", "x"]]
)
def test_wrong_usage(arguments: list[str]) -> None:
    done = run("simulate", "tic_tac_toe", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("error: invalid value for `")
    assert done.err.count("\n") == 1


# ---------------------------------------------------------------- kept in a file, and continued

MATCHES = amount("STUDY", test=72, nightly=240)
"""So many that a study is still running when it is stopped."""

FEW = 4
"""So many are finished before it is stopped."""

LONG = ("-n", str(MATCHES), "--seed", "5", "--bots", "sensible", "--json")


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The game, and the figures of the whole study."""
    path = write(tmp_path_factory.mktemp("race"), RACE)
    return str(path), run("simulate", path, *LONG).out


COMMAND = [sys.executable, "-c", "from regelwerk.doors.command import main; raise SystemExit(main())"]


@pytest.mark.slow
@pytest.mark.parametrize(("bots", "count"), [("sensible", 20), ("search", 1)])
def test_figures_do_not_depend_on_the_process(tmp_path: Path, bots: str, count: int) -> None:
    path = write(tmp_path, RACE)
    words = [*COMMAND, "simulate", str(path), "-n", str(count), "--bots", bots, "--json"]
    figures = [
        subprocess.run(words, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True).stdout
        for seed in ("1", "2", "3")
    ]
    assert figures[0] == figures[1] == figures[2] != b""


def finished(file: Path) -> int:
    """The matches in the file: a line each, below the line that says what study it is."""
    return file.read_bytes().count(b"\n") - 1


def begun(path: str, file: Path, jobs: int = 2) -> subprocess.Popen[str]:
    """The study in a process of its own, as soon as some matches are finished.

    It can be interrupted, even if whoever runs the tests in the background cannot.
    """
    process = subprocess.Popen(
        [*COMMAND, "simulate", path, *LONG, "--jobs", str(jobs), "--continue", str(file)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        if file.exists() and finished(file) >= FEW:
            return process
        time.sleep(0.01)
    raise AssertionError(f"no match was finished: {process.communicate()}")


def workers_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def interrupted(process: subprocess.Popen[str]) -> None:
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert err.startswith("stopped after ")
    assert "the same command goes on with those in `" in err


def robbed_of_a_worker(process: subprocess.Popen[str]) -> None:
    os.kill(workers_of(process.pid)[0], signal.SIGKILL)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.startswith(
        "error: a worker process ended before its matches did (killed by signal 9): stopped after "
    )


def killed(process: subprocess.Popen[str]) -> None:
    workers = workers_of(process.pid)
    process.kill()
    process.communicate(timeout=60)
    deadline = time.monotonic() + 30
    while any(is_running(pid) for pid in workers):
        assert time.monotonic() < deadline, "a worker outlived the study"
        time.sleep(0.1)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds workers as Linux lists them")
@pytest.mark.parametrize("stop", [interrupted, robbed_of_a_worker, killed])
def test_what_is_finished_is_kept_and_continued(
    uninterrupted: tuple[str, str], tmp_path: Path, stop: Callable[[subprocess.Popen[str]], None]
) -> None:
    path, figures = uninterrupted
    file = tmp_path / "matches.jsonl"
    stop(begun(path, file))
    assert FEW <= finished(file) < MATCHES
    done = run("simulate", path, *LONG, "--jobs", "2", "--continue", file)
    assert (done.status, done.out, done.err) == (0, figures, "")
    assert file.read_bytes().count(b"\n") == MATCHES + 1


def test_parts_of_a_study_add_up_to_the_whole(tmp_path: Path) -> None:
    path, whole = write(tmp_path, RACE), tmp_path / "whole"
    shares = [(1, 7, 1), (8, 20, 3), (28, 13, 2)]
    for first, count, jobs in shares:
        part = tmp_path / f"{first}"
        done = run("simulate", path, "--first", first, "-n", count, "--jobs", jobs, "--continue", part)
        assert done.status == 0
    whole.write_bytes(b"".join((tmp_path / f"{first}").read_bytes() for first, _, _ in reversed(shares)))
    size = whole.stat().st_size
    done = run("simulate", path, "-n", "40", "--json", "--continue", whole)
    assert done.out == run("simulate", path, "-n", "40", "--json").out
    assert whole.stat().st_size == size


def kept_study(folder: Path, count: int) -> tuple[tuple[object, ...], Path]:
    """A study whose matches are kept in a file: the command that goes on with it, and the file."""
    file = folder / "file"
    command = ("simulate", write(folder, RACE), "-n", str(count), "--continue", file)
    assert run(*command).status == 0
    return command, file


def refusal(*command: object) -> str:
    """What is said where a study is not gone on with."""
    done = run(*command)
    assert (done.status, done.out) == (1, "")
    return done.err


def test_a_match_that_was_not_written_to_its_end_is_played_again(tmp_path: Path) -> None:
    command, file = kept_study(tmp_path, 8)
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    assert run(*command).status == 0
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "arguments", "message"),
    [
        (lambda text: text, ["--seed", "9"], "are of another study, with another value of `seed`"),
        (lambda text: text, ["--bots", "sensible"], "are of another study, with another value of `bots`"),
        (lambda text: text, ["--players", "3"], "are of another study, with another value of `players`"),
        (lambda text: text.replace('"rules":"', '"rules":"0'), [], "are of another study, with other rules"),
        (lambda text: text.replace('{"number":0', '{"numb', 1), [], "line 2 of `"),
        (lambda text: "1,2\n3,4\n", [], "holds no matches of a study"),
        (lambda text: text.partition("\n")[2], [], "holds no matches of a study"),
        (lambda text: "notes without the end of a line", [], "holds no matches of a study"),
        (lambda text: text[:30] + "0", [], "holds no matches of a study"),
    ],
)
def test_a_file_that_cannot_be_continued_is_refused_and_left_alone(
    tmp_path: Path, change: Callable[[str], str], arguments: list[str], message: str
) -> None:
    command, file = kept_study(tmp_path, 3)
    changed = change(file.read_text())
    file.write_text(changed)
    said = refusal(*command, *arguments)
    assert message in said
    assert "help: " in said
    assert file.read_text() == changed


def test_a_study_that_was_cut_off_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    command, file = kept_study(tmp_path, 3)
    whole = file.read_bytes()
    file.write_bytes(whole[:40])
    assert run(*command).status == 0
    assert file.read_bytes() == whole


def test_no_match_has_a_number_that_its_file_does_not_take(tmp_path: Path) -> None:
    path, file = write(tmp_path, RACE), tmp_path / "file"
    most = ("simulate", path, "-n", "2", "--first", "100000000000", "--continue", file)
    assert [run(*most).status, run(*most).status] == [0, 0]
    assert run(*most[:5], "100000000001").status == 2


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    said = refusal("simulate", "tic_tac_toe", "-n", "3", "--continue", tmp_path)
    assert said.startswith(f"error: `{tmp_path}` cannot be used: is a directory\n")


def line_of(**changed: object) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda outcome: {**outcome, **changed}


def change_line(file: Path, number: int, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Change what a line of a study, counted from 0, tells."""
    lines = file.read_text().splitlines()
    lines[number] = json.dumps(change(json.loads(lines[number])))
    file.write_text("".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (line_of(winners=[7]), "`winners`: expected seats from 0 to 1"),
        (line_of(winners=[1, 1]), "`winners`: expected seats from 0 to 1"),
        (line_of(scores=[1]), "`scores`: expected 2 elements, found 1"),
        (line_of(scores=[10**15, 0]), "`scores`: expected whole numbers"),
        (line_of(ending="\x1b[31mwon\u202e"), "`ending`: the game has no such ending"),
        (line_of(ending="error", winners=[], scores=[], error="\x1b (match seed 1)"), "none of this match"),
        (line_of(ending="unfinished", winners=[], scores=[]), "an unfinished match"),
        (line_of(ending="unfinished"), "nobody wins or scores in a match that has not ended"),
        (line_of(error="lost"), "a match that has ended has an error"),
        (line_of(number=-1), "is none"),
        (line_of(number=10**30), "line 3 of `"),
        (line_of(number=0), "match 1 has ended in another way before"),
        (line_of(decisions=10**9), "is none"),
        (line_of(decisions=True), "it tells of no match"),
        (line_of(sides=[0, 1]), "it tells of sides"),
        (line_of(surplus=1), "it says more than how a match went"),
        (line_of(ending=None), "it tells of no match"),
        (lambda outcome: [outcome], "it tells of no match"),
    ],
)
def test_no_line_of_a_study_is_believed(
    tmp_path: Path, change: Callable[[dict[str, Any]], dict[str, Any]], says: str
) -> None:
    """One that no match of the study can have is refused with its number, and not printed as it is."""
    command, file = kept_study(tmp_path, 3)
    change_line(file, 2, change)
    said = refusal(*command)
    assert f"line 3 of `{file}` is damaged: " in said
    assert says in said
    assert not {"\x1b", "\u202e"} & {*said}


def other_winners(outcome: dict[str, Any]) -> dict[str, Any]:
    return {**outcome, "winners": [1 - seat for seat in outcome["winners"]]}


BROKEN_OFF = line_of(
    ending="error", winners=[], scores=[], error=f"the bank is empty (match seed {match_seed(0, 0)})"
)


@pytest.mark.parametrize("change", [other_winners, BROKEN_OFF], ids=["winners", "broken off"])
def test_a_line_that_tells_of_another_course_is_found_by_playing_it_again(
    tmp_path: Path, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    command, file = kept_study(tmp_path, 1)
    change_line(file, 1, change)
    assert "its match goes in another way when it is played again" in refusal(*command)


def test_a_line_that_says_something_twice_tells_of_no_match(tmp_path: Path) -> None:
    command, file = kept_study(tmp_path, 1)
    file.write_text(file.read_text().replace('"number":0', '"number":7,"number":0'))
    assert "it tells of no match" in refusal(*command)


def test_a_head_with_more_in_it_is_of_another_study(tmp_path: Path) -> None:
    command, file = kept_study(tmp_path, 1)
    file.write_text(file.read_text().replace('{"format"', '{"\\u001b[2J":1,"format"', 1))
    assert "with another value of `\\x1b[2J`" in refusal(*command)
