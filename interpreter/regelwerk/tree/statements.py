"""What happens: the lines of bodies, and the rules and modifiers that a line puts in force for a while."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from regelwerk.tree.expressions import All, Expression, Set
from regelwerk.tree.nodes import Cites, Name, Named, Node, Some
from regelwerk.tree.simple import (
    Aim,
    Assign,
    Bring,
    Cancel,
    CarryOut,
    Change,
    Create,
    Creation,
    Done,
    DrawMany,
    Happen,
    Later,
    Leave,
    Look,
    Move,
    Open,
    Pass,
    Place,
    Put,
    Record,
    Result,
    Roll,
    RollDie,
    RollInto,
    Show,
    Shuffle,
    Simple,
    Stop,
)

__all__ = [
    "Aim", "Assign", "Bring", "Cancel", "CarryOut", "Change", "Create", "Creation", "Done", "DrawMany",
    "DrawOne", "Happen", "Later", "Leave", "Look", "Move", "Open", "Pass", "Place", "Put", "Record", "Result",
    "Roll", "RollDie", "RollInto", "Show", "Shuffle", "Stop",
]  # fmt: skip
"""Statements of one line, passed on: who uses statements needs not know where each is declared."""


class DrawOne(Node, frozen=True):
    """`draw card c from deck to p.hand, otherwise done`."""

    form = "draw {noun} {name} from {source} to {to}\n{otherwise}"

    noun: Name
    name: Name
    source: Expression
    to: Expression
    otherwise: Else | None


class EndGame(Node, frozen=True):
    """`end game as won:` with `winners` and `score` below."""

    form = "end game as {name}{endings?:}\n    {endings}"

    name: Name
    endings: tuple[Winners | Score, ...]


class Winners(Node, frozen=True):
    """`winners p`."""

    form = "winners {who}"

    who: Expression


class Score(Node, frozen=True):
    """`score p.points for each seat p`."""

    form = "score {value} for each {over}"

    value: Expression
    over: Set


class If(Node, frozen=True):
    """`if test:`, with what happens otherwise."""

    form = "if {test}:\n    {then}\n{otherwise}"

    test: Expression
    then: Body
    otherwise: Else | None


class Otherwise(Node, frozen=True):
    """`otherwise:`, or what happens otherwise on the same line."""

    form = "otherwise:\n    {body}"

    body: Body


class OtherwiseIf(Node, frozen=True):
    """`otherwise if test:`, with what happens otherwise."""

    form = "otherwise if {test}:\n    {then}\n{otherwise}"

    test: Expression
    then: Body
    otherwise: Else | None


class Let(Node, frozen=True):
    """`let x be value, otherwise done`."""

    form = "let {name} be {value}\n{otherwise}"

    name: Name
    value: Expression
    otherwise: Else | None


class ForEach(Node, frozen=True):
    """`for each seat p from q:`."""

    form = "for each {over}[ from {start}]:\n    {body}"

    over: Set
    start: Expression | None
    body: Body


class Repeat(Node, frozen=True):
    """`repeat:`."""

    form = "repeat:\n    {body}"

    body: Body


class RepeatTimes(Node, frozen=True):
    """`repeat 3 times:`."""

    form = "repeat {count} times:\n    {body}"

    count: Expression
    body: Body


class RepeatWhile(Node, frozen=True):
    """`repeat while test:`."""

    form = "repeat while {test}:\n    {body}"

    test: Expression
    body: Body


class Choose(Node, frozen=True):
    """`choose up to 2 card c in p.hand by p, otherwise done`."""

    form = "choose [{amount} ]{over} by {by}\n{otherwise}"

    amount: Amount | None
    over: Set
    by: Expression
    otherwise: Else | None


class Amount(Node, frozen=True):
    """`up to 2`, `exactly 2`, `at least 2`, `any number`."""

    form = "{which}[ {count}]"
    spelled = MappingProxyType({"up_to": "up to", "at_least": "at least", "any": "any number"})

    count: Expression | None
    which: Literal["up_to", "exactly", "at_least", "any"]


class MayChoose(Node, frozen=True):
    """`may choose card c in p.hand by p, otherwise done`."""

    form = "may choose {over} by {by}\n{otherwise}"

    over: Set
    by: Expression
    otherwise: Else | None


class Pick(Node, frozen=True):
    """`choose card c in deck at random, otherwise done`."""

    form = "choose {over} at random\n{otherwise}"

    over: Set
    otherwise: Else | None


class Ask(Node, frozen=True):
    """`ask p:`, with ways below."""

    form = "ask {by}:\n    {ways}"

    by: Expression
    ways: Some[Way]


class Way(Node, frozen=True):
    """`flee when (...):`."""

    form = "{name}[ when {when}]:\n    {body}"

    name: Name
    when: Expression | None
    body: Body


class SecretChoice(Node, frozen=True):
    """`each seat p secretly chooses card c in p.hand:`."""

    form = "each {seats} secretly chooses {over}:\n    {body}\n{otherwise}"

    seats: Set
    over: Set
    body: Body
    otherwise: Else | None


class Pay(Node, frozen=True):
    """`pay coins by p: 2 of red`, with `then` and `otherwise` below."""

    form = "pay {payment} {one_each?one each }by {by}: {needs, }\n{then}\n{otherwise}"

    payment: Name
    one_each: bool
    by: Payer
    needs: Some[Need]
    then: Then | None
    otherwise: Else | None


class Then(Node, frozen=True):
    """`then:`, with a body."""

    form = "then:\n    {body}"

    body: Body


class Payer(Node, frozen=True):
    """`p`, `some all seat q from p`, `group all seat q from p`."""

    form = "{mode=some?some }{mode=group?group }{who}[ from {start}]"

    who: Expression | All
    start: Expression | None
    mode: Literal["one", "some", "group"]


class Need(Node, frozen=True):
    """`2 of red`."""

    form = "{count}[ of {of}]"

    count: Expression
    of: Expression | None


class Atomic(Node, frozen=True):
    """`atomic except cut, save:`."""

    form = "atomic[ except {admitted, }]:\n    {body}"

    admitted: tuple[Name, ...]
    body: Body


class Lasting(Node, frozen=True):
    """`for the rest of turn:`, with rules and modifiers below."""

    form = "for the rest of {span}:\n    {parts}"

    span: Name
    parts: Some[Rule | Modify]


# ---- what acts by being there
class Rule(Named, frozen=True):
    """`rule bonus for each seat p:`, its lines `cites ...` and `only with ...`, and what it is hooked on."""

    declares = "rule"
    form = "rule {name}[ for each {over}]:\n    {lines}\n    {hook}"

    over: Set | None
    lines: tuple[Cites | OnlyWith, ...]
    hook: Hook | AsSoonAs | Forbid | Allow


class OnlyWith(Node, frozen=True):
    """`only with level = hard`."""

    once = "only with"
    form = "only with {test}"

    test: Expression


class Hook(Node, frozen=True):
    """`before gain where (...):`, and likewise `after` and `instead of`."""

    form = "{when}{when=instead? of} {event}[~where ({where})]:\n    {body}"

    event: Name
    where: Expression | None
    body: Body
    when: Literal["before", "instead", "after"]


class AsSoonAs(Node, frozen=True):
    """`as soon as test:`."""

    form = "as soon as {test}:\n    {body}"

    test: Expression
    body: Body


class Forbid(Node, frozen=True):
    """`forbid gain where (...)`."""

    form = "forbid {event}[~where ({where})]"

    event: Name
    where: Expression | None


class Allow(Node, frozen=True):
    """`allow gain where (...) despite poverty`."""

    form = "allow {event}[~where ({where})] despite {despite}"

    event: Name
    where: Expression | None
    despite: Name


class Modify(Node, frozen=True):
    """`modify worth for card c for each seat p:`, with changes below."""

    declares = "modify"
    form = "modify {of} for {parameters, }[ for each {over}]:\n    {cites}\n    {changes}"

    of: Name
    parameters: Some[Binder]
    over: Set | None
    cites: tuple[Cites, ...]
    changes: Some[Modification]


class Binder(Node, frozen=True):
    """`card c`, in the head of `modify`."""

    form = "{noun} {name}"

    noun: Name
    name: Name


class Modification(Node, frozen=True):
    """`raise 2 up to 5 when (...)`."""

    form = "{operation} {by}[ {operation=raise?up}{operation=lower?down} to {bound}][ when {when}]"

    operation: Literal["be", "raise", "lower", "multiply"]
    by: Expression
    bound: Expression | None
    when: Expression | None


Else = Otherwise | OtherwiseIf
Statement = (
    Simple | DrawOne | EndGame | If | Let | ForEach | Repeat | RepeatTimes | RepeatWhile
    | Choose | MayChoose | Pick | Ask | SecretChoice | Pay | Atomic | Lasting
)  # fmt: skip
Body = Some[Statement]
