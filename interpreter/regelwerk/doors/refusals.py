"""What a command refuses to do: one message for the user, and exit status 1."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.source.characters import visible


class Refused(Exception):
    """A command cannot be carried out as asked: what is wrong, what was probably meant, and a fix."""

    def __init__(self, message: str, help: str = "", near: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.near = tuple(near)

    def text(self) -> str:
        """The message as it is printed."""
        lines = [f"error: {visible(self.message)}"]
        if self.near:
            names = [f"`{visible(name)}`" for name in self.near]
            listed = " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
            lines.append(f"  did you mean {listed}?")
        if self.help:
            lines.append(f"  help: {visible(self.help)}")
        return "\n".join(lines)
