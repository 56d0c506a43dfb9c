"""What can go wrong while a match runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def body_text(name: str) -> str:
    """Where a body (see `Body.name`) stands, as an author knows it: the sort and name of its declaration."""
    sort, _, rest = name.partition(":")
    if not rest:
        return f"`{sort}`"
    if sort == "told":
        event, _, row = rest.partition(":")
        return f"`{event}` of the text of `{row}`"
    return f"{sort} `{rest.partition(':')[0]}`"


class RuleError(Exception):
    """Rules ask for something that cannot be done. `body` and `place` say where, as far as known.

    `line` is where that is written (`file:line`), `help` what can be done about it; both may be empty.
    """

    help = ""
    line = ""

    def __init__(self, message: str, body: str = "", place: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.body = body
        self.place = place

    def __str__(self) -> str:
        if not self.body:
            return self.message
        where = f", {self.line}" if self.line else ""
        return f"{self.message} (in {body_text(self.body)}{where})"

    def find_line(self, places: Mapping[str, str]) -> None:
        """Look up where it is written what went wrong."""
        self.line = places.get(f"{self.body}/{self.place}") or places.get(self.body, "")


class TooMuch(RuleError):
    """Rules ask for more than the bounds of the game allow. `help` says what can be done about it."""

    def __init__(self, bound: str, most: int, message: str) -> None:
        super().__init__(message)
        self.help = f"ask for less here, or give `game.yaml` a greater `{bound}` than {most} under `bounds`"


class MatchError(Exception):
    """A match cannot be started, loaded or continued as asked; the message says what is wrong and where."""

    help = ""


class ImpossibleChance(MatchError):
    """The next dictated result is not among the `results` that chance can give; `stream` is its source."""

    def __init__(self, stream: str, results: Sequence[int]) -> None:
        super().__init__("chance cannot give the dictated result here")
        self.stream = stream
        self.results = tuple(results)
