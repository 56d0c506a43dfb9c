"""What can go wrong with a match that is not the fault of its rules."""

from __future__ import annotations

from regelwerk.program.errors import MatchError

__all__ = ["MatchError"]
