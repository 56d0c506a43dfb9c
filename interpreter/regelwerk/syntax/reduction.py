"""Parse trees: what a parser makes of words by its tables, with the place of each part.

Lark has the tables; going through them is done here, for its own trees keep far more places than are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NoReturn

from lark import Token
from lark.grammar import Rule
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParserState

Place = tuple[Token, Token]
"""The first and the last word of a part."""


class ParseTree:
    """What a rule of the grammar, or one of its aliases, has become: `children` are trees, words that matter,
    and None for parts left out.

    `place` are its first and last word, `outer` those with brackets around it that became nothing of their
    own. Both are None where no words are.
    """

    __slots__ = ("children", "data", "outer", "place")

    def __init__(self, data: str, children: list[Any], place: Place | None) -> None:
        self.data = data
        self.children = children
        self.place = self.outer = place

    def trees(self) -> Iterator[ParseTree]:
        """Yield this tree and all inside it."""
        waiting = [self]
        for tree in waiting:
            yield tree
            waiting += [child for child in tree.children if type(child) is ParseTree]

    def words(self) -> Iterator[Token]:
        """Yield the words in it, in order."""
        for child in self.children:
            if type(child) is ParseTree:
                yield from child.words()
            elif child is not None:
                yield child


Shape = Callable[[list[Any]], Any]
"""What makes a tree, or the one part that stands for it, of the parts of a rule."""


class Reduction:
    """What to do where a rule is complete: how many parts it has, what they become, and as what it goes on.

    Without a shape its one part stands for it.
    """

    __slots__ = ("origin", "shape", "size")

    def __init__(self, rule: Rule) -> None:
        self.size = len(rule.expansion)
        self.origin = str(rule.origin.name)  # lark has tokens there, which compare more slowly
        self.shape = shape_of(rule)


class Steps(dict[int, dict[str, Any]]):
    """What to do next, by state and word: go to a state, or reduce; each state is read when it is reached."""

    def __init__(self, states: Mapping[int, Mapping[str, tuple[Any, Any]]]) -> None:
        super().__init__()
        self._states = states
        self._reductions: dict[Rule, Reduction] = {}

    def __missing__(self, state: int) -> dict[str, Any]:
        row = {
            str(word): what if action is Shift else self._reduction(what)
            for word, (action, what) in self._states[state].items()
        }
        self[state] = row
        return row

    def _reduction(self, rule: Rule) -> Reduction:
        if rule not in self._reductions:
            self._reductions[rule] = Reduction(rule)
        return self._reductions[rule]


def words_read(state: ParserState[Any], steps: Steps) -> Iterator[Token]:
    """Yield the words of the text, each before it is read. Raises UnexpectedInput where one cannot stand."""
    lexer: Any = state.lexer
    for token in lexer.lex(state):
        yield token
        read_word(state, token, steps)


def read_word(state: ParserState[Any], token: Token, steps: Steps) -> None:
    """Go on with one word. Raises UnexpectedToken if it cannot stand there."""
    states, values, kind = state.state_stack, state.value_stack, token.type
    step = steps[states[-1]].get(kind)
    while type(step) is Reduction:
        _reduce(step, states, values, steps)
        step = steps[states[-1]].get(kind)
    if step is None:
        refuse(state, token)
    states.append(step)
    values.append(token)


def refuse(state: ParserState[Any], token: Token, is_end: bool = False) -> NoReturn:
    """Let lark say what is wrong with a word that cannot stand here: it raises UnexpectedToken."""
    state.feed_token(token, is_end)
    raise AssertionError("lark takes a word that its tables do not have")


def tree_read(state: ParserState[Any], steps: Steps, words: Sequence[Token]) -> ParseTree:
    """Return the tree of all words, which were read; raises UnexpectedToken if it is not complete."""
    end = Token.new_borrow_pos("$END", "", words[-1]) if words else Token("$END", "", 0, 1, 1)
    states, values = state.state_stack, state.value_stack
    goal = state.parse_conf.end_state
    while states[-1] != goal:
        step = steps[states[-1]].get(end.type)
        if step is None:
            refuse(state, end, is_end=True)
        _reduce(step, states, values, steps)
    tree: ParseTree = values[-1]
    return tree


def _reduce(step: Reduction, states: list[int], values: list[Any], steps: Steps) -> None:
    shape = step.shape
    if shape is None:  # most are such: an expression is a sum of one product of one factor
        states[-1] = steps[states[-2]][step.origin]
        return
    size = step.size
    if size:
        parts = values[-size:]
        del states[-size:], values[-size:]
    else:
        parts = []
    states.append(steps[states[-1]][step.origin])
    values.append(shape(parts))


def shape_of(rule: Rule) -> Shape | None:
    """Return what makes a tree of the parts of a rule, by what lark says of it: which words are left out,
    which lists are taken apart, which single part stands for the whole, and where None fills a gap.

    None if a rule has one part, which stands for it.
    """
    options, name, symbols = rule.options, str(rule.alias or rule.origin.name), list[Any](rule.expansion)
    # A rule `?x` with an alias makes a tree always.
    alone = bool(options.expand1 and not rule.alias)
    gaps = _gaps(options.empty_indices, len(symbols))
    taken: list[tuple[int, bool, int]] = []
    missing = 0
    for number, symbol in enumerate(symbols):
        missing += gaps[number]
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            taken.append((number, not symbol.is_term and symbol.name.startswith("_"), missing))
            missing = 0
    missing += gaps[-1]
    if not missing and taken == [(number, False, 0) for number in range(len(symbols))]:
        return None if alone and len(taken) == 1 else lambda parts: _tree(name, parts, parts)
    return _choosing(name, taken, missing, alone)


def _gaps(empty: tuple[bool, ...], size: int) -> list[int]:
    """How many parts are left out before each part of a rule, and behind the last."""
    if not empty:
        return [0] * (size + 1)
    return [len(gap) for gap in "".join(str(int(each)) for each in empty).split("0")]


def _choosing(name: str, taken: list[tuple[int, bool, int]], missing: int, alone: bool) -> Shape:
    def shape(parts: list[Any]) -> Any:
        chosen: list[Any] = []
        for number, apart, gap in taken:
            if gap:
                chosen += [None] * gap
            if not apart:
                chosen.append(parts[number])
            elif chosen:
                chosen += parts[number].children
            else:
                chosen = parts[number].children  # a list that grows is not copied at each part
        if missing:
            chosen += [None] * missing
        if not alone or len(chosen) != 1:
            return _tree(name, chosen, parts)
        (one,) = chosen
        if type(one) is ParseTree:
            one.outer = _place(parts)
            one.place = one.place or one.outer
        return one

    return shape


def _tree(name: str, children: list[Any], parts: list[Any]) -> ParseTree:
    return ParseTree(name, children, _place(parts))


def _place(parts: list[Any]) -> Place | None:
    """From the first word of some parts to the last one."""
    first = _outermost(parts, 0)
    last = _outermost(reversed(parts), 1)
    return None if first is None or last is None else (first, last)


def _outermost(parts: Iterable[Any], end: Literal[0, 1]) -> Token | None:
    for part in parts:
        if type(part) is Token:
            return part
        if part is not None and part.outer is not None:
            word: Token = part.outer[end]
            return word
    return None
