"""Scenarios: from trees to positions, steps and expectations in the rules form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regelwerk.meaning import problems
from regelwerk.meaning.bodies import body
from regelwerk.meaning.calls import arguments
from regelwerk.meaning.collect import Collection, Place, plain
from regelwerk.meaning.context import Env, line_of
from regelwerk.meaning.misfits import report_misfits
from regelwerk.meaning.positions import Positions
from regelwerk.meaning.reading import fits, holds, typed, value_of
from regelwerk.meaning.scenario_chance import chance
from regelwerk.meaning.scenario_picks import Picks
from regelwerk.meaning.scenario_proof import Proof
from regelwerk.meaning.surroundings import Surroundings
from regelwerk.meaning.understanding import Understanding
from regelwerk.rules import expressions as x
from regelwerk.rules import scenarios as sc
from regelwerk.rules import statements as s
from regelwerk.rules.builtins import OWN_END
from regelwerk.rules.types import kinds
from regelwerk.rules.walk import nodes as walked
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.tree import declarations as td
from regelwerk.tree import expressions as tx
from regelwerk.tree import scenarios as tc
from regelwerk.tree.nodes import Cites, Name
from regelwerk.tree.walk import same

_ABOVE_START = sc.Expect | sc.Chance | sc.PlaysNothing | s.Let
"""The steps that may stand above the start."""

_ONCE = tc.WithPlayers | tc.WithOption | tc.WithList | tc.WithFigure | tc.ScenarioLet
"""The lines that are meant once, however often positions say them."""

_REASONS = ("rule", "limit", "action", "group")
"""The sorts of declarations because of which a seat may be unable to do something."""


def scenario(u: Understanding, place: Place[tc.Scenario]) -> None:
    """A scenario: its position, its steps and what it expects."""
    assert u.outlook.around is not None
    u.scenarios.append(_Scenario(u, place, u.outlook.around).understand())


def doubled_titles(found: Collection) -> list[Diagnostic]:
    """M071: scenarios with the title of an earlier one."""
    doubled = []
    titles: set[str] = set()
    for place in found.of(tc.Scenario):
        title = place.tree.title
        if title.text in titles:
            doubled.append(problems.title_twice(title.text).at(title.at))
        titles.add(title.text)
    return doubled


class _Scenario:
    """One scenario being understood: its scope grows with its `let`s."""

    def __init__(self, u: Understanding, place: Place[tc.Scenario], around: Surroundings) -> None:
        self.key = f"scenario:{place.tree.title.text}"
        self.ctx = ctx = replace(u.begin(place, self.key), in_scenario=True)
        self.picks, self.understood, self.place = Picks(ctx, around), u, place
        self.around = around
        self.env = Env()
        self.players: int | None = None
        self.options: dict[str, int] = {}
        self.lists: dict[str, dict[str, str]] = {}
        self.printed: dict[str, dict[str, int | str | None]] = {}
        self.lets: list[s.Let] = []
        self.given: tuple[s.Statement, ...] = ()
        self.start: s.Happen | None = None
        self.within: list[s.Happen] = []
        self.steps: list[sc.Step] = []
        self.places: list[str] = []
        self.proof = Proof(ctx, around.altered)
        self.above_start = 0
        self.positions = Positions(ctx, self.picks)
        self.said: list[tc.Line] = []
        self.own: set[str] = set()
        """The names that the scenario gives itself, and no position."""

    def understand(self) -> sc.Scenario:
        """Understand line by line."""
        tree, ctx = self.place.tree, self.ctx
        title = tree.title.text
        expected = False
        for line in tree.lines:
            expected = expected or isinstance(
                line, tc.Expect | tc.Ends | tc.Cannot | tc.MayPick | tc.NotAsked
            )
            self._read(line)
        if not expected:
            ctx.report(problems.expects_nothing(), tree.title)
        self.proof.report(tree.title, self.steps, self.start is not None)
        ctx.unused_locals(problems.unused_in_scenario)
        return sc.Scenario(
            title,
            tuple(self.steps),
            self.players,
            self.options,
            tuple(self.lets),
            self.given,
            self.start,
            tuple(self.within),
            self.understood.cites.get(self.key, ()),
            self.understood.places[self.key],
            tuple(self.places),
            self.lists,
            self.above_start,
            self.printed,
        )

    def _read(self, line: tc.Line) -> None:
        """Read a line of the scenario or of a position; there, what was said before is meant once."""
        inside = bool(self.positions.inside)
        if isinstance(line, _ONCE):
            if inside and any(same(line, each) for each in self.said):
                return
            self.said.append(line)
        if isinstance(line, tc.InPosition):
            lines = self.positions.lines_of(self.env, line, frozenset(self.own))
            self.positions.inside.append(line.name.text)
            for each in lines:
                self._read(each)
            self.positions.inside.pop()
            return
        step = self._line(line)
        if isinstance(line, tc.ScenarioLet):
            if inside:
                self.ctx.used_local(line.name.text)  # other scenarios may need it
            else:
                self.own.add(line.name.text)
        if step is not None:
            self.steps.append(step)
            self.places.append(line_of(line))

    def _line(self, line: tc.Line) -> sc.Step | None:
        """Understand a line; return the step it is, if it is one."""
        match line:
            case tc.WithPlayers():
                self._with_players(line)
            case tc.WithList():
                self._with_list(line)
            case tc.WithOption():
                self._with_option(line)
            case tc.WithFigure():
                self._with_figure(line)
            case tc.Given():
                self._given(line)
            case tc.Start():
                return self._start(line)
            case tc.ScenarioLet():
                return self._let(line)
            case tc.Chance():
                return chance(self.ctx, self.picks, self.env, line)
            case tc.Chooses():
                seat = self._seat(line.seat)
                return sc.Chooses(seat, tuple(self.picks.option(self.env, pick) for pick in line.picks))
            case tc.Cannot():
                return self._cannot(line)
            case tc.MayPick():
                return self._may(line)
            case tc.NotAsked():
                return sc.NotAsked(self._seat(line.seat))
            case tc.AllPass(until=until):
                if isinstance(until, tc.MayPick):
                    return sc.AllPass(offered=self._may(until))
                return sc.AllPass(None if until is None else holds(self.ctx, self.env, until))
            case tc.PlaysNothing(until=until):
                seat = self._seat(line.seat)
                return sc.PlaysNothing(seat, None if until is None else holds(self.ctx, self.env, until))
            case tc.Expect():
                with self.proof.expectation() as ctx:
                    return sc.Expect(holds(ctx, self.env, line.test))
            case tc.Ends():
                return self._ends(line)
            case Cites():
                pass
        return None

    def _with_players(self, line: tc.WithPlayers) -> None:
        count = line.count.value
        low, high = (kind.high or 0 for _, kind in self.ctx.names.signatures["seat"].parameters)
        if not low <= count <= high:
            self.ctx.report(problems.impossible_players("scenario", low, high), line.count)
        self.players = count

    def _with_list(self, line: tc.WithList) -> None:
        ctx, name, seat, wanted = self.ctx, line.list.text, line.seat, line.wanted.text
        high = ctx.names.signatures["seat"].parameters[1][1].high or 0
        if ctx.names.sort(name) != "list":
            near = ctx.names.near(name, ctx.names.named("list"))
            ctx.report(problems.list_of_something_else("scenario", name), line.list, near=near)
        elif not 1 <= seat.value <= high:
            ctx.report(problems.impossible_players("list", seat=seat.value), seat)
        elif wanted not in (ids := [each.id for each in self.around.brought if each.list == name]):
            near = ctx.names.near(wanted, ids)
            problem = problems.list_of_something_else("not written", wanted)
            ctx.report(problem, line.wanted, near=near)
        else:
            self.lists.setdefault(name, {})[str(seat)] = wanted

    def _with_option(self, line: tc.WithOption) -> None:
        name, value, text = line.name, line.value, line.name.text
        ctx = self.ctx
        if ctx.names.sort(text) != "option":
            near = ctx.names.near(text, ctx.names.named("option"))
            ctx.report(problems.unknown("option", text), name, near=near)
            return
        ctx.names.use(text)
        declared = ctx.names.declared[text].tree
        if isinstance(declared, td.Option | td.OptionWords) and declared.fixed:
            ctx.report(problems.wrong_option("fixed", text), name)
            return
        kind = ctx.names.signatures[text].result or kinds.UNKNOWN
        word = plain(ctx, value)
        if kind.kind == "enum" and word in ctx.names.enums[kind.name or ""]:
            self.options[text] = ctx.names.enums[kind.name or ""].index(str(word))
        elif (
            isinstance(word, bool) == (kind.kind == "flag") and isinstance(word, int) and kind.kind != "enum"
        ):
            if kind.low is not None and not kind.low <= word <= (kind.high or 0):
                problem = problems.out_of_range("option", text, low=kind.low, high=kind.high or 0)
                ctx.report(problem, value)
            self.options[text] = int(word)
        else:
            near = ctx.names.near(str(word), ctx.names.enums.get(kind.name or "", ()))
            ctx.report(problems.wrong_option("value", text, str(word)), value, near=near)

    def _let(self, line: tc.ScenarioLet) -> sc.Step | None:
        node, kind = typed(self.ctx, self.env, line.value)
        if isinstance(node, x.The):
            # An author names what the position has; if it has no such thing the scenario fails in words.
            kind = kinds.present(kind)
        self.env = self.ctx.new_local(self.env, line.name, kinds.bare(kind))
        let = s.Let(line.name.text, node)
        first = self.start is None and not self.given and not self.steps
        if first or isinstance(node, x.Seat):
            self.lets.append(let)
            return None
        return let

    def _with_figure(self, line: tc.WithFigure) -> None:
        """A figure of a row, as if the table had it."""
        ctx, row, name = self.ctx, line.row.text, line.attribute.text
        if ctx.names.sort(row) != "row":
            near = ctx.names.near(row, ctx.names.named("row"))
            ctx.report(problems.unknown("row", row), line.row, near=near)
            return
        ctx.names.use(row)
        type_name = ctx.names.rows[row][0]
        found = ctx.names.attribute(type_name, name)
        if found is None or found[1].per is not None:
            near = ctx.names.near(name, ctx.names.attributes_of(type_name))
            ctx.report(problems.no_attribute("read", name, type_name), line.attribute, near=near)
            return
        kind = found[1]
        value_of(ctx, self.env, line.value, kind, f"`{name}` of `{row}`")
        value = plain(ctx, line.value)
        if isinstance(value, int) and kind.low is not None and not kind.low <= value <= (kind.high or 0):
            problem = problems.out_of_range("option", name, low=kind.low, high=kind.high or 0)
            ctx.report(problem, line.value)
        if isinstance(value, int | str | None):
            self.printed.setdefault(row, {})[name] = value

    def _given(self, line: tc.Given) -> None:
        with self.proof.position() as ctx:
            nodes, _ = body(ctx, self.env, line.body)
        if any(isinstance(node, x.Listed) for node in walked(nodes)):
            self.proof.told = True  # what is brought comes from a list
        for write in ctx.use.writes:
            if write[0] == "attribute" and (write[1], write[2]) not in self.around.stored:
                self.ctx.report(problems.printed_attribute_set(write[2]), line)
        if self.start is None:  # names of things in a position further lines may change
            lets = [step for step in self.steps if isinstance(step, s.Let)]
            self.places = [
                place for place, step in zip(self.places, self.steps, strict=True) if step not in lets
            ]
            self.steps = [step for step in self.steps if step not in lets]
            self.given = (*self.given, *lets)
        self.given = (*self.given, *nodes)

    def _start(self, line: tc.Start) -> sc.Step | None:
        happens = [self._occurrence(part) for part in line.occurrences]
        if self.start is not None:
            return sc.Start(happens[0], tuple(happens[1:]))
        if any(not isinstance(step, _ABOVE_START) for step in self.steps):
            self.ctx.report(problems.impossible_line("too early"), line)
        self.above_start = len(self.steps)
        self.start, self.within = happens[0], happens[1:]
        return None

    def _occurrence(self, tree: tc.Occurrence) -> s.Happen:
        ctx, name, text = self.ctx, tree.event, tree.event.text
        positional = [arg for arg in tree.arguments if not isinstance(arg, tx.Match)]
        if ctx.names.sort(text) == "window":
            ctx.names.use(text)
            return s.Happen(text, self._start_arguments(name, positional))
        if ctx.names.sort(text) != "event":
            near = ctx.names.near(text, ctx.names.named("event"))
            ctx.report(problems.unknown("event to begin with", text), name, near=near)
            return s.Happen(text)
        ctx.names.use(text)
        nodes = self._start_arguments(name, positional)
        for arg in tree.arguments:
            if isinstance(arg, tx.Match):
                ctx.report(problems.impossible_line("named arguments"), arg)
        return s.Happen(text, nodes)

    def _start_arguments(self, name: Name, args: Sequence[tx.Expression]) -> tuple[x.Expression, ...]:
        """A row with copies stands for one of its things, as where chance and choices are written."""
        text = name.text
        signature = self.ctx.names.signatures[text]
        rows = {i: row for i, arg in enumerate(args) if (row := self.picks.row(self.env, arg)) is not None}
        if not rows or len(args) != len(signature.parameters):
            start = s.Happen(text, arguments(self.ctx, self.env, name, text, args))
            report_misfits(self.ctx, self.env, start, name)
            return start.args
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

    def _seat(self, tree: tx.Expression) -> x.Expression:
        node, kind = typed(self.ctx, self.env, tree)
        fits(self.ctx, tree, kinds.SEAT, kind, "who acts")
        return node

    def _may(self, line: tc.MayPick) -> sc.Offered:
        return sc.Offered(self._seat(line.seat), self.picks.option(self.env, line.pick), True)

    def _cannot(self, line: tc.Cannot) -> sc.Step:
        because = None if line.because is None else line.because.text
        if because is not None and not self._may_be_a_reason(because):
            reasons = filter(self._may_be_a_reason, self.ctx.names.named(*_REASONS, "value"))
            near = self.ctx.names.near(because, [*reasons])
            self.ctx.report(problems.unknown("reason", because), line.because, near=near)
        option = self.picks.option(self.env, line.pick, among_kin=True)
        return sc.Offered(self._seat(line.seat), option, False, because)

    def _may_be_a_reason(self, name: str) -> bool:
        """A rule, a limit, an action, a group, or a value that is a flag."""
        names = self.ctx.names
        sort = names.sort(name)
        return sort in _REASONS or (sort == "value" and names.signatures[name].result == kinds.FLAG)

    def _ends(self, line: tc.Ends) -> sc.Step:
        if line.name is None:
            return sc.Ends(OWN_END)
        name = line.name.text
        if name not in self.around.endings:
            near = self.ctx.names.near(name, self.around.endings)
            self.ctx.report(problems.unknown("ending", name), line.name, near=near)
        return sc.Ends(name)
