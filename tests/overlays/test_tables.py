"""Whole tables that house rules replace: which rows, texts and labels go, what stays, what is lacking."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from command_line import run
from duels import DUEL, amended, messages, over, play, rules_of
from regelwerk.doors.comparison import also_different, differences
from regelwerk.meaning.without import each_without, judged

JADE = ("replace table card:", "    jade: colour = red, worth = 2, copies = 5")


def rows(folder: Path, *houses: str) -> list[str]:
    return sorted(row.name for row in rules_of(folder, *houses).rows)


def test_the_rows_of_the_game_go_and_the_new_ones_come(tmp_path: Path) -> None:
    house = over(*JADE, "    ruby: colour = blue") + (
        'scenario "it":\n    given:\n        put 1 ruby in seat 1.hand\n        put 1 jade in seat 1.hand\n'
        "    start turn(seat 1)\n    seat 1 cannot lay(ruby)\n    seat 1: lay(jade)\n"
        "    expect seat 1.points = 3\n"
    )
    assert rows(tmp_path, house) == ["flash", "jade", "ruby"]
    assert play(amended(tmp_path, house)) == {"it": None}


def test_blocks_of_one_table_are_one(tmp_path: Path) -> None:
    blocks = over(*JADE) + "\n" + over("replace table card:", "    onyx: colour = blue")
    assert rows(tmp_path, blocks) == ["flash", "jade", "onyx"]


def test_a_row_that_comes_again_keeps_its_text(tmp_path: Path) -> None:
    house = over("replace table spell:", "    flash: colour = blue, worth = 4")
    house += 'scenario "it":\n    start struck(flash)\n    expect seat 1.points = 1 and seat 2.points = 1\n'
    assert play(amended(tmp_path, house)) == {"it": None}


def test_a_row_that_does_not_come_again_takes_its_text_along(tmp_path: Path) -> None:
    house = over("replace table spell:", "    spark: colour = red", "text of spark:", "    struck:",
                 "        gain(seat 1, 6)")  # fmt: skip
    rules = rules_of(tmp_path, house)
    assert "echo" not in {rule.name for rule in rules.rules}
    lost = over("replace table spell:", "    spark: colour = red")
    assert messages(tmp_path, lost) == ["house1.rules:3:9: M033 `spark` has no text"]


def test_rows_that_others_add_stay_unless_one_lies_on_them(tmp_path: Path) -> None:
    pink = over("table card:", "    pink: colour = blue", title="pink")
    assert rows(tmp_path, pink, over(*JADE)) == rows(tmp_path, over(*JADE), pink) == ["flash", "jade", "pink"]
    assert rows(tmp_path, pink, over(*JADE, on="pink")) == ["flash", "jade"]


def test_a_type_that_is_removed_takes_its_rows_along(tmp_path: Path) -> None:
    gems = "type gem is card:\n    needs text\n\ntable gem:\n    pearl: colour = red\n\ntext of pearl:\n"
    gems += "    rule shine:\n        after lay:\n            gain(seat 1, 1)\n\n"
    game = DUEL.replace("type seat:", gems + "type seat:", 1)
    checked = amended(tmp_path, over("remove type gem"), game=game)
    assert checked.diagnostics == [] and checked.rules is not None
    assert "pearl" not in {row.name for row in checked.rules.rows}
    assert "shine" not in {rule.name for rule in checked.rules.rules}
    both = over("remove type gem, row pearl")
    assert amended(tmp_path, both, game=game).diagnostics == []


WRONG = {
    "a table of nothing": (
        ("replace table crad:", "    jade: colour = red"),
        ["2:19: M103 the game has no row of a type `crad`"],
    ),
    "a name of another table": (
        ("replace table card:", "    flash: colour = red"), ["3:9: M105 the game has a row `flash` already"]
    ),
    "the same rows": (
        ("replace table spell:", "    flash: colour = red"),
        ["2:19: M108 table `spell` means the same as in the game"],
    ),
    "a cell of a row that goes": (
        (*JADE, "change table card:", "    opal: worth = 2"),
        ["5:9: M111 the house rule replaces table `card` and changes `worth` of `opal`"],
    ),
    "a row that goes anyway": (
        (*JADE, "remove row opal"), ["4:12: M111 the house rule replaces table `card` and removes row `opal`"]
    ),
    "a cell out of range": (
        ("replace table card:", "    jade: colour = red, worth = 12"),
        ["3:37: M032 `worth` must be a number from 1 to 9, this is `12`"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_problem_of_a_table(name: str, tmp_path: Path) -> None:
    lines, expected = WRONG[name]
    assert messages(tmp_path, over(*lines)) == [f"house1.rules:{each}" for each in expected]


CONFLICTS = {
    "both": (JADE, 'house rules "low" and "high" both replace table `card`'),
    "row": (("remove row opal",), 'house rule "low" replaces table `card`, "high" removes row `opal`'),
    "cell": (
        ("change table card:", "    ruby: worth = 5"),
        'house rule "low" replaces table `card`, "high" changes `worth` of `ruby`',
    ),
}


@pytest.mark.parametrize("name", CONFLICTS)
def test_conflict_over_a_table(name: str, tmp_path: Path) -> None:
    lines, expected = CONFLICTS[name]
    found = messages(tmp_path, over(*JADE, title="low"), over(*lines, title="high"))
    assert [message.split(" M106 ")[1] for message in found] == [expected]


# ---- what is lacking
NAMED = """event finish():
    if any card x in out where (x is opal) or flash inside out:
        gain(seat 1, 1)
    if any card x in seat 1.hand where (x is opal):
        gain(seat 1, 1)"""


def test_a_row_that_rules_name_is_told_once_where_it_is_missing(tmp_path: Path) -> None:
    game = DUEL.replace("event finish():", NAMED, 1)
    checked = amended(tmp_path, over(*JADE), game=game)
    (problem,) = checked.diagnostics
    assert problem.code == "M141" and problem.span is not None and checked.rules is None
    assert (Path(problem.span.file).name, problem.span.line, problem.span.column) == ("house1.rules", 2, 19)
    assert (
        problem.message == "the rules of the game name the row `opal`, which has gone with the table `card`"
    )
    assert problem.help == "let a row `opal` stand in the new table"
    (note,) = problem.notes
    assert note.message == "`opal` is named here, and in one more place"
    assert note.span is not None and Path(note.span.file).name == "duel.rules"
    assert amended(tmp_path, over(*JADE, "    opal: colour = red"), game=game).diagnostics == []


def test_what_the_house_rules_name_themselves_is_their_own_mistake(tmp_path: Path) -> None:
    own = over(*JADE, "replace event gain(seat p, number n):", "    if any card x in out where (x is opal):",
               "        raise p.points by n")  # fmt: skip
    assert messages(tmp_path, own) == [
        "house1.rules:5:42: M001 there is no type, no group and no table row `opal`"
    ]


IDLE = """event finish():
    if any spell x where (x.worth = 1):
        spark(seat 1)
    if any card x in out where (x.worth = 3):
        gain(seat 1, 1)"""


def test_what_the_game_has_no_use_for_any_more_is_no_mistake(tmp_path: Path) -> None:
    """Nor is what its lines wait for in vain; of the own lines of the house rules it is told."""
    game = DUEL.replace("event finish():", IDLE, 1) + "\nevent spark(seat p):\n    gain(p, helped())\n"
    game = game.replace("gain(seat 1, 1)\n\n    rule echo", "spark(seat 1)\n\n    rule echo", 1)
    game += "\nvalue helped() = 1\n"
    lines = (*JADE, "replace table spell:", "    zap: colour = blue, worth = 2", "text of zap:",
             "    struck:", "        nothing", "replace event finish():", "    end game as over")  # fmt: skip
    assert amended(tmp_path, game=game).diagnostics == []
    assert messages(tmp_path, over(*lines), game=game) == []
    unused = over(*lines, "value lazy() = 3")
    assert messages(tmp_path, unused, game=game) == [
        "house1.rules:11:11: M016 `lazy` is a value that nothing uses"
    ]
    plain = over("remove row flash", "table spell:", *lines[4:])
    assert messages(tmp_path, plain, game=game) != []


# ---- what is shown of it
def test_it_is_shown_as_one_table(tmp_path: Path) -> None:
    checked = amended(tmp_path, over(*JADE))
    (found,) = differences(checked)
    assert (found.name, found.done) == ("table card", ("replaced",))
    assert found.old == ("ruby: colour = red, worth = 3, copies = 4", "opal: colour = blue, copies = 4")
    assert found.new == ("jade: colour = red, worth = 2, copies = 5",)
    assert also_different(checked) == []
    assert [amendment.target.name for amendment in judged(checked)] == ["card"]
    (taken,) = each_without(checked)
    assert checked.base is not None and checked.base.rules is not None
    assert taken is not None and taken.rules is not None
    assert [row.name for row in taken.rules.rows] == [row.name for row in checked.base.rules.rows]


# ---- a folder
BOOK = {
    "house.yaml": 'format: regelwerk-house/1\nlanguage: 2\ntitle: {en: "Of jade", de: "Aus Jade"}\n'
    'amends: {game: duel, version: "1"}\nrules: [jade.rules]\nreplaces: [tables/*.yaml]\n'
    "labels: {en: en.yaml}\n",
    "jade.rules": 'house rule "jade" amends duel:\n    text of zap:\n        struck:\n'
    "            gain(seat 2, 2)\n\n"
    'scenario "zapped":\n    start struck(zap)\n    expect seat 2.points = 2\n',
    "tables/card.yaml": "format: regelwerk-table/1\ntype: card\nrows:\n"
    "  jade: {colour: red, copies: 5, provenance: book}\n  opal: {colour: blue, provenance: reconstructed}\n",
    "tables/spell.yaml": "format: regelwerk-table/1\ntype: spell\nrows:\n  zap: {colour: red}\n",
    "en.yaml": 'format: regelwerk-labels/1\nlanguage: en\nlabels: {jade: "Jade", zap: "Zap"}\n',
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game folder with tables of its own, an edition of them, and another one beside it."""
    (tmp_path / "game.yaml").write_text(
        'format: regelwerk-game/1\nlanguage: 2\nid: duel\ntitle: {en: "Duel"}\n'
        'edition: {en: "first edition", de: "erste Ausgabe"}\nversion: "1"\nrules: [duel.rules]\n'
        "tables: [pair.yaml]\nlabels: {en: en.yaml}\n"
    )
    words = (
        "length short long colour red blue card spell deck hand out ruby opal flash points playing lay over "
        "worth pair twins one"
    )
    labels = "".join(f'  {word}: "{word.title()}"\n' for word in words.split())
    (tmp_path / "en.yaml").write_text(f"format: regelwerk-labels/1\nlanguage: en\nlabels:\n{labels}")
    (tmp_path / "duel.rules").write_text(
        DUEL.replace("type seat:", "type pair:\n    one: spell\n\nvalue of_pair() = count of pair x where "
                     "(x.one inside out)\n\ntype seat:", 1)
        .replace("event finish():", "event finish():\n    gain(seat 1, of_pair())", 1)
    )  # fmt: skip
    (tmp_path / "pair.yaml").write_text(
        "format: regelwerk-table/1\ntype: pair\nrows:\n  twins: {one: flash}\n"
    )
    for name, text in BOOK.items():
        path = tmp_path / "houses" / "jade" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def change(game: Path, name: str, old: str, new: str) -> None:
    path = game / "houses" / "jade" / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_a_table_that_stays_names_what_is_gone(game: Path) -> None:
    done = run("check", game, "--house", "jade", "--format", "short")
    assert done.status == 1
    assert done.out.replace("\\", "/").endswith(
        "houses/jade/tables/spell.yaml:2:7: M141 the table `pair` of the game names rows that have gone "
        "with the table `spell`: `flash`\n"
    )
    assert "replace `pair` too, or let rows of these names stand in the new table" in run("check", game).out


@pytest.fixture
def edition(game: Path) -> Path:
    (game / "houses" / "jade" / "tables" / "pair.yaml").write_text(
        "format: regelwerk-table/1\ntype: pair\nrows:\n  twins: {one: zap}\n"
    )
    return game


def test_an_edition_is_checked_tested_and_exported(edition: Path) -> None:
    assert run("check", edition).err == "nothing is wrong\n"
    assert run("test", edition, "-v").out == "passed: zapped\n"
    exported = run("export", edition, "--house", "jade").out
    rules = json.loads(exported)
    assert sorted(row["name"] for row in rules["rows"]) == ["jade", "opal", "twins", "zap"]
    assert "flash" not in rules["labels"]["en"] and rules["labels"]["en"]["opal"] == "Opal"
    done = {(each["kind"], each["sort"], each["name"]) for each in rules["house_rules"][0]["amendments"]}
    assert {("replace", "table", "card"), ("add", "row", "jade")} <= done
    (edition / "jade.json").write_text(exported)
    alone, with_house = (
        re.findall(r"[0-9.]+%", run("simulate", *what, "-n", "20", "--seed", "3").out)
        for what in ((edition / "jade.json",), (edition, "--house", "jade"))
    )
    assert alone and alone == with_house


def test_titles_tell_which_edition_is_played(edition: Path) -> None:
    def title(*arguments: str) -> str:
        return run("play", edition, *arguments, "--seed", "1", typed="quit\n").out

    assert "Duel, first edition" in title()
    assert "Duel, erste Ausgabe" in title("--language", "de")
    assert "Duel, Of jade" in title("--house", "jade") and "edition" not in title("--house", "jade")
    assert "Duel, first edition, for 2 players" in run("describe", edition, "-n", "2").out
    assert "Duel, Of jade, for 2 players" in run("describe", edition, "-n", "2", "--house", "jade").out


def test_a_save_fits_its_edition_alone(edition: Path) -> None:
    saved = edition / "match.json"
    run("play", edition, "--house", "jade", "--seed", "1", typed=f"1\nsave {saved}\nquit\n")
    assert run("replay", saved, "--game", edition, "--house", "jade").status == 0
    assert run("replay", saved, "--game", edition).status == 1


def test_a_table_file_says_where_rows_come_from(edition: Path) -> None:
    change(edition, "tables/card.yaml", "provenance: book", "provenance: guessed")
    done = run("check", edition, "--house", "jade", "--format", "short")
    assert "tables/card.yaml:4:" in done.out and "provenance" in done.out and done.status == 1


def test_a_changed_table_is_read_again(edition: Path) -> None:
    before = run("export", edition, "--house", "jade").out
    change(edition, "tables/card.yaml", "copies: 5", "copies: 6")
    assert run("export", edition, "--house", "jade").out != before


def test_an_edition_is_compared_and_shown(edition: Path) -> None:
    compared = run("compare", edition, "--house", "jade", "-n", "4", "--watch", "1")
    assert compared.status == 0 and "table card" in compared.out and "row jade" not in compared.out
    shown = run("diff", edition, "--house", "jade").out
    assert "table card" in shown and "replaced" in shown and "jade: {colour: red" in shown
