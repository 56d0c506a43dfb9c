"""Exports and saves that were cut off, swapped, edited, or made by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from regelwerk.doors.games import load_game
from regelwerk.match.match import Match
from regelwerk.rules.codec import encode

from .cases import Case, Content

Edit = Callable[[Any], object]
KUHN = "kuhn_poker"


@cache
def exported(name: str) -> str:
    return encode(load_game(name).rules).decode()


@cache
def saved(name: str) -> str:
    return Match.start(load_game(name).rules, seed=1).save()


def edited(name: str, edit: Edit) -> Content:
    """An export changed in one place; the edit changes the data it is given."""
    data = json.loads(exported(name))
    for table in ("enums", "maps", "rules"):
        data.setdefault(table, [])
    edit(data)
    return json.dumps(data)


def nested(depth: int) -> Content:
    """An export with so many values inside each other."""
    inside = '{"node":"negative","of":' * depth + '{"node":"number","value":1}' + "}" * depth
    data = json.loads(exported(KUHN))
    data["values"].append({"name": "deep", "parameters": [], "result": {"kind": "number"}, "body": "HERE"})
    return json.dumps(data).replace('"HERE"', inside)


def number_of(data: Any, table: str, name: str) -> int:
    return next(n for n, each in enumerate(data[table]) if each["name"] == name)


def set_event(body: list[Any]) -> Edit:
    """Replaces what `main` does."""

    def edit(data: Any) -> None:
        data["events"][number_of(data, "events", "main")]["body"] = body

    return edit


def record(*features: object) -> Edit:
    """Records a position of these features in `main`, as its first line."""
    line = {"node": "record", "of": {"node": "position", "features": list(features)}}

    def edit(data: Any) -> None:
        data["events"][number_of(data, "events", "main")]["body"].insert(0, line)

    return edit


ZERO = {"node": "number", "value": 0}
FIRST = {"node": "seat", "number": 1}
NEVER = {"node": "flag", "value": False}
WINS = {"node": "builtin", "name": "wins", "args": [{"node": "seat", "number": 1}]}
LOCAL = {"node": "local", "name": "nobody"}

EDITS: tuple[tuple[str, Edit, str], ...] = (
    (
        "a question that only scenarios ask",
        set_event([{"node": "let", "name": "k", "value": WINS}]),
        "only scenarios ask for `wins`",
    ),
    ("a position of nothing", record(), "nothing makes the position"),
    (
        "a position of a seat with an enum",
        record({"value": FIRST, "kind": "seat", "enum": "direction"}),
        "a feature of the kind `seat` names an enum",
    ),
    (
        "a position of a word of an enum that is not there",
        record({"value": {"node": "none"}, "kind": "enum", "enum": "gone"}),
        "there is no enum `gone`",
    ),
    (
        "a position of a word of no enum",
        record({"value": {"node": "none"}, "kind": "enum"}),
        "a feature of the kind `enum` names no enum",
    ),
    (
        "a seat to begin with that is not always there",
        lambda data: data.update(
            players=[2, 3], states=[{"name": "lord", "type": {"kind": "seat"}, "default": 2}]
        ),
        "2 is no seat",
    ),
    (
        "a local out of scope",
        set_event([{"node": "let", "name": "k", "value": LOCAL}]),
        "there is no local `nobody`",
    ),
    (
        "a local of another branch",
        set_event(
            [
                {"node": "if", "when": NEVER, "then": [{"node": "let", "name": "k", "value": ZERO}]},
                {"node": "let", "name": "m", "value": {"node": "local", "name": "k"}},
            ]
        ),
        "there is no local `k`",
    ),
    (
        "an event that is not there",
        set_event([{"node": "happen", "event": "gone"}]),
        "there is no event `gone`",
    ),
    ("too few arguments", set_event([{"node": "happen", "event": "settle"}]), "takes 1 arguments, not 0"),
    ("a zone that is not there", set_event([{"node": "shuffle", "zone": "gone"}]), "there is no zone `gone`"),
    ("a zone without its owner", set_event([{"node": "shuffle", "zone": "hand"}]), "without an owner"),
    (
        "a window that is not there",
        set_event([{"node": "open", "window": "gone"}]),
        "there is no window `gone`",
    ),
    *(
        (title, lambda data, die=die: data.update(dice=[{"name": "d", **die}]), message)
        for title, die, message in (
            ("faces without end", {"faces": [{"low": 1, "high": 999_999_999}]}, "at most 1000 faces"),
            ("faces upside down", {"faces": [{"low": 6, "high": 1}]}, "a range of faces is upside down"),
            ("a face that is a word", {"faces": ["six"]}, "the face `six` is no number"),
            ("a number beside words", {"faces": [6], "enum": "rank"}, "the face `6` is no member of `rank`"),
        )
    ),
    (
        "a face that the enum does not have",
        lambda data: data.update(
            dice=[{"name": "d", "faces": ["gone"], "enum": "rank"}],
            enums=[{"name": "rank", "members": ["jack"]}],
        ),
        "the face `gone` is no member of `rank`",
    ),
    (
        "a die that is not there",
        set_event([{"node": "roll", "die": "gone", "binder": "f"}]),
        "there is no die `gone`",
    ),
    (
        "a list for a number",
        set_event(
            [
                {
                    "node": "let",
                    "name": "k",
                    "value": {
                        "node": "arithmetic",
                        "op": "+",
                        "left": ZERO,
                        "right": {"node": "zone", "name": "deck"},
                    },
                }
            ]
        ),
        "a list stands",
    ),
    (
        "a number for a thing",
        set_event(
            [
                {
                    "node": "let",
                    "name": "k",
                    "value": {"node": "attribute", "of": ZERO, "type": "card", "name": "rank"},
                }
            ]
        ),
        "event main",
    ),
    (
        "a line of a scenario",
        set_event([{"node": "put", "row": "jack", "count": ZERO, "to": "deck"}]),
        "event main",
    ),
    ("a loop that does not fit", set_event([{"node": "repeat", "kind": "times", "body": []}]), "event main"),
    (
        "a function that is not there",
        set_event([{"node": "let", "name": "k", "value": {"node": "builtin", "name": "exec", "args": []}}]),
        "there is no function of the language `exec`",
    ),
    ("no main", lambda data: data["events"].pop(number_of(data, "events", "main")), "no event `main`"),
    ("an event twice", lambda data: data["events"].append(data["events"][0]), "declared twice"),
    ("a row twice", lambda data: data["rows"].append(data["rows"][0]), "declared twice"),
    ("a row of no type", lambda data: data["rows"][0].update(type="gone"), "there is no type `gone`"),
    (
        "a row with a surplus value",
        lambda data: data["rows"][0]["values"].update(gone=1),
        "no attribute `gone`",
    ),
    (
        "a row with a wrong value",
        lambda data: data["rows"][0]["values"].update(rank="jack"),
        "`jack` is no number",
    ),
    ("a row out of range", lambda data: data["rows"][0]["values"].update(rank=99), "outside the range"),
    (
        "a type below itself",
        lambda data: data["types"][0].update(parent=data["types"][0]["name"]),
        "below itself",
    ),
    (
        "an enum without members",
        lambda data: data["enums"].append({"name": "e", "members": []}),
        "no members",
    ),
    ("a zone of no type", lambda data: data["zones"][0].update(type="gone"), "there is no type `gone`"),
    (
        "a kind of no enum",
        lambda data: data["types"][0]["attributes"].append(
            {"name": "extra", "type": {"kind": "enum", "name": "gone"}}
        ),
        "there is no enum `gone`",
    ),
    ("no players", lambda data: data.update(players=[2, 1]), "players"),
    (
        "too many things",
        lambda data: data["rows"].extend(
            {**data["rows"][0], "name": f"r{k}", "copies": 1000} for k in range(100)
        ),
        "things",
    ),
    (
        "a map too large",
        lambda data: data["maps"].append({"name": "m", "type": "card", "width": 10**6, "height": 10**6}),
        "maps",
    ),
    (
        "a rule for nothing",
        lambda data: data["rules"].append({"name": "r", "kind": "before", "event": "gone"}),
        "there is no event `gone`",
    ),
    ("names with quotes", lambda data: data["types"][0].update(name='a"); import os #'), "name"),
    ("names with blanks", lambda data: data["events"][0].update(name="a b"), "name"),
    ("a name of a megabyte", lambda data: data["events"][0].update(name="x" * 1000000), "name"),
    ("a node that is not there", set_event([{"node": "exec", "text": "1"}]), "exec"),
    ("a field that is not there", lambda data: data.update(code="1"), "code"),
    ("another format", lambda data: data.update(format="regelwerk-rules/9"), "format"),
    (
        "a value of itself",
        lambda data: data["values"].append(
            {
                "name": "f",
                "parameters": [],
                "result": {"kind": "number"},
                "body": {"node": "call", "name": "f"},
            }
        ),
        "`f`",
    ),
    (
        "a number of 100 digits",
        set_event([{"node": "let", "name": "k", "value": {"node": "number", "value": 10**100}}]),
        "999999999",
    ),
)

HARMLESS = (
    "__import__",
    "self",
    "class",
    "None",
    "lambda",
    "s",
    "K0",
    "exec",
    "import",
    "RuleError",
    "e0",
    "q1",
)
"""Names that Python or a generated program may know."""


def renamed(old: str, new: str) -> Content:
    return exported(KUHN).replace(f'"{old}"', f'"{new}"')


def swapped() -> Content:
    """A save of one game that says it is of another."""
    return saved(KUHN).replace(KUHN, "tic_tac_toe")


def saves() -> tuple[tuple[str, Content, str], ...]:
    """Damaged saves by name, and what is said of them."""
    save, export = saved(KUHN), exported(KUHN)
    return (
        ("a half of a save", save[: len(save) // 2], "m.json"),
        ("a save of nothing", "", "m.json"),
        ("a save that is a list", "[]", "m.json"),
        ("a save of another game", swapped(), "m.json"),
        ("a save with a changed number", save.replace('"players":2', '"players":7'), "m.json"),
        ("a save 10,000 deep", "[" * 10000 + "]" * 10000, "m.json"),
        ("a save of a million numbers", "[" + "1," * 1000000 + "1]", "m.json"),
        ("a save with NUL", save + "\x00", "NUL"),
        ("a save in UTF-16", save.encode("utf-16"), "UTF-16"),
        ("a save with a huge number", save.replace('"seed":1', '"seed":' + "9" * 5000), "m.json"),
        (
            "a save with an unknown game",
            save.replace('"kuhn_poker"', '"../../etc/passwd"'),
            "no saved match",
        ),
        ("a save that is an export", export, "m.json"),
    )


def cases() -> list[Case]:
    """All of them."""
    save, export, damaged = saved(KUHN), exported(KUHN), saves()
    return [
        *(
            Case(f"export: {name}", {"g.json": edited(KUHN, edit)}, ("check", "g.json"), ("error", says))
            for name, edit, says in EDITS
        ),
        Case("export 10,000 deep", {"g.json": nested(10000)}, ("check", "g.json"), ("g.json",)),
        Case(
            "export 300 deep",
            {"g.json": nested(300)},
            ("simulate", "g.json", "-n", "1"),
            ("more than 200 values",),
        ),
        Case("export 190 deep", {"g.json": nested(190)}, ("simulate", "g.json", "-n", "1"), ("settled",), 0),
        Case("a half of an export", {"g.json": export[:3000]}, ("check", "g.json"), ("g.json",)),
        Case("an export of nothing", {"g.json": ""}, ("check", "g.json"), ("g.json",)),
        Case("an export that is a save", {"g.json": save}, ("check", "g.json"), ("g.json",)),
        Case(
            "an export with a mark",
            {"g.json": b"\xef\xbb\xbf" + export.encode()},
            ("check", "g.json"),
            ("byte order mark",),
        ),
        *(
            Case(f"{name}, replayed", {"m.json": content}, ("replay", "m.json"), ("error", says))
            for name, content, says in damaged
        ),
        *(
            Case(f"{name}, asked why", {"m.json": content}, ("why", "m.json"), ("error", says))
            for name, content, says in damaged[:4]
        ),
        *(
            Case(f"{name}, played on", {"m.json": content}, ("play", KUHN, "--load", "m.json"), ("error",))
            for name, content, _ in damaged[:6]
        ),
        *(
            Case(
                f"export with `{new}` for `{old}`",
                {"g.json": renamed(old, new)},
                ("simulate", "g.json", "-n", "2"),
                ("settled",),
                0,
            )
            for old, new in zip(
                (
                    "p",
                    "deck",
                    "rank",
                    "payoff",
                    "card",
                    "stake",
                    "hand",
                    "jack",
                    "winner",
                    "bet",
                    "answer_bet",
                    "c",
                ),
                HARMLESS,
                strict=True,
            )
        ),
    ]
