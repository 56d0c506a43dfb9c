"""Shares and means with the intervals in which the true value lies in 95 of 100 studies."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

import msgspec

Z95 = 1.959963984540054

_T95 = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139)
"""Two-sided 95 % quantiles of Student's t for 1 to 10 degrees of freedom."""


class Estimate(msgspec.Struct, frozen=True):
    """A value with its 95 % interval and the number of observations behind it."""

    value: float
    low: float
    high: float
    n: int


def share(hits: int, n: int) -> Estimate:
    """A share with Wilson's interval; without observations it may be anything from 0 to 1."""
    if n == 0:
        return Estimate(0.0, 0.0, 1.0, 0)
    p, z2 = hits / n, Z95 * Z95
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return Estimate(p, max(0.0, centre - half), min(1.0, centre + half), n)


def mean(values: Sequence[float], least: float = -inf) -> Estimate:
    """A mean with Student's interval; of fewer than two values nothing is known but the value.

    No value can be smaller than `least`, so the interval does not go below it.
    """
    n = len(values)
    if n == 0:
        return Estimate(0.0, 0.0, 0.0, 0)
    centre = sum(values) / n
    if n == 1:
        return Estimate(centre, centre, centre, 1)
    variance = sum((value - centre) ** 2 for value in values) / (n - 1)
    half = t95(n - 1) * sqrt(variance / n)
    return Estimate(centre, max(least, centre - half), centre + half, n)


def t95(degrees: int) -> float:
    """The two-sided 95 % quantile of Student's t (to 5 decimals, by Fisher's expansion above 10)."""
    if degrees <= len(_T95):
        return _T95[degrees - 1]
    z, v = Z95, degrees
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )
