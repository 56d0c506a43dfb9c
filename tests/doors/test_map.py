"""`regelwerk map`: a linked map as a picture, from declared names alone."""

from __future__ import annotations

import xml.etree.ElementTree as Xml
from pathlib import Path

import pytest

from command_line import run

SVG = "{http://www.w3.org/2000/svg}"

MANIFEST = """\
format: regelwerk-game/1
language: 2
id: isles
title:
  en: "Isles & <bridges>"
version: "1.0"
rules:
  - isles.rules
labels:
  en: labels.yaml
drawings:
  - drawing.yaml
"""

GAME = """\
# Islanders settle one isle after the other; a storm rages on one of them.
game isles for 2 players

enum weather_side: windward, leeward
enum crossing: bridge, ferry, tunnel

type isle:
    x: 0..1000
    y: 0..1000
    side: weather_side
    held_by: seat or none
    tower: flag = no

type way:
    from_place: isle
    to_place: isle
    crossing: crossing

type settler:
    brave: flag = no
    starts in boat

type ship:
    at: isle or none

table ship:
    schooner

table isle:
    north: x = 100, y = 0, side = windward
    middle: x = 500, y = 400, side = windward, tower = yes
    south: x = 900, y = 800, side = leeward

table way:
    long_bridge: from_place = north, to_place = middle, crossing = bridge
    old_ferry: from_place = middle, to_place = south, crossing = ferry

table settler:
    farmer: copies = 4
    fisher: copies = 2, brave = yes

map sea: isle linked by way

zone boat: settler, pile, seen by nobody
zone camp of isle: settler, seen by all
zone cellar of isle: settler, seen by nobody

state storm: isle or none

event main():
    set storm to south
    set schooner.at to north
    put_down(north, seat 1)
    let here be north
    repeat 4 times:
        choose isle goal in neighbours(here) by seat 1, otherwise done
        set here to goal
        put_down(goal, seat 2)
        if goal.tower:
            move all settler s in boat where (s.brave) to goal.cellar
    end game as settled

event put_down(isle i, seat p):
    set i.held_by to p
    draw 1 from boat to i.camp
"""

LABELS = """\
format: regelwerk-labels/1
language: en
labels:
  north: "North <script>alert(1)</script> & more"
  bridge: "wooden \\"bridge\\""
"""

DRAWING = """\
format: regelwerk-drawing/1
map: sea
x: x
y: y
group: side
owner: held_by
number: camp
contents: [camp]
markers:
  - {by: tower, sign: triangle}
  - {by: storm, sign: star}
  - {by: at, of: ship, sign: diamond}
  - {by: side, is: leeward, sign: cross}
links:
  by: crossing
  strokes: {bridge: double, ferry: dashed, tunnel: hidden}
"""


@pytest.fixture
def isles(tmp_path: Path) -> Path:
    folder = tmp_path / "isles"
    folder.mkdir()
    for name, text in (
        ("game.yaml", MANIFEST), ("isles.rules", GAME), ("labels.yaml", LABELS), ("drawing.yaml", DRAWING),
    ):  # fmt: skip
        (folder / name).write_text(text)
    return folder


def drawn(folder: Path, *more: object) -> Xml.Element:
    done = run("map", folder, "--language", "en", *more)
    assert done.status == 0, done.err
    return Xml.fromstring(done.out)


def places(picture: Xml.Element) -> dict[str, Xml.Element]:
    """The groups of the places, by their name."""
    found = {}
    for group in picture.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None and title.text:
            found[title.text.split(",")[0].split(" ")[0]] = group
    return found


def colour(place: Xml.Element) -> str:
    return place.findall(f"{SVG}circle")[0].attrib["fill"]


def words(element: Xml.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def test_places_stand_where_the_tables_say_with_owner_and_number(isles):
    found = places(drawn(isles))
    x = {name: float(group.findall(f"{SVG}circle")[0].attrib["cx"]) for name, group in found.items()}
    assert x["North"] < x["middle"] < x["south"]
    assert len({colour(found[name]) for name in ("North", "middle", "south")}) == 3
    assert "1" in words(found["North"]) and "0" in words(found["south"])
    assert "1 farmer" in words(found["North"])


def test_signs_stand_where_a_flag_a_state_a_thing_or_a_member_says(isles):
    signs = {name: len(group.findall(f"{SVG}polygon")) for name, group in places(drawn(isles)).items()}
    assert signs == {"North": 1, "middle": 1, "south": 2}


def test_signs_stand_where_seats_are(isles):
    rules, drawing = isles / "isles.rules", isles / "drawing.yaml"
    rules.write_text(
        rules.read_text()
        .replace("type ship:", "type seat:\n    camp_at: isle or none\n\ntype ship:")
        .replace("    let here be north\n", "    let here be north\n    set seat 2.camp_at to middle\n")
    )
    drawing.write_text(drawing.read_text().replace("{by: at, of: ship,", "{by: camp_at, of: seat,"))
    signs = {name: len(group.findall(f"{SVG}polygon")) for name, group in places(drawn(isles)).items()}
    assert signs == {"North": 0, "middle": 2, "south": 2}


def test_links_look_as_their_kind_says(isles):
    lines = [line.attrib for line in drawn(isles).findall(f"{SVG}line")]
    assert [line.get("stroke-dasharray") for line in lines] == [None, None, "8 5"]
    assert [line["stroke-width"] for line in lines] == ["5", "2", "1.2"]


def test_text_of_a_game_is_escaped(isles):
    text = run("map", isles, "--language", "en").out
    assert "<script>" not in text and "<bridges>" not in text
    picture = Xml.fromstring(text)
    assert picture.find(f"{SVG}title").text == "Isles & <bridges>"
    assert "North <script>alert(1)</script> & more" in words(picture)


def test_a_saved_match_is_drawn_as_it_stands(isles, tmp_path):
    saved = tmp_path / "saved.json"
    typed = f"1\nsave {saved}\nquit\n"
    assert run("play", isles, "--seed", "1", typed=typed).status == 0
    found = places(drawn(isles, "--match", saved))
    assert colour(found["North"]) == colour(found["middle"]) != colour(places(drawn(isles))["North"])


def test_hidden_contents_are_counted_and_not_named(isles, tmp_path):
    (isles / "drawing.yaml").write_text(DRAWING.replace("contents: [camp]", "contents: [cellar]"))
    pictures = tmp_path / "pictures"
    done = run("play", isles, "--watch", "--seed", "1", "--svg", pictures)
    assert done.status == 0, done.err
    last = Xml.parse(sorted(pictures.iterdir())[-1]).getroot()
    assert "1 hidden" in words(places(last)["middle"])
    assert not any("fisher" in text for text in words(last))


def test_what_lies_in_several_zones_is_told_apart(isles: Path, tmp_path: Path) -> None:
    (isles / "drawing.yaml").write_text(DRAWING.replace("contents: [camp]", "contents: [camp, cellar]"))
    pictures = tmp_path / "pictures"
    assert run("play", isles, "--watch", "--seed", "1", "--svg", pictures).status == 0
    found = places(Xml.parse(sorted(pictures.iterdir())[-1]).getroot())
    told = words(found["middle"])
    assert (told[0], told[-1]) == ("2", "cellar: 1 hidden")


def test_watching_draws_every_decision_and_the_end(isles, tmp_path):
    pictures = tmp_path / "pictures"
    done = run("play", isles, "--watch", "--seed", "1", "--svg", pictures)
    assert done.status == 0, done.err
    assert [path.name for path in sorted(pictures.iterdir())] == ["0000.svg", "0001.svg", "0002.svg"]


def test_an_export_carries_its_drawing(isles, tmp_path):
    exported = tmp_path / "isles.json"
    assert run("export", isles, "-o", exported).status == 0
    assert places(drawn(exported)).keys() == places(drawn(isles)).keys()


def test_the_drawing_takes_no_part_in_the_hash(isles, tmp_path):
    saved = tmp_path / "saved.json"
    assert run("play", isles, "--seed", "1", typed=f"save {saved}\nquit\n").status == 0
    (isles / "drawing.yaml").write_text(DRAWING.replace("triangle", "circle"))
    assert run("map", isles, "--match", saved).status == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("map: sea", "map: lake", "drawing.yaml:2:6: M084 `lake` is no linked map"),
        ("x: x", "x: side", "M084 `side` is no number that tables fix of `isle`"),
        ("owner: held_by", "owner: held", "M084 `held` is no seat of `isle`"),
        ("number: camp", "number: boat", "M084 `boat` is no number or zone of `isle`"),
        ("by: tower", "by: x", "M084 `x` is no flag, zone or state for a sign at `isle`"),
        ("is: leeward", "is: leward", "M084 `leward` is no member of `side`"),
        ("of: ship", "of: shop", "M084 `shop` is no type"),
        (
            "bridge: double",
            "bridges: double",
            "drawing.yaml:16:13: M084 `bridges` is no member of `crossing`",
        ),
        ("by: crossing", "by: from_place", "M084 `from_place` is no enum of `way`"),
    ],
)
def test_check_names_what_cannot_be_drawn(isles, old, new, message):
    (isles / "drawing.yaml").write_text(DRAWING.replace(old, new))
    done = run("check", "--format", "short", isles)
    assert done.status == 1 and message in done.out + done.err


def test_a_stroke_that_does_not_exist_is_a_problem_of_the_file(isles):
    (isles / "drawing.yaml").write_text(DRAWING.replace("double", "wavy"))
    done = run("check", "--format", "short", isles)
    assert done.status == 1 and "`bridge` cannot be `wavy`" in done.out


def test_games_without_a_drawing_are_refused(isles, tmp_path):
    (isles / "game.yaml").write_text(MANIFEST.replace("drawings:\n  - drawing.yaml\n", ""))
    done = run("map", isles)
    assert done.status == 1 and "the game has no drawing of its map `sea`" in done.err
    done = run("map", "pig")
    assert done.status == 1 and "the game has no linked map" in done.err
    done = run("play", isles, "--watch", "--svg", tmp_path / "pictures")
    assert done.status == 1 and not (tmp_path / "pictures").exists()


def test_wrong_seat_and_wrong_map_are_refused(isles):
    done = run("map", isles, "--seat", 3)
    assert done.status == 1 and "there are 2 seats" in done.err
    done = run("map", isles, "--map", "sae")
    assert done.status == 1 and "`sea`" in done.err


HOUSE = """\
format: regelwerk-house/1
language: 2
title: {en: "Quiet isles"}
amends: {game: isles, version: "1.0"}
rules: [quiet.rules]
drawings: [drawing.yaml]
"""

QUIET = """\
house rule "quiet isles" amends isles:
    replace event main():
        put_down(south, seat 1)
        choose isle quiet by seat 1
        put_down(quiet, seat 2)
        move all settler s in boat where (s.brave) to quiet.cellar
        set storm to north
        set schooner.at to south
        end game as settled
"""


def test_house_rules_may_draw_the_map_anew_and_take_questions_away(isles):
    (isles / "labels.yaml").write_text(LABELS + '  main.goal: "Where do you go?"\n')
    book = isles / "houses" / "quiet"
    book.mkdir(parents=True)
    drawing = DRAWING.replace("number: camp\n", "").replace("triangle", "square")
    for name, text in (("house.yaml", HOUSE), ("quiet.rules", QUIET), ("drawing.yaml", drawing)):
        (book / name).write_text(text)
    done = run("check", isles, "--house", "quiet")
    assert done.err == "nothing is wrong\n"
    assert "1" not in words(places(drawn(isles, "--house", "quiet"))["south"])
    assert "1" in words(places(drawn(isles))["North"])
