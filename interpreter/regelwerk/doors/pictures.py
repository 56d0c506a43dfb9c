"""Pictures of a game's map: which drawing is meant, and one picture for every decision of a match."""

from __future__ import annotations

from pathlib import Path

from regelwerk.doors.drawing import draw_map
from regelwerk.doors.folders import make_folder
from regelwerk.doors.games import Game
from regelwerk.doors.labels import Labels
from regelwerk.doors.refusals import Refused, system_reason
from regelwerk.doors.writing import write_text
from regelwerk.match.match import Match
from regelwerk.match.views import view
from regelwerk.rules.declarations import DrawingDecl
from regelwerk.source.diagnostics import near_names


def drawing_of(game: Game, name: str | None = None) -> DrawingDecl:
    """The drawing of a map; the first without a name. Raises Refused if there is none."""
    found = {drawing.map: drawing for drawing in game.rules.drawings}
    if not found:
        maps = [graph.name for graph in game.rules.graphs]
        what = f"the game has no drawing of its map `{maps[0]}`" if maps else "the game has no linked map"
        raise Refused(what, "name a file of drawings in its manifest" if maps else "name another game")
    if name is None:
        return next(iter(found.values()))
    if name not in found:
        listed = ", ".join(found)
        raise Refused(
            f"there is no drawing of a map `{name}`", f"name one of {listed}", near_names(name, found)
        )
    return found[name]


def picture(match: Match, game: Game, drawing: DrawingDecl, labels: Labels, seat: int | None) -> str:
    """The map as a seat may know it; None is somebody at no seat."""
    seen = view(match, seat)
    return draw_map(game.rules, match.layout.tables, seen, drawing, labels, game.title(labels.language))


class Pictures:
    """A folder that gets a picture at every decision, `0000.svg` and so on. Raises Refused if it cannot."""

    def __init__(self, folder: Path, game: Game, labels: Labels) -> None:
        self.folder, self.game, self.labels = folder, game, labels
        self.drawing = drawing_of(game)
        self.count = 0
        try:
            make_folder(folder, may_be_there=True)
        except (OSError, ValueError) as error:
            raise Refused(
                f"`{folder}` cannot be made: {system_reason(error)}", "name another folder"
            ) from None

    def add(self, match: Match, seat: int | None) -> None:
        """Write the picture of the position as it is now."""
        text = picture(match, self.game, self.drawing, self.labels, seat)
        write_text(self.folder / f"{self.count:04}.svg", text)
        self.count += 1
