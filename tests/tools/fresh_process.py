"""Goes on with saved matches in a process of its own: python fresh_process.py RULES.json JOBS.json

RULES.json is an exported game, JOBS.json a list of
`{"save": text, "build": name, "choices": [[seat, option], ...]}`;
for each job the hash of the loaded match and that after the choices are printed as a line of JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from regelwerk.match.match import Match
from regelwerk.rules.codec import decode


def goes_on(rules: Path, jobs: Path, hash_seed: int) -> list[list[str]]:
    """Start a process with another order of sets and dictionaries; returns both hashes of each job."""
    done = subprocess.run(
        [sys.executable, __file__, str(rules), str(jobs)],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def job(save: str, build: str, choices: Sequence[tuple[int, tuple[int, ...]]]) -> dict[str, Any]:
    """One job: a match as text, the build that goes on with it, and how."""
    return {"save": save, "build": build, "choices": [[seat, list(option)] for seat, option in choices]}


def _main(rules_file: str, jobs_file: str) -> None:
    rules = decode(Path(rules_file).read_bytes())
    for each in json.loads(Path(jobs_file).read_text("utf-8")):
        match = Match.load(each["save"], rules, each["build"])
        loaded = match.hash()
        for seat, option in each["choices"]:
            match.build.resume(match.state, (seat, tuple(option)))
        print(json.dumps([loaded, match.hash()]), flush=True)


if __name__ == "__main__":
    _main(*sys.argv[1:])
