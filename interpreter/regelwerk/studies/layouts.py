"""Laying a game out for its scenarios, once for each number of seats, options and lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.msgpack import encode
from msgspec.structs import replace

from regelwerk.program.layout import Layout, make_layout
from regelwerk.rules import expressions as ex
from regelwerk.rules import scenarios as sc
from regelwerk.rules.declarations import Rules
from regelwerk.rules.lists import BroughtList
from regelwerk.rules.walk import nodes

Figures = Mapping[str, Mapping[str, Any]]
"""Values of rows by their names and the names of attributes."""


class Layouts:
    """Lays a game out once for each number of seats and options.

    What `scenarios` ask of what has happened is in every layout; others may ask more, each in one of its own.
    """

    def __init__(self, rules: Rules, scenarios: Sequence[sc.Scenario] = ()) -> None:
        self.rules = rules
        self._made: dict[tuple[Any, ...], Layout] = {}
        known = {_asked(node) for node in asked_in(rules)}
        self._further = {_asked(node): node for node in asked_in(scenarios) if _asked(node) not in known}
        self._known = known | self._further.keys()

    def get(
        self,
        players: int | None,
        options: dict[str, int],
        lists: dict[str, dict[str, str]] | None = None,
        asked: Sequence[ex.Happened | ex.Recorded] = (),
        printed: Figures | None = None,
        made_up: sc.MadeUp | None = None,
    ) -> Layout:
        """The layout; the smallest number of seats if none is given. `lists` has the ids of lists by seat.

        `asked` is what the scenario asks of what has happened; `printed` are figures that rows have in it,
        `made_up` rows of its own.
        """
        count = self.rules.players[0] if players is None else players
        key = (
            count,
            *sorted(options.items()),
            *sorted((n, *sorted(s.items())) for n, s in (lists or {}).items()),
        )
        added = {_asked(node): node for node in asked if _asked(node) not in self._known}
        figures = ((row, *given.items()) for row, given in (printed or {}).items())
        key = (*key, *sorted(added), *figures, None if made_up is None else encode(made_up))
        if key not in self._made:
            given = self._brought(count, lists or {})
            all_asked = [*self._further.values(), *added.values()]
            rules = self.rules if made_up is None else sc.with_made_up(self.rules, made_up)
            rules = _with_figures(rules, printed or {})
            self._made[key] = make_layout(rules, count, options, given, all_asked)
        return self._made[key]

    def _brought(self, count: int, lists: dict[str, dict[str, str]]) -> dict[str, list[BroughtList | None]]:
        """What seats bring: what the scenario names, the default, or else nothing."""
        written = {each.id: each for each in self.rules.brought}
        brought: dict[str, list[BroughtList | None]] = {}
        for declared in self.rules.lists:
            nothing = None if declared.defaults else BroughtList(declared.name, "nothing")
            named = [lists.get(declared.name, {}).get(str(seat + 1), "") for seat in range(count)]
            brought[declared.name] = [written.get(name, nothing) for name in named]
        return brought


def _with_figures(rules: Rules, printed: Figures) -> Rules:
    """Rules in whose tables rows have other figures."""
    if not printed:
        return rules
    rows = (
        replace(row, values={**row.values, **printed[row.name]}) if row.name in printed else row
        for row in rules.rows
    )
    return replace(rules, rows=tuple(rows))


def _asked(node: ex.Happened | ex.Recorded) -> tuple[str, ...]:
    if isinstance(node, ex.Recorded):
        return ("", node.span or "")
    return (node.event, node.span, *sorted(node.args))


def asked_in(piece: object) -> list[ex.Happened | ex.Recorded]:
    """What a piece of rules or scenarios asks of what has happened."""
    return [node for node in nodes(piece) if isinstance(node, ex.Happened | ex.Recorded)]
