"""Labels: names that mean nothing, and names of the game that a table of labels leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from regelwerk.meaning import problems
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.source.diagnostics import Diagnostic, Edit, near_names
from regelwerk.source.spans import Span

WORDS = {"seat", "pass", "done", "decline"}


def labels(game: Whole) -> list[Diagnostic]:
    """M079, M096, M076: labels for nothing, or about nothing; names players see that have no label."""
    declared = set(game.names.declared) | set(game.names.members)
    attributes = {a.name for t in game.rules.types for a in t.attributes}
    effects = game.graph.effects.values()
    ways: set[str] = set().union(*(each.ways for each in effects))
    endings = game.understood.endings
    questions = game.understood.questions
    known = declared | attributes | ways | endings | set(questions) | WORDS
    found: list[Diagnostic] = []
    for language, table in game.files.labels.items():
        spans = game.files.label_spans[language]
        for key, text in table.items():
            if key in known and key in spans:
                found += _about_nothing(key, text, questions, spans[key])
            elif key in spans:
                free = near_names(key, known - set(table))
                near, fix = free or near_names(key, known), Edit.to_nearest(spans[key], free)
                found.append(problems.label_for_nothing(key).at(spans[key], near=near, fix=fix))
        missing = without_label(game.seen, language, table, spans)
        found += [missing] if missing is not None else []
    return found


def without_label(
    seen: Set[str], language: str, table: Mapping[str, str], spans: Mapping[str, Span]
) -> Diagnostic | None:
    """M076: one warning for all names that players see and a table of labels leaves out."""
    missing = sorted(seen - set(table))
    if not missing:
        return None
    place = Span.start_of(next(iter(spans.values())).file) if spans else None
    shown = tuple(missing[: problems.MOST_LISTED])
    return problems.label_missing(language, shown, len(missing)).at(place)


def _about_nothing(
    key: str, text: str, questions: Mapping[str, Set[str]], span: Span
) -> Iterator[Diagnostic]:
    """M096: names in braces that say nothing where the question is asked."""
    there = questions.get(key, frozenset())
    for name in dict.fromkeys(re.findall(d.PLACEHOLDER, text)):
        if name in there:
            continue
        known = tuple(sorted(there)[: problems.MOST_LISTED])
        problem = problems.question_about_nothing(name, key, known, key in questions)
        yield problem.at(span, near=near_names(name, there))
