"""How the pieces of a plane are drawn: the land at each edge of each face, as a letter.

    edges_of(world, tile)     # ("vyyy", "fyfY", …): face after face of piece after piece, sides clockwise from the north
    letters((village, forest, black, blue))     # ("v", "f", "b", "l")

The land at an edge is a field `per: [face, side]`. Where that is a number which another field `per: [face, <that range>]` makes a word of, the word
is the land, and the number tells apart pieces of land that do not hang together on the face: the first of a kind is written small, others are
capitals.
"""

from compiler.bind.nouns.symbols import ComponentSymbol, FieldSymbol
from compiler.bind.nouns.types import EnumType
from compiler.lower.nouns.world import World
from compiler.lower.types.carriers import bare, carrier, field_values

NOTHING = "."


def edge_words(world: World, component: ComponentSymbol) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The words there are for land, and for each face of each piece those at its sides; both empty where no field says so."""
    edge = next((field for field in component.fields if field.axis_names == ("face", "side")), None)
    if edge is None:
        return (), ()
    named = edge if isinstance(bare(edge.type), EnumType) else _words_by(world, component, edge)
    if named is None:
        return (), ()
    made = carrier(world, named.type)
    faces = max(1, len(component.faces))
    sides = len(edge.values[0]) // faces
    rows = []
    for piece in range(component.count):
        for face in range(faces):
            values = field_values(world, edge, piece)[sides * face : sides * face + sides]
            if named is not edge:
                width = len(field_values(world, named, piece)) // faces
                low = carrier(world, edge.type).low
                values = tuple(field_values(world, named, piece)[width * face + value - low] for value in values)
            rows.append(tuple("" if value < made.low or value == made.low and made.optional else made.text(value) for value in values))
    return tuple(text for text in made.texts if text not in ("none", "")), tuple(rows)


def _words_by(world: World, component: ComponentSymbol, edge: FieldSymbol) -> FieldSymbol | None:
    size = carrier(world, edge.type).size
    for field in component.fields:
        if len(field.axes) == 2 and field.axis_names[0] == "face" and isinstance(bare(field.type), EnumType) and carrier(world, field.axes[1]).size == size:
            return field
    return None


def edges_of(world: World, component: ComponentSymbol) -> tuple[str, ...]:
    words, rows = edge_words(world, component)
    letter = dict(zip(words, letters(words), strict=True))
    faces = max(1, len(component.faces))
    found = []
    for at, row in enumerate(rows):
        numbers = region_numbers(world, component, at // faces, at % faces, len(row))
        apart = [bool(numbers) and numbers[side] != numbers[row.index(word)] for side, word in enumerate(row)]
        shown = [letter.get(word, NOTHING) for word in row]
        found.append("".join(mark.upper() if alone else mark for mark, alone in zip(shown, apart, strict=True)))
    return tuple(found)


def region_numbers(world: World, component: ComponentSymbol, piece: int, face: int, sides: int) -> tuple[int, ...]:
    """The numbers of the regions at the sides; empty where the field at the sides is the land itself."""
    field = next(field for field in component.fields if field.axis_names == ("face", "side"))
    values = field_values(world, field, piece)[sides * face : sides * face + sides]
    return values if not carrier(world, field.type).texts else ()


def letters(words: tuple[str, ...]) -> tuple[str, ...]:
    """A letter for each word: its first that no word before it has."""
    found: list[str] = []
    for word in words:
        found.append(next((letter for letter in word if letter not in found), "?"))
    return tuple(found)
