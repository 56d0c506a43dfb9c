"""From what a scenario writes to the options of a decision."""

from __future__ import annotations

from typing import Any

from regelwerk.match.alike import alike_key, eyes_of
from regelwerk.match.evaluate import Env
from regelwerk.match.options import DONE, PASS, Option
from regelwerk.match.state import State
from regelwerk.match.text import chosen_kinds, option_kinds, option_text
from regelwerk.match.walker import Walker
from regelwerk.program.ending import Decision
from regelwerk.program.layout import Layout
from regelwerk.rules import expressions as ex
from regelwerk.rules.builtins import ACTION_ENUM
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.scenarios import OptionText
from regelwerk.rules.statements import Ask


def describe(layout: Layout, pick: OptionText) -> str:
    """A pick as an author writes it, as far as that can be told from its form."""
    if pick.name is not None:
        inside = ", ".join(_expression(node) for node in pick.args)
        return f"{pick.name}({inside})" if inside else pick.name
    return "?" if pick.value is None else _expression(pick.value)


def _expression(node: ex.Expression) -> str:
    match node:
        case ex.Row(name=name, copy=copy) if copy:
            return f"{name}#{copy}"
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
        case ex.All(of=ex.Set(where=ex.And(of=(ex.IsRow(row=row), ex.Compare(right=value))))):
            return f"{row}({_expression(value)})"
    return "..."


def question(layout: Layout, decision: Decision) -> str:
    """What a decision asks for, as words for a message."""
    if decision.kind == "window":
        return "an action"
    if decision.kind == "ask":
        return f"one of the ways {', '.join(f'`{way}`' for way in _ways(layout, decision))}"
    return " or ".join(dict.fromkeys(_kind(kind) for kind in chosen_kinds(layout, decision)))


def readings(layout: Layout, decision: Decision, pick: OptionText, among_kin: bool) -> list[OptionText]:
    """The meanings of a pick that are of the sort a decision asks for.

    `among_kin` things of all types under one may stand for each other: which of them is offered, rules say.
    """
    return [each for each in (pick, *pick.also) if _answers(layout, decision, each, among_kin)]


def reading_text(layout: Layout, pick: OptionText) -> str:
    """What a pick is of the meanings its word has, and how it is written alone, as words for a message."""
    word = describe(layout, pick)
    if pick.name is not None:
        return "an action" if pick.name in layout.action_number else "a way"
    if isinstance(pick.value, ex.Row) and pick.kind is not None:
        return f"{_kind(pick.kind)} (`let x be the {pick.kind.name} t where (t is {word})` above names it)"
    if isinstance(pick.value, ex.Member):
        enum = pick.value.enum
        return f"a `{enum}` (`let x be the {enum} m where (m = {word})` above names it)"
    return "something else" if pick.kind is None else _kind(pick.kind)


def sort_of(layout: Layout, pick: OptionText) -> str:
    """What a pick is, as words for a message: one sort for each of its meanings."""
    return " or ".join(dict.fromkeys(_sort(layout, each) for each in (pick, *pick.also)))


def _sort(layout: Layout, pick: OptionText) -> str:
    if pick.name in layout.action_number:
        return "an action"
    if pick.name is not None:
        return f"a `{pick.name}`" if pick.name in layout.tables.passing else "a way"
    return "something else" if pick.kind is None else _kind(pick.kind)


def _kind(kind: ValueType) -> str:
    names = {"number": "a number", "flag": "a condition", "seat": "a seat", "answer": "an answer"}
    return names.get(kind.kind, f"a `{kind.name or kind.kind}`")


def _ways(layout: Layout, decision: Decision) -> list[str]:
    statement = layout.body(decision.body).places[decision.place].statement
    return [way.name for way in statement.ways] if isinstance(statement, Ask) else []


def _answers(layout: Layout, decision: Decision, pick: OptionText, among_kin: bool) -> bool:
    """Whether a pick with this meaning is of the sort a decision asks for, be it offered or not."""
    if pick.name in ("pass", "done", "decline") and not pick.args:
        return True
    if pick.name is not None and pick.name not in layout.tables.passing:
        if decision.kind == "window":
            return pick.name in layout.action_number
        return decision.kind == "ask" and pick.name in _ways(layout, decision)
    kind = ValueType("thing", pick.name) if pick.name is not None else pick.kind
    chosen = chosen_kinds(layout, decision)
    return any(kind is None or _alike(layout, kind, each, among_kin) for each in chosen)


def _alike(layout: Layout, found: ValueType, asked: ValueType, among_kin: bool = False) -> bool:
    """Whether a value of one kind may be one of another; things of a type may be of one below it."""
    if found.kind != asked.kind or (found.kind == "enum" and found.name != asked.name):
        return False
    types = layout.tables.types
    if found.kind != "thing" or found.name not in types or asked.name not in types:
        return True
    a, b = types[found.name], types[asked.name]
    if among_kin:
        return _root(layout, found.name) == _root(layout, asked.name)
    return a.first <= b.first < b.last <= a.last or b.first <= a.first < a.last <= b.last


def _root(layout: Layout, name: str) -> str:
    parent = layout.tables.types[name].parent
    return name if parent is None else _root(layout, parent)


def fitting(walker: Walker, s: State, decision: Decision, pick: OptionText, env: Env) -> list[Option]:
    """The options of a decision that one meaning of a pick may stand for: none, one, several that differ."""
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
            found = _narrow(walker, s, decision, found, position, kinds[position - 1], node, env)
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
        if pick.kind is None or _alike(s.layout, pick.kind, kind):
            found += _narrow(walker, s, decision, options, position, kind, pick.value, env)
    return found


def _passing(walker: Walker, s: State, decision: Decision, pick: OptionText, env: Env) -> list[Option]:
    """The options that name a passing thing by the value it is named by."""
    tables = s.layout.tables
    info = tables.named_by.get(pick.name or "")
    position = 1 if decision.kind == "pay" else 0
    found = []
    for option in decision.options:
        if option in (DONE, PASS) or option[position] not in tables.passing[pick.name or ""]:
            continue
        if info is not None and pick.args:
            values = info.values if info.column < 0 else s.columns[info.column]
            value = values[(option[position] - info.first) * info.members]
            if value in meanings(walker, s, info.kind, pick.args[0], env):
                found.append(option)
    return found


def _narrow(
    walker: Walker,
    s: State,
    decision: Decision,
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
    result = []
    for option in options:
        eyes = eyes_of(s, decision, option[:position])
        keys = {alike_key(s, thing, eyes) for thing in meant if thing >= 0}
        if option[position] >= 0 and alike_key(s, option[position], eyes) in keys:
            result.append(option)
    return result


def wrong_number(s: State, decision: Decision, pick: OptionText, option: Option) -> str | None:
    """What is wrong with a number that a pick names, if the option it means stands for alike things.

    None if the numbered things are those of the option.
    """
    parts = option[1:] if decision.kind in ("window", "pay") else option
    nodes = pick.args or (pick.value,)
    for number, (node, thing) in enumerate(zip(nodes, parts, strict=False), len(option) - len(parts)):
        if not isinstance(node, ex.Row) or not node.copy:
            continue
        things = s.layout.tables.row_things[s.layout.tables.row_number[node.name]]
        if things[node.copy - 1] != thing:
            eyes = eyes_of(s, decision, option[:number])
            own = alike_key(s, thing, eyes)
            count = sum(alike_key(s, other, eyes) == own for other in things)
            return f"`{node.name}#{node.copy}` is one of {count} alike, which are offered as one"
    return None


def meanings(walker: Walker, s: State, kind: ValueType, node: ex.Expression, env: Env) -> set[int]:
    """The elements of a kind that an expression may stand for: a row for all its things, an action for
    every declared answer of it."""
    if kind.kind == "thing" and isinstance(node, ex.Row) and not node.copy:
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
