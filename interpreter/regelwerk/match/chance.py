"""Chance: streams of values keyed by their source, so that a change elsewhere does not shift them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from regelwerk.program.bounds import whole
from regelwerk.program.sources import queue_of

from .errors import ImpossibleChance
from .state import State


class ChanceNeeded(Exception):
    """A search reached a point where chance speaks: `results` are equally likely, repeated ones more so."""

    def __init__(self, results: tuple[int, ...]) -> None:
        super().__init__("chance speaks here")
        self.results = results


def chance_value(seed: int, stream: str, number: int) -> int:
    """Value `number` (from 0) of a stream: a whole number below 2**64."""
    key = (seed % (1 << 128)).to_bytes(16, "little")
    digest = blake2b(f"{stream}:{number}".encode(), digest_size=8, key=key).digest()
    return int.from_bytes(digest, "little")


def pick_index(s: State, stream: str, results: Sequence[int], things: bool = False) -> int:
    """The position in `results` of what chance gives. One possible result uses nothing up.

    With results dictated to its source the first of them is taken instead and the stream stands still;
    of `things`, one of the same row serves where the dictated one is not possible. Raises
    ImpossibleChance if it is not among `results`.
    """
    if len(results) == 1:
        return 0
    index = _index(s, stream, results, things)
    if s.given is not None:
        s.given.append((stream, results[index]))
    return index


def _index(s: State, stream: str, results: Sequence[int], things: bool) -> int:
    queue = queue_of(s.dictated, s.layout, stream) if s.dictated else None
    if queue:
        index = _dictated(s, queue[0], results, things)
        if index < 0:
            raise ImpossibleChance(stream, results)
        queue.pop(0)
        return index
    if s.branching:
        raise ChanceNeeded(tuple(results))
    number = s.streams.get(stream, 0)
    s.streams[stream] = whole(number + 1)
    return chance_value(s.seed, stream, number) % len(results)


def _dictated(s: State, wanted: int, results: Sequence[int], things: bool) -> int:
    if wanted in results:
        return results.index(wanted)
    if things and wanted >= 0:
        rows = s.layout.tables.row_of
        for index, thing in enumerate(results):
            if wanted < len(rows) and rows[thing] == rows[wanted] >= 0:
                return index
    return -1


def roll(s: State, die: str, seat: int) -> int:
    """Roll a die for a seat (-1 for nobody). Returns a number, or the position of the face in its enum."""
    declared = s.layout.dice[die]
    if declared.enum is None:
        faces = [int(face) for face in declared.all_faces]
    else:
        members = s.layout.tables.enums[declared.enum]
        faces = [members.index(str(face)) for face in declared.all_faces]
    return faces[pick_index(s, f"die:{die}:{seat + 1}", faces)]


def pick_random(s: State, body: str, place: int, elements: Sequence[int], things: bool) -> int:
    """One of the elements (at least one) at random."""
    return elements[pick_index(s, f"pick:{body}:{place}", elements, things)]
