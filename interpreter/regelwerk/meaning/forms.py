"""Every form of the grammar with the function that understands it."""

from __future__ import annotations

from regelwerk.meaning import blocks, calls, choices, conditions, kinds, moves, paths, statements, terms
from regelwerk.meaning.context import ConditionForm, ExpressionForm, Forms, StatementForm
from regelwerk.rules import expressions as x

EXPRESSIONS: dict[str, ExpressionForm] = {
    "name": paths.name,
    "attribute": paths.attribute,
    "cell": paths.cell,
    "printed": paths.printed,
    "call": calls.call,
    "number": terms.literal_number,
    "seat_number": terms.seat_number,
    "yes": terms.literal(x.Flag(True), kinds.FLAG),
    "no": terms.literal(x.Flag(False), kinds.FLAG),
    "none": terms.literal(x.Nothing(), kinds.NOTHING),
    "minus": terms.minus,
    "add": terms.arithmetic("+"),
    "subtract": terms.arithmetic("-"),
    "multiply": terms.arithmetic("*"),
    "inside": terms.inside,
    "any": terms.any_of,
    "every": terms.every,
    "count": terms.count,
    "total": terms.over("sum"),
    "greatest": terms.over("greatest"),
    "smallest": terms.over("smallest"),
    "all": terms.all_of,
    "the": terms.the,
    "may": calls.may,
    "happened": terms.happened(times=False),
    "times": terms.happened(times=True),
}

CONDITIONS: dict[str, ConditionForm] = {
    "both": conditions.both,
    "either": conditions.either,
    "negate": conditions.negate,
    "is_none": conditions.is_none,
    "is_not_none": conditions.is_none,
    "is_kind": conditions.is_kind,
    "is_not_kind": conditions.is_kind,
    "is_answer": conditions.is_answer,
    "is_not_answer": conditions.is_answer,
    "compare": conditions.compare,
}

STATEMENTS: dict[str, StatementForm] = {
    "happen": statements.happen,
    "let": statements.let,
    "assign": statements.assign,
    "raise_": statements.change(up=True),
    "lower": statements.change(up=False),
    "move": moves.move,
    "put": moves.put,
    "create": moves.create,
    "draw_many": moves.draw_many,
    "draw_one": moves.draw_one,
    "look": moves.look,
    "shuffle": moves.shuffle,
    "roll": moves.roll,
    "show": moves.show,
    "leave": statements.leave(afterwards=False),
    "leave_afterwards": statements.leave(afterwards=True),
    "stop": statements.stop,
    "result": statements.result,
    "done": statements.done,
    "nothing": statements.nothing,
    "open": statements.open_window,
    "later": statements.later,
    "carry_out": statements.carry_out,
    "cancel": statements.cancel,
    "aim": statements.aim,
    "end_game": statements.end_game,
    "if_": blocks.if_,
    "for_each": blocks.for_each,
    "repeat": blocks.repeat,
    "repeat_times": blocks.repeat_times,
    "repeat_while": blocks.repeat_while,
    "repeat_until": blocks.repeat_until,
    "atomic": blocks.atomic,
    "lasting": blocks.lasting,
    "choose": choices.choose,
    "may_choose": choices.may_choose,
    "pick": choices.pick,
    "ask": choices.ask,
    "secret_choice": choices.secret_choice,
    "pay": choices.pay,
}

FORMS = Forms(EXPRESSIONS, CONDITIONS, STATEMENTS)
