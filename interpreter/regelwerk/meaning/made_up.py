"""Rows that one scenario makes up: the game is understood once more with them, and the scenario with it.

They are checked as the rows of a table and their texts are, and no other scenario knows of them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence

import msgspec
from msgspec import structs
from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.broken import heading_of
from regelwerk.meaning.collect import Collection
from regelwerk.meaning.files import GameFiles
from regelwerk.meaning.positions import MOST_LINES, replaced
from regelwerk.meaning.whole import Whole
from regelwerk.rules.scenarios import Scenario, made_up
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.tree import components as td
from regelwerk.tree import expressions as tx
from regelwerk.tree import scenarios as tc
from regelwerk.tree.declarations import Text
from regelwerk.tree.walk import same

MakeUp = tc.MadeUp | Text
Understand = Callable[[GameFiles, Mapping[str, int]], tuple[Whole, list[Diagnostic]]]
"""Understands a game; the numbers are those with which declarations begin to invent names."""


OwnRows = dict[str, tuple[tc.Scenario, list[MakeUp]]]
"""Scenarios by their titles, with the lines that make up rows."""


def rows_of_scenarios(found: Collection) -> OwnRows:
    """Return the scenarios that make up rows."""
    positions = positions_of(found)
    trees = (place.tree for place in found.of(tc.Scenario))
    own = ((tree, lines_made_up(tree, positions)) for tree in trees)
    return {tree.title.text: (tree, lines) for tree, lines in own if lines}


def positions_of(found: Collection) -> dict[str, tc.Position]:
    """Return the positions that make up rows, themselves or by others."""
    every = {place.tree.name.text: place.tree for place in found.of(tc.Position)}
    making = {name for name, tree in every.items() if any(isinstance(line, MakeUp) for line in tree.lines)}
    while making:
        further = {name for name, tree in every.items() if name not in making and _uses(tree, making)}
        if not further:
            break
        making |= further
    return {name: every[name] for name in making}


def _uses(tree: tc.Position, names: Container[str]) -> bool:
    return any(isinstance(line, tc.InPosition) and line.name.text in names for line in tree.lines)


def lines_made_up(tree: tc.Scenario, positions: Mapping[str, tc.Position]) -> list[MakeUp]:
    """Return the lines of a scenario, and of its positions, that make up rows and their texts."""
    found: list[MakeUp] = []
    for line in _lines(tree.lines, positions):
        if not any(same(line, each) for each in found):
            found.append(line)
    return found


def _lines(lines: Sequence[tc.Line], positions: Mapping[str, tc.Position]) -> Iterator[MakeUp]:
    waiting = list(reversed(lines))
    for _ in range(MOST_LINES * 2):
        if not waiting:
            return
        line = waiting.pop()
        if isinstance(line, MakeUp):
            yield line
        elif isinstance(line, tc.InPosition) and line.name.text in positions:
            position = positions[line.name.text]
            given = _given(position, line)
            waiting += reversed([replaced(each, given) for each in position.lines])


def _given(position: tc.Position, use: tc.InPosition) -> dict[str, tx.Expression]:
    """Return what the parameters of a position stand for; what is wrong there is reported by others."""
    parameters = position.parameters
    given = {each.name.text: each.default for each in parameters if each.default is not None}
    for parameter, argument in zip(parameters, use.arguments, strict=False):
        if not isinstance(argument, tx.Match):
            given[parameter.name.text] = argument
    named = (each for each in use.arguments if isinstance(each, tx.Match))
    return given | {each.name.text: each.value for each in named}


class WithRows(msgspec.Struct, frozen=True):
    """A scenario with rows of its own: what it became, what is wrong with it, and the names it uses."""

    scenario: Scenario | None
    diagnostics: list[Diagnostic]
    used: frozenset[str]


def understood_with_rows(
    game: Whole, tree: tc.Scenario, lines: Sequence[MakeUp], understand: Understand
) -> WithRows:
    """Understand a scenario with the rows that its lines make up, in a game without errors."""
    rows = tuple(td.Table(line.at, line.type, (line.row,)) for line in lines if isinstance(line, tc.MadeUp))
    texts = [line for line in lines if isinstance(line, Text)]
    made = {table.rows[0].name.text for table in rows}
    for table in rows:
        name = table.rows[0].name
        first = game.names.declared.get(name.text)
        if first is not None:
            here = problems.notes.declared_first(name.text).at(first.span)
            twice = problems.declared_twice(name.text).at(name.at, notes=(here,))
            return WithRows(None, [twice], frozenset())
    foreign = [name for text in texts for name in text.rows if name.text not in made]
    if foreign:
        problem = problems.text_for_no_row(foreign[0].text, in_scenario=True)
        return WithRows(None, [problem.at(foreign[0].at)], frozenset())
    blocks = [each for each in game.files.blocks if not isinstance(each, tc.Scenario)]
    files = replace(game.files, blocks=[*blocks, *rows, *texts, tree])
    more, found = understand(files, game.understood.began)
    known = {
        _of(each) for each in game.understood.ctx.diagnostics if heading_of(each.span, files.sources) is None
    }
    new = [_in_scenario(each, lines[0], files) for each in found if _of(each) not in known]
    used = frozenset(name for name, entry in more.names.declared.items() if entry.used)
    if has_errors(new):
        return WithRows(None, new, used)
    scenario = structs.replace(more.tested.written[0].scenario, made_up=made_up(game.rules, more.rules))
    return WithRows(scenario, new, used)


def _in_scenario(problem: Diagnostic, line: MakeUp, files: GameFiles) -> Diagnostic:
    """What is wrong in the game only because of a line of a scenario is wrong there."""
    if line.at.file not in files.sources or heading_of(problem.span, files.sources) is not None:
        return problem
    return replace(problem, span=line.at, fix=None)


def _of(problem: Diagnostic) -> tuple[object, ...]:
    """What tells one thing that is wrong from others."""
    return problem.code, problem.facts, problem.span
