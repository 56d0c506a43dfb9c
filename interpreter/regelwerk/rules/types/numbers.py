"""Between which numbers an expression lies, whatever happens, as far as declarations and literals say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType


class Bounds(NamedTuple):
    """The least and the greatest number that something can be; None where nothing is known."""

    low: int | None = None
    high: int | None = None

    def apart(self, other: Bounds) -> bool:
        """Say whether no number lies in both."""
        return self.below(other) or other.below(self)

    def below(self, other: Bounds) -> bool:
        """Say whether every number here is less than every number there."""
        return self.high is not None and other.low is not None and self.high < other.low


def bounds_of(kind: ValueType) -> Bounds:
    """Return the range that a kind has."""
    return Bounds(kind.low, kind.high) if kind.kind == "number" else Bounds()


def reckoned(node: x.Arithmetic | x.Negative, *parts: Bounds) -> Bounds:
    """Return between what the result of reckoning with numbers between `parts` lies."""
    if isinstance(node, x.Negative):
        (of,) = parts
        return Bounds(_minus(of.high), _minus(of.low))
    left, right = parts
    match node.op:
        case "+":
            return Bounds(_plus(left.low, right.low), _plus(left.high, right.high))
        case "-":
            return Bounds(_plus(left.low, _minus(right.high)), _plus(left.high, _minus(right.low)))
        case "greatest":
            return Bounds(_most(left.low, right.low), _both(max, left.high, right.high))
        case "smallest":
            return Bounds(_both(min, left.low, right.low), _least(left.high, right.high))
    corners = [None if one is None or other is None else one * other for one in left for other in right]
    known = [corner for corner in corners if corner is not None]
    if len(known) == len(corners):
        return Bounds(min(known), max(known))
    never_negative = all(each.low is not None and each.low >= 0 for each in parts)
    return Bounds((left.low or 0) * (right.low or 0)) if never_negative else Bounds()


def around(parts: Iterable[Bounds]) -> Bounds:
    """Return between what numbers lie of which each is between some of `parts`."""
    lows, highs = zip(*parts, strict=True)
    low = None if None in lows else min(lows)
    return Bounds(low, None if None in highs else max(highs))


def decided(op: str, left: Bounds, right: Bounds) -> bool | None:
    """Return whether a comparison always (or never) holds; None if both may be."""
    match op:
        case "<":
            return True if left.below(right) else False if _not_above(right, left) else None
        case "<=":
            return True if _not_above(left, right) else False if right.below(left) else None
        case ">" | ">=":
            return decided({">": "<", ">=": "<="}[op], right, left)
    same = left.low is not None and left.low == left.high == right.low == right.high
    alike = True if same else False if left.apart(right) else None
    return alike if alike is None or op == "=" else not alike


def _not_above(one: Bounds, other: Bounds) -> bool:
    return one.high is not None and other.low is not None and one.high <= other.low


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _minus(number: int | None) -> int | None:
    return None if number is None else -number


def _both(which: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else which(one, other)


def _most(one: int | None, other: int | None) -> int | None:
    return max((each for each in (one, other) if each is not None), default=None)


def _least(one: int | None, other: int | None) -> int | None:
    return min((each for each in (one, other) if each is not None), default=None)
