"""Whatever a file is instead of an unchanged saved match, it is refused in one clear sentence."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from jsonschema import Draft202012Validator

import command_line
from amounts import amount
from regelwerk.match.match import Match
from regelwerk.program.errors import MatchError, RuleError
from regelwerk.resources import data_path
from regelwerk.source.schema_check import load_schema
from tools.json_edits import PatientValidator, parts, replaced, without
from tools.relay import Course
from tools.shipped import BIG, CLOSE, counts, rules

EDITS = amount("EDITED_SAVES", test=100, nightly=400)
"""So many edits of a save are tried."""
KEYS = amount("KEYS", test=10, nightly=60)
"""In so many tables of a save a key is left out and one is added."""
SAVES = amount("SAVES", test=2, nightly=1000)
"""So many saves of a match are compared with the schema."""


@cache
def saved(name: str) -> str:
    """A match of the game in its middle, with its log."""
    course = Course(name, counts(name)[0], seed=2)
    return course.saves[len(course.saves) // 2]


def refused(name: str, text: str | bytes) -> None:
    """The text is refused, with a message as every message is."""
    with pytest.raises(MatchError) as caught:
        Match.load(text, rules(name))
    message = str(caught.value)
    assert message
    assert "\n" not in message
    assert not message.endswith(".")
    assert message[0].islower()


def test_the_schema_of_saved_matches_is_one() -> None:
    Draft202012Validator.check_schema(load_schema("match"))
    assert (data_path("schemas") / "match.schema.json").read_text("utf-8").endswith("}\n")


@pytest.mark.parametrize("name", CLOSE)
def test_saves_keep_to_the_schema(name: str) -> None:
    """At decisions of a match all along it, and when it is over."""
    players = counts(name)[-1]
    validator = Draft202012Validator(load_schema("match"))
    course = Course(name, players, seed=7, log=name != BIG)
    for text in course.saves[:: -(-len(course.saves) // SAVES)]:
        found = [error.message for error in validator.iter_errors(json.loads(text))]
        assert found == []
    match = Match.start(rules(name), players, seed=1, build="walker", log=True)
    while not match.over:
        match.take(0, 0)
    assert validator.is_valid(json.loads(match.save()))


@pytest.mark.parametrize("name", CLOSE)
def test_edited_saves_are_refused(name: str) -> None:
    """Keys left out, added and renamed; values of other kinds and other values, wherever they stand."""
    whole = json.loads(saved(name))
    draw = Random(5)
    every = [(path, value) for path, value in parts(whole) if path]
    for path, value in draw.sample(every, min(EDITS if name != BIG else 40, len(every))):
        data = replaced(whole, path, another(draw, value))
        if data != whole or json.dumps(data) != json.dumps(whole):
            refused(name, json.dumps(data))
    tables = [each for each in parts(whole) if isinstance(each[1], dict) and each[1]]
    for path, value in tables[:60][:: 60 // KEYS]:
        key = draw.choice(list(value))
        refused(name, json.dumps(replaced(whole, path, without(value, key)) if path else without(value, key)))
        more = {**value, "surplus": 1}
        refused(name, json.dumps(replaced(whole, path, more) if path else more))


def another(draw: Random, value: Any) -> Any:
    """A value other than this one."""
    others: list[Any] = [None, True, -1, 0, 1, 7, 10**30, 0.5, "", "x", "zone:99", [], [0], {}, {"x": 1}]
    if isinstance(value, int):
        others += [value + 1, value - 1, float(value)]
    if isinstance(value, list) and value:
        others += [value[1:], [*value, value[-1]]]
    return draw.choice([other for other in others if json.dumps(other) != json.dumps(value)])


@pytest.mark.parametrize("name", CLOSE)
def test_what_the_schema_refuses_is_not_loaded_with_a_fitting_hash_either(name: str) -> None:
    """Loading checks at least what the published schema says, whoever has made the file."""
    whole = json.loads(saved(name))
    schema = load_schema("match")["$defs"]["state"] | {"$defs": load_schema("match")["$defs"]}
    validator = PatientValidator(schema, whole["state"])
    assert validator.accepts(whole["state"])
    draw = Random(6)
    every = [(path, value) for path, value in parts(whole["state"]) if path]
    both = 0
    for path, value in draw.sample(every, min(EDITS if name != BIG else 80, len(every))):
        data = replaced(whole["state"], path, another(draw, value))
        if not validator.accepts(data):
            both += 1
            refused(name, json.dumps({**whole, "state": data, "hash": hash_of(data)}))
    assert both > 20


@pytest.mark.parametrize("name", CLOSE)
def test_what_a_save_says_twice_is_not_believed(name: str) -> None:
    """Of two values of one name readers take the first or the last: a save says one thing."""
    text = saved(name)
    for what in ('"players":', '"over":', '"seed":', '"kind":'):
        assert what in text
        refused(name, text.replace(what, f'{what}"\\u001b",{what}', 1))


def hash_of(plain: Any) -> str:
    """The hash a state would have that is written so."""
    from hashlib import blake2b

    import msgspec

    return blake2b(msgspec.json.encode(plain, order="sorted"), digest_size=16).hexdigest()


@pytest.mark.parametrize("name", CLOSE)
def test_forged_saves_are_refused_or_can_be_played(name: str) -> None:
    """With a fitting hash nothing but an error of the match or of its rules may come of any change."""
    whole = json.loads(saved(name))
    draw = Random(8)
    every = [(path, value) for path, value in parts(whole["state"]) if path]
    for path, value in draw.sample(every, min(150 if name != BIG else 40, len(every))):
        data = replaced(whole["state"], path, another(draw, value))
        forged = {**whole, "state": data, "hash": hash_of(data), "log": None, "log_hash": None}
        try:
            match = Match.load(json.dumps(forged), rules(name))
            for _ in range(20):
                if match.over:
                    break
                match.take(0, draw.randrange(len(match.decisions[0].options)))
        except (MatchError, RuleError) as error:
            assert str(error)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(cut=some.floats(0, 1), name=some.sampled_from(CLOSE))
def test_a_part_of_a_save_is_refused(cut: float, name: str) -> None:
    text = saved(name)
    refused(name, text[: int(cut * (len(text) - 1))])


@settings(max_examples=150, deadline=None, derandomize=True)
@given(place=some.floats(0, 1, exclude_max=True), byte=some.integers(0, 255), name=some.sampled_from(CLOSE))
def test_a_changed_byte_is_noticed(place: float, byte: int, name: str) -> None:
    """Unless the text says the same afterwards (a blank for a blank)."""
    text = bytearray(saved(name).encode())
    text[int(place * len(text))] = byte
    try:
        same = json.loads(bytes(text)) == json.loads(saved(name))
    except (ValueError, UnicodeError):
        same = False
    if not same:
        refused(name, bytes(text))


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    text=some.one_of(
        some.binary(max_size=60),
        some.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")),
        some.recursive(
            some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=5),
            lambda inner: (
                some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=5), inner, max_size=3)
            ),
            max_leaves=8,
        ).map(lambda value: json.dumps(value).encode()),
    )
)
def test_foreign_files_are_refused(text: bytes) -> None:
    refused("tic_tac_toe", text)


@pytest.mark.parametrize("command", ["replay", "why"])
def test_commands_refuse_damaged_files_in_one_line(command: str, tmp_path: Path) -> None:
    """Exit status 1, `error:` and a fix, and never a traceback."""
    whole = json.loads(saved("counterspells"))
    draw = Random(9)
    every = [(path, value) for path, value in parts(whole) if path]
    texts = [
        json.dumps(replaced(whole, path, another(draw, value))) for path, value in draw.sample(every, 40)
    ]
    texts += [saved("counterspells")[: 40 * n] for n in range(6)]
    texts += ["", "\x00", "[]", "{}", "[" * 4000, '{"game": 5}', '{"game": "../x"}']
    texts.append(json.dumps({**copy.deepcopy(whole), "game": "kuhn_poker"}))
    file = tmp_path / "match.json"
    for text in texts:
        file.write_text(text, "utf-8")
        done = command_line.run(command, file)
        assert done.status == 1, text
        assert done.err.startswith("error: ")
        assert "Traceback" not in done.err + done.out
        assert "internal" not in done.err
