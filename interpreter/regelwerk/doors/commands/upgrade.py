"""`regelwerk upgrade`: games of an earlier edition of the language, in the words of this one."""

from __future__ import annotations

import re

import click

from regelwerk.doors.rewriting import Rewriting, named_files
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import SourceFile, Span

_MANIFESTS = ("game.yaml", "house.yaml")


@click.command(epilog="Example: regelwerk upgrade my_game")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="change nothing, only name the files that would change")
def command(paths: tuple[str, ...], check: bool) -> int:
    """Rewrite games, house rules and scenarios of an earlier edition of the language. Comments stay.

    A folder stands for all rule files and manifests in it, links that lead out of it left out. A manifest
    names the new edition when all rule files beside and below it could be rewritten. What cannot be
    rewritten is left as it is, and said. The status is 1 then and, with --check, if a file would change.
    """
    from regelwerk.tree.format import upgrade_text

    rewriting = Rewriting(check, "upgraded")
    files = named_files(paths, (".rules", *_MANIFESTS))
    failed = [file for file in files if file.suffix == ".rules" and not rewriting.rewrite(file, upgrade_text)]
    for file in files:
        if file.name in _MANIFESTS and not any(each.is_relative_to(file.parent) for each in failed):
            rewriting.rewrite(file, _stamped)
    return rewriting.close()


def _stamped(source: SourceFile) -> str | list[Diagnostic]:
    """The text of a manifest with the edition of the language, or what is wrong with it."""
    from regelwerk.meaning.problems import other_edition
    from regelwerk.source.yaml_source import load_yaml
    from regelwerk.syntax.grammar import EDITION

    document, problems = load_yaml(source)
    if document is None or not isinstance(document.value, dict):
        return problems
    found = document.value.get("language")
    if found == EDITION:
        return source.text
    stamp = f"language: {EDITION}"
    text, done = re.subn(r"(?m)^language:.*$", stamp, source.text, count=1)
    if not done:
        text, done = re.subn(r"(?m)^format:.*$", rf"\g<0>\n{stamp}", source.text, count=1)
    return text if done else [other_edition("by hand", EDITION).at(Span.start_of(source.path))]
