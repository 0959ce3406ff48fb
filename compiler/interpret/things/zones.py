"""Pieces and where they are: reading zones, moving pieces, keeping order and member words in step with `where`.

Zone number 0 is the box. Everything a zone keeps beside `where` (items, count, member words) is written here and nowhere else.
"""

from collections.abc import Iterator

from compiler.interpret.expressions.expressions import value
from compiler.interpret.nouns.frame import FaultRaised, Frame, InternalError
from compiler.ir import exprs as x
from compiler.ir.layout import WORD, Component, Zone


def size(frame: Frame, expr: x.ZoneSize) -> int:
    return len(pieces(frame, expr.zone, value(frame, expr.instance)))


def item(frame: Frame, expr: x.ZoneItem) -> int:
    there = pieces(frame, expr.zone, value(frame, expr.instance))
    index = value(frame, expr.index)
    if not 0 <= index < len(there):
        raise FaultRaised(expr.rule)
    return there[len(there) - 1 - index if expr.from_top else index]


def members(frame: Frame, domain: x.Pieces) -> Iterator[int]:
    zone = frame.program.zones[domain.zone]
    kinds = frame.program.components[zone.component].kinds
    met: list[int] = []
    for piece in pieces(frame, domain.zone, value(frame, domain.instance)):
        if domain.kinds and kinds[piece] in met:
            continue
        met.append(kinds[piece])
        yield piece


def pieces(frame: Frame, zone_name: str, instance: int) -> list[int]:
    """The pieces of one zone: a pile or row from index 0, a set or bag in component order."""
    zone = frame.program.zones[zone_name]
    if not 0 <= instance < zone.instances:
        raise InternalError(f"{zone_name}[{instance}], outside its {zone.instances} zones")
    if zone.items:
        return [frame.load(zone.items, instance * zone.capacity + at) for at in range(frame.load(zone.count, instance))]
    component = frame.program.components[zone.component]
    return [piece for piece in range(component.count) if frame.load(component.where, piece) == zone.first + instance]


def move(frame: Frame, component_name: str, piece: int, zone_name: str, instance: int, *, bottom: bool, rule: int) -> None:
    """Takes the piece from wherever it is and puts it there; `""` is the box."""
    component = frame.program.components[component_name]
    there = None if not zone_name else frame.program.zones[zone_name]
    number = 0 if there is None else there.first + instance
    if there is not None and not 0 <= instance < there.instances:
        raise InternalError(f"{zone_name}[{instance}], outside its {there.instances} zones")
    if frame.load(component.where, piece) == number and (there is None or not there.items):
        return
    if there is not None and there.holds is not None and frame.load(component.where, piece) != number and len(pieces(frame, zone_name, instance)) >= there.holds:
        raise FaultRaised(rule)
    _take(frame, component, piece)
    frame.store(component.where, piece, number)
    if there is not None:
        _put(frame, there, instance, piece, bottom=bottom)


def swap(frame: Frame, zone_name: str, instance: int, index: int, piece: int) -> None:
    """Exchanges the piece with the one at `index` of the same pile or row."""
    zone = frame.program.zones[zone_name]
    order = pieces(frame, zone_name, instance)
    at = order.index(piece)
    order[at], order[index] = order[index], piece
    _write_items(frame, zone, instance, order)


def _take(frame: Frame, component: Component, piece: int) -> None:
    number = frame.load(component.where, piece)
    if number == 0:
        return
    zone, instance = zone_at(frame, component, number)
    if zone.items:
        order = pieces(frame, zone.name, instance)
        order.remove(piece)
        _write_items(frame, zone, instance, order)
    _write_member(frame, zone, instance, piece, present=False)


def _put(frame: Frame, zone: Zone, instance: int, piece: int, *, bottom: bool) -> None:
    if zone.items:
        order = pieces(frame, zone.name, instance)
        _write_items(frame, zone, instance, [piece, *order] if bottom else [*order, piece])
    _write_member(frame, zone, instance, piece, present=True)


def zone_at(frame: Frame, component: Component, number: int) -> tuple[Zone, int]:
    """The zone family and instance of a zone number of this component."""
    for zone in frame.program.game.layout.zones:
        if zone.component == component.name and zone.first <= number < zone.first + zone.instances:
            return zone, number - zone.first
    raise InternalError(f"{component.name} has no zone {number}")


def _write_items(frame: Frame, zone: Zone, instance: int, order: list[int]) -> None:
    if len(order) > zone.capacity:
        raise InternalError(f"{zone.name}[{instance}] would hold {len(order)} pieces, it has room for {zone.capacity}")
    for at in range(zone.capacity):
        frame.store(zone.items, instance * zone.capacity + at, order[at] if at < len(order) else -1)
    frame.store(zone.count, instance, len(order))


def _write_member(frame: Frame, zone: Zone, instance: int, piece: int, *, present: bool) -> None:
    if not zone.members:
        return
    index = instance * zone.words + piece // WORD
    bit = 1 << piece % WORD
    word = frame.load(zone.members, index)
    frame.store(zone.members, index, word | bit if present else word & ~bit)
