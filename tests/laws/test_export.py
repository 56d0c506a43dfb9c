"""An export is all of a game as plain data: closed, without text and code, and enough to play it."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from amounts import amount
from regelwerk.doors.games import find_game
from regelwerk.match.match import make_build
from regelwerk.program.layout import make_layout
from regelwerk.resources import data_path
from regelwerk.rules.codec import RulesFormError, decode, encode
from regelwerk.rules.declarations import FORMAT
from regelwerk.rules.scenarios import Scenarios
from regelwerk.rules.schema import TITLES, schema_text
from regelwerk.source.schema_check import load_schema
from tools.json_edits import PatientValidator, parts, replaced, shared, without
from tools.random_games import turns
from tools.shipped import BIG, LONG_GAMES, NAMES, by_day, cases, checked, game, rules

EDITS = amount("EDITED_EXPORTS", test=120, nightly=300)
GAMES = {BIG: 2, **dict.fromkeys(LONG_GAMES, 1)}
"""How many games are compared here, 10 of the small ones."""
COMPARED = amount("EXPORTED", test=150, nightly=100_000)
"""So many decisions of a game are compared."""
LEAST = 0.95
NAME = re.compile(r"^[^\W\d]\w*(\.[^\W\d]\w*)?$")
OPEN = ("cites", "places", "labels", "values")
"""Tables whose keys are the game's own: a schema of all games cannot say which belong there."""
COUNTED = ("copies", "width", "height", "number", "players")
FIXED = (
    "node", "op", "kind", "which", "order", "seen", "amount", "mode", "closes", "answers", "where", "format",
)  # fmt: skip


@cache
def exported(name: str) -> Any:
    """An export as JSON data."""
    return shared(json.loads(encode(rules(name))))


@cache
def validator(name: str) -> PatientValidator:
    return PatientValidator(load_schema("rules"), exported(name))


@pytest.mark.parametrize("name", TITLES)
def test_the_published_schema_is_current(name: str) -> None:
    published = (data_path("schemas") / f"{name}.schema.json").read_text("utf-8")
    assert published == schema_text(name), "run `python -m regelwerk.rules.schema`"


@pytest.mark.parametrize("name", NAMES)
def test_an_export_keeps_to_the_schema(name: str) -> None:
    assert validator(name).accepts(exported(name))


@pytest.mark.parametrize("name", NAMES)
def test_scenarios_keep_to_their_schema(name: str) -> None:
    scenarios = game(name).scenarios or Scenarios("regelwerk-scenarios/2", name)
    few = Scenarios(scenarios.format, scenarios.game, scenarios.scenarios[:40])
    data = json.loads(encode(few))  # the same encoder writes both
    checked = PatientValidator(load_schema("scenarios"), data)
    assert checked.accepts(data)
    assert not checked.accepts({**data, "surplus": 1})
    draw = Random(3)
    found = Counter(checked.accepts(edit(data, draw)) for _ in range(EDITS // 2 if few.scenarios else 0))
    assert found[False] >= LEAST * found.total() - 1


class Parts:
    """The parts of an export outside tables with keys of their own, sorted by what an edit needs."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self.all = [each for each in parts(data) if not any(key in OPEN for key in each[0])]
        self.tables = [each for each in self.all if isinstance(each[1], dict)]
        self.nodes = [each for each in self.tables if "node" in each[1]]
        self.inner = [each for each in self.all if each[0]]
        self.given = [each for each in self.inner if each[1] is not None]
        self.leaves = [each for each in self.all if not isinstance(each[1], dict | list)]
        self.words = [path for path, value in self.leaves if path[-1] in FIXED and isinstance(value, str)]
        self.counted = [
            path
            for path, value in self.leaves
            if type(value) is int and any(key in COUNTED for key in path[-2:]) and "type" not in path[-2:]
        ]
        self.sorts = sorted({value["node"] for _, value in self.nodes})


def parts_of(data: Any) -> Parts:
    """They are sorted once for all edits of the same data."""
    if not _last or _last[0].data is not data:
        _last[:] = [Parts(data)]
    return _last[0]


_last: list[Parts] = []


def edit(data: Any, draw: Random) -> Any:
    """The data with one random edit, of one of the kinds the page on rules/ lists."""
    kinds = (left_out, too_many, other_type, other_node, other_word, listed, nulled, negative)
    while True:
        edited = draw.choice(kinds)(parts_of(data), draw)
        if edited is not None:
            return edited


@cache
def needed_keys() -> dict[str, set[str]]:
    """By node the keys it cannot do without."""
    return {
        tag: {*each.get("required", ()), "node"}
        for each in load_schema("rules")["$defs"].values()
        for tag in each.get("properties", {}).get("node", {}).get("enum", ())
    }


def left_out(p: Parts, draw: Random) -> Any:
    """A key a node cannot do without."""
    path, value = draw.choice(p.nodes)
    return replaced(p.data, path, without(value, draw.choice(sorted(needed_keys()[value["node"]]))))


def too_many(p: Parts, draw: Random) -> Any:
    path, value = draw.choice(p.tables)
    if path and path[-1] in (*OPEN, "told", "args", "options"):
        return None
    return replaced(
        p.data, path, {**value, draw.choice(["surplus", "nodes", "_", "Where"]): draw.choice([1, "x", []])}
    )


def other_type(p: Parts, draw: Random) -> Any:
    path, value = draw.choice(p.inner)
    others: list[Any] = [7, "x", True, 0.5, {}, {"node": "number", "value": 1}]
    return replaced(p.data, path, draw.choice([o for o in others if type(o) is not type(value)]))


def other_node(p: Parts, draw: Random) -> Any:
    path, value = draw.choice(p.nodes)
    return replaced(p.data, (*path, "node"), draw.choice([word for word in p.sorts if word != value["node"]]))


def other_word(p: Parts, draw: Random) -> Any:
    if not p.words:
        return None
    return replaced(p.data, draw.choice(p.words), draw.choice(["sometimes", "", "<>", "Number"]))


def listed(p: Parts, draw: Random) -> Any:
    path, value = draw.choice(p.leaves)
    return replaced(p.data, path, draw.choice([[value], []]))


def nulled(p: Parts, draw: Random) -> Any:
    return replaced(p.data, draw.choice(p.given)[0], None)


def negative(p: Parts, draw: Random) -> Any:
    return replaced(p.data, draw.choice(p.counted), -draw.randrange(1, 9)) if p.counted else None


def refusal_rate(name: str, edits: int, seed: int = 1) -> float:
    """The share of random edits the schema refuses."""
    draw = Random(seed)
    accepted = sum(validator(name).accepts(edit(exported(name), draw)) for _ in range(edits))
    return 1 - accepted / edits


@pytest.mark.parametrize("name", NAMES)
def test_the_schema_refuses_damage(name: str) -> None:
    assert refusal_rate(name, EDITS) >= LEAST


@pytest.mark.parametrize("name", NAMES)
def test_an_export_holds_names_and_numbers_only(name: str) -> None:
    """No text of the rules, no code: outside labels, places and citations there are names and words only."""
    data = {key: value for key, value in exported(name).items() if key not in ("cites", "places", "labels")}
    assert data.pop("format") == FORMAT
    assert re.fullmatch(r"[0-9]+(\.[0-9]+)*", data.pop("version"))
    data["brought"] = [{**each, "title": {}} for each in data.get("brought", ())]  # titles are like labels
    symbols = {"=", "!=", "<", "<=", ">", ">=", "+", "-", "*"}
    texts = {value for _, value in parts(data) if isinstance(value, str)}
    texts |= {key for _, value in parts(data) if isinstance(value, dict) for key in value}
    assert {text for text in texts if not NAME.match(text)} <= symbols
    for places in exported(name)["places"].values():
        assert re.fullmatch(r"[\w./-]+:[0-9]+", places), "a place is a file and a line"


@pytest.mark.parametrize("name", NAMES)
def test_no_line_of_the_rules_is_in_the_export(name: str) -> None:
    path = find_game(name)
    files = [path] if path.is_file() else list(path.rglob("*.rules"))
    lines = {line.strip() for file in files for line in file.read_text("utf-8").splitlines()}
    text = encode(rules(name)).decode()
    assert [line for line in lines if len(line) > 20 and " " in line and line in text] == []


@pytest.mark.parametrize("found", ["regelwerk-rules/3", "regelwerk-rules/0", "regelwerk-match/1", ""])
def test_another_version_of_the_form_is_refused(found: str) -> None:
    text = json.dumps({**exported("tic_tac_toe"), "format": found})
    with pytest.raises(RulesFormError, match=f"the format is `{found}`, expected `regelwerk-rules/2`"):
        decode(text)
    assert not validator("tic_tac_toe").accepts(json.loads(text))


def test_rules_without_a_version_are_refused() -> None:
    with pytest.raises(RulesFormError, match="the format is none"):
        decode(json.dumps(without(exported("tic_tac_toe"), "format")))


@pytest.mark.parametrize("name", NAMES)
def test_edited_exports_do_not_break_the_decoder(name: str) -> None:
    """What the schema refuses is refused by the decoder too, or is null where nothing would stand."""
    draw = Random(4)
    for _ in range(EDITS // 2):
        edited = edit(exported(name), draw)
        try:
            decode(json.dumps(edited))
        except RulesFormError as error:
            assert "\n" not in str(error)


@pytest.mark.each(("name", "players"), cases, by_day())
def test_games_from_text_and_from_an_export_are_one(name: str, players: int) -> None:
    """Equal hashes at every decision: a sample of what `make soak` does a hundred times."""
    assert same_games(name, players, GAMES.get(name, 10), COMPARED) > 0


def same_games(name: str, players: int, seeds: int, most: int | None = None) -> int:
    """Play games on rules read from text and on rules read from their export; returns the decisions.

    Of each game `most` decisions are compared.
    """
    decisions = 0
    text = checked(name).rules
    assert text is not None
    first, second = make_layout(text, players), make_layout(decode(encode(text)), players)
    one_build, other_build = make_build(first, "fast"), make_build(second, "fast")
    for seed in range(seeds):
        both = zip(turns(first, one_build, seed), turns(second, other_build, seed), strict=True)
        for one, other in islice(both, most):
            assert one.state.hash() == other.state.hash()
            assert one.decisions == other.decisions
            decisions += 1
    return decisions
