"""At a decision of a seat, hidden things it cannot tell apart change places: nothing it sees changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from amounts import amount
from regelwerk.doors import offers, undoing
from regelwerk.doors.games import Game, load_game
from regelwerk.match import knowledge, reasons, views
from regelwerk.match.log import Recorder
from regelwerk.match.match import Match
from regelwerk.match.text import thing_text
from regelwerk.match.walker import Walker
from regelwerk.players.random_player import RandomPlayer
from regelwerk.players.sight import Sight
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import make_layout
from regelwerk.resources import data_path
from tools import interference, shipped
from tools.interference import hide_more, interfere, interfere_in_play, scenario_positions
from tools.shipped import BIG, LONG_GAMES, hiding

CORPUS = sorted((data_path("games").parent / "docs" / "language" / "corpus").glob("[0-9][0-9]_*.rules"))
LONG = amount("INTERFERENCE", test=0, nightly=40)
"""So many seeds more for each game."""
LONGEST = {
    BIG: amount("OF_BIG_MATCHES", test=15, nightly=30),
    **dict.fromkeys(LONG_GAMES, amount("OF_LONG_MATCHES", test=2, nightly=6)),
}
OTHERS = amount("OF_MATCHES", test=15, nightly=30)
"""So many decisions of a match are looked at, in these games and in others."""
SCENARIOS_OF_BIG, POSITIONS_OF_BIG = 16, 5
"""Of a great game one in so many scenarios is played, and one in so many of their positions is looked at."""
LEAST = {BIG: 10, "kuhn_poker": 10, "liars_dice": 10, "counterspells": 20}
"""So often there must be something to exchange; in other games it may be that nothing is hidden for long."""

MASKS = """game masks for 3 players

enum sort: sun, moon

type mask:
    worth: 1..9
    sort: sort on back
    starts in box

table mask:
    fox: worth = 1, sort = sun, copies = 3
    owl: worth = 2, sort = sun, copies = 3
    bear: worth = 3, sort = moon, copies = 3
    wolf: worth = 4, sort = moon, copies = 3

zone box: mask, pile, seen by nobody
zone hand of seat: mask, seen by owner
zone laid of seat: mask, ordered, seen by owner
zone gone: mask

event main():
    for each seat p:
        draw 3 from box to p.hand
    repeat 3 times:
        for each seat p:
            turn(p)
    end game as over:
        score sum of m.worth over mask m in p.laid for each seat p

event turn(seat p):
    choose mask m in p.hand by p, otherwise done
    move m to p.laid
    open calls(p)

window calls(seat p):
    asks all seat q where (q != p) from p
    closes when each has passed
    answers at once

action call_fox:
    at calls
    by q
    uses mask m in q.hand where (m is fox)
    once per turn
    do:
        move m to gone
"""
"""Three seats hold hidden masks with backs, lay them hidden, and answer in a window if they hold a fox."""


def is_hidden(game: Game) -> bool:
    return any(zone.seen != "all" for zone in game.rules.zones)


@cache
def corpus() -> dict[str, Game]:
    """The entries of the corpus that are games and hide something."""
    games = {
        path.stem: load_game(str(path)) for path in CORPUS if "\nhouse rule" not in path.read_text("utf-8")
    }
    return {name: game for name, game in games.items() if is_hidden(game)}


def starter(game: Game, players: int) -> Callable[[int], Match]:
    """Begins a match of a game from a seed."""
    layout = make_layout(game.rules, players)
    return lambda seed: Match.start_on(layout, Walker(layout), seed)


@cache
def masks(folder: Path) -> Callable[[int], Match]:
    path = folder / "masks.rules"
    path.write_text(MASKS, "utf-8")
    return starter(load_game(str(path)), 3)


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Match]:
    return masks(tmp_path_factory.mktemp("masks"))


@pytest.mark.each("name", hiding)
def test_shipped_games_in_play(name: str) -> None:
    game = shipped.game(name)
    for players in {*game.rules.players}:
        seeds = range(LONG + (1 if name in LONGEST else 6))
        compared = interfere_in_play(starter(game, players), seeds, LONGEST.get(name, OTHERS), RandomPlayer)
        assert compared >= LEAST.get(name, 0)


@pytest.mark.each("name", hiding)
def test_shipped_games_in_the_positions_of_their_scenarios(name: str) -> None:
    few = name in (BIG, *LONG_GAMES) and not LONG
    found = scenario_positions(shipped.game(name), SCENARIOS_OF_BIG if few else 1)
    for number, match in enumerate(found):
        if few and number % POSITIONS_OF_BIG:
            continue
        for decision in match.decisions:
            interfere(match, decision.seat, Random(number))


def test_corpus_in_play_and_in_the_positions_of_its_scenarios() -> None:
    """Where little is hidden in a position, a few things more are hidden before."""
    compared = {}
    for name, game in corpus().items():
        times = 0
        for number, match in enumerate(scenario_positions(game)):
            for seed in range(LONG + 1):
                rng = Random(number + 1000 * seed)
                fuller = hide_more(match, rng)
                times += sum(interfere(fuller, decision.seat, rng) for decision in fuller.decisions)
        for players in {*game.rules.players}:
            try:
                times += interfere_in_play(starter(game, players), range(1 + LONG), 15)
            except RuleError:
                continue  # an entry that only its scenarios play
        compared[name] = times
    assert len(compared) > 20
    assert sum(1 for times in compared.values() if times) > 6
    assert sum(compared.values()) > 60


def test_hidden_masks(start: Callable[[int], Match]) -> None:
    assert interfere_in_play(start, range(8 + LONG), 60, RandomPlayer) > 80


# ---------------------------------------------------------------- planted leaks


def hidden_from(match: Match, seat: int | None) -> list[int]:
    """The things a seat cannot see, in the order of their zones."""
    s = match.state
    return [thing for zone in s.zones for thing in zone if not knowledge.knows(s, seat, thing)]


def more_in_view(key: str, value: Callable[[Match, int | None], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """Plants something more in every view."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        honest = views.view
        patch.setattr(views, "view", lambda match, seat: {**honest(match, seat), key: value(match, seat)})

    return plant


def option_count(match: Match, seat: int | None) -> Any:
    """How many different things others could choose among."""
    rows = match.layout.tables.row_of
    zones = [zone for zone in match.state.zones if zone]
    return [len({rows[thing] for thing in zone}) for zone in zones]


def skipped_window(patch: pytest.MonkeyPatch) -> None:
    """Who can only pass is passed over without a word."""
    honest = Walker._take

    def take(self: Walker, m: Any, frame: Any, seat: int, option: Any) -> None:
        asked = views.pending_options(self, m, frame) if frame.body.kind == "window" else 2
        listener = m.listener
        if asked == 1:
            m.listener = None
        honest(self, m, frame, seat, option)
        m.listener = listener

    patch.setattr(views, "pending_options", _options_now, raising=False)
    patch.setattr(Walker, "_take", take)


def _options_now(walker: Walker, m: Any, frame: Any) -> int:
    from regelwerk.match.decisions import decisions_at

    return len(decisions_at(walker.evaluator, m.s, frame.body, frame.place, frame.env)[0].options)


def pending_seat(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees whom a window waits for."""
    patch.setattr(views, "OPEN_KINDS", ("choose", "several", "ask", "window"))


def log_line(patch: pytest.MonkeyPatch) -> None:
    """What is moved is told to all."""

    def moved(self: Recorder, thing: int, source: int, target: int, before: int) -> None:
        self._open("moved", thing=thing_text(self.layout, thing), **{"from": "", "to": ""})

    patch.setattr(Recorder, "moved", moved)


def why_not(patch: pytest.MonkeyPatch) -> None:
    """A seat that is not asked is told all reasons."""

    def explain(match: Match, seat: int, action: str, parts: reasons.Wanted = ()) -> list[reasons.Reason]:
        return reasons.why_not(match.state, seat, action, parts)

    patch.setattr(reasons, "explain_not", explain)


def undo_refusal(patch: pytest.MonkeyPatch) -> None:
    """A choice cannot be taken back while the first of the hidden masks is a certain one."""
    honest = undoing.others_chose

    def others_chose(before: Match, now: Match, seat: int) -> bool:
        first = hidden_from(now, seat)[:1]
        return honest(before, now, seat) or any(now.layout.tables.row_of[thing] == 0 for thing in first)

    patch.setattr(undoing, "others_chose", others_chose)


def prompt(patch: pytest.MonkeyPatch) -> None:
    """The question names what lies hidden first."""
    honest = offers.question

    def question(match: Match, decision: Any, labels: Any) -> str:
        first = [match.layout.tables.row_of[t] for t in hidden_from(match, decision.seat)]
        return f"{honest(match, decision, labels)} {first}"

    patch.setattr(offers, "question", question)


def public_attribute(patch: pytest.MonkeyPatch) -> None:
    """A hidden card shows an attribute that is not on its back."""
    honest = views._thing

    def thing(s: Any, seat: int | None, which: int) -> dict[str, Any]:
        info = s.layout.tables.attributes["mask", "worth"]
        return {**honest(s, seat, which), "worth": info.values[which - info.first]}

    patch.setattr(views, "_thing", thing)


def copy_number(patch: pytest.MonkeyPatch) -> None:
    """An option tells how many copies of what it names others hold."""
    honest = views.option_text

    def text(s: Any, decision: Any, option: Any) -> str:
        rows = s.layout.tables.row_of
        held = [t for zone in s.zones[1:4] for t in zone if not knowledge.knows(s, decision.seat, t)]
        name = honest(s, decision, option)
        return f"{name}#{sum(rows[t] == rows[option[-1]] for t in held)}" if option[-1] >= 0 else name

    patch.setattr(views, "option_text", text)


class Peeking(RandomPlayer):
    """A bot that looks at the real state."""

    def choose(self, sight: Sight) -> int:
        hidden = hidden_from(sight._match, sight.seat)
        return sum(n * thing for n, thing in enumerate(hidden)) % len(sight.decision.options)


def peeking_bot(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(RandomPlayer, "choose", Peeking.choose)


def passes_so_far(patch: pytest.MonkeyPatch) -> None:
    """While others decide, the passes before are seen one by one."""
    patch.setattr(views, "UNDECIDED", ())


def options_of_others(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees how many options those have who decide."""
    more_in_view("asked", lambda match, seat: [len(d.options) for d in match.decisions])(patch)


PLANTED: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "an option count": more_in_view("counts", option_count),
    "a skipped window": skipped_window,
    "a pending seat": pending_seat,
    "a log line": log_line,
    "the order of a hidden zone": more_in_view(
        "order", lambda match, seat: [t % 3 for t in hidden_from(match, seat)]
    ),
    "why not": why_not,
    "a hash shown to a seat": more_in_view("hash", lambda match, seat: match.hash()),
    "an undo refusal": undo_refusal,
    "a prompt": prompt,
    "a public attribute of a hidden card": public_attribute,
    "the number of a copy in the text of an option": copy_number,
    "a bot that looks at the real state": peeking_bot,
    "who has passed so far": passes_so_far,
    "how many options whoever decides has": options_of_others,
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(
    name: str, start: Callable[[int], Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    PLANTED[name](monkeypatch)
    with pytest.raises(AssertionError, match="can tell"):
        interfere_in_play(start, range(8), 60, RandomPlayer)


def test_every_form_of_sight_is_compared(start: Callable[[int], Match]) -> None:
    match = start(1)
    shown = interference.seen(match, match.decisions[0].seat, RandomPlayer)
    assert {"view", "public", "board", "questions", "labels", "why not", "errors", "bot"} <= shown.keys()
    assert all(shown[key] for key in shown)
