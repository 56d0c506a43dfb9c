"""Scenarios, as they are written: a position, choices and chance, what is expected."""

from __future__ import annotations

from typing import Literal

from regelwerk.tree.components import CellValue, Row
from regelwerk.tree.declarations import Text
from regelwerk.tree.derived import Parameter
from regelwerk.tree.expressions import Argument, Expression
from regelwerk.tree.nodes import Cites, Name, Named, Node, Quoted, Some, Whole
from regelwerk.tree.statements import Body


class Scenario(Node, frozen=True):
    """`scenario "A win":`, with its lines."""

    declares = "scenario"
    form = "scenario {title}:\n    {lines}"

    title: Quoted
    lines: Some[Line]


class Position(Named, frozen=True):
    """`position besieged(seat p):`, with its lines."""

    declares = "position"
    form = "position {name}[({parameters, })]:\n    {lines}"

    parameters: tuple[Parameter, ...]
    lines: Some[PositionLine]


class InPosition(Node, frozen=True):
    """`position besieged(anna)`: the lines of the position stand here."""

    form = "position {name}[({arguments, })]"

    name: Name
    arguments: tuple[Argument, ...]


class WithPlayers(Node, frozen=True):
    """`with 3 players`."""

    form = "with {count} players"

    count: Whole


class WithOption(Node, frozen=True):
    """`with level = hard`."""

    form = "with {name} = {value}"

    name: Name
    value: Expression


class WithList(Node, frozen=True):
    """`with deck of seat 1 = first`."""

    form = "with {list} of seat {seat} = {wanted}"

    list: Name
    seat: Whole
    wanted: Name


class ScenarioLet(Node, frozen=True):
    """`let c be the card x where (...)`."""

    form = "let {name} be {value}"

    name: Name
    value: Expression


class WithFigure(Node, frozen=True):
    """`with sword.bonus = 3`: a row has this figure in its table."""

    form = "with {row}.{figure}"

    row: Name
    figure: CellValue


class MadeUp(Node, frozen=True):
    """`row card sword: bonus = 3`: a row that the game has in this scenario only."""

    form = "row {type} {row}"

    type: Name
    row: Row


class Given(Node, frozen=True):
    """`given:`, with a body."""

    form = "given:\n    {body}"

    body: Body


class Start(Node, frozen=True):
    """`start turn(seat 1) within main()`, the innermost first."""

    form = "start {occurrences within }"

    occurrences: Some[Occurrence]


class Occurrence(Node, frozen=True):
    """`turn(seat 1)`."""

    form = "{event}({arguments, })"

    event: Name
    arguments: tuple[Argument, ...]


class Chance(Node, frozen=True):
    """`chance d6: 6, 5`, `chance anna.deck: ruby`."""

    form = "chance {source}: {outcomes, }"

    source: Expression
    outcomes: Some[Expression]


class Chooses(Node, frozen=True):
    """`seat 1: lay(ruby), pass`."""

    form = "{seat}: {picks, }"

    seat: Expression
    picks: Some[Pick]


class Cannot(Node, frozen=True):
    """`seat 1 cannot lay(ruby) because full`."""

    form = "{seat} cannot {pick}[ because {because}]"

    seat: Expression
    pick: Pick
    because: Name | None


class MayPick(Node, frozen=True):
    """`seat 1 may lay(ruby)`."""

    form = "{seat} may {pick}"

    seat: Expression
    pick: Pick


class MayOnly(Node, frozen=True):
    """`seat 1 may only lay(ruby), pass`."""

    form = "{seat} may only {picks, }"

    seat: Expression
    picks: Some[Pick]


class WordPick(Node, frozen=True):
    """`pass`, `done`, `decline`."""

    form = "{word}"

    word: Literal["pass", "done", "decline"]


class NotAsked(Node, frozen=True):
    """`seat 1 is not asked`."""

    form = "{seat} is not asked"

    seat: Expression


class AllPass(Node, frozen=True):
    """`all pass`, `all pass until phase = site`, `all pass until seat 1 may lay(ruby)`."""

    form = "all pass[ until {until}]"

    until: Expression | MayPick | None


class PlaysNothing(Node, frozen=True):
    """`seat 1 plays nothing until phase = site`."""

    form = "{seat} plays nothing[ until {until}]"

    seat: Expression
    until: Expression | None


class Expect(Node, frozen=True):
    """`expect round = 2`."""

    form = "expect {test}"

    test: Expression


class Ends(Node, frozen=True):
    """`ends as won`."""

    form = "ends[ as {name}]"

    name: Name | None


Pick = Expression | WordPick
PositionLine = (
    WithPlayers | WithOption | WithList | ScenarioLet | InPosition | WithFigure | MadeUp | Text | Given
    | Start | Chance | PlaysNothing
)  # fmt: skip
Line = PositionLine | Cites | Chooses | Cannot | MayPick | MayOnly | NotAsked | AllPass | Expect | Ends
Tested = Scenario | Position
"""What is written to test a game, and is no part of it."""
