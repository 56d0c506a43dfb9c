"""The one place where what the parser found becomes typed nodes: a function for each form of the grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Literal, TypeVar

from lark import Token
from msgspec import structs

from regelwerk.source.spans import Span
from regelwerk.syntax.reduction import ParseTree
from regelwerk.tree import declarations as td
from regelwerk.tree import expressions as tx
from regelwerk.tree import house_rules as th
from regelwerk.tree import scenarios as tc
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Aside, Cites, Clause, Name, Node, Quoted, Whole, WholeRange

N = TypeVar("N")
Form = Callable[..., object]
MAX_DEPTH = 200
"""How many forms of the grammar may lie inside each other, so that trees can be walked by calls."""
_TOLD = object()
"""The words `told by its text`, which say nothing more."""


class TooDeep(Exception):
    """More than `MAX_DEPTH` forms lie inside each other; the first beyond is `at` a place."""

    def __init__(self, at: Span) -> None:
        super().__init__(at)
        self.at = at


def build(
    file: str,
    tree: ParseTree,
    asides: Iterable[tuple[int, Aside]] = (),
    forms: Mapping[str, Form] | None = None,
) -> Any:
    """Return what a tree of the parser says: a node. Raises TooDeep.

    `asides` are what stands aside of its lines, in order, with their numbers. `forms` are what makes nodes,
    those of the language as it is unless others are given.
    """
    return _Builder(file, asides, FORMS if forms is None else forms).build(tree, Span.start_of(file), 0)


class _Builder:
    """Makes the nodes of one declaration; an aside goes to the first and outermost node of its line."""

    def __init__(self, file: str, asides: Iterable[tuple[int, Aside]], forms: Mapping[str, Form]) -> None:
        self.file = file
        self.forms = forms
        self.asides = list(asides)[::-1]

    def build(self, tree: ParseTree, at: Span, depth: int) -> Any:
        """Return a node, or the tuple of nodes that a list of them is."""
        if tree.place is not None:
            at = _at(self.file, *tree.place)
        if depth == MAX_DEPTH:
            raise TooDeep(at)
        mine = []
        while self.asides and self.asides[-1][0] <= at.line:
            mine.append(self.asides.pop()[1])
        inner = depth + (tree.data != "grouped")
        parts: list[object] = []
        for part in tree.children:
            if isinstance(part, ParseTree):
                parts.append(self.build(part, at, inner))
            else:
                parts.append(None if part is None else _token(self.file, part))
        made: Any = self.forms[tree.data](at, *parts)
        for aside in mine:
            listed = isinstance(made, tuple)  # a list has no place for it, but its first node has
            made = (_beside(made[0], aside), *made[1:]) if listed else _beside(made, aside)
        return made


def _beside(node: Node, aside: Aside) -> Node:
    """Put comments and brackets beside those that a node has."""
    old = node.aside or Aside()
    both = Aside(
        old.above + aside.above,
        old.beside + aside.beside,
        old.below + aside.below,
        old.brackets + aside.brackets,
        old.written or aside.written,
    )
    return structs.replace(node, aside=both)


def _at(file: str, first: Token, last: Token) -> Span:
    return Span(file, first.line or 1, first.column or 1, last.end_line or 1, last.end_column or 1)


def _token(file: str, token: Token) -> Node:
    at = _at(file, token, token)
    if token.type == "NUMBER":
        return _whole(at, int(token), str(token))
    if token.type == "TEXT":
        return Quoted(at, token[1:-1])
    if token.type == "CLAUSE":
        return Clause(at, str(token))
    return Name(at, str(token))


def _whole(at: Span, value: int, digits: str) -> Whole:
    return Whole(at, value, aside=None if str(value) == digits else Aside(written=digits))


def _below_zero(at: Span, number: Whole) -> Whole:
    return _whole(at, -number.value, f"-{number.aside.written if number.aside else number.value}")


def _of(kind: type[N], parts: Iterable[object]) -> tuple[N, ...]:
    return tuple(part for part in parts if isinstance(part, kind))


def _without(kind: type[object], parts: Iterable[N | None]) -> tuple[N, ...]:
    return tuple(part for part in parts if part is not None and not isinstance(part, kind))


# ---- what most forms are made of
def _the_one(at: Span, part: N, *rest: object) -> N:
    return part


def _all(at: Span, *parts: object) -> tuple[object, ...]:
    return tuple(part for part in parts if part is not None)


def _word(word: str) -> Form:
    return lambda at, name=None: Name(at, word) if name is None else name


def _spelled(kind: type[Node]) -> Callable[..., Any]:
    """A node whose first field has values that the grammar spells as words."""
    make: Callable[..., Node] = kind
    values = {words: value for value, words in kind.spelled.items()}
    return lambda at, word, *rest: make(at, values[word.text], *rest)


def _many(kind: Callable[..., Node], first: int = 0) -> Form:
    """A node with `first` parts, and all others in one field."""
    return lambda at, *parts: kind(at, *parts[:first], _all(at, *parts[first:]))


def _cited(kind: Callable[..., Node], first: int) -> Form:
    """A node with `first` parts, and the clauses that are cited behind them."""
    return lambda at, *parts: kind(at, *parts[:first], cites=_of(Cites, parts))


def _many_cited(kind: Callable[..., Node], first: int = 0) -> Form:
    """A node with `first` parts, all others in one field, and the clauses cited among them."""
    return lambda at, *parts: kind(
        at, *parts[:first], _without(Cites, parts[first:]), cites=_of(Cites, parts)
    )


# ---- expressions
def _compare(at: Span, left: tx.Expression, sign: Name, right: tx.Expression) -> tx.Compare:
    signs: dict[str, tx.Sign] = {"=": "=", "!=": "!=", "<=": "<=", ">=": ">=", "<": "<", ">": ">"}
    return tx.Compare(at, left, signs[sign.text], right)


def _is_one_of(negated: bool) -> Form:
    return lambda at, of, word, *others: tx.IsOneOf(at, of, others, negated)


def _is_answer(negated: bool) -> Form:
    return lambda at, of, action, *matches: tx.IsAnswer(at, of, action, _of(tx.Match, matches), negated)


def _is_in_group(negated: bool) -> Form:
    return lambda at, of, group, *arguments: tx.IsInGroup(at, of, group, arguments, negated)


def _among(which: Literal["greatest", "smallest"]) -> Form:
    return lambda at, *parts: tx.Among(at, parts, which)


def _happening(at: Span, event: Name, *matches: tx.Match | None) -> tx.Happening:
    found = _of(tx.Match, matches)
    empty = not found and at != event.at
    return tx.Happening(at, event, found, aside=Aside(written=f"{event}()") if empty else None)


def _numbered(at: Span, name: Name) -> tx.Numbered:
    row, _, digits = name.text.partition("#")
    return tx.Numbered(at, name.text, row, int(digits))


def _set(
    at: Span, noun: Name, given: Any, binder: Name | None, source: Any, where: Any, sorting: Any
) -> tx.Set:
    return tx.Set(at, noun, given or (), binder, source, where, sorting or ())


def _source(at: Span, low: tx.Expression, *rest: Any) -> tx.Expression | tx.Range:
    return tx.Range(at, low, rest[1]) if rest else low


def _may(at: Span, first: Any, second: Any) -> tx.May | tc.MayPick:
    """`may gain(p)` asks of an event, `seat 1 may lay(ruby)` is a line of a scenario."""
    return tx.May(at, first, second) if isinstance(second, tuple) else tc.MayPick(at, first, second)


# ---- statements
_place = _spelled(ts.Place)


def _move(at: Span, what: tx.Expression, to: tx.Expression, place: Name | None) -> ts.Move:
    return ts.Move(at, what, to, None if place is None else _place(place.at, place))


def _pay(at: Span, payment: Name, one_each: object, by: ts.Payer, *rest: Any) -> ts.Pay:
    *needs, then, otherwise = rest
    return ts.Pay(at, payment, one_each is not None, by, tuple(needs), then, otherwise)


def _atomic(at: Span, *rest: Any) -> ts.Atomic:
    return ts.Atomic(at, _of(Name, rest[:-1]), rest[-1])


def _rule(at: Span, name: Name, over: tx.Set | None, *rest: Any) -> ts.Rule:
    *lines, hook = rest
    return ts.Rule(at, name, over, tuple(lines), hook)


def _hook(at: Span, when: Name, event: Name, where: tx.Expression | None, body: ts.Body) -> ts.Hook:
    return ts.Hook(at, event, where, body, "before" if when.text == "before" else "after")


def _modify(at: Span, of: Name, *rest: Any) -> ts.Modify:
    words = _of(Name, rest)
    binders = zip(words[::2], words[1::2], strict=True)
    heads = tuple(ts.Binder(noun.at, noun, name) for noun, name in binders)
    over = next(iter(_of(tx.Set, rest)), None)
    return ts.Modify(at, of, heads, over, _of(Cites, rest), _of(ts.Modification, rest))


def _modification(operation: Literal["be", "raise", "lower", "multiply"]) -> Form:
    return lambda at, by, *rest: ts.Modification(at, operation, by, rest[-2] if rest[1:] else None, rest[-1])


# ---- declarations
def _game(at: Span, name: Name, low: Whole, dots: Name | None, high: Whole | None) -> td.Game:
    return td.Game(at, name, low, high)


def _attribute_line(at: Span, name: Name, kind: td.Kind, *rest: Any) -> td.AttributeLine:
    return td.AttributeLine(at, name, kind, rest[0], rest[1] or (), rest[2] is not None, _of(Cites, rest))


def _state(
    at: Span, name: Name, kind: td.Kind, default: tx.Expression | None, until: Any, *rest: Any
) -> td.State:
    return td.State(at, name, kind, default, until or (), _of(Cites, rest))


def _seen(at: Span, by: Name, when: tx.Expression | None) -> td.Seen:
    seers: dict[str, Literal["all", "owner", "nobody"]] = {"all": "all", "owner": "owner", "nobody": "nobody"}
    return td.Seen(at, seers[by.text], when)


def _option_words(at: Span, name: Name, *rest: Any) -> td.OptionWords:
    *words, default = _of(Name, rest)
    return td.OptionWords(at, name, tuple(words), default, _of(Cites, rest))


def _option(at: Span, name: Name, kind: td.Kind, default: tx.Expression, *rest: Any) -> td.Option:
    return td.Option(at, name, kind, default, _of(Cites, rest))


def _parameter(
    at: Span, many: object, kind: Name, name: Name, or_none: td.OrNone | None, default: tx.Expression | None
) -> td.Parameter:
    return td.Parameter(at, many is not None, kind, name, or_none is not None, default)


def _told(kind: Callable[..., Node]) -> Form:
    """What is told by its text: what stands before these words, and what holds otherwise."""
    return lambda at, *parts: kind(
        at, *(part for part in parts[:-2] if part is not _TOLD), parts[-2], _of(Cites, parts)
    )


def _group(at: Span, name: Name, *rest: object) -> td.Group:
    return td.Group(at, name, _of(td.Parameter, rest), _of(tx.Set, rest)[0], _of(Cites, rest))


def _cases(at: Span, *rest: Any) -> td.Cases:
    return td.Cases(at, _of(Cites, rest), _of(td.LetIn, rest), _of(td.Case, rest), rest[-1])


def _block(at: Span, *lines: Any) -> tuple[tuple[Cites, ...], ts.Body]:
    return _of(Cites, lines), _without(Cites, lines)


def _with_block(kind: Callable[..., Node]) -> Form:
    return lambda at, *parts: kind(at, *parts[:-1], *parts[-1])


_answers_how = _spelled(td.Answers)


def _answers(at: Span, words: Name) -> td.Answers:
    how = words.text.removesuffix(" one at a time")
    made: td.Answers = _answers_how(at, Name(words.at, how), how != words.text)
    return made


def _target(at: Span, first: Any, name: Name | None = None) -> td.Target | th.TargetName:
    """`target seat p` is a line of an action, `rule bonus` what a house rule is about."""
    return td.Target(at, first) if name is None else th.TargetName(at, first.text, name)


def _list(at: Span, name: Name, seat: Name, defaults: tuple[Name, ...] | None, *lines: Any) -> td.List:
    return td.List(at, name, seat, defaults or (), lines)


def _must(kind: type[td.Must]) -> Form:
    return lambda at, name, over, *rest: kind(at, name, over, _of(Cites, rest), _without(Cites, rest)[0])


def _position(at: Span, word: Name, name: Name, *rest: Any) -> tc.Position:
    return tc.Position(at, name, _of(td.Parameter, rest), _without(td.Parameter, rest))


def _text(at: Span, *rest: Any) -> td.Text:
    parts = tuple(part for part in rest if not isinstance(part, Name | Cites))
    return td.Text(at, _of(Name, rest), _of(Cites, rest), parts)


# ---- house rules
def _house(at: Span, title: Quoted, amends: Name, version: Quoted | None, *rest: Any) -> th.House:
    return th.House(at, title, amends, version, rest[0] or (), rest[1:])


def _insert(at: Span, when: Name, step: th.Step, name: Name, block: Any) -> th.Insert:
    return th.Insert(at, "before" if when.text == "before" else "after", step, name, *block)


FORMS: dict[str, Form] = {
    # words and lists of parts, which are no nodes of their own
    "word": _the_one, "noun": _word("seat"), "type_name": _word("seat"), "name": _the_one,
    "named_kind": _the_one, "seat_kind": _word("seat"), "flag": _word("flag"), "face": _the_one,
    "sort": _the_one, "lifetime": _the_one, "mark": _all, "coming": td.Coming, "condition": _the_one,
    "only_with_line": ts.OnlyWith,
    "gives": _the_one, "told": lambda at: _TOLD, "list_of": _word("list of"),
    "one_each": _word("one each"), "arguments": _all, "sorting": _all,
    "given_to": _all, "body": _all, "spent": _all, "parameters": _all, "list_defaults": _all, "on_top": _all,
    "block": _block, "cites": _many(Cites), "tail": _many(Cites),
    "below_zero": _below_zero,
    "range": lambda at, low, dots, high: WholeRange(at, low, high),
    "bounds": lambda at, low, dots, high: WholeRange(at, low, high),
    # expressions
    "grouped": lambda at, inner: _beside(inner, Aside(brackets=1)),
    "either": _many(tx.Either), "both": _many(tx.Both), "negate": tx.Negate, "any": tx.Any,
    "every": tx.Every, "happened": tx.Happened, "times": tx.Times,
    "recorded": tx.Recorded, "feature": tx.Feature,
    "position_of": lambda at, word, *features: tx.Position(at, features),
    "may": _may, "supposing": tx.Supposing,
    "compare": _compare,
    "inside": tx.Inside, "is_none": partial(tx.IsNone, negated=False),
    "is_not_none": partial(tx.IsNone, negated=True), "is_kind": partial(tx.IsKind, negated=False),
    "is_not_kind": partial(tx.IsKind, negated=True), "is_one_of": _is_one_of(False),
    "is_not_one_of": _is_one_of(True), "is_answer": _is_answer(False), "is_not_answer": _is_answer(True),
    "is_in_group": _is_in_group(False), "is_not_in_group": _is_in_group(True),
    "add": partial(tx.Arithmetic, sign="+"), "subtract": partial(tx.Arithmetic, sign="-"),
    "multiply": partial(tx.Arithmetic, sign="*"), "minus": tx.Minus, "count": tx.Count,
    "total": partial(tx.Fold, which="sum"), "greatest": partial(tx.Fold, which="greatest"),
    "smallest": partial(tx.Fold, which="smallest"),
    "greatest_among": _among("greatest"), "smallest_among": _among("smallest"), "all": tx.All, "the": tx.The,
    "number": lambda at, number: tx.Number(at, number.value, aside=number.aside),
    "yes": partial(tx.Flag, value=True),
    "no": partial(tx.Flag, value=False), "none": tx.Nothing, "printed": tx.Printed, "numbered": _numbered,
    "seat_number": tx.SeatNumber, "call": tx.Call, "attribute": tx.Attribute, "cell": tx.Cell,
    "happening": _happening, "match": tx.Match, "set": _set, "source": _source,
    # statements
    "happen": ts.Happen, "consequence": ts.Happen, "assign": ts.Assign,
    "raise_": partial(ts.Change, up=True), "lower": partial(ts.Change, up=False), "move": _move,
    "put": ts.Put, "draw_many": ts.DrawMany, "draw_one": ts.DrawOne, "look": ts.Look,
    "create": _many(ts.Create, 2), "creation": ts.Creation, "bring": ts.Bring, "shuffle": ts.Shuffle,
    "record": ts.Record,
    "roll": ts.Roll, "roll_into": ts.RollInto, "roll_die": ts.RollDie,
    "stop": ts.Stop, "leave": partial(ts.Leave, afterwards=False),
    "leave_afterwards": partial(ts.Leave, afterwards=True), "result": ts.Result, "done": ts.Done,
    "nothing": ts.Pass, "open": ts.Open, "later": ts.Later, "carry_out": ts.CarryOut, "show": ts.Show,
    "cancel": ts.Cancel, "aim": ts.Aim, "end_game": _many(ts.EndGame, 1), "winners": ts.Winners,
    "score": ts.Score, "if_": ts.If, "otherwise": ts.Otherwise, "otherwise_if": ts.OtherwiseIf,
    "let": ts.Let, "for_each": ts.ForEach, "repeat": ts.Repeat, "repeat_times": ts.RepeatTimes,
    "repeat_while": ts.RepeatWhile, "choose": ts.Choose,
    "up_to": partial(ts.Amount, which="up_to"), "exactly": partial(ts.Amount, which="exactly"),
    "at_least": partial(ts.Amount, which="at_least"),
    "any_number": partial(ts.Amount, count=None, which="any"),
    "may_choose": ts.MayChoose, "pick": ts.Pick, "ask": _many(ts.Ask, 1), "way": ts.Way,
    "secret_choice": ts.SecretChoice, "pay": _pay, "one_payer": partial(ts.Payer, start=None, mode="one"),
    "some_payer": partial(ts.Payer, mode="some"), "group_payer": partial(ts.Payer, mode="group"),
    "then": ts.Then,
    "need": ts.Need, "atomic": _atomic, "lasting": _many(ts.Lasting, 1), "rule": _rule, "hook": _hook,
    "instead": partial(ts.Hook, when="instead"), "as_soon_as": ts.AsSoonAs, "forbid": ts.Forbid,
    "allow": ts.Allow, "modify": _modify, "be": _modification("be"), "raise_by": _modification("raise"),
    "lower_by": _modification("lower"), "multiply_by": _modification("multiply"),
    # declarations
    "game": _game, "labels": _many(td.Labels, 1), "label": td.Label, "label_name": _the_one,
    "enum": _many_cited(td.Enum, 1), "type": _many(td.Type, 3),
    "attribute_line": _attribute_line, "starts": td.StartsIn, "needs_text": td.NeedsText,
    "shown_back": lambda at, back: td.ShownBack(at), "named_by": td.NamedBy, "kind": td.Kind,
    "or_none": td.OrNone, "table": _many(td.Table, 1), "row": _many(td.Row, 1), "cell_value": td.CellValue,
    "zone": _many_cited(td.Zone, 3), "ordered": partial(td.Order, order="ordered"),
    "pile": partial(td.Order, order="pile"), "seen": _seen, "state": _state,
    "die": _many_cited(td.Die, 2), "map": td.Map,
    "adjacent": _spelled(td.Adjacent), "graph": td.Graph, "option_words": _option_words,
    "option": _option, "parameter": _parameter, "value": _cited(td.Value, 4), "value_cases": td.ValueCases,
    "group": _group, "told_value": _told(td.ToldValue), "cases": _cases, "case": td.Case, "named": td.LetIn,
    "event": _with_block(td.Event),
    "told_event": _told(td.ToldEvent), "window": _many(td.Window, 2), "asks": td.Asks,
    "passing": td.Passing, "closes": _spelled(td.Closes), "answers": _answers, "action": _many(td.Action, 1),
    "at": _many(td.At), "by": td.By, "uses": td.Uses, "target": _target, "needs": td.Needs,
    "once_per": td.OncePer, "only_with": td.OnlyWith, "declared": _spelled(td.DeclaredWhen),
    "cost": td.Cost, "do": td.Do,
    "limit": _many(td.Limit, 2), "holds": td.Holds, "checked": _many(td.Checked), "breach": td.Breach,
    "payment": _many_cited(td.Payment, 4), "things": td.Things, "units": td.Units, "list": _list,
    "list_part": _cited(td.ListPart, 3), "must": _must(td.Must), "must_below": _must(td.MustBelow),
    "text": _text,
    "tells": _with_block(td.Tells), "tells_value": _cited(td.TellsValue, 2),
    "tells_cases": td.TellsCases,
    # scenarios
    "scenario": _many(tc.Scenario, 1), "position": _position,
    "in_position": lambda at, word, *parts: _many(tc.InPosition, 1)(at, *parts),
    "made_up": lambda at, word, kind, row: tc.MadeUp(at, kind, row),
    "with_players": tc.WithPlayers, "with_option": tc.WithOption,
    "with_list": tc.WithList, "scenario_let": tc.ScenarioLet, "with_figure": tc.WithFigure,
    "given": tc.Given, "start": _many(tc.Start),
    "occurrence": tc.Occurrence, "chance": _many(tc.Chance, 1),
    "chance_source": _word("seat"), "chooses": _many(tc.Chooses, 1),
    "may_only": lambda at, seat, word, *picks: _many(tc.MayOnly, 1)(at, seat, *picks),
    "cannot": tc.Cannot, "pass_pick": partial(tc.WordPick, word="pass"),
    "done_pick": partial(tc.WordPick, word="done"), "decline_pick": partial(tc.WordPick, word="decline"),
    "not_asked": tc.NotAsked, "all_pass": tc.AllPass,
    "plays_nothing": tc.PlaysNothing, "expect": tc.Expect, "ends": tc.Ends,
    # house rules
    "house": _house, "replace": th.Replace, "remove": _many_cited(th.Remove),
    "narrow_action": _many(th.NarrowAction, 1), "by_where": th.ByWhere,
    "narrow_rule": _cited(th.NarrowRule, 2), "extend_enum": _many_cited(th.ExtendEnum, 1),
    "extend_type": _many(th.ExtendType, 1), "change_table": _many(th.ChangeTable, 1),
    "fix_option": _cited(th.FixOption, 2), "insert": _insert, "leave_out": _cited(th.LeaveOut, 2),
    "presupposes": _many_cited(th.Presupposes), "excludes": _many_cited(th.Excludes), "step": th.Step,
    "house_target": th.HouseTarget, "modify_target": th.ModifyTarget,
}  # fmt: skip
"""What makes a node of each form of the grammar, under the names that the grammar gives them."""
