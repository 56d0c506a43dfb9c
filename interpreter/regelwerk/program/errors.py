"""What can go wrong while a match runs."""

from __future__ import annotations


class RuleError(Exception):
    """Rules ask for something that cannot be done. `body` and `place` say where, as far as known."""

    def __init__(self, message: str, body: str = "", place: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.body = body
        self.place = place

    def __str__(self) -> str:
        if not self.body:
            return self.message
        where = self.body if self.place < 0 else f"{self.body}, statement {self.place}"
        return f"{self.message} (in `{where}`)"


class MatchError(Exception):
    """A match cannot be started, loaded or continued as asked; the message says what is wrong and where."""
