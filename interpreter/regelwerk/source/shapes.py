"""What the YAML files of a game may hold, as types: what was kept of such a file is read by them.

They say as much of the schemas as those count on who read such files.
"""

# Annotations are no texts here: each of them would be compiled when what was kept is read.

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

_Text = str | int | bool | None
_Name = Annotated[str, Meta(pattern=r"^[^\W\d]\w*$", max_length=80)]
_Names = Annotated[list[_Name], Meta(min_length=1, max_length=400)]
_Version = Annotated[str, Meta(pattern=r"^[0-9]+(\.[0-9]+)*$", max_length=40)]
_File = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_./-]*$", max_length=200)]
_Files = Annotated[
    list[Annotated[str, Meta(pattern=r"^(?!.*\*\*)[A-Za-z0-9_*][A-Za-z0-9_*./-]*$", max_length=200)]],
    Meta(max_length=500),
]
_Language = Annotated[str, Meta(pattern="^[a-z]{2}$")]
_Title = Annotated[dict[_Language, Annotated[str, Meta(min_length=1, max_length=400)]], Meta(min_length=1)]
_Few = Meta(max_length=40)


class _Shape(msgspec.Struct, forbid_unknown_fields=True):
    pass


class _Table(_Shape):
    format: str
    type: str
    rows: dict[str, dict[str, _Text]]


class _Labels(_Shape):
    format: str
    language: str
    labels: dict[str, str]


class _Clauses(_Shape):
    format: str
    game: str
    clauses: dict[str, dict[str, str]]
    ambiguities: list[dict[str, str | list[str]]] = []


class _List(_Shape):
    format: Literal["regelwerk-list/1"]
    declared: _Name = msgspec.field(name="list")
    id: _Name
    parts: dict[_Name, dict[_Name, Annotated[int, Meta(ge=1, le=1000)]]]
    game: _Name | UnsetType = UNSET
    title: _Title | UnsetType = UNSET
    source: str | UnsetType = UNSET


class _Bounds(_Shape):
    steps: Annotated[int, Meta(ge=1_000, le=10_000_000)] | UnsetType = UNSET
    options: Annotated[int, Meta(ge=100, le=1_000_000)] | UnsetType = UNSET
    elements: Annotated[int, Meta(ge=100, le=1_000_000)] | UnsetType = UNSET
    nesting: Annotated[int, Meta(ge=10, le=1_000)] | UnsetType = UNSET


class _Folder(_Shape, kw_only=True):
    language: Literal[2]
    title: _Title
    rules: _Files
    tables: _Files | UnsetType = UNSET
    scenarios: _Files | UnsetType = UNSET
    labels: dict[_Language, _File] | UnsetType = UNSET
    drawings: Annotated[list[_File], Meta(max_length=20)] | UnsetType = UNSET
    board: _File | UnsetType = UNSET
    clauses: _File | UnsetType = UNSET


class _Manifest(_Folder, kw_only=True):
    format: Literal["regelwerk-game/1"]
    id: _Name
    version: _Version
    bounds: _Bounds | UnsetType = UNSET
    standing: _Name | UnsetType = UNSET
    edition: _Title | UnsetType = UNSET


class _Amends(_Shape):
    game: _Name
    version: _Version


class _House(_Folder, kw_only=True):
    format: Literal["regelwerk-house/1"]
    amends: _Amends
    replaces: _Files | UnsetType = UNSET


class _Members(_Shape):
    under: _Names | UnsetType = UNSET
    show: _Names | UnsetType = UNSET
    holds: _Names | UnsetType = UNSET


class _Spaces(_Shape):
    of: _Name
    by: _Name
    number: _Name
    sign: _Name


class _Panel(_Shape):
    title: _Title | UnsetType = UNSET
    groups: _Name | UnsetType = UNSET
    of: _Name | UnsetType = UNSET
    by: _Name | UnsetType = UNSET
    owner: _Name | UnsetType = UNSET
    show: _Names | UnsetType = UNSET
    holds: _Names | UnsetType = UNSET
    members: _Members | UnsetType = UNSET
    zones: _Names | UnsetType = UNSET
    by_type: bool | UnsetType = UNSET
    counts: _Names | UnsetType = UNSET
    seats: _Names | UnsetType = UNSET
    states: _Names | UnsetType = UNSET
    only: Annotated[dict[_Name, _Name], Meta(min_length=1, max_length=10)] | UnsetType = UNSET
    line: _Names | UnsetType = UNSET
    tracks: _Name | UnsetType = UNSET
    at: _Name | UnsetType = UNSET
    to: _Name | UnsetType = UNSET
    spaces: _Spaces | UnsetType = UNSET
    columns: Annotated[int, Meta(ge=1, le=4)] | UnsetType = UNSET
    sections: _Name | UnsetType = UNSET
    every: bool | UnsetType = UNSET


class _Quiet(_Shape):
    events: _Names | UnsetType = UNSET
    values: _Names | UnsetType = UNSET
    passes: bool | UnsetType = UNSET
    unseen: bool | UnsetType = UNSET


_Mark = Annotated[str, Meta(min_length=1, max_length=3)]


class _Board(_Shape):
    format: Literal["regelwerk-board/1"]
    panels: Annotated[list[_Panel], Meta(min_length=1, max_length=40)]
    marks: Annotated[dict[str, Annotated[dict[str, _Mark], _Few]], _Few] | UnsetType = UNSET
    quiet: _Quiet | UnsetType = UNSET


class _Marker(_Shape):
    by: _Name
    sign: Literal["circle", "square", "diamond", "triangle", "star", "cross"]
    of: _Name | UnsetType = UNSET
    value: _Name | UnsetType = msgspec.field(default=UNSET, name="is")


class _Links(_Shape):
    by: _Name
    strokes: Annotated[dict[str, Literal["plain", "thick", "double", "dashed", "dotted", "hidden"]], _Few]


class _Drawing(_Shape):
    format: Literal["regelwerk-drawing/1"]
    map: _Name
    x: _Name
    y: _Name
    group: _Name | UnsetType = UNSET
    owner: _Name | UnsetType = UNSET
    number: _Name | UnsetType = UNSET
    contents: Annotated[list[_Name], Meta(min_length=1, max_length=4)] | UnsetType = UNSET
    markers: Annotated[list[_Marker], Meta(max_length=12)] | UnsetType = UNSET
    links: _Links | UnsetType = UNSET


SHAPES: dict[str, type[msgspec.Struct]] = {
    "table": _Table, "labels": _Labels, "clauses": _Clauses, "list": _List, "manifest": _Manifest,
    "house": _House, "board": _Board, "drawing": _Drawing,
}  # fmt: skip
"""By the names of their schemas."""
