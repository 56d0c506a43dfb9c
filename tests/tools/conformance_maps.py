"""How games of ours and games of OpenSpiel are the same game: one `Mapping` for each, as data.

A mapping says which game of OpenSpiel is meant (with its parameters), which options of ours are set, what
OpenSpiel calls our options and our results of chance, and what our endings are worth there. Where OpenSpiel
offers something that our rules decide by themselves, `forced` says so; such exceptions are told in `differs`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from regelwerk.match.state import State
from regelwerk.program.ending import Decision, Ending
from regelwerk.program.layout import Layout

Path = tuple[tuple[int, ...], ...]
"""The options of ours that together are one action there, in the order in which they are taken."""

Position = tuple[tuple[int, ...], ...]
"""What both games must agree on where only positions can be compared."""


def place_on_board(state: State, decision: Decision, path: Path) -> int:
    """The place on a board, counted in reading order from 0."""
    return path[0][0]


def place_in_row(state: State, decision: Decision, path: Path) -> int:
    """The column of a place, counted from 0."""
    return path[0][0] % state.layout.tables.grids[0].width


def point_or_pass(state: State, decision: Decision, path: Path) -> int:
    """A place on a square board, counted in reading order from 0; behind the last one the pass."""
    width = state.layout.tables.grids[0].width
    return path[0][0] if path[0][0] >= 0 else width * width


def number_of_way(state: State, decision: Decision, path: Path) -> int:
    """The position of the answer to a question."""
    return path[0][0]


def passing_or_betting(state: State, decision: Decision, path: Path) -> int:
    """0 for `check` and `fold`, 1 for `bet` and `call`."""
    return 1 - path[0][0] if decision.body == "event:answer_bet" else path[0][0]


def heap_and_count(state: State, decision: Decision, path: Path) -> int:
    """A heap and how many counters are taken from it: heaps turn fastest. Neither is asked for if clear."""
    counters = state.columns[0]
    if decision.place == COUNT_OF_COUNTERS:
        heap = next(heap for heap, left in enumerate(counters) if left)
        return heap + (path[0][0] - 1) * len(counters)
    count = path[1][0] if len(path) > 1 else 1
    return path[0][0] + (count - 1) * len(counters)


def rank_of_bid(state: State, decision: Decision, path: Path) -> int:
    """The rank of a bid, counted from 0."""
    return attribute(state.layout, "bid", "rank", path[0][0]) - 1


def bid_or_doubt(state: State, decision: Decision, path: Path) -> int:
    """A bid by its place on the ladder, counted in reading order from 0; behind the highest one the doubt."""
    first = state.layout.tables.grids[0].first
    bids = 6 * 2 * state.layout.options[0]
    if decision.place == BID and decision.body == "event:say_higher":
        return path[0][0] - first
    if path[0][0] == DOUBT:
        return bids
    return path[1][0] - first if len(path) > 1 else bids - 1


def men(state: State) -> Position:
    """For each seat the men on each point, as it counts them: borne off, 1 to 24, on the bar."""
    column = state.columns[state.layout.tables.attributes["seat", "men"].column]
    return tuple(column[:26]), tuple(column[26:])


def their_men(state: Any) -> Position:
    """The same there: points count from 0, up for the one and down for the other; the bar is apart."""
    counted = [[state.board(0, 24 - n) for n in range(1, 25)], [state.board(1, n - 1) for n in range(1, 25)]]
    bars = [state.board(player, THEIR_BAR) for player in range(2)]
    return tuple((15 - sum(on) - bar, *on, bar) for on, bar in zip(counted, bars, strict=True))


def two_dice(state: Any, one: int, other: int) -> int | None:
    """For each two that differ both orders, then doubles; the first throw is none, and the higher begins."""
    if one == other:
        return 2 * len(DIFFERENT) + one - 1 if len(state.chance_outcomes()) == 36 else None
    low, high = sorted((one, other))
    return 2 * DIFFERENT.index((low, high)) + (one < other)


def row_drawn(layout: Layout, thing: int) -> int:
    """Which row of its table a thing is, counted from 0."""
    return layout.tables.row_of[thing]


def face_rolled(layout: Layout, face: int) -> int:
    """A face of a die, counted from 0."""
    return face - 1


def prize_drawn(layout: Layout, thing: int) -> int:
    """The worth of a prize, counted from 0."""
    return attribute(layout, "prize", "worth", thing) - 1


def attribute(layout: Layout, type_name: str, name: str, thing: int) -> int:
    """What the table says of a thing."""
    info = layout.tables.attributes[type_name, name]
    return info.values[thing - info.first]


def no_chance(layout: Layout, result: int) -> int:
    """For games without chance."""
    raise AssertionError("chance speaks in a game without chance")


def won_or_lost(ending: Ending) -> list[float]:
    """1 for winning alone, -1 for losing, 0 if nobody or everybody wins."""
    seats = range(len(ending.scores))
    if len(ending.winners) in (0, len(ending.scores)):
        return [0.0 for _ in seats]
    return [1.0 if seat in ending.winners else -1.0 for seat in seats]


def scores(ending: Ending) -> list[float]:
    """The scores as they are."""
    return [float(score) for score in ending.scores]


def nothing_forced(state: Any) -> int | None:
    """Our rules stop wherever OpenSpiel has more than one action."""
    return None


def pig_forced(state: Any) -> int | None:
    """The first roll of a turn, and banking a turn that reaches a hundred, are no decisions with us."""
    points, _, gained = str(state).splitlines()[0].removeprefix("Scores:").partition(", Turn total:")
    turn = int(gained)
    if turn == 0:
        return 0
    return 1 if int(points.split()[state.current_player()]) + turn >= 100 else None


def all_legal(state: Any) -> list[int]:
    """The actions there are also open with us."""
    return list(state.legal_actions())


def new_positions(state: Any) -> list[int]:
    """The actions that bring back no position: the match ends there, drawn, where one does."""
    return [action for action in state.legal_actions() if not _ends_drawn(state.child(action))]


def _ends_drawn(state: Any) -> bool:
    return state.is_terminal() and not any(state.returns())


@dataclass(frozen=True)
class Mapping:
    """One game in both. `file` is below the games of the project; `compound` is the place of
    the choice that is only the second half of an action there. `dice` says what two dice of ours are
    there, None if they are thrown again; `turn` reads positions, ours and theirs, where a turn is compared
    by what may come of it, and no `action` is needed. One match in `walked` is played by the walker, too."""

    name: str
    file: str
    spiel: str
    action: Callable[[State, Decision, Path], int] | None
    returns: Callable[[Ending], list[float]]
    chance: Callable[[Layout, int], int] = no_chance
    dice: Callable[[Any, int, int], int | None] | None = None
    turn: tuple[Callable[[State], Position], Callable[[Any], Position]] | None = None
    walked: int = 50
    compound: int | None = None
    forced: Callable[[Any], int | None] = nothing_forced
    legal: Callable[[Any], list[int]] = all_legal
    options: dict[str, int] = field(default_factory=dict)
    differs: str = ""


COUNT_OF_COUNTERS = 3
"""The place of the statement of nim by which the number of counters is chosen."""

BID, DOUBT = 0, 1
"""In liar's dice the place of the statement by which a bid is chosen, and the answer that is no bid."""

DIFFERENT = tuple(combinations(range(1, 7), 2))
"""Two dice that differ, the lower one first, in the order in which they are counted there."""

THEIR_BAR = 100

MAPPINGS = (
    Mapping(
        "tic-tac-toe", "classics/tic_tac_toe.rules", "tic_tac_toe", place_on_board, won_or_lost,
    ),
    Mapping(
        "Connect Four", "classics/connect_four.rules", "connect_four", place_in_row, won_or_lost,
    ),
    Mapping(
        "Kuhn poker", "classics/kuhn_poker.rules", "kuhn_poker", passing_or_betting, scores, row_drawn,
        walked=1,
    ),
    Mapping(
        "Nim", "classics/nim.rules", "nim(is_misere=false,pile_sizes=1;3;5;7)", heap_and_count, won_or_lost,
        compound=COUNT_OF_COUNTERS,
    ),
    Mapping(
        "Nim, last counter loses", "classics/nim.rules", "nim(is_misere=true,pile_sizes=1;3;5;7)",
        heap_and_count, won_or_lost, compound=COUNT_OF_COUNTERS, options={"misere": 1},
    ),
    Mapping(
        "Pig", "classics/pig.rules", "pig(players=2,horizon=1000000)", number_of_way, won_or_lost,
        face_rolled, forced=pig_forced, walked=1,
        differs="OpenSpiel lets a player hold before the first roll of a turn, and roll on with a hundred "
        "points; with us a turn begins with a roll and ends at a hundred, so the other action is taken there",
    ),
    Mapping(
        "Goofspiel", "classics/goofspiel.rules",
        "goofspiel(num_cards=13,players=2,points_order=random,returns_type=total_points)",
        rank_of_bid, scores, prize_drawn, walked=1,
    ),
    Mapping(
        "Hex, 11 by 11", "classics/hex.rules", "hex(board_size=11)", place_on_board, won_or_lost,
    ),
    Mapping(
        "Hex, 5 by 5", "classics/hex.rules", "hex(board_size=5)", place_on_board, won_or_lost,
        options={"board_size": 5},
    ),
    Mapping(
        "Liar's dice", "classics/liars_dice.rules", "liars_dice(players=2,numdice=1)",
        bid_or_doubt, won_or_lost, face_rolled, compound=BID, walked=1,
    ),
    Mapping(
        "Backgammon", "classics/backgammon.rules", "backgammon", None, won_or_lost,
        dice=two_dice, turn=(men, their_men),
        differs="in OpenSpiel two moves are one action, a double is two of them, and of two orders that lead "
        "to the same one is named; with us one man moves after the other, so what is compared is the "
        "positions that a turn may lead to. Its matches are drawn after 500 turns of a player, ours are "
        "not; no match came so far",
    ),
    Mapping(
        "Othello, 8 by 8", "classics/othello.rules", "othello", place_on_board, won_or_lost,
    ),
    Mapping(
        "Go, 5 by 5", "classics/go_5.rules", "go(board_size=5,komi=7.5,max_game_length=10000)",
        point_or_pass, won_or_lost, legal=new_positions,
        differs="OpenSpiel lets a position come back and ends the match as drawn; with us nobody may bring "
        "one back, so such an action is not taken there",
    ),
)  # fmt: skip

NOT_COMPARED = {
    "battleship_small": "OpenSpiel places the smallest ship first and as one action, and counts what ships "
    "are worth; ours lays a ship of two fields square by square, and whoever sinks all wins",
    "spice_caravan": "our own invention",
    "counterspells": "our own invention",
}
"""Classics without a counterpart, and why."""
