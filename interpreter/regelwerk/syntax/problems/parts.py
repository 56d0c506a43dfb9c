"""Problems of the parts of a line, and of old forms."""

from typing import Literal

from regelwerk.source.wording import Template, Words, problem
from regelwerk.syntax.wording import describe, describe_expected

Terminals = tuple[str, ...]


@problem("P029")
def missing_colon(first: str, before: str = "", form: str = "") -> Words:
    """A line that opens a block does not end in `:`, or one is missing `before` a word."""
    if before:
        whole = f"; the whole form is `{form}`" if form else ""
        return Words(
            f"a `:` is missing before `{before}`",
            f"write `:` before `{before}`, or delete what follows{whole}",
        )
    return Template(
        "the line that begins with `{first}` lacks a `:`", "put `:` behind what is written so far"
    )


@problem("P030")
def missing_word(
    terminal: str, form: str, where: Literal["end", "text", "word", "instead"], word: str
) -> Words:
    """A word between the parts of a line is missing, or another stands there `instead`."""
    if where == "instead":
        return Words(f"{describe(terminal)} belongs here, not `{word}`", f"write `{form}`")
    place = {"end": "at the end of the line", "text": "before the text", "word": f"before `{word}`"}[where]
    return Words(f"the word {describe(terminal)} is missing {place}", f"write `{form}`")


@problem("P031")
def missing_parameters(sort: str, name: str, value: str = "") -> Words:
    """A declared name needs parentheses, even empty ones."""
    whole = f"{sort} {name}() = {value}" if value else f"{sort} {name}()"
    return Words(
        f"the name of the {sort} `{name}` lacks its parentheses",
        f"write `{whole}`, with parameters between the parentheses if it has any",
    )


@problem("P032")
def missing_parentheses(summed: str = "", form: str = "", word: str = "where") -> Words:
    """A condition after a `word`, and what is summed if it has several parts, stand in parentheses."""
    if not summed:
        return Template("the condition after `{word}` stands in parentheses", "write `{word} (condition)`")
    return Template("what stands between `{summed} of` and `over` has several parts", "write `{form}`")


@problem("P033")
def equals_in_let() -> Words:
    """A name is given to a value with `be`."""
    return Template("`let` gives a name to a value with `be`, not with `=`", "write `let name be value`")


@problem("P034")
def equals_in_set(sign: str) -> Words:
    """A value is changed with `to`."""
    return Template("`set` changes a value with `to`, not with `{sign}`", "write `set what to value`")


@problem("P035")
def wrong_sign(sign: str, right: str) -> Words:
    """Two things are compared with `=`, `!=`, `<`, `<=`, `>` or `>=`."""
    return Template("`{sign}` is no sign of the language", "write `{right}`")


@problem("P036")
def chained_comparison(sign: str) -> Words:
    """A comparison has two sides."""
    return Template(
        "a comparison has two sides, but `{sign}` begins a third", "join two comparisons by `and`"
    )


@problem("P037")
def is_before_value(word: str, sign: str) -> Words:
    """`is` asks for a kind or for `none`; values are compared with `=`."""
    return Template("after `is` stands a kind or `none`, not `{word}`", "compare values with `{sign}`")


@problem("P038")
def missing_value(sign: str, expected: Terminals) -> Words:
    """After an operator or a comma nothing follows."""
    return Words(f"after `{sign}` {describe_expected(expected)} is missing", f"add it or delete `{sign}`")


@problem("P039")
def line_too_short(expected: Terminals) -> Words:
    """The end of a line is missing."""
    return Words(
        f"the line ends too early; expected {describe_expected(expected)}",
        "complete the line; it goes on below inside brackets, and after a comma, `=`, `+`, `-`, `and`, `or`",
    )


@problem("P040")
def missing_comma(one: str, other: str, form: str = "") -> Words:
    """Two entries of a list stand side by side."""
    whole = f"; the whole form is `{form}`" if form else ""
    return Words(
        f"between `{one}` and `{other}` a comma or another word is missing",
        f"write `{one}, {other}` if both belong to the list{whole}",
    )


@problem("P041")
def goes_on(
    what: Literal[
        "colon",
        "otherwise",
        "rest",
        "secretly",
        "word",
        "face",
        "brackets",
        "from",
        "until",
        "by",
        "may",
        "amount",
    ],
    word: str,
    form: str = "",
) -> Words:
    """Something follows where the line should end, or stands where nothing more belongs."""
    return {
        "secretly": Template(
            "a choice that several make in secret begins with `each`",
            "write `each seat p secretly chooses ...`, without `for`",
        ),
        "word": Template("`{word}` is one word too many here", "write `{form}`"),
        "face": Template(
            "a face that an attribute keeps gets no name",
            "write `roll d.shows`, and `d.shows` where the face is meant",
        ),
        "brackets": Template(
            "the brackets behind `{word}` are empty",
            "leave them out; a group that is given nothing takes what it has by itself",
        ),
        "from": Template(
            "`{word}` has no place in a set",
            "leave it out; with which seat to begin says `for each seat p from seat 1:`",
        ),
        "until": Template(
            "`{word}` does not say how long the value lasts",
            "write `until` where the value is declared, as in `tired: flag = no until turn`",
        ),
        "by": Template(
            "`{word}` asks a seat, but what stands `at random` is chosen by chance",
            "leave one of them out: `choose kind name at random` or `choose kind name by seat`",
        ),
        "may": Template(
            "`{word}` leaves it to a seat, but chance always chooses",
            "write `choose kind name at random`, with `if` before it where it need not happen",
        ),
        "amount": Template(
            "`{word}` asks a seat for several, but chance chooses one at a time",
            "write `repeat number times:` and `choose kind name at random` below it",
        ),
        "colon": Template(
            "a line that begins with `{word}` opens no block",
            "delete the `:`, and write the next lines as deep as this one",
        ),
        "otherwise": Template(
            "this `{word}` has no `otherwise`",
            "it belongs to `let`, `choose` and `draw` with a name; else ask before with `if`",
        ),
        "rest": Template(
            "the line should end before `{word}`",
            "delete the rest, or join it by an operator such as `and` or `+`",
        ),
    }[what]


@problem("P042")
def text_out_of_place() -> Words:
    """Only names of scenarios and house rules are written in quotes."""
    return Template(
        "a text cannot stand here; only scenarios and house rules have names in quotes",
        "use a name without quotes; what players read stands in the tables of labels",
    )


@problem("P043")
def unreadable_clause(word: str) -> Words:
    """A clause is written `rulebook.section.number`."""
    return Words(
        f"`{word}` is no clause" if word else "a clause is missing",
        "write it like `rulebook.section.12`, small, with two points",
    )


@problem("P044")
def without_one_of(how: Literal["in", "is", "no brackets", "single"]) -> Words:
    """Several follow `is one of` in brackets."""
    fix = "write `is one of (one, another)`, with two or more in the brackets"
    return {
        "in": Template(
            "one of several is not asked for with `in`",
            fix,
        ),
        "is": Template(
            "one of several is not asked for with `is` alone",
            fix,
        ),
        "no brackets": Template(
            "what it may be one of stands in brackets",
            fix,
        ),
        "single": Template("a single one is nothing to choose from", "compare it with `=`, or with `is`"),
    }[how]


@problem("P046")
def in_for_inside(negated: bool) -> Words:
    """Whether something lies in a zone or a list is asked with `inside`."""
    form = "not (x inside zone)" if negated else "x inside zone"
    return Words("whether something lies in a zone or a list is not asked with `in`", f"write `{form}`")


@problem("P047")
def otherwise_opens_a_block() -> Words:
    """Behind `, otherwise` one statement stands on the same line."""
    return Template(
        "behind `, otherwise` one statement stands on the same line",
        "write it there, or `otherwise:` without the comma on the next line, with lines below it",
    )


@problem("P048")
def parameter_without_name(word: str, name: str) -> Words:
    """The values that a happening must have had are given by the names of parameters."""
    fix = f"write `{word} {name}(parameter: value) this event`"
    if word == "times":
        fix += "; how often a position came says `times recorded ...`"
    return Words(f"`{word}` names the parameters of `{name}` that it asks for", fix)


@problem("P049")
def happening_for_value(word: str, form: str = "") -> Words:
    """A statement stands where a value is needed."""
    return Words(
        f"`{word}` lets something happen, and a value is needed here",
        f"write `{form}` in a line of its own" if form else "write a value here",
    )


@problem("P045")
def part_too_late(word: str, before: str, form: str = "") -> Words:
    """A part of a line stands behind one that it belongs before, or before the name in its `form`."""
    if form:
        return Template("`{word}` stands before the name of a parameter, not behind it", "write `{form}`")
    return Template(
        "`{word}` stands behind `{before}`; it belongs before it",
        "move `{word}`, with all that belongs to it, before `{before}`",
    )


@problem("P050")
def something_else(
    word: str,
    expected: Terminals = (),
    form: str = "",
    meant: Literal["", "seat", "cell", "flag", "put"] = "",
) -> Words:
    """A word or sign cannot stand where it does; what is `meant` is said in another way."""
    if meant:
        return {
            "seat": Template(
                "`with` gives a figure of a row, not one of a seat",
                "write `given:` and below it `set {form} to value`",
            ),
            "cell": Template(
                "a cell of a row is named with a point where it gets its figure", "write `{form} = value`"
            ),
            "flag": Template("what is `yes` or `no` is of the kind `flag`", "write `{word}: flag`"),
            "put": Template(
                "`put` takes a number such as `3`, not `{word}`",
                "write `repeat {word} times:` and below it `put {form}`",
            ),
        }[meant]
    what = f"`{word}` cannot stand here" if word else "something is missing here"
    return Words(
        f"{what}; expected {describe_expected(expected)}",
        f"the whole form is `{form}`" if form else "compare the line with its form in the grammar reference",
    )


@problem("P051")
def not_formatted() -> Words:
    """The formatter would have changed the meaning or broken a bound."""
    return Template(
        "the file cannot be brought into the canonical layout without changing what it says",
        "break long expressions apart with `value`, then format again",
    )


SAID_NOW = {
    "test": "write `value`",
    "chance": "name the die, the zone or what is chosen at random, as in `chance d6: 4`",
    "pick": "write `choose ... at random`",
    "until": "write `repeat:` and, at its end, `if ...:` with `stop` below",
}
"""What to write in the place of a word that an earlier edition had."""


@problem("P052")
def old_form(word: str) -> Words:
    """Something is written as in an earlier edition of the language."""
    who = "leaves that to you" if word == "chance" else "rewrites whole games"
    return Template(
        "`{word}` was written so in an earlier edition of the language",
        f"{SAID_NOW.get(word, 'see the grammar reference')}; `regelwerk upgrade` {who}",
    )


@problem("P053")
def amended_otherwise(
    how: Literal["set", "sort", "name"], first: str, sort: str = "", instead: str = ""
) -> Words:
    """A house rule changes something in a way that there is not."""
    return {
        "set": Template(
            "a house rule says what is otherwise, and does nothing such as `{first}` itself",
            "write `replace value NAME() = 3` for a number with a name, `fix option NAME = 3` for an option, "
            "`change table TYPE:` for the cells of a row",
        ),
        "sort": Words(f"`{first} {sort}` is not said in house rules", f"write `{instead}`"),
        "name": Template(
            "`{first}` needs to know what `{sort}` is",
            "write `replace value {sort}() = 3` for a number with a name, `fix option {sort} = 3` for an "
            "option, `change table TYPE:` for the cells of a row",
        ),
    }[how]
