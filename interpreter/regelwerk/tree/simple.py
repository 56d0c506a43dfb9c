"""What happens in one line: the statements that have nothing below them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from regelwerk.tree.expressions import Argument, Expression
from regelwerk.tree.nodes import Name, Node, Whole


class Happen(Node, frozen=True):
    """`gain(p, 2)`."""

    form = "{event}({arguments, })"

    event: Name
    arguments: tuple[Argument, ...]


class Assign(Node, frozen=True):
    """`set p.points to 2`."""

    form = "set {target} to {value}"

    target: Expression
    value: Expression


class Change(Node, frozen=True):
    """`raise p.points by 2`, `lower p.points by 2`."""

    form = "{up} {target} by {by}"
    spelled = MappingProxyType({True: "raise", False: "lower"})

    target: Expression
    by: Expression
    up: bool


class Move(Node, frozen=True):
    """`move c to p.hand on top`."""

    form = "move {what} to {to}[ {place}]"

    what: Expression
    to: Expression
    place: Place | None


class Place(Node, frozen=True):
    """`on top`, `at bottom`."""

    form = "{end}"
    spelled = MappingProxyType({"top": "on top", "bottom": "at bottom"})

    end: Literal["top", "bottom"]


class Put(Node, frozen=True):
    """`put 2 ruby in p.hand`."""

    form = "put [{count} ]{row} in {zone}"

    count: Whole | None
    row: Name
    zone: Expression


class DrawMany(Node, frozen=True):
    """`draw 3 from deck to p.hand`."""

    form = "draw {count} from {source} to {to}"

    count: Expression
    source: Expression
    to: Expression


class Look(Node, frozen=True):
    """`look at 3 of deck as seen by p`."""

    form = "look at {count} of {zone} as {name} by {by}"

    count: Expression
    zone: Expression
    name: Name
    by: Expression


class Create(Node, frozen=True):
    """`create token t with colour = red`."""

    form = "create {type}[ as {name}][ with {values, }]"

    type: Name
    name: Name | None
    values: tuple[Creation, ...]


class Creation(Node, frozen=True):
    """`colour = red`, of a new thing."""

    form = "{attribute} = {value}"

    attribute: Name
    value: Expression


class Bring(Node, frozen=True):
    """`bring p.deck`."""

    form = "bring {what}"

    what: Expression


class Shuffle(Node, frozen=True):
    """`shuffle deck`."""

    form = "shuffle {zone}"

    zone: Expression


class Record(Node, frozen=True):
    """`record standing(p)`."""

    form = "record {of}"

    of: Expression


class Roll(Node, frozen=True):
    """`roll die as n by p`, `roll 3 d6 as thrown`."""

    form = "roll [{count} ]{die} as {name}[ by {by}]"

    count: Expression | None
    die: Name
    name: Name
    by: Expression | None


class RollInto(Node, frozen=True):
    """`roll 2 d6 into kept by p`."""

    form = "roll [{count} ]{die} into {target}[ by {by}]"

    count: Expression | None
    die: Name
    target: Expression
    by: Expression | None


class RollDie(Node, frozen=True):
    """`roll d.shows by p`."""

    form = "roll {target}[ by {by}]"

    target: Expression
    by: Expression | None


class Stop(Node, frozen=True):
    """`stop`."""

    form = "stop"


class Leave(Node, frozen=True):
    """`leave turn`, `leave turn afterwards`."""

    form = "leave {span}{afterwards? afterwards}"

    span: Name
    afterwards: bool


class Result(Node, frozen=True):
    """`result 2`."""

    form = "result {value}"

    value: Expression


class Done(Node, frozen=True):
    """`done`."""

    form = "done"


class Pass(Node, frozen=True):
    """`nothing`."""

    form = "nothing"


class Open(Node, frozen=True):
    """`open playing(p)`."""

    form = "open {window}({arguments, })"

    window: Name
    arguments: tuple[Argument, ...]


class Later(Node, frozen=True):
    """`later cut(p) by q during turn`."""

    form = "later {event}({arguments, })[ by {by}] during {span}"

    event: Name
    arguments: tuple[Argument, ...]
    by: Expression | None
    span: Name


class CarryOut(Node, frozen=True):
    """`carry out turn`."""

    form = "carry out {span}"

    span: Name


class Show(Node, frozen=True):
    """`show c to p`."""

    form = "show {what} to {to}"

    what: Expression
    to: Expression


class Cancel(Node, frozen=True):
    """`cancel a`."""

    form = "cancel {answer}"

    answer: Expression


class Aim(Node, frozen=True):
    """`aim a at p`."""

    form = "aim {answer} at {target}"

    answer: Expression
    target: Expression


Simple = (
    Happen | Assign | Change | Move | Put | DrawMany | Look | Create | Bring | Shuffle | Record | Roll
    | RollInto | RollDie | Stop | Leave | Result | Done | Pass | Open | Later | CarryOut | Show | Cancel | Aim
)  # fmt: skip
