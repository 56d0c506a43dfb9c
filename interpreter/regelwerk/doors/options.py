"""Seats, options of a game and other things many commands are told, as the user writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regelwerk.doors.refusals import Refused
from regelwerk.rules.declarations import OptionDecl, Rules
from regelwerk.source.diagnostics import near_names
from regelwerk.source.numbers import whole_number
from regelwerk.source.wording import players_text

_WORDS = {"yes": 1, "true": 1, "on": 1, "no": 0, "false": 0, "off": 0}


def players_of(rules: Rules, asked: int | None) -> int:
    """The number of seats; the least the game admits if none is asked for. Raises Refused."""
    low, high = rules.players
    if asked is not None and not low <= asked <= high:
        span = players_text(low, high)
        raise Refused(f"`{rules.game}` is for {span}, not {asked}", f"write `--players {low}`")
    return low if asked is None else asked


def option_schema(rules: Rules) -> dict[str, Any]:
    """Return the cerberus schema of a game's options, generated from their declarations.

    Values are texts as a user writes them; `coerce` makes them what is declared.
    """
    return {option.name: _rule(rules, option) for option in rules.options}


def _rule(rules: Rules, option: OptionDecl) -> dict[str, Any]:
    kind = option.type
    if kind.kind == "enum":
        return {"type": "string", "allowed": list(_members(rules, option))}
    if kind.kind == "flag":
        return {"type": "boolean", "coerce": _flag}
    return {"type": "integer", "coerce": _number_of, "min": kind.low, "max": kind.high}


def _members(rules: Rules, option: OptionDecl) -> tuple[str, ...]:
    return next((enum.members for enum in rules.enums if enum.name == option.type.name), ())


def _number_of(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise ValueError
    return number


def _flag(text: str) -> bool:
    return bool(_WORDS[text.lower()])


def options_of(rules: Rules, given: Sequence[str]) -> dict[str, int]:
    """Values of options from texts like `name=value`. Raises Refused."""
    declared = {option.name: option for option in rules.options}
    texts: dict[str, str] = {}
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
        texts[name] = value
    from cerberus import Validator

    validator = Validator(option_schema(rules))
    if not validator.validate(texts):
        name = min(validator.errors, key=list(texts).index)
        raise _refusal(rules, declared[name], texts[name])
    return {name: _number(rules, declared[name], value) for name, value in validator.document.items()}


def _number(rules: Rules, option: OptionDecl, value: str | bool | int) -> int:
    return _members(rules, option).index(value) if isinstance(value, str) else int(value)


def _refusal(rules: Rules, option: OptionDecl, text: str) -> Refused:
    kind = option.type
    if kind.kind == "enum":
        members = _members(rules, option)
        listed = ", ".join(members)
        return Refused(
            f"`{text}` is no value of `{option.name}`", f"write one of {listed}", near_names(text, members)
        )
    if kind.kind == "flag":
        return Refused(f"`{text}` is no value of `{option.name}`", "write `yes` or `no`")
    number = whole_number(text)
    if number is None:
        return Refused(f"`{text}` is no value of `{option.name}`", "write a number")
    return Refused(
        f"`{option.name}` goes from {kind.low} to {kind.high}, not to {number}", "write a number in its range"
    )
