"""The lexer of the parser: words of the language where they fit, names everywhere else."""

from collections.abc import Collection, Iterator, Mapping
from copy import copy
from typing import Any

from lark import Token
from lark.common import LexerConf
from lark.lexer import BasicLexer, ContextualLexer, LexerState, LineCounter
from lark.parsers.lalr_analysis import Shift


class PreciseLexer(ContextualLexer):
    """Takes a word for a name where the word of the language cannot stand, but a name can.

    Lark's lexer goes by what the state of the parser may read, which is more than really can
    follow: states of different places are one, and only a simulation tells them apart. The
    comparison of all words with each other is left to a test with a strict parser.

    What reads the words of a state is made when the parser comes there: of one declaration it sees few.
    """

    def __init__(
        self, conf: LexerConf, states: dict[int, Collection[str]], always_accept: Collection[str] = ()
    ) -> None:
        conf.skip_validation = True
        self.lexers = _Lexers(conf, states, always_accept)
        self.root_lexer = BasicLexer(conf)

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:
        """Yield the words of the text. Raises UnexpectedInput where there is none."""
        table, stack = parser_state.parse_conf.parse_table.states, parser_state.state_stack
        text, end, at = lexer_state.text.text, lexer_state.text.end, lexer_state.line_ctr
        lexers: Mapping[int, Any] = self.lexers
        while True:
            lexer = lexers[stack[-1]]
            token = self._next(lexer, text, end, at)
            if token is None:
                if at.char_pos < end:
                    yield from super().lex(lexer_state, parser_state)  # says what is wrong
                return
            kind = token.type
            if kind in lexer.ignore_types:
                continue
            lexer_state.last_token = token
            if "  " in token and kind not in ("TEXT", "_NL"):
                token = token.update(value=" ".join(token.split()))
            if kind != "NAME" and (kind[:1] != "_" or kind[:2] == "__") and token.isalpha():
                actions = table[stack[-1]]
                as_name = actions.get("NAME")
                if (
                    as_name is not None
                    and as_name == actions.get(kind)
                    and as_name[0] is not Shift
                    and not _can_follow(table, stack, kind)
                    and _can_follow(table, stack, "NAME")
                ):
                    token.type = "NAME"
            yield token

    def _next(self, lexer: BasicLexer, text: str, end: int, at: LineCounter) -> Token | None:
        """Return the next word, which the lexer of a state knows, and go behind it; None if there is none."""
        begin = at.char_pos
        while text.startswith(" ", begin, end):
            begin += 1
        for pattern in lexer.scanner._mres:
            found = pattern.match(text, begin, end)
            if found:
                break
        else:
            if begin == end:
                at.feed(text[at.char_pos :])
            return None
        kind, word = found.lastgroup, found[0]
        column = begin - at.line_start_pos + 1
        token = Token(kind, word, begin, at.line, column)
        at.char_pos = begin
        at.feed(word, kind in lexer.newline_types)
        token.end_line, token.end_column, token.end_pos = at.line, at.column, at.char_pos
        callback = lexer.callback.get(kind)
        return token if callback is None else callback(token)


class _Lexers(dict[int, Any]):
    """What reads the next word, by the state of the parser; states with the same words have the same."""

    def __init__(
        self, conf: LexerConf, states: Mapping[int, Collection[str]], always_accept: Collection[str]
    ) -> None:
        super().__init__()
        self._conf = conf
        self._states = states
        self._always = {*conf.ignore, *always_accept}
        self._made: dict[frozenset[str], BasicLexer] = {}

    def __missing__(self, state: int) -> BasicLexer:
        accepts = frozenset(self._states[state])
        if accepts not in self._made:
            conf = copy(self._conf)
            by_name = conf.terminals_by_name
            conf.terminals = [by_name[name] for name in accepts | self._always if name in by_name]
            self._made[accepts] = BasicLexer(conf)
        self[state] = self._made[accepts]
        return self._made[accepts]


def _can_follow(table: Any, states: list[int], terminal: str) -> bool:
    """Say whether a parser with the stack `states` would shift `terminal`, after what it reduces first."""
    stack = list(states)
    while terminal in table[stack[-1]]:
        action, argument = table[stack[-1]][terminal]
        if action is Shift:
            return True
        if argument.expansion:
            del stack[-len(argument.expansion) :]
        stack.append(table[stack[-1]][argument.origin.name][1])
    return False
