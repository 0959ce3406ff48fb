"""The whole, every snippet parsed."""

from msgspec import Struct

from compiler.load.tree import SpecTree
from compiler.parse.ast import Expr, Ident, Pattern
from compiler.parse.spec.declarations import DefineSpec, EffectSpec, GraphSpec, RememberSpec
from compiler.parse.spec.play import AccountSpec, DrawnSpec, InterruptSpec, Note, ResolutionSpec, ResultSpec, SequenceSpec, ShownSpec, StatementOfFact, StepSpec
from compiler.parse.spec.things import BoardSpec, Cite, ComponentSpec, EnumSpec, OptionSpec, StateSpec, ZoneSpec


class ParsedSpec(Struct, frozen=True, kw_only=True):
    tree: SpecTree
    language: int
    game: Ident
    title: str
    about: str
    variant: str
    """names of the overlays, joined by `+`; empty for the base game"""
    players_low: Expr
    players_high: Expr
    options: tuple[OptionSpec, ...]
    enums: tuple[EnumSpec, ...]
    boards: tuple[BoardSpec, ...]
    components: tuple[ComponentSpec, ...]
    zones: tuple[ZoneSpec, ...]
    state: tuple[StateSpec, ...]
    define: tuple[DefineSpec, ...]
    effects: tuple[EffectSpec, ...]
    graphs: tuple[GraphSpec, ...]
    remember: tuple[RememberSpec, ...]
    setup: tuple[StepSpec, ...]
    phases: tuple[StepSpec, ...]
    sequences: tuple[SequenceSpec, ...]
    interrupts: tuple[InterruptSpec, ...]
    resolution: tuple[ResolutionSpec, ...]
    result: ResultSpec | None
    horizon: Expr | None
    always: tuple[StatementOfFact, ...]
    claims: tuple[StatementOfFact, ...]
    assumptions: tuple[Note, ...]
    not_modelled: tuple[Note, ...]
    chapters: tuple[tuple[Ident, Ident], ...]
    supersedes: tuple[tuple[Cite, Cite], ...]
    labels: tuple[tuple[Ident, str], ...]
    view: tuple[tuple[Ident, Ident], ...]
    status: Pattern | None
    """`view: {status: …}`: a line of text under the boards"""
    drawn: tuple[DrawnSpec, ...]
    shown: tuple[ShownSpec, ...]
    account: tuple[AccountSpec, ...]
    extra_cites: tuple[tuple[str, Cite], ...]
    """`cite:` at the top: a path and a further clause"""
    silenced: tuple[Note, ...] = ()
    """findings by code, or by code and what they are about"""
