"""What parts of the rules form read and write, without regard to who calls whom."""

from __future__ import annotations

from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.walk import nodes

Cell = tuple[str, ...]
"""`("state", name)`, `("attribute", type, name)`, `("value", name)`, `("zone", name)`, `("happened", event)`
or `("answers",)`.

`("zone", "?")` is whichever zone a thing lies in.
"""

SOME_ZONE: Cell = ("zone", "?")


def reads(part: object) -> set[Cell]:
    """Return the cells that expressions in a part read themselves; what declared values read stands apart."""
    found: set[Cell] = set()
    for node in nodes(part):
        if isinstance(node, x.State):
            found.add(("state", node.name))
        elif isinstance(node, x.Attribute):
            found.add(("attribute", node.type, node.name))
        elif isinstance(node, x.Zone):
            found.add(("answers",) if node.name == "answers" else ("zone", node.name))
        elif isinstance(node, x.Builtin) and node.name in ("owner", "holder"):
            found.add(SOME_ZONE)
        elif isinstance(node, x.Happened):
            found.add(("happened", node.event))
        elif isinstance(node, x.Call):
            found.add(("value", node.name))
    return found


def writes(part: object) -> set[Cell]:
    """Return the cells that statements in a part write themselves; what happenings write stands apart."""
    found: set[Cell] = set()
    for node in nodes(part):
        if isinstance(node, s.Assign | s.Change):
            found.add(target_cell(node.target))
        elif isinstance(node, s.Move):
            # Where things leave from is known only in play.
            found |= {("zone", node.to), ("zone", "*"), SOME_ZONE}
        elif isinstance(node, s.DrawOne | s.DrawMany):
            found |= {("zone", node.source), ("zone", node.to), SOME_ZONE}
        elif isinstance(node, s.Shuffle):
            found.add(("zone", node.zone))
        elif isinstance(node, s.Cancel | s.Aim):
            found.add(("answers",))
    return found


def target_cell(target: x.State | x.Attribute) -> Cell:
    """Return the cell a statement sets."""
    if isinstance(target, x.State):
        return ("state", target.name)
    return ("attribute", target.type, target.name)


def modified_cell(modifier: d.ModifierDecl) -> Cell:
    """Return the attribute or the value that a modifier changes."""
    if modifier.type is None:
        return ("value", modifier.of)
    return ("attribute", modifier.type, modifier.of)


def touches(written: set[Cell], read: set[Cell]) -> bool:
    """Say whether something that writes these cells may change what reads those."""
    if ("zone", "*") in written and any(cell[0] == "zone" for cell in read):
        return True
    return bool(written & read)
