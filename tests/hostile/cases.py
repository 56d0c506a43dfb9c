"""What a hostile case is: files, a command, and what is to be said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

Content = str | bytes | Callable[[Path], None]
"""What a file holds; or what makes it, given its path."""

CHECK = ("check", "g.rules")
WATCH = ("play", "g.rules", "--watch", "--seed", "1")
SIMULATE = ("simulate", "g.rules", "-n", "1")
TEST = ("test", "g.rules")


class Case(NamedTuple):
    """`says` are parts of what is printed; `status` is 0 for what is harmless and is to work."""

    name: str
    files: Mapping[str, Content]
    command: tuple[str, ...] = CHECK
    says: tuple[str, ...] = ()
    status: int = 1

    def write(self, folder: Path) -> None:
        """Make the files in a folder, those in folders of their own included."""
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if callable(content):
                content(path)
            elif isinstance(content, bytes):
                path.write_bytes(content)
            else:
                path.write_bytes(content.encode("utf-8", "surrogatepass"))


def rules(main: str = "    end game as over", top: str = "") -> dict[str, Content]:
    """A rule file: a game whose `main` does this, and other declarations."""
    return {"g.rules": f"game g for 2 players\n\n{top}\n\nevent main():\n{main}\n"}
