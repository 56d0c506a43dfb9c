"""Numbers as options of commands: what `source/numbers.py` reads, within bounds."""

from __future__ import annotations

from typing import Any

import click

from regelwerk.source.numbers import decimal_number, whole_number

_DIGITS = "write it with the digits 0 to 9"


class Whole(click.types.IntParamType):
    """A whole number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = whole_number(value) if isinstance(value, str) else value
        if number is None:
            self.fail(f"`{value}` is no whole number; {_DIGITS}", param, ctx)
        return number


WHOLE = Whole()


class WholeRange(click.IntRange):
    """A whole number within bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(WHOLE.convert(value, param, ctx), param, ctx)


class Seconds(click.FloatRange):
    """A time, with or without a decimal point."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = decimal_number(value) if isinstance(value, str) else value
        if number is None:
            self.fail(f"`{value}` is no number of seconds; {_DIGITS} and a point", param, ctx)
        return super().convert(number, param, ctx)
