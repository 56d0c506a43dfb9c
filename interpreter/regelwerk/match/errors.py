"""What can go wrong with a match that is not the fault of its rules."""

from __future__ import annotations


class MatchError(Exception):
    """A match cannot be started, loaded or continued as asked; the message says what is wrong and where."""
