"""What house rules do to whole declarations: replace, remove, narrow, extend, change and fix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lark import Token

from regelwerk.meaning.amendments import Amendment
from regelwerk.meaning.book import Book, PlacedToken, Spot, swap
from regelwerk.meaning.collect import plain
from regelwerk.meaning.context import Context, Forms
from regelwerk.meaning.files import TableRow
from regelwerk.meaning.names import Names
from regelwerk.meaning.trees import Tree, file_of, parts_of, span_of
from regelwerk.source.diagnostics import Diagnostic, Note
from regelwerk.source.spans import Span
from regelwerk.tree.build import build

Change = Callable[[], None]
_HOOKS = {"hook": 2, "instead": 1, "forbid": 1, "allow": 1}
"""The forms of rules with a condition, and its place among their parts."""


def change(book: Book, file: str, amendment: Amendment, spots: list[Spot]) -> Change | Diagnostic:
    """Return what carries an amendment of declarations out, or why it cannot be."""
    return _BY_KIND[amendment.kind](book, file, amendment, spots)


def span_of_spot(book: Book, spot: Spot) -> Span:
    """Return where a declaration is written."""
    if spot.table is not None:
        return next(row.span for row in book.tables[spot.table].rows if row.name == spot.row)
    first = spot.tree.children[0]
    return span_of("", first if isinstance(first, Token) else spot.tree)


def _problem(file: str, code: str, message: str, amendment: Amendment, help: str, *notes: Note) -> Diagnostic:
    return Diagnostic(code, message, span_of(file, amendment.word), help=help, notes=notes)


def _as_it_was(book: Book, file: str, amendment: Amendment, spot: Spot, what: str) -> Diagnostic:
    note = Note("it stands here", span_of_spot(book, spot))
    return _problem(file, "M108", f"{what} is so already", amendment, "remove the line", note)


# ---- replacing and removing
def _replace(book: Book, file: str, amendment: Amendment, spots: list[Spot]) -> Change | Diagnostic:
    target, tree = amendment.target, amendment.tree
    if target.sort == "row":
        return _replace_row(book, file, amendment, spots[0])
    if target.sort == "text":
        return _replace_text(book, file, amendment, spots)
    if len(spots) == 1 and spots[0].tree == tree:
        return _as_it_was(book, file, amendment, spots[0], f"`{target}`")

    def carry_out() -> None:
        swap(spots[0].parent, spots[0].tree, tree)
        for spot in spots[1:]:
            swap(spot.parent, spot.tree)

    return carry_out


def _replace_row(book: Book, file: str, amendment: Amendment, spot: Spot) -> Change | Diagnostic:
    name, row = amendment.tree.children
    wrong = _wrong_table(book, file, amendment, spot, str(name))
    if wrong is not None:
        return wrong
    if spot.table is None and spot.tree == row:
        return _as_it_was(book, file, amendment, spot, f"row `{amendment.target.name}`")

    def carry_out() -> None:
        if spot.table is None:
            swap(spot.parent, spot.tree, row)
        else:
            _remove_row(book, spot)
            book.root.children.append(amendment.tree)

    return carry_out


def _wrong_table(book: Book, file: str, amendment: Amendment, spot: Spot, table: str) -> Diagnostic | None:
    found = book.table_of(spot)
    if found == table:
        return None
    message = f"`{amendment.target.name}` is a row of the table `{found}`, not of `{table}`"
    return _problem(file, "M104", message, amendment, f"write `table {found}`")


def _replace_text(book: Book, file: str, amendment: Amendment, spots: list[Spot]) -> Change | Diagnostic:
    """Replace the parts of a text that have the same names; the other parts stay."""
    pairs: list[tuple[Spot, Tree, Tree]] = []
    for part in amendment.tree.children:
        if not isinstance(part, Tree) or part.data == "cites":
            continue
        old = next(
            ((spot, each) for spot in spots for each in parts_of(spot.tree, str(part.data))
             if _part_name(each) == _part_name(part)),
            None,
        )  # fmt: skip
        name = _part_name(part)
        if old is None:
            message = f"the text of {amendment.target.name} has no part `{name}`"
            help = "add it with `text of` alone, without `replace`"
            return Diagnostic("M103", message, span_of(file, part.children[0]), help=help)
        if old[1] == part:
            return _as_it_was(book, file, amendment, Spot(old[0].tree, old[1]), f"`{name}` in this text")
        pairs.append((old[0], old[1], part))

    def carry_out() -> None:
        for spot, old, new in pairs:
            swap(spot.tree, old, new)

    return carry_out


def _part_name(part: Tree) -> str:
    return " for ".join(
        str(child if isinstance(child, Token) else next(child.scan_values(lambda _: True), "seat"))
        for child in part.children[: 2 if part.data == "modify" else 1]
    )


def _remove(book: Book, file: str, amendment: Amendment, spots: list[Spot]) -> Change | Diagnostic:
    def carry_out() -> None:
        for spot in spots:
            if spot.table is not None:
                _remove_row(book, spot)
                continue
            swap(spot.parent, spot.tree)
            if not parts_of_content(spot.parent):
                swap(book.root, spot.parent)
        if amendment.target.sort == "row":
            _remove_texts(book, amendment.target.name)

    return carry_out


def parts_of_content(tree: Tree) -> list[Tree]:
    """Return what a declaration holds besides its names and clauses."""
    return [child for child in tree.children if isinstance(child, Tree) and child.data != "cites"]


def _remove_row(book: Book, spot: Spot) -> None:
    assert spot.table is not None
    table = book.tables[spot.table]
    rows = tuple(row for row in table.rows if row.name != spot.row)
    book.tables[spot.table] = replace(table, rows=rows)


def _remove_texts(book: Book, row: str) -> None:
    """A row that goes takes its text along; a text of several rows stays with the others."""
    for tree in [child for child in book.root.children if child.data == "text"]:
        names = [child for child in tree.children if isinstance(child, Token)]
        if row not in names:
            continue
        if len(names) == 1:
            swap(book.root, tree)
        else:
            tree.children = [child for child in tree.children if child != row or isinstance(child, Tree)]


# ---- narrowing
def _narrow(book: Book, file: str, amendment: Amendment, spots: list[Spot]) -> Change | Diagnostic:
    if amendment.target.sort == "rule":
        return _narrow_rule(book, file, amendment, spots[0])
    spot = spots[0]
    action = spot.tree
    lines = [line for line in amendment.tree.children if isinstance(line, Tree)]
    for line in lines:
        if line.data != "cites" and line in action.children:
            return _as_it_was(book, file, amendment, spot, f"one of these lines of `{amendment.target.name}`")
        if line.data == "once_per" and parts_of(action, "once_per"):
            span = str(parts_of(action, "once_per")[0].children[0])
            message = f"the action is once per `{span}` already, and has one such line"
            help = "say it with `needs not happened ...`"
            return _problem(file, "M112", message, amendment, help)
        if line.data == "declared" and parts_of(action, "declared"):
            message = "the action says already where in a chain it is declared"
            return _problem(file, "M112", message, amendment, "replace the whole action")
        if line.data == "by_where" and not parts_of(action, "by"):
            message = "the action has no line `by`, so nothing names the seat"
            return _problem(file, "M112", message, amendment, "say it with `needs` instead")

    def carry_out() -> None:
        for line in lines:
            if line.data == "by_where":
                _join(parts_of(action, "by")[0], 1, line.children[0])
            elif line.data == "only_with" and parts_of(action, "only_with"):
                _join(parts_of(action, "only_with")[0], 0, line.children[0])
            else:
                action.children.append(line)

    return carry_out


def _narrow_rule(book: Book, file: str, amendment: Amendment, spot: Spot) -> Change | Diagnostic:
    condition = amendment.tree.children[1]
    body = spot.tree.children[-1]
    form = str(body.data)
    at = 0 if form == "as_soon_as" else _HOOKS[form]
    holder = body if form == "as_soon_as" else body.children[at]
    if form != "as_soon_as" and holder == condition:
        return _as_it_was(book, file, amendment, spot, f"`where` of `{amendment.target.name}`")

    def carry_out() -> None:
        if holder is None:
            body.children[at] = condition
        else:
            _join(holder, 0, condition.children[0])

    return carry_out


def _join(holder: Tree, at: int, condition: Tree) -> None:
    """Let a further condition hold besides the one that stands there, if one does."""
    old = holder.children[at]
    holder.children[at] = condition if old is None else Tree("both", [old, condition], condition.meta)


# ---- extending
def _extend(book: Book, file: str, amendment: Amendment, spots: list[Spot]) -> Change | Diagnostic:
    tree = amendment.tree
    if not spots:  # attributes of seats, where the game gives them none of its own
        new = Tree("type", [tree.children[0], None, None, *tree.children[1:]], tree.meta)
        return lambda: book.root.children.append(new)
    old = spots[0].tree
    if amendment.target.sort == "type":
        return lambda: old.children.extend(tree.children[1:])
    members = [child for child in tree.children[1:] if isinstance(child, Token)]
    for member in members:
        if member in old.children[1:]:
            note = Note("it stands here", span_of_spot(book, spots[0]))
            message = f"`{member}` is a member of `{amendment.target.name}` already"
            return _problem(file, "M108", message, amendment, "remove it", note)

    def carry_out() -> None:
        last = max(number for number, child in enumerate(old.children) if isinstance(child, Token))
        old.children[last + 1 : last + 1] = members

    return carry_out


# ---- changing cells and fixing options
def _change(book: Book, file: str, amendment: Amendment, spots: list[Spot]) -> Change | Diagnostic:
    spot = spots[0]
    name, _, cell = amendment.tree.children
    wrong = _wrong_table(book, file, amendment, spot, str(name))
    if wrong is not None:
        return wrong
    key = amendment.target.cell or ""
    what = f"`{key}` of `{amendment.target.name}`"
    if spot.table is not None:
        return _change_file(book, file, amendment, spot, what)
    old = next((each for each in parts_of(spot.tree, "cell_value") if _cell(each) == key), None)
    if old == cell:
        return _as_it_was(book, file, amendment, spot, what)

    def carry_out() -> None:
        if old is None:
            spot.tree.children.append(cell)
        else:
            swap(spot.tree, old, cell)

    return carry_out


def _cell(tree: Tree) -> str:
    key, member, _ = tree.children
    return str(key) if member is None else f"{key}.{member}"


def _change_file(book: Book, file: str, amendment: Amendment, spot: Spot, what: str) -> Change | Diagnostic:
    """Change a cell of a row that stands in a table file."""
    key = amendment.target.cell or ""
    written = amendment.tree.children[2].children[2]
    reading = Context(Names(), file_of(file, written), Forms({}, {}, {}))
    value = plain(reading, build(file, written))
    if reading.diagnostics:
        return reading.diagnostics[0]
    assert spot.table is not None
    number = spot.table
    row = next(row for row in book.tables[number].rows if row.name == spot.row)
    if key in row.values and row.values[key] == value and isinstance(row.values[key], type(value)):
        return _as_it_was(book, file, amendment, spot, what)

    def carry_out() -> None:
        def changed(row: TableRow) -> TableRow:
            if row.name != spot.row:
                return row
            spans = {**row.spans, key: span_of(file, written)}
            return replace(row, values={**row.values, key: value}, spans=spans)

        table = book.tables[number]
        book.tables[number] = replace(table, rows=tuple(map(changed, table.rows)))

    return carry_out


def _fix(book: Book, file: str, amendment: Amendment, spots: list[Spot]) -> Change | Diagnostic:
    option = spots[0].tree
    value = amendment.tree.children[1]

    def carry_out() -> None:
        if option.data == "option":
            option.children[2] = value
        else:
            last = max(number for number, child in enumerate(option.children) if isinstance(child, Token))
            option.children[last] = _word(file, value)
        option.children.append(Tree("fixed", []))

    return carry_out


def _word(file: str, value: Tree) -> Token:
    """Return the word of a written value; what is none is refused where the value is looked at."""
    found = next((part for part in value.scan_values(lambda part: isinstance(part, Token))), None)
    if isinstance(found, Token):
        return found
    meta = value.meta
    word = PlacedToken("NAME", str(value.data), None, meta.line, meta.column, meta.end_line, meta.end_column)
    word.file = file_of(file, value)
    return word


_BY_KIND: dict[str, Callable[[Book, str, Amendment, list[Spot]], Change | Diagnostic]] = {
    "replace": _replace,
    "remove": _remove,
    "narrow": _narrow,
    "extend": _extend,
    "change": _change,
    "fix": _fix,
}
