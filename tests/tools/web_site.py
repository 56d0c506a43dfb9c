"""A server for a browser: tables of a test at an address of this machine, which can be gone for a while."""

from __future__ import annotations

import socket
from pathlib import Path
from random import Random
from threading import Thread

import uvicorn

from regelwerk.web.app import make_app
from regelwerk.web.serving import configured
from regelwerk.web.tables import Opened
from tools.shipped import NAMES
from tools.web_house import House

_GRACE = 1


class Site(House):
    """A server that listens, in a thread of its own, with all games that come with regelwerk."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, NAMES)

    def start(self) -> None:
        super().start()
        port = getattr(self, "port", 0)
        listening = socket.create_server(("127.0.0.1", port))
        self.port: int = listening.getsockname()[1]
        self._server = uvicorn.Server(configured(make_app(self.tables), _GRACE))
        self._thread = Thread(target=self._server.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Listen no more; what has been chosen is kept."""
        self._server.should_exit = True
        self._thread.join()
        self.client.close()
        self.store.close()

    def link(self, opened: Opened, place: str) -> str:
        return f"{self.address}/join/{opened.secrets[place]}"

    def advance(self, opened: Opened, choices: int, seed: int = 1) -> None:
        """Make so many choices at random, for whoever is asked."""
        table, rng = self.tables.table(opened.id), Random(seed)
        assert table is not None
        for _ in range(choices):
            if table.match.over:
                return
            decision = table.match.decisions[0]
            table.choose(decision.seat, table.made[decision.seat], rng.randrange(len(decision.options)))
