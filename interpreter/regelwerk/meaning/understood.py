"""The second pass over all declarations: each is understood by itself, what it became is put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from regelwerk.meaning.asking import Asked, Looked, Tables, asked_together, who_asks
from regelwerk.meaning.collect import Collection, Place
from regelwerk.meaning.context import Context, line_of
from regelwerk.meaning.effects import Effects
from regelwerk.meaning.kept import Kept
from regelwerk.meaning.made import Head, Made, of_scenarios
from regelwerk.meaning.names import Declared, Names
from regelwerk.meaning.outlook import NamesSeen, Outlook, enter_names, enter_record, seen
from regelwerk.meaning.surroundings import Surroundings
from regelwerk.meaning.understanding import Understanding
from regelwerk.rules import expressions as x
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Diagnostic, has_errors
from regelwerk.source.spans import Span
from regelwerk.tree.nodes import Clause, Named, Node
from regelwerk.tree.read import FileTests
from regelwerk.tree.scenarios import Scenario

N = TypeVar("N", bound=Node)
Understand = Callable[[Understanding], None]
Elsewhere = Callable[[int, Asked], tuple[Made, list[Diagnostic]]]
"""Understands something in a game with more declarations: what it became, what is wrong with it. It is given
how many names had been invented before, and enters what was asked, with the answers of the game without."""


class Understood:
    """Everything understood so far, in the order in which it was looked at. `ctx` has the problems.

    What is in `kept` is not understood once more.
    """

    def __init__(
        self, ctx: Context, found: Collection, kept: Kept, before: Mapping[str, int] = MappingProxyType({})
    ) -> None:
        """`before` are the numbers that declarations begin with to invent names, as another has `began`."""
        self.ctx = ctx
        self._before = before
        ctx.findings.binders = max(before.values(), default=0)
        self.began: dict[str, int] = {}
        self._kept = kept
        self.made: list[Made] = []
        self.heads: dict[str, Head] = {}
        self.cites: dict[str, tuple[str, ...]] = {}
        self.cited: list[Clause] = []
        self.places: dict[str, str] = {}
        self.endings: set[str] = set()
        self.questions: dict[str, frozenset[str]] = {}
        self.effects: dict[str, Effects] = {}
        self.around: Surroundings | None = None
        self.broken: set[str] = set()
        """Where scenarios begin in which something is wrong."""
        self._found = found
        self.mentions = found.mentions(kept.said)
        self._modifiers: Counter[str] = Counter()
        self._entered: dict[int, object] = {}
        self._spared: dict[int, tuple[Made, Understand]] = {}
        self.looked: list[Looked] = []
        self.tables: Tables = kept.tables()
        enter_names(self.tables, ctx.names)
        enter_record(self.tables, self.mentions)
        self.tables.enter("modifiers", self._modifiers)

    def surround(self, around: Surroundings) -> None:
        """Say what scenarios are read against."""
        self.around = around
        enter_record(self.tables, around)
        looked, questions, binders = tuple(self.looked), self._kept.questions, self.ctx.findings.binders
        self.tables.say("askers", lambda texts: who_asks(looked, questions, texts.split("\n")))
        self.tables.say("began", lambda _: binders)

    def look_at(
        self,
        place: Place[N],
        understand: Callable[[Understanding, Place[N]], None],
        around: object = None,
        part: str = "",
    ) -> None:
        """Let a declaration, or a part of it, be understood, or take what it became before.

        It is kept as long as it, and what stands `around` it, stay the same, and all that it asks has the
        same answers.
        """

        def anew(binders: int, asked: Asked) -> tuple[Made, list[Diagnostic]]:
            one = self._understanding(self.ctx.names, asked, binders)
            understand(one, place)
            self.ctx.findings.take(one.findings)
            return one.made(), one.findings.diagnostics

        made = self._look(place, anew, around, part)
        if made is not None:
            self._spared[len(self._spared)] = made, lambda one: understand(one, place)

    def look_elsewhere(self, place: Place[N], understand: Elsewhere, around: object) -> None:
        """Let a declaration be understood in a game with more declarations, which stand `around` it; or take
        what it became before, as `look_at` does."""

        def anew(binders: int, asked: Asked) -> tuple[Made, list[Diagnostic]]:
            made, wrong = understand(binders, asked)
            self.ctx.diagnostics.extend(wrong)
            self.ctx.names.use_all(made.used)
            self.ctx.findings.binders += made.binders
            return made, wrong

        self._look(place, anew, around)

    def look_at_tests(self, tests: FileTests, look: Callable[[Scenario], bool], around: object) -> list[str]:
        """Let the scenarios of a file be looked at, unless all, and what stands `around` them, are the same
        and are told the same.

        `look` says whether it has done so. Those that are not read are kept apart. Returns their titles.
        """
        text = (tests.file, tests.seal) if tests.seal else tests.scenarios
        seal = self._kept.seal((*text, around))
        key, binders = f"scenarios {tests.file}", self.ctx.findings.binders
        found = self._kept.find(key, seal, binders, self.tables)
        if found is not None:
            made = found[1]
            self._repeat(made)
            self._take(made)
            return [written.title for written in made.scenarios]
        if tests.seal:
            self._kept.know(tests.sealed)
            self._kept.open(tests.file, [f"{_key(tree)} " for tree in tests.scenarios])
        before, looked, problems = len(self.made), len(self.looked), len(self.ctx.diagnostics)
        done = [look(tree) for tree in tests.scenarios]
        asked = asked_together(self.looked[looked:])
        if all(done) and asked is not None and len(self.ctx.diagnostics) == problems:
            made = of_scenarios(self.made[before:], tests.file)
            numbers, told = tuple(asked), b"".join(asked.values())
            self._kept.enter(key, Looked(seal, numbers, told, binders if made.binders else None), made)
        return [tree.title.text for tree in tests.scenarios]

    def _look(self, place: Place[N], anew: Elsewhere, around: object, part: str = "") -> Made | None:
        """Understand a declaration `anew`, or return what it became before."""
        key, seal = f"{_key(place.tree)} {part}", self._kept.seal((place.tree, place.rows, around))
        binders = self._before.get(key, self.ctx.findings.binders)
        found = self._kept.find(key, seal, binders, self.tables)
        self.began[key] = binders
        if found is not None:
            looked, made = found
            self._repeat(made)
        else:
            asked: Asked = {}
            made, wrong = anew(binders, asked)
            looked = self._kept.looked(seal, binders, asked, made)
            if has_errors(wrong):
                self.broken.update(scenario.place for scenario in made.scenarios)
            if not wrong:
                self._kept.enter(key, looked, made)
        self.looked.append(looked)
        self._take(made)
        return None if found is None else made

    def alone(
        self, understand: Understand, binders: int | None = None, asked: Asked | None = None
    ) -> tuple[Made, list[Diagnostic]]:
        """Let something be understood that does not belong to the game: what it became, what is wrong.

        What is `asked` is entered; `binders` is how many names have been invented before.
        """
        asked = {} if asked is None else asked
        one = self._understanding(self.ctx.names, asked, binders)
        understand(one)
        return one.made(), one.findings.diagnostics

    def _repeat(self, made: Made) -> None:
        """Say of names what a declaration said when it was understood."""
        names, changed = self.ctx.names, self.tables.changed
        for rule in made.in_force:
            names.declare(Declared("rule", rule.name.text, rule.name.at, rule))
            changed("declared", rule.name.text)
            changed("by_sort", "rule")
        for name, signature in made.signed.items():
            names.sign(name, signature)
            changed("signatures", name)
        names.use_all(made.used)
        self.ctx.findings.binders += made.binders

    def judged(
        self, key: str, seal: object, records: tuple[Any, ...], judge: Callable[..., list[Diagnostic]]
    ) -> list[Diagnostic]:
        """Return what is wrong with something, by what records of tables say; see `Kept.judged`."""
        tables = self.tables
        for record in records:
            if id(record) not in self._entered:
                self._entered[id(record)] = record
                enter_record(tables, record, lasting=True)

        def judge_noting(asked: Asked) -> list[Diagnostic]:
            return judge(*(seen(tables, record, asked) for record in records))

        return self._kept.judged(key, seal, judge_noting, tables)

    def seal_but_amounts(self, declared: object) -> bytes:
        """Return what tells this, and all that was understood of rules, from others; see `Kept`."""
        return self._kept.seal_but_amounts(declared, (made for made in self.made if not made.scenarios))

    def facts(self, seal: bytes, find: Callable[[], dict[str, bytes]]) -> dict[str, bytes]:
        """Return what is found about something; see `Kept.facts`."""
        return self._kept.facts(seal, find)

    def place_of(self, node: msgspec.Struct) -> Span | None:
        """Return where a node stands."""
        self._look_after_all(node)
        return self.ctx.findings.place_of(node)

    def word_of(self, node: msgspec.Struct) -> Span | None:
        """Return the place of the word that a problem with a node is about."""
        self._look_after_all(node)
        return self.ctx.findings.word_of(node)

    def _look_after_all(self, node: msgspec.Struct) -> None:
        """Where nodes stand is not kept: look at declarations again if a problem is found in them later.

        More is declared by then than when they were understood, so nothing but places is taken from this.
        """
        for number in self._spared_by_node.get(id(node), ()):
            if number not in self._spared:
                continue
            made, understand = self._spared.pop(number)
            again = self._understanding(Names(), {})
            understand(again)
            findings, found = self.ctx.findings, again.findings
            for old, new in zip(_nodes_of(made), _nodes_of(again.made()), strict=True):
                self._look_after_all(new)  # it may be part of what was understood before
                for known, seen_now in ((findings.places, found.places), (findings.words, found.words)):
                    place = seen_now.get(id(new)) or known.get(id(new))
                    if place is not None:
                        known[id(old)] = (old, place[1])

    @cached_property
    def _spared_by_node(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for number, (made, _) in self._spared.items():
            for node in _nodes_of(made):
                found.setdefault(id(node), []).append(number)
        return found

    def _understanding(self, names: Names, asked: Asked, binders: int | None = None) -> Understanding:
        """Return what is to understand a declaration; `names` learn what it says of them."""
        tables = self.tables
        outlook = Outlook(
            NamesSeen(names, tables, asked),
            seen(tables, self.mentions, asked),
            tables.asked("modifiers", asked),
            self.ctx.findings.binders if binders is None else binders,
            None if self.around is None else seen(tables, self.around, asked),
        )
        return Understanding(outlook, self.ctx.forms)

    def _take(self, made: Made) -> None:
        self.made.append(made)
        for key, clauses in made.cites.items():
            self.cites[key] = (*self.cites.get(key, ()), *clauses)
        self.cited += made.cited
        for key, place in made.places.items():
            self.places.setdefault(key, place)
        self.endings.update(made.endings)
        self.effects |= made.effects
        self.heads |= made.heads
        for question, names in made.questions.items():
            self.questions[question] = self.questions.get(question, names) & names
        for modifier in made.modifiers:
            self._modifiers[modifier.of] += 1
            self.tables.changed("modifiers", modifier.of)


def _nodes_of(made: Made) -> Iterator[x.Node]:
    """Return the nodes of what a declaration became, those of what others go on from among them."""
    return nodes((*made.declarations(), [declared for _, declared in made.heads.values()]))


def _key(tree: Node) -> str:
    """Return what a declaration is found by. Those without a name of their own are found by their place."""
    if isinstance(tree, Scenario):
        return f"scenario {tree.title}"
    if isinstance(tree, Named):
        return f"{tree.declares} {tree.name}"
    return f"{tree.declares} {line_of(tree)}"
