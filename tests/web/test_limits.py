"""How often anybody may ask, and secrets that stand nowhere but where they have to."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route
from starlette.testclient import TestClient

from regelwerk.web.app import make_app
from regelwerk.web.asking import form_of
from regelwerk.web.limits import (
    AT_ONCE,
    CHOOSING,
    MOST_REMEMBERED,
    OPENING,
    WRONG,
    Limited,
    Limits,
    Turns,
)
from regelwerk.web.serving import configured
from tools.web_house import House

OPEN = {"game": "tic_tac_toe", "seat 01": "person", "seat 02": "person"}


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def limited(house: House, clock: Clock, address: str = "10.0.0.1", a_second: float = 1000) -> TestClient:
    """A browser at an address; all have the same server."""
    if not hasattr(house, "limited"):
        house.limited = make_app(house.tables, Limits(a_second, clock))  # type: ignore[attr-defined]
    return TestClient(house.limited, client=(address, 1), follow_redirects=False)  # type: ignore[attr-defined]


def test_an_address_is_answered_so_often_and_then_told_to_wait(house: House, clock: Clock) -> None:
    one, other = limited(house, clock, a_second=5), limited(house, clock, "10.0.0.2")
    answers = [one.get("/") for _ in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    said = answers[-1]
    assert said.headers["retry-after"] == "1" and "Please wait for 1 s" in said.text
    assert '<meta http-equiv="refresh" content="1">' in said.text, "the page tries again by itself"
    assert "default-src 'none'" in said.headers["content-security-policy"]
    assert "Bitte warte" in one.get("/", headers={"accept-language": "de"}).text
    assert other.get("/").status_code == 200, "others are answered"
    clock.now += 1
    assert [one.get("/").status_code for _ in range(6)] == [200] * 5 + [429]


def test_addresses_of_one_network_are_one(house: House, clock: Clock) -> None:
    one, same = limited(house, clock, "2001:db8::1", 5), limited(house, clock, "2001:db8::ffff:2")
    other, mapped = limited(house, clock, "2001:db8:0:1::1"), limited(house, clock, "::ffff:10.0.0.1")
    assert [one.get("/").status_code for _ in range(21)][-1] == 429
    assert same.get("/").status_code == 429
    assert other.get("/").status_code == mapped.get("/").status_code == 200


def test_who_comes_through_a_server_in_front_counts_by_the_address_it_names(
    house: House, clock: Clock
) -> None:
    """What somebody claims himself stands before that, and counts for nothing."""
    config = configured(make_app(house.tables, Limits(5, clock)))
    config.load()

    def come(through: str, forwarded: str) -> int:
        client = TestClient(config.loaded_app, client=(through, 1))
        return client.get("/", headers={"x-forwarded-for": forwarded}).status_code

    assert [come("127.0.0.1", f"10.0.9.{n}, 10.0.0.1") for n in range(21)] == [200] * 20 + [429]
    assert come("127.0.0.1", "10.0.0.1, 10.0.0.2") == 200
    assert come("10.0.0.1", "10.0.0.3") == 429, "only from this machine is it believed"


def test_tables_are_opened_so_often(house: House, clock: Clock) -> None:
    one = limited(house, clock)
    answers = [one.post("/open", data=OPEN).status_code for _ in range(OPENING.at_once + 1)]
    assert answers == [200] * OPENING.at_once + [429]
    assert house.store.number_open() == OPENING.at_once
    clock.now += 1 / OPENING.a_second
    assert one.post("/open", data=OPEN).status_code == 200


def test_whoever_guesses_secrets_is_told_to_wait_and_others_are_let_in(house: House, clock: Clock) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    one = limited(house, clock)
    answers = [one.get(f"/join/guess{n}").status_code for n in range(WRONG.at_once + 1)]
    assert answers == [404] * WRONG.at_once + [429]
    assert one.get(f"/table/{opened.id}/1", headers={"cookie": "seat=guess"}).status_code == 429
    assert one.get(f"/join/{opened.secrets['1']}").status_code == 200
    assert one.get(f"/table/{opened.id}/1").status_code == 200


def test_a_seat_sends_forms_so_often_from_wherever(house: House, clock: Clock) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    cookies = [{"cookie": f"seat={opened.secrets[place]}"} for place in ("1", "2")]
    answers = [
        limited(house, clock, f"10.0.0.{n}").post(f"/table/{opened.id}/1/choose", headers=cookies[0])
        for n in range(CHOOSING.at_once + 1)
    ]
    assert [answer.status_code for answer in answers] == [403] * CHOOSING.at_once + [429]
    assert f'<a href="/table/{opened.id}/1">' in answers[-1].text, "without script one finds back"
    other = limited(house, clock).post(f"/table/{opened.id}/2/choose", headers=cookies[1])
    assert other.status_code == 403, "the other seat may"


def test_many_questions_of_one_address_wait_and_others_do_not(house: House) -> None:
    """As where a panel takes seconds: whoever asks for many leaves threads for others."""
    asked, answer = [], asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope["client"][0])
        await answer.wait()

    async def test() -> None:
        app = Limited(slow, Limits(1000))
        clients = ["10.0.0.1"] * (AT_ONCE + 3) + ["10.0.0.2"]
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
        tasks = [
            asyncio.create_task(app({**scope, "client": (client, 1)}, None, None))  # type: ignore[arg-type]
            for client in clients
        ]
        await asyncio.sleep(0.01)
        assert sorted(asked) == ["10.0.0.1"] * AT_ONCE + ["10.0.0.2"]
        answer.set()
        await asyncio.gather(*tasks)
        assert len(asked) == len(clients)
        assert not app.turns._mine, "nothing is remembered of whoever has been answered"

    asyncio.run(test())


def test_whoever_does_not_get_a_turn_is_told_so() -> None:
    async def test() -> None:
        turns = Turns(1, most=2)
        async with turns.of("one"), turns.of("other"):
            for late in ("one", "third"):
                with pytest.raises(TimeoutError):
                    async with turns.of(late, 0.01):
                        raise AssertionError("it is not its turn")
        async with turns.of("one", 0.01), turns.of("third", 0.01):
            pass
        assert not turns._mine

    asyncio.run(test())


def test_a_form_holds_as_many_ticks_as_there_are_things(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    one = house.at(opened, "1")
    ticks = {f"pick {n}": "yes" for n in range(300)}
    assert one.send({**one.form(0), **ticks}) == 303


@pytest.mark.parametrize("gone", [False, True])
def test_a_form_that_does_not_arrive_is_not_waited_for(
    gone: bool, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("regelwerk.web.asking.SLOWEST", 0.01)

    async def receive() -> dict[str, Any]:
        if not gone:
            await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def test() -> None:
        scope = {"type": "http", "method": "POST", "path": "/open", "headers": [], "query_string": b""}
        with pytest.raises(HTTPException) as refused:
            await form_of(Request(scope, receive))
        assert refused.value.status_code == 408

    asyncio.run(test())


def test_what_is_remembered_of_addresses_has_an_end(house: House, clock: Clock) -> None:
    limits = Limits(5, clock)
    app = make_app(house.tables, limits)
    for n in range(200):
        TestClient(app, client=(f"10.0.{n}.1", 1)).get("/nowhere")
    assert len(limits._left) == 200 <= MOST_REMEMBERED


# Secrets


def paths(house: House) -> list[str]:
    """Every address that a server has, with a table at which somebody sits."""
    opened = house.open("tic_tac_toe", "person", "person")
    app: Any = make_app(house.tables)
    while not hasattr(app, "routes"):
        app = app.app
    found = [route.path for route in app.routes if isinstance(route, Route)]
    fill = {"id": opened.id, "place": "1", "secret": opened.secrets["1"]}
    return [path.format(**fill) for path in found if not path.endswith("/stream")]


def test_no_answer_repeats_a_secret_or_lets_an_address_with_one_out(house: House) -> None:
    listed = paths(house)
    secret = next(path for path in listed if path.startswith("/join/")).removeprefix("/join/")
    client = TestClient(make_app(house.tables), follow_redirects=False, headers={"cookie": f"seat={secret}"})
    for path in listed:
        for answer in (client.get(path), client.post(path)):
            cookies = re.sub("seat=[^;]*", "", answer.headers.get("set-cookie", ""))
            assert secret not in answer.text + answer.headers.get("location", "") + cookies, path
            leads = answer.headers["referrer-policy"]
            assert (
                leads == "no-referrer"
                if path.startswith("/join/")
                else leads in ("no-referrer", "same-origin")
            )
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["x-content-type-options"] == "nosniff"
    assert len(listed) >= 10


def test_nothing_that_goes_wrong_tells_a_secret(
    house: House, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    secret = opened.secrets["1"]
    seat = house.at(opened, "1")
    with house.store.engine.begin() as connection:
        connection.exec_driver_sql("drop table places")
    for path in (f"/join/{secret}", seat.path):
        answer = seat.client.get(path)
        assert answer.status_code in (200, 503) and secret not in answer.text
    monkeypatch.setattr("regelwerk.web.app.kept_of", lambda secret: 1 / 0)
    assert seat.client.get(f"/join/{secret}").status_code == 500
    said = capfd.readouterr()
    assert "the database cannot be used" in said.err and "Traceback" not in said.err
    assert secret not in said.out + said.err
