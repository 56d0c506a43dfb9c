"""The second pass over one declaration: what it becomes, what it reads and writes, where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.collect import SORTS, Collection, Place
from regelwerk.meaning.context import Context, Env, Findings, Forms, Use, line_of
from regelwerk.meaning.names import Names, Signature
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import lists as ls
from regelwerk.rules import scenarios as sc
from regelwerk.tree import declarations as td
from regelwerk.tree.nodes import Cites, Clause, Named, Node
from regelwerk.tree.walk import fields, of_kind, walk

_ONCE: dict[type[Node], str] = {
    td.Asks: "asks", td.Passing: "passing", td.Closes: "closes", td.Answers: "answers", td.By: "by",
    td.OncePer: "once per", td.OnlyWith: "only with", td.Cost: "cost", td.Do: "do", td.Holds: "holds",
    td.Breach: "breach",
}  # fmt: skip
"""Lines of which a window, an action or a limit has one, and the words with which they begin."""


class Understanding:
    """One declaration being understood: what it becomes, what it reads and writes, what it cites.

    `binders` names have been invented before it, and `modifiers_before` says how many modifiers there are
    of an attribute or a value.
    """

    def __init__(
        self,
        names: Names,
        found: Collection,
        forms: Forms,
        binders: int = 0,
        modifiers_before: Callable[[str], int] = lambda of: 0,
    ) -> None:
        self.names = names
        self.found = found
        self.forms = forms
        self.modifiers_before = modifiers_before
        self.findings = Findings(binders=binders)
        self.uses: dict[str, Use] = {}
        self.cites: dict[str, tuple[str, ...]] = {}
        self.cited: list[Clause] = []
        self.places: dict[str, str] = {}
        self.values: dict[str, d.ValueDecl] = {}
        self.events: dict[str, d.EventDecl] = {}
        self.actions: dict[str, d.ActionDecl] = {}
        self.windows: list[d.WindowDecl] = []
        self.rules: list[d.RuleDecl] = []
        self.limits: list[d.LimitDecl] = []
        self.modifiers: list[d.ModifierDecl] = []
        self.payments: list[d.PaymentDecl] = []
        self.lists: list[ls.ListDecl] = []
        self.scenarios: list[sc.Scenario] = []
        self.heads: dict[str, tuple[Env, d.ActionDecl]] = {}

    def begin(self, place: Place[Node], key: str, result: bool = False) -> Context:
        """Turn to a declaration, or to a part of it with records of its own."""
        self.places.setdefault(key, line_of(place.tree))
        self.cite(key, place.tree)
        ctx = self.look(place, key, result)
        if isinstance(place.tree, td.Window | td.Action | td.Limit):
            _each_once(ctx, place.tree)
        return ctx

    def look(self, place: Place[Node], key: str, result: bool = False) -> Context:
        """Look at a declaration, or once more."""
        return Context(
            self.names,
            place.file,
            self.forms,
            self.findings,
            key,
            self.use_of(key),
            may_result=result,
            unit=self,
        )

    def use_of(self, key: str) -> Use:
        """What a body or an expression reads and writes."""
        return self.uses.setdefault(key, Use())

    def note(self, place: Place[Named]) -> None:
        """Note where something a game is made of stands, and the clauses that it and its lines cite."""
        key = f"{SORTS[type(place.tree)]}:{place.tree.name}"
        self.places.setdefault(key, line_of(place.tree))
        self._enter(key, of_kind(walk(place.tree), Clause))

    def cite(self, key: str, tree: Node) -> None:
        """Note the clauses that a declaration cites, itself or in a line of its own."""
        lists = (part for part in fields(tree) if isinstance(part, tuple))
        self._enter(
            key, [clause for part in lists for cites in of_kind(part, Cites) for clause in cites.clauses]
        )

    def _enter(self, key: str, clauses: list[Clause]) -> None:
        if clauses:
            self.cites[key] = (*self.cites.get(key, ()), *(clause.text for clause in clauses))
            self.cited += clauses


def _each_once(ctx: Context, tree: td.Window | td.Action | td.Limit) -> None:
    """Report lines of which a declaration has one, and the text a second."""
    seen: set[type[Node]] = set()
    for line in tree.lines:
        word = _ONCE.get(type(line))
        if word is not None and type(line) in seen:
            ctx.report(problems.given_twice("line", word, tree.name.text), line)
        seen.add(type(line))


def declared_parameters(signature: Signature) -> tuple[d.Parameter, ...]:
    """Return parameters as the rules form has them."""
    return tuple(d.Parameter(name, kind) for name, kind in signature.parameters)


def scope_of(ctx: Context, written: Sequence[td.Parameter], signature: Signature) -> Env:
    """Return the scope of parameters; those that are `written` are to be used."""
    env = Env()
    for name, kind in signature.parameters:
        env = env.bind(name, kind, fixed=True)
    for parameter in written:
        ctx.bound.setdefault(parameter.name.text, (parameter.name, False))
    return env


def text_scope(ctx: Context, env: Env, place: Place[Node]) -> Env:
    """The scope inside `text of`: `this` is the row's thing where there is one such row.

    `these` are all rows the text belongs to.
    """
    rows = tuple(row for row in place.rows if row in ctx.names.rows)
    this = rows[0] if len(rows) == 1 else None
    return Env(env.locals, env.present, env.facts, env.fixed, this=this, these=rows, in_loop=False)


def captured_by(outer: Env, nodes: object, hidden: set[str] | None = None) -> tuple[d.Parameter, ...]:
    """Return the locals around a lasting rule that it uses; parameters of its event hide their namesakes."""
    used: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, x.Local):
            used.add(value.name)
        if isinstance(value, msgspec.Struct):
            for name in value.__struct_fields__:
                walk(getattr(value, name))
        elif isinstance(value, tuple):
            for part in value:
                walk(part)
        elif isinstance(value, dict):
            for part in value.values():
                walk(part)

    walk(nodes)
    return tuple(
        d.Parameter(name, kind) for name, kind in outer.locals.items() if name in used - (hidden or set())
    )
