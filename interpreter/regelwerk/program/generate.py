"""The fast build: the rules of a game as generated Python, and the loop that runs it."""

from __future__ import annotations

import linecache
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from regelwerk.rules.builtins import OWN_END

from .alike import make_distinct
from .bounds import raise_recursion_limit
from .census import SUSPENDING, Census
from .choosing import (
    NUMBERS,
    OPTIONS,
    Picking,
    bounds,
    in_several,
    once,
    open_choices,
    still_open,
    take_choice,
)
from .derived import Derived
from .ending import Decision, Ending, Option
from .errors import MatchError, RuleError
from .expressions import Expressions
from .layout import MAIN, Layout
from .listing import Lister
from .lives import Lives, write_forbidding
from .paying import Means, Payments, Table, added_up, needed, triples
from .payments import counted_means, write_payment
from .runtime import names_for
from .source import FunctionTable, Source
from .standings import write_standings
from .unwinding import Unwinding
from .windows import Windows
from .writing import LEAVES

Happening = tuple[str, Sequence[Any]]
_ENDLESSLY = 1 << 60
"""A limit no match reaches."""
_ENDLESS = "bodies or values run inside one another without end"


class Program:
    """A game made executable. It keeps nothing of a match: one program runs any number of matches.

    `source` is the generated text, `origins` the body and place of each of its lines. `standings` are
    functions that tell the scores a match would end with now. A state in which an error was raised must not
    be used any more.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        source = Source()
        expressions = Expressions(layout, source)
        self.census = Census(layout)
        derived = Derived(expressions)
        lives = Lives(expressions, self.census)
        derived.write_values()
        for info in layout.events:
            lives.write_event(info)
            if info.action >= 0 and layout.bodies[info.body].cost_places:
                lives.write_cost(info)
            if info.may_be_forbidden:
                write_forbidding(expressions, info)
        for body in layout.bodies:
            if body.kind in ("rule", "limit", "spent", "payment"):
                lives.write_body(body)
        for number, payment in enumerate(layout.payments.values()):
            write_payment(expressions, number, payment)
        windows = Windows(expressions, self.census)
        windows.write(lives)
        standings = write_standings(expressions)
        derived.write_attributes()
        self.source, self.origins = source.finish()
        self.filename = f"<{layout.game.game} for {layout.players}>"
        self._names = self._load(source.constants.values, source.tables)
        self.standings: list[Callable[[Any], list[int]]] = [self._names[name] for name in standings]
        self._enter = self._entries(lives)
        self._functions = [self._names[f"e{number}"] for number in range(len(layout.events))]
        self._suspends = [kind == SUSPENDING for kind in self.census.events]
        self._beginnings: dict[str, Callable[[Any], Any]] = {}
        self._on_the_spot: list[Any] = self._names["CHOOSE"]
        self._last: list[Any] = self._names["LAST"]
        self._within = [body.point_number.get("within", -1) for body in layout.bodies]
        deep = layout.counting.deep_events
        never = 1 << 30
        self._deep = [body.cost_places if body.event in deep else never for body in layout.bodies if deep]
        """For each body the first point of the happening, if it may be inside itself; empty if none may."""
        self._unwinding = Unwinding(layout)
        raise_recursion_limit()
        self._lister = Lister(layout, self._names, lives.listers, windows)

    def _load(self, constants: dict[str, Any], tables: Sequence[FunctionTable]) -> dict[str, Any]:
        layout = self.layout
        picking = Picking(layout)
        last: list[Any] = [(None, None, -1, (), 0)]
        names = {
            **names_for(layout),
            "Ending": Ending,
            "LAST": last,
            "CHOOSE": [None],
            "distinct": make_distinct(layout),
            "once": once,
            "bounds": bounds,
            "start_picks": picking.start,
            "take_pick": picking.take,
            "pick_options": picking.options,
            "open_choices": open_choices,
            "still_open": still_open,
            "take_choice": take_choice,
            "in_several": in_several,
            "payments": Payments(layout),
            "Table": Table,
            "added_up": added_up,
            "needed": needed,
            "triples": triples,
            "MEANS": [],
            "COUNTED": [],
            **constants,
        }
        lines = [line + "\n" for line in self.source.split("\n")]
        linecache.cache[self.filename] = (len(self.source), None, lines, self.filename)
        exec(compile(self.source, self.filename, "exec"), names)
        for table, told in tables:
            names[table] = {number: names[function] for number, function in told.items()}
        for number, payment in enumerate(layout.payments.values()):
            counted = counted_means(payment)
            functions = [names[f"p{number}m{position}"] for position in range(len(counted))]
            pairs = zip(functions, counted, strict=True)
            names["MEANS"].append([Means(None if u else f, f if u else None) for f, u in pairs])
            names["COUNTED"].append(counted)
        return names

    def _entries(self, lives: Lives) -> list[Callable[..., Any]]:
        """For each body the function that enters it again at a point."""
        names = self._names
        entries: list[Callable[..., Any]] = [_nowhere] * len(self.layout.bodies)
        for number, name in lives.entries.items():
            entries[number] = names[name]
        for info in self.layout.events:
            body = self.layout.bodies[info.body]
            if info.action >= 0 and self.census.costs[info.action] == SUSPENDING:
                cost, life = names[f"k{info.action}"], entries[info.body]
                entries[info.body] = _either(cost, life, body.cost_places)
        return entries

    # Running

    def begin(
        self, s: Any, event: str = MAIN, args: Sequence[Any] = (), within: Sequence[Happening] = ()
    ) -> None:
        """Begin with an event or a window and run to the first decision or the end.

        `within` are happenings that are running around it, the outermost first; when the event is done
        they end without further ado.
        """
        stack: list[Any] = []
        if within:
            self._surround(s, stack, within)
        beginning = None if args else self._beginnings.get(event)
        if beginning is None:
            beginning = self._beginning(event, args)
        s.steps = s.calls = 0
        s.depth = self._depth(stack)
        s.stack = []
        try:
            val = beginning(s)
            if val is not None or s.over is not None or len(s.stack) != 1 or stack:
                self._go_on(s, stack, val)
        except RecursionError as deep:
            raise self._endless(deep) from None
        except RuleError as error:
            self._locate(error)
            raise

    def _beginning(self, event: str, args: Sequence[Any]) -> Callable[[Any], Any]:
        """The function that begins with an event or a window; it is kept if there are no arguments."""
        if event in self.layout.windows:
            function, suspends = self._names[f"w{self.layout.body(f'window:{event}').number}"], True
        else:
            number = self._event(event, args)
            function, suspends = self._functions[number], self._suspends[number]
        if args:
            given = (0, 0, 0, *args) if suspends else args
            return lambda s: function(s, *given)
        # Nothing is unpacked in this call: unpacking costs about as much as a small decision.
        self._beginnings[event] = (lambda s: function(s, 0, 0, 0)) if suspends else function
        return self._beginnings[event]

    def _surround(self, s: Any, stack: list[Any], within: Sequence[Happening]) -> None:
        """Let the happenings around the one a match begins with be running."""
        for name, outer in within:
            info = self.layout.events[self._event(name, outer)]
            body = self.layout.bodies[info.body]
            self._unwinding.open(s, info.number, outer)
            stack.append((info.body, body.point_number["within"], tuple(outer)))

    def resume(self, s: Any, answer: tuple[int, Option]) -> None:
        """Take an option for a seat (seat, option) and run to the next decision or the end.

        Raises MatchError if the option is not offered to the seat now.
        """
        if not s.stack:
            raise MatchError("the match waits for no decision")
        if not self._lister.offers(s, answer):
            raise MatchError(f"seat {answer[0] + 1} is not offered this option")
        self.take(s, answer)

    def take(self, s: Any, answer: tuple[int, Option]) -> None:
        """Take an option that is known to be offered."""
        number, point, _ = s.stack[-1]
        single = (number, point) in self._lister.single
        self._go_from(s, answer[1][0] if single else answer)

    def _go_from(self, s: Any, val: Any) -> None:
        """Enter the top frame again with what was decided, and run to the next decision or the end."""
        stack = s.stack
        body, point, values = stack.pop()
        if self._deep:
            s.depth = self._depth(stack)
        s.steps = s.calls = 0
        if stack:
            s.stack = []
        try:
            val = self._enter[body](s, point + 1, val, values)
            if val is not None or s.over is not None or len(s.stack) != 1:
                self._go_on(s, [] if stack is s.stack else stack, val)
            elif stack is not s.stack:
                stack += s.stack
                s.stack = stack
        except RecursionError as deep:
            raise self._endless(deep) from None
        except RuleError as error:
            self._locate(error)
            raise

    def pending(self, s: Any) -> list[Decision]:
        """The decisions the match waits for; none if it is over or has not begun."""
        return self._lister.decisions(s)

    def count(self, s: Any) -> int:
        """How many answers there are now, over all seats that may decide; 0 if the match is over."""
        state, frame, _, found, form = self._last[0]
        if form and state is s and s.stack and frame is s.stack[-1]:
            return len(found)
        return self._lister.count(s)

    def take_number(self, s: Any, number: int) -> None:
        """Take one of the answers `count` counted, without listing them as decisions."""
        state, frame, _, found, form = self._last[0]
        if form == NUMBERS and state is s and frame is s.stack[-1]:
            self._go_from(s, found[number])
        else:
            self.take(s, self._lister.answer(s, number))

    def play(self, s: Any, choose: Callable[[int], int], limit: int | None = None) -> int:
        """Play on until the match is over, or for so many decisions; returns how many were made.

        A match that has not begun is begun. `choose` is told how many answers there are and gives the
        number of one: the fastest way to play matches whose choices need not be looked at. It must not look
        at the state, which is whole again only when this returns.
        """
        on_the_spot = self._on_the_spot
        before, on_the_spot[0] = on_the_spot[0], choose
        most = _ENDLESSLY if limit is None else limit
        s.left = most
        try:
            if not s.stack and s.over is None:
                self.begin(s)
            if s.over is None:
                self._play_on(s, choose)
        except RecursionError as deep:
            raise self._endless(deep) from None
        except RuleError as error:
            self._locate(error)
            raise
        finally:
            decided: int = most - s.left
            s.left = 0
            on_the_spot[0] = before
        return decided

    def _play_on(self, s: Any, choose: Callable[[int], int]) -> None:
        """Enter the top frame with a choice, again and again, as long as there is one and `s.left` allows."""
        last, enter, single = self._last, self._enter, self._lister.single
        val: Any
        while s.over is None and s.left:
            state, frame, seat, found, form = last[0]
            stack = s.stack
            body, point, values = stack[-1]
            if form and state is s and frame is stack[-1]:
                val = found[choose(len(found))]
                if form == OPTIONS:
                    val = (seat, val)
            else:
                answer = self._lister.answer(s, choose(self._lister.count(s)))
                val = answer[1][0] if (body, point) in single else answer
            s.left -= 1
            if len(stack) > 1 or self._deep:
                self._go_from(s, val)
                continue
            stack.clear()
            s.steps = 0
            val = enter[body](s, point + 1, val, values)
            if val is not None or s.over is not None or len(stack) != 1:
                self._go_on(s, [], val)

    def _stop(self, s: Any, stack: list[Any]) -> None:
        """Somebody has to decide: the frames inside come on top of those around."""
        caught = s.stack
        caught.reverse()
        stack += caught
        s.stack = stack

    def _go_on(self, s: Any, stack: list[Any], val: Any) -> None:
        """Go on with the frames around what has come back until somebody has to decide or nothing is left."""
        if s.over is not None:
            self._unwinding.give_up_all(s)
            return
        deep = self._deep
        while True:
            if val is None:
                caught = s.stack
                if caught[0][0] >= 0:
                    self._stop(s, stack)
                    return
                s.stack = []
                if caught[0][0] != LEAVES:
                    self._unwinding.give_up_all(s)
                    return
                stack.extend(caught[:0:-1])
                val = self._unwinding.leave(s, stack, caught[0][1])
                s.depth = self._depth(stack)
            if not stack:
                s.over = Ending(OWN_END, (), (0,) * self.layout.players)
                self._unwinding.give_up_all(s)
                return
            body, point, values = stack.pop()
            if deep and deep[body] <= point:
                s.depth -= 1
            if point == self._within[body]:
                val = self._unwinding.end_within(s, body)
            else:
                val = self._enter[body](s, point + 1, val, values)

    def _depth(self, stack: list[Any]) -> int:
        """How many of some frames are of happenings that may be inside themselves."""
        deep = self._deep
        return sum(deep[body] <= point for body, point, _ in stack) if deep else 0

    def _event(self, name: str, args: Sequence[Any]) -> int:
        number = self.layout.event_number.get(name)
        if number is None:
            raise MatchError(f"`{self.layout.game.game}` has no event `{name}`")
        wanted = len(self.layout.events[number].parameters)
        if wanted != len(args):
            raise MatchError(f"`{name}` takes {wanted} values, not {len(args)}")
        return number

    def _endless(self, deep: RecursionError) -> RuleError:
        """The error of the rules behind Python's own; it names the body in which most calls stand."""
        error = RuleError(_ENDLESS)
        found: Counter[str] = Counter()
        trace = deep.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self.filename:
                found[self.origins[trace.tb_lineno - 1][0]] += 1
            trace = trace.tb_next
        error.body = next((body for body, _ in found.most_common() if body), "")
        error.find_line(self.layout.game.places)
        return error

    def _locate(self, error: RuleError) -> None:
        """Say in an error in which body and at which place it arose."""
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self.filename:
                body, place = self.origins[trace.tb_lineno - 1]
                if body and not body.startswith("value:"):
                    error.body, error.place = body, place
            trace = trace.tb_next
        error.find_line(self.layout.game.places)


def _nowhere(*_: Any) -> NoReturn:
    raise MatchError("the match stands at a point that does not exist")


def _either(cost: Callable[..., Any], life: Callable[..., Any], places: int) -> Callable[..., Any]:
    """Enters the cost of an action or its life, as the point lies."""

    def enter(s: Any, pc: int, val: Any, values: tuple[Any, ...]) -> Any:
        return (cost if pc <= places else life)(s, pc, val, values)

    return enter
