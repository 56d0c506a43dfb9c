"""Names and labels made to reach the program behind them: all of these are played, and shown as they are."""

from __future__ import annotations

from .cases import CHECK, WATCH, Case, Content
from .file_cases import MANIFEST

GAME = """game {game} for 2 players

type {type}:
    {attribute}: 0..9 = 0

table {type}:
    {row}: {attribute} = 1
    other: {attribute} = 2

state {state}: 0..9 = 0

value {value}(number {local}) = {local} + 1

event main():
    ask seat 1:
        {way}:
            {event}(1)
        other_way:
            {event}(2)
    end game as over

event {event}(number {local}):
    choose {type} {binder} by seat 2
    set {state} to {value}({local}) + {binder}.{attribute}
"""
PARTS = ("game", "type", "attribute", "row", "state", "value", "local", "way", "event", "binder")
NAMES = (
    ("keywords", "class lambda yield global import def try del async nonlocal"),
    ("words of programs", "self s exec eval open_ compile getattr print sys os"),
    ("generated names", "k0 k1 c0 a0 b0 e0 v0 q0 x0 h0"),
    ("names of the runtime", "fail runtime numbers frozen rows tired too_many levels plus best"),
    ("letters of other scripts", "игра карта 強さ tarjeta état größe ώρα דרך fähre ß"),
    ("letters that look alike", "аce bсd сef dаe еfg fоo gхy hі1 јk1 kо2"),
)  # fmt: skip


REFUSED = (
    (
        "dunders",
        "__import__ __class__ __dict__ __init__ __globals__ __builtins__ __name__ __doc__ __del__ __eq__",
    ),
    ("capitals", "K0 K1 RuleError Ending ZONES CELLS LEVELS AT MAX_STEPS LAST"),
    ("words of the language", "game type table zone state value event action window rule"),
    ("numbers in other scripts", "a١ b² c① d e f g h i ٤"),
)


def named(words: str) -> str:
    return GAME.format(**dict(zip(PARTS, words.split(), strict=True)))


LABELS = (
    ("markup", "[red]card[/red] [/] [link=http://x]y[/link]"),
    ("formats", "{0.__class__} {self} %s %(x)s ${HOME} {{}}"),
    ("tags", "<script>alert(1)</script> & <svg onload='x'>"),
    ("emoji codes", ":bomb: :smile:"),
    ("a broken tag", "[/nothing] \\[x] ["),
)


def labelled(text: str) -> dict[str, Content]:
    """A game in which everything players see is called so."""
    words = "g card strength ace n worth k way deal c"
    names = ("card", "strength", "ace", "other", "n", "way", "other_way", "deal", "over", "main", "g")
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return {
        "game/game.yaml": MANIFEST.replace('"G"', f'"{quoted}"') + "labels:\n  en: l.yaml\n",
        "game/g.rules": named(words),
        "game/l.yaml": "format: regelwerk-labels/1\nlanguage: en\nlabels:\n"
        + "".join(f'  {name}: "{quoted}"\n' for name in names),
    }


def _watch(game: str) -> tuple[str, ...]:
    return ("play", game, "--watch", "--seed", "1", "--language", "en")


CASES = [
    *(
        Case(f"names of {name}", {"g.rules": named(words)}, CHECK, ("error", "g.rules:"), 1)
        for name, words in REFUSED
    ),
    *(Case(f"{name}, walked", {"g.rules": named(words)}, WATCH, ("over",), 0) for name, words in NAMES),
    *(
        Case(f"{name}, compiled", {"g.rules": named(words)}, ("simulate", "g.rules", "-n", "5"), ("over",), 0)
        for name, words in NAMES
    ),
    *(Case(f"labels of {name}", labelled(text), _watch("game"), (text,), 0) for name, text in LABELS),
    Case(
        "a name composed in another way",
        {
            "g.rules": named("g card st\u00e4rke ace n worth k way deal c").replace(
                "c.st\u00e4rke", "c.sta\u0308rke"
            )
        },
        ("simulate", "g.rules", "-n", "1"),
        ("over",),
        0,
    ),
]
