"""The second pass so far: what every declaration became, what it reads and writes, where it stands."""

from __future__ import annotations

import msgspec
from lark import Token

from regelwerk.meaning.bodies import Body
from regelwerk.meaning.collect import Collection, Place, parts_of, token_text
from regelwerk.meaning.context import Context, Env, Use
from regelwerk.meaning.names import Part, Signature
from regelwerk.meaning.trees import Tree
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x


class Understanding:
    """The second pass: everything understood so far, with what each declaration reads and writes."""

    def __init__(self, ctx: Context, found: Collection) -> None:
        self.ctx = ctx
        self.found = found
        self.uses: dict[str, Use] = {}
        self.cites: dict[str, tuple[str, ...]] = {}
        self.cite_tokens: list[tuple[str, Token]] = []
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

    def begin(self, place: Place, key: str, result: bool = False) -> Context:
        """Turn to one declaration: its file, its own records of use."""
        ctx = self.ctx
        ctx.file = place.file
        ctx.owner = key
        ctx.use = self.uses.setdefault(key, Use())
        ctx.bound = {}
        ctx.result = None
        ctx.may_result = result
        self.places.setdefault(
            key, f"{place.file}:{place.tree.meta.line if not place.tree.meta.empty else 1}"
        )
        self.cite(key, place.tree)
        return ctx

    def note(self, place: Place) -> None:
        """Note where something a game is made of stands, and the clauses that it and its lines cite."""
        sort = str(place.tree.data).removesuffix("_words").replace("graph", "map")
        key = f"{sort}:{token_text(place.tree)}"
        self.ctx.file = place.file
        self.places.setdefault(key, f"{place.file}:{place.tree.meta.line}")
        clauses = list(place.tree.scan_values(_is_clause))
        if clauses:
            self.cites[key] = (*self.cites.get(key, ()), *(str(token) for token in clauses))
            self.cite_tokens.extend((place.file, token) for token in clauses)

    def cite(self, key: str, tree: Tree) -> None:
        """Note the clauses a declaration cites."""
        for cites in parts_of(tree, "cites", "tail"):
            for token in cites.children:
                if isinstance(token, Token) and token.type == "CLAUSE":
                    self.cites[key] = (*self.cites.get(key, ()), str(token))
                    self.cite_tokens.append((self.ctx.file, token))


def _is_clause(part: object) -> bool:
    return isinstance(part, Token) and part.type == "CLAUSE"


def statements_of(block: Tree) -> list[Part]:
    """Return the trees of the statements of a block."""
    return [child for child in block.children if isinstance(child, Tree) and child.data != "cites"]


def declared_parameters(signature: Signature) -> tuple[d.Parameter, ...]:
    """Return parameters as the rules form has them."""
    return tuple(d.Parameter(name, kind) for name, kind in signature.parameters)


def scope_of(ctx: Context, tree: Part | None, signature: Signature) -> Env:
    """Return the scope of parameters; those that stand in `tree` are to be used."""
    env = Env()
    for name, kind in signature.parameters:
        env = env.bind(name, kind, fixed=True)
        if isinstance(tree, Tree):
            for parameter in parts_of(tree, "parameter"):
                if str(parameter.children[2]) == name:
                    ctx.bound.setdefault(name, (parameter.children[2], False))
    return env


def text_scope(ctx: Context, env: Env, place: Place) -> Env:
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
