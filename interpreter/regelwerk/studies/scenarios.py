"""Playing scenarios: a position, choices and chance, and whether what is expected comes.

A scenario is played on any build; positions and expectations are always evaluated by the walker. One in
which everything expected holds before it is played proves nothing and fails. One that begins with nothing
and chooses nothing is about its position alone.
"""

from __future__ import annotations

import re
from typing import Any

from regelwerk.match.errors import ImpossibleChance, MatchError
from regelwerk.match.log import Entry
from regelwerk.match.options import Option
from regelwerk.match.reasons import why_not
from regelwerk.match.text import chance_text, option_text, results_text, source_text
from regelwerk.match.written import written
from regelwerk.program.ending import Decision
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import MAIN, Layout, Reached
from regelwerk.program.sources import of_die, of_picks, of_zone, source_of
from regelwerk.rules import expressions as ex
from regelwerk.rules import scenarios as sc
from regelwerk.rules.builtins import OWN_END
from regelwerk.rules.statements import Happen, Let

from .differences import empty_set, marks_over, what_came
from .hearing import needed, not_running
from .layouts import Layouts, asked_in
from .picks import (
    describe,
    fitting,
    question,
    reading_text,
    readings,
    sort_of,
    wanted_parts,
    wrong_number,
)
from .playing import MakeBuild, Playing, Unfit
from .reports import Failure, Report, ended_text, events_in, last_of, listed, offers
from .simulation import help_of
from .telling import plain_name

EVENTS_SHOWN = 14
_SEAT = re.compile(r"\bseat (\d+)\b")


def run_scenario(
    layouts: Layouts, scenario: sc.Scenario, make: MakeBuild | None = None, reached: Reached | None = None,
    seed: int = 0,
) -> Report:  # fmt: skip
    """Play one scenario on a build (the walker, with a log of events, if none is given).

    What the walker looks at is noted in `reached`. Chance that is not dictated comes from `seed`.
    """
    try:
        layout = layouts.get(
            scenario.players, scenario.options, scenario.lists, asked_in(scenario), scenario.printed,
            scenario.made_up,
        )  # fmt: skip
    except RuleError as error:
        return Report(scenario.title, scenario.place, Failure(str(error), scenario.place))
    layout.reached = reached
    try:
        return _Run(layout, scenario, make, seed).report()
    finally:
        layout.reached = None


def log_of(layouts: Layouts, scenario: sc.Scenario) -> list[Entry]:
    """What happens in a scenario: the log of its match, up to the first step that does not fit."""
    layout = layouts.get(
        scenario.players, scenario.options, scenario.lists, printed=scenario.printed, made_up=scenario.made_up
    )
    run = _Run(layout, scenario, None)
    run.report()
    return run.log


class _Run(Playing):
    def __init__(self, layout: Layout, scenario: sc.Scenario, make: MakeBuild | None, seed: int = 0) -> None:
        super().__init__(layout, make, seed)
        self.scenario = scenario
        self.place = scenario.place
        self.begun = False
        self.chosen: str | None = None
        self.told = 0
        """How much had happened before the last line of choices that went as written."""
        self.proven = False
        self.dictated: dict[str, list[ex.Expression]] = {}
        self.late: dict[str, str] = {}
        """The lines of results whose source had been asked before, when none waited."""
        moves = sc.Chooses | sc.AllPass | sc.Chance | sc.Start
        self.moved = any(isinstance(step, moves) for step in scenario.steps)
        self.of_position = scenario.start is None and all(
            isinstance(step, sc.Expect | Let) for step in scenario.steps
        )

    def report(self) -> Report:
        scenario = self.scenario
        try:
            self._position()
            self.proven = self._something_to_prove()
            for number, step in enumerate(scenario.steps):
                if number < len(scenario.step_places):
                    self.place = scenario.step_places[number]
                self._step(step, above=number < scenario.above_start)
            if self.of_position:
                return self._passed()
            self._begin()
            self.place = scenario.place
            self._nothing_is_left()
            if not self.proven:
                raise Unfit(
                    "this scenario would pass without being played: all it expects holds at the start",
                    stated=False,
                )
        except Unfit as unfit:
            return self._failed(unfit.message, unfit.came, unfit.stated)
        except RuleError as error:
            return self._failed(f"the rules go wrong: {error}{help_of(error)}")
        except ImpossibleChance as error:
            return self._failed(self._impossible(error))
        except MatchError as error:
            return self._failed(str(error))
        return self._passed()

    def _passed(self) -> Report:
        return Report(self.scenario.title, self.scenario.place, within=needed(self.walkers, self.scenario))

    def _failed(self, message: str, came: tuple[str, ...] = (), stated: bool = False) -> Report:
        late = (self._came_late(source) for source, queue in self.s.dictated.items() if queue)
        came = (*came, *(line for line in late if line))
        before, since = (
            events_in(part, self._named) for part in (self.log[: self.told], self.log[self.told :])
        )
        failure = Failure(
            message, self.place, came, tuple(self._offered()), last_of(before, EVENTS_SHOWN - len(since)),
            self.chosen, last_of(since, EVENTS_SHOWN), stated,
        )  # fmt: skip
        within = not_running(self.walkers, self.scenario, self.log)
        return Report(self.scenario.title, self.scenario.place, failure, within)

    def _impossible(self, error: ImpossibleChance) -> str:
        """What was dictated where chance cannot give it, and what it can give."""
        source = source_of(self.layout, error.stream)
        node = self.dictated[source][-len(self.s.dictated[source])]
        possible = results_text(self.layout, error.stream, error.results)
        return (
            f"chance was to give `{written(node, {})}`, but {chance_text(self.layout, error.stream)}"
            f" can only give {listed(possible)}"
        )

    def _source(self, step: sc.Chance) -> str:
        """The source of chance that a line names."""
        if step.die is not None:
            return of_die(step.die)
        if step.zone is not None:
            return of_zone(self.walker.evaluator.zone(self.s, self.env, step.zone.name, step.zone.of))
        return of_picks(step.picked or "")

    def _nothing_is_left(self) -> None:
        """Refuse results that nothing asked for."""
        for source, queue in self.s.dictated.items():
            if queue:
                of = self._named(source_text(self.layout, source))
                count = f"{len(queue)} result{'s' if len(queue) > 1 else ''}"
                raise Unfit(f"{of} was given {count} more than it needed", stated=False)

    def _came_late(self, source: str) -> str:
        """Say that a result that still waits stands below the choice it was meant for."""
        if source not in self.late:
            return ""
        of = self._named(source_text(self.layout, source))
        return (
            f"{of} had been asked above line {self.late[source]}:"
            " results stand above the choice that leads to them"
        )

    def _position(self) -> None:
        for let in self.scenario.lets:
            self._let(let)
        places = self.scenario.given_places
        placed: set[int] = set()
        for number, statement in enumerate(self.scenario.given):
            self.place = places[number] if number < len(places) else self.scenario.place
            try:
                self.env = self.walker.perform(self.s, (statement,), self.env, placed)
            except RuleError as error:
                error.line = error.line or self.place
                raise
        self.place = self.scenario.place
        self.s.steps = 0

    def _something_to_prove(self) -> bool:
        """Whether something expected does not hold in the position itself."""
        for step in self.scenario.steps:
            if isinstance(step, sc.Ends) and (step.name != OWN_END or self.moved):
                return True
            if isinstance(step, sc.OnlyOffered) or (isinstance(step, sc.Offered) and step.offered):
                return True
            if isinstance(step, sc.Expect) and not self._holds_already(step.that):
                return True
        return False

    def _holds_already(self, node: ex.Expression) -> bool:
        try:
            return bool(self.walker.evaluate(self.s.copy(), node, self.env))
        except (RuleError, KeyError):
            return False  # asks for what only comes to be while the scenario is played

    def _begin(self) -> None:
        if self.begun:
            return
        self.begun = True
        start = self.scenario.start
        self._run(Happen(MAIN) if start is None else start, self.scenario.within)

    def _run(self, start: Happen, within: tuple[Happen, ...]) -> None:
        around = [(outer.event, self._args(outer.args)) for outer in reversed(within)]
        self.build.begin(self.s, start.event, self._args(start.args), around)
        self.pass_the_idle()

    def _start(self, step: sc.Start) -> None:
        """Begin with something else, once what was started is done."""
        if self.s.over is not None and self.s.over.name != OWN_END:
            raise Unfit(f"`{step.start.event}` cannot start: {ended_text(self.s.over.name)}", stated=False)
        if self.build.pending(self.s):
            message = f"`{step.start.event}` cannot start yet: {self._asked_instead()}"
            raise Unfit(message, stated=False)
        self.s.over = None
        self._run(step.start, step.within)

    def _args(self, nodes: tuple[ex.Expression, ...]) -> list[Any]:
        return [self.walker.evaluate(self.s, node, self.env) for node in nodes]

    def _let(self, let: Let) -> None:
        self.env[let.name] = self.walker.evaluate(self.s, let.value, self.env)
        if isinstance(let.value, ex.Seat):
            self.names[let.value.number - 1] = let.name

    def _step(self, step: sc.Step, above: bool) -> None:
        """Carry a step out. What stands above the start, and chance and names before the first other step,
        stand before the match begins."""
        if isinstance(step, sc.Chance):
            source = self._source(step)
            if any(source_of(self.layout, stream) == source for stream in self.s.streams):
                self.late.setdefault(source, self.place.rpartition(":")[2])
            self.s.dictated.setdefault(source, []).extend(self._args(step.results))
            self.dictated.setdefault(source, []).extend(step.results)
            return
        if isinstance(step, Let):
            self._let(step)
            return
        if isinstance(step, sc.PlaysNothing):
            self.idle[self.seat(step.seat)] = step.until
            if self.begun:
                self.pass_the_idle()
            return
        if not (self.of_position or above):
            self._begin()
        told = len(self.log)
        match step:
            case sc.Chooses():
                self._chooses(step)
                self.chosen, self.told = self.place, told
            case sc.AllPass():
                self.all_pass(step)
                self.chosen, self.told = self.place, told
            case sc.Offered():
                self._is_offered(step)
            case sc.OnlyOffered():
                self._is_all_offered(step)
            case sc.NotAsked():
                self._is_not_asked(step)
            case sc.Start():
                self._start(step)
            case sc.Expect():
                self._expect(step)
            case sc.Ends():
                self._ends(step)

    def _named(self, text: str) -> str:
        """A name of the log with the scenario's own names for seats."""
        return _SEAT.sub(lambda found: self.name(int(found[1]) - 1), plain_name(text))

    def _chooses(self, step: sc.Chooses) -> None:
        seat = self.seat(step.seat)
        for pick in step.picks:
            wanted = describe(self.layout, pick)
            decision = self.decision(seat) if self.s.over is None else None
            if decision is None and seat in self.idle:
                raise Unfit(f"{self.name(seat)} plays nothing here, so cannot take `{wanted}`")
            if self.s.over is not None:
                raise Unfit(f"{self.name(seat)} cannot take `{wanted}`: {ended_text(self.s.over.name)}")
            if decision is None:
                instead = self._asked_instead()
                raise Unfit(f"{self.name(seat)} is not asked here, so cannot take `{wanted}`: {instead}")
            pick = self._meant(decision, pick)
            found = fitting(self.walker, self.s, decision, pick, self.env)
            if not found:
                raise Unfit(f"{self.name(seat)} is not offered `{wanted}`", self._reasons(seat, pick))
            if len(found) > 1:
                listed = ", ".join(f"`{option_text(self.s, decision, option)}`" for option in found[:6])
                raise Unfit(f"`{wanted}` may mean {listed}; write the one you mean")
            self._is_its_own(decision, pick, found[0])
            self.resume(seat, found[0])

    def _asked_instead(self) -> str:
        """Who is asked for what."""
        asked = [
            f"{self.name(each.seat)} is asked for {question(self.layout, each)}"
            for each in self.build.pending(self.s)
        ]
        return ", ".join(asked) or "nobody is asked"

    def _meant(self, decision: Decision, pick: sc.OptionText, among_kin: bool = False) -> sc.OptionText:
        """The meaning of a pick that goes with what is asked; `among_kin` of types, see `readings`."""
        found = readings(self.layout, decision, pick, among_kin)
        wanted = describe(self.layout, pick)
        if not found:
            asked = f"{self.name(decision.seat)} is asked for {question(self.layout, decision)}"
            raise Unfit(f"{asked} here, but `{wanted}` is {sort_of(self.layout, pick)}")
        if len(found) > 1:
            offered = [each for each in found if fitting(self.walker, self.s, decision, each, self.env)]
            if len(offered) != 1:
                listed = ", or ".join(reading_text(self.layout, each) for each in found)
                raise Unfit(f"`{wanted}` may mean {listed}")
            return offered[0]
        return found[0]

    def _is_its_own(self, decision: Decision, pick: sc.OptionText, option: Option) -> None:
        """Refuse a number of one of several alike things: another of them might be taken for it."""
        wrong = wrong_number(self.s, decision, pick, option)
        if wrong is not None:
            raise Unfit(f"{wrong}: write `{option_text(self.s, decision, option)}`")

    def _reasons(self, seat: int, pick: sc.OptionText) -> tuple[str, ...]:
        if pick.name is None or pick.name not in self.layout.action_number:
            return ()
        wanted = wanted_parts(self.walker, self.s, pick, self.env)
        return tuple(reason.text for reason in why_not(self.s, seat, pick.name, wanted))

    def _is_offered(self, step: sc.Offered) -> None:
        seat = self.seat(step.seat)
        wanted = describe(self.layout, step.option)
        decision = self.decision(seat)
        if decision is None:
            raise Unfit(self._unasked(seat, wanted, step.offered))
        if step.offered:
            self._among(decision, step.option)
            return
        option = self._meant(decision, step.option, among_kin=True)
        found = fitting(self.walker, self.s, decision, option, self.env)
        if found:
            raise Unfit(f"{self.name(seat)} is offered `{wanted}`")
        self.proven = True
        if step.because is None:
            return
        reasons = []
        if option.name in self.layout.action_number:
            parts = wanted_parts(self.walker, self.s, option, self.env)
            reasons = why_not(self.s, seat, option.name or "", parts)
        if not any(step.because in (reason.name, *reason.names) for reason in reasons):
            came = tuple(reason.text for reason in reasons) or ("it is not among what is to be chosen",)
            raise Unfit(f"`{wanted}` is not offered, but not because of `{step.because}`", came)

    def _is_all_offered(self, step: sc.OnlyOffered) -> None:
        seat = self.seat(step.seat)
        decision = self.decision(seat)
        if decision is None:
            raise Unfit(self._unasked(seat, describe(self.layout, step.options[0]), True))
        said = {option for pick in step.options for option in self._among(decision, pick)}
        others = [option_text(self.s, decision, each) for each in decision.options if each not in said]
        if others:
            raise Unfit(f"{self.name(seat)} is offered more than that", (f"also {listed(others)}",))

    def _among(self, decision: Decision, pick: sc.OptionText) -> list[Option]:
        """The options that a pick stands for; it is not offered if there are none."""
        option = self._meant(decision, pick)
        found = fitting(self.walker, self.s, decision, option, self.env)
        if not found:
            wanted = describe(self.layout, pick)
            reasons = self._reasons(decision.seat, option)
            raise Unfit(f"{self.name(decision.seat)} is not offered `{wanted}`", reasons)
        if len(found) == 1:
            self._is_its_own(decision, option, found[0])
        return found

    def _unasked(self, seat: int, wanted: str, offered: bool) -> str:
        """What is said of an option of a seat that has nothing to decide."""
        name = self.name(seat)
        if offered:
            return f"{name} is not asked here, so is not offered `{wanted}`"
        return f"{name} is not asked here: write `{name} is not asked`, or come to where {name} decides"

    def _is_not_asked(self, step: sc.NotAsked) -> None:
        seat = self.seat(step.seat)
        if self.decision(seat) is not None:
            raise Unfit(f"{self.name(seat)} is asked here")
        self.proven = self.proven or self.moved or bool(self.build.pending(self.s))

    def _expect(self, step: sc.Expect) -> None:
        if not self.walker.evaluate(self.s, step.that, self.env):
            raise Unfit(
                f"what is expected does not hold {self._moment()}",
                (*what_came(self.walker, self.s, self.env, step.that), *marks_over(self.s, step.that)),
            )
        empty = empty_set(self.walker, self.s, self.env, step.that)
        if empty is not None:
            raise Unfit("what is expected holds because there is nothing of which it is said", (empty,))

    def _moment(self) -> str:
        """When an expectation is judged, for people."""
        if not self.begun:
            return "in the position"
        if self.s.over is not None:
            return "when what it starts is done" if self.s.over.name == OWN_END else "when the game has ended"
        if self.chosen is None:
            return "at the first question"
        return f"after the choice in line {self.chosen.rpartition(':')[2]}"

    def _ends(self, step: sc.Ends) -> None:
        wanted = f"the game should have ended as `{step.name}`"
        if step.name == OWN_END:
            wanted = "what the scenario starts should be done"
        if self.s.over is None:
            raise Unfit(f"{wanted}, but it goes on")
        if self.s.over.name != step.name:
            raise Unfit(f"{wanted}, but {ended_text(self.s.over.name)}")

    def _offered(self) -> list[str]:
        """What is offered to whom now."""
        return offers(self.build, self.s, self.name) if self.begun else ["nothing: the match has not begun"]
