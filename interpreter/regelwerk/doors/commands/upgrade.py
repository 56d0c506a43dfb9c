"""`regelwerk upgrade`: games of an earlier edition of the language, in the words of this one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import click

from regelwerk.doors.rewriting import Rewriting, named_files
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.document import Document
from regelwerk.source.files import read_source
from regelwerk.source.spans import SourceFile, Span
from regelwerk.source.yaml_source import load_yaml
from regelwerk.syntax.grammar import EDITION

_MANIFESTS = ("game.yaml", "house.yaml")
_OWN = re.compile(r"^ *(?:replace )?(?:value|group|event|window) (greater|smaller)\b", re.MULTILINE)


@click.command(epilog="Example: regelwerk upgrade my_game")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="change nothing, only name the files that would change")
def command(paths: tuple[str, ...], check: bool) -> int:
    """Rewrite games, house rules and scenarios of an earlier edition of the language. Comments stay.

    A folder stands for all rule files and manifests in it, links that lead out of it left out. A manifest
    names the new edition when all rule files beside and below it could be rewritten. What cannot be
    rewritten is left as it is, and said; so is what is of a later edition. The status is 1 then and, with
    --check, if a file would change.
    """
    from regelwerk.tree.format import upgrade_text

    rewriting = Rewriting(check, "upgraded")
    files = named_files(paths, (".rules", *_MANIFESTS))
    manifests = [file for file in files if file.name in _MANIFESTS]
    later = [file.parent for file in manifests if _is_later(file)]
    rules = [file for file in files if file.suffix == ".rules" and not _below(file, later)]
    upgrade = partial(upgrade_text, declared=_declared(rules))
    failed = [file for file in rules if not rewriting.rewrite(file, upgrade)]
    for file in manifests:
        if file.parent in later or not (
            _below(file, later) or any(each.is_relative_to(file.parent) for each in failed)
        ):
            rewriting.rewrite(file, _stamped)
    return rewriting.close()


def _below(file: Path, folders: Iterable[Path]) -> bool:
    return any(file.is_relative_to(folder) for folder in folders)


def _declared(rules: Iterable[Path]) -> frozenset[str]:
    """What files declare under the names that functions of the first edition had: they are of this one."""
    texts = (source.text for source, _ in map(read_source, rules) if source is not None)
    return frozenset(name for text in texts for name in _OWN.findall(text))


def _is_later(manifest: Path) -> bool:
    source, _ = read_source(manifest)
    document = load_yaml(source)[0] if source is not None else None
    value = document.value if document is not None else None
    edition = value.get("language") if isinstance(value, dict) else None
    return type(edition) is int and edition > EDITION


def _stamped(source: SourceFile) -> str | list[Diagnostic]:
    """The text of a manifest with the edition of the language, or what is wrong with it."""
    from regelwerk.meaning.files import MANIFEST_FORMATS
    from regelwerk.meaning.problems import other_edition

    document, problems = load_yaml(source)
    if document is None or not isinstance(document.value, dict):
        return problems
    found = document.value.get("language")
    if found == EDITION or document.value.get("format") not in MANIFEST_FORMATS:
        return source.text
    if type(found) is int and found > EDITION:
        return [other_edition("later", EDITION).at(document.key_span(("language",)))]
    text = _with_edition(document)
    written, _ = load_yaml(SourceFile(source.path, text))
    if written is not None and written.value == {**document.value, "language": EDITION}:
        return text
    return [other_edition("by hand", EDITION).at(Span.start_of(source.path))]


def _with_edition(document: Document) -> str:
    """The text of a manifest with the edition in the place of another one, or below the format."""
    text = document.source.text
    if ("language",) in document.values:
        first, last = document.values["language",]
        return f"{text[:first]}{'' if last > first else ' '}{EDITION}{text[last:]}"
    _, last = document.values["format",]
    end = (text + "\n").index("\n", last)
    return f"{text[:end]}\nlanguage: {EDITION}{text[end:]}"
