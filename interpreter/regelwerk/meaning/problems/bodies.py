"""Problems with what happens: lines of bodies, results, choices, and zones that things come to."""

from typing import Literal

from regelwerk.meaning.problems.kinds import ANY, Kind, Role, played
from regelwerk.source.wording import Name, Template, Words, problem


@problem("M014")
def may_find_nothing(what: Literal["choice", "several", "drawn", "secret"] = "choice") -> Words:
    """A choice or draw does not say what happens if nothing is there."""
    fix = "say what happens then, for instance `, otherwise done`"
    if what == "choice":
        fix += ", or ask before with `if any ...`"
    elif what == "secret":
        fix = "say below it, with `otherwise:`, what happens for a seat that finds nothing"
    return Words("this may find nothing", fix)


@problem("M015")
def unused_local(name: Name) -> Words:
    """A local or a parameter is never read."""
    return Template("`{name}` is never used", "remove it, or use it")


@problem("M116", severity="warning")
def unused_in_scenario(name: Name) -> Words:
    """A name of a scenario is never read."""
    return Template("`{name}` is never used", "remove it, or use it")


@problem("M017")
def never_reached(action: Name = "") -> Words:
    """The line before always ends the body; or it is a line of an `action` that only rules declare."""
    if action:
        return Template(
            "only rules declare `{action}`: this is not looked at", "remove the line, or `only by rules`"
        )
    return Template("this line is never reached", "remove it, or move it up")


@problem("M018")
def nothing_to_leave(span: Name) -> Words:
    """What is left is certainly not running."""
    return Template("`{span}` is never running here", "leave what is running here")


@problem("M070")
def not_running(span: Name, word: str) -> Words:
    """What a line refers to is certainly not running there; `word` is the form of the line."""
    return Words(
        f"`{span}` is never running here",
        {
            "later": "put it off to something that is running here",
            "carry out": "carry out what was put off to something that is running here",
            "this": "ask about something that is running here",
            "for the rest of": "name something that is running here",
            "once per": "name something in which a window of this action is opened",
            "create": "create it inside of what it lives until",
        }[word],
    )


@problem("M019")
def no_loop_to_stop() -> Words:
    """There is no loop that could stop."""
    return Template(
        "there is no loop to stop here", "write `done` to end an event, `leave X` to leave what is running"
    )


@problem("M021")
def result_missing(
    where: Literal["event", "text", "some cases", "replacement", "used", "misplaced"], name: Name = ""
) -> Words:
    """An event has no result where one is needed, or one too many."""
    return {
        "event": Template("`{name}` may end without a result", "end it with `result ...` on every way"),
        "text": Template(
            "the text of `{name}` may end without a result", "end it with `result ...` on every way"
        ),
        "some cases": Template(
            "`{name}` has a result in some cases and none in others",
            "give it one in every text and behind `otherwise`, or nowhere",
        ),
        "replacement": Template(
            "`{name}` has a result, so what happens instead needs one",
            "end the rule with `result ...` on every way",
        ),
        "used": Template("the event `{name}` has no result", "give it one with `result ...`"),
        "misplaced": Template(
            "only the bodies of events and of `instead` rules have a result", "write `done` to end here"
        ),
    }[where]


@problem("M022")
def results_differ(first: Kind, second: Kind) -> Words:
    """The results of one event or value are not of one kind."""
    return Template("the results differ: {first} and {second}", "give one kind of result everywhere")


@problem("M026")
def out_of_range(
    where: Literal["set", "option", "copies", "index", "place", "amount"],
    name: Name = "",
    *,
    low: int = 0,
    high: int = 0,
    role: Role = "",
    here: int = 0,
    exactly: bool = True,
) -> Words:
    """A number is set, put, counted or chosen beyond its range.

    `role` is what the number says, such as how many; it is `here`, or less.
    """
    goes = "`{name}` goes from {low} to {high}"
    return {
        "set": Template(goes, "set it to a number in its range"),
        "option": Template(goes, "write a number in its range"),
        "index": Template("`{name}` has cells from {low} to {high}", "write a number in this range"),
        "place": Words(
            f"`{name}` has {role} from {low} to {high}" if high else f"`{name}` has {role} from {low} on",
            "write a place of the map: `name_of_the_map(column, row)`",
        ),
        "amount": Words(
            f"{played(role)} must be {low} or more, this is {here}{'' if exactly else ' or less'}",
            f"write a number from {low} on, or remove the line",
        ),
        "copies": Template("there are only {high} of `{name}`", "put fewer of them"),
    }[where]


@problem("M138")
def goes_beyond(name: Name, low: int, high: int, asks: int, least: int, most: int) -> Words:
    """With a number that goes from `low` to `high`, a cell or place `asks` is asked for that is not there."""
    if asks in (low, high):
        return Template(
            "`{name}` goes from {low} to {high}, and this is there from {least} to {most}",
            "go from {least} to {most}, or test `{name}` before",
        )
    return Template(
        "`{name}` goes from {low} to {high}: this comes to {asks}, and it is there from {least} to {most}",
        "let `{name}` go through fewer numbers, or test it before",
    )


@problem("M139")
def amount_below_nothing(name: Name, event: Name, up: bool) -> Words:
    """An event that only raises (or lowers) something by a parameter is given less than nothing for it."""
    if up:
        return Template(
            "`{event}` raises something by `{name}`, and by a number below 0 nothing is raised",
            "write an event that lowers it",
        )
    return Template(
        "`{event}` lowers something by `{name}`, and by a number below 0 nothing is lowered",
        "write an event that raises it",
    )


@problem("M038")
def given_twice(
    what: Literal[
        "attribute", "declared attribute", "parameter", "line", "declared when", "seers", "winners", "setting"
    ],
    name: Name = "",
    of: Name = "",
) -> Words:
    """An attribute, a value or a line is given twice."""
    return {
        "attribute": Template("`{name}` is given twice", "give each attribute once"),
        "declared attribute": Template("`{name}` is declared twice in `{of}`", "remove one of the two"),
        "parameter": Template("`{name}` is given twice", "give each parameter once"),
        "line": Template("`{of}` has a second `{name}`", "keep one of the two"),
        "declared when": Template(
            "`{name}` says twice when it is declared",
            "keep one of `only to open`, `only in answer`, `only by rules`",
        ),
        "seers": Template("`{name}` says twice who sees it", "say it once, and once more `when ...`"),
        "winners": Template("the winners are named twice", "name them in one line"),
        "setting": Template("this scenario sets `{name}` twice", "keep one of the two lines"),
    }[what]


@problem("M041")
def not_a_zone(
    where: Literal["value", "owned", "row", "key", "list"], name: Name = "", of: Name = "", kind: Kind = ANY
) -> Words:
    """Something else stands where a zone is needed."""
    owned = "`{name}` is not a zone without owner"
    return {
        "value": Template("a zone is needed here, this is {kind}", "name a declared zone"),
        "owned": Template(owned, "name a zone that no seat or thing owns"),
        "row": Template(owned, "name a zone"),
        "key": Template("`{name}` of `{of}` must be a zone", "name a zone"),
        "list": Template(
            "`{name}` is no zone of `{of}`", "name a zone that every seat has, as in `{of}.hand`"
        ),
    }[where]


@problem("M042")
def wrong_zone(
    how: Literal["moved", "put", "drawn", "noun", "list"],
    zone: Name,
    holds: Name,
    *,
    name: Name = "",
    other: Name = "",
    kind: Kind = ANY,
) -> Words:
    """A thing comes to a zone that holds another type."""
    return {
        "moved": Template("`{zone}` holds `{holds}`, this is {kind}", "move it to a zone for its type"),
        "put": Template("`{zone}` holds `{holds}`, not `{name}`", "put it in a zone for its type"),
        "drawn": Template(
            "`{zone}` holds `{holds}`, `{other}` holds `{name}`", "draw to a zone for that type"
        ),
        "noun": Template("`{zone}` holds `{holds}`, not `{name}`", "name the type of its things"),
        "list": Template("`{zone}` holds `{holds}`, not `{name}`", "name a zone for this type"),
    }[how]


@problem("M043")
def no_order(of: Literal["draw", "top", "bottom", "look", "shuffle"], zone: Name) -> Words:
    """A zone has no top, no bottom or no order."""
    declare = "declare it `pile` or `ordered`"
    return {
        "draw": Template(
            "`{zone}` has no order to draw from", "declare it `pile` or `ordered`, or choose from it"
        ),
        "top": Template("`{zone}` has no top", "leave the place out, or declare the zone `ordered`"),
        "bottom": Template("`{zone}` has no bottom", "leave the place out, or declare the zone `ordered`"),
        "look": Template("`{zone}` has no top to look at", "declare it `pile` or `ordered`, or use `show`"),
        "shuffle": Template("`{zone}` has no order to shuffle", declare),
    }[of]


@problem("M142")
def idle_pile(zone: Name) -> Words:
    """All see what lies in a pile, and no line draws from it, looks at its top, lays on top or shuffles."""
    return Template(
        "`{zone}` is no pile: nothing draws from it, shuffles it or looks at its top, "
        "and all see what lies there",
        "leave `pile` out",
    )


@problem("M044")
def not_a_cell(why: Literal["set", "printed", "pool", "face", "no die"] = "set", name: Name = "") -> Words:
    """What is set, what stands behind `printed`, or what is rolled (into) is no cell, no list or no die."""
    if why == "face":
        return Template("the face of `{name}` gets no name", "write `roll {name} as n`")
    if why == "no die":
        return Template("`{name}` is no die", "declare it with a die as its kind, or write `roll d6 as n`")
    if why == "pool":
        return Template(
            "nothing can be rolled into this", "write the name of a list that `roll` or `let` has made"
        )
    if why == "printed":
        return Template("`printed` stands before an attribute", "write `printed x.attribute`")
    return Template(
        "this is not a cell that can be set", "set a `state`, an attribute, or a local made with `let`"
    )


@problem("M046")
def no_way_open() -> Words:
    """Every way of an `ask` has a condition."""
    return Template("it may be that no way is open here", "leave `when` out of one of the ways")


@problem("M047")
def way_twice(name: Name) -> Words:
    """Two ways of one `ask` have the same name."""
    return Template("the way `{name}` stands here twice", "give every way a name of its own")


@problem("M059")
def loop_without_end() -> Words:
    """Nothing in a loop can end it."""
    return Template(
        "nothing in this loop can end it",
        "end it with `stop`, `done`, `leave ...` or `end game`, or repeat `while ...`",
    )


@problem("M068")
def wrong_units(payment: Name, kind: str = "") -> Words:
    """A need names a kind the payment has not, or names none of its `kind`."""
    if not kind:
        return Template("`{payment}` is paid in units of one kind", "leave `of ...` out")
    return Template("`{payment}` is paid in units of several kinds", "say which: `2 of ...`, a {kind}")


@problem("M074")
def given_value_changed(name: Name) -> Words:
    """A parameter or a binder is set."""
    return Template("`{name}` is given from outside and keeps its value", "let a new local take the value")


@problem("M081")
def always_there(what: Literal["choice", "value"]) -> Words:
    """An `otherwise` stands below a choice that always finds something, or a value that is there."""
    said = "this choice always finds something" if what == "choice" else "this value is always there"
    return Words(f"{said}, so this never happens", "remove the `otherwise`")


@problem("M082")
def choice_without_name() -> Words:
    """What is chosen has no name."""
    return Template("the choice needs a name", "write a name after the noun, as in `card c`")
