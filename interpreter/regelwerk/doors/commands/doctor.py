"""`regelwerk doctor`: what is installed, and what becomes of a file on its way to a program."""

from __future__ import annotations

import platform
import sys
from importlib import metadata
from pathlib import Path

import click
import msgspec

from regelwerk import __version__
from regelwerk.doors.games import find_game, load_game, refusal, shipped_games
from regelwerk.doors.refusals import Refused
from regelwerk.resources import data_path
from regelwerk.source import cache

_LIBRARIES = ("cerberus", "click", "interegular", "jsonschema", "lark", "msgspec", "pyyaml", "rich")


@click.command(epilog="Example: regelwerk doctor my_game/my_game.rules --tokens")
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--tokens", is_flag=True, help="the words and signs of a rule file")
@click.option("--tree", is_flag=True, help="the syntax trees of a rule file")
@click.option("--rules", is_flag=True, help="a game in the rules form, indented")
@click.option("--program", is_flag=True, help="the bodies a match runs: statements with their places")
def command(file: str | None, tokens: bool, tree: bool, rules: bool, program: bool) -> int:
    """Show versions and folders; with FILE and an option, a step on the way from its text to a program."""
    wanted = [
        name
        for name, asked in zip(
            ("tokens", "tree", "rules", "program"), (tokens, tree, rules, program), strict=True
        )
        if asked
    ]
    if file is None and wanted:
        raise click.UsageError(f"--{wanted[0]} needs a file")
    if file is not None and not wanted:
        raise click.UsageError(f"nothing is asked about `{file}`; add --tokens, --tree, --rules or --program")
    if file is None:
        _versions()
        return 0
    if tokens or tree:
        return _text(find_game(file), tokens, tree)
    if rules:
        print(msgspec.json.format(msgspec.json.encode(load_game(file).rules), indent=1).decode())
    if program:
        _program(file)
    return 0


def _versions() -> None:
    print(f"regelwerk {__version__}")
    print(f"Python {platform.python_version()} on {platform.system()}")
    for name in _LIBRARIES:
        try:
            print(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            print(f"{name} is missing")
    for kind in ("grammar", "games", "schemas", "errors"):
        print(f"{kind}: {data_path(kind)}")
    print(f"shipped games: {', '.join(sorted(shipped_games()))}")
    folder = cache.cache_folder()
    if folder is None:
        print("cache: off")
    else:
        print(f"cache: {folder} ({len(list(folder.glob('*.json'))) if folder.is_dir() else 0} games)")


def _text(path: Path, tokens: bool, tree: bool) -> int:
    """Print tokens and trees of a rule file, and what is wrong with it."""
    from regelwerk.source.diagnostics import has_errors
    from regelwerk.source.files import read_source
    from regelwerk.source.render import write_diagnostics
    from regelwerk.syntax.layout import split_blocks
    from regelwerk.tree.outline import outline
    from regelwerk.tree.read import read_once

    if path.suffix != ".rules":
        raise Refused(f"`{path}` is no rule file", "name a file that ends in `.rules`")
    source, problems = read_source(path)
    if source is not None:
        file, more = split_blocks(source)
        problems += more
        for raw in file.blocks:
            block, words, found = read_once(source, raw)
            problems += found
            if tokens:
                for word in words:
                    print(f"{word.line}:{word.column} {word.type} {str(word)!r}")
            if tree and block is not None:
                print(*outline(block), sep="\n")
        write_diagnostics(problems, {source.path: source}, "text", sys.stderr)
    else:
        raise refusal(problems[0])
    return int(has_errors(problems))


def _program(file: str) -> None:
    """Print the bodies as both builds number them."""
    from regelwerk.program.layout import make_layout

    rules = load_game(file).rules
    layout = make_layout(rules, rules.players[0])
    for body in layout.bodies:
        names = ", ".join(name for name, _ in body.parameters)
        print(f"{body.name}({names})")
        depth: dict[int, int] = {-1: 0}
        for place in body.places:
            depth[place.number] = depth[place.parent] + 1
            kind = place.statement.__struct_config__.tag
            blocks = "".join(f" {slot}:{first}" for slot, first in place.blocks.items())
            print(f"{place.number:>4} {'  ' * depth[place.number]}{kind}{blocks}")
        stages = [point.name for point in body.points[len(body.places) :]]
        if stages:
            print(f"     points: {', '.join(stages)}")
