"""What players read: the labels of a game, and the few words every board needs, in German and English."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from regelwerk.rules.declarations import Rules

LANGUAGES = ("en", "de")

_WORDS = {
    "en": {},
    "de": {
        "seat": "Platz", "of": "von", "pass": "passen", "done": "fertig", "decline": "ablehnen", "none": "-",
        "yes": "ja", "no": "nein", "units": "Einheiten", "hidden": "verdeckt", "you": "du",
        "Seats": "Plätze", "Zones": "Bereiche", "States": "Zustände",
        "Things": "Dinge", "Events": "Ereignisse",
        "more": "weitere", "choose": "Wähle",
    },
}  # fmt: skip
"""Words that are not declared by a game."""

_NAME = re.compile(r"[^\W\d]\w*(#\d+)?")


def own_language() -> str:
    """The language of the user's system, as far as boards speak it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        chosen = os.environ.get(variable)
        if chosen:
            return "de" if chosen.lower().startswith("de") else "en"
    return "en"


class Labels:
    """Names of a game and words of the board in one language."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.language = language
        self.own: Mapping[str, str] = rules.labels.get(language) or rules.labels.get("en") or {}
        self.words = _WORDS.get(language, {})
        self._shadowed = {"seat", "of", "none", "pass", "done", "decline", "units"}

    def word(self, text: str) -> str:
        """A word of the board."""
        return self.words.get(text, text)

    def name(self, name: str) -> str:
        """The label of one declared name; its words where it has none."""
        if name in self.own and name not in self._shadowed:
            return self.own[name]
        if name in self.words:
            return self.words[name]
        return self.own.get(name) or name.replace("_", " ").strip()

    def text(self, text: str) -> str:
        """A text in which names stand, such as `cast(bolt#2)` or `hand of seat 1`."""
        return _NAME.sub(lambda found: self.name(found[0].split("#")[0]), text)

    def question(self, *keys: str) -> str | None:
        """The first of these labels the game has."""
        return next((self.own[key] for key in keys if key in self.own), None)
