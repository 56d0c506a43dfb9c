"""Rows that one scenario makes up: the game is understood once more with them, and the scenario with it.

They are checked as the rows of a table and their texts are, and no other scenario knows of them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence, Set

import msgspec
from msgspec import structs
from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.asking import Asked, told_apart
from regelwerk.meaning.broken import heading_of
from regelwerk.meaning.collect import Collection
from regelwerk.meaning.effects import Cell
from regelwerk.meaning.files import GameFiles
from regelwerk.meaning.made import Made
from regelwerk.meaning.positions import MOST_LINES, replaced
from regelwerk.meaning.suite import Written
from regelwerk.meaning.understood import Understand as Look
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules.scenarios import MadeUp, made_up
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.tree import components as td
from regelwerk.tree import expressions as tx
from regelwerk.tree import scenarios as tc
from regelwerk.tree.declarations import Text
from regelwerk.tree.walk import same

MakeUp = tc.MadeUp | Text
Understand = Callable[[GameFiles, Mapping[str, int]], tuple[Whole, list[Diagnostic]]]
"""Understands a game; the numbers are those with which declarations begin to invent names."""


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


class InScenario(msgspec.Struct, frozen=True):
    """A scenario with rows of its own: what it became, what is wrong with it, and what it asked of the game.

    `asked` are questions with the answers of the game without its rows.
    """

    made: Made
    diagnostics: list[Diagnostic]
    asked: Asked


class _More(msgspec.Struct, frozen=True):
    """A game with more rows: `new` is what is wrong with them, `asked` are the questions about the game
    without them on which depends what they change."""

    whole: Whole
    new: list[Diagnostic]
    rows: MadeUp
    used: set[str]
    asked: Asked


class WithRows:
    """A game without errors, as it is with the rows that scenarios make up, understood once for each set of
    such rows."""

    def __init__(self, game: Whole, understand: Understand) -> None:
        self._game = game
        self._understand = understand
        self._began = dict(game.understood.began)
        self._known: list[tuple[Sequence[MakeUp], _More]] = []
        unknown = game.files.check_clauses(game.understood.cited)  # told of the game after its scenarios
        self._wrong = set(map(_of, [*game.understood.ctx.diagnostics, *unknown]))

    def scenario(self, lines: Sequence[MakeUp], look: Look, binders: int | None = None) -> InScenario:
        """Let a scenario be looked at with the rows that its lines make up.

        `binders` is how many names have been invented before.
        """
        wrong = self._cannot_be(lines)
        if wrong is not None:
            return InScenario(Made(), [wrong], {})
        more = self._with(lines)
        asked: Asked = {}
        made, found = more.whole.understood.alone(look, binders, asked)
        new = [_in_scenario(each, lines[0], self._game.files) for each in more.new]
        new += [each for each in found if _of(each) not in self._wrong]
        used = tuple(sorted({*made.used, *more.used}))
        if has_errors(new):
            return InScenario(Made(used=used), new, {})
        (written,) = made.scenarios
        scenario = Written.of(structs.replace(written.scenario, made_up=more.rows))
        tables = self._game.understood.tables
        asked = {question: tables.tell(question) for question in asked}
        return InScenario(structs.replace(made, scenarios=(scenario,), used=used), new, more.asked | asked)

    def _cannot_be(self, lines: Sequence[MakeUp]) -> Diagnostic | None:
        """Return what is wrong if rows have names of others, or texts are not theirs."""
        made: set[str] = set()
        for line in lines:
            if not isinstance(line, tc.MadeUp):
                continue
            name = line.row.name
            first = self._game.names.declared.get(name.text)
            if first is not None:
                here = problems.notes.declared_first(name.text).at(first.span)
                return problems.declared_twice(name.text).at(name.at, notes=(here,))
            made.add(name.text)
        texts = (line for line in lines if isinstance(line, Text))
        foreign = next((name for text in texts for name in text.rows if name.text not in made), None)
        if foreign is None:
            return None
        return problems.text_for_no_row(foreign.text, in_scenario=True).at(foreign.at)

    def _with(self, lines: Sequence[MakeUp]) -> _More:
        """Return the game with the rows that lines make up."""
        for known, more in self._known:
            if len(known) == len(lines) and all(map(same, known, lines)):
                return more
        game = self._game
        new = [
            td.Table(line.at, line.type, (line.row,)) if isinstance(line, tc.MadeUp) else line
            for line in lines
        ]
        files = replace(game.files, blocks=[*game.files.blocks, *new], tests=[])
        whole, found = self._understand(files, self._began)
        wrong = [each for each in found if _of(each) not in self._wrong]
        more = _More(
            whole,
            wrong,
            made_up(game.rules, whole.rules),
            _used(lines, whole).union(*(made.used for made in _own(game, whole))),
            _asked(game, whole),
        )
        self._known.append((lines, more))
        return more


def _used(lines: Sequence[MakeUp], whole: Whole) -> set[str]:
    """Return the names that made-up rows use."""
    rows = {line.row.name.text for line in lines if isinstance(line, tc.MadeUp)}
    declared = (row for row in whole.rules.rows if row.name in rows)
    return {each for row in declared for each in (row.type, *row.values.values()) if isinstance(each, str)}


def _own(game: Whole, more: Whole) -> list[Made]:
    """Return what became of declarations that is not the same without further rows."""
    known = {id(made) for made in game.understood.made}
    return [made for made in more.understood.made if id(made) not in known]


def _asked(game: Whole, more: Whole) -> Asked:
    """Return what is asked of a game on which depends what more rows change in it.

    That is who asks what they let have another answer, what their texts ask, and what is declared besides.
    """
    tables = game.understood.tables
    questions = ["frame ", "askers " + "\n".join(tables.otherwise(more.understood.tables))]
    known = {told_apart(each) for each in game.understood.looked}
    for looked in more.understood.looked:
        if told_apart(looked) not in known:
            questions += map(tables.question, looked.asked)
    if any(made.binders for made in _own(game, more)):
        questions.append("began ")
    if any(_read_by(limit, game) != _read_by(limit, more) for limit in game.rules.limits):
        questions.append("written ")
    return {question: tables.tell(question) for question in questions}


def _read_by(limit: d.LimitDecl, whole: Whole) -> Set[Cell]:
    return whole.graph.all_reads((limit.holds, limit.over))


def _in_scenario(problem: Diagnostic, line: MakeUp, files: GameFiles) -> Diagnostic:
    """What is wrong in the game only because of a line of a scenario is wrong there."""
    if line.at.file not in files.sources or heading_of(problem.span, files.sources) is not None:
        return problem
    return replace(problem, span=line.at, fix=None)


def _of(problem: Diagnostic) -> tuple[object, ...]:
    """What tells one thing that is wrong from others."""
    return problem.code, problem.facts, problem.span
