"""Whether rules that were read from JSON fit together: what the checker guarantees for rules from a text."""

from __future__ import annotations

from collections.abc import Iterator

from . import declarations as d
from . import statements as s
from .declarations import ValueType
from .lists import BroughtList
from .names import FLAG, NUMBER, SEAT, SEAT_TYPE, Names, Scope, Unfit, by_name, names_of
from .references import References
from .sizes import too_large

MAIN = "main"


def validate(rules: d.Rules) -> str | None:
    """What is wrong, with the declaration it is in; None if the rules can be laid out and played.

    Names are all there, locals are in scope, calls have their arguments, values are of the kinds they
    must be, and there is not more than a match can hold.
    """
    where = ""
    try:
        names = names_of(rules)
        if names.events.get(MAIN) != {}:
            raise Unfit(f"there is no event `{MAIN}` without parameters")
        if rules.players[0] > rules.players[1]:
            raise Unfit("the least number of players is above the greatest")
        for key in _declared(names):
            where = key
        where = ""
        for key in _bodies(names, References(names)):
            where = key
    except Unfit as unfit:
        return f"{unfit} (in `{where}`)" if where else str(unfit)
    except RecursionError:
        return f"values lie inside each other without end (in `{where}`)"
    excess = too_large(rules)
    return None if excess is None else str(excess)


def _declared(names: Names) -> Iterator[str]:
    """Look at what is no body; before each declaration its name is given."""
    rules = names.rules
    for declared in rules.types:
        yield f"type {declared.name}"
        _type(names, declared)
    for row in rules.rows:
        yield f"row {row.name}"
        _row(names, row)
    for zone in rules.zones:
        yield f"zone {zone.name}"
        names.find(names.types, zone.type, "type")
        if zone.owner is not None and zone.owner != SEAT_TYPE:
            names.find(names.types, zone.owner, "type")
    for state in rules.states:
        yield f"state {state.name}"
        names.kind_is_there(state.type)
        _value(names, state.type, state.default)
    for die in rules.dice:
        yield f"die {die.name}"
        members = names.enums.get(die.enum or "", ())
        for face in die.faces:
            if (die.enum is None) != isinstance(face, int) and str(face) not in members:
                raise Unfit(f"the face `{face}` is no member of `{die.enum}`")
        if not die.faces:
            raise Unfit("a die has no faces")
    for grid in rules.maps:
        yield f"map {grid.name}"
        names.find(names.types, grid.type, "type")
    for graph in rules.graphs:
        yield f"map {graph.name}"
        names.find(names.types, graph.type, "type")
        for end in ("from_place", "to_place"):
            if not any((above, end) in names.attributes for above in names.line(graph.link)):
                raise Unfit(f"the links of `{graph.name}` have no attribute `{end}`")
    for declared_list in rules.lists:
        yield f"list {declared_list.name}"
        for part in by_name(declared_list.parts, "part").values():
            names.find(names.types, part.type, "type")
            zone = names.find(names.zones, part.zone, "zone")
            if zone.owner != SEAT_TYPE or not names.related(part.type, zone.type):
                raise Unfit(f"`{part.name}` cannot be brought to `{part.zone}`")
    for brought in by_id(rules.brought).values():
        yield f"written list {brought.id}"
        of = names.find(names.lists, brought.list, "list")
        types = {part.name: part.type for part in of.parts}
        for part_name, rows in brought.parts.items():
            wanted = names.find(types, part_name, "part")
            for row_name in rows:
                if wanted not in names.line(names.find(names.rows, row_name, "row").type):
                    raise Unfit(f"`{row_name}` is no `{wanted}`")
    for option in rules.options:
        yield f"option {option.name}"
        names.kind_is_there(option.type)
        _value(names, option.type, option.default)


def by_id(brought: tuple[BroughtList, ...]) -> dict[str, BroughtList]:
    """Written lists by their ids. Raises Unfit for an id that stands twice."""
    found = {each.id: each for each in brought}
    if len(found) != len(brought):
        raise Unfit("two written lists have one id")
    return found


def _type(names: Names, declared: d.TypeDecl) -> None:
    if declared.name != SEAT_TYPE:
        names.line(declared.name)
    if declared.starts_in is not None:
        _starts(names, declared.starts_in)
    if declared.lives_until is not None:
        names.find(names.events, declared.lives_until, "event")
    for attribute in declared.attributes:
        names.kind_is_there(attribute.type)
        _value(names, attribute.type, attribute.default)
    if declared.named_by is not None and (declared.name, declared.named_by) not in names.attributes:
        raise Unfit(f"it is named by `{declared.named_by}`, which is no attribute of it")


def _starts(names: Names, zone: str) -> None:
    if names.find(names.zones, zone, "zone").owner is not None:
        raise Unfit(f"things cannot begin in `{zone}`, which has owners")


def _row(names: Names, row: d.RowDecl) -> None:
    line = names.line(row.type)
    if row.starts_in is not None:
        _starts(names, row.starts_in)
    for key, value in row.values.items():
        name, _, member = key.partition(".")
        owner = next((above for above in line if (above, name) in names.attributes), None)
        if owner is None:
            raise Unfit(f"its type has no attribute `{name}`")
        kind = names.attributes[owner, name].type
        if member and member not in names.enums.get(kind.per or "", ()):
            raise Unfit(f"`{key}` names no member")
        _value(names, kind, value)


def _value(names: Names, kind: ValueType, value: int | bool | str | None) -> None:
    """A value that stands in a table, or a default."""
    if value is None:
        return
    if isinstance(value, str):
        if kind.kind == "enum":
            if value not in names.enums[kind.name or ""]:
                raise Unfit(f"the enum `{kind.name}` has no member `{value}`")
        elif kind.kind != "thing" or not names.related(names.find(names.rows, value, "row").type, kind.name):
            raise Unfit(f"`{value}` is no {kind.kind}")
        return
    number = int(value)
    if number == -1 and (kind.optional or kind.kind == "thing"):
        return  # none; where a thing must be there, whoever makes it names one
    if kind.kind == "enum" and not 0 <= number < len(names.enums[kind.name or ""]):
        raise Unfit(f"the enum `{kind.name}` has no member number {number}")
    if kind.kind == "number":
        if (kind.low is not None and number < kind.low) or (kind.high is not None and number > kind.high):
            raise Unfit(f"{number} is outside the range")
    elif kind.kind == "thing" or (kind.kind == "seat" and not 0 <= number < names.rules.players[1]):
        raise Unfit(f"{number} is no {kind.kind}")


def _scope(parameters: tuple[d.Parameter, ...], names: Names) -> dict[str, ValueType]:
    for parameter in parameters:
        names.kind_is_there(parameter.type)
    return {parameter.name: parameter.type for parameter in parameters}


def _bodies(names: Names, refs: References) -> Iterator[str]:
    """Look at everything that is evaluated or happens; before each declaration its name is given."""
    rules = names.rules
    calls: dict[str, set[str]] = {}
    for zone in rules.zones:
        yield f"zone {zone.name}"
        refs.one(zone.seen_when, {}, FLAG)
    for value in rules.values:
        yield f"value {value.name}"
        refs.called = set()
        refs.either(value.body, _scope(value.parameters, names), value.result.many, value.result)
        calls[value.name] = refs.called
    _no_circle(calls)
    for event in rules.events:
        yield f"event {event.name}"
        _event(names, refs, event)
    for action in rules.actions:
        yield f"action {action.name}"
        _action(names, refs, action)
    for window in rules.windows:
        yield f"window {window.name}"
        scope = _scope(window.parameters, names)
        refs.either(window.asks, scope, window.asks_many, SEAT)
        refs.one(window.start, scope, SEAT)
        refs.one(window.passing, {**scope, window.asked: SEAT} if window.asked else scope, FLAG)
    for rule in rules.rules:
        yield f"rule {rule.name}"
        _rule(names, refs, rule)
    for limit in rules.limits:
        yield f"limit {limit.name}"
        for event_name in limit.after:
            names.find(names.events, event_name, "event")
        inner: Scope = {} if limit.over is None else refs.set_of(limit.over, {})
        refs.one(limit.holds, inner, FLAG)
        refs.block(limit.breach, inner)
    for declared_list in rules.lists:
        yield f"list {declared_list.name}"
        for must in by_name(declared_list.musts, "must").values():
            scope = {declared_list.seat: SEAT}
            inner = scope if must.over is None else refs.set_of(must.over, scope)
            refs.one(must.holds, inner, FLAG)
    for modifier in rules.modifiers:
        yield f"modifier {modifier.name}"
        _modifier(names, refs, modifier)
    for payment in rules.payments:
        yield f"payment {payment.name}"
        _payment(names, refs, payment)


def _no_circle(calls: dict[str, set[str]]) -> None:
    """Values that call each other in a circle have no end."""
    left = dict(calls)
    while left:
        ended = [name for name, called in left.items() if not called & left.keys()]
        if not ended:
            raise Unfit(f"`{min(left)}` depends on itself, or on values that do")
        for name in ended:
            del left[name]


def _event(names: Names, refs: References, event: d.EventDecl) -> None:
    scope = _scope(event.parameters, names)
    refs.block(event.body, scope)
    if event.told is not None:
        first = next(iter(scope.values()), NUMBER)
        for row, body in event.told.items():
            if first.kind != "thing" or not names.related(
                names.find(names.rows, row, "row").type, first.name
            ):
                raise Unfit(f"`{row}` is not told by it")
            refs.block(body, scope)


def _action(names: Names, refs: References, action: d.ActionDecl) -> None:
    shared: dict[str, ValueType] = {}
    for window in action.at:
        shared |= _scope(names.windows[window].parameters, names)
    scope: dict[str, ValueType] = {**shared, action.by: SEAT}
    refs.one(action.by_where, scope, FLAG)
    for part in action.parts:
        scope = refs.set_of(part.over, scope)
    for need in action.needs:
        refs.one(need, scope, FLAG)
    if action.once_per is not None:
        names.find(names.events, action.once_per, "event")
    refs.block((*action.cost, *action.body), scope)


def _rule(names: Names, refs: References, rule: d.RuleDecl) -> None:
    scope = dict(names.find(names.events, rule.event, "event"))
    result = names.results[rule.event]
    if rule.kind == "after" and result is not None:
        scope["result"] = result
    scope |= _scope(rule.captured or (), names)
    refs.one(rule.only, {}, FLAG)
    if rule.over is not None:
        if rule.captured is not None:
            raise Unfit("a rule in force for a while is not for each of a set")
        scope = refs.set_of(rule.over, scope)
    refs.one(rule.where, scope, FLAG)
    refs.block(rule.body, scope)
    if rule.despite is not None:
        names.find(names.named_rules, rule.despite, "rule")


def _modifier(names: Names, refs: References, modifier: d.ModifierDecl) -> None:
    scope = _scope((*modifier.parameters, *(modifier.captured or ())), names)
    if modifier.type is not None:
        names.attribute(modifier.type, modifier.of)
    else:
        wanted = names.find(names.values, modifier.of, "value").parameters
        if len(wanted) != len(modifier.parameters):
            raise Unfit(f"`{modifier.of}` takes {len(wanted)} arguments")
    if modifier.over is not None:
        scope = refs.set_of(modifier.over, scope)
    for change in modifier.changes:
        refs.one(change.where, scope, FLAG)
        refs.one(change.by, scope)
        refs.one(change.bound, scope, NUMBER)


def _payment(names: Names, refs: References, payment: d.PaymentDecl) -> None:
    scope: dict[str, ValueType] = {payment.payer: SEAT}
    if payment.kind is not None:
        scope |= _scope((payment.kind,), names)
    for means in payment.means:
        if (means.over is None) == (means.units is None):
            raise Unfit("a means is neither things nor units")
        refs.one(means.units, scope, NUMBER)
        inner = scope if means.over is None else refs.set_of(means.over, scope)
        refs.one(means.gives, inner, NUMBER)
        after = {
            name: kind for name, kind in inner.items() if payment.kind is None or name != payment.kind.name
        }
        if means.amount is not None:
            after[means.amount] = NUMBER
        if not all(isinstance(change, s.Assign | s.Change | s.Move) for change in means.spent):
            raise Unfit("what is laid down is spent by changes alone")
        refs.block(means.spent, after)
        refs.block(() if means.then is None else (means.then,), after)
