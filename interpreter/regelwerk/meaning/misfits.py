"""What is wrong with the kinds of the parts of a node, in the words of an author."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from regelwerk.meaning import problems
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.problems import Role
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.types import kinds
from regelwerk.rules.types.parts import A_THING, GRID, LINKED, LIST, PLACE, PLACES, Misfit
from regelwerk.source.spans import Span
from regelwerk.tree import expressions as tx
from regelwerk.tree.nodes import Name, Node

BEFORE_THE_DOT = "what stands before the dot"
_ROLES: dict[type[x.Node], dict[str, str]] = {
    x.Negative: {"of": "what follows `-`"},
    x.Sum: {"value": "what is added up"},
    x.Extreme: {"value": "what is compared"},
    x.Recorded: {"of": "what was recorded"},
    x.Set: {"low": "the low end", "high": "the high end", "sort": "what puts them in order"},
    x.State: {"key": "the index"},
    x.Attribute: {"key": "the index", "of": BEFORE_THE_DOT},
    s.Change: {"target": "what is raised or lowered", "by": "the amount"},
    s.DrawMany: {"count": "how many are drawn"},
    s.Look: {"count": "how many are looked at", "by": "who looks"},
    s.Roll: {"by": "who rolls", "count": "how many dice", "binder": "what the dice are added to"},
    s.RollDie: {"by": "who rolls"},
    s.Move: {"what": "what is moved"},
    s.Show: {"what": "what is shown", "to": "who is shown it"},
    s.Choose: {"by": "who chooses", "number": "how many"},
    s.SecretChoice: {"seats": "who chooses"},
    s.Ask: {"by": "who is asked"},
    s.ForEach: {"start": "the seat to begin with"},
    s.Repeat: {"expr": "how often"},
    s.Later: {"by": "who declares it"},
    s.Pay: {
        "by": "who pays",
        "start": "the seat to begin with",
        "count": "how much is needed",
        "kind": "what is needed",
    },
    s.Record: {"of": "what is recorded"},
    s.Cancel: {"answer": "what is cancelled"},
    s.Aim: {"answer": "what is aimed at something else", "at": "what it is aimed at"},
    s.EndGame: {"winners": "who wins", "seats": "who scores", "value": "the score"},
    x.Zone: {"owner": BEFORE_THE_DOT},
}
"""The parts that values play in a node."""
_NEVER_ABSENT = ("who is shown it", "who pays", "who wins")
"""Parts of which it is not said that they may be absent: they are of another kind then."""
_TAKEN = (LIST, GRID, LINKED, PLACE, PLACES, A_THING)
"""What functions of the language take that is not of one kind."""


def report_misfits(ctx: Context, env: Env, node: x.Node, tree: Node) -> None:
    """Report what does not fit in a node that has just been understood, in each part once."""
    parts = ctx.types.parts(node, env)
    for misfit in ctx.types.misfits(node, parts, env):
        part = misfit.part.node
        if id(part) not in ctx.reported:
            ctx.reported[id(part)] = part
            _report(ctx, node, misfit, tree)
    for misfit in ctx.types.out_of_range(parts):
        if id(misfit.part.node) not in ctx.reported:
            ctx.reported[id(misfit.part.node)] = misfit.part.node
            _out_of_range(ctx, node, misfit, tree)


def _out_of_range(ctx: Context, node: x.Node, misfit: Misfit, tree: Node) -> None:
    _, part, found, wanted = misfit
    assert wanted.low is not None
    range_of = partial(problems.out_of_range, low=wanted.low, high=wanted.high or 0)
    match node:
        case s.Assign(target=target) if part.name == "value":
            problem = range_of("set", target.name)
        case x.State(name=name) | x.Attribute(name=name):
            problem = range_of("index", name)
        case x.Builtin(name="place", args=(grid, *_)):
            problem = range_of("place", ctx.names.grid_of(grid), role=f"{part.name}s")
        case _:
            role = role_of(ctx, node, part.name)
            problem = range_of("amount", role=role, here=found.high or 0, exactly=found.low == found.high)
    ctx.report(problem, ctx.findings.place_of(part.node) or tree)


def _report(ctx: Context, node: x.Node, misfit: Misfit, tree: Node) -> None:
    reason, part, found, wanted = misfit
    at: Node | Span = ctx.findings.place_of(part.node) or tree
    role = role_of(ctx, node, part.name)
    if reason == "absent" and role not in _NEVER_ABSENT:
        absent(ctx, at, role)
        return
    match node:
        case x.Compare(op=op):
            if reason == "order":
                ctx.report(problems.never_alike("order", found, name=op), tree)
            else:
                ctx.report(problems.never_alike("kinds", found, wanted), tree)
        case x.Inside() if reason == "never":
            ctx.report(problems.never_alike("inside", found, wanted), tree)
        case x.Set() if reason == "never":
            ctx.report(problems.never_alike("held", found, wanted), at)
        case x.Inside():
            ctx.report(problems.not_a_list("inside", found), at)
        case x.Set() if part.name == "source":
            ctx.report(problems.not_a_list("set", found), at)
        case x.Builtin() if reason == "holder":
            word = "several" if ctx.types.holders(found) else ""
            ctx.report(problems.wrong_kind("holder", name=found.name or "", word=word), tree)
        case x.Builtin() if reason == "never":
            ctx.report(problems.never_alike("held", wanted, found), at)
        case x.Builtin(name=name) if wanted in (PLACE, PLACES) and _is_silent_grid(ctx, found.name):
            ctx.report(problems.wrong_kind("not adjacent", kinds.element(found), name=name), at)
        case x.Builtin(name=name) if wanted in _TAKEN:
            ctx.report(problems.wrong_kind("argument", found, name=name, word=wanted.kind), at)
        case x.IsAnswer() if part.name == "of":
            ctx.report(problems.never_alike("action", found), at)
        case s.Move(to=to) if found.kind == "thing":
            held = ctx.names.result(to).name or ""
            ctx.report(problems.wrong_zone("moved", to, held, kind=found), at)
            if found.optional:
                absent(ctx, at, role)
        case s.Move() | s.Show() if part.name == "what":
            ctx.report(problems.wrong_kind("moved" if isinstance(node, s.Move) else "shown", found), at)
        case s.Show() | s.EndGame() if part.name in ("to", "winners"):
            ctx.report(problems.wrong_kind("value", found, wanted=kinds.SEAT, role=role), at)
        case s.DrawOne() | s.DrawMany() if part.name == "source":
            pass  # what the two zones hold is compared where they are named
        case s.ForEach(start=start) if part.name == "over" and start is not None:
            ctx.report(problems.wrong_kind("order of seats", name="from"), ctx.findings.place_of(start) or at)
        case s.Aim() if part.name == "at":
            ctx.report(problems.wrong_kind("aim", found), at)
        case s.If() | s.Repeat(kind="while") | s.Ask() if part.name != "by":
            ctx.report(problems.not_a_condition(found), at)
        case x.Supposing() if part.name != "then":
            ctx.report(problems.wrong_kind("value", found, wanted=wanted, role=role), at)
        case x.And() | x.Or() | x.Not() | x.Every() | x.Supposing() | x.Set() if part.name not in (
            "low",
            "high",
            "sort",
        ):
            ctx.report(problems.not_a_condition(found, _one_of(tree, at)), at)
        case _:
            ctx.report(problems.wrong_kind("value", found, wanted=wanted, role=role), at)


def _is_silent_grid(ctx: Context, type_name: str | None) -> bool:
    """Say whether the things of a type are places of a grid that does not say who is adjacent."""
    return ctx.names.on_grid(type_name) and not ctx.names.has_neighbours(type_name)


def _one_of(tree: Node, at: Node | Span) -> tuple[str, ...]:
    """What a condition may be meant to be that is none: in `x = a or b` it was to be another right side."""
    parts = tree.parts if isinstance(tree, tx.Either) else ()
    for before, part in pairwise(parts):
        right = before.right if isinstance(before, tx.Compare) else None
        if part.at == at and isinstance(right, Name) and isinstance(part, Name):
            return right.text, part.text
    return ()


def role_of(ctx: Context, node: x.Node, part: str) -> Role:
    """The part that a value plays in a node, in words."""
    match node:
        case x.Arithmetic(op=op):
            return problems.side_of(op, part)
        case (
            x.Call(name=name)
            | x.May(event=name)
            | x.Supposing(event=name)
            | x.Happened(event=name)
            | x.IsAnswer(action=name)
        ):
            return problems.part_of(part, name)
        case s.Happen(event=name) | s.Open(window=name) | s.Later(event=name) if part != "by":
            return problems.part_of(part, name)
        case x.Builtin(name="place", args=(grid, *_)):
            return problems.part_of(part, ctx.names.grid_of(grid))
        case x.Builtin(name="nth"):
            return "the place in the list"
        case x.Builtin(name=name):
            return problems.argument_of(name)
        case s.Let(name=name):
            return problems.cell(name)
        case s.Assign(target=target) if part == "value":
            return problems.cell(target.name)
    return _ROLES.get(type(node), {}).get(part, part)


def absent(ctx: Context, at: Node | Span, role: Role) -> None:
    """Report the use of something that may be absent."""
    ctx.report(problems.may_be_absent(role), at)
