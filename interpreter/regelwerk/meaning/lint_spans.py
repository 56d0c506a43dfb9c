"""Words about what is running (`leave`, `later`, `this` and others) where it certainly is not."""

from __future__ import annotations

from collections.abc import Container
from functools import cache

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

    @cache
    def inside_of(span: str | None) -> Container[str]:
        """Return the bodies inside a happening; of what never happens, and of nothing, all are."""
        alive = span is not None and f"happens:{span}" in game.alive
        return game.graph.inside(span) if span is not None and alive else game.alive

    found = []
    for key, effects in game.graph.effects.items():
        if key not in game.alive or all(
            key in inside_of(lives.get(name) if word == "create" else name) for word, name in effects.running
        ):
            continue
        for node in nodes(game.graph.parts[key]):
            word, span = _span_of(node, lives)
            if span is None:
                continue
            if key in inside_of(span):
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
