"""Which locals statements bind, and which of them are never none."""

from __future__ import annotations

from regelwerk.rules import statements as st
from regelwerk.rules.expressions import Builtin, Expression, Local, Member, Number, Row, Seat

from .points import Body


def steady_locals(body: Body) -> set[str]:
    """Locals that are none nowhere in a body: whatever binds them gives a value that is there."""
    given: dict[str, list[Expression]] = {}
    others = {name for name, _ in body.parameters}
    for place in body.places:
        node = place.statement
        if isinstance(node, st.Let):
            given.setdefault(node.name, []).append(node.value)
        else:
            others.update(bound_by(node))
    steady = set(given) - others
    while True:
        failing = {name for name in steady if not all(_is_there(value, steady) for value in given[name])}
        if not failing:
            return steady
        steady -= failing


def _is_there(value: Expression, steady: set[str]) -> bool:
    if isinstance(value, Builtin):
        return value.name == "next"
    if isinstance(value, Local):
        return value.name in steady
    return isinstance(value, Seat | Row | Member | Number)


def bound_by(statement: st.Statement) -> list[str]:
    """The locals a statement binds, those of its own loop included."""
    match statement:
        case st.Let(name=name):
            return [name]
        case st.Happen(result=str(name)):
            return [name]
        case (
            st.DrawOne(binder=binder)
            | st.Look(binder=binder)
            | st.Roll(binder=binder)
            | st.Create(binder=binder)
        ):
            return [binder]
        case st.PickRandom(over=over) | st.Choose(over=over) | st.ForEach(over=over):
            return [over.binder]
        case st.SecretChoice(seats=seats, over=over):
            return [seats.binder, over.binder]
    return []
