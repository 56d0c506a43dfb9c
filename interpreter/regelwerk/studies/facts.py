"""Facts about a game: those its rules declare, and those that some matches at random have shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec

from regelwerk.match.match import Build, Match
from regelwerk.players.openness import all_is_seen, has_scores, one_at_a_time
from regelwerk.program.ending import Ending
from regelwerk.program.errors import MatchError
from regelwerk.program.layout import Layout
from regelwerk.program.things import ZONE_ORDERED, ZONE_SET
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st

from .simulation import BROKEN, MAX_DECISIONS, UNFINISHED, match_seed


class Declared(msgspec.Struct, frozen=True):
    """What follows from the rules alone, for some number of players.

    `chance` and `hidden` name what brings chance and the zones that hide something; `choices` says how
    often the rules ask for each kind of choice. `zero_sum` is None where the declarations do not settle it.
    """

    game: str
    players: tuple[int, int]
    chance: tuple[str, ...]
    hidden: tuple[str, ...]
    simultaneous: bool
    scores: bool
    zero_sum: bool | None
    endings: tuple[str, ...]
    counts: dict[str, int]
    choices: dict[str, int]


class Observed(msgspec.Struct, frozen=True):
    """What was seen in matches at random.

    `sum` is what the rewards of all seats add up to, None if that differs between matches; `shared` says
    whether all seats got the same in every match. `together` are
    groups of seats of which always all or none have won. `options` are those of one decision, `decisions`
    those of one match. `at_once` is the greatest number of seats that were to decide at a time.
    """

    matches: int
    endings: dict[str, int]
    sum: float | None
    shared: bool
    together: tuple[tuple[int, ...], ...]
    most_options: int
    mean_options: float
    longest: int
    mean_decisions: float
    at_once: int


class Course(msgspec.Struct, frozen=True):
    """One match: how it ended (None if it broke off or did not end), and its decisions."""

    name: str
    ending: Ending | None
    options: tuple[int, ...]
    at_once: int


def declared(layout: Layout) -> Declared:
    """Read the facts off the declarations."""
    rules, tables = layout.game, layout.tables
    everyone = (1 << layout.players) - 1
    hidden = [info.name for n, info in enumerate(tables.zone_decl) if tables.zone_seen_by[n] != everyone]
    assert all_is_seen(layout) is not bool(hidden)
    passing = sum(tables.is_passing)
    endings = [node for node in _statements(layout) if isinstance(node, st.EndGame)]
    counts = {
        "types": len(tables.types),
        "things": len(tables.row_of) - passing,
        "zones": len(tables.zone_decl),
        "states": len(rules.states),
        "values": len(rules.values),
        "events": len(rules.events),
        "actions": len(rules.actions),
        "windows": len(rules.windows),
        "rules": len(layout.rules),
        "limits": len(rules.limits),
        "modifiers": len(rules.modifiers),
        "options": len(rules.options),
    }
    names = {st.Choose: "choose", st.Ask: "ask", st.SecretChoice: "secret", st.Pay: "pay", st.Open: "window"}
    asked = Counter(names[type(node)] for node in _statements(layout) if type(node) in names)
    return Declared(
        game=rules.game,
        players=rules.players,
        chance=tuple(dict.fromkeys(_chance(layout))),
        hidden=tuple(dict.fromkeys(hidden)),
        simultaneous=not one_at_a_time(layout),
        scores=has_scores(layout),
        zero_sum=_zero_sum(layout, endings),
        endings=tuple(dict.fromkeys(node.name for node in endings)),
        counts=counts,
        choices=dict(sorted(asked.items())),
    )


def _statements(layout: Layout) -> Iterator[st.Statement]:
    for body in layout.bodies:
        for place in body.places:
            yield place.statement


def _chance(layout: Layout) -> Iterator[str]:
    """What brings chance: dice, draws, shuffles, picks."""
    tables = layout.tables
    for node in _statements(layout):
        if isinstance(node, st.Roll | st.RollDie):
            yield f"die {node.die}"
        elif isinstance(node, st.PickRandom):
            yield f"pick of {node.over.noun}"
        elif isinstance(node, st.DrawOne | st.DrawMany | st.Look):
            order = tables.zones[node.source].order
            if order != ZONE_ORDERED:
                yield f"{'zone' if order == ZONE_SET else 'pile'} {node.source}"
        elif isinstance(node, st.Shuffle) and tables.zones[node.zone].order == ZONE_ORDERED:
            yield f"shuffle of {node.zone}"


def _zero_sum(layout: Layout, endings: list[st.EndGame]) -> bool | None:
    """True if two seats play and each ending names one winner or none, without scores."""
    if layout.players != 2 or has_scores(layout):
        return None
    single = all(
        node.winners is None or isinstance(node.winners, ex.Nothing) or not node.winners_many
        for node in endings
    )
    return True if single else None


def course(layout: Layout, build: Build, seed: int, number: int) -> Course:
    """Match `number` of a study, played at random. Raises RuleError if its rules go wrong."""
    own = match_seed(seed, number)
    rng = Random(own)
    options: list[int] = []
    at_once = 0
    try:
        match = Match.start_on(layout, build, own, log=False)
        while not match.over:
            if len(options) == MAX_DECISIONS:
                return Course(UNFINISHED, None, tuple(options), at_once)
            found = match.decisions
            at_once = max(at_once, len(found))
            options.append(len(found[0].options))
            match.take(0, rng.randrange(len(found[0].options)))
    except MatchError:
        return Course(BROKEN, None, tuple(options), at_once)
    assert match.result is not None
    return Course(match.result.name, match.result, tuple(options), at_once)


def rewards(ending: Ending) -> list[float]:
    """What each seat gets: its score; without scores 1 for winning, -1 if others win, else 0."""
    if any(ending.scores):
        return [float(score) for score in ending.scores]
    if not ending.winners:
        return [0.0] * len(ending.scores)
    return [1.0 if seat in ending.winners else -1.0 for seat in range(len(ending.scores))]


def observed(courses: list[Course], players: int) -> Observed:
    """Put together what matches have shown. There is at least one."""
    ended = [course.ending for course in courses if course.ending is not None]
    sums = {round(sum(rewards(ending)), 9) for ending in ended}
    options = [count for course in courses for count in course.options]
    lengths = [len(course.options) for course in courses]
    return Observed(
        matches=len(courses),
        endings=dict(Counter(course.name for course in courses).most_common()),
        sum=sums.pop() if len(sums) == 1 else None,
        shared=bool(ended) and all(len(set(rewards(ending))) == 1 for ending in ended),
        together=_together(ended, players),
        most_options=max(options, default=0),
        mean_options=sum(options) / len(options) if options else 0.0,
        longest=max(lengths),
        mean_decisions=sum(lengths) / len(lengths),
        at_once=max(course.at_once for course in courses),
    )


def _together(ended: list[Ending], players: int) -> tuple[tuple[int, ...], ...]:
    """The groups of several seats that won in the same matches, if there were any."""
    won: dict[tuple[int, ...], list[int]] = {}
    for seat in range(players):
        matches = tuple(n for n, ending in enumerate(ended) if seat in ending.winners)
        won.setdefault(matches, []).append(seat)
    return tuple(tuple(seats) for matches, seats in won.items() if matches and len(seats) > 1)
