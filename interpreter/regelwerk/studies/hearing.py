"""What a scenario asks of the past while the event in which that should lie is not running."""

from __future__ import annotations

from typing import Any

from regelwerk.match.log import Entry, Recorder
from regelwerk.match.state import State
from regelwerk.match.walker import Walker
from regelwerk.program.layout import MAIN, Layout
from regelwerk.rules.scenarios import Scenario

from .leads import always_inside

Happened = dict[str, list[list[Any]]]
"""The arguments with which events have happened."""


class Hearing(Recorder):
    """Writes the log of a scenario, and what has happened with which arguments."""

    def __init__(self, layout: Layout, state: State, entries: list[Entry], heard: Happened) -> None:
        super().__init__(layout, state, entries)
        self.heard = heard

    def happened(self, event: str, args: list[Any]) -> None:
        super().happened(event, args)
        self.heard.setdefault(event, []).append(args)


def not_running(walkers: list[Walker], scenario: Scenario, log: list[Entry]) -> tuple[str, ...]:
    """Events that a scenario with a start of its own may have forgotten around it."""
    asked = {span for walker in walkers for span in walker.evaluator.not_running}
    happened = {entry.data.get("name") for entry in log}
    return () if scenario.start is None else tuple(sorted(asked - happened))


def needed(walkers: list[Walker], scenario: Scenario) -> tuple[str, ...]:
    """Those that run in every match around its start, and of which something was asked that had happened:
    the answer was that it had not. What has happened in the whole match no position tells, so `main` is
    none of them."""
    if scenario.start is None:
        return ()
    event, rules = scenario.start.event, walkers[0].layout.game
    spans = {span for walker in walkers for span in walker.evaluator.needed}
    return tuple(sorted(span for span in spans - {MAIN} if always_inside(rules, event, span)))
