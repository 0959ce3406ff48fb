"""Components: their fields as declared, and their pieces as rows, copies and players make them.

    rows: [{rank: 2..14, suit: [clubs, spades]}]        # 26 pieces, the first field slowest
"""

from math import prod

from msgspec.structs import replace

from compiler.bind.expressions.type_names import index_type, kept_type
from compiler.bind.nouns.symbols import ComponentSymbol, FieldSymbol
from compiler.bind.nouns.types import DirectionType, FaceType, Type
from compiler.bind.nouns.world import World
from compiler.bind.things.declare import each_once
from compiler.bind.things.piece_names import name_pieces
from compiler.bind.things.rows import MOST_PIECES, Row, copies_of, expand
from compiler.bind.types.lattice import BAD, TEXT
from compiler.bind.types.sizes import size_of
from compiler.diagnostics import nearest
from compiler.parse.ast import NamedType, TypeExpr
from compiler.parse.spec import ComponentSpec, FieldSpec

MOST_VALUES = 10_000
"""of an array field, for each piece"""


def outline(spec: ComponentSpec) -> ComponentSymbol:
    """The component before its fields are known, so that fields and other components may name it."""
    return ComponentSymbol(
        name=spec.name.text, count=0, each_player=spec.each_player, per_seat=0, faces=tuple(face.text for face in spec.faces),
        lies_on=spec.lies_on.text if spec.lies_on is not None else "", fields=(), row_of=(), written_row_of=(), names=(), span=spec.name.span,
    )  # fmt: skip


def bind_component(world: World, spec: ComponentSpec) -> ComponentSymbol:
    """Complete; cells and rows that cannot be read are reported and take the least value."""
    with world.under("components", spec.name.text):
        symbol = replace(outline(spec), lies_on=_lies_on(world, spec))
        each_once(world, spec.faces, "a face")
        fields = tuple(_field(world, symbol, field, spec) for field in spec.fields if _is_first(world, spec, field))
        rows = expand(world, spec, fields)
        filled = tuple(_fill(field, at, rows) for at, field in enumerate(fields))
        return _pieces(world, spec, replace(symbol, fields=filled), rows)


def _lies_on(world: World, spec: ComponentSpec) -> str:
    if spec.lies_on is None:
        return ""
    board = world.boards.get(spec.lies_on.text)
    planes = tuple(name for name, other in world.boards.items() if other.shape == "plane")
    if board is None or board.shape != "plane":
        name = spec.lies_on.text
        if not world.is_lost(name):
            world.report("RWN006", spec.lies_on.span, kind="plane", name=name, known=planes or None, near=nearest(name, planes))
        return ""
    if board.piece != spec.name.text:
        hint = f"its `of` names `{board.piece}`"
        world.report("RWT029", spec.lies_on.span, name=board.name, why=f"`{spec.name.text}` is not what is laid on it", hint=hint)
    return board.name


def _is_first(world: World, spec: ComponentSpec, field: FieldSpec) -> bool:
    first = next(other for other in spec.fields if other.name.text == field.name.text)
    if first is not field:
        world.report("RWN008", field.name.span, name=field.name.text, kind="a field", first=first.name.span, first_kind="a field")
    return first is field


def _field(world: World, symbol: ComponentSymbol, field: FieldSpec, spec: ComponentSpec) -> FieldSymbol:
    if field.name.text == "owner" and spec.each_player:
        world.report("RWN013", field.name.span, name="owner", use="the player whose piece it is")
    with world.under("fields", field.name.text):
        axes = tuple(_axis(world, symbol, axis, field) for axis in field.per)
        width = prod(max(1, size_of(world, axis)) for axis in axes)
        if width > MOST_VALUES:
            world.report("RWT038", field.name.span, name=field.name.text, found=width, what="values", most=MOST_VALUES)
            axes = (BAD,) * len(axes)
        type: Type = TEXT
        if field.kind == "value" and field.type is not None:
            type = kept_type(world, field.type)
        names = tuple(axis.name.text if isinstance(axis, NamedType) and axis.name.text in ("face", "side") else "" for axis in field.per)
    return FieldSymbol(
        name=field.name.text, kind=field.kind, type=type, axes=axes, axis_names=names, values=(), texts=(), cells=(), span=field.name.span
    )


def _axis(world: World, symbol: ComponentSymbol, axis: TypeExpr, field: FieldSpec) -> Type:
    if isinstance(axis, NamedType) and axis.name.text == "face":
        if not symbol.faces:
            world.report("RWN004", axis.span, name="face", hint=f"give `{symbol.name}` some: `faces: [front, back]`")
            return BAD
        return FaceType(symbol.name)
    if isinstance(axis, NamedType) and axis.name.text == "side":
        if not symbol.lies_on:
            world.report("RWN004", axis.span, name="side", hint=f"say what `{symbol.name}` lies on: `lies_on: <plane>`")
            return BAD
        return DirectionType(symbol.lies_on)
    return index_type(world, axis, field.name.text)


def _fill(field: FieldSymbol, at: int, rows: tuple[Row, ...]) -> FieldSymbol:
    """The field with each piece's value (for now one piece a row; copies and seats follow)."""
    cells = [row.cells[at] for row in rows]
    return replace(
        field,
        values=tuple(cell.values for cell in cells) if field.kind == "value" else (),
        texts=tuple(cell.text for cell in cells) if field.kind == "text" else (),
        cells=tuple(cell.cells for cell in cells) if field.kind == "footprint" else (),
    )


def _pieces(world: World, spec: ComponentSpec, symbol: ComponentSymbol, rows: tuple[Row, ...]) -> ComponentSymbol:
    """Copies of a row stand together; with `each: player` all of seat 0 come first."""
    copies = copies_of(world, spec.copies)
    seats = world.players_high if spec.each_player else 1
    count = sum(row.copies for row in rows) * copies * seats
    if count > MOST_PIECES:
        world.report("RWT038", spec.name.span, name=spec.name.text, found=count, what="pieces", most=MOST_PIECES)
        rows, copies = rows[:1], 1
    one_seat = [row for row, written in enumerate(rows) for _ in range(min(written.copies, MOST_PIECES) * copies)]
    if not one_seat:
        world.report("RWT024", spec.name.span, name=f"component `{spec.name.text}`", found="it has no pieces")
    row_of = tuple(one_seat) * seats

    def spread(field: FieldSymbol) -> FieldSymbol:
        return replace(
            field,
            values=tuple(field.values[row] for row in row_of) if field.values else (),
            texts=tuple(field.texts[row] for row in row_of) if field.texts else (),
            cells=tuple(field.cells[row] for row in row_of) if field.cells else (),
        )

    whole = replace(
        symbol,
        count=len(row_of),
        per_seat=len(one_seat) if spec.each_player else 0,
        fields=tuple(spread(field) for field in symbol.fields),
        row_of=row_of,
        written_row_of=tuple(rows[row].written for row in row_of),
    )
    return replace(whole, names=name_pieces(world, spec, whole))
