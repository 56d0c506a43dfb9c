"""Which declared values are so small that they are written in place of a call of them."""

from __future__ import annotations

from regelwerk.rules import expressions as ex
from regelwerk.rules.walk import nodes

from .layout import Layout

_SMALL = 40
"""The greatest number of nodes of such a value, those of the values it calls included."""
_SETS = (ex.Any, ex.Every, ex.Count, ex.Sum, ex.Extreme, ex.All, ex.The, ex.Position)


def small_values(layout: Layout) -> tuple[set[str], set[str]]:
    """The declared values that may be written in place of a call of them, and those of them with sets."""
    sizes: dict[str, int] = {}
    counting = layout.counting

    def size(name: str, above: tuple[str, ...]) -> int:
        if name in above or ("value", name) in counting.calls:
            return _SMALL + 1
        if name not in sizes:
            declared = layout.values[name]
            result = declared.result
            changed = layout.value_modifiers.get(name) or result.low is not None or result.high is not None
            total = _SMALL + 1 if changed or result.many else 0
            for node in nodes(declared.body):
                total += 1
                if isinstance(node, ex.Call):
                    total += size(node.name, (*above, name))
            sizes[name] = min(total, _SMALL + 1)
        return sizes[name]

    small = {name for name in layout.values if size(name, ()) <= _SMALL}
    inside = {name: list(nodes(layout.values[name].body)) for name in small}
    with_sets = {name for name in small if any(isinstance(node, _SETS) for node in inside[name])}
    while True:
        calling = {
            name for name in small - with_sets
            if any(isinstance(node, ex.Call) and node.name in with_sets for node in inside[name])
        }  # fmt: skip
        if not calling:
            return small, with_sets
        with_sets |= calling
