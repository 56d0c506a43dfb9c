"""Judges mutations of one game: what `check` says, whether a scenario fails, whether anything changes."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from regelwerk.match.match import make_build
from regelwerk.match.state import State
from regelwerk.meaning import files as reading
from regelwerk.meaning import game as meaning
from regelwerk.meaning.forms import FORMS
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import Layout, make_layout
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenario
from regelwerk.source.diagnostics import Diagnostic, has_errors, near_names
from regelwerk.source.spans import SourceFile
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.scenarios import run_scenario
from regelwerk.syntax.layout import split_blocks
from regelwerk.tree.house_rules import Block
from regelwerk.tree.kept import seal_of
from regelwerk.tree.read import ReadFile, read_declaration, unread

from .broken_lists import broken_lists
from .mutation_rules import Kinds
from .mutation_text import GameText, Site
from .random_games import Chooser

GAMES = 50
DECISIONS = 60
"""A seeded game is compared up to this many decisions; one without any is played with one seed only."""
SECONDS = 300
"""A mutation that takes so much time of the processor is one that never ends."""

CHECK, SCENARIO, ESCAPED, EQUAL, BROKEN = "check", "scenario", "escaped", "equal", "broken"

_CITES = re.compile(r"[a-z][a-z0-9-]*\.[a-z][a-z0-9_-]*\.[0-9]+[a-z]?")
_WORD = re.compile(r"[^\W\d]\w+")


@dataclass(frozen=True)
class Verdict:
    """What became of a mutation.

    `said` is the first message, the scenario that fails, or what went wrong. `poor` names what the messages
    lack. `named` and `hinted`: a message is about the wrong word, and names the right one.
    """

    site: Site
    outcome: str
    said: str = ""
    warning: bool = False
    poor: str = ""
    named: bool = False
    hinted: bool = False


class Bench:
    """One game, read once; every judgement parses and plays only what a mutation touches."""

    def __init__(self, game: GameText) -> None:
        self.game = game
        self.changed: dict[str, str] = {}
        self._blocks: dict[tuple[str, int, str], tuple[Block | None, list[Diagnostic]]] = {}
        self._data: dict[tuple[str, str, str], Any] = {}
        self._sources: dict[str, tuple[SourceFile | None, list[Diagnostic]]] = {}
        self._traces: dict[tuple[int, int], tuple[Any, ...]] = {}
        self._builds: dict[int, Any] = {}
        self._read_source, self._read_data = reading.read_source, reading._read_data
        self.kinds: Kinds = {}
        with self._recording():
            self.base = self.check()
        assert self.base.rules is not None, self.base.diagnostics
        self.before = set(map(_what, self.base.diagnostics))
        self.layouts = Layouts(self.base.rules)
        self.scenario_words = [
            (index, self._words_at(each)) for index, each in enumerate(self._scenarios(self.base))
        ]

    # Reading, with everything kept that was read before

    def check(self) -> meaning.Checked:
        """What `check` finds, with the texts in `changed` in place of those of their files."""
        with (
            patch.object(reading, "read_source", self._source),
            patch.object(reading, "read_file", self._rules),
            patch.object(reading, "_read_data", self._read),
        ):
            return meaning.check_game(self.game.path)

    def _source(self, path: Path) -> tuple[SourceFile | None, list[Diagnostic]]:
        name = str(path)
        if name in self.changed:
            return SourceFile(name, self.changed[name]), []
        if name not in self._sources:
            self._sources[name] = self._read_source(path)
        return self._sources[name]

    def _rules(self, source: SourceFile) -> ReadFile:
        file, problems = split_blocks(source)
        sealed, known = [], []
        for raw in file.blocks:
            key = (source.path, raw.line, raw.text)
            if key not in self._blocks:
                found = read_declaration(source, raw)
                if source.path in self.changed:
                    block, more = found
                else:
                    block, more = self._blocks.setdefault(key, found)
            else:
                block, more = self._blocks[key]
            problems = problems + more
            if block is not None:
                sealed.append((seal_of(raw), block))
                known.append(raw)
        lost = unread(source, file.blocks, known) if has_errors(problems) else ""
        return ReadFile.of(source, tuple(sealed), problems, lost)

    def _read(self, files: Any, path: Path, schema: str) -> Any:
        name = str(path)
        if name in self.changed:
            return self._read_data(files, path, schema)
        key = (name, schema, "")
        if key not in self._data:
            self._data[key] = self._read_data(files, path, schema)
        document, problems = self._data[key]
        if document is not None:
            files.sources[name] = document.source
        return document, list(problems)

    @contextmanager
    def _recording(self) -> Iterator[None]:
        """Note the kind of every expression that is understood."""

        def recorder(form: Any) -> Any:
            def understood(ctx: Any, env: Any, tree: Any, *more: Any) -> Any:
                found = form(ctx, env, tree, *more)
                kind, at = ctx.types.kind(found, env), tree.at
                if not kind.many:
                    key = (at.file, at.line, at.column, at.end_line, at.end_column)
                    self.kinds[key] = (kind.kind, kind.name)
                return found

            return understood

        with patch.dict(FORMS.expressions, {name: recorder(f) for name, f in FORMS.expressions.items()}):
            yield

    # Judging

    def judge(self, site: Site) -> Verdict:
        """Apply one mutation and see who notices."""
        source = self.game.sources[site.file]
        self.changed = {site.file: site.apply(source)}
        before = signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            return self._judge(site)
        except _TooLong:
            return Verdict(site, BROKEN, f"is not done after {SECONDS} seconds")
        except Exception as error:  # an exception is what this looks for
            return Verdict(site, BROKEN, f"{type(error).__name__}: {error}")
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
            self.changed = {}

    def _judge(self, site: Site) -> Verdict:
        checked = self.check()
        new = [problem for problem in checked.diagnostics if _what(problem) not in self.before]
        if new:
            worst = next((problem for problem in new if problem.severity == "error"), new[0])
            place = f"{worst.span.line}:{worst.span.column} " if worst.span else ""
            about = [p for p in new if f"`{site.text}`" in p.message] if site.word else []
            wanted = bool(about) and site.word in near_names(site.text, [site.word])
            return Verdict(
                site,
                CHECK,
                f"{place}{worst.code} {worst.message}",
                worst.severity == "warning",
                _poor(new),
                wanted,
                wanted and any({site.word, site.text} & set(p.near) for p in new),
            )
        assert checked.rules is not None
        layouts = Layouts(checked.rules)
        scenarios = self._scenarios(checked)
        for index in self._likely_first(site, len(scenarios)):
            report = run_scenario(layouts, scenarios[index])
            if report.failure is not None:
                return Verdict(site, SCENARIO, report.title)
        for broken in broken_lists(checked.rules.game):
            if broken.failure(checked.rules) is not None:
                return Verdict(site, SCENARIO, f"list: {broken.title}")
        return Verdict(site, ESCAPED if self._differs(checked.rules) else EQUAL)

    def _scenarios(self, checked: meaning.Checked) -> tuple[Scenario, ...]:
        return checked.scenarios.scenarios if checked.scenarios is not None else ()

    def _words_at(self, scenario: Scenario) -> set[str]:
        file, _, line = scenario.place.rpartition(":")
        block = next((d for d in self.game.declarations if d.file == file and d.raw.line == int(line)), None)
        return _words(block.raw.text) if block is not None else set()

    def _likely_first(self, site: Site, count: int) -> list[int]:
        """The scenarios that cite or name what stands around the mutation before all others."""
        own = (d for d in self.game.declarations if d.file == site.file)
        around = next((d for d in own if d.whole[0] <= site.start < d.whole[1]), None)
        if around is not None:
            words = _words(around.raw.text)
        else:
            source = self.game.sources[site.file]
            words = _words(source[max(0, source.rfind("\n", 0, site.start) - 60) : site.start + 80])
        order = sorted(
            self.scenario_words,
            key=lambda entry: -sum(3 if "." in word else 1 for word in words & entry[1]),
        )
        return [index for index, _ in order if index < count]

    # Playing

    def _differs(self, rules: Rules) -> bool:
        """Whether one of the seeded games goes another way, shows other options or ends otherwise."""
        assert self.base.rules is not None
        low, high = self.base.rules.players
        if rules.players != (low, high):
            return True
        made: dict[int, tuple[Layout, Any]] = {}
        for seed in range(GAMES):
            players = low + seed % (high - low + 1)
            expected = self._expected(players, seed)
            if seed > high - low and len(self._expected(players, seed % (high - low + 1))) == 1:
                continue
            if players not in made:
                layout = make_layout(rules, players, {})
                made[players] = (layout, make_build(layout, "fast"))
            count = 0
            for came in _trace(*made[players], seed):
                if count >= len(expected) or came != expected[count]:
                    return True
                count += 1
            if count != len(expected):
                return True
        return False

    def _expected(self, players: int, seed: int) -> tuple[Any, ...]:
        """The course of a seeded game by the rules as they are."""
        if (players, seed) not in self._traces:
            layout = self.layouts.get(players, {})
            if players not in self._builds:
                self._builds[players] = make_build(layout, "fast")
            self._traces[players, seed] = tuple(_trace(layout, self._builds[players], seed))
        return self._traces[players, seed]


def _trace(layout: Layout, build: Any, seed: int) -> Iterator[Any]:
    """A seeded game, decision by decision: who may take what, every cell, every zone; at last its end."""
    chooser = Chooser(seed)
    s = State(layout, seed)
    try:
        build.begin(s)
        for _ in range(DECISIONS):
            if s.over is not None:
                yield s.over.name, s.over.winners, s.over.scores
                return
            decisions = build.pending(s)
            offered = [(d.seat, d.kind, d.options) for d in decisions]
            yield msgspec.json.encode([offered, s.columns, s.cells, s.zones])
            decision, option = chooser.choose(decisions)
            build.resume(s, (decision.seat, option))
    except RuleError as error:
        yield f"the rules go wrong: {error}"


def _words(text: str) -> set[str]:
    return set(_CITES.findall(text)) | set(_WORD.findall(text))


def _what(problem: Diagnostic) -> tuple[str, str]:
    return problem.code, problem.message


def _poor(problems: list[Diagnostic]) -> str:
    """What a message lacks: its place or a fix."""
    for problem in problems:
        if problem.span is None or problem.span.line < 1 or problem.span.column < 1:
            return f"{problem.code} has no place: {problem.message}"
        if not problem.help and not problem.near:
            return f"{problem.code} says no fix: {problem.message}"
    return ""


class _TooLong(BaseException):
    pass


def _too_long(*_: object) -> None:
    raise _TooLong
