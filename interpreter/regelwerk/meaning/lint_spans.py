"""Words about what is running (`leave`, `later`, `this` and others) where it certainly is not."""

from __future__ import annotations

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic


def spans_not_running(game: Whole) -> list[Diagnostic]:
    """M018, M070: the body stands nowhere inside the named happening, on no way that `main` leads to.

    Bodies that `main` never leads to are left alone, and so are happenings that never happen: they
    are reported as such.
    """
    lives = {t.name: t.lives_until for t in game.rules.types if t.lives_until is not None}
    inside: dict[str, set[str]] = {}
    found = []
    for key, part in game.graph.parts.items():
        if key not in game.alive:
            continue
        for node in nodes(part):
            word, span = _span_of(node, lives)
            if span is None or f"happens:{span}" not in game.alive:
                continue
            if span not in inside:
                inside[span] = game.graph.inside(span)
            if key in inside[span]:
                continue
            problem = problems.nothing_to_leave(span) if word == "leave" else problems.not_running(span, word)
            found.append(problem.at(game.understood.word_of(node)))
    return found


def _span_of(node: msgspec.Struct, lives: dict[str, str]) -> tuple[str, str | None]:
    if isinstance(node, s.Leave):
        return "leave", node.event
    if isinstance(node, s.Later):
        return "later", node.span
    if isinstance(node, s.CarryOut):
        return "carry out", node.span
    if isinstance(node, x.Happened):
        return "this", node.span
    if isinstance(node, s.Lasting):
        return "for the rest of", node.span
    if isinstance(node, d.ActionDecl):
        return "once per", node.once_per
    if isinstance(node, s.Create):
        return "create", lives.get(node.type)
    return "", None
