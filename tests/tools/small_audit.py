"""The audit of small changes: whether what scenarios say by hand notices every one of them.

PYTHONPATH=tests python -m tools.small_audit [--jobs N] [--only PART] [--titles PART] [--list]
    [--write FILE] [GAME[+HOUSE] ...]

Every change of `small_changes` is made alone, and the scenarios that looked at what it changes, when nothing
was changed, are played until one fails: the likeliest at first, and for what is left all that feel it. A line
of a scenario must say otherwise than what came: that the rules go wrong, go on without end, or want other
chance notices nothing. What was found is kept by declaration: stopped, the command goes on, and only what is
written otherwise is done again. With `--titles` nothing is kept: it tells what is noticed for the first time.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import msgspec
from msgspec.structs import replace

from regelwerk.doors.games import load_game
from regelwerk.doors.refusals import Refused
from regelwerk.program.errors import RuleError
from regelwerk.program.layout import Reached
from regelwerk.rules.declarations import Rules
from regelwerk.rules.scenarios import Scenario
from regelwerk.rules.walk import nodes
from regelwerk.studies.layouts import asked_in
from regelwerk.studies.scenarios import run_scenario

from . import felt, same_games, small_changes
from .as_written import OfHouse, of_change, written
from .broken_lists import broken_lists
from .changed_games import Games
from .changed_in_place import InPlace
from .felt import Feeling, Watched, watched
from .kept_work import carry_on, read_kept
from .likely import SHORT, keep_likely_ones, likely_ones
from .played import played
from .small_changes import WAYS, Change, changes, spoken_in
from .small_page import page

GAMES = ("knizia", "risiko", "risiko+schlacht_um_mittelerde", "ringkrieg", "fuenf_heere", "mele")
KEPT = Path("build", "small_changes.jsonl")
FELT = Path("build", "felt_changes")
STEPS = 200_000
"""A changed game may take so many steps from one decision to the next."""
LONG, ENDLESS = 2, 10
"""After so many scenarios that went wrong after so many seconds a change is said to go wrong."""
LIKELY = 12
"""So many scenarios are tried with each change before it is asked which ones feel what is left."""
RECENT = 4
"""So many scenarios that noticed something are tried first."""
UNTOUCHED, WRONG, HOLDS = "no scenario looks at it", "rules go wrong", "everything holds"
_LAID_OUT = ("types", "zones", "states", "dice", "maps", "options", "lists")
"""What any scenario may depend on without looking at it, as on the options a rule holds under."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class Finding(msgspec.Struct, frozen=True):
    """What came of a change: the scenario that fails, or empty, and then why none does.

    `proof` is a hash of the scenario: if it is the same, the finding is. Where none notices, it has a short
    hash of each that could have: only others are tried later.
    """

    way: str
    said: str
    number: int
    scenario: str
    why: str
    proof: str


class Looked(msgspec.Struct, frozen=True):
    """The findings about what has a key; `declared` is a hash of the declaration, and of the ways."""

    game: str
    key: str
    declared: str
    findings: tuple[Finding, ...]


class Felt(msgspec.Struct, frozen=True):
    """The numbers of the changes that a scenario feels, with hashes of the rules and of the scenario."""

    rules: str
    scenario: str
    changes: tuple[int, ...]


class Audited:
    """A game with what each of its scenarios looks at."""

    def __init__(
        self, name: str, rules: Rules, scenarios: Sequence[Scenario], base: Rules | None = None
    ) -> None:
        self.name = name
        self.rules = replace(rules, bounds=replace(rules.bounds, steps=min(rules.bounds.steps, STEPS)))
        self.scenarios = tuple(scenarios)
        self._asked: Any = asked_in(self.scenarios)
        self.everywhere = (1 << len(self.scenarios)) - 1
        self._looked: dict[int, int] = {}
        self._read: dict[tuple[str, str | int], int] = {}
        self._felt: dict[int, int] = {}
        """The scenarios, as bits, that feel a change, by its `id`, where that is known."""
        self._watched: dict[int, list[tuple[int, Watched]]] = {}
        self._cost: list[int] = []
        self._layout: list[Any] = []
        self.games = Games(self.rules)
        self.layouts = InPlace(self.rules, self._asked)
        self._last: list[int] = []
        """The scenarios that noticed a change, the latest first: they are likely to notice the next one."""
        self._record()
        self.hashes = [_digest(written(_bare(scenario))) for scenario in self.scenarios]
        numbers = {each[:SHORT]: number for number, each in enumerate(self.hashes)}
        self.likely = {
            key: {numbers[each] for each in hashes if each in numbers}
            for key, hashes in likely_ones(name).items()
        }
        """By key the scenarios that noticed something in an earlier audit."""
        self._rows = {row.name: number for number, row in enumerate(self.rules.rows)}
        self._declared = {
            (table, each.name): each for table in small_changes.SORTS for each in getattr(self.rules, table)
        }
        self.by_key: dict[str, list[Change]] = {}
        for change in filter(OfHouse(self.rules, base), changes(self.rules)):
            self.by_key.setdefault(change.key, []).append(change)
        self.changes = [change for made in self.by_key.values() for change in made]

    def _record(self) -> None:
        """Play every scenario once, and note what it looks at. Raises Refused if one fails."""
        layouts = self.layouts.plain
        keys: Counter[Any] = Counter()
        for number, scenario in enumerate(self.scenarios):
            reached = Reached()
            if run_scenario(layouts, scenario, reached=reached).failure is not None:
                raise Refused(f"the scenario `{scenario.title}` fails", "run `regelwerk test` first")
            for node in reached.nodes:
                self._looked[node] = self._looked.get(node, 0) | 1 << number
            for kind, name, row in reached.values:
                for read in ((kind, name), (name, row)):
                    self._read[read] = self._read.get(read, 0) | 1 << number
            self._cost.append(len(reached.nodes))
            key = (
                scenario.players,
                *sorted(scenario.options.items()),
                _encode([scenario.lists, scenario.printed]),
            )
            keys[key] += 1
            self._layout.append(key)
        self._size = [keys[key] for key in self._layout]

    def declared(self, change: Change) -> Any:
        """The declaration that a change is about."""
        return self._declared[change.table, change.name]

    def watch(self, numbers: Iterable[int]) -> None:
        """Let scenarios that are played tell which of these changes they feel."""
        self._watched = {}
        for number in numbers:
            change = self.changes[number]
            where = watched(self.declared(change), change)
            if where is not None:
                self._watched.setdefault(id(where.node), []).append((number, where))

    def feels(self, number: int) -> tuple[int, ...]:
        """Play a scenario and return the numbers of the changes that it feels, of those that are watched."""
        feeling = Feeling(watched=self._watched)
        run_scenario(self.layouts.plain, self.scenarios[number], reached=feeling)
        return tuple(sorted(feeling.felt))

    def learn(self, felt: Sequence[tuple[int, ...]]) -> None:
        """Let only those scenarios be tried that feel a change, given what each feels."""
        bits = [0] * len(self.changes)
        for number, numbers in enumerate(felt):
            for each in numbers:
                bits[each] |= 1 << number
        for node, waiting in self._watched.items():
            for each, _ in waiting:
                self._felt[id(self.changes[each])] = bits[each] | ~self._looked.get(node, 0)

    def touching(self, change: Change) -> int:
        """The scenarios, as bits, that can notice a change: those that look at what it is about."""
        if change.table == "rows" and change.path[0] == "values":
            return self._read.get((change.path[1].split(".")[0], self._rows[change.name]), 0)
        if change.table == "types" and change.path[0] == "attributes":
            attribute = self.declared(change).attributes[change.path[1]].name
            return self._read.get((change.name, attribute), 0)
        if change.table in _LAID_OUT or change.table == "rows" or change.path[0] == "only":
            return self.everywhere
        looked_at = spoken_in(change) or {id(node) for node in nodes(self.declared(change))}
        found = 0
        for node in looked_at:
            found |= self._looked.get(node, 0)
        return found

    def in_order(self, change: Change, bits: int) -> list[int]:
        """Scenarios as they are played: those that noticed something about it in an earlier audit, the last
        that noticed, those that look at most of what is changed, the shortest first; where each layout is
        made anew, those of one layout together."""
        likely = self.likely.get(change.key, set())
        found = [number for number in range(len(self.scenarios)) if bits >> number & 1]
        late = len(self._last)
        last = {number: place for place, number in enumerate(self._last)}
        seen = (
            Counter(
                number
                for node in nodes(self.declared(change))
                for number in bits_of(self._looked.get(id(node), 0) & bits)
            )
            if len(found) > RECENT
            else Counter()
        )
        anew = not self.layouts.is_quick(change)
        apart = [(-self._size[n], str(self._layout[n])) if anew else () for n in range(len(self.scenarios))]
        order = {n: (n not in likely, last.get(n, late), apart[n], -seen[n], self._cost[n]) for n in found}
        return sorted(found, key=order.__getitem__)

    def proof(self, bits: int) -> str:
        """Short hashes of all scenarios that could notice."""
        return " ".join(sorted(each[:SHORT] for n, each in enumerate(self.hashes) if bits >> n & 1))

    def untried(self, change: Change, old: Finding) -> int:
        """The scenarios that could notice a change, and were not tried when none did."""
        tried = set(old.proof.split())
        new = (n for n, each in enumerate(self.hashes) if each[:SHORT] not in tried)
        return self.touching(change) & sum(1 << n for n in new)

    def judge(
        self, change: Change, number: int, old: Finding | None = None, most: int | None = None
    ) -> Finding:
        """Make a change and see which scenario notices; of those that did not in `old` none is tried.

        With `most` no more are tried besides those that are likely to, and the others wait for the next time.
        """
        if most is not None:
            most += len(self.likely.get(change.key, ()))
        bits = self.touching(change)
        why = old.why if old is not None and old.why == WRONG else HOLDS if bits else UNTOUCHED
        rules = change.made(self.rules)
        goes_on = 0
        with self.games.laid_out(change), self.layouts.changed(change) as layouts:
            tried = bits if old is None else self.untried(change, old)
            likely = self.in_order(change, tried & self._felt.get(id(change), -1))
            bits &= ~sum(1 << each for each in likely[most:]) if most is not None else -1
            for each in likely[:most]:
                begun = process_time()
                outcome = played(layouts, self.scenarios[each])
                if outcome is True:
                    self._last = [each, *(n for n in self._last if n != each)][:RECENT]
                    title = self.scenarios[each].title
                    return Finding(change.way, change.said, number, title, "", self.hashes[each])
                if outcome is None:
                    why = WRONG
                    goes_on += process_time() - begun > LONG
                if goes_on >= ENDLESS:
                    break
        for broken in broken_lists(rules.game) if change.table == "lists" or why == UNTOUCHED else ():
            try:
                failure = broken.failure(rules)
            except RuleError:  # a changed list that goes on without end
                why = WRONG
                continue
            if failure is not None:
                return Finding(change.way, change.said, number, f"list: {broken.title}", "", "")
        return Finding(change.way, change.said, number, "", why, self.proof(bits))


def bits_of(bits: int) -> Iterator[int]:
    """The places of the ones in a number."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _bare(scenario: Scenario) -> Scenario:
    return replace(scenario, place="", step_places=(), given_places=(), cites=())


def _digest(*parts: bytes) -> str:
    hashed = blake2b(digest_size=12)
    for part in parts:
        hashed.update(part)
    return hashed.hexdigest()


def of_titles(name: str, part: str) -> Audited:
    """A game as in `audited`; of its scenarios only those that have `part` in their titles."""
    game, _, house = name.partition("+")
    loaded = load_game(game, [house] if house else [])
    scenarios = loaded.scenarios.scenarios if loaded.scenarios is not None else ()
    scenarios = tuple(each for each in scenarios if part in each.title)
    return Audited(name, loaded.rules, scenarios, load_game(game).rules if house else None)


@cache
def audited(name: str) -> Audited:
    """A game, or what house rules have changed of one, named as on the command line."""
    return of_titles(name, "")


@cache
def _kept() -> dict[tuple[str, str], Looked]:
    return {(each.game, each.key): each for each in read_kept(KEPT, Looked)}


@cache
def _ways() -> bytes:
    """What changes are made: another hash makes all of them anew."""
    return b"".join(Path(each.__file__).read_bytes() for each in (small_changes, same_games))


def _known(game: Audited, key: str) -> tuple[str, dict[int, Finding]]:
    """The hash of a declaration as it stands, and what is known of its changes, by their numbers."""
    first = game.by_key[key][0]
    declared = _digest(of_change(game.declared(first), first), _ways())
    before = _kept().get((game.name, key))
    known = before is not None and before.declared == declared
    return declared, {each.number: each for each in before.findings} if known else {}


def look(piece: tuple[str, str, int | None]) -> Looked:
    """Make all changes of what has a key; what is known of them is not done again.

    The last of the piece is with how many scenarios at most.
    """
    game, key, most = audited(piece[0]), *piece[1:]
    made = game.by_key[key]
    declared, known = _known(game, key)
    findings = []
    for number, change in enumerate(made):
        old = known.get(number)
        if old is not None and old.scenario and old.proof == _proof(game, old):
            findings.append(old)
        elif old is not None:
            findings.append(game.judge(change, number, None if old.scenario else old, most))
        elif known == {} and game.games.is_game(change):
            findings.append(game.judge(change, number, most=most))
    return Looked(piece[0], key, declared, tuple(findings))


def attempts(game: Audited, key: str) -> Iterator[Finding]:
    """What the scenarios of a game make of those changes of which it is not known that one notices them."""
    known = _known(game, key)[1]
    for number, change in enumerate(game.by_key[key]):
        old = known.get(number)
        if (old is None or not old.scenario) and game.games.is_game(change):
            yield game.judge(change, number)


def feel(piece: tuple[str, int, str]) -> Felt:
    """What a scenario of a game feels; the last of the piece is the hash of its rules."""
    name, number, rules = piece
    game = audited(name)
    return Felt(rules, game.hashes[number], game.feels(number))


def feel_all(game: Audited, jobs: int, left: Sequence[int]) -> bool:
    """Find out which scenarios feel which of these changes; what is kept is not played again.

    Returns whether all of it has been found out.
    """
    game.watch(left)
    kept = FELT / f"{game.name}.jsonl"
    rules = _digest(_encode([game.rules, left]), _ways(), Path(felt.__file__).read_bytes())
    known = {each.scenario: each for each in read_kept(kept, Felt) if each.rules == rules}
    if kept.is_file():
        kept.write_bytes(b"".join(_encode(each) + b"\n" for each in known.values()))
    todo = [(game.name, n, rules) for n, each in enumerate(game.hashes) if each not in known]
    found = carry_on(todo, feel, jobs, kept, lambda each: "what scenarios feel")
    known |= {each.scenario: each for each in found}
    if not all(each in known for each in game.hashes):
        return False
    game.learn([known[each].changes for each in game.hashes])
    return True


def look_all(game: Audited, keys: Sequence[str], jobs: int) -> dict[str, Looked]:
    """What is found about these keys, and kept: what one of the likeliest scenarios notices, and then, with
    what scenarios feel of the rest, what any does. Stopped, it tells of those that were tried with all."""

    def carried_out(keys: Sequence[str], most: int | None) -> dict[str, Looked]:
        _kept.cache_clear()
        _kept(), _ways()
        todo = sorted(((game.name, key, most) for key in keys), key=lambda piece: -len(game.by_key[piece[1]]))
        return {each.key: each for each in carry_on(todo, look, jobs, KEPT, lambda each: each.key)}

    looked = carried_out(keys, LIKELY)
    left = [key for key in keys if key in looked and not all(f.scenario for f in looked[key].findings)]
    missing = {id(game.by_key[key][f.number]) for key in left for f in looked[key].findings if not f.scenario}
    numbers = [number for number, change in enumerate(game.changes) if id(change) in missing]
    done = {key: each for key, each in looked.items() if key not in left}
    if len(looked) == len(keys) and (len(keys) < len(game.by_key) or feel_all(game, jobs, numbers)):
        done |= carried_out(left, None)
    return done


def _proof(game: Audited, old: Finding) -> str:
    titles = {scenario.title: number for number, scenario in enumerate(game.scenarios)}
    return game.hashes[titles[old.scenario]] if old.scenario in titles else ""


def sampled(game: Audited, count: int, seed: int) -> list[Finding]:
    """What comes of so many changes of a game, drawn with equal chance among those that are games."""
    drawn = [change for made in game.by_key.values() for change in made]
    Random(seed).shuffle(drawn)
    findings: list[Finding] = []
    for change in drawn:
        if len(findings) < count and game.games.is_game(change):
            findings.append(game.judge(change, len(findings)))
    return findings


def main(arguments: list[str]) -> int:
    """Run it; the page tells how much was noticed."""
    parser = argparse.ArgumentParser(description="Make small changes and see which scenario fails.")
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--only", default="", help="only declarations with this in their key")
    parser.add_argument("--titles", default="", help="try scenarios with this in their titles, keep nothing")
    parser.add_argument("--list", action="store_true", help="say how many changes there are, and make none")
    parser.add_argument("--write", type=Path, help="write the figures, and what is left, into this page")
    chosen = parser.parse_args(arguments)
    found: dict[str, list[Looked]] = {}
    for name in chosen.games:
        try:
            game = of_titles(name, chosen.titles) if chosen.titles else audited(name)
        except Refused as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 1
        keys = [key for key in game.by_key if chosen.only in key]
        if chosen.list:
            counts = Counter(change.way for key in keys for change in game.by_key[key])
            print(f"{name}: {counts.total()} ({', '.join(f'{counts[way]} {way}' for way in WAYS)})")
            continue
        if chosen.titles:
            for key in keys:
                for each in attempts(game, key):
                    outcome = f"noticed by `{each.scenario}`" if each.scenario else each.why
                    print(f"{key}: {each.way}: {each.said}: {outcome}", flush=True)
            continue
        looked = look_all(game, keys, chosen.jobs)
        found[name] = [looked[key] for key in keys if key in looked]
        findings = [finding for each in found[name] for finding in each.findings]
        for each in found[name]:
            for finding in each.findings:
                if not finding.scenario:
                    print(f"{each.key}: {finding.way}: {finding.said}: {finding.why}")
        if chosen.write and not chosen.only:
            keep_likely_ones(name, {each.key: _noticing(each) for each in found[name]})
        noticed = sum(bool(finding.scenario) for finding in findings)
        print(
            f"{name}: {len(findings)} changes, {noticed} noticed, {_share(noticed, len(findings))}",
            flush=True,
        )
    if chosen.write:
        shown = {name: [(each.key, each.findings) for each in looked] for name, looked in found.items()}
        old = chosen.write.read_text("utf-8") if chosen.write.is_file() else ""
        chosen.write.write_text(page(shown, old), encoding="utf-8")
    return 0


def _noticing(looked: Looked) -> list[str]:
    """The hashes of the scenarios that noticed something."""
    return [finding.proof for finding in looked.findings if finding.scenario and finding.proof]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "nothing to change"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
