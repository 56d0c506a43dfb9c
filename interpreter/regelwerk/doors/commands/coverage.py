"""`regelwerk coverage`: clause by clause, what is written and what is tested."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from typing import Any

import click
import msgspec

from regelwerk.doors.games import Game, load_game
from regelwerk.doors.houses import house_option
from regelwerk.doors.refusals import Refused
from regelwerk.rules.declarations import RowDecl, Rules
from regelwerk.source.diagnostics import near_names

_SCENARIO = "scenario:"
NOT_RULES = ("enums", "cites", "places", "labels", "lists", "brought", "drawings")
"""Parts of the rules form that name rows without saying what they do."""


class Rows(msgspec.Struct, frozen=True):
    """The rows of one type: how many there are, how many rules or texts name, for which the flag is `no`."""

    type: str
    rows: int
    named: int
    marked: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """One clause: the declarations and the scenarios that cite it, or why nothing can."""

    clause: str
    title: str
    declarations: tuple[str, ...]
    scenarios: tuple[str, ...]
    not_executable: str = ""

    @property
    def covered(self) -> bool:
        return bool(self.declarations or self.scenarios or self.not_executable)


@click.command(epilog="Example: regelwerk coverage my_game --missing")
@click.argument("game", metavar="GAME")
@click.option("--missing", is_flag=True, help="only clauses that nothing cites")
@click.option(
    "--rows",
    "--cards",
    "rows",
    is_flag=True,
    help="count the rows of tables instead, and those that rules or texts name",
)
@click.option("--unless", "flag", metavar="FLAG", help="with --rows, name rows for which this flag is `no`")
@click.option("--json", "as_json", is_flag=True, help="write the lines as JSON")
@house_option
def command(
    game: str, missing: bool, rows: bool, flag: str | None, as_json: bool, houses: tuple[str, ...]
) -> int:
    """Show for every clause of a game's list which rules and scenarios cite it, or why none can.

    With house rules that have a list of their own, the clauses are those of that list.
    The status is 1 if a clause is cited by nothing and not marked as not executable, or if a clause is
    cited that the list does not have.

    With --rows it shows for every type with a table how many rows are named by rules, such as those with
    a text of their own; the others are what their figures say. --unless names a flag of the types, for
    example one for rows whose text is not written yet.
    """
    loaded = load_game(game, houses)
    if flag is not None and not rows:
        raise Refused("`--unless` belongs to `--rows`", "write `--rows` too")
    if rows:
        return show_rows(rows_of(loaded.rules, flag), flag, as_json)
    if not loaded.clauses:
        raise Refused(f"`{game}` has no list of clauses", "write `clauses.yaml` and name it in `game.yaml`")
    lines = coverage_of(loaded)
    unknown = sorted(
        {clause for clauses in _cites(loaded).values() for clause in clauses} - set(loaded.clauses)
    )
    shown = [line for line in lines if not missing or not line.covered]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(shown), indent=2).decode())
    else:
        for line in shown:
            print(_text(line))
        print(_totals(lines))
    for clause in unknown:
        print(f"error: `{clause}` is cited, but is not in the list of clauses", file=sys.stderr)
    return int(bool(unknown) or any(not line.covered for line in lines))


def rows_of(rules: Rules, flag: str | None = None) -> list[Rows]:
    """The rows of every type that has some, in the order of the tables; Refused if no type has the flag."""
    flags = {
        attribute.name: attribute.default
        for declared in rules.types
        for attribute in declared.attributes
        if attribute.type.kind == "flag" and attribute.type.per is None
    }
    if flag is not None and flag not in flags:
        raise Refused(
            f"no type has a flag `{flag}`", "name one that a type declares", near_names(flag, flags)
        )
    named = _words(msgspec.to_builtins(rules, builtin_types=()), apart={"rows", *NOT_RULES})
    by_type: dict[str, list[RowDecl]] = {}
    for row in rules.rows:
        by_type.setdefault(row.type, []).append(row)
    return [
        Rows(
            name,
            len(rows),
            sum(row.name in named for row in rows),
            tuple(row.name for row in rows if flag is not None and not row.values.get(flag, flags[flag])),
        )
        for name, rows in by_type.items()
    ]


def _words(form: Any, apart: Collection[str] = ()) -> set[str]:
    """Every text in a form, keys of mappings too, without some of its keys."""
    if isinstance(form, str):
        return {form}
    if isinstance(form, dict):
        return {key for key in form if key not in apart}.union(
            *(_words(value) for key, value in form.items() if key not in apart)
        )
    return set().union(*(_words(each) for each in form)) if isinstance(form, list | tuple) else set()


def show_rows(found: list[Rows], flag: str | None, as_json: bool) -> int:
    """Print the counts; the status is 1 if the flag is `no` for a row."""
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        for each in found:
            print(f"{each.type}: {each.rows} rows, {each.named} of them named by rules")
            if each.marked:
                print(f"    not {flag}: {', '.join(each.marked)}")
        counts = [sum(each.rows for each in found), sum(each.named for each in found)]
        marked = f", {sum(len(each.marked) for each in found)} not {flag}" if flag is not None else ""
        print(f"{counts[0]} rows, {counts[1]} of them named by rules{marked}")
    return int(any(each.marked for each in found))


def coverage_of(game: Game, clauses: dict[str, dict[str, str]] | None = None) -> list[Line]:
    """A line for every clause of a list, in its order; that of the house rules if they have one."""
    by_clause: dict[str, list[str]] = {}
    for key, cited in _cites(game).items():
        for clause in cited:
            by_clause.setdefault(clause, []).append(key)
    lines = []
    for clause, about in (clauses or game.house_clauses or game.clauses or {}).items():
        keys = by_clause.get(clause, [])
        declared = tuple(_name(key) for key in keys if not key.startswith(_SCENARIO))
        tested = tuple(key.removeprefix(_SCENARIO) for key in keys if key.startswith(_SCENARIO))
        lines.append(Line(clause, about["title"], declared, tested, about.get("not_executable", "")))
    return lines


def _cites(game: Game) -> dict[str, tuple[str, ...]]:
    """What every declaration and scenario cites, by its key in the rules form."""
    cites = dict(game.rules.cites)
    for scenario in game.scenarios.scenarios if game.scenarios is not None else ():
        cites[f"{_SCENARIO}{scenario.title}"] = scenario.cites
    return cites


def _name(key: str) -> str:
    sort, _, name = key.partition(":")
    return f"text of {name.partition(':')[2]}" if sort == "told" else f"{sort} {name}"


def _text(line: Line) -> str:
    parts = [f"{line.clause}  {line.title}"]
    if line.declarations:
        parts.append(f"    rules: {', '.join(line.declarations)}")
    if line.scenarios:
        parts.append("    scenarios: " + ", ".join(f'"{title}"' for title in line.scenarios))
    if line.not_executable:
        parts.append(f"    not executable: {line.not_executable}")
    if not line.covered:
        parts.append("    nothing cites it")
    return "\n".join(parts)


def _totals(lines: Iterable[Line]) -> str:
    lines = list(lines)
    counts = (
        (len(lines), "clauses"),
        (sum(bool(line.declarations) for line in lines), "cited by rules"),
        (sum(bool(line.scenarios) for line in lines), "by scenarios"),
        (sum(bool(line.not_executable) for line in lines), "not executable"),
        (sum(not line.covered for line in lines), "not covered"),
    )
    return ", ".join(f"{number} {what}" for number, what in counts)
