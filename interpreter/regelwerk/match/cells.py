"""Writing cells: assigned values must be in range, changes go as far as the range allows."""

from __future__ import annotations

from regelwerk.program.errors import RuleError
from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import ValueType

from .evaluate import Env
from .listener import Cell
from .machine import Machine

Target = ex.State | ex.Attribute


def write(m: Machine, env: Env, target: Target, value: int) -> None:
    """Assign a value. Raises RuleError if a number is out of range, or none where that is not allowed."""
    kind = _kind(m, target)
    if kind.kind == "number":
        low, high = kind.low, kind.high
        if (low is not None and value < low) or (high is not None and value > high):
            raise RuleError(f"`{target.name}` cannot become {value}: it is out of range")
    elif value < 0 and not kind.optional:
        raise RuleError(f"`{target.name}` cannot become none")
    row, index, of = _where(m, env, target)
    _put(m, target, row, index, of, value)


def change(m: Machine, env: Env, target: Target, by: int) -> None:
    """Raise a number (lower it, by a number below 0) as far as its range allows; without modifiers."""
    kind = _kind(m, target)
    row, index, of = _where(m, env, target)
    value = row[index] + by
    if by < 0 and kind.low is not None:
        value = max(value, kind.low)
    if by > 0 and kind.high is not None:
        value = min(value, kind.high)
    _put(m, target, row, index, of, value)


def show(m: Machine, env: Env, target: Target, face: int) -> Cell:
    """Let a cell show the face of a die; returns the cell."""
    row, index, of = _where(m, env, target)
    row[index] = face
    return _cell(m, target, index, of)


def _kind(m: Machine, target: Target) -> ValueType:
    if isinstance(target, ex.State):
        return m.layout.cells[target.name].kind
    return m.layout.tables.attributes[target.type, target.name].kind


def _where(m: Machine, env: Env, target: Target) -> tuple[list[int], int, int]:
    """The list a cell stands in, its index there, and the thing or seat it belongs to (-1: none)."""
    s, evaluator = m.s, m.evaluator
    if isinstance(target, ex.State):
        cell = m.layout.cells[target.name]
        if target.key is None:
            return s.cells, cell.number, -1
        return s.cells[cell.number], evaluator.place(s, env, cell, target.key), -1
    info = m.layout.tables.attributes[target.type, target.name]
    if info.column < 0:
        raise RuleError(f"`{target.name}` is fixed by a table and cannot change")
    of = evaluator.value(s, env, target.of)
    return s.columns[info.column], evaluator.index(s, env, info, of, target.key), of


def _put(m: Machine, target: Target, row: list[int], index: int, of: int, value: int) -> None:
    before = row[index]
    row[index] = value
    if m.listener is not None and value != before:
        m.listener.assigned(_cell(m, target, index, of), value)


def _cell(m: Machine, target: Target, index: int, of: int) -> Cell:
    if isinstance(target, ex.State):
        return Cell(target.name, m.layout.cells[target.name].kind, "", of, index if target.key else 0)
    info = m.layout.tables.attributes[target.type, target.name]
    return Cell(target.name, info.kind, target.type, of, index % info.members)
