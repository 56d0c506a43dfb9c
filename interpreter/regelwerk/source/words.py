"""Where words of problems are made, when somebody looks: from a key and facts."""

import re
from collections.abc import Callable
from typing import NamedTuple

Plain = str | int | bool | None
Fact = Plain | tuple[Plain, ...]
"""What words are made of; plain, so that it can be kept."""


class Words(NamedTuple):
    """What is wrong, and how to put it right.

    They begin small, have no full stop and put what the author wrote in backticks.
    """

    message: str
    help: str | None = None


class Template(Words):
    """Words in which `{name}` stands for the fact of that name; braces that are meant stand twice."""

    def filled(self, facts: dict[str, object]) -> Words:
        """Return the words with facts in their places."""
        return Words(self.message.format_map(facts), self.help and self.help.format_map(facts))


_ARTICLE = re.compile(r"(?<![\w`])a(?= `(?:[ai]|e(?!u)|o(?!ne)|u(?!ni|s|t)))")
"""The article before a vowel; `unit` and `euro` begin with none."""
_SPEAKERS: dict[str, Callable[..., Words]] = {}


def let_speak(key: str, speaker: Callable[..., Words]) -> None:
    """Enter what makes the words of a code or a note of facts. Raises ValueError for a second one."""
    if key in _SPEAKERS:
        raise ValueError(f"{key} has two constructors")
    _SPEAKERS[key] = speaker


def say(key: str, facts: tuple[Fact, ...]) -> Words:
    """Return the words of a problem or a note: the one place where they are made."""
    words = _SPEAKERS[key](*facts)
    return Words(_spoken(words.message), words.help and _spoken(words.help))


def _spoken(text: str) -> str:
    """The text with `an` before names that are spoken so."""
    return _ARTICLE.sub("an", text)


def keys_with_words() -> set[str]:
    """Return what has words: codes, and the keys of notes."""
    return set(_SPEAKERS)
