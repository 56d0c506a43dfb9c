"""What an open page hears: that there is something new for it, once for each change that it can see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from regelwerk.web.app import make_app
from regelwerk.web.live import messages
from regelwerk.web.table import Table
from tools.web_house import Browser, House

SECONDS = 10.0
"""So long a message is waited for."""


class Stream:
    """An open connection to the stream of a page, without a network between."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.gone = asyncio.Event()
        self._parts: asyncio.Queue[str] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        elif message["body"]:
            await self._parts.put(message["body"].decode())

    async def next(self) -> str:
        return await asyncio.wait_for(self._parts.get(), SECONDS)

    @property
    def waiting(self) -> int:
        return self._parts.qsize()


@asynccontextmanager
async def listening(house: House, browser: Browser, known: str, last: str = "") -> AsyncIterator[Stream]:
    """The stream of the page of a browser, which knows a state."""
    cookie = "; ".join(f"{name}={value}" for name, value in browser.client.cookies.items())
    headers = [(b"cookie", cookie.encode()), *([(b"last-event-id", last.encode())] if last else [])]
    path = f"{browser.path}/stream"
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": f"state={known}".encode(), "root_path": "",
        "headers": headers, "client": ("test", 1), "server": ("testserver", 80),
    }  # fmt: skip
    stream = Stream()
    app: Any = make_app(house.tables)
    task = asyncio.create_task(app(scope, stream.receive, stream.send))
    try:
        yield stream
    finally:
        stream.gone.set()
        await asyncio.wait_for(task, SECONDS)


def table_of(house: House, browser: Browser) -> Table:
    table = house.tables.table(browser.path.split("/")[2])
    assert table is not None
    return table


def known_by(browser: Browser) -> str:
    return browser.look().partition('data-state="')[2].partition('"')[0]


async def first(stream: Stream, table: Table, pages: int) -> None:
    """Wait until the stream is heard."""
    assert (await stream.next()).startswith("retry: ")
    assert stream.status == 200 and stream.headers["content-type"].startswith("text/event-stream")
    for _ in range(500):
        if len(table.listeners) == pages:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nobody listens")


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await test()

    asyncio.run(whole())


def test_every_open_page_hears_of_a_choice_once(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    one, two, watch = (house.at(opened, place) for place in ("1", "2", "watch"))

    async def test() -> None:
        table = table_of(house, one)
        async with (
            listening(house, one, known_by(one)) as a,
            listening(house, two, known_by(two)) as b,
            listening(house, two, known_by(two)) as c,
            listening(house, watch, known_by(watch)) as d,
        ):
            streams = (a, b, c, d)
            for stream in streams:
                await first(stream, table, 4)
            assert one.click(0) == 303
            heard = [await stream.next() for stream in streams]
            states = [known_by(one), known_by(two), known_by(two), known_by(watch)]
            assert heard == [f"id: {state}\ndata: changed\n\n" for state in states]
            assert not any(stream.waiting for stream in streams)
        assert len(table.listeners) == 0, "whoever goes away is not told any more"

    run(test)


def test_whoever_missed_something_is_told_the_last_of_it_at_once(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    one, two = house.at(opened, "1"), house.at(opened, "2")
    old = known_by(one)
    one.click(0)
    two.click(0)

    async def test() -> None:
        table, now = table_of(house, one), known_by(one)
        async with listening(house, one, old) as behind, listening(house, one, old, last=now) as abreast:
            await first(behind, table, 2)
            await first(abreast, table, 2)
            assert await behind.next() == f"id: {now}\ndata: changed\n\n"
            assert not abreast.waiting
        house.again()
        assert known_by(house.at(opened, "1")) == now, "a stop is nothing new"

    run(test)


def test_whoever_goes_before_he_is_heard_is_not_told(house: House) -> None:
    """While a table is busy, a page comes and goes."""
    one = house.at(house.open("tic_tac_toe", "person", "person"), "1")

    async def test() -> None:
        table = table_of(house, one)
        stream = messages(table.listeners, 0, "")
        await anext(stream)
        with table.lock:
            hears = asyncio.create_task(anext(stream))  # type: ignore[arg-type]
            while not len(table.listeners):
                await asyncio.sleep(0.01)
            hears.cancel()
            await asyncio.sleep(0.01)
        with suppress(asyncio.CancelledError):
            await hears
        assert len(table.listeners) == 0

    run(test)


def test_a_connection_without_news_is_kept_open(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk.web.live.HEARTBEAT", 0.01)
    opened = house.open("tic_tac_toe", "person", "person")
    one = house.at(opened, "1")

    async def test() -> None:
        async with listening(house, one, known_by(one)) as stream:
            await first(stream, table_of(house, one), 1)
            assert await stream.next() == ": \n\n"

    run(test)


def test_there_is_an_end_to_open_pages(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk.web.app.MOST_LISTENERS", 1)
    opened = house.open("tic_tac_toe", "person", "person")
    one = house.at(opened, "1")

    async def test() -> None:
        async with listening(house, one, known_by(one)) as stream:
            await first(stream, table_of(house, one), 1)
            async with listening(house, one, known_by(one)) as other:
                await other.next()
                assert other.status == 503

    run(test)
