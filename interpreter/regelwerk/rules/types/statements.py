"""The kinds of statements: what their parts must be, what they bind, what is known inside and behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from msgspec.structs import replace

from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.walk import nodes

from . import kinds
from .expressions import ExpressionTypes
from .kinds import FLAG, NUMBER, SEAT, UNKNOWN, bare, element, list_of, maybe, present, thing
from .parts import A_THING, AMOUNT, ANY, PARTS, Part
from .scope import Known, S, Scope, facts_if, facts_if_not

Block = Sequence[s.Statement]

PARTS |= {
    s.Assign: {"target": ANY},
    s.Change: {"target": NUMBER, "by": AMOUNT},
    s.DrawMany: {"count": AMOUNT},
    s.Look: {"count": AMOUNT, "by": SEAT},
    s.Roll: {"by": maybe(SEAT), "count": AMOUNT},
    s.RollDie: {"target": ANY, "by": maybe(SEAT)},
    s.PickRandom: {"over": ANY},
    s.Choose: {"over": ANY, "by": SEAT, "number": AMOUNT},
    s.Ask: {"by": SEAT},
    s.SecretChoice: {"seats": SEAT},
    s.If: {"when": FLAG},
    s.ForEach: {"start": SEAT},
    s.Result: {"value": ANY},
    s.Record: {"of": kinds.POSITION},
    s.Later: {"by": SEAT},
    s.Pay: {"start": SEAT},
    s.Cancel: {"answer": kinds.ANSWER},
    s.Aim: {"answer": kinds.ANSWER},
}
ZONES: dict[type[x.Node], dict[str, str]] = {
    s.Move: {"to": "to_of"},
    s.Put: {"to": "to_of"},
    s.DrawOne: {"to": "to_of"},
    s.DrawMany: {"to": "to_of"},
    s.Look: {"source": "source_of"},
    s.Shuffle: {"zone": "of"},
}
"""Which zones statements name, each with the part that says whose it is."""
STATEMENTS = frozenset[object](get_args(s.Statement))
AIMED_AT = {"thing": A_THING, "seat": SEAT, "number": NUMBER, "answer": kinds.ANSWER}
"""What an answer may be aimed at, besides members of enums."""
_SETTLED = (s.Assign, s.Change, s.RollDie, s.Happen, s.Move, s.DrawOne, s.DrawMany, s.Open, s.CarryOut)
"""Behind these it is no longer known what was known of cells."""


class Types(ExpressionTypes):
    """The kinds of one game's expressions and statements."""

    def parts(self, node: x.Node, scope: Scope) -> list[Part]:
        """The expressions directly inside a node, with what they must be and what is in scope there."""
        found = super().parts(node, scope)
        if type(node) not in STATEMENTS:
            return found
        for zone, owner in ZONES.get(type(node), {}).items():
            if (of := getattr(node, owner)) is not None:
                found += self.arguments(getattr(node, zone), (of,), scope)
        match node:
            case s.Let(name=name, value=value):
                found.append(Part("value", value, bare(scope.locals.get(name, ANY)), scope))
            case s.Assign(target=target, value=value):
                found.append(Part("value", value, kinds.one_cell(self.cell(target)), scope))
            case s.Roll(die=die, binder=name, more=True):
                found.append(Part("binder", x.Local(name), list_of(bare(self.declared.result(die))), scope))
            case s.Happen(event=name, args=args) | s.Open(window=name, args=args):
                found += self.arguments(name, args, scope)
            case s.Later(event=name, args=args, by=by):
                found += self.arguments(name, args, scope, 0 if by is None else 1)
            case s.Move(what=what, many=many, to=name):
                held = self.declared.result(name)
                found.append(Part("what", what, held if many else element(held), scope))
            case s.DrawOne(source=name, source_of=of, to=to) | s.DrawMany(source=name, source_of=of, to=to):
                found.append(Part("source", x.Zone(name, of), self.declared.result(to), scope))
            case s.Show(what=what, many=many, to=to, to_many=to_many):
                found.append(Part("what", what, list_of(A_THING) if many else A_THING, scope))
                found.append(Part("to", to, list_of(SEAT) if to_many else SEAT, scope))
            case s.SecretChoice(seats=seats, over=over):
                found.append(Part("over", over, ANY, self.within(seats, scope)))
            case s.ForEach(over=over, start=start):
                found.append(Part("over", over, ANY if start is None else SEAT, scope))
            case s.Aim(at=at, kind=kind, noun=noun):
                found.append(Part("at", at, AIMED_AT.get(kind) or kinds.enum(noun or ""), scope))
            case s.Ask(ways=ways):
                found += [Part(way.name, way.when, FLAG, scope) for way in ways if way.when is not None]
            case s.Repeat(kind=kind, expr=expr) if expr is not None:
                around = self.looped(scope, node) if kind == "while" else scope
                found.append(Part("expr", expr, AMOUNT if kind == "times" else FLAG, around))
            case s.Pay(payment=name, by=by, mode=mode, needs=needs):
                found.append(Part("by", by, SEAT if mode == "one" else kinds.SEATS, scope))
                for need in needs:
                    found.append(Part("count", need.count, AMOUNT, scope))
                    if need.kind is not None:
                        found.append(Part("kind", need.kind, self.declared.result(name), scope))
            case s.EndGame(winners=winners, winners_many=many, scores=scores):
                if winners is not None and not isinstance(winners, x.Nothing):
                    found.append(Part("winners", winners, kinds.SEATS if many else SEAT, scope))
                for score in scores:
                    found.append(Part("seats", score.seats, SEAT, scope))
                    found.append(Part("value", score.value, NUMBER, self.within(score.seats, scope)))
        return found

    def bound(self, node: s.Statement, scope: Scope) -> tuple[str, ValueType] | None:
        """The local that a statement leaves behind for the statements after it."""
        match node:
            case s.Let(name=name, value=value):
                return name, bare(scope.locals.get(name) or self.kind(value, scope))
            case s.Happen(event=event, result=str(name)):
                return name, self.declared.result(event)
            case s.DrawOne(binder=name, source=source, otherwise=otherwise):
                kind = element(self.declared.result(source))
                return name, kind if otherwise is not None and ends(otherwise) else maybe(kind)
            case s.Look(binder=name, source=source):
                return name, self.declared.result(source)
            case s.Create(type=type_name, binder=name):
                return name, thing(type_name)
            case s.Roll(die=die, binder=name, count=count):
                shown = bare(self.declared.result(die))
                return name, shown if count is None else list_of(shown)
            case s.PickRandom(over=over, otherwise=otherwise):
                kind = bare(self.kind(over, scope))
                return over.binder, kind if otherwise is None or ends(otherwise) else maybe(kind)
            case s.Choose(over=over, amount=amount, otherwise=otherwise):
                kind = bare(self.kind(over, scope))
                if amount not in ("one", "maybe"):
                    return over.binder, list_of(kind)
                sure = amount == "one" if otherwise is None else ends(otherwise)
                return over.binder, kind if sure else maybe(kind)
        return None

    def inside(self, node: s.Statement, scope: S) -> Iterator[tuple[str, Block, S]]:
        """The blocks of a statement, with the names of their slots and what is in scope there."""
        match node:
            case s.If(when=when, then=then, otherwise=otherwise):
                yes, no = self.branches(when, scope)
                yield "then", then, yes
                if otherwise is not None:
                    yield "otherwise", otherwise, no
            case s.Ask(ways=ways):
                for number, way in enumerate(ways):
                    inner = scope if way.when is None else self.branches(way.when, scope)[0]
                    yield f"way{number}", way.body, inner
            case s.ForEach(over=over, body=body):
                yield "body", body, self.looped(self.within(over, scope), node)
            case s.Repeat(kind=kind, body=body, expr=expr):
                around = self.looped(scope, node)
                if kind == "while" and expr is not None:
                    around = self.branches(expr, around)[0]
                yield "body", body, around
            case s.SecretChoice(seats=seats, over=over, body=body, otherwise=otherwise):
                each = self.within(seats, scope)
                yield "body", body, self.looped(self.within(over, each), node)
                if otherwise is not None:
                    yield "otherwise", otherwise, self.looped(each, node)
            case s.Atomic(body=body):
                yield "body", body, scope
            case s.Pay(then=then, otherwise=otherwise):
                for slot, block in (("then", then), ("otherwise", otherwise)):
                    if block is not None:
                        yield slot, block, scope.settle()
            case s.DrawOne(otherwise=block) | s.PickRandom(otherwise=block) | s.Choose(otherwise=block):
                if block is not None:
                    yield "otherwise", block, scope.settle() if isinstance(node, s.DrawOne) else scope

    def branches(self, test: x.Expression, scope: S) -> tuple[S, S]:
        """What is in scope where a test holds, and where it fails: cells may change in any happening."""
        yes, no = self.learned(test, scope)
        return (
            replace(scope.narrow(_of_locals(scope, yes)), facts=scope.facts | facts_if(test)),
            replace(scope.narrow(_of_locals(scope, no)), facts=scope.facts | facts_if_not(test)),
        )

    def looped(self, scope: S, node: s.Statement) -> S:
        """The scope of a loop's body: what was known before may have changed in an earlier round."""
        return replace(scope.assigned(assigned(node)), facts=frozenset())

    def behind(self, node: s.Statement, scope: S) -> S:
        """What is in scope for the statements after it."""
        name, kind = self.bound(node, scope) or (None, UNKNOWN)
        if isinstance(node, s.Let) and node.name in scope.locals:
            found = self.kind(node.value, scope)
            scope = scope.bind(node.name, kind)
            return scope.narrow({node.name: present(kind)}) if kind.optional and not found.optional else scope
        after = scope
        if isinstance(node, _SETTLED):
            after = scope.settle()
        elif isinstance(node, s.ForEach | s.Repeat | s.SecretChoice | s.Ask | s.Atomic | s.Pay):
            after = scope.settle().assigned(assigned(node))
        elif isinstance(node, s.If):
            after = self._behind_branches(node, scope)
        return after if name is None else after.bind(name, kind)

    def _behind_branches(self, node: s.If, scope: S) -> S:
        yes, no = self.learned(node.when, scope)
        ended, others_ended = ends(node.then), ends(node.otherwise or ())
        if ended and node.otherwise is None:
            return self.branches(node.when, scope)[1]
        after = scope.settle().assigned(assigned(node))
        if ended and not others_ended:
            return after.narrow(_of_locals(scope, no))
        return after.narrow(_of_locals(scope, yes)) if others_ended and not ended else after


def _of_locals(scope: Scope, known: Known) -> Known:
    return {key: kind for key, kind in known.items() if key in scope.locals}


def assigned(part: s.Statement) -> set[str]:
    """The locals that some statement inside gives a value."""
    return {node.name for node in nodes(part) if isinstance(node, s.Let)}


def ends(body: Block) -> bool:
    """Whether the end of a body is never reached."""
    return any(map(_ends, body))


def _ends(node: s.Statement) -> bool:
    match node:
        case s.Stop() | s.Result() | s.Done() | s.EndGame():
            return True
        case s.Leave(afterwards=afterwards):
            return not afterwards
        case s.If(then=then, otherwise=otherwise) | s.Pay(then=then, otherwise=otherwise):
            return ends(then or ()) and ends(otherwise or ())
        case s.Ask(ways=ways):
            return all(ends(way.body) for way in ways)
        case s.Atomic(body=body):
            return ends(body)
        case s.Repeat(kind=kind, body=body):
            return kind == "forever" and not can_stop(body)
    return False


def can_stop(body: Block) -> bool:
    """Whether a `stop` of the loop stands in its body (one inside another loop belongs to that one)."""
    return any(
        isinstance(node, s.Stop)
        or (not isinstance(node, s.Repeat | s.ForEach) and any(can_stop(block) for block in blocks(node)))
        for node in body
    )


def blocks(node: s.Statement) -> list[Block]:
    """The blocks directly inside a statement."""
    if isinstance(node, s.Ask):
        return [way.body for way in node.ways]
    found = (getattr(node, slot, None) for slot in ("body", "then", "otherwise"))
    return [block for block in found if block is not None]
