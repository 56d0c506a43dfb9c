"""Reading house rules: a file with blocks `house rule`, or a folder with a manifest, tables and labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.amendments import Amendment, HouseRule, Target, declared_word, read_house_rule
from regelwerk.meaning.files import GameFiles, Table, load_house
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.spans import Span
from regelwerk.tree import house_rules as th
from regelwerk.tree.declarations import Declaration, Game
from regelwerk.tree.nodes import Name
from regelwerk.tree.scenarios import Tested


class House(msgspec.Struct):
    """What one `--house` chooses: house rules, and scenarios and positions for the amended game."""

    files: GameFiles
    rules: list[HouseRule]
    scenarios: list[Tested]

    @property
    def path(self) -> str:
        """Its file, or the manifest of its folder."""
        return self.files.main

    @property
    def chosen(self) -> Path:
        """The file or the folder that is named to choose it."""
        return self.files.folder or Path(self.files.main)

    @property
    def titles(self) -> dict[str, str]:
        """Its title by language; what stands in a rule file is in none."""
        return self.files.titles or {"": ", ".join(rule.title for rule in self.rules)}


def load_houses(files: GameFiles, paths: Sequence[Path]) -> tuple[list[House], list[Diagnostic]]:
    """Read files and folders with house rules; their sources are entered among those of the game."""
    houses: list[House] = []
    found: list[Diagnostic] = []
    for path in paths:
        reading, unfit = load_house(path)
        found += unfit
        files.sources.update(reading.sources)
        files.unread |= reading.unread
        house = house_of(reading)
        found += [_outside(tree) for tree in reading.blocks if not isinstance(tree, th.House | Tested)]
        if not house.rules and not has_errors(found):
            found.append(problems.house_rule_out_of_place("empty", str(path)).at(Span.start_of(reading.main)))
        houses.append(house)
    return houses, found


def house_of(files: GameFiles) -> House:
    """Return the house rules in files; the files are not changed, so this may be done again."""
    house = House(files, [], [])
    for tree in (*files.blocks, *(each for tests in files.tests for each in tests.scenarios)):
        if isinstance(tree, th.House):
            _join(house.rules, read_house_rule(tree))
        elif isinstance(tree, Tested):
            house.scenarios.append(tree)
    if house.rules:
        house.rules[0].amendments += [*_replacing(files.replaced), *_rows((*files.tables, *files.replaced))]
    for rule in house.rules:
        first = rule.tables  # further files and blocks of one table replace it no second time
        rule.amendments = [
            each for each in rule.amendments if not each.replaces_table or each is first[each.target.name]
        ]
    if files.amends is not None:
        for rule in house.rules:
            rule.version = rule.version or files.amends[1]
    return house


def _join(rules: list[HouseRule], further: HouseRule) -> None:
    """Enter a house rule; blocks of one title are one, though they may stand in several files."""
    for rule in rules:
        if rule.title == further.title and rule.amends.text == further.amends.text:
            rule.on_top_of += further.on_top_of
            rule.amendments += further.amendments
            rule.scenarios += further.scenarios
            rule.cites += further.cites
            rule.presupposes += further.presupposes
            rule.excludes += further.excludes
            rule.version = rule.version or further.version
            return
    rules.append(further)


def _replacing(tables: Sequence[Table]) -> Iterator[Amendment]:
    """Return what takes the rows of the game away in whose place those of table files stand."""
    for table in tables:
        assert table.span is not None
        word = Name(table.span, table.type)
        yield Amendment("replace", Target("table", table.type), word, word)


def _rows(tables: Sequence[Table]) -> Iterator[Amendment]:
    """Return what adds the rows of table files."""
    for table in tables:
        for row in table.rows:
            word = Name(row.span, row.name)
            yield Amendment("add", Target("row", row.name), word, word, table=Table(table.type, (row,)))


def _outside(tree: Declaration) -> Diagnostic:
    return problems.house_rule_out_of_place("game" if isinstance(tree, Game) else "declaration").at(
        declared_word(tree).at
    )
