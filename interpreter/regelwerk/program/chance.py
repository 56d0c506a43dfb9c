"""Chance for generated programs: streams of values keyed by their source, and dice.

Written apart from `match/chance.py`, which the walker uses; both give the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

from .bounds import too_many_dice, whole
from .errors import ImpossibleChance
from .layout import Layout
from .sources import queue_of

_SEEDS = (1 << 128) - 1
"""Seeds count modulo one more than this: so many numbers 16 bytes hold."""
_FIRST = 32
"""For so many values of a stream what is hashed is kept ready: a short match asks for no more."""


def make_pick(layout: Layout) -> Callable[[Any, str, Sequence[int], bool], int]:
    """The function that asks chance for a position in a list of possible results, or in its first `count`."""
    row_of = layout.tables.row_of
    last_key: tuple[int | None, Any] = (None, None)
    """The last seed and a hash keyed with it: a match asks many times."""
    first_texts: dict[str, list[bytes]] = {}
    """For each stream what is hashed for its first values."""
    number_of = int.from_bytes

    def dictated(wanted: int, results: Sequence[int], things: bool) -> int:
        for index, result in enumerate(results):
            if result == wanted:
                return index
        if things and 0 <= wanted < len(row_of):
            for index, result in enumerate(results):
                if row_of[result] == row_of[wanted] >= 0:
                    return index
        return -1

    def pick(s: Any, stream: str, results: Sequence[int], things: bool, count: int = -1) -> int:
        nonlocal last_key
        if count < 0:
            count = len(results)
        if count == 1:
            return 0
        if s.dictated and (queue := queue_of(s.dictated, layout, stream)):
            index = dictated(queue[0], results[:count], things)
            if index < 0:
                raise ImpossibleChance(stream, results[:count])
            del queue[0]
            return index
        streams = s.streams
        number = streams.get(stream, 0)
        streams[stream] = whole(number + 1)
        seed, keyed = last_key
        if seed != s.seed:
            seed = s.seed
            keyed = blake2b(digest_size=8, key=(seed & _SEEDS).to_bytes(16, "little"))
            last_key = (seed, keyed)
        hashed = keyed.copy()
        texts = first_texts.get(stream)
        if texts is None:
            texts = first_texts[stream] = [f"{stream}:{n}".encode() for n in range(_FIRST)]
        hashed.update(texts[number] if number < _FIRST else f"{stream}:{number}".encode())
        return number_of(hashed.digest(), "little") % count

    return pick


def die_functions(
    layout: Layout, pick: Callable[..., int], charge: Callable[[Any, int, int], None]
) -> dict[str, Callable[..., Any]]:
    """For the die with each number the functions `roll` (one face) and `dice` (several, put among others)."""
    result: dict[str, Callable[..., Any]] = {}
    most_steps, most_numbers = layout.game.bounds.steps, layout.game.bounds.elements
    for number, die in enumerate(layout.game.dice):
        if die.enum is None:
            faces = [int(face) for face in die.all_faces]
        else:
            members = layout.tables.enums[die.enum]
            faces = [members.index(str(face)) for face in die.all_faces]
        streams = [f"die:{die.name}:{seat}" for seat in range(layout.players + 1)]

        def roll(s: Any, seat: int, faces: list[int] = faces, streams: list[str] = streams) -> int:
            return faces[pick(s, streams[seat + 1], faces, False)]

        def dice(
            s: Any,
            seat: int,
            count: int,
            others: Sequence[int] = (),
            roll: Callable[[Any, int], int] = roll,
            falling: bool = die.enum is None,
        ) -> list[int]:
            if count > most_numbers:
                too_many_dice(most_numbers)
            charge(s, max(0, count - 1), most_steps)
            found = [roll(s, seat) for _ in range(count)]
            found.extend(others)
            found.sort(reverse=falling)
            return found

        result[f"roll{number}"] = roll
        result[f"dice{number}"] = dice
    return result
