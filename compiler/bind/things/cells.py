"""One cell of a component's row: a word, number, text or drawing, read as a value of its field."""

from msgspec import Struct

from compiler.bind.geometry.shapes import Cells, cells_of, drawing_fault
from compiler.bind.nouns.symbols import FieldSymbol
from compiler.bind.nouns.types import NO_VALUE, BadType, BoolType, ComponentType, OptionalType, PlayerType, RangeType
from compiler.bind.nouns.world import World
from compiler.bind.types.lattice import bare, fits, show
from compiler.bind.types.values import names_of, value_named
from compiler.diagnostics import nearest
from compiler.parse.ast import Ident


class Cell(Struct, frozen=True, kw_only=True):
    """What one field of one row holds, by its kind."""

    values: tuple[int, ...] = ()
    text: str = ""
    cells: Cells = ()


def read_cell(world: World, field: FieldSymbol, item: Ident) -> Cell | None:
    """None, reported, when it is no value of the field."""
    match field.kind:
        case "text":
            return Cell(text=item.text)
        case "footprint":
            return _drawing(world, item)
        case "value":
            number = _value(world, field, item)
            return None if number is None else Cell(values=(number,))


def _drawing(world: World, item: Ident) -> Cell | None:
    fault = drawing_fault(item.text)
    if fault is not None:
        world.report("RWT028", item.span, why=fault)
        return None
    return Cell(cells=cells_of(item.text))


def _value(world: World, field: FieldSymbol, item: Ident) -> int | None:
    text = item.text.strip()
    type = bare(field.type)
    if isinstance(type, BadType):
        return None
    if isinstance(field.type, OptionalType) and text in ("none", ""):
        return NO_VALUE
    if isinstance(type, BoolType) and text in ("true", "false"):
        return int(text == "true")
    number = value_named(world, type, text)
    if number is not None:
        return number
    number = _number(text)
    if number is not None and isinstance(type, RangeType) and type.low <= number <= type.high:
        return number
    if number is not None and isinstance(type, PlayerType | ComponentType) and fits(type, type) and 0 <= number < world.players_high:
        return number
    found = "a number" if number is not None else "a word"
    near = nearest(text, names_of(world, type))
    world.report("RWT019", item.span, text=text, name=field.name, found=found, expected=show(field.type), near=near or None)
    return None


def _number(text: str) -> int | None:
    body = text.removeprefix("-")
    return int(text) if body.isdigit() and body.isascii() and len(body) < 20 else None
