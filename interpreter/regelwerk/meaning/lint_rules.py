"""Rules that change nothing: the same rule twice, a replacement by the same, an idle action."""

from __future__ import annotations

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.effects import effects_of
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span


def doubled_rules(game: Whole) -> list[Diagnostic]:
    """M080: two rules, limits or modifiers that are the same but for their names.

    Lasting ones are left out: what puts them in force tells them apart.
    """
    problems = []
    standing = (
        tuple(rule for rule in game.rules.rules if rule.captured is None),
        game.rules.limits,
        tuple(modifier for modifier in game.rules.modifiers if modifier.captured is None),
    )
    for declared in standing:
        first: dict[bytes, str] = {}
        for each in declared:
            key = msgspec.json.encode(msgspec.structs.replace(each, name="_"))
            if key in first:
                problems.append(_doubled(game, each, first[key]))
            first.setdefault(key, each.name)
    return problems


def _doubled(game: Whole, again: d.RuleDecl | d.LimitDecl | d.ModifierDecl, first: str) -> Diagnostic:
    here: Span | None
    there: Span | None
    if isinstance(again, d.ModifierDecl):  # its name is made up
        here, there = (_line(game, f"modifier:{name}") for name in (again.name, first))
        note = problems.notes.other_stands_here()
        return problems.declared_again(again.of).at(here, notes=(note.at(there),))
    here, there = game.span(again.name), game.span(first)
    note = problems.notes.declared_here(first)
    return problems.declared_again(again.name, first).at(here, notes=(note.at(there),))


def _line(game: Whole, key: str) -> Span:
    file, _, line = game.rules.places[key].rpartition(":")
    return Span(file, int(line), 1, int(line), 1)


def idle_actions(game: Whole) -> list[Diagnostic]:
    """M048: actions without cost and effect of which no other line takes notice."""
    hooked = {rule.event for rule in game.rules.rules}
    everything = (*game.graph.effects.values(), effects_of(game.rules.lists))
    noticed = {cell[1] for effects in everything for cell in effects.reads if cell[0] == "happened"}
    named = {name for effects in everything for name in effects.actions}
    return [
        problems.line_missing("idle action", action.name).at(game.span(action.name))
        for action in game.rules.actions
        if not action.body and not action.cost and action.name not in hooked | noticed | named
    ]


def without_their_thing(game: Whole) -> list[Diagnostic]:
    """M137: actions in a text that ask values who may take them, and these say nothing of its thing."""
    found = []
    for action in game.rules.actions:
        declared = game.names.declared.get(action.name)
        if declared is None or len(declared.rows) != 1:
            continue
        row = declared.rows[0]
        called = [each.name for each in nodes((action.by_where, action.needs)) if isinstance(each, x.Call)]
        if not called or _names(action, row):
            continue
        reached = game.graph.reach(*(f"value:{name}" for name in called))
        if not any(_names(game.graph.parts[key], row) for key in reached if key.startswith("value:")):
            by = action.by.removeprefix("_by") or "p"
            found.append(problems.without_its_thing(action.name, row, by).at(game.span(action.name)))
    return found


def _names(part: object, row: str) -> bool:
    """Say whether something is about the thing of a row."""
    return any(
        (isinstance(node, x.Row) and node.name == row) or (isinstance(node, x.IsRow) and node.row == row)
        for node in nodes(part)
    )


def empty_replacements(game: Whole) -> list[Diagnostic]:
    """M055: `instead of E` whose body is E with the same arguments: a replacement applies once."""
    parameters = {e.name: tuple(p.name for p in e.parameters) for e in game.rules.events}
    found = []
    for rule in game.rules.rules:
        if rule.kind != "instead" or not _only_itself(rule, parameters.get(rule.event, ())):
            continue
        found.append(problems.replaced_by_itself(rule.event).at(game.understood.word_of(rule)))
    return found


def _only_itself(rule: d.RuleDecl, parameters: tuple[str, ...]) -> bool:
    body = rule.body
    if not body or not isinstance(body[0], s.Happen) or body[0].event != rule.event:
        return False
    if body[0].args != tuple(x.Local(name) for name in parameters):
        return False
    if len(body) == 1:
        return True
    passed_on = isinstance(body[1], s.Result) and body[1].value == x.Local(body[0].result or "")
    return len(body) == 2 and passed_on
