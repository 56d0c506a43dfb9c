"""What can go wrong with a match that is not the fault of its rules."""

from __future__ import annotations

from regelwerk.program.errors import ImpossibleChance, MatchError

__all__ = ["ImpossibleChance", "MatchError"]
