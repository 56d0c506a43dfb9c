"""The driver: from files to checked rules. The passes are the lines of `understand`, in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec
from msgspec import structs
from msgspec.structs import replace

from regelwerk.meaning import (
    actions,
    components,
    events,
    groups,
    hooks,
    linking,
    lints,
    lists,
    made_up,
    problems,
    scenarios,
    texts,
    values,
    written_lists,
)
from regelwerk.meaning.amendments import HouseRule
from regelwerk.meaning.asking import Asked
from regelwerk.meaning.boards import board_of
from regelwerk.meaning.broken import only_in_scenarios, without_broken
from regelwerk.meaning.cascades import without_cascades, without_uses
from regelwerk.meaning.codes import COMPLETE
from regelwerk.meaning.collect import VALUES, Collection, Place, RowSource, collect, enter_row, telling_parts
from regelwerk.meaning.context import Context
from regelwerk.meaning.drawings import drawings
from regelwerk.meaning.files import GameFiles, load_game
from regelwerk.meaning.forms import FORMS
from regelwerk.meaning.graph import Graph
from regelwerk.meaning.house_files import House, load_houses
from regelwerk.meaning.houses import (
    amend,
    enter,
    own_files,
    told_why,
    unlabelled,
    without_effect,
    without_house_rules,
    without_left_over,
    without_source,
    written_for,
)
from regelwerk.meaning.kept import Kept
from regelwerk.meaning.lacking import rows_gone, told_as_lacking
from regelwerk.meaning.made import Made, put_together
from regelwerk.meaning.names import Names
from regelwerk.meaning.rows import check_rows
from regelwerk.meaning.signatures import sign
from regelwerk.meaning.standing import with_standing
from regelwerk.meaning.suite import Suite
from regelwerk.meaning.surroundings import surroundings_of
from regelwerk.meaning.understanding import Understanding, statements_of
from regelwerk.meaning.understood import Understood
from regelwerk.meaning.unused_positions import wrong_in_unused
from regelwerk.meaning.whole import Whole
from regelwerk.rules import declarations as d
from regelwerk.rules.scenarios import Scenario as RulesScenario
from regelwerk.rules.scenarios import Scenarios
from regelwerk.source.diagnostics import Diagnostic, Edit, has_errors, sort_diagnostics
from regelwerk.source.spans import SourceFile
from regelwerk.tree import declarations as td
from regelwerk.tree import statements as ts
from regelwerk.tree.nodes import Named, Node
from regelwerk.tree.scenarios import Scenario


class Checked(msgspec.Struct):
    """A game that was looked at: its rules if nothing is wrong, and everything that is.

    `sound` are the rules also where nothing but scenarios has errors, and `tested` the scenarios without.
    `base` is the game beneath its house rules, `house_rules` are those, the lowest first, and `houses`
    what they were read from. `kept` is what is known from before, `whole` what was understood.
    """

    rules: d.Rules | None
    tested: Suite | None
    diagnostics: list[Diagnostic]
    sources: dict[str, SourceFile]
    files: GameFiles
    base: Checked | None = None
    house_rules: list[HouseRule] = msgspec.field(default_factory=list)
    houses: list[House] = msgspec.field(default_factory=list)
    kept: Kept = msgspec.field(default_factory=Kept)
    whole: Whole | None = None
    sound: d.Rules | None = None

    @property
    def scenarios(self) -> Scenarios | None:
        """The scenarios without errors, read."""
        return None if self.tested is None else self.tested.read


def check_game(path: str | Path, houses: Sequence[str | Path] = (), kept: Kept | None = None) -> Checked:
    """Check a game folder or a single rule file; never raises for a user's mistake.

    `houses` are files and folders with house rules, the lowest first. They are laid over the game if
    that has no errors of its own; then everything is about the amended game. What is `kept` from before
    is not understood again.
    """
    files, diagnostics = load_game(Path(path))
    diagnostics += without_house_rules(files)
    kept = kept or Kept()
    kept.know(files.seals)
    return amended(_checked(files, diagnostics, kept), houses)


def amended(base: Checked, houses: Sequence[str | Path], despite_scenarios: bool = False) -> Checked:
    """Check house rules, the lowest first, laid over a game that was checked; the game if it has errors.

    Errors in its scenarios do not count with `despite_scenarios`, and are among what is found then.
    """
    if not houses or (base.sound if despite_scenarios else base.rules) is None:
        return base
    return _amended(base.files, base, [Path(house) for house in houses])


def _checked(
    files: GameFiles, diagnostics: list[Diagnostic], kept: Kept, houses: Sequence[House] = ()
) -> Checked:
    """Understand what was read, with these house rules in it, unless nothing was."""
    if not files.blocks and not files.tests and has_errors(diagnostics):
        return Checked(None, None, sort_diagnostics(without_uses(diagnostics)), files.sources, files)
    whole, problems = understand(files, diagnostics, kept=kept)
    problems = without_left_over(problems, houses)
    everything = sort_diagnostics([*without_uses(diagnostics), *without_cascades(problems, files.unread)])
    read = only_in_scenarios(diagnostics, files.sources, read=False)
    if not (read and only_in_scenarios(problems, files.sources)):
        return Checked(None, None, everything, files.sources, files)
    rules = None if has_errors(everything) else whole.rules
    tested = without_broken(whole.tested, whole.understood.broken, everything, files.sources)
    return Checked(rules, tested, everything, files.sources, files, kept=kept, whole=whole, sound=whole.rules)


def _amended(files: GameFiles, base: Checked, paths: list[Path]) -> Checked:
    """Lay house rules over a game without errors, and check what comes out."""
    assert base.sound is not None
    read, unread = load_houses(files, paths)
    if not only_in_scenarios(unread, files.sources, read=False):
        return Checked(None, None, sort_diagnostics(unread), files.sources, files, base)
    whole_game, stack, problems = amend(files, base.sound.game, read, base.kept.said)
    if has_errors(problems):
        return Checked(None, None, sort_diagnostics(problems), files.sources, files, base)
    problems = whole_game.check_clauses([clause for rule in stack for clause in rule.cites])
    assert base.whole is not None
    whole_game.begun = base.whole.begun
    found = _checked(whole_game, problems, base.kept, read)
    new = [problem for problem in found.diagnostics if problem not in base.diagnostics]
    gone = rows_gone(stack, files, whole_game)
    if gone:
        new = told_as_lacking(new, gone, own_files(read), files)
    told = [*unread, *told_why(new, stack, read), *written_for(stack, files)]
    sound = None
    if found.sound is not None and found.whole is not None:
        sound = enter(found.sound, stack)
        new_names = found.whole.seen - base.whole.seen
        told += [*unlabelled(new_names, sound.labels, read), *without_effect(stack, base.sound, sound)]
        told += without_source(stack, base.sound, sound)
    if not only_in_scenarios(told, files.sources):
        sound = None
    told = sort_diagnostics([*told, *(each for each in base.diagnostics if each.severity == "error")])
    rules = None if has_errors(told) else sound
    return Checked(
        rules, found.tested, told, files.sources, whole_game, base, stack, read, base.kept, found.whole,
        sound,
    )  # fmt: skip


def understand(
    files: GameFiles,
    before: list[Diagnostic],
    lint: bool = True,
    kept: Kept | None = None,
    began: Mapping[str, int] | None = None,
) -> tuple[Whole, list[Diagnostic]]:
    """Understand the blocks of a game; `before` are the problems found in reading them.

    The lints look at the whole, so they wait until every line is understood. `began` are the numbers with
    which declarations begin to invent names, if not behind those before.
    """
    kept = kept or Kept()
    ctx = Context(Names(), files.main, FORMS)
    found = collect(files.blocks, ctx)
    for table in files.tables:
        for row in table.rows:
            enter_row(
                ctx,
                found,
                RowSource(row.name, table.type, dict(row.values), 1, None, row.span, row.spans),
            )
    game, players = _game(ctx, found)
    sign(ctx, found, players)
    lists.enter_musts(ctx, found)
    types = components.types(ctx, found)
    defaults = {(t.name, a.name): a.default is not None for t in types for a in t.attributes}
    rows, unfit = check_rows(found, defaults, kept)
    ctx.diagnostics.extend(unfit)
    understood = Understood(ctx, found, kept, began or {})
    for place in found.of(*components.SORTS):
        understood.look_at(place, Understanding.note)
    _values(ctx, found, understood, kept)
    for declared_list in found.of(td.List):
        understood.look_at(declared_list, lists.list_declared)
    for action in found.of(td.Action):
        understood.look_at(action, actions.action_head, part="head")
    _events(ctx, found, understood, kept)
    texts.check_texts(ctx, found, understood.mentions.texted)
    for window in found.of(td.Window):
        understood.look_at(window, actions.window)
    for action in found.of(td.Action):
        head = understood.heads[action.tree.name.text]
        understood.look_at(action, partial(actions.action, head=head), head)
    for rule in found.of(ts.Rule):
        understood.look_at(rule, hooks.rule)
    for limit in found.of(td.Limit):
        understood.look_at(limit, hooks.limit)
    for modifier in found.of(ts.Modify):
        understood.look_at(modifier, values.modifier)
    for payment in found.of(td.Payment):
        understood.look_at(payment, actions.payment)
    rowless = {"seat"} | {m.type for m in components.maps(found)} | set(ctx.names.lifetimes)
    linking.missing_defaults(ctx, found, types, rowless)
    made = understood.made
    before_scenarios = len(made)
    together = put_together(made)
    writes = {cell for each in made for cell in each.writes}
    rules = d.Rules(
        d.FORMAT, game, files.version, players,
        enums=components.enums(found),
        types=linking.store(types, writes, rowless),
        rows=tuple(rows), zones=components.zones(ctx, found), states=components.states(ctx, found),
        dice=components.dice(found), maps=components.maps(found), graphs=components.graphs(ctx),
        options=components.options(ctx, found),
        values=together.values,
        events=_in_text_order(together.events, found.of(td.Event, td.ToldEvent)),
        actions=together.actions,
        windows=together.windows,
        rules=together.rules,
        limits=_in_order(ctx.names, together.limits),
        modifiers=together.modifiers,
        payments=together.payments,
        lists=together.lists,
        cites=understood.cites, places=understood.places, labels=files.labels,
        bounds=files.bounds,
    )  # fmt: skip
    rules = structs.replace(rules, places={**rules.places, **statement_places(rules, made)})
    graph = Graph(rules, understood.effects)
    rules = linking.limits_after(ctx, rules, graph)
    graph.judge(rules)
    drawn, problems = drawings(files.drawings, rules)
    rules = structs.replace(rules, drawings=drawn)
    ctx.diagnostics.extend(problems)
    if files.board is not None:
        ctx.diagnostics.extend(board_of(files.board, rules)[1])
    rules, problems = with_standing(rules, files.standing)
    ctx.diagnostics.extend(problems)
    rules = _with_lists(ctx, rules, files)
    doubts = {problem.code for problem in ctx.diagnostics if problem.severity == "error"}
    around = surroundings_of(ctx.names, rules, graph.effects.values(), understood.endings, doubts)
    understood.surround(around)
    whole = Whole(understood, found, rules, files, graph, Suite(game, ()))
    sound = only_in_scenarios(before, files.sources, read=False)
    sound = sound and only_in_scenarios(ctx.diagnostics, files.sources)
    _scenarios(whole, kept, sound)
    if began is None:
        ctx.diagnostics.extend(wrong_in_unused(understood, found))
    whole = replace(whole, tested=Suite(game, put_together(made[before_scenarios:]).scenarios))
    ctx.diagnostics[:] = scenarios.told_once(ctx.diagnostics)
    if lint and all(
        problem.severity == "warning" or problem.code in COMPLETE for problem in [*before, *ctx.diagnostics]
    ):
        ctx.diagnostics.extend(lints.lint(whole))
    ctx.diagnostics.extend(files.check_clauses(understood.cited))
    return whole, ctx.diagnostics


def _scenarios(whole: Whole, kept: Kept, sound: bool) -> None:
    """Understand the scenarios; those that make up rows only with a game without errors."""
    found, understood = whole.found, whole.understood
    understood.tables.say("frame", lambda _: whole.frame)
    understood.tables.say("written", lambda _: linking.written(whole.graph))
    positions = made_up.positions_of(found)
    more = made_up.WithRows(whole, partial(_again, kept)) if sound else None

    def look(tree: Scenario) -> bool:
        place, lines = Place(tree), made_up.lines_made_up(tree, positions)
        if not lines:
            understood.look_at(place, scenarios.scenario)
        elif more is not None:
            understood.look_elsewhere(place, partial(_with_rows, more, place, lines), tuple(lines))
        return more is not None or not lines

    titles = [title for tests in whole.files.tests for title in understood.look_at_tests(tests, look, sound)]
    if len({*titles}) < len(titles):
        trees = (tree for tests in whole.files.tests for tree in tests.scenarios)
        understood.ctx.diagnostics.extend(scenarios.doubled_titles(trees))


def _with_rows(
    more: made_up.WithRows, place: Place[Scenario], lines: list[made_up.MakeUp], binders: int, asked: Asked
) -> tuple[Made, list[Diagnostic]]:
    understood = more.scenario(lines, partial(scenarios.scenario, place=place), binders)
    asked.update(understood.asked)
    return understood.made, understood.diagnostics


def scenario_alone(checked: Checked, tree: Scenario) -> tuple[RulesScenario | None, list[Diagnostic]]:
    """Understand one scenario more in a game without errors; return it, and what is wrong with it."""
    assert checked.whole is not None
    whole = checked.whole
    lines = made_up.lines_made_up(tree, made_up.positions_of(whole.found))
    look = partial(scenarios.scenario, place=Place(tree))
    if lines:
        understood = made_up.WithRows(whole, partial(_again, checked.kept)).scenario(lines, look)
        made, found = understood.made, understood.diagnostics
    else:
        made, found = whole.understood.alone(look)
    return None if has_errors(found) else made.scenarios[0].scenario, found


def _again(kept: Kept, files: GameFiles, began: Mapping[str, int]) -> tuple[Whole, list[Diagnostic]]:
    """Understand a game that was understood before, with a little more."""
    return understand(files, [], lint=False, kept=kept, began=began)


def statement_places(rules: d.Rules, made: Sequence[Made]) -> dict[str, str]:
    """Where the statements of bodies are written, by the name of the body and their number in it."""
    lines = {name: lines for each in made for name, lines in each.lines.items()}
    return {key: line for name, _ in statements_of(rules) for key, line in lines[name].items()}


def _with_lists(ctx: Context, rules: d.Rules, files: GameFiles) -> d.Rules:
    """Add the lists that come with the game."""
    brought, wrong = written_lists.brought_lists(files.lists, rules)
    ctx.diagnostics.extend(wrong)
    for name, default, near in written_lists.check_defaults(rules, brought) if not wrong else ():
        span = ctx.names.declared[name].span
        problem = problems.list_of_something_else("default", default, name, part=written_lists.LISTS)
        wrong.append(problem.at(span, near=near))
        ctx.diagnostics.append(wrong[-1])
    short = None if wrong else written_lists.defaults_short_of(rules, brought)
    if short is not None:
        place = ctx.names.declared[rules.lists[0].name].span
        ctx.diagnostics.append(problems.too_many_in_list(*short).at(place))
    return structs.replace(rules, brought=brought)


def _in_order(names: Names, limits: tuple[d.LimitDecl, ...]) -> tuple[d.LimitDecl, ...]:
    """Limits in the order in which they are declared, whichever of their forms they have."""
    order = {name: number for number, name in enumerate(names.declared)}
    return tuple(sorted(limits, key=lambda limit: order.get(limit.name, 0)))


def _in_text_order(events: Iterable[d.EventDecl], places: Sequence[Place[Named]]) -> tuple[d.EventDecl, ...]:
    understood = {event.name: event for event in events}
    names = (place.tree.name.text for place in places)
    return tuple(understood[name] for name in names if name in understood)


def _game(ctx: Context, found: Collection) -> tuple[str, tuple[int, int]]:
    games = [place.tree for place in found.of(td.Game)]
    if not games:
        ctx.report(problems.game_line(), None)
        return "game", (1, 6)
    for further in games[1:]:
        ctx.report(problems.game_line(second=True), further, fix=Edit.without_lines(further.at))
    tree = games[0]
    lowest, highest = tree.low.value, (tree.high or tree.low).value
    if not 1 <= lowest <= highest <= 12:
        ctx.report(problems.impossible_players("game"), tree)
        lowest, highest = 1, 12
    if ctx.names.sort("main") != "event":
        near = ctx.names.near("main", ctx.names.named("event"))
        ctx.report(problems.no_main(), tree, near=near)
    elif _has_parameters(ctx.names.declared["main"].tree):
        ctx.report(problems.no_main(parameters=True), tree)
    return tree.name.text, (lowest, highest)


def _has_parameters(tree: Node | None) -> bool:
    return isinstance(tree, td.Called) and bool(tree.parameters)


def _values(ctx: Context, found: Collection, understood: Understood, kept: Kept) -> None:
    first = {place.tree.name.text: place for place in found.of(*VALUES, td.Group)}
    places = _with_texts(found, list(first.values()))

    def visit(name: str) -> None:
        tree = first[name].tree
        if isinstance(tree, td.Group):
            understood.look_at(Place(tree), groups.group)
        elif isinstance(tree, td.Derived):
            understood.look_at(Place(tree), values.value)

    linking.in_order(
        ctx,
        places,
        lambda tree: kept.said(tree).calls,
        visit,
    )


def _with_texts(found: Collection, declared: Sequence[Place[Named]]) -> dict[str, list[Place[Named]]]:
    """Declarations by name; texts count as part of what they tell."""
    places: dict[str, list[Place[Named]]] = {}
    for place in declared:
        places.setdefault(place.tree.name.text, []).append(place)
    for text in found.of(td.Text):
        for part in telling_parts(text.tree):
            if part.name.text in places:
                places[part.name.text].append(Place(part))
    return places


def _events(ctx: Context, found: Collection, understood: Understood, kept: Kept) -> None:
    """Events after the events whose results they use; texts count as part of what they tell."""
    plain = {place.tree.name.text: place for place in found.of(td.Event)}
    told = {place.tree.name.text: place for place in found.of(td.ToldEvent)}
    places = _with_texts(found, [*plain.values(), *told.values()])
    with_result = {
        name: group for name, group in places.items() if any(kept.said(place.tree).results for place in group)
    }

    visited: set[str] = set()

    def visit(name: str) -> None:
        visited.add(name)
        if name in told:
            understood.look_at(told[name], events.told_event)
        else:
            understood.look_at(plain[name], events.event)

    linking.in_order(ctx, with_result, lambda tree: kept.said(tree).calls, visit, recursive=True)
    for name in places:
        if name not in visited:
            visit(name)
