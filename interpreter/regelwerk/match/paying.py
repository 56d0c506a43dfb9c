"""What can be laid down in a payment, and what it covers. Pure functions of a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regelwerk.program.bounds import MAX_UNITS, steps_of_matching, too_much_to_pay
from regelwerk.program.points import Body
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import PaymentDecl

from .alike import distinct, eyes_at
from .evaluate import Env, Evaluator
from .options import PASS, Option
from .state import State

Source = tuple[int, tuple[int, ...]]
"""How many units, and the needs (by number) they may serve."""


@dataclass(slots=True)
class Supply:
    """What one seat could lay down: `things` maps a thing to (means, its units), `units` means to
    (how many, units that each gives); both with the needs they serve."""

    things: dict[int, tuple[int, Source]]
    units: dict[int, tuple[int, Source]]


@dataclass(slots=True)
class Needs:
    """What is to be paid: how many units of each need, and the kind each asks for (None: no kinds)."""

    payment: PaymentDecl
    demands: list[int]
    kinds: list[int | None]
    one_each: bool

    @property
    def total(self) -> int:
        return sum(self.demands)


def needs_of(e: Evaluator, s: State, env: Env, pay: st.Pay) -> Needs:
    """The needs of a statement; those of 0 units are left out."""
    demands: list[int] = []
    kinds: list[int | None] = []
    for need in pay.needs:
        count = e.value(s, env, need.count)
        kind = None if need.kind is None else e.value(s, env, need.kind)
        if count > 0:
            demands.append(count)
            kinds.append(kind)
    if sum(demands) > MAX_UNITS:
        too_much_to_pay()
    return Needs(e.layout.payments[pay.payment], demands, kinds, pay.one_each)


def supply_of(e: Evaluator, s: State, needs: Needs, seat: int) -> Supply:
    """What a seat could lay down; a thing counts for the first means that admit it."""
    payment = needs.payment
    result = Supply({}, {})
    admitted: set[int] = set()
    for number, means in enumerate(payment.means):
        serves: dict[int, tuple[int, list[int]]] = {}
        bound = 0
        for need, kind in enumerate(needs.kinds):
            env = _scope(payment, seat, kind)
            if means.over is not None:
                for thing in e.elements(s, env, means.over):
                    given = e.value(s, {**env, means.over.binder: thing}, means.gives)
                    serves.setdefault(thing, (given, []))[1].append(need)
                continue
            here = 0 if means.units is None else e.value(s, env, means.units)
            given = e.value(s, env, means.gives)
            if here > 0 and given > 0:
                serves.setdefault(-1, (given, []))[1].append(need)
                bound = max(bound, here)
        for thing, (gives, served) in serves.items():
            if thing in admitted:
                continue
            if means.over is not None:
                admitted.add(thing)
            source: Source = (min(1, gives) if needs.one_each else gives, tuple(served))
            if source[0] <= 0:
                continue
            if means.over is None:
                result.units[number] = (bound, source)
            else:
                result.things[thing] = (number, source)
    return result


def _scope(payment: PaymentDecl, seat: int, kind: int | None) -> Env:
    env: Env = {payment.payer: seat}
    if payment.kind is not None and kind is not None:
        env[payment.kind.name] = kind
    return env


def flow(sources: Sequence[Source], demands: Sequence[int]) -> int:
    """How many units of the demands the sources can cover."""
    open_demands = list(demands)
    given = [[0] * len(demands) for _ in sources]

    def serve(source: int, tried: set[int]) -> bool:
        for need in sources[source][1]:
            if need in tried:
                continue
            tried.add(need)
            if open_demands[need] > 0:
                open_demands[need] -= 1
                given[source][need] += 1
                return True
            for other in range(len(sources)):
                if given[other][need] > 0 and serve(other, tried):
                    given[other][need] -= 1
                    given[source][need] += 1
                    return True
        return False

    covered, wanted = 0, sum(demands)
    for source, (units, _) in enumerate(sources):
        if covered == wanted:
            break
        for _unit in range(min(units, wanted)):
            if not serve(source, set()):
                break
            covered += 1
    return covered


def laid_sources(supplies: dict[int, Supply], laid: Sequence[int]) -> list[Source]:
    """What lies on the table as sources; `laid` is a flat list of triples (seat, means, thing or units)."""
    result: list[Source] = []
    for start in range(0, len(laid), 3):
        seat, means, what = laid[start : start + 3]
        supply = supplies[seat]
        if means in supply.units:
            gives, served = supply.units[means][1]
            result.append((gives * what, served))
        elif what in supply.things:
            result.append(supply.things[what][1])
    return result


def can_cover(needs: Needs, supply: Supply) -> bool:
    """Whether one seat could pay alone."""
    sources = [source for _, source in supply.things.values()]
    sources += [(bound * gives, served) for bound, (gives, served) in supply.units.values()]
    return flow(sources, needs.demands) == needs.total


def supplies_of(e: Evaluator, s: State, needs: Needs, seats: Sequence[int]) -> dict[int, Supply]:
    """What each of the seats could lay down."""
    return {seat: supply_of(e, s, needs, seat) for seat in seats}


def pay_options(
    e: Evaluator, s: State, env: Env, pay: st.Pay, body: Body, place: int
) -> tuple[int, list[Option]]:
    """The seat whose turn it is in a payment, and its options."""
    with e.free(s):
        needs = needs_of(e, s, env, pay)
    order, laid = env[f"#{place}"], env[f"#{place}l"]
    seat = order[env[f"#{place}i"]]
    seats = order if pay.mode == "group" else [seat]
    supplies = supplies_of(e, s, needs, seats)
    own = supplies[seat]
    e.charge(s, steps_of_matching(len(own.things), len(own.units), needs.total, len(needs.demands)))
    options: list[Option] = []
    if pay.mode != "group" and not laid:
        if not can_cover(needs, own):
            return seat, [PASS]
        options.append(PASS)
    before = laid_sources(supplies, laid)
    covered = flow(before, needs.demands)
    eyes = eyes_at(e.layout, body, place, env, seat)
    things = [means.over is not None for means in needs.payment.means]
    on_table = {laid[start + 2] for start in range(0, len(laid), 3) if things[laid[start + 1]]}
    for number, means in enumerate(needs.payment.means):
        if means.over is None:
            if number in own.units:
                options.extend(_unit_options(needs, own, number, seat, laid, before, covered))
            continue
        free = [t for t, (m, _) in own.things.items() if m == number and t not in on_table]
        for thing in distinct(e.layout, s, means.over.noun, free, eyes):
            if flow([*before, own.things[thing][1]], needs.demands) > covered:
                options.append((number, thing))
    if pay.mode == "group":
        options.append(PASS)
    return seat, options


def _unit_options(
    needs: Needs,
    supply: Supply,
    means: int,
    seat: int,
    laid: Sequence[int],
    before: list[Source],
    covered: int,
) -> list[Option]:
    bound, (gives, served) = supply.units[means]
    for start in range(0, len(laid), 3):
        if laid[start] == seat and laid[start + 1] == means:
            bound -= laid[start + 2]
    options: list[Option] = []
    for units in range(1, min(bound, needs.total - covered) + 1):
        now = flow([*before, (units * gives, served)], needs.demands)
        if now <= covered:
            break
        covered = now
        options.append((means, units))
    return options


def together(needs: Needs, laid: Sequence[int]) -> list[int]:
    """What is laid down with the units of one seat and means added up where the first of them lay."""
    result: list[int] = []
    for start in range(0, len(laid), 3):
        seat, means, what = laid[start : start + 3]
        if needs.payment.means[means].over is None:
            for other in range(0, len(result), 3):
                if result[other : other + 2] == [seat, means]:
                    result[other + 2] += what
                    break
            else:
                result += [seat, means, what]
        else:
            result += [seat, means, what]
    return result
