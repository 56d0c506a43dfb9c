"""The command line: its commands in one visible table, and what becomes of everything that goes wrong.

Whatever the system refuses (a full disk, a terminal that has gone, a path that is none) becomes one message.

Nothing here imports more than the standard library's core, so that `regelwerk --help` is immediate; a
command's module is imported when it is called.
"""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from regelwerk.doors.streams import OF_OUTPUT, cleaned, give_up_output, prepare


class CommandInfo(NamedTuple):
    """A command: its name, which is also the name of its module in `commands/`, and one line about it."""

    name: str
    summary: str


COMMANDS: tuple[CommandInfo, ...] = (
    CommandInfo("check", "report everything that is wrong with games and rule files"),
    CommandInfo("format", "put rule files into their canonical layout"),
    CommandInfo("upgrade", "rewrite games of an earlier edition of the language"),
    CommandInfo("test", "play the scenarios of games and compare"),
    CommandInfo("play", "play a game in the terminal, against bots or by watching them"),
    CommandInfo("serve", "open tables in the browser, for people and bots"),
    CommandInfo("simulate", "let bots play many matches and give figures"),
    CommandInfo("describe", "say what kind of game a game is"),
    CommandInfo("replay", "show the course of a saved match"),
    CommandInfo("scenario", "write a scenario of the last choices of a saved match"),
    CommandInfo("why", "explain what is offered in a saved match, and what is not"),
    CommandInfo("coverage", "show which clauses of a rulebook are written and tested"),
    CommandInfo("diff", "show what house rules change in a game, old and new side by side"),
    CommandInfo("compare", "play a game with and without house rules, and tell what they change"),
    CommandInfo("map", "draw the map of a game as a picture"),
    CommandInfo("export", "write a game as one JSON file in the rules form"),
    CommandInfo("explain", "explain an error code or a clause"),
    CommandInfo("new", "begin a new game"),
    CommandInfo("census", "count which constructs of the language games use"),
    CommandInfo("doctor", "show versions, and what becomes of a file on its way to a program"),
)
"""Every command, in the order of `--help`."""

FAILED, WRONG_USAGE, INTERRUPTED = 1, 2, 130


def help_text() -> str:
    """What `regelwerk --help` prints."""
    width = max(len(command.name) for command in COMMANDS) + 2
    return "\n".join(
        [
            "Usage: regelwerk COMMAND ...",
            "",
            "  Rulebooks of games written as data: check them, test them, play them.",
            "",
            "Commands:",
            *(f"  {command.name:<{width}}{command.summary}" for command in COMMANDS),
            "",
            "Options:",
            f"  {'--version':<{width + 2}}show the version",
            f"  {'--help':<{width + 2}}show this, or after a command what that command takes",
            "",
            "Example:",
            "  regelwerk play tic_tac_toe",
        ]
    )


SELDOM = (500_000, 20, 1000)
"""When garbage is looked for: rules are large, stay to the end and hold none of it."""


_staying: list[object] = []
"""What is not taken apart when it is needed no more. Where the process is there for one command, it holds
itself, so that it is not taken apart at the end either."""


def stay(thing: object) -> None:
    """Let something large stay until the process ends, if that is there for one command: it takes a while to
    take it apart."""
    if _staying:
        _staying.append(thing)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status: 0, 1 if something is wrong, 2 for wrong usage."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    prepare()
    if any("\0" in word for word in given):
        return _say("an argument holds a NUL character; leave it out", WRONG_USAGE)
    gc.set_threshold(*SELDOM)
    atexit.register(gc.freeze)  # nor is it looked for at the end
    if arguments is None:
        _staying.append(_staying)
    try:
        status = _run(given)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt as stopped:
        return _say("stopped", getattr(stopped, "status", INTERRUPTED))
    except OSError as error:
        return _refused(error)
    except Exception as error:
        from regelwerk.doors.refusals import own_mistake

        return _say(own_mistake(error, "with the command you gave"), FAILED)


def _run(given: list[str]) -> int:
    if given in ([], ["--help"], ["-h"]):
        print(help_text())
        return 0
    from regelwerk.doors.group import run

    with cleaned():
        return run(given)


def _say(message: str, status: int) -> int:
    with suppress(OSError, ValueError):
        print(f"error: {message}", file=sys.stderr, flush=True)
    return status


def _refused(error: OSError) -> int:
    """What the system refuses, in one message; nothing at all if whoever read the output has gone."""
    from regelwerk.doors.refusals import system_refusal

    if error.filename is not None:
        return _say(system_refusal(f"`{error.filename}` cannot be used", error), FAILED)
    if isinstance(error, BrokenPipeError):
        give_up_output()
        return FAILED
    if error.errno not in OF_OUTPUT:
        return _say(system_refusal("the system refuses", error), FAILED)
    give_up_output()
    return _say(system_refusal("what is to be printed cannot be written", error), FAILED)
