"""Lists as users name them: what seats bring to a match, and whether a list is as it must be."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from regelwerk.doors.games import MANIFEST, load_game
from regelwerk.doors.refusals import Refused
from regelwerk.program.errors import RuleError
from regelwerk.rules import expressions as ex
from regelwerk.rules.declarations import Rules
from regelwerk.rules.lists import FORMAT, BroughtList, ListDecl
from regelwerk.source.diagnostics import Diagnostic, near_names, sort_diagnostics
from regelwerk.source.document import Document
from regelwerk.source.numbers import counting_number
from regelwerk.source.spans import SourceFile

if TYPE_CHECKING:
    from regelwerk.match.lists import Broken
    from regelwerk.program.lists import Lists

Command = TypeVar("Command", bound=Callable[..., Any])
_HEAD = 4000
"""So much of a file is looked at to see whether it is a list."""


def list_option(command: Command) -> Command:
    """The option `--list`, which may be given several times."""
    return click.option(
        "--list", "lists", multiple=True, metavar="SEAT=LIST",
        help="what a seat brings: the id of a list that comes with the game, or a file",
    )(command)  # fmt: skip


def lists_of(rules: Rules, players: int, given: Sequence[str]) -> dict[str, list[BroughtList | None]]:
    """What the seats bring, from texts like `1=bones`. Raises Refused for a list that is not known.

    Whether lists are as they must be is found when a match begins with them, or by `refuse_broken_lists`.
    """
    written = {each.id: each for each in rules.brought}
    found: dict[str, list[BroughtList | None]] = {each.name: [None] * players for each in rules.lists}
    for text in given:
        seat, equals, what = text.partition("=")
        number = counting_number(seat)
        if not equals or number is None:
            raise Refused(
                f"`{text}` names no seat and no list", "write `--list 1=NAME`, with the number of a seat"
            )
        if not rules.lists:
            raise Refused(f"seats bring nothing to `{rules.game}`", "leave `--list` out")
        if not 1 <= number <= players:
            raise Refused(f"there is no seat {seat}", f"write a number from 1 to {players}")
        brought = written.get(what) or _from_file(rules, what)
        found[brought.list][number - 1] = brought
    for declared in rules.lists:
        _complete(rules, declared, found[declared.name], written)
    return found


def _complete(
    rules: Rules, declared: ListDecl, chosen: list[BroughtList | None], written: Mapping[str, BroughtList]
) -> None:
    """Put defaults in; a seat without one has to name a list."""
    ids = [each.id for each in rules.brought if each.list == declared.name]
    for seat, brought in enumerate(chosen):
        if brought is not None:
            continue
        default = declared.defaults[seat % len(declared.defaults)] if declared.defaults else ""
        if default not in written:
            listed = (
                f"; those that come with the game are {', '.join(ids)}" if ids else ", with a file for LIST"
            )
            raise Refused(
                f"seat {seat + 1} brings no `{declared.name}`", f"write `--list {seat + 1}=LIST`{listed}"
            )
        chosen[seat] = written[default]


def _from_file(rules: Rules, name: str) -> BroughtList:
    from regelwerk.meaning.written_lists import brought_list, read_list_file

    path = Path(name)
    ids = [each.id for each in rules.brought]
    try:
        there = path.is_file()
    except (OSError, ValueError):
        there = False
    if not there:
        listed = ", ".join(ids) or "none"
        raise Refused(
            f"there is no list `{name}`",
            f"name a file, or a list that comes with the game: {listed}",
            near_names(name, ids),
        )
    document, _, problems = read_list_file(path)
    brought = None
    if document is not None:
        brought, problems = brought_list(document, rules)
    if brought is None:
        raise _refused(name, problems)
    return brought


def _refused(name: str, problems: list[Diagnostic]) -> Refused:
    """The refusal of a list, of whose problems the first is told."""
    from regelwerk.source.render import render_short

    first = render_short(problems[:1], {}, colour=False).strip()
    return Refused(f"the list `{name}` cannot be used: {first}", f"`regelwerk check {name}` says more")


def refuse_broken_lists(rules: Rules, players: int, options: Mapping[str, int], brought: Lists) -> None:
    """Raise Refused if a list that a seat brings is not as it must be, and say in what."""
    for lists in brought.values():
        chosen = [each for each in lists if each is not None]
        for seat, broken in enumerate(_judged(rules, chosen, players, options), 1):
            if broken:
                said = "; ".join(_said(rules, each) for each in broken)
                raise Refused(
                    f"the list `{chosen[seat - 1].id}` of seat {seat} is not as it must be: {said}",
                    "change the list, or bring another one",
                )


def _judged(
    rules: Rules,
    lists: Sequence[BroughtList],
    players: int | None = None,
    options: Mapping[str, int] | None = None,
) -> list[list[Broken]]:
    if not lists:
        return []
    from regelwerk.match.lists import broken_musts

    try:
        return broken_musts(rules, lists, players, options)
    except RuleError as error:
        raise Refused(f"the lists cannot be judged: {error}", "correct the rules") from None


def said_of_broken(rules: Rules, brought: BroughtList, players: int, options: Mapping[str, int]) -> str:
    """In what a list is not as it must be, in the words of players; empty if it is."""
    return "; ".join(_said(rules, each) for each in _judged(rules, [brought], players, options)[0])


def _said(rules: Rules, broken: Broken) -> str:
    """A broken `must` in the words of players, if it has some."""
    rows = f" ({', '.join(broken.rows)})" if broken.rows else ""
    return f"{_label(rules, broken.must)}{rows}"


def _label(rules: Rules, must: str) -> str:
    label = _in_words(rules, must)
    return f"`{must}`: {label}" if label else f"`{must}`"


def _in_words(rules: Rules, must: str) -> str:
    tables = [rules.labels[language] for language in sorted(rules.labels, key=lambda each: each != "en")]
    return next((table[must] for table in tables if must in table), "")


# Checking


def problems_of_lists(
    rules: Rules,
    documents: Iterable[Document],
    players: int | None = None,
    options: Mapping[str, int] | None = None,
) -> list[Diagnostic]:
    """Everything that the rules say of written lists and that does not hold (M091)."""
    from regelwerk.meaning.written_lists import brought_list

    read = [(document, brought_list(document, rules)[0]) for document in documents]
    lists = [brought for _, brought in read if brought is not None]
    kept = [document for document, brought in read if brought is not None]
    problems: list[Diagnostic] = []
    for document, brought, broken in zip(kept, lists, _judged(rules, lists, players, options), strict=True):
        for each in broken:
            problems += _diagnostics(rules, document, brought, each)
    return problems


def _diagnostics(
    rules: Rules, document: Document, brought: BroughtList, broken: Broken
) -> Iterator[Diagnostic]:
    from regelwerk.meaning.problems import list_not_as_it_must_be as unfit

    label, place = _in_words(rules, broken.must), rules.places.get(f"must:{broken.must}", "")
    places = [(part, row) for row in broken.rows for part in _parts_of(rules, brought, broken.must, row)]
    if not places:
        yield unfit(broken.must, label, place=place).at(document.key_span(("parts",)))
    for part, row in places:
        yield unfit(broken.must, label, row, place).at(document.key_span(("parts", part, row)))


def _parts_of(rules: Rules, brought: BroughtList, must: str, row: str) -> list[str]:
    """The parts in which a row breaks a `must`: those it goes through, else all with the row."""
    declared = next(each for each in rules.lists if each.name == brought.list)
    over = next(each.over for each in declared.musts if each.name == must)
    source = None if over is None else over.source
    zone = source.name if isinstance(source, ex.Zone) else None
    return [
        part.name
        for part in declared.parts
        if row in brought.parts.get(part.name, {}) and zone in (None, part.zone)
    ]


def is_list_file(name: str) -> bool:
    """Whether a path leads to a written list."""
    path = Path(name)
    try:
        if path.suffix not in (".yaml", ".yml") or path.name == MANIFEST or not path.is_file():
            return False
        with path.open("rb") as file:
            return FORMAT.partition("/")[0].encode() + b"/" in file.read(_HEAD)
    except (OSError, ValueError):
        return False


def pasted_list(
    rules: Rules, name: str, text: str, players: int, options: Mapping[str, int]
) -> tuple[BroughtList | None, str]:
    """A written list as a text, and everything that is wrong with it, as `check` says it; the list is None
    if something is. `name` is what the text is called."""
    from regelwerk.meaning.written_lists import brought_list, read_list_text
    from regelwerk.source.render import render_text

    source = SourceFile(name, text.replace("\r\n", "\n"))
    document, problems = read_list_text(source)
    brought = None
    if document is not None:
        brought, problems = brought_list(document, rules)
        problems = problems or problems_of_lists(rules, [document], players, options)
    if not problems:
        return brought, ""
    return None, render_text(sort_diagnostics(problems), {name: source}, colour=False)


def list_text(rules: Rules, brought: BroughtList) -> str:
    """A list as it is written in a file."""
    titles = [f"  {language}: {_quoted(title)}" for language, title in brought.title.items()]
    parts = [
        f"  {part}:\n" + "\n".join(f"    {row}: {count}" for row, count in rows.items())
        for part, rows in brought.parts.items()
        if rows
    ]
    lines = [
        f"format: {FORMAT}", f"game: {rules.game}", f"list: {brought.list}", f"id: {brought.id}",
        *(["title:", *titles] if titles else []), *(["parts:", *parts] if parts else ["parts: {}"]),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def check_list_file(
    name: str, game: str | None, houses: Sequence[str]
) -> tuple[list[Diagnostic], dict[str, SourceFile]]:
    """Everything that is wrong with a written list. Raises Refused if its game is not known."""
    from regelwerk.meaning.written_lists import brought_list, read_list_file

    path = Path(name)
    document, source, problems = read_list_file(path)
    sources = {} if source is None else {source.path: source}
    if document is None:
        return problems, sources
    data: Any = document.value
    folder = path.parent.parent
    if game is None:
        game = str(folder) if (folder / MANIFEST).is_file() else data.get("game")
    if game is None:
        raise Refused(
            f"`{name}` does not say for which game it is", "write `game: NAME` in it, or give `--game`"
        )
    rules = load_game(game, houses).rules
    problems = brought_list(document, rules)[1]
    return problems or problems_of_lists(rules, [document]), sources
