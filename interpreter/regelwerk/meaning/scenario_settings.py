"""What a scenario is set to before its match begins: seats, options, lists, figures of rows."""

from __future__ import annotations

from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.collect import plain
from regelwerk.meaning.context import Context, Env
from regelwerk.meaning.reading import value_of
from regelwerk.meaning.rows import ROW_KEYS
from regelwerk.meaning.surroundings import Surroundings
from regelwerk.rules.declarations import ValueType
from regelwerk.rules.types import kinds
from regelwerk.tree import declarations as td
from regelwerk.tree import scenarios as tc

Setting = tc.WithPlayers | tc.WithOption | tc.WithList | tc.WithFigure


class Settings:
    """What the `with` lines of one scenario say; what two of them say differently is reported."""

    def __init__(self, ctx: Context, around: Surroundings) -> None:
        self.ctx, self.around = ctx, around
        self.players: int | None = None
        self.options: dict[str, int] = {}
        self.lists: dict[str, dict[str, str]] = {}
        self.printed: dict[str, dict[str, int | bool | str | None]] = {}
        self._said: dict[str, Setting] = {}

    def read(self, env: Env, line: Setting) -> None:
        """Take what a line says."""
        before = self._said.setdefault(_set_by(line), line)
        if before is not line:
            here = problems.notes.set_here(_set_by(before)).at(before.at)
            self.ctx.report(problems.given_twice("setting", _set_by(line)), line, notes=(here,))
            return
        match line:
            case tc.WithPlayers():
                self._with_players(line)
            case tc.WithList():
                self._with_list(line)
            case tc.WithOption():
                self._with_option(line)
            case tc.WithFigure():
                self._with_figure(env, line)

    def _with_players(self, line: tc.WithPlayers) -> None:
        count = line.count.value
        low, high = (kind.high or 0 for _, kind in self.ctx.names.signatures["seat"].parameters)
        if not low <= count <= high:
            self.ctx.report(problems.impossible_players("scenario", low, high), line.count)
        self.players = count

    def _with_list(self, line: tc.WithList) -> None:
        ctx, name, seat, wanted = self.ctx, line.list.text, line.seat, line.wanted.text
        high = ctx.names.signatures["seat"].parameters[1][1].high or 0
        if ctx.names.sort(name) != "list":
            near = ctx.names.near(name, ctx.names.named("list"))
            ctx.report(problems.list_of_something_else("scenario", name), line.list, near=near)
        elif not 1 <= seat.value <= high:
            ctx.report(problems.impossible_players("list", seat=seat.value), seat)
        elif wanted not in (ids := [each.id for each in self.around.brought if each.list == name]):
            near = ctx.names.near(wanted, ids)
            problem = problems.list_of_something_else("not written", wanted)
            ctx.report(problem, line.wanted, near=near)
        else:
            self.lists.setdefault(name, {})[str(seat)] = wanted

    def _with_option(self, line: tc.WithOption) -> None:
        name, value, text = line.name, line.value, line.name.text
        ctx = self.ctx
        if ctx.names.sort(text) != "option":
            near = ctx.names.near(text, ctx.names.named("option"))
            ctx.report(problems.unknown("option", text), name, near=near)
            return
        declared = ctx.names.declared[text].tree
        if isinstance(declared, td.Option | td.OptionWords) and declared.fixed:
            ctx.report(problems.wrong_option("fixed", text), name)
            return
        kind = ctx.names.signatures[text].result or kinds.UNKNOWN
        word = plain(ctx, value)
        if kind.kind == "enum" and word in ctx.names.enums[kind.name or ""]:
            self.options[text] = ctx.names.enums[kind.name or ""].index(str(word))
        elif (
            isinstance(word, bool) == (kind.kind == "flag") and isinstance(word, int) and kind.kind != "enum"
        ):
            if kind.low is not None and not kind.low <= word <= (kind.high or 0):
                problem = problems.out_of_range("option", text, low=kind.low, high=kind.high or 0)
                ctx.report(problem, value)
            self.options[text] = int(word)
        else:
            near = ctx.names.near(str(word), ctx.names.enums.get(kind.name or "", ()))
            ctx.report(problems.wrong_option("value", text, str(word)), value, near=near)

    def _with_figure(self, env: Env, line: tc.WithFigure) -> None:
        """A figure of a row, as if the table had it."""
        ctx, row, cell = self.ctx, line.row.text, line.figure
        name = cell.attribute.text
        if ctx.names.sort(row) != "row":
            near = ctx.names.near(row, ctx.names.named("row"))
            ctx.report(problems.unknown("row", row), line.row, near=near)
            return
        ctx.names.use(row)
        type_name = ctx.names.rows[row][0]
        found = ctx.names.attribute(type_name, name)
        if found is None:
            if name in ROW_KEYS:
                ctx.report(problems.no_attribute("no figure", name, row), cell.attribute)
                return
            near = ctx.names.near(name, ctx.names.attributes_of(type_name))
            ctx.report(problems.no_attribute("read", name, type_name), cell.attribute, near=near)
            return
        kind = found[1]
        if not self._is_one_figure(line, kind):
            return
        value_of(ctx, env, cell.value, replace(kind, per=None), f"`{cell.key}` of `{row}`")
        value = plain(ctx, cell.value)
        if isinstance(value, int) and kind.low is not None and not kind.low <= value <= (kind.high or 0):
            problem = problems.out_of_range("option", cell.key, low=kind.low, high=kind.high or 0)
            ctx.report(problem, cell.value)
        if isinstance(value, int | str | None):
            self.printed.setdefault(row, {})[cell.key] = value

    def _is_one_figure(self, line: tc.WithFigure, kind: ValueType) -> bool:
        """Whether a line names a figure that a table can give; reported if it does not."""
        ctx, row, cell = self.ctx, line.row.text, line.figure
        name, member = cell.attribute.text, None if cell.member is None else str(cell.member)
        cells = [] if kind.per is None else ctx.names.cells(kind)
        if (kind.per is None and member is None) or member in cells:
            return True
        if cells:
            near = () if member is None else ctx.names.near(member, cells)
            ctx.report(problems.no_attribute("several figures", name, row, linked=cells[0]), cell, near=near)
        else:
            one = kind.per is None
            problem = problems.no_attribute("one figure" if one else "figures of seats", name, row)
            ctx.report(problem, cell)
        return False


def _set_by(line: Setting) -> str:
    """What a line sets, as it is written."""
    match line:
        case tc.WithPlayers():
            return "players"
        case tc.WithList():
            return f"{line.list} of seat {line.seat}"
        case tc.WithOption():
            return line.name.text
        case tc.WithFigure():
            return f"{line.row}.{line.figure.key}"
