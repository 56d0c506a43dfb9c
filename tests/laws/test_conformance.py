"""A few matches of each classic in lockstep with OpenSpiel; `make conformance` plays thousands."""

import pytest

from regelwerk.resources import data_path
from tools.conformance import Both, Counts, Difference
from tools.conformance_maps import MAPPINGS, NOT_COMPARED

MATCHES = {"Backgammon": 2, "Othello, 8 by 8": 2, "Hex, 11 by 11": 4, "Connect Four": 8}


@pytest.mark.parametrize("mapping", MAPPINGS, ids=[mapping.name for mapping in MAPPINGS])
def test_a_classic_plays_as_it_does_in_openspiel(mapping):
    both, counts = Both(mapping), Counts()
    for seed in range(1, 1 + MATCHES.get(mapping.name, 25)):
        both.match(seed, counts)
    assert counts.matches == MATCHES.get(mapping.name, 25)
    assert counts.actions > counts.decisions > 0


def test_another_game_is_told_apart():
    """The comparison does notice: with the other ending of nim, returns differ."""
    nim = next(mapping for mapping in MAPPINGS if mapping.name == "Nim")
    both = Both(nim)
    both.spiel = Both(next(m for m in MAPPINGS if m.options == {"misere": 1})).spiel
    with pytest.raises(Difference, match=r"Nim, seed 3: returns are"):
        both.match(3, Counts())


def test_every_classic_is_compared_or_it_is_said_why_not():
    compared = {mapping.file.removeprefix("classics/").removesuffix(".rules") for mapping in MAPPINGS}
    shipped = {file.stem for file in (data_path("games") / "classics").glob("*.rules")}
    assert compared | set(NOT_COMPARED) == shipped
    assert not compared & set(NOT_COMPARED)
