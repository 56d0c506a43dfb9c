"""A saved match around its state: format, game, rules, options, lists and hashes, each of them checked."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from regelwerk.program.errors import RuleError
from regelwerk.program.layout import Layout, make_layout
from regelwerk.rules.codec import rules_hash
from regelwerk.rules.declarations import OptionDecl, Rules
from regelwerk.rules.lists import BroughtList, list_hash
from regelwerk.source.characters import visible
from regelwerk.source.plain_json import read_once

from .errors import MatchError
from .lists import refuse_broken
from .reader import damaged, quoted

FORMAT = "regelwerk-match/2"
_EARLIER = ("regelwerk-match/1",)
_FIELDS = ("format", "game", "version", "rules", "players", "options", "state", "hash", "log", "log_hash")
_LONGEST = 1000
"""No name and no title in a saved match has more characters."""
_DEEPEST = 12


def hash_of(data: object) -> str:
    """Hash of plain data, or of the entries of a log: of its canonical JSON (32 hexadecimal digits)."""
    return blake2b(msgspec.json.encode(data, order="sorted"), digest_size=16).hexdigest()


def written_lists(layout: Layout) -> dict[str, list[dict[str, Any]]]:
    """What the seats have brought, as it stands in a saved match."""
    return {
        name: [{"hash": list_hash(each), "list": each} for each in seats]
        for name, seats in layout.brought.items()
    }


def read_saved(text: str | bytes, rules: Rules) -> tuple[dict[str, Any], Layout]:
    """What is saved, and the layout of the game with its seats, options and lists.

    Raises MatchError for anything but a save of these rules. The state and the log are not looked into, but
    no text in them holds what cannot be seen.
    """
    try:
        data = read_once(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MatchError(f"not a saved match, or only a part of one: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        found = data.get("format") if isinstance(data, dict) else None
        if found in _EARLIER:
            raise MatchError(
                "the match was saved by an earlier edition and cannot be gone on with: play anew"
            )
        raise MatchError(
            f"not a saved match of the format `{FORMAT}`" + (f" but {quoted(found)}" if found else "")
        )
    fields = {*_FIELDS, "lists"} if rules.lists else set(_FIELDS)
    if set(data) != fields:
        odd = sorted(set(data) ^ fields)
        raise MatchError(f"the saved match is damaged: {quoted(odd[0])} is missing or should not be there")
    if data["game"] != rules.game:
        raise MatchError(f"the saved match is of the game {quoted(data['game'])}, not of `{rules.game}`")
    if data["rules"] != rules_hash(rules):
        raise MatchError(f"the saved match was played with other rules of `{rules.game}`")
    if data["version"] != rules.version:
        raise damaged("version", f"expected `{rules.version}`")
    for where, found in _texts(data, ""):
        if len(found) > _LONGEST or visible(found) != found:
            raise damaged(where, f"{quoted(found)} is no name and no title")
    players = data["players"]
    if type(players) is not int:
        raise damaged("players", "expected a whole number")
    _check_options(rules, data["options"])
    lists = _read_lists(rules, players, data.get("lists"))
    try:
        layout = make_layout(rules, players, data["options"], lists)
        refuse_broken(layout)
    except RuleError as error:
        raise MatchError(f"the saved match is damaged: {visible(str(error))}") from None
    return data, layout


def check_hashes(data: dict[str, Any], state: str) -> None:
    """Raise MatchError unless the hashes that are saved fit; `state` is that of the state."""
    if data["hash"] != state:
        raise MatchError("the saved match has been changed since it was saved: its hash does not fit")
    if data["log_hash"] != (None if data["log"] is None else hash_of(data["log"])):
        raise MatchError(
            "the saved match has been changed since it was saved: the hash of its log does not fit"
        )


def _texts(data: object, where: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Every text in the data, keys included, with its path."""
    if isinstance(data, str):
        yield where, data
    elif depth > _DEEPEST:
        raise damaged(where, "it is nested too deep")
    elif isinstance(data, dict):
        for key, value in data.items():
            yield where or "the save", key
            yield from _texts(value, f"{where}.{key}" if where else key, depth + 1)
    elif isinstance(data, list):
        for number, value in enumerate(data):
            if not isinstance(value, int):
                yield from _texts(value, f"{where}[{number}]", depth + 1)


def _check_options(rules: Rules, options: object) -> None:
    declared = {option.name: option for option in rules.options}
    if not isinstance(options, dict) or options.keys() != declared.keys():
        raise damaged("options", "expected a value for each option of the game")
    for name, option in declared.items():
        low, high = _bounds(rules, option)
        if type(options[name]) is not int or not low <= options[name] <= high:
            raise damaged(f"options.{name}", f"expected a whole number from {low} to {high}")


def _bounds(rules: Rules, option: OptionDecl) -> tuple[int, int]:
    """The least and the greatest value of an option, as numbers."""
    if option.type.kind == "enum":
        return 0, next(len(enum.members) for enum in rules.enums if enum.name == option.type.name) - 1
    if option.type.kind == "flag":
        return 0, 1
    return option.type.low or 0, option.type.high or 0


class _SavedList(msgspec.Struct, forbid_unknown_fields=True):
    """A list as it stands in a saved match."""

    hash: str
    list: BroughtList


def _read_lists(rules: Rules, players: int, data: object) -> dict[str, list[BroughtList]] | None:
    """The lists of a saved match. Raises MatchError if they are not all there, or were changed."""
    if not rules.lists:
        return None
    try:
        lists = msgspec.convert(data, dict[str, list[_SavedList]])
    except msgspec.ValidationError as error:
        raise damaged("lists", str(error).partition(" - at ")[0].lower()) from None
    wanted = {each.name for each in rules.lists}
    if lists.keys() != wanted or any(len(seats) != players for seats in lists.values()):
        raise damaged("lists", "expected one for each seat")
    for name, seats in lists.items():
        for seat, saved in enumerate(seats):
            if saved.list.list != name:
                raise damaged(f"lists.{name}[{seat}]", f"this is a {quoted(saved.list.list)}")
            if list_hash(saved.list) != saved.hash:
                raise MatchError(
                    "the saved match has been changed since it was saved: "
                    f"the list {quoted(saved.list.id)} of seat {seat + 1} is another one"
                )
    return {name: [saved.list for saved in seats] for name, seats in lists.items()}
