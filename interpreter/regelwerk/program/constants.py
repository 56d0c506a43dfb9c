"""Expressions that are fixed when a match begins: they read options and the number of seats only."""

from __future__ import annotations

from collections.abc import Mapping

from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import Rules

from .bounds import calculated
from .errors import RuleError

TOLD_BY_NOBODY = "a value is asked for that no text tells"


class Constants:
    """Evaluates conditions on options for one number of seats and one set of option values."""

    def __init__(self, rules: Rules, players: int, options: Mapping[str, int]) -> None:
        self.players = players
        self.options = options
        self.enums = {enum.name: enum.members for enum in rules.enums}
        self.values = {value.name: value for value in rules.values}

    def holds(self, node: ex.Expression | None) -> bool:
        """Whether the condition holds; no condition holds."""
        return node is None or bool(self.value(node, {}))

    def value(self, node: ex.Expression, env: Mapping[str, int]) -> int:
        """The value of `node`. Raises RuleError if it reads anything that changes during a match."""
        match node:
            case ex.Number(value=value) | ex.Flag(value=value):
                return int(value)
            case ex.Member(enum=enum, name=name):
                return self.enums[enum].index(name)
            case ex.Nothing():
                return -1
            case ex.Option(name=name):
                return self.options[name]
            case ex.Local(name=name) if name in env:
                return env[name]
            case ex.Arithmetic(op=op, left=left, right=right):
                return calculated(op, self.value(left, env), self.value(right, env))
            case ex.Negative(of=of):
                return -self.value(of, env)
            case ex.And(of=parts):
                return int(all(self.value(part, env) for part in parts))
            case ex.Or(of=parts):
                return int(any(self.value(part, env) for part in parts))
            case ex.Not(of=of):
                return int(not self.value(of, env))
            case ex.Compare(op=op, left=left, right=right):
                return int(compare(op, self.value(left, env), self.value(right, env)))
            case ex.Count(of=ex.Set(noun="seat", source=None, where=None)):
                return self.players
            case ex.Choice(cases=cases, otherwise=otherwise):
                for case in cases:
                    if self.value(case.when, env):
                        return self.value(case.then, env)
                return self.value(otherwise, env)
            case ex.Call(name=name, args=args):
                declared = self.values[name]
                inner = {p.name: self.value(a, env) for p, a in zip(declared.parameters, args, strict=True)}
                return self.value(declared.body, inner)
        raise RuleError("a condition on options reads something that changes during a match")


def compare(op: str, left: object, right: object) -> bool:
    """Compare two run-time values of one kind."""
    if op == "=":
        return left == right
    if op == "!=":
        return left != right
    if not isinstance(left, int) or not isinstance(right, int):
        raise RuleError("only numbers have an order")
    if op == "<":
        return left < right
    if op == "<=":
        return left <= right
    if op == ">":
        return left > right
    return left >= right
