"""Where the files of a user lie that no command names, as each system has it."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def user_folder(variable: str, on_mac: str, elsewhere: str) -> Path | None:
    """The folder of this program among those for one sort of files; None if the user has no home.

    It lies in the folder that the environment `variable` names (`LOCALAPPDATA` on Windows), else in this one
    of the user's home.
    """
    base: str | Path | None = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else variable)
    if not base:
        try:
            base = Path.home() / (on_mac if sys.platform == "darwin" else elsewhere)
        except RuntimeError:
            return None
    return Path(base, "regelwerk")
