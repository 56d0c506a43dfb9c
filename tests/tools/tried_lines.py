"""Lines of the tables of texts, tried one by one: does the named scenario fail for the named declaration?

PYTHONPATH=tests python -m tools.tried_lines [FILE ...]

A line bites if, after a small change of its declaration, its scenario says otherwise than what comes. Of what
the row of a line tells, that is changed; of an attribute, the figure of that row, and what modifies it there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from regelwerk.rules import expressions as ex
from regelwerk.rules.walk import nodes

from . import shipped
from .figure_changes import more_changes
from .said_lines import FOLDERS, Line, lines
from .small_audit import Audited, played
from .small_changes import BY, DROPPED, NEGATED, NUMBER, SORTS, UP_TO, Change

_FIRST = (DROPPED, NEGATED, NUMBER, BY, UP_TO)
"""Ways after which a game is laid out in little time."""


class Trial:
    """A game with the scenarios that lines name, and what has come of trying them."""

    def __init__(self, game: str, house: str, tried: Sequence[Line]) -> None:
        loaded = shipped.game(game, house)
        assert loaded.scenarios is not None
        wanted = {line.scenario for line in tried}
        self.scenarios = [each for each in loaded.scenarios.scenarios if each.title in wanted]
        self.numbers = {each.title: number for number, each in enumerate(self.scenarios)}
        self.game = Audited(game, loaded.rules, self.scenarios)
        self.named: dict[str, list[Change]] = {}
        """Changes of attributes in tables and by modifiers; whole numbers; other times of actions."""
        for change in (each for made in self.game.by_key.values() for each in made):
            if change.table == "modifiers":
                self.named.setdefault(self.game.declared(change).of, []).append(change)
            elif change.table == "types" and change.path[0] == "attributes":
                name = self.game.declared(change).attributes[change.path[1]].name
                self.named.setdefault(name, []).append(change)
        for change in more_changes(loaded.rules):
            if f"value:{change.key}" not in self.game.by_key:
                self.named.setdefault(change.key.split(".")[0], []).append(change)
        self.known: dict[tuple[str, ...], bool] = {}

    def changes(self, line: Line) -> list[Change]:
        """The changes of what carries a line out, those that take little time first."""
        name, _, row = line.by.partition(".")
        key = f"{name}:{row or line.card}"
        found = [*self.game.by_key.get(f"told:{key}", ()), *self.named.get(key, ())]
        if not found:
            named = self.named.get(name, [])
            found = [each for sort in SORTS.values() for each in self.game.by_key.get(f"{sort}:{name}", ())]
            found += [each for each in named if self.is_of(each, line)] or named
        return sorted(found, key=lambda each: each.way not in _FIRST)

    def is_of(self, change: Change, line: Line) -> bool:
        """Whether a change is one of the row that a line stands by."""
        if change.table == "rows":
            return change.name == line.card and line.by in (change.key, change.key.split(".")[0])
        rows = [each for each in nodes(self.game.declared(change)) if isinstance(each, ex.Row | ex.IsRow)]
        return line.card in {each.name if isinstance(each, ex.Row) else each.row for each in rows}

    def bites(self, line: Line) -> bool:
        """Whether its scenario notices a change of what carries a line out."""
        asked = (line.by, line.card, line.scenario)
        if asked not in self.known:
            self.known[asked] = next(self.noticed(line), None) is not None
        return self.known[asked]

    def noticed(self, line: Line) -> Iterator[Change]:
        """All changes that its scenario notices."""
        number = self.numbers[line.scenario]
        for change in self.changes(line):
            if change.path == ("at",) or self.game.touching(change) >> number & 1:
                with self.game.games.laid_out(change), self.game.layouts.changed(change) as layouts:
                    failed = played(layouts, self.scenarios[number])
                if failed is True and self.game.games.is_game(change):
                    yield change


def main(files: list[str]) -> int:
    """Try all lines of files, named without `.yaml`, or of all; name those that do not bite."""
    left = 0
    for (game, house), folder in FOLDERS.items():
        found = {path.stem: lines(path) for path in sorted(folder.glob("*.yaml"))}
        for stem in [each for each in found if not files or each in files]:
            trial = Trial(game, house, found[stem])
            dull = [line for line in found[stem] if not trial.bites(line)]
            for line in dull:
                print(f"{stem}: {line.card}: {line.says} (`{line.by}`): {line.scenario}")
            print(f"{house or game}: {stem}: {len(found[stem])} lines, {len(dull)} do not bite", flush=True)
            left += len(dull)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
