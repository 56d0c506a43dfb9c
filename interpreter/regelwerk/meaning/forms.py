"""Every form of the grammar with the function that understands it."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk.meaning import (
    blocks,
    calls,
    choices,
    conditions,
    hooks,
    lists,
    moves,
    paths,
    statements,
    terms,
)
from regelwerk.meaning.context import Forms
from regelwerk.rules.expressions import Expression
from regelwerk.rules.statements import Statement
from regelwerk.tree import expressions as tx
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Name, Node

EXPRESSIONS: dict[type[Node], Callable[..., Expression]] = {
    Name: paths.name,
    tx.Numbered: paths.numbered,
    tx.Attribute: paths.attribute,
    tx.Cell: paths.cell,
    tx.Printed: paths.printed,
    tx.Call: calls.call,
    tx.Number: terms.literal_number,
    tx.SeatNumber: terms.seat_number,
    tx.Flag: terms.flag,
    tx.Nothing: terms.nothing,
    tx.Minus: terms.minus,
    tx.Among: terms.among,
    tx.Arithmetic: terms.arithmetic,
    tx.Inside: terms.inside,
    tx.Any: terms.any_of,
    tx.Every: terms.every,
    tx.Count: terms.count,
    tx.Fold: terms.fold,
    tx.All: terms.all_of,
    tx.The: terms.the,
    tx.May: calls.may,
    tx.Supposing: calls.supposing,
    tx.Happened: terms.happened,
    tx.Times: terms.times,
    tx.Recorded: terms.recorded,
    tx.Position: terms.position,
    tx.Both: conditions.both,
    tx.Either: conditions.either,
    tx.Negate: conditions.negate,
    tx.IsNone: conditions.is_none,
    tx.IsKind: conditions.is_kind,
    tx.IsOneOf: conditions.is_one_of,
    tx.IsAnswer: conditions.is_answer,
    tx.IsInGroup: conditions.is_in_group,
    tx.Compare: conditions.compare,
}

STATEMENTS: dict[type[Node], Callable[..., Statement | None]] = {
    ts.Happen: statements.happen,
    ts.Let: statements.let,
    ts.Assign: statements.assign,
    ts.Change: statements.change,
    ts.Move: moves.move,
    ts.Put: moves.put,
    ts.Create: moves.create,
    ts.DrawMany: moves.draw_many,
    ts.DrawOne: moves.draw_one,
    ts.Look: moves.look,
    ts.Bring: lists.bring,
    ts.Shuffle: moves.shuffle,
    ts.Record: statements.record,
    ts.Roll: moves.roll,
    ts.RollInto: moves.roll_into,
    ts.RollDie: moves.roll_die,
    ts.Show: moves.show,
    ts.Leave: statements.leave,
    ts.Stop: statements.stop,
    ts.Result: statements.result,
    ts.Done: statements.done,
    ts.Pass: statements.nothing,
    ts.Open: statements.open_window,
    ts.Later: statements.later,
    ts.CarryOut: statements.carry_out,
    ts.Cancel: statements.cancel,
    ts.Aim: statements.aim,
    ts.EndGame: statements.end_game,
    ts.If: blocks.if_,
    ts.ForEach: blocks.for_each,
    ts.Repeat: blocks.repeat,
    ts.RepeatTimes: blocks.repeat_times,
    ts.RepeatWhile: blocks.repeat_while,
    ts.Atomic: blocks.atomic,
    ts.Lasting: hooks.lasting,
    ts.Choose: choices.choose,
    ts.MayChoose: choices.may_choose,
    ts.Pick: choices.pick,
    ts.Ask: choices.ask,
    ts.SecretChoice: choices.secret_choice,
    ts.Pay: choices.pay,
}

FORMS = Forms(EXPRESSIONS, STATEMENTS)
