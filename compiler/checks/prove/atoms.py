"""What terms are made of: values of which only the type is known, the versions of variables, and z3's words for ours."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import z3
from msgspec import Struct, field

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import FieldSymbol
from compiler.bind.nouns.types import BoolType, ComponentType, DirectionType, EnumType, FaceType, LineType, OrientationType, PlayerType, SiteType, Type
from compiler.checks.values import interval_of

Term: TypeAlias = Any
"""A z3 integer or truth value; the library has no types of its own."""


class TooLarge(Exception):
    """The expression is not worth a proof."""


class Env(Struct, frozen=True):
    """Terms of locals by their number, and the versions of variables: each write makes a new one."""

    locals: Mapping[int, Term] = field(default_factory=dict)
    versions: Mapping[str, int] = field(default_factory=dict)
    depth: int = 0

    def bound(self, number: int, term: Term) -> "Env":
        return Env({**self.locals, number: term}, self.versions, self.depth)

    def called(self, locals: Mapping[int, Term]) -> "Env":
        return Env(locals, self.versions, self.depth + 1)

    def written(self, names: Sequence[str]) -> "Env":
        return Env(self.locals, {**self.versions, **{name: self.versions.get(name, 0) + 1 for name in names}}, self.depth)


class Atom(Struct, frozen=True):
    """A value that nothing is known of but its type, with the words of the spec for it."""

    term: Term
    words: str
    type: Type


@cache
def known(name: str, values: tuple[tuple[int, int], ...]) -> Term:
    """One term that says all values of a table; every rule that asks for the table says the same."""
    function = z3.Function(name, z3.IntSort(), z3.IntSort())
    return z3.And(*(function(place) == value for place, value in values))


def constant(symbol: FieldSymbol, piece: int) -> Term:
    value = symbol.values[piece][0]
    return z3.BoolVal(value != 0) if isinstance(symbol.type, BoolType) else z3.IntVal(value)


def extreme(name: str, values: Sequence[Term]) -> Term:
    found = values[0]
    for value in values[1:]:
        found = z3.If(found <= value, found, value) if name == "min" else z3.If(found >= value, found, value)
    return found


def plain(type: Type) -> bool:
    return isinstance(type, PlayerType | SiteType | DirectionType | LineType | FaceType | OrientationType | ComponentType) or (
        isinstance(type, EnumType) and type.within is None
    )


def least(typed: t.TypedSpec, type: Type) -> int | None:
    span = interval_of(typed, type)
    return span[0] if span is not None else None


def most(typed: t.TypedSpec, type: Type) -> int | None:
    span = interval_of(typed, type)
    return span[1] if span is not None else None


COMPARISONS: Final[Mapping[str, Any]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
