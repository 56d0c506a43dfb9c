"""Problems with names: those that stand for nothing, for something else, or for too much."""

from typing import Literal

from regelwerk.meaning.problems.kinds import ANY, Kind, describe
from regelwerk.source.wording import Name, Names, Template, Words, problem, quoted

Unknown = Literal[
    "value", "event", "awaited event", "supposed event", "event of a span", "event of a life",
    "event of a mark", "mark", "mark of what", "event to begin with", "happening", "hooked", "action",
    "interrupting", "callable", "window", "opened window", "payment",
    "die", "row", "type or row", "sort in a local", "option", "modified", "group", "parameter", "member",
    "pick", "reason", "ending", "position",
]  # fmt: skip


_EVENTS = {
    "event of a life": "passing things live until an event ends",
    "event of a mark": "what is so for a while is so until an event ends, or until the next of an event",
    "event to begin with": "a scenario starts with a declared event",
}


@problem("M001")
def unknown(what: Unknown, name: Name, of: Name = "") -> Words:
    """A name stands for nothing of the sort that is needed; of an event, `of` is the sort that it has."""
    if of and what in _EVENTS:
        fix = _EVENTS[what]
        if of == "action":
            fix += "; what the `do:` of `{name}` lets happen is one"
        return Template("`{name}` is of the sort `{of}`, not an event", fix)
    return {
        "value": Template("there is no `{name}`", "declare it, or correct the name"),
        "event": Template("there is no event `{name}`", "declare it with `event {name}(...)`"),
        "awaited event": Template("there is no event `{name}`", "`may` asks whether an event is forbidden"),
        "supposed event": Template(
            "there is no event `{name}`", "`supposing` asks what would be so if an event happened"
        ),
        "event of a span": Template("there is no event `{name}`", "a span of play is a declared event"),
        "event of a life": Template("there is no event `{name}`", "passing things live until an event ends"),
        "event of a mark": Template(
            "there is no event `{name}`", "what is so for a while is so until an event ends"
        ),
        "mark": Template("`{name}` is not what the mark is", "write its own name, `{of}`"),
        "mark of what": Template(
            "`{name}` is neither what the mark is nor what has it",
            "write its own name, `{of}`, for what it is, or `this` for what has it",
        ),
        "event to begin with": Template(
            "there is no event `{name}`", "a scenario starts with a declared event"
        ),
        "happening": Template(
            "there is no event or action `{name}`", "`happened` asks of events and actions"
        ),
        "hooked": Template(
            "there is no event or action `{name}`", "a rule is hooked on a declared event or action"
        ),
        "action": Template("there is no action `{name}`", "an answer is of a declared action"),
        "interrupting": Template("there is no action `{name}`", "name the actions that may interrupt"),
        "callable": Template("there is no value `{name}`", "declare it with `value`"),
        "window": Template("there is no window `{name}`", "declare it with `window`"),
        "opened window": Template("there is no window `{name}`", "declare it with `window {name}(...)`"),
        "payment": Template("there is no payment `{name}`", "declare it with `payment {name} by payer:`"),
        "die": Template("there is no die `{name}`", "declare it with `die {name}: ...`"),
        "row": Template("there is no table row `{name}`", "name a row of a table"),
        "type or row": Template(
            "there is no type, no group and no table row `{name}`", "`is` takes a type, a group or a row"
        ),
        "sort in a local": Template(
            "`is` takes a type, a group or a row; `{name}` is a name of something here",
            "compare it: `= {name}` or `!= {name}`",
        ),
        "group": Template("there is no group `{name}`", "declare it with `group {name}(...) = ...`"),
        "position": Template("there is no position `{name}`", "declare it with `position {name}:`"),
        "option": Template("there is no option `{name}`", "name a declared option"),
        "modified": Template(
            "there is no value `{name}`", "modify an attribute of a thing, or a declared value"
        ),
        "parameter": Template("`{of}` has no parameter `{name}`", "name one of its parameters"),
        "member": Template("`{name}` is not a member of `{of}`", "name a member"),
        "pick": Template(
            "nothing that can be chosen has the name `{name}`",
            "name an action, a way, a row, a member, or a local of this scenario",
        ),
        "reason": Template(
            "there is no rule, limit, action or flag `{name}`",
            "name what forbids it, or a value that is `no`",
        ),
        "ending": Template("no game ends as `{name}`", "name an ending of an `end game as ...`"),
    }[what]


@problem("M002")
def declared_twice(name: Name) -> Words:
    """Two declarations have the same name."""
    return Template("`{name}` is declared twice", "give one of the two another name")


@problem("M003")
def unknown_type(
    what: Literal[
        "type",
        "drawn",
        "in a list",
        "passing",
        "kind",
        "noun",
        "row",
        "group",
        "index",
        "enum of a die",
        "binder",
        "die",
    ],
    name: Name,
    of: str = "",
) -> Words:
    """A type or an enum is not declared.

    `of` is the type of a `row`, the kind of what is in a `group`, or how is said what a `die` shows.
    """
    return {
        "type": Template("there is no type `{name}`", "declare it with `type`"),
        "drawn": Template("there is no type `{name}`", "name the type of what is drawn"),
        "in a list": Template("there is no type `{name}`", "name a declared type"),
        "passing": Template(
            "there is no passing type `{name}`", "declare it with `type {name} lives until ...`"
        ),
        "kind": Template("there is no type or enum `{name}`", "declare it with `type` or `enum`"),
        "noun": Template(
            "there is no type or enum `{name}`",
            "a set begins with a type, an enum, a group, `seat` or `number`",
        ),
        "binder": Template(
            "the type of `{name}` is missing before it",
            "write `{of} {name} in ...`: first a type, then a name",
        ),
        "row": Template("`{name}` is a row of a table, no type", "write `{of} x ... where (x is {name})`"),
        "group": Template("`{name}` is a group, no type", "write `{of}`, and test `x is {name}`"),
        "index": Template(
            "there is no type or enum `{name}`", "`per` takes an enum, `seat`, a range or a type of a table"
        ),
        "die": Template("`{name}` is a die, no type", "write `{of}` for what it shows"),
        "enum of a die": Template("there is no enum `{name}`", "declare it with `enum`, or leave `of` out"),
    }[what]


@problem("M004")
def no_attribute(
    where: Literal[
        "read",
        "named",
        "modified",
        "answer",
        "kind",
        "link",
        "no figure",
        "one figure",
        "several figures",
        "figures of seats",
    ],
    attribute: Name = "",
    owner: Name = "",
    *,
    linked: Name = "",
    kind: Kind = ANY,
) -> Words:
    """Things of a type have no such attribute or zone; things of a `kind` have none at all."""
    none = "a `{owner}` has no attribute `{attribute}`"
    return {
        "read": Template(none, "declare it in `type {owner}`"),
        "named": Template(none, "name one of its attributes"),
        "modified": Template(none, "name an attribute or a value"),
        "answer": Template(
            "an answer has no attribute `{attribute}`", "an answer has by, action, used, targets, cancelled"
        ),
        "kind": Template("{kind} has no attributes", "only things and seats have attributes"),
        "link": Template(
            "a `{owner}` has no attribute `{attribute}` of the type `{linked}`",
            "write `{attribute}: {linked}` in `type {owner}`",
        ),
        "no figure": Template(
            "`{attribute}` is no attribute of `{owner}`, and a scenario has the things that the game has",
            "`put` brings them where the scenario needs them",
        ),
        "one figure": Template("`{owner}` has one `{attribute}`", "write `with {owner}.{attribute} = ...`"),
        "figures of seats": Template(
            "`{owner}` has a `{attribute}` for each seat, and no table gives it",
            "write `set {owner}.{attribute}[seat 1] to ...` below `given:`",
        ),
        "several figures": Template(
            "`{owner}` has more than one `{attribute}`",
            "say which, as in `with {owner}.{attribute}.{linked} = ...`",
        ),
    }[where]


@problem("M010")
def meant_by_several(name: Name, owners: Names) -> Words:
    """A word is a member of several enums."""
    return Template(
        "`{name}` belongs to several enums: {owners}",
        "use it where only one of them fits, such as beside a cell of that kind",
    )


@problem("M011")
def name_in_use(
    what: Literal[
        "local", "declared", "local and row", "declared parameter", "parameter and row", "member", "parameter"
    ],
    name: Name,
    enum: Name = "",
    *,
    within: Name = "",
) -> Words:
    """A local or a parameter has a name that means something here."""
    return {
        "local": Template("`{name}` is already a local here", "choose another name"),
        "declared": Template(
            "`{name}` is already declared in this game", "choose another name for the local"
        ),
        "local and row": Template(
            "`{name}` is the name of a row and of a local in `{within}`",
            "choose another name for one of the two",
        ),
        "parameter and row": Template(
            "`{name}` is the name of a row and of a parameter", "choose another name for one of the two"
        ),
        "declared parameter": Template(
            "`{name}` is already declared in this game", "choose another name for the parameter"
        ),
        "member": Template("`{name}` is a member of the enum `{enum}`", "choose another name for the local"),
        "parameter": Template("`{name}` is a parameter twice", "give every parameter a name of its own"),
    }[what]


@problem("M039")
def zone_without_owner(zone: Name, owner: Kind) -> Words:
    """A zone that every seat or thing has is named without an owner."""
    every = describe(owner).split(" ", 1)[1]
    return Words(f"every {every} has a zone `{zone}` of its own", f"write `x.{zone}`")


@problem("M066")
def named_twice(what: Literal["member", "part"], name: Name, enum: Name = "") -> Words:
    """An enum names a member twice, or a list a part."""
    twice = f"is a member of `{enum}` twice" if what == "member" else "is a part twice"
    return Words(f"`{name}` {twice}", "remove one of the two")


@problem("M067")
def not_one_thing(row: Name, copies: int) -> Words:
    """A row with copies is used as if it were one thing."""
    return Template(
        "there are {copies} things `{row}`, so the name is not one thing", "write a set with `is {row}`"
    )


@problem("M069")
def this_without_a_thing(
    why: Literal["copies", "several rows", "no text", "another set"],
    rows: Names = (),
    copies: int = 0,
    this: Name = "this",
) -> Words:
    """`this` stands where no row is meant, or many are."""
    which = f"say which with `uses {this} in ...` or `target {this} in ...`"
    return {
        "copies": Template(
            "`{this}` is not one thing here: there are {copies} of {rows}",
            "say which with `uses {this} in ...` or `target {this} in ...`",
        ),
        "several rows": Words(
            f"`{this}` is not one thing here: the text is of {quoted(rows, ' and ')}", which
        ),
        "no text": Template("`{this}` has a meaning only inside `text of`", "name the thing"),
        "another set": Words(
            f"`{this}` is each of the things {quoted(rows, ' and ')}, and {this} is for each of another set"
            " already",
            f"write `for each {this} in ...`, or leave `for each` out and say `any ...` in the condition",
        ),
    }[why]


@problem("M072")
def name_of_the_language(name: Name) -> Words:
    """A declaration or a local has a name the language gives itself."""
    return Template("`{name}` is a name of the language", "choose another name")


@problem("M073")
def row_of_cells(name: Name = "", index: Kind = ANY) -> Words:
    """A cell is read without its index; or what has an index, if it has no name, is no row of cells."""
    if not name:
        return Template("this is not a row of cells", "leave the brackets out")
    return Words(f"`{name}` is a row of cells", f"write `{name}[...]` with {describe(index)}")


@problem("M118")
def impossible_index(
    why: Literal["number", "copies", "hidden", "passing", "nothing"],
    name: Name,
    zone: Name = "",
    high: int = 0,
) -> Words:
    """What cells are told apart by is not always there, not one thing each, or not seen by all."""
    cannot = "cells cannot be told apart by a `{name}`: "
    return {
        "number": Template("`per` takes a range that ends at {high} at most", "write a smaller range"),
        "copies": Template(cannot + "there are several of one row", "write a table without copies"),
        "hidden": Template(
            cannot + "in `{zone}` not everybody sees it", "use an enum, or a type seen by all"
        ),
        "passing": Template(cannot + "it passes", "use a type of a table"),
        "nothing": Template(cannot + "there is none", "write a table of them"),
    }[why]


@problem("M114")
def no_such_copy(
    why: Literal["no row", "not in a scenario", "too few"],
    written: Name,
    row: Name,
    copies: int = 0,
    type_name: str = "",
) -> Words:
    """`#` and a number stand behind a name that has no such copy."""
    return {
        "no row": Template(
            "`{written}` is no thing: `{row}` is not a row of a table",
            "put `#` and a number behind the name of a row",
        ),
        "not in a scenario": Template(
            "`{written}` names one of alike things, which only scenarios do",
            "take it from a set, such as `the {type_name} x where (x is {row})`",
        ),
        "too few": Words(
            f"there is no `{written}`: there {'is' if copies == 1 else 'are'} {copies} `{row}`",
            f"write a number from 1 to {copies}" if copies > 1 else f"write `{row}`",
        ),
    }[why]
