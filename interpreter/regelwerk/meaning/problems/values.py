"""Problems with values: of the wrong kind, absent, or decided before anybody looks."""

from typing import Literal

from regelwerk.meaning.problems.kinds import ANY, Kind, Role, a, describe, played
from regelwerk.source.wording import Name, Names, Template, Words, problem, quoted

_ARGUMENTS = {
    "list": "a list or a zone",
    "member": "a member of an enum",
    "thing": "a thing",
    "grid": "a thing on a grid",
    "linked": "a thing of a linked map",
    "place": "a place of a map",
    "places": "a place of a map or a list of places",
}
"""What functions of the language take, by the kind of their parameter."""


@problem("M005")
def wrong_kind(
    where: Literal[
        "value",
        "order of seats",
        "holder",
        "argument",
        "not adjacent",
        "named by",
        "sort",
        "moved",
        "shown",
        "always there",
        "answer",
        "one way",
        "zone",
        "local",
        "aim",
        "bounds",
        "chosen",
        "feature",
        "position kept",
        "faces",
    ],
    kind: Kind = ANY,
    *,
    wanted: Kind = ANY,
    role: Role = "",
    name: Name = "",
    word: str = "",
) -> Words:
    """A value is of another kind than its place needs.

    `word` is the sort of what is named, the kind of a parameter, whether there are zones, or what is chosen.
    """
    this = f"this is {describe(kind)}"
    zones = "zones of several types" if word else "no zone"
    argument = _ARGUMENTS.get(word, "")
    return {
        "value": Template("{role} must be {wanted}, this is {kind}", "write {wanted} here"),
        "order of seats": Template("`{name}` puts seats in order, these are not seats", "leave `{name}` out"),
        "holder": Words(f"{zones} of things may hold a `{name}`", "ask for `owner(...)`, or test each zone"),
        "argument": Words(f"`{name}` takes {argument}, {this}", f"give it {argument}"),
        "not adjacent": Words(
            f"`{name}` asks which places are adjacent, and the grid of {describe(kind)} does not say it",
            "write `, adjacent orthogonally`, `in all directions` or `as hexagons` behind the grid",
        ),
        "named by": Template(
            "a `{name}` has a name of its own",
            "things of tables and passing things are `named by` an attribute",
        ),
        "sort": Words(
            f"`{name}` lacks its brackets"
            if word == "value"
            else f"`{name}` is {a('type' if word == 'unnamed' else word)}, not a value",
            {
                "value": f"write `{name}(...)`",
                "type": f"write `all {name}` for all of them",
                "unnamed": f"give what it stands for a name: `{name} x in ...`, and write `x`",
                "group": f"write `all {name}` for all that is in it, `x is {name}` to ask for one",
            }.get(word, "name a value"),
        ),
        "moved": Template("only things are moved, this is {kind}", "name a thing or a list of things"),
        "shown": Template("only things are shown, this is {kind}", "name a thing, a list or a zone"),
        "always there": Template("{kind} is always there", "leave `or none` out, or take a number as sign"),
        "answer": Template("an answer cannot be kept", "keep the thing it uses, or the seat"),
        "one way": Template("`{name}` of a link is a flag", "write `{name}: flag = no`"),
        "zone": Template("a zone holds things, not {kind}", "name a type"),
        "local": Template("a local needs a kind, {kind} has none", "begin with a value that may be absent"),
        "aim": Template(
            "an answer is aimed at one thing, this is {kind}", "name what its action has as a `target`"
        ),
        "bounds": Template("only numbers have bounds, this is {kind}", "leave the bounds out"),
        "feature": Template(
            "a position is made of numbers, flags, words, things and seats, this is {kind}",
            "write one value, or `VALUE for each ...`",
        ),
        "faces": Template(
            "`{name}` is a number, and other faces of this die are words",
            "write all faces as words, such as `one`, or all as numbers",
        ),
        "position kept": Template(
            "a position is recorded or compared, and kept nowhere else",
            "call its value where you need it",
        ),
        "chosen": Template("nothing in this game lets a seat choose {kind}", "seats choose {word}"),
    }[where]


@problem("M006")
def wrong_arguments(
    of: Literal["call", "left out", "order", "sign", "action", "modified"],
    name: Name,
    here: int = 0,
    parameters: tuple[str, ...] = (),
    fewest: int | None = None,
) -> Words:
    """A call does not give each parameter one value.

    One that may leave some out has the `fewest` at least; `parameters` are those that are left out, or all.
    """
    takes = len(parameters)
    from_to = str(takes) if fewest in (None, takes) else f"{fewest} to {takes}"
    few = {0: "none", 1: "one"}.get(takes, str(takes))
    return {
        "call": Words(
            f"`{name}` takes {from_to} arguments ({', '.join(parameters) or 'none'}), here are {here}",
            "give one argument for each parameter",
        ),
        "left out": Words(
            f"`{name}` is called without {quoted(parameters)}",
            f"write `{''.join(parameters[:1])}: ...`, or give it a default where `{name}` is declared",
        ),
        "order": Template(
            "an argument without a name stands behind one with a name",
            "put it in front, or write the name of its parameter, too",
        ),
        "sign": Template("an argument is given its name with `:`, not with `=`", "write `{name}: ...`"),
        "action": Words(
            f"`{name}` takes {few}, here {'is' if here == 1 else 'are'} {here}",
            "write what it uses and aims at, in the order of its lines",
        ),
        "modified": Template(
            "`{name}` has other parameters", "name them as the value does: kind and name of each"
        ),
    }[of]


@problem("M007")
def wrong_call(
    how: Literal[
        "event in a value",
        "no happening",
        "no arguments",
        "arguments of a noun",
        "group",
        "no event",
        "event declared",
        "action put off",
    ],
    name: Name,
    sort: Name = "",
) -> Words:
    """What is called cannot be called in this place."""
    return {
        "event in a value": Template(
            "the event `{name}` happens in a line of its own", "write `let x be {name}(...)` before"
        ),
        "no happening": Template(
            "`{name}` is of the sort `{sort}`, not an event: nothing would happen",
            "name an event, or ask for `{name}` itself",
        ),
        "no arguments": Template("`{name}` is of the sort `{sort}` and takes no arguments", "only values do"),
        "arguments of a noun": Template("`{name}` takes no arguments", "only groups do"),
        "group": Template(
            "`{name}` is a group, not a value",
            "write `all {name}(...)` for all that is in it, `x is {name}(...)` to ask for one",
        ),
        "no event": Words(
            f"`{name}` is of the sort `{sort}`, not an event",
            {
                "window": f"write `open {name}(...)`",
                "action": "an action is taken by a seat in a window",
                "value": f"write `let x be {name}(...)`",
            }.get(sort, "only events happen in a line of their own"),
        ),
        "event declared": Template(
            "`{name}` is an event: nobody declares it", "leave `by` out, or put an action off"
        ),
        "action put off": Template(
            "`{name}` is an action: nothing says who declares it",
            "write `later {name}(...) by SEAT during ...`",
        ),
    }[how]


@problem("M008")
def never_alike(
    test: Literal["sort", "action", "type", "group", "none", "kinds", "order", "inside", "held"],
    left: Kind = ANY,
    right: Kind = ANY,
    *,
    name: Name = "",
    of: Name = "",
    wanted: str = "",
) -> Words:
    """Two values that are compared are never of one kind."""
    return {
        "sort": Template("only things are of a sort, this is {left}", "compare with `=`"),
        "action": Template(
            "only answers are of an action, this is {left}", "write `is` and a type or a row without brackets"
        ),
        "type": Template("a `{of}` is never `{name}`", "`{name}` is a `{wanted}`"),
        "group": Template("{left} is never `{name}`", "that is a group of {right}"),
        "none": Template("`{name}` is not compared with a sign", "write `is none` or `is not none`"),
        "kinds": Template("{left} is never compared with {right}", "compare two values of one kind"),
        "order": Template("`{name}` orders numbers, this is {left}", "use `=` or `!=`"),
        "inside": Template("{left} is never inside {right}", "compare things of one kind"),
        "held": Template("{left} never holds {right}", "name the right list or the right noun"),
    }[test]


@problem("M009")
def may_be_absent(role: Role, told: bool = False) -> Words:
    """A value that may be `none` is used without a test, or to be `told` by its text."""
    what = played(role)
    if told:
        return Words(
            f"{what} may be absent, and nothing has no text",
            "write `told by its text, otherwise ...`, or leave `or none` out",
        )
    fix = "test it first with `is not none`"
    if what not in ("what is moved", "what is shown"):
        fix += " (let it be a local if it is a cell)"
    return Words(f"{what} may be `none` here", fix)


@problem("M012")
def not_a_condition(kind: Kind, one_of: tuple[str, ...] = ()) -> Words:
    """A value stands where something must hold or not; or it was meant to be `one_of` several."""
    instead = "compare it with something, or ask `any ...`"
    if one_of:
        instead = f"write `... is one of ({', '.join(one_of)})`"
    return Words(f"a condition is needed here, this is {describe(kind)}", instead)


@problem("M013")
def not_a_list(where: Literal["endless", "range", "set", "inside"], kind: Kind = ANY) -> Words:
    """A set is taken from something that has no elements."""
    return {
        "endless": Template("numbers without end", "write `number i in 1..6`"),
        "range": Template("a range holds numbers, not {kind}", "write `number i in 1..6`"),
        "set": Template(
            "a set is taken from a list or a zone, this is {kind}", "name a zone, a list or a range"
        ),
        "inside": Template("`inside` needs a list or a zone, this is {kind}", "name a zone or a list"),
    }[where]


@problem("M136")
def leads_nowhere(direction: Name, type_name: Name, others: tuple[str, ...]) -> Words:
    """No place of a map has another in a direction."""
    return Words(
        f"no `{type_name}` has another to its `{direction}`",
        f"the directions that lead on are {quoted(others, ', ')}" if others else "no direction leads on here",
    )


@problem("M020")
def circle(names: Names) -> Words:
    """A value or a result needs itself."""
    return Words(
        f"`{names[0]}` depends on itself: {quoted(names, ' -> ')}", "break the circle in one of these places"
    )


@problem("M060")
def decided(
    how: Literal["never none", "always of a type", "same sides", "range", "never", "no such row", "needs"],
    kind: Kind = ANY,
    beside: Kind = ANY,
    *,
    name: Name = "",
    of: Name = "",
    always: bool = False,
) -> Words:
    """A test always or never holds; `kind` is compared with a literal, or with what is `beside` it."""
    return {
        "never none": Template("this is {kind} and never `none`", "leave the test out"),
        "always of a type": Template("a `{of}` is always a `{name}`", "leave the test out"),
        "same sides": Template("both sides of this comparison are the same", "compare with something else"),
        "range": Words(
            f"this is {'always' if always else 'never'} so: {_range(kind, beside)}",
            "compare with a number inside the range",
        ),
        "never": Words(never_holds(""), "compare with another value"),
        "no such row": Words(never_holds(name), "compare with another value"),
        "needs": Template(
            "nobody can ever choose `{name}`: this never holds beside what it needs else",
            "correct one of the lines",
        ),
    }[how]


def _range(kind: Kind, beside: Kind) -> str:
    """Say what decides a comparison."""
    if beside != ANY:
        return f"the ranges are {_between(kind)} and {_between(beside)}"
    if kind.low is not None and kind.high is not None:
        return f"the range is {_between(kind)}"
    return f"the number is {_between(kind)}"


def _between(kind: Kind) -> str:
    if kind.low is not None and kind.high is not None:
        return f"{kind.low}..{kind.high}"
    return f"{kind.low} or more" if kind.low is not None else f"{kind.high} or less"


def never_holds(attribute: str) -> str:
    """Say why a condition never holds: no row has such an attribute, if one is named."""
    return f"no row has such a `{attribute}`, so this never holds" if attribute else "this never holds"


@problem("M075")
def condition_twice() -> Words:
    """The same condition stands twice beside itself."""
    return Template("this condition stands here twice", "remove one of the two")


@problem("M085", severity="warning")
def not_before_or() -> Words:
    """A `not` may be read as if it reached beyond the `or`."""
    return Template(
        "`not` reaches to the `or` only", "write `(not a) or b` if that is meant, else `not (a or b)`"
    )
