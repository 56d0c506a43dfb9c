"""The page about small changes: figures by game and way, and what no scenario notices."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import yaml

from .small_changes import WAYS

BEFORE = {
    "knizia": (2225, 1993), "risiko": (2100, 1807), "risiko+schlacht_um_mittelerde": (225, None),
    "ringkrieg": (6105, 5858), "fuenf_heere": (3408, 2955), "mele": (19030, None),
}  # fmt: skip
"""Changes made and noticed when the audit was new; None where not all had been made."""

_INTRODUCTION = """---
orphan: true
---

# The audit of small changes

`make audit` changes one small thing of a game at a time and plays the scenarios that looked at it when
nothing was changed. One of them must fail by what it says by hand: an `expect`, an option that is taken,
offered or not offered, who is asked, how the game ends. That changed rules go wrong, go on without end (after
200,000 steps or 60 seconds of the processor) or want other chance than the scenario gives notices nothing.
What would not be a game, such as a name that nothing binds, is no change. These are the ways:

"""

_LEFT_OUT = """
Left alone is what no line of a scenario can ask for: how many may play, the ranges of what tables and options
may say, where things are drawn, in which order ways and actions are listed. A range is not made wider where
no line raises or lowers the number: to set it beyond the end is a mistake of the rules in any case.

In a set there is nothing but what its noun names: a condition that asks for that sort again is left alone,
and so is the sort above where a row is asked for. Events that scenarios alone begin with are none of the
game's.

"""

_SECTION = re.compile(r"^(?=## `([^`]+)`$)(.*?\n)(?=\n## |\Z)", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"^(\| `([^`]+)` \| .*)$", re.MULTILINE)
"""A section of the page, and a line of its table, with the game."""


class Made(Protocol):
    """A change that was made."""

    @property
    def way(self) -> str: ...
    @property
    def said(self) -> str: ...
    @property
    def scenario(self) -> str: ...
    @property
    def why(self) -> str: ...


Shown = Mapping[str, Sequence[tuple[str, Sequence[Made]]]]
"""For each game its declarations, each with what came of its changes."""


def page(found: Shown, old: str = "") -> str:
    """The page of the manual; what the old one has of other games stays."""
    ways = "".join(f"- *{way}*: {text}\n" for way, text in WAYS.items())
    sections = dict(_SECTION.findall(old))
    rows = {name: row for row, name in _ROW.findall(old)} | {name: _row(name, found[name]) for name in found}
    sections |= {name: _section(name, found[name]) for name in found}
    head = ["| game | changes then | noticed | changes now | noticed |", "| --- | --- | --- | --- | --- |"]
    table = "\n".join([*head, *(rows[name] for name in sections), "", ""])
    return "\n".join([_INTRODUCTION + ways + _LEFT_OUT + table, *sections.values()])


def _row(name: str, looked: Sequence[tuple[str, Sequence[Made]]]) -> str:
    """What was noticed when the audit was new, and what is noticed now."""
    made = [finding for _, findings in looked for finding in findings]
    then, noticed = BEFORE.get(name, (None, None))
    told = f"{100 * noticed / then:.1f} %" if then and noticed else "-"
    return f"| `{name}` | {then or '-'} | {told} | {len(made)} | {_share(made)} |"


def _section(name: str, looked: Sequence[tuple[str, Sequence[Made]]]) -> str:
    made = [finding for _, findings in looked for finding in findings]
    noticed = [finding for finding in made if finding.scenario]
    lines = [f"## `{name}`", "", f"{len(made)} changes, {len(noticed)} noticed: {_share(made)}.", ""]
    lines += ["| way | changes | noticed | share |", "| --- | --- | --- | --- |"]
    for way in WAYS:
        those = [finding for finding in made if finding.way == way]
        if those:
            seen = sum(bool(finding.scenario) for finding in those)
            lines.append(f"| {way} | {len(those)} | {seen} | {_share(those)} |")
    lines += ["", "Not noticed:", ""]
    reasons = reasons_of(name)
    for key, findings in looked:
        left = [finding for finding in findings if not finding.scenario]
        if left:
            reason = reasons.get(key)
            lines.append(f"- `{key}`" + (f": {reason}" if reason else ""))
            lines += [f"  - {finding.way}: {finding.said} ({finding.why})" for finding in left]
    return "\n".join(lines) + "\n"


def reasons_of(name: str) -> dict[str, str]:
    """Why nothing notices what is left, by declaration. What is not there is a hole in the scenarios."""
    path = Path(__file__).with_name("small_reasons") / f"{name}.yaml"
    told: list[dict[str, Any]] = yaml.safe_load(path.read_text("utf-8")) if path.is_file() else []
    found: dict[str, str] = {}
    for each in told:
        for key in each["of"]:
            found[key] = f"{found[key]}; {each['because']}" if key in found else each["because"]
    return found


def _share(made: Sequence[Made]) -> str:
    return f"{100 * sum(bool(finding.scenario) for finding in made) / len(made):.1f} %" if made else "none"
