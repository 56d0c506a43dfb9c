"""What each amendment of house rules does to the figures: laid alone over the game, and taken away from all.

Pairs of matches have the same chance. The first pairs of every amendment are played before the second, so
that something is known of each soon; whoever stops keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from regelwerk.doors.screen import growing
from regelwerk.doors.sharing import shared
from regelwerk.meaning.without import Amended, judged, laid_alone, take_away
from regelwerk.rules.codec import encode
from regelwerk.studies.compare import Compared, Pair
from regelwerk.studies.compare_summary import EffectFigure, Figure, report
from regelwerk.studies.simulation import Outcome, Study

if TYPE_CHECKING:
    from rich.console import RenderableType

    from regelwerk.meaning.game import Checked
    from regelwerk.rules.declarations import Rules

Way = Literal["alone", "on top"]


class _Pairs:
    """The games with and without each amendment, made when they are needed first."""

    def __init__(self, whole: Checked, above: Checked, everything: Sequence[Amended], pair: Pair) -> None:
        self.whole, self.above, self.everything, self.pair = whole, above, everything, pair
        self._games: dict[str, Study | None] = {"game": Study(pair.base), "all": Study(pair.amended)}
        self._played: dict[tuple[str, int], Outcome] = {}

    def __call__(self, work: tuple[int, int]) -> list[tuple[int, Way, Compared]]:
        """Play the match of this number with and without this amendment, where there are such games."""
        number, amendment = work
        alone, without = f"alone {amendment}", f"without {amendment}"
        if alone not in self._games:
            what = self.everything[amendment]
            self._games[alone] = self._study(laid_alone(self.whole, self.above, what)[1])
            self._games[without] = self._study(take_away(self.whole, what)[1])
        found: list[tuple[int, Way, Compared]] = []
        ways: tuple[tuple[Way, str, str], ...] = (("alone", "game", alone), ("on top", without, "all"))
        for way, one, other in ways:
            if self._games[one] is not None and self._games[other] is not None:
                pair = Compared(self._outcome(one, number), self._outcome(other, number))
                found.append((amendment, way, pair))
        return found

    def _study(self, rules: Rules | None) -> Study | None:
        if rules is None:
            return None
        given = {**self.pair.base.options, **self.pair.amended.options}
        known = {option.name for option in rules.options if not option.fixed}
        options = {name: value for name, value in given.items() if name in known}
        return Study(replace(self.pair.amended, rules=encode(rules), options=options))

    def _outcome(self, name: str, number: int) -> Outcome:
        study = self._games[name]
        assert study is not None
        if name not in ("game", "all"):
            return study.play(number, side=self.pair.side)
        if (name, number) not in self._played:
            self._played[name, number] = study.play(number, side=self.pair.side)
        return self._played[name, number]


class Effects:
    """What is known so far of what each amendment does; `sides` are the members of the enum of sides."""

    def __init__(
        self, whole: Checked, above: Checked, pair: Pair, matches: int, sides: Sequence[str] = ()
    ) -> None:
        self.whole, self.above, self.pair, self.matches, self.sides = whole, above, pair, matches, sides
        self.everything = judged(above)
        self._pairs: dict[tuple[int, Way], list[Compared]] = {}

    def run(self, jobs: int, so_far: Callable[[Sequence[EffectFigure]], Sequence[RenderableType]]) -> str:
        """Play; returns what stopped it before the end, or nothing. Raises RuleError."""
        each = len(self.everything)
        work = [(number, amendment) for number in range(self.matches) for amendment in range(each)]
        given = self.whole, self.above, self.everything, self.pair
        done = 0
        try:
            with (
                shared(jobs, len(work), _Pairs, given) as play,
                growing("amendments alone and left out", len(work)) as grown,
            ):
                for done, some in enumerate(play(work), 1):
                    for amendment, way, pair in some:
                        self._pairs.setdefault((amendment, way), []).append(pair)
                    grown(done, (lambda: so_far(self.told)) if done > each else None)
        except KeyboardInterrupt:
            return f"stopped after {done // max(1, each)} of {self.matches} matches of each"
        return ""

    @property
    def told(self) -> list[EffectFigure]:
        """What is known of the amendments; no figures where no two pairs of matches were played."""
        return [
            EffectFigure(str(what.target), self._figures(number, "alone"), self._figures(number, "on top"))
            for number, what in enumerate(self.everything)
        ]

    def _figures(self, amendment: int, way: Way) -> tuple[Figure, ...] | None:
        pairs = self._pairs.get((amendment, way), [])
        if len(pairs) < 2:
            return None
        together = 2 * len(self.everything)
        return report(pairs, self.pair.amended.players, sides=self.sides, together=together).figures
