"""The files and functions through which a check of a small game passes, drawn for the page on `meaning/`.

`python -m tools.passage` writes the drawing anew.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture" / "meaning.md"
GAME = ROOT / "games" / "classics" / "kuhn_poker.rules"
FLOORS = ("source", "syntax", "tree", "meaning", "rules")
_BLOCK = re.compile(r"^```text passage\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_WIDEST = 40


def passed() -> set[tuple[str, str]]:
    """The files and functions that a check of Kuhn poker calls, when nothing is kept."""
    os.environ["REGELWERK_CACHE"] = "off"
    import regelwerk
    from regelwerk.meaning.game import check_game

    package = Path(regelwerk.__file__).parent
    found: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(f"{package}{os.sep}"):
            name = code.co_name
            if not name.startswith("<"):
                found.add((Path(code.co_filename).relative_to(package).as_posix(), name))

    sys.setprofile(note)
    try:
        checked = check_game(GAME)
    finally:
        sys.setprofile(None)
    assert checked.rules is not None
    return found


def drawing() -> str:
    """The drawing: a bar of functions for each file, floor by floor."""
    functions = Counter(file for file, _ in passed())
    lines = [f"{GAME.name}: {len(functions)} files, {functions.total()} functions"]
    for floor in FLOORS:
        inside = {file: count for file, count in functions.items() if file.startswith(f"{floor}/")}
        lines += ["", f"{floor}/  {len(inside)} files, {sum(inside.values())} functions"]
        for file, count in sorted(inside.items(), key=lambda each: (-each[1], each[0])):
            lines.append(f"  {file.removeprefix(floor + '/'):32} {'#' * min(count, _WIDEST)} {count}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Draw it anew."""
    text = PAGE.read_text("utf-8")
    PAGE.write_text(_BLOCK.sub(lambda _: f"```text passage\n{drawing()}```", text), "utf-8")


if __name__ == "__main__":
    main()
