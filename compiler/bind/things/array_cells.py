"""The cells of an array field: its values in index order, or for truths the indexes that are true.

    kind.front: forest yellow        # for one value of the first index, from its start
    borders.back: 1-0 3-2            # of a bool array: the true ones
"""

from math import prod

from compiler.bind.nouns.symbols import FieldSymbol
from compiler.bind.nouns.types import BoolType, Type
from compiler.bind.nouns.world import World
from compiler.bind.things.cells import read_cell
from compiler.bind.types.lattice import BAD, interval
from compiler.bind.types.sizes import size_of
from compiler.bind.types.values import value_named
from compiler.parse.ast import Ident
from compiler.parse.spec import CellSpec


def fill_array(world: World, field: FieldSymbol, cell: CellSpec, face: str, values: list[int]) -> None:
    """Writes a row's values for an array field, or for one of its first index's values, into place."""
    axes = field.axes
    if BAD in axes or not axes:
        return
    sizes = [max(1, size_of(world, axis)) for axis in axes]
    start, width = 0, prod(sizes)
    if face:
        place = _first_index(world, axes[0], face)
        if place is None:
            world.report("RWN005", cell.field.span, type=f"the first index of `{field.name}`", name=face, known=None)
            return
        width //= sizes[0]
        start = place * width
        sizes = sizes[1:]
    words = [Ident(text=word, span=item.span) for item in cell.items for word in item.text.split()]
    if any("-" in word.text[1:] for word in words) or (_is_truth(field) and not _are_truths(words)):
        _fill_marks(world, field, words, sizes, start, values)
        return
    if len(words) > width or (len(words) < width and cell.listed and not face):
        found = str(len(words))
        world.report("RWT020", cell.span, name=field.name, expected=str(width), found=found)
        return
    for at, word in enumerate(words):
        value = read_cell(world, field, word)
        if value is not None:
            values[start + at] = value.values[0]


def _first_index(world: World, axis: Type, name: str) -> int | None:
    span = interval(axis)
    if span is not None:
        return int(name) - span[0] if name.isdigit() and span[0] <= int(name) <= span[1] else None
    return value_named(world, axis, name)


def _is_truth(field: FieldSymbol) -> bool:
    return isinstance(field.type, BoolType)


def _are_truths(words: list[Ident]) -> bool:
    return all(word.text in ("yes", "no", "true", "false") for word in words)


def _fill_marks(world: World, field: FieldSymbol, words: list[Ident], sizes: list[int], start: int, values: list[int]) -> None:
    """A list of true indices, as in `1-0 3-2`."""
    for word in words:
        indexes = word.text.split("-")
        numbers = [int(index) for index in indexes if index.isdigit()]
        fine = len(numbers) == len(indexes) == len(sizes) and all(number < size for number, size in zip(numbers, sizes, strict=True))
        if not fine:
            expected = "-".join(f"0..{size - 1}" for size in sizes)
            world.report("RWT019", word.span, text=word.text, name=field.name, found="no index of it", expected=expected)
            continue
        at = 0
        for number, size in zip(numbers, sizes, strict=True):
            at = at * size + number
        values[start + at] = 1
