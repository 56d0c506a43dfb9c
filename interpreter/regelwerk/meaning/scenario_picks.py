"""What the lines of a scenario pick: words with all their meanings, and values of a kind."""

from __future__ import annotations

from regelwerk.meaning import problems
from regelwerk.meaning.arguments import given, value_in
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.names import Names
from regelwerk.meaning.problems import Role
from regelwerk.meaning.reading import fits, typed
from regelwerk.meaning.surroundings import Surroundings
from regelwerk.rules import expressions as x
from regelwerk.rules import scenarios as sc
from regelwerk.rules.builtins import ACTION_ENUM
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.rules.types.statements import Types
from regelwerk.tree import expressions as tx
from regelwerk.tree import scenarios as tc
from regelwerk.tree.nodes import Name, Node

_SHOWN = 6
"""So many kinds are named where none of them fits."""


class Picks:
    """Understands picks in the scenarios of one game.

    A pick of a kind that no choice of the game offers is reported here. A word may mean several things
    (a row, a member, a way): those that are left are handed on, and the decision says which is meant.
    """

    def __init__(self, ctx: Context, around: Surroundings) -> None:
        self.ctx = ctx
        self.ways, self.chosen, self.by_chance = around.ways, around.chosen, around.by_chance
        self.doubts = around.doubts

    def option(self, env: Env, tree: tc.Pick, among_kin: bool = False) -> sc.OptionText:
        """What a seat picks, as the match prints it.

        `among_kin` the parts of an action may be of any type of their family: that such a thing is not
        offered, which a scenario may say, is what the rules make of it.
        """
        if isinstance(tree, tc.WordPick):
            return sc.OptionText(name=tree.word)
        if isinstance(tree, tx.Call):
            text = tree.name.text
            passing = text in self.ctx.names.lifetimes and self.ctx.names.namer(text) is not None
            if self.ctx.names.sort(text) == "action" or passing:
                return self._with_parts(env, tree, text, among_kin)
            named = self._named(env, tree)
            if named is not None:
                return self._possible(tree, [_value(*named)])
        if isinstance(tree, Name):
            meanings = self._meanings(env, tree)
            if meanings:
                return self._possible(tree, meanings)
        node, kind = typed(self.ctx, env, tree)
        return self._possible(tree, [_value(node, kind)])

    def row(self, env: Env, tree: tx.Expression) -> x.Row | None:
        """The row a word names; a row with copies stands for one of its things."""
        if isinstance(tree, Name):
            text = tree.text
            if self.ctx.names.sort(text) == "row" and text not in env.locals:
                self.ctx.names.use(text)
                return x.Row(text)
        return None

    def _meanings(self, env: Env, tree: Name) -> list[sc.OptionText]:
        """Everything a word may mean; nothing if it is no row, member, way or action."""
        names, text = self.ctx.names, tree.text
        if text in env.locals:
            return []
        found = []
        sort = names.sort(text)
        if sort == "row":
            names.use(text)
            found.append(_value(x.Row(text), kinds.thing(names.rows[text][0])))
        for enum in names.members.get(text, ()):
            names.use(enum)
            found.append(_value(x.Member(enum, text), kinds.enum(enum)))
        if sort == "action" or text in self.ways:
            found.append(sc.OptionText(name=text))
        if not found and sort != "state":
            listed = [*self.ways, *names.named("action", "row"), *names.members, *env.locals]
            near = names.near(text, listed)
            self.ctx.report(problems.unknown("pick", text), tree, near=near)
            return [sc.OptionText(name=text)]
        return found

    def _possible(self, tree: Node, meanings: list[sc.OptionText]) -> sc.OptionText:
        """The meanings that some choice of the game may take, in one pick."""
        left = [each for each in meanings if each.kind is None or self._is_chosen(each.kind)]
        if not left:
            first = meanings[0].kind or kinds.UNKNOWN
            listed = (
                ", ".join(_kind(kind) for kind in list(self.chosen)[:_SHOWN])
                or "nothing but ways and actions"
            )
            more = ", ..." if len(self.chosen) > _SHOWN else ""
            kind = kinds.present(kinds.element(first))
            self.ctx.report(problems.wrong_kind("chosen", kind, word=f"{listed}{more}"), tree)
            left = meanings
        first_one, *others = left
        return sc.OptionText(first_one.value, first_one.name, (), first_one.kind, tuple(others))

    def _is_chosen(self, kind: ValueType) -> bool:
        wanted = kinds.element(kind)
        return any(alike(self.ctx.names, wanted, each) for each in self.chosen) or bool(self.doubts)

    def _with_parts(self, env: Env, tree: tx.Call, text: str, among_kin: bool) -> sc.OptionText:
        """An action with what it uses and aims at, or a passing thing by what it is named by."""
        names = self.ctx.names
        names.use(text)
        if names.sort(text) != "action":
            namer = names.namer(text) or ""
            found = names.attribute(text, namer)
            parts = {namer: found[1]} if found else {}
        else:
            signature = names.signatures[text]
            parts = dict(signature.parameters[1 : 1 + signature.parts])
        nodes: dict[str, x.Expression] = {}
        for part, value in given(self.ctx, tree, text, tree.arguments, tuple(parts), parts, "action"):
            if part is None:
                typed(self.ctx, env, value)
            else:
                nodes[part] = self._part(env, value, parts[part], problems.part_of(part, text), among_kin)
        before = tuple(part for part in list(parts)[: len(nodes)] if part not in nodes)
        if before:  # what stands behind may be left open, not what stands before
            self.ctx.report(problems.wrong_arguments("left out", text, 0, before), tree)
        return sc.OptionText(name=text, args=tuple(nodes[part] for part in parts if part in nodes))

    def _named(self, env: Env, tree: tx.Expression) -> tuple[x.Expression, ValueType] | None:
        """The things of a row that show what they are named by, as `bone_die(eye)`; None if it is none."""
        names = self.ctx.names
        row = tree.name.text if isinstance(tree, tx.Call) else ""
        if not isinstance(tree, tx.Call) or names.sort(row) != "row":
            return None
        kind = kinds.thing(names.rows[row][0])
        namer = names.namer(kind.name or "")
        found = names.attribute(kind.name or "", namer) if namer is not None else None
        if namer is None or found is None:
            return None
        names.use(row)
        if len(tree.arguments) != 1:
            self.ctx.report(problems.wrong_arguments("action", row, len(tree.arguments), (namer,)), tree)
            return x.Row(row), kind
        shown = self._part(env, value_in(tree.arguments[0]), found[1], problems.part_of(namer, row), False)
        binder = self.ctx.fresh()
        thing = x.Local(binder)
        of_row = x.IsRow(thing, row)
        attribute = x.Attribute(thing, found[0], namer, printed=True)
        where = x.And((of_row, x.Compare("=", attribute, shown)))
        return x.All(x.Set(kind.name or "", binder, where=where)), kind

    def _part(
        self, env: Env, tree: tx.Expression, wanted: ValueType, where: Role, among_kin: bool
    ) -> x.Expression:
        named = self._named(env, tree)
        if named is not None and wanted.kind == "thing":
            return named[0]
        row = self.row(env, tree)
        members = self.ctx.names.members.get(row.name, ()) if row is not None else ()
        if row is not None and not (wanted.kind == "enum" and wanted.name in members):
            node: x.Expression = row
            kind = kinds.thing(self.ctx.names.rows[row.name][0])
        else:
            node, kind = typed(self.ctx, env, tree, wanted)
        if wanted.kind == "answer" and kind == kinds.enum(ACTION_ENUM):
            return node
        if not alike(self.ctx.names, kinds.element(kind), kinds.element(wanted), among_kin):
            fits(self.ctx, tree, wanted, kinds.present(kind), where)
        return node


def alike(names: Names, found: ValueType, asked: ValueType, among_kin: bool = False) -> bool:
    """Say whether a value of one kind may be one of another; things of a type may be of one below it.

    `among_kin` those of all types under one are alike.
    """
    if "unknown" in (found.kind, asked.kind):
        return True
    if among_kin and found.kind == asked.kind == "thing":
        above = [{info.name for info in names.line(kind.name or "")} for kind in (found, asked)]
        return not above[0].isdisjoint(above[1])
    return Types(names).comparable(found, asked)


def _value(node: x.Expression, kind: ValueType) -> sc.OptionText:
    return sc.OptionText(value=node, kind=None if kind.kind == "unknown" else kinds.bare(kind))


def _kind(kind: ValueType) -> str:
    return problems.describe(kinds.present(kind))
