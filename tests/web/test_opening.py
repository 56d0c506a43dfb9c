"""Opening a table: who plays, with what options, and the links that are shown once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.web_house import House

CHOSEN = {"game": "tic_tac_toe", "seat 01": "person", "seat 02": "sensible"}


def links(text: str) -> list[str]:
    return re.findall(r'href="http://testserver(/join/[^"]+)"', text)


def test_every_game_that_is_served_can_be_opened(house: House) -> None:
    home = house.client.get("/").text
    for game in house.tables.games.names:
        assert f'href="/new?game={game}"' in home
        form = house.client.get("/new", params={"game": game}).text
        fields = dict.fromkeys(re.findall(r'name="(seat \d+)"', form), "person")
        assert len(links(house.client.post("/open", data={"game": game, **fields}).text)) == len(fields) + 1


def test_games_are_called_what_players_call_them(tmp_path: Path) -> None:
    """Without reading their rules, for which whoever looks at the list would have to wait."""
    house = House(tmp_path / "tables.db", ["nim"])
    house.tables.games.names += ["knizia", "fuenf_heere"]
    shown = dict(re.findall(r'<a href="/new\?game=(\w+)">([^<]+)</a>', house.client.get("/").text))
    assert shown == {
        "nim": "nim",
        "knizia": "The Lord of the Rings (cooperative game)",
        "fuenf_heere": "The Battle of Five Armies, reconstructed edition",
    }
    german = house.client.get("/", headers={"accept-language": "de"}).text
    assert "Der Herr der Ringe (kooperatives Spiel)</a> <span" in german
    assert {*house.tables.games._loaded} == {"nim"}


def test_a_link_is_made_for_people_and_for_watchers_if_that_is_wanted(house: House) -> None:
    alone = links(house.client.post("/open", data=CHOSEN).text)
    watched = links(house.client.post("/open", data={**CHOSEN, "watched": "yes"}).text)
    assert (len(alone), len(watched)) == (2, 3)
    assert len({*alone, *watched}) == 5


def test_no_secret_is_kept(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    house.at(opened, "1").click(0)
    files = b"".join(file.read_bytes() for file in house.file.parent.iterdir())
    assert opened.id.encode() in files
    for secret in opened.secrets.values():
        assert len(secret) * 6 >= 128
        assert secret.encode() not in files


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({**CHOSEN, "seat 01": "sensible"}, 422),
        ({**CHOSEN, "seat 03": "person"}, 422),
        ({**CHOSEN, "option speed": "high"}, 422),
        ({**CHOSEN, "seat 01": "oracle"}, 400),
        ({**CHOSEN, "game": "chess"}, 404),
        ({"game": "tic_tac_toe"}, 422),
    ],
)
def test_what_a_game_does_not_admit_opens_nothing(house: House, form: dict[str, str], status: int) -> None:
    assert house.client.post("/open", data=form).status_code == status
    assert house.store.number_open() == 0


def test_other_sites_cannot_open_tables(house: House) -> None:
    for headers in (
        {"origin": "http://elsewhere"},
        {"origin": "null"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
    ):
        assert house.client.post("/open", data=CHOSEN, headers=headers).status_code == 403
    own = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
    assert house.client.post("/open", data=CHOSEN, headers=own).status_code == 200


def test_there_is_an_end_to_tables(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk.web.tables.MOST_OPEN", 2)
    opened = [house.client.post("/open", data=CHOSEN).status_code for _ in range(3)]
    assert opened == [200, 200, 422]
    with house.store.engine.begin() as connection:
        connection.exec_driver_sql(
            "update tables set changed = changed - 40 * 86400 where id = (select min(id) from tables)"
        )
    assert house.client.post("/open", data=CHOSEN).status_code == 200, "one was forgotten long ago"
    assert house.client.post("/open", data=CHOSEN).status_code == 422


def test_tables_that_were_never_used_make_room_first(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk.web.tables.MOST_OPEN", 2)
    played, unused = (house.open("tic_tac_toe", "person", "person") for _ in range(2))
    house.at(played, "1").click(0)
    with house.store.engine.begin() as connection:
        connection.exec_driver_sql("update tables set changed = changed - 2 * 86400")
    assert house.client.post("/open", data=CHOSEN).status_code == 200
    assert "This table is closed" in house.at(unused, "1").text
    assert "This table is closed" not in house.at(played, "1").text


def test_options_of_a_game_are_asked_and_count(house: House) -> None:
    form = house.client.get("/new", params={"game": "nim"}).text
    fields = re.findall(r'<select id="[^"]*" name="(option [^"]+)">\s*<option value="([^"]+)"', form)
    game = house.tables.games.served("nim").game
    assert [name.removeprefix("option ") for name, _ in fields] == [o.name for o in game.rules.options]
