"""Positions set up by hand: right before a step, with given variables and pieces.

    s = before_play(game, players=4, seed=1)          # setup has run, nothing after it
    put_pieces(game, s, "hand", 0, [3, 17])
    stand(game, s, stand_of(game, "phases.round.trick.commit"), {"round": 4}, {})
"""

from collections.abc import Mapping, MutableSequence, Sequence

from msgspec.structs import replace

from compiler.interpret.nouns.frame import Frame
from compiler.interpret.play import choices, statements, steps
from compiler.interpret.play.meanings import program_of
from compiler.interpret.things import planes
from compiler.ir import exprs as x
from compiler.ir.flow import Decide, Over, Sealed
from compiler.ir.game import GameIR, PlaneIR, Stand, StandLoop
from compiler.ir.stmts import Invoke, LayPiece, MovePiece

Vec = MutableSequence[int]


def before_play(game: GameIR, players: int, seed: int) -> list[int]:
    """The vector when setup is over and no step of `phases` has run. Chance is drawn from the seed; where setup asks a seat, its first
    legal action is taken. Raises FaultRaised."""
    flow = tuple(Over() if number == game.phases_entry else node for number, node in enumerate(game.flow))
    program = program_of(replace(game, flow=flow), True)
    vector = [0] * game.layout.size
    frame = Frame(program, vector, {})
    steps.begin(frame, players, seed, False)
    while frame.load("step") != game.phases_entry:
        node = flow[frame.load("step")]
        assert isinstance(node, Decide | Sealed)
        steps.carry_out(frame, choices.legal(choices.asked(frame, node))[0])
    frame.store("explicit", 0, 1)
    return vector


def put_pieces(game: GameIR, vector: Vec, zone: str, instance: int, pieces: Sequence[int]) -> None:
    """The zone holds these pieces and no others, bottom or left first; who lay there goes to the box."""
    component = game.layout.zone(zone).component
    frame = Frame(program_of(game, True), vector, {})
    lying = [piece for piece in range(game.layout.component(component).count) if _zone_of(game, vector, component, piece) == (zone, instance)]
    for piece in [*lying, *pieces]:
        target, place = ("", 0) if piece in lying and piece not in pieces else (zone, instance)
        lifts = [plane.lift for plane in game.planes if plane.component == component and _zone_of(game, vector, component, piece)[0] == plane.zone]
        statements.run(frame, tuple(Invoke(lift, (x.Const(piece),)) for lift in lifts if lift))
        statements.run(frame, (_moved(component, piece, "", 0), _moved(component, piece, target, place)))


def lay_piece(game: GameIR, vector: Vec, plane: PlaneIR, piece: int, cell: tuple[int, int]) -> bool:
    """Lays a piece on a cell, counted from the origin; whether it is an open one beside a laid piece (or, on a bare plane, the origin)."""
    frame = Frame(program_of(game, True), vector, {})
    middle = game.layout.component(plane.component).count
    wanted = (cell[0] + middle, cell[1] + middle)
    found = [site for site in planes.places(frame, plane.name) if planes.cell_of(frame, plane.name, site) == wanted]
    laying = next(procedure.name for procedure in game.procedures if any(isinstance(part, LayPiece) and part.plane == plane.name for part in procedure.body))
    if found:
        statements.run(frame, (Invoke(laying, (x.Const(piece), x.Const(found[0]))),))
    return bool(found)


def stand(game: GameIR, vector: Vec, found: Stand, passes: Mapping[str, int], variables: Mapping[str, int]) -> None:
    """Goes to right before a step: the loops around it in their first pass, except where `passes` (by the name of the node) gives another
    or `variables` (by their written name) another member; where one of these is of the step itself, into its loops. Then plays on to the first
    stop. Raises FaultRaised, and NoMember where a loop has no such member."""
    frame = Frame(program_of(game, True), vector, {})
    rebuild_inverses(game, vector)
    own = found.own if found.own is not None and (found.own.variable in variables or found.own.name in passes) else None
    for loop in (*found.loops, *(() if own is None else (own,))):
        _enter(frame, loop, passes, variables)
    steps.arrive(frame, found.node if own is None else found.body)


class NoMember(Exception):
    """A loop never comes to what its variable is said to be."""

    def __init__(self, variable: str) -> None:
        super().__init__(variable)
        self.variable = variable


def stand_of(game: GameIR, path: str) -> Stand:
    """The step meant by its path, or by the end of one. Raises KeyError."""
    exact = [stand for stand in game.stands if stand.path == path]
    found = exact or [stand for stand in game.stands if stand.path.endswith("." + path)]
    if not found:
        raise KeyError(path)
    return found[0]


def rebuild_inverses(game: GameIR, vector: Vec) -> None:
    """Inverse maps made anew from the variables they follow."""
    for block in game.layout.blocks:
        if not block.follows:
            continue
        source = game.layout.block(block.follows)
        vector[block.offset : block.offset + block.length] = [block.carrier.low] * block.length
        for at in range(source.length):
            value = vector[source.offset + at]
            if not (source.carrier.optional and value == source.carrier.low):
                vector[block.offset + value - block.axes[0].low] = at + source.axes[0].low


def _enter(frame: Frame, loop: StandLoop, passes: Mapping[str, int], variables: Mapping[str, int]) -> None:
    statements.run(frame, loop.enter)
    if loop.counter and loop.name in passes:
        frame.store(loop.counter, 0, passes[loop.name])
    if loop.block and loop.variable in variables:
        wanted = variables[loop.variable]
        frame.store(loop.block, 0, wanted)
        if loop.order:
            members = [frame.load(loop.order, at) for at in range(frame.load(loop.count))]
            if wanted not in members:
                raise NoMember(loop.variable)
            frame.store(loop.cursor, 0, members.index(wanted) + 1)
        elif frame.program.game.layout.block(loop.block).carrier.name == "player" and wanted >= frame.load("players"):
            raise NoMember(loop.variable)


def _moved(component: str, piece: int, zone: str, instance: int) -> MovePiece:
    return MovePiece(component, x.Const(piece), zone, x.Const(instance), False, 0)


def _zone_of(game: GameIR, vector: Vec, component: str, piece: int) -> tuple[str, int]:
    number = vector[game.layout.block(game.layout.component(component).where).offset + piece]
    for zone in game.layout.zones:
        if zone.component == component and zone.first <= number < zone.first + zone.instances:
            return zone.name, number - zone.first
    return "", 0
