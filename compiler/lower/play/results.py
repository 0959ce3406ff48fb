"""How a game is judged, what must always hold, and what the spec claims."""

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import BoolType, RangeType
from compiler.ir import exprs as x
from compiler.ir.game import RankKey, ResultIR
from compiler.lower.expressions import domains, expressions
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World


def result(world: World) -> ResultIR | None:
    """Over the local `p`."""
    found = world.typed.result
    if found is None:
        return None
    scope = Scope(world, "result", world.clauses(found.cite))
    name = scope.bind(found.p)
    assert name == "p"
    score = expressions.value(scope.at("result.score"), found.score) if found.score is not None else None
    keys = []
    for key in found.rank:
        binder = domains.binder(scope.at("result.rank"), key.loop) if key.loop is not None else None
        keys.append(RankKey(binder=binder, value=expressions.value(scope.at("result.rank"), key.value)))
    return ResultIR(score=score, rank=tuple(keys), returns=found.returns, doc=world.doc("result", found.cite, found.span), score_range=_range(found.score))


def _range(score: t.Expr | None) -> tuple[int, int]:
    match score.type if score is not None else None:
        case RangeType(low=low, high=high):
            return low, high
        case BoolType():
            return 0, 1
        case _:
            return 0, 0


def facts(world: World, items: tuple[t.Fact, ...], path: str) -> tuple[tuple[x.Cond, int], ...]:
    """Conditions with their rules, in the order of the spec."""
    found = []
    for number, item in enumerate(items, 1):
        scope = Scope(world, f"{path}.{number}", world.clauses(item.cite))
        rule = scope.rule("always", item.that.span)
        found.append((expressions.condition(scope, item.that), rule))
    return tuple(found)
