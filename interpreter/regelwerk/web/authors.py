"""The bench of authors: a house rule is written beside its game, checked while one types, tried and played.

Whatever is done with such rules is done in other processes (`apart.py`): nothing of them is loaded here.
"""

from __future__ import annotations

import re
import subprocess
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from os import sep
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from threading import Lock
from time import monotonic, sleep
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from regelwerk.source.characters import clean
from regelwerk.web import apart
from regelwerk.web.asking import MOST_WITH_LISTS, form_of, language_of
from regelwerk.web.games import Games
from regelwerk.web.limits import Limits, Rate, Turns, address_of
from regelwerk.web.rendering import rendered
from regelwerk.web.words import say

WRITING = Rate(30, 2)
"""How often an address may have rules looked at."""

AT_ONCE = 2
"""So many commands run at the same time, one of each address."""

PATIENCE = 20.0
"""Who has waited so many seconds for others is told so."""

MOST_SERVERS = 4
"""So many servers with rules of authors run; a new one ends the oldest."""

SERVED = 3600
"""So many seconds of a processor such a server may take."""

MOST_PLOTS = 20

MATCHES = 30
"""In so many matches of each a house rule is compared with its game."""

HOUSE = "house.rules"

TASKS: Mapping[str, tuple[str, ...]] = {
    "check": ("check", "GAME", "--house", HOUSE),
    "test": ("test", "GAME", "--house", HOUSE),
    "diff": ("diff", "GAME", "--house", HOUSE),
    "compare": (
        "compare",
        "GAME",
        "--house",
        HOUSE,
        "-n",
        str(MATCHES),
        "--watch",
        "4",
        "--plot",
        "plot.svg",
    ),
}
"""What can be done with a house rule, as commands."""

_NEW = 'house rule "{title}" amends {game}:\n    '


class _Played(NamedTuple):
    """A server that serves a game with rules of authors, in a folder of its own."""

    process: subprocess.Popen[bytes]
    folder: TemporaryDirectory[str]


class Authors:
    """The pages of the bench, for games that are served."""

    def __init__(
        self, games: Games, limits: Limits, host: str = "127.0.0.1", names: Sequence[str] = ()
    ) -> None:
        """A server with rules of authors listens at `host`, and is asked by the `names` of this one."""
        self.games = games
        self.limits = limits
        self.host = host
        self.names = names
        self._turns = Turns(1, AT_ONCE)
        self._lock = Lock()
        self._played: list[_Played] = []
        self._plots: OrderedDict[str, bytes] = OrderedDict()

    def routes(self) -> list[Route]:
        return [
            Route("/authors", self.bench),
            Route("/authors", self.work, methods=["POST"]),
            Route("/authors/problems", self.problems, methods=["POST"]),
            Route("/authors/plot/{name}.svg", self.plot),
        ]

    def close(self) -> None:
        """End all servers."""
        with self._lock:
            while self._played:
                self._end_oldest()

    def bench(self, request: Request) -> Response:
        """The page on which a house rule of a game is written."""
        game = self._game(request, request.query_params.get("game", ""))
        rules = self.games.served(game).game.rules
        text = _NEW.format(
            title=say(language_of(request), "own_rule"), game=rules.game, version=rules.version
        )
        return self._page(request, game, text)

    async def work(self, request: Request) -> Response:
        """Do what a button says with the house rule, and show what comes of it."""
        form = await self._form(request)
        game, text, task = (
            self._game(request, form.get("game", "")),
            form.get("text", ""),
            form.get("task", ""),
        )
        if task not in (*TASKS, "play"):
            raise HTTPException(400, say(language_of(request), "not_here"))
        async with self._turn(request):
            if task == "play":
                return await run_in_threadpool(self._play, request, game, text)
            said, plot = await run_in_threadpool(self._run, request, game, text, task)
        return await run_in_threadpool(self._page, request, game, text, task, said, plot)

    async def problems(self, request: Request) -> Response:
        """What is wrong with a house rule, as text: for a page on which somebody is writing."""
        form = await self._form(request)
        game = self._game(request, form.get("game", ""))
        async with self._turn(request):
            said, _ = await run_in_threadpool(self._run, request, game, form.get("text", ""), "check")
        return PlainTextResponse(clean(said))

    def plot(self, request: Request) -> Response:
        """A picture of figures that were found a while ago."""
        found = self._plots.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404, say(language_of(request), "not_admitted"))
        return Response(found, media_type="image/svg+xml")

    @asynccontextmanager
    async def _turn(self, request: Request) -> AsyncIterator[None]:
        """The turn of somebody whose rules are looked at. They wait here, and not in threads, which others
        need for their pages."""
        try:
            async with self._turns.of(address_of(request), PATIENCE):
                yield
        except TimeoutError:
            raise HTTPException(503, say(language_of(request), "bench_busy")) from None

    async def _form(self, request: Request) -> Mapping[str, str]:
        form = await form_of(request, MOST_WITH_LISTS)
        self.limits.take(request, WRITING, "authors")
        return form

    def _game(self, request: Request, name: str) -> str:
        if name not in self.games.names:
            raise HTTPException(404, say(language_of(request), "not_admitted"))
        return name

    def _page(
        self, request: Request, game: str, text: str, task: str = "check", said: str = "", plot: str = "",
        table: str = "", status: int = 200,
    ) -> Response:  # fmt: skip
        title = self.games.served(game).title(language_of(request))
        return rendered(
            request, "authors.html", status=status, game=game, title=title, text=text, task=task, said=said,
            plot=plot, table=table, tasks=[*TASKS, "play"],
        )  # fmt: skip

    def _words(self, game: str, task: str) -> list[str]:
        under = [word for house in self.games.houses for word in ("--house", _absolute(house))]
        words = [_absolute(game) if word == "GAME" else word for word in TASKS[task]]
        # Rules over others are compared with the game that has those.
        beneath = [
            word.replace("--house", "--base") if task in ("diff", "compare") else word for word in under
        ]
        return [*words[:2], *beneath, *words[2:]]

    def _run(self, request: Request, game: str, text: str, task: str) -> tuple[str, str]:
        """What a command says of a house rule, and the name of the plot that it has drawn, if it has."""
        language = language_of(request)
        with TemporaryDirectory(prefix="house-") as name:
            folder = Path(name)
            _write(folder, text)
            ran = apart.run_apart(self._words(game, task), folder)
            drawn = folder / "plot.svg"
            plot = self._keep(drawn.read_bytes()) if ran.status == 0 and drawn.is_file() else ""
        if ran.status is None:
            limits = {"seconds": apart.SECONDS, "megabytes": apart.MEGABYTES}
            return say(language, "bench_limit", **limits), ""
        return self._shown(game, ran.said) or say(language, "bench_nothing"), plot

    def _shown(self, game: str, said: str) -> str:
        """What a command says, without the folders in which the files of a game lie on this machine."""
        files = {place.rpartition(":")[0] for place in self.games.served(game).game.rules.places.values()}
        folders = {str(parent) for file in files for parent in Path(file).absolute().parents}
        for folder in sorted(folders, key=len, reverse=True):
            said = said.replace(f"{folder.rstrip(sep)}{sep}", "") if len(folder) > 1 else said
        return said

    def _keep(self, plot: bytes) -> str:
        name = token_hex(8)
        with self._lock:
            self._plots[name] = plot
            while len(self._plots) > MOST_PLOTS:
                self._plots.popitem(last=False)
        return name

    def _play(self, request: Request, game: str, text: str) -> Response:
        """Serve the game with the house rule in a process of its own, and show the way there."""
        folder = TemporaryDirectory(prefix="house-")
        _write(Path(folder.name), text)
        under = [word for house in self.games.houses for word in ("--house", _absolute(house))]
        words = ["serve", _absolute(game), *under, "--house", HOUSE, "--host", self.host, "--port", "0"]
        words += [word for name in self.names for word in ("--name", name)]
        words += ["--database", f"sqlite:///{folder.name}/tables.db"]
        process = apart.begin_apart(words, Path(folder.name), SERVED)
        said = _first_line(process, Path(folder.name))
        found = re.search(r"^tables at http://.*:(\d+)/$", said)
        if found is None:
            apart.end(process)
            said += self._shown(game, apart.read(Path(folder.name) / apart.ERRORS))
            folder.cleanup()
            return self._page(request, game, text, "play", said, status=422)
        with self._lock:
            self._played.append(_Played(process, folder))
            while len(self._played) > MOST_SERVERS:
                self._end_oldest()
        host = request.url.hostname or self.host
        shown = f"[{host}]" if ":" in host else host
        return self._page(request, game, text, "play", table=f"http://{shown}:{found[1]}/")

    def _end_oldest(self) -> None:
        played = self._played.pop(0)
        apart.end(played.process)
        played.folder.cleanup()


def _first_line(process: subprocess.Popen[bytes], folder: Path) -> str:
    """What a server says first: where it is. Empty if it says nothing."""
    end = monotonic() + apart.SECONDS
    while process.poll() is None and monotonic() < end:
        said = apart.read(folder / apart.SAID)
        if "\n" in said:
            return said.partition("\n")[0]
        sleep(0.1)
    return ""


def _write(folder: Path, text: str) -> None:
    lines = text.replace("\r\n", "\n")
    (folder / HOUSE).write_text(lines if lines.endswith("\n") else f"{lines}\n", "utf-8", "surrogatepass")


def _absolute(name: str) -> str:
    """A path as it is from everywhere; the name of a game, or of house rules that come with one, stays."""
    path = Path(name)
    return str(path.absolute()) if path.exists() else name
