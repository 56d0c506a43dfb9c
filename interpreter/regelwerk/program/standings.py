"""How a match stands: what a value of the game says for each seat, or the scores its ends would give now."""

from __future__ import annotations

from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.types import kinds
from regelwerk.rules.walk import nodes

from .expressions import Expressions
from .layout import Layout

Scores = tuple[st.Score, ...]


def closed_scores(layout: Layout) -> list[Scores]:
    """The scores of all ends that can be told anywhere: they use no local of the place where they stand.

    What several ends say alike is there once.
    """
    found: dict[str, Scores] = {}
    for body in layout.bodies:
        for place in body.places:
            end = place.statement
            if isinstance(end, st.EndGame) and end.scores and not _free_locals(end.scores):
                found.setdefault(str(end.scores), end.scores)
    return list(found.values())


def _free_locals(scores: Scores) -> bool:
    parts = [part for score in scores for part in nodes(score)]
    bound = {part.binder for part in parts if isinstance(part, ex.Set | ex.LetIn)}
    return any(isinstance(part, ex.Local) and part.name not in bound for part in parts)


def write_standings(expressions: Expressions) -> list[str]:
    """A function for each of the closed scores, or one for the value that the game names: from a state to a
    list by seats. Returns their names."""
    told = expressions.layout.game.standing
    if told is not None:
        scope, _ = expressions.scope_of([])
        function = expressions.source.add("def standing(s):")
        asked = (ex.Call(told, (ex.Seat(seat),)) for seat in range(1, expressions.layout.players + 1))
        function.line(f"return [{','.join(expressions.value(each, scope) for each in asked)}]")
        return ["standing"]
    names = []
    for number, scores in enumerate(closed_scores(expressions.layout)):
        name = f"standing{number}"
        scope, _ = expressions.scope_of([])
        function = expressions.source.add(f"def {name}(s):")
        function.line(f"x=[0]*{expressions.layout.players}")
        for score in scores:
            binder = f"b{expressions.source.number()}"
            inner = scope.inner(score.seats.binder, binder, kinds.SEAT)
            with function.block(
                f"for {binder} in {expressions.sets.elements(score.seats, scope)}:", loop=True
            ):
                function.line(f"x[{binder}]={expressions.value(score.value, inner)}")
        function.line("return x")
        names.append(name)
    return names
