"""The whole: every name resolved and every expression typed."""

from msgspec import Struct

from compiler.bind.nouns.symbols import BoardSymbol, ComponentSymbol, EnumSymbol, OptionSymbol, RememberSymbol, StateSymbol, ZoneSymbol
from compiler.bind.nouns.typed.declarations import Define, Effect, Graph, Start
from compiler.bind.nouns.typed.play import Fact, Interrupt, ResolutionTable, Result, SequenceDef, Step, View
from compiler.parse.spec import ParsedSpec


class TypedSpec(Struct, frozen=True, kw_only=True):
    parsed: ParsedSpec
    players_low: int
    players_high: int
    options: tuple[OptionSymbol, ...]
    enums: tuple[EnumSymbol, ...]
    """declared ones, then the readings of each option that is a list of names, under the option's name"""
    boards: tuple[BoardSymbol, ...]
    components: tuple[ComponentSymbol, ...]
    zones: tuple[ZoneSymbol, ...]
    states: tuple[StateSymbol, ...]
    """declared order; an inverse map follows the variable it is kept for"""
    starts: tuple[Start, ...]
    """one for each variable, inverse maps left out"""
    defines: tuple[Define, ...]
    effects: tuple[Effect, ...]
    graphs: tuple[Graph, ...]
    remembers: tuple[RememberSymbol, ...]
    tables: tuple[ResolutionTable, ...]
    setup: tuple[Step, ...]
    phases: tuple[Step, ...]
    sequences: tuple[SequenceDef, ...]
    interrupts: tuple[Interrupt, ...]
    result: Result | None
    horizon: int | None
    always: tuple[Fact, ...]
    claims: tuple[Fact, ...]
    view: View = View()
