"""What came instead of what was expected: the values on both sides of the part that fails."""

from __future__ import annotations

from typing import Any

from regelwerk.match.evaluate import Env
from regelwerk.match.machine import unpack_frame
from regelwerk.match.state import State
from regelwerk.match.text import value_text
from regelwerk.match.walker import Walker
from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types.kinds import NUMBER
from regelwerk.rules.types.scope import Scope
from regelwerk.rules.walk import nodes


def what_came(walker: Walker, s: State, env: Env, node: ex.Expression) -> list[str]:
    """Lines about an expression that does not hold."""
    match node:
        case ex.And(of=parts):
            for number, part in enumerate(parts, 1):
                if not walker.evaluate(s, part, env):
                    return [f"part {number} of the condition fails", *what_came(walker, s, env, part)]
        case ex.Compare(op=op, left=left, right=right):
            a, b = (_shown(walker, s, env, side) for side in (left, right))
            return [f"on the left of `{op}` is {a}, on the right {b}"]
        case ex.Inside(of=of, source=source):
            return [f"{_shown(walker, s, env, of)} is not in {_shown(walker, s, env, source)}"]
        case ex.IsRow(of=of, row=row):
            return [f"it is {_shown(walker, s, env, of)}, not `{row}`"]
        case ex.IsType(of=of, type=name):
            return [f"it is {_shown(walker, s, env, of)}, which is no `{name}`"]
        case ex.Any(of=over):
            return [f"there is no such {over.noun}"]
        case ex.Every(of=over):
            for element in walker.evaluate(s, ex.All(over), env):
                if not walker.evaluate(s, node.has, {**env, over.binder: element}):
                    kind = walker.layout.types.noun(over)
                    return [f"{value_text(s.layout, kind, element)} does not"]
        case ex.Not(of=of):
            return ["what should not hold does hold", *_values(walker, s, env, of)]
    return []


def marks_over(s: State, node: ex.Expression) -> list[str]:
    """The marks that an expression asks for while the event they last for is not running."""
    game = s.layout.game
    states = {state.name: state.until for state in game.states}
    attributes = {(kind.name, each.name): each.until for kind in game.types for each in kind.attributes}
    running = set() if s.over is not None else {unpack_frame(s.layout, f).body.subject for f in s.stack}
    found: list[str] = []
    for part in nodes(node):
        until = None
        if isinstance(part, ex.State):
            until = states.get(part.name)
        elif isinstance(part, ex.Attribute):
            until = attributes.get((part.type, part.name))
        if isinstance(part, ex.State | ex.Attribute) and until is not None and until not in running:
            found.append(f"`{part.name}` is over: it lasts until `{until}` ends, and none is running")
    return list(dict.fromkeys(found))


def empty_set(walker: Walker, s: State, env: Env, node: ex.Expression) -> str | None:
    """What is said of nothing in an expression that holds: of every element of a set that has none, or of
    none among those of an empty zone or list. None if there is something everywhere."""
    match node:
        case ex.And(of=parts):
            found = (empty_set(walker, s, env, part) for part in parts)
            return next((text for text in found if text is not None), None)
        case ex.Every(of=over, has=has):
            elements = walker.evaluate(s, ex.All(over), env)
            if not elements:
                return f"there is no such {over.noun}: write `not any {over.noun} ...` if that is meant"
            inner = [empty_set(walker, s, {**env, over.binder: element}, has) for element in elements]
            return inner[0] if None not in inner else None
        case ex.Not(of=ex.Any(of=over)) if over.source is not None and not _is_unwritten(over.where):
            if not walker.evaluate(s, over.source, env):
                source = f"`{over.source.name}`" if isinstance(over.source, ex.Zone) else "the list"
                return f"{source} is empty: leave the `where` out if that is meant"
    return None


def _is_unwritten(where: ex.Expression | None) -> bool:
    """Whether the author of a set has written no condition, whatever its noun stands for."""
    return isinstance(where, ex.IsType | None) or (isinstance(where, ex.Call) and where.group)


def _values(walker: Walker, s: State, env: Env, node: ex.Expression) -> list[str]:
    if isinstance(node, ex.Compare):
        return [f"both sides are {_shown(walker, s, env, node.left)}"] if node.op == "=" else []
    if isinstance(node, ex.Any):
        kind = walker.layout.types.noun(node.of)
        first = next(iter(walker.evaluate(s, ex.All(node.of), env)), -1)
        return [f"for {value_text(s.layout, kind, first)}"]
    return []


def _shown(walker: Walker, s: State, env: Env, node: ex.Expression) -> str:
    value: Any = walker.evaluate(s, node, env)
    kind = _kind(walker, node, env)
    if isinstance(value, list):
        return "[" + ", ".join(value_text(s.layout, kind, item) for item in value) + "]"
    return value_text(s.layout, kind, value)


def _kind(walker: Walker, node: ex.Expression, env: Env) -> ValueType:
    """The kind of an expression; locals of a scenario have no declared kinds, so theirs count as numbers."""
    if isinstance(node, ex.Local):
        return NUMBER
    return walker.layout.types.kind(node, Scope())
