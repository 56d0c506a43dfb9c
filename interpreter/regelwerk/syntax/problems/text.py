"""Problems of the text itself: lines, indentation, brackets, signs, words that cannot be read."""

from typing import Literal

from regelwerk.source.characters import visible
from regelwerk.source.wording import Name, Template, Words, problem, remark

_INNER_PART = "give the inner part a name with `value`"
_ANOTHER_NAME = "take another name, such as `{}_1`"


@problem("P001")
def tab() -> Words:
    """A line holds a tab where only blanks are allowed."""
    return Template("the line holds a tab", "indent and separate words by blanks")


@problem("P002")
def missing_indentation(head: str) -> Words:
    """After a line that opens a block the next is not indented."""
    return Template(
        "the line that begins with `{head}` opens a block, but nothing is indented below it",
        "indent the lines that belong to it by four blanks more than the line itself",
    )


@problem("P003")
def indented_like_nothing(width: int, above: int) -> Words:
    """A line goes back to a depth that no line above has."""
    return Template(
        "the line is indented by {width} blanks, like no line above it",
        "indent it like the lines it belongs to, by {above} or by more",
    )


@problem("P004")
def too_long(what: Literal["file", "declaration", "line"], count: int, most: int) -> Words:
    """A line, a declaration or a file is longer than allowed."""
    unit, fix = {
        "file": ("declarations", "split it into several files"),
        "declaration": ("lines", "split it into several declarations"),
        "line": ("characters", "break the line inside brackets"),
    }[what]
    return Words(f"the {what} has {count} {unit}; {most} are allowed", fix)


@problem("P005")
def too_deep(what: Literal["brackets", "values", "line"], most: int) -> Words:
    """Lines, brackets or values lie inside each other too often."""
    if what == "line":
        return Template(
            "the line is indented more than {most} levels deep",
            "move the inner lines to an event of their own",
        )
    return Words(f"more than {most} {what} lie inside each other", _INNER_PART)


@problem("P006")
def bracket_never_closed(bracket: str, closing: str) -> Words:
    """An opening bracket has no closing one."""
    return Template("the bracket `{bracket}` is never closed", "write `{closing}` where it ends")


@problem("P007")
def text_never_closed() -> Words:
    """The `"` at the end of a text is missing."""
    return Template("the text is never closed", 'put `"` at its end; a text ends on the line where it begins')


@problem("P008")
def wrong_bracket(bracket: str, opening: str = "", closing: str = "") -> Words:
    """A closing bracket has no `opening` one of its kind."""
    if not opening:
        return Template("the bracket `{bracket}` closes nothing", "delete it or write the opening bracket")
    return Template("the bracket `{opening}` is closed by `{bracket}`", "write `{closing}` here")


@remark
def opened_here() -> Words:
    return Template("opened here")


@problem("P009")
def unexpected_indentation() -> Words:
    """A line is indented below one that opens no block."""
    return Template(
        "the line is indented, but the line above opens no block",
        "indent it like the line above; if that should open a block, put `:` at its end",
    )


@problem("P010")
def indented_below_nothing() -> Words:
    """The first line of a file is indented."""
    return Template(
        "the line is indented, but nothing above it can hold it", "begin the line in the first column"
    )


_SIGN_FIXES = {
    **dict.fromkeys("'‘“„", 'put texts in `"`'),
    ";": "write one statement in each line",
    **dict.fromkeys("{}", "show what belongs together by indentation"),
    "/": "divide with a function, or begin a comment with `#`",
    **dict.fromkeys("–−", "write `-`"),
    "×": "write `*`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "…": "write `..`",
    "_": "begin names with a letter",
    **dict.fromkeys("\u00a0\u202f", "write an ordinary blank"),
}


@problem("P011")
def sign_without_meaning(sign: str) -> Words:
    """A character is no part of the language."""
    return Words(f"the sign `{visible(sign)}` has no meaning here", _SIGN_FIXES.get(sign[:1], "delete it"))


@problem("P012")
def number_too_large(number: str, digits: int, most: int) -> Words:
    """A number has more than nine digits."""
    return Template("the number `{number}` has {digits} digits; {most} are allowed", "write a smaller number")


@problem("P013")
def capital_letters(what: Literal["name", "word"], word: str, small: str) -> Words:
    """Names and words of the language are written small."""
    return Template("the {what} `{word}` has capital letters", "write `{small}`")


@problem("P014")
def word_as_name(word: Name, begins_line: bool = False) -> Words:
    """A reserved word stands where a name is needed."""
    another = _ANOTHER_NAME.format(word)
    if begins_line:
        return Words(
            f"a line that begins with `{word}` has another meaning here, so it cannot be a name", another
        )
    return Words(
        f"`{word}` is a word of the language and cannot be a name",
        f"{another}; only attributes may be called like words",
    )


@problem("P015")
def digits_and_letters(word: str, digits: str) -> Words:
    """A number is followed by letters."""
    return Template(
        "`{word}` is neither a number nor a name",
        "put a blank behind `{digits}`, or begin the name with a letter",
    )


@problem("P016")
def sign_in_name(name: str = "", sign: str = "_") -> Words:
    """A name holds something that is no letter, digit or `_`, or begins with `_`."""
    if not name:
        return Template("a name begins with `{sign}`", "begin names with a letter")
    return Words(f"the name `{visible(name)}` holds `{visible(sign)}`", "names have letters, digits and `_`")
