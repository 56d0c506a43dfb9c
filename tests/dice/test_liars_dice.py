"""What one seat rolls changes nothing that the other is shown, until the cups are lifted."""

from functools import cache

import pytest

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.match.views import view
from regelwerk.match.walker import Walker
from regelwerk.program.layout import make_layout
from regelwerk.resources import data_path

SEEDS, BIDS = 80, 2


@cache
def layout():
    return make_layout(load_game(str(data_path("games") / "classics" / "liars_dice.rules")).rules, 2)


def face_of(match, seat):
    """What the one die under a seat's cup shows, as the state has it."""
    tables = match.layout.tables
    info = tables.attributes["cube", "pips"]
    (die,) = match.state.zones[tables.zones["cup"].first + seat]
    return match.state.columns[info.column][die - info.first]


def shown(match, seat):
    """All that a seat is shown: its view with the log, who is asked, and its options."""
    own = [[match.text(option) for option in d.options] for d in match.decisions if d.seat == seat]
    return view(match, seat), [d.seat for d in match.decisions], own


def course(seed, seat):
    """A match of a few bids and a doubt: both faces, what `seat` was shown before the doubt, and after it."""
    match = Match.start_on(layout(), Walker(layout()), seed)
    faces = face_of(match, seat), face_of(match, 1 - seat)
    before = [shown(match, seat)]
    match.take(0, 0)
    for _ in range(BIDS):
        before.append(shown(match, seat))
        match.take(0, 0)  # to bid
        before.append(shown(match, seat))
        match.take(0, 0)  # the next face
    before.append(shown(match, seat))
    match.take(0, 1)
    assert match.over
    return faces, before, view(match, seat)


@pytest.mark.parametrize("seat", range(2))
def test_a_seat_is_shown_the_same_whatever_the_other_has_rolled(seat):
    courses = [course(seed, seat) for seed in range(SEEDS)]
    assert len({faces for faces, _, _ in courses}) > 25
    for own in range(1, 7):
        alike = [(faces, before, after) for faces, before, after in courses if faces[0] == own]
        assert all(before == alike[0][1] for _, before, _ in alike)
        assert all(after != alike[0][2] for faces, _, after in alike if faces != alike[0][0])
