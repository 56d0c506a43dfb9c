"""The deletion audit: every declaration that cites a clause, taken out, makes a scenario about it fail.

PYTHONPATH=tests python -m tools.audit [--write FILE] [GAME ...]
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec

from regelwerk.doors.games import load_game
from regelwerk.doors.refusals import Refused
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenario
from regelwerk.studies.scenarios import Layouts, run_scenario

from .audit_changes import WAYS, NotNeutral, without

GAMES = ("knizia",)
SORTS_WITHOUT_EFFECT = ("scenario",)

_INTRODUCTION = """---
orphan: true
---

# The deletion audit

`make audit` takes every declaration of a game that cites a clause out of the rules, one at a time, and
plays the scenarios that cite one of its clauses: one of them must fail. What only `check` would notice does
not count. So that the rest still stands, a declaration is not cut out of the text but has no effect any more:

"""


@dataclass(frozen=True)
class Finding:
    """One declaration taken out in one way; `scenario` is the one that fails, or empty."""

    key: str
    way: str
    clauses: tuple[str, ...]
    scenario: str
    about: int


def audit(rules: Rules, scenarios: tuple[Scenario, ...]) -> list[Finding]:
    """Take every declaration with clauses out, and say which scenario notices."""
    titles: dict[str, list[Scenario]] = {}
    for scenario in scenarios:
        for clause in rules.cites.get(f"scenario:{scenario.title}", ()):
            titles.setdefault(clause, []).append(scenario)
    found = []
    for key, clauses in rules.cites.items():
        if key.partition(":")[0] in SORTS_WITHOUT_EFFECT:
            continue
        about = list({s.title: s for clause in clauses for s in titles.get(clause, ())}.values())
        for way, changed in without(rules, key):
            found.append(Finding(key, way, clauses, first_failure(key, changed, about), len(about)))
    return found


def first_failure(key: str, rules: Rules, scenarios: list[Scenario]) -> str:
    """The title of the first scenario that fails by these rules."""
    layouts = Layouts(rules)
    sort, _, name = key.partition(":")
    defaults = {name: next(o.default for o in rules.options if o.name == name)} if sort == "option" else {}
    for scenario in scenarios:
        if defaults and name in scenario.options:
            scenario = _with_options(scenario, {**scenario.options, **defaults})
        if run_scenario(layouts, scenario).failure is not None:
            return scenario.title
    return ""


def _with_options(scenario: Scenario, options: dict[str, int]) -> Scenario:
    return msgspec.structs.replace(scenario, options=options)


def section(name: str, findings: list[Finding]) -> str:
    """The table of one game."""
    survivors = [f for f in findings if not f.scenario]
    lines = [
        f"## `{name}`",
        "",
        f"{len(findings)} changes, {len(findings) - len(survivors)} noticed.",
        "",
        "| declaration | clauses | scenario that fails |",
        "| --- | --- | --- |",
    ]
    for f in findings:
        shown = f"`{f.key}`" + (f" always `{f.way}`" if f.way else "")
        clauses = ", ".join(f"`{clause}`" for clause in f.clauses)
        lines.append(f"| {shown} | {clauses} | {f.scenario or f'**none of {f.about}**'} |")
    return "\n".join(lines) + "\n"


def page(parts: list[str]) -> str:
    """The page of the manual."""
    ways = "\n".join(f"- {sort}: {way}" for sort, way in WAYS.items())
    return "\n".join([f"{_INTRODUCTION}{ways}\n", *parts])


def main(arguments: list[str]) -> int:
    """Run it; the status is 1 if something survives."""
    parser = argparse.ArgumentParser(description="Take declarations out and see which scenario fails.")
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--write", type=Path, help="write the tables into this page")
    chosen = parser.parse_args(arguments)
    parts = []
    survivors = 0
    for name in chosen.games:
        try:
            game = load_game(name)
        except Refused as error:
            print(error, file=sys.stderr)
            return 1
        assert game.scenarios is not None
        try:
            findings = audit(game.rules, game.scenarios.scenarios)
        except NotNeutral as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 1
        parts.append(section(game.rules.game, findings))
        for f in findings:
            if not f.scenario:
                survivors += 1
                print(f"{f.key} {f.way}: none of {f.about} scenarios about {', '.join(f.clauses)} fails")
        noticed = sum(bool(f.scenario) for f in findings)
        print(f"{game.rules.game}: {len(findings)} changes, {noticed} noticed")
    if chosen.write:
        chosen.write.write_text(page(parts), encoding="utf-8")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
