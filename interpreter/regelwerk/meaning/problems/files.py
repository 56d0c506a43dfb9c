"""Problems with what stands beside the rules: manifests, clauses, labels, drawings and boards."""

from typing import Literal

from regelwerk.meaning.problems.kinds import Role, played
from regelwerk.source.wording import Name, Names, Template, Words, problem, quoted

MOST_LISTED = 8
"""Of more known names the first are listed; a ninth says that there are more."""


@problem("M053")
def unknown_clause(clause: Name) -> Words:
    """A cited clause is not in the game's list."""
    return Template("there is no clause `{clause}`", "cite a clause of the game's list")


@problem("M076", severity="warning")
def label_missing(language: Name, names: Names, count: int) -> Words:
    """Names that players see have no label in a language: so many, and the first of them."""
    shown = quoted(names) + (", ..." if count > len(names) else "")
    have = "a name that players see has" if count == 1 else f"{count} names that players see have"
    return Words(f"{have} no label `{language}`: {shown}", "give each a label; without one its name is shown")


@problem("M077")
def labels_of_another_language(found: Name, wanted: Name) -> Words:
    """The manifest and a file of labels name different languages."""
    return Template("these labels are `{found}`, the manifest says `{wanted}`", "name the right file")


@problem("M078")
def file_of_the_manifest(
    why: Literal["outside", "link", "missing", "unlisted", "nothing", "many"],
    file: Name,
    manifest: str = "",
    most: int = 0,
) -> Words:
    """The manifest and the files of a game do not agree."""
    return {
        "outside": Template("`{file}` leads out of this folder", "name a file inside it"),
        "link": Template("`{file}` is a link that leads out of this folder", "put the file inside it"),
        "missing": Template("there is no file `{file}` in this folder", "correct the name"),
        "unlisted": Template(
            "`{file}` is not named in the manifest", "name it in `{manifest}` under rules or scenarios"
        ),
        "nothing": Template(
            "no further file has a name like `{file}`", "correct the pattern, or leave it out"
        ),
        "many": Template("more than {most} files have names like `{file}`", "name folders of fewer files"),
    }[why]


@problem("M079", severity="warning")
def label_for_nothing(name: Name) -> Words:
    """A label belongs to no name of the game."""
    return Template("nothing in this game has the name `{name}`", "correct the name, or remove the label")


@problem("M115")
def unfit_label(
    why: Literal["language", "length", "twice"], name: Name, language: Name = "", most: int = 0
) -> Words:
    """A block of labels is for no language, or one of its labels is empty, too long or there already."""
    return {
        "language": Template(
            "`{name}` is no language", "name a language by the two letters of its code: `labels en:`"
        ),
        "length": Template("the label of `{name}` is empty or too long", "write 1 to {most} characters"),
        "twice": Template("`{name}` has two labels `{language}`", "remove one of the two"),
    }[why]


@problem("M084")
def drawing_of_nothing(name: Name, what: Role, known: tuple[str, ...]) -> Words:
    """A drawing of a map names what the game does not have."""
    return Words(f"`{name}` is no {played(what)}", _one_of(known, what))


@problem("M140")
def standing_of_nothing(name: Name, known: tuple[str, ...]) -> Words:
    """A manifest names as standing what is no number asked of a seat."""
    what = "value that gives a number for a seat"
    return Words(f"`{name}` is no {what}", _one_of(known, what))


@problem("M095")
def wrong_board(
    how: Literal["nothing", "panel", "key", "alone", "tracks"],
    name: Name = "",
    what: Role = "",
    *,
    sorts: Names = (),
    known: tuple[str, ...] = (),
) -> Words:
    """A board file names what the game does not have, or has a panel that shows nothing, or two things."""
    shows = f"both {quoted(sorts, ' and ')}" if sorts else "nothing"
    return {
        "nothing": Words(f"`{name}` is no {played(what)}", _one_of(known, what)),
        "panel": Words(f"a panel shows {shows}", f"give each panel one of {_few(known)}"),
        "key": Template("a panel of {what} has no `{name}`", "leave it out"),
        "alone": Template(
            "`{name}` says nothing without {what}", "name a type with `of`, its attribute with `by`"
        ),
        "tracks": Template(
            "tracks say nothing without `{name}`", "name with `{name}` the number where a marker stands"
        ),
    }[how]


def _one_of(known: tuple[str, ...], what: Role) -> str:
    return f"name one of {_few(known)}" if known else f"there is no {played(what)}: leave it out"


def _few(names: tuple[str, ...]) -> str:
    return quoted(names[:MOST_LISTED]) + (", ..." if len(names) > MOST_LISTED else "")


@problem("M096", severity="warning")
def question_about_nothing(name: str, label: Name, known: tuple[str, ...], question: bool) -> Words:
    """The label of a question speaks of a name that is not there, or a label that is no question does."""
    where = f"for nothing when `{label}` is asked" if question else "in a label that is no question"
    said = f"`{{{name}}}` stands {where}"
    if not known:
        fix = "leave it out; only in questions names in braces stand for what is asked about"
    else:
        fix = f"names that can stand in braces here: {', '.join(f'`{{{each}}}`' for each in known)}"
    return Words(said, fix)


@problem("M130")
def other_edition(why: Literal["earlier", "later", "by hand"], edition: int) -> Words:
    """A manifest names no edition of the language, or another one."""
    return {
        "earlier": Template(
            "this is written in an earlier edition of the language; this is edition {edition}",
            "call `regelwerk upgrade` with this folder, which rewrites it",
        ),
        "later": Template(
            "this is written in a later edition of the language; this is edition {edition}",
            "take a newer version of regelwerk",
        ),
        "by hand": Template("the edition finds no place here", "write `language: {edition}` below `format`"),
    }[why]
