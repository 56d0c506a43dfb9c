"""Positions for the audit of conditions, made from data: where a card may be played, and where it may not.

A card of `conditions/*.yaml` names a frame (what is going on) and what differs from it. Each of its
conditions names what differs further, so that it alone is violated. Both become scenarios.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import yaml

CONDITIONS = Path(__file__).parent / "conditions"

PLAYS = {
    "character": "play_event_on_character({card}, {whose}, {target})",
    "tapping": "play_event_by_tapping({card}, {target})",
    "company": "play_event_on_company({card}, {company})",
    "self": "play_event({card})",
    "event": "play_event_on_event({card}, {whose}, {target})",
    "faction": "play_event_on_faction({card}, {whose}, {target})",
    "attacker": "play_event_on_attacker({card}, {target})",
    "declared": "play_event_on_declared({card}, {whose}, {target})",
    "an item": "play_item({card}, {target})",
    "an ally": "play_ally({card}, {target})",
    "a people": "play_faction({card}, {target})",
}

FIGHT = "fight(band, {race}, {strikes}, {prowess}, {body}, none, {guard}) within {within} within turn(ralf)"
CREATURE = (
    "creature_attacks(foe, band, {key_kind}, {key_site}, {key_region})"
    " within journey_of(band) within turn(ralf)"
)

FRAMES: dict[str, dict[str, Any]] = {
    "organisation": {
        "phase": "organisation",
        "start": "chains() within organisation_phase(ralf) within turn(ralf)",
    },
    "long event": {
        "phase": "long_event",
        "start": "chains() within long_event_phase(ralf) within turn(ralf)",
    },
    "end of turn": {
        "phase": "end_of_turn",
        "start": "chains() within end_of_turn_phase(ralf) within turn(ralf)",
    },
    "way": {
        "phase": "movement_hazard",
        "moving": True,
        "journey": "band",
        "start": "chains() within journey_of(band) within movement_hazard_phase(ralf) within turn(ralf)",
    },
    "end of the way": {
        "phase": "movement_hazard",
        "moving": True,
        "journey": "band",
        "start": "after_coming(band) within travel(band) within journey_of(band) within turn(ralf)",
    },
    "site": {
        "phase": "site",
        "visiting": "band",
        "entered": True,
        "start": "chains() within visit(band) within site_phase(ralf) within turn(ralf)",
    },
    "attack": {
        "phase": "site",
        "start": FIGHT,
    },
    "creature": {
        "phase": "movement_hazard",
        "journey": "band",
        "moving": True,
        "start": CREATURE,
    },
    "strike": {
        "phase": "site",
        "start": FIGHT,
        "steps": ["ralf: pass"],
    },
}

# What has just happened when somebody may answer.
EVENTS = """
event after_victory(company co, race k):
    set co.beat_free_folk to free_folk(k)
    chains()

event after_meeting(company co, creature c):
    set faced_by to co
    set faced_creature to c
    chains()

event after_facing(company co, automatic_attack x):
    set faced_by to co
    set faced_guard to x
    chains()

event after_success(faction f):
    win_over(f, seat 1)
    chains()

event after_death(character c, character witness):
    see_fall(c, witness, times_fallen(c) + 1)
    eliminate(c)
    chains()

event after_mounting(company co):
    set co.mounted to yes
    chains()

event after_coming(company co):
    arrive(co)
    end_of_the_way(co)

event after_staying(company co):
    set way_is_over to yes
    chains()

event after_rousing(number n, site s):
    lie_on_site(n, s)
    chains()

event after_menace(character c):
    set c.menaced to yes
    chains()

event after_honey(character c):
    set c.sweetened to yes
    chains()

event while_rolling(character c, purpose k):
    let n be make_roll(c.belongs_to, k, c, 0)
    if n > 30:
        chains()
"""

NAMES = {
    "ralf": "seat 1",
    "judith": "seat 2",
    "band": "company_one_a",
    "others": "company_one_b",
    "host": "company_two_a",
}

DEFAULTS: dict[str, Any] = {
    "by": "ralf",
    "target": None,
    "company": "band",
    "who": ["tarcil"],
    "at": "mount_gram",
    "from": "minas_morgul",
    "moving": False,
    "journey": None,
    "visiting": None,
    "entered": False,
    "site_tapped": False,
    "heading": None,
    "race": "man",
    "strikes": 1,
    "prowess": 12,
    "body": 0,
    "guard": "none",
    "within": "visit(band)",
    "foe": None,
    "key_kind": "none",
    "key_site": "none",
    "key_region": "none",
    "sky": "stench_of_mordor",
    "others": [],
    "apart": [],
    "in_hand": True,
    "hand": [],
    "lies": {},
    "names": {},
    "names_of": {},
    "given": [],
    "steps": [],
}


class Case(msgspec.Struct, frozen=True):
    """One position: `says` is the condition it violates, none where the card may be played."""

    title: str
    says: str | None
    because: str | None
    text: str


def played(cases: list[Case]) -> str:
    """The scenarios of all positions, with the events that they begin with."""
    texts = "\n".join(case.text for case in cases)
    used = [event for event in EVENTS.strip().split("\n\n") if f"start {_event_name(event)}(" in texts]
    return "\n\n".join([*used, texts])


def _event_name(event: str) -> str:
    return event.removeprefix("event ").partition("(")[0]


def cards(folder: Path = CONDITIONS) -> dict[str, dict[str, Any]]:
    """All cards with their conditions, as written."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.yaml")):
        written = yaml.safe_load(path.read_text(encoding="utf-8"))
        for name, entry in written["cards"].items():
            if name in found:
                raise ValueError(f"{path.name}: `{name}` stands in two files")
            found[name] = {**written.get("all", {}), **entry}
            shared = [] if entry.get("only") else written.get("all", {}).get("conditions", [])
            found[name]["conditions"] = [*shared, *(entry.get("conditions") or [])]
    return found


def cases(written: dict[str, dict[str, Any]]) -> list[Case]:
    """The positions of all cards: where each may be played, and one for each of its conditions."""
    found = []
    for card, entry in written.items():
        plain = {key: value for key, value in entry.items() if key != "conditions"}
        if not plain.get("nowhere"):
            found.append(_case(card, plain, {}))
        for number, other in enumerate(plain.get("also", []), 2):
            found.append(_case(card, plain, other, f"may be played ({number})"))
        for condition in entry["conditions"]:
            found.append(_case(card, plain, condition))
    return found


def _case(card: str, entry: dict[str, Any], condition: dict[str, Any], title: str = "may be played") -> Case:
    changed = {key: value for key, value in condition.items() if key not in ("says", "because")}
    frame = FRAMES[changed.get("frame", entry.get("frame", "organisation"))]
    slots = {**DEFAULTS, **frame, **entry, **changed}
    slots["card"] = _row(card)
    slots["target"] = slots["target"] or _row(slots["who"][0])
    slots["whose"] = slots.get("whose", "ralf")
    option = PLAYS.get(slots["play"], slots["play"]).format(**slots)
    says = condition.get("says")
    title = f"{card}: {says or title}"
    text = _scenario(title, slots, option, says is not None)
    return Case(title, says, condition.get("because"), text)


def _scenario(title: str, slots: dict[str, Any], option: str, forbidden: bool) -> str:
    by = slots["by"]
    lines = ["    given:", *(f"        {line}" for line in _given(slots))]
    for name, what in slots["names_of"].items():
        lines.append(f"    let {name} be {what}")
    for name, row in slots["names"].items():
        lines.append(f"    let {name} be the character c in ralf.in_play where (c is {row})")
    if slots["foe"]:
        lines.append(f"    let foe be the creature c in judith.hand where (c is {slots['foe']})")
    lines.append(f"    start {slots['start'].format(**slots)}")
    lines += [f"    {step}" for step in slots["steps"]]
    if forbidden:
        action = option.split("(")[0]
        lines.append(f"    {by} cannot {option} because {slots.get('forbidden_by', action)}")
    else:
        lines.append(f"    {by} may {option}")
    used = set(re.findall(r"\w+", " ".join(lines)))
    named = [f"    let {name} be {what}" for name, what in NAMES.items() if name in used]
    return "\n".join([f'scenario "{title}":', *named, *lines]) + "\n"


def _given(slots: dict[str, Any]) -> list[str]:
    by, other = slots["by"], {"ralf": "judith", "judith": "ralf"}[slots["by"]]
    lines = ["set band.at to " + slots["at"], "set band.origin to " + slots["from"]]
    lines += _people("ralf", "band", slots["who"])
    lines += _people("ralf", "others", slots["apart"])
    lines += _people("judith", "host", slots["others"])
    lines.append("set others.at to dol_amroth")
    if slots["others"]:
        lines.append(f"set host.at to {slots.get('host_at', slots['at'])}")
    if slots["in_hand"]:
        lines.append(f"put {slots['card']} in {by}.hand")
    lines += [f"put {each} in {by}.hand" for each in slots["hand"]]
    for zone, rows in slots["lies"].items():
        lines += [f"put {row} in {zone}" for row in rows]
    if slots["foe"]:
        lines.append(f"put {slots['foe']} in judith.hand")
    lines.append(f"put {slots['at']}_card in band.ground")
    if slots["site_tapped"]:
        lines += ["for each site_card s in band.ground:", "    set s.condition to tapped"]
    if slots["heading"]:
        lines.append(f"put {slots['heading']}_card in band.heading")
    for seat in ("ralf", "judith"):
        lines += [
            f"for each card k in {seat}.{zone}:\n            set k.belongs_to to {seat}"
            for zone in _held(slots, seat)
        ]
    lines.append(f"set phase to {slots['phase']}")
    lines.append(f"set band.moving to {'yes' if slots['moving'] else 'no'}")
    lines.append(f"set band.entered to {'yes' if slots['entered'] else 'no'}")
    lines += [f"set {state} to {slots[state]}" for state in ("journey", "visiting") if slots[state]]
    lines += _something_else(by, other, slots["sky"])
    return [*lines, *slots["given"]]


def _held(slots: dict[str, Any], seat: str) -> list[str]:
    zones = ["hand", "in_play", "events", "discard_pile"]
    return [zone for zone in zones if _filled(slots, seat, zone)]


def _filled(slots: dict[str, Any], seat: str, zone: str) -> bool:
    if f"{seat}.{zone}" in slots["lies"]:
        return True
    if zone == "hand":
        return (seat == slots["by"] and slots["in_hand"]) or (seat == "judith" and bool(slots["foe"]))
    if zone == "in_play":
        return seat == "ralf" or bool(slots["others"])
    return False


def _something_else(by: str, other: str, sky: str) -> list[str]:
    """What this seat can do in any case, so that it is asked although the card may not be played."""
    if by == "ralf":
        return [
            "put ostisen in ralf.in_play",
            "for each character c in ralf.in_play where (c is ostisen):",
            "    set c.company to others",
            "    put orc_draughts in c.possessions",
        ]
    return [
        f"put {sky} in {other}.events",
        f"put twilight in {by}.hand",
        f"for each card k in {by}.hand:",
        f"    set k.belongs_to to {by}",
        f"for each event_card k in {other}.events:",
        f"    set k.belongs_to to {other}",
    ]


def _people(seat: str, company: str, members: list[str]) -> list[str]:
    """`gorbag tapped with whip, orc_liquor`: a member, its condition and what it bears."""
    lines = []
    for member in members:
        head, _, borne = member.partition(" with ")
        row, _, condition = head.partition(" ")
        lines.append(f"put {row} in {seat}.in_play")
        lines.append(f"for each member c in {seat}.in_play where (c is {row}):")
        lines.append(f"    set c.company to {company}")
        if condition:
            lines.append(f"    set c.condition to {condition}")
        if borne:
            lines.append(f"for each character c in {seat}.in_play where (c is {row}):")
            lines += [f"    put {item.strip()} in c.possessions" for item in borne.split(",")]
    return lines


def _row(member: str) -> str:
    return member.split(" ")[0]
