"""Writes the grammar reference of the manual from the grammar: `python -m regelwerk.syntax.reference`."""

import re
import sys
from pathlib import Path

from regelwerk.resources import data_path
from regelwerk.syntax.grammar import GRAMMAR_FILES, keywords, reserved
from regelwerk.syntax.layout import MAX_BLOCK, MAX_BLOCKS, MAX_BRACKETS, MAX_INDENTATION, MAX_LINE, WIDTH
from regelwerk.syntax.word_errors import MAX_DIGITS

_TITLES = {
    "lexis": "Words and signs",
    "expressions": "Values and conditions",
    "statements": "Statements",
    "declarations": "Declarations",
    "house_rules": "House rules",
    "scenarios": "Scenarios",
}
_HEAD = """# Grammar reference

This page is made from the files in `grammar/` by `python -m regelwerk.syntax.reference`.

## How to read it

A rule gives a name to a form: `name: form`. In a form, `"word"` is written as it stands, small names
are other rules, names in capital letters are explained under words and signs, `[x]` may be left out,
`x*` stands any number of times, `x+` at least once, and `x | y` is one of both. `newline` is the end
of a line; `indent` and `dedent` enclose lines that are indented. What stands between two `/` is a
regular expression.

A file is a sequence of declarations. Each begins in the first column and is read by itself; the
lines that belong to it are indented. Lines go on below inside brackets, and after
a comma, `=`, `+`, `-`, `and` and `or`. A comment
begins with `#`.
"""


def reference() -> str:
    """Return the page as Markdown."""
    return "\n".join([_HEAD, _bounds(), _reserved(), *(_section(name) for name in GRAMMAR_FILES)])


def _bounds() -> str:
    return f"""## Bounds

A line has at most {MAX_LINE} characters, a declaration {MAX_BLOCK} lines, a file {MAX_BLOCKS} declarations.
Lines are indented at most {MAX_INDENTATION} levels deep, and {MAX_BRACKETS} brackets lie inside each other.
A number has at most {MAX_DIGITS} digits. The formatter breaks lines of more than {WIDTH} characters.
"""


def _reserved() -> str:
    free = sorted(set(keywords().values()) - reserved())
    return f"""## Reserved words

These words cannot be names of anything but attributes:

{_listed(sorted(reserved()))}

These words are written only where no name can stand, so they may be names as well:

{_listed(free)}
"""


def _listed(words: list[str]) -> str:
    lines = (words[start : start + 10] for start in range(0, len(words), 10))
    return ",\n".join(", ".join(f"`{word}`" for word in line) for line in lines) + "."


def _section(name: str) -> str:
    text = (data_path("grammar") / f"{name}.lark").read_text(encoding="utf-8")
    introduction, _, rules = text.partition("\n")
    introduction = introduction.removeprefix("//").strip()
    return f"## {_TITLES[name]}\n\n{introduction}\n\n```text\n{_readable(rules)}\n```\n"


def _readable(rules: str) -> str:
    """Return grammar rules without what only the parser needs."""
    kept = []
    for line in rules.strip("\n").split("\n"):
        if line.startswith("%") or re.match(r"(_NL|BLANKS|COMMENT)\b", line):
            continue
        line = re.sub(r" *-> *\w+", "", line)
        line = line.lstrip("?!")
        line = re.sub(r"^([A-Z]+)\.\d:", r"\1:", line)
        line = line.replace("(?!\\w)", "")
        for inner, shown in (("_NL", "newline"), ("_INDENT", "indent"), ("_DEDENT", "dedent")):
            line = line.replace(inner, shown)
        kept.append(line.replace("// ---- ", "// ").rstrip(" "))
    return "\n".join(kept)


def page_path() -> Path:
    """Return where the page lies in a checkout."""
    return data_path("grammar").parent / "docs" / "language" / "grammar.md"


def main() -> None:
    """Write the page, and say where."""
    path = page_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(reference(), encoding="utf-8")
    sys.stdout.write(f"wrote {path}\n")


if __name__ == "__main__":
    main()
