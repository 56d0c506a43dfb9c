"""The rules form as JSON, and its hash."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b

import msgspec

from .declarations import EARLIER, FORMAT, Rules


class _Head(msgspec.Struct):
    """What says whether a text is rules at all."""

    format: object = None


_head = msgspec.json.Decoder(_Head)


@cache  # made when rules are read for the first time: a check reads none
def _decoder() -> msgspec.json.Decoder[Rules]:
    return msgspec.json.Decoder(Rules)


class RulesFormError(Exception):
    """A text that is not rules in the rules form; the message says what is wrong and where."""


def encode(rules: Rules) -> bytes:
    """Rules as one line of JSON; fields stand in the order of the form, so equal rules give equal bytes."""
    return msgspec.json.encode(rules, order="deterministic")


def decode(text: bytes | str) -> Rules:
    """Read rules back. Raises RulesFormError for another format and for what is not in the form."""
    try:
        found = _head.decode(text).format
        if found != FORMAT:
            if found in EARLIER:
                raise RulesFormError("rules of an earlier edition: export them anew from the game's files")
            shown = f"`{found}`" if isinstance(found, str) else "none"
            raise RulesFormError(f"not rules in the rules form: the format is {shown}, expected `{FORMAT}`")
        rules = _decoder().decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RulesFormError(f"not rules in the rules form: {error}") from None
    return rules


def rules_hash(rules: Rules) -> str:
    """Hash of what is played, 32 hexadecimal digits; labels, drawings, places, citations, lists and how a
    match is judged apart."""
    bare = msgspec.structs.replace(
        rules, labels={}, drawings=(), places={}, cites={}, brought=(), standing=None
    )
    return blake2b(encode(bare), digest_size=16).hexdigest()
