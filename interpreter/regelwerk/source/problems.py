"""Every problem of files and of data in them: one constructor for each code."""

from typing import Literal

from regelwerk.source.characters import visible
from regelwerk.source.diagnostics import DataPath
from regelwerk.source.wording import Name, Template, Words, problem, remark

LISTED_AT_MOST = 12

# ---------------------------------------------------------------- files


@problem("S001")
def no_file(name: Name) -> Words:
    """A file does not exist."""
    return Template("the file `{name}` does not exist", "create the file or correct the path")


@problem("S002")
def not_a_file(name: Name, kind: Literal["folder", "device"]) -> Words:
    """A path leads to no file."""
    what = "a folder" if kind == "folder" else "a device or a pipe"
    return Words(f"`{name}` is {what}, not a file", "name a file with text in it")


@problem("S003")
def unreadable_file(name: Name, reason: str) -> Words:
    """The system does not let a file be read."""
    return Template("the file `{name}` cannot be read: {reason}", "check the path and its permissions")


@problem("S004")
def file_too_large(most: int) -> Words:
    """A file has too many bytes."""
    return Template("the file has more than {most} bytes", "split it into several files")


@problem("S005")
def not_utf8(byte: int) -> Words:
    """A file is not in UTF-8; without a byte (-1) it is in UTF-16."""
    what = "the file is UTF-16, not UTF-8"
    if byte >= 0:
        what = f"the byte `0x{byte:02x}` is not part of a text in UTF-8"
    return Words(what, "save the file as UTF-8")


@problem("S006")
def byte_order_mark() -> Words:
    """A file begins with a byte order mark."""
    return Template("the file begins with a byte order mark", "save the file as UTF-8 without it")


@problem("S007")
def nul_character(where: str, lines: int = 1) -> Words:
    """A NUL character, in so many lines."""
    return Words(f"the {where} holds a NUL character{_more(lines)}", "save the file as plain text in UTF-8")


@problem("S008")
def tab(where: str, lines: int = 1) -> Words:
    """A tab where none is allowed, in so many lines."""
    return Words(f"the {where} holds a tab{_more(lines)}", "use blanks")


@problem("S009")
def direction_mark(where: str, character: int, lines: int = 1) -> Words:
    """A character that hides the order of the text."""
    what = f"the hidden direction mark `U+{character:04X}`"
    return Words(f"the {where} holds {what}{_more(lines)}", "delete it")


@problem("S010")
def invisible_character(where: str, character: int, lines: int = 1) -> Words:
    """A character that cannot be seen."""
    what = f"the invisible character `U+{character:04X}`"
    return Words(f"the {where} holds {what}{_more(lines)}", "delete it")


def _more(lines: int) -> str:
    return f" (and on {lines - 1} more {'line' if lines == 2 else 'lines'})" if lines > 1 else ""


# ---------------------------------------------------------------- YAML

NotYaml = Literal[
    "quote", "escape", "bracket", "entry", "beginning", "second colon", "list beside its key", "no colon",
    "block", "list", "anchor", "block text", "tag", "directive", "after the end", "character", "other",
]  # fmt: skip
_NOT_YAML: dict[NotYaml, Words] = {
    "quote": Words("the quote is never closed", "put the same quote at the end of the text"),
    "escape": Words(
        "after `\\` comes none of the letters that YAML knows",
        "write `\\\\` for a backslash, or put the text in single quotes",
    ),
    "bracket": Words(
        "the bracket is not closed, or a comma is missing",
        "separate entries by commas and close every `[` with `]` and every `{` with `}`",
    ),
    "entry": Words("an entry is missing here", "delete the comma or write an entry between the commas"),
    "beginning": Words("a value cannot begin with this character", "put the value in quotes"),
    "second colon": Words(
        "a second `:` stands where no key can be",
        "put text with `: ` in it in quotes; check that each key has its own line, a blank after `:` "
        "and the same indentation as its neighbours",
    ),
    "list beside its key": Words(
        "a list cannot begin on the line of its key",
        "begin the list on the next line, or write it in `[` and `]`",
    ),
    "no colon": Words(
        "after this key a `:` is missing", "write `key: value`, or put a text of several lines in quotes"
    ),
    "block": Words(
        "this line does not continue the block above it",
        "indent it like the other keys of its block; put text with quotes or brackets inside in quotes",
    ),
    "list": Words(
        "this line does not continue the list above it",
        "begin it with `- ` like the other entries, or indent it like the key of the list",
    ),
    "anchor": Words("a value cannot begin with `*` or `&`", "put the value in quotes"),
    "block text": Words(
        "after `|` or `>` the text begins on the next line", "move the text to the next line and indent it"
    ),
    "tag": Words("a value cannot begin with `!`", "put the value in quotes"),
    "directive": Words("a line cannot begin with `%`", "delete the line, or put the text in quotes"),
    "after the end": Words(
        "text follows after the end of the data", "delete it, or make it part of the data above"
    ),
    "character": Words("the file holds a character that YAML does not allow", "delete what cannot be seen"),
    "other": Words(
        "this cannot be read as YAML",
        "check indentation, quotes and brackets on this line and the one above",
    ),
}


@problem("S021")
def not_yaml(what: NotYaml) -> Words:
    """A file cannot be read as YAML."""
    return _NOT_YAML[what]


@problem("S022")
def key_twice(key: Name) -> Words:
    """A key is written twice."""
    return Words(f"the key `{visible(key)}` is written twice", "delete one of them or give it another name")


@remark
def first_written_here() -> Words:
    return Template("first written here")


@problem("S023")
def anchor_or_alias(name: str, alias: bool = False) -> Words:
    """A value has a name, or stands for another."""
    if alias:
        return Words(
            f"the alias `*{visible(name)}` stands for another value",
            "write the value itself, or put the text in quotes",
        )
    return Words(
        f"the anchor `&{visible(name)}` gives a value a name", "delete it, or put the text in quotes"
    )


@problem("S024")
def merge_key() -> Words:
    """The merge key copies another block."""
    return Template(
        "the merge key `<<` copies another block", "write the keys themselves, or put `<<` in quotes"
    )


@problem("S025")
def yaml_tag(tag: str) -> Words:
    """A tag gives a value a type."""
    return Words(f"the tag `{visible(tag)}` gives a value a type", "delete it, or put the text in quotes")


@problem("S026")
def several_documents(directive: bool) -> Words:
    """Something stands before the data, or more data follow."""
    if directive:
        return Template("a directive stands before the data", "delete the line with `%`")
    return Template("a second document begins here", "put it into a file of its own")


@problem("S027")
def nested_too_deeply(most: int) -> Words:
    """Lists and blocks lie in each other too often."""
    return Template(
        "lists and blocks lie in each other more than {most} times", "bring the data into a flatter form"
    )


@problem("S028")
def too_many_values(most: int) -> Words:
    """A file holds too many values."""
    return Template("the file holds more than {most} values", "split it into several files")


@problem("S029")
def key_without_name(found: Literal["empty", "an alias", "a list", "a block"]) -> Words:
    """A key is no name."""
    return Template("a key must be a name, not {found}", "write `name: value`")


@problem("S030")
def unusable_number(number: str, why: Literal["digits", "large", "other"], most: int = 0) -> Words:
    """A number is too large, or none."""
    what = {"digits": f"has more than {most} digits", "large": "is too large", "other": "is no usable number"}
    return Words(f"the number `{number}` {what[why]}", "write a smaller number, or put the text in quotes")


@problem("S031")
def no_data() -> Words:
    """A file is empty."""
    return Template("the file holds no data", "write something, or delete it")


# ---------------------------------------------------------------- data against a schema


@problem("S061")
def unknown_key(key: Name, path: DataPath, known: tuple[str, ...]) -> Words:
    """A block has a key that it cannot have."""
    return Words(
        f"the key `{visible(key)}` is not known{_inside(path)}",
        f"keys that can be added here: {_listed(known)}" if known else "delete it",
    )


@problem("S062")
def missing_key(key: Name, path: DataPath) -> Words:
    """A block lacks a key."""
    return Words(f"the key `{visible(key)}` is missing{_inside(path)}", f"add `{visible(key)}: ...`")


_TYPES = {
    "object": "a block of keys",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "null": "empty",
}


@problem("S063")
def wrong_type(
    path: DataPath, types: tuple[str, ...], found: str, fix: Literal["write", "unquote", "quote"]
) -> Words:
    """A value is of another type; `types` as the schema names them."""
    wanted = " or ".join(_TYPES[name] for name in types)
    return Words(
        f"{_subject(path)} must be {wanted}, not {found}",
        {
            "write": f"write {wanted}",
            "unquote": "write the number without quotes and without leading zeros",
            "quote": "put the value in quotes",
        }[fix],
    )


@problem("S064")
def value_not_allowed(path: DataPath, found: str, allowed: tuple[str, ...]) -> Words:
    """A value is none of those that are allowed."""
    one_of = "one of " if len(allowed) > 1 else ""
    return Words(f"{_subject(path)} cannot be {found}", f"write {one_of}{_listed(allowed)}")


_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "multipleOf": "a multiple of",
}


@problem("S065")
def number_out_of_bounds(path: DataPath, bound: str, limit: str, found: str) -> Words:
    """A number is too small or too large; `bound` as the schema names it."""
    return Words(f"{_subject(path)} must be {_BOUNDS[bound]} {limit}, not {found}", "correct the number")


@problem("S066")
def wrong_spelling(path: DataPath, found: str, needed: str, pattern: str, key: bool = False) -> Words:
    """A text, or a key, is not spelt as it must be."""
    said = f"{_subject(path)} cannot be {found}"
    if key:
        said = f"the key {found} is not spelt as keys must be here"
    return Words(said, needed or f"write something that matches the pattern `{pattern}`")


_LENGTHS = {
    "minLength": ("at least", "character", "characters"),
    "maxLength": ("at most", "character", "characters"),
    "minItems": ("at least", "entry", "entries"),
    "maxItems": ("at most", "entry", "entries"),
    "minProperties": ("at least", "key", "keys"),
    "maxProperties": ("at most", "key", "keys"),
}


@problem("S067")
def wrong_length(path: DataPath, bound: str, limit: int, found: int, needed: str) -> Words:
    """A text, a list or a block has too much or too little in it; `bound` as the schema names it."""
    how, one, many = _LENGTHS[bound]
    return Words(
        f"{_subject(path)} must have {how} {limit} {one if limit == 1 else many}, not {found}",
        needed or "add or delete some",
    )


@problem("S068")
def entry_twice(path: DataPath, first: int) -> Words:
    """An entry of a list is the same as another."""
    return Words(f"{_subject(path)} is the same as entry {first}", "delete one of them")


@problem("S069")
def no_form(path: DataPath, needed: str, how: Literal["rule", "none", "several"]) -> Words:
    """A value has none of the forms that are allowed, or more than one of those that exclude each other."""
    none = f"{_subject(path)} has none of the forms that are allowed here"
    examples = "compare it with the examples for this kind of file"
    return {
        "rule": Words(none, needed or "delete or rewrite it"),
        "none": Words(none, needed or examples),
        "several": Words(
            f"{_subject(path)} has more than one of the forms that exclude each other here",
            needed or examples,
        ),
    }[how]


def _inside(path: DataPath) -> str:
    return f" in {_subject(path)}" if path else ""


def _subject(path: DataPath) -> str:
    if not path:
        return "the file"
    last = path[-1]
    if isinstance(last, str):
        return f"`{visible(last)}`"
    around = next((part for part in reversed(path) if isinstance(part, str)), None)
    return f"entry {last + 1}" + (f" of `{visible(around)}`" if around is not None else "")


def _listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(f"`{visible(name)}`" for name in names[:LISTED_AT_MOST])
    return shown + (f" and {len(names) - LISTED_AT_MOST} more" if len(names) > LISTED_AT_MOST else "")
