"""House rules as they stand in their files: a title, the game they amend, one amendment after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from lark import Token

from regelwerk.meaning.files import Table
from regelwerk.meaning.trees import SORTS, Part, Tree, parts_of, span_of, token_text
from regelwerk.source.spans import Span
from regelwerk.tree.nodes import Clause

Kind = Literal[
    "add", "replace", "remove", "narrow", "extend", "change", "fix", "insert", "leave_out", "presuppose"
]
"""What an amendment does, under the names of the rules form."""


@dataclass(frozen=True)
class Target:
    """What an amendment is about: a declaration by its sort and its name.

    Modifiers have no name of their own: theirs is `ATTRIBUTE for TYPE`. A text has the names of its
    rows. `step` is a statement inside, by what it lets happen and its number among those (None: the only
    one), `cell` an attribute in a row.
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


@dataclass(frozen=True)
class Amendment:
    """One thing a house rule does. `tree` is what stands in the file, `word` what a problem points at.

    A row that is added by a table file has no tree: it is the `table`.
    """

    kind: Kind
    target: Target
    tree: Tree
    word: Part
    place: Literal["before", "after"] | None = None
    table: Table | None = None


@dataclass
class HouseRule:
    """All blocks `house rule` of one title in a file or folder; every part of their trees knows its file.

    `file` is how the user named the file of the first. `version` is that of the game they are written for.
    `on_top_of`, `presupposes` and `excludes` are titles of other house rules.
    """

    title: str
    file: str
    tree: Tree
    amends: Token
    on_top_of: list[Token]
    amendments: list[Amendment]
    scenarios: list[Tree]
    cites: list[Clause] = field(default_factory=list)
    version: str | None = None
    presupposes: list[Token] = field(default_factory=list)
    excludes: list[Token] = field(default_factory=list)

    @property
    def span(self) -> Span:
        """Where its title stands."""
        return span_of(self.file, self.tree.children[0])


def read_house_rule(file: str, tree: Tree) -> HouseRule:
    """Read a block `house rule` whose parts know their file."""
    title, amends, version, on_top = tree.children[:4]
    above = [] if on_top is None else [token for token in on_top.children if token.type == "TEXT"]
    house = HouseRule(title_of(title), file, tree, amends, above, [], [])
    house.version = None if version is None else title_of(version)
    for part in tree.children[4:]:
        if part.data == "scenario":
            house.scenarios.append(part)
        elif part.data == "replace" and part.children[0].data == "scenario":
            house.scenarios.append(part.children[0])
        elif part.data == "cites":
            house.cites += [_clause(file, token) for token in part.children]
        else:
            house.amendments += _amendments(part)
            others = [target.children[0] for target in parts_of(part, "house_target")]
            (house.excludes if part.data == "excludes" else house.presupposes).extend(others)
        if str(part.data) in _WITHOUT_DECLARATION:
            house.cites += [_clause(file, token) for token in part.scan_values(_is_clause)]
    return house


def title_of(token: Token) -> str:
    """Return a text without its quotes."""
    return str(token)[1:-1]


_WITHOUT_DECLARATION = frozenset(
    (
        "remove", "fix_option", "leave_out", "presupposes", "excludes", "extend_enum", "change_table",
        "narrow_rule",
    )
)  # fmt: skip
"""Amendments whose clauses go with the house rule, because no declaration of the game holds them."""


def _clause(file: str, token: Token) -> Clause:
    return Clause(span_of(file, token), str(token))


def _is_clause(part: object) -> bool:
    return isinstance(part, Token) and part.type == "CLAUSE"


def _amendments(tree: Tree) -> Iterator[Amendment]:
    form = str(tree.data)
    children = tree.children
    if form == "replace":
        yield from (Amendment("replace", t, each, word) for t, each, word in _declared(children[0]))
    elif form in ("remove", "presupposes", "excludes"):
        for part in parts_of(tree, "target", "modify_target"):
            yield Amendment("remove" if form == "remove" else "presuppose", _target(part), tree, part)
    elif form in ("narrow_action", "narrow_rule"):
        yield Amendment("narrow", Target(form.partition("_")[2], str(children[0])), tree, children[0])
    elif form in ("extend_enum", "extend_type"):
        sort = form.partition("_")[2]
        yield Amendment("extend", Target(sort, token_text(children[0])), tree, children[0])
    elif form == "change_table":
        for row in parts_of(tree, "row"):
            for cell in parts_of(row, "cell_value"):
                key, member, _ = cell.children
                name = str(key) if member is None else f"{key}.{member}"
                target = Target("row", str(row.children[0]), cell=name)
                yield Amendment("change", target, Tree("change", [children[0], row, cell]), row.children[0])
    elif form == "fix_option":
        yield Amendment("fix", Target("option", str(children[0])), tree, children[0])
    elif form == "insert":
        where, step, name, _ = children
        place: Literal["before", "after"] = "before" if str(where) == "before" else "after"
        yield Amendment("insert", _step("body", name, step), tree, step, place)
    elif form == "leave_out":
        step, name, _ = children
        yield Amendment("leave_out", _step("body", name, step), tree, step)
    else:
        yield from (Amendment("add", t, each, word) for t, each, word in _declared(tree))


def _step(sort: str, name: Token, step: Tree) -> Target:
    what, number = step.children
    return Target(sort, str(name), str(what), None if number is None else int(number))


def _target(tree: Tree) -> Target:
    if tree.data == "modify_target":
        return Target("modify", f"{tree.children[0]} for {token_text(tree.children[1])}")
    return Target(str(tree.children[0].children[0]), str(tree.children[1]))


def _declared(tree: Tree) -> Iterator[tuple[Target, Tree, Part]]:
    """Return what a declaration declares: its rows if it is a table, else itself."""
    if tree.data == "table":
        for row in parts_of(tree, "row"):
            yield Target("row", str(row.children[0])), Tree("table", [tree.children[0], row]), row.children[0]
        return
    yield declared_target(tree), tree, declared_word(tree)


def declared_target(tree: Tree) -> Target:
    """Return the target under which a declaration is found."""
    sort = SORTS.get(str(tree.data), str(tree.data))
    if sort == "modify":
        return Target(sort, f"{tree.children[0]} for {token_text(tree.children[1])}")
    if sort == "text":
        return Target(sort, ", ".join(str(c) for c in tree.children if isinstance(c, Token)))
    return Target(sort, token_text(tree))


def declared_word(tree: Tree) -> Part:
    """Return the part of a declaration that names it."""
    first = tree.children[0]
    assert isinstance(first, Tree | Token)
    return first
