"""The rules form of lists: what a seat brings to a match, such as a deck it has put together beforehand."""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Literal

import msgspec

from .expressions import Expression, Name, Node, Set

FORMAT: Literal["regelwerk-list/1"] = "regelwerk-list/1"
Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class ListPart(Node, frozen=True):
    """A part of a list: things of `type`, brought to the `zone` of the seat."""

    name: Name
    type: Name
    zone: Name


class Must(Node, frozen=True):
    """What must hold of a list, once it lies in the zones of its parts; with `over`, for each element."""

    name: Name
    holds: Expression
    over: Set | None = None


class ListDecl(Node, frozen=True):
    """What each seat brings. `seat` is its name inside the `musts`.

    `defaults` are the ids of lists: of the seats in turn, and again from the first.
    """

    name: Name
    seat: Name
    parts: tuple[ListPart, ...]
    musts: tuple[Must, ...] = ()
    defaults: tuple[Name, ...] = ()


class BroughtList(Node, frozen=True):
    """A list as somebody has written it: how many of which rows each part has. Titles are by language."""

    list: Name
    id: Name
    title: dict[str, str] = msgspec.field(default_factory=dict)
    parts: dict[Name, dict[Name, Count]] = msgspec.field(default_factory=dict)


def list_hash(brought: BroughtList) -> str:
    """Hash of what a list holds: its titles and its id take no part (32 hexadecimal digits)."""
    bare = msgspec.structs.replace(brought, id="_", title={})
    return blake2b(msgspec.json.encode(bare, order="deterministic"), digest_size=16).hexdigest()
