"""How much is tried: a share in `make test`, everything in `make nightly`."""

from __future__ import annotations

import os

NIGHTLY = os.environ.get("NIGHTLY", "") not in ("", "0")
"""The one switch."""


def amount(name: str, *, test: int, nightly: int) -> int:
    """So much is tried; an environment variable of that name overrides both amounts."""
    return int(os.environ.get(name) or (nightly if NIGHTLY else test))
