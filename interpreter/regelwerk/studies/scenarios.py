"""Playing scenarios: a position, choices and chance, and whether what is expected comes.

A scenario is played on any build; positions and expectations are always evaluated by the walker. One in
which everything expected holds before it is played proves nothing and fails. One that begins with nothing
and chooses nothing is about its position alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from regelwerk.match.errors import MatchError
from regelwerk.match.evaluate import Env
from regelwerk.match.log import Entry, Recorder
from regelwerk.match.machine import unpack_frame
from regelwerk.match.match import Build
from regelwerk.match.options import PASS
from regelwerk.match.reasons import why_not
from regelwerk.match.state import State
from regelwerk.match.text import option_text
from regelwerk.match.walker import Walker
from regelwerk.program.ending import Decision
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import MAIN, Layout, make_layout
from regelwerk.rules import expressions as ex
from regelwerk.rules import scenarios as sc
from regelwerk.rules.declarations import Rules
from regelwerk.rules.lists import BroughtList
from regelwerk.rules.statements import Let
from regelwerk.rules.walk import nodes

from .differences import what_came
from .picks import describe, fitting, wanted_parts
from .telling import plain_name, tell

MakeBuild = Callable[[Layout], Build]

EVENTS_SHOWN = 14
OWN_END = "end"
"""The name under which a match is over when what it began with is done."""

_SEAT = re.compile(r"\bseat (\d+)\b")


class Failure(msgspec.Struct, frozen=True):
    """What did not fit: `place` is the line of the step (or of the scenario), `came` what was there instead.

    `offered` says what was offered to whom at that point, `events` what had led there, the last last.
    """

    message: str
    place: str
    came: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    events: tuple[str, ...] = ()


class Report(msgspec.Struct, frozen=True):
    """How a scenario went; `failure` is None if everything came as expected."""

    title: str
    place: str
    failure: Failure | None = None


class _Unfit(Exception):
    """A step does not fit the match."""

    def __init__(self, message: str, came: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.came = came


class Layouts:
    """Lays a game out once for each number of seats and options.

    What `scenarios` ask of what has happened is in every layout; others may ask more, each in one of its own.
    """

    def __init__(self, rules: Rules, scenarios: Sequence[sc.Scenario] = ()) -> None:
        self.rules = rules
        self._made: dict[tuple[Any, ...], Layout] = {}
        known = {_asked(node) for node in _asked_in(rules)}
        self._further = {_asked(node): node for node in _asked_in(scenarios) if _asked(node) not in known}
        self._known = known | self._further.keys()

    def get(
        self,
        players: int | None,
        options: dict[str, int],
        lists: dict[str, dict[str, str]] | None = None,
        asked: Sequence[ex.Happened] = (),
    ) -> Layout:
        """The layout; the smallest number of seats if none is given. `lists` has the ids of lists by seat.

        `asked` is what the scenario asks of what has happened.
        """
        count = self.rules.players[0] if players is None else players
        key = (
            count,
            *sorted(options.items()),
            *sorted((n, *sorted(s.items())) for n, s in (lists or {}).items()),
        )
        added = {_asked(node): node for node in asked if _asked(node) not in self._known}
        key = (*key, *sorted(added))
        if key not in self._made:
            given = self._brought(count, lists or {})
            all_asked = [*self._further.values(), *added.values()]
            self._made[key] = make_layout(self.rules, count, options, given, all_asked)
        return self._made[key]

    def _brought(self, count: int, lists: dict[str, dict[str, str]]) -> dict[str, list[BroughtList | None]]:
        """What seats bring: what the scenario names, the default, or else nothing."""
        written = {each.id: each for each in self.rules.brought}
        brought: dict[str, list[BroughtList | None]] = {}
        for declared in self.rules.lists:
            nothing = None if declared.defaults else BroughtList(declared.name, "nothing")
            named = [lists.get(declared.name, {}).get(str(seat + 1), "") for seat in range(count)]
            brought[declared.name] = [written.get(name, nothing) for name in named]
        return brought


def _asked(node: ex.Happened) -> tuple[str, ...]:
    return (node.event, node.span, *sorted(node.args))


def _asked_in(piece: object) -> list[ex.Happened]:
    return [node for node in nodes(piece) if isinstance(node, ex.Happened)]


def run_scenario(layouts: Layouts, scenario: sc.Scenario, make: MakeBuild | None = None) -> Report:
    """Play one scenario on a build (the walker, with a log of events, if none is given)."""
    try:
        layout = layouts.get(scenario.players, scenario.options, scenario.lists, _asked_in(scenario))
    except RuleError as error:
        return Report(scenario.title, scenario.place, Failure(str(error), scenario.place))
    return _Run(layout, scenario, make).report()


def log_of(layouts: Layouts, scenario: sc.Scenario) -> list[Entry]:
    """What happens in a scenario: the log of its match, up to the first step that does not fit."""
    run = _Run(layouts.get(scenario.players, scenario.options, scenario.lists), scenario, None)
    run.report()
    return run.log


class _Run:
    def __init__(self, layout: Layout, scenario: sc.Scenario, make: MakeBuild | None) -> None:
        self.layout = layout
        self.scenario = scenario
        self.walker = Walker(layout)
        self.s = State(layout)
        self.log: list[Entry] = []
        self.build: Build = (
            make(layout) if make is not None else Walker(layout, Recorder(layout, self.s, self.log))
        )
        self.env: Env = {}
        self.names: dict[int, str] = {}
        self.place = scenario.place
        self.begun = False
        self.proven = False
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
                self._step(step)
            if self.of_position:
                return Report(scenario.title, scenario.place)
            self._begin()
            self.place = scenario.place
            if self.s.dictated:
                count = len(self.s.dictated)
                raise _Unfit(f"chance was given {count} result{'s' if count > 1 else ''} more than it needed")
            if not self.proven:
                raise _Unfit(
                    "this scenario would pass without being played: all it expects holds at the start"
                )
        except _Unfit as unfit:
            return self._failed(unfit.message, unfit.came)
        except RuleError as error:
            return self._failed(f"the rules go wrong: {error}")
        except MatchError as error:
            return self._failed(str(error))
        return Report(scenario.title, scenario.place)

    def _failed(self, message: str, came: tuple[str, ...] = ()) -> Report:
        events = [
            tell({"kind": entry.kind, **entry.data}, self._named)
            for entry in self.log
            if entry.data.get("name") != OWN_END
        ]
        left_out = [f"({len(events) - EVENTS_SHOWN} before)"] if len(events) > EVENTS_SHOWN else []
        shown = tuple(left_out + events[-EVENTS_SHOWN:])
        failure = Failure(message, self.place, came, tuple(self._offered()), shown)
        return Report(self.scenario.title, self.scenario.place, failure)

    def _position(self) -> None:
        for let in self.scenario.lets:
            self._let(let)
        if self.scenario.given:
            self.env = self.walker.perform(self.s, self.scenario.given, self.env)
        self.s.steps = 0

    def _something_to_prove(self) -> bool:
        """Whether something expected does not hold in the position itself."""
        for step in self.scenario.steps:
            if isinstance(step, sc.Ends) or (isinstance(step, sc.Offered) and step.offered):
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
        event, args = (MAIN, []) if start is None else (start.event, self._args(start.args))
        around = [(outer.event, self._args(outer.args)) for outer in reversed(self.scenario.within)]
        self.build.begin(self.s, event, args, around)

    def _args(self, nodes: tuple[ex.Expression, ...]) -> list[Any]:
        return [self.walker.evaluate(self.s, node, self.env) for node in nodes]

    def _let(self, let: Let) -> None:
        self.env[let.name] = self.walker.evaluate(self.s, let.value, self.env)
        if isinstance(let.value, ex.Seat):
            self.names[let.value.number - 1] = let.name

    def _step(self, step: sc.Step) -> None:
        """Carry a step out. Chance and names before the first other step stand before the match begins."""
        if isinstance(step, sc.Chance):
            self.s.dictated.extend(self._args(step.results))
            return
        if isinstance(step, Let):
            self._let(step)
            return
        if not self.of_position:
            self._begin()
        match step:
            case sc.Chooses():
                self._chooses(step)
            case sc.AllPass():
                self._all_pass()
            case sc.Offered():
                self._is_offered(step)
            case sc.Expect():
                self._expect(step)
            case sc.Ends():
                self._ends(step)

    def _decision(self, seat: int) -> Decision | None:
        return next((d for d in self.build.pending(self.s) if d.seat == seat), None)

    def _seat(self, node: ex.Expression) -> int:
        seat: int = self.walker.evaluate(self.s, node, self.env)
        return seat

    def _name(self, seat: int) -> str:
        return self.names.get(seat, f"seat {seat + 1}")

    def _named(self, text: str) -> str:
        """A name of the log with the scenario's own names for seats."""
        return _SEAT.sub(lambda found: self._name(int(found[1]) - 1), plain_name(text))

    def _chooses(self, step: sc.Chooses) -> None:
        seat = self._seat(step.seat)
        for pick in step.picks:
            wanted = describe(self.layout, pick)
            if self.s.over is not None:
                raise _Unfit(f"{self._name(seat)} cannot take `{wanted}`: {self._ended(self.s.over.name)}")
            decision = self._decision(seat)
            if decision is None:
                raise _Unfit(f"{self._name(seat)} is not asked here, so cannot take `{wanted}`")
            found = fitting(self.walker, self.s, decision, pick, self.env)
            if not found:
                raise _Unfit(f"{self._name(seat)} is not offered `{wanted}`", self._reasons(seat, pick))
            if len(found) > 1:
                listed = ", ".join(f"`{option_text(self.s, decision, option)}`" for option in found[:6])
                raise _Unfit(f"`{wanted}` may mean {listed}; bind the one you mean with `let`")
            self.build.resume(self.s, (seat, found[0]))

    def _reasons(self, seat: int, pick: sc.OptionText) -> tuple[str, ...]:
        if pick.name is None or pick.name not in self.layout.action_number:
            return ()
        wanted = wanted_parts(self.walker, self.s, pick, self.env)
        return tuple(reason.text for reason in why_not(self.s, seat, pick.name, wanted))

    def _all_pass(self) -> None:
        before = self._round()
        if before is None:
            raise _Unfit("nobody is asked to pass here")
        now: tuple[Any, int] | None = before
        while now is not None:
            decision = self.build.pending(self.s)[0]
            if PASS not in decision.options:
                raise _Unfit(f"{self._name(decision.seat)} cannot pass here")
            self.build.resume(self.s, (decision.seat, PASS))
            following = self._round()
            goes_on = following is not None and following[0] == before[0] and following[1] > now[1]
            now = following if goes_on else None

    def _round(self) -> tuple[Any, int] | None:
        """Which window or group payment is going on, and a number that grows with every pass in it."""
        if self.s.over is not None or not self.s.stack:
            return None
        frame = unpack_frame(self.layout, self.s.stack[-1])
        key = (len(self.s.stack), frame.body.number, frame.place)
        if frame.body.kind == "window":
            return key, frame.env["#passes"] - len(frame.env["#order"])
        passes = frame.env.get(f"#{frame.place}p")
        return None if passes is None else (key, passes)

    def _is_offered(self, step: sc.Offered) -> None:
        seat = self._seat(step.seat)
        wanted = describe(self.layout, step.option)
        decision = self._decision(seat)
        found = [] if decision is None else fitting(self.walker, self.s, decision, step.option, self.env)
        if step.offered:
            if not found:
                raise _Unfit(
                    f"{self._name(seat)} is not offered `{wanted}`", self._reasons(seat, step.option)
                )
            return
        if found:
            raise _Unfit(f"{self._name(seat)} is offered `{wanted}`")
        self.proven = self.proven or decision is not None
        if step.because is None:
            return
        reasons = []
        if step.option.name in self.layout.action_number:
            parts = wanted_parts(self.walker, self.s, step.option, self.env)
            reasons = why_not(self.s, seat, step.option.name or "", parts)
        if not any(step.because in (reason.name, *reason.names) for reason in reasons):
            came = tuple(reason.text for reason in reasons) or ("it is not among what is to be chosen",)
            raise _Unfit(f"`{wanted}` is not offered, but not because of `{step.because}`", came)
        self.proven = True

    def _expect(self, step: sc.Expect) -> None:
        if not self.walker.evaluate(self.s, step.that, self.env):
            raise _Unfit(
                "what is expected does not hold", tuple(what_came(self.walker, self.s, self.env, step.that))
            )

    def _ends(self, step: sc.Ends) -> None:
        if self.s.over is None:
            raise _Unfit(f"the game should have ended as `{step.name}`, but it goes on")
        if self.s.over.name != step.name:
            raise _Unfit(f"the game should have ended as `{step.name}`, but ended as `{self.s.over.name}`")

    def _ended(self, name: str) -> str:
        if name == OWN_END:
            return "what the scenario starts is done"
        return f"the game has ended as `{name}`"

    def _offered(self) -> list[str]:
        """What is offered to whom now."""
        if not self.begun:
            return ["nothing: the match has not begun"]
        if self.s.over is not None:
            return [f"nothing: {self._ended(self.s.over.name)}"]
        lines = []
        try:
            for decision in self.build.pending(self.s):
                texts = [option_text(self.s, decision, option) for option in decision.options]
                more = f" and {len(texts) - 12} more" if len(texts) > 12 else ""
                lines.append(
                    f"{self._name(decision.seat)}: {', '.join(texts[:12])}{more} (in {decision.prompt_key})"
                )
        except (RuleError, MatchError, LookupError):
            return ["nothing that could be shown: the match stands between two decisions"]
        return lines or ["nothing: nobody has to decide"]
