"""Scenarios: from trees to positions, steps and expectations in the rules form."""

from __future__ import annotations

from lark import Token

from regelwerk.meaning import kinds
from regelwerk.meaning.bodies import body
from regelwerk.meaning.calls import arguments
from regelwerk.meaning.collect import Collection, Place, parts_of, plain
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.names import Part
from regelwerk.meaning.reading import expression, fits, holds, value_of
from regelwerk.meaning.scenario_picks import Picks
from regelwerk.meaning.scenario_proof import Proof, modified_by
from regelwerk.meaning.trees import Tree
from regelwerk.meaning.understanding import Understanding
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import scenarios as sc
from regelwerk.rules import statements as s
from regelwerk.rules.builtins import OWN_END
from regelwerk.rules.lists import BroughtList
from regelwerk.rules.walk import nodes as walked


def understand(ctx: Context, found: Collection, understood: Understanding, rules: d.Rules) -> sc.Scenarios:
    """Understand all scenarios of a game."""
    titles: dict[str, Token] = {}
    scenarios = []
    stored = {(t.name, a.name) for t in rules.types for a in t.attributes if a.stored}
    endings = set(ctx.endings)
    ctx.in_scenario = True
    picks, modified = Picks(ctx, found, rules), modified_by(rules)
    for place in found.of("scenario"):
        reading = _Scenario(ctx, picks, understood, place, stored, endings, rules.brought, modified)
        scenario = reading.understand()
        token = place.tree.children[0]
        if scenario.title in titles:
            ctx.file = place.file
            ctx.error(
                "M071",
                f"another scenario has the title {token}",
                token,
                help="give every scenario a title of its own",
            )
        titles[scenario.title] = token
        scenarios.append(scenario)
    ctx.in_scenario = False
    return sc.Scenarios(sc.FORMAT, rules.game, tuple(scenarios))


class _Scenario:
    """One scenario being understood: its scope grows with its `let`s."""

    def __init__(
        self,
        ctx: Context,
        picks: Picks,
        understood: Understanding,
        place: Place,
        stored: set[tuple[str, str]],
        endings: set[str],
        brought: tuple[BroughtList, ...],
        modified: set[tuple[str | None, str]],
    ) -> None:
        self.ctx, self.picks, self.understood, self.place = ctx, picks, understood, place
        self.stored, self.endings, self.brought = stored, endings, brought
        self.env = Env()
        self.players: int | None = None
        self.options: dict[str, int] = {}
        self.lists: dict[str, dict[str, str]] = {}
        self.lets: list[s.Let] = []
        self.given: tuple[s.Statement, ...] = ()
        self.start: s.Happen | None = None
        self.within: list[s.Happen] = []
        self.steps: list[sc.Step] = []
        self.places: list[str] = []
        self.proof = Proof(ctx, modified)
        self.above_start = 0

    def understand(self) -> sc.Scenario:
        """Understand line by line."""
        tree, ctx = self.place.tree, self.ctx
        title = str(tree.children[0])[1:-1]
        key = f"scenario:{title}"
        self.understood.begin(self.place, key)
        expected = False
        for line in tree.children[1:]:
            if not isinstance(line, Tree) or line.data == "cites":
                continue
            expected = expected or line.data in ("expect", "ends", "cannot", "may", "not_asked")
            step = getattr(self, f"_{line.data}")(line)
            if step is not None:
                self.steps.append(step)
                self.places.append(f"{self.place.file}:{line.meta.line}")
        if not expected:
            ctx.error(
                "M064",
                "this scenario expects nothing",
                tree.children[0],
                help="add a line `expect ...`, `ends as ...`, `X may ...` or `X cannot ...`",
            )
        self.proof.report(tree.children[0], self.steps, self.start is not None)
        ctx.unused_locals()
        return sc.Scenario(
            title,
            tuple(self.steps),
            self.players,
            self.options,
            tuple(self.lets),
            self.given,
            self.start,
            tuple(self.within),
            self.understood.cites.get(key, ()),
            self.understood.places[key],
            tuple(self.places),
            self.lists,
            self.above_start,
        )

    def _with_players(self, line: Tree) -> None:
        count = int(line.children[0])
        low, high = (kind.high or 0 for _, kind in self.ctx.names.signatures["seat"].parameters)
        if not low <= count <= high:
            self.ctx.error(
                "M062",
                f"this game is for {low} to {high} players",
                line.children[0],
                help="write another number",
            )
        self.players = count

    def _with_list(self, line: Tree) -> None:
        name, seat, wanted = line.children
        ctx = self.ctx
        high = ctx.names.signatures["seat"].parameters[1][1].high or 0
        if ctx.names.sort(str(name)) != "list":
            near = ctx.names.near(str(name), ctx.names.named("list"))
            ctx.error("M092", f"there is no list `{name}`", name, near=near, help="name a declared list")
        elif not 1 <= int(seat) <= high:
            ctx.error("M062", f"there is never a seat {seat}", seat, help="write another number")
        elif wanted not in (ids := [each.id for each in self.brought if each.list == name]):
            near = ctx.names.near(str(wanted), ids)
            ctx.error(
                "M092",
                f"no list `{wanted}` comes with this game",
                wanted,
                near=near,
                help="name one that does",
            )
        else:
            self.lists.setdefault(str(name), {})[str(seat)] = str(wanted)

    def _with_option(self, line: Tree) -> None:
        name, value = line.children
        text = str(name)
        ctx = self.ctx
        if ctx.names.sort(text) != "option":
            ctx.error(
                "M001",
                f"there is no option `{text}`",
                name,
                near=ctx.names.near(text, ctx.names.named("option")),
                help="name a declared option",
            )
            return
        ctx.names.use(text)
        declared = ctx.names.declared[text].tree
        if declared is not None and parts_of(declared, "fixed"):
            ctx.error("M061", f"a house rule has fixed `{text}`", name, help="remove the line")
            return
        kind = ctx.names.signatures[text].result or kinds.UNKNOWN
        word = plain(ctx, value)
        if kind.kind == "enum" and word in ctx.names.enums[kind.name or ""]:
            self.options[text] = ctx.names.enums[kind.name or ""].index(str(word))
        elif (
            isinstance(word, bool) == (kind.kind == "flag") and isinstance(word, int) and kind.kind != "enum"
        ):
            if kind.low is not None and not kind.low <= word <= (kind.high or 0):
                ctx.error(
                    "M026",
                    f"`{text}` goes from {kind.low} to {kind.high}",
                    value,
                    help="write a number in its range",
                )
            self.options[text] = int(word)
        else:
            near = ctx.names.near(str(word), ctx.names.enums.get(kind.name or "", ()))
            ctx.error(
                "M061",
                f"`{word}` is not a value of `{text}`",
                value,
                near=near,
                help="write one of its values",
            )

    def _scenario_let(self, line: Tree) -> sc.Step | None:
        name, value = line.children
        node, kind = expression(self.ctx, self.env, value)
        if isinstance(node, x.The):
            # An author names what the position has; if it has no such thing the scenario fails in words.
            kind = kinds.present(kind)
        self.env = self.ctx.new_local(self.env, name, kinds.bare(kind))
        let = s.Let(str(name), node)
        if self.start is None and not self.given and not self.steps:
            self.lets.append(let)
            return None
        return let

    def _given(self, line: Tree) -> None:
        with self.proof.position() as use:
            nodes, _ = body(self.ctx, self.env, list(line.children[0].children))
        if any(isinstance(node, x.Listed) for node in walked(nodes)):
            self.proof.told = True  # what is brought comes from a list
        for write in use.writes:
            if write[0] == "attribute" and (write[1], write[2]) not in self.stored:
                self.ctx.error(
                    "M045",
                    f"`{write[2]}` is printed: no rule changes it",
                    line,
                    help="take a thing that has the value you want",
                )
        self.given = (*self.given, *nodes)

    def _start(self, line: Tree) -> None:
        happens = [self._occurrence(part) for part in line.children]
        if self.start is not None:
            self.ctx.error("M063", "this scenario has two starts", line, help="keep one `start` line")
        elif any(not isinstance(step, sc.Expect | sc.Chance | s.Let) for step in self.steps):
            self.ctx.error(
                "M063",
                "above `start` stand lines about what is asked, and nobody is asked yet",
                line,
                help="write them below; only `expect` may ask for the position itself",
            )
        self.above_start = len(self.steps)
        self.start, self.within = happens[0], happens[1:]

    def _occurrence(self, tree: Tree) -> s.Happen:
        name, *args = (child for child in tree.children if child is not None)
        text = str(name)
        ctx = self.ctx
        if ctx.names.sort(text) == "window":
            ctx.names.use(text)
            return s.Happen(text, self._start_arguments(name, text, [arg.children[0] for arg in args]))
        if ctx.names.sort(text) != "event":
            ctx.error(
                "M001",
                f"there is no event `{text}`",
                name,
                near=ctx.names.near(text, ctx.names.named("event")),
                help="a scenario starts with a declared event",
            )
            return s.Happen(text)
        ctx.names.use(text)
        positional = [arg.children[0] for arg in args if not _is_match(arg)]
        nodes = self._start_arguments(name, text, positional)
        for arg in args:
            if _is_match(arg):
                ctx.error(
                    "M063",
                    "name the arguments in their order, without their names",
                    arg,
                    help="write only the value",
                )
        return s.Happen(text, nodes)

    def _start_arguments(self, name: Token, text: str, args: list[Part]) -> tuple[x.Expression, ...]:
        """A row with copies stands for one of its things, as where chance and choices are written."""
        signature = self.ctx.names.signatures[text]
        rows = {i: row for i, arg in enumerate(args) if (row := self.picks.row(self.env, arg)) is not None}
        if not rows or len(args) != len(signature.parameters):
            return arguments(self.ctx, self.env, name, text, args, signature)
        nodes: list[x.Expression] = []
        for i, (arg, (parameter, kind)) in enumerate(zip(args, signature.parameters, strict=True)):
            where = f"`{parameter}` of `{text}`"
            if i in rows:
                found = kinds.thing(self.ctx.names.rows[rows[i].name][0])
                fits(self.ctx, arg, kind, found, where)
                nodes.append(rows[i])
            else:
                nodes.append(value_of(self.ctx, self.env, arg, kind, where))
        return tuple(nodes)

    def _seat(self, tree: Part) -> x.Expression:
        node, kind = expression(self.ctx, self.env, tree)
        fits(self.ctx, tree, kinds.SEAT, kind, "who acts")
        return node

    def _chance(self, line: Tree) -> sc.Step:
        return sc.Chance(tuple(self.picks.outcome(self.env, child) for child in line.children))

    def _chooses(self, line: Tree) -> sc.Step:
        seat, *picks = line.children
        return sc.Chooses(self._seat(seat), tuple(self.picks.option(self.env, pick) for pick in picks))

    def _cannot(self, line: Tree) -> sc.Step:
        seat, pick, because = line.children
        sorts = ("rule", "limit", "action", "test")
        if because is not None and self.ctx.names.sort(str(because)) not in sorts:
            near = self.ctx.names.near(str(because), self.ctx.names.named(*sorts))
            self.ctx.error(
                "M001",
                f"there is no rule, limit, action or test `{because}`",
                because,
                near=near,
                help="name what forbids it, or a test that does not hold",
            )
        option = self.picks.option(self.env, pick, among_kin=True)
        return sc.Offered(self._seat(seat), option, False, None if because is None else str(because))

    def _may(self, line: Tree) -> sc.Step:
        seat, pick = line.children
        return sc.Offered(self._seat(seat), self.picks.option(self.env, pick), True)

    def _not_asked(self, line: Tree) -> sc.Step:
        return sc.NotAsked(self._seat(line.children[0]))

    def _all_pass(self, line: Tree) -> sc.Step:
        return sc.AllPass()

    def _expect(self, line: Tree) -> sc.Step:
        with self.proof.expectation():
            node, _, _, _ = holds(self.ctx, self.env, line.children[0])
        return sc.Expect(node)

    def _ends(self, line: Tree) -> sc.Step:
        token = line.children[0]
        if token is None:
            return sc.Ends(OWN_END)
        if str(token) not in self.endings:
            near = self.ctx.names.near(str(token), self.endings)
            self.ctx.error(
                "M001",
                f"no game ends as `{token}`",
                token,
                near=near,
                help="name an ending of an `end game as ...`",
            )
        return sc.Ends(str(token))


def _is_match(tree: Tree) -> bool:
    return isinstance(tree.children[0], Tree) and tree.children[0].data == "match"
