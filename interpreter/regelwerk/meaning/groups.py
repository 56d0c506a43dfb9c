"""Groups: sets with a name."""

from __future__ import annotations

from msgspec import structs
from msgspec.structs import replace

from regelwerk.meaning import problems
from regelwerk.meaning.collect import Place
from regelwerk.meaning.membership import Members
from regelwerk.meaning.sets import understand_set
from regelwerk.meaning.understanding import Understanding, declared_parameters, scope_of
from regelwerk.rules import declarations as d
from regelwerk.rules import expressions as x
from regelwerk.rules.types import kinds
from regelwerk.rules.types.declared import Signature
from regelwerk.rules.walk import all_of
from regelwerk.tree import declarations as td


def group(u: Understanding, place: Place[td.Group]) -> None:
    """A group; how sets over it are made becomes known to those that name it.

    It becomes a value that tests its condition, or where its things lie if it has none.
    """
    tree, name = place.tree, place.tree.name.text
    ctx = u.begin(place, f"value:{name}")
    signature = ctx.names.signatures[name]
    (_, element), *others = signature.parameters
    env = scope_of(ctx, tree.parameters, Signature(tuple(others)))
    over = understand_set(ctx, env, tree.over).node
    if not (over.where or over.source or over.low or over.sort):
        ctx.report(problems.line_missing("group", name, tree.over.noun.text), tree.over)
    signature = replace(signature, parameters=((over.binder, element), *others))
    parameters = declared_parameters(signature)
    call = x.Call(name, tuple(x.Local(each.name) for each in parameters), True)
    body = over.where or all_of(Members(over, {}, ctx.fresh).tests(x.Local(over.binder)))
    over = structs.replace(over, where=None if over.where is None else call)
    ctx.names.sign(name, replace(signature, over=over))
    u.values.append(d.ValueDecl(name, parameters, kinds.FLAG, body or x.Flag(True)))
    ctx.unused_locals()
