"""Problems with scenarios: lines that make no sense there, and tests that test nothing."""

from typing import Literal

from regelwerk.meaning.problems.kinds import ANY, Kind
from regelwerk.source.wording import Name, Template, Words, problem


@problem("M045")
def printed_attribute_set(attribute: Name) -> Words:
    """A position sets an attribute no rule changes."""
    return Template(
        "`{attribute}` is printed: no rule changes it",
        "write `with THING.{attribute} = ...` above, or take a thing that has the value you want",
    )


@problem("M063")
def impossible_line(
    what: Literal["asked in rules", "put in rules", "too early", "too late", "name of the scenario"],
    name: Name = "",
) -> Words:
    """A line has no meaning here."""
    return {
        "asked in rules": Template(
            "only scenarios ask for `{name}`", "ask for what the rules themselves remember"
        ),
        "put in rules": Template("`put` makes positions of scenarios", "write `move ... to ...` in rules"),
        "too early": Template(
            "above `start` stand lines about what is asked, and nobody is asked yet",
            "write them below; only `expect` may ask for the position itself",
        ),
        "too late": Template(
            "`{name}` makes the position, but the course has begun above it",
            "write it above the line with which the course begins",
        ),
        "name of the scenario": Template(
            "`{name}` is a name of the scenario, which a position does not know",
            "give the position a parameter for it",
        ),
    }[what]


@problem("M124")
def endless_position(name: Name, most: int, too_long: bool) -> Words:
    """A position has itself among its lines, or a scenario gets too many lines from positions."""
    if too_long:
        return Words(f"positions add more than {most} lines to this scenario", "use fewer in each other")
    return Template("`{name}` has itself among its lines", "leave the line out")


@problem("M064")
def expects_nothing() -> Words:
    """A scenario tests nothing."""
    return Template(
        "this scenario expects nothing",
        "add a line `expect ...`, `ends as ...`, `X may ...` or `X cannot ...`",
    )


@problem("M071")
def title_twice(title: str) -> Words:
    """Two scenarios have the same title."""
    return Template('another scenario has the title "{title}"', "give every scenario a title of its own")


@problem("M087")
def proves_nothing(why: Literal["nobody asked", "sets itself"]) -> Words:
    """A scenario would pass if nothing ever happened."""
    what, fix = {
        "nobody asked": (
            "it expects only that nobody is asked, as if nothing happened",
            "expect what has changed, or what somebody may do",
        ),
        "sets itself": (
            "it expects only what it sets itself",
            "`start` something, or expect what follows from the position",
        ),
    }[why]
    return Words(f"this scenario proves nothing: {what}", fix)


@problem("M123")
def no_source_of_chance(
    why: Literal["picked", "unknown", "face", "word"], name: Name, face: str = "", kind: Kind = ANY,
    faces: tuple[Name, ...] = (),
) -> Words:  # fmt: skip
    """A scenario lets something give results that gives none by chance, or a die a `face` it lacks."""
    if why in ("face", "word"):
        words = ", ".join(f"`{each}`" for each in faces)
        shown = words if why == "word" else f"from {kind.low} to {kind.high}"
        return Words(f"the die `{name}` has no face `{face}`", f"take one of its faces, {shown}")
    fix = "name the die, the zone, or what is chosen at random"
    return {
        "picked": Template("no `{name}` is chosen at random", fix),
        "unknown": Template("there is no die, no zone and nothing chosen at random `{name}`", fix),
    }[why]
