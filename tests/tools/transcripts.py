"""Whole matches as text, to be read and compared: what changes from decision to decision, and for whom.

`make transcripts` writes tests/transcripts/ anew, `python -m tools.transcripts knizia` those of one game. At
every decision a transcript has what has changed in the position since the last one, what each seat sees
otherwise than it is, the options, and the choice behind `>`.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from regelwerk.match.match import Match
from regelwerk.match.views import view
from tools.far_games import far_script
from tools.random_games import Chooser, Script, play
from tools.shipped import BIG, CLOSE, LONG_GAMES, NAMES, build, check_all, counts, layout

FOLDER = Path(__file__).resolve().parents[1] / "transcripts"
WIDTH = 110

FAR = 0
"""The match with this seed is played to go far."""

MOST = 120
"""How many decisions of a long game a transcript shows: the first half of them and the last."""

Lines = dict[str, "Counter[str] | str"]


def matches() -> list[tuple[str, int, int]]:
    """Game, players and seed of each; odd seeds play by habit."""
    check_all()
    found = [(BIG, 2, 3), (BIG, 3, 4), (BIG, 4, FAR)]
    found += [(name, counts(name)[0], seed) for name in CLOSE if name != BIG for seed in (FAR, 1, 4)]
    return found + [(name, players, players) for name in LONG_GAMES for players in counts(name)]


def file_of(name: str, players: int, seed: int) -> Path:
    """Where a transcript is kept."""
    return FOLDER / f"{name}_{players}_players_seed_{seed}.txt"


def transcript(name: str, players: int, seed: int, which: str = "walker", old: str = "") -> str:
    """A match as text.

    Of a long game `old`, what was written before, says how many decisions are left out; else it is found out
    by playing the match twice.
    """
    match = Match.start_on(layout(name, players), build(name, players, which), seed, log=False)
    lines = [f"{name}, {players} players, seed {seed}"]
    far = far_script(name, players, seed) if seed == FAR else None
    chooser = Chooser(seed) if far is None else Script(far)
    known: Lines = {}
    seen: list[Lines] = [{} for _ in range(players)]
    number = 0
    left_out = _left_out(name, players, seed, old)
    while True:
        if number in left_out:
            if number == left_out[0]:
                lines += ["", f"... {len(left_out)} decisions"]
            number += 1
            decision, option = chooser.choose(match.decisions)
            match.take(match.decisions.index(decision), option)
            continue
        now = position(_open(match), None)
        if name in LONG_GAMES and not known:
            known = _printed(match, now)
        lines += ["", *_changes("", known, now)]
        for seat in range(players):
            sight = position(match, seat)
            theirs = {key: value for key, value in sight.items() if value != now.get(key)}
            before = {key: value for key, value in seen[seat].items() if value != known.get(key)}
            lines += _changes(f"seat {seat + 1} sees ", before, theirs, ends=False)
            seen[seat] = sight
        known = now
        if match.over:
            break
        number += 1
        decision, option = chooser.choose(match.decisions)
        for index, each in enumerate(match.decisions):
            lines.append(f"{number}. seat {each.seat + 1} decides ({each.kind}, {each.prompt_key})")
            for offered in each.options:
                taken = each is decision and offered == option
                lines.append(f"   {'>' if taken else ' '} {match.text(offered, index)}")
        match.take(match.decisions.index(decision), option)
    result = match.result
    assert result is not None
    winners = ", ".join(f"seat {seat + 1}" for seat in result.winners) or "nobody"
    lines.append(f"ends as {result.name}, won by {winners}, scores {', '.join(map(str, result.scores))}")
    return "\n".join(lines) + "\n"


def _left_out(name: str, players: int, seed: int, old: str) -> range:
    """How many decisions have been made before each of those that are not shown."""
    if name not in LONG_GAMES:
        return range(0)
    said = re.search(r"^\.\.\. (\d+) decisions$", old, re.MULTILINE)
    if said is not None:
        return range(MOST // 2, MOST // 2 + int(said[1]))
    total = len(play(layout(name, players), build(name, players, "fast"), seed)[1])
    return range(MOST // 2, total - MOST // 2)


def _open(match: Match) -> Match:
    """The match as somebody would see it who knows everything."""
    state = match.state.copy()
    state.known = [(1 << state.players) - 1] * len(state.known)
    return Match(match.rules, match.layout, match.build, state, None)


def _printed(match: Match, lines: Lines) -> Lines:
    """What each thing is and has before anything happens: the tables say it, and there is too much of it."""
    tables = match.layout.tables
    things = {tables.row_names[row] for row in tables.row_of if row >= 0}
    return {key: value for key, value in lines.items() if key.split(".")[0].split("#")[0] in things}


def position(match: Match, seat: int | None) -> Lines:
    """What a seat sees, as one line for each cell and zone."""
    seen = view(match, seat)
    lines: Lines = {}
    for name, value in seen["cells"].items():
        _cell(lines, name, value)
    for number, attributes in enumerate(seen["seats"], 1):
        for name, value in attributes.items():
            _cell(lines, f"seat {number}.{name}", value)
    for thing in seen["things"]:
        for name, value in thing.items():
            if name not in ("thing", "id"):
                _cell(lines, f"{thing['thing']}.{name}", value)
    for name, copies in seen["zones"].items():
        for copy in copies:
            _zone(lines, f"{copy['of']}.{name}" if "of" in copy else name, copy)
    for number, answer in enumerate(seen["answers"], 1):
        lines[f"answer {number}"] = _plain(answer)
    return lines


def _cell(lines: Lines, name: str, value: Any) -> None:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            lines[f"{name}.{key}"] = str(inner)
    else:
        lines[name] = str(value)


def _zone(lines: Lines, name: str, copy: Mapping[str, Any]) -> None:
    content = Counter(_thing(thing) for thing in copy["things"])
    for hidden in copy["hidden"]:
        content[_thing(hidden["back"])] += hidden["count"]
    lines[name] = content
    if copy.get("in_order"):
        lines[f"{name}, top last"] = ", ".join(_thing(thing) for thing in copy["in_order"])


def _thing(thing: Mapping[str, Any]) -> str:
    """A thing with its attributes in brackets; `?` for one that is hidden."""
    rest = {key: value for key, value in thing.items() if key not in ("thing", "id")}
    shown = f" ({_plain(rest)})" if rest else ""
    return f"{thing.get('thing', '?')}{shown}"


def _plain(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in values.items())


def _changes(who: str, before: Lines, now: Lines, ends: bool = True) -> Iterator[str]:
    """Lines for what is different; with `ends` also for what is not there any more."""
    for key, value in now.items():
        old = before.get(key)
        if old == value:
            continue
        if isinstance(value, Counter):
            yield from _wrapped(f"   {who}{key}: ", _difference(old, value))
        else:
            yield f"   {who}{key} = {value}"
    if ends:
        for key in sorted(before.keys() - now.keys()):
            yield f"   {who}{key} is gone"


def _difference(old: Counter[str] | str | None, new: Counter[str]) -> list[str]:
    """What has come and gone; everything if there was nothing to compare with."""
    if not isinstance(old, Counter):
        return [_times(name, count) for name, count in sorted(new.items())] or ["empty"]
    gone, come = old - new, new - old
    left = [f"-{_times(name, count)}" for name, count in sorted(gone.items())]
    return left + [f"+{_times(name, count)}" for name, count in sorted(come.items())]


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{count} {name}"


def _wrapped(start: str, parts: list[str]) -> Iterator[str]:
    line = start
    for number, part in enumerate(parts):
        piece = part + (", " if number < len(parts) - 1 else "")
        if len(line) + len(piece) > WIDTH and line.strip():
            yield line.rstrip()
            line = "       "
        line += piece
    yield line.rstrip()


def write(games: Sequence[str]) -> None:
    """Write all transcripts of some games, and remove those of matches that are no longer in the list."""
    FOLDER.mkdir(exist_ok=True)
    listed = matches()
    for file in set(FOLDER.glob("*.txt")) - {file_of(*match) for match in listed}:
        file.unlink()
    for match in listed:
        if match[0] in games:
            file, text = file_of(*match), transcript(*match)
            changed = not file.is_file() or file.read_text("utf-8") != text
            file.write_text(text, "utf-8")
            print(f"{'wrote' if changed else 'kept '} {file.name}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the matches that the tests compare with anew.")
    parser.add_argument("games", nargs="*", metavar="game", help="only these games; all, if none is named")
    given = parser.parse_args().games
    if unknown := sorted(set(given) - set(NAMES)):
        parser.error(f"there is no game `{unknown[0]}`, only {', '.join(NAMES)}")
    write(given or NAMES)
