"""Problems of what a line begins with."""

from typing import Literal

from regelwerk.source.wording import Template, Words, problem
from regelwerk.syntax.wording import describe_expected

OPENS_DECLARATION = (
    "`enum`, `type`, `table`, `zone`, `state`, `die`, `map`, `option`, `value`, `event`, `action`, "
    "`window`, `rule`, `limit`, `modify`, `payment`, `text`, `scenario`, "
    "`position` or `house rule`"
)
Terminals = tuple[str, ...]


@problem("P021")
def unknown_declaration(word: str, near: str = "", inside: bool = False) -> Words:
    """A line in the first column begins with no word for a declaration; it may belong `inside` one."""
    fix = f"begin with `{near}`" if near else f"begin with {OPENS_DECLARATION}"
    if inside:
        fix = f"indent the line if it belongs to the declaration above; else {fix}"
    return Words(f"`{word}` begins no declaration", fix)


@problem("P022")
def outside_of_declaration(word: str) -> Words:
    """A line that belongs inside a declaration is not indented."""
    return Template(
        "`{word}` begins no declaration", "indent the line, so that it belongs to the declaration above"
    )


@problem("P023")
def declaration_inside(word: str) -> Words:
    """A line that declares something is indented."""
    return Template(
        "`{word}` begins a declaration, which cannot stand inside another",
        "move the line to the first column",
    )


@problem("P024")
def unknown_first_word(
    word: str,
    why: Literal["assignment", "complete", "elsewhere", "near", "statement", "other"],
    instead: str = "",
    expected: Terminals = (),
) -> Words:
    """An indented line begins with a word that nothing begins with; `instead` is what it should say."""
    fix = {
        "assignment": f"write `{instead}`",
        "complete": "the block above is complete; begin another declaration in the first column",
        "elsewhere": f"`{word.lower()}` begins a line in {instead}",
        "near": f"write `{instead}`",
        "statement": f"begin with a word such as `set`, `choose` or `if`; an event happens by `{word}(...)`",
        "other": f"begin with {describe_expected(expected)}",
    }[why]
    return Words(f"no line here begins with `{word}`", fix)


@problem("P025")
def other_case(after_if: bool) -> Words:
    """The other case is written `otherwise`."""
    return Words(
        "the other case is not written `else`",
        "write `otherwise if ...:`" if after_if else "write `otherwise:`",
    )


@problem("P026")
def further_case(word: str) -> Words:
    """A further case is written `otherwise if`."""
    return Template("a further case is not written `{word}`", "write `otherwise if ...:`")


@problem("P027")
def otherwise_of_nothing() -> Words:
    """No line just above leaves another case open."""
    return Template(
        "`otherwise` belongs to nothing above it",
        "indent it like the `if`, `choose` or `pay` just above it",
    )


@problem("P028")
def block_too_short(expected: Terminals) -> Words:
    """A block lacks a line that it must have."""
    return Words(
        f"the block ends too early; expected {describe_expected(expected)}",
        "add the missing line at the end of the block",
    )
