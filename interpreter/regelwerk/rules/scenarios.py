"""The rules form, part 4: scenarios. A position, choices and chance, and what is then expected.

Lets, the position and the expectations are ordinary nodes; the locals of a scenario are those its
`let`s bind. Choices are written as the match prints options, so a step keeps their parts.
"""

from __future__ import annotations

import msgspec
from msgspec import structs

from . import declarations as d
from .declarations import ValueType
from .expressions import Expression, Node, Zone
from .statements import Happen, Let, Statement

FORMAT = "regelwerk-scenarios/2"


class OptionText(Node, frozen=True):
    """One pick as data: a `value` (a thing, seat, member or number) of a `kind`, or a `name` (way, action,
    `pass`, `done`) with `args`.

    `also` are the other meanings of the same word; which is meant, the decision says that it is written for.
    """

    value: Expression | None = None
    name: str | None = None
    args: tuple[Expression, ...] = ()
    kind: ValueType | None = None
    also: tuple[OptionText, ...] = ()


class Chooses(Node, frozen=True, tag_field="node", tag="chooses"):
    """The seat takes these options one after the other (several picks of one decision)."""

    seat: Expression
    picks: tuple[OptionText, ...]


class Offered(Node, frozen=True, tag_field="node", tag="offered"):
    """The seat is asked now, and is (or is not) offered this; `because` names the rule that forbids it."""

    seat: Expression
    option: OptionText
    offered: bool
    because: str | None = None


class OnlyOffered(Node, frozen=True, tag_field="node", tag="only_offered"):
    """The seat is asked now, and is offered each of these, and nothing else."""

    seat: Expression
    options: tuple[OptionText, ...]


class AllPass(Node, frozen=True, tag_field="node", tag="all_pass"):
    """Every seat that is asked passes until something holds, or an option is offered; else until the window
    closes."""

    until: Expression | None = None
    offered: Offered | None = None


class PlaysNothing(Node, frozen=True, tag_field="node", tag="plays_nothing"):
    """From here on the seat passes wherever it can; `until` something holds, if that is said."""

    seat: Expression
    until: Expression | None = None


class NotAsked(Node, frozen=True, tag_field="node", tag="not_asked"):
    """The seat has nothing to decide now."""

    seat: Expression


class Chance(Node, frozen=True, tag_field="node", tag="chance"):
    """The next results of one source of chance: faces of a `die`, things from a `zone`, or elements `picked`
    from sets of a noun."""

    results: tuple[Expression, ...]
    die: str | None = None
    zone: Zone | None = None
    picked: str | None = None


class Start(Node, frozen=True, tag_field="node", tag="start"):
    """What was started before is done; now this begins, `within` happenings around it, the nearest first."""

    start: Happen
    within: tuple[Happen, ...] = ()


class Expect(Node, frozen=True, tag_field="node", tag="expect"):
    that: Expression


class Ends(Node, frozen=True, tag_field="node", tag="ends"):
    """The game has ended under this name."""

    name: str


Step = (
    Chooses | AllPass | PlaysNothing | Offered | OnlyOffered | NotAsked | Chance | Start | Expect | Ends | Let
)  # fmt: skip


class MadeUp(Node, frozen=True):
    """Rows that the game has in one scenario only, with what their texts say: all declarations that are new
    or others because of them. Those that are others stand for those of their names."""

    types: tuple[d.TypeDecl, ...] = ()
    rows: tuple[d.RowDecl, ...] = ()
    values: tuple[d.ValueDecl, ...] = ()
    events: tuple[d.EventDecl, ...] = ()
    actions: tuple[d.ActionDecl, ...] = ()
    windows: tuple[d.WindowDecl, ...] = ()
    rules: tuple[d.RuleDecl, ...] = ()
    limits: tuple[d.LimitDecl, ...] = ()
    modifiers: tuple[d.ModifierDecl, ...] = ()
    payments: tuple[d.PaymentDecl, ...] = ()
    places: dict[str, str] = msgspec.field(default_factory=dict)


def made_up(game: d.Rules, more: d.Rules) -> MadeUp:
    """Return what rules with more rows have that those of the game have not."""
    sorts = {}
    for sort in _MADE_UP:
        known = {declared.name: declared for declared in getattr(game, sort)}
        sorts[sort] = tuple(each for each in getattr(more, sort) if each != known.get(each.name))
    places = {key: place for key, place in more.places.items() if game.places.get(key) != place}
    return MadeUp(**sorts, places=places)


def with_made_up(game: d.Rules, further: MadeUp) -> d.Rules:
    """Return the rules of a game with what is made up for a scenario."""
    sorts = {}
    for sort in _MADE_UP:
        others = {declared.name: declared for declared in getattr(further, sort)}
        known = tuple(others.pop(declared.name, declared) for declared in getattr(game, sort))
        sorts[sort] = (*known, *others.values())
    return structs.replace(game, **sorts, places={**game.places, **further.places})


_MADE_UP = tuple(name for name in MadeUp.__struct_fields__ if name != "places")


class Scenario(Node, frozen=True):
    """`start` names the event to begin with first (the game's `main` if absent), `within` the happenings
    around it, the nearest first; `given` makes the position. `lists` maps declared lists and seats (from
    1) to the ids of what they bring. `step_places` and `given_places` have places;
    the first `above_start` steps are about the position itself. `printed` maps rows and attributes to figures
    that the rows have in this scenario; `made_up` are rows that only this scenario has."""

    title: str
    steps: tuple[Step, ...]
    players: int | None = None
    options: dict[str, int] = msgspec.field(default_factory=dict)
    lets: tuple[Let, ...] = ()
    given: tuple[Statement, ...] = ()
    start: Happen | None = None
    within: tuple[Happen, ...] = ()
    cites: tuple[str, ...] = ()
    place: str = ""
    step_places: tuple[str, ...] = ()
    lists: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)
    above_start: int = 0
    printed: dict[str, dict[str, int | bool | str | None]] = msgspec.field(default_factory=dict)
    made_up: MadeUp | None = None
    given_places: tuple[str, ...] = ()

    @property
    def started(self) -> tuple[Happen, ...]:
        """Everything that is started, and what is taken to be running around it."""
        first = () if self.start is None else (self.start,)
        further = (
            happen for step in self.steps if isinstance(step, Start) for happen in (step.start, *step.within)
        )
        return (*first, *self.within, *further)


class Scenarios(Node, frozen=True):
    format: str
    game: str
    scenarios: tuple[Scenario, ...] = ()
