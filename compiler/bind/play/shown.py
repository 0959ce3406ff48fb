"""What `view` says of looks: colours and pictures of words, pieces and variables, what a variable or board is drawn as, zones side by side.

    view:
      colours:  {forest: green, p0: "#222222"}       # Shown("colours", "forest", "green"), …
      pictures: {sheep: "🐑", king: "M-30 20L30 20Z"}
      as:       {points: track, board: points, cup: "- 6 5 4\\n7 1 2 3"}
      together: {the table: [field, burnt]}
"""

import re
from collections.abc import Iterator
from typing import Final

from compiler.bind.nouns import typed
from compiler.bind.nouns.symbols import StateSymbol
from compiler.bind.nouns.types import EnumType, PlayerType, RangeType, Type
from compiler.bind.nouns.world import World
from compiler.diagnostics import nearest
from compiler.parse.spec import ShownSpec

SECTIONS: Final = ("colours", "pictures", "as", "together")
COLOURS: Final = ("black", "white", "red", "blue", "yellow", "green", "orange", "purple", "brown", "grey", "pink")
VARIABLES: Final = ("number", "dice", "tokens", "track")
BOARDS: Final = ("cells", "points")
CODED: Final = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
PATH: Final = re.compile(r"M[-\d .,MLHVCSQTAZmlhvcsqtaz]*")
LONGEST: Final = 8
"""Characters of a picture that is a text; an emoji may be made of several."""


def bind_shown(world: World) -> Iterator[typed.Shown]:
    with world.under("view"):
        for spec in world.parsed.shown:
            section = spec.section.text
            with world.under(section):
                if section not in SECTIONS:
                    _unknown(world, spec, "kind of look", section, SECTIONS, at_section=True)
                elif section == "together":
                    yield from _together(world, spec)
                elif spec.names:
                    world.report("RWL025", spec.span, owner=f"`{spec.key.text}`", text="a list", known=("one text",))
                elif section == "as":
                    yield from _drawn_as(world, spec)
                else:
                    yield from _look(world, spec)


def _look(world: World, spec: ShownSpec) -> Iterator[typed.Shown]:
    known = tuple(dict.fromkeys(_names(world)))
    if spec.key.text not in known:
        if not world.is_lost(spec.key.text):
            _unknown(world, spec, "word, piece or name", spec.key.text, known)
        return
    value = spec.value.strip()
    if spec.section.text == "colours":
        fits = value in COLOURS or bool(CODED.fullmatch(value))
        allowed: tuple[str, ...] = ("#rrggbb", *COLOURS)
    else:
        fits = bool(value) and (len(value) <= LONGEST or bool(PATH.fullmatch(value)))
        allowed = (f"an emoji or up to {LONGEST} letters", "the path of a drawing, from -50 to 50, as SVG writes it")
    if fits:
        yield typed.Shown(section=spec.section.text, name=spec.key.text, value=value)
    else:
        world.report("RWL025", spec.span, owner=f"the {spec.section.text[:-1]} of `{spec.key.text}`", text=value, known=allowed, near=nearest(value, COLOURS))


def _drawn_as(world: World, spec: ShownSpec) -> Iterator[typed.Shown]:
    name = spec.key.text
    if name not in world.states and name not in world.boards:
        if not world.is_lost(name):
            _unknown(world, spec, "variable or board", name, (*world.states, *world.boards))
        return
    allowed = VARIABLES if name in world.states else BOARDS
    if name in world.states and any(mark in spec.value for mark in "\n ") and world.states[name].axes:
        yield from _laid_out(world, spec, world.states[name])
    elif spec.value in allowed:
        yield typed.Shown(section="as", name=name, value=spec.value)
    else:
        world.report("RWL025", spec.span, owner=f"`{name}`", text=spec.value, known=allowed, near=nearest(spec.value, allowed))


def _laid_out(world: World, spec: ShownSpec, state: StateSymbol) -> Iterator[typed.Shown]:
    """A variable laid out in rows of places: `-` for none, else the index that lies there; `p0:3+p1:22` where there are several."""
    kinds = [_texts(world, axis) for axis in state.axes]
    rows: list[tuple[tuple[int, ...], ...]] = []
    for line in spec.value.strip().splitlines():
        row: list[tuple[int, ...]] = []
        for place in line.split():
            slots: list[int] = []
            for index in () if place == "-" else place.split("+"):
                words = index.split(":")
                if len(words) != len(kinds) or any(word not in kind for word, kind in zip(words, kinds, strict=True)):
                    known = "`-`, or " + " and ".join(f"one of {next(iter(kind), '?')} … {next(reversed(kind), '?')}" for kind in kinds)
                    world.report("RWL025", spec.span, owner=f"a place of `{state.name}`", text=place, known=(known,))
                    return
                slot = 0
                for word, kind in zip(words, kinds, strict=True):
                    slot = slot * len(kind) + list(kind).index(word)
                slots.append(slot)
            row.append(tuple(slots))
        rows.append(tuple(row))
    yield typed.Shown(section="rows", name=state.name, value="", rows=tuple(rows))


def _texts(world: World, type: Type) -> dict[str, None]:
    """The texts of a type's values, in order; none for types that have too many or other ones."""
    match type:
        case RangeType(low, high):
            return {str(value): None for value in range(low, high + 1)}
        case PlayerType():
            return {f"p{seat}": None for seat in range(world.players_high)}
        case EnumType(name):
            return dict.fromkeys(world.enums[name].values) if name in world.enums else {}
        case _:
            return {}


def _together(world: World, spec: ShownSpec) -> Iterator[typed.Shown]:
    if spec.value:
        world.report("RWL025", spec.span, owner=f"`{spec.key.text}`", text=spec.value, known=("a list of zones",))
    for name in spec.names:
        if name.text not in world.zones and not world.is_lost(name.text):
            world.report("RWN006", name.span, kind="zone", name=name.text, known=tuple(world.zones) or None, near=nearest(name.text, tuple(world.zones)))
    zones = tuple(name.text for name in spec.names if name.text in world.zones)
    if zones:
        yield typed.Shown(section="together", name=spec.key.text, value="", zones=zones)


def _unknown(world: World, spec: ShownSpec, kind: str, name: str, known: tuple[str, ...], *, at_section: bool = False) -> None:
    span = spec.section.span if at_section else spec.key.span
    world.report("RWN006", span, kind=kind, name=name, known=known if 0 < len(known) <= 12 else None, near=nearest(name, known))


def _names(world: World) -> Iterator[str]:
    """All that may have a look: words of enums, seats, kinds of pieces, what is written in their fields, their texts, and variables."""
    for enum in world.enums.values():
        yield from enum.values
    yield from (f"p{seat}" for seat in range(world.players_high))
    for component in world.components.values():
        yield component.name
        yield from component.names
        for field in component.fields:
            yield field.name
            yield from field.texts
            if field.kind == "value" and not field.axes:
                yield from (str(value) for row in field.values for value in row)
    yield from world.states
    yield from world.zones
