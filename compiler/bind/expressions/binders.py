"""Binders: `a, b in domain while … where … by …` gives each name a local, and each condition the names before it.

    bind(world, scope, binder, "binder")       # (typed binders, the scope with their names and what their conditions teach)
"""

from compiler.bind.expressions import domains, expressions, facts, operators
from compiler.bind.expressions.reading import reads
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import Scope
from compiler.bind.nouns.symbols import LocalKind, LocalSymbol
from compiler.bind.nouns.types import BadType, BoolType, RangeType
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import BAD, BOOL
from compiler.parse import ast


def bind(
    world: World, scope: Scope, binder: ast.Binder, kind: LocalKind, ordered: bool = True, live: bool = False
) -> tuple[tuple[typed.Binder, ...], Scope]:
    """Several names range over one domain; its conditions belong to the last of them. `ordered`: does `by` matter here?
    `live`: may what the domain reads change while it is walked?"""
    domain = domains.domain(world, scope, binder.domain)
    locals = []
    for name in binder.names or (ast.Ident(text="(nameless)", span=binder.span),):
        local = world.local(name, kind, domain.element, scope)
        scope = scope.with_local(local)
        locals.append(local)
        if isinstance(domain, typed.Numbers) and not (live and reads(domain)):
            scope = scope.with_facts(_inside(scope.facts, local, domain))
    keep = where = None
    if binder.keep is not None:
        keep = expressions.condition(world, scope, binder.keep, "what `while` asks")
        scope = scope.with_facts(facts.learn(scope.facts, keep))
    if binder.where is not None:
        where = expressions.condition(world, scope, binder.where, "what `where` asks")
        scope = scope.with_facts(facts.learn(scope.facts, where))
    by = None
    if binder.by is not None:
        if not ordered:
            world.report("RWC032", binder.by.span)
        by = sort_key(world, scope, binder.by, "what `by` sorts by")
    plain = [typed.Binder(local=local, domain=domain, keep=None, where=None, by=None, span=local.span) for local in locals[:-1]]
    last = typed.Binder(local=locals[-1], domain=domain, keep=keep, where=where, by=by, span=binder.span)
    return (*plain, last), scope


def _inside(known: facts.Facts, local: LocalSymbol, domain: typed.Numbers) -> facts.Facts:
    """A name of a range lies between its ends, whatever these are."""
    value = typed.LocalRef(local=local, type=local.type, span=local.span)
    above = typed.Compare(operator=">=", left=value, right=domain.low, type=BOOL, span=local.span)
    below = typed.Compare(operator="<=", left=value, right=domain.high, type=BOOL, span=local.span)
    return facts.learn(facts.learn(known, above), below)


def bind_all(
    world: World, scope: Scope, binders: tuple[ast.Binder, ...], kind: LocalKind, ordered: bool = True
) -> tuple[tuple[typed.Binder, ...], Scope]:
    """One after the other: a later domain may use an earlier name."""
    found: list[typed.Binder] = []
    for binder in binders:
        more, scope = bind(world, scope, binder, kind, ordered)
        found.extend(more)
    return tuple(found), scope


def sort_key(world: World, scope: Scope, expr: ast.Expr, context: str) -> typed.Expr:
    """A number, or a condition, which counts 0 or 1."""
    found = expressions.express(world, scope, expr)
    if isinstance(found.type, (BoolType, RangeType, BadType)):
        return found
    return operators.number(world, found, context)


def is_bad(binders: tuple[typed.Binder, ...]) -> bool:
    return any(binder.domain.element == BAD for binder in binders)
