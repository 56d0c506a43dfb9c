"""The deletion audit: every declaration that cites a clause, taken out, makes a scenario about it fail.

PYTHONPATH=tests python -m tools.audit [--jobs N] [--write FILE] [GAME[+HOUSE] ...]

With house rules it is about what they bring: declarations that cite a clause of theirs, and amendments.
What was noticed is kept: stopped, the command goes on, and only what the rules have changed is done again.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from regelwerk.doors.games import find_game, load_game
from regelwerk.doors.houses import find_houses
from regelwerk.doors.refusals import Refused
from regelwerk.meaning.game import Checked, check_game
from regelwerk.rules.codec import rules_hash
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenario
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario

from .audit_amendments import WAYS as UNDOING
from .audit_amendments import undone
from .audit_changes import WAYS, NotNeutral, without
from .broken_lists import BrokenList, broken_lists
from .kept_work import carry_on, read_kept

GAMES = ("knizia", "mele", "ringkrieg", "fuenf_heere")
BOOKS = ("risiko+schlacht_um_mittelerde",)
KEPT = Path("build", "audit.jsonl")
SORTS_WITHOUT_EFFECT = ("scenario", "house")

_INTRODUCTION = """---
orphan: true
---

# The deletion audit

`make audit` takes every declaration of a game that cites a clause out of the rules, one at a time, and
plays the scenarios that cite one of its clauses: one of them must fail. What only `check` would notice does
not count. So that the rest still stands, a declaration is not cut out of the text but has no effect any more:

"""


_HOUSE_RULES = """Of a game with house rules everything is taken out that cites a clause of theirs: the
declarations they bring, in the ways above, and amendments that bring none:

"""


class Finding(msgspec.Struct, frozen=True):
    """One declaration taken out in one way; `scenario` is the one that fails, or empty."""

    key: str
    way: str
    clauses: tuple[str, ...]
    scenario: str
    about: int


class Piece(NamedTuple):
    """A declaration of a game, or all amendments of its house rules where there is no key."""

    game: str
    key: str


class Looked(msgspec.Struct, frozen=True):
    """What came of a piece under rules of this hash."""

    game: str
    key: str
    rules: str
    findings: tuple[Finding, ...]


class Audited(NamedTuple):
    """A game as it is audited: about clauses of `own`, or about all where there are none."""

    rules: Rules
    scenarios: tuple[Scenario, ...]
    own: Collection[str] | None
    checked: Checked | None

    def clauses(self, key: str) -> tuple[str, ...]:
        """The clauses of a declaration that count."""
        clauses = self.rules.cites[key]
        return clauses if self.own is None else tuple(clause for clause in clauses if clause in self.own)

    def declarations(self) -> Iterator[str]:
        """The declarations that are taken out."""
        for key in self.rules.cites:
            if key.partition(":")[0] not in SORTS_WITHOUT_EFFECT and self.clauses(key):
                yield key


def audit(rules: Rules, scenarios: tuple[Scenario, ...]) -> list[Finding]:
    """Take every declaration with clauses out, and say which scenario notices."""
    game = Audited(rules, scenarios, None, None)
    return [finding for key in game.declarations() for finding in taken_out(game, key)]


def taken_out(game: Audited, key: str) -> Iterator[Finding]:
    """Take a declaration out in each way, and say which scenario or broken list notices."""
    clauses = game.clauses(key)
    those = about(game.rules, game.scenarios)(clauses)
    lists = [each for each in broken_lists(game.rules.game) if set(each.cites) & set(clauses)]
    for way, changed in without(game.rules, key):
        shown = f"always `{way}`" if way else ""
        noticed = first_failure(key, changed, those) or first_list(changed, lists)
        yield Finding(key, shown, clauses, noticed, len(those) + len(lists))


def first_list(rules: Rules, lists: list[BrokenList]) -> str:
    """The title of the first list that breaks something else by these rules."""
    for each in lists:
        try:
            if each.failure(rules) is not None:
                return f"list: {each.title}"
        except KeyError:
            continue  # the list has parts no more, so it says nothing
    return ""


def audit_amendments(checked: Checked) -> Iterator[Finding]:
    """Undo every amendment that cites a clause and brings no declaration, and say which scenario notices."""
    assert checked.rules is not None and checked.scenarios is not None
    scenarios_about = about(checked.rules, checked.scenarios.scenarios)
    for each in undone(checked):
        those = scenarios_about(each.clauses)
        scenario = first_failure(each.key, each.rules, those)
        yield Finding(each.key, each.way, each.clauses, scenario, len(those))


def about(rules: Rules, scenarios: tuple[Scenario, ...]) -> Callable[[tuple[str, ...]], list[Scenario]]:
    """What finds the scenarios that cite one of some clauses."""
    cited: dict[str, list[Scenario]] = {}
    for scenario in scenarios:
        for clause in rules.cites.get(f"scenario:{scenario.title}", ()):
            cited.setdefault(clause, []).append(scenario)
    return lambda clauses: list({s.title: s for clause in clauses for s in cited.get(clause, ())}.values())


def first_failure(key: str, rules: Rules, scenarios: list[Scenario]) -> str:
    """The title of the first scenario that fails by these rules."""
    layouts = Layouts(rules)
    sort, _, name = key.partition(":")
    defaults = {name: next(o.default for o in rules.options if o.name == name)} if sort == "option" else {}
    for scenario in scenarios:
        if defaults and name in scenario.options:
            scenario = _with_options(scenario, {**scenario.options, **defaults})
        try:
            failure = run_scenario(layouts, scenario).failure
        except KeyError:
            continue  # it asks what has happened of what no rule asks any more, so it says nothing
        if failure is not None:
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
        shown = f"`{f.key}` {f.way}".rstrip()
        clauses = ", ".join(f"`{clause}`" for clause in f.clauses)
        lines.append(f"| {shown} | {clauses} | {f.scenario or f'**none of {f.about}**'} |")
    return "\n".join(lines) + "\n"


def page(parts: list[str]) -> str:
    """The page of the manual."""
    ways = "\n".join(f"- {sort}: {way}" for sort, way in WAYS.items())
    undoing = "\n".join(f"- {form}: {way}" for form, way in UNDOING.items())
    return "\n".join([f"{_INTRODUCTION}{ways}\n\n{_HOUSE_RULES}{undoing}\n", *parts])


@cache
def audited(name: str) -> Audited:
    """A game, or the house rules over one, named as on the command line.

    Raises Refused if there is none, or if it has errors.
    """
    game, _, house = name.partition("+")
    if not house:
        loaded = load_game(game)
        assert loaded.scenarios is not None
        return Audited(loaded.rules, loaded.scenarios.scenarios, None, None)
    path = find_game(game)
    checked = check_game(path, find_houses(path, [house]))
    if checked.rules is None or checked.scenarios is None:
        raise Refused("these house rules have errors", f"run `regelwerk check {game} --house {house}`")
    own = {clause for each in checked.houses for clause in each.files.clauses or ()}
    return Audited(checked.rules, checked.scenarios.scenarios, own, checked)


def look(piece: Piece) -> Looked:
    """Audit a piece."""
    game = audited(piece.game)
    if piece.key:
        found = taken_out(game, piece.key)
    else:
        assert game.checked is not None
        found = audit_amendments(game.checked)
    return Looked(piece.game, piece.key, rules_hash(game.rules), tuple(found))


def findings_of(name: str, jobs: int) -> list[Finding]:
    """What comes of a game, or of the house rules over one; what was noticed before is not done again."""
    game = audited(name)
    pieces = [Piece(name, key) for key in game.declarations()]
    if game.checked is not None:
        pieces.append(Piece(name, ""))
    scenarios = {scenario.title for scenario in game.scenarios}
    scenarios |= {f"list: {each.title}" for each in broken_lists(game.rules.game)}
    done = {
        each.key: each
        for each in read_kept(KEPT, Looked)
        if (each.game, each.rules) == (name, rules_hash(game.rules))
        and all(finding.scenario in scenarios for finding in each.findings)
    }
    todo = [piece for piece in pieces if piece.key not in done]
    done |= {each.key: each for each in carry_on(todo, look, jobs, KEPT, lambda each: each.key)}
    return [finding for piece in pieces if piece.key in done for finding in done[piece.key].findings]


def main(arguments: list[str]) -> int:
    """Run it; the status is 1 if something survives."""
    parser = argparse.ArgumentParser(description="Take declarations out and see which scenario fails.")
    parser.add_argument("games", nargs="*", default=[*GAMES, *BOOKS])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--write", type=Path, help="write the tables into this page")
    chosen = parser.parse_args(arguments)
    parts = []
    survivors = 0
    for name in chosen.games:
        try:
            findings = findings_of(name, chosen.jobs)
        except (Refused, NotNeutral) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 1
        parts.append(section(name, findings))
        for f in findings:
            if not f.scenario:
                survivors += 1
                print(f"{f.key} {f.way}: none of {f.about} scenarios about {', '.join(f.clauses)} fails")
        noticed = sum(bool(f.scenario) for f in findings)
        print(f"{name}: {len(findings)} changes, {noticed} noticed")
    if chosen.write:
        chosen.write.write_text(page(parts), encoding="utf-8")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
