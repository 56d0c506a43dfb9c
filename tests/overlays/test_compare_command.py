"""`regelwerk compare`: what it says, what it writes, what it refuses."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count, pairwise
from pathlib import Path

import pytest

from command_line import run
from duels import DUEL, over
from regelwerk.studies.compare_lockstep import Beside, Mattered, watch
from regelwerk.studies.simulation import Study

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    (tmp_path / "duel.rules").write_text(DUEL)
    lines = (
        "replace event gain(seat p, number n):",
        "    raise p.points by n + 1",
        "fix option length = long",
    )
    (tmp_path / "more.rules").write_text(over(*lines, title="more"))
    (tmp_path / "quiet.rules").write_text(over("presupposes event gain", title="quiet"))
    return tmp_path / "duel.rules"


def lines_of(text: str) -> list[str]:
    return [" ".join(line.replace("│", "").split()) for line in text.splitlines()]


def test_it_tells_what_is_different(duel: Path) -> None:
    done = run("compare", duel, "--house", duel.parent / "more.rules", "-n", "30", "--watch", "5")
    assert (done.status, done.err) == (0, "")
    lines = lines_of(done.out)
    assert lines[0].endswith('duel.rules and "more": 30 matches each of random bots, seed 0')
    assert "how often it mattered in 5 matches" in lines
    assert any(line.startswith("event gain: replaced 100% (57 to 100) 0.00") for line in lines)
    found = "Differences found (at 95 % for all 6 figures together): score of seat 1 (more)"
    [said] = [number for number, line in enumerate(lines) if line.startswith(found)]
    assert said < lines.index("how often it mattered in 5 matches")


def test_it_says_when_nothing_is(duel: Path) -> None:
    done = run("compare", duel, "--house", duel.parent / "quiet.rules", "-n", "30", "--watch", "5")
    assert "No difference found: all 6 figures together could be alike (at 95 %)." in lines_of(done.out)


def test_figures_as_data(duel: Path) -> None:
    arguments = ("compare", duel, "--house", duel.parent / "more.rules", "-n", "10", "--watch", "3", "--json")
    figures = json.loads(run(*arguments).out)
    assert figures == json.loads(run(*arguments, "--jobs", "2").out)
    assert (figures["matches"], figures["watched"], len(figures["lengths"])) == (10, 3, 10)
    assert {figure["name"] for figure in figures["figures"]} >= {"seat 1 wins", "decisions in a match"}
    assert [rule["name"] for rule in figures["rules"]] == ["event gain: replaced", "option length: fixed"]


@pytest.mark.parametrize(("form", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_a_picture(form: str, begins: bytes, duel: Path) -> None:
    picture = duel.parent / f"more.{form}"
    house = duel.parent / "more.rules"
    assert run("compare", duel, "--house", house, "-n", "5", "--watch", "2", "--plot", picture).status == 0
    first = picture.read_bytes()
    assert first.startswith(begins)
    if form == "svg":
        run("compare", duel, "--house", house, "-n", "5", "--watch", "2", "--plot", picture)
        assert picture.read_bytes() == first


REFUSED = {
    ("--plot", "out.gif"): "error: `out.gif` is no picture that can be drawn\n",
    ("--side", "point"): "error: seats have no attribute `point` that is one of several words\n",
    ("--option", "lenght=long"): "error: `duel` has no option `lenght`\n  did you mean `length`?\n",
    ("--players", "3"): "error: `duel` is for 2 players, not 3\n",
}


@pytest.mark.parametrize("arguments", REFUSED)
def test_what_is_refused(arguments: tuple[str, str], duel: Path) -> None:
    done = run("compare", duel, "--house", duel.parent / "quiet.rules", *arguments)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(REFUSED[arguments])


def test_an_option_that_is_fixed_is_chosen_for_the_game_alone(duel: Path) -> None:
    house = duel.parent / "more.rules"
    short, long = (
        json.loads(run("compare", duel, "--house", house, "-n", "5", "--watch", "0", "--json",
                       "--option", f"length={length}").out)["lengths"]
        for length in ("short", "long")
    )  # fmt: skip
    assert [amended for _, amended in short] == [amended for _, amended in long]
    assert sum(base for base, _ in short) < sum(base for base, _ in long)


def test_sides(tmp_path: Path) -> None:
    game = DUEL.replace("    points: 0..99 = 0", "    points: 0..99 = 0\n    band: colour = red")
    turn = "event turn(seat p):\n"
    (tmp_path / "duel.rules").write_text(
        game.replace(turn, turn + "    if p = seat 2:\n        set p.band to blue\n")
    )
    (tmp_path / "quiet.rules").write_text(over("presupposes event gain", title="quiet"))
    done = run("compare", tmp_path / "duel.rules", "--house", tmp_path / "quiet.rules", "-n", "12",
               "--side", "band", "--json")  # fmt: skip
    shares = {figure["name"]: figure["base"]["value"] for figure in json.loads(done.out)["figures"]}
    assert shares["side red wins"] == shares["seat 1 wins"]
    assert shares["side blue wins"] == shares["seat 2 wins"]


def test_it_needs_house_rules(duel: Path) -> None:
    done = run("compare", duel)
    assert done.status == 2 and "nothing to compare the game with; add `--house FILE`" in done.err


TWO = over(
    "replace event gain(seat p, number n):",
    "    raise p.points by n + 1",
    "insert after playing in turn:",
    "    boast(p)",
    "event boast(seat p):",
    "    open playing(p)",
    title="two",
)  # fmt: skip


def test_what_each_amendment_does_alone_and_on_top(tmp_path: Path) -> None:
    (tmp_path / "duel.rules").write_text(DUEL)
    (tmp_path / "two.rules").write_text(TWO)
    arguments = ("compare", tmp_path / "duel.rules", "--house", tmp_path / "two.rules", "-n", 10)
    data = json.loads(run(*arguments, "--watch", 0, "--effects", 12, "--json").out)
    several = run(*arguments, "--watch", 0, "--effects", 12, "--json", "--jobs", 2)
    assert json.loads(several.out)["effects"] == data["effects"]
    told = {each["name"]: each for each in data["effects"]}
    assert set(told) == {"event gain", "event turn"}

    def figure(name: str, way: str, of: str) -> tuple[float, bool, int]:
        [found] = [each for each in told[name][way] if each["name"] == of]
        return found["difference"]["value"], found["found"], found["difference"]["n"]

    length, score = "decisions in a match", "score of seat 1"
    for way in ("alone", "on_top"):
        assert figure("event gain", way, length) == (0, False, 12)
        assert figure("event gain", way, score)[:2] > (0, True), "more points"
        value, found, _ = figure("event turn", way, length)
        assert value > 0 and found, "what it needs is laid with it: more is played"
    out = lines_of(run(*arguments, "--watch", 0, "--effects", 4).out)
    assert "what each does (95 % intervals; * there for all together)" in out
    assert any(line.startswith("event gain +0.00 (+0.00 to +0.00) seat ") for line in out)
    assert "effects" not in run(*arguments, "--watch", 0).out


def test_sides_of_each_amendment(tmp_path: Path) -> None:
    game = DUEL.replace("    points: 0..99 = 0", "    points: 0..99 = 0\n    band: colour = red")
    turn = "event turn(seat p):\n"
    (tmp_path / "duel.rules").write_text(
        game.replace(turn, turn + "    if p = seat 2:\n        set p.band to blue\n")
    )
    (tmp_path / "two.rules").write_text(TWO)
    arguments = ("compare", tmp_path / "duel.rules", "--house", tmp_path / "two.rules", "-n", 4)
    done = run(*arguments, "--watch", 0, "--effects", 6, "--side", "band", "--json")
    for effect in json.loads(done.out)["effects"]:
        for way in ("alone", "on_top"):
            found = {each["name"]: {**each, "name": ""} for each in effect[way]}
            assert found["side red wins"] == found["seat 1 wins"]
            assert found["side blue wins"] == found["seat 2 wins"]


def test_whoever_stops_keeps_what_is_known_of_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "duel.rules").write_text(DUEL)
    (tmp_path / "two.rules").write_text(TWO)
    plays = count(1)
    play = Study.play

    def stopping(study: Study, number: int, *more: object, **others: object) -> object:
        if next(plays) > 40:
            raise KeyboardInterrupt
        return play(study, number, *more, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(Study, "play", stopping)
    arguments = ("compare", tmp_path / "duel.rules", "--house", tmp_path / "two.rules", "-n", 10)
    done = run(*arguments, "--watch", 0, "--effects", 100)
    assert done.err == "stopped after 3 of 100 matches of each\n"
    assert any(line.startswith("event turn +") for line in lines_of(done.out))


@pytest.fixture
def stack(duel: Path) -> Path:
    """House rules that go on top of "more", and touch one thing more."""
    lines = ("replace event gain(seat p, number n):", "    raise p.points by n + 2")
    title = 'top" amends duel on top of "more":'
    (duel.parent / "top.rules").write_text(
        f'house rule "{title}\n' + "".join(f"    {line}\n" for line in lines)
    )
    return duel


def test_the_base_may_have_house_rules(stack: Path) -> None:
    base, top = stack.parent / "more.rules", stack.parent / "top.rules"
    done = run("compare", stack, "--base", base, "--house", top, "-n", "12", "--watch", "3")
    assert (done.status, done.err) == (0, "")
    lines = lines_of(done.out)
    assert 'duel.rules with "more" and "top": 12 matches each' in lines[0]
    assert [line for line in lines if line.startswith("event gain")] and "option length" not in done.out
    both = json.loads(run("compare", stack, "--base", base, "--house", top, "-n", "5", "--json").out)
    alone = json.loads(run("compare", stack, "--house", base, "--house", top, "-n", "5", "--json").out)
    assert [b for _, b in both["lengths"]] == [b for _, b in alone["lengths"]]
    assert all(a == b for a, b in both["lengths"]) and any(a < b for a, b in alone["lengths"])


def test_diff_shows_what_is_done_to_the_base(stack: Path) -> None:
    base, top = stack.parent / "more.rules", stack.parent / "top.rules"
    said = " ".join(run("diff", stack, "--base", base, "--house", top).out.split())
    assert "- raise p.points by n + 1 + raise p.points by n + 2" in said
    assert "length" not in said
    assert "length" in run("diff", stack, "--house", base, "--house", top).out


@pytest.mark.parametrize("command", ["diff", "compare"])
def test_house_rules_are_beneath_or_on_top(command: str, stack: Path) -> None:
    base = stack.parent / "more.rules"
    done = run(command, stack, "--base", base, "--house", base)
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        f"error: `{base}` is beneath both games and on top of one\n"
        "  help: leave it out of `--base` or of `--house`\n"
    )
    assert run(command, stack, "--base", base).status == 2


@pytest.mark.parametrize(
    ("before", "said", "heading"),
    [
        (0, "0 of 2 amendments in the first match", ""),
        (1, "1 of 2 amendments in the first match", "in 1 match"),
        (2, "1 of 5 matches that are watched", "in 1 match"),
        (4, "3 of 5 matches that are watched", "in 3 matches"),
    ],
)
def test_whoever_stops_keeps_what_is_known(
    before: int, said: str, heading: str, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The figures are there before it is asked which amendment mattered, and that grows match by match."""
    played: list[int] = []

    def stop(study: Study, number: int, beside: Sequence[Beside]) -> list[Mattered]:
        if len(played) == before:
            raise KeyboardInterrupt
        played.append(number)
        return watch(study, number, beside)

    monkeypatch.setattr("regelwerk.doors.mattering.watch", stop)
    done = run("compare", duel, "--house", duel.parent / "more.rules", "-n", "30", "--watch", "5")
    assert (done.status, done.err) == (0, f"stopped after {said}\n")
    assert "30 matches each" in done.out and "Differences found" in done.out
    titles = [line for line in lines_of(done.out) if line.startswith("how often")]
    assert titles == ([f"how often it mattered {heading}"] if heading else [])
    assert ("option length: fixed" in done.out) == (before > 1)


def test_without_a_terminal_what_is_known_is_written_ever_more_seldom(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count()  # a second passes whenever anybody looks at it
    monkeypatch.setattr("regelwerk.doors.screen.monotonic", lambda: float(next(clock)))
    done = run("compare", duel, "--house", duel.parent / "more.rules", "-n", "100", "--watch", "90", "--json")
    headings = [line for line in done.err.splitlines() if " of " in line and "╇" not in line]
    pairs = [int(line.split()[0]) for line in headings if line.endswith("pairs of matches")]
    parts = [int(line.split()[0]) for line in headings if line.endswith("parts of watched matches")]
    for seen in (pairs, parts):
        assert 2 <= len(seen) <= 4 and all(2 * a - 4 <= b for a, b in pairwise(seen))
    assert "how often it mattered in" in done.err and "Differences found" in done.err
    assert json.loads(done.out)["watched"] == 90


def test_rules_that_mattered_most_come_first(duel: Path) -> None:
    lines = ("rule too_rich:", "    forbid lay where (q.points > 90)", "insert before playing in turn:",
             "    gain(p, 1)")  # fmt: skip
    (duel.parent / "two.rules").write_text(over(*lines, title="two"))
    done = run("compare", duel, "--house", duel.parent / "two.rules", "-n", "5", "--watch", "4")
    rows = [line for line in lines_of(done.out) if line.startswith(("rule too_rich", "event turn"))]
    assert [row.split(":")[0] for row in rows] == ["event turn", "rule too_rich"]
