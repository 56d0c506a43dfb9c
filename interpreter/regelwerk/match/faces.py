"""What dice show that a seat does not see: it may be any of their faces."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from .state import State

Hidden = tuple[int, int, int, list[int]]
"""A die that is not seen: the thing, the column and the place in it of what it shows, and all its faces."""


def hidden_faces(s: State, seats: int) -> Iterator[Hidden]:
    """The dice in zones that none of some seats (as bits) knows, but those that show nothing yet.

    A die may have been set to a number between its faces: for whoever does not see it, it shows any face.
    """
    for number, die in s.layout.rolled.items():
        info, column = s.layout.tables.columns[number], s.columns[number]
        faces = _faces(s, die)
        for thing in range(info.first, info.first + info.count):
            if s.at[thing] < 0 or s.known[thing] & seats:
                continue
            start = (thing - info.first) * info.members
            for place in range(start, start + info.members):
                if column[place] != -1 or not info.kind.optional:
                    yield thing, number, place, faces


def _faces(s: State, die: str) -> list[int]:
    declared = s.layout.dice[die]
    if declared.enum is None:
        return [int(face) for face in declared.all_faces]
    members = s.layout.tables.enums[declared.enum]
    return [members.index(str(face)) for face in declared.all_faces]


def lay_flat(s: State, seats: int) -> None:
    """Let every die that these seats do not know show its first face, so that none is told from another."""
    for _, number, place, faces in list(hidden_faces(s, seats)):
        s.columns[number][place] = faces[0]


def roll_anew(s: State, seats: int, rng: Random) -> None:
    """Roll every die that these seats do not know."""
    for _, number, place, faces in list(hidden_faces(s, seats)):
        s.columns[number][place] = rng.choice(faces)


def turn_one(s: State, seat: int, rng: Random) -> int | None:
    """Turn one die that a seat does not know to another face; returns it, None if there is none to turn."""
    found = [each for each in hidden_faces(s, 1 << seat) if len(set(each[3])) > 1]
    if not found:
        return None
    thing, number, place, faces = rng.choice(found)
    column = s.columns[number]
    column[place] = rng.choice([face for face in faces if face != column[place]])
    return thing
