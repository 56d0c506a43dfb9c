"""What a command refuses to do: one message for the user, and exit status 1."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regelwerk.program.errors import MatchError, RuleError
from regelwerk.source.characters import clipped, visible

_LONG_NAME = re.compile(r"`[^`]{121,}`")


class Refused(Exception):
    """A command cannot be carried out as asked: what is wrong, what was probably meant, and a fix."""

    def __init__(self, message: str, help: str = "", near: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.near = tuple(near)

    def text(self) -> str:
        """The message as it is printed."""
        lines = [f"error: {readable(self.message)}"]
        if self.near:
            names = [f"`{readable(name)}`" for name in self.near]
            listed = " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
            lines.append(f"  did you mean {listed}?")
        if self.help:
            lines.append(f"  help: {readable(self.help)}")
        return "\n".join(lines)


def readable(message: str) -> str:
    """A message on one line, without what cannot be seen, and with the ends alone of names without end."""
    return visible(_LONG_NAME.sub(lambda found: f"`{clipped(found[0][1:-1], 120)}`", message))


def own_mistake(error: Exception, report: str) -> str:
    """One line about an exception that nobody foresaw; `report` says what belongs to a report of it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        name = trace.tb_frame.f_code.co_filename.replace("\\", "/").rsplit("/", 1)[-1]
        where = f" at {name}:{trace.tb_lineno}"
    text = visible(clipped(" ".join(str(error).split())))
    what = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return f"regelwerk has a mistake of its own{where} ({what}); please report it {report}"


def rules_refusal(what: str, error: RuleError | MatchError) -> Refused:
    """A refusal because rules go wrong; `what` says what cannot be done for that."""
    return Refused(f"{what}: {error}", error.help or "`regelwerk test` may show where")


def system_refusal(what: str, error: OSError) -> str:
    """One message about what the system refuses, without `error:` before it."""
    refused = Refused(f"{what}: {system_reason(error)}", "check the path, its permissions and the disk")
    return refused.text().removeprefix("error: ")


def system_reason(error: Exception) -> str:
    """What the system says of an error, as a part of a sentence."""
    return (getattr(error, "strerror", None) or "the path is not usable").lower()
