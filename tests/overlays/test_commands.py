"""House rules at the command line: found by file or by name, in every command that takes a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import run
from duels import DUEL, over

GAIN = ("replace event gain(seat p, number n):", "    raise p.points by n + 1")
MORE = over(*GAIN, title="more", version="1")
MORE += 'scenario "one more":\n    start gain(seat 1, 2)\n    expect seat 1.points = 3\n'
MOST = over(
    "replace event gain(seat p, number n):",
    "    raise p.points by n + 2",
    title="most",
    on="more",
    version="1",
)
MOST += 'scenario "two more":\n    start gain(seat 1, 2)\n    expect seat 1.points = 4\n'


@pytest.fixture(autouse=True)
def _width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game folder with two house rules that come with it."""
    (tmp_path / "game.yaml").write_text(
        "format: regelwerk-game/1\nlanguage: 2\n"
        'id: duel\ntitle: {en: "Duel"}\nversion: "1"\nrules: [duel.rules]\n'
        "clauses: clauses.yaml\n"
    )
    (tmp_path / "clauses.yaml").write_text(
        'format: regelwerk-clauses/1\ngame: duel\nclauses:\n  book.duel.1: {title: "Gaining", kind: rule}\n'
    )
    scenario = '\nscenario "plain":\n    start gain(seat 1, 2)\n    expect seat 1.points = 2\n'
    (tmp_path / "duel.rules").write_text(DUEL + scenario)
    (tmp_path / "houses").mkdir()
    (tmp_path / "houses" / "more.rules").write_text(MORE)
    (tmp_path / "houses" / "a_most.rules").write_text(MOST)
    return tmp_path


def test_check_and_test_look_at_the_house_rules_of_a_game(folder: Path) -> None:
    assert run("check", folder).err == "nothing is wrong\n"
    assert run("test", folder).err == "3 passed\n"
    assert run("test", folder, "--house", "more", "-v").out == "passed: one more\n"
    (folder / "houses" / "more.rules").write_text(MORE.replace("event gain", "event gian"))
    done = run("check", folder, "--format", "short")
    assert done.status == 1
    assert "more.rules:2:19: M103 the game has no event `gian`" in done.out


def test_a_value_that_house_rules_leave_without_a_use_may_stay_in_the_game(folder: Path) -> None:
    value = "value worth_of(card c) = c.worth\n"
    called = "value worth_of(card c) = face_of(c)\n\nvalue face_of(card c) = c.worth\n"
    (folder / "duel.rules").write_text(DUEL.replace(value, called))
    house = over("replace value worth_of(card c) = 2", title="more", version="1")
    house += 'scenario "two":\n    start gain(seat 1, 2)\n    expect seat 1.points = 2\n'
    (folder / "houses" / "more.rules").write_text(house)
    (folder / "houses" / "a_most.rules").unlink()
    assert run("check", folder).err == "nothing is wrong\n"
    assert run("test", folder, "--house", "more").err == "1 passed\n"
    assert run("simulate", folder, "--house", "more", "-n", 1).status == 0


def test_by_name_by_file_and_neither(folder: Path) -> None:
    by_name = run("export", folder, "--house", "more").out
    by_file = run("export", folder, "--house", folder / "houses" / "more.rules").out
    assert by_name == by_file and json.loads(by_name)["house_rules"][0]["title"] == "more"
    both = json.loads(run("export", folder, "--house", "more", "--house", "a_most").out)
    assert [house["title"] for house in both["house_rules"]] == ["more", "most"]
    done = run("export", folder, "--house", "mor")
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        "error: there are no house rules `mor`\n  did you mean `more`?\n"
        "  help: name a file or folder, or one of a_most, more\n"
    )


def test_an_export_cannot_be_amended(folder: Path, tmp_path: Path) -> None:
    run("export", folder, "-o", tmp_path / "duel.json")
    done = run("simulate", tmp_path / "duel.json", "--house", folder / "houses" / "more.rules")
    assert done.status == 1 and "is an export, which house rules cannot amend" in done.err


def test_errors_of_house_rules_stop_every_command(folder: Path) -> None:
    (folder / "houses" / "more.rules").write_text(MORE.replace("event gain", "event gian"))
    for command in ("test", "play", "simulate", "coverage", "export", "diff"):
        done = run(command, folder, "--house", "more")
        assert (done.status, done.out) == (1, ""), command
        assert "M103" in done.err and "with its house rules has 1 error" in done.err, command


def test_play_simulate_and_a_saved_match(folder: Path, tmp_path: Path) -> None:
    assert run("simulate", folder, "--house", "more", "-n", "5", "--json").status == 0
    saved = tmp_path / "match.json"
    run("play", folder, "--house", "more", "--seed", "1", typed=f"save {saved}\nquit\n")
    assert run("replay", saved, "--game", folder, "--house", "more").status == 0
    done = run("replay", saved, "--game", folder)
    assert done.status == 1 and "its house rules by `--house`" in done.err
    assert run("why", saved, "--game", folder, "--house", "more").status == 0


def test_a_fixed_option_cannot_be_given(folder: Path) -> None:
    (folder / "houses" / "long.rules").write_text(over("fix option length = long", version="1"))
    done = run("play", folder, "--house", "long", "--option", "length=short")
    assert (done.status, done.err) == (
        1, "error: a house rule has fixed `length`\n  help: leave `--option length` out\n"
    )  # fmt: skip


def test_coverage_counts_what_house_rules_cite(folder: Path) -> None:
    (folder / "houses" / "more.rules").write_text(
        over("remove rule bonus cites book.duel.1", title="more", version="1")
    )
    assert "nothing cites it" in run("coverage", folder).out
    done = run("coverage", folder, "--house", "more")
    assert done.status == 0 and "rules: house more" in done.out
    (folder / "houses" / "more.rules").write_text(
        over("remove rule bonus cites book.duel.2", title="more", version="1")
    )
    done = run("check", folder, "--house", "more", "--format", "short")
    assert done.out.endswith("more.rules:2:29: M053 there is no clause `book.duel.2`\n")


def test_a_folder_of_games_leaves_house_rules_out(tmp_path: Path) -> None:
    (tmp_path / "duel.rules").write_text(DUEL)
    (tmp_path / "over.rules").write_text(MORE)
    assert run("check", tmp_path).err == "nothing is wrong\n"
    done = run("check", tmp_path / "over.rules", "--format", "short")
    assert "M101 this file holds house rules for the game `duel`, not a game" in done.out


def test_diff_shows_old_and_new_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "duel.rules").write_text(DUEL)
    (tmp_path / "over.rules").write_text(
        over(
            "remove rule bonus",
            "narrow action lay:",
            "    by where (q.points < 9)",
            "insert before playing in turn:",
            "    gain(p, 2)",
            "event boast(seat p):",
            "    gain(p, 5)",
            "rule proud:",
            "    after lay where (c.worth = 9):",
            "        boast(q)",
            "change table card:",
            "    ruby: worth = 9",
            "fix option length = long",
        )
    )
    done = run("diff", tmp_path / "duel.rules", "--house", tmp_path / "over.rules")
    assert done.status == 0
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    for expected in (
        "rule bonus: removed",
        "- rule bonus:",
        "action lay: narrowed",
        "- by q + by q where (q.points < 9)",
        "event turn: lines inserted before `playing`",
        "+ gain(p, 2)",
        "open playing(p) open playing(p)",
        "event boast: new",
        "+ event boast(seat p):",
        "row ruby: `worth` changed",
        "- ruby: colour = red, worth = 3, copies = 4 + ruby: colour = red, worth = 9, copies = 4",
        "option length: fixed",
        "- option length: short | long = short + option length: short | long = long",
    ):
        assert expected in lines, expected


def test_diff_shows_alternatives_that_are_narrowed_in_brackets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    (tmp_path / "duel.rules").write_text(DUEL)
    lines = ["    by where (q.points = 0 or q.points > 3)"], ["    by where (q.points < 9)"]
    houses = []
    for title, narrowed in zip(("one", "two"), lines, strict=True):
        (tmp_path / f"{title}.rules").write_text(over("narrow action lay:", *narrowed, title=title))
        houses += ["--house", tmp_path / f"{title}.rules"]
    done = run("diff", tmp_path / "duel.rules", *houses)
    said = " ".join(done.out.split())
    assert "by q where ((q.points = 0 or q.points > 3) and q.points < 9)" in said, done.out


HEAD = "event gain(seat p, number n):"
CITED = DUEL.replace(HEAD, f"{HEAD}\n    cites book.duel.1, book.duel.2")


def test_diff_says_which_clauses_are_no_longer_cited(tmp_path: Path) -> None:
    (tmp_path / "duel.rules").write_text(CITED)
    cites = "        cites book.duel.2, own.gain.1"
    for lines, said in (
        (GAIN, "event gain: replaced; no longer cites book.duel.1, book.duel.2"),
        ((GAIN[0], cites.removeprefix("    "), GAIN[1]), "event gain: replaced; no longer cites book.duel.1"),
        (("insert before playing in turn:", "    gain(p, 1)"), "event turn: lines inserted before `playing`"),
    ):
        (tmp_path / "over.rules").write_text(over(*lines))
        done = run("diff", tmp_path / "duel.rules", "--house", tmp_path / "over.rules")
        assert said in done.out.splitlines()


def test_a_replacement_without_a_source_is_told_where_sources_are_kept(tmp_path: Path) -> None:
    (tmp_path / "duel.rules").write_text(CITED)

    def said(*lines: str) -> list[str]:
        (tmp_path / "over.rules").write_text(over(*lines))
        done = run("check", tmp_path / "duel.rules", "--house", tmp_path / "over.rules", "--format", "short")
        return [line.partition("M133 ")[2] for line in done.out.splitlines() if "M133" in line]

    elsewhere = "remove rule bonus cites own.bonus.1"
    dropped = "warning: `gain` cited `book.duel.1`, `book.duel.2`, and what stands in its place cites nothing"
    assert said(*GAIN, elsewhere) == [dropped]
    assert said(*GAIN) == []
    assert said(GAIN[0], "    cites own.gain.1", GAIN[1], elsewhere) == []
    assert said("replace value worth_of(card c) = 2", elsewhere) == []


@pytest.mark.parametrize("columns", [60, 80])
def test_diff_marks_every_piece_of_a_line_that_is_broken(
    columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    long = "    raise p.points by n + p.points + p.points + p.points + p.points + p.points + 1 - p.points"
    (tmp_path / "duel.rules").write_text(DUEL)
    (tmp_path / "over.rules").write_text(over(GAIN[0], long))
    done = run("diff", tmp_path / "duel.rules", "--house", tmp_path / "over.rules")
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= columns
    half = 2 + (columns - 4) // 2 + 2
    pieces = [line[half:] for line in lines if line[half:].startswith("+ ")]
    assert len(pieces) > 2
    assert " ".join("".join(piece[2:] for piece in pieces).split()) == long.strip()
    assert all(piece[2:].startswith("        ") for piece in pieces[1:]), "deeper than the line begins"


def test_diff_shows_rows_of_table_files(folder: Path) -> None:
    (folder / "card.yaml").write_text(
        "format: regelwerk-table/1\ntype: card\n"
        "rows:\n  amber: {colour: red, worth: 5}\n  coal: {colour: blue}\n"
    )
    manifest = folder / "game.yaml"
    manifest.write_text(manifest.read_text() + "tables: [card.yaml]\n")
    house = folder / "houses" / "more.rules"
    house.write_text(
        over("change table card:", "    amber: worth = 7", "remove row coal", title="more", version="1")
    )
    done = run("diff", folder, "--house", "more")
    assert [" ".join(line.split()) for line in done.out.splitlines() if line.strip()] == [
        "components, values and options",
        "row amber: `worth` changed",
        "amber: {colour: red, worth: 5} amber: {colour: red, worth: 5}",
        "+ ... worth = 7",
        "row coal: removed",
        "- coal: {colour: blue}",
    ]


def test_diff_needs_house_rules(folder: Path) -> None:
    assert run("diff", folder).status == 2


def test_diff_says_where_in_the_course_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "duel.rules").write_text(DUEL)
    (tmp_path / "over.rules").write_text(over(*GAIN, "remove rule bonus", "fix option length = long"))
    done = run("diff", tmp_path / "duel.rules", "--house", tmp_path / "over.rules")
    lines = [line.strip() for line in done.out.splitlines()]
    wanted = (
        "components, values and options", "option length: fixed", "in main > turn > playing > lay",
        "rule bonus: removed", "in main > struck", "event gain: replaced",
    )  # fmt: skip
    assert [line for line in lines if line in wanted] == list(wanted)


def test_diff_lists_scenarios_that_no_longer_hold(folder: Path) -> None:
    rules = folder / "duel.rules"
    opal = '\nscenario "an opal":\n    given:\n        put 1 opal in seat 1.hand\n    start gain(seat 1, 2)\n'
    rules.write_text(rules.read_text() + opal + "    expect seat 1.points > 1\n")
    house = over("remove row opal", "remove rule opals_late", *GAIN, version="1")
    (folder / "houses" / "gone.rules").write_text(house)
    done = run("diff", folder, "--house", "gone", "--scenarios")
    assert done.out.splitlines()[-3:] == [
        "2 of the 2 scenarios of the game no longer hold:",
        '  "an opal": there is no table row `opal`',
        '  "plain": what is expected does not hold when what it starts is done',
    ]
    (folder / "houses" / "quiet.rules").write_text(over("presupposes event gain", version="1"))
    said = run("diff", folder, "--house", "quiet", "--scenarios").out
    assert said == "all 2 scenarios of the game still hold\n"
