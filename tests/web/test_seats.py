"""Who gets to see the page of a seat, and what a browser is told to keep to itself."""

from __future__ import annotations

import pytest

from tools.web_house import House


def test_a_link_opens_one_seat_and_its_secret_goes_into_a_cookie(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    answer = house.client.get(f"/join/{opened.secrets['1']}")
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict", f"Path=/table/{opened.id}/1"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert answer.headers["referrer-policy"] == "no-referrer"
    page = house.client.get(f"/table/{opened.id}/1")
    assert page.status_code == 200 and "It is your turn." in page.text
    assert opened.secrets["1"] not in page.text
    assert house.client.get(f"/table/{opened.id}/2").status_code == 404


def test_behind_https_a_cookie_stays_there(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    house.client.base_url = "https://testserver"
    assert "Secure" in house.client.get(f"/join/{opened.secrets['1']}").headers["set-cookie"]


@pytest.mark.parametrize("path", ["1", "2", "3", "0", "watch", "host", "1/events", "1/stream", "x"])
def test_without_its_secret_a_page_is_not_there(house: House, path: str) -> None:
    opened = house.open("tic_tac_toe", "person", "sensible")
    there = house.client.get(f"/table/{opened.id}/{path}", headers={"cookie": "seat=wrong"})
    nowhere = house.client.get(f"/table/00000000/{path}")
    assert there.status_code == nowhere.status_code == 404
    assert there.text == nowhere.text


def test_for_whoever_has_no_secret_nothing_is_read(house: House) -> None:
    """A long match takes seconds to be read, and what is wrong with it is told to nobody else."""
    opened = house.open("tic_tac_toe", "person", "person")
    with house.store.engine.begin() as connection:
        connection.exec_driver_sql("update matches set saved = 'damaged'")
    house.again()
    for path in (f"/table/{opened.id}/1", f"/table/{opened.id}/host", f"/table/{opened.id}/1/stream"):
        assert house.client.get(path, headers={"cookie": "seat=wrong"}).status_code == 404
    assert not house.tables._held
    own = house.client.get(f"/table/{opened.id}/1", headers={"cookie": f"seat={opened.secrets['1']}"})
    assert own.status_code == 503


def test_the_secret_of_another_place_opens_nothing(house: House) -> None:
    opened, other = (house.open("tic_tac_toe", "person", "person") for _ in range(2))
    secrets = [*(s for name, s in opened.secrets.items() if name != "1"), other.secrets["1"], "", "x" * 100]
    for secret in secrets:
        answer = house.client.get(f"/table/{opened.id}/1", headers={"cookie": f"seat={secret}"})
        assert answer.status_code == 404
        assert house.client.get(f"/join/{secret[1:]}").status_code == 404


def test_who_watches_sees_what_everybody_sees_and_chooses_nothing(house: House) -> None:
    opened = house.open("kuhn_poker", "person", "person")
    watcher, seat = house.at(opened, "watch"), house.at(opened, "1")
    assert seat.options and not watcher.options
    assert "You watch" in watcher.text
    assert watcher.send({**seat.form(0), "token": watcher.field("token")}) == 403


def test_every_page_forbids_what_no_page_needs(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    seat = house.at(opened, "1")
    for path in ("/", "/new?game=nim", seat.path, f"{seat.path}/events", "/nowhere", "/static/table.js"):
        answer = seat.client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] in ("same-origin", "no-referrer")
        assert "<script>" not in answer.text and "style=" not in answer.text and "onclick" not in answer.text


def test_whoever_opened_a_table_can_close_it(house: House) -> None:
    opened = house.open("tic_tac_toe", "person", "person")
    host, seat = house.at(opened, "host"), house.at(opened, "1")
    form = seat.form(0)
    assert seat.send(form, "close") == 404
    assert house.at(opened, "host").send({"token": "0"}, "close") == 403
    assert host.send({"token": host.field("token")}, "close") == 303
    assert seat.send(form) == 409
    assert "This table is closed" in seat.look()
    house.again()
    assert "This table is closed" in house.at(opened, "1").text
