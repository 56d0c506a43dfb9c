"""`regelwerk format`: one layout for all rule files."""

from __future__ import annotations

import click

from regelwerk.doors.rewriting import Rewriting, named_files


@click.command(epilog="Example: regelwerk format --check my_game")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="change nothing, only name the files that would change")
def command(paths: tuple[str, ...], check: bool) -> int:
    """Put rule files into the canonical layout: blanks, indentation, line breaks. Comments stay.

    A folder stands for all rule files in it, links that lead out of it left out. A file with errors is
    left as it is. The status is 1 after an error and, with --check, if a file would change.
    """
    from regelwerk.tree.format import format_text

    rewriting = Rewriting(check, "formatted")
    for file in named_files(paths):
        rewriting.rewrite(file, format_text)
    return rewriting.close()
