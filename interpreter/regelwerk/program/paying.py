"""What generated payments call: what seats can lay down, what it covers, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .alike import make_distinct
from .bounds import MAX_UNITS, charge, steps_of_matching, too_much_to_pay
from .layout import Layout

ASK, PAID, UNPAID = 0, 1, 2
PASS = (-1,)

Need = tuple[int, int]
"""How many units are needed, and of which kind (-1 without kinds)."""


@dataclass(slots=True)
class Means:
    """One means of a declared payment, by generated functions.

    `things(s, payer, kind)` lists pairs (thing, units it gives); `units(s, payer, kind)` is the pair of the
    bound and the units each gives. One of the two is there.
    """

    things: Callable[[Any, int, int], list[tuple[int, int]]] | None
    units: Callable[[Any, int, int], tuple[int, int]] | None


@dataclass(slots=True)
class Offer:
    """A thing, or units up to a bound, that a seat may lay down: units each gives, and needs it may serve."""

    means: int
    thing: int
    bound: int
    gives: int
    serves: tuple[int, ...]


@dataclass(slots=True)
class Table:
    """A payment that is being made: `laid` is a flat list of triples (seat, means, thing or units)."""

    needs: list[Need]
    one_each: bool
    mode: str
    order: list[int]
    turn: int
    passes: int
    laid: list[int]
    counted: Sequence[bool]
    """For each means whether it is units."""
    named: Sequence[int]
    """Things of which the statement's body still speaks."""


def covered(needs: Sequence[Need], sources: Sequence[tuple[int, tuple[int, ...]]]) -> int:
    """How many needed units sources (units, needs they may serve) can cover together."""
    used = [[0] * len(needs) for _ in sources]
    left = [units for units, _ in sources]
    open_units = [count for count, _ in needs]

    def improve(source: int, seen: set[int]) -> bool:
        for need in sources[source][1]:
            if need in seen:
                continue
            seen.add(need)
            if open_units[need] > 0:
                open_units[need] -= 1
                used[source][need] += 1
                return True
            for other in range(len(sources)):
                if used[other][need] and other != source and improve(other, seen):
                    used[other][need] -= 1
                    used[source][need] += 1
                    return True
        return False

    total, wanted = 0, sum(open_units)
    for source in range(len(sources)):
        if total == wanted:
            break
        while left[source] > 0 and improve(source, set()):
            left[source] -= 1
            total += 1
    return total


def needed(needs: list[Need]) -> list[Need]:
    """Needs of something."""
    found = [need for need in needs if need[0] > 0]
    if sum(count for count, _ in found) > MAX_UNITS:
        too_much_to_pay()
    return found


class Payments:
    """All payments of a game."""

    def __init__(self, layout: Layout) -> None:
        self.players = layout.players
        self.most_steps = layout.game.bounds.steps
        self.distinct = make_distinct(layout)

    def offers(self, s: Any, means: Sequence[Means], needs: Sequence[Need], seat: int) -> list[Offer]:
        """All that a seat could lay down, nothing being laid down yet."""
        result: list[Offer] = []
        placed: set[int] = set()
        for number, one in enumerate(means):
            if one.units is not None:
                found = [(need, *one.units(s, seat, kind)) for need, (_, kind) in enumerate(needs)]
                found = [row for row in found if row[1] > 0 and row[2] > 0]
                if found:
                    bound = max(row[1] for row in found)
                    serves = tuple(row[0] for row in found)
                    result.append(Offer(number, -1, bound, found[0][2], serves))
                continue
            here: dict[int, tuple[int, list[int]]] = {}
            for need, (_, kind) in enumerate(needs):
                for thing, gives in one.things(s, seat, kind) if one.things is not None else ():
                    here.setdefault(thing, (gives, []))[1].append(need)
            for thing, (gives, serves_list) in here.items():
                if thing not in placed:
                    placed.add(thing)
                    if gives > 0:
                        result.append(Offer(number, thing, 1, gives, tuple(serves_list)))
        return result

    def sources(self, table: Table, offers: dict[int, list[Offer]]) -> list[tuple[int, tuple[int, ...]]]:
        """What is laid down, as sources."""
        result = []
        for seat, means, what in triples(table.laid):
            for offer in offers[seat]:
                if offer.means == means and (offer.thing == what or offer.thing < 0):
                    result.append(self.source(table, offer, what if offer.thing < 0 else 1))
                    break
        return result

    def source(self, table: Table, offer: Offer, count: int) -> tuple[int, tuple[int, ...]]:
        return count * (1 if table.one_each else offer.gives), offer.serves

    def rest(self, table: Table, offers: list[Offer], seat: int) -> list[Offer]:
        """What a seat can still lay down: a thing that anybody has laid down is none of it."""
        result = []
        on_table = {what for _, means, what in triples(table.laid) if not table.counted[means]}
        for offer in offers:
            if offer.thing >= 0:
                if offer.thing not in on_table:
                    result.append(offer)
                continue
            laid = [what for who, means, what in triples(table.laid) if who == seat and means == offer.means]
            if offer.bound > sum(laid):
                result.append(Offer(offer.means, -1, offer.bound - sum(laid), offer.gives, offer.serves))
        return result

    def options(self, s: Any, means: Sequence[Means], table: Table) -> list[tuple[int, ...]]:
        """What the seat whose turn it is may do; empty if it is not asked because it cannot pay."""
        seat = table.order[table.turn]
        alone = table.mode != "group"
        seats = [seat] if alone else table.order
        offers = {one: self.offers(s, means, table.needs, one) for one in seats}
        wanted = sum(count for count, _ in table.needs)
        things = sum(offer.thing >= 0 for offer in offers[seat])
        steps = steps_of_matching(things, len(offers[seat]) - things, wanted, len(table.needs))
        charge(s, steps, self.most_steps)
        sources = self.sources(table, offers)
        now = covered(table.needs, sources)
        rest = self.rest(table, offers[seat], seat)
        if alone and not self._completes(table, sources, rest, wanted):
            return []
        found: list[tuple[int, ...]] = []
        free = [offer.thing for offer in rest if offer.thing >= 0]
        shown = set(self.distinct(s, free, seat, table.named))
        for offer in rest:
            if offer.thing >= 0 and offer.thing not in shown:
                continue
            before = now
            for count in range(1, min(offer.bound, wanted - now) + 1 if offer.thing < 0 else 2):
                with_it = [*sources, self.source(table, offer, count)]
                after = covered(table.needs, with_it)
                if after <= before:
                    break
                before = after
                others = [other for other in rest if other is not offer]
                if offer.thing < 0 and offer.bound > count:
                    others.append(Offer(offer.means, -1, offer.bound - count, offer.gives, offer.serves))
                if not alone or self._completes(table, with_it, others, wanted):
                    found.append((offer.means, offer.thing if offer.thing >= 0 else count))
        if not alone:
            return [*found, PASS]
        return found if table.laid else [PASS, *found]

    def _completes(
        self, table: Table, sources: list[tuple[int, tuple[int, ...]]], rest: list[Offer], wanted: int
    ) -> bool:
        all_of_it = [self.source(table, offer, offer.bound if offer.thing < 0 else 1) for offer in rest]
        return covered(table.needs, [*sources, *all_of_it]) >= wanted

    def is_covered(self, s: Any, means: Sequence[Means], table: Table) -> bool:
        steps, s.steps = s.steps, 0
        offers = {seat: self.offers(s, means, table.needs, seat) for seat in set(table.laid[::3])}
        s.steps = steps
        wanted = sum(count for count, _ in table.needs)
        return covered(table.needs, self.sources(table, offers)) >= wanted

    def go_on(self, s: Any, means: Sequence[Means], table: Table) -> tuple[int, list[tuple[int, ...]]]:
        """Take what leaves no choice. Returns ASK with the options, PAID or UNPAID; changes the table."""
        while True:
            if self.is_covered(s, means, table):
                return PAID, []
            group = table.mode == "group"
            if table.passes >= len(table.order) if group else table.turn >= len(table.order):
                return UNPAID, []
            options = self.options(s, means, table)
            if len(options) > 1:
                return ASK, options
            self.take(s, table, options[0] if options else PASS)

    def take(self, s: Any, table: Table, option: tuple[int, ...]) -> None:
        """The seat whose turn it is lays something down, declines or passes."""
        seat = table.order[table.turn]
        group = table.mode == "group"
        if option == PASS:
            table.turn += 1
            if group:
                table.turn %= len(table.order)
                table.passes += 1
            return
        table.laid = [*table.laid, seat, *option]
        if group:
            table.passes = 0
            if not table.counted[option[0]]:
                s.known[option[1]] = (1 << self.players) - 1


def added_up(laid: list[int], counted: Sequence[bool]) -> list[int]:
    """What is laid down with the units of one seat and means added up where the first of them lay."""
    result: list[list[int]] = []
    for seat, means, what in triples(laid):
        if counted[means]:
            for row in result:
                if row[:2] == [seat, means]:
                    row[2] += what
                    break
            else:
                result.append([seat, means, what])
        else:
            result.append([seat, means, what])
    return [number for row in result for number in row]


def triples(laid: Sequence[int]) -> list[tuple[int, int, int]]:
    """What is laid down as triples (seat, means, thing or units)."""
    return [(laid[n], laid[n + 1], laid[n + 2]) for n in range(0, len(laid), 3)]
