"""Planes: tables without edges, where pieces lie beside each other.

A place is `sides * piece + side`: the open cell beside a laid piece. Two derived blocks tell what is beside a piece (`<plane>.links`) and
beside a place (`<plane>.around`) without searching; the procedures that lay a piece and lift it keep them.
"""

from collections.abc import Sequence
from itertools import product

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import BoardSymbol, ComponentSymbol, FieldSymbol
from compiler.bind.nouns.types import ComponentType, OptionalType, SiteType
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.game import PlaneIR
from compiler.ir.layout import WORD, Carrier, Zone
from compiler.ir.simplify import compare, conjunction, minus, plus, times
from compiler.lower.expressions import expressions, references
from compiler.lower.geometry.shapes import SIDES
from compiler.lower.nouns.placer import Placer
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.types.carriers import bare, carrier, field_values

REACH = 2
"""Steps between a piece and what is beside a place beside it."""


def planes_of(world: World, component: str) -> tuple[str, ...]:
    """The planes on which this component is laid."""
    return tuple(board.name for board in world.typed.boards if board.shape == "plane" and board.piece == component)


def all_planes(world: World) -> tuple[BoardSymbol, ...]:
    return tuple(board for board in world.typed.boards if board.shape == "plane")


# ---- builtins


def beside(scope: Scope, call: t.Builtin) -> x.Expr:
    """What lies next to a piece, or to an open place, in a direction; -1 if nothing does."""
    board = scope.world.boards[call.board]
    start, way = (expressions.value(scope, argument) for argument in call.arguments)
    kind = "around" if isinstance(bare(call.arguments[0].type), SiteType) else "links"
    return x.Load(f"{board.name}.{kind}", plus(times(start, x.Const(len(board.directions))), way))


def origin(scope: Scope, call: t.Builtin) -> x.Expr:
    board = scope.world.boards[call.board]
    return x.Const(len(board.directions) * scope.world.components[board.piece].count)


def orientations(scope: Scope, item: t.Walked, component: ComponentSymbol) -> x.Domain:
    """Those in which the piece reads differently, by piece."""
    world = scope.world
    fields = [symbol for symbol in component.fields if symbol.kind == "value" and {"face", "side"} & set(symbol.axis_names)]
    faces = max(1, len(component.faces))
    places = [[_places(world, symbol, orientation) for symbol in fields] for orientation in range(faces * SIDES)]
    rows = tuple(_distinct([field_values(world, symbol, piece) for symbol in fields], places) for piece in range(component.count))
    kinds = tuple(dict.fromkeys(rows))
    piece = expressions.value(scope, item.arguments[0])
    row = expressions.fetch(scope, f"{component.name}.turning", tuple(kinds.index(found) for found in rows), piece)
    return x.ListRow(world.list_table(f"{component.name}.orientations", kinds), row)


def _distinct(values: Sequence[Sequence[int]], places: Sequence[Sequence[Sequence[int]]]) -> tuple[int, ...]:
    """The orientations of a piece that read differently somewhere, the first of each reading: by its values of each field, and where in these each
    orientation reads."""
    first: dict[tuple[int, ...], int] = {}
    for orientation, fields in enumerate(places):
        first.setdefault(tuple(row[at] for row, read in zip(values, fields, strict=True) for at in read), orientation)
    return tuple(first.values())


def _places(world: World, symbol: FieldSymbol, orientation: int) -> list[int]:
    """Where in a field's values an orientation reads, one place after the other."""
    face, turn = orientation // SIDES, orientation % SIDES
    carriers = [carrier(world, axis) for axis in symbol.axes]
    ranges = [[face] if name == "face" else range(made.size) for made, name in zip(carriers, symbol.axis_names, strict=True)]
    found: list[int] = []
    for row in product(*ranges):
        at = 0
        for value, made, name in zip(row, carriers, symbol.axis_names, strict=True):
            at = at * made.size + ((value - turn) % SIDES if name == "side" else value)
        found.append(at)
    return found


# ---- layout


def place(world: World, placer: Placer) -> None:
    """The cells of laid pieces."""
    for board in all_planes(world):
        component = world.components[board.piece]
        # No coordinate is negative: -2 would read as hidden in an observation.
        extent = Carrier(name=f"0..{2 * component.count}", low=0, high=2 * component.count)
        pieces = (carrier(world, ComponentType(component.name)),)
        placer.add(f"{board.name}.x", "state", extent, component.count, axes=pieces)
        placer.add(f"{board.name}.y", "state", extent, component.count, axes=pieces)


def derive(world: World, placer: Placer) -> None:
    """What is beside each piece and each place, and the members of the plane's zone."""
    for board in all_planes(world):
        component = world.components[board.piece]
        piece = carrier(world, OptionalType(ComponentType(component.name)))
        sides = Carrier(name=f"direction({board.name})", low=0, high=len(board.directions) - 1, texts=board.directions)
        pieces = carrier(world, ComponentType(component.name))
        for name, made in (("links", pieces), ("around", carrier(world, SiteType(board.name)))):
            length = made.size * sides.size
            placer.add(f"{board.name}.{name}", "derived", piece, length, axes=(made, sides), start=(-1,) * length)
        words = -(-component.count // WORD)
        placer.add(f"{board.name}.members", "derived", Carrier(name="word", low=0, high=2**WORD - 1), words, seen="none")


def zones(world: World) -> tuple[Zone, ...]:
    return tuple(
        Zone(
            name=references.zone_name(board.name),
            component=board.piece,
            order="set",
            instances=1,
            first=references.plane_number(world, board.name),
            capacity=world.components[board.piece].count,
            holds=None,
            seen="all",
            owners=(-1,),
            axes=(),
            members=f"{board.name}.members",
            words=-(-world.components[board.piece].count // WORD),
        )
        for board in all_planes(world)
    )


def lower_planes(world: World) -> tuple[PlaneIR, ...]:
    return tuple(
        PlaneIR(
            name=board.name,
            component=board.piece,
            zone=references.zone_name(board.name),
            x=f"{board.name}.x",
            y=f"{board.name}.y",
            directions=len(board.directions),
            steps=tuple(zip(board.dx, board.dy, strict=True)),
            lift=lifting(world, board.name),
        )
        for board in all_planes(world)
    )


# ---- laying


def laying(world: World, board: str) -> str:
    """The procedure that lays a piece."""
    name = f"lay_on_{board}"
    taken = {effect.name for effect in world.typed.effects}
    while name in taken:
        name += "_"
    return name


def lifting(world: World, board: str) -> str:
    """The procedure that takes a piece from what lies beside it."""
    name = f"lift_from_{board}"
    taken = {effect.name for effect in world.typed.effects}
    while name in taken:
        name += "_"
    return name


def lifted(world: World, component: str, piece: x.Expr) -> s.Block:
    """What goes before a piece is moved: where it lies on a plane, nothing is beside it any more."""
    where = x.Load(references.where_slots(component), piece)
    planes = ((name, compare("==", where, x.Const(references.plane_number(world, name)))) for name in planes_of(world, component))
    return tuple(s.If(lies, (s.Invoke(lifting(world, name), (piece,)),)) for name, lies in planes)


def procedures(world: World) -> tuple[s.ProcedureIR, ...]:
    return tuple(made for board in all_planes(world) for made in (_lift(world, board), _lay(world, board)))


def _lift(world: World, board: BoardSymbol) -> s.ProcedureIR:
    """Nothing is beside the piece any more, and it is beside nothing."""
    count, sides = world.components[board.piece].count, len(board.directions)
    piece, other, side = (x.Local(name) for name in ("piece", "other", "side"))
    links, around, nothing = f"{board.name}.links", f"{board.name}.around", x.Const(-1)
    scope = Scope(world, f"boards.{board.name}", ())

    def place(start: x.Expr, side: str, way: str) -> x.Expr:
        return plus(times(plus(times(start, x.Const(sides)), x.Local(side)), x.Const(sides)), x.Local(way))

    def walk(name: str, *inside: s.Stmt) -> s.Stmt:
        return s.For(x.Binder(name, x.Numbers(x.Const(0), x.Const(sides - 1))), None, inside, True, sides)

    mine = plus(times(piece, x.Const(sides)), side)
    back = expressions.fetch(scope, f"{board.name}.opposite", board.opposite, side)
    apart: s.Block = (
        s.If(
            compare("!=", x.Load(links, mine), nothing),
            (s.Store(links, plus(times(x.Load(links, mine), x.Const(sides)), back), nothing), s.Store(links, mine, nothing)),
        ),
        walk("way", s.Store(around, place(piece, "side", "way"), nothing)),
    )
    theirs = place(other, "edge", "turn")
    forgotten = s.If(compare("==", x.Load(around, theirs), piece), (s.Store(around, theirs, nothing),))
    zone = x.Pieces(references.zone_name(board.name), x.Const(0))
    body: s.Block = (walk("side", *apart), s.For(x.Binder("other", zone), None, (walk("edge", walk("turn", forgotten)),), True, count))
    parameters = (s.Parameter(name="piece", low=0, high=count - 1),)
    return s.ProcedureIR(name=lifting(world, board.name), parameters=parameters, body=body, doc=world.doc(f"boards.{board.name}", (), board.span))


def _with_room(world: World, board: BoardSymbol) -> s.Block:
    """Where a piece is to lie on the rim of the coordinates or beyond, all that is laid is counted anew, from the middle. What lies further apart
    than they reach is a fault; the rim is there for what is then laid all the same."""
    sides, most = len(board.directions), 2 * world.components[board.piece].count
    widest = x.Const(most - 2)
    piece, site, beside = (x.Local(name) for name in ("piece", "site", "next_to"))
    scope = Scope(world, f"boards.{board.name}", ())
    rule = scope.rule("reach", board.span, board.name)
    zone = x.Pieces(references.zone_name(board.name), x.Const(0))

    def kept(name: str) -> x.Cond:
        """A piece that is moved counts where it lies only if it goes on from there."""
        return x.Or((compare("!=", x.Local(name), piece), compare("==", beside, piece)))

    lets: list[s.Stmt] = []
    outside: list[x.Cond] = []
    fits: list[x.Cond] = []
    measured: list[s.Stmt] = []
    moved: list[s.Stmt] = []
    for axis, steps in (("x", board.dx), ("y", board.dy)):
        at, to, low, high = f"{board.name}.{axis}", f"to_{axis}", f"low_{axis}", f"high_{axis}"
        way = expressions.fetch(scope, f"{board.name}.d{axis}", steps, x.Binary("%", site, x.Const(sides)))
        lets.append(s.Let(to, plus(x.Load(at, beside), way)))
        outside += [compare("<", x.Local(to), x.Const(1)), compare(">", x.Local(to), x.Const(most - 1))]
        for name, kind in ((low, "min"), (high, "max")):
            each = f"of_{name}"
            found = x.Fold(kind, (x.Binder(each, zone, None, kept(each)),), x.Load(at, x.Local(each)), default=x.Local(to))  # type: ignore[arg-type]
            measured.append(s.Let(name, x.Binary(kind, x.Local(to), found)))  # type: ignore[arg-type]
        fits.append(compare("<=", minus(x.Local(high), x.Local(low)), widest))
        room = plus(x.Const(1), x.Binary("//", minus(widest, minus(x.Local(high), x.Local(low))), x.Const(2)))
        moved.append(s.Store(at, x.Local("laid"), plus(minus(x.Load(at, x.Local("laid")), x.Local(low)), room)))
    shift = s.For(x.Binder("laid", zone), None, (s.If(kept("laid"), tuple(moved)),), True, world.components[board.piece].count)
    anew = s.If(x.Or(tuple(outside)), (*measured, s.If(conjunction(tuple(fits)), (shift,), (s.Demand(x.Bool(False), rule),))))
    return (
        s.Let("next_to", x.Binary("//", site, x.Const(sides))),
        s.If(compare("!=", beside, x.Const(world.components[board.piece].count)), (*lets, anew)),
    )


def _lay(world: World, board: BoardSymbol) -> s.ProcedureIR:
    count, sides = world.components[board.piece].count, len(board.directions)
    piece, other, side, way = (x.Local(name) for name in ("piece", "other", "side", "way"))
    across, up = x.Local("across"), x.Local("up")
    scope = Scope(world, f"boards.{board.name}", ())

    def step(axis: str, toward: x.Expr) -> x.Expr:
        return expressions.fetch(scope, f"{board.name}.d{axis}", board.dx if axis == "x" else board.dy, toward)

    def difference(axis: str) -> x.Expr:
        return minus(x.Load(f"{board.name}.{axis}", other), x.Load(f"{board.name}.{axis}", piece))

    def two_steps(to_x: x.Expr, to_y: x.Expr) -> x.Cond:
        return conjunction((compare("==", plus(step("x", side), step("x", way)), to_x), compare("==", plus(step("y", side), step("y", way)), to_y)))

    def around(start: x.Expr, neighbour: x.Expr) -> s.Stmt:
        place = plus(times(plus(times(start, x.Const(sides)), side), x.Const(sides)), way)
        return s.Store(f"{board.name}.around", place, neighbour)

    def link(start: x.Expr, toward: x.Expr, neighbour: x.Expr) -> s.Stmt:
        return s.Store(f"{board.name}.links", plus(times(start, x.Const(sides)), toward), neighbour)

    every = x.Numbers(x.Const(0), x.Const(sides - 1))
    zero = x.Const(0)
    back = expressions.fetch(scope, f"{board.name}.opposite", board.opposite, side)
    near: s.Block = (
        s.For(
            x.Binder("side", every),
            None,
            (
                s.If(
                    conjunction((compare("==", step("x", side), across), compare("==", step("y", side), up))),
                    (link(piece, side, other), link(other, back, piece)),
                ),
                s.For(
                    x.Binder("way", every),
                    None,
                    (
                        s.If(two_steps(across, up), (around(piece, other),)),
                        s.If(two_steps(minus(zero, across), minus(zero, up)), (around(other, piece),)),
                    ),
                    True,
                    sides,
                ),
            ),
            True,
            sides,
        ),
    )
    body: s.Block = (
        *lifted(world, board.piece, piece),
        *_with_room(world, board),
        s.LayPiece(board.name, piece, x.Local("site")),
        s.For(
            x.Binder("other", x.Pieces(references.zone_name(board.name), zero)),
            None,
            (
                s.Let("across", difference("x")),
                s.Let("up", difference("y")),
                s.If(compare("<=", plus(x.Abs(across), x.Abs(up)), x.Const(REACH)), near),
            ),
            True,
            count,
        ),
    )
    parameters = (s.Parameter(name="piece", low=0, high=count - 1), s.Parameter(name="site", low=0, high=sides * count))
    return s.ProcedureIR(name=laying(world, board.name), parameters=parameters, body=body, doc=world.doc(f"boards.{board.name}", (), board.span))
