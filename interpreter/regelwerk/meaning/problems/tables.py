"""Problems with tables, texts of rows, and lists."""

from typing import Literal

from regelwerk.meaning.problems.kinds import ANY, Kind, a, in_a_table
from regelwerk.source.wording import Name, Template, Words, problem, quoted


@problem("M029")
def row_of_unknown_type(row: Name, type_name: Name, sort: str = "") -> Words:
    """A table names a type that is not declared, or something of another `sort`."""
    if sort:
        return Words(f"`{type_name}` is {a(sort)}, and only types have rows", "name a type")
    return Template("`{row}` is of an unknown type `{type_name}`", "declare the type")


@problem("M030")
def unknown_attribute_in_row(type_name: Name, attribute: Name) -> Words:
    """A row gives a value its type has no attribute for."""
    return Template(
        "a `{type_name}` has no attribute `{attribute}`", "declare it in `type {type_name}`, or remove it"
    )


@problem("M031")
def value_missing(where: Literal["row", "created"], name: Name, attribute: Name, kind: Kind = ANY) -> Words:
    """A row or a created thing lacks a value that has no default."""
    if where == "created":
        return Template(
            "this `{name}` has no `{attribute}`",
            "write `with {attribute} = ...`, or give the attribute a default",
        )
    return Words(
        f"`{name}` has no `{attribute}`", f"give it {in_a_table(kind)}, or give the attribute a default"
    )


@problem("M032")
def wrong_value(
    why: Literal["value", "copies", "not plain", "loop"], name: Name = "", value: Name = "", kind: Kind = ANY
) -> Words:
    """A row gives a value of another kind or out of range."""
    wanted = in_a_table(kind)
    return {
        "value": Words(f"`{name}` must be {wanted}, this is `{value}`", f"write {wanted}"),
        "copies": Template(
            "`copies` of `{name}` must be a number from 1 to 1000", "write how many there are"
        ),
        "loop": Template("`{name}` leads from `{value}` to itself", "name two places, or remove the row"),
        "not plain": Template("a table holds numbers, `yes`, `no`, `none` and names", "write a plain value"),
    }[why]


@problem("M033")
def text_missing(
    what: Literal["any", "row", "part"], name: Name, row: Name = "", sort: str = "", default: str = ""
) -> Words:
    """A row has no text though its type needs one; `row` is a type where there is no row at all."""
    if what == "any":
        return Template("`{name}` has no text", "write `text of {name}:`")
    otherwise = f"`told by its text, otherwise {default}`"
    if what == "row":
        return Template(
            "there is no row of `{row}` whose text could tell `{name}`",
            "write a table of `{row}`, or `told by its text, otherwise {default}`",
        )
    how = f"`{name}:` in it" if sort == "event" else f"`{name} = ...` in it"
    return Words(
        f"`{row}` has no text that tells `{name}`",
        f"write `text of {row}:` with {how}, or {otherwise} where `{name}` is declared",
    )


@problem("M034")
def text_for_no_row(
    row: Name, type_name: Name = "", told: Name = "", in_scenario: bool = False, sort: str = ""
) -> Words:
    """A text belongs to no row, or to one that is not of the type whose texts tell this."""
    if sort:
        return Words(
            f"`{row}` is {a(sort)}, not a row of a table", "write a text for each row, or one for several"
        )
    if in_scenario:
        return Template(
            "this scenario has no `row` line for `{row}`", "only what a scenario makes up gets a text in it"
        )
    if not told:
        return Template("there is no table row `{row}`", "a text belongs to a row of a table")
    return Template("`{row}` is not a `{type_name}`, so it does not tell `{told}`", "remove this text")


@problem("M035")
def told_twice(row: Name, told: Name) -> Words:
    """A row tells something twice."""
    return Template("`{row}` tells `{told}` twice", "keep one of the two texts")


@problem("M036")
def not_told(
    why: Literal["parameter", "name"], name: Name, sorts: tuple[str, ...], example: str = ""
) -> Words:
    """A text tells what texts do not tell, or what they tell has no thing whose text it could be."""
    if why == "parameter":
        return Words(
            f"the first parameter of `{name}` must be the thing whose text tells it",
            f"write `{sorts[0]} {name}(card c) told by its text`",
        )
    return Words(
        f"`{name}` is not {a(' or '.join(sorts))} told by its text",
        f"declare it with `{sorts[0]} {example}(...) told by its text`",
    )


@problem("M090")
def told_in_another_way(name: Name, sort: Literal["event", "value"]) -> Words:
    """A text tells a value like an event, or an event like a value."""
    return Words(
        f"`{name}` is {a(sort)}, and not told like this",
        {
            "event": f"write `{name}:` and what happens below",
            "value": f"write `{name} = ...`, or `value {name}:` and cases below",
        }[sort],
    )


@problem("M091")
def list_not_as_it_must_be(must: Name, label: str, row: Name = "", place: str = "") -> Words:
    """A list breaks what the rules say that it must be."""
    what = f"`{row}`" if row else "this list"
    said = f"`{must}`: {label}" if label else f"`{must}`"
    return Words(
        f"{what} is not as it must be: {said}",
        "change the list" + (f"; what it must be stands in {place}" if place else ""),
    )


@problem("M092")
def list_of_something_else(
    why: Literal[
        "same id",
        "other game",
        "no such list",
        "part",
        "row",
        "type",
        "path",
        "brought",
        "scenario",
        "not written",
        "default",
    ],
    name: Name = "",
    of: Name = "",
    *,
    part: Name = "",
    type_name: Name = "",
    known: tuple[str, ...] = (),
) -> Words:
    """A list names what the game does not have, or is one that the game has not."""
    listed = quoted(known)
    return {
        "same id": Template("another list has the id `{name}`", "give every list an id of its own"),
        "other game": Template(
            "this is a list of the game `{name}`, not of `{of}`",
            "name the game it is for by `--game`, or correct `game`",
        ),
        "no such list": Words(
            f"`{of}` has no list `{name}`",
            f"its lists are {listed}" if known else "seats bring nothing to this game",
        ),
        "part": Words(f"`{of}` has no part `{name}`", f"its parts are {listed}"),
        "row": Template("there is no `{name}` in the tables", "name a row of a table"),
        "type": Template(
            "`{name}` is a `{of}`, and `{part}` has things of the type `{type_name}`",
            "write it in another part",
        ),
        "path": Template("only a list of a seat is brought", "write `bring p.deck`"),
        "brought": Template("there is no list `{name}`", "declare it with `list`"),
        "scenario": Template("there is no list `{name}`", "name a declared list"),
        "not written": Template("no list `{name}` comes with this game", "name one that does"),
        "default": Template(
            "there is no list `{name}`, which seats would bring as `{of}`",
            "write `{part}/{name}.yaml`, or name another list",
        ),
    }[why]


@problem("M093")
def too_many_in_list(row: Name, copies: int, wanted: int, seats: int = 0) -> Words:
    """A list, or those that so many `seats` bring by default, have more of a row than there are."""
    if seats:
        return Template(
            "the lists that {seats} seats bring by default want {wanted} of `{row}`, there are {copies}",
            "give the seats other defaults, or the row more copies",
        )
    there = f"is only 1 `{row}`" if copies == 1 else f"are only {copies} of `{row}`"
    return Words(f"there {there}, the list has {wanted}", "write a smaller number")
