"""House rules as they stand in their files: a title, the game they amend, one amendment after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import structs

from regelwerk.meaning.files import Table
from regelwerk.source.spans import Span
from regelwerk.tree import declarations as td
from regelwerk.tree import house_rules as th
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Cites, Clause, Name, Named, Node, Quoted
from regelwerk.tree.scenarios import Scenario
from regelwerk.tree.walk import of_kind, walk

Kind = Literal[
    "add", "replace", "remove", "narrow", "extend", "change", "fix", "insert", "leave_out", "presuppose"
]
"""What an amendment does, under the names of the rules form."""
BODIES = ("event", "action", "rule", "limit")
"""The sorts of declarations with steps in them."""


class Target(msgspec.Struct, frozen=True):
    """What an amendment is about: a declaration by its sort and its name.

    Modifiers have no name of their own: theirs is `ATTRIBUTE for TYPE`. A text has the names of its
    rows, a table that of its type. `step` is a statement inside, by what it lets happen and its number
    among those (None: the only one), `cell` an attribute in a row.
    """

    sort: str
    name: str
    step: str | None = None
    number: int | None = None
    cell: str | None = None

    def __str__(self) -> str:
        shown = f"{self.sort} {self.name}"
        if self.sort == "modify":
            attribute, _, noun = self.name.partition(" for ")
            shown = f"modify {attribute} for {noun}"
        if self.sort == "text":
            shown = f"text of {self.name}"
        return shown


class Amendment(msgspec.Struct, frozen=True):
    """One thing a house rule does. `tree` is what stands in the file, `word` what a problem points at.

    Of a table it is the table with the one row that the amendment is about, and the `cell` that changes.
    A row that is added by a table file is the `table`; all that is written of it is its name.
    """

    kind: Kind
    target: Target
    tree: Node
    word: Node
    place: Literal["before", "after"] | None = None
    table: Table | None = None
    cell: td.CellValue | None = None

    @property
    def replaces_table(self) -> bool:
        """Whether rows of the game go that others stand in the place of."""
        return self.kind == "replace" and self.target.sort == "table"

    @property
    def row_of(self) -> str:
        """The table in which the row stands that is written for it; empty if none is."""
        if self.target.sort != "row":
            return ""
        if self.table is not None:
            return self.table.type
        return self.tree.type.text if isinstance(self.tree, td.Table | th.ChangeTable) else ""


class HouseRule(msgspec.Struct):
    """All blocks `house rule` of one title in a file or folder.

    `span` is where its title stands first. `version` is that of the game they are written for.
    `on_top_of`, `presupposes` and `excludes` are titles of other house rules.
    """

    title: str
    span: Span
    amends: Name
    on_top_of: list[Quoted]
    amendments: list[Amendment]
    scenarios: list[Scenario]
    cites: list[Clause] = msgspec.field(default_factory=list)
    version: str | None = None
    presupposes: list[Quoted] = msgspec.field(default_factory=list)
    excludes: list[Quoted] = msgspec.field(default_factory=list)

    @property
    def tables(self) -> dict[str, Amendment]:
        """The tables that it replaces, each with what does so first."""
        replacing = [each for each in self.amendments if each.replaces_table]
        return {each.target.name: each for each in reversed(replacing)}


def read_house_rule(tree: th.House) -> HouseRule:
    """Read a block `house rule`."""
    house = HouseRule(tree.title.text, tree.title.at, tree.amends, list(tree.on_top_of), [], [])
    house.version = None if tree.version is None else tree.version.text
    for line in tree.lines:
        part = line.part if isinstance(line, th.Replace) else line
        if isinstance(part, td.Labels):
            continue  # they were read with the file
        if isinstance(part, Scenario):
            house.scenarios.append(part)
        elif isinstance(line, Cites):
            house.cites += line.clauses
        else:
            house.amendments += _amendments(line)
            if isinstance(line, th.Presupposes | th.Excludes):
                others = [target.title for target in of_kind(line.targets, th.HouseTarget)]
                (house.excludes if isinstance(line, th.Excludes) else house.presupposes).extend(others)
        if isinstance(line, _WITHOUT_DECLARATION):
            house.cites += of_kind(walk(line), Clause)
    return house


_WITHOUT_DECLARATION = (
    th.Remove, th.FixOption, th.LeaveOut, th.Presupposes, th.Excludes, th.ExtendEnum, th.ChangeTable,
    th.NarrowRule,
)  # fmt: skip
"""Amendments whose clauses go with the house rule, because no declaration of the game holds them."""


def _amendments(tree: Node) -> Iterator[Amendment]:
    match tree:
        case th.Replace(part=td.Table() as table):
            yield Amendment("replace", Target("table", table.type.text), table, table.type)
            yield from (Amendment("add", t, each, word) for t, each, word in _declared(table))
        case th.Replace(part=part):
            yield from (Amendment("replace", t, each, word) for t, each, word in _declared(part))
        case th.Remove(targets=targets) | th.Presupposes(targets=targets) | th.Excludes(targets=targets):
            kind: Kind = "remove" if isinstance(tree, th.Remove) else "presuppose"
            for target in targets:
                if not isinstance(target, th.HouseTarget):
                    yield Amendment(kind, _target(target), tree, target)
        case th.NarrowAction(name=name):
            yield Amendment("narrow", Target("action", name.text), tree, name)
        case th.NarrowRule(name=name):
            yield Amendment("narrow", Target("rule", name.text), tree, name)
        case th.ExtendEnum(name=name):
            yield Amendment("extend", Target("enum", name.text), tree, name)
        case th.ExtendType(name=name):
            yield Amendment("extend", Target("type", name.text), tree, name)
        case th.ChangeTable(lines=lines):
            for row in of_kind(lines, td.Row):
                one = structs.replace(tree, lines=(row,))
                for cell in row.cells:
                    found = Target("row", row.name.text, cell=cell.key)
                    yield Amendment("change", found, one, row.name, cell=cell)
        case th.FixOption(name=name):
            yield Amendment("fix", Target("option", name.text), tree, name)
        case th.Insert(step=step, name=name, when=place):
            yield Amendment("insert", _step(name, step), tree, step, place)
        case th.LeaveOut(step=step, name=name):
            yield Amendment("leave_out", _step(name, step), tree, step)
        case _:
            yield from (Amendment("add", t, each, word) for t, each, word in _declared(tree))


def _step(name: Name, step: th.Step) -> Target:
    return Target("body", name.text, step.name.text, None if step.number is None else step.number.value)


def _target(tree: th.TargetName | th.ModifyTarget) -> Target:
    if isinstance(tree, th.ModifyTarget):
        return Target("modify", f"{tree.of} for {tree.noun}")
    return Target(tree.sort, tree.name.text)


def _declared(tree: Node) -> Iterator[tuple[Target, Node, Node]]:
    """Return what a declaration declares: its rows if it is a table, else itself."""
    if isinstance(tree, td.Table):
        for row in tree.rows:
            yield Target("row", row.name.text), structs.replace(tree, rows=(row,)), row.name
        return
    yield declared_target(tree), tree, declared_word(tree)


def declared_target(tree: Node) -> Target:
    """Return the target under which a declaration is found."""
    if isinstance(tree, ts.Modify):
        return Target("modify", f"{tree.of} for {tree.parameters[0].noun}")
    if isinstance(tree, td.Text):
        return Target("text", ", ".join(row.text for row in tree.rows))
    return Target(tree.declares, str(declared_word(tree)))


def declared_word(tree: Node) -> Name:
    """Return the part of a declaration that names it."""
    if isinstance(tree, ts.Modify):
        return tree.of
    if isinstance(tree, td.Text):
        return tree.rows[0]
    if isinstance(tree, td.Table):
        return tree.type
    assert isinstance(tree, Named)
    return tree.name
