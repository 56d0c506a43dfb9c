"""The amended game in the rules form: a whole game that says what was done to it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import jsonschema
import pytest

from duels import amended, over, rules_of
from regelwerk.match.match import Match
from regelwerk.program.errors import RuleError
from regelwerk.resources import data_path
from regelwerk.rules.codec import decode, encode, rules_hash
from regelwerk.rules.declarations import AmendmentDecl, HouseRuleDecl

LINES = (
    "cites book.house.1",
    "presupposes event turn",
    "remove rule opals_late cites book.house.2",
    "narrow action lay:",
    "    cites book.house.3",
    "    needs c.worth > 0 or q.points = 0",
    "insert after gain in lay:",
    "    cites book.house.4",
    "    gain(next(q), 1)",
    "leave out turn 2 in main",
    "fix option length = long",
    "change table card:",
    "    ruby: worth = 9",
)


def test_it_says_what_was_done(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, over(*LINES, title="busy").replace("c.worth > 0", "c.worth > 1"))
    assert rules.house_rules == (
        HouseRuleDecl(
            "busy",
            "duel",
            (),
            (
                AmendmentDecl("presuppose", "event", "turn"),
                AmendmentDecl("remove", "rule", "opals_late"),
                AmendmentDecl("narrow", "action", "lay"),
                AmendmentDecl("insert", "body", "lay", "gain", "after"),
                AmendmentDecl("leave_out", "body", "main", "turn 2"),
                AmendmentDecl("fix", "option", "length"),
                AmendmentDecl("change", "row", "ruby", "worth"),
            ),
        ),
    )
    assert rules.cites["house:busy"] == ("book.house.1", "book.house.2")
    assert set(rules.cites["action:lay"]) == {"book.house.3", "book.house.4"}
    assert rules.places["house:busy"].endswith("house1.rules:1")


def test_lower_house_rules_come_first(tmp_path: Path) -> None:
    low = over("remove rule bonus", title="low")
    high = over("remove rule opals_late", title="high", on="low")
    assert [(h.title, h.on_top_of) for h in rules_of(tmp_path, low, high).house_rules] == [
        ("low", ()),
        ("high", ("low",)),
    ]


def test_the_hash_is_another_even_where_nothing_is_played_otherwise(tmp_path: Path) -> None:
    base = amended(tmp_path).rules
    assert base is not None
    quiet = rules_of(tmp_path, over("presupposes event turn"))
    other = rules_of(tmp_path, over("presupposes event turn", title="another"))
    assert len({rules_hash(base), rules_hash(quiet), rules_hash(other)}) == 3


def test_an_export_plays_alone_and_alike(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, over(*LINES).replace("c.worth > 0", "c.worth > 1"))
    text = encode(rules)
    schema = json.loads((data_path("schemas") / "rules.schema.json").read_text("utf-8"))
    jsonschema.validate(json.loads(text), schema)
    for path in tmp_path.iterdir():
        path.unlink()
    again = decode(text)
    assert again == rules and rules_hash(again) == rules_hash(rules)
    for seed in range(5):
        one, two = Match.start(rules, 2, {}, seed), Match.start(again, 2, {}, seed)
        random = Random(seed)
        while not one.over:
            assert one.decisions == two.decisions
            chosen = random.randrange(len(one.decisions[0].options))
            one.take(0, chosen)
            two.take(0, chosen)
        assert one.save() == two.save()


def test_a_fixed_option_is_not_for_choice(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, over("fix option length = long"))
    (option,) = rules.options
    assert (option.default, option.fixed) == (1, True)
    assert Match.start(rules, 2, {"length": 1}, 0).layout.options == [1]
    with pytest.raises(RuleError, match="a house rule has fixed the option `length`"):
        Match.start(rules, 2, {"length": 0}, 0)


def test_a_saved_match_of_the_game_does_not_fit(tmp_path: Path) -> None:
    base = amended(tmp_path).rules
    assert base is not None
    saved = Match.start(base, 2, {}, 1).save()
    with pytest.raises(Exception, match="other rules"):
        Match.load(saved, rules_of(tmp_path, over("presupposes event turn")))
