"""The log says which of several cells has changed, and which die of several was rolled."""

import json
from pathlib import Path

import pytest

from regelwerk.match.errors import MatchError
from regelwerk.match.match import Match
from regelwerk.match.views import view
from regelwerk.meaning.game import check_game
from regelwerk.studies.telling import tell
from tools.forging import sealed

RULES = """\
game example for 2 players

enum colour: red, blue

type seat:
    points: 0..9 per colour = 5
    thrown: cube per 1..2 = 1

die cube: 1..3

state track: 0..9 per 1..3 = 1

event main():
    for each seat p where (p.points[red] = 5 and track[2] < 2 and p.thrown[2] = 1):
        raise p.points[red] by 1
        raise track[2] by 1
        roll p.thrown[2]
        choose colour c by p
        set p.points[c] to 2
    end game as over
"""
TOLD = [
    "seat 1: points[red] = 6",
    "track[2] = 2",
    "cube[2]: 1",
    "seat 1: blue",
    "seat 1: points[blue] = 2",
]


@pytest.fixture(name="match")
def played(tmp_path: Path) -> Match:
    file = tmp_path / "example.rules"
    file.write_text(RULES)
    match = Match.start(check_game(file).rules, seed=4)
    match.take(0, 1)
    return match


def test_cells_are_told_with_what_they_are_indexed_by(match: Match):
    told = [
        tell(entry) for entry in view(match, None)["log"] if entry["kind"] in ("assigned", "rolled", "chose")
    ]
    assert told == TOLD


def test_a_saved_log_of_cells_is_read_again(match: Match):
    assert Match.load(match.save(), match.layout.game).save() == match.save()


@pytest.mark.parametrize("index", ["green", "1"])
def test_a_log_that_tells_of_another_cell_is_refused(match: Match, index: str):
    saved = json.loads(match.save())
    number, entry = next((n, each) for n, each in enumerate(saved["log"]) if each["kind"] == "assigned")
    for data in (entry["data"], entry["public"]):
        data["index"] = index
    with pytest.raises(MatchError, match=rf"log\[{number}\]"):
        Match.load(json.dumps(saved), match.layout.game)


def test_a_log_from_before_it_told_the_index_is_read(match: Match):
    saved = json.loads(match.save())
    for entry in saved["log"]:
        for data in (entry["data"], entry["public"] or {}):
            data.pop("index", None)
    earlier = sealed(saved)
    assert json.loads(Match.load(json.dumps(earlier), match.layout.game).save()) == earlier
