"""Which amendment of house rules mattered: each is taken away alone, and matches are played beside that.

The first match is played beside every amendment in turn, so that something is known of each as soon as it
is taken away; then the second beside all of them, and so on, until enough are played or somebody stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from regelwerk.doors.comparison import differences
from regelwerk.doors.screen import growing
from regelwerk.doors.sharing import shared
from regelwerk.meaning.without import Amended, judged, take_away
from regelwerk.studies.compare_lockstep import Beside, Mattered, watch
from regelwerk.studies.simulation import Plan, Study

if TYPE_CHECKING:
    from rich.console import RenderableType

    from regelwerk.meaning.game import Checked

Told = Sequence[tuple[str, Sequence[Mattered] | None]]
"""Amendments in words, with what each did in its matches; None for one that cannot be taken away."""

_TOGETHER = 8
"""Beside a match so many amendments are watched at once: it is played once for all of them."""


class _Seen(NamedTuple):
    """What was taken away with an amendment; and what came of it in a match, if a game was left."""

    amendment: int
    gone: frozenset[Amended]
    mattered: Mattered | None


class _Watch:
    """The amended game, and the game without each amendment, made when it is needed first."""

    def __init__(self, whole: Checked, everything: Sequence[Amended], plan: Plan) -> None:
        self.whole, self.everything, self.plan = whole, everything, plan
        self.study = Study(plan)
        self._ready: dict[int, tuple[frozenset[Amended], Beside | None]] = {}

    def __call__(self, work: _Work) -> list[_Seen]:
        """Play the match of this number beside these amendments."""
        number, amendments = work
        ready = [(each, *self._made(each)) for each in amendments]
        besides = [beside for _, _, beside in ready if beside is not None]
        found = iter(watch(self.study, number, besides) if besides else ())
        return [_Seen(each, gone, None if beside is None else next(found)) for each, gone, beside in ready]

    def _made(self, amendment: int) -> tuple[frozenset[Amended], Beside | None]:
        if amendment not in self._ready:
            gone, rules = take_away(self.whole, self.everything[amendment])
            beside = None
            if rules is not None:
                beside = Beside(self.study.layout, rules, self.plan.options, self.plan.build)
            self._ready[amendment] = gone, beside
        return self._ready[amendment]


class Mattering:
    """What is known so far of which amendment mattered."""

    def __init__(self, whole: Checked, above: Checked, plan: Plan, matches: int) -> None:
        self.everything = judged(above)
        self.whole, self.plan, self.matches = whole, plan, matches
        self._done = {each.name: ", ".join(each.done) for each in differences(above)}
        self._found: dict[int, list[Mattered] | None] = {}
        self._first: dict[frozenset[Amended], int] = {}
        self._tried = 0

    def run(self, jobs: int, so_far: Callable[[Told], Sequence[RenderableType]]) -> str:
        """Watch the matches; returns what stopped it before the end, or nothing. Raises RuleError."""
        first = [(0, [each]) for each in range(len(self.everything))]
        try:
            given = self.whole, self.everything, self.plan
            with shared(jobs, len(first), _Watch, given) as play:
                self._watch("amendments taken away", first, play, so_far)
                left = [each for each, found in self._found.items() if found is not None]
                batches = [left[n : n + _TOGETHER] for n in range(0, len(left), _TOGETHER)]
                rest = [(number, some) for number in range(1, self.matches) for some in batches]
                self._watch("parts of watched matches", rest, play, so_far)
        except KeyboardInterrupt:
            if self._tried < len(first):
                return f"stopped after {self._tried} of {len(first)} amendments in the first match"
            watched = min((len(found) for found in self._found.values() if found is not None), default=0)
            return f"stopped after {watched} of {self.matches} matches that are watched"
        return ""

    @property
    def told(self) -> Told:
        """The amendments of which something is known, those that cannot be taken away behind the others."""
        found = sorted(self._found.items(), key=lambda each: each[1] is None)
        return [(self._name(amendment), each) for amendment, each in found]

    def _watch(
        self, what: str, work: Sequence[_Work], play: _Play,
        so_far: Callable[[Told], Sequence[RenderableType]],
    ) -> None:  # fmt: skip
        with growing(what, len(work)) as grown:
            for done, some in enumerate(play(work), 1):
                for seen in some:
                    self._add(seen)
                self._tried = max(self._tried, done)
                grown(done, lambda: so_far(self.told))

    def _add(self, seen: _Seen) -> None:
        """Note what was seen; what goes with another amendment that stands before it is told there."""
        if self._first.setdefault(seen.gone, seen.amendment) != seen.amendment:
            return
        if seen.mattered is None:
            self._found[seen.amendment] = None
        else:
            found = self._found.setdefault(seen.amendment, [])
            assert found is not None
            found.append(seen.mattered)

    def _name(self, amendment: int) -> str:
        """What was taken away, in words: the declaration, what is done to it, and what went with it."""
        what = self.everything[amendment]
        gone = next(gone for gone, first in self._first.items() if first == amendment)
        name = str(what.target)
        also = ", ".join(str(other.target) for other in self.everything if other in gone - {what})
        return f"{name}: {self._done.get(name, 'changed')}" + (f" (with {also})" if also else "")


_Work = tuple[int, list[int]]
_Play = Callable[[Sequence[_Work]], Iterator[list[_Seen]]]
