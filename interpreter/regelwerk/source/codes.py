"""Every code of this floor in one table; `docs/errors/` has a page for each."""

from typing import NamedTuple


class Code(NamedTuple):
    """What a diagnostic code stands for: a short title and one line of explanation."""

    title: str
    summary: str


CODES: dict[str, Code] = {
    # files
    "S001": Code("missing file", "the file does not exist"),
    "S002": Code("not a regular file", "the path leads to a folder, a device or a pipe"),
    "S003": Code("unreadable file", "the operating system refuses to open the file"),
    "S004": Code("file too large", "the file has more bytes than its kind may have"),
    "S005": Code("not UTF-8", "the bytes of the file are not text in UTF-8"),
    "S006": Code("byte order mark", "the file begins with an invisible mark"),
    "S007": Code("NUL character", "the file holds a NUL, so it is no text"),
    "S008": Code("tab", "the file holds a tab where blanks are needed"),
    "S009": Code("bidirectional control", "a hidden character changes the direction of the text"),
    "S010": Code("invisible character", "a character can neither be seen nor printed"),
    # YAML
    "S021": Code("YAML syntax", "the text cannot be read as YAML"),
    "S022": Code("duplicate key in YAML", "a key is written twice in one block"),
    "S023": Code("anchor or alias", "YAML's `&name` and `*name` are not part of the file formats"),
    "S024": Code("merge key", "YAML's `<<` is not part of the file formats"),
    "S025": Code("tag", "YAML's `!name` is not part of the file formats"),
    "S026": Code("several documents", "a file holds one document and no directives"),
    "S027": Code("YAML nested too deeply", "lists and blocks lie inside each other too often"),
    "S028": Code("too many values in YAML", "the file holds more values than its kind may have"),
    "S029": Code("key without a name", "a key is empty, a list or a block"),
    "S030": Code("unusable number in YAML", "a number is infinite, undefined or has too many digits"),
    "S031": Code("empty YAML file", "the file holds nothing but blanks and comments"),
    # schemas
    "S061": Code("unknown key", "the key does not exist in this kind of file"),
    "S062": Code("missing key", "a key that must be there is not"),
    "S063": Code("wrong type", "the value is of another type than the key needs"),
    "S064": Code("not an allowed value", "the value is none of those that the key may have"),
    "S065": Code("out of range", "a number is too small or too large"),
    "S066": Code("wrong spelling", "a text does not have the spelling that the key needs"),
    "S067": Code("wrong length", "a text, list or block is too short or too long"),
    "S068": Code("repeated entry", "a list holds the same entry twice"),
    "S069": Code("no allowed form", "the value has none of the forms that the key may have"),
}
