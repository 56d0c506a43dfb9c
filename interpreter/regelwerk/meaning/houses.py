"""House rules in force: stacking them on a game, and what the rules form says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set

import msgspec
from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.amendments import HouseRule
from regelwerk.meaning.book import open_book
from regelwerk.meaning.conflicts import conflicts, lies_on
from regelwerk.meaning.files import GameFiles, Table, drawn_anew
from regelwerk.meaning.house_files import House as Chosen
from regelwerk.meaning.house_titles import choosing
from regelwerk.meaning.lacking import replaced_tables, without_idle
from regelwerk.meaning.lint_labels import without_label
from regelwerk.meaning.overlay import lay_over
from regelwerk.meaning.said import Said, said_by
from regelwerk.rules.declarations import AmendmentDecl, HouseRuleDecl, RowDecl, Rules
from regelwerk.source.diagnostics import Diagnostic, Edit, Note, has_errors
from regelwerk.source.spans import Span
from regelwerk.tree.declarations import Game
from regelwerk.tree.house_rules import House
from regelwerk.tree.nodes import Clause, Node
from regelwerk.tree.read import FileTests
from regelwerk.tree.scenarios import Position, Scenario, Tested
from regelwerk.tree.walk import of_kind, walk


def without_house_rules(files: GameFiles) -> list[Diagnostic]:
    """Take house rules out of the files of a game, where they have no place, and report them."""
    found = of_kind(files.blocks, House)
    files.blocks = [tree for tree in files.blocks if not isinstance(tree, House)]
    if not found:
        return []
    problem = problems.house_rule_out_of_place("among rules")
    if not of_kind(files.blocks, Game):
        problem = problems.house_rule_out_of_place("instead of a game", found[0].amends.text)
        files.blocks, files.tests = [], []
    return [problem.at(found[0].title.at)]


def amend(
    files: GameFiles, game: str, houses: Sequence[Chosen], said: Callable[[Node], Said] = said_by
) -> tuple[GameFiles, list[HouseRule], list[Diagnostic]]:
    """Lay house rules over a game, in order; the lowest comes first.

    Scenarios of a file are played unless a house rule of a later file goes on top of one in it.
    """
    stack = [rule for house in houses for rule in house.rules]
    book = open_book(files)
    choose = choosing(files.folder, [house.chosen for house in houses])
    problems = conflicts(stack, choose, {name: book.table_of(spot) for name, spot in book.spots("row")})
    if has_errors(problems):
        return files, stack, [*problems, *lay_over(book, stack[0], game, only_look=True)]
    for rule in stack:
        problems += lay_over(book, rule, game, lies_on(rule, stack))
    amended = book.into(files)
    amended.tests = []
    if replaced_tables(stack):
        amended.edition = {}  # the title of the house rules tells which one it is
    # A board is written for the rules beneath it; players see it where it still fits.
    amended.board = houses[-1].files.board if houses else None
    amended.labels = _labels_still_meant(files, amended, said)
    # Nobody is told of labels of the game that have lost their choice; that of house rules with a mistake is.
    amended.label_spans = {language: {} for language in files.labels}
    for house in houses:
        _take_along(amended, house.files)
    for height, house in enumerate(houses):
        above = {
            title for other in houses[height + 1 :] for rule in other.rules for title in lies_on(rule, stack)
        }
        if not above & {rule.title for rule in house.rules}:
            inside = [scenario for rule in house.rules for scenario in rule.scenarios]
            amended.blocks += of_kind(house.scenarios, Position)
            amended.tests.append(FileTests.of([*inside, *of_kind(house.scenarios, Scenario)]))
    return amended, stack, problems


def _take_along(amended: GameFiles, house: GameFiles) -> None:
    """Let labels, drawings and clauses of house rules stand beside, or over, those of the game."""
    for language, table in house.labels.items():
        amended.labels[language] = {**amended.labels.get(language, {}), **table}
        amended.label_spans.setdefault(language, {}).update(house.label_spans[language])
    amended.drawings = drawn_anew(amended.drawings, house.drawings)
    if house.clauses is not None:
        amended.clauses = {**(amended.clauses or {}), **house.clauses}
    amended.ambiguities = [*amended.ambiguities, *house.ambiguities]


def _labels_still_meant(
    files: GameFiles, amended: GameFiles, said: Callable[[Node], Said]
) -> dict[str, dict[str, str]]:
    """Labels of the game without those of names that no declaration holds any more."""
    kept = {id(each) for each in (*amended.blocks, *amended.tables)}
    tables = [table for table in files.tables if id(table) not in kept]
    gone = _words(tables, [tree for tree in files.blocks if id(tree) not in kept], said)
    if gone:
        gone -= _words(amended.tables, amended.blocks, said)
    return {
        language: {name: text for name, text in table.items() if name.split(".")[0] not in gone}
        for language, table in files.labels.items()
    }


def _words(tables: Iterable[Table], trees: Iterable[Node], said: Callable[[Node], Said]) -> set[str]:
    found = {row.name for table in tables for row in table.rows}
    return found.union(*(said(tree).names for tree in trees if not isinstance(tree, Tested)))


QUIET = frozenset(("value", "group"))
"""What house rules may leave without a use in the game: nobody sees it at the table."""


def without_left_over(diagnostics: list[Diagnostic], houses: Sequence[Chosen]) -> list[Diagnostic]:
    """Leave out what has no use in the files of the game any more, where that may be so."""
    if not houses:
        return diagnostics
    own = own_files(houses)
    if replaced_tables(rule for house in houses for rule in house.rules):
        return without_idle(diagnostics, own)
    return [
        problem
        for problem in diagnostics
        if problem.code != "M016"
        or problem.span is None
        or problem.span.file in own
        or not QUIET.intersection(problem.facts)
    ]


def own_files(houses: Sequence[Chosen]) -> set[str]:
    """The files that house rules stand in."""
    return {file for house in houses for file in house.files.sources}


def told_why(
    diagnostics: list[Diagnostic], stack: Sequence[HouseRule], houses: Sequence[Chosen]
) -> list[Diagnostic]:
    """Add to problems in the files of the game, which was in order, whose doing they are.

    Labels are asked of house rules that have some: see `unlabelled`.
    """
    own = own_files(houses)
    kept = []
    for problem in diagnostics:
        if problem.code == "M076":
            continue
        if problem.code != "M141" and (problem.span is None or problem.span.file not in own):
            if problem.code == "M053":  # the game has no list of clauses, only the house rules do
                continue
            if problem.code == "M016":
                problem = problems.unused_under_house_rules(problem)
            problem = replace(problem, notes=(*problem.notes, *_doing(problem, stack)))
        kept.append(problem)
    return kept


def unlabelled(
    new: Set[str], labels: Mapping[str, Mapping[str, str]], houses: Sequence[Chosen]
) -> list[Diagnostic]:
    """M076: `new` names that players see, without a label of the house rules.

    Only house rules with labels in a language are asked for them, the highest first.
    """
    problems = []
    for language in dict.fromkeys(language for house in houses for language in house.files.labels):
        house = next(house for house in reversed(houses) if language in house.files.labels)
        missing = without_label(new, language, labels[language], house.files.label_spans[language])
        problems += [missing] if missing is not None else []
    return problems


def written_for(stack: Sequence[HouseRule], files: GameFiles) -> list[Diagnostic]:
    """M113: house rules for another version of the game than this, or that do not say for which.

    A game in a single file has no version to name.
    """
    found = []
    for rule in stack:
        if rule.version == files.version or (rule.version is None and files.folder is None):
            continue
        problem = problems.another_version(rule.amends.text, files.version or "", rule.version or "")
        end = rule.amends.at
        behind = Span(end.file, end.end_line, end.end_column, end.end_line, end.end_column)
        fix = None if rule.version else Edit(behind, f' version "{files.version}"')
        found.append(problem.at(rule.span, fix=fix))
    return found


def without_effect(stack: Sequence[HouseRule], base: Rules, amended: Rules) -> list[Diagnostic]:
    """M108: declarations that house rules write in other words, but that mean what they meant before."""
    before, after = _declared(base), _declared(amended)
    found = []
    for rule in stack:
        for amendment in rule.amendments:
            name = amendment.target.name
            if amendment.replaces_table:
                if _table(base, name) == _table(amended, name):
                    found.append(problems.changes_nothing("meaning", change=amendment).at(amendment.word.at))
                continue
            if amendment.kind in ("add", "remove", "presuppose") or name not in before:
                continue
            if amendment.target.sort in ("text", "modify"):  # they have the names of others
                continue
            if before[name] == after.get(name):
                found.append(problems.changes_nothing("meaning", change=amendment).at(amendment.word.at))
    return found


def _table(rules: Rules, type_name: str) -> dict[str, RowDecl]:
    """The rows that stand in a table."""
    return {row.name: row for row in rules.rows if row.type == type_name}


def without_source(stack: Sequence[HouseRule], base: Rules, amended: Rules) -> list[Diagnostic]:
    """M133: what stands in the place of a declaration cites nothing, though that cited clauses.

    Only house rules that cite clauses elsewhere are asked for them: others keep no account of their source.
    """
    before, after = _cited(base), _cited(amended)
    found = []
    for rule in stack:
        if not rule.cites and not any(of_kind(walk(each.tree), Clause) for each in rule.amendments):
            continue
        for amendment in rule.amendments:
            name = amendment.target.name
            if amendment.kind == "replace" and name in before and name not in after:
                problem = problems.citation_dropped(name, tuple(sorted(before[name])))
                found.append(problem.at(amendment.word.at))
    return found


def _cited(rules: Rules) -> dict[str, set[str]]:
    """The clauses that each declaration cites, by its name."""
    cited: dict[str, set[str]] = {}
    for key, clauses in rules.cites.items():
        cited.setdefault(key.partition(":")[2], set()).update(clauses)
    return cited


def _declared(rules: Rules) -> dict[str, object]:
    """What rules say of each declaration that has a name of its own, with the clauses it cites."""
    parts = (
        rules.enums, rules.types, rules.rows, rules.zones, rules.states, rules.dice, rules.maps,
        rules.options, rules.values, rules.events, rules.actions, rules.windows, rules.rules, rules.limits,
        rules.payments,
    )  # fmt: skip
    cited = _cited(rules)
    return {each.name: (each, cited.get(each.name)) for part in parts for each in part}


def _doing(problem: Diagnostic, stack: Sequence[HouseRule]) -> list[Note]:
    """Return the amendments of what a problem names; of none of it, the house rules."""
    named = set(problem.names)
    notes = [
        problems.amended_here(rule.title, amendment).at(amendment.word.at)
        for rule in stack
        for amendment in rule.amendments
        if amendment.kind in ("remove", "replace", "leave_out", "narrow")
        and named & {amendment.target.step or amendment.target.name}
    ]
    return notes or [problems.notes.house_rule_amends(rule.title).at(rule.span) for rule in stack]


def enter(rules: Rules, stack: Sequence[HouseRule]) -> Rules:
    """Return rules that say which house rules are in them, where those stand and what they cite."""
    declared = tuple(
        HouseRuleDecl(
            rule.title,
            str(rule.amends),
            tuple(title.text for title in rule.on_top_of),
            tuple(_as_data(rule)),
            rule.version,
        )
        for rule in stack
    )
    cites = {f"house:{rule.title}": tuple(map(str, rule.cites)) for rule in stack if rule.cites}
    places = {f"house:{rule.title}": f"{rule.span.file}:{rule.span.line}" for rule in stack}
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
