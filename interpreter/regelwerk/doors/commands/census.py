"""`regelwerk census`: every construct of the language, and what uses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import click
import msgspec

from regelwerk.doors.games import Game, games_under, load_game, shipped_games
from regelwerk.rules.builtins import BUILTINS
from regelwerk.rules.declarations import Rules
from regelwerk.rules.expressions import Builtin, Expression
from regelwerk.rules.scenarios import Step
from regelwerk.rules.statements import Let, Statement
from regelwerk.rules.walk import nodes

DECLARATIONS = {
    "enums": "enum", "types": "type", "rows": "row", "zones": "zone", "states": "state", "dice": "die",
    "maps": "grid",
    "graphs": "map", "options": "option", "values": "value", "events": "event", "actions": "action",
    "windows": "window", "rules": "rule", "limits": "limit", "modifiers": "modify", "payments": "payment",
    "lists": "list",
}  # fmt: skip
"""The declarations of the rules form and how they are called here; those with bodies come last."""

_BODIES = ("values", "events", "actions", "windows", "rules", "limits", "modifiers", "payments")


class Use(msgspec.Struct):
    """How much uses a construct: games, rules (declarations), cards (rows with a text of their own), and
    scenarios, which do not make a game count."""

    kind: str
    name: str
    games: int = 0
    rules: int = 0
    cards: int = 0
    scenarios: int = 0


@click.command(epilog="Example: regelwerk census --unused")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--unused", is_flag=True, help="only constructs that no game uses")
@click.option("--json", "as_json", is_flag=True, help="write the counts as JSON")
def command(paths: tuple[str, ...], unused: bool, as_json: bool) -> None:
    """Count for every construct of the language the games, rules, cards and scenarios that use it.

    Without PATH all shipped games are counted.
    """
    names = [game for path in paths for game in games_under(path)] or list(shipped_games())
    found = [
        use
        for use in count([load_game(name) for name in names])
        if not (unused and (use.games or use.scenarios))
    ]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    from rich.table import Table

    from regelwerk.doors.screen import Screen

    games = "1 game" if len(names) == 1 else f"{len(names)} games"
    table = Table(title=f"{games}: {', '.join(names)}", title_justify="left", box=None)
    for heading in ("kind", "construct"):
        table.add_column(heading)
    for heading in ("games", "rules", "cards", "scenarios"):
        table.add_column(heading, justify="right")
    for use in found:
        table.add_row(use.kind, use.name, str(use.games), str(use.rules), str(use.cards), str(use.scenarios))
    Screen().print(table)


def count(games: list[Game]) -> list[Use]:
    """A line for every construct, in the order of the rules form."""
    uses = {(kind, name): Use(kind, name) for kind, name in constructs()}
    for game in games:
        rules = game.rules
        in_game = {("declaration", DECLARATIONS[field]) for field in DECLARATIONS if getattr(rules, field)}
        for field, name in DECLARATIONS.items():
            uses["declaration", name].rules += len(getattr(rules, field))
        for is_card, piece in _units(rules):
            here = {construct for node in nodes(piece) for construct in _of(node)}
            in_game |= here
            for construct in here:
                uses[construct].cards += is_card
                uses[construct].rules += not is_card
        for construct in in_game:
            uses[construct].games += 1
        for scenario in game.scenarios.scenarios if game.scenarios is not None else ():
            for construct in {construct for node in nodes(scenario) for construct in _of(node)}:
                uses[construct].scenarios += 1
    return list(uses.values())


def constructs() -> Iterator[tuple[str, str]]:
    """Every construct of the language: (kind, name)."""
    for name in DECLARATIONS.values():
        yield "declaration", name
    for node in get_args(Statement):
        yield "statement", _tag(node)
    for node in get_args(Expression):
        yield "expression", _tag(node)
    for builtin in BUILTINS:
        yield "function", builtin.name
    for node in get_args(Step):
        if node is not Let:
            yield "step", _tag(node)


def _units(rules: Rules) -> Iterator[tuple[bool, Any]]:
    """Everything that is counted as a rule or as a card: whether it is a card, and its piece of the form."""
    for field in _BODIES:
        for declared in getattr(rules, field):
            told = getattr(declared, "told", None)
            yield False, msgspec.structs.replace(declared, told=None) if told else declared
            for statements in (told or {}).values():
                yield True, statements


def _of(node: Any) -> Iterator[tuple[str, str]]:
    """The constructs that a node is."""
    if isinstance(node, get_args(Statement)):
        yield "statement", _tag(type(node))
    elif isinstance(node, get_args(Step)):
        yield "step", _tag(type(node))
    elif isinstance(node, get_args(Expression)):
        yield "expression", _tag(type(node))
        if isinstance(node, Builtin):
            yield "function", node.name


def _tag(node: Any) -> str:
    return str(node.__struct_config__.tag)
