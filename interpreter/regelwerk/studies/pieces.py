"""The rules in pieces: what a scenario may have looked at of them, and whether it is still the same.

A piece is what is looked at as a whole: a condition, the body of an event, a change of a modifier, what one
text tells, the values of one row. What a piece names has a head: which rules are hooked to an event, which
actions a window admits, which modifiers change a value. Its hash stands for all of that. So it changes if the
piece is written otherwise, and if something new joins in where the piece calls for it; it stays if another
piece changes, which counts only where that one was looked at itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b
from itertools import chain
from typing import Any, get_args

import msgspec

from regelwerk.program.layout import MAIN, Reached
from regelwerk.program.records import spans_asked
from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenario
from regelwerk.rules.walk import inside, nodes

_SPOKEN: tuple[type, ...] = (*get_args(ex.Expression), *get_args(st.Statement), ex.Set)
"""What is looked at or carried out while a match runs."""
_AT_THE_START = "only"
"""The field that is looked at when a game is laid out, so that nobody notes it."""
_BASE = (
    "players", "enums", "types", "zones", "states", "dice", "maps", "graphs", "options", "lists", "brought",
    "bounds",
)  # fmt: skip
"""What any scenario may depend on."""
_CALLED = ("values", "events", "actions", "windows", "rules", "limits", "modifiers", "payments")
"""What is made of pieces."""
_WORD = re.compile(rb'"(\w+)"')
_DIGEST = 8

_encode = msgspec.json.Encoder(order="deterministic").encode


class Pieces:
    """The pieces of a game, each with a hash.

    `rules` must hold no node twice, as rules do that were read: it is nodes that are noted.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._roots: dict[str, Any] = {}
        self._piece_of: dict[int, str] = {}
        self._bones = {
            sort: {each.name: self._bone(each, f"{sort}.{each.name}") for each in getattr(rules, sort)}
            for sort in _CALLED
        }
        self._heads = self._find_heads()
        self._base = self._find_base()
        self.hashes = {name: self._hash(root) for name, root in self._roots.items()}
        self.hashes |= {f"row.{row.name}": _digest([_encode(row.values)]) for row in rules.rows}

    def reached(self, noted: Reached) -> set[str]:
        """The pieces in which something was noted."""
        found = {self._piece_of[node] for node in noted.nodes if node in self._piece_of}
        return found | {f"row.{self.rules.rows[row].name}" for _, _, row in noted.values if row >= 0}

    def of_scenario(self, scenario: Scenario) -> str:
        """The hash of a scenario, and of whatever any scenario depends on."""
        bare = msgspec.structs.replace(scenario, place="", step_places=(), cites=())
        main = [] if scenario.start is not None else [self._heads[MAIN]]
        return _digest([self._hash(bare).encode(), self._base, *main])

    def _bone(self, value: Any, path: str) -> Any:
        """What is left of a declaration without its pieces, which are entered."""
        spoken = isinstance(value, _SPOKEN) or (
            isinstance(value, tuple) and bool(value) and isinstance(value[0], _SPOKEN)
        )
        if spoken and path.rpartition(".")[2] != _AT_THE_START:
            self._enter(path, value)
            return path
        if isinstance(value, tuple):
            return [self._bone(each, f"{path}.{number}") for number, each in enumerate(value)]
        if isinstance(value, dict):
            return {key: self._bone(value[key], f"{path}.{key}") for key in sorted(value)}
        if isinstance(value, ex.Node) and not spoken:
            return {
                name: self._bone(getattr(value, name), f"{path}.{name}") for name in value.__struct_fields__
            }
        return value

    def _enter(self, path: str, root: Any) -> None:
        """Enter a piece; what the texts of cards tell inside it are pieces of their own."""
        self._roots[path] = root
        waiting = [root] if isinstance(root, ex.Node) else inside(root)
        count = 0
        while waiting:
            node = waiting.pop()
            self._piece_of[id(node)] = path
            if isinstance(node, ex.Told):
                for row, said in node.rows.items():
                    self._enter(f"{path}.{count}.{row}", said)
                count += 1
                waiting += inside((node.of, node.otherwise))
            else:
                waiting += inside(node)

    def _find_heads(self) -> dict[str, bytes]:
        """For each name what joins in where it is called for; the same name of several sorts has one."""
        rules, bones = self.rules, self._bones
        joined: dict[str, list[Any]] = {}

        def join(name: str, *what: Any) -> None:
            joined.setdefault(name, []).append(what)

        for sort in _CALLED:
            for name, bone in bones[sort].items():
                join(name, sort, bone)
        for rule in rules.rules:
            join(rule.event, bones["rules"][rule.name], rule.only)
        for limit in rules.limits:
            for event in limit.after:
                join(event, bones["limits"][limit.name])
        for modifier in rules.modifiers:
            join(modifier.of, bones["modifiers"][modifier.name])
        own = {name: _encode(what) for name, what in joined.items()}
        heads = dict(own)
        for window in rules.windows:
            admitted = (own[action.name] for action in rules.actions if window.name in action.at)
            heads[window.name] = _digest(chain([own[window.name]], admitted)).encode()
        return heads

    def _find_base(self) -> bytes:
        rules = self.rules
        linked = {name for graph in rules.graphs for name in (graph.type, graph.link)}
        parents = {declared.name: declared.parent for declared in rules.types}

        def is_linked(name: str | None) -> bool:
            return name is not None and (name in linked or is_linked(parents.get(name)))

        rows = [
            (row.name, row.type, row.copies, row.starts_in, row.values if is_linked(row.type) else None)
            for row in rules.rows
        ]
        # What rules ask of the past tells things apart that are else alike, wherever it is asked.
        asked = {
            _encode((node.event, node.span, sorted(node.args)))
            for node in nodes([getattr(rules, sort) for sort in _CALLED])
            if isinstance(node, ex.Happened)
        }
        spans = spans_asked(nodes([getattr(rules, sort) for sort in _CALLED]), ())
        asked |= {_encode(["recorded", span]) for span in spans}
        parts = [_encode(getattr(rules, name)) for name in _BASE]
        return _digest([*parts, _encode(rows), *sorted(asked)]).encode()

    def _hash(self, root: Any) -> str:
        text = _encode(_untold(root) if b'"told"' in (text := _encode(root)) else root)
        named = sorted({word.decode() for word in _WORD.findall(text)} & self._heads.keys())
        return _digest(chain([text], (self._heads[name] for name in named)))


def _untold(value: Any) -> Any:
    """A piece as plain data, without what texts tell in it: only who tells something."""
    if isinstance(value, ex.Told):
        return ["told", sorted(value.rows), _untold(value.of), _untold(value.otherwise)]
    if isinstance(value, ex.Node):
        fields = [_untold(getattr(value, name)) for name in value.__struct_fields__]
        return [type(value).__name__, *fields]
    if isinstance(value, tuple):
        return [_untold(each) for each in value]
    if isinstance(value, dict):
        return {key: _untold(value[key]) for key in sorted(value)}
    return value


def _digest(parts: Iterable[bytes]) -> str:
    hashed = blake2b(digest_size=_DIGEST)
    for part in parts:
        hashed.update(len(part).to_bytes(8, "little"))
        hashed.update(part)
    return hashed.hexdigest()
