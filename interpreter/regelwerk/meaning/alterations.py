"""What house rules do to whole declarations: replace, remove, narrow, extend, change and fix."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs
from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.amendments import Amendment, declared_target, declared_word
from regelwerk.meaning.book import Book, Entry, Spot
from regelwerk.meaning.collect import plain
from regelwerk.meaning.context import Context, Forms
from regelwerk.meaning.files import TableRow
from regelwerk.meaning.names import Names
from regelwerk.source.diagnostics import Diagnostic
from regelwerk.source.spans import Span
from regelwerk.source.wording import Problem
from regelwerk.tree import declarations as td
from regelwerk.tree import expressions as tx
from regelwerk.tree import house_rules as th
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Aside, Cites, Name, Named, Node
from regelwerk.tree.walk import of_kind, same

Change = Callable[[], None]


def change(book: Book, amendment: Amendment, spots: list[Spot]) -> Change | Diagnostic:
    """Return what carries an amendment of declarations out, or why it cannot be."""
    spot, tree = spots[0] if spots else None, amendment.tree
    if spot is None:  # attributes of seats, where the game gives them none of its own
        return lambda: _add_type(book, tree)
    match tree:
        case th.Remove():
            return _remove(book, amendment, spots)
        case th.NarrowAction():
            return _narrow_action(book, amendment, spot, tree)
        case th.NarrowRule():
            return _narrow_rule(book, amendment, spot, tree)
        case th.ExtendEnum():
            return _extend_enum(book, amendment, spot, tree)
        case th.ExtendType():
            return _extend_type(spot, tree)
        case th.ChangeTable():
            return _change(book, amendment, spot, tree)
        case th.FixOption():
            return _fix(amendment, spot, tree)
        case td.Text():
            return _replace_text(book, amendment, spots, tree)
    return _replace(book, amendment, spots)


def _add_type(book: Book, tree: Node) -> None:
    if isinstance(tree, th.ExtendType):
        book.entries.append(Entry(td.Type(tree.at, tree.name, None, None, tree.lines)))


def span_of_spot(book: Book, spot: Spot) -> Span:
    """Return where the name of a declaration is written."""
    if spot.table is not None:
        return next(row.span for row in book.tables[spot.table].rows if row.name == spot.row)
    return spot.tree.name.at if isinstance(spot.tree, td.Row) else declared_word(spot.tree).at


def _as_it_was(book: Book, amendment: Amendment, spot: Spot, problem: Problem) -> Diagnostic:
    note = problems.notes.stands_here().at(span_of_spot(book, spot))
    return problem.at(amendment.word.at, notes=(note,))


# ---- replacing and removing
def _replace(book: Book, amendment: Amendment, spots: list[Spot]) -> Change | Diagnostic:
    if len(spots) == 1 and same(spots[0].tree, amendment.tree):
        problem = problems.changes_nothing("declaration", str(amendment.target))
        return _as_it_was(book, amendment, spots[0], problem)

    def carry_out() -> None:
        spots[0].swap(Entry(_repeating(amendment.tree, spots[0].tree)))
        for spot in spots[1:]:
            spot.swap()

    return carry_out


def _repeating(tree: Node, old: Node) -> Node:
    """A declaration in which the parameters are marked that what it replaces has: calls give them anyway."""
    if not (isinstance(tree, td.Value | td.ValueCases | td.Group) and isinstance(old, td.Derived | td.Group)):
        return tree
    there = {parameter.name.text for parameter in old.parameters}
    parameters = (
        replace(each, aside=replace(each.aside or Aside(), repeated=True))
        if each.name.text in there
        else each
        for each in tree.parameters
    )
    return replace(tree, parameters=tuple(parameters))


def _wrong_table(book: Book, amendment: Amendment, spot: Spot, table: str) -> Diagnostic | None:
    found = book.table_of(spot)
    if found == table:
        return None
    problem = problems.another_sort("row", amendment.target.name, found=found or "", table=table)
    return problem.at(amendment.word.at)


def _replace_text(book: Book, amendment: Amendment, spots: list[Spot], tree: td.Text) -> Change | Diagnostic:
    """Replace the parts of a text that have the same names; the other parts stay."""
    pairs: list[tuple[Spot, Node]] = []
    for part in tree.parts:
        name = _part_name(part)
        old = next(
            (Spot(spot.entry.parts, each, spot.entry) for spot in spots for each in spot.entry.parts
             if type(each.tree) is type(part) and _part_name(each.tree) == name),
            None,
        )  # fmt: skip
        if old is None:
            problem = problems.nothing_to_amend("part", name, amendment.target.name)
            return problem.at(_part_word(part).at)
        if same(old.tree, part):
            return _as_it_was(book, amendment, old, problems.changes_nothing("text", name))
        pairs.append((old, part))

    def carry_out() -> None:
        for spot, new in pairs:
            spot.swap(Entry(new))

    return carry_out


def _part_word(part: Node) -> Name:
    return part.name if isinstance(part, Named) else declared_word(part)


def _part_name(part: Node) -> str:
    return declared_target(part).name if isinstance(part, ts.Modify) else _part_word(part).text


def _remove(book: Book, amendment: Amendment, spots: list[Spot]) -> Change:
    def carry_out() -> None:
        for spot in spots:
            take_out(book, spot)
        target = amendment.target
        if target.sort == "row":
            remove_texts(book, target.name)
        if target.sort == "type":
            for row, spot in [*book.spots("row")]:
                if book.table_of(spot) == target.name:
                    take_out(book, spot)
                    remove_texts(book, row)

    return carry_out


def take_out(book: Book, spot: Spot) -> None:
    """Take a declaration away, and the text or table that it was the last part of."""
    if spot.table is None:
        if spot.entry not in spot.among:
            return  # a row that has gone with its type
        spot.swap()
        if spot.parent is not None and not spot.parent.parts:
            book.entries.remove(spot.parent)
        return
    table = book.tables[spot.table]
    rows = tuple(row for row in table.rows if row.name != spot.row)
    book.tables[spot.table] = replace(table, rows=rows)


def remove_texts(book: Book, row: str) -> None:
    """Take the text of a row away; a text of several rows stays with the others."""
    for entry in list(book.entries):
        text = entry.tree
        if isinstance(text, td.Text) and row in [each.text for each in text.rows]:
            others = tuple(each for each in text.rows if each.text != row)
            entry.tree = structs.replace(text, rows=others)
            if not others:
                book.entries.remove(entry)


# ---- narrowing
def _narrow_action(
    book: Book, amendment: Amendment, spot: Spot, tree: th.NarrowAction
) -> Change | Diagnostic:
    action = spot.tree
    assert isinstance(action, td.Action)
    for line in tree.lines:
        if not isinstance(line, Cites) and any(same(line, each) for each in action.lines):
            problem = problems.changes_nothing("lines", amendment.target.name)
            return _as_it_was(book, amendment, spot, problem)
        once = of_kind(action.lines, td.OncePer)
        if isinstance(line, td.OncePer) and once:
            problem = problems.not_narrowed("once per", once[0].span.text)
            return problem.at(amendment.word.at)
        if isinstance(line, td.DeclaredWhen) and of_kind(action.lines, td.DeclaredWhen):
            return problems.not_narrowed("declared when").at(amendment.word.at)
        if isinstance(line, th.ByWhere) and not of_kind(action.lines, td.By):
            return problems.not_narrowed("by").at(amendment.word.at)

    def carry_out() -> None:
        action = spot.entry.tree
        assert isinstance(action, td.Action)
        lines = action.lines
        for line in tree.lines:
            lines = _narrower(lines, line)
        spot.entry.tree = structs.replace(action, lines=lines)

    return carry_out


def _narrower(lines: tuple[td.ActionLine, ...], line: th.Narrower) -> tuple[td.ActionLine, ...]:
    """Return the lines of an action with one more, or with a further condition in one of them."""
    for number, old in enumerate(lines):
        new: td.ActionLine
        if isinstance(line, th.ByWhere) and isinstance(old, td.By):
            new = structs.replace(old, where=_both(old.where, line.where))
        elif isinstance(line, td.OnlyWith) and isinstance(old, td.OnlyWith):
            new = structs.replace(old, test=_both(old.test, line.test))
        else:
            continue
        return (*lines[:number], new, *lines[number + 1 :])
    assert not isinstance(line, th.ByWhere)
    return (*lines, line)


def _narrow_rule(book: Book, amendment: Amendment, spot: Spot, tree: th.NarrowRule) -> Change | Diagnostic:
    rule = spot.tree
    assert isinstance(rule, ts.Rule)
    if not isinstance(rule.hook, ts.AsSoonAs) and same(rule.hook.where, tree.where):
        return _as_it_was(
            book, amendment, spot, problems.changes_nothing("cell", "where", amendment.target.name)
        )

    def carry_out() -> None:
        rule = spot.entry.tree
        assert isinstance(rule, ts.Rule)
        if isinstance(rule.hook, ts.AsSoonAs):
            hook: Node = structs.replace(rule.hook, test=_both(rule.hook.test, tree.where))
        else:
            hook = structs.replace(rule.hook, where=_both(rule.hook.where, tree.where))
        spot.entry.tree = structs.replace(rule, hook=hook)

    return carry_out


def _both(old: tx.Expression | None, condition: tx.Expression) -> tx.Expression:
    """A further condition besides the one that stands there, if one does."""
    if old is None:
        return condition
    return tx.Both(condition.at, tuple(_bracketed(part) for part in (old, condition)))


def _bracketed(part: tx.Expression) -> tx.Expression:
    """Put brackets around alternatives that have none, for whoever prints what is made of them."""
    if isinstance(part, tx.Either) and not (part.aside and part.aside.brackets):
        return structs.replace(part, aside=Aside(brackets=1))
    return part


# ---- extending
def _extend_type(spot: Spot, tree: th.ExtendType) -> Change:
    def carry_out() -> None:
        old = spot.entry.tree
        assert isinstance(old, td.Type)
        spot.entry.tree = structs.replace(old, lines=(*old.lines, *tree.lines))

    return carry_out


def _extend_enum(book: Book, amendment: Amendment, spot: Spot, tree: th.ExtendEnum) -> Change | Diagnostic:
    old = spot.tree
    assert isinstance(old, td.Enum)
    known = {member.text for member in old.members}
    for member in tree.members:
        if member.text in known:
            note = problems.notes.stands_here().at(span_of_spot(book, spot))
            problem = problems.changes_nothing("member", member.text, amendment.target.name)
            return problem.at(amendment.word.at, notes=(note,))

    def carry_out() -> None:
        old = spot.entry.tree
        assert isinstance(old, td.Enum)
        spot.entry.tree = structs.replace(old, members=(*old.members, *tree.members))

    return carry_out


# ---- changing cells and fixing options
def _change(book: Book, amendment: Amendment, spot: Spot, tree: th.ChangeTable) -> Change | Diagnostic:
    cell, row = amendment.cell, spot.tree
    assert cell is not None
    wrong = _wrong_table(book, amendment, spot, tree.type.text)
    if wrong is not None:
        return wrong
    same_cell = problems.changes_nothing("cell", cell.key, amendment.target.name)
    if spot.table is not None:
        return _change_file(book, amendment, spot, cell, same_cell)
    assert isinstance(row, td.Row)
    if any(same(each, cell) for each in row.cells if each.key == cell.key):
        return _as_it_was(book, amendment, spot, same_cell)

    def carry_out() -> None:
        row = spot.entry.tree
        assert isinstance(row, td.Row)
        keys = [each.key for each in row.cells]
        at = keys.index(cell.key) if cell.key in keys else len(keys)
        spot.entry.tree = structs.replace(row, cells=(*row.cells[:at], cell, *row.cells[at + 1 :]))

    return carry_out


def _change_file(
    book: Book, amendment: Amendment, spot: Spot, cell: td.CellValue, same_cell: Problem
) -> Change | Diagnostic:
    """Change a cell of a row that stands in a table file."""
    key = cell.key
    reading = Context(Names(), cell.at.file, Forms({}, {}))
    value = plain(reading, cell.value)
    if reading.diagnostics:
        return reading.diagnostics[0]
    assert spot.table is not None
    number = spot.table
    row = next(row for row in book.tables[number].rows if row.name == spot.row)
    if key in row.values and row.values[key] == value and isinstance(row.values[key], type(value)):
        return _as_it_was(book, amendment, spot, same_cell)

    def carry_out() -> None:
        def changed(row: TableRow) -> TableRow:
            if row.name != spot.row:
                return row
            spans = {**row.spans, key: cell.value.at}
            return replace(row, values={**row.values, key: value}, spans=spans)

        table = book.tables[number]
        book.tables[number] = replace(table, rows=tuple(map(changed, table.rows)))

    return carry_out


def _fix(amendment: Amendment, spot: Spot, tree: th.FixOption) -> Change | Diagnostic:
    option, value = spot.tree, tree.value
    if isinstance(option, td.OptionWords) and not isinstance(value, Name):
        problem = problems.wrong_option(
            "word", amendment.target.name, words=tuple(word.text for word in option.words)
        )
        return problem.at(value.at)

    def carry_out() -> None:
        option = spot.entry.tree
        if isinstance(option, td.Option) or (isinstance(option, td.OptionWords) and isinstance(value, Name)):
            spot.entry.tree = structs.replace(option, default=value, fixed=True)

    return carry_out
