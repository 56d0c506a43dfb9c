"""What the passes share while they look at one declaration: where they are, what is in scope."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.names import RESERVED, Names
from regelwerk.meaning.problems import Role
from regelwerk.rules import expressions as x
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.expressions import Expression
from regelwerk.rules.statements import Statement
from regelwerk.rules.types.scope import Scope
from regelwerk.rules.types.statements import Types
from regelwerk.source.diagnostics import Diagnostic, Edit, Note
from regelwerk.source.spans import Span
from regelwerk.source.wording import Problem
from regelwerk.tree.nodes import Name, Node

if TYPE_CHECKING:
    from regelwerk.meaning.understanding import Understanding

E = TypeVar("E", bound=x.Node)
COPY = "_this"
"""The local by which each copy of a row is known in what its text says for every one of them."""


class Env(Scope, frozen=True):
    """What is in scope, and how things are named there: `fixed` are locals nothing may change."""

    fixed: frozenset[str] = frozenset()
    this: str | None = None
    these: tuple[str, ...] = ()
    in_loop: bool = False

    def bind(self, name: str, kind: ValueType, fixed: bool = False) -> Env:
        """Return the scope with one more local."""
        fixed_now = self.fixed | {name} if fixed else self.fixed - {name}
        return replace(super().bind(name, kind), fixed=fixed_now)


class Flow(msgspec.Struct):
    """Where a body stands: its scope, whether its end can be reached, what a statement adds behind itself."""

    env: Env
    ended: bool = False
    following: list[Statement] = msgspec.field(default_factory=list)


class Forms(msgspec.Struct, frozen=True):
    """What understands each form of the grammar, by the class of its nodes."""

    expressions: Mapping[type[Node], Callable[..., Expression]]
    statements: Mapping[type[Node], Callable[..., Statement | None]]


class Use(msgspec.Struct):
    """What a body or an expression reads and writes: cells as `("state", name)`, `("attribute", type, name)`,
    `("zone", name)`; and what it calls as `("value", name)`, `("event", name)`."""

    reads: set[tuple[str, ...]] = msgspec.field(default_factory=set)
    writes: set[tuple[str, ...]] = msgspec.field(default_factory=set)
    calls: set[tuple[str, ...]] = msgspec.field(default_factory=set)

    def take(self, further: Use) -> None:
        """Add what something further reads and writes."""
        self.reads |= further.reads
        self.writes |= further.writes
        self.calls |= further.calls


def line_of(part: Node) -> str:
    """Return where a part stands, as `file:line`."""
    return f"{part.at.file}:{part.at.line}"


class Findings(msgspec.Struct):
    """What came to light while one declaration was looked at, apart from what it became.

    Nodes of the rules form are known by their identity: where they stand, which word of them a problem
    is about, which names are there where something is chosen.
    """

    diagnostics: list[Diagnostic] = msgspec.field(default_factory=list)
    endings: set[str] = msgspec.field(default_factory=set)
    binders: int = 0
    """How many names of binders have been invented so far."""
    words: dict[int, tuple[msgspec.Struct, Span]] = msgspec.field(default_factory=dict)
    places: dict[int, tuple[msgspec.Struct, Span]] = msgspec.field(default_factory=dict)
    questions: dict[int, tuple[msgspec.Struct, dict[str, ValueType]]] = msgspec.field(default_factory=dict)

    def place_of(self, node: msgspec.Struct) -> Span | None:
        """Return where a node stands, if it was understood as it is."""
        found = self.places.get(id(node))
        return found[1] if found else None

    def word_of(self, node: msgspec.Struct) -> Span | None:
        """Return the place of the word that a problem with a node is about, else of the node."""
        found = self.words.get(id(node))
        return found[1] if found else self.place_of(node)

    def at_question(self, node: msgspec.Struct) -> dict[str, ValueType]:
        """Return the names, with their kinds, that are there where something is chosen from `node`."""
        found = self.questions.get(id(node))
        return found[1] if found else {}

    def take(self, further: Findings) -> None:
        """Add what came to light in a further declaration."""
        self.diagnostics += further.diagnostics
        self.endings |= further.endings
        self.binders = max(self.binders, further.binders)
        self.words.update(further.words)
        self.places.update(further.places)
        self.questions.update(further.questions)


class Context(msgspec.Struct, dict=True):
    """One declaration, or part of one, being looked at: its file, the names, what has been found.

    `owner` is its key in the rules form, `use` what it reads and writes, `bound` its locals with whether
    they were used, `result` the kind of its result so far. Rules in force for a while
    become part of `unit`, where there may be such.
    """

    names: Names
    file: str
    forms: Forms
    findings: Findings = msgspec.field(default_factory=Findings)
    owner: str = ""
    use: Use = msgspec.field(default_factory=Use)
    may_result: bool = False
    result: ValueType | None = None
    in_scenario: bool = False
    bound: dict[str, tuple[Node | None, bool]] = msgspec.field(default_factory=dict)
    unit: Understanding | None = None
    reported: dict[int, x.Node] = msgspec.field(default_factory=dict)
    """Parts of nodes that do not fit, and were reported."""

    @cached_property
    def types(self) -> Types:
        """The kinds of what has become of the text so far."""
        return Types(self.names)

    def is_unknown(self, node: x.Node) -> bool:
        """Say whether something wrong with a node was reported."""
        return id(node) in self.types.unknown

    def unknown(self, node: E) -> E:
        """Let a node go with everything: what is wrong with it was reported."""
        self.types.unknown[id(node)] = node
        return node

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The problems found so far."""
        return self.findings.diagnostics

    @property
    def endings(self) -> set[str]:
        """The endings of the game named so far."""
        return self.findings.endings

    def report(
        self,
        problem: Problem,
        part: Node | Span | None,
        *,
        near: tuple[str, ...] = (),
        notes: tuple[Note, ...] = (),
        fix: Edit | None = None,
        word: Node | None = None,
    ) -> None:
        """Report a problem at a place; a `word` that is near to the right one becomes that."""
        span = Span.start_of(self.file) if part is None else part if isinstance(part, Span) else part.at
        word = part if isinstance(part, Name) else word
        if fix is None and word is not None:
            fix = Edit.to_nearest(word.at, near)
        self.diagnostics.append(problem.at(span, near=near, notes=notes, fix=fix))

    def remember(self, node: msgspec.Struct, part: Node) -> None:
        """Note where a node of the rules form stands in the text; the outermost part counts."""
        self.findings.places[id(node)] = (node, part.at)

    def point_out(self, node: msgspec.Struct, part: Node) -> None:
        """Note the word of a node that a problem with it is about."""
        self.findings.words[id(node)] = (node, part.at)

    def note_question(self, node: msgspec.Struct, env: Env) -> None:
        """Note which names are there where something is chosen from `node`."""
        self.findings.questions[id(node)] = (node, dict(env.locals))

    def fresh(self) -> str:
        """Invent the name of a binder that the text does not give."""
        self.findings.binders += 1
        return f"_{self.findings.binders}"

    def new_local(self, env: Env, name: Name, kind: ValueType, fixed: bool = False) -> Env:
        """Bind a local; it may not hide another name."""
        text = name.text
        if text in RESERVED:
            self.report(problems.name_of_the_language(text), name)
        elif text in env.locals:
            self.report(problems.name_in_use("local", text), name)
        elif self.names.sort(text) is not None:
            self.names.use(text)
            first = problems.notes.declared_here(text).at(self.names.declared[text].span)
            within = self.owner.partition(":")[2]
            problem = problems.name_in_use("declared", text)
            if text in self.names.rows and within and not self.in_scenario:
                # A scenario may make the row up, and be where this is reported.
                problem = problems.name_in_use("local and row", text, within=within)
            self.report(problem, name, notes=(first,))
        elif text in self.names.members:
            self.report(problems.name_in_use("member", text, self.names.members[text][0]), name)
        self.bound.setdefault(text, (name, False))
        return env.bind(text, kind, fixed)

    def used_local(self, name: str) -> None:
        """Note that a local is read."""
        if name in self.bound:
            self.bound[name] = (self.bound[name][0], True)

    def unused_locals(self, problem: Callable[[str], Problem] = problems.unused_local) -> None:
        """Report locals that nobody reads."""
        for name, (part, used) in self.bound.items():
            if not used and part is not None and not name.startswith("_"):
                self.report(problem(name), part)

    def mismatch(self, part: Node, wanted: ValueType, found: ValueType, role: Role) -> None:
        """Report a value of the wrong kind."""
        self.report(problems.wrong_kind("value", found, wanted=wanted, role=role), part)
