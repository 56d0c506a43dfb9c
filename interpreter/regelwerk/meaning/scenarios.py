"""Scenarios: from trees to positions, steps and expectations in the rules form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.bodies import body
from regelwerk.meaning.calls import arguments
from regelwerk.meaning.collect import Place
from regelwerk.meaning.context import Context, Env, line_of
from regelwerk.meaning.misfits import report_misfits
from regelwerk.meaning.positions import Positions
from regelwerk.meaning.reading import expression, fits, holds, typed
from regelwerk.meaning.scenario_chance import chance
from regelwerk.meaning.scenario_picks import Picks
from regelwerk.meaning.scenario_proof import Proof
from regelwerk.meaning.scenario_settings import Settings
from regelwerk.meaning.suite import Written
from regelwerk.meaning.surroundings import Surroundings
from regelwerk.meaning.understanding import Understanding
from regelwerk.rules import expressions as x
from regelwerk.rules import scenarios as sc
from regelwerk.rules import statements as s
from regelwerk.rules.builtins import OWN_END
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.rules.walk import nodes as walked
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.tree import expressions as tx
from regelwerk.tree import scenarios as tc
from regelwerk.tree.declarations import Text
from regelwerk.tree.nodes import Cites, Name, Node
from regelwerk.tree.printing import printed
from regelwerk.tree.simple import Assign, Change
from regelwerk.tree.walk import of_kind, same, walk

USED_HERE = problems.notes.used_here.__name__
"""The key of the note that says where a scenario uses a position."""

_ABOVE_START = sc.Expect | sc.Chance | sc.PlaysNothing | s.Let
"""The steps that may stand above the start."""

_ONCE = tc.WithPlayers | tc.WithOption | tc.WithList | tc.WithFigure | tc.ScenarioLet
"""The lines that are meant once, however often positions say them."""

_MAKES_THE_POSITION = (
    tc.WithPlayers | tc.WithOption | tc.WithList | tc.WithFigure | tc.MadeUp | Text | tc.Given
)

_WORDS = {tc.Given: "given", tc.MadeUp: "row", Text: "text"}

_BEFORE_THE_COURSE = (
    _MAKES_THE_POSITION | tc.ScenarioLet | tc.InPosition | tc.Chance | tc.PlaysNothing | Cites
)  # fmt: skip
"""The lines above which, and below which, the position may be made."""

_REASONS = ("rule", "limit", "action", "group")
"""The sorts of declarations because of which a seat may be unable to do something."""


def scenario(u: Understanding, place: Place[tc.Scenario]) -> None:
    """A scenario: its position, its steps and what it expects."""
    assert u.outlook.around is not None
    u.scenarios.append(Written.of(_Scenario(u, place, u.outlook.around).understand()))


def _change_of(given: tc.Given, attribute: str) -> Node:
    """Return the line of a position that changes an attribute; the whole position if an event does it."""
    for line in walk(given.body):
        if isinstance(line, Assign | Change):
            target = line.target.of if isinstance(line.target, tx.Cell) else line.target
            if isinstance(target, tx.Attribute) and target.name.text == attribute:
                return line
    return given


def _with_use(problem: Diagnostic, use: tc.InPosition) -> Diagnostic:
    """What is wrong in a line of a position, with where a scenario uses that."""
    if problem.span is None or (problem.span.file, problem.span.line) == (use.at.file, use.at.line):
        return problem
    note = problems.notes.used_here(" ".join(printed(use))).at(use.at)
    return replace(problem, notes=(*problem.notes, note))


def told_once(found: list[Diagnostic]) -> list[Diagnostic]:
    """Leave out what is wrong in a line of a position and was told for another scenario."""
    told: set[tuple[object, ...]] = set()
    kept = []
    for problem in found:
        if any(note.key == USED_HERE for note in problem.notes):
            fact = (problem.code, problem.facts, problem.span)
            if fact in told:
                continue
            told.add(fact)
        kept.append(problem)
    return kept


def doubled_titles(trees: Iterable[tc.Scenario]) -> list[Diagnostic]:
    """M071: scenarios with the title of an earlier one."""
    doubled = []
    titles: set[str] = set()
    for tree in trees:
        title = tree.title
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
        self.settings = Settings(ctx, around)
        self.lets: list[s.Let] = []
        self.given: tuple[s.Statement, ...] = ()
        self.given_places: list[str] = []
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
        self.used: tc.InPosition | None = None
        """The line of the scenario whose position is being read."""
        self.begun: tc.Line | None = None
        """The first line that is about what comes of the position."""
        self.late: list[tc.Line] = []
        self.seats: list[tuple[tx.SeatNumber, tc.InPosition | None]] = []
        """The seats that are named, and the line that uses the position where they are."""

    def understand(self) -> sc.Scenario:
        """Understand line by line."""
        tree, ctx = self.place.tree, self.ctx
        title = tree.title.text
        expected = False
        for line in tree.lines:
            expected = expected or isinstance(
                line, tc.Expect | tc.Ends | tc.Cannot | tc.MayPick | tc.MayOnly | tc.NotAsked
            )
            self._read(line)
        if not expected:
            ctx.report(problems.expects_nothing(), tree.title)
        self._seats_not_played()
        self.proof.report(tree.title, self.steps, self.start is not None)
        ctx.unused_locals(problems.unused_in_scenario)
        return sc.Scenario(
            title,
            tuple(self.steps),
            self.settings.players,
            self.settings.options,
            tuple(self.lets),
            self.given,
            self.start,
            tuple(self.within),
            self.understood.cites.get(self.key, ()),
            self.understood.places[self.key],
            tuple(self.places),
            self.settings.lists,
            self.above_start,
            self.settings.printed,
            given_places=tuple(self.given_places),
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
            self.used = self.used if inside else line
            found = len(self.ctx.diagnostics)
            self.positions.inside.append(line.name.text)
            for each in lines:
                self._read(each)
            self.positions.inside.pop()
            if not inside:
                self.ctx.diagnostics[found:] = (
                    _with_use(each, line) for each in self.ctx.diagnostics[found:]
                )
            return
        if isinstance(line, _MAKES_THE_POSITION) and self.begun is not None:
            self._too_late(line, self.begun)
        if not isinstance(line, tc.MadeUp | Text):
            used = self.used if inside else None
            self.seats += [(seat, used) for seat in of_kind(walk(line), tx.SeatNumber)]
        step = self._line(line)
        if self.begun is None and not isinstance(line, _BEFORE_THE_COURSE):
            self.begun = self.used if inside else line
        if isinstance(line, tc.ScenarioLet):
            if inside:
                self.ctx.used_local(line.name.text)  # other scenarios may need it
            else:
                self.own.add(line.name.text)
        if step is not None:
            self.steps.append(step)
            self.places.append(line_of(line))

    def _seats_not_played(self) -> None:
        """Report the first seat that the match of the scenario does not have."""
        low, high = (kind.high or 0 for _, kind in self.ctx.names.signatures["seat"].parameters)
        players = self.settings.players or low
        for seat, used in self.seats:
            if players < seat.number.value <= high:
                problem = problems.impossible_players("played", seat=seat.number.value, low=players)
                found = problem.at(seat.at)
                self.ctx.diagnostics.append(found if used is None else _with_use(found, used))
                return

    def _too_late(self, line: tc.Line, begun: tc.Line) -> None:
        """Report a line that makes the position, and stands below one that needs it made.

        One of a position is reported where the scenario uses that.
        """
        part, name = line, _WORDS.get(type(line), "with")
        if self.positions.inside and self.used is not None and self.used is not begun:
            part, name = self.used, f"position {self.used.name}"
        if not any(part is each for each in self.late):
            self.late.append(part)
            here = problems.notes.course_begins().at(begun.at)
            self.ctx.report(problems.impossible_line("too late", name), part, notes=(here,))

    def _line(self, line: tc.Line) -> sc.Step | None:
        """Understand a line; return the step it is, if it is one."""
        match line:
            case tc.WithPlayers() | tc.WithList() | tc.WithOption() | tc.WithFigure():
                self.settings.read(self.env, line)
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
            case tc.MayOnly():
                seat = self._seat(line.seat)
                return sc.OnlyOffered(seat, tuple(self.picks.option(self.env, pick) for pick in line.picks))
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
            case Cites() | tc.MadeUp() | Text():
                pass  # rows are made up before their scenario is understood
        return None

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

    def _given(self, line: tc.Given) -> None:
        with self.proof.position() as ctx:
            nodes, _ = body(ctx, self.env, line.body)
        if any(isinstance(node, x.Listed) for node in walked(nodes)):
            self.proof.told = True  # what is brought comes from a list
        for write in ctx.use.writes:
            if write[0] == "attribute" and (write[1], write[2]) not in self.around.stored:
                self.ctx.report(problems.printed_attribute_set(write[2]), _change_of(line, write[2]))
        if self.start is None:  # names of things in a position further lines may change
            lets = [step for step in self.steps if isinstance(step, s.Let)]
            self.places = [
                place for place, step in zip(self.places, self.steps, strict=True) if step not in lets
            ]
            self.steps = [step for step in self.steps if step not in lets]
            self._make(lets, line)
        self._make(nodes, line)

    def _make(self, further: Iterable[s.Statement], line: tc.Given) -> None:
        """Add statements to the position, with their places; those of other lines get that of `line`."""
        for statement in further:
            span = self.ctx.findings.place_of(statement)
            self.given_places.append(line_of(line) if span is None else f"{span.file}:{span.line}")
            self.given = (*self.given, statement)

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
        if ctx.names.sort(text) == "window":
            ctx.names.use(text)
            return s.Happen(text, self._start_arguments(name, tree.arguments))
        if ctx.names.sort(text) != "event":
            near = ctx.names.near(text, ctx.names.named("event"))
            sort = ctx.names.sort(text) or ""
            ctx.report(problems.unknown("event to begin with", text, sort), name, near=near)
            return s.Happen(text)
        ctx.names.use(text)
        return s.Happen(text, self._start_arguments(name, tree.arguments))

    def _start_arguments(self, name: Name, args: Sequence[tx.Argument]) -> tuple[x.Expression, ...]:
        """A row with copies stands for one of its things, as where chance and choices are written."""
        nodes = arguments(self.ctx, self.env, name, name.text, args, understand=self._start_argument)
        start = s.Happen(name.text, nodes)
        report_misfits(self.ctx, self.env, start, name)
        return nodes

    def _start_argument(
        self, ctx: Context, env: Env, tree: tx.Expression, wanted: ValueType | None
    ) -> x.Expression:
        row = self.picks.row(env, tree)
        if row is None:
            return expression(ctx, env, tree, wanted)
        ctx.remember(row, tree)
        return row

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
