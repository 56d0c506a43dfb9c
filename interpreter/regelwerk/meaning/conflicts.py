"""House rules that are chosen together: which go on top of which, and which cannot stand side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regelwerk.meaning.amendments import Amendment, HouseRule
from regelwerk.source.diagnostics import Diagnostic, Note, near_names

DOES = {
    "add": "adds", "replace": "replaces", "remove": "removes", "narrow": "narrows", "extend": "extends",
    "change": "changes", "fix": "fixes", "insert": "inserts at", "leave_out": "leaves out",
    "presuppose": "presupposes",
}  # fmt: skip
"""What an amendment does, as a word for people."""

_TO_IT = {"leave_out": "leaves it out", "insert": "inserts beside it"}
_WHOLE = frozenset(("replace", "remove"))
_PATIENT = frozenset(("narrow", "extend", "insert"))
"""Amendments of one thing that can stand side by side, whatever their order."""
_BODIES = frozenset(("event", "action", "rule", "limit"))


def conflicts(stack: Sequence[HouseRule]) -> list[Diagnostic]:
    """Report what is wrong with a stack of house rules, the lowest first."""
    problems = _twice(stack)
    for height, upper in enumerate(stack):
        problems += _missing_below(upper, stack[:height], stack)
        problems += _company(upper, stack)
        problems += _in_itself(upper)
        below = lies_on(upper, stack)
        for lower in stack[:height]:
            related = lower.title in below or upper.title in lies_on(lower, stack)
            if not related and lower.title != upper.title:
                problems += _clashes(lower, upper)
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
    problems = []
    first: dict[str, HouseRule] = {}
    for house in stack:
        if house.title in first:
            notes = (Note("the other is here", first[house.title].span),)
            message = f'the house rule "{house.title}" is chosen twice'
            help = "choose it once, or give one of the two another title"
            problems.append(Diagnostic("M107", message, house.span, help=help, notes=notes))
        first.setdefault(house.title, house)
    return problems


def _missing_below(
    upper: HouseRule, below: Sequence[HouseRule], stack: Sequence[HouseRule]
) -> list[Diagnostic]:
    problems = []
    titles = [house.title for house in below]
    for quoted in upper.on_top_of:
        title = quoted.text
        if title in titles:
            continue
        if any(house.title == title for house in stack):
            message = f'the house rule "{title}" lies not below this one'
            help = "choose it first"
        else:
            message = f'the house rule "{title}" is not chosen'
            help = "choose it too, before this one"
        near = near_names(title, titles)
        span = quoted.at
        problems.append(Diagnostic("M107", message, span, near=near, help=help))
    return problems


def _company(house: HouseRule, stack: Sequence[HouseRule]) -> Iterator[Diagnostic]:
    """Report house rules that one presupposes and that are not chosen, and those it excludes that are."""
    chosen = {each.title: each for each in stack}
    for quoted in house.presupposes:
        title = quoted.text
        if title not in chosen:
            message = f'the house rule "{title}" is not chosen, which this one presupposes'
            near = near_names(title, set(chosen) - {house.title})
            span = quoted.at
            yield Diagnostic("M107", message, span, near=near, help="choose it too, before or after this one")
    for quoted in house.excludes:
        other = chosen.get(quoted.text)
        if other is not None:
            message = f'the house rule "{house.title}" excludes "{other.title}", which is chosen too'
            notes = (Note(f'"{other.title}" is here', other.span),)
            help = "choose one of the two"
            yield Diagnostic("M107", message, quoted.at, help=help, notes=notes)


def _in_itself(house: HouseRule) -> list[Diagnostic]:
    """Report amendments of one house rule that undo each other."""
    problems = []
    for number, later in enumerate(house.amendments):
        for earlier in house.amendments[:number]:
            if "presuppose" in (earlier.kind, later.kind) or not _clash(earlier, later):
                continue
            message = (
                f"the house rule {DOES[earlier.kind]} {shown(earlier)} and {DOES[later.kind]} {shown(later)}"
            )
            if shown(earlier) == shown(later):
                both = f"{DOES[earlier.kind]} and {DOES[later.kind]}"
                both = f"{DOES[earlier.kind]} twice:" if earlier.kind == later.kind else both
                message = f"the house rule {both} {shown(later)}"
            notes = (Note("the other is here", earlier.word.at),)
            span = later.word.at
            problems.append(
                Diagnostic("M111", message, span, help="write what should be, in one place", notes=notes)
            )
            break
    return problems


def _clashes(lower: HouseRule, upper: HouseRule) -> Iterator[Diagnostic]:
    for later in upper.amendments:
        for earlier in lower.amendments:
            if not _clash(earlier, later):
                continue
            if earlier.kind == later.kind:
                what = f'house rules "{lower.title}" and "{upper.title}" both {_verb(later)} {shown(later)}'
            else:
                same = shown(earlier) == shown(later)
                does = _TO_IT.get(later.kind, f"{DOES[later.kind]} it")
                does = does if same else f"{DOES[later.kind]} {shown(later)}"
                what = f'house rule "{lower.title}" {DOES[earlier.kind]} {shown(earlier)}, '
                what += f'"{upper.title}" {does}'
            notes = (Note(f'"{lower.title}" does it here', earlier.word.at),)
            help = (
                f'choose one of the two, or write `on top of "{lower.title}"` if this one has the last word'
            )
            yield Diagnostic("M106", what, later.word.at, help=help, notes=notes)
            break


def shown(amendment: Amendment) -> str:
    """Return what an amendment is about, in words."""
    target = amendment.target
    if target.step is not None:
        number = f" {target.number}" if target.number is not None else ""
        return f"`{target.step}{number}` in `{target.name}`"
    if target.cell is not None:
        return f"`{target.cell}` of `{target.name}`"
    return f"{target.sort} `{target.name}`" if target.sort != "modify" else f"`{target}`"


def _verb(amendment: Amendment) -> str:
    verb = {"leave_out": "leave out", "insert": "insert at"}
    return verb.get(amendment.kind, amendment.kind)


def _clash(one: Amendment, other: Amendment) -> bool:
    """Say whether two amendments cannot stand side by side."""
    a, b = one.target, other.target
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
        return one == other or one in _BODIES or other in _BODIES
    return one == other
