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

    running = {
        key: {lives.get(name) if word == "create" else name for word, name in effects.running}
        for key, effects in game.graph.effects.items()
        if effects.running and key in game.alive
    }
    spans = {span for named in running.values() for span in named if f"happens:{span}" in game.alive}
    inside = game.graph.insides(span for span in spans if span is not None)
    found = []
    for key, named in running.items():
        if all(span is None or span not in spans or inside(key, span) for span in named):
            continue
        for node in nodes(game.graph.parts[key]):
            word, span = _span_of(node, lives)
            if span is None or span not in spans or inside(key, span):
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
    if isinstance(node, x.Happened | x.Recorded):
        return "this", node.span
    if isinstance(node, s.Lasting):
        return "for the rest of", node.span
    if isinstance(node, d.ActionDecl):
        return "once per", node.once_per
    if isinstance(node, s.Create):
        return "create", lives.get(node.type)
    return "", None
