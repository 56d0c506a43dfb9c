"""A match handed on at its decisions from process to process, nothing but its saved text between them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.program.ending import Decision
from regelwerk.rules.codec import encode

from .far_games import far_script
from .fresh_process import goes_on, job
from .random_games import Choice, turns
from .shipped import BUILDS, build, layout, rules


class Course:
    """A match with its saved texts: `saves[n]` stands before `choices[n]`, with its log if asked."""

    def __init__(self, name: str, players: int, seed: int, log: bool = True, far: bool = False) -> None:
        self.name = name
        self.saves: list[str] = []
        self.hashes: list[str] = []
        self.choices: list[Choice] = []
        self.special: set[int] = set()
        plan, carrier = layout(name, players), build(name, players, "walker")
        match = Match.start_on(plan, carrier, seed, log)
        seen: set[str] = set()
        script = far_script(name, players, seed) if far else None
        for turn in turns(plan, carrier, seed, script=script):
            assert match.hash() == turn.state.hash()
            self.saves.append(match.save())
            self.hashes.append(match.hash())
            self.choices.append(turn.choice)
            marks = set(marks_of(match.state, match.decisions))
            if marks - seen:
                self.special.add(turn.number)
                seen |= marks
            match.take(turn.decisions.index(turn.decision), turn.option)
        self.end = match.hash()


def marks_of(s: State, decisions: list[Decision]) -> Iterator[str]:
    """What is unusual about a position: the kinds of its decisions, and what is half done in it."""
    yield from (f"decides {decision.kind}" for decision in decisions)
    for field in ("active", "alive", "answers", "atomic", "lasting", "leaving", "picks", "queue"):
        if getattr(s, field):
            yield field
    bodies = [s.layout.bodies[frame[0]] for frame in s.stack]
    yield from (f"inside {body.kind}" for body in bodies)
    if sum(body.kind == "window" for body in bodies) > 1:
        yield "a window in a window"


def relay_at(course: Course, numbers: list[int], folder: Path, at_once: int = 1) -> None:
    """Hand the match on at these decisions to new processes, so many at once; they play it to its end."""
    exported = folder / f"{course.name}.json"
    exported.write_bytes(encode(rules(course.name)))
    jobs = folder / "jobs.json"
    for first in range(0, len(numbers), at_once):
        here = numbers[first : first + at_once]
        carried = [
            job(course.saves[number], BUILDS[number % len(BUILDS)], course.choices[number:])
            for number in here
        ]
        jobs.write_text(json.dumps(carried), "utf-8")
        found = goes_on(exported, jobs, here[0] + 1)
        assert found == [[course.hashes[number], course.end] for number in here], f"{here} of {course.name}"
