"""Below what the scores of a game cannot be, as its declarations say."""

from __future__ import annotations

from math import inf

from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import Rules, ValueType
from regelwerk.rules.statements import EndGame
from regelwerk.rules.walk import nodes


def least_score(rules: Rules) -> float:
    """0 if no seat can have less in the end, minus infinity if that does not follow from the rules."""
    signs = _Signs(rules)
    ends = (node for node in nodes(rules) if isinstance(node, EndGame))
    return 0 if all(signs.never_below_0(score.value) for end in ends for score in end.scores) else -inf


class _Signs:
    """What cannot become negative."""

    def __init__(self, rules: Rules) -> None:
        self.attributes = {(t.name, a.name): a.type for t in rules.types for a in t.attributes}
        self.states = {state.name: state.type for state in rules.states}
        self.options = {option.name: option.type for option in rules.options}
        self.values = {value.name: value for value in rules.values}
        self.modified = {modifier.of for modifier in rules.modifiers if modifier.type is None}
        self.found: dict[str, bool] = {}

    def never_below_0(self, node: ex.Expression) -> bool:
        """Say whether an expression that is a number is surely 0 or more."""
        match node:
            case ex.Number(value=value):
                return value >= 0
            case ex.Count():
                return True
            case ex.Attribute(type=owner, name=name):
                return _from_0(self.attributes.get((owner, name)))
            case ex.State(name=name):
                return _from_0(self.states.get(name))
            case ex.Option(name=name):
                return _from_0(self.options.get(name))
            case ex.Call(name=name):
                return self._value(name)
            case ex.Sum(value=value) | ex.Extreme(value=value):
                return self.never_below_0(value)
            case ex.Arithmetic(op="greatest", left=left, right=right):
                return self.never_below_0(left) or self.never_below_0(right)
            case ex.Arithmetic(op="+" | "*" | "smallest", left=left, right=right):
                return self.never_below_0(left) and self.never_below_0(right)
            case ex.Builtin(name="size" | "row" | "column"):
                return True
            case ex.Builtin(name="quotient", args=args):
                return all(map(self.never_below_0, args))
            case ex.Choice(cases=cases, otherwise=otherwise):
                return all(map(self.never_below_0, (*(case.then for case in cases), otherwise)))
            case ex.LetIn(then=then):
                return self.never_below_0(then)
        return False

    def _value(self, name: str) -> bool:
        if name not in self.found:
            value = self.values[name]
            self.found[name] = _from_0(value.result)  # what a value in a circle is asked meanwhile
            if not self.found[name] and name not in self.modified:
                self.found[name] = self.never_below_0(value.body)
        return self.found[name]


def _from_0(kind: ValueType | None) -> bool:
    return kind is not None and kind.low is not None and kind.low >= 0
