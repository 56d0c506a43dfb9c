"""Reading house rules: a file with blocks `house rule`, or a folder with a manifest, tables and labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from regelwerk.meaning.amendments import Amendment, HouseRule, Target, read_house_rule
from regelwerk.meaning.book import PlacedToken, placed
from regelwerk.meaning.files import GameFiles, Table, load_house
from regelwerk.meaning.trees import Tree, span_of
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.spans import Span


@dataclass
class House:
    """What one `--house` chooses: house rules, and the scenarios that are played on the amended game."""

    files: GameFiles
    rules: list[HouseRule]
    scenarios: list[Tree]

    @property
    def path(self) -> str:
        """Its file, or the manifest of its folder."""
        return self.files.main

    @property
    def titles(self) -> dict[str, str]:
        """Its title by language; what stands in a rule file is in none."""
        return self.files.titles or {"": ", ".join(rule.title for rule in self.rules)}


def load_houses(files: GameFiles, paths: Sequence[Path]) -> tuple[list[House], list[Diagnostic]]:
    """Read files and folders with house rules; their sources are entered among those of the game."""
    houses: list[House] = []
    problems: list[Diagnostic] = []
    for path in paths:
        reading, found = load_house(path)
        problems += found
        files.sources.update(reading.sources)
        files.unread |= reading.unread
        house = house_of(reading)
        problems += [
            _outside(file, tree) for file, tree in reading.blocks if tree.data not in ("house", "scenario")
        ]
        if not house.rules and not has_errors(problems):
            message = f"`{path}` holds no house rule"
            help = 'begin with `house rule "TITLE" amends GAME:`'
            problems.append(Diagnostic("M101", message, Span.start_of(reading.main), help=help))
        houses.append(house)
    return houses, problems


def house_of(files: GameFiles) -> House:
    """Return the house rules in files; the files are not changed, so this may be done again."""
    house = House(files, [], [])
    for file, tree in files.blocks:
        if tree.data == "house":
            _join(house.rules, read_house_rule(file, placed(file, tree)))
        elif tree.data == "scenario":
            house.scenarios.append(placed(file, tree))
    if house.rules:
        house.rules[0].amendments += _rows(files.tables)
    if files.amends is not None:
        for rule in house.rules:
            rule.version = rule.version or files.amends[1]
    return house


def _join(rules: list[HouseRule], further: HouseRule) -> None:
    """Enter a house rule; blocks of one title are one, though they may stand in several files."""
    for rule in rules:
        if rule.title == further.title and rule.amends == further.amends:
            rule.on_top_of += further.on_top_of
            rule.amendments += further.amendments
            rule.scenarios += further.scenarios
            rule.cites += further.cites
            rule.presupposes += further.presupposes
            rule.excludes += further.excludes
            rule.version = rule.version or further.version
            return
    rules.append(further)


def _rows(tables: Sequence[Table]) -> Iterator[Amendment]:
    """Return what adds the rows of table files."""
    for table in tables:
        for row in table.rows:
            span = row.span
            word = PlacedToken("NAME", row.name, None, span.line, span.column, span.end_line, span.end_column)
            word.file = span.file
            alone = Table(table.type, (row,))
            yield Amendment("add", Target("row", row.name), Tree("rows", []), word, table=alone)


def _outside(file: str, tree: Tree) -> Diagnostic:
    if tree.data == "game":
        message = "a file with house rules declares no game"
        help = "put the house rules into a file of their own"
    else:
        message = "this declaration stands in no house rule"
        help = "indent it below the line `house rule ...:`"
    return Diagnostic("M101", message, span_of(file, tree.children[0]), help=help)
