"""Every way a decision may turn out: what chance can give on the way to the next one, with probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from regelwerk.program.sources import ANY

from .chance import ChanceNeeded
from .errors import MatchError
from .options import Option
from .state import State
from .walker import Walker

MAX_OUTCOMES = 20_000


def outcomes(walker: Walker, s: State, answer: tuple[int, Option] | None) -> list[tuple[Fraction, State]]:
    """Return the states to which an option leads, with probabilities that add up to 1.

    `answer` is (seat, option), or None for the beginning of a match in a fresh state. States that are equal
    but for their chance streams are one outcome. Raises MatchError if there are more than `MAX_OUTCOMES`
    ways. The state given is not changed.
    """
    found: dict[str, tuple[Fraction, State]] = {}
    for count, (probability, after) in enumerate(_branch(walker, s, answer, [], Fraction(1))):
        if count >= MAX_OUTCOMES:
            raise MatchError(f"chance has more than {MAX_OUTCOMES} ways from here to the next decision")
        key = after.hash()
        before = found.get(key)
        found[key] = (probability + (before[0] if before else 0), after)
    return list(found.values())


def _branch(
    walker: Walker, s: State, answer: tuple[int, Option] | None, dictated: list[int], probability: Fraction
) -> Iterator[tuple[Fraction, State]]:
    after = s.copy()
    after.dictated, after.branching = {ANY: [*dictated]}, True
    try:
        if answer is None:
            walker.begin(after)
        else:
            walker.resume(after, answer)
    except ChanceNeeded as needed:
        for result, times in sorted(Counter(needed.results).items()):
            share = probability * Fraction(times, len(needed.results))
            yield from _branch(walker, s, answer, [*dictated, result], share)
        return
    after.branching = False
    yield probability, after
