"""What each statement does that neither loops, branches nor lets anybody decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from regelwerk.program import answers
from regelwerk.program.bounds import MAX_ROWS, too_many_dice
from regelwerk.program.ending import Ending
from regelwerk.program.errors import RuleError
from regelwerk.program.passing import create
from regelwerk.program.records import record
from regelwerk.rules import statements as st
from regelwerk.rules.expressions import Expression

from . import cells, chance, knowledge
from .machine import BACK, NEXT, Machine, Running
from .stages import end_body
from .state import MODIFIER_ROW, RULE_ROW


def own(value: Any) -> Any:
    """A value of its own: lists are never shared between two locals."""
    return list(value) if isinstance(value, list) else value


def evaluate(m: Machine, frame: Running, node: Expression) -> Any:
    """The value of an expression in a frame."""
    return m.evaluator.value(m.s, frame.env, node)


def let(m: Machine, frame: Running, node: st.Let) -> None:
    frame.env[node.name] = own(evaluate(m, frame, node.value))
    frame.mode = NEXT


def assign(m: Machine, frame: Running, node: st.Assign) -> None:
    cells.write(m, frame.env, node.target, evaluate(m, frame, node.value))
    frame.mode = NEXT


def change(m: Machine, frame: Running, node: st.Change) -> None:
    by = max(0, evaluate(m, frame, node.by))
    cells.change(m, frame.env, node.target, by if node.up else -by)
    frame.mode = NEXT


def happen(m: Machine, frame: Running, node: st.Happen) -> None:
    if frame.mode == BACK:
        if node.result is not None:
            frame.env[node.result] = own(frame.value)
        frame.mode = NEXT
        return
    args = [own(evaluate(m, frame, argument)) for argument in node.args]
    m.call_event(m.layout.event_number[node.event], args)


def move_thing(m: Machine, thing: int, zone: int, where: str | None = None) -> None:
    """Move a thing and tell the listener."""
    source, before = (m.s.at[thing], m.s.known[thing]) if thing >= 0 else (-1, 0)
    knowledge.move(m.s, thing, zone, where)
    if m.listener is not None:
        m.listener.moved(thing, source, zone, before)


def move(m: Machine, frame: Running, node: st.Move) -> None:
    what = evaluate(m, frame, node.what)
    zone = m.evaluator.zone(m.s, frame.env, node.to, node.to_of)
    if node.many:
        move_all(m, what, zone, node.where)
    else:
        move_thing(m, what, zone, node.where)
    frame.mode = NEXT


def move_all(m: Machine, things: Sequence[int], zone: int, where: str | None) -> None:
    """Move things and tell the listener.

    Things that not all know are told last, by where they lay and who knows them: their place among the
    others would tell which they are.
    """
    moved = []
    for thing in list(things):
        moved.append((thing, m.s.at[thing], m.s.known[thing]))
        knowledge.move(m.s, thing, zone, where)
    if m.listener is None:
        return
    everyone = (1 << m.layout.players) - 1

    def order(each: tuple[int, int, int]) -> tuple[bool, int, int]:
        thing, source, before = each
        seats = before | m.s.known[thing]
        return (False, 0, 0) if seats == everyone else (True, source, seats)

    for thing, source, before in sorted(moved, key=order):
        m.listener.moved(thing, source, zone, before)


def put(m: Machine, frame: Running, node: st.Put) -> None:
    tables = m.layout.tables
    zone = m.evaluator.zone(m.s, frame.env, node.to, node.to_of)
    copies = tables.row_things[tables.row_number[node.row]]
    elsewhere = [thing for thing in copies if m.s.at[thing] != zone and thing not in m.placed]
    elsewhere.sort(key=lambda thing: m.s.at[thing] != tables.starts_in[thing])
    count = max(0, evaluate(m, frame, node.count))
    if len(elsewhere) < count:
        taken = sum(thing in m.placed and m.s.at[thing] != zone for thing in copies)
        above = f": lines above have put {taken} somewhere" if taken else ""
        raise RuleError(f"there are only {len(elsewhere)} `{node.row}` elsewhere, not {count}{above}")
    m.placed.update(elsewhere[:count])
    for thing in elsewhere[:count]:
        if m.s.at[thing] < 0:
            m.s.known[thing] = 0
        move_thing(m, thing, zone)
    frame.mode = NEXT


def create_passing(m: Machine, frame: Running, node: st.Create) -> None:
    frame.env[node.binder] = create(m.layout, m.s, node.type)
    frame.mode = NEXT


def draw_one(m: Machine, frame: Running, node: st.DrawOne) -> None:
    source = m.evaluator.zone(m.s, frame.env, node.source, node.source_of)
    target = m.evaluator.zone(m.s, frame.env, node.to, node.to_of)
    top = knowledge.fix_top(m.s, source, 1)
    frame.env[node.binder] = top[0] if top else -1
    if top:
        move_thing(m, top[0], target)
        frame.mode = NEXT
    else:
        m.enter_block(frame, "otherwise")


def draw_many(m: Machine, frame: Running, node: st.DrawMany) -> None:
    source = m.evaluator.zone(m.s, frame.env, node.source, node.source_of)
    target = m.evaluator.zone(m.s, frame.env, node.to, node.to_of)
    count = min(evaluate(m, frame, node.count), len(m.s.zones[source]))
    m.evaluator.charge(m.s, max(0, count - 1))
    for _ in range(count):
        move_thing(m, knowledge.fix_top(m.s, source, 1)[0], target)
    frame.mode = NEXT


def look(m: Machine, frame: Running, node: st.Look) -> None:
    zone = m.evaluator.zone(m.s, frame.env, node.source, node.source_of)
    seat = evaluate(m, frame, node.by)
    if seat < 0:
        raise RuleError("nobody looks: the seat is none")
    things = knowledge.look(m.s, zone, evaluate(m, frame, node.count), seat)
    frame.env[node.binder] = list(things)
    if m.listener is not None:
        m.listener.looked(zone, list(things), seat)
    frame.mode = NEXT


def shuffle(m: Machine, frame: Running, node: st.Shuffle) -> None:
    zone = m.evaluator.zone(m.s, frame.env, node.zone, node.of)
    knowledge.shuffle(m.s, zone)
    if m.listener is not None:
        m.listener.shuffled(zone)
    frame.mode = NEXT


def record_position(m: Machine, frame: Running, node: st.Record) -> None:
    record(m.layout, m.s, evaluate(m, frame, node.of))
    frame.mode = NEXT


def roll(m: Machine, frame: Running, node: st.Roll) -> None:
    seat = -1 if node.by is None else evaluate(m, frame, node.by)
    if node.count is None:
        frame.env[node.binder] = _thrown(m, node.die, seat)
    else:
        count = max(0, evaluate(m, frame, node.count))
        if count > m.evaluator.most_numbers:
            too_many_dice(m.evaluator.most_numbers)
        m.evaluator.charge(m.s, max(0, count - 1))
        faces = [_thrown(m, node.die, seat) for _ in range(count)]
        if node.more:
            faces += frame.env[node.binder]
        frame.env[node.binder] = sorted(faces, reverse=m.layout.dice[node.die].enum is None)
    frame.mode = NEXT


def _thrown(m: Machine, die: str, seat: int) -> int:
    value = chance.roll(m.s, die, seat)
    if m.listener is not None:
        m.listener.rolled(die, value, seat)
    return value


def roll_die(m: Machine, frame: Running, node: st.RollDie) -> None:
    seat = -1 if node.by is None else evaluate(m, frame, node.by)
    value = chance.roll(m.s, node.die, seat)
    cell = cells.show(m, frame.env, node.target, value)
    if cell.type in m.layout.tables.types:
        knowledge.roll(m.s, cell.of)
    if m.listener is not None:
        m.listener.rolled(node.die, value, seat, cell)
    frame.mode = NEXT


def pick_random(m: Machine, frame: Running, node: st.PickRandom) -> None:
    elements = m.evaluator.elements(m.s, frame.env, node.over)
    frame.env[node.over.binder] = -1
    if not elements:
        m.enter_block(frame, "otherwise")
        return
    things = node.over.noun in m.layout.tables.types
    picked = chance.pick_random(m.s, frame.body.name, frame.place, elements, things)
    frame.env[node.over.binder] = picked
    frame.mode = NEXT


def leave(m: Machine, frame: Running, node: st.Leave) -> None:
    span, level = m.level(node.event)
    if not node.afterwards:
        m.leave(span)
        return
    if [span, level] not in m.s.leaving:
        m.s.leaving = [*m.s.leaving, [span, level]]
    frame.mode = NEXT


def result(m: Machine, frame: Running, node: st.Result) -> None:
    end_body(m, frame, own(evaluate(m, frame, node.value)))


def done(m: Machine, frame: Running, node: st.Done) -> None:
    end_body(m, frame)


def open_window(m: Machine, frame: Running, node: st.Open) -> None:
    if frame.mode == BACK:
        frame.mode = NEXT
        return
    body = m.layout.body(f"window:{node.window}")
    args = [own(evaluate(m, frame, argument)) for argument in node.args]
    env = {name: value for (name, _), value in zip(body.parameters, args, strict=True)}
    m.push(Running(body, env, stage="asks"))


def later(m: Machine, frame: Running, node: st.Later) -> None:
    span, level = m.level(node.span)
    args = [own(evaluate(m, frame, argument)) for argument in node.args]
    if node.by is not None:
        seat = evaluate(m, frame, node.by)
        if seat < 0:
            raise RuleError("nobody declares what is put off: the seat is none")
        info = m.layout.events[m.layout.event_number[node.event]]
        args = [seat, *args, *([] if kind.many else -1 for _, kind in info.parameters[1 + len(args) :])]
    if len(m.s.queue) >= MAX_ROWS:
        raise RuleError(f"more than {MAX_ROWS} happenings are put off")
    m.s.queue = [*m.s.queue, [m.layout.event_number[node.event], span, level, *args]]
    frame.mode = NEXT


def carry_out(m: Machine, frame: Running, node: st.CarryOut) -> None:
    span, level = m.level(node.span)
    for number, row in enumerate(m.s.queue):
        if (row[1], row[2]) == (span, level) and m.layout.events[row[0]].action < 0:
            m.charge_round(frame)
            m.s.queue = m.s.queue[:number] + m.s.queue[number + 1 :]
            m.call_event(row[0], [own(argument) for argument in row[3:]])
            return
    frame.mode = NEXT


def show(m: Machine, frame: Running, node: st.Show) -> None:
    what, to = evaluate(m, frame, node.what), evaluate(m, frame, node.to)
    things = list(what) if node.many else [what]
    seats = list(to) if node.to_many else [to]
    knowledge.show(m.s, things, [seat for seat in seats if seat >= 0])
    if m.listener is not None:
        m.listener.shown(things, seats)
    frame.mode = NEXT


def cancel(m: Machine, frame: Running, node: st.Cancel) -> None:
    answer = evaluate(m, frame, node.answer)
    if answers.cancel(m.s, answer) and m.listener is not None:
        m.listener.cancelled(answer, frame.body.name)
    frame.mode = NEXT


def aim(m: Machine, frame: Running, node: st.Aim) -> None:
    answer, target = evaluate(m, frame, node.answer), evaluate(m, frame, node.at)
    if answers.aim(m.layout, m.s, answer, node.kind, node.noun, target) and m.listener is not None:
        m.listener.aimed(answer, frame.body.name)
    frame.mode = NEXT


def atomic(m: Machine, frame: Running, node: st.Atomic) -> None:
    if not node.body:
        frame.mode = NEXT
        return
    m.s.atomic.append(tuple(sorted(m.layout.action_number[name] for name in node.admits)))
    m.enter_block(frame, "body")


def lasting(m: Machine, frame: Running, node: st.Lasting) -> None:
    span, level = m.level(node.span)
    layout, rows = m.layout, list(m.s.lasting)
    for name in node.rules:
        if name in layout.rule_number:
            number = layout.rule_number[name]
            captured = [own(frame.env[p.name]) for p in layout.rules[number].captured or ()]
            rows.append([RULE_ROW, number, span, level, *captured])
    for name in node.modifiers:
        number = layout.modifier_number[name]
        captured = [own(frame.env[p.name]) for p in layout.modifiers[number].captured or ()]
        rows.append([MODIFIER_ROW, number, span, level, *captured])
    if len(rows) > MAX_ROWS:
        raise RuleError(f"more than {MAX_ROWS} rules and changes are in force")
    m.s.lasting = rows
    frame.mode = NEXT


def end_game(m: Machine, frame: Running, node: st.EndGame) -> None:
    s = m.s
    scores = [0] * s.players
    for score in node.scores:
        for seat in m.evaluator.elements(s, frame.env, score.seats):
            scores[seat] += m.evaluator.value(s, {**frame.env, score.seats.binder: seat}, score.value)
    if node.winners is not None:
        winners = sorted(set(m.evaluator.seats(s, frame.env, node.winners)))
    elif node.scores:
        winners = [seat for seat in range(s.players) if scores[seat] == max(scores)]
    else:
        winners = []
    end(m, Ending(node.name, tuple(winners), tuple(scores)))


def end(m: Machine, ending: Ending) -> None:
    """The match is over; everything that runs is given up."""
    m.s.over = ending
    m.s.picks = []
    while m.frames:
        m.give_up()
    if m.listener is not None:
        m.listener.ended(ending.name, ending.winners, ending.scores)


STEPS: dict[type, Callable[[Machine, Running, Any], None]] = {
    st.Let: let,
    st.Assign: assign,
    st.Change: change,
    st.Happen: happen,
    st.Move: move,
    st.Put: put,
    st.Create: create_passing,
    st.DrawOne: draw_one,
    st.DrawMany: draw_many,
    st.Look: look,
    st.Shuffle: shuffle,
    st.Record: record_position,
    st.Roll: roll,
    st.RollDie: roll_die,
    st.PickRandom: pick_random,
    st.Leave: leave,
    st.Result: result,
    st.Done: done,
    st.Open: open_window,
    st.Later: later,
    st.CarryOut: carry_out,
    st.Show: show,
    st.Cancel: cancel,
    st.Aim: aim,
    st.Atomic: atomic,
    st.Lasting: lasting,
    st.EndGame: end_game,
}
