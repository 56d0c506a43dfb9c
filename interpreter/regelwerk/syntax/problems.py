"""Every problem of reading the text of rules: one constructor for each code.

Terminals of the grammar are given by their names, and said in the author's words when the words are made.
"""

from typing import Literal

from regelwerk.source.characters import visible
from regelwerk.source.wording import Name, Template, Words, problem, remark
from regelwerk.syntax.wording import describe, describe_expected

Terminals = tuple[str, ...]
_INNER_PART = "give the inner part a name with `value`"
_ANOTHER_NAME = "take another name, such as `{}_1`"
OPENS_DECLARATION = (
    "`enum`, `type`, `table`, `zone`, `state`, `die`, `map`, `option`, `value`, `event`, `action`, "
    "`window`, `rule`, `limit`, `modify`, `payment`, `text`, `scenario`, "
    "`position` or `house rule`"
)


# ---------------------------------------------------------------- lines, brackets, words


@problem("P001")
def tab() -> Words:
    """A line holds a tab where only blanks are allowed."""
    return Template("the line holds a tab", "indent and separate words by blanks")


@problem("P002")
def missing_indentation(head: str) -> Words:
    """After a line that opens a block the next is not indented."""
    return Template(
        "the line that begins with `{head}` opens a block, but nothing is indented below it",
        "indent the lines that belong to it by four blanks more than the line itself",
    )


@problem("P003")
def indented_like_nothing(width: int, above: int) -> Words:
    """A line goes back to a depth that no line above has."""
    return Template(
        "the line is indented by {width} blanks, like no line above it",
        "indent it like the lines it belongs to, by {above} or by more",
    )


@problem("P004")
def too_long(what: Literal["file", "declaration", "line"], count: int, most: int) -> Words:
    """A line, a declaration or a file is longer than allowed."""
    unit, fix = {
        "file": ("declarations", "split it into several files"),
        "declaration": ("lines", "split it into several declarations"),
        "line": ("characters", "break the line inside brackets"),
    }[what]
    return Words(f"the {what} has {count} {unit}; {most} are allowed", fix)


@problem("P005")
def too_deep(what: Literal["brackets", "values", "line"], most: int) -> Words:
    """Lines, brackets or values lie inside each other too often."""
    if what == "line":
        return Template(
            "the line is indented more than {most} levels deep",
            "move the inner lines to an event of their own",
        )
    return Words(f"more than {most} {what} lie inside each other", _INNER_PART)


@problem("P006")
def bracket_never_closed(bracket: str, closing: str) -> Words:
    """An opening bracket has no closing one."""
    return Template("the bracket `{bracket}` is never closed", "write `{closing}` where it ends")


@problem("P007")
def text_never_closed() -> Words:
    """The `"` at the end of a text is missing."""
    return Template("the text is never closed", 'put `"` at its end; a text ends on the line where it begins')


@problem("P008")
def wrong_bracket(bracket: str, opening: str = "", closing: str = "") -> Words:
    """A closing bracket has no `opening` one of its kind."""
    if not opening:
        return Template("the bracket `{bracket}` closes nothing", "delete it or write the opening bracket")
    return Template("the bracket `{opening}` is closed by `{bracket}`", "write `{closing}` here")


@remark
def opened_here() -> Words:
    return Template("opened here")


@problem("P009")
def unexpected_indentation() -> Words:
    """A line is indented below one that opens no block."""
    return Template(
        "the line is indented, but the line above opens no block",
        "indent it like the line above; if that should open a block, put `:` at its end",
    )


@problem("P010")
def indented_below_nothing() -> Words:
    """The first line of a file is indented."""
    return Template(
        "the line is indented, but nothing above it can hold it", "begin the line in the first column"
    )


_SIGN_FIXES = {
    **dict.fromkeys("'‘“„", 'put texts in `"`'),
    ";": "write one statement in each line",
    **dict.fromkeys("{}", "show what belongs together by indentation"),
    "/": "divide with a function, or begin a comment with `#`",
    **dict.fromkeys("–−", "write `-`"),
    "×": "write `*`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "…": "write `..`",
    "_": "begin names with a letter",
    **dict.fromkeys("\u00a0\u202f", "write an ordinary blank"),
}


@problem("P011")
def sign_without_meaning(sign: str) -> Words:
    """A character is no part of the language."""
    return Words(f"the sign `{visible(sign)}` has no meaning here", _SIGN_FIXES.get(sign[:1], "delete it"))


@problem("P012")
def number_too_large(number: str, digits: int, most: int) -> Words:
    """A number has more than nine digits."""
    return Template("the number `{number}` has {digits} digits; {most} are allowed", "write a smaller number")


@problem("P013")
def capital_letters(what: Literal["name", "word"], word: str, small: str) -> Words:
    """Names and words of the language are written small."""
    return Template("the {what} `{word}` has capital letters", "write `{small}`")


@problem("P014")
def word_as_name(word: Name, begins_line: bool = False) -> Words:
    """A reserved word stands where a name is needed."""
    another = _ANOTHER_NAME.format(word)
    if begins_line:
        return Words(
            f"a line that begins with `{word}` has another meaning here, so it cannot be a name", another
        )
    return Words(
        f"`{word}` is a word of the language and cannot be a name",
        f"{another}; only attributes may be called like words",
    )


@problem("P015")
def digits_and_letters(word: str, digits: str) -> Words:
    """A number is followed by letters."""
    return Template(
        "`{word}` is neither a number nor a name",
        "put a blank behind `{digits}`, or begin the name with a letter",
    )


@problem("P016")
def sign_in_name(name: str = "", sign: str = "_") -> Words:
    """A name holds something that is no letter, digit or `_`, or begins with `_`."""
    if not name:
        return Template("a name begins with `{sign}`", "begin names with a letter")
    return Words(f"the name `{visible(name)}` holds `{visible(sign)}`", "names have letters, digits and `_`")


# ---------------------------------------------------------------- what a line begins with


@problem("P021")
def unknown_declaration(word: str, near: str = "", inside: bool = False) -> Words:
    """A line in the first column begins with no word for a declaration; it may belong `inside` one."""
    fix = f"begin with `{near}`" if near else f"begin with {OPENS_DECLARATION}"
    if inside:
        fix = f"indent the line if it belongs to the declaration above; else {fix}"
    return Words(f"`{word}` begins no declaration", fix)


@problem("P022")
def outside_of_declaration(word: str) -> Words:
    """A line that belongs inside a declaration is not indented."""
    return Template(
        "`{word}` begins no declaration", "indent the line, so that it belongs to the declaration above"
    )


@problem("P023")
def declaration_inside(word: str) -> Words:
    """A line that declares something is indented."""
    return Template(
        "`{word}` begins a declaration, which cannot stand inside another",
        "move the line to the first column",
    )


@problem("P024")
def unknown_first_word(
    word: str,
    why: Literal["assignment", "complete", "elsewhere", "near", "statement", "other"],
    instead: str = "",
    expected: Terminals = (),
) -> Words:
    """An indented line begins with a word that nothing begins with; `instead` is what it should say."""
    fix = {
        "assignment": f"write `{instead}`",
        "complete": "the block above is complete; begin another declaration in the first column",
        "elsewhere": f"`{word.lower()}` begins a line in {instead}",
        "near": f"write `{instead}`",
        "statement": f"begin with a word such as `set`, `choose` or `if`; an event happens by `{word}(...)`",
        "other": f"begin with {describe_expected(expected)}",
    }[why]
    return Words(f"no line here begins with `{word}`", fix)


@problem("P025")
def other_case(after_if: bool) -> Words:
    """The other case is written `otherwise`."""
    return Words(
        "the other case is not written `else`",
        "write `otherwise if ...:`" if after_if else "write `otherwise:`",
    )


@problem("P026")
def further_case(word: str) -> Words:
    """A further case is written `otherwise if`."""
    return Template("a further case is not written `{word}`", "write `otherwise if ...:`")


@problem("P027")
def otherwise_of_nothing() -> Words:
    """No line just above leaves another case open."""
    return Template(
        "`otherwise` belongs to nothing above it",
        "indent it like the `if`, `choose` or `pay` just above it",
    )


@problem("P028")
def block_too_short(expected: Terminals) -> Words:
    """A block lacks a line that it must have."""
    return Words(
        f"the block ends too early; expected {describe_expected(expected)}",
        "add the missing line at the end of the block",
    )


# ---------------------------------------------------------------- parts of a line


@problem("P029")
def missing_colon(first: str, before: str = "") -> Words:
    """A line that opens a block does not end in `:`, or one is missing `before` a word."""
    if before:
        return Template(
            "a `:` is missing before `{before}`", "write `:` before `{before}`, or delete what follows"
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
def missing_parameters(sort: str, name: str) -> Words:
    """A declared name needs parentheses, even empty ones."""
    return Template(
        "the name of the {sort} `{name}` lacks its parentheses",
        "write `{sort} {name}()`, with parameters between the parentheses if it has any",
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
def missing_comma(one: str, other: str) -> Words:
    """Two entries of a list stand side by side."""
    return Template(
        "between `{one}` and `{other}` a comma or another word is missing",
        "write `{one}, {other}` if both belong to the list",
    )


@problem("P041")
def goes_on(
    what: Literal["colon", "otherwise", "rest", "secretly", "word", "face"], word: str, form: str = ""
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
        "colon": Template(
            "a line that begins with `{word}` opens no block",
            "delete the `:`, and write the next lines as deep as this one",
        ),
        "otherwise": Template(
            "this `{word}` has no `otherwise`",
            "it belongs to `let`, `choose` and `draw` with a name; else test before with `if`",
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
def part_too_late(word: str, before: str) -> Words:
    """A part of a line stands behind one that it belongs before."""
    return Template(
        "`{word}` stands behind `{before}`; it belongs before it",
        "move `{word}`, with all that belongs to it, before `{before}`",
    )


@problem("P050")
def something_else(word: str, expected: Terminals, form: str = "") -> Words:
    """A word or sign cannot stand where it does."""
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
    "chance": "name the die, the zone or what is picked, as in `chance d6: 4`",
    "pick": "write `choose ... at random`",
    "until": "write `repeat:` and, at its end, `if ...:` with `stop` below",
}
"""What to write in the place of a word that an earlier edition had."""


@problem("P052")
def old_form(word: str) -> Words:
    """Something is written as in an earlier edition of the language."""
    return Template(
        "`{word}` was written so in an earlier edition of the language",
        f"{SAID_NOW.get(word, 'see the grammar reference')}; `regelwerk upgrade` rewrites whole games",
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
