"""A seat sees what it may know and nothing else."""

from random import Random

import pytest

from regelwerk.match.hidden import classes, determinise, permute_hidden
from regelwerk.match.match import Match
from regelwerk.match.views import log_view, view
from small_games import betting_game, toll_game


def start(seed=1):
    return Match.start(betting_game(), players=3, seed=seed)


def test_own_cards_are_seen_and_others_only_from_the_back():
    match = start()
    own, other, _ = view(match, 0)["zones"]["hand"]
    assert own["things"][0]["thing"].startswith("card_")
    assert other["things"] == []
    assert other["count"] == 1
    assert set(other["hidden"][0]["back"]) == {"colour"}


def test_secret_choices_show_neither_what_nor_who():
    match = start()
    before = view(match, 0)
    assert len(before["decisions"]) == 1
    match.take(1, 1)
    after = view(match, 0)
    assert after == before
    assert view(match, 1)["waiting"] == "the others"
    assert view(match, 1)["decisions"] == []
    assert any(entry["kind"] == "chose" for entry in view(match, 1)["log"])


def test_secret_choices_are_shown_when_they_take_effect():
    match = start()
    for _ in range(3):
        match.take(0, 1)
    revealed = [entry for entry in view(match, None)["log"] if entry["kind"] == "revealed"]
    assert [(entry["seat"], entry["option"]) for entry in revealed] == [(f"seat {k}", "1") for k in (1, 2, 3)]


def test_a_draw_is_logged_openly_and_the_card_to_its_owner_only():
    match = start()
    moved = [entry for entry in view(match, 0)["log"] if entry["kind"] == "moved"]
    assert ["thing" in entry for entry in moved] == [True, False, False]
    assert moved[1] == {"kind": "moved", "from": "deck", "to": "hand of seat 2"}


@pytest.mark.parametrize("game", [betting_game, toll_game])
def test_a_log_that_is_read_in_pieces_is_the_whole_log(game):
    match = Match.start(game(), seed=1)
    rng = Random(1)
    read = {seat: ([], 0) for seat in (None, *range(match.layout.players))}
    while True:
        for seat, (entries, end) in read.items():
            more, end = log_view(match, seat, end)
            read[seat] = entries + more, end
            assert read[seat][0] == view(match, seat)["log"]
        if match.over:
            break
        decision = rng.randrange(len(match.decisions))
        match.take(decision, rng.randrange(len(match.decisions[decision].options)))
    assert len(read[0][0]) > 5


@pytest.mark.parametrize("seed", range(5))
def test_exchanging_what_a_seat_cannot_tell_apart_changes_nothing_it_sees(seed):
    rng = Random(seed)
    match = start(seed)
    tried = 0
    while not match.over:
        for seat in range(3):
            other = match.copy()
            if permute_hidden(other.state, seat, rng):
                assert other.hash() != match.hash()
                assert view(other, seat) == view(match, seat)
                tried += 1
        number = rng.randrange(len(match.decisions))
        match.take(number, rng.randrange(len(match.decisions[number].options)))
    assert tried > 5


def test_cards_with_different_backs_are_told_apart():
    match = start()
    tables = match.layout.tables
    colour = tables.attributes["card", "colour"].values
    for things in classes(match.state, 0):
        assert len({colour[thing] for thing in things}) == 1


def test_a_determinised_match_looks_the_same_and_may_differ_where_it_is_hidden():
    match = start()
    match.take(1, 2)
    seen = {key: value for key, value in view(match, 0).items() if key != "log"}
    hands = set()
    for seed in range(40):
        other = determinise(match, 0, Random(seed))
        assert {key: value for key, value in view(other, 0).items() if key != "log"} == seen
        hands.add(tuple(other.state.zones[2]))
        while not other.over:
            other.take(0, 0)
    assert len(hands) > 1


def test_a_determinised_match_does_not_depend_on_who_has_chosen_in_secret_and_what():
    match = start()
    chosen = []
    for option in (None, 1, 2):
        other = match.copy()
        if option is not None:
            other.take(1, option)
        chosen.append(determinise(other, 0, Random(1)).hash())
    assert chosen[0] == chosen[1] == chosen[2]


def test_what_a_group_lays_down_lies_open_and_nobody_sees_who_could_pay():
    match = Match.start(toll_game("group"))
    assert view(match, 0)["waiting"] == "you"
    assert view(match, 1)["waiting"] == "the others"
    joker = match.text(match.decisions[0].options[1])
    match.take(0, 1)
    assert [thing["thing"] for thing in view(match, 1)["zones"]["hand"][0]["things"]] == [f"{joker}#1"]
    assert view(match, 1)["log"][-1]["option"] == joker


def test_what_one_seat_lays_down_is_its_own_until_it_is_paid():
    match = Match.start(toll_game())
    before = view(match, 1)
    match.take(0, 1)
    after = view(match, 1)
    assert after == before
    assert len(view(match, 0)["log"]) > len(view(match, 1)["log"])
