"""The declarations of a game; their lines stay in the order of the text."""

from __future__ import annotations

from typing import Literal

from regelwerk.tree.expressions import Expression, Set
from regelwerk.tree.nodes import Cites, Name, Named, Node, Whole, WholeRange
from regelwerk.tree.statements import Body, Happen, Modify, Rule, Statement


class Game(Named, frozen=True):
    """`game duel for 2..4 players`."""

    low: Whole
    high: Whole | None


class Enum(Named, frozen=True):
    """`enum colour: red, green`."""

    members: tuple[Name, ...]
    cites: tuple[Cites, ...]


# ---- things
class Type(Named, frozen=True):
    """`type card is thing lives until turn:`, with its lines."""

    parent: Name | None
    lifetime: Name | None
    lines: tuple[Cites | AttributeLine | StartsIn | NeedsText | ShownBack | NamedBy, ...]


class AttributeLine(Node, frozen=True):
    """`worth: 0..9 = 1 on back`."""

    name: Name
    kind: Kind
    default: Expression | None
    back: bool
    cites: tuple[Cites, ...]


class StartsIn(Node, frozen=True):
    """`starts in deck`."""

    zone: Name


class NeedsText(Node, frozen=True):
    """`needs text`."""


class ShownBack(Node, frozen=True):
    """`shown on back`."""


class NamedBy(Node, frozen=True):
    """`named by colour`."""

    attribute: Name


class Kind(Node, frozen=True):
    """`0..9`, `flag`, `card or none`, `0..9 per colour`: what a cell may hold."""

    base: WholeRange | Name
    or_none: OrNone | None
    per: Name | None


class OrNone(Node, frozen=True):
    """`or none`."""


class Table(Node, frozen=True):
    """`table card:`, with its rows."""

    type: Name
    rows: tuple[Row, ...]


class Row(Node, frozen=True):
    """`ruby: worth = 3, colour = red`."""

    name: Name
    cells: tuple[CellValue, ...]


class CellValue(Node, frozen=True):
    """`worth = 3`, `wins.red = 3`."""

    attribute: Name
    member: Name | None
    value: Expression

    @property
    def key(self) -> str:
        """The attribute as rows name it, with its member."""
        return self.attribute.text if self.member is None else f"{self.attribute}.{self.member}"


class Zone(Named, frozen=True):
    """`zone hand of seat: card, ordered, seen by owner`."""

    owner: Name | None
    noun: Name
    words: tuple[Order | Seen, ...]
    cites: tuple[Cites, ...]


class Order(Node, frozen=True):
    """`ordered`, `pile`."""

    order: Literal["ordered", "pile"]


class Seen(Node, frozen=True):
    """`seen by owner when (...)`."""

    by: Literal["all", "owner", "nobody"]
    when: Expression | None


class Kept(Named, frozen=True):
    """What has a value of a kind."""

    kind: Kind


class State(Kept, frozen=True):
    """`state round: 1..9 = 1`."""

    default: Expression | None
    cites: tuple[Cites, ...]


class Die(Named, frozen=True):
    """`die d of colour: red, red, green`."""

    enum: Name | None
    faces: tuple[Name | Whole, ...]
    cites: tuple[Cites, ...]


class Map(Named, frozen=True):
    """`map board: grid 3 by 3 of square`."""

    width: Whole
    height: Whole
    type: Name


class Graph(Named, frozen=True):
    """`map land: region linked by road`."""

    linked: Name
    link: Name


class OptionWords(Named, frozen=True):
    """`option level: easy | hard = easy`; a house rule may have fixed it."""

    words: tuple[Name, ...]
    default: Name
    cites: tuple[Cites, ...]
    fixed: bool = False


class Option(Kept, frozen=True):
    """`option rounds: 1..9 = 3`; a house rule may have fixed it."""

    default: Expression
    cites: tuple[Cites, ...]
    fixed: bool = False


# ---- derived values
class Parameter(Node, frozen=True):
    """`list of card c`, `seat p or none`."""

    many: bool
    kind: Name
    name: Name
    or_none: bool


class Called(Named, frozen=True):
    """What is called with arguments."""

    parameters: tuple[Parameter, ...]


class Derived(Called, frozen=True):
    """A declared value or test."""


class Value(Derived, frozen=True):
    """`value worth(card c) in 0..9 = ...`."""

    bounds: WholeRange | None
    value: Expression
    cites: tuple[Cites, ...]


class ValueCases(Derived, frozen=True):
    """`value worth(card c):`, with cases below."""

    bounds: WholeRange | None
    cases: Cases


class ToldValue(Derived, frozen=True):
    """`value worth(card c) told by its text, otherwise 0`."""

    bounds: WholeRange | None
    otherwise: Expression | None
    cites: tuple[Cites, ...]


class Test(Derived, frozen=True):
    """`test cheap(card c) = ...`."""

    value: Expression
    cites: tuple[Cites, ...]


class TestCases(Derived, frozen=True):
    """`test cheap(card c):`, with cases below."""

    cases: Cases


class ToldTest(Derived, frozen=True):
    """`test cheap(card c) told by its text, otherwise no`."""

    otherwise: Expression | None
    cites: tuple[Cites, ...]


class Cases(Node, frozen=True):
    """Values, each with its condition, and the last one, which holds otherwise."""

    cites: tuple[Cites, ...]
    cases: tuple[Case, ...]
    last: Expression


class Case(Node, frozen=True):
    """`2 when (...)`."""

    value: Expression
    when: Expression


# ---- happenings
class Event(Called, frozen=True):
    """`event gain(seat p, number n):`, with its body."""

    cites: tuple[Cites, ...]
    body: Body


class ToldEvent(Called, frozen=True):
    """`event strike(card c) told by its text, otherwise nothing`."""

    otherwise: Statement | None
    cites: tuple[Cites, ...]


class Window(Called, frozen=True):
    """`window playing(seat p):`, with its lines."""

    lines: tuple[Cites | Asks | Passing | Closes | Answers, ...]


class Asks(Node, frozen=True):
    """`asks all seat q from p`."""

    who: Expression
    start: Expression | None


class Passing(Node, frozen=True):
    """`passing by q when (...)`."""

    by: Name
    when: Expression


class Closes(Node, frozen=True):
    """`closes when all pass in a row`."""

    how: Literal["all_pass", "one_answer", "each_passes"]


class Answers(Node, frozen=True):
    """`answers last first one at a time`."""

    how: Literal["at_once", "last_first", "in_order"]
    one_at_a_time: bool


class Action(Named, frozen=True):
    """`action lay:`, with its lines."""

    lines: tuple[ActionLine, ...]


class At(Node, frozen=True):
    """`at playing, answering`."""

    windows: tuple[Name, ...]


class By(Node, frozen=True):
    """`by q where (...)`."""

    seat: Name
    where: Expression | None


class Uses(Node, frozen=True):
    """`uses card c in q.hand`."""

    over: Set


class Target(Node, frozen=True):
    """`target seat p`."""

    over: Set


class Needs(Node, frozen=True):
    """`needs p.points > 2`."""

    test: Expression


class OncePer(Node, frozen=True):
    """`once per turn`."""

    span: Name


class OnlyWith(Node, frozen=True):
    """`only with level = hard`."""

    test: Expression


class DeclaredWhen(Node, frozen=True):
    """`only to open`, `only in answer`, `only by rules`."""

    how: Literal["opening", "answering", "by_rules"]


class Cost(Node, frozen=True):
    """`cost:`, with its body."""

    body: Body


class Do(Node, frozen=True):
    """`do:`, with its body."""

    body: Body


class Limit(Named, frozen=True):
    """`limit full for each seat p:`, with its lines."""

    over: Set | None
    lines: tuple[Cites | Holds | Checked | Breach, ...]


class Holds(Node, frozen=True):
    """`holds size(p.hand) <= 5`."""

    test: Expression


class Checked(Node, frozen=True):
    """`checked after turn, draw`."""

    events: tuple[Name, ...]


class Breach(Node, frozen=True):
    """`breach:`, with its body."""

    body: Body


class Payment(Named, frozen=True):
    """`payment coins of colour k by p:`, with its means."""

    kind: Name | None
    kind_name: Name | None
    payer: Name
    means: tuple[Things | Units, ...]
    cites: tuple[Cites, ...]


class Things(Node, frozen=True):
    """`with card c in p.hand:`, what each gives, how it is spent and what then happens."""

    over: Set
    gives: Expression
    spent: Body
    then: Happen | None


class Units(Node, frozen=True):
    """`with up to p.coins as n:`, what they give, how they are spent and what then happens."""

    count: Expression
    name: Name
    gives: Expression
    spent: Body
    then: Happen | None


class List(Named, frozen=True):
    """`list deck of seat p = first, second:`, with its lines."""

    seat: Name
    defaults: tuple[Name, ...]
    lines: tuple[Cites | ListPart | Must, ...]


class ListPart(Named, frozen=True):
    """`main_part: card to p.deck`."""

    type: Name
    zone: Expression
    cites: tuple[Cites, ...]


class Must(Named, frozen=True):
    """`must be_large for each card c: ...`."""

    over: Set | None
    cites: tuple[Cites, ...]
    test: Expression


class Text(Node, frozen=True):
    """`text of ruby, opal:`, with its parts."""

    rows: tuple[Name, ...]
    cites: tuple[Cites, ...]
    parts: tuple[Tells | TellsValue | TellsCases | Action | Rule | Modify | Limit, ...]


class Tells(Named, frozen=True):
    """`strike:`, with a body: what the text says of an event."""

    cites: tuple[Cites, ...]
    body: Body


class TellsValue(Named, frozen=True):
    """`worth = 3`: what the text says of a value or a test."""

    value: Expression
    cites: tuple[Cites, ...]


class TellsCases(Named, frozen=True):
    """`value worth:`, `test cheap:`, with cases below."""

    cases: Cases
    test: bool


ActionLine = Cites | At | By | Uses | Target | Needs | OncePer | OnlyWith | DeclaredWhen | Cost | Do
Declaration = (
    Game | Enum | Type | Table | Zone | State | Die | Map | Graph | OptionWords | Option | Value | ValueCases
    | ToldValue | Test | TestCases | ToldTest | Event | ToldEvent | Action | Window | List | Rule | Limit
    | Modify | Payment | Text
)  # fmt: skip
"""What a game declares, besides scenarios."""
