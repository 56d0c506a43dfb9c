"""Where a process looks for garbage that answers somebody: never in games it has loaded."""

from __future__ import annotations

import gc

from regelwerk.web.games import Games


def not_in_games(games: Games) -> None:
    """Leave out what is there, and every game as it is loaded: all of that stays, and nobody has to wait
    while it is searched. It holds for the whole process, so only what owns its process says it."""

    def left_out() -> None:
        gc.collect()
        gc.freeze()

    left_out()
    games.loaded = left_out
