"""Random sentences of the language, derived from its grammar, and random layouts of them."""

from functools import cache
from itertools import pairwise
from random import Random

from lark import Token
from lark.grammar import Rule

from regelwerk.syntax.grammar import EDITION, begin, keywords, parser, reserved, steps
from regelwerk.syntax.reduction import ParseTree, read_word, tree_read

NAMES = [
    "a",
    "p",
    "card",
    "tally_2",
    "größe",
    "карта",
    "カード",
    "if_only",
    "counting",
    "grid",
    "target",
    "cost",
    "holds",
    "ordered",
    "zone",
]
SAMPLES = {
    "NUMBER": ["0", "7", "123456789"],
    "TEXT": ['"a text"', '""', '"with # and (brackets"', '"großes – Wort"'],
    "CLAUSE": ["book.chapter.1", "second-book.part_two.12b"],
    "COMPARISON": ["=", "!=", "<", "<=", ">", ">="],
    "DOTS": [".."],
    "PLACE": ["on top", "at bottom"],
    "BACK": ["on back"],
    "POSITION": ["position"],
    "ROW": ["row"],
    "ONLY": ["only"],
    "SEERS": ["all", "owner", "nobody"],
    "CLOSING": ["when all pass in a row", "after one answer", "when each has passed"],
    "ANSWERING": ["at once", "last first", "in order", "in order one at a time"],
    "DECLARED": ["to open", "in answer", "by rules"],
    "ADJACENT": ["orthogonally", "in all directions", "as hexagons"],
    "WHEN": ["before", "after"],
    "ONE_OF": ["one of"],
    "POSITION_OF": ["position of"],
    "NUMBERED": ["card#1", "größe#12", "tally_2#3"],
}
SIGNS = {
    "EQUAL": "=",
    "COLON": ":",
    "COMMA": ",",
    "DOT": ".",
    "LPAR": "(",
    "RPAR": ")",
    "LSQB": "[",
    "RSQB": "]",
    "PLUS": "+",
    "MINUS": "-",
    "STAR": "*",
    "VBAR": "|",
}
MANY_TOKENS = 150  # from here on everything is as short as it can be


@cache
def _rules() -> dict[str, list[tuple[int, Rule]]]:
    """Return the rules of the grammar by what they derive, each with the depth of its lowest tree."""
    rules = parser().rules
    depth = {rule.origin.name: 1000 for rule in rules}

    def lowest(rule: Rule) -> int:
        return 1 + max((0 if symbol.is_term else depth[symbol.name] for symbol in rule.expansion), default=0)

    changed = True
    while changed:
        changed = False
        for rule in rules:
            if lowest(rule) < depth[rule.origin.name]:
                depth[rule.origin.name] = lowest(rule)
                changed = True
    found: dict[str, list[tuple[int, Rule]]] = {}
    for rule in rules:
        found.setdefault(rule.origin.name, []).append((lowest(rule), rule))
    return found


def declaration(random: Random, depth: int) -> list[Token]:
    """Return the tokens of a declaration whose tree is not much deeper than `depth`."""
    tokens: list[Token] = []

    def derive(name: str, left: int) -> None:
        rules = _rules()[name]
        possible = [rule for lowest, rule in rules if lowest <= left and len(tokens) < MANY_TOKENS]
        lowest_of_all = min(lowest for lowest, _ in rules)
        for symbol in random.choice(
            possible or [rule for low, rule in rules if low == lowest_of_all]
        ).expansion:
            if symbol.is_term:
                # There a member of an enum, or a name of a body, stands behind the dot.
                attribute = name not in ("cell_value", "label")
                tokens.append(Token(symbol.name, _text(symbol.name, tokens, random, attribute)))
            else:
                derive(symbol.name, left - 1)

    derive("declaration", depth)
    # With a bracket behind it `only` is the name of what is called.
    called = any(each.type == "ONLY" and after.type == "LPAR" for each, after in pairwise(tokens))
    return declaration(random, depth) if called else tokens


@cache
def _free_names() -> list[str]:
    return [name for name in NAMES if name not in reserved()]


def _text(terminal: str, before: list[Token], random: Random, attribute: bool) -> str:
    if terminal == "NAME":
        after_dot = attribute and bool(before) and before[-1].type == "DOT"
        return random.choice([*NAMES, *sorted(reserved())] if after_dot else _free_names())
    if terminal in SAMPLES:
        return random.choice(SAMPLES[terminal])
    if terminal in ("_NL", "_INDENT", "_DEDENT"):
        return ""
    return SIGNS.get(terminal) or keywords()[terminal]


def tree_of(tokens: list[Token]) -> ParseTree:
    """Return the tree of `tokens`, without any text."""
    state = begin("", 1)
    for token in tokens:
        read_word(state, token, steps(EDITION))
    return tree_read(state, steps(EDITION), tokens)


def write(tokens: list[Token], random: Random | None) -> str:
    """Return `tokens` as text, in plain layout or with any blanks and breaks that the language allows."""
    text = ""
    widths = [0]
    depth = 0
    brackets = 0
    line_begins = True
    before = ""
    for token in tokens:
        if token.type == "_NL":
            text += _blanks(random, 0, 2) + "\n" * (random.choice([1, 1, 1, 2, 4]) if random else 1)
            line_begins = True
        elif token.type == "_INDENT":
            depth += 1
            widths = [*widths[:depth], widths[depth - 1] + (random.randint(1, 7) if random else 4)]
        elif token.type == "_DEDENT":
            depth -= 1
        else:
            brackets -= token.type in ("RPAR", "RSQB")
            if line_begins:
                text += " " * widths[depth]
            else:
                tight = token.type in SIGNS or before in SIGNS or "DOTS" in (token.type, before)
                text += _gap(random, bool(brackets) or before == "COMMA", tight and random is not None)
            if random and token.type in SAMPLES and token.type != "TEXT":
                text += "".join(_blanks(random, 1, 3) if sign == " " else sign for sign in token)
            else:
                text += token
            brackets += token.type in ("LPAR", "LSQB")
            line_begins = False
        before = token.type
    return text


def _gap(random: Random | None, may_break: bool, may_be_empty: bool) -> str:
    if random is None:
        return " "
    if may_break and random.random() < 0.2:
        return _blanks(random, 0, 2) + "\n" * random.choice([1, 1, 2]) + _blanks(random, 1, 30)
    return _blanks(random, 0 if may_be_empty else 1, 3)


def _blanks(random: Random | None, least: int, most: int) -> str:
    return " " * random.randint(least, most) if random else ""
