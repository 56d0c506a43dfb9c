"""Matches against a bot, by clicks on whatever can be clicked: buttons, things, fields, places."""

from __future__ import annotations

from random import Random

import pytest

from amounts import NIGHTLY, amount
from tools.chromium import Browser
from tools.web_seat import Seat
from tools.web_site import Site

CHOICES = amount("CLICKED", test=6, nightly=100_000)
"""So many choices of a match are clicked, at most."""

LARGE = ("knizia", "mele", "risiko", "ringkrieg", "fuenf_heere")
BY_DAY = ("knizia", "risiko")


@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("played", ["connect_four", *(LARGE if NIGHTLY else BY_DAY)])
def test_a_match_against_a_bot(site: Site, browser: Browser, played: str) -> None:
    seat, rng = Seat(browser, site.link(site.open(played, "person", "random"), "1")), Random(1)
    clicked = []
    while len(clicked) < CHOICES and seat.turn():
        asked = seat.asked
        clicked.append(seat.choose_any(rng))
        assert seat.asked != asked, f"{clicked[-1]} chose nothing"
    assert clicked
    assert seat.over or len(clicked) == CHOICES
    print(f"{played}: {len(clicked)} clicks, then: {seat.text('#status')}")  # shown with `-rP`
