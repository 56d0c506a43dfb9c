"""An amended game without one of its amendments: what it would be if that line had not been written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from msgspec.structs import replace

from regelwerk.meaning.amendments import Amendment, HouseRule, Target
from regelwerk.meaning.files import GameFiles
from regelwerk.meaning.game import Checked, understand
from regelwerk.meaning.house_files import house_of
from regelwerk.meaning.houses import amend
from regelwerk.rules.declarations import Rules
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.tree.declarations import AttributeLine
from regelwerk.tree.house_rules import ExtendEnum, ExtendType
from regelwerk.tree.nodes import Name
from regelwerk.tree.scenarios import Tested
from regelwerk.tree.walk import of_kind, walk


@dataclass(frozen=True)
class Amended:
    """Everything one house rule does to one declaration, which `target` names without a part in it."""

    title: str
    target: Target


@dataclass(frozen=True)
class Without:
    """The rules without what a house rule does to a declaration, and without what then has no base.

    `rules` is None where they cannot be had: what is left is no game.
    """

    amended: Amended
    together: tuple[Amended, ...]
    rules: Rules | None


def judged(checked: Checked) -> list[Amended]:
    """Return the declarations that house rules amend and that can be taken away on their own account.

    What is added, or extended, for the use of other amendments is left out: it is theirs, and goes with
    each of them.
    """
    done = [(_amended(checked, rule, each), each) for rule in checked.house_rules for each in rule.amendments]
    done = [(what, each) for what, each in done if each.kind != "presuppose"]
    found = []
    for what in dict.fromkeys(what for what, _ in done):
        own = [each for other, each in done if other == what]
        brought = {name for each in own for name in _brought(each)}
        helps = all(each.kind in ("add", "extend") for each in own)
        elsewhere = (each for other, each in done if other != what)
        if not (helps and any(brought & {word.text for word in _names(each)} for each in elsewhere)):
            found.append(what)
    return found


Taken = tuple[frozenset[Amended], Rules | None]
"""What was taken away together, and what is left."""


def each_without(checked: Checked) -> Iterator[Without | None]:
    """Return the game without each of `judged`; None for one that goes with another that stands before it."""
    everything = judged(checked)
    seen: set[frozenset[Amended]] = set()
    for what in everything:
        gone, rules = take_away(checked, what)
        yield None if gone in seen else _without(everything, what, gone, rules)
        seen.add(gone)


def taken_away(checked: Checked, amendment: Amendment) -> Without:
    """Return the game without everything its house rule does to what an amendment is about."""
    everything = judged(checked)
    title = next(rule.title for rule in checked.house_rules if amendment in rule.amendments)
    rule = next(rule for rule in checked.house_rules if rule.title == title)
    what = _amended(checked, rule, amendment)
    gone, rules = take_away(checked, what)
    return _without(everything, what, gone, rules)


def _without(
    everything: Sequence[Amended], what: Amended, gone: frozenset[Amended], rules: Rules | None
) -> Without:
    return Without(what, tuple(each for each in everything if each in gone - {what}), rules)


_OF_USE = frozenset(
    ("event", "window", "value", "group", "payment", "zone", "state", "option", "die", "map", "type", "enum")
)
"""Sorts of declarations that do nothing but by being used."""


def _brought(amendment: Amendment) -> set[str]:
    """Return the names that an amendment brings for the use of others."""
    if isinstance(amendment.tree, ExtendEnum):
        return {member.text for member in amendment.tree.members}
    if isinstance(amendment.tree, ExtendType):
        new = {line.name.text for line in of_kind(amendment.tree.lines, AttributeLine)}
        return new | {amendment.tree.name.text} - {"seat"}
    return {amendment.target.name} if amendment.target.sort in _OF_USE else set()


def _names(amendment: Amendment) -> list[Name]:
    return of_kind(walk(amendment.tree), Name)


def _amended(checked: Checked, rule: HouseRule, amendment: Amendment) -> Amended:
    target = replace(amendment.target, step=None, number=None, cell=None)
    if amendment.kind == "add" and amendment.row_of in rule.tables:
        return Amended(rule.title, Target("table", amendment.row_of))
    if target.sort == "body":
        assert checked.rules is not None and checked.base is not None and checked.base.rules is not None
        for rules in (checked.base.rules, checked.rules):
            named = {
                "event": [event.name for event in rules.events],
                "action": [action.name for action in rules.actions],
                "rule": [declared.name for declared in rules.rules],
                "limit": [limit.name for limit in rules.limits],
            }
            for sort, names in named.items():
                if target.name in names:
                    return Amended(rule.title, replace(target, sort=sort))
    return Amended(rule.title, target)


def take_away(checked: Checked, what: Amended) -> Taken:
    """Leave amendments out until what is left is a game; in the end that is the game beneath."""
    gone = {what}
    while True:
        rules, errors, stack = _left(checked, gone)
        if not errors:
            return frozenset(gone), rules
        further = set(_to_blame(checked, errors, stack)) - gone
        if not further:
            return frozenset(gone), None
        gone |= further


def laid_alone(checked: Checked, above: Checked, what: Amended) -> Taken:
    """Lay one amendment over the base of `above`, with those others alone that declare what it needs.

    `checked` has all house rules, those of the base as well. What is told first is all that is laid over it.
    """
    others = {_amended(checked, rule, each) for rule in above.house_rules for each in rule.amendments} - {
        what
    }
    laid = {what}
    while True:
        rules, errors, _ = _left(checked, others)
        if not errors:
            return frozenset(laid), rules
        named = {name for error in errors for name in error.names}
        needed = {each for each in others if each.target.name in named}
        if not needed:
            return frozenset(laid), None
        laid |= needed
        others -= needed


def _left(checked: Checked, gone: Set[Amended]) -> tuple[Rules | None, list[Diagnostic], list[HouseRule]]:
    """Return what is left without these amendments, and the errors that are in it."""
    assert checked.base is not None and checked.base.rules is not None
    houses = [house_of(_without_scenarios(house.files)) for house in checked.houses]
    for rule in (rule for house in houses for rule in house.rules):
        rule.amendments = [
            each
            for each in rule.amendments
            if each.kind == "presuppose" or _amended(checked, rule, each) not in gone
        ]
    files, stack, problems = amend(checked.base.files, checked.base.rules.game, houses, checked.kept.said)
    rules = None
    if not has_errors(problems):
        whole, problems = understand(_without_scenarios(files), [], lint=False, kept=checked.kept)
        rules = whole.rules
    return rules, [problem for problem in problems if problem.severity == "error"], stack


def _without_scenarios(files: GameFiles) -> GameFiles:
    """Scenarios say nothing about what is played, and are most of what stands in many house rules."""
    return replace(files, blocks=[tree for tree in files.blocks if not isinstance(tree, Tested)], tests=[])


def _to_blame(
    checked: Checked, errors: Sequence[Diagnostic], stack: Sequence[HouseRule]
) -> Iterator[Amended]:
    """Return the amendments in which the errors stand; of errors elsewhere, those of what they name."""
    for error in errors:
        everything = [(rule, each) for rule in stack for each in rule.amendments if each.kind != "presuppose"]
        inside = [_amended(checked, rule, each) for rule, each in everything if _holds(each, error)]
        named = set(error.names)
        yield from inside or [
            _amended(checked, rule, each)
            for rule, each in everything
            if each.kind != "add" and named & {each.target.name, each.target.step}
        ]


def _holds(amendment: Amendment, error: Diagnostic) -> bool:
    """Say whether an error stands in what is written for an amendment."""
    if error.span is None:
        return False
    parts = [amendment.word, *walk(amendment.tree)]
    lines = [part.at.line for part in parts if part.at.file == error.span.file]
    return bool(lines) and min(lines) <= error.span.line <= max(lines)
