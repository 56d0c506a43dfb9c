"""The page about small changes: figures by game and way, and what no scenario notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from .small_changes import WAYS
from .small_reasons import BEFORE, REASONS

_INTRODUCTION = """---
orphan: true
---

# The audit of small changes

`make audit` changes one small thing of a game at a time and plays the scenarios that looked at it when
nothing was changed. One of them must fail by what it says by hand: an `expect`, an option that is taken,
offered or not offered, who is asked, how the game ends. Where no line says otherwise than what came, a
change is noticed if the rules go wrong (also after 200,000 steps from one decision to the next), or can no
longer give the chance that is written, before a scenario has come to its last such line; these are counted
apart, as *by an error*. That other chance is wanted, or another choice, notices nothing. What would not be a
game, such as a name that nothing binds, is no change. These are the ways:

"""

_LEFT_OUT = """
Left alone is what no line of a scenario can ask for: how many may play, the ranges of what tables and options
may say, where things are drawn, in which order ways and actions are listed.

"""


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


def page(found: Shown) -> str:
    """The page of the manual."""
    ways = "".join(f"- *{way}*: {text}\n" for way, text in WAYS.items())
    sections = (_section(name, found[name]) for name in found)
    return "\n".join([_INTRODUCTION + ways + _LEFT_OUT + _before(found), *sections])


def _before(found: Shown) -> str:
    """What was noticed when the audit was new, and what is noticed now."""
    lines = [
        "Then, nothing was noticed by an error.",
        "",
        "| game | changes then | noticed | changes now | noticed | without errors |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name in found:
        made = [finding for _, findings in found[name] for finding in findings]
        then, noticed = BEFORE.get(name, (None, None))
        told = f"{100 * noticed / then:.1f} %" if then and noticed else "-"
        stated = _part(sum(bool(finding.scenario and not finding.why) for finding in made), len(made))
        lines.append(f"| `{name}` | {then or '-'} | {told} | {len(made)} | {_share(made)} | {stated} |")
    return "\n".join([*lines, "", ""])


def _section(name: str, looked: Sequence[tuple[str, Sequence[Made]]]) -> str:
    made = [finding for _, findings in looked for finding in findings]
    noticed = [finding for finding in made if finding.scenario]
    wrong = sum(bool(finding.why) for finding in noticed)
    errors = f" {wrong} of them by an error alone." if wrong else ""
    lines = [f"## `{name}`", "", f"{len(made)} changes, {len(noticed)} noticed: {_share(made)}.{errors}", ""]
    lines += ["| way | changes | noticed | by an error | share |", "| --- | --- | --- | --- | --- |"]
    for way in WAYS:
        those = [finding for finding in made if finding.way == way]
        if those:
            seen = sum(bool(finding.scenario) for finding in those)
            wrong = sum(bool(finding.scenario and finding.why) for finding in those)
            lines.append(f"| {way} | {len(those)} | {seen} | {wrong} | {_share(those)} |")
    lines += ["", "Not noticed:", ""]
    for key, findings in looked:
        left = [finding for finding in findings if not finding.scenario]
        if left:
            reason = REASONS.get(name, {}).get(key)
            lines.append(f"- `{key}`" + (f": {reason}" if reason else ""))
            lines += [f"  - {finding.way}: {finding.said} ({finding.why})" for finding in left]
    return "\n".join(lines) + "\n"


def _share(made: Sequence[Made]) -> str:
    return _part(sum(bool(finding.scenario) for finding in made), len(made))


def _part(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none"
