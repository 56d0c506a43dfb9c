"""The score of the checker: single mutations of the shipped rules, and who notices them.

PYTHONPATH=tests python -m tools.mutate [--seed N] [--count N] [--jobs N] [--only MUTATOR] [--game NAME]
    [--write FILE] [--list]
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from rich.progress import track

from regelwerk.meaning.game import check_game
from regelwerk.resources import data_path

from . import mutation_rules as in_rules
from .mutation_bench import Bench, Verdict
from .mutation_report import MUTATORS, below, line_of, page, table
from .mutation_tables import table_sites
from .mutation_text import GameText, Site, read_game

COUNT = 2200
SEED = 1


def copied_games(folder: Path) -> list[Path]:
    """The games that are mutated, copied to a folder, so that nobody changes them meanwhile."""
    root = data_path("games")
    shutil.copytree(root, folder / "games")
    shutil.copytree(root.parent / "docs" / "language" / "corpus", folder / "corpus")
    folders = [path.parent for path in sorted((folder / "games").rglob("game.yaml"))]
    files = sorted((folder / "games" / "classics").glob("*.rules"))
    return [*folders, *files, *sorted((folder / "corpus").glob("*.rules"))]


def all_sites(benches: dict[str, Bench]) -> dict[str, list[Site]]:
    """Every place that can be mutated, by mutator."""
    found: dict[str, list[Site]] = {mutator: [] for mutator in MUTATORS}
    for bench in benches.values():
        game = bench.game
        finders = {
            "name": in_rules.names,
            "part": in_rules.parts,
            "kind": in_rules.kinds_of(bench.kinds),
            "swap": in_rules.swaps_of(bench.kinds),
            "parameter": in_rules.parameters,
            "number": in_rules.numbers,
            "deletion": in_rules.deletions,
            "duplicate": in_rules.duplicates,
            "indentation": in_rules.indentations,
        }
        for mutator, find in finders.items():
            found[mutator] += in_rules.sites(mutator, find, game, game.words)
            found[mutator] += table_sites(mutator, game, game.words)
    return found


def sample(sites: dict[str, list[Site]], count: int, seed: int) -> list[Site]:
    """Draw `count` mutations: each mutator its share, all of its places with the same chance, none twice.

    What a mutator has too few places for is drawn from the others.
    """
    shares = {mutator: MUTATORS[mutator].share for mutator, places in sites.items() if places}
    chosen: list[Site] = []
    left = count
    for mutator in sorted(shares, key=lambda name: len(sites[name])):
        fair = round(left * shares[mutator] / sum(shares.values()))
        take = min(len(sites[mutator]), fair)
        chosen += Random(f"{seed}:{mutator}").sample(sites[mutator], take)
        left -= take
        del shares[mutator]
    return chosen


_benches: dict[str, Bench] = {}


def _judge(site: Site) -> Verdict:
    return _benches[site.game].judge(site)


def judged(chosen: list[Site], jobs: int) -> Iterator[Verdict]:
    """Judge mutations as they come, with one process for each job; those inherit what was read before."""
    if jobs <= 1:
        yield from map(_judge, chosen)
        return
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from pool.imap_unordered(_judge, chosen, 4)


def prepare(paths: list[Path]) -> dict[str, Bench]:
    """Read the games; `judged` uses what was prepared last. What has errors as it is cannot be mutated."""
    _benches.clear()
    for path in paths:
        if check_game(path).rules is None:
            print(f"left out, because it is no game without errors: {path.name}", file=sys.stderr)
            continue
        game: GameText = read_game(path)
        _benches[game.name] = Bench(game)
    # What was read stays to the end; looking through it for garbage each time costs as much as all else.
    gc.freeze()
    return _benches


def main(arguments: list[str]) -> int:
    """Run it; the status is 1 if a score lies below its threshold."""
    parser = argparse.ArgumentParser(description="Mutate the shipped rules and say who notices.")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", choices=sorted(MUTATORS), action="append", help="only these mutators")
    parser.add_argument("--game", action="append", default=[], help="only games with this in their names")
    parser.add_argument("--write", type=Path, help="write the results into this page")
    parser.add_argument("--list", action="store_true", help="list every mutation with what became of it")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        paths = copied_games(Path(folder))
        if chosen.game:
            paths = [path for path in paths if any(part in path.stem for part in chosen.game)]
        benches = prepare(paths)
        sites = all_sites(benches)
        if chosen.only:
            sites = {mutator: sites[mutator] for mutator in chosen.only}
        drawn = sample(sites, chosen.count, chosen.seed)
        Random(chosen.seed).shuffle(drawn)
        print(f"{len(drawn)} mutations of {len(benches)} games, seed {chosen.seed}", flush=True)
        sources = {file: text for bench in benches.values() for file, text in bench.game.sources.items()}
        verdicts = []
        for verdict in _shown(judged(drawn, chosen.jobs), len(drawn)):
            verdicts.append(verdict)
            if chosen.list:
                print(verdict.outcome, line_of(verdict, sources, folder).strip(), flush=True)
        places = {mutator: len(found) for mutator, found in sites.items()}
        shown = page(verdicts, places, sources, chosen.seed, folder)
    print(table(verdicts, places))
    if chosen.write:
        chosen.write.write_text(shown, encoding="utf-8")
    else:
        print(shown.partition("## What escapes")[2])
    return int(bool(below(verdicts)))


def _shown(verdicts: Iterator[Verdict], count: int) -> Iterator[Verdict]:
    yield from track(verdicts, "mutating", total=count)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
