"""Rules that change nothing: the same rule twice, a replacement by the same."""

from __future__ import annotations

import msgspec

from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.source.diagnostics import Diagnostic, Note


def doubled_rules(game: Whole) -> list[Diagnostic]:
    """M080: two rules that are the same but for their names."""
    first: dict[bytes, str] = {}
    problems = []
    for rule in game.rules.rules:
        key = msgspec.json.encode(msgspec.structs.replace(rule, name="_"))
        if key not in first:
            first[key] = rule.name
            continue
        notes = (Note(f"`{first[key]}` is declared here", game.span(first[key])),)
        message = f"`{rule.name}` says the same as `{first[key]}`"
        problems.append(
            Diagnostic("M080", message, game.span(rule.name), help="remove one of the two", notes=notes)
        )
    return problems


def empty_replacements(game: Whole) -> list[Diagnostic]:
    """M055: `instead of E` whose body is E with the same arguments: a replacement applies once."""
    parameters = {e.name: tuple(p.name for p in e.parameters) for e in game.rules.events}
    problems = []
    for rule in game.rules.rules:
        if rule.kind != "instead" or not _only_itself(rule, parameters.get(rule.event, ())):
            continue
        problems.append(
            Diagnostic(
                "M055",
                f"what happens instead of `{rule.event}` is `{rule.event}` itself, unchanged",
                game.ctx.word_of(rule),
                help="change an argument, or let something else happen",
            )
        )
    return problems


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
