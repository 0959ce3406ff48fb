"""The result, and the statements that must hold: `result`, `horizon`, `always`, `claims`."""

from msgspec.structs import replace

from compiler.bind.expressions import binders as binding
from compiler.bind.expressions import expressions
from compiler.bind.expressions.constants import constant
from compiler.bind.expressions.reading import walk
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY, Scope
from compiler.bind.nouns.world import World
from compiler.bind.things.options import cites
from compiler.bind.types.lattice import PLAYER
from compiler.parse.ast import Ident
from compiler.parse.spec import ResultSpec, StatementOfFact


def bind_result(world: World) -> typed.Result | None:
    spec = world.parsed.result
    if spec is None:
        return None
    with world.under("result"):
        seat = Ident(text="p", span=spec.span.head())
        local = world.local(seat, "seat", PLAYER)
        scope = EMPTY.with_local(local)
        score = None
        if spec.score is not None:
            with world.under("score"):
                score = binding.sort_key(world, scope, spec.score, "`score`")
        rank = _rank(world, replace(scope, score=score), spec)
        if spec.returns == "score" and score is None:
            world.report("RWC043", spec.returns_span)
        for part in (score, *(key.value for key in rank)):
            _total(world, part)
    return typed.Result(p=local, score=score, rank=rank, returns=spec.returns, cite=cites(spec.cite), span=spec.span)


def _rank(world: World, scope: Scope, spec: ResultSpec) -> tuple[typed.RankKey, ...]:
    """Without keys of its own the rank is the score."""
    keys = []
    with world.under("rank"):
        for key in spec.rank:
            inner, loop = scope, None
            if key.loop is not None:
                bound, inner = binding.bind(world, scope, key.loop, "binder")
                loop = bound[0]
            keys.append(typed.RankKey(loop=loop, value=binding.sort_key(world, inner, key.value, "a key of `rank`")))
    if not keys and scope.score is not None:
        keys.append(typed.RankKey(loop=None, value=scope.score))
    return tuple(keys)


def _total(world: World, expr: typed.Expr | None) -> None:
    """The result is known in every position, so nothing in it may be merely promised."""
    for node in walk(expr):
        if isinstance(node, typed.Narrow) and node.said:
            world.report("RWC034", node.span)


def bind_horizon(world: World) -> int | None:
    if world.parsed.horizon is None:
        return None
    with world.under("horizon"):
        return constant(world, world.parsed.horizon, "`horizon`")


def bind_facts(world: World, name: str, written: tuple[StatementOfFact, ...]) -> tuple[typed.Fact, ...]:
    with world.under(name):
        return tuple(
            typed.Fact(
                that=expressions.condition(world, Scope(claim=True), fact.that, "what is claimed" if name == "claims" else "what always holds"),
                cite=cites(fact.cite),
                span=fact.span,
            )
            for fact in written
        )
