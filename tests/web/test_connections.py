"""Connections over a real network: nobody holds them open for nothing, or all of them."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from regelwerk.web import connections
from tools.web_site import Site


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(connections, "SECONDS", 0.5)
    monkeypatch.setattr(connections, "in_front", lambda host: False)
    made = Site(tmp_path / "tables.db")
    yield made
    made.stop()


def connected(site: Site) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", site.port), timeout=60)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


def is_closed(connection: socket.socket) -> bool:
    """Whether the server closes a connection; waits until it does, or says something."""
    try:
        return connection.recv(1000) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_a_request_that_does_not_come_is_not_waited_for(site: Site, sent: bytes) -> None:
    with connected(site) as connection:
        connection.sendall(sent)
        assert is_closed(connection)


def test_drop_by_drop_a_request_does_not_come_either(site: Site) -> None:
    with connected(site) as connection, pytest.raises(OSError):
        for _ in range(600):
            connection.sendall(b"X-More: y\r\n" if _ else b"GET / HTTP/1.1\r\n")
            time.sleep(0.1)


def test_what_is_answered_stays_open(site: Site) -> None:
    """The stream of a page, and a connection on which one thing is asked after the other."""
    opened = site.open("tic_tac_toe", "person", "person")
    cookie = {"cookie": f"seat={opened.secrets['2']}"}
    with httpx.Client(base_url=site.address, headers=cookie, timeout=60) as client:
        for _ in range(3):
            assert client.get(f"/table/{opened.id}/2").status_code == 200
            time.sleep(0.3)
        with client.stream("GET", f"/table/{opened.id}/2/stream") as answer:
            lines = answer.iter_lines()
            assert next(lines) == "retry: 2000"
            time.sleep(1)
            site.advance(opened, 1)
            assert any(line == "data: changed" for line in lines)


def test_an_address_has_so_many(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SECONDS", 60)
    monkeypatch.setattr(connections, "MOST", 2)
    with connected(site) as one, connected(site) as two:
        for connection in (one, two):
            connection.sendall(b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n")
            assert connection.recv(100).startswith(b"HTTP/1.1 404")
        with connected(site) as three:
            assert is_closed(three)
    for _ in range(600):
        if not connections._OPEN:
            break
        time.sleep(0.1)
    assert httpx.get(site.address, timeout=60).status_code == 200
