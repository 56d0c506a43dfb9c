"""How the speed of a match depends on the size of its game: generated games, each larger in one thing.

Couriers ride along roads, draw parcels from a hidden bag and are paid the rents of towns. A decision touches
the neighbours and the rent of one town and one parcel, however many towns, parcels and modifiers there are.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.meaning.game import check_game
from regelwerk.program.generate import Program
from regelwerk.program.layout import Layout, make_layout

TURNS = 50
WEATHERS = 400


@dataclass(frozen=True)
class Size:
    """How large a generated game is. `elsewhere` counts modifiers of what no turn reads, `here` those of the
    rent that each turn reads."""

    parcels: int = 120
    towns: int = 30
    elsewhere: int = 10
    here: int = 4


BASE = Size()
SIZES = {
    "base: 120 parcels, 30 towns, 10 and 4 modifiers": BASE,
    "10 times the parcels in the bag": replace(BASE, parcels=10 * BASE.parcels),
    "10 times the towns": replace(BASE, towns=10 * BASE.towns),
    "10 times the modifiers, of other values": replace(BASE, elsewhere=10 * BASE.elsewhere),
    "10 times the modifiers, of the value that is read": replace(BASE, here=10 * BASE.here),
    "10 times everything": Size(*(10 * n for n in (BASE.parcels, BASE.towns, BASE.elsewhere, BASE.here))),
}


def text_of(size: Size) -> str:
    """The rules of such a game."""
    copies = size.parcels // 6
    parcels = "\n".join(f"    parcel_{n}: weight = {n}, copies = {copies}" for n in range(1, 7))
    towns = "\n".join(f"    town_{n}: rent = {n % 5}" for n in range(size.towns))
    roads = "\n".join(
        f"    road_{n}_{step}: from_place = town_{n}, to_place = town_{(n + step) % size.towns}"
        for n in range(size.towns)
        for step in (1, 7)
    )
    modifiers = [
        f"modify weight for parcel c:\n    raise 1 when weather = {n % WEATHERS} and load = {n}\n"
        for n in range(size.elsewhere)
    ]
    modifiers += [
        f"modify rent for town t:\n    raise 1 when weather = {n % WEATHERS}\n" for n in range(size.here)
    ]
    return f"""\
# Couriers ride from town to town with parcels out of a bag.
game growing for 2 players

type parcel:
    weight: 0..9
    starts in bag

type town:
    rent: 0..9

type road:
    from_place: town
    to_place: town

table parcel:
{parcels}

table town:
{towns}

table road:
{roads}

map country: town linked by road

zone bag: parcel, pile, seen by nobody
zone hand of seat: parcel, seen by owner
zone delivered: parcel

state weather: 0..{WEATHERS} = 0
state load: 0..{WEATHERS} = 0

type seat:
    at: town or none
    points: 0..9000 = 0

{chr(10).join(modifiers)}
event main():
    for each seat p:
        set p.at to town_0
        draw 3 from bag to p.hand
    repeat {TURNS} times:
        raise weather by 1
        for each seat p:
            ride(p)
    for each seat p:
        raise p.points by sum of c.weight over parcel c in p.hand
    end game as evening:
        score p.points for each seat p

event ride(seat p):
    let here be p.at
    if here is none:
        done
    choose town goal in neighbours(here) by p, otherwise done
    set p.at to goal
    choose parcel c in p.hand by p, otherwise done
    raise p.points by goal.rent
    move c to delivered
    draw 1 from bag to p.hand
"""


def made(size: Size, folder: Path) -> Layout:
    """A generated game, laid out."""
    file = folder / "growing.rules"
    file.write_text(text_of(size), "utf-8")
    checked = check_game(file)
    assert checked.rules is not None, [found.message for found in checked.diagnostics][:3]
    return make_layout(checked.rules, 2)


def growth(count: int) -> tuple[str, list[str], list[list[str]]]:
    """Title, columns and rows of the table: each size against the base, measured in turns."""
    with tempfile.TemporaryDirectory() as folder:
        layouts = {name: made(size, Path(folder)) for name, size in SIZES.items()}
    programs = {name: Program(layout) for name, layout in layouts.items()}
    found: dict[str, list[tuple[float, float, float, float]]] = {name: [] for name in SIZES}
    for seed in range(count):
        for name, program in programs.items():
            found[name].append(_measure(program, seed))
    base = found[next(iter(SIZES))]
    rows = []
    for name, figures in found.items():
        row = [name]
        for part in range(4):
            ratios = [own[part] / other[part] for own, other in zip(figures, base, strict=True)]
            middle = statistics.median(own[part] for own in figures)
            shown = f"{middle:,.0f} /s" if part < 3 else f"{1e6 / middle:,.0f} us"
            low, high = min(ratios), max(ratios)
            row.append(f"{statistics.median(ratios):.2f} ({low:.2f} .. {high:.2f}); {shown}")
        rows.append(row)
    columns = ["game", "played on", "step by step", "through Match.take", "copy of the state"]
    return f"Decisions in a second, as a share of the base; {count} rounds", columns, rows


def _measure(program: Program, seed: int) -> tuple[float, float, float, float]:
    """Decisions a second in three ways, and copies of a state a second."""
    rng, layout = random.Random(seed), program.layout
    start = time.process_time()
    decisions = sum(program.play(State(layout, seed + n), rng.randrange) for n in range(3))
    played = decisions / (time.process_time() - start)
    state, decisions = State(layout, seed), 0
    program.begin(state)
    start = time.process_time()
    while state.over is None:
        decision = program.pending(state)[0]
        program.resume(state, (decision.seat, rng.choice(decision.options)))
        decisions += 1
    stepped = decisions / (time.process_time() - start)
    match, decisions = Match.start_on(layout, program, seed), 0
    start = time.process_time()
    while not match.over:
        match.take(0, rng.randrange(len(match.decisions[0].options)))
        decisions += 1
    taken = decisions / (time.process_time() - start)
    start = time.process_time()
    for _ in range(100):
        state.copy()
    return played, stepped, taken, 100 / (time.process_time() - start)
