"""The frames of a running match: calling, ending and giving up bodies, and spans.

While the walker runs, the stack is a list of `Running` frames; between decisions it is packed into
`State.stack`, where a frame holds nothing but what is in scope at its point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from regelwerk.program.bounds import MAX_HISTORY, too_deep, too_much_history
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import EventInfo, Layout
from regelwerk.program.marks import fade, fade_next
from regelwerk.program.passing import pass_away
from regelwerk.program.points import Body
from regelwerk.program.records import forget
from regelwerk.rules import statements as st

from .evaluate import Env, Evaluator
from .listener import Listener
from .state import Frame, State, frozen

ENTER, NEXT, AGAIN, BACK, DECIDE = "enter", "next", "again", "back", "decide"
"""What is to be done with a frame: carry out its statement or stage, go on after it, handle the next round
of its loop, take what a body above returned, or let somebody decide."""

PLACE = "place"
"""The stage of a frame that stands at a statement of its body."""


@dataclass(slots=True)
class Running:
    """A frame while the match runs. `place` counts at the stage `place`; `number` is the rule or limit of
    another stage; `value` is what the body above returned (None: nothing)."""

    body: Body
    env: Env
    stage: str = PLACE
    place: int = -1
    number: int = -1
    mode: str = ENTER
    value: Any = None


class Machine:
    """The frames over a state. All functions of the walker work on one of these.

    `placed` are the things that lines of a position have put somewhere: other lines leave them there.
    """

    def __init__(self, evaluator: Evaluator, s: State, listener: Listener | None) -> None:
        self.evaluator = evaluator
        self.layout: Layout = evaluator.layout
        self.s = s
        self.frames: list[Running] = []
        self.placed: set[int] = set()
        self.listener = listener

    # Frames

    def push(self, frame: Running) -> None:
        """Begin a body on top of the others."""
        self.frames.append(frame)

    def charge_round(self, frame: Running, rounds: int = 1) -> None:
        """Use up the steps of rounds of the loop at which a frame stands."""
        steps = self.evaluator.counting.rounds.get((frame.body.number, frame.place), 1)
        self.evaluator.charge(self.s, rounds * steps)

    def _charge_happening(self, info: EventInfo) -> None:
        """Use up the steps of a happening, and see how many of them are inside each other."""
        counting = self.evaluator.counting
        self.evaluator.charge(self.s, counting.happenings.get(info.number, 0))
        self.evaluator.charge(self.s, counting.steps_of_rows(info.number, len(self.s.lasting)))
        if info.number not in counting.deep_events:
            return
        deep = (frame for frame in self.frames if frame.body.event in counting.deep_events)
        most = self.layout.game.bounds.nesting
        if sum(not self.is_cost(frame) for frame in deep) >= most:
            too_deep(most)

    def call_event(self, event: int, args: Sequence[Any]) -> None:
        """Let an event happen, from its first stage on."""
        info = self.layout.events[event]
        self._charge_happening(info)
        number = info.body
        if info.told and args[0] >= 0:
            number = info.told.get(self.layout.tables.row_of[args[0]], info.body)
        body = self.layout.bodies[number]
        env = {name: value for (name, _), value in zip(body.parameters, args, strict=True)}
        self.push(Running(body, env, stage="before"))

    def call_body(self, body: Body, env: Env) -> None:
        """Begin a body that has no life of an event around it."""
        self.push(Running(body, env, place=body.first, mode=ENTER if body.first >= 0 else NEXT))

    def finish(self, value: Any = None) -> None:
        """The top frame is done; the one below takes the value."""
        self.frames.pop()
        if self.frames:
            self.frames[-1].mode = BACK
            self.frames[-1].value = value

    def enter_block(self, frame: Running, slot: str, empty: str = NEXT) -> None:
        """Go into a block of the statement at which the frame stands; `empty` is the mode if it is empty."""
        first = frame.body.places[frame.place].blocks.get(slot, -1)
        if first < 0:
            frame.mode = empty
        else:
            frame.place, frame.mode = first, ENTER

    def info(self, frame: Running) -> EventInfo:
        """The event whose life the frame is."""
        return self.layout.events[frame.body.event]

    def is_running(self, frame: Running) -> bool:
        """Whether the frame's event is happening now, so that its span is open."""
        if frame.body.event < 0:
            return False
        return frame.stage == "within" or (frame.stage == PLACE and not self.is_cost(frame))

    def is_cost(self, frame: Running) -> bool:
        """Whether the frame pays the cost of an action."""
        return frame.stage == PLACE and 0 <= frame.place < frame.body.cost_places

    def args(self, frame: Running) -> list[Any]:
        """The values of the parameters."""
        return [frame.env[name] for name, _ in frame.body.parameters]

    # Spans and history

    def open_event(self, info: EventInfo, args: Sequence[Any]) -> None:
        """Stage 4 begins: history counts, then the span opens."""
        s = self.s
        for query, positions in info.queries:
            if s.levels[self.layout.queries[query].span] > 0:
                key = tuple(frozen(args[position]) for position in positions)
                counts = s.counts[query]
                if key not in counts and len(counts) >= MAX_HISTORY and self.layout.is_long(query):
                    too_much_history()
                counts[key] = counts.get(key, 0) + 1
        if info.span >= 0:
            if s.levels[info.span] == 0:
                self._clear_counts(info.span)
            s.levels[info.span] += 1
        if info.name in self.layout.coming:
            fade_next(self.layout, s, info.name, args)

    def close_event(self, info: EventInfo) -> None:
        """Stage 4 ends: what is tied to the span goes."""
        s, span = self.s, info.span
        if span < 0:
            return
        level = s.levels[span]
        if s.alive:
            pass_away(self.layout, s, span, level)
        s.lasting = [row for row in s.lasting if (row[2], row[3]) != (span, level)]
        s.queue = [row for row in s.queue if (row[1], row[2]) != (span, level)]
        s.leaving = [row for row in s.leaving if (row[0], row[1]) != (span, level)]
        s.levels[span] -= 1
        if s.levels[span] == 0:
            self._clear_counts(span)
            if info.name in self.layout.marks:
                fade(self.layout, s, info.name)

    def level(self, event: str) -> tuple[int, int]:
        """The span of an event and the level of its innermost running happening."""
        span = self.layout.span_of(event)
        if self.s.levels[span] == 0:
            raise RuleError(f"`{event}` is not running")
        return span, self.s.levels[span]

    def _clear_counts(self, span: int) -> None:
        for number, query in enumerate(self.layout.queries):
            if query.span == span:
                self.s.counts[number].clear()
        forget(self.layout, self.s, span)

    # Leaving

    def close_blocks(self, frame: Running, upto: int = -1) -> None:
        """The frame leaves the atomic blocks around its statement, up to the statement `upto`."""
        if frame.stage != PLACE or frame.place < 0:
            return
        place = frame.body.places[frame.place].parent
        while place != upto and place >= 0:
            if isinstance(frame.body.places[place].statement, st.Atomic):
                self.s.atomic.pop()
            place = frame.body.places[place].parent

    def give_up(self) -> None:
        """Take the top frame away and clean up behind it."""
        frame = self.frames.pop()
        self.close_blocks(frame)
        if self.is_running(frame):
            self.close_event(self.info(frame))
        if frame.stage == "instead":
            self.s.active.pop()
        if frame.body.kind == "window":
            del self.s.answers[frame.env["#base"] :]

    def leave(self, span: int) -> None:
        """Give up everything inside the innermost running event of this span, and that event."""
        self.s.picks = []
        event = self.layout.spans[span]
        while True:
            frame = self.frames[-1]
            here = frame.body.event == event and self.is_running(frame)
            self.give_up()
            if here:
                break
        if self.frames:
            self.frames[-1].mode = BACK
            self.frames[-1].value = self.layout.events[event].nothing()

    def leaves_now(self, frame: Running) -> bool:
        """Whether the event whose body the frame runs is to be left, now that what was inside is done."""
        if frame.stage != PLACE or not self.is_running(frame):
            return False
        span = self.info(frame).span
        return span >= 0 and [span, self.s.levels[span]] in self.s.leaving

    # Packing

    def pack(self) -> None:
        """Put the frames into the state."""
        self.s.stack = [pack_frame(self.layout, frame) for frame in self.frames]

    def unpack(self) -> None:
        """Take the frames out of the state; the top one waits for a decision, the others wait for it."""
        self.frames = [unpack_frame(self.layout, frame) for frame in self.s.stack]
        for frame in self.frames:
            frame.mode = BACK
        if self.frames:
            self.frames[-1].mode = DECIDE
        self.s.stack = []


def pack_frame(layout: Layout, frame: Running) -> Frame:
    """A frame as it stands in a state."""
    body = frame.body
    if frame.stage == PLACE:
        number = frame.place
    elif frame.stage == "limit":
        number = body.point_number[f"limit:{layout.limits[frame.number].name}"]
    elif frame.number >= 0:
        number = body.point_number[f"{frame.stage}:{layout.rules[frame.number].name}"]
    else:
        number = body.point_number[frame.stage]
    return body.number, number, tuple(frame.env[name] for name in body.points[number].names)


def unpack_frame(layout: Layout, frame: Frame) -> Running:
    """A frame of a state as it runs."""
    body = layout.bodies[frame[0]]
    point = body.points[frame[1]]
    running = Running(body, dict(zip(point.names, frame[2], strict=True)))
    if frame[1] < len(body.places):
        running.place = frame[1]
        return running
    running.stage, _, name = point.name.partition(":")
    if running.stage == "limit":
        running.number = next(n for n, limit in enumerate(layout.limits) if limit.name == name)
    elif name:
        running.number = layout.rule_number[name]
    return running
