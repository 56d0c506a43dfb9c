"""Lines that whoever means ill types at the prompt of a match: any text, often nearly what has a meaning."""

from __future__ import annotations

import sys
import unicodedata
from random import Random

from regelwerk.doors.offers import option_label
from regelwerk.doors.session import Session

COMMANDS = (
    "undo", "why", "why not", "why chain", "save", "picture", "log", "board", "help", "?", "pass", "p", "pp",
    "pass on", "seat", "load", "exec", "import os", "quit", "exit", "q",
)  # fmt: skip
LEAVING = ("quit", "exit", "q")
"""What ends a match, and is typed by nobody here."""
DIGITS = [chr(n) for n in range(sys.maxunicode + 1) if unicodedata.category(chr(n)) in ("Nd", "No", "Nl")]
STEERING = [
    *map(chr, range(32)), *map(chr, range(127, 160)), "\u061c", *map(chr, range(0x200B, 0x2010)),
    *map(chr, range(0x2028, 0x202F)), *map(chr, range(0x2060, 0x2070)), "\ufeff", "\ufffe", "\ud800",
    "\udcff", "\x1b[2J", "\x1b]0;x\x07", "\x1b[31m", "\x9b", "\x1bP", "\U000e0001", "\u0301",
]  # fmt: skip
SIGNS = "()[]{}<>,.;:'\"`\\/%$#&*+-=_~^|!?@ \t"


class Typist:
    """Types lines at the prompt of a session."""

    def __init__(self, draw: Random) -> None:
        self.draw = draw

    def line(self, session: Session) -> str:
        """Any line but one that leaves the match, and without its end."""
        line = self.draw.choice(_WAYS)(self, session)
        line = line.replace("\n", " ")
        words = line.split()
        return "" if words and words[0].lower() in LEAVING else line

    def _any(self, session: Session) -> str:
        """Characters from anywhere."""
        length = self.draw.choice((1, 2, 5, 20, 200))
        return "".join(chr(self.draw.randrange(sys.maxunicode + 1)) for _ in range(length))

    def _signs(self, session: Session) -> str:
        pool = self.draw.choice((SIGNS, STEERING, DIGITS, "0123456789", [*SIGNS, *STEERING, *DIGITS]))
        return "".join(self.draw.choice(pool) for _ in range(self.draw.choice((1, 1, 2, 3, 8, 40))))

    def _number(self, session: Session) -> str:
        sign = self.draw.choice(("", "", "", "-", "--", "+", " ", "0", "0x", "1_", "1e"))
        many = self.draw.choice((1, 1, 1, 2, 3, 20, 400, 5000))
        digits = self.draw.choice(("0123456789", "123", DIGITS))
        return sign + "".join(self.draw.choice(digits) for _ in range(many))

    def _command(self, session: Session) -> str:
        parts = [self.draw.choice(COMMANDS)]
        for _ in range(self.draw.choice((0, 1, 1, 2, 3))):
            parts.append(self.draw.choice((self._number, self._signs, self._option, self._file))(session))
        return self.draw.choice((" ", " ", "  ", "\t", "\u00a0", "")).join(parts)

    def _asked(self, session: Session) -> str:
        """A question about an action of the game, with parts that are none."""
        actions = [action.name for action in session.match.rules.actions] or ["act"]
        inside = ", ".join(
            self.draw.choice((self._number, self._signs, self._option))(session)
            for _ in range(self.draw.choice((0, 1, 1, 2, 5)))
        )
        begin = self.draw.choice(("why not ", "why not ", "why not  ", "why ", ""))
        return f"{begin}{self.draw.choice(actions)}({inside}{self.draw.choice((')', ')', '', '))'))}"

    def _option(self, session: Session) -> str:
        """An option, its label or its number: what may be said, or nearly."""
        number = self.draw.randrange(len(session.match.decisions))
        decision = session.match.decisions[number]
        place = self.draw.randrange(len(decision.options))
        option = decision.options[place]
        text = self.draw.choice(
            (
                str(place + 1),
                session.match.text(option, number),
                option_label(session.match, number, option, session.labels),
            )
        )
        return self._spoilt(text)

    def _spoilt(self, text: str) -> str:
        at = self.draw.randrange(len(text) + 1)
        match self.draw.randrange(8):
            case 0:
                return text[:at] + self.draw.choice(STEERING) + text[at:]
            case 1:
                return text[:at] + text[at + 1 :]
            case 2:
                return text.upper()
            case 3:
                return text + text
            case 4:
                return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)
        return text

    def _file(self, session: Session) -> str:
        return self.draw.choice(
            (
                "kept.json",
                "a" * 300,
                "/",
                "..",
                "nowhere/x",
                "\x00",
                "-",
                "CON",
                "\udcff",
                "x y",
                "~",
                "/dev/null",
            )
        )

    def _long(self, session: Session) -> str:
        return self.draw.choice(("9", "x", "(", "why ", "\x1b", "\u202e", " ")) * self.draw.choice(
            (3000, 20_000)
        )

    def _nothing(self, session: Session) -> str:
        return self.draw.choice(("", " ", "\t", "\r", "\x0b", "\u3000"))


_WAYS = (
    *[Typist._any] * 3, *[Typist._signs] * 4, *[Typist._number] * 4, *[Typist._command] * 6,
    *[Typist._asked] * 4, *[Typist._option] * 5, Typist._long, Typist._nothing,
)  # fmt: skip
