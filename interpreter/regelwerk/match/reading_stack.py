"""Reading the suspended bodies of a saved match, and checking everything that follows from them."""

from __future__ import annotations

from typing import Any

from regelwerk.program.answers import TAKES_EFFECT
from regelwerk.program.bounds import MAX_FRAMES, MAX_NUMBER, MAX_ROWS
from regelwerk.program.layout import MAIN, Layout
from regelwerk.program.points import Body
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import WindowDecl
from regelwerk.rules.types.kinds import element

from .payments import PAID
from .reader import Reader
from .state import Frame, State, Value


def read_stack(r: Reader, s: State, data: object) -> None:
    """Read the frames; what else the state says of them must agree with them. The rest has been read."""
    frames = r.items(data, "stack")
    if len(frames) > MAX_FRAMES:
        r.wrong("stack", f"expected at most {MAX_FRAMES} frames")
    s.stack = [_frame(r, frame, f"stack[{number}]") for number, frame in enumerate(frames)]
    if (s.over is None) != bool(s.stack):
        r.wrong("stack", "a match that is over runs nothing, any other waits for a decision")
    _check_calls(r, s)
    _check_running(r, s)
    for number, frame in enumerate(s.stack):
        _check_values(r, s, number, frame)
    _check_windows(r, s)
    if s.picks and not _picks_several(r.layout, s):
        r.wrong("picks", "nobody picks several things now")


def _frame(r: Reader, data: object, where: str) -> Frame:
    fields = r.table(data, where, ("body", "point", "values"))
    number = r.name(fields["body"], f"{where}.body", r.layout.body_number)
    body = r.layout.bodies[number]
    point = r.name(fields["point"], f"{where}.point", body.point_number)
    kinds = list(body.points[point].kinds)
    values = r.items(fields["values"], f"{where}.values", len(kinds))
    names = body.points[point].names
    read: list[Value] = []
    for name, value, kind in zip(names, values, kinds, strict=True):
        at = f"{where}.{name}"
        if kind.kind == "laid":
            read.append(_laid(r, body, point, value, at))
        elif name.startswith("#") and name.endswith("c"):  # the choices of seats, none where one is open
            read.append([r.value(item, at, element(kind)) for item in r.items(value, at)])
        else:
            read.append(r.value(value, at, kind))
    return number, point, tuple(read)


def _laid(r: Reader, body: Body, point: int, data: object, where: str) -> list[int]:
    """What is laid down in a payment: triples of a seat, means, and a thing or units."""
    pay = body.places[point].statement
    assert isinstance(pay, st.Pay)
    payment = r.layout.payments[pay.payment]
    laid = r.items(data, where)
    if len(laid) % 3:
        r.wrong(where, "expected triples")
    for start in range(0, len(laid), 3):
        r.number(laid[start], where, 0, r.layout.players - 1)
        number = r.number(laid[start + 1], where, 0, len(payment.means) - 1)
        over = payment.means[number].over
        if over is None:
            r.number(laid[start + 2], where, 1, MAX_NUMBER)
        else:
            kinds = dict(r.layout.body(f"payment:{payment.name}:{number}").parameters)
            r.value(laid[start + 2], where, kinds[over.binder], True)
    return laid


def _check_calls(r: Reader, s: State) -> None:
    """The first frame is `main`, any other one that the frame below can have called; the top one waits."""
    if not s.stack:
        return
    bodies = [r.layout.bodies[frame[0]] for frame in s.stack]
    if bodies[0].event != r.layout.event_number[MAIN]:
        r.wrong("stack[0]", f"a match begins with `{MAIN}`")
    for number, (below, above) in enumerate(zip(s.stack, s.stack[1:], strict=False)):
        if not _calls(r.layout, below, bodies[number + 1], above[1]):
            r.wrong(f"stack[{number + 1}]", "nothing below it calls this body")
    body, point = bodies[-1], s.stack[-1][1]
    if point < len(body.places):
        waits = isinstance(body.places[point].statement, st.Choose | st.Ask | st.SecretChoice | st.Pay)
    else:
        waits = body.points[point].name == "asks"
    if not waits:
        r.wrong("stack", "nobody decides at the last point")


def _calls(layout: Layout, below: Frame, above: Body, point: int) -> bool:
    body = layout.bodies[below[0]]
    cost = above.kind == "action" and point < above.cost_places
    if below[1] < len(body.places):
        statement = body.places[below[1]].statement
        match statement:
            case st.Happen(event=event):
                return above.subject == event and above.event >= 0 and not cost
            case st.CarryOut():
                return above.event >= 0 and above.kind != "action"
            case st.Open(window=window):
                return above.name == f"window:{window}"
            case st.Pay(payment=payment):
                return above.kind == "payment" and above.subject == payment
        return False
    stage, _, name = body.points[below[1]].name.partition(":")
    if stage in ("before", "instead", "after"):
        return above.name == f"rule:{name}"
    if stage == "limit":
        return above.name == f"limit:{name}"
    return above.kind == "action" and cost == (stage == "declares")


def _check_running(r: Reader, s: State) -> None:
    """Spans that are open, replacements at work and atomic blocks are those of the frames."""
    layout = r.layout
    levels = [0] * len(layout.spans)
    active: list[int] = []
    atomic: list[tuple[int, ...]] = []
    for number, point, _ in s.stack:
        body = layout.bodies[number]
        if point >= len(body.places):
            stage, _, name = body.points[point].name.partition(":")
            if stage == "instead":
                active.append(layout.rule_number[name])
            continue
        span = layout.events[body.event].span if body.event >= 0 and point >= body.cost_places else -1
        if span >= 0:
            levels[span] += 1
        atomic += _atomic_around(layout, body, point)
    for name, span in r.spans.items():
        if s.levels[span] != levels[span]:
            r.wrong(f"levels.{name}", f"expected {levels[span]}: so many of it are running")
    if [row if isinstance(row, int) else row[0] for row in s.active] != active:
        r.wrong("active", "these are not the rules that are at work on the stack")
    if s.atomic != atomic:
        r.wrong("atomic", "these are not the atomic blocks on the stack")


def _atomic_around(layout: Layout, body: Body, point: int) -> list[tuple[int, ...]]:
    """The actions that the atomic blocks around a place admit, the outermost first."""
    found: list[tuple[int, ...]] = []
    place = body.places[point].parent
    while place >= 0:
        statement = body.places[place].statement
        if isinstance(statement, st.Atomic):
            found.insert(0, tuple(sorted(layout.action_number[name] for name in statement.admits)))
        place = body.places[place].parent
    return found


def _check_values(r: Reader, s: State, number: int, frame: Frame) -> None:
    """The hidden values of a frame: positions lie inside the lists they point into; no seat stands twice."""
    body = r.layout.bodies[frame[0]]
    point = frame[1]
    env: dict[str, Any] = dict(zip(body.points[point].names, frame[2], strict=True))
    where = f"stack[{number}]"
    if "#row" in env:
        rule = r.layout.rules[r.layout.rule_number[body.points[point].name.partition(":")[2]]]
        low, high = (-1, -1) if rule.captured is None else (0, MAX_ROWS - 1)
        r.number(env["#row"], f"{where}.#row", low, high)
    if "#things" in env:
        r.number(env["#index"], f"{where}.#index", 0, len(env["#things"]) - 1)
    for place in body.places:
        name = f"#{place.number}"
        if name not in env:
            continue
        own = place.number == point
        match place.statement:
            case st.ForEach():
                r.number(env[f"{name}i"], f"{where}.{name}i", 0, len(env[name]) - 1)
            case st.Repeat():
                r.number(env[name], f"{where}.{name}", 0, MAX_NUMBER)
            case st.SecretChoice():
                _check_seats(r, env[name], f"{where}.{name}")
                low, high = (-1, -1) if own else (0, len(env[name]) - 1)
                r.number(env[f"{name}i"], f"{where}.{name}i", low, high)
                if len(env[f"{name}c"]) != len(env[name]):
                    r.wrong(f"{where}.{name}c", "expected a choice for each seat")
            case st.Pay(mode=mode):
                _check_payment(r, env, f"{where}.{name}", name, mode, number == len(s.stack) - 1)


def _check_seats(r: Reader, seats: list[int], where: str) -> None:
    if len(set(seats)) != len(seats):
        r.wrong(where, "a seat stands there twice")


def _check_payment(r: Reader, env: dict[str, Any], where: str, name: str, mode: str, asks: bool) -> None:
    order = env[name]
    _check_seats(r, order, where)
    turn = r.number(env[f"{name}i"], f"{where}i", 0, len(order) - 1)
    low, high = (0, len(order) - 1) if asks else (PAID, PAID)
    r.number(env[f"{name}p"], f"{where}p", low, high)
    if set(env[f"{name}l"][::3]) - set(order if mode == "group" else [order[turn]]):
        r.wrong(f"{where}l", "somebody has laid something down who does not pay")


def _check_windows(r: Reader, s: State) -> None:
    """Every answer is of an open window, which admits it; what takes effect is an answer of its window."""
    layout = r.layout
    opened = [number for number, frame in enumerate(s.stack) if layout.bodies[frame[0]].kind == "window"]
    envs: list[dict[str, Any]] = [
        dict(zip(layout.bodies[b].points[p].names, values, strict=True))
        for b, p, values in (s.stack[number] for number in opened)
    ]
    ends = [*(env["#base"] for env in envs), len(s.answers)]
    if ends[0] != 0:
        r.wrong("answers", "no window is open to which the first of them belongs")
    for number, env, end in zip(opened, envs, ends[1:], strict=True):
        where = f"stack[{number}]"
        body = layout.bodies[s.stack[number][0]]
        stage = body.points[s.stack[number][1]].name
        base = r.number(env["#base"], f"{where}.#base", 0, end)
        _check_seats(r, env["#order"], f"{where}.#order")
        # When all have passed, nobody is left to be asked while the answers take effect.
        seats = len(env["#order"]) - 1 if stage == "asks" else max(len(env["#order"]) - 1, 0)
        r.number(env["#turn"], f"{where}.#turn", 0, seats)
        r.number(env["#passes"], f"{where}.#passes", 0, seats + (stage != "asks"))
        r.number(env["#leaves"], f"{where}.#leaves", 0, len(s.leaving))
        for row in s.answers[base:end]:
            if row[0] not in layout.window_actions[body.subject]:
                r.wrong("answers", f"`{layout.actions[row[0]].name}` cannot be declared in `{body.subject}`")
        if not _in_turn(layout.windows[body.subject], [row[1] for row in s.answers[base:end]], stage):
            r.wrong("answers", f"these do not take effect in the order of `{body.subject}`")
        effect = [n for n in range(base, end) if s.answers[n][1] == TAKES_EFFECT]
        resolving = effect[-1] if stage == "resolves" else -1
        r.number(env["#resolving"], f"{where}.#resolving", resolving, resolving)
        if stage == "asks":
            continue
        answer = end - 1 if stage == "declares" else resolving
        above = layout.bodies[s.stack[number + 1][0]]
        if answer < base or s.answers[answer][0] != layout.events[above.event].action:
            r.wrong("answers", f"what runs inside `{body.subject}` is none of its answers")


def _in_turn(window: WindowDecl, states: list[int], stage: str) -> bool:
    """Whether answers can be in these states: which of them have taken effect follows from the window."""
    done = states.count(TAKES_EFFECT)
    if window.answers == "at_once":
        return len(states) == (stage != "asks") and done == (stage == "resolves")
    if window.answers == "last_first":
        return done == (stage == "resolves") and (not done or states[-1] == TAKES_EFFECT)
    here = done > 0 if stage == "resolves" else window.one_at_a_time or not done
    return here and TAKES_EFFECT not in states[done:]


def _picks_several(layout: Layout, s: State) -> bool:
    """Whether the match waits for a choice of several things."""
    if not s.stack:
        return False
    body, point = layout.bodies[s.stack[-1][0]], s.stack[-1][1]
    statement = body.places[point].statement if point < len(body.places) else None
    return isinstance(statement, st.Choose) and statement.amount not in ("one", "maybe")
