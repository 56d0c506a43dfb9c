"""The second pass so far: what every declaration became, what it reads and writes, where it stands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from regelwerk.meaning.bodies import Body
from regelwerk.meaning.collect import SORTS, Collection, Place
from regelwerk.meaning.context import Context, Env, Use, line_of
from regelwerk.meaning.names import Signature
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
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
    """The second pass: everything understood so far, with what each declaration reads and writes."""

    def __init__(self, ctx: Context, found: Collection) -> None:
        self.ctx = ctx
        self.found = found
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
        self.told: dict[str, dict[str, Body]] = {}
        self.heads: dict[str, tuple[Env, d.ActionDecl]] = {}
        self.leaves: set[str] | None = None

    def begin(self, place: Place[Node], key: str, result: bool = False) -> Context:
        """Turn to one declaration: its file, its own records of use."""
        ctx = self.ctx
        ctx.file = place.file
        ctx.owner = key
        ctx.use = self.uses.setdefault(key, Use())
        ctx.bound = {}
        ctx.result = None
        ctx.may_result = result
        self.places.setdefault(key, line_of(place.tree))
        self.cite(key, place.tree)
        if isinstance(place.tree, td.Window | td.Action | td.Limit):
            self._each_once(place.tree)
        return ctx

    def _each_once(self, tree: td.Window | td.Action | td.Limit) -> None:
        """Report lines of which a declaration has one, and the text a second."""
        seen: set[type[Node]] = set()
        for line in tree.lines:
            word = _ONCE.get(type(line))
            if word is not None and type(line) in seen:
                self.ctx.error(
                    "M038", f"`{tree.name}` has a second `{word}`", line, help="keep one of the two"
                )
            seen.add(type(line))

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
