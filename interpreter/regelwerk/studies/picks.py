"""From what a scenario writes to the options of a decision."""

from __future__ import annotations

from typing import Any

from regelwerk.match.evaluate import Env
from regelwerk.match.options import DONE, PASS, Option, alike_key
from regelwerk.match.state import State
from regelwerk.match.text import option_kinds, option_text
from regelwerk.match.walker import Walker
from regelwerk.program.ending import Decision
from regelwerk.program.layout import Layout
from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import ACTION_ENUM
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.scenarios import OptionText


def describe(layout: Layout, pick: OptionText) -> str:
    """A pick as an author writes it, as far as that can be told from its form."""
    if pick.name is not None:
        inside = ", ".join(_expression(node) for node in pick.args)
        return f"{pick.name}({inside})" if inside else pick.name
    return "?" if pick.value is None else _expression(pick.value)


def _expression(node: ex.Expression) -> str:
    match node:
        case ex.Row(name=name) | ex.Local(name=name) | ex.Member(name=name) | ex.State(name=name):
            return name
        case ex.Number(value=value):
            return str(value)
        case ex.Seat(number=number):
            return f"seat {number}"
        case ex.Attribute(of=of, name=name):
            return f"{_expression(of)}.{name}"
        case ex.Builtin(name=name, args=args) | ex.Call(name=name, args=args):
            return f"{name}({', '.join(_expression(arg) for arg in args)})"
        case ex.The(of=over):
            return f"the {over.noun} ..."
    return "..."


def fitting(walker: Walker, s: State, decision: Decision, pick: OptionText, env: Env) -> list[Option]:
    """The options of a decision that a pick may mean: none, the one it means, or several that differ."""
    if pick.name is not None and not pick.args:
        named = [option for option in decision.options if option_text(s, decision, option) == pick.name]
        if named or decision.kind != "window":
            return named
    if pick.name in s.layout.tables.passing:
        return _passing(walker, s, decision, pick, env)
    if pick.name is not None:
        if decision.kind != "window" or pick.name not in s.layout.action_number:
            return []
        number = s.layout.action_number[pick.name]
        found = [option for option in decision.options if option[0] == number]
        for position, node in enumerate(pick.args, 1):
            found = [option for option in found if len(option) > position]
            kinds = option_kinds(s.layout, decision, found[0]) if found else []
            if not kinds:
                return []
            found = _narrow(walker, s, found, position, kinds[position - 1], node, env)
        return found
    if pick.value is None:
        return []
    found = []
    position = 1 if decision.kind == "pay" else 0
    if decision.kind in ("ask", "window"):
        return []
    plain = [option for option in decision.options if option not in (DONE, PASS)]
    groups: dict[ValueType, list[Option]] = {}
    for option in plain:
        groups.setdefault(option_kinds(s.layout, decision, option)[0], []).append(option)
    for kind, options in groups.items():
        if isinstance(pick.value, ex.Number) == (kind.kind == "number") or not isinstance(pick.value, ex.Row):
            found += _narrow(walker, s, options, position, kind, pick.value, env)
    return found


def _passing(walker: Walker, s: State, decision: Decision, pick: OptionText, env: Env) -> list[Option]:
    """The options that name a passing thing by the value it is named by."""
    tables = s.layout.tables
    named = next(t.named_by for t in s.layout.game.types if t.name == pick.name)
    position = 1 if decision.kind == "pay" else 0
    found = []
    for option in decision.options:
        if option in (DONE, PASS) or option[position] not in tables.passing[pick.name or ""]:
            continue
        for info in tables.columns:
            if info.name == named and info.first <= option[position] < info.first + info.count:
                value = s.columns[info.column][(option[position] - info.first) * info.members]
                if pick.args and value in meanings(walker, s, info.kind, pick.args[0], env):
                    found.append(option)
    return found


def _narrow(
    walker: Walker,
    s: State,
    options: list[Option],
    position: int,
    kind: ValueType,
    node: ex.Expression,
    env: Env,
) -> list[Option]:
    """Those options whose element at a position is what an expression says."""
    meant = meanings(walker, s, kind, node, env)
    exact = [option for option in options if option[position] in meant]
    if exact or kind.kind != "thing":
        return exact
    keys = {alike_key(s, thing) for thing in meant if thing >= 0}
    return [option for option in options if option[position] >= 0 and alike_key(s, option[position]) in keys]


def meanings(walker: Walker, s: State, kind: ValueType, node: ex.Expression, env: Env) -> set[int]:
    """The elements of a kind that an expression may stand for: a row for all its things, an action for
    every declared answer of it."""
    if kind.kind == "thing" and isinstance(node, ex.Row):
        tables = s.layout.tables
        return set(tables.row_things[tables.row_number[node.name]])
    if kind.kind == "answer" and isinstance(node, ex.Member) and node.enum == ACTION_ENUM:
        action = s.layout.action_number[node.name]
        return {position for position, row in enumerate(s.answers) if row[0] == action}
    value: Any = walker.evaluate(s, node, env)
    return set(value) if isinstance(value, list) else {value}


def wanted_parts(walker: Walker, s: State, pick: OptionText, env: Env) -> list[set[int]]:
    """For each argument of an action the elements it may stand for."""
    layout = s.layout
    info = layout.events[layout.event_number[pick.name or ""]]
    kinds = [kind for _, kind in info.parameters[1:]]
    return [meanings(walker, s, kind, node, env) for kind, node in zip(kinds, pick.args, strict=False)]
