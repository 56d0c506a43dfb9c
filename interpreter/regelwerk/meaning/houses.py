"""House rules in force: reading their files, stacking them on a game, what the rules form says of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from regelwerk.meaning.amendments import HouseRule, read_house_rule, title_of
from regelwerk.meaning.book import open_book, placed
from regelwerk.meaning.conflicts import DOES, conflicts, lies_on, shown
from regelwerk.meaning.context import span_of
from regelwerk.meaning.files import GameFiles, read_rule_file
from regelwerk.meaning.overlay import lay_over
from regelwerk.meaning.trees import Tree
from regelwerk.rules.declarations import AmendmentDecl, HouseRuleDecl, Rules
from regelwerk.source.diagnostics import Diagnostic, Note, has_errors
from regelwerk.source.spans import Span

_QUOTED = re.compile(r"`([^\s`]+)`")


@dataclass
class House:
    """A file with house rules, and the scenarios that are played on the game they amend."""

    path: str
    rules: list[HouseRule]
    scenarios: list[Tree]


def load_houses(files: GameFiles, paths: Sequence[Path]) -> tuple[list[House], list[Diagnostic]]:
    """Read files with house rules; their sources are entered among those of the game."""
    houses: list[House] = []
    problems: list[Diagnostic] = []
    for path in paths:
        reading = GameFiles(str(path))
        problems += read_rule_file(reading, path)
        files.sources.update(reading.sources)
        files.unread |= reading.unread
        house = House(str(path), [], [])
        for file, tree in reading.blocks:
            if tree.data == "house":
                house.rules.append(read_house_rule(file, placed(file, tree)))
            elif tree.data == "scenario":
                house.scenarios.append(placed(file, tree))
            else:
                problems.append(_outside(file, tree))
        if not house.rules and not has_errors(problems):
            message = f"`{path}` holds no house rule"
            help = 'begin with `house rule "TITLE" amends GAME:`'
            problems.append(Diagnostic("M101", message, Span.start_of(str(path)), help=help))
        houses.append(house)
    return houses, problems


def _outside(file: str, tree: Tree) -> Diagnostic:
    if tree.data == "game":
        message = "a file with house rules declares no game"
        help = "put the house rules into a file of their own"
    else:
        message = "this declaration stands in no house rule"
        help = "indent it below the line `house rule ...:`"
    return Diagnostic("M101", message, span_of(file, tree.children[0]), help=help)


def without_house_rules(files: GameFiles) -> list[Diagnostic]:
    """Take house rules out of the files of a game, where they have no place, and report them."""
    found = [(file, tree) for file, tree in files.blocks if tree.data == "house"]
    files.blocks = [(file, tree) for file, tree in files.blocks if tree.data != "house"]
    if not found:
        return []
    file, tree = found[0]
    amends = tree.children[1]
    if any(tree.data == "game" for _, tree in files.blocks):
        message = "house rules stand in a file of their own, not among the rules of a game"
        help = "move the block to another file, and choose that with `--house`"
    else:
        message = f"this file holds house rules for the game `{amends}`, not a game"
        help = f"write `regelwerk check {amends} --house FILE`"
        files.blocks = []
    return [Diagnostic("M101", message, span_of(file, tree.children[0]), help=help)]


def amend(
    files: GameFiles, game: str, houses: Sequence[House]
) -> tuple[GameFiles, list[HouseRule], list[Diagnostic]]:
    """Lay house rules over a game, in order; the lowest comes first.

    Scenarios of a file are played unless a house rule of a later file goes on top of one in it.
    """
    stack = [rule for house in houses for rule in house.rules]
    problems = conflicts(stack)
    book = open_book(files)
    if has_errors(problems):
        return files, stack, [*problems, *lay_over(book, stack[0], game, only_look=True)]
    for rule in stack:
        problems += lay_over(book, rule, game, lies_on(rule, stack))
    amended = book.into(files)
    amended.labels = _labels_still_meant(files, amended)
    for height, house in enumerate(houses):
        above = {
            title for other in houses[height + 1 :] for rule in other.rules for title in lies_on(rule, stack)
        }
        if not above & {rule.title for rule in house.rules}:
            inside = [scenario for rule in house.rules for scenario in rule.scenarios]
            amended.blocks += [(house.path, tree) for tree in [*inside, *house.scenarios]]
    return amended, stack, problems


def _labels_still_meant(files: GameFiles, amended: GameFiles) -> dict[str, dict[str, str]]:
    """Labels of the game without those of names that no declaration holds any more."""
    before, after = _words(files), _words(amended)
    gone = before - after
    return {
        language: {name: text for name, text in table.items() if name.split(".")[0] not in gone}
        for language, table in files.labels.items()
    }


def _words(files: GameFiles) -> set[str]:
    found = {row.name for table in files.tables for row in table.rows}
    for _, tree in files.blocks:
        if tree.data != "scenario":
            found |= {str(token) for token in tree.scan_values(lambda part: part is not None)}
    return found


def told_why(diagnostics: list[Diagnostic], stack: Sequence[HouseRule]) -> list[Diagnostic]:
    """Add to problems in the files of the game, which was in order, whose doing they are.

    Names that players see may lack labels in a house rule; that is no fault of the game.
    """
    own = {rule.file for rule in stack}
    kept = []
    for problem in diagnostics:
        if problem.code == "M076":
            continue
        if problem.span is None or problem.span.file not in own:
            help = problem.help
            if problem.code == "M016":
                help = "if nothing needs it any more, let the house rule `remove` it"
            problem = replace(problem, help=help, notes=(*problem.notes, *_doing(problem, stack)))
        kept.append(problem)
    return kept


def _doing(problem: Diagnostic, stack: Sequence[HouseRule]) -> list[Note]:
    """Return the amendments of what a problem names; of none of it, the house rules."""
    named = set(_QUOTED.findall(problem.message))
    notes = [
        Note(
            f'the house rule "{rule.title}" {DOES[amendment.kind]} {shown(amendment)} here',
            span_of(rule.file, amendment.word),
        )
        for rule in stack
        for amendment in rule.amendments
        if amendment.kind in ("remove", "replace", "leave_out", "narrow")
        and named & {amendment.target.step or amendment.target.name}
    ]
    return notes or [Note(f'the house rule "{rule.title}" amends the game', rule.span) for rule in stack]


def enter(rules: Rules, stack: Sequence[HouseRule]) -> Rules:
    """Return rules that say which house rules are in them, where those stand and what they cite."""
    declared = tuple(
        HouseRuleDecl(
            rule.title,
            str(rule.amends),
            tuple(title_of(token) for token in rule.on_top_of),
            tuple(_as_data(rule)),
        )
        for rule in stack
    )
    cites = {f"house:{rule.title}": tuple(map(str, rule.cites)) for rule in stack if rule.cites}
    places = {f"house:{rule.title}": f"{rule.file}:{rule.span.line}" for rule in stack}
    return msgspec.structs.replace(
        rules, house_rules=declared, cites={**rules.cites, **cites}, places={**rules.places, **places}
    )


def _as_data(rule: HouseRule) -> list[AmendmentDecl]:
    found: dict[AmendmentDecl, None] = {}
    for amendment in rule.amendments:
        target = amendment.target
        number = f" {target.number}" if target.number is not None else ""
        step = target.cell if target.step is None else f"{target.step}{number}"
        found[AmendmentDecl(amendment.kind, target.sort, target.name, step, amendment.place)] = None
    return list(found)
