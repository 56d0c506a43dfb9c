"""What is taken back has told nobody anything: undo is tried after every decision of matches at random."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from amounts import amount
from regelwerk.doors.undoing import Choices
from regelwerk.match.hidden import permute_hidden
from regelwerk.match.match import Match
from regelwerk.match.text import option_kinds, seat_text
from regelwerk.match.views import view
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.program.things import ZONE_SET
from regelwerk.rules.statements import SecretChoice
from regelwerk.rules.walk import nodes
from tools.shipped import BIG, LONG_GAMES, NAMES, by_day, counts, game, hiding

MATCHES = amount("UNDOING", test=0, nightly=5)
"""So many matches more of each game."""
DECISIONS = {
    BIG: amount("UNDONE_OF_BIG", test=30, nightly=60),
    **dict.fromkeys(LONG_GAMES, amount("UNDONE", test=3, nightly=15)),
}
"""After so many decisions a match of the sample is left."""
OTHERS = amount("DEALS", test=3, nightly=6)
"""In so many other deals it is looked at what would have come of a choice that may be taken back."""


@cache
def hidden() -> tuple[str, ...]:
    """The games that hide things, or choices; the largest by night."""
    lying = hiding()
    found = [name for name in NAMES if name in lying or _has_secret_choices(name)]
    return by_day(found)


def _has_secret_choices(name: str) -> bool:
    return any(isinstance(node, SecretChoice) for node in nodes(game(name).rules))


def test_games_that_hide_something() -> None:
    assert {"kuhn_poker", BIG, "ringkrieg", "risiko"} <= set(hidden())


@pytest.mark.each("name", hidden)
@pytest.mark.parametrize("people", ["all", "one"])
def test_nothing_is_learnt_by_choosing_and_taking_back(name: str, people: str) -> None:
    tried = accepted = 0
    matches = 3 if name not in DECISIONS else 1
    for number in range(matches + MATCHES):
        draw = Random(f"{name}:{people}:{number}")
        players = counts(name)[number % len(counts(name))]
        match = Match.start(game(name).rules, players, {}, number)
        seats = set(range(players)) if people == "all" else {number % players}
        more, good = _played(
            match, seats, draw, 100_000 if number >= matches else DECISIONS.get(name, 100_000)
        )
        tried, accepted = tried + more, accepted + good
    assert tried > 0
    assert people == "one" or accepted > 0 or name == "counterspells"


def _played(match: Match, people: set[int], draw: Random, most: int) -> tuple[int, int]:
    """Play a match; how often undo was tried with something to take back, and accepted."""
    choices = Choices()
    tried = accepted = 0
    for _ in range(most):
        if match.over:
            break
        if choices.kept:
            tried += 1
            if choices.may_take_back(match):
                accepted += 1
                _has_told_nothing(*choices.kept[-1], match)
        number = draw.randrange(len(match.decisions))
        decision = match.decisions[number]
        chosen = draw.randrange(len(decision.options))
        choices.note(match, number, chosen, by_person=decision.seat in people)
        match.take(number, chosen)
    return tried, accepted


def _has_told_nothing(before: Match, number: int, chosen: int, now: Match) -> None:
    """Nobody else has chosen, nobody knows more, and the seat would see the same in other deals."""
    assert before.log is not None and now.log is not None
    decision = before.decisions[number]
    own = seat_text(decision.seat)
    for entry in now.log[len(before.log) :]:
        # What is shown to those who know it already tells nobody anything: see what seats know, below.
        assert entry.kind not in ("rolled", "revealed", "looked"), entry
        assert entry.kind != "chose" or entry.data["seat"] == own, entry
    assert before.state.streams == now.state.streams
    for seat in range(before.state.players):
        known = [bits >> seat & 1 for bits in before.state.known]
        assert all(old or not new >> seat & 1 for old, new in zip(known, now.state.known, strict=True))
    seen = view(now, decision.seat)
    option = decision.options[chosen]
    kinds = option_kinds(before.layout, decision, option)
    named = option[len(option) - len(kinds) :]
    things = {value for kind, value in zip(kinds, named, strict=True) if kind.kind == "thing"}
    for deal in range(OTHERS):
        other = before.copy()
        exchanged = permute_hidden(other.state, decision.seat, Random(deal))
        if exchanged is None:
            return
        if things & set(exchanged):
            continue
        try:
            other.take(number, option)
        except (MatchError, RuleError):
            pytest.fail(f"{own} learns by {before.text(option, number)} that it was possible")
        assert view(other, decision.seat) == seen, f"{own} learns by {before.text(option, number)}"


def test_a_choice_among_things_that_lie_open_may_be_taken_back() -> None:
    """The law does not hold because nothing is ever taken back."""
    match = Match.start(game(BIG).rules, 2, {}, 3)
    assert any(order == ZONE_SET for order in match.layout.tables.zone_order)
    tried, accepted = _played(match, {0, 1}, Random(5), 80)
    assert 0 < accepted < tried
