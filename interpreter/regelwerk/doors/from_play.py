"""A scenario from play: the last choices of a match, and the smallest position in which they go the same way.

The whole position of the match is written down first; then lines are left out as long as the course, and
what comes of it, stay the same.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import structs

from regelwerk.doors.leaving_out import fewest
from regelwerk.doors.read_scenario import NAMELESS, read_scenario
from regelwerk.doors.refusals import Refused
from regelwerk.doors.written_position import (
    Words,
    Written,
    came_lines,
    course_lines,
    matched,
    position_lines,
    seats_of,
    value_lines,
)
from regelwerk.match.evaluate import Env
from regelwerk.match.match import Match
from regelwerk.match.state import State
from regelwerk.match.text import option_text
from regelwerk.match.walker import Walker
from regelwerk.meaning.game import Checked
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.program.layout import MAIN, Layout
from regelwerk.rules import expressions as x
from regelwerk.rules import scenarios as sc
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile
from regelwerk.studies.layouts import Layouts
from regelwerk.studies.recalled import Answer, CannotRecall, Course, NothingChosen, Recall, Tell
from regelwerk.studies.reports import Failure
from regelwerk.studies.scenarios import run_scenario
from regelwerk.tree.format import format_text

SECONDS = 60.0
"""For so long beginnings are tried, and lines left out until twice as long is over."""
_PROBE = ["seat 1 is not asked"]
MOST_EXPECTED = 8
_SEEDS = (0, 1, 2)
"""Chance that is not dictated must not matter: it is tried with these seeds, and with all that showed
that it does."""
_MANY_SEEDS = tuple(range(12))
"""What a source gives that is no die is tried with these."""
_LAST_SEEDS = range(60)
"""What is written in the end is played with these, for so many seconds."""
_LAST_SECONDS = 6.0
_SEAT = re.compile(r"\bseat (\d+)\b")
_COPY = re.compile(r"\b(\w+)#(\d+)")


def scenario_from(
    checked: Checked, match: Match, title: str, last: int, answers: Mapping[int, Answer] | None = None,
    tell: Tell = lambda share: None, seconds: float = SECONDS,
) -> str:  # fmt: skip
    """The text of a scenario of the last choices of a match. Raises Refused if none goes the same way."""
    if match.log is None:
        raise Refused("the match was kept without its events", "play with a build that keeps them")
    try:
        recall = Recall(match, last, answers, lambda share: tell(share * 0.4))
        until = time.monotonic() + seconds
        writer = _Writer(checked, match, title, until + seconds)
        why = ""
        for number, beginning in enumerate(recall.beginnings):
            if number and time.monotonic() > until:
                raise Refused(f"no scenario was found in {seconds:g} seconds", "take fewer choices, or more")
            tell(0.4 + 0.2 * number / len(recall.beginnings))
            text, why = writer.written(recall.course(beginning))
            if text is not None:
                return text
    except NothingChosen:
        raise Refused(
            "nobody has made a choice in this match", "make one, and write the scenario then"
        ) from None
    except CannotRecall:
        raise Refused(
            "the events of the match do not lead to where it stands", "play on without taking choices back"
        ) from None
    except (RuleError, MatchError) as error:
        raise Refused(f"the course cannot be written: {error}", "take fewer choices, or more") from None
    raise Refused(f"no scenario goes the same way: {why}", "take fewer choices, or more")


class _Writer:
    def __init__(self, checked: Checked, match: Match, title: str, deadline: float) -> None:
        assert checked.rules is not None
        self.checked, self.match, self.title, self.deadline = checked, match, title, deadline
        self.rules = checked.rules
        self.layouts = Layouts(self.rules)
        self.words = Words(match.layout, set(re.findall(r"\w+", str(list(self._names())))))
        self.written_options = [*self._options()]
        self.seeds: tuple[int, ...] = _SEEDS

    def _names(self) -> Iterator[str]:
        assert self.checked.whole is not None
        names = self.checked.whole.names
        yield from names.declared
        yield from names.members
        yield from names.rows

    def _options(self) -> Iterator[str]:
        layout, rules = self.match.layout, self.rules
        if layout.players != rules.players[0]:
            yield f"with {layout.players} players"
        for number, option in enumerate(rules.options):
            value = layout.options[number]
            if value != option.default:
                yield f"with {option.name} = {self.words.value(option.type, value)}"
        written = {each.id for each in rules.brought}
        for name, seats in layout.brought.items():
            for seat, brought in enumerate(seats, 1):
                if brought.id in written:
                    yield f"with {name} of seat {seat} = {brought.id}"

    # One beginning

    def written(self, course: Course) -> tuple[str | None, str]:
        """The text of a scenario that begins with an event, or why there is none."""
        while True:
            text, why, seed = self._tried(course)
            if text is None or seed is None:
                return text, why
            self.seeds += (seed,)

    def _tried(self, course: Course) -> tuple[str | None, str, int | None]:
        """The same, and a seed with which chance takes another way, if one is found."""
        scenario, lines, why = self._first(course)
        if scenario is None:
            return None, why, None
        self._leave_out(scenario, lines)
        self._shorten_passes(lines)
        self._few_expected(lines)
        text = self._text(lines)
        formatted = format_text(SourceFile(NAMELESS, text))
        text = formatted if isinstance(formatted, str) else text
        final, problems = read_scenario(self.checked, text)
        failure = None if final is None else self._failure(final, self.seeds)
        if final is None or failure is not None:
            return None, failure.message if failure is not None else problems[0].message, None
        return text, "", self._other_way(final)

    def _other_way(self, scenario: sc.Scenario) -> int | None:
        """A seed with which a scenario fails."""
        until = time.monotonic() + _LAST_SECONDS
        for seed in _LAST_SEEDS:
            if time.monotonic() > until:
                break
            if self._failure(scenario, (seed,)) is not None:
                return seed
        return None

    def _first(self, course: Course) -> tuple[sc.Scenario | None, Written, str]:
        """A scenario with everything, as far as it can be said, that passes."""
        lines = self._lines(course)
        why = ""
        for _ in range(40 + len(lines.expected)):
            text = self._text(lines)
            scenario, problems = read_scenario(self.checked, text)
            if scenario is None:
                why = problems[0].message
                if not self._without(lines, text, problems):
                    break
                continue
            failure = self._failure(scenario, self.seeds)
            if failure is None:
                return scenario, lines, ""
            why = failure.message
            place = failure.place.rpartition(":")[2]
            wrong = text.split("\n")[int(place) - 1].strip() if place.isdigit() else ""
            if wrong not in lines.expected:
                if any("#" in step for step in lines.steps):
                    lines.steps = [_COPY.sub(r"\1", step) for step in lines.steps]
                    continue
                break
            lines.expected.remove(wrong)
        return None, lines, why

    def _without(self, lines: Written, text: str, problems: Sequence[Diagnostic]) -> bool:
        """Take out of the position and of what is expected what cannot be said; False if it is more."""
        written = text.split("\n")
        wrong = {
            written[each.span.line - 1].strip()
            for each in problems
            if each.severity == "error" and each.span is not None
        }
        before = len(lines.given) + len(lines.expected) + len(lines.within)
        lines.given = [line for line in lines.given if line not in wrong]
        lines.expected = [line for line in lines.expected if line not in wrong]
        if any(line.startswith("start ") for line in wrong):
            lines.within = []
        return len(lines.given) + len(lines.expected) + len(lines.within) < before

    def _lines(self, course: Course) -> Written:
        words, lines = self.words, Written(self.written_options)
        base = State(self._layout())
        things = {thing: thing for thing in range(len(words.tables.row_of))}
        if course.begun.number != 0:
            lines.start = words.happening(course.begun)
            lines.within = [words.happening(each) for each in course.around if each.event != MAIN]
            puts = [*position_lines(words, base, course.before)]
            base, lines.given = self._given(base, puts)
            things = matched(words.layout, base, course.before)
            lines.given += [
                f"set {where} to {value}" for where, value in value_lines(words, base, course.before, things)
            ]
        lines.chance, steps = course_lines(words, course)
        lines.steps = [self._in_words(step, things) for step in steps]
        lines.expected = self._expected(course, things)
        return lines

    def _layout(self) -> Layout:
        text = self._text(Written(self.written_options, start=f"{MAIN}()", expected=_PROBE))
        scenario, problems = read_scenario(self.checked, text)
        if scenario is None:
            raise Refused(f"its options cannot be written: {problems[0].message}", "play with other options")
        return self.layouts.get(scenario.players, scenario.options, scenario.lists)

    def _given(self, base: State, puts: list[str]) -> tuple[State, list[str]]:
        """The position when things have been brought where they are, and the lines that could do it."""
        while puts:
            text = self._text(Written(self.written_options, puts, start=f"{MAIN}()", expected=_PROBE))
            scenario, problems = read_scenario(self.checked, text)
            if scenario is not None:
                walker = Walker(base.layout)
                env: Env = {}
                placed: set[int] = set()
                for let in scenario.lets:
                    env[let.name] = walker.evaluate(base, let.value, env)
                kept = []
                for line, statement in zip(puts, scenario.given, strict=True):
                    after = base.copy()
                    try:
                        walker.perform(after, (statement,), env, placed)
                    except RuleError:
                        continue
                    base = after
                    kept.append(line)
                return base, kept
            written = text.split("\n")
            wrong = {written[each.span.line - 1].strip() for each in problems if each.span is not None}
            fewer = [line for line in puts if line not in wrong]
            if len(fewer) == len(puts):
                break
            puts = fewer
        return base, []

    def _in_words(self, step: str, things: dict[int, int]) -> str:
        """A choice with the names and numbers that things have in the scenario."""
        tables = self.words.tables

        def copy(found: re.Match[str]) -> str:
            row = tables.row_number.get(found[1])
            if row is None:
                return found[0]
            thing = tables.row_things[row][int(found[2]) - 1]
            return f"{found[1]}#{tables.copy_of[things.get(thing, thing)]}"

        seat, _, picked = step.partition(": ")
        picked = _SEAT.sub(lambda found: self.words.seats[int(found[1]) - 1], _COPY.sub(copy, picked))
        return f"{seat}: {picked}"

    def _expected(self, course: Course, things: dict[int, int]) -> list[str]:
        """What has come of it: what has changed, else what is offered now."""
        state = self.match.state
        lines = came_lines(self.words, course.before, state)
        if not self.match.over and len(lines) < MOST_EXPECTED:
            decision = self.match.decisions[0]
            option = option_text(state, decision, decision.options[0])
            seat = self.words.seats[decision.seat]
            lines.append(self._in_words(f"{seat}: {option}", things).replace(": ", " may ", 1))
        return lines

    # What a scenario needs

    def _text(self, lines: Written) -> str:
        """The lines as the text of a scenario."""
        start = ""
        if lines.start:
            start = "start " + " within ".join([lines.start, *lines.within])
        elif lines.steps or lines.chance:
            start = f"start {MAIN}()"
        below = [*lines.chance, *lines.steps, *lines.expected]
        names = seats_of(self.words, [*lines.given, *lines.idle, start, *below])
        above = [*lines.options, *names]
        given = [f"    {line}" for line in lines.given]
        inside = [
            *above, *(["given:", *given] if given else ()), *lines.idle, *([start] if start else ()), *below,
        ]  # fmt: skip
        return "\n".join([f'scenario "{self.title}":', *(f"    {line}" for line in inside)]) + "\n"

    def _failure(self, scenario: sc.Scenario, seeds: Sequence[int] = (0,)) -> Failure | None:
        reports = (run_scenario(self.layouts, scenario, seed=seed) for seed in seeds)
        return next((report.failure for report in reports if report.failure is not None), None)

    def _leave_out(self, scenario: sc.Scenario, lines: Written) -> None:
        """Leave out of the position, of what runs around it and of chance what makes no difference."""

        def keep_within(kept: list[int]) -> sc.Scenario:
            return structs.replace(scenario, within=tuple(scenario.within[n] for n in kept))

        def keep_given(kept: list[int]) -> sc.Scenario:
            return structs.replace(scenario, given=tuple(scenario.given[n] for n in kept))

        first = next(
            (n for n, step in enumerate(scenario.steps) if isinstance(step, sc.Chance)), len(scenario.steps)
        )

        def keep_chance(kept: list[int]) -> sc.Scenario:
            wanted = (
                {first + n for n in kept}
                | set(range(first))
                | set(range(first + len(lines.chance), len(scenario.steps)))
            )
            numbers = [n for n in range(len(scenario.steps)) if n in wanted]
            return structs.replace(
                scenario,
                steps=tuple(scenario.steps[n] for n in numbers),
                step_places=tuple(scenario.step_places[n] for n in numbers),
            )

        needed = {
            n
            for n, step in enumerate(scenario.steps[first : first + len(lines.chance)])
            if isinstance(step, sc.Chance) and self._matters(scenario, first + n, step)
        }
        for part, keep, wanted in (
            ("chance", keep_chance, needed), ("within", keep_within, set()), ("given", keep_given, set()),
        ):  # fmt: skip
            written: list[str] = getattr(lines, part)
            kept = fewest(len(written), partial(self._still_passes, keep, wanted), self.deadline)
            scenario = keep(kept)
            setattr(lines, part, [written[n] for n in kept])

    def _matters(self, scenario: sc.Scenario, number: int, step: sc.Chance) -> bool:
        """Whether what is expected comes otherwise if a source of chance gives something else."""
        others = [*self._with_other_faces(step)]
        if not others:
            steps, places = scenario.steps, scenario.step_places
            scenario = structs.replace(
                scenario,
                steps=steps[:number] + steps[number + 1 :],
                step_places=places[:number] + places[number + 1 :],
            )
            return self._failure(scenario, _MANY_SEEDS) is not None
        for other in others:
            if time.monotonic() > self.deadline:
                return True
            steps = (*scenario.steps[:number], other, *scenario.steps[number + 1 :])
            if self._failure(structs.replace(scenario, steps=steps)) is not None:
                return True
        return False

    def _with_other_faces(self, step: sc.Chance) -> Iterator[sc.Chance]:
        """The results of a die with one of them another, in every way; nothing for other sources."""
        die = next((each for each in self.rules.dice if each.name == step.die), None)
        if die is None:
            return
        for face in dict.fromkeys(die.all_faces):
            shown = x.Number(face) if isinstance(face, int) else x.Member(die.enum or die.name, face)
            for n in range(len(step.results)):
                results = (*step.results[:n], shown, *step.results[n + 1 :])
                if results != step.results:
                    yield structs.replace(step, results=results)

    def _still_passes(
        self, keep: Callable[[list[int]], sc.Scenario], wanted: set[int], kept: list[int]
    ) -> bool:
        return wanted <= {*kept} and self._failure(keep(kept), self.seeds) is None

    def _passes(self, lines: Written) -> bool:
        scenario, _ = read_scenario(self.checked, self._text(lines))
        return scenario is not None and self._failure(scenario, self.seeds) is None

    def _shorten_passes(self, lines: Written) -> None:
        """Say once that a seat plays nothing, or that all pass until something is offered."""
        picks = [step.partition(": ") for step in lines.steps]
        for seat in dict.fromkeys(seat for seat, _, _ in picks):
            own = [picked for one, _, picked in picks if one == seat]
            if len(own) > 1 and set(own) == {"pass"}:
                shorter = lines.copy()
                shorter.idle = [*lines.idle, f"{seat} plays nothing"]
                shorter.steps = [step for step in lines.steps if not step.startswith(f"{seat}: ")]
                if self._passes(shorter):
                    lines.idle, lines.steps = shorter.idle, shorter.steps
        at = 0
        while at < len(lines.steps):
            end = at
            while end < len(lines.steps) and lines.steps[end].endswith(": pass"):
                end += 1
            if end - at > 1:
                shorter = lines.copy()
                until = (
                    " until " + lines.steps[end].replace(": ", " may ", 1) if end < len(lines.steps) else ""
                )
                shorter.steps = [*lines.steps[:at], f"all pass{until}", *lines.steps[end:]]
                if self._passes(shorter):
                    lines.steps = shorter.steps
                    end = at + 1
            at = max(end, at + 1)

    def _few_expected(self, lines: Written) -> None:
        """Of what has come the most telling, and never nothing."""
        ends = [line for line in lines.expected if line.startswith("ends")]
        others = [line for line in lines.expected if not line.startswith("ends")]
        fewer = lines.copy()
        fewer.expected = [*others[: MOST_EXPECTED - len(ends)], *ends]
        if self._passes(fewer):
            lines.expected = fewer.expected
