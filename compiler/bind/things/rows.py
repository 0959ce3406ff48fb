"""The rows of a component as written, multiplied out: every combination of the values that lists and ranges offer.

    {set: [0, 1], black: 6}        # two rows
    {kind.front: forest yellow}    # the values of an array field for one face, in index order
"""

from itertools import product
from math import prod

from msgspec import Struct

from compiler.bind.expressions.constants import constant
from compiler.bind.nouns.symbols import FieldSymbol
from compiler.bind.nouns.types import NO_VALUE, BadType, BoolType, EnumType, OptionalType, Type
from compiler.bind.nouns.world import World
from compiler.bind.things.array_cells import fill_array
from compiler.bind.things.cells import Cell, read_cell
from compiler.bind.types.lattice import interval, show
from compiler.bind.types.sizes import size_of
from compiler.diagnostics import nearest
from compiler.parse.ast import Ident
from compiler.parse.spec import CellSpec, ComponentSpec, RowSpec

MOST_PIECES = 20_000


class Row(Struct, frozen=True, kw_only=True):
    """One value a field, in the order of the fields; `written` is the number of the row it was made from."""

    cells: tuple[Cell, ...]
    copies: int
    written: int


def expand(world: World, spec: ComponentSpec, fields: tuple[FieldSymbol, ...]) -> tuple[Row, ...]:
    """Rows in written order; a component without rows has one, without values."""
    if not spec.rows:
        return (Row(cells=tuple(_missing(world, field) for field in fields), copies=1, written=0),) if not fields else ()
    found: list[Row] = []
    for number, row in enumerate(spec.rows):
        found.extend(_rows(world, row, number, fields))
    return tuple(found)


def copies_of(world: World, written: Ident | None) -> int:
    if written is None or not written.text.strip():
        return 1
    text = written.text.strip()
    if text in world.options and interval(world.options[text].type) is not None:
        return max(0, world.options[text].value)
    if text.isdigit() and text.isascii() and len(text) < 7:
        return int(text)
    world.report("RWT019", written.span, text=text, name="copies", found="a word", expected="a number")
    return 1


def _rows(world: World, row: RowSpec, number: int, fields: tuple[FieldSymbol, ...]) -> list[Row]:
    by_name = {field.name: at for at, field in enumerate(fields)}
    chosen: list[list[tuple[int, Cell]]] = []
    arrays: dict[int, list[int]] = {}
    said: set[int] = set()
    for cell in row.cells:
        name, _, face = cell.field.text.partition(".")
        at = by_name.get(name)
        if at is None:
            world.report("RWN003", cell.field.span, type="this component", name=name, known=tuple(by_name), near=nearest(name, by_name))
            continue
        said.add(at)
        field = fields[at]
        if field.axes:
            values = arrays.setdefault(at, list(_missing(world, field).values))
            fill_array(world, field, cell, face, values)
        else:
            chosen.append([(at, value) for value in _values(world, field, cell)])
    for at, field in enumerate(fields):
        if at not in said and not field.axes and field.kind != "text":
            _check_missing(world, row, field)
    copies = copies_of(world, row.copies)
    count = prod(len(values) for values in chosen)
    if count > MOST_PIECES:
        world.report("RWT038", row.span, name="this row", found=count, what="pieces", most=MOST_PIECES)
        chosen = [values[:1] for values in chosen]
    rows = []
    for combination in product(*chosen):
        cells = [_missing(world, field) for field in fields]
        for at, values in arrays.items():
            cells[at] = Cell(values=tuple(values))
        for at, value in combination:
            cells[at] = value
        rows.append(Row(cells=tuple(cells), copies=copies, written=number))
    return rows


def _check_missing(world: World, row: RowSpec, field: FieldSymbol) -> None:
    """What is not said is none, 0 or false, where the field's type has that."""
    span = interval(field.type)
    has_zero = span is not None and span[0] <= 0 <= span[1]
    if field.kind == "value" and (has_zero or isinstance(field.type, (BoolType, OptionalType, BadType))):
        return
    world.report("RWT021", row.span, name=field.name, declared=field.span)


def value_default(world: World, type: Type) -> int:
    """None, 0, false, or the least value."""
    if isinstance(type, OptionalType):
        return NO_VALUE
    if isinstance(type, EnumType):
        symbol = world.enums.get(type.name)
        return symbol.numbers[0] if symbol is not None and symbol.numbers else 0
    span = interval(type)
    return (0 if span[0] <= 0 <= span[1] else span[0]) if span is not None else 0


def _missing(world: World, field: FieldSymbol) -> Cell:
    if field.kind != "value":
        return Cell()
    return Cell(values=(value_default(world, field.type),) * prod(max(1, size_of(world, axis)) for axis in field.axes))


def _values(world: World, field: FieldSymbol, cell: CellSpec) -> list[Cell]:
    """Several for a list or a range."""
    if cell.low is not None and cell.high is not None:
        low = constant(world, cell.low, f"a value of `{field.name}`")
        high = constant(world, cell.high, f"a value of `{field.name}`")
        if low is None or high is None:
            return [_missing(world, field)]
        span = interval(field.type)
        if field.kind != "value" or span is None or not (span[0] <= low and high <= span[1]) or high < low:
            world.report("RWT019", cell.span, text=" ".join(cell.span.text.split()), name=field.name, found="a range", expected=show(field.type))
            return [_missing(world, field)]
        if high - low >= MOST_PIECES:
            world.report("RWT038", cell.span, name=field.name, found=high - low + 1, what="values", most=MOST_PIECES)
            high = low
        return [Cell(values=(value,)) for value in range(low, high + 1)]
    if not cell.items:
        return [_missing(world, field)]
    return [read_cell(world, field, item) or _missing(world, field) for item in cell.items]
