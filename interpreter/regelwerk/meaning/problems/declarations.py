"""Problems with declarations: parts that are missing, impossible or of no use."""

from typing import Literal

from msgspec.structs import replace

from regelwerk.meaning.problems.kinds import ANY, Kind, a, of_its_kind
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.wording import Name, Names, Template, Words, players_text, problem


@problem("M016")
def unused(
    what: Literal["name", "attribute", "window", "event"],
    name: Name,
    sort: str = "",
    under_house_rules: bool = False,
) -> Words:
    """Nothing uses a declaration, or lets an event happen."""
    said = {
        "name": Words(f"`{name}` is {a(sort)} that nothing uses", "use it or remove it"),
        "attribute": Template("`{name}` is an attribute that nothing uses", "read or set it, or remove it"),
        "window": Template(
            "`{name}` is a window that nothing opens",
            "open it with `open {name}(...)`, or remove it and the actions at it",
        ),
        "event": Template(
            "`{name}` is an event that nothing lets happen", "let it happen with `{name}(...)`, or remove it"
        ),
    }[what]
    if under_house_rules:
        return said._replace(help="if nothing needs it any more, let the house rule `remove` it")
    return said


def unused_under_house_rules(found: Diagnostic) -> Diagnostic:
    """Return the diagnostic of an unused declaration with what helps where house rules made it so."""
    return replace(found, facts=(*found.facts[:-1], True))


@problem("M023")
def no_main(parameters: bool = False, main: Name = "main") -> Words:
    """The course of the game is not declared, or has parameters."""
    if parameters:
        return Template("the event `{main}` takes no parameters", "write `event {main}():`")
    return Template("there is no event `{main}`", "declare `event {main}():`, the course of the game")


@problem("M024")
def game_line(second: bool = False, game: Name = "game") -> Words:
    """The line `game` is missing, or stands twice."""
    if second:
        return Template("this is a second `{game}` line", "one game has one `{game}` line")
    return Template("there is no `{game}` line", "begin with `game my_game for 2 players`")


@problem("M025")
def impossible_range(
    why: Literal["upside down", "too high", "none", "grid", "size", "number", "faces"],
    low: int = 0,
    high: int = 0,
) -> Words:
    """A range is upside down or too large."""
    return {
        "upside down": Template("the range {low}..{high} is upside down", "write the smaller number first"),
        "too high": Template("a range ends at {high} at most", "write a smaller number"),
        "none": Template("a number that is kept needs a range", "write a range such as `0..9`"),
        "grid": Template("a grid has 1 to {high} rows and columns", "write a number from 1 to {high}"),
        "size": Template(
            "the option is no number of rows and columns, 1 to {high}",
            "declare it with a range such as `5..19`",
        ),
        "number": Template("numbers end at {high}", "write a smaller number"),
        "faces": Template("a die has {high} faces at most", "write fewer"),
    }[why]


@problem("M027")
def no_default(name: Name, kind: Kind = ANY) -> Words:
    """A cell has nothing to begin with."""
    wanted = "" if kind.kind == "unknown" else f": {of_its_kind(kind)}"
    return Words(f"`{name}` has no value to begin with", f"write `= ...` behind it{wanted}")


@problem("M028")
def wrong_default(
    name: Name,
    kind: Kind = ANY,
    how: Literal["of its kind", "none", "none of a cell", "constant", "list", "in front"] = "of its kind",
    other: Name = "",
) -> Words:
    """A default is of another kind, out of range or not possible."""
    return {
        "of its kind": Words(
            f"the default of `{name}` must be {of_its_kind(kind)}",
            "write a default of its kind, in its range",
        ),
        "none": Words(
            f"the default of `{name}` must be {of_its_kind(kind)}",
            f"write `{other} {name} or none = none` if it may be nothing, else a default of its kind",
        ),
        "none of a cell": Words(
            f"the default of `{name}` must be {of_its_kind(kind)}",
            "write `or none` behind its kind if it may be nothing, else a default of its kind",
        ),
        "constant": Template(
            "the default of `{name}` is worked out",
            "write a number, `yes`, `no`, `none` or a word; give what is worked out where it is called",
        ),
        "list": Template("`{name}` is a list, and no list has a name", "give it in every call"),
        "in front": Template(
            "`{name}` may not be left out, and stands behind `{other}`, which may",
            "put it in front of `{other}`, or give it a default as well",
        ),
    }[how]


@problem("M037")
def type_below_itself(name: Name) -> Words:
    """A type is, over others, its own parent."""
    return Template("`{name}` is a type below itself", "name another type, or leave `is` out")


@problem("M040")
def no_owner_to_see(zone: Name) -> Words:
    """`seen by owner` in a zone that no seat owns."""
    return Template("`{zone}` has no seat that owns it", "write `zone {zone} of seat: ...`, or `seen by all`")


@problem("M048")
def line_missing(
    sort: Literal["window", "action", "limit", "list", "idle action", "group"], name: Name, of: str = ""
) -> Words:
    """A declaration lacks a line it needs."""
    return {
        "window": Template("the window `{name}` asks nobody", "add a line `asks ...`"),
        "action": Template("the action `{name}` has no window", "add a line `at ...`"),
        "idle action": Template("the action `{name}` does nothing", "add lines `do:`"),
        "limit": Template(
            "the limit `{name}` needs a line `holds ...` and a block `breach:`", "add what is missing"
        ),
        "list": Template(
            "the list `{name}` has no part", "add a line such as `main_part: card to {of}.hand`"
        ),
        "group": Template(
            "the group `{name}` is all there is of `{of}`",
            "say which with `in ...` or `where (...)`, or leave the group out",
        ),
    }[sort]


@problem("M049")
def useless_window(name: Name) -> Words:
    """A window is opened though no action is at it."""
    return Template(
        "nobody can use the window `{name}`: no action is at it",
        "write `at {name}` in an action, or do not open it",
    )


@problem("M061")
def wrong_option(
    why: Literal["kind", "value", "default", "fixed", "word"],
    name: Name = "",
    value: Name = "",
    *,
    kind: Kind = ANY,
    words: tuple[str, ...] = (),
) -> Words:
    """An option has no such value."""
    return {
        "kind": Template("an option is a number, a flag or a word, not {kind}", "choose another kind"),
        "default": Template("`{value}` is not a value of `{name}`", "name one of its values"),
        "value": Template("`{value}` is not a value of `{name}`", "write one of its values"),
        "fixed": Template("a house rule has fixed `{name}`", "remove the line"),
        "word": Words(
            f"`{name}` is fixed to one of its words, not to this",
            f"write {' or '.join(f'`{word}`' for word in words)}",
        ),
    }[why]


@problem("M062")
def impossible_players(
    where: Literal["game", "scenario", "seat", "cell", "default", "played", "list"],
    low: int = 0,
    high: int = 0,
    seat: int = 0,
) -> Words:
    """There are not so many seats."""
    return {
        "game": Template(
            "a game is for 1 to 12 players, the smaller number first", "write `for 2..5 players`"
        ),
        "scenario": Words(f"this game is for {players_text(low, high)}", "write another number"),
        "seat": Template("there is no seat {seat}: this game has up to {high}", "seats are 1 to {high}"),
        "cell": Words(
            f"with {players_text(low)} there is no seat {seat} to begin with",
            f"name one of the seats 1 to {low}, or set it in a rule",
        ),
        "default": Words(
            f"with {players_text(low)} there is no seat {seat}",
            f"name one of the seats 1 to {low}, or give the seat in each call",
        ),
        "played": Words(
            f"with {players_text(low)} there is no seat {seat}",
            f"write `with {seat} players` above, or another seat",
        ),
        "list": Template("there is never a seat {seat}", "write another number"),
    }[where]


@problem("M083")
def too_much(has: str, count: int, most: int) -> Words:
    """Too many things, places of zones or values; `has` says what, with `{}` for the number."""
    return Words(f"{has.format(count)}; {most} are allowed", "declare fewer, or smaller ones")


@problem("M086")
def never_declared(
    how: Literal["answering", "by rules", "later"], action: Name, windows: Names = ()
) -> Words:
    """No seat and no rule can ever declare an action."""
    at_once = f"in {', '.join(f'`{name}`' for name in windows)} nothing waits, answers take effect at once"
    wait = "let the answers of its window wait: `answers last first`"
    return {
        "answering": Words(f"`{action}` answers nothing: {at_once}", wait),
        "by rules": Template(
            "only rules declare `{action}`, and none does", "write `later {action}(...) by SEAT during ...`"
        ),
        "later": Words(f"`{action}` is never declared: {at_once}", f"put off an event, or {wait}"),
    }[how]
