"""House rules that are chosen together: which go on top of which, and which cannot stand side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from regelwerk.meaning import problems
from regelwerk.meaning.amendments import BODIES, Amendment, HouseRule
from regelwerk.meaning.house_titles import Choosing
from regelwerk.source.diagnostics import Diagnostic, Edit, near_names
from regelwerk.source.spans import Span

_WHOLE = frozenset(("replace", "remove"))
_PATIENT = frozenset(("narrow", "extend", "insert"))
"""Amendments of one thing that can stand side by side, whatever their order."""


def conflicts(stack: Sequence[HouseRule], choose: Choosing, tables: Mapping[str, str]) -> list[Diagnostic]:
    """Report what is wrong with a stack of house rules, the lowest first.

    `tables` tells in which table each row of the game stands.
    """
    problems = _twice(stack)
    for height, upper in enumerate(stack):
        problems += _missing_below(upper, stack[:height], stack, choose)
        problems += _company(upper, stack, choose)
        problems += _in_itself(upper, tables)
        below = lies_on(upper, stack)
        for lower in stack[:height]:
            related = lower.title in below or upper.title in lies_on(lower, stack)
            if not related and lower.title != upper.title:
                problems += _clashes(lower, upper, choose, tables)
    return problems


def lies_on(upper: HouseRule, stack: Sequence[HouseRule]) -> set[str]:
    """Return the titles of all house rules that one goes on top of, directly or over others."""
    by_title = {house.title: house for house in stack}
    found: set[str] = set()
    waiting = [upper]
    while waiting:
        for quoted in waiting.pop().on_top_of:
            title = quoted.text
            if title not in found:
                found.add(title)
                if title in by_title:
                    waiting.append(by_title[title])
    return found


def _twice(stack: Sequence[HouseRule]) -> list[Diagnostic]:
    found = []
    first: dict[str, HouseRule] = {}
    for house in stack:
        if house.title in first:
            note = problems.notes.other_here().at(first[house.title].span)
            found.append(problems.stack("twice", house.title).at(house.span, notes=(note,)))
        first.setdefault(house.title, house)
    return found


def _missing_below(
    upper: HouseRule, below: Sequence[HouseRule], stack: Sequence[HouseRule], choose: Choosing
) -> list[Diagnostic]:
    found = []
    titles = [house.title for house in below]
    for quoted in upper.on_top_of:
        title = quoted.text
        if title in titles:
            continue
        there = any(house.title == title for house in stack)
        why: Literal["not below", "missing below"] = "not below" if there else "missing below"
        problem = problems.stack(why, title, chosen=(choose(title), choose(upper.title)))
        near = near_names(title, titles)
        found.append(problem.at(quoted.at, near=near, fix=_to_title(quoted.at, near)))
    return found


def _company(house: HouseRule, stack: Sequence[HouseRule], choose: Choosing) -> Iterator[Diagnostic]:
    """Report house rules that one presupposes and that are not chosen, and those it excludes that are."""
    chosen = {each.title: each for each in stack}
    for quoted in house.presupposes:
        title = quoted.text
        if title not in chosen:
            near = near_names(title, set(chosen) - {house.title})
            problem = problems.stack("missing", title, chosen=(choose(title), choose(house.title)))
            yield problem.at(quoted.at, near=near, fix=_to_title(quoted.at, near))
    for quoted in house.excludes:
        other = chosen.get(quoted.text)
        if other is not None:
            note = problems.notes.house_rule_here(other.title).at(other.span)
            both = choose(other.title), choose(house.title)
            problem = problems.stack("excluded", other.title, house.title, chosen=both)
            yield problem.at(quoted.at, notes=(note,))


def _to_title(span: Span, near: tuple[str, ...]) -> Edit | None:
    return Edit.to_nearest(span, [f'"{title}"' for title in near])


def _in_itself(house: HouseRule, tables: Mapping[str, str]) -> list[Diagnostic]:
    """Report amendments of one house rule that undo each other."""
    found = []
    for number, later in enumerate(house.amendments):
        for earlier in house.amendments[:number]:
            if "presuppose" in (earlier.kind, later.kind) or not _clash(earlier, later, tables):
                continue
            note = problems.notes.other_here().at(earlier.word.at)
            found.append(problems.amended_twice(earlier, later).at(later.word.at, notes=(note,)))
            break
    return found


def _clashes(
    lower: HouseRule, upper: HouseRule, choose: Choosing, tables: Mapping[str, str]
) -> Iterator[Diagnostic]:
    twice = lower.tables.keys() & upper.tables.keys()
    for later in upper.amendments:
        for earlier in lower.amendments:
            if later.row_of in twice or not _clash(earlier, later, tables):
                continue
            note = problems.notes.house_rule_does_it(lower.title).at(earlier.word.at)
            both = choose(lower.title), choose(upper.title)
            problem = problems.in_conflict(lower.title, upper.title, earlier, later, both)
            yield problem.at(later.word.at, notes=(note,))
            break


def _clash(one: Amendment, other: Amendment, tables: Mapping[str, str]) -> bool:
    """Say whether two amendments cannot stand side by side."""
    a, b = one.target, other.target
    if one.replaces_table != other.replaces_table:
        table, row = (one, other) if one.replaces_table else (other, one)
        if row.target.sort == "row" and row.kind != "add":
            return tables.get(row.target.name) == table.target.name
    if a.name != b.name or not _same_sort(a.sort, b.sort):
        return False
    kinds = {one.kind, other.kind}
    if "presuppose" in kinds:
        return bool(kinds & _WHOLE)
    if "add" in kinds:
        return True
    if kinds & _WHOLE:
        return True
    if kinds <= _PATIENT:
        return False
    if a.step is not None and b.step is not None:
        same = a.step == b.step and (a.number == b.number or None in (a.number, b.number))
        return same and "leave_out" in kinds
    if a.cell is not None and b.cell is not None:
        return a.cell == b.cell
    return one.kind == other.kind


def _same_sort(one: str, other: str) -> bool:
    """Steps are looked for in whatever has a body of that name."""
    if "body" in (one, other):
        return one == other or one in BODIES or other in BODIES
    return one == other
