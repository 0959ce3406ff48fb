"""Why a condition is false: the parts that decide it, with their values.

Read off an expression as typed and as lowered at once; where a pass has made something else of it, nothing is said.

    why all(count(c in card where c.owner == p) == 6 for p in players)    ->   for p = p0: 5 == 6 is false
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.types import Type
from compiler.checks.values import text_of
from compiler.interpret import FaultRaised, bindings, evaluate
from compiler.ir import exprs as x
from compiler.ir.game import GameIR
from runtime.contract import Vec


def why_false(typed: t.TypedSpec, game: GameIR, vector: Vec, expr: t.Expr, condition: x.Cond) -> str | None:
    """What makes it false in a position; None where that cannot be read off."""
    try:
        told = _Place(typed=typed, game=game, vector=vector, locals={}).why(expr, condition)
    except FaultRaised:
        return None
    return None if told is None else _said(*told)


Told: TypeAlias = tuple[tuple[str, ...], str]
"""Names that were walked, with their values, and what is false for them."""


def _said(names: Sequence[str], what: str) -> str:
    return f"for {', '.join(names)}: {what}" if names else what


class _Place(Struct, frozen=True, kw_only=True):
    typed: t.TypedSpec
    game: GameIR
    vector: Vec
    locals: Mapping[str, int]

    def why(self, expr: t.Expr, condition: x.Cond) -> Told | None:
        match expr, condition:
            case t.Logic(operator="and"), x.And() if len(expr.items) == len(condition.items):
                wrong = (pair for pair in zip(expr.items, condition.items, strict=True) if not self._value(pair[1]))
                return self.why(*next(wrong))
            case t.Logic(operator="or"), x.Or() if len(expr.items) == len(condition.items):
                parts = [self.why(*pair) for pair in zip(expr.items, condition.items, strict=True)]
                said = [_said(*part) for part in parts if part is not None]
                return ((), " and ".join(said)) if len(said) == len(parts) else None
            case t.Compare(), x.Compare(operator=operator) if expr.operator == operator:
                left, right = self._text(expr.left.type, self._value(condition.left)), self._text(expr.right.type, self._value(condition.right))
                return (), f"{left} {operator} {right} is false"
            case t.Quantifier(kind="all"), x.Search(kind="all") if expr.body is not None:
                inner = self._first(condition, held=False)
                if inner is None:
                    return None
                names, what = inner.why(expr.body, condition.body) or ((), "it is false")
                return (*inner._names(expr, condition), *names), what
            case t.Not(operand=t.Quantifier(kind="any") as search), x.Not(operand=x.Search(kind="any") as found):
                inner = self._first(found, held=True)
                return (inner._names(search, found), "there is one") if inner is not None else None
            case t.Quantifier(kind="any"), x.Search(kind="any"):
                return (), "there is none"
            case _:
                return None

    def _value(self, expr: x.Expr | x.Cond) -> int:
        return evaluate(self.game, self.vector, expr, self.locals)

    def _text(self, type: Type, value: int) -> str:
        return text_of(self.typed, type, value)

    def _first(self, search: x.Search, *, held: bool) -> "_Place | None":
        """With the first values for which its body holds, or does not."""
        for locals in bindings(self.game, self.vector, search.binders, self.locals):
            inner = _Place(typed=self.typed, game=self.game, vector=self.vector, locals=locals)
            if bool(inner._value(search.body)) == held:
                return inner
        return None

    def _names(self, expr: t.Quantifier, search: x.Search) -> tuple[str, ...]:
        pairs = zip(expr.binders, search.binders, strict=False)
        return tuple(f"{mine.local.name} = {self._text(mine.local.type, self.locals[theirs.local])}" for mine, theirs in pairs)
