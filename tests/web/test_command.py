"""`regelwerk serve`: a process that answers, whatever ends it, and what it refuses."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import pytest
from sqlalchemy import text

import command_line
from amounts import amount
from regelwerk.web.store import Store

KILLS = amount("KILLS", test=3, nightly=200)
"""So often the process is killed."""

GAME = "pig"


_RUNNING: list[Server] = []


@pytest.fixture(autouse=True)
def _none_goes_on() -> Iterator[None]:
    """A test that fails leaves no server behind."""
    yield
    for server in _RUNNING:
        server.process.kill()
        server.process.communicate()
    _RUNNING.clear()


class Server:
    """A server in a process of its own."""

    def __init__(self, database: str) -> None:
        begin = "import sys; from regelwerk.doors.command import main; sys.exit(main())"
        words = [sys.executable, "-c", begin, "serve", GAME, "--port", "0"]
        self.process = subprocess.Popen(
            [*words, "--database", database], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert said.startswith("tables at http://127.0.0.1:"), said
        self.client = httpx.Client(base_url=said.split()[-1], timeout=60)
        _RUNNING.append(self)

    def end(self, number: int) -> tuple[int, str]:
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=60)
        self.client.close()
        return self.process.returncode, said


def opened(server: Server) -> dict[str, dict[str, str]]:
    """Open a table for two people; the path and the cookie of each seat."""
    form = {"game": GAME, "seat 01": "person", "seat 02": "person"}
    page = server.client.post("/open", data=form).text
    found = {}
    for secret in re.findall(r"/join/([\w-]+)<", page)[:2]:
        path = re.findall(r'href="(/table/[^"]+)"', server.client.get(f"/join/{secret}").text)[0]
        found[path] = {"cookie": f"seat={secret}"}
    return found


def field(page: str, name: str) -> str:
    return re.findall(f'name="{name}" value="([^"]*)"', page)[0]


@pytest.mark.slow
@pytest.mark.timeout(4 * 3600)
def test_no_kill_loses_a_confirmed_choice(database: str) -> None:
    rng = Random(1)
    server = Server(database)
    seats = opened(server)
    confirmed: list[tuple[str, int]] = []
    sent: tuple[str, int] | None = None
    total = 0
    for _ in range(KILLS):
        killer = threading.Timer(rng.uniform(0.0, 0.5), server.process.kill)
        try:
            while True:
                for path, cookie in seats.items():
                    page = server.client.get(path, headers=cookie).text
                    options = len(re.findall('name="option"', page))
                    if not options:
                        continue
                    sent = (path, rng.randrange(options))
                    form = {
                        "token": field(page, "token"),
                        "asked": field(page, "asked"),
                        "option": str(sent[1]),
                    }
                    answer = server.client.post(f"{path}/choose", headers=cookie, data=form)
                    assert answer.status_code == 303
                    confirmed.append(sent)
                    total += 1
                    if killer.ident is None:
                        killer.start()
                    sent = None
                if "The match is over." in page:
                    seats, confirmed = opened(server), []
        except httpx.TransportError:
            killer.join()
        assert server.end(signal.SIGTERM)[0] == -signal.SIGKILL
        server = Server(database)
        kept = kept_choices(database, seats)
        assert kept[: len(confirmed)] == confirmed, "a confirmed choice is lost, or another one"
        assert kept[len(confirmed) :] in ([], [sent]), "something is kept that nobody has chosen"
        confirmed, sent = kept, None
    assert total >= KILLS
    status, said = server.end(signal.SIGINT)
    assert status in (0, 130, -signal.SIGINT) and "Traceback" not in said


def kept_choices(database: str, seats: dict[str, dict[str, str]]) -> list[tuple[str, int]]:
    """The choices of a table in order, each with the path of its seat and its option."""
    paths = sorted(seats)
    store = Store(database)
    with store.engine.connect() as connection:
        query = text("select seat, option from choices where table_id = :id order by number")
        rows = connection.execute(query, {"id": paths[0].split("/")[2]}).all()
    store.close()
    return [(paths[row.seat], int(row.option.strip("[]"))) for row in rows]


@pytest.mark.slow
def test_two_servers_on_one_database_play_one_match(database: str) -> None:
    """Every click is sent to both at the same time: one takes it, the other says that it is too late."""
    servers = [Server(database), Server(database)]
    seats = opened(servers[0])
    rng, confirmed, heard = Random(2), 0, Heard(servers[1], *next(iter(seats.items())))
    with ThreadPoolExecutor(2) as both:
        while confirmed < 30:
            shown = rng.choice(servers)
            for path, cookie in seats.items():
                page = shown.client.get(path, headers=cookie).text
                options = len(re.findall('name="option"', page))
                if not options:
                    continue
                form = {name: field(page, name) for name in ("token", "asked")}
                clicks = [
                    both.submit(
                        server.client.post, f"{path}/choose", headers=cookie,
                        data={**form, "option": str(rng.randrange(options))},
                    )
                    for server in servers
                ]  # fmt: skip
                answers = sorted(click.result().status_code for click in clicks)
                assert answers == [303, 409], "exactly one of two clicks is taken"
                confirmed += 1
            if "The match is over." in page:
                break
    assert len(kept_choices(database, seats)) == confirmed > 0
    pages = [
        server.client.get(path, headers=cookie).text for path, cookie in seats.items() for server in servers
    ]
    assert pages[0] == pages[1] and pages[2] == pages[3], "both servers show the same"
    assert heard.last(pages[0].partition('data-state="')[2].partition('"')[0])
    for server in servers:
        assert "Traceback" not in server.end(signal.SIGTERM)[1]


class Heard:
    """What an open page of a seat hears from a server."""

    def __init__(self, server: Server, path: str, cookie: dict[str, str]) -> None:
        self.states: list[str] = []
        self._server = server
        self._thread = threading.Thread(target=self._hear, args=(path, cookie), daemon=True)
        self._thread.start()

    def _hear(self, path: str, cookie: dict[str, str]) -> None:
        address = self._server.client.base_url.join(f"{path}/stream")
        with (
            suppress(httpx.TransportError),
            httpx.stream("GET", address, headers=cookie, timeout=60) as answer,
        ):
            for line in answer.iter_lines():
                if line.startswith("id: "):
                    self.states.append(line.removeprefix("id: "))

    def last(self, state: str) -> bool:
        """Whether this is the last state that is heard, or soon will be."""
        for _ in range(200):
            if self.states[-1:] == [state]:
                return True
            time.sleep(0.05)
        return False


def refused(*words: str) -> str:
    """What is said on stderr by a process that serves nothing."""
    done = command_line.run("serve", *words)
    assert (done.status, done.out) == (1, ""), words
    return done.err


def test_what_cannot_be_served_is_refused(tmp_path: Path) -> None:
    database = ("--database", f"sqlite:///{tmp_path}/tables.db")
    assert "there is no game `tik_tac_toe`" in refused("tik_tac_toe", *database)
    assert "is no address of a database" in refused(GAME, "--database", "tables")
    assert "no-such-place" in refused(GAME, "--host", "no-such-place.invalid", *database)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "name another `--port`" in refused(GAME, "--port", port, *database)
    assert command_line.run("serve", "--house", "x", *database).status == 2


WITHOUT = """
import sys
from regelwerk.doors.command import main
for missing in sys.argv[1:]:
    gone = [name for name in sys.modules if name.startswith(("regelwerk.web", missing))]
    for name in gone:
        del sys.modules[name]
    sys.modules[missing] = None
    print(missing, main(["serve", "pig"]), file=sys.stderr)
    del sys.modules[missing]
"""


def test_without_the_extra_one_error_says_so() -> None:
    extra = ["sqlalchemy", "starlette", "jinja2", "uvicorn"]
    done = subprocess.run([sys.executable, "-c", WITHOUT, *extra], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (
        "",
        "".join(
            f"error: tables in the browser need `{missing}`, which is not installed\n"
            f"  help: install it with `pip install 'regelwerk[web]'`\n{missing} 1\n"
            for missing in extra
        ),
    )
