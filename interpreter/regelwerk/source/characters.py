"""Characters that have no place in a text that people read, and how they are shown in messages."""

import re

BIDIRECTIONAL = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
UNPRINTABLE = (
    "\x01-\x08\x0b-\x1f\x7f-\x9f"  # control characters without NUL, tab and line feed
    "\u00ad\u034f\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\ufeff"  # without width
    "\u115f\u1160\u17b4\u17b5\u3164\uffa0"  # letters that are empty
    "\u2028\u2029"  # line and paragraph separators
    "\ufff0-\ufffb\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # marks of format
    "\U000e0000-\U000e0fff"  # tags
    "\ud800-\udfff\ufffe\uffff"  # no characters at all
)
MAY_BE_REFUSED = re.compile(f"[\x00\t\n{BIDIRECTIONAL}{UNPRINTABLE}]")
_UNCLEAN = re.compile(f"[\x00{BIDIRECTIONAL}{UNPRINTABLE}]")


def visible(text: str) -> str:
    """Return `text` on one line, with what cannot be seen written as `\\n`, `\\t`, `\\x1b` or `\\u202e`."""
    return MAY_BE_REFUSED.sub(_escaped, text)


def clean(text: str) -> str:
    """Return `text` with what cannot be seen written out as by `visible`, but tabs and ends of lines kept."""
    return _UNCLEAN.sub(_escaped, text)


def clipped(text: str, most: int = 200) -> str:
    """Return the beginning and the end of a text that is longer than anybody reads, else the text."""
    if len(text) <= most:
        return text
    end = most // 3
    return f"{text[: most - end - 3]}...{text[-end:]}"


def _escaped(match: re.Match[str]) -> str:
    """Written out so that it means the same in JSON, where nothing below U+0020 stands as such."""
    if match[0] < "\x20":
        return match[0].encode("unicode_escape").decode("ascii")
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[n : n + 2].hex()}" for n in range(0, len(units), 2))
