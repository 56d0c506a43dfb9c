"""What seats bring to a match: lists in the rules, in files, in matches, saves and on the command line."""

import json
import shutil
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator

from command_line import run
from regelwerk.match.match import Match
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.rules.codec import decode, encode, rules_hash
from regelwerk.rules.lists import BroughtList
from regelwerk.source.schema_check import load_schema
from tools.lockstep import lockstep
from tools.own_games import rules_of
from tools.renaming import check_renamed, renamed_game
from tools.shipped import list_values

GAME = Path(__file__).parent / "relics"
LIST = """\
format: regelwerk-list/1
game: relics
list: collection
id: heap
parts:
"""
FULL = {"main": {"old_bone": 4, "silver_ring": 2}}


def heap(**parts):
    return BroughtList("collection", "heap", {}, parts or FULL)


def content(match, zone, seat):
    tables = match.layout.tables
    info = tables.zones[zone]
    names = [tables.row_names[tables.row_of[thing]] for thing in match.state.zones[info.first + seat]]
    return sorted(names)


def written(folder, parts, head=LIST):
    path = folder / "heap.yaml"
    path.write_text(head + parts)
    return str(path)


def test_the_game_and_its_lists_are_without_problems():
    done = run("check", GAME)
    assert (done.status, done.out) == (0, "")
    assert run("test", GAME).status == 0


def test_each_seat_finds_its_list_in_its_zones():
    lists = {"collection": [None, heap(main={"old_bone": 4, "crown": 1})]}
    match = Match.start(rules_of(GAME), 2, lists=lists)
    mine = content(match, "chest", 0) + content(match, "hand", 0) + content(match, "shown", 0)
    assert sorted(mine) == ["old_bone"] * 4 + ["silver_ring"] * 2
    assert content(match, "sleeve", 0) == ["crown"]
    theirs = content(match, "chest", 1) + content(match, "hand", 1) + content(match, "shown", 1)
    assert sorted(theirs) == ["crown"] + ["old_bone"] * 4


def test_only_its_seat_knows_what_it_brings():
    match = Match.start(rules_of(GAME), 2)
    tables = match.layout.tables
    sleeve = match.state.zones[tables.zones["sleeve"].first]
    chest = match.state.zones[tables.zones["chest"].first + 1]
    assert [match.state.known[thing] for thing in sleeve] == [0b01]
    assert {match.state.known[thing] for thing in chest} == {0}
    told = [entry.public for entry in match.log if entry.kind == "moved"]
    assert not any("crown" in str(public) for public in told)


@pytest.mark.parametrize("players", [2, 3])
def test_both_builds_agree(players):
    for seed in range(4):
        assert lockstep(rules_of(GAME), players, seed=seed).over is not None


def test_an_export_plays_as_the_text_does():
    again = decode(encode(rules_of(GAME)))
    first, second = Match.start(rules_of(GAME), 2, seed=5), Match.start(again, 2, seed=5)
    while not first.over:
        assert first.hash() == second.hash()
        first.take(0, 0)
        second.take(0, 0)
    assert second.over


def test_the_order_in_which_a_list_is_written_does_not_matter():
    one = heap(main={"old_bone": 3, "silver_ring": 2})
    other = heap(main={"silver_ring": 2, "old_bone": 3})
    matches = [Match.start(rules_of(GAME), 2, lists={"collection": [each]}) for each in (one, other)]
    assert matches[0].hash() == matches[1].hash()


def test_a_game_with_lists_plays_alike_under_other_names(tmp_path):
    renamed_game(GAME, tmp_path / "relics", 3, {"relics"})
    other, _ = check_renamed(tmp_path / "relics")
    for seed in range(5):
        matches = [Match.start(rules, 3, seed=seed) for rules in (rules_of(GAME), other)]
        while not matches[0].over:
            first, second = (match.decisions[0].options for match in matches)
            assert first == second
            for match in matches:
                match.take(0, seed % len(first))
        assert matches[0].result.scores == matches[1].result.scores


def test_lists_are_drawn_by_lot_for_long_runs():
    drawn = [list_values(rules_of(GAME), 2, {}, variant)["collection"] for variant in range(1, 12)]
    assert {tuple(each.id for each in lists) for lists in drawn} >= {("bones", "bones"), ("silver", "bones")}
    assert list_values(rules_of(GAME), 2, {}, 0) == {}


def test_lists_that_come_with_a_game_take_no_part_in_its_hash():
    assert rules_hash(rules_of(GAME)) == rules_hash(msgspec.structs.replace(rules_of(GAME), brought=()))
    changed = msgspec.structs.replace(rules_of(GAME).lists[0], musts=())
    assert rules_hash(rules_of(GAME)) != rules_hash(msgspec.structs.replace(rules_of(GAME), lists=(changed,)))


def test_a_saved_match_keeps_its_lists_and_needs_no_file():
    match = Match.start(rules_of(GAME), 2, lists={"collection": [heap(), heap()]}, seed=2)
    match.take(0, 0)
    assert list(Draft202012Validator(load_schema("match")).iter_errors(json.loads(match.save()))) == []
    bare = msgspec.structs.replace(rules_of(GAME), brought=())
    again = Match.load(match.save(), bare)
    assert again.hash() == match.hash()
    assert [each.id for each in again.layout.brought["collection"]] == ["heap", "heap"]
    while not again.over:
        again.take(0, 0)
        match.take(0, 0)
        assert again.hash() == match.hash()


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda saved: saved["list"]["parts"]["main"].update(old_bone=3), "changed since it was saved"),
        (lambda saved: saved["list"]["parts"].clear(), "changed since it was saved"),
        (lambda saved: saved.update(hash="0"), "changed since it was saved"),
        (lambda saved: saved["list"]["parts"]["main"].update(old_bone=0), "damaged"),
        (lambda saved: saved.pop("list"), "damaged"),
    ],
)
def test_a_saved_match_with_another_list_is_refused(change, message):
    data = json.loads(Match.start(rules_of(GAME), 2).save())
    change(data["lists"]["collection"][0])
    with pytest.raises(MatchError, match=message):
        Match.load(json.dumps(data), rules_of(GAME))


@pytest.mark.parametrize("lists", [None, {}, {"collection": []}, {"other": []}])
def test_a_saved_match_without_its_lists_is_refused(lists):
    data = json.loads(Match.start(rules_of(GAME), 2).save())
    data["lists"] = lists
    with pytest.raises(MatchError, match="damaged"):
        Match.load(json.dumps(data), rules_of(GAME))


@pytest.mark.parametrize(
    "brought, message",
    [
        (heap(main={"old_bone": 13}), "there are only 12 of `old_bone`: seat 1 brings 13"),
        (heap(main={"bone": 5}), "names `bone`, which the game does not have"),
        (heap(chest={"old_bone": 5}), "is no `collection` of this game"),
        (BroughtList("deck", "heap"), "is no `collection` of this game"),
        (heap(main={"old_bone": 2}), "the list `heap` of seat 1 breaks `enough_relics`"),
    ],
)
def test_a_match_does_not_begin_with_a_list_the_game_does_not_take(brought, message):
    with pytest.raises(RuleError, match=message):
        Match.start(rules_of(GAME), 2, lists={"collection": [brought]})


def test_the_seats_share_the_copies_there_are():
    crowns = heap(main={"old_bone": 4, "crown": 2})
    with pytest.raises(RuleError, match="only 3 of `crown`: seat 1 brings 2 and seat 2 brings 2"):
        Match.start(rules_of(GAME), 2, lists={"collection": [crowns, crowns]})


def test_what_a_list_must_be_may_depend_on_an_option():
    few = {"collection": [heap(main={"old_bone": 3})]}
    with pytest.raises(RuleError, match="enough_relics"):
        Match.start(rules_of(GAME), 2, lists=few)
    assert not Match.start(rules_of(GAME), 2, {"short_game": 1}, lists=few).over


def test_everything_wrong_with_a_file_is_said_at_once(tmp_path):
    path = written(tmp_path, "  main: {old_bone: 6, silver_ring: 5}\n  sleeve: {grail: 1}\n")
    done = run("check", path, "--game", GAME, "--format", "short")
    assert done.status == 1
    assert [line.partition(".yaml:")[2] for line in done.out.splitlines()] == [
        "5:1: M091 this list is not as it must be: `light_sleeve`: a sleeve worth six at most",
        "6:10: M091 `old_bone` is not as it must be: `few_of_a_kind`: at most four of a kind",
        "6:23: M091 `silver_ring` is not as it must be: `few_of_a_kind`: at most four of a kind",
    ]


def test_names_the_game_does_not_have_come_with_the_nearest(tmp_path):
    path = written(tmp_path, "  main: {old_bones: 4, crown: 4}\n  sleev: {grail: 1}\n")
    done = run("check", path, "--game", GAME)
    assert done.status == 1
    for said in ("did you mean `old_bone`?", "only 3 of `crown`, the list has 4", "did you mean `sleeve`?"):
        assert said in done.out


def test_a_list_for_another_game_or_for_none(tmp_path):
    path = written(tmp_path, "  main: {old_bone: 5}\n")
    done = run("check", path, "--game", "tic_tac_toe")
    assert (done.status, "is a list of the game `relics`, not of `tic_tac_toe`" in done.out) == (1, True)
    path = written(tmp_path, "  main: {old_bone: 5}\n", LIST.replace("game: relics\n", ""))
    done = run("check", path)
    assert (done.status, "does not say for which game it is" in done.err) == (1, True)
    done = run("check", path, "--game", "tic_tac_toe")
    assert (done.status, "`tic_tac_toe` has no list `collection`" in done.out) == (1, True)


def test_broken_lists_of_a_game_are_found_with_the_game(tmp_path):
    game = shutil.copytree(GAME, tmp_path / "relics")
    written(game / "lists", "  main: {old_bone: 2}\n")
    done = run("check", game, "--format", "short")
    assert done.status == 1
    assert "heap.yaml:5:1: M091 this list is not as it must be: `enough_relics`" in done.out


def test_defaults_that_all_seats_cannot_bring_at_once_are_reported(tmp_path):
    game = shutil.copytree(GAME, tmp_path / "relics")
    table = game / "relics.yaml"
    table.write_text(
        table.read_text().replace("crown: {worth: 5, copies: 3}", "crown: {worth: 5, copies: 2}")
    )
    done = run("check", game, "--format", "short")
    assert done.status == 1
    assert "M093 the lists that 3 seats bring by default want 3 of `crown`, there are 2" in done.out


@pytest.mark.parametrize(
    "given, message",
    [
        ("1=gold", "there is no list `gold`"),
        ("bones", "names no seat and no list"),
        ("7=bones", "there is no seat 7"),
        ("0=bones", "there is no seat 0"),
        ("1=bone", "did you mean `bones`?"),
    ],
)
def test_a_wrong_choice_gets_one_message(given, message):
    done = run("simulate", GAME, "-n", "1", "--list", given)
    assert done.status == 1
    assert message in done.err


def test_a_list_for_a_game_to_which_nothing_is_brought():
    done = run("simulate", "nim", "-n", "1", "--list", "1=bones")
    assert (done.status, "seats bring nothing to `nim`" in done.err) == (1, True)


def test_bots_play_with_the_lists_that_are_named(tmp_path):
    path = written(tmp_path, "  main: {grail: 1, old_bone: 4}\n")
    best = json.loads(run("simulate", GAME, "-n", "20", "--list", f"1={path}", "--json").out)
    plain = json.loads(run("simulate", GAME, "-n", "20", "--list", "1=bones", "--json").out)
    assert best["scores"][0]["value"] != plain["scores"][0]["value"]
    watched = run("play", GAME, "--watch", "--seed", "1", "--list", f"1={path}")
    assert (watched.status, "Traceback" in watched.err) == (0, False)


@pytest.mark.parametrize(
    "text",
    ["", "format: regelwerk-list/1", "[]", LIST + "  main: {old_bone: -1}", LIST + "  main: [old_bone]",
     LIST + "  main: {old_bone: 1001}", LIST + "  main: {old_bone: yes}", LIST + "  main: {a: &a 1, b: *a"],
)  # fmt: skip
def test_files_that_are_no_lists_get_a_message(tmp_path, text):
    path = tmp_path / "deck.yaml"
    path.write_text(text)
    done = run("simulate", GAME, "-n", "1", "--list", f"1={path}")
    assert done.status == 1
    assert "cannot be used" in done.err
    assert "Traceback" not in done.err
