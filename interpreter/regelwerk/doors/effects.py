"""What each amendment of house rules does to the figures: laid alone over the game, and taken away from all.

Pairs of matches have the same chance. The first pairs of every amendment are played before the second, so
that something is known of each soon; whoever stops keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from regelwerk.doors.screen import growing
from regelwerk.meaning.without import Amended, judged, laid_alone, take_away
from regelwerk.rules.codec import encode
from regelwerk.studies.compare import Compared
from regelwerk.studies.compare_summary import EffectFigure, Figure, report
from regelwerk.studies.simulation import Outcome, Plan, Study

if TYPE_CHECKING:
    from rich.console import RenderableType

    from regelwerk.meaning.game import Checked
    from regelwerk.rules.declarations import Rules


class Effects:
    """What is known so far of what each amendment does."""

    def __init__(self, whole: Checked, above: Checked, base: Plan, amended: Plan, matches: int) -> None:
        self.whole, self.above, self.amended, self.matches = whole, above, amended, matches
        self.options = {**base.options, **amended.options}
        self.everything = judged(above)
        self._games: dict[str, Study | None] = {"game": Study(base), "all": Study(amended)}
        self._played: dict[tuple[str, int], Outcome] = {}
        self._pairs: dict[tuple[Amended, str], list[Compared]] = {}

    def run(self, so_far: Callable[[Sequence[EffectFigure]], Sequence[RenderableType]]) -> str:
        """Play; returns what stopped it before the end, or nothing. Raises RuleError."""
        done = 0
        try:
            with growing("amendments alone and left out", self.matches * len(self.everything)) as grown:
                for number in range(self.matches):
                    for what in self.everything:
                        self._play(what, number)
                        done += 1
                        grown(done, (lambda: so_far(self.told)) if number else None)
        except KeyboardInterrupt:
            return f"stopped after {done // max(1, len(self.everything))} of {self.matches} matches of each"
        return ""

    @property
    def told(self) -> list[EffectFigure]:
        """What is known of the amendments of which at least two pairs of matches were played."""
        return [
            EffectFigure(str(what.target), self._figures(what, "alone"), self._figures(what, "on top"))
            for what in self.everything
        ]

    def _figures(self, what: Amended, way: str) -> tuple[Figure, ...] | None:
        pairs = self._pairs.get((what, way), [])
        if len(pairs) < 2:
            return None
        return report(pairs, self.amended.players, together=2 * len(self.everything)).figures

    def _play(self, what: Amended, number: int) -> None:
        alone, without = f"alone {what}", f"without {what}"
        if alone not in self._games:
            for name, rules in (
                (alone, laid_alone(self.whole, self.above, what)[1]),
                (without, take_away(self.whole, what)[1]),
            ):
                self._games[name] = self._study(rules)
        for way, one, other in (("alone", "game", alone), ("on top", without, "all")):
            if self._games[one] is not None and self._games[other] is not None:
                pair = Compared(self._outcome(one, number), self._outcome(other, number))
                self._pairs.setdefault((what, way), []).append(pair)

    def _study(self, rules: Rules | None) -> Study | None:
        if rules is None:
            return None
        known = {option.name for option in rules.options if not option.fixed}
        options = {name: value for name, value in self.options.items() if name in known}
        return Study(replace(self.amended, rules=encode(rules), options=options))

    def _outcome(self, name: str, number: int) -> Outcome:
        study = self._games[name]
        assert study is not None
        if name not in ("game", "all"):
            return study.play(number)
        if (name, number) not in self._played:
            self._played[name, number] = study.play(number)
        return self._played[name, number]
