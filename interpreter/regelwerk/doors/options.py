"""Seats, options of a game and other things many commands are told, as the user writes them."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk.doors.refusals import Refused
from regelwerk.rules.declarations import OptionDecl, Rules
from regelwerk.source.diagnostics import near_names

_WORDS = {"yes": 1, "true": 1, "on": 1, "no": 0, "false": 0, "off": 0}


def players_of(rules: Rules, asked: int | None) -> int:
    """The number of seats; the least the game admits if none is asked for. Raises Refused."""
    low, high = rules.players
    if asked is not None and not low <= asked <= high:
        span = str(low) if low == high else f"{low} to {high}"
        raise Refused(f"`{rules.game}` is for {span} players, not {asked}", f"write `--players {low}`")
    return low if asked is None else asked


def options_of(rules: Rules, given: Sequence[str]) -> dict[str, int]:
    """Values of options from texts like `name=value`. Raises Refused."""
    declared = {option.name: option for option in rules.options}
    result = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refused(f"`{text}` gives no value", "write `--option name=value`")
        if name not in declared:
            listed = ", ".join(declared) or "none"
            raise Refused(
                f"`{rules.game}` has no option `{name}`",
                f"its options are {listed}",
                near_names(name, declared),
            )
        if declared[name].fixed:
            raise Refused(f"a house rule has fixed `{name}`", f"leave `--option {name}` out")
        result[name] = _value(rules, declared[name], value)
    return result


def _value(rules: Rules, option: OptionDecl, text: str) -> int:
    kind = option.type
    if kind.kind == "enum":
        members = next((enum.members for enum in rules.enums if enum.name == kind.name), ())
        if text not in members:
            listed = ", ".join(members)
            raise Refused(
                f"`{text}` is no value of `{option.name}`",
                f"write one of {listed}",
                near_names(text, members),
            )
        return members.index(text)
    if kind.kind == "flag":
        if text.lower() not in _WORDS:
            raise Refused(f"`{text}` is no value of `{option.name}`", "write `yes` or `no`")
        return _WORDS[text.lower()]
    try:
        number = int(text)
    except ValueError:
        raise Refused(f"`{text}` is no value of `{option.name}`", "write a number") from None
    low, high = kind.low, kind.high
    if (low is not None and number < low) or (high is not None and number > high):
        raise Refused(
            f"`{option.name}` goes from {low} to {high}, not to {number}", "write a number in its range"
        )
    return number
