"""Lines of the tables of texts: what cards and clauses say, by whom it is carried out, what shows it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import yaml

GAMES = Path(__file__).parent.parent / "games"
FOLDERS = {
    ("knizia", ""): GAMES / "knizia/conditions/texts",
    ("mele", ""): GAMES / "mele/conditions/texts",
    ("risiko", ""): GAMES / "risiko/conditions/texts",
    ("risiko", "schlacht_um_mittelerde"): GAMES / "risiko/conditions/schlacht_um_mittelerde",
}
"""Where lines stand, by game and house rules."""


class Line(NamedTuple):
    """What a card or clause says, who carries it out, and the title of the scenario that shows it."""

    card: str
    says: str
    by: str
    scenario: str


def lines(path: Path) -> list[Line]:
    """The lines of a file, in its order."""
    written: dict[str, list[dict[str, str]]] = yaml.safe_load(path.read_text("utf-8"))
    return [Line(card, **line) for card, said in written.items() for line in said]
