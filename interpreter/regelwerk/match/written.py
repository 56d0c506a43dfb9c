"""Conditions of the rules form as their author may have written them, with values for what is bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from regelwerk.rules import expressions as ex

LONGEST = 100
"""A condition that is longer is cut off: its file says the rest."""

Texts = Mapping[str, str]
"""What is written for a local; its name where nothing else is."""

_DIRECT = (
    ex.Number, ex.Flag, ex.Member, ex.Nothing, ex.Row, ex.Seat, ex.Local, ex.State, ex.Option, ex.Attribute,
    ex.Zone, ex.Call, ex.Builtin, ex.Listed,
)  # fmt: skip
"""What needs no brackets anywhere."""
_CONDITIONS = (ex.And, ex.Or, ex.Not, ex.Any, ex.Every, ex.May, ex.Supposing, ex.Compare, ex.Inside)


def written(node: ex.Expression, texts: Texts) -> str:
    """A condition on one line, as in the language, or nearly so."""
    text = _text(node, texts)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4].rstrip()} ..."


def _text(node: ex.Expression, texts: Texts) -> str:
    match node:
        case ex.Number(value=value):
            return str(value)
        case ex.Flag(value=value):
            return "yes" if value else "no"
        case ex.Nothing():
            return "none"
        case ex.Local(name=name):
            return texts.get(name, "it" if name.startswith("_") else name)
        case ex.Row(name=name, copy=copy) if copy:
            return f"{name}#{copy}"
        case ex.Member(name=name) | ex.Row(name=name) | ex.Option(name=name):
            return name
        case ex.Seat(number=number):
            return f"seat {number}"
        case ex.State(name=name, key=key):
            return name + _key(key, texts)
        case ex.Attribute(of=of, name=name, key=key, printed=printed):
            return f"{'printed ' if printed else ''}{_primary(of, texts)}.{name}{_key(key, texts)}"
        case ex.Zone(name=name, of=of):
            return name if of is None else f"{_primary(of, texts)}.{name}"
        case ex.Listed(part=part, of=of):
            return f"{_primary(of, texts)}.{part}"
        case ex.Call(group=True, args=(_, *_)):
            return _is(node, "is", texts)
        case ex.Call(name=name, args=args) if not args:
            return f"{name}()"
        case ex.Call(name=name, args=args) | ex.Builtin(name=name, args=args):
            return f"{name}({_listed(args, texts)})"
        case ex.May(event=name, args=args):
            return f"may {name}({_listed(args, texts)})"
        case ex.Supposing(event=name, args=args, then=then):
            return f"supposing {name}({_listed(args, texts)}) then ({_text(then, texts)})"
        case ex.Arithmetic(op="greatest" | "smallest" as op):
            return f"{op} of ({_listed(_among(node), texts)})"
        case ex.Arithmetic(op=op, left=left, right=right) | ex.Compare(op=op, left=left, right=right):
            return f"{_side(left, texts)} {_sign(op, right)} {_side(right, texts)}"
        case ex.Negative(of=of):
            return f"-{_primary(of, texts)}"
        case ex.And(of=parts):
            return " and ".join(
                _side(part, texts) if isinstance(part, ex.Or) else _text(part, texts) for part in parts
            )
        case ex.Or(of=parts):
            return _one_of(parts, texts) or " or ".join(_text(part, texts) for part in parts)
        case ex.Not(of=of):
            return _negated(of, texts)
        case ex.Inside(of=of, source=source):
            return f"{_side(of, texts)} inside {_side(source, texts)}"
        case ex.IsRow() | ex.IsType() | ex.IsAnswer():
            return _is(node, "is", texts)
        case ex.Happened(event=event, span=span, args=given):
            inside = ", ".join(f"{name}: {_text(value, texts)}" for name, value in given.items())
            return f"times {event}{f'({inside})' if inside else ''} this {span}"
        case ex.Recorded(of=of, span=span):
            return f"times recorded {_text(of, texts)}{'' if span is None else f' this {span}'}"
        case ex.Position(features=features):
            return f"position of ({', '.join(_feature(feature, texts) for feature in features)})"
        case ex.Choice() | ex.LetIn() | ex.Told():
            return "..."
        case _:
            return _of_set(node, texts)


def _feature(node: ex.Feature, texts: Texts) -> str:
    text = _text(node.value, texts)
    return text if node.over is None else f"{text} for each {_set(node.over, texts)}"


def _one_of(parts: tuple[ex.Expression, ...], texts: Texts) -> str | None:
    """What may be written as `x is one of (a, b)`."""
    lefts, members = [], []
    for part in parts:
        match part:
            case ex.Compare(op="=", left=left, right=right) if not isinstance(right, ex.Nothing):
                member = _text(right, texts)
            case ex.IsRow(of=left, row=member) | ex.IsType(of=left, type=member):
                pass
            case _:
                return None
        lefts.append(left)
        members.append(member)
    if any(left != lefts[0] for left in lefts):
        return None
    return f"{_side(lefts[0], texts)} is one of ({', '.join(members)})"


def _of_set(node: ex.Any | ex.Every | ex.Count | ex.Sum | ex.Extreme | ex.All | ex.The, texts: Texts) -> str:
    match node:
        case ex.Any(of=over):
            return f"any {_set(over, texts)}"
        case ex.Every(of=over, has=has):
            return f"every {_set(over, texts)} has ({_text(has, texts)})"
        case ex.Count(of=over):
            return f"count of {_set(over, texts)}"
        case ex.All(of=over):
            return f"all {_set(over, texts)}"
        case ex.The(of=over):
            return f"the {_set(over, texts)}"
        case ex.Sum(over=over, value=value):
            return f"sum of {_primary(value, texts)} over {_set(over, texts)}"
        case ex.Extreme(which=which, over=over, value=value):
            return f"{which} of {_primary(value, texts)} over {_set(over, texts)}"
    assert_never(node)


def _set(over: ex.Set, texts: Texts) -> str:
    text = over.noun if over.binder.startswith("_") else f"{over.noun} {over.binder}"
    if over.low is not None and over.high is not None:
        text += f" in {_primary(over.low, texts)}..{_primary(over.high, texts)}"
    elif over.source is not None:
        text += f" in {_primary(over.source, texts)}"
    return text if over.where is None else f"{text} where ({_text(over.where, texts)})"


def _negated(of: ex.Expression, texts: Texts) -> str:
    if isinstance(of, ex.IsRow | ex.IsType | ex.IsAnswer):
        return _is(of, "is not", texts)
    if isinstance(of, ex.Call) and of.group and of.args:
        return _is(of, "is not", texts)
    return f"not {_text(of, texts)}" if not isinstance(of, ex.And | ex.Or) else f"not ({_text(of, texts)})"


def _is(node: ex.IsRow | ex.IsType | ex.IsAnswer | ex.Call, word: str, texts: Texts) -> str:
    match node:
        case ex.IsRow(row=name) | ex.IsType(type=name):
            inside = ""
        case ex.Call(name=name, args=arguments):
            inside = _listed(arguments[1:], texts)
        case ex.IsAnswer(action=name, args=args):
            inside = ", ".join(f"{part}: {_text(value, texts)}" for part, value in args.items())
    of = node.args[0] if isinstance(node, ex.Call) else node.of
    return f"{_side(of, texts)} {word} {name}" + (f"({inside})" if inside else "")


def _sign(op: str, right: ex.Expression) -> str:
    return {"=": "is", "!=": "is not"}.get(op, op) if isinstance(right, ex.Nothing) else op


def _among(node: ex.Arithmetic) -> tuple[ex.Expression, ...]:
    """What the greatest or smallest is taken of, which the rules form has two by two."""
    left = node.left
    first = _among(left) if isinstance(left, ex.Arithmetic) and left.op == node.op else (left,)
    return (*first, node.right)


def _listed(args: Sequence[ex.Expression], texts: Texts) -> str:
    return ", ".join(_text(argument, texts) for argument in args)


def _key(key: ex.Expression | None, texts: Texts) -> str:
    return "" if key is None else f"[{_text(key, texts)}]"


def _side(node: ex.Expression, texts: Texts) -> str:
    brackets = isinstance(node, _CONDITIONS)
    return f"({_text(node, texts)})" if brackets else _text(node, texts)


def _primary(node: ex.Expression, texts: Texts) -> str:
    text = _text(node, texts)
    return text if isinstance(node, _DIRECT) and not text.startswith("printed ") else f"({text})"
