"""Problems with rules, modifiers and limits: what never applies, never ends, or tells too much."""

from typing import Literal

from regelwerk.meaning.problems.values import never_holds
from regelwerk.source.wording import Name, Names, Template, Words, problem, quoted


@problem("M050")
def never_applies(rule: Name, event: Name = "", attribute: Name = "") -> Words:
    """What a rule waits for never happens, or its condition never holds."""
    if event:
        return Template(
            "`{rule}` never applies: nothing lets `{event}` happen",
            "let it happen with `{event}(...)`, or hook the rule on another event",
        )
    return Words(
        f"`{rule}` never applies: {never_holds(attribute)}", "correct the condition, or remove the rule"
    )


@problem("M051")
def hook_on_no_happening(name: Name, sort: Name) -> Words:
    """A rule is hooked on something that does not happen."""
    return Template(
        "`{name}` is of the sort `{sort}`, not an event or an action",
        "a rule is hooked on an event or an action",
    )


@problem("M052")
def despite_no_rule(name: Name) -> Words:
    """An exception names a rule that forbids nothing."""
    return Template("`{name}` is not a rule that forbids", "name a `forbid` rule")


@problem("M054")
def circle_of_modifiers(way: Names) -> Words:
    """A modifier reads what it modifies."""
    return Words(
        f"`{way[0]}` depends on itself through its modifiers: {quoted(way, ' -> ')}",
        "read `printed ...` in one of these places",
    )


@problem("M055")
def replaced_by_itself(event: Name) -> Words:
    """What happens instead of an event is the event itself."""
    return Template(
        "what happens instead of `{event}` is `{event}` itself, unchanged",
        "change an argument, or let something else happen",
    )


@problem("M117")
def cannot_be_supposed(reason: Literal["asks", "chance", "ends", "leaves", "itself"], way: Names) -> Words:
    """An event is supposed in which something stands that cannot be taken back."""
    why = {
        "asks": "somebody is asked something",
        "chance": "chance decides something",
        "ends": "the game may end",
        "leaves": "another event may be left",
        "itself": f"`{way[0]}` is supposed again",
    }[reason]
    path = f" ({quoted(way, ' -> ')})" if len(way) > 1 else ""
    return Words(
        f"`{way[0]}` cannot be supposed: in `{way[-1]}` {why}{path}",
        "put what is certain into an event of its own, and suppose that one",
    )


@problem("M127", severity="warning")
def open_secret(how: Literal["rolled", "chosen", "known"], name: Name, zone: Name) -> Words:
    """What all have seen is kept as a secret: `name` was rolled or chosen, or is the zone of known things."""
    return {
        "rolled": Template(
            "everybody saw `{name}` rolled, so it is no secret in `{zone}`",
            "roll the attribute where the thing lies: `roll d.pips by p` for a die `d` in `{zone}`",
        ),
        "chosen": Template(
            "everybody saw `{name}` chosen, so it is no secret in `{zone}`",
            "let it be chosen in secret: `each seat p secretly chooses ...`",
        ),
        "known": Template(
            "everybody knows the things in `{name}`, so what is chosen is no secret in `{zone}`",
            "choose among things that come from a hidden zone, or let `{zone}` be a pile, which mixes",
        ),
    }[how]


@problem("M128", severity="warning")
def mark_never_asked(name: Name, event: Name, begins: bool = False) -> Words:
    """What is so until an event ends is set, and neither asked for, shown nor a part of house rules."""
    return Template(
        "nothing asks for `{name}`, so it makes no difference until the next `{event}`"
        if begins
        else "nothing asks for `{name}`, so it makes no difference until `{event}` ends",
        "ask for it in a condition or a value, or remove it and what sets it",
    )


@problem("M131", severity="warning")
def offer_of_nothing(how: Literal["forbidden", "action", "way"], name: Name, rule: Name = "") -> Words:
    """Nothing can come of an action or of a way of an `ask`."""
    test = "`needs`" if how == "action" else "`when`"
    return {
        "forbidden": Template(
            "`{rule}` always forbids `{name}`, so nobody is ever offered it",
            "narrow the rule with `where (...)`, or remove the action",
        ),
        "action": Words(
            f"nothing can come of `{name}`: its lines ask for what is not so where it is offered",
            f"ask for it in {test}; where nothing is meant, write `nothing`",
        ),
        "way": Words(
            f"nothing can come of `{name}`: its lines ask for what is not so where it is offered",
            f"ask for it in {test}; where nothing is meant, write `nothing`",
        ),
    }[how]


@problem("M126", severity="warning")
def mark_never_set(name: Name, event: Name, begins: bool = False) -> Words:
    """What is so until an event ends is set by no line, and changed by no modifier."""
    return Template(
        "nothing sets `{name}`, so it is always what it is when the next `{event}` begins"
        if begins
        else "nothing sets `{name}`, so it is always what it is when `{event}` ends",
        "set it where it becomes so, or remove it",
    )


@problem("M125", severity="warning")
def recorded_in_vain() -> Words:
    """A position is recorded, and nothing asks how often one came."""
    return Template(
        "positions are recorded, and nothing asks for `times recorded ...`",
        "ask how often this one came, or remove the line",
    )


@problem("M135", severity="warning")
def never_recorded(anything: bool) -> Words:
    """It is asked how often a position came, and none is recorded, or none with these features."""
    if not anything:
        return Template(
            "nothing records a position, so this is always 0",
            "write `record ...` where the position has come",
        )
    return Template(
        "no position with these features is recorded, so this is always 0",
        "ask for the value that is recorded, or record this one",
    )


@problem("M137", severity="warning")
def without_its_thing(action: Name, row: Name, by: Name) -> Words:
    """An action in a text says nothing of the thing that has the text."""
    return Template(
        "`{action}` stands in the text of `{row}` and says nothing of it: who has it does not matter",
        "write `uses this in {by}.ZONE` or `target this in ZONE`",
    )


@problem("M056")
def endless(way: Names, left_out: int = 0) -> Words:
    """An event surely leads to itself; before the last of the way so many are left out."""
    shown = quoted(way, " -> ")
    if left_out:
        shown = f"{quoted(way[:-1], ' -> ')} -> ... -> `{way[-1]}`"
    return Words(
        f"`{way[0]}` leads to itself without end: {shown}", "put one of these happenings under a condition"
    )


@problem("M057")
def breach_that_does_not_mend(limit: Name, again: Name = "") -> Words:
    """A breach breaks its limit further, or never ends because it is judged `again`."""
    does = f"mends nothing, and after `{again}` it is judged again" if again else "breaks it further"
    return Words(f"the breach of `{limit}` {does}", "let the breach mend what is broken")


@problem("M058")
def limit_never_broken(limit: Name) -> Words:
    """Nothing that happens writes what a limit reads."""
    return Template(
        "nothing that happens can break the limit `{limit}`",
        "test something that rules change, or remove the limit",
    )


@problem("M065")
def leak(how: Literal["offered things", "who is asked", "offer", "set", "how many"], zone: Name) -> Words:
    """What is asked, or set for all to see, tells a seat about things it cannot see."""
    return {
        "offered things": Template(
            "the seat that is asked may not know the things in `{zone}` it is offered",
            "let chance pick one, or `show` them to the seat before",
        ),
        "who is asked": Template(
            "who is asked tells everybody what lies in `{zone}`",
            "ask all, and test it in the needs of an action",
        ),
        "offer": Template(
            "what is offered tells the seat what lies in `{zone}`, which it may not know",
            "test what the seat knows, such as how many things lie there",
        ),
        "set": Template(
            "this tells everybody what lies in `{zone}`: a cell that all see is set from it",
            "`show` the things before if all may know them, or set a cell of a hidden thing",
        ),
        "how many": Template(
            "this tells everybody what lies in `{zone}`: all see how many these are",
            "count what all know, or `show` the things before if all may know them",
        ),
    }[how]


@problem("M080")
def declared_again(name: Name, first: Name = "") -> Words:
    """Two rules are the same but for their names; without `first`, two `modify` of one thing."""
    said = f"`{name}` says the same as `{first}`"
    if not first:
        said = f"this says the same of `{name}` as another `modify`"
    return Words(said, "remove one of the two")


@problem("M094")
def lasting_for_each() -> Words:
    """A rule in force for a while is said to be for each of a set."""
    return Template(
        "a rule that is in force for a while is not for each of a set",
        "put `for each ...` around the block, or inside what the rule does",
    )
