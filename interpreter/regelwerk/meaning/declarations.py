"""Declarations: from trees to the declarations of the rules form."""

from __future__ import annotations

import msgspec
from lark import Token, Tree

from regelwerk.meaning import blocks, kinds, sets
from regelwerk.meaning.collect import Collection, Place, parameters_of, parts_of, token_text
from regelwerk.meaning.context import Context, Env, Use, span_of
from regelwerk.meaning.expressions import expression, fits, holds, number, value_of
from regelwerk.meaning.names import Declared, Part, Signature
from regelwerk.meaning.statements import Body, body, event_call
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules import statements as s
from regelwerk.rules.declarations import ValueType

assert blocks  # its import fills the table of statements


class Understanding:
    """The second pass: everything understood so far, with what each declaration reads and writes."""

    def __init__(self, ctx: Context, found: Collection) -> None:
        self.ctx = ctx
        self.found = found
        self.uses: dict[str, Use] = {}
        self.cites: dict[str, tuple[str, ...]] = {}
        self.cite_tokens: list[tuple[str, Token]] = []
        self.places: dict[str, str] = {}
        self.values: dict[str, d.ValueDecl] = {}
        self.events: dict[str, d.EventDecl] = {}
        self.actions: dict[str, d.ActionDecl] = {}
        self.windows: list[d.WindowDecl] = []
        self.rules: list[d.RuleDecl] = []
        self.limits: list[d.LimitDecl] = []
        self.modifiers: list[d.ModifierDecl] = []
        self.payments: list[d.PaymentDecl] = []
        self.told: dict[str, dict[str, Body]] = {}
        self.heads: dict[str, tuple[Env, d.ActionDecl]] = {}
        self._leaves: set[str] | None = None
        ctx.lasting = self.lasting

    def begin(self, place: Place, key: str, result: bool = False) -> Context:
        """Turn to one declaration: its file, its own records of use."""
        ctx = self.ctx
        ctx.file = place.file
        ctx.owner = key
        ctx.use = self.uses.setdefault(key, Use())
        ctx.bound = {}
        ctx.result = None
        ctx.may_result = result
        self.places.setdefault(key, f"{place.file}:{place.tree.meta.line if not place.tree.meta.empty else 1}")
        self.cite(key, place.tree)
        return ctx

    def cite(self, key: str, tree: Tree) -> None:
        """Note the clauses a declaration cites."""
        for cites in parts_of(tree, "cites", "tail"):
            for token in cites.children:
                if isinstance(token, Token) and token.type == "CLAUSE":
                    self.cites[key] = (*self.cites.get(key, ()), str(token))
                    self.cite_tokens.append((self.ctx.file, token))

    # ---------------------------------------------------------------- derived values
    def value(self, place: Place) -> None:
        """A value or test; its result becomes known to those that call it."""
        tree = place.tree
        name = token_text(tree)
        ctx = self.begin(place, f"value:{name}")
        signature = ctx.names.signatures[name]
        modified = any(str(other.tree.children[0]) == name for other in self.found.of("modify"))
        env = _scope(ctx, None if modified else tree.children[1], signature)
        test = str(tree.data).startswith("test")
        if tree.data in ("value", "test"):
            node, kind = self._result(ctx, env, tree.children[2], test)
        else:
            self.cite(f"value:{name}", tree.children[2])
            node, kind = self._cases(ctx, env, tree.children[2], test)
        signature.result = kinds.FLAG if test else kinds.bare(kind)
        self.values[name] = d.ValueDecl(name, _parameters(signature), signature.result, node)
        ctx.unused_locals()

    def _result(self, ctx: Context, env: Env, tree: Part, test: bool, wanted: ValueType | None = None) -> tuple[x.Expression, ValueType]:
        if test:
            node, kind, _, _ = holds(ctx, env, tree)
            return node, kind
        return expression(ctx, env, tree, wanted)

    def _cases(self, ctx: Context, env: Env, tree: Tree, test: bool) -> tuple[x.Expression, ValueType]:
        cases: list[x.Case] = []
        result: ValueType | None = None
        failed = env
        last = tree.children[-1]
        from regelwerk.meaning.statements import merge_result

        for case in parts_of(tree, "case"):
            value, when = case.children
            test_node, _, yes, no = holds(ctx, failed, when)
            node, kind = self._result(ctx, failed.narrow(yes), value, test, result)
            result = merge_result(ctx, value, result, kind)
            cases.append(x.Case(test_node, node))
            failed = failed.narrow(no)
        node, kind = self._result(ctx, failed, last, test, result)
        result = merge_result(ctx, last, result, kind)
        return (x.Choice(tuple(cases), node) if cases else node), result

    # ---------------------------------------------------------------- happenings
    def event(self, place: Place) -> None:
        """An event with a body of its own."""
        name, _, block = place.tree.children
        key = f"event:{name}"
        self.cite(key, block)
        ctx = self.begin(place, key, result=True)
        signature = ctx.names.signatures[str(name)]
        env = _scope(ctx, None, signature)
        nodes, flow = body(ctx, env, _statements(block))
        signature.result = self._left(str(name), ctx.result)
        if ctx.result is not None and not flow.ended:
            ctx.error("M021", f"`{name}` may end without a result", name, help="end it with `result ...` on every way")
        ctx.unused_locals()
        self.events[str(name)] = d.EventDecl(str(name), _parameters(signature), nodes, signature.result)

    def _left(self, name: str, result: ValueType | None) -> ValueType | None:
        """The result of an event that something leaves may be absent."""
        if result is None or result.kind in ("number", "flag"):
            return result
        if self._leaves is None:
            self._leaves = set()
            for places in self.found.places.values():
                for place in places:
                    for sort in ("leave", "leave_afterwards"):
                        self._leaves |= {str(leave.children[0]) for leave in place.tree.find_data(sort)}
        return kinds.maybe(result) if name in self._leaves else result

    def told_event(self, place: Place) -> None:
        """An event whose body the texts of rows tell."""
        name = str(place.tree.children[0])
        ctx = self.begin(place, f"event:{name}")
        signature = ctx.names.signatures[name]
        if not signature.parameters or signature.parameters[0][1].kind != "thing":
            ctx.error("M036", f"the first parameter of `{name}` must be the thing whose text tells it", place.tree, help="write `event x(card c) told by its text`")
            return
        bodies: dict[str, Body] = {}
        result: ValueType | None = None
        for row, (told, text_place) in self.told_by(name).items():
            key = f"told:{name}:{row}"
            self.cite(key, told.children[1])
            for cites in parts_of(text_place.tree, "cites"):
                self.cite(key, Tree("text", [cites]))
            ctx = self.begin(Place(text_place.file, told), key, result=True)
            env = _scope(ctx, None, signature)
            inner = Env(env.locals, env.present, env.facts, env.fixed, this=signature.parameters[0][0])
            ctx.result = result
            bodies[row], flow = body(ctx, inner, _statements(told.children[1]))
            result = ctx.result
            if result is not None and not flow.ended:
                ctx.error("M021", f"the text of `{row}` may end without a result", told.children[0], help="end it with `result ...` on every way")
            ctx.unused_locals()
        signature.result = self._left(name, result)
        self.events[name] = d.EventDecl(name, _parameters(signature), (), signature.result, bodies)

    def told_by(self, event: str) -> dict[str, tuple[Tree, Place]]:
        """Return the texts that tell an event, by row in table order, with problems reported once."""
        ctx = self.ctx
        wanted = ctx.names.signatures[event].parameters[0][1].name or ""
        told: dict[str, tuple[Tree, Place]] = {}
        for place in self.found.of("text"):
            for part in parts_of(place.tree, "tells"):
                if str(part.children[0]) != event:
                    continue
                for row in place.rows:
                    if row in told:
                        ctx.file = place.file
                        ctx.error("M035", f"`{row}` tells `{event}` twice", part.children[0], help="keep one of the two texts")
                    told[row] = (part, place)
        rows = [row for row, (type_name, _) in ctx.names.rows.items() if ctx.names.below(type_name, wanted)]
        for row in rows:
            if row not in told:
                from regelwerk.source.diagnostics import Diagnostic

                span = ctx.names.declared[row].span
                ctx.diagnostics.append(
                    Diagnostic("M033", f"`{row}` has no text that tells `{event}`", span, help=f"write `text of {row}:` with `{event}:` in it")
                )
        for row, (part, place) in told.items():
            if row not in rows and ctx.names.sort(row) == "row":
                ctx.file = place.file
                ctx.error("M034", f"`{row}` is not a `{wanted}`, so it does not tell `{event}`", part.children[0], help="remove this text")
        return {row: told[row] for row in rows if row in told}

    def check_texts(self) -> None:
        """Report texts of nothing, texts that tell no told event, and rows without a text they need."""
        ctx = self.ctx
        texted: set[str] = set()
        for place in self.found.of("text"):
            ctx.file = place.file
            for token in place.tree.children:
                if not isinstance(token, Token):
                    continue
                if ctx.names.sort(str(token)) != "row":
                    near = ctx.names.near(str(token), ctx.names.named("row"))
                    ctx.error("M034", f"there is no table row `{token}`", token, near=near, help="a text belongs to a row of a table")
                texted.add(str(token))
                ctx.names.use(str(token))
            for part in parts_of(place.tree, "tells"):
                event = str(part.children[0])
                entry = ctx.names.declared.get(event)
                if entry is None or entry.tree is None or entry.tree.data != "told_event":
                    told = [n for n in ctx.names.named("event") if ctx.names.declared[n].tree is not None and str(getattr(ctx.names.declared[n].tree, "data", "")) == "told_event"]
                    ctx.error("M036", f"`{event}` is not an event told by its text", part.children[0], near=ctx.names.near(event, told), help="declare it with `event x(...) told by its text`")
        from regelwerk.source.diagnostics import Diagnostic

        for row, (type_name, _) in ctx.names.rows.items():
            if row not in texted and any(info.needs_text for info in ctx.names.line(type_name)):
                span = ctx.names.declared[row].span
                ctx.diagnostics.append(Diagnostic("M033", f"`{row}` has no text", span, help=f"write `text of {row}:`"))

    # ---------------------------------------------------------------- windows and actions
    def window(self, place: Place) -> None:
        """A window: whom it asks, when it closes, how answers take effect."""
        name = token_text(place.tree)
        ctx = self.begin(place, f"window:{name}")
        signature = ctx.names.signatures[name]
        env = _scope(ctx, None, signature)
        asks, closes, answers = (parts_of(place.tree, sort) for sort in ("asks", "closes", "answers"))
        if not asks:
            ctx.error("M048", f"the window `{name}` asks nobody", place.tree.children[0], help="add a line `asks ...`")
            return
        who, kind = expression(ctx, env, asks[0].children[0])
        if kind.kind not in ("seat", "unknown") or kind.optional:
            ctx.mismatch(asks[0].children[0], kinds.list_of(kinds.SEAT), kind, "who is asked")
        start = asks[0].children[1]
        start_node = value_of(ctx, env, start, kinds.SEAT, "the seat to begin with") if start is not None else None
        closing = {"all": "all_pass", "after": "one_answer", "each": "each_passes"}
        answering = {"at": "at_once", "last": "last_first", "in": "in_order"}
        words = str(closes[0].children[0]).split() if closes else ["when", "all"]
        closed = closing["after" if words[0] == "after" else words[1]]
        answered = answering[str(answers[0].children[0]).split()[0]] if answers else "at_once"
        self.windows.append(d.WindowDecl(name, _parameters(signature), who, kind.many, start_node, closed, answered))

    def action_head(self, place: Place) -> None:
        """What an action is declared with: its windows, its seat, its parts; known before any body is understood."""
        tree = place.tree
        name = token_text(tree)
        ctx = self.begin(place, f"action:{name}")
        env = _text_scope(ctx, Env(), place)
        windows = [str(token) for line in parts_of(tree, "at") for token in line.children]
        shared: dict[str, ValueType] | None = None
        for line in parts_of(tree, "at"):
            for token in line.children:
                if ctx.names.sort(str(token)) != "window":
                    near = ctx.names.near(str(token), ctx.names.named("window"))
                    ctx.error("M001", f"there is no window `{token}`", token, near=near, help="declare it with `window`")
                    continue
                ctx.names.use(str(token))
                parameters = dict(ctx.names.signatures[str(token)].parameters)
                shared = parameters if shared is None else {k: v for k, v in shared.items() if parameters.get(k) == v}
        if not windows:
            ctx.error("M048", f"the action `{name}` has no window", tree.children[0], help="add a line `at ...`")
        for parameter, kind in (shared or {}).items():
            env = env.bind(parameter, kind, fixed=True)
        by_lines = parts_of(tree, "by")
        by = "_by"
        by_where = None
        if by_lines:
            token, where = by_lines[0].children
            by = str(token)
            env = ctx.new_local(env, token, kinds.SEAT, fixed=True)
            ctx.used_local(by)
            if where is not None:
                by_where, _, yes, _ = holds(ctx, env, where)
                env = env.narrow(yes)
        else:
            env = env.bind(by, kinds.SEAT, fixed=True)
        parts: list[d.ActionPart] = []
        parameters_found: list[tuple[str, ValueType]] = [(by, kinds.SEAT)]
        for line in parts_of(tree, "uses", "target"):
            found = sets.understand_set(ctx, env, line.children[0])
            env = found.env
            parts.append(d.ActionPart(found.node, line.data == "target"))
            ctx.used_local(found.node.binder)
            parameters_found.append((found.node.binder, kinds.bare(found.kind)))
        ctx.names.signatures[name] = Signature(tuple(parameters_found))
        self.heads[name] = (env, d.ActionDecl(name, tuple(windows), by, tuple(parts), by_where))

    def action(self, place: Place) -> None:
        """The rest of an action: needs, cost, body."""
        tree = place.tree
        name = token_text(tree)
        if name not in self.heads:
            return
        env, head = self.heads[name]
        ctx = self.ctx
        ctx.file, ctx.owner, ctx.use = place.file, f"action:{name}", self.uses[f"action:{name}"]
        ctx.bound, ctx.result, ctx.may_result = {}, None, False
        needs: list[x.Expression] = []
        only: x.Expression | None = None
        for line in parts_of(tree, "needs", "only_with"):
            node, _, yes, _ = holds(ctx, env, line.children[0])
            if line.data == "needs":
                needs.append(node)
                env = env.narrow({k: v for k, v in yes.items() if k in env.locals})
            else:
                only = node
        if only is not None:
            needs.append(only)
        once = [sets.check_span(ctx, line.children[0]) for line in parts_of(tree, "once_per")]
        cost: Body = ()
        nodes: Body = ()
        for line in parts_of(tree, "cost"):
            cost, flow = body(ctx, env, _statements(line.children[0]))
            env = flow.env
        for line in parts_of(tree, "do"):
            nodes, _ = body(ctx, env, _statements(line.children[0]))
        ctx.unused_locals()
        self.actions[name] = msgspec.structs.replace(
            head, needs=tuple(needs), once_per=once[0] if once else None, cost=cost, body=nodes
        )

    # ---------------------------------------------------------------- rules, limits, modifiers
    def rule(self, place: Place, env: Env | None = None, captured: bool = False) -> None:
        """A rule hooked on an event; inside `for the rest of` it may use the locals around it."""
        tree = place.tree
        name = token_text(tree)
        part = tree.children[-1]
        result = part.data == "instead"
        outer = env or Env()
        if captured:
            ctx = self.ctx
            ctx.result, ctx.may_result = None, result
        else:
            ctx = self.begin(place, f"rule:{name}", result=result)
        only = None
        for line in parts_of(tree, "only_with_line"):
            only = holds(ctx, Env(), line.children[0])[0]
        kind = str(part.children[0]) if part.data == "hook" else str(part.data)
        rest = part.children[1:] if part.data == "hook" else part.children
        token = rest[0]
        event = str(token)
        if ctx.names.sort(event) not in ("event", "action"):
            near = ctx.names.near(event, ctx.names.named("event", "action"))
            if ctx.names.sort(event) is None:
                ctx.error("M001", f"there is no event or action `{event}`", token, near=near, help="a rule is hooked on a declared event or action")
            else:
                ctx.error("M051", f"`{event}` is of the sort `{ctx.names.sort(event)}`, not an event or an action", token, near=near, help="a rule is hooked on an event or an action")
            return
        ctx.names.use(event)
        ctx.use.calls.add(("hooks", event))
        signature = ctx.names.signatures[event]
        scope = _text_scope(ctx, outer, place)
        for parameter, parameter_kind in signature.parameters:
            if parameter in outer.locals:
                ctx.error("M011", f"`{parameter}` is a local here and a parameter of `{event}`", token, help="give the local another name")
            scope = scope.bind(parameter, parameter_kind, fixed=True)
        if kind == "after" and signature.result is not None:
            scope = scope.bind("result", signature.result, fixed=True)
        where = None
        if rest[1] is not None:
            where, _, yes, _ = holds(ctx, scope, rest[1].children[0])
            scope = scope.narrow({k: v for k, v in yes.items() if k in scope.locals})
        despite = None
        nodes: Body = ()
        if kind == "allow":
            despite = str(rest[2])
            ctx.names.use(despite)
            entry = ctx.names.declared.get(despite)
            if entry is None or entry.sort != "rule" or entry.tree is None or entry.tree.children[-1].data != "forbid":
                forbids = [n for n in ctx.names.named("rule") if ctx.names.declared[n].tree is not None and ctx.names.declared[n].tree.children[-1].data == "forbid"]  # type: ignore[union-attr]
                ctx.error("M052", f"`{despite}` is not a rule that forbids", rest[2], near=ctx.names.near(despite, forbids), help="name a `forbid` rule")
        elif kind != "forbid":
            nodes, flow = body(ctx, scope, _statements(rest[2]))
            self._replacement_result(ctx, token, event, signature, kind, flow.ended)
        if not captured:
            ctx.unused_locals()
        kept = _captured(outer, (where, nodes)) if captured else None
        self.rules.append(d.RuleDecl(name, kind, event, where, nodes, only, kept, despite))

    def _replacement_result(self, ctx: Context, token: Token, event: str, signature: Signature, kind: str, ended: bool) -> None:
        if kind != "instead" or signature.result is None:
            return
        if ctx.result is None or not ended:
            ctx.error("M021", f"`{event}` has a result, so what happens instead needs one", token, help="end the rule with `result ...` on every way")
        else:
            fits(ctx, token, kinds.maybe(signature.result), ctx.result, "the result")

    def limit(self, place: Place) -> None:
        """A limit: what must hold, and what happens when it is broken."""
        tree = place.tree
        name = token_text(tree)
        ctx = self.begin(place, f"limit:{name}")
        env = _text_scope(ctx, Env(), place)
        over = None
        if tree.children[1] is not None and tree.children[1].data == "set":
            found = sets.understand_set(ctx, env, tree.children[1])
            over, env = found.node, found.env
        tests = parts_of(tree, "holds")
        breaches = parts_of(tree, "breach")
        if not tests or not breaches:
            ctx.error("M058", f"the limit `{name}` needs a line `holds ...` and a block `breach:`", tree.children[0], help="add what is missing")
            return
        node, _, _, _ = holds(ctx, env, tests[0].children[0])
        checked = []
        for line in parts_of(tree, "checked"):
            checked.extend(sets.check_span(ctx, token) for token in line.children)
        condition_use = ctx.use
        ctx.use = self.uses.setdefault(f"breach:{name}", Use())
        nodes, _ = body(ctx, env, _statements(breaches[0].children[0]))
        ctx.use = condition_use
        ctx.unused_locals()
        self.limits.append(d.LimitDecl(name, node, nodes, tuple(checked), over))

    def modify(self, place: Place, env: Env | None = None, captured: bool = False) -> str | None:
        """A modifier of an attribute or of a declared value; return its name."""
        tree = place.tree
        of = str(tree.children[0])
        number_of = sum(1 for m in self.modifiers if m.of == of) + 1
        name = f"{of}_{number_of}"
        key = f"modifier:{name}"
        if captured:
            ctx = self.ctx
        else:
            ctx = self.begin(place, key)
        outer = env or Env()
        scope = _text_scope(ctx, outer, place)
        changes = parts_of(tree, "be", "raise_by", "lower_by", "multiply_by")
        heads = [child for child in tree.children[1:] if isinstance(child, Token) or child.data == "noun"]
        parameters: list[d.Parameter] = []
        for noun, token in zip(heads[::2], heads[1::2], strict=False):
            kind = self._noun_kind(ctx, noun)
            scope = ctx.new_local(scope, token, kind, fixed=True)
            ctx.used_local(str(token))
            parameters.append(d.Parameter(str(token), kind))
        type_name, wanted = self._modified(ctx, tree.children[0], of, parameters)
        nodes = []
        for change in changes:
            op = {"be": "be", "raise_by": "raise", "lower_by": "lower", "multiply_by": "multiply"}[str(change.data)]
            when = change.children[-1]
            bound = change.children[1] if len(change.children) == 3 else None
            test = None
            inner = scope
            if when is not None:
                test, _, yes, _ = holds(ctx, scope, when)
                inner = scope.narrow(yes)
            by = value_of(ctx, inner, change.children[0], wanted if op == "be" else kinds.NUMBER, f"`{of}`")
            limit_node = number(ctx, inner, bound, "the bound") if bound is not None else None
            nodes.append(d.ModifierChange(op, by, limit_node, test))
        kept = _captured(outer, tuple(nodes)) if captured else None
        self.modifiers.append(d.ModifierDecl(name, of, tuple(parameters), tuple(nodes), type_name, kept))
        return name

    def _noun_kind(self, ctx: Context, noun: Tree) -> ValueType:
        from regelwerk.meaning.collect import named_kind

        return named_kind(ctx, noun.children[0]) if noun.children else kinds.SEAT

    def _modified(self, ctx: Context, token: Token, of: str, parameters: list[d.Parameter]) -> tuple[str | None, ValueType]:
        """Find what is modified: an attribute of the one parameter, or a value with the same parameters."""
        names = ctx.names
        if names.sort(of) in ("value", "test"):
            names.use(of)
            signature = names.signatures[of]
            if [p.type for p in parameters] != [kind for _, kind in signature.parameters]:
                ctx.error("M006", f"`{of}` has other parameters", token, help="name them as the value does: kind and name of each")
            return None, signature.result or kinds.UNKNOWN
        if len(parameters) == 1 and parameters[0].type.kind in ("thing", "seat"):
            owner = parameters[0].type.name or "seat"
            found = names.attribute(owner, of)
            if found is not None:
                return found[0], kinds.bare(found[1])
            near = names.near(of, names.attributes_of(owner))
            ctx.error("M004", f"a `{owner}` has no attribute `{of}`", token, near=near, help="name an attribute or a value")
            return None, kinds.UNKNOWN
        near = names.near(of, names.named("value"))
        ctx.error("M001", f"there is no value `{of}`", token, near=near, help="modify an attribute of a thing, or a declared value")
        return None, kinds.UNKNOWN

    def lasting(self, env: Env, span: str, tree: Tree) -> s.Statement:
        """Rules and modifiers in force for the rest of a span; they keep the locals they use."""
        ctx = self.ctx
        kept = (ctx.result, ctx.may_result)
        rules: list[str] = []
        modifiers: list[str] = []
        captured: dict[str, None] = {}
        for part in parts_of(tree, "rule", "modify"):
            place = Place(ctx.file, part)
            if part.data == "modify":
                name = self.modify(place, env, captured=True)
                if name is not None:
                    modifiers.append(name)
                    captured.update((p.name, None) for p in self.modifiers[-1].captured or ())
                continue
            name = token_text(part)
            problem = ctx.names.declare(Declared("rule", name, span_of(ctx.file, part.children[0]), part))
            if problem is not None:
                ctx.diagnostics.append(problem)
                continue
            count = len(self.rules)
            self.cite(f"rule:{name}", part)
            self.rule(place, env, captured=True)
            if len(self.rules) > count:
                rules.append(name)
                captured.update((p.name, None) for p in self.rules[-1].captured or ())
        ctx.result, ctx.may_result = kept
        for name in captured:
            ctx.used_local(name)
        return s.Lasting(span, tuple(rules), tuple(modifiers), tuple(captured))

    def payment(self, place: Place) -> None:
        """A payment: what may be laid down for units of which kind."""
        tree = place.tree
        name, kind_token, kind_name, payer, *_ = tree.children
        ctx = self.begin(place, f"payment:{name}")
        env = Env()
        kind = None
        if kind_name is not None:
            wanted = ctx.names.signatures[str(name)].result or kinds.UNKNOWN
            env = ctx.new_local(env, kind_name, wanted, fixed=True)
            kind = d.Parameter(str(kind_name), wanted)
        env = ctx.new_local(env, payer, kinds.SEAT, fixed=True)
        ctx.used_local(str(payer))
        means = tuple(self._means(ctx, env, part) for part in parts_of(tree, "things", "units"))
        ctx.unused_locals()
        self.payments.append(d.PaymentDecl(str(name), str(payer), means, kind))

    def _means(self, ctx: Context, env: Env, tree: Tree) -> d.Means:
        over = None
        units = None
        amount = None
        if tree.data == "things":
            found = sets.understand_set(ctx, env, tree.children[0])
            over, inner = found.node, found.env
            gives, spends = tree.children[1], tree.children[2]
        else:
            units = number(ctx, env, tree.children[0], "how many units")
            amount = str(tree.children[1])
            inner = ctx.new_local(env, tree.children[1], kinds.NUMBER, fixed=True)
            gives, spends = tree.children[2], tree.children[3]
        given = number(ctx, inner, gives.children[0], "what it gives")
        then = None
        if spends is not None:
            text, args, _ = event_call(ctx, inner, spends.children[0], spends.children[1])
            then = s.Happen(text, args)
        return d.Means(given, then, over, units, amount)


def _statements(block: Tree) -> list[Part]:
    return [child for child in block.children if isinstance(child, Tree) and child.data != "cites"]


def _parameters(signature: Signature) -> tuple[d.Parameter, ...]:
    return tuple(d.Parameter(name, kind) for name, kind in signature.parameters)


def _scope(ctx: Context, tree: Part | None, signature: Signature) -> Env:
    env = Env()
    for name, kind in signature.parameters:
        env = env.bind(name, kind, fixed=True)
        if isinstance(tree, Tree):
            for parameter in parts_of(tree, "parameter"):
                if str(parameter.children[2]) == name:
                    ctx.bound.setdefault(name, (parameter.children[2], False))
    return env


def _text_scope(ctx: Context, env: Env, place: Place) -> Env:
    """The scope inside `text of`: `this` is the row's thing where there is one such row."""
    row = place.rows[0] if len(place.rows) == 1 and place.rows[0] in ctx.names.rows else None
    return Env(env.locals, env.present, env.facts, env.fixed, this=row, in_loop=False)


def _captured(outer: Env, nodes: object) -> tuple[d.Parameter, ...]:
    """Return the locals around a lasting rule that it uses."""
    used: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, x.Local):
            used.add(value.name)
        if isinstance(value, msgspec.Struct):
            for name in value.__struct_fields__:
                walk(getattr(value, name))
        elif isinstance(value, tuple):
            for part in value:
                walk(part)
        elif isinstance(value, dict):
            for part in value.values():
                walk(part)

    walk(nodes)
    return tuple(d.Parameter(name, kind) for name, kind in outer.locals.items() if name in used)


__all__ = ["Understanding", "parameters_of"]
