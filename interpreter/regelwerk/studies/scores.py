"""Below what the scores of a game cannot be, as its declarations say."""

from __future__ import annotations

from math import inf

from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import Rules
from regelwerk.rules.statements import EndGame
from regelwerk.rules.types.declared import declared_in
from regelwerk.rules.types.numbers import Bounds
from regelwerk.rules.types.scope import Scope
from regelwerk.rules.types.statements import Types
from regelwerk.rules.walk import nodes


def least_score(rules: Rules) -> float:
    """0 if no seat can have less in the end, minus infinity if that does not follow from the rules."""
    reckoning = _Reckoning(rules)
    ends = (node for node in nodes(rules) if isinstance(node, EndGame))
    scores = (score for end in ends for score in end.scores)
    lows = [reckoning.bounds(score.value, reckoning.within(score.seats, Scope())).low for score in scores]
    return 0 if all(low is not None and low >= 0 for low in lows) else -inf


class _Reckoning(Types):
    """Between what numbers lie, looking into the values that are called."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(declared_in(rules))
        self.values = {value.name: value for value in rules.values}
        self.modified = {modifier.of for modifier in rules.modifiers if modifier.type is None}
        self.found: dict[str, Bounds] = {}

    def bounds(self, node: ex.Expression | ex.Set, scope: Scope) -> Bounds:
        found = super().bounds(node, scope)
        if not isinstance(node, ex.Call) or node.name in self.modified or found != Bounds():
            return found
        if node.name not in self.found:
            self.found[node.name] = found  # what a value in a circle is asked meanwhile
            value = self.values[node.name]
            inside = Scope({parameter.name: parameter.type for parameter in value.parameters})
            self.found[node.name] = self.bounds(value.body, inside)
        return self.found[node.name]
