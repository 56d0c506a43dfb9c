"""Pieces of the small games whose rules ask for ever more."""

from __future__ import annotations

ASKS = """
window w(seat p):
    asks all seat from p
    closes when each has passed
    answers at once
"""


def main_event(*lines: str) -> str:
    """The event a game begins with, and its end."""
    return "event main():\n" + "".join(f"    {line}\n" for line in lines) + "    end game as over\n"


WINDOW = f"{ASKS}\n{main_event('open w(seat 1)')}"
WAITING = WINDOW.replace("answers at once", "answers last first")


def doubling(count: int, line: str, last: str) -> str:
    """Values that each call the next one twice."""
    parts = [line.format(this=n, next=n + 1) for n in range(count)]
    return "\n".join([*parts, last.format(this=count)]) + "\n"


def events(count: int, calls: int, last: str = "set n to 1") -> str:
    """Events that each begin the next one several times."""
    parts = [f"event e{n}():\n" + f"    e{n + 1}()\n" * calls for n in range(count)]
    return "\n".join([*parts, f"event e{count}():\n    {last}\n"])
