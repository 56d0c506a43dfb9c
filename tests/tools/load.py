"""Many tables of a server at once: which share of its answers comes within 300 ms.

`PYTHONPATH=tests python -m tools.load --tables 50 --rate 20 knizia` starts a server of its own and opens the
tables; at each the first seat is a person, played by a script, and so are the others. Choices are made at
random times, so many in a second in all; each is a form that is sent, and the page that it leads to. For each
seat a page is open that hears what is new, and fetches itself then, as in a browser.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import httpx

WITHIN = 0.3
"""Answers are to come within so many seconds."""

_SERVE = "import sys; from regelwerk.doors.command import main; sys.exit(main())"


@dataclass
class Seat:
    """A seat of a table, with the last page that it has seen."""

    path: str
    cookie: dict[str, str]
    page: str = ""
    busy: bool = False

    @property
    def options(self) -> list[dict[str, str]]:
        """What can be clicked, as a form says it: an option, or one more of several."""
        chosen = sorted(set(re.findall(r'name="option" value="(\d+)"', self.page)), key=int)
        picked = sorted(set(re.findall(r'name="(pick \d+)"', self.page)))
        return [{"option": each} for each in chosen] + [{each: "yes", "picks": "more"} for each in picked]

    def named(self, name: str) -> str:
        found = re.search(f'name="{name}" value="([^"]*)"', self.page)
        return "" if found is None else found[1]


@dataclass
class Measured:
    """How long answers took, in seconds, by what was asked for."""

    took: dict[str, list[float]] = field(default_factory=dict)
    wrong: Counter[str] = field(default_factory=Counter)
    """Answers that were none, by their status, or by what went wrong."""
    late: int = 0
    """Choices for which nobody was there to make them in time: the script was behind."""

    def note(self, what: str, seconds: float) -> None:
        self.took.setdefault(what, []).append(seconds)


class Load:
    """A server under load. `rng` decides who chooses what."""

    def __init__(self, client: httpx.AsyncClient, game: str, rng: Random) -> None:
        self.client = client
        self.game = game
        self.rng = rng
        self.measured = Measured()
        self.tables: list[list[Seat]] = []
        self.counting = False

    async def open(self, seats: int) -> None:
        """Open a table with so many people, and follow their links."""
        form = {"game": self.game, **{f"seat {n:02}": "person" for n in range(1, seats + 1)}}
        page = (await self.client.post("/open", data=form)).text
        found = []
        for secret in re.findall(r"/join/([\w-]+)<", page)[:seats]:
            joined = (await self.client.get(f"/join/{secret}")).text
            path = re.findall(r'href="(/table/[^"]+)"', joined)[0]
            found.append(Seat(path, {"cookie": f"seat={secret}"}))
        self.tables.append(found)
        for seat in found:
            await self.look(seat)

    async def look(self, seat: Seat) -> None:
        """Fetch the page of a seat."""
        answer = await self._timed("a page", "GET", seat.path, seat)
        if answer is not None and answer.status_code == 200:
            seat.page = answer.text

    async def choose(self, seat: Seat) -> None:
        """Click on one of the options of a page."""
        clicked = self.rng.choice(seat.options)
        form = {"token": seat.named("token"), "asked": seat.named("asked"), **clicked}
        answer = await self._timed("a choice", "POST", f"{seat.path}/choose", seat, form)
        if answer is not None and answer.status_code not in (303, 409):
            self.measured.wrong[str(answer.status_code)] += 1
        await self.look(seat)

    async def hear(self, seat: Seat) -> None:
        """Keep a page open: it fetches itself whenever there is something new for it."""
        address = f"{seat.path}/stream"
        async with self.client.stream("GET", address, headers=seat.cookie, timeout=None) as answer:
            async for line in answer.aiter_lines():
                if line.startswith("data: ") and not seat.busy:
                    await self.look(seat)

    async def _timed(
        self, what: str, method: str, path: str, seat: Seat, form: dict[str, str] | None = None
    ) -> Any:
        begun = monotonic()
        try:
            answer = await self.client.request(method, path, headers=seat.cookie, data=form)
        except httpx.TransportError as error:
            self.measured.wrong[type(error).__name__] += 1
            return None
        if self.counting:
            self.measured.note(what, monotonic() - begun)
        return answer

    async def run(self, rate: float, seconds: float) -> None:
        """Make so many choices in a second."""
        heard = [asyncio.create_task(self.hear(seat)) for table in self.tables for seat in table]
        await asyncio.sleep(2)
        self.counting = True
        begun, made, tasks = monotonic(), 0, set[asyncio.Task[None]]()
        while monotonic() < begun + seconds:
            await asyncio.sleep(max(0.0, begun + made / rate - monotonic()))
            made += 1
            ready = [seat for table in self.tables for seat in table if seat.options and not seat.busy]
            if not ready:
                self.measured.late += 1
                continue
            task = asyncio.create_task(self._click(self.rng.choice(ready)))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.gather(*tasks)
        self.counting = False
        for task in heard:
            task.cancel()
        await asyncio.gather(*heard, return_exceptions=True)

    async def _click(self, seat: Seat) -> None:
        seat.busy = True
        try:
            await self.choose(seat)
        finally:
            seat.busy = False


def processor(process: int) -> float:
    """How many seconds of a processor a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(game: str, tables: int, rate: float, measured: Measured, used: float) -> list[str]:
    """The figures as lines of a table; `used` are the seconds of a processor that went into them."""
    lines = []
    answers = sum(map(len, measured.took.values()))
    for what, took in sorted(measured.took.items()):
        took.sort()
        share = 100 * sum(seconds <= WITHIN for seconds in took) / len(took)
        half, most = took[len(took) // 2], took[int(len(took) * 0.99)]
        lines.append(
            f"| {game} | {tables} | {rate:g} | {what} | {len(took)} | {share:.1f} % | {1000 * half:.0f} ms | "
            f"{1000 * most:.0f} ms | {1000 * used / answers:.0f} ms |"
        )
    return lines


async def loaded(game: str, words: argparse.Namespace, database: str) -> list[str]:
    """Start a server, load it, and give its figures."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _SERVE, "serve", game, "--port", "0", "--rate", "0", "--database", database,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        base = (await server.stdout.readline()).decode().split()[-1]
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        async with httpx.AsyncClient(base_url=base, timeout=60, limits=limits) as client:
            load = Load(client, game, Random(words.seed))
            for _ in range(words.tables):
                await load.open(words.seats)
            before = processor(server.pid)
            await load.run(words.rate, words.seconds)
            used = processor(server.pid) - before
        if load.measured.wrong or load.measured.late:
            wrong = dict(load.measured.wrong)
            print(f"{game}: {wrong} refused, {load.measured.late} not made", file=sys.stderr)
        return report(game, words.tables, words.rate, load.measured, used)
    finally:
        server.kill()
        await server.wait()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["knizia"])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--rate", type=float, default=20.0, help="choices in a second")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--database", help="else a file that is removed afterwards")
    words = parser.parse_args(arguments)
    print("| game | tables | choices a second | asked for | answers | in 300 ms | half | 99 % | processor |")
    print("|---|---|---|---|---|---|---|---|---|")
    for game in words.games:
        with tempfile.TemporaryDirectory() as folder:
            database = words.database or f"sqlite:///{Path(folder, 'tables.db')}"
            for line in asyncio.run(loaded(game, words, database)):
                print(line, flush=True)
    print(f"\non {os.cpu_count()} cores, server and seats together", file=sys.stderr)


if __name__ == "__main__":
    main()
