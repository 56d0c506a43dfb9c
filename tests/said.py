"""What may not stand in anything that is said to a person: names that only the program knows."""

from __future__ import annotations

import re

INTERNAL = re.compile(
    r"\b(?:event|told|rule|action|limit|window|payment|need|must|pick|die|zone|modify):[a-z0-9_]+[:/.\w]*"
)
"""Keys of the rules form, of bodies and of sources of chance: `event:turn/3`, `zone:14`."""


def internal_in(text: str) -> list[str]:
    """The internal names in what is said to a person."""
    return INTERNAL.findall(text)
