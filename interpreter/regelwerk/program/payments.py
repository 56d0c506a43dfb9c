"""Statements that open windows and pay."""

from __future__ import annotations

from typing import Any

from regelwerk.rules import statements as st
from regelwerk.rules.declarations import PaymentDecl
from regelwerk.rules.types import kinds

from .census import PLAIN, SUSPENDING
from .choices import Choices
from .choosing import OPTIONS
from .expressions import Expressions
from .points import Place
from .scope import Scope
from .writing import FRESH


def write_payment(expressions: Expressions, number: int, payment: PaymentDecl) -> None:
    """`p0m1(s, payer, kind)` for each means of a payment: what of it there is for a kind."""
    for position, means in enumerate(payment.means):
        function = expressions.source.add(f"def p{number}m{position}(s,a0,a1):")
        scope = Scope()
        scope.bind(payment.payer, "a0", kinds.SEAT, True)
        if payment.kind is not None:
            scope.bind(payment.kind.name, "a1", payment.kind.type)
        if means.over is None:
            bound = "0" if means.units is None else expressions.value(means.units, scope)
            function.line(f"return {bound},{expressions.value(means.gives, scope)}")
            continue
        kind = expressions.sets.kind(means.over, scope)
        inner = scope.inner(means.over.binder, "a2", kind)
        function.line("r=[]")
        with function.block(f"for a2 in {expressions.sets.elements(means.over, scope)}:", loop=True):
            function.line(f"r.append((a2,{expressions.value(means.gives, inner)}))")
        function.line("return r")


class Paying(Choices):
    """Writes windows that are opened and payments."""

    def deciding(self, place: Place, node: Any, scope: Scope) -> None:
        match node:
            case st.Open(window=window, args=args):
                body = self.layout.body(f"window:{window}")
                values = "".join(f",{self.ex.fresh(arg, scope)}" for arg in args)
                self.call_through(place, f"w{body.number}(s{FRESH}{values})", SUSPENDING)
                with self.running():
                    self.check_leaving()
            case st.Pay():
                self.pay(place, node, scope)
            case _:
                super().deciding(place, node, scope)

    def table(self, place: Place, node: st.Pay, scope: Scope) -> str:
        """Text of the table of a payment as it stands."""
        needs = []
        for need in node.needs:
            kind = "-1" if need.kind is None else self.ex.value(need.kind, scope)
            needs.append(f"({self.ex.value(need.count, scope)},{kind})")
        p = place.number
        rows = f"needed([{','.join(needs)}])"
        mode = self.ex.constant(node.mode)
        payment = list(self.layout.payments).index(node.payment)
        turns, named = f"h{p},h{p}i,h{p}p,h{p}l", self.spoken_of(place, scope)
        return f"Table({rows},{node.one_each},{mode},{turns},COUNTED[{payment}],{named})"

    def pay(self, place: Place, node: st.Pay, scope: Scope) -> None:
        line, block, p = self.function.line, self.function.block, place.number
        payment = list(self.layout.payments).index(node.payment)
        function, _ = self.lister(place, "pay")
        function.line("e=s.steps")
        function.line("s.steps=0")
        function.line(f"y={self.table(place, node, scope)}")
        function.line(f"y=h{p}[h{p}i],payments.options(s,MEANS[{payment}],y)")
        function.line("s.steps=e")
        function.line("return y")
        with block(f"if not pc or pc=={p + 1}:"):
            with self.running():
                line(f"h{p}={self.payers(node, scope)}")
                line(f"h{p}i=h{p}p=0")
                line(f"h{p}l=[]")
            line(f"x=h{p}l")
            with block(f"if h{p}p>=0:"):
                with block("if pc:"):
                    line("e=s.steps")
                    line("s.steps=0")
                line(f"y={self.table(place, node, scope)}")
                with block("if pc:"):
                    line("s.steps=e")
                    line("payments.take(s,y,val[1])")
                    line("pc=0")
                line(f"w,x=payments.go_on(s,MEANS[{payment}],y)")
                line(f"h{p}i,h{p}p,h{p}l=y.turn,y.passes,y.laid")
                with block("if w==0:"):
                    self.stop(place, f"h{p}[h{p}i]", "x", OPTIONS)
                with block("if w==1:"):
                    line(f"h{p}p=-1")
                    line(f"h{p}l=added_up(h{p}l,COUNTED[{payment}])")
                    self.spend(place, node)
                line("x=w==1")
            with block("else:"):
                line("pc=0")
                line("x=1")
                self.check_leaving()
            with block(f"while x and h{p}l:", loop=True):
                self.pay_next(place, node)
        with block("else:"):
            line("x=0")
        then, otherwise = place.blocks.get("then", -1), place.blocks.get("otherwise", -1)
        if then >= 0:
            with block(f"if x if not pc else {self.inside(then)}:"):
                self.inner(place, "then", scope)
        if otherwise >= 0:
            word = "elif" if then >= 0 else "if"
            with block(f"{word} not x if not pc else {self.inside(otherwise)}:"):
                self.inner(place, "otherwise", scope)

    def payers(self, node: st.Pay, scope: Scope) -> str:
        if not self.ex.kind(node.by, scope).many:
            return f"[{self.ex.seat(node.by, scope, 'undecided')}]"
        seats = self.ex.fresh(node.by, scope)
        if node.start is None:
            return seats
        return f"from_start({seats},{self.ex.value(node.start, scope)},{self.layout.players})"

    def spend(self, place: Place, node: st.Pay) -> None:
        """Spend all that was laid down, before anything happens for it."""
        line, block, p = self.function.line, self.function.block, place.number
        with block(f"for r in triples(h{p}l):", loop=True):
            self.charge_rounds(place)
            for number, means in enumerate(self.layout.payments[node.payment].means):
                body = self.layout.body(f"spent:{node.payment}:{number}")
                if means.spent:
                    with block(f"if r[1]=={number}:"):
                        line(f"f{body.number}(s,r[0]{',r[2]' if len(body.parameters) > 1 else ''})")

    def pay_next(self, place: Place, node: st.Pay) -> None:
        """Pay what was laid down first."""
        line, p = self.function.line, place.number
        self.charge_rounds(place)
        line(f"r=h{p}l[:3]")
        line(f"h{p}l=h{p}l[3:]")
        declared = self.layout.payments[node.payment]
        for number, means in enumerate(declared.means):
            if means.then is None:
                continue
            body = self.layout.body(f"payment:{node.payment}:{number}")
            kind = self.census.bodies[body.number]
            args = ",r[0]" + (",r[2]" if len(body.parameters) > 1 else "")
            with self.function.block(f"if r[1]=={number}:"):
                line(f"val=f{body.number}(s{FRESH if kind == SUSPENDING else ''}{args})")
                if kind != PLAIN:
                    with self.function.block("if val is None:"):
                        self.come_back(place.number, full=True)
                self.check_leaving()


def counted_means(payment: PaymentDecl) -> list[bool]:
    """For each means whether it is units, not things."""
    return [means.over is None for means in payment.means]
