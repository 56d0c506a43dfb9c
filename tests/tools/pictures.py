"""Draw the pictures of tables in the browser for the documentation."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tools.chromium import Browser, chromium, looks, picture, programs
from tools.web_seat import Seat
from tools.web_site import Site

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


class Picture(NamedTuple):
    """What is shown: after so many choices of a match, at which size, from where on."""

    name: str
    game: str
    choices: int
    width: int
    height: int
    dark: bool = False
    begin: str = "body"


PICTURES = (
    Picture("table", "knizia", 40, 1000, 1000),
    Picture("table_map", "ringkrieg", 12, 1040, 880, begin="#map-1"),
    Picture("table_phone", "mele", 30, 360, 720, dark=True),
)


def draw(site: Site, browser: Browser, wanted: Picture) -> None:
    """Write one picture."""
    opened = site.open(wanted.game, "person", "person")
    site.advance(opened, wanted.choices)
    table = site.tables.table(opened.id)
    assert table is not None
    place = str(table.match.decisions[0].seat + 1)
    looks(browser, wanted.width, wanted.height, dark=wanted.dark)
    seat = Seat(browser, site.link(opened, place))
    seat.run("document.querySelector(arguments[0]).scrollIntoView()", wanted.begin)
    picture(browser, FOLDER / f"{wanted.name}.png")


def main() -> None:
    """Draw those that are named, or all."""
    found = programs()
    if found is None:
        sys.exit("Chromium and its driver are not installed here")
    with tempfile.TemporaryDirectory() as folder, chromium(found) as browser:
        site = Site(Path(folder) / "tables.db")
        for wanted in PICTURES:
            if wanted.name in sys.argv[1:] or not sys.argv[1:]:
                draw(site, browser, wanted)
        site.stop()


if __name__ == "__main__":
    main()
