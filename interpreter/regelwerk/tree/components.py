"""What a game consists of: names and kinds, things and where they lie, options."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from regelwerk.tree.expressions import Expression
from regelwerk.tree.nodes import Cites, Name, Named, Node, Quoted, Some, Two, Whole, WholeRange


class Game(Named, frozen=True):
    """`game duel for 2..4 players`."""

    declares = "game"
    form = "game {name} for {low}[..{high}] players"

    low: Whole
    high: Whole | None


class Enum(Named, frozen=True):
    """`enum colour: red, green`."""

    declares = "enum"
    form = "enum {name}: {members, }[ {cites }]"

    members: Some[Name]
    cites: tuple[Cites, ...]


class Type(Named, frozen=True):
    """`type card is thing lives until turn:`, with its lines."""

    declares = "type"
    form = "type {name}[ is {parent}][ lives until {lifetime}]{lines?:}\n    {lines}"

    parent: Name | None
    lifetime: Name | None
    lines: tuple[Cites | AttributeLine | StartsIn | NeedsText | ShownBack | NamedBy, ...]


class AttributeLine(Node, frozen=True):
    """`worth: 0..9 = 1 on back`, `tired: flag = no until lap`."""

    form = "{name}: {kind}[ = {default}][ until {until or }]{back? on back}[ {cites }]"

    name: Name
    kind: Kind
    default: Expression | None
    until: tuple[Name | Coming, ...]
    back: bool
    cites: tuple[Cites, ...]


class Coming(Node, frozen=True):
    """`the next turn(p: this)`: it begins, and its `p` is what `which` says."""

    form = "the next {event}[({parameter}: {which})]"

    event: Name
    parameter: Name | None
    which: Name | None


class StartsIn(Node, frozen=True):
    """`starts in deck`."""

    form = "starts in {zone}"

    zone: Name


class NeedsText(Node, frozen=True):
    """`needs text`."""

    form = "needs text"


class ShownBack(Node, frozen=True):
    """`shown on back`."""

    form = "shown on back"


class NamedBy(Node, frozen=True):
    """`named by colour`."""

    form = "named by {attribute}"

    attribute: Name


class Kind(Node, frozen=True):
    """`0..9`, `flag`, `card or none`, `0..9 per colour`, `flag per 1..6`: what a cell may hold."""

    form = "{base}[ {or_none}][ per {per}]"

    base: WholeRange | Name
    or_none: OrNone | None
    per: Name | WholeRange | None


class OrNone(Node, frozen=True):
    """`or none`."""

    form = "or none"


class Table(Node, frozen=True):
    """`table card:`, with its rows."""

    declares = "table"
    form = "table {type}:\n    {rows}"

    type: Name
    rows: Some[Row]


class Row(Node, frozen=True):
    """`ruby: worth = 3, colour = red`."""

    form = "{name}[: {cells, }]"

    name: Name
    cells: tuple[CellValue, ...]


class CellValue(Node, frozen=True):
    """`worth = 3`, `wins.red = 3`, `steps.2 = 1`."""

    form = "{attribute}[.{member}] = {value}"

    attribute: Name
    member: Name | Whole | None
    value: Expression

    @property
    def key(self) -> str:
        """The attribute as rows name it, with its member."""
        return self.attribute.text if self.member is None else f"{self.attribute}.{self.member}"


class Zone(Named, frozen=True):
    """`zone hand of seat: card, ordered, seen by owner`."""

    declares = "zone"
    form = "zone {name}[ of {owner}]: {noun}[, {words, }][ {cites }]"

    owner: Name | None
    noun: Name
    words: tuple[Order | Seen, ...]
    cites: tuple[Cites, ...]


class Order(Node, frozen=True):
    """`ordered`, `pile`."""

    form = "{order}"

    order: Literal["ordered", "pile"]


class Seen(Node, frozen=True):
    """`seen by owner when (...)`."""

    form = "seen by {by}[ when {when}]"

    by: Literal["all", "owner", "nobody"]
    when: Expression | None


class Kept(Named, frozen=True):
    """What has a value of a kind."""

    kind: Kind


class State(Kept, frozen=True):
    """`state round: 1..9 = 1`, `state night: flag = no until day`."""

    declares = "state"
    form = "state {name}: {kind}[ = {default}][ until {until or }][ {cites }]"

    default: Expression | None
    until: tuple[Name | Coming, ...]
    cites: tuple[Cites, ...]


class Labels(Node, frozen=True):
    """`labels en:`, with what players read for each name."""

    form = "labels {language}:\n    {labels}"

    language: Name
    labels: Some[Label]


class Label(Node, frozen=True):
    """`plant_one.x: "Which plant?"`."""

    form = "{name}[.{question}]: {text}"

    name: Name
    question: Name | None
    text: Quoted

    @property
    def key(self) -> str:
        """The name under which tables of labels have it."""
        return self.name.text if self.question is None else f"{self.name}.{self.question}"


class Die(Named, frozen=True):
    """`die d of colour: red, red, green`, `die d6: 1..6`."""

    declares = "die"
    form = "die {name}[ of {enum}]: {faces, }[ {cites }]"

    enum: Name | None
    faces: Some[Name | Whole | WholeRange]
    cites: tuple[Cites, ...]

    @property
    def numbers(self) -> list[int]:
        """The numbers among the faces; of a range its ends."""
        ranges = [each for each in self.faces if isinstance(each, WholeRange)]
        alone = [each.value for each in self.faces if isinstance(each, Whole)]
        return [*alone, *(end.value for each in ranges for end in (each.low, each.high))]


class Adjacent(Node, frozen=True):
    """`adjacent orthogonally`: which places of a grid are next to each other."""

    form = "adjacent {how}"
    spelled = MappingProxyType(
        {
            "orthogonally": "orthogonally",
            "in_all_directions": "in all directions",
            "as_hexagons": "as hexagons",
        }
    )

    how: Literal["orthogonally", "in_all_directions", "as_hexagons"]


class Map(Named, frozen=True):
    """`map board: grid 3 by 3 of square, adjacent orthogonally`."""

    declares = "map"
    form = "map {name}: grid {width} by {height} of {type}[, {adjacent}]"

    width: Whole | Name
    height: Whole | Name
    type: Name
    adjacent: Adjacent | None


class Graph(Named, frozen=True):
    """`map land: region linked by road`."""

    declares = "map"
    form = "map {name}: {linked} linked by {link}"

    linked: Name
    link: Name


class OptionWords(Named, frozen=True):
    """`option level: easy | hard = easy`; a house rule may have fixed it."""

    declares = "option"
    form = "option {name}: {words | } = {default}[ {cites }]"

    words: Two[Name]
    default: Name
    cites: tuple[Cites, ...]
    fixed: bool = False


class Option(Kept, frozen=True):
    """`option rounds: 1..9 = 3`; a house rule may have fixed it."""

    declares = "option"
    form = "option {name}: {kind} = {default}[ {cites }]"

    default: Expression
    cites: tuple[Cites, ...]
    fixed: bool = False
