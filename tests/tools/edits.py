"""Changes of games as authors make them, and nastier ones: texts by their paths become other texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import SequenceMatcher
from random import Random

Texts = dict[str, str]
"""The files of a game by their paths, which end as those of rules and of data do."""
Edit = Callable[[Random, str, Texts], str]
"""Makes another text of one; it may look at the texts of the whole game."""

_WORD = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"\d+")
_TOKEN = re.compile(r'[^\W\d]\w*|\d+|"[^"\n]*"|\.\.|!=|<=|>=|[^\w\s]')
_DECLARED = re.compile(
    r"^ *(event|value|test|action|window|type|rule|limit|zone|state|option|table) (\w+)", re.M
)
_KINDS = ("flag", "0..9", "number", "seat", "seat or none", "flag = no", "0..3 = 0", "suit", "action")
_SENTENCES = (
    "nothing", "leave {event}", "leave {event} afterwards", "{event}()", "result yes", "result 3",
    "result none", "set {state} to 1", "raise {state} by 1", "end game as {new}", "let {new} be {value}()",
    "for the rest of {event}:\n    rule {new}:\n        after {other}:\n            leave {event}",
    "for the rest of {event}:\n    modify {value}:\n        add 1",
    "for the rest of {event}:\n    rule {rule}:\n        forbid {action}",
    "at the end of {event}:\n    {other}()",
)  # fmt: skip
_DECLARATIONS = (
    "rule {new}:\n    after {event}:\n        leave {other}",
    "rule {new}:\n    before {event}:\n        let {new}_it be {value}()\n        set {state} to 2",
    "rule {new}:\n    forbid {action} where ({test}())",
    "rule {new}:\n    instead of {event}:\n        nothing",
    "modify {value}:\n    add 1",
    "modify {value}:\n    multiply 2 when {test}()",
    "modify {word} for {type} {new}:\n    add 1",
    "value {new}() = {value}()",
    "test {new}() = {test}() or {state} = 1",
    "event {new}():\n    result {value}()",
    "action {new}:\n    at {window}\n    by p\n    do:\n        {event}()",
    "text of {word}:\n    rule {new}:\n        after {event}:\n            {other}()",
    "text of {word}:\n    {event}:\n        {other}()",
    "type {new} is {type}\n\ntable {new}:\n    {new}_one\n    {new}_two: copies = 2",
    "enum {new}: {new}_one, {word}",
    "state {new}: 0..9 = 0",
    "limit {new}:\n    {state} < 1",
)  # fmt: skip


def edited(random: Random, texts: Texts) -> tuple[Texts, str]:
    """Return a game after one edit, and what was done."""
    path = random.choice([each for each in texts for _ in range(4 if each.endswith(".rules") else 1)])
    text = texts[path]
    if random.random() < 0.1:
        return _renamed(random, texts), "rename everywhere"
    edit = random.choice(EDITS if path.endswith(".rules") else _OF_DATA)
    changed = edit(random, text, texts)
    return {**texts, path: changed}, f"{edit.__name__.strip('_')} in {path}"


def taken_back(texts: Texts, before: Texts, after: Texts) -> Texts:
    """Return a game without an earlier edit, as far as its lines are still there; the later edits stay."""
    found = dict(texts)
    for path in texts:
        old, new, lines = (each.get(path, "").split("\n") for each in (before, after, texts))
        blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if old != new else []
        for sort, i1, i2, j1, j2 in blocks:
            if sort == "equal":
                continue
            around = new[max(j1 - 1, 0) : j2 + 1]
            places = [at for at in range(len(lines)) if lines[at : at + len(around)] == around]
            if len(places) == 1:
                lines[places[0] : places[0] + len(around)] = old[max(i1 - 1, 0) : i2 + 1]
        found[path] = "\n".join(lines)
    return found


def _renamed(random: Random, texts: Texts) -> Texts:
    """Every place of a name gets another one."""
    name = random.choice(_names(texts) if random.random() < 0.7 else _words(texts))
    new = random.choice((f"{name}_x", f"a_{name}", random.choice(_words(texts))))
    return {path: re.sub(rf"\b{re.escape(name)}\b", new, text) for path, text in texts.items()}


def _words(texts: Texts) -> list[str]:
    return sorted({word for text in texts.values() for word in _WORD.findall(text)})


def _names(texts: Texts, *sorts: str) -> list[str]:
    found = (_DECLARED.findall(text) for text in texts.values())
    return sorted({name for each in found for sort, name in each if not sorts or sort in sorts}) or ["nobody"]


def _filled(random: Random, sentence: str, texts: Texts) -> str:
    """A sentence about the things of a game."""
    return sentence.format(
        new=f"late_{random.randrange(30)}",
        event=random.choice(_names(texts, "event")),
        other=random.choice(_names(texts, "event", "action")),
        value=random.choice(_names(texts, "value")),
        test=random.choice(_names(texts, "test")),
        action=random.choice(_names(texts, "action")),
        window=random.choice(_names(texts, "window")),
        rule=random.choice(_names(texts, "rule")),
        state=random.choice(_names(texts, "state")),
        type=random.choice(_names(texts, "type")),
        word=random.choice(_words(texts)),
    )


def _instead(random: Random, text: str, pattern: re.Pattern[str], new: Callable[[str], str]) -> str:
    """Write something else for one of the places where a pattern is found."""
    found = list(pattern.finditer(text))
    if not found:
        return text
    at = random.choice(found)
    return text[: at.start()] + new(at[0]) + text[at.end() :]


def change_number(random: Random, text: str, texts: Texts) -> str:
    return _instead(
        random, text, _NUMBER, lambda old: str(random.choice((int(old) + 1, max(int(old) - 1, 0), 0, 99)))
    )


def change_word(random: Random, text: str, texts: Texts) -> str:
    pool = random.choice((_words({"": text}), _words(texts), _names(texts)))
    return _instead(random, text, _WORD, lambda old: random.choice(pool or [old]))


def change_token(random: Random, text: str, texts: Texts) -> str:
    return _instead(random, text, _TOKEN, lambda old: random.choice(("", f"{old} {old}", *"(~:")))


def change_comparison(random: Random, text: str, texts: Texts) -> str:
    signs = ("=", "!=", "<", "<=", ">", ">=", "and", "or")
    return _instead(
        random, text, re.compile(r"(?<= )(=|!=|<=|>=|<|>|and|or)(?= )"), lambda _: random.choice(signs)
    )


def change_result(random: Random, text: str, texts: Texts) -> str:
    ends = re.compile(r"(?<=result ).*|(?<=\) = ).*", re.M)
    return _instead(random, text, ends, lambda _: random.choice(("yes", "1", "none", "seat 1", "2 + 2")))


def change_attribute(random: Random, text: str, texts: Texts) -> str:
    kinds = re.compile(r"(?<=: )[\w.]+( or none)?( = \w+)?(?=\n)")
    return _instead(random, text, kinds, lambda _: random.choice((*_KINDS, *_names(texts, "type"))))


def insert_sentence(random: Random, text: str, texts: Texts) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    new = _filled(random, random.choice(_SENTENCES), texts)
    lines[at + 1 : at + 1] = [indent + line for line in new.split("\n")]
    return "\n".join(lines)


def insert_declaration(random: Random, text: str, texts: Texts) -> str:
    blocks = _blocks(text)
    new = _filled(random, random.choice(_DECLARATIONS), texts)
    blocks.insert(random.randint(0, len(blocks)), f"{new}\n\n")
    return "".join(blocks)


def _blocks(text: str) -> list[str]:
    """A text in parts that each begin with a line that is not indented."""
    return re.split(r"(?m)^(?=[^\s#])", text)


def delete_block(random: Random, text: str, texts: Texts) -> str:
    blocks = _blocks(text)
    del blocks[random.randrange(len(blocks))]
    return "".join(blocks)


def double_block(random: Random, text: str, texts: Texts) -> str:
    blocks = _blocks(text)
    block = _blocks(texts[random.choice([*texts])]) if random.random() < 0.3 else blocks
    blocks.insert(random.randint(0, len(blocks)), random.choice(block))
    return "".join(blocks)


def move_block(random: Random, text: str, texts: Texts) -> str:
    blocks = _blocks(text)
    block = blocks.pop(random.randrange(len(blocks)))
    blocks.insert(random.randint(0, len(blocks)), block)
    return "".join(blocks)


def delete_line(random: Random, text: str, texts: Texts) -> str:
    lines = text.split("\n")
    del lines[random.randrange(len(lines))]
    return "\n".join(lines)


def double_line(random: Random, text: str, texts: Texts) -> str:
    lines = text.split("\n")
    lines.insert(random.randint(0, len(lines)), random.choice(lines))
    return "\n".join(lines)


def swap_lines(random: Random, text: str, texts: Texts) -> str:
    lines = text.split("\n")
    one = random.randrange(len(lines))
    other = min(one + 1, len(lines) - 1) if random.random() < 0.6 else random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def insert_empty(random: Random, text: str, texts: Texts) -> str:
    lines = text.split("\n")
    lines.insert(random.randint(0, len(lines)), random.choice(("", "", "# a word", "    # another word")))
    return "\n".join(lines)


def indent_line(random: Random, text: str, texts: Texts) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    lines[at] = random.choice((f"    {lines[at]}", lines[at].removeprefix("    ")))
    return "\n".join(lines)


_OF_DATA: tuple[Edit, ...] = (
    change_number, change_number, change_word, change_word, change_token, delete_line, double_line,
    swap_lines, insert_empty,
)  # fmt: skip
EDITS: tuple[Edit, ...] = (
    *_OF_DATA, change_word, change_comparison, change_result, change_attribute, insert_sentence,
    insert_sentence, insert_declaration, insert_declaration, delete_block, double_block, move_block,
    indent_line,
)  # fmt: skip
