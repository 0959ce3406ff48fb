"""Parsed spec to typed spec: every name gets its symbol, every expression its finite type.

The order matters only for what is declared: constants, then what they size (boards, components), then what is kept, then headers of
everything that is called, and at last all bodies. Whatever is wrong is reported and left out; the result is None when an error was found
so early that the rest would be guesswork.
"""

from compiler.bind.builtins.builtins import BY_NAME
from compiler.bind.expressions.constants import constant
from compiler.bind.nouns import typed
from compiler.bind.nouns.world import Global, World
from compiler.bind.play.definitions import bind_defines, bind_effects, declare_definitions
from compiler.bind.play.interrupts import bind_interrupts
from compiler.bind.play.leaving import check_ends
from compiler.bind.play.memories import bind_remembers, declare_remembers
from compiler.bind.play.recursion import find_cycles
from compiler.bind.play.results import bind_facts, bind_horizon, bind_result
from compiler.bind.play.steps import bind_sequences, bind_tree
from compiler.bind.play.tables import bind_tables
from compiler.bind.play.tree import index_tree
from compiler.bind.play.views import bind_view
from compiler.bind.things.boards import build_board
from compiler.bind.things.components import bind_component, outline
from compiler.bind.things.declare import declare, values_hide_nothing
from compiler.bind.things.graphs import bind_graphs, declare_graphs
from compiler.bind.things.options import bind_enums, bind_options
from compiler.bind.things.starts import bind_starts
from compiler.bind.things.states import bind_states
from compiler.bind.things.zones import bind_zones
from compiler.diagnostics import Problems
from compiler.parse.spec import ParsedSpec

MOST_PLAYERS = 60


def bind_spec(parsed: ParsedSpec, problems: Problems, *, seats_by_number: bool = False) -> typed.TypedSpec | None:
    """A typed spec that is complete unless an error was reported; None when not even the number of players is known.

    With `seats_by_number` a number in a player's place is a seat, as scenarios write it."""
    world = World(parsed=parsed, problems=problems, builtins=BY_NAME, seats_by_number=seats_by_number)
    if not _players(world):
        return None
    _constants(world)
    _things(world)
    declare_graphs(world)
    bind_zones(world)
    bind_states(world)
    declare_definitions(world)
    declare_remembers(world)
    values_hide_nothing(world)
    index_tree(world)
    return _bodies(world)


def _players(world: World) -> bool:
    span = world.parsed.game.span
    low = constant(world, world.parsed.players_low, "the number of players")
    high = constant(world, world.parsed.players_high, "the number of players")
    if low is None or high is None:
        return False
    if not 1 <= low <= high <= MOST_PLAYERS:
        span = world.parsed.players_low.span.to(world.parsed.players_high.span)
        world.report("RWT032", span, context="the number of players", expected=f"1..{MOST_PLAYERS}", found=f"{low}..{high}")
        return False
    world.players_low, world.players_high = low, high
    for name in ("players", "player_count", "box"):
        world.globals[name] = Global(kind=_BUILTIN_KINDS[name], span=span)
    return True


_BUILTIN_KINDS = {"players": "all players", "player_count": "a number", "box": "where unused pieces are"}


def _constants(world: World) -> None:
    bind_options(world)
    bind_enums(world)


def _things(world: World) -> None:
    """Boards and components, which may name each other."""
    parsed = world.parsed
    specs = [spec for spec in parsed.components if declare(world, spec.name, "a component")]
    for spec in specs:
        world.components[spec.name.text] = outline(spec)
    for board in parsed.boards:
        fresh = declare(world, board.name, "a board")
        with world.under("boards", board.name.text):
            symbol = build_board(world, board) if fresh else None
            if board.of is not None and board.of.text not in world.components:
                known = tuple(world.components)
                world.report("RWN006", board.of.span, kind="component", name=board.of.text, known=known or None)
                symbol = None
        if symbol is not None:
            world.boards[symbol.name] = symbol
        for region in board.regions:
            if declare(world, region.name, "a region") and symbol is not None:
                world.regions[region.name.text] = symbol.name
    for spec in specs:
        world.components[spec.name.text] = bind_component(world, spec)


def _bodies(world: World) -> typed.TypedSpec:
    parsed = world.parsed
    starts = bind_starts(world)
    graphs = bind_graphs(world)
    defines = bind_defines(world)
    effects = bind_effects(world)
    tables = bind_tables(world)
    remembers = bind_remembers(world)
    setup = bind_tree(world, "setup", parsed.setup)
    phases = bind_tree(world, "phases", parsed.phases)
    sequences = bind_sequences(world)
    interrupts = bind_interrupts(world, defines)
    result = bind_result(world)
    horizon = bind_horizon(world)
    always = bind_facts(world, "always", parsed.always)
    claims = bind_facts(world, "claims", parsed.claims)
    spec = typed.TypedSpec(
        parsed=parsed, players_low=world.players_low, players_high=world.players_high, options=tuple(world.options.values()),
        enums=tuple(world.enums.values()), boards=tuple(world.boards.values()), components=tuple(world.components.values()),
        zones=tuple(world.zones.values()), states=tuple(world.states.values()), starts=starts, defines=defines, effects=effects,
        graphs=graphs, remembers=remembers, tables=tables, setup=setup, phases=phases, sequences=sequences, interrupts=interrupts,
        result=result, horizon=horizon, always=always, claims=claims, view=bind_view(world),
    )  # fmt: skip
    if not find_cycles(world):
        check_ends(world, spec)
    return spec
