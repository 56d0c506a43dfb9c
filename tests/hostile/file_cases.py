"""Files and folders that are not what they should be: manifests, tables, labels, devices, links."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from .cases import Case, Content

GAME = (
    "game g for 2 players\n\ntype card:\n    strength: 0..9 = 0\n\nzone deck: card, pile, seen by nobody\n\n"
    "event main():\n    draw 1 from deck to deck\n    end game as over\n"
)
MANIFEST = (
    'format: regelwerk-game/1\nlanguage: 2\nid: g\ntitle:\n  en: "G"\nversion: "1"\nrules:\n  - g.rules\n'
)
TABLE = "format: regelwerk-table/1\ntype: card\nrows:\n"
LABELS = "format: regelwerk-labels/1\nlanguage: en\nlabels:\n"
FOLDER = ("check", "game")


def folder(manifest: Content = MANIFEST, **more: Content) -> dict[str, Content]:
    """A game folder; underscores in the names of files stand for dots."""
    files = {"game/game.yaml": manifest, "game/g.rules": GAME}
    return files | {f"game/{name.replace('_', '.')}": content for name, content in more.items()}


def table(text: str) -> dict[str, Content]:
    return folder(MANIFEST + "tables:\n  - t.yaml\n", t_yaml=TABLE + text)


def labels(text: str) -> dict[str, Content]:
    return folder(MANIFEST + "labels:\n  en: l.yaml\n", l_yaml=LABELS + text)


def bomb() -> str:
    """Nine levels of ten aliases each."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 10)}]" for k in range(1, 10)]
    return "\n".join(lines) + "\n"


def pipe(path: Path) -> None:
    os.mkfifo(path)


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as here:
        home = Path.cwd()
        os.chdir(path.parent)
        try:
            here.bind(path.name)
        finally:
            os.chdir(home)


def link(target: str, is_folder: bool = False) -> Content:
    return lambda path: path.symlink_to(target, is_folder)


def holds(text: str) -> Content:
    """A folder in place of a file."""

    def make(path: Path) -> None:
        path.mkdir()
        (path / "inside").write_text(text, "utf-8")

    return make


MANIFESTS: tuple[tuple[str, dict[str, Content], str], ...] = (
    ("aliases that explode", folder(MANIFEST + bomb()), "game.yaml"),
    ("an alias of itself", folder(MANIFEST + "x: &x [*x]\n"), "game.yaml"),
    ("a manifest 10,000 deep", folder("[" * 10000), "game.yaml"),
    ("a manifest 10,000 deep in blocks", folder("".join(" " * k + "a:\n" for k in range(1000))), "game.yaml"),
    ("a tag that calls", folder(MANIFEST + '!!python/object/apply:os.system ["true"]\n'), "game.yaml"),
    (
        "a value that calls",
        folder(MANIFEST.replace('"1"', "!!python/object/apply:os.getpid []")),
        "game.yaml",
    ),
    ("keys that merge", folder(MANIFEST + "<<: {id: h}\n"), "game.yaml"),
    ("a key twice", folder(MANIFEST + "id: h\n"), "`id`"),
    ("two documents", folder(MANIFEST + "---\n" + MANIFEST), "game.yaml"),
    ("a list for a manifest", folder("- a\n- b\n"), "game.yaml"),
    ("no manifest in it", folder(""), "game.yaml"),
    ("a binary manifest", folder(bytes(range(256))), "game.yaml"),
    ("a manifest in UTF-16", folder(MANIFEST.encode("utf-16")), "UTF-16"),
    ("an infinite version", folder(MANIFEST.replace('"1"', ".inf")), ".inf"),
    ("a version of 100,000 digits", folder(MANIFEST.replace('"1"', f'"{"9" * 100000}"')), "version"),
    ("a list that is a mapping", folder(MANIFEST.replace("  - g.rules", "  a: g.rules")), "rules"),
    ("rules that are the manifest", folder(MANIFEST.replace("- g.rules", "- game.yaml")), "game.yaml"),
    ("tables that are the manifest", folder(MANIFEST + "tables:\n  - game.yaml\n"), "game.yaml"),
    ("labels that are the manifest", folder(MANIFEST + "labels:\n  en: game.yaml\n"), "game.yaml"),
    ("rules named twice", folder(MANIFEST + "  - g.rules\n"), "same as entry 1"),
    ("rules named a hundred times", folder(MANIFEST + "  - ./g.rules\n" * 100), "g.rules"),
    ("a way out", folder(MANIFEST.replace("- g.rules", "- ../g.rules")) | {"g.rules": GAME}, "../g.rules"),
    ("an absolute way", folder(MANIFEST.replace("- g.rules", "- /etc/passwd")), "/etc/passwd"),
    ("a table out of the way", folder(MANIFEST + "tables:\n  - /etc/passwd\n"), "/etc/passwd"),
    (
        "a link that leads out",
        folder(MANIFEST.replace("- g.rules", "- h.rules"), h_rules=link("../../../../etc/passwd")),
        "leads out",
    ),
    ("a manifest that is a link out", folder(link("../m.yaml")) | {"m.yaml": MANIFEST}, "leads out"),
    (
        "a list that is a link out",
        folder() | {"game/lists/x.yaml": link("../../x.yaml"), "x.yaml": "format: regelwerk-list/1\n"},
        "leads out",
    ),
    (
        "a link to itself",
        folder(MANIFEST.replace("- g.rules", "- h.rules"), h_rules=link("h.rules")),
        "h.rules",
    ),
    (
        "a file that vanished",
        folder(MANIFEST.replace("- g.rules", "- h.rules"), h_rules=link("gone.rules")),
        "h.rules",
    ),
    (
        "a folder that holds itself",
        folder(MANIFEST, loop=link(".", True)) | {"game/extra.rules": GAME},
        "extra.rules",
    ),
    ("a folder for rules", folder(MANIFEST.replace("- g.rules", "- h.rules"), h_rules=holds("x")), "h.rules"),
    ("a pipe for rules", folder(MANIFEST.replace("- g.rules", "- h.rules"), h_rules=pipe), "h.rules"),
    ("a socket for rules", folder(MANIFEST.replace("- g.rules", "- h.rules"), h_rules=listening), "h.rules"),
    ("a pipe for a table", folder(MANIFEST + "tables:\n  - t.yaml\n", t_yaml=pipe), "t.yaml"),
    (
        "a device for rules",
        folder(MANIFEST.replace("- g.rules", "- h.rules"), h_rules=link("/dev/zero")),
        "h.rules",
    ),
    ("10,000 files named", folder(MANIFEST + "".join(f"  - g{k}.rules\n" for k in range(10000))), "rules"),
    ("a name with an escape in it", folder(MANIFEST + '  - "\\x1b[31m.rules"\n'), "game.yaml"),
    ("a name of 5,000 letters", folder(MANIFEST + f"  - {'x' * 5000}.rules\n"), "game.yaml"),
    ("a language that is markup", folder(MANIFEST + 'labels:\n  "[red]": l.yaml\n'), "`[red]`"),
    ("a pipe for a manifest", folder(pipe), "game"),
    ("a folder for a manifest", folder(holds("x")), "game"),
)

TABLES: tuple[tuple[str, dict[str, Content], str], ...] = (
    ("a table 10,000 deep", table("  a: " + "[" * 10000 + "]" * 10000 + "\n"), "t.yaml"),
    ("a table of a million values", table("  a: {strength: [" + "1, " * 900000 + "1]}\n"), "t.yaml"),
    ("100,000 rows", table("".join(f"  r{k}: {{}}\n" for k in range(100000))), "t.yaml"),
    ("copies without number", table("  a: {copies: 1000000000000}\n"), "t.yaml"),
    ("copies below nothing", table("  a: {copies: -1}\n"), "t.yaml"),
    ("a strength of 1e999", table("  a: {strength: 1e999}\n"), "t.yaml"),
    ("a strength of 100,000 digits", table(f"  a: {{strength: {'9' * 100000}}}\n"), "t.yaml"),
    ("a strength that is no number", table("  a: {strength: .nan}\n"), "t.yaml"),
    ("a row that is called null", table("  ~: {}\n"), "t.yaml"),
    ("a row called [red]", table('  "[red]": {}\n'), "t.yaml"),
    ("a row called with a line end", table('  "a\\nb": {}\n'), "t.yaml"),
    ("a row in two compositions", table('  "\u00e9": {}\n  "e\u0301": {}\n'), "t.yaml"),
    ("a row of a dunder attribute", table("  a: {__class__: 1}\n"), "`__class__`"),
    ("a complex key", table("  ? [a, b]\n  : {}\n"), "t.yaml"),
    ("rows that are text", table("  - a\n"), "t.yaml"),
)

LABELLED: tuple[tuple[str, dict[str, Content], str], ...] = (
    ("an escape sequence in a label", labels('  card: "\\x1b[31mred"\n'), "U+001B"),
    ("a label that turns round", labels('  card: "\\u202etxet"\n'), "U+202E"),
    ("a label with NUL", labels('  card: "a\\0b"\n'), "NUL"),
    ("a label that is a number", labels("  card: 5\n"), "l.yaml"),
    ("a label of a megabyte", labels(f'  card: "{"x" * 1000000}"\n'), "l.yaml"),
)

NAMED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("a device", ("check", "/dev/zero"), "/dev/zero"),
    ("the memory of a process", ("check", "/proc/self/mem"), "/proc/self/mem"),
    ("an endless text", ("play", "/dev/urandom", "--watch"), "/dev/urandom"),
    ("no such file", ("check", "gone.rules"), "gone.rules"),
    ("no such folder", ("simulate", "gone/game", "-n", "1"), "gone/game"),
    ("a very long path", ("check", "x" * 5000 + ".rules"), "error"),
    ("a path that turns round", ("check", "\u202eselur.g"), "\\u202e"),
    ("a path with an escape in it", ("check", "\x1b[31m.rules"), "\\x1b"),
    ("a path of markup", ("play", "[red]g[/red]", "--watch"), "[red]g[/red]"),
    ("a path of a format", ("play", "{0.__class__}", "--watch"), "{0.__class__}"),
    ("a path with bytes that are no text", ("check", "\udcff.rules"), "rules"),
    ("an empty path", ("check", ""), "error"),
    ("the folder of all", ("check", "/proc/self/fd"), "/proc/self/fd"),
    ("a save that is a device", ("replay", "/dev/zero"), "/dev/zero"),
    ("a save that is not there", ("why", "gone.json"), "gone.json"),
)

CASES = [
    *(Case(name, files, FOLDER, ("error", says)) for name, files, says in (*MANIFESTS, *TABLES, *LABELLED)),
    Case("a folder without a game", {"game/x": ""}, FOLDER, ("game",)),
    Case("a pipe", {"p.rules": pipe}, ("check", "p.rules"), ("p.rules",)),
    Case("a pipe for a save", {"p.json": pipe}, ("replay", "p.json"), ("p.json",)),
    Case(
        "a link round in a ring",
        {"a.rules": link("b.rules"), "b.rules": link("a.rules")},
        ("check", "a.rules"),
        ("a.rules",),
    ),
    *(Case(name, {}, command, (says,)) for name, command, says in NAMED),
]
