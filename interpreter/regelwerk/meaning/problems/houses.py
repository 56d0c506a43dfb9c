"""Problems with house rules, and what is said of the things that they do."""

from typing import Any, Literal, NamedTuple, Protocol, cast

from regelwerk.meaning.problems.kinds import a
from regelwerk.source.wording import SHAPES, Name, Names, Shape, Template, Words, problem, quoted, remark

DOES = {
    "add": "adds", "replace": "replaces", "remove": "removes", "narrow": "narrows", "extend": "extends",
    "change": "changes", "fix": "fixes", "insert": "inserts at", "leave_out": "leaves out",
    "presuppose": "presupposes",
}  # fmt: skip
"""What an amendment does, as a word for people."""

MOST_ROWS = 5
"""So many rows are named in one message."""

_TO_IT = {"leave_out": "leaves it out", "insert": "inserts beside it"}
_TOGETHER = {"leave_out": "leave out", "insert": "insert at"}


class _Target(Protocol):
    @property
    def sort(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def step(self) -> str | None: ...
    @property
    def number(self) -> int | None: ...
    @property
    def cell(self) -> str | None: ...


class Change(Protocol):
    """What a house rule does to something; see `Amendment`."""

    @property
    def kind(self) -> str: ...
    @property
    def target(self) -> _Target: ...


class PlainChange(NamedTuple):
    """A change as a fact."""

    kind: str
    sort: str
    name: str
    step: str | None
    number: int | None
    cell: str | None

    @property
    def names(self) -> tuple[str, ...]:
        """The names in what is said of it; steps that are counted have none of their own."""
        if self.sort == "modify" and self.step is None and self.cell is None:
            return ()
        part = self.cell if self.step is None else self.step if self.number is None else None
        return (self.name,) if part is None else (part, self.name)

    @property
    def shown(self) -> str:
        """What it is about, in words."""
        if self.step is not None:
            number = f" {self.number}" if self.number is not None else ""
            return f"`{self.step}{number}` in `{self.name}`"
        if self.cell is not None:
            return f"`{self.cell}` of `{self.name}`"
        return f"`{self.sort} {self.name}`" if self.sort == "modify" else f"{self.sort} `{self.name}`"

    @property
    def does(self) -> str:
        """What it does, as a word for people."""
        return DOES[self.kind]


def _plain(change: Change) -> PlainChange:
    target = change.target
    return PlainChange(change.kind, target.sort, target.name, target.step, target.number, target.cell)


def _changed(fact: tuple[Any, ...]) -> PlainChange:
    return PlainChange(*fact)


SHAPES[Change] = Shape(_plain, _changed, lambda fact: _changed(fact).names)
SHAPES[Change | None] = Shape(
    lambda change: None if change is None else _plain(change),
    lambda fact: None if fact is None else _changed(fact),
    lambda fact: () if fact is None else _changed(fact).names,
)


@problem("M101")
def house_rule_out_of_place(
    what: Literal["among rules", "instead of a game", "empty", "game in a house rule", "game", "declaration"],
    name: Name = "",
) -> Words:
    """House rules and games stand in files of their own."""
    return {
        "among rules": Template(
            "house rules stand in a file of their own, not among the rules of a game",
            "move the block to another file, and choose that with `--house`",
        ),
        "instead of a game": Template(
            "this file holds house rules for the game `{name}`, not a game",
            "write `regelwerk check {name} --house FILE`",
        ),
        "empty": Template("`{name}` holds no house rule", 'begin with `house rule "TITLE" amends GAME:`'),
        "game in a house rule": Template("a house rule declares no game", "remove the line"),
        "game": Template(
            "a file with house rules declares no game", "put the house rules into a file of their own"
        ),
        "declaration": Template(
            "this declaration stands in no house rule", "indent it below the line `house rule ...:`"
        ),
    }[what]


@problem("M102")
def another_game(amends: Name, game: Name) -> Words:
    """A house rule is chosen for a game that it does not amend."""
    return Template(
        "this house rule amends `{amends}`, but the game is `{game}`", "choose it for a game `{amends}`"
    )


@problem("M103")
def nothing_to_amend(
    what: Literal["name", "text", "modifier", "part", "table"], name: Name, sort: str = "", of: Name = ""
) -> Words:
    """The game has no declaration of the name that a house rule amends."""
    declares = "name what the game declares"
    return {
        "name": Template("the game has no {sort} `{name}`", declares),
        "text": Template("the game has no text of `{name}`", declares),
        "table": Template(
            "the game has no row of a type `{name}`",
            "write `table {name}:` without `replace`; a file stands under `tables` in the manifest",
        ),
        "modifier": Template("the game has no {sort} `{name}` for `{of}`", declares),
        "part": Template(
            "the text of {sort} has no part `{name}`", "add it with `text of` alone, without `replace`"
        ),
    }[what]


@problem("M104")
def another_sort(
    what: Literal["declaration", "body", "row"],
    name: Name,
    sort: str = "",
    wanted: str = "",
    *,
    found: Name = "",
    table: Name = "",
) -> Words:
    """A house rule names a declaration by the wrong sort, or a row in the wrong table."""
    said = f"`{name}` is {a(sort)}, not {a(wanted)}"
    return {
        "declaration": Words(said, f"write `{sort} {name}`"),
        "body": Words(said, "only events, actions, rules and limits have steps"),
        "row": Template(
            "`{name}` is a row of the table `{found}`, not of `{table}`", "write `table {found}`"
        ),
    }[what]


@problem("M105")
def there_already(name: Name, sort: str, house_rule: str, same_sort: bool, table: str = "") -> Words:
    """A house rule adds what the game has, or what another `house_rule` adds."""
    where = f'the house rule "{house_rule}" adds' if house_rule else "the game has"
    instead = {
        "row": f"change table {table}: ...",
        "type": f"extend type {name}: ...",
        "enum": f"extend enum {name}: ...",
    }.get(sort, f"replace {sort} {name}")
    return Words(
        f"{where} {a(sort)} `{name}` already",
        f"write `{instead}` to change it, or give this one another name"
        if same_sort
        else "give it another name",
    )


@problem("M106")
def in_conflict(
    lower: str, upper: str, earlier: Change, later: Change, chosen: tuple[str, str] = ("", "")
) -> Words:
    """Two house rules amend the same declaration."""
    one, other = _said(earlier), _said(later)
    if one.kind == other.kind:
        does = _TOGETHER.get(other.kind, other.kind)
        what = f'house rules "{lower}" and "{upper}" both {does} {other.shown}'
    else:
        does = _TO_IT.get(other.kind, f"{other.does} it")
        does = does if one.shown == other.shown else f"{other.does} {other.shown}"
        what = f'house rule "{lower}" {one.does} {one.shown}, "{upper}" {does}'
    return Words(what, f'{_one_of(chosen)}, or write `on top of "{lower}"` if this one has the last word')


def _one_of(chosen: tuple[str, str]) -> str:
    """Which of two house rules to leave out, by what is written to choose them, where that differs."""
    one, other = chosen
    if not (one and other and one != other):
        return "choose one of the two"
    return f"leave out `--house {one}` or `--house {other}`"


@problem("M107")
def stack(
    why: Literal["twice", "not below", "missing below", "missing", "excluded"],
    title: str,
    by: str = "",
    chosen: tuple[str, str] = ("", ""),
) -> Words:
    """A house rule is chosen twice, or lacks or meets another.

    `chosen` is what stands, or would stand, behind `--house` for that one and for this.
    """
    named = f'the house rule "{title}"'
    below, this = chosen
    together = f"write `--house {below}` before `--house {this}`"
    first, too = "choose it first", "choose it too, before this one"
    if below and below == this:
        first = "put its block above that of this one"
    elif below and this:
        first = too = together
    return {
        "twice": Words(f"{named} is chosen twice", "choose it once, or give one of the two another title"),
        "not below": Words(f"{named} lies not below this one", first),
        "missing below": Words(f"{named} is not chosen", too),
        "missing": Words(
            f"{named} is not chosen, which this one presupposes",
            f"write `--house {below}` too" if below else "choose it too, before or after this one",
        ),
        "excluded": Words(f'the house rule "{by}" excludes "{title}", which is chosen too', _one_of(chosen)),
    }[why]


@problem("M108")
def changes_nothing(
    what: Literal["declaration", "text", "lines", "cell", "member", "meaning"],
    name: Name = "",
    of: Name = "",
    change: Change | None = None,
) -> Words:
    """The game is already as a house rule wants it."""
    if what == "meaning":
        assert change is not None
        return Words(
            f"{_said(change).shown} means the same as in the game",
            "remove the amendment, or change what it says",
        )
    if what == "member":
        return Template("`{name}` is a member of `{of}` already", "remove it")
    it = {
        "declaration": f"`{name}`",
        "text": f"`{name}` in this text",
        "lines": f"one of these lines of `{name}`",
        "cell": f"`{name}` of `{of}`",
    }[what]
    return Words(f"{it} is so already", "remove the line")


@problem("M109")
def unknown_step(
    why: Literal["none", "too few", "left out"],
    step: Name,
    of: Name,
    *,
    times: int = 0,
    known: tuple[str, ...] = (),
) -> Words:
    """A body has no step that lets this happen, or not so many."""
    return {
        "none": Words(
            f"`{of}` has no step `{step}`",
            "a step is named by what it lets happen, opens, pays, rolls, creates, leaves or ends; "
            + (f"`{of}` has {quoted(known)}" if known else f"`{of}` has none, so `replace` it as a whole"),
        ),
        "too few": Words(
            f"`{of}` has the step `{step}` only {'once' if times == 1 else f'{times} times'}",
            f"write a number from 1 to {times}",
        ),
        "left out": Template("another house rule has left out `{step}` in `{of}`", "choose one of the two"),
    }[why]


@problem("M110")
def several_steps(step: Name, of: Name, times: int) -> Words:
    """A house rule does not say which step it means."""
    return Template("`{of}` has {times} steps `{step}`", "say which: `{step} 1` is the first")


@problem("M111")
def amended_twice(earlier: Change, later: Change) -> Words:
    """One house rule amends one thing in two ways."""
    one, other = _said(earlier), _said(later)
    what = f"{one.does} {one.shown} and {other.does} {other.shown}"
    if one.shown == other.shown:
        both = f"{one.does} twice:" if one.kind == other.kind else f"{one.does} and {other.does}"
        what = f"{both} {other.shown}"
    return Words(f"the house rule {what}", "write what should be, in one place")


@problem("M112")
def not_narrowed(line: Literal["once per", "declared when", "by"], span: Name = "") -> Words:
    """An action cannot take a further line of this sort."""
    return {
        "once per": Template(
            "the action is once per `{span}` already, and has one such line",
            "say it with `needs not happened ...`",
        ),
        "declared when": Template(
            "the action says already where in a chain it is declared", "replace the whole action"
        ),
        "by": Template(
            "the action has no line `by`, so nothing names the seat", "say it with `needs` instead"
        ),
    }[line]


@problem("M141")
def row_missing(who: Literal["rules", "table"], rows: Names, gone: Name, table: Name = "") -> Words:
    """Rules of the game, or its `table` that stays, name rows that have `gone` with a table."""
    first = quoted(rows[:MOST_ROWS], ", ")
    more = f" and {len(rows) - MOST_ROWS} more" if len(rows) > MOST_ROWS else ""
    if who == "rules":
        return Words(
            f"the rules of the game name the row {first}, which has gone with the table `{gone}`",
            f"let a row {first} stand in the new table",
        )
    return Words(
        f"the table `{table}` of the game names rows that have gone with the table `{gone}`: {first}{more}",
        f"replace `{table}` too, or let rows of these names stand in the new table",
    )


@problem("M113", severity="warning")
def another_version(game: Name, version: str, written_for: str = "") -> Words:
    """House rules were not written for this version of the game, or do not say for which they are."""
    if not written_for:
        return Template(
            "this house rule does not say for which version of `{game}` it is written",
            'write `amends {game} version "{version}"`',
        )
    return Template(
        "this house rule is written for version {written_for} of `{game}`, which is now {version}",
        "look at what it changes with `regelwerk diff`, then name the new version",
    )


@problem("M133", severity="warning")
def citation_dropped(name: Name, clauses: tuple[str, ...]) -> Words:
    """A house rule that cites clauses elsewhere replaces what cites some by what cites nothing."""
    return Words(
        f"`{name}` cited {quoted(clauses)}, and what stands in its place cites nothing",
        "cite that too if the clause still holds, or the clause of the house rule that takes its place",
    )


@remark
def amended_here(title: str, change: Change) -> Words:
    it = _said(change)
    return Words(f'the house rule "{title}" {it.does} {it.shown} here')


def _said(change: Change) -> PlainChange:
    """A change where words are made: a fact."""
    return cast(PlainChange, change)
