"""Saved matches that somebody has changed and given new hashes, and what must come of them."""

from __future__ import annotations

import json
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

from regelwerk.doors.labels import Labels
from regelwerk.doors.offers import running, source_of
from regelwerk.match.match import Match
from regelwerk.match.saved import hash_of
from regelwerk.match.state import State
from regelwerk.match.views import view
from regelwerk.program.errors import MatchError
from regelwerk.rules.declarations import Rules
from regelwerk.studies.chains import chains, story
from regelwerk.studies.telling import tell
from small_games import ALL

from . import shipped
from .invariants import Things, check_decisions, check_ending
from .json_edits import parts, replaced, without
from .lockstep import Builds, assert_same, same_outcome

GAMES = (*ALL, *shipped.CLOSE)
"""Every small game, and the shipped ones of which every decision can be looked at."""
MOMENTS = 36
"""So many saves are taken of a game, those of unusual positions among them."""
LONGEST = 400
"""So many decisions of a match that goes on are made in both builds."""
HOSTILE = ("\x1b]0;x\x07", "\u202etxt", "a\u200bb", "[red]x[/red]", "{0.__class__}", "x\ny", "x" * 2000, "")


class Forged(NamedTuple):
    """A changed save; `what` says what was done to it."""

    game: str
    what: str
    text: str


@cache
def rules_of(name: str) -> Rules:
    """A game of GAMES."""
    return ALL[name] if name in ALL else shipped.rules(name)


@cache
def builds(name: str, players: int) -> Builds:
    """Both builds of a game."""
    return Builds(rules_of(name), players)


@cache
def saves(name: str) -> tuple[dict[str, Any], ...]:
    """Matches of a game with their logs: at the beginning, at the end, and where something is unusual."""
    found: dict[str, str] = {}
    low, high = rules_of(name).players
    for players, seed in ((low, 2), (high, 3)):
        carriers = builds(name, players)
        match = Match.start_on(carriers.layout, carriers.walker, seed)
        draw = Random(seed)
        met: set[str] = set()
        for _ in range(LONGEST):
            marks = "" if match.over else _marks(match)
            if marks not in met or draw.random() < 0.03:
                moment = marks if marks not in found else f"{players} {seed} {len(found)}"
                found[moment] = match.save()
                met.add(marks)
            if match.over:
                break
            number = draw.randrange(len(match.decisions))
            match.take(number, draw.randrange(len(match.decisions[number].options)))
    return tuple(json.loads(found[marks]) for marks in sorted(found)[:MOMENTS])


def _marks(match: Match) -> str:
    fields = ("active", "alive", "answers", "atomic", "lasting", "leaving", "picks", "queue")
    kinds = [decision.kind for decision in match.decisions[:1]]
    bodies = {match.layout.bodies[frame[0]].kind for frame in match.state.stack}
    return " ".join([*kinds, *(f for f in fields if getattr(match.state, f)), *sorted(bodies)])


def forge(name: str, seed: int) -> Forged:
    """A save of the game with one to three changes, and with hashes that fit."""
    draw = Random(f"{name}:{seed}")
    whole = draw.choice(saves(name))
    done = []
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        how = draw.choice(EDITS)
        try:
            whole = how(whole, draw, name)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            if not done:
                raise
            break  # an edit before it has left nothing to be changed in this way
        done.append(how.__name__.strip("_"))
    return Forged(name, f"{name}:{seed}: {', '.join(done)}", json.dumps(sealed(whole)))


def sealed(whole: Any) -> Any:
    """The save with hashes that fit what it holds."""
    if isinstance(whole, dict) and "state" in whole:
        whole = {**whole, "hash": hash_of(whole["state"]), "log_hash": None}
        if whole.get("log") is not None:
            whole["log_hash"] = hash_of(whole["log"])
    return whole


def _anywhere(whole: Any, draw: Random, name: str) -> Any:
    """Any value becomes any other."""
    paths = [path for path, _ in parts(whole) if path and path[0] in ("state", "log")]
    others = [None, True, -1, 0, 1, 2, 7, 10**30, 0.5, "", "x", [], [0], [[0]], {}, {"x": 1}, *HOSTILE]
    return replaced(whole, draw.choice(paths), draw.choice(others))


def _of_its_kind(whole: Any, draw: Random, name: str) -> Any:
    """A value becomes another one of its kind: a number, a name that stands elsewhere, a shorter list."""
    path, value = draw.choice([each for each in parts(whole["state"]) if each[0]])
    return replaced(whole, ("state", *path), _alike(value, whole, draw))


def _of_the_log(whole: Any, draw: Random, name: str) -> Any:
    """As before, in the log."""
    if not whole["log"]:
        return _of_its_kind(whole, draw, name)
    number = draw.randrange(len(whole["log"]))
    path, value = draw.choice([each for each in parts(whole["log"][number]) if each[0]])
    return replaced(whole, ("log", number, *path), _alike(value, whole, draw))


def _alike(value: Any, whole: Any, draw: Random) -> Any:
    if isinstance(value, bool) or value is None:
        return draw.choice((None, 0, 1))
    if isinstance(value, int):
        return draw.choice((value + 1, value - 1, 0, -1, 1, draw.randrange(12), 10**12, -(10**12)))
    if isinstance(value, str):
        texts = sorted({other for _, other in parts(whole) if isinstance(other, str)})
        return draw.choice((draw.choice(texts), draw.choice(HOSTILE)))
    if isinstance(value, list):
        changed = list(value)
        if changed and draw.random() < 0.6:
            changed.pop(draw.randrange(len(changed)))
        elif changed:
            changed.insert(draw.randrange(len(changed) + 1), draw.choice(changed))
        else:
            changed.append(draw.randrange(4))
        if draw.random() < 0.2:
            draw.shuffle(changed)
        return changed
    if value:
        key = draw.choice(sorted(value))
        if draw.random() < 0.4:
            return without(value, key)
        return {**value, key: value[draw.choice(sorted(value))]}
    return {"x": 1}


def _from_another_moment(whole: Any, draw: Random, name: str) -> Any:
    """A part of the state comes from another save of the game."""
    other = draw.choice(saves(name))
    if draw.random() < 0.3:
        return {**whole, "log": other["log"]}
    state = dict(whole["state"])
    for key in draw.sample(sorted(state), draw.choice((1, 1, 2, 4))):
        state[key] = other["state"][key]
    return {**whole, "state": state}


def _things_lie_elsewhere(whole: Any, draw: Random, name: str) -> Any:
    """Things change their zones, vanish, or lie there twice."""
    zones = json.loads(json.dumps(whole["state"]["zones"]))
    every = [content for owners in zones.values() for content in owners]
    full = [content for content in every if content]
    if not full:
        return _of_its_kind(whole, draw, name)
    for _ in range(draw.choice((1, 1, 2, 5))):
        source, target = draw.choice(full), draw.choice(every)
        if not source:
            continue
        thing = draw.choice(source)
        if draw.random() < 0.8:
            source.remove(thing)
        if draw.random() < 0.8:
            target.append(thing)
            if draw.random() < 0.8:
                target.sort()
    return replaced(whole, ("state", "zones"), zones)


def _numbers_elsewhere(whole: Any, draw: Random, name: str) -> Any:
    """Numbers of columns, cells, locals and knowledge become others that are small."""
    keys = ("columns", "cells", "known", "stack", "picks", "counts", "levels", "fixed", "answers", "lasting")
    state = whole["state"]
    found = [
        (("state", key, *path), value)
        for key in keys
        for path, value in parts(state[key])
        if type(value) is int
    ]
    for path, value in draw.sample(found, min(len(found), draw.choice((1, 1, 2, 5)))):
        whole = replaced(whole, path, draw.choice((0, 1, 2, 3, -1, value + 1, value - 1)))
    return whole


def _the_end(whole: Any, draw: Random, name: str) -> Any:
    """The match is over in another way, or is not."""
    over = whole["state"]["over"]
    if over is None or draw.random() < 0.3:
        players = whole["players"]
        named = draw.choice(("end", *HOSTILE))
        over = {"name": named, "winners": [draw.randrange(players)], "scores": [0] * players}
        whole = replaced(whole, ("state", "over"), over)
        return replaced(whole, ("state", "stack"), []) if draw.random() < 0.7 else whole
    field = draw.choice(sorted(over))
    return replaced(whole, ("state", "over", field), _alike(over[field], whole, draw))


def _frames(whole: Any, draw: Random, name: str) -> Any:
    """The stack has other frames, or stands at other points."""
    other = draw.choice(saves(name))["state"]["stack"]
    stack = json.loads(json.dumps(whole["state"]["stack"]))
    choice = draw.random()
    if stack and choice < 0.25:
        stack.pop(draw.randrange(len(stack)))
    elif stack and choice < 0.4:
        stack.insert(draw.randrange(len(stack)), draw.choice(stack))
    elif stack and other and choice < 0.7:
        stack[-1] = other[-1]
    elif stack:
        frame = draw.choice(stack)
        if frame["values"] and draw.random() < 0.7:
            place = draw.randrange(len(frame["values"]))
            frame["values"][place] = _alike(frame["values"][place], whole, draw)
        else:
            frame["point"] = draw.choice(
                ("0", "1", "2", "3", "5", "8", "within", "asks", "declares", "resolves")
            )
    else:
        stack = other
    return replaced(whole, ("state", "stack"), stack)


def _entries(whole: Any, draw: Random, name: str) -> Any:
    """The log has more, fewer, or other entries, in another order."""
    other = draw.choice(saves(name))["log"] or []
    log = list(whole["log"] or [])
    if log and draw.random() < 0.4:
        log.pop(draw.randrange(len(log)))
    elif log and draw.random() < 0.4:
        one, two = draw.randrange(len(log)), draw.randrange(len(log))
        log[one], log[two] = log[two], log[one]
    elif other:
        log.insert(draw.randrange(len(log) + 1), draw.choice(other))
    if log and draw.random() < 0.3:
        number = draw.randrange(len(log))
        log[number] = {
            **log[number],
            "seats": draw.randrange(8),
            "public": draw.choice((None, log[number]["data"])),
        }
    return {**whole, "log": log}


def _head(whole: Any, draw: Random, name: str) -> Any:
    """What stands around the state."""
    key = draw.choice(("players", "options", "version", "game", "rules", "log", "format"))
    return {**whole, key: _alike(whole[key], whole, draw)}


EDITS = (
    _anywhere, _of_its_kind, _of_its_kind, _of_the_log, _of_the_log, _from_another_moment,
    _things_lie_elsewhere, _numbers_elsewhere, _numbers_elsewhere, _the_end, _frames, _frames, _entries,
    _head,
)  # fmt: skip


def outcome(forged: Forged) -> str:
    """What comes of a forged save: `refused`, `same`, `ends`, `breaks off` or `goes on`.

    Raises AssertionError, or whatever else happens, if it is believed and does not play as it says.
    """
    rules = rules_of(forged.game)
    try:
        match = Match.load(forged.text, rules)
    except MatchError as error:
        _message(str(error))
        return "refused"
    assert json.loads(match.save()) == json.loads(forged.text), "it is another match than was written"
    _read_aloud(match)
    if json.loads(forged.text)["state"] in [save["state"] for save in saves(forged.game)]:
        return "same"
    return _played(forged.game, match, Random(forged.what))


def _message(text: str) -> None:
    assert text and "\n" not in text and text[0].islower() and not text.endswith("."), text
    assert all(character.isprintable() for character in text), ascii(text)
    assert len(text) < 400, text


def _read_aloud(match: Match) -> None:
    """Whatever is told of a match can be told, and holds nothing but what can be seen."""
    lines: list[str] = []
    for seat in (None, *range(match.layout.players)):
        log = view(match, seat)["log"]
        lines += [tell(entry, language=language) for entry in log for language in ("en", "de")]
        lines += [line for chain in chains(log) for line in story(chain)]
    names = Labels(match.rules, "de")
    for entry in match.log or ():
        lines.append(tell({"kind": entry.kind, **entry.data}, names.text, "de"))
    lines += [source.name for source in running(match)]
    for number, decision in enumerate(match.decisions):
        for option in decision.options:
            lines += [source_of(match, decision, option).name, match.text(option, number)]
    if match.state.over is not None:
        lines.append(match.state.over.name)
    odd = [line for line in lines if not line.isprintable()]
    assert not odd, odd


def _played(name: str, match: Match, draw: Random) -> str:
    carriers = builds(name, match.layout.players)
    layout = carriers.layout
    plain = json.loads(match.state.text())
    slow, fast = State.from_plain(layout, plain), State.from_plain(layout, plain)
    things = Things(layout)
    for _ in range(LONGEST):
        assert_same(slow, fast, "both builds")
        things.check(slow)
        decisions = carriers.walker.pending(slow)
        assert decisions == carriers.program.pending(fast)
        if slow.over is not None:
            if slow.over.name != "end":
                check_ending(layout, slow)
            return "ends"
        check_decisions(decisions)
        decision = draw.choice(decisions)
        answer = decision.seat, draw.choice(decision.options)
        slow_run = partial(carriers.walker.resume, slow, answer)
        if not same_outcome(slow_run, partial(carriers.program.resume, fast, answer)):
            return "breaks off"
    return "goes on"
