"""What is kept of declarations in the cache is never believed when damaged, and does no harm when forged."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from amounts import amount
from command_line import run
from regelwerk.doors import command
from regelwerk.doors.checks import Checks
from regelwerk.meaning.kept import Kept
from regelwerk.resources import data_path
from regelwerk.source import cache
from regelwerk.source.diagnostics import Diagnostic

GAME = data_path("games") / "classics" / "spice_caravan.rules"
FORGERIES = amount("FORGERIES_OF_PARTS", test=60, nightly=3_000)


def check(path: Path) -> list[Diagnostic]:
    """What is said of a game, by what is kept of its declarations alone."""
    folder = cache.cache_folder()
    assert folder is not None
    for found in [*folder.glob("check-*"), *folder.glob("game-*")]:
        found.unlink()
    return Checks(path).found([()])[0]


@pytest.fixture
def game(tmp_path: Path, own_cache: Path) -> Path:
    """A game that is kept, with a line added since that brings a warning."""
    path = tmp_path / "caravan.rules"
    path.write_text(GAME.read_text("utf-8"), "utf-8")
    assert check(path) == []
    path.write_text(path.read_text("utf-8") + "\nvalue of_no_use() = 1\n", "utf-8")
    return path


@pytest.fixture
def parts(own_cache: Path, game: Path) -> Path:
    (found,) = own_cache.glob("parts-*")
    return found


@pytest.fixture
def apart(own_cache: Path, game: Path) -> Path:
    """Where the scenarios are kept one by one."""
    (found,) = own_cache.glob("apart-*")
    return found


def from_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Diagnostic]:
    with monkeypatch.context() as patch:
        patch.setenv(cache.SWITCH, "off")
        found = Checks(path).found([()])[0]
    assert found
    return found


@pytest.mark.slow
def test_a_damaged_file_says_nothing(game: Path, parts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = from_nothing(game, monkeypatch)
    whole = parts.read_bytes()
    random = Random(1)
    for _ in range(20):
        at = random.randrange(len(whole))
        flipped = bytes([*whole[:at], whole[at] ^ 1 << random.randrange(8), *whole[at + 1 :]])
        for damaged in (flipped, whole[:at], random.randbytes(at)):
            parts.write_bytes(damaged)
            assert check(game) == fresh


def test_what_was_kept_of_another_game_says_nothing(
    game: Path, parts: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = from_nothing(game, monkeypatch)
    check(GAME.parent / "nim.rules")
    (other,) = set(own_cache.glob("parts-*")) - {parts}
    parts.write_bytes(other.read_bytes())
    assert check(game) == fresh


def made_of(known: Any, name: str) -> dict[str, Any]:
    """What became of a declaration, as plain data."""
    (((_, _, _, _, made, *_),),) = (kept for key, kept in known[1].items() if key.startswith(name))
    return made


def forged(random: Random, data: Any) -> Any:
    """Plain data with something else in one place."""
    if isinstance(data, list | dict) and data and random.random() < 0.95:
        keys = range(len(data)) if isinstance(data, list) else [*data]
        key = random.choice(keys)
        changed = data.copy()
        if random.random() < 0.1:
            del changed[key]
        else:
            changed[key] = forged(random, data[key])
        return changed
    return random.choice(["", "*", "no such thing", -1, 2**63, 0, None, True, [], {}, [data], b"x" * 8])


@pytest.mark.parametrize("key", ["value pay_of", "event main", "scenario sets are paid"])
def test_a_forged_file_may_lack_something(
    key: str, game: Path, parts: Path, apart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event without what it does, for example: that is looked at anew."""
    fresh = from_nothing(game, monkeypatch)
    parts = apart if key.startswith("scenario ") else parts
    whole = cache.read(parts.stem) or b""
    for field in made_of(msgspec.msgpack.decode(whole), key):
        known = msgspec.msgpack.decode(whole)
        del made_of(known, key)[field]
        cache.write(parts.stem, msgspec.msgpack.encode(known))
        found = check(game)
        assert field != "effects" or found == fresh


@pytest.mark.parametrize("seed", range(4))
def test_a_forged_file_does_no_harm(seed: int, game: Path, parts: Path) -> None:
    """Whatever is said of what is forged, it is said of this file, and nothing breaks off."""
    known = msgspec.msgpack.decode(cache.read(parts.stem) or b"", strict=False)
    random = Random(seed)
    for _ in range(FORGERIES // 4):
        outcomes = dict(known[1])
        for key in random.sample([*outcomes], 3):
            outcome = [*outcomes[key][0]]
            if random.random() < 0.7:
                outcome[4] = forged(random, outcome[4])
            else:
                outcome = forged(random, outcome)
            outcomes[key] = [outcome]
        questions, said = (known[at] if random.random() < 0.7 else forged(random, known[at]) for at in (0, 2))
        cache.write(parts.stem, msgspec.msgpack.encode([questions, outcomes, said]))
        assert {each.span.file for each in check(game) if each.span} <= {str(game)}


@pytest.mark.parametrize("depth", [100, 400, 900, 100_000])
def test_a_forged_file_may_be_deep(
    depth: int, game: Path, parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = from_nothing(game, monkeypatch)
    known = msgspec.msgpack.decode(cache.read(parts.stem) or b"")
    whole = msgspec.msgpack.encode(known)
    (value,) = made_of(known, "value pepper_pay")["values"]
    inner = msgspec.msgpack.encode(value["body"])
    assert whole.count(inner) == 1
    one = {"node": "number", "value": 1}
    begin = msgspec.msgpack.encode({"node": "arithmetic", "op": "+", "left": one, "right": 0})[:-1]
    cache.write(parts.stem, whole.replace(inner, begin * depth + inner))
    assert check(game) == fresh


def test_files_that_cannot_have_been_kept_say_nothing(
    game: Path, parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = from_nothing(game, monkeypatch)
    parts.unlink()
    parts.mkdir()
    assert check(game) == fresh
    parts.rmdir()
    with parts.open("wb") as endless:
        endless.truncate(10**12)
    assert check(game) == fresh


@pytest.mark.parametrize("text", [b"{}", b'{"title": 1}', b"[1", b"[" * 100_000])
@pytest.mark.parametrize("changed", [True, False])
def test_a_forged_scenario_is_refused_when_it_is_played(
    text: bytes, changed: bool, game: Path, parts: Path, apart: Path
) -> None:
    """A check reads no scenario that is as it was; those of a changed file are looked at one by one."""
    where, name = (apart, "scenario sets are paid") if changed else (parts, "scenarios ")
    known = msgspec.msgpack.decode(cache.read(where.stem) or b"")
    made_of(known, name)["scenarios"][0]["text"] = text
    cache.write(where.stem, msgspec.msgpack.encode(known))
    game.write_text(GAME.read_text("utf-8") + ("\n# A line more.\n" if changed else ""), "utf-8")
    assert check(game) == []
    done = run("test", game)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("error: what is kept of `spice_caravan` has been changed\n  help: ")


def test_only_what_is_looked_at_last_stays_to_the_end(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever watches a game for hours does not gather all that it has been."""
    staying: list[object] = ["the list itself"]
    monkeypatch.setattr(command, "_staying", staying)
    Checks(game).found([()])
    assert len(staying) == 1
    Checks(game, stays=True).found([()])
    assert len(staying) == 2


def test_tables_hold_those_before_them_and_no_others() -> None:
    kept = Kept()
    _, second, third = kept.tables(), kept.tables(), kept.tables()
    assert third.before is second and second.before is None
