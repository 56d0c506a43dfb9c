"""Intervals against published values."""

from __future__ import annotations

import pytest

from regelwerk.studies.statistics import mean, share, t95


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (500, 1000, 0.4691, 0.5309)],
)
def test_wilson_interval(hits: int, n: int, low: float, high: float) -> None:
    found = share(hits, n)
    assert (found.value, found.n) == (hits / n, n)
    assert found.low == pytest.approx(low, abs=2e-4)
    assert found.high == pytest.approx(high, abs=2e-4)


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [
        (1, 12.7062),
        (5, 2.5706),
        (10, 2.2281),
        (12, 2.1788),
        (15, 2.1314),
        (30, 2.0423),
        (100, 1.9840),
        (10_000, 1.9602),
    ],
)
def test_quantiles_of_student(degrees: int, quantile: float) -> None:
    assert t95(degrees) == pytest.approx(quantile, abs=2e-4)


def test_mean_of_few_values() -> None:
    found = mean([2.0, 4.0, 6.0])
    assert (found.value, found.n) == (4.0, 3)
    assert found.high - found.value == pytest.approx(4.3027 * 2 / 3**0.5, abs=1e-3)
    alone = mean([7.0])
    assert (alone.low, alone.value, alone.high) == (7.0, 7.0, 7.0)


def test_the_interval_of_a_mean_does_not_go_below_what_can_be() -> None:
    free, bounded = mean([0.0, 9.0]), mean([0.0, 9.0], 0)
    assert free.low < 0 == bounded.low
    assert (free.value, free.high) == (bounded.value, bounded.high)


def test_nothing_observed_says_nothing() -> None:
    nothing = share(0, 0)
    assert (nothing.low, nothing.high) == (0.0, 1.0)
