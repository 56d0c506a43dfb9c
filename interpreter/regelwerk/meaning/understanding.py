"""The second pass over one declaration: what it becomes, what it reads and writes, where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from regelwerk.meaning import problems
from regelwerk.meaning.collect import Place
from regelwerk.meaning.context import Context, Env, Findings, Forms, Use, line_of
from regelwerk.meaning.effects import effects_of
from regelwerk.meaning.graph import bodies_of
from regelwerk.meaning.made import Head, Made
from regelwerk.meaning.outlook import Outlook
from regelwerk.meaning.suite import Written
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import lists as ls
from regelwerk.rules import statements as s
from regelwerk.rules.statements import Statement
from regelwerk.rules.types.declared import Signature
from regelwerk.rules.walk import nodes
from regelwerk.source.diagnostics import Edit
from regelwerk.tree import declarations as td
from regelwerk.tree.nodes import Cites, Clause, Named, Node
from regelwerk.tree.walk import fields, of_kind, walk


class Understanding:
    """One declaration being understood: what it becomes, what it reads and writes, what it cites.

    `outlook` is what it sees of the others.
    """

    def __init__(self, outlook: Outlook, forms: Forms) -> None:
        self.outlook = outlook
        self.forms = forms
        self.findings = Findings(binders=outlook.binders)
        self.uses: dict[str, Use] = {}
        self.cites: dict[str, tuple[str, ...]] = {}
        self.cited: list[Clause] = []
        self.places: dict[str, str] = {}
        self.values: list[d.ValueDecl] = []
        self.events: list[d.EventDecl] = []
        self.actions: list[d.ActionDecl] = []
        self.windows: list[d.WindowDecl] = []
        self.rules: list[d.RuleDecl] = []
        self.limits: list[d.LimitDecl] = []
        self.modifiers: list[d.ModifierDecl] = []
        self.payments: list[d.PaymentDecl] = []
        self.lists: list[ls.ListDecl] = []
        self.scenarios: list[Written] = []
        self.heads: dict[str, Head] = {}

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
            self.outlook.names,
            place.file,
            self.forms,
            self.findings,
            key,
            self.use_of(key),
            may_result=result,
            unit=self,
        )

    def made(self) -> Made:
        """Return what it became: in an order that is the same in every run."""
        written = {(w[1], w[2]) for use in self.uses.values() for w in use.writes if w[0] == "attribute"}
        made = Made(
            tuple(self.values), tuple(self.events), tuple(self.actions), tuple(self.windows),
            tuple(self.rules), tuple(self.limits), tuple(self.modifiers), tuple(self.payments),
            tuple(self.lists), tuple(self.scenarios), self.cites, tuple(self.cited), self.places,
            writes=tuple(sorted(written)),
            signed=self.outlook.names.signed,
            in_force=tuple(self.outlook.names.in_force),
            used=tuple(sorted(self.outlook.names.used)),
            endings=tuple(sorted(self.findings.endings)),
            binders=self.findings.binders - self.outlook.binders,
        )  # fmt: skip
        effects = {key: effects_of(part) for key, part in (*bodies_of(made), *_tested(made))}
        return msgspec.structs.replace(
            made, lines=self._lines(made), questions=self._questions(made), effects=effects, heads=self.heads
        )

    def _lines(self, made: Made) -> dict[str, dict[str, str]]:
        """Where the statements of bodies are written, by the name of the body and their number in it."""
        found: dict[str, dict[str, str]] = {}
        for name, body in statements_of(made):
            inside = [node for node in nodes(body) if isinstance(node, Statement)]
            spans = ((number, self.findings.place_of(node)) for number, node in enumerate(inside))
            found[name] = {f"{name}/{number}": f"{span.file}:{span.line}" for number, span in spans if span}
        return found

    def _questions(self, made: Made) -> dict[str, frozenset[str]]:
        """Return questions, `EVENT.CHOICE` or `ROW.CHOICE`, each with the names its label may hold in braces.

        Where a choice of that name is made in several places, those are names that all of them have.
        `EVENT.question` asks between ways. What an action uses or targets, `ACTION.NAME`, is told under its
        own name.
        """
        found: dict[str, frozenset[str]] = {
            f"{action.name}.{part.over.binder}": frozenset((part.over.binder,))
            for action in made.actions
            for part in action.parts
        }
        for key, part in bodies_of(made):
            _, *subjects = key.split(":")
            for node in nodes(part):
                if isinstance(node, s.Choose | s.SecretChoice | s.Ask):
                    asked, name = (
                        (node, "question") if isinstance(node, s.Ask) else (node.over, node.over.binder)
                    )
                    there = self.findings.at_question(asked)
                    mine = {
                        n for n, kind in there.items() if kind.fills_placeholder and not n.startswith("_")
                    }
                    for question in (f"{subject}.{name}" for subject in subjects):
                        found[question] = found.get(question, frozenset(mine)) & mine
        return found

    def use_of(self, key: str) -> Use:
        """What a body or an expression reads and writes."""
        return self.uses.setdefault(key, Use())

    def note(self, place: Place[Named]) -> None:
        """Note where something a game is made of stands, and the clauses that it and its lines cite."""
        key = f"{place.tree.declares}:{place.tree.name}"
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
        if line.once and type(line) in seen:
            fix = Edit.without_lines(line.at)
            ctx.report(problems.given_twice("line", line.once, tree.name.text), line, fix=fix)
        seen.add(type(line))


def _tested(made: Made) -> Iterator[tuple[str, object]]:
    scenarios = (each.scenario for each in made.scenarios)
    return ((f"scenario:{scenario.title}", scenario) for scenario in scenarios)


def statements_of(rules: d.Rules | Made) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    """Return bodies with statements, each with its name."""
    for event in rules.events:
        yield f"event:{event.name}", event.body
        for row, body in (event.told or {}).items():
            yield f"told:{event.name}:{row}", body
    for action in rules.actions:
        yield f"action:{action.name}", (*action.cost, *action.body)
    for rule in rules.rules:
        yield f"rule:{rule.name}", rule.body
    for limit in rules.limits:
        yield f"limit:{limit.name}", limit.breach


def declared_parameters(signature: Signature) -> tuple[d.Parameter, ...]:
    """Return parameters as the rules form has them."""
    return tuple(d.Parameter(name, kind) for name, kind in signature.parameters)


def scope_of(ctx: Context, written: Sequence[td.Parameter], signature: Signature) -> Env:
    """Return the scope of parameters; those that are `written` are to be used, unless they are repeated."""
    env = Env()
    for name, kind in signature.parameters:
        env = env.bind(name, kind, fixed=True)
    for parameter in written:
        if parameter.aside is not None and parameter.aside.repeated:
            continue
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
