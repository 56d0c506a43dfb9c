"""Everything about a game that does not change during a match, numbered and looked up once.

Both builds read the same layout, so they agree on ids, columns, bodies, points and orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple

from regelwerk.rules import expressions as ex
from regelwerk.rules import statements as st
from regelwerk.rules.declarations import (
    ActionDecl,
    AttributeDecl,
    DieDecl,
    LimitDecl,
    ModifierDecl,
    PaymentDecl,
    RuleDecl,
    Rules,
    StateDecl,
    ValueDecl,
    ValueType,
    WindowDecl,
)
from regelwerk.rules.lists import BroughtList
from regelwerk.rules.statements import Statement
from regelwerk.rules.types.declared import declared_in
from regelwerk.rules.types.kinds import NUMBER, SEAT, list_of
from regelwerk.rules.types.statements import Types
from regelwerk.rules.walk import nodes
from regelwerk.source.wording import players_text

from .bounds import MAX_HISTORY
from .constants import Constants
from .costs_of_bodies import make_counting
from .counting import Counting
from .errors import RuleError
from .extents import Extents
from .lists import Listed, Lists, brought_by, set_aside
from .points import EACH_VALUES, ROW_VALUE, WINDOW_VALUES, Body, BodyMaker, Named
from .possible import Prospect, make_prospects
from .records import ALWAYS, originals, spans_asked
from .start import Start, make_start
from .things import AttributeInfo, Tables, absent_value, index_of, make_tables, plain_value

MAIN = "main"
"""The event a match begins with."""


@dataclass(slots=True)
class EventInfo:
    """An event or an action. Rules are numbers in `Layout.rules`, in the order in which they apply.

    `told` maps row numbers of the first parameter to bodies. `span` is -1 where nobody needs a level.
    `queries` are the history queries about it: (query, positions of the arguments).
    """

    name: str
    number: int
    parameters: tuple[Named, ...]
    result: ValueType | None
    body: int
    action: int = -1
    told: dict[int, int] = field(default_factory=dict)
    span: int = -1
    queries: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    rules: dict[str, list[int]] = field(default_factory=dict)
    lasting: dict[str, list[int]] = field(default_factory=dict)
    limits: list[int] = field(default_factory=list)

    def hooks(self, *kinds: str) -> list[int]:
        """The rules of these kinds about it; of each kind those in force for a while last."""
        return [n for kind in kinds for numbers in (self.rules, self.lasting) for n in numbers.get(kind, ())]

    @property
    def may_be_forbidden(self) -> bool:
        """Whether a rule ever forbids it."""
        return bool(self.hooks("forbid"))

    def nothing(self) -> int:
        """What it returns when nothing returns a value: 0 for numbers and flags, else none."""
        return 0 if self.result is not None and self.result.kind in ("number", "flag") else -1


@dataclass(slots=True)
class Query:
    """A history query: how often `event` happened in `span`, by the values of the arguments `names`."""

    event: int
    span: int
    names: tuple[str, ...]


@dataclass(slots=True)
class CellInfo:
    """A `state` of the game: `members` is 0 without `per`; `values` are those at the start."""

    name: str
    number: int
    kind: ValueType
    members: int
    index: range
    values: list[int]


Mark = AttributeInfo | CellInfo


class ComingMark(NamedTuple):
    """A mark that is over when an event begins: every one, or with `position`, that of a parameter, those
    whose value the argument is, or `of_this` those that belong to it."""

    mark: Mark
    position: int
    of_this: bool


@dataclass(slots=True)
class Reached:
    """What of the rules is looked at or carried out: nodes by their `id`, and attributes that are read or
    set: the type that declares one, its name, and the row whose value it is (-1: of nothing in a table)."""

    nodes: set[int] = field(default_factory=set)
    values: set[tuple[str, str, int]] = field(default_factory=set)

    def noting(self, form: Callable[[Any, Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
        """Return what does the same with a node, and notes that it was looked at."""

        def noted(state: Any, env: Any, node: Any) -> Any:
            self.nodes.add(id(node))
            return form(state, env, node)

        return noted


@dataclass(slots=True)
class Layout:
    """The whole. Lists are indexed by the numbers that stand in a state; dicts find them by name."""

    game: Rules
    players: int
    options: list[int]
    option_number: dict[str, int]
    tables: Tables
    types: Types
    extents: Extents = field(init=False)
    cells: dict[str, CellInfo] = field(default_factory=dict)
    dice: dict[str, DieDecl] = field(default_factory=dict)
    rolled: dict[int, str] = field(default_factory=dict)
    """The stored attributes of things that are rolled somewhere, by their columns, with the die each is."""
    values: dict[str, ValueDecl] = field(default_factory=dict)
    events: list[EventInfo] = field(default_factory=list)
    event_number: dict[str, int] = field(default_factory=dict)
    actions: list[ActionDecl] = field(default_factory=list)
    action_number: dict[str, int] = field(default_factory=dict)
    windows: dict[str, WindowDecl] = field(default_factory=dict)
    window_actions: dict[str, list[int]] = field(default_factory=dict)
    rules: list[RuleDecl] = field(default_factory=list)
    rule_number: dict[str, int] = field(default_factory=dict)
    limits: list[LimitDecl] = field(default_factory=list)
    modifiers: list[ModifierDecl] = field(default_factory=list)
    modifier_number: dict[str, int] = field(default_factory=dict)
    attribute_modifiers: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    value_modifiers: dict[str, list[int]] = field(default_factory=dict)
    payments: dict[str, PaymentDecl] = field(default_factory=dict)
    lifetimes: dict[str, str] = field(default_factory=dict)
    marks: dict[str, list[Mark]] = field(default_factory=dict)
    """The columns and states that are what they were at the start again when an event ends."""
    coming: dict[str, list[ComingMark]] = field(default_factory=dict)
    """Those that are so again when an event begins."""
    spans: list[int] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    query_number: dict[tuple[int, int, tuple[str, ...]], int] = field(default_factory=dict)
    records: list[int] = field(default_factory=list)
    """The spans in which positions are counted, `records.ALWAYS` for the whole match."""
    originals: list[int] = field(default_factory=list)
    """What stands for a thing in a position, if there are positions: see `records.originals`."""
    own_queries: int = 0
    """So many of the queries, the first ones, are asked by the rules; the others by scenarios."""
    spoken: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    """What `spoken_of` has found, by body and place."""
    bodies: list[Body] = field(default_factory=list)
    body_number: dict[str, int] = field(default_factory=dict)
    listed_cells: tuple[int, ...] = ()
    """The cells that hold a list: one value for each member of an enum or each seat."""
    start: Start = field(default_factory=Start)
    brought: dict[str, list[BroughtList]] = field(default_factory=dict)
    """What each seat brings, for each declared list."""
    listed: Listed = field(default_factory=dict)
    prospects: list[Prospect] = field(default_factory=list)
    """What of each action uses up no steps; programs do not look at it."""
    counting: Counting = field(default_factory=Counting)
    """What uses up steps."""
    reached: Reached | None = None
    """What the walker looks at is noted here, if somebody wants to know."""

    def span_of(self, event: str) -> int:
        """The number of the span of an event. Raises RuleError if there is no such event."""
        number = self.event_number.get(event)
        if number is None or self.events[number].span < 0:
            raise RuleError(f"`{event}` is not an event")
        return self.events[number].span

    def is_long(self, query: int) -> bool:
        """Whether a history query may have to tell very many happenings apart."""
        asked = self.queries[query]
        kinds = dict(self.events[asked.event].parameters)
        values = [self.extents.values(kinds[name]) for name in asked.names]
        return None in values or prod(each + 1 for each in values if each is not None) > MAX_HISTORY

    def body(self, name: str) -> Body:
        """The body with this name."""
        return self.bodies[self.body_number[name]]


def make_layout(
    rules: Rules,
    players: int,
    options: Mapping[str, int] | None = None,
    lists: Lists | None = None,
    asked: Sequence[ex.Happened | ex.Recorded] = (),
) -> Layout:
    """Lay a game out for a number of seats, option values and lists (defaults where none is given).

    `asked` is what others than the rules will ask of what has happened, such as scenarios.
    Raises RuleError for a number of seats, an option or a list the game does not have.
    """
    low, high = rules.players
    if not low <= players <= high:
        raise RuleError(f"`{rules.game}` is for {players_text(low, high)}, not {players}")
    values = {option.name: option.default for option in rules.options}
    fixed = {option.name for option in rules.options if option.fixed}
    for name, value in (options or {}).items():
        if name not in values:
            raise RuleError(f"`{rules.game}` has no option `{name}`")
        if name in fixed and value != values[name]:
            raise RuleError(f"a house rule has fixed the option `{name}`")
        values[name] = int(value)
    constants = Constants(rules, players, values)
    otherwise_seen = {
        zone.name for zone in rules.zones if zone.seen_when is not None and constants.holds(zone.seen_when)
    }
    tables = make_tables(rules, players, values, otherwise_seen)
    layout = Layout(
        game=rules,
        players=players,
        options=[values[option.name] for option in rules.options],
        option_number={option.name: number for number, option in enumerate(rules.options)},
        tables=tables,
        types=Types(declared_in(rules)),
    )
    for number, state in enumerate(rules.states):
        layout.cells[state.name] = _cell(tables, state, number)
    layout.dice = {die.name: die for die in rules.dice}
    layout.values = {value.name: value for value in rules.values}
    layout.windows = {window.name: window for window in rules.windows}
    layout.lifetimes = {t.name: t.lives_until for t in rules.types if t.lives_until is not None}
    layout.payments = {payment.name: payment for payment in rules.payments}
    layout.actions = list(rules.actions)
    layout.action_number = {action.name: number for number, action in enumerate(rules.actions)}
    for window in rules.windows:
        admitted = [n for n, action in enumerate(rules.actions) if window.name in action.at]
        layout.window_actions[window.name] = admitted
    layout.rules = [rule for rule in rules.rules if constants.holds(rule.only)]
    layout.rule_number = {rule.name: number for number, rule in enumerate(layout.rules)}
    layout.limits = list(rules.limits)
    _modifiers(layout)
    _events(layout)
    _marks(layout)
    spoken = list(nodes(rules))
    layout.rolled = _rolled(tables, spoken)
    _spans(layout, spoken, asked)
    _queries(layout, spoken, asked)
    layout.records = [ALWAYS if span is None else layout.span_of(span) for span in spans_asked(spoken, asked)]
    layout.originals = originals(layout)
    lay_out_bodies(layout)
    layout.listed_cells = tuple(cell.number for cell in layout.cells.values() if cell.members)
    layout.brought = brought_by(rules, players, lists)
    layout.listed = set_aside(rules, tables, layout.brought)
    layout.start = make_start(layout)
    layout.extents = Extents(layout, spoken)
    layout.counting = make_counting(layout)
    layout.prospects = make_prospects(layout)
    return layout


def _cell(tables: Tables, state: StateDecl, number: int) -> CellInfo:
    if state.default is None:
        default = absent_value(state.type)
    else:
        default = plain_value(tables, state.type, state.default)
    index = index_of(tables, state.type)
    members = len(index) if state.type.per is not None else 0
    return CellInfo(state.name, number, state.type, members, index, [default] * len(index))


def _rolled(tables: Tables, spoken: Iterable[object]) -> dict[int, str]:
    targets = ((node.target, node.die) for node in spoken if isinstance(node, st.RollDie))
    return {
        tables.attributes[target.type, target.name].column: die
        for target, die in targets
        if isinstance(target, ex.Attribute) and target.type in tables.types
    }


def _marks(layout: Layout) -> None:
    found: list[tuple[AttributeDecl | StateDecl, Mark]] = [
        (attribute, layout.tables.attributes[declared.name, attribute.name])
        for declared in layout.game.types
        for attribute in declared.attributes
    ]
    found += [(state, layout.cells[state.name]) for state in layout.game.states]
    for each, mark in found:
        if isinstance(mark, AttributeInfo) and mark.column < 0:
            continue
        if each.until is not None:
            layout.marks.setdefault(each.until, []).append(mark)
        coming = each.until_next
        if coming is not None and coming.event in layout.event_number:  # in an excerpt nothing happens
            names = [name for name, _ in layout.events[layout.event_number[coming.event]].parameters]
            position = -1 if coming.parameter is None else names.index(coming.parameter)
            layout.coming.setdefault(coming.event, []).append(ComingMark(mark, position, coming.of_this))


def _modifiers(layout: Layout) -> None:
    layout.modifiers = list(layout.game.modifiers)
    for number, modifier in enumerate(layout.modifiers):
        layout.modifier_number[modifier.name] = number
        if modifier.type is not None:
            layout.attribute_modifiers.setdefault((modifier.type, modifier.of), []).append(number)
        else:
            layout.value_modifiers.setdefault(modifier.of, []).append(number)


def _events(layout: Layout) -> None:
    for event in layout.game.events:
        parameters = tuple((p.name, p.type) for p in event.parameters)
        layout.events.append(EventInfo(event.name, len(layout.events), parameters, event.result, -1))
    for number, action in enumerate(layout.actions):
        info = EventInfo(
            action.name, len(layout.events), _action_parameters(layout, action), None, -1, number
        )
        layout.events.append(info)
    layout.event_number = {info.name: info.number for info in layout.events}
    for number, rule in enumerate(layout.rules):
        info = layout.events[layout.event_number[rule.event]]
        group = info.rules if rule.captured is None else info.lasting
        group.setdefault(rule.kind, []).append(number)
    for number, limit in enumerate(layout.limits):
        for name in dict.fromkeys(limit.after):
            layout.events[layout.event_number[name]].limits.append(number)


def _action_parameters(layout: Layout, action: ActionDecl) -> tuple[Named, ...]:
    """`by`, the parts, then the parameters of the windows at which it may be declared."""
    found = {action.by: SEAT, **{part.over.binder: layout.types.noun(part.over) for part in action.parts}}
    for window in action.at:
        for parameter in layout.windows[window].parameters:
            found.setdefault(parameter.name, parameter.type)
    return tuple(found.items())


def _spans(layout: Layout, spoken: Sequence[ex.Node], asked: Sequence[ex.Node]) -> None:
    named: set[str | None] = {action.once_per for action in layout.actions}
    named |= {declared.lives_until for declared in layout.game.types if declared.lives_until is not None}
    named |= layout.marks.keys() | layout.coming.keys()
    for node in (*spoken, *asked):
        if isinstance(node, ex.Happened | ex.Recorded | st.Later | st.CarryOut | st.Lasting):
            named.add(node.span)
        elif isinstance(node, st.Leave):
            named.add(node.event)
    for info in layout.events:
        if info.name in named:
            info.span = len(layout.spans)
            layout.spans.append(info.number)


def _queries(layout: Layout, spoken: Sequence[ex.Node], asked: Sequence[ex.Node]) -> None:
    def add(event: str, span: str, given: set[str]) -> None:
        info = layout.events[layout.event_number[event]]
        names = tuple(name for name, _ in info.parameters if name in given)
        key = (info.number, layout.span_of(span), names)
        if key not in layout.query_number:
            layout.query_number[key] = len(layout.queries)
            positions = tuple(n for n, (name, _) in enumerate(info.parameters) if name in given)
            info.queries.append((len(layout.queries), positions))
            layout.queries.append(Query(info.number, key[1], names))

    for node in spoken:
        if isinstance(node, ex.Happened):
            add(node.event, node.span, set(node.args))
    for action in layout.actions:
        if action.once_per is not None:
            add(action.name, action.once_per, {action.by})
    layout.own_queries = len(layout.queries)
    for node in asked:
        if isinstance(node, ex.Happened):
            add(node.event, node.span, set(node.args))


def lay_out_bodies(layout: Layout) -> None:
    """Number the bodies of a layout that has none yet, with their places and points."""
    maker = BodyMaker(layout.types)

    def add(
        name: str, kind: str, subject: str, parameters: tuple[Named, ...], event: int = -1,
        statements: tuple[Statement, ...] = (), cost: tuple[Statement, ...] = (),
    ) -> Body:  # fmt: skip
        body = Body(len(layout.bodies), name, kind, subject, parameters, event)
        layout.bodies.append(body)
        layout.body_number[name] = body.number
        maker.fill(body, statements, cost)
        if event >= 0:
            _stage_points(layout, body, layout.events[event])
        return body

    for event in layout.game.events:
        info = layout.events[layout.event_number[event.name]]
        body = add(f"event:{event.name}", "event", event.name, info.parameters, info.number, event.body)
        info.body = body.number
        for row, statements in (event.told or {}).items():
            name = f"told:{event.name}:{row}"
            told = add(name, "told", event.name, info.parameters, info.number, statements)
            info.told[layout.tables.row_number[row]] = told.number
    for rule in layout.rules:
        if rule.kind in ("before", "instead", "after"):
            info = layout.events[layout.event_number[rule.event]]
            add(f"rule:{rule.name}", "rule", rule.name, rule_parameters(layout, rule, info), -1, rule.body)
    for action in layout.actions:
        info = layout.events[layout.event_number[action.name]]
        name = f"action:{action.name}"
        body = add(name, "action", action.name, info.parameters, info.number, action.body, action.cost)
        info.body = body.number
    for limit in layout.limits:
        bound = () if limit.over is None else ((limit.over.binder, layout.types.noun(limit.over)),)
        add(f"limit:{limit.name}", "limit", limit.name, bound, -1, limit.breach)
    for window in layout.game.windows:
        parameters = tuple((p.name, p.type) for p in window.parameters)
        body = add(f"window:{window.name}", "window", window.name, parameters)
        for point in ("asks", "declares", "resolves"):
            body.add_point(point, parameters + WINDOW_VALUES)
    for payment in layout.game.payments:
        for number, means in enumerate(payment.means):
            scope: dict[str, ValueType] = {payment.payer: SEAT}
            if means.over is not None:
                scope[means.over.binder] = layout.types.noun(means.over)
            elif means.amount is not None:
                scope[means.amount] = NUMBER
            known = tuple(scope.items())
            then = () if means.then is None else (means.then,)
            add(f"spent:{payment.name}:{number}", "spent", payment.name, known, -1, means.spent)
            add(f"payment:{payment.name}:{number}", "payment", payment.name, known, -1, then)


def rule_parameters(layout: Layout, rule: RuleDecl, info: EventInfo) -> tuple[Named, ...]:
    """What a rule's body sees: the event's parameters, `result`, what it captured, what it counts for."""
    scope = dict(info.parameters)
    if rule.kind == "after" and info.result is not None:
        scope["result"] = info.result
    for parameter in rule.captured or ():
        scope[parameter.name] = parameter.type
    if rule.over is not None:
        scope[rule.over.binder] = layout.types.noun(rule.over)
    return tuple(scope.items())


def _stage_points(layout: Layout, body: Body, info: EventInfo) -> None:
    result: tuple[Named, ...] = (("result", info.result),) if info.result is not None else ()
    for kind in ("before", "instead", "after"):
        scope = body.parameters + (result if kind == "after" else ()) + (ROW_VALUE,)
        for number in info.hooks(kind):
            rule = layout.rules[number]
            own = _each_values(layout, rule.over) if rule.over and kind != "instead" else ()
            body.add_point(f"{kind}:{rule.name}", scope + own)
    for number in info.limits:
        limit = layout.limits[number]
        values = _each_values(layout, limit.over)
        body.add_point(f"limit:{limit.name}", body.parameters + result + values)
    body.add_point("within", body.parameters)


def _each_values(layout: Layout, over: ex.Set | None) -> tuple[Named, ...]:
    element = NUMBER if over is None else layout.types.noun(over)
    return ((EACH_VALUES[0][0], list_of(element)), EACH_VALUES[1])
