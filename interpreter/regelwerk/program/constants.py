"""Expressions that are fixed when a match begins: they read options and the number of seats only."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import Rules

from .bounds import calculated
from .errors import RuleError

TOLD_BY_NOBODY = "a value is asked for that no text tells"

Value = int | list[int]
Env = Mapping[str, Value]


class PlainValues(ABC):
    """Evaluates without a match; `other` is asked of what is no literal, option or calculation."""

    enums: Mapping[str, Sequence[str]]
    options: Mapping[str, int]

    @abstractmethod
    def other(self, node: ex.Expression, env: Env) -> Value:
        """The value of an expression of another kind."""

    def value(self, node: ex.Expression, env: Env) -> Value:
        """The value of an expression with these locals."""
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
                return calculated(op, self.number(left, env), self.number(right, env))
            case ex.Negative(of=of):
                return -self.number(of, env)
            case ex.And(of=parts):
                return int(all(self.value(part, env) for part in parts))
            case ex.Or(of=parts):
                return int(any(self.value(part, env) for part in parts))
            case ex.Not(of=of):
                return int(not self.value(of, env))
            case ex.Compare(op=op, left=left, right=right):
                return int(compare(op, self.value(left, env), self.value(right, env)))
            case ex.Choice(cases=cases, otherwise=otherwise):
                for case in cases:
                    if self.value(case.when, env):
                        return self.value(case.then, env)
                return self.value(otherwise, env)
            case ex.LetIn(binder=binder, value=named, then=then):
                return self.value(then, {**env, binder: self.value(named, env)})
        return self.other(node, env)

    def number(self, node: ex.Expression, env: Env) -> int:
        """The value of an expression that is no list. Raises RuleError if it is one."""
        value = self.value(node, env)
        if isinstance(value, list):
            raise RuleError("a list is no number")
        return value


class Constants(PlainValues):
    """Evaluates conditions on options for one number of seats and one set of option values."""

    def __init__(self, rules: Rules, players: int, options: Mapping[str, int]) -> None:
        self.players = players
        self.options = options
        self.enums = {enum.name: enum.members for enum in rules.enums}
        self.values = {value.name: value for value in rules.values}

    def holds(self, node: ex.Expression | None) -> bool:
        """Whether the condition holds; no condition holds.

        Raises RuleError if it reads anything that changes during a match.
        """
        return node is None or bool(self.value(node, {}))

    def other(self, node: ex.Expression, env: Env) -> Value:
        match node:
            case ex.Count(of=ex.Set(noun="seat", source=None, where=None)):
                return self.players
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
