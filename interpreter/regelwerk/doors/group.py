"""The commands as one click group that imports a command only when it is called."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from regelwerk import __version__
from regelwerk.doors.command import COMMANDS, FAILED, WRONG_USAGE, help_text
from regelwerk.doors.refusals import Refused, readable
from regelwerk.source.diagnostics import near_names


class Group(click.Group):
    """Finds commands in the table of `command.py`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [command.name for command in COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = import_module(f"regelwerk.doors.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.list_commands(ctx) and not name.startswith("-"):
            near = near_names(name, self.list_commands(ctx))
            meant = f"; did you mean `{near[0]}`?" if near else "; `regelwerk --help` lists all"
            raise click.UsageError(f"there is no command `{name}`{meant}")
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        return help_text()


@click.group(cls=Group)
@click.version_option(__version__, message="%(prog)s %(version)s")
def group() -> None:
    """Rulebooks of games written as data."""


def run(arguments: list[str]) -> int:
    """Run a command and report what a user did wrong; other exceptions pass."""
    try:
        # Not `group.main`: it makes something of its own of signals and broken pipes.
        with group.make_context("regelwerk", list(arguments)) as context:
            return int(group.invoke(context) or 0)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.UsageError as error:
        print(f"error: {_wording(error)}", file=sys.stderr)
        return WRONG_USAGE
    except Refused as refused:
        print(refused.text(), file=sys.stderr)
        return FAILED


def _wording(error: click.UsageError) -> str:
    """click's message in the wording of this project."""
    message = readable(error.format_message().rstrip(".").replace("'", "`").replace("\n", " "))
    message = message[:1].lower() + message[1:]
    if error.ctx is None or error.ctx.command is group:
        return message
    return f"{message}; see `{error.ctx.command_path} --help`"
