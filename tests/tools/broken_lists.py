"""Lists that break what the rules say of them: data beside the tests of a game, good lists with a change."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from regelwerk.match.lists import broken_musts
from regelwerk.rules.declarations import Rules
from regelwerk.rules.lists import BroughtList

FOLDER = Path(__file__).parents[1] / "games"


class BrokenList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of the game with other numbers of some cards; it breaks these, and nothing else."""

    title: str
    cites: tuple[str, ...]
    list: str
    change: dict[str, dict[str, int]]
    breaks: tuple[str, ...]
    options: dict[str, int] = {}

    def failure(self, rules: Rules) -> str | None:
        """What is wrong if it does not break what it should, by these rules."""
        good = next(each for each in rules.brought if each.id == self.list)
        parts = {part: {**good.parts.get(part, {}), **rows} for part, rows in self.change.items()}
        brought = BroughtList(good.list, good.id, parts={**good.parts, **parts})
        found = broken_musts(rules, [brought], options=self.options)[0]
        names = tuple(sorted(each.must for each in found))
        return None if names == tuple(sorted(self.breaks)) else f"it breaks {', '.join(names) or 'nothing'}"


@cache
def broken_lists(game: str) -> tuple[BrokenList, ...]:
    """The lists kept for a game, none if there are none."""
    path = FOLDER / game / "broken_lists.yaml"
    read: Any = yaml.safe_load(path.read_text("utf-8")) if path.is_file() else []
    return msgspec.convert(read, tuple[BrokenList, ...])
