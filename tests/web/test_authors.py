"""The bench of authors: house rules of strangers are tried and played in processes of their own."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from threading import Event

import httpx
import pytest
from starlette.responses import PlainTextResponse, Response
from starlette.testclient import TestClient

from regelwerk.web import apart
from regelwerk.web.app import make_app
from regelwerk.web.authors import Authors
from regelwerk.web.limits import Limits
from tools.web_house import House

RULE = """\
house rule "short pig" amends pig:
    replace value points_to_win() = 30

scenario "thirty points are enough":
    start bank(seat 1, 30)
    ends as hundred
    expect wins(seat 1)
"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "tables.db", ["pig", "nim"])


@pytest.fixture
def bench(house: House) -> Iterator[TestClient]:
    authors = Authors(house.tables.games, Limits())
    yield TestClient(make_app(house.tables, authors=authors), follow_redirects=False)
    authors.close()


def said(text: str) -> str:
    found = re.search(r'<pre id="said" role="status">(.*?)</pre>', text, re.DOTALL)
    assert found is not None
    return unescape(found[1])


def sent(bench: TestClient, task: str, text: str, game: str = "nim") -> httpx.Response:
    return bench.post("/authors", data={"game": game, "task": task, "text": text})


def begun(bench: TestClient, game: str = "nim") -> str:
    """The text with which the bench begins."""
    page = bench.get("/authors", params={"game": game}).text
    return unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)[0])


def test_without_the_option_there_is_no_bench(house: House) -> None:
    assert house.client.get("/authors", params={"game": "nim"}).status_code == 404
    assert house.client.post("/authors", data={"game": "nim", "task": "check"}).status_code == 404
    assert "/authors" not in house.client.get("/").text


def test_problems_are_told_as_text_while_one_types(bench: TestClient) -> None:
    assert 'href="/authors?game=nim"' in bench.get("/").text
    wrong = RULE.replace("points_to_win", "points_to_wni")
    answer = bench.post("/authors/problems", data={"game": "pig", "text": wrong})
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
    assert "house.rules:2" in answer.text and "did you mean `points_to_win`" in answer.text


def test_where_files_lie_on_the_server_is_told_to_nobody(bench: TestClient) -> None:
    """Nor by `play`, which says why it does not begin."""
    for task in ("test", "play"):
        answer = said(sent(bench, task, RULE.replace("points_to_win", "points_to_wni"), "pig").text)
        assert "pig.rules" in answer and "house.rules:2" in answer
        assert "/" not in answer.replace("with its house rules", ""), answer


@pytest.mark.slow
def test_a_rule_is_checked_tried_told_and_compared(bench: TestClient) -> None:
    assert begun(bench, "pig").startswith('house rule "my rule" amends pig:')
    assert said(sent(bench, "check", RULE, "pig").text) == "nothing is wrong\n"
    assert "1 passed" in said(sent(bench, "test", RULE, "pig").text)
    failed = said(sent(bench, "test", RULE.replace("wins(seat 1)", "wins(seat 2)"), "pig").text)
    assert "thirty points are enough" in failed and "house.rules" in failed
    changed = said(sent(bench, "diff", RULE, "pig").text)
    assert "points_to_win" in changed and "100" in changed and "30" in changed
    answer = sent(bench, "compare", RULE, "pig")
    assert "95 %" in said(answer.text)
    (plot,) = re.findall(r'<img src="([^"]+)"', answer.text)
    picture = bench.get(plot)
    assert picture.headers["content-type"].startswith("image/svg") and "<svg" in picture.text


def test_only_what_a_button_says_is_done(bench: TestClient) -> None:
    assert sent(bench, "serve", "").status_code == 400
    assert sent(bench, "check", "", "chess").status_code == 404
    assert sent(bench, "check", "x" * 200_000).status_code == 413
    assert (
        bench.post("/authors", data={"game": "nim"}, headers={"origin": "http://elsewhere"}).status_code
        == 403
    )
    assert bench.get("/authors/plot/nothing.svg").status_code == 404


def test_a_command_that_takes_too_long_is_ended(bench: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "SECONDS", 1)
    monkeypatch.setattr(apart, "_BEGIN", "while True: pass")
    begun_at = time.monotonic()
    assert "more than 1 s or" in said(sent(bench, "check", "").text)
    assert time.monotonic() - begun_at < 60


def test_a_command_that_takes_too_much_memory_is_ended(
    bench: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    hungry = apart._BEGIN.replace("from regelwerk.doors.command import main", "x = bytearray(1 << 40)")
    monkeypatch.setattr(apart, "_BEGIN", hungry)
    assert "MB, and was ended" in said(sent(bench, "check", "").text)


def test_who_waits_for_others_takes_no_thread_and_is_told_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one address one command runs, of all so many; being played is one as well."""
    monkeypatch.setattr("regelwerk.web.authors.PATIENCE", 0.05)
    authors = Authors(house.tables.games, Limits())
    app, threads, go_on = make_app(house.tables, authors=authors), [], Event()

    def slow(*_: object) -> Response:
        threads.append(1)
        assert go_on.wait(60)
        return PlainTextResponse("done")

    monkeypatch.setattr(authors, "_play", slow)

    async def test() -> None:
        addresses = ["10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.3"]
        clients = [
            httpx.AsyncClient(
                transport=httpx.ASGITransport(app, client=(address, 1)), base_url="http://testserver"
            )
            for address in addresses
        ]
        form = {"game": "nim", "task": "play", "text": ""}
        asked = [asyncio.create_task(client.post("/authors", data=form)) for client in clients]
        late = [await asked[1], await asked[3]]
        assert [answer.status_code for answer in late] == [503, 503] and len(threads) == 2
        assert "Others have their rules looked at" in late[0].text
        go_on.set()
        assert [(await asked[n]).text for n in (0, 2)] == ["done"] * 2

    asyncio.run(test())


def test_a_command_knows_no_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSWORD", "secret")
    monkeypatch.setattr(apart, "_BEGIN", "import os; print(sorted(os.environ))")
    ran = apart.run_apart([], tmp_path)
    assert ran.status == 0 and "PATH" in ran.said and "PGPASSWORD" not in ran.said


@pytest.mark.slow
def test_a_game_with_the_rule_is_played_in_a_server_of_its_own(house: House) -> None:
    authors = Authors(house.tables.games, Limits())
    bench = TestClient(make_app(house.tables, authors=authors))
    try:
        answer = sent(bench, "play", RULE, "pig")
        (address,) = re.findall(r'href="(http://[^"]+)new\?game', answer.text)
        page = httpx.get(address.replace("testserver", "127.0.0.1"), timeout=60)
        assert page.status_code == 200 and "pig" in page.text
        (played,) = authors._played
    finally:
        authors.close()
    assert played.process.returncode is not None, "it ends with this one"
