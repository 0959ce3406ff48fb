"""What is visible at a place of the spec, and what is known there.

A scope is immutable: binding a name or learning a fact gives a new one. Facts belong to `facts.py`; here they are only carried.
"""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from compiler.bind.nouns.symbols import LocalSymbol
from compiler.bind.nouns.typed import Expr
from compiler.bind.nouns.types import Type

Key: TypeAlias = tuple[object, ...]
"""An expression without its places and types: equal for equal expressions."""


class Known(Struct, frozen=True, kw_only=True):
    """An expression has this type here, as long as nothing of `reads` is written."""

    type: Type
    reads: frozenset[str]


class Scope(Struct, frozen=True, kw_only=True):
    """`trial`: in `require` or `prefer`, where `start` is the scope of the position before the trial. `step` is the path of the node
    around, `actions` the actions of the leaf around. `score` is what `score` means in `rank`. `claim`: in `claims` and `always`, where two
    numbers that are never equal are a claim that fails, not a slip.
    """

    names: Mapping[str, LocalSymbol] = field(default_factory=dict)
    facts: Mapping[Key, Known] = field(default_factory=dict)
    start: "Scope | None" = None
    step: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    score: Expr | None = None
    claim: bool = False

    def with_local(self, local: LocalSymbol) -> "Scope":
        return replace(self, names={**self.names, local.name: local})

    def with_locals(self, *added: LocalSymbol) -> "Scope":
        return replace(self, names={**self.names, **{local.name: local for local in added}})

    def with_facts(self, facts: Mapping[Key, Known]) -> "Scope":
        return replace(self, facts=facts)

    def at(self, step: tuple[str, ...]) -> "Scope":
        return replace(self, step=step)

    def trial(self, facts: Mapping[Key, Known]) -> "Scope":
        """The scope of `require` and `prefer`: `facts` hold after the effects, this scope is what `before` sees."""
        return replace(self, facts=facts, start=self)


EMPTY = Scope()
