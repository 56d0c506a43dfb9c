"""What happens: the lines of bodies, and the rules and modifiers that a line puts in force for a while."""

from __future__ import annotations

from typing import Literal

from regelwerk.tree.expressions import All, Expression, Set
from regelwerk.tree.nodes import Cites, Name, Named, Node, Whole


class Happen(Node, frozen=True):
    """`gain(p, 2)`."""

    event: Name
    arguments: tuple[Expression, ...]


class Assign(Node, frozen=True):
    """`set p.points to 2`."""

    target: Expression
    value: Expression


class Change(Node, frozen=True):
    """`raise p.points by 2`, `lower p.points by 2`."""

    target: Expression
    by: Expression
    up: bool


class Move(Node, frozen=True):
    """`move c to p.hand on top`."""

    what: Expression
    to: Expression
    place: Place | None


class Place(Node, frozen=True):
    """`on top`, `at bottom`."""

    end: Literal["top", "bottom"]


class Put(Node, frozen=True):
    """`put 2 ruby in p.hand`."""

    count: Whole | None
    row: Name
    zone: Expression


class DrawMany(Node, frozen=True):
    """`draw 3 from deck to p.hand`."""

    count: Expression
    source: Expression
    to: Expression


class DrawOne(Node, frozen=True):
    """`draw card c from deck to p.hand, otherwise done`."""

    noun: Name
    name: Name
    source: Expression
    to: Expression
    otherwise: Else | None


class Look(Node, frozen=True):
    """`look at 3 of deck as seen by p`."""

    count: Expression
    zone: Expression
    name: Name
    by: Expression


class Create(Node, frozen=True):
    """`create token t with colour = red`."""

    type: Name
    name: Name | None
    values: tuple[Creation, ...]


class Creation(Node, frozen=True):
    """`colour = red`, of a new thing."""

    attribute: Name
    value: Expression


class Bring(Node, frozen=True):
    """`bring p.deck`."""

    what: Expression


class Shuffle(Node, frozen=True):
    """`shuffle deck`."""

    zone: Expression


class Roll(Node, frozen=True):
    """`roll die as n by p`."""

    die: Name
    name: Name
    by: Expression | None


class Stop(Node, frozen=True):
    """`stop`."""


class Leave(Node, frozen=True):
    """`leave turn`, `leave turn afterwards`."""

    span: Name
    afterwards: bool


class Result(Node, frozen=True):
    """`result 2`."""

    value: Expression


class Done(Node, frozen=True):
    """`done`."""


class Pass(Node, frozen=True):
    """`nothing`."""


class Open(Node, frozen=True):
    """`open playing(p)`."""

    window: Name
    arguments: tuple[Expression, ...]


class Later(Node, frozen=True):
    """`later cut(p) by q during turn`."""

    event: Name
    arguments: tuple[Expression, ...]
    by: Expression | None
    span: Name


class CarryOut(Node, frozen=True):
    """`carry out turn`."""

    span: Name


class Show(Node, frozen=True):
    """`show c to p`."""

    what: Expression
    to: Expression


class Cancel(Node, frozen=True):
    """`cancel a`."""

    answer: Expression


class Aim(Node, frozen=True):
    """`aim a at p`."""

    answer: Expression
    target: Expression


class EndGame(Node, frozen=True):
    """`end game as won:` with `winners` and `score` below."""

    name: Name
    endings: tuple[Winners | Score, ...]


class Winners(Node, frozen=True):
    """`winners p`."""

    who: Expression


class Score(Node, frozen=True):
    """`score p.points for each seat p`."""

    value: Expression
    over: Set


class If(Node, frozen=True):
    """`if test:`, with what happens otherwise."""

    test: Expression
    then: Body
    otherwise: Else | None


class Otherwise(Node, frozen=True):
    """`otherwise:`, or what happens otherwise on the same line."""

    body: Body


class OtherwiseIf(Node, frozen=True):
    """`otherwise if test:`, with what happens otherwise."""

    test: Expression
    then: Body
    otherwise: Else | None


class Let(Node, frozen=True):
    """`let x be value, otherwise done`."""

    name: Name
    value: Expression
    otherwise: Else | None


class ForEach(Node, frozen=True):
    """`for each seat p from q:`."""

    over: Set
    start: Expression | None
    body: Body


class Repeat(Node, frozen=True):
    """`repeat:`."""

    body: Body


class RepeatTimes(Node, frozen=True):
    """`repeat 3 times:`."""

    count: Expression
    body: Body


class RepeatWhile(Node, frozen=True):
    """`repeat while test:`."""

    test: Expression
    body: Body


class RepeatUntil(Node, frozen=True):
    """`repeat until test:`."""

    test: Expression
    body: Body


class Choose(Node, frozen=True):
    """`choose up to 2 card c in p.hand by p, otherwise done`."""

    amount: Amount | None
    over: Set
    by: Expression
    otherwise: Else | None


class Amount(Node, frozen=True):
    """`up to 2`, `exactly 2`, `at least 2`, `any number`."""

    count: Expression | None
    which: Literal["up_to", "exactly", "at_least", "any"]


class MayChoose(Node, frozen=True):
    """`may choose card c in p.hand by p, otherwise done`."""

    over: Set
    by: Expression
    otherwise: Else | None


class Pick(Node, frozen=True):
    """`pick card c in deck at random, otherwise done`."""

    over: Set
    otherwise: Else | None


class Ask(Node, frozen=True):
    """`ask p:`, with ways below."""

    by: Expression
    ways: tuple[Way, ...]


class Way(Node, frozen=True):
    """`flee when (...):`."""

    name: Name
    when: Expression | None
    body: Body


class SecretChoice(Node, frozen=True):
    """`each seat p secretly chooses card c in p.hand:`."""

    seats: Set
    over: Set
    body: Body
    otherwise: Else | None


class Pay(Node, frozen=True):
    """`pay coins by p: 2 of red`, with `then` and `otherwise` below."""

    payment: Name
    one_each: bool
    by: Payer
    needs: tuple[Need, ...]
    then: Body | None
    otherwise: Else | None


class Payer(Node, frozen=True):
    """`p`, `some all seat q from p`, `group all seat q from p`."""

    who: Expression | All
    start: Expression | None
    mode: Literal["one", "some", "group"]


class Need(Node, frozen=True):
    """`2 of red`."""

    count: Expression
    of: Expression | None


class Atomic(Node, frozen=True):
    """`atomic except cut, save:`."""

    admitted: tuple[Name, ...]
    body: Body


class Lasting(Node, frozen=True):
    """`for the rest of turn:`, with rules and modifiers below."""

    span: Name
    parts: tuple[Rule | Modify, ...]


# ---- what acts by being there
class Rule(Named, frozen=True):
    """`rule bonus for each seat p:`, and what it is hooked on; `only` are its lines `only with ...`."""

    over: Set | None
    cites: tuple[Cites, ...]
    only: tuple[Expression, ...]
    hook: Hook | AsSoonAs | Forbid | Allow


class Hook(Node, frozen=True):
    """`before gain where (...):`, and likewise `after` and `instead of`."""

    event: Name
    where: Expression | None
    body: Body
    when: Literal["before", "instead", "after"]


class AsSoonAs(Node, frozen=True):
    """`as soon as test:`."""

    test: Expression
    body: Body


class Forbid(Node, frozen=True):
    """`forbid gain where (...)`."""

    event: Name
    where: Expression | None


class Allow(Node, frozen=True):
    """`allow gain where (...) despite poverty`."""

    event: Name
    where: Expression | None
    despite: Name


class Modify(Node, frozen=True):
    """`modify worth for card c for each seat p:`, with changes below."""

    of: Name
    parameters: tuple[Binder, ...]
    over: Set | None
    cites: tuple[Cites, ...]
    changes: tuple[Modification, ...]


class Binder(Node, frozen=True):
    """`card c`, in the head of `modify`."""

    noun: Name
    name: Name


class Modification(Node, frozen=True):
    """`raise 2 up to 5 when (...)`."""

    operation: Literal["be", "raise", "lower", "multiply"]
    by: Expression
    bound: Expression | None
    when: Expression | None


Else = Otherwise | OtherwiseIf
Statement = (
    Happen | Assign | Change | Move | Put | DrawMany | DrawOne | Look | Create | Bring | Shuffle | Roll
    | Stop | Leave | Result | Done | Pass | Open | Later | CarryOut | Show | Cancel | Aim | EndGame | If
    | Let | ForEach | Repeat | RepeatTimes | RepeatWhile | RepeatUntil | Choose | MayChoose | Pick | Ask
    | SecretChoice | Pay | Atomic | Lasting
)  # fmt: skip
Body = tuple[Statement, ...]
