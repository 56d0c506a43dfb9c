"""Names by which a server is asked: none that a stranger can own, unless whoever runs it says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from starlette.testclient import TestClient

from regelwerk.web.app import make_app
from regelwerk.web.authors import Authors
from regelwerk.web.limits import Limits
from tools.web_house import House

OURS = (
    "127.0.0.1:8000", "192.168.1.7", "[::1]:8000", "[2001:db8::7]", "localhost:8000", "my-computer:8000",
    "My-Computer.local:8000", "tables.lan", "tables.home.arpa", "tables.internal.", "tables.localhost",
)  # fmt: skip
STRANGE = ("example.org", "evil.example:8000", "127.0.0.1.example.org", "local.example", "notlocal.Example.")


def answer(house: House, host: str, *names: str) -> int:
    client = TestClient(make_app(house.tables, names=names))
    return client.get("/", headers={"host": host}).status_code


@pytest.mark.parametrize("host", OURS)
def test_addresses_and_local_names_are_answered(house: House, host: str) -> None:
    assert answer(house, host) == 200


@pytest.mark.parametrize("host", STRANGE)
def test_names_of_strangers_are_not(house: House, host: str) -> None:
    assert answer(house, host) == 421
    assert answer(house, host, "tables.example.org") == 421


def test_a_name_that_is_said_is_answered(house: House) -> None:
    assert answer(house, "Tables.example.org:443", "tables.Example.org.") == 200


def test_a_name_of_a_stranger_opens_no_table_and_reaches_no_bench(house: House) -> None:
    """Nothing that such a page sends is even looked at; one sentence says what whoever runs it can do."""
    app = make_app(house.tables, authors=Authors(house.tables.games, Limits()))
    client = TestClient(app, base_url="http://evil.example:8000")
    form = {"game": "tic_tac_toe", "seat 01": "person", "seat 02": "person"}
    opened = client.post("/open", data=form, headers={"origin": "http://evil.example:8000"})
    assert opened.status_code == 421 and house.store.number_open() == 0
    assert client.post("/authors/problems", data={"game": "nim", "text": ""}).status_code == 421
    said = re.findall("<h1>(.*?)</h1>", opened.text)
    assert said == [
        "This server does not answer to the name evil.example. Whoever runs it can change that: "
        "regelwerk serve --name evil.example"
    ]
    assert "default-src 'none'" in opened.headers["content-security-policy"]
    german = client.get("/", headers={"accept-language": "de"}).text
    assert "Unter dem Namen evil.example antwortet dieser Server nicht." in german


def test_what_is_no_name_is_shown_as_text(house: House) -> None:
    client = TestClient(make_app(house.tables))
    said = client.get("/", headers={"host": "<b>.example"})
    assert said.status_code == 421 and "<b>" not in said.text and "&lt;b&gt;.example" in said.text


def test_servers_with_rules_of_authors_have_the_same_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words: list[str] = []

    def begin_apart(given: list[str], folder: Path, seconds: int) -> None:
        words.extend(given)
        raise HTTPException(503, "nothing is begun here")

    monkeypatch.setattr("regelwerk.web.apart.begin_apart", begin_apart)
    house = House(tmp_path / "tables.db", ["nim"])
    bench = Authors(house.tables.games, Limits(), names=["tables.example.org"])
    client = TestClient(make_app(house.tables, authors=bench, names=["tables.example.org"]))
    assert client.post("/authors", data={"game": "nim", "task": "play", "text": ""}).status_code == 503
    assert words[words.index("--name") + 1] == "tables.example.org"
