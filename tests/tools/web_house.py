"""Tables for tests: a server without a network, and what a browser does there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path

from starlette.testclient import TestClient

from regelwerk.web.app import make_app
from regelwerk.web.games import Games
from regelwerk.web.store import Store
from regelwerk.web.tables import Opened, Tables

GAMES = ("tic_tac_toe", "kuhn_poker", "nim", "counterspells", "connect_four", "go_5")


class House:
    """A server with a database in a file, which can be stopped and started again."""

    def __init__(self, file: Path, games: Sequence[str] = GAMES) -> None:
        self.file = file
        self.games = games
        self.start()

    def start(self) -> None:
        self.store = Store(f"sqlite:///{self.file}")
        self.tables = Tables(Games(self.games), self.store)
        self.client = TestClient(make_app(self.tables))

    def again(self) -> None:
        """Stop, and start with what has been kept."""
        self.store.close()
        self.start()

    def open(self, game: str, *seats: str, watched: bool = True, seed: int = 1) -> Opened:
        return self.tables.open(self.tables.games.served(game), seats, (), watched, seed)

    def at(self, opened: Opened, place: str) -> Browser:
        """A browser that has followed the link of a place."""
        client = TestClient(make_app(self.tables), follow_redirects=False)
        assert client.get(f"/join/{opened.secrets[place]}").status_code == 200
        return Browser(client, f"/table/{opened.id}/{place}")


class Browser:
    """A browser at the page of a place. What it shows is the text of the last page."""

    def __init__(self, client: TestClient, path: str) -> None:
        self.client = client
        self.path = path
        self.text = ""
        self.look()

    def look(self, more: str = "") -> str:
        self.text = self.client.get(self.path + more).text
        return self.text

    def field(self, name: str) -> str:
        found = re.search(f'name="{name}" value="([^"]*)"', self.text)
        return "" if found is None else found[1]

    @property
    def options(self) -> list[str]:
        """The texts of the buttons, without what they rest on."""
        found = re.findall(r'name="option" value="\d+">(.*?) <small>', self.text)
        return [unescape(text) for text in found]

    @property
    def status(self) -> str:
        found = re.search(r'<p id="status"[^>]*>([^<]*)<', self.text)
        return "" if found is None else unescape(found[1])

    def form(self, option: int) -> dict[str, str]:
        """What a click on an option sends."""
        return {"token": self.field("token"), "asked": self.field("asked"), "option": str(option)}

    def send(self, form: dict[str, str], to: str = "choose", **headers: str) -> int:
        """Send a form; the page that comes of it is shown. Returns the status of the first answer."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.client.post(f"{self.path}/{to}", data=form, headers=named)
        self.text = answer.text
        if answer.status_code == 303:
            self.text = self.client.get(answer.headers["location"]).text
        return answer.status_code

    def click(self, option: int | str) -> int:
        self.look()
        number = option if isinstance(option, int) else self.options.index(option)
        return self.send(self.form(number))
