"""Where everything lies in the vector: header, registers, state, zones, derived blocks, in this order; memories' rings at the end.

Only registers that something asked for are there. Player-indexed blocks have room for the greatest table.
"""

from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import ComponentSymbol, StateSymbol, ZoneSymbol
from compiler.bind.nouns.types import BoolType, ComponentType, PlayerType, Type
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.layout import HEADER, MULTIPLIER, WORD, Carrier, Component, Layout, Section, Zone
from compiler.lower.expressions import expressions
from compiler.lower.expressions.references import first_number, instances, owner_axis, owners, state_index, state_slots, where_slots
from compiler.lower.nouns.placer import Placer
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.things import memories, planes
from compiler.lower.types.carriers import bare, bounds, carrier, none_of
from compiler.lower.types.sizes import kind_numbers

MANY = 2**31 - 1
LARGE = 2**62 - 1


def lay_out(world: World, staged: int, over: int) -> tuple[Layout, s.Block]:
    """The layout, and the statements that set start values which are not the same at every table."""
    placer = Placer()
    _header(world, placer, over)
    _registers(world, placer, staged)
    late = _states(world, placer)
    planes.place(world, placer)
    _zones(world, placer)
    shown = placer.size
    init = [*(store for stores in late.values() for store in stores), *_derived(world, placer, frozenset(late))]
    for symbol in world.typed.remembers:
        key = Carrier(name="key", low=0, high=LARGE)
        placer.add(memories.ring_slots(symbol), "derived", key, 2 * symbol.last, seen="none")
        placer.add(memories.used_slots(symbol), "derived", _range(0, symbol.last), seen="none")
        placer.add(memories.head_slots(symbol), "derived", _range(0, symbol.last), seen="none")
    layout = Layout(
        blocks=tuple(placer.blocks),
        zones=(*(_zone(world, symbol) for symbol in world.typed.zones), *planes.zones(world)),
        components=tuple(_component(world, symbol) for symbol in world.typed.components),
        tables=tuple(world.tables.values()),
        lists=tuple(world.lists.values()),
        shown=shown,
        kept=placer.size,
        size=placer.size,
    )
    return layout, tuple(init)


def with_rules(layout: Layout, rules: int) -> Layout:
    """The layout of a game that has so many rules: any of them may be the one that fails. Start values have rules too, so they are counted last."""
    blocks = tuple(replace(block, carrier=_range(0, rules)) if block.name == "fault" else block for block in layout.blocks)
    return replace(layout, blocks=blocks)


def _header(world: World, placer: Placer, over: int) -> None:
    seats = carrier(world, PlayerType())
    carriers = {
        "players": _range(world.players_low, world.players_high),
        "step": _range(0, over),
        "actor": Carrier(name="actor", low=-4, high=seats.high, texts=("over", "", "", "chance", *seats.texts)),
        "explicit": carrier(world, BoolType()),
        "fault": _range(0, 0),
        "decisions": _range(0, MANY),
        "verdict": Carrier(name="verdict", low=0, high=2, texts=("none", "win", "lose")),
        "winner": Carrier(name="player or none", low=-1, high=seats.high, optional=True, texts=seats.texts),
        "truncated": carrier(world, BoolType()),
    }
    for name, _ in HEADER:
        high = MULTIPLIER if name.endswith("_high") else 2**32 - 1
        hidden = name in ("explicit", "fault") or name.endswith(("_low", "_high"))
        placer.add(name, "header", carriers.get(name, Carrier(name="word", low=0, high=high)), seen="none" if hidden else "all")


def _registers(world: World, placer: Placer, staged: int) -> None:
    if world.eliminates:
        seats = carrier(world, PlayerType())
        placer.add("playing", "register", carrier(world, BoolType()), seats.size, axes=(seats,), start=(1,) * seats.size)
    for register in world.registers.values():
        placer.add(
            register.name,
            "register",
            register.carrier,
            register.length,
            axes=register.axes,
            seen=register.seen,
            owners=register.owners,
            owner_axis=0 if register.owners else -1,
            start=(register.start,) * register.length if register.start else (),
        )
    if staged:
        placer.add("staged", "register", Carrier(name="staged", low=world.least, high=LARGE), 2 + staged, axes=(_range(0, 1 + staged),), seen="owner")


# ---- state


def _states(world: World, placer: Placer) -> dict[str, list[s.Stmt]]:
    """The blocks of variables that are no inverse maps; start values that depend on the table become statements, by variable."""
    found: dict[str, list[s.Stmt]] = {}
    starts = {start.state: start for start in world.typed.starts}
    taken: set[str] = set()
    for symbol in world.typed.states:
        if symbol.inverse_of:
            continue
        values, late = _start(world, symbol, starts.get(symbol.name), taken)
        if late:
            found[symbol.name] = late
        _state_block(world, placer, symbol, "state", values, "")
    return found


def _state_block(world: World, placer: Placer, symbol: StateSymbol, section: Section, start: tuple[int, ...], follows: str) -> None:
    piece = next((bare(axis) for axis in symbol.axes if isinstance(bare(axis), ComponentType)), None)
    placer.add(
        state_slots(symbol.name),
        section,
        carrier(world, symbol.type),
        _length(world, symbol.axes),
        axes=tuple(carrier(world, axis) for axis in symbol.axes),
        seen=symbol.seen,
        owner_axis=owner_axis(world, symbol.axes),
        owners=owners(world, symbol.axes),
        follows=follows,
        piece_axis=piece.name if isinstance(piece, ComponentType) else "",
        start=start if any(start) else (),
    )


def _length(world: World, axes: tuple[Type, ...]) -> int:
    length = 1
    for axis in axes:
        length *= carrier(world, axis).size
    return length


def lowest(world: World, type: Type) -> int:
    """What a variable holds where nothing is said: false, none, else the lowest value."""
    return bounds(world, type)[0]


def _start(world: World, symbol: StateSymbol, start: t.Start | None, taken: set[str]) -> tuple[tuple[int, ...], list[s.Stmt]]:
    """Slot by slot, by putting each index in; what is not constant then is stored when a game begins, all of it in one block, where no name is
    bound twice."""
    length = _length(world, symbol.axes)
    if start is None:
        return (lowest(world, symbol.type),) * length, []
    path = f"state.{symbol.name}.start"
    values: list[int] = []
    late: list[s.Stmt] = []
    indexes = [carrier(world, axis) for axis in symbol.axes]
    rows: list[tuple[int, ...]] = [()]
    for index in indexes:
        rows = [(*row, value) for row in rows for value in range(index.low, index.high + 1)]
    for slot, row in enumerate(rows):
        scope = Scope(world, path, world.clauses(symbol.cite), {}, taken)
        for local, value in zip(start.locals, row, strict=False):
            scope.locals[local.number] = x.Const(value)
        found = expressions.value(scope, start.value, symbol.type)
        low, high = bounds(world, symbol.type)
        match found:
            case x.Const(number):
                values.append(number)
            case x.Checked(operand, least, most, rule):
                values.append(lowest(world, symbol.type))
                late.append(s.Store(state_slots(symbol.name), x.Const(slot), operand, least, most, rule))
            case _:
                values.append(lowest(world, symbol.type))
                late.append(s.Store(state_slots(symbol.name), x.Const(slot), found))
        if not low <= values[-1] <= high:
            rule = world.rule("narrow", path, (), start.value.span)
            late.append(s.Demand(x.Bool(False), rule))
    return tuple(values), late


def _derived(world: World, placer: Placer, late: frozenset[str]) -> list[s.Stmt]:
    """Inverse maps and the members of sets and bags; maps of variables that are set late are filled then."""
    init: list[s.Stmt] = []
    for symbol in world.typed.states:
        if symbol.inverse_of:
            init.extend(_inverse(world, placer, symbol, symbol.inverse_of in late))
    planes.derive(world, placer)
    for zone in world.typed.zones:
        if zone.order in ("set", "bag"):
            words = _words(world, zone)
            placer.add(f"{zone.name}.members", "derived", Carrier(name="word", low=0, high=LARGE), words * instances(world, zone), seen="none")
    return init


def _inverse(world: World, placer: Placer, symbol: StateSymbol, late: bool) -> list[s.Stmt]:
    """The reverse map of the start values."""
    source = world.states[symbol.inverse_of]
    block = next(block for block in placer.blocks if block.name == state_slots(source.name))
    length = _length(world, symbol.axes)
    low = carrier(world, symbol.axes[0]).low
    index = carrier(world, source.axes[0])
    values = [lowest(world, symbol.type)] * length
    start = block.start or (0,) * block.length
    for at, value in enumerate(start):
        if not (block.carrier.optional and value == block.carrier.low) and 0 <= value - low < length:
            if values[value - low] != lowest(world, symbol.type):
                values = [lowest(world, symbol.type)] * length
                break
            values[value - low] = at + index.low
    _state_block(world, placer, symbol, "derived", tuple(values), block.name)
    if not late:
        return []
    name, held = f"{source.name}_at", f"{source.name}_value"
    here = x.Local(name)
    own = x.Load(block.name, x.Binary("-", here, x.Const(index.low)) if index.low else here)
    place = state_index(world, symbol, (x.Local(held),))
    body: s.Block = (
        s.Let(held, own),
        s.If(x.Compare("!=", x.Local(held), x.Const(none_of(world, source.type))), (s.Store(state_slots(symbol.name), place, here),)),
    )
    return [s.For(x.Binder(name, x.Numbers(x.Const(index.low), x.Const(index.high))), None, body, True, index.size)]


# ---- zones


def _zones(world: World, placer: Placer) -> None:
    for component in world.typed.components:
        zones = [zone for zone in world.typed.zones if zone.component == component.name]
        most = sum(instances(world, zone) for zone in zones) + len(planes.planes_of(world, component.name))
        owned = owners(world, (ComponentType(component.name),)) if component.each_player else ()
        placer.add(
            where_slots(component.name), "zone", _places(world, component, most), component.count,
            axes=(carrier(world, ComponentType(component.name)),), owners=owned, owner_axis=0 if owned else -1,
        )  # fmt: skip
    for zone in world.typed.zones:
        if zone.order in ("pile", "row"):
            count, capacity = instances(world, zone), _capacity(world, zone)
            axes = tuple(carrier(world, axis) for axis in zone.axes)
            piece = carrier(world, ComponentType(zone.component))
            item = Carrier(name=f"{zone.component} or none", low=-1, high=piece.high, optional=True, texts=piece.texts, component=piece.component)
            placer.add(
                f"{zone.name}.items", "zone", item, count * capacity, axes=(*axes, _range(0, capacity - 1)), seen=zone.seen,
                owners=tuple(owner for owner in _zone_owners(world, zone) for _ in range(capacity)), start=(-1,) * (count * capacity),
            )  # fmt: skip
            placer.add(f"{zone.name}.count", "zone", _range(0, capacity), count, axes=axes, seen=zone.seen, owners=_zone_owners(world, zone))


def _places(world: World, component: ComponentSymbol, most: int) -> Carrier:
    """The number of each zone of a component, with its text: 0 is the box."""
    texts = ["box"]
    for zone in world.typed.zones:
        if zone.component != component.name:
            continue
        axes = [carrier(world, axis) for axis in zone.axes]
        rows: list[tuple[str, ...]] = [()]
        for axis in axes:
            rows = [(*row, axis.text(value)) for row in rows for value in range(axis.low, axis.high + 1)]
        texts.extend(f"{zone.name}[{', '.join(row)}]" if row else zone.name for row in rows)
    texts.extend(planes.planes_of(world, component.name))
    return Carrier(name=f"place of {component.name}", low=0, high=most, texts=tuple(texts))


def _zone_owners(world: World, zone: ZoneSymbol) -> tuple[int, ...]:
    return owners(world, zone.axes) or (-1,) * instances(world, zone)


def _capacity(world: World, zone: ZoneSymbol) -> int:
    count = world.components[zone.component].count
    return count if zone.holds is None else min(count, zone.holds)


def _words(world: World, zone: ZoneSymbol) -> int:
    return -(-world.components[zone.component].count // WORD)


def _zone(world: World, symbol: ZoneSymbol) -> Zone:
    ordered = symbol.order in ("pile", "row")
    return Zone(
        name=symbol.name,
        component=symbol.component,
        order=symbol.order,
        instances=instances(world, symbol),
        first=first_number(world, symbol.name),
        capacity=_capacity(world, symbol),
        holds=symbol.holds,
        seen=symbol.seen,
        owners=_zone_owners(world, symbol),
        axes=tuple(carrier(world, axis) for axis in symbol.axes),
        items=f"{symbol.name}.items" if ordered else "",
        count=f"{symbol.name}.count" if ordered else "",
        members="" if ordered else f"{symbol.name}.members",
        words=0 if ordered else _words(world, symbol),
    )


def _component(world: World, symbol: ComponentSymbol) -> Component:
    return Component(
        name=symbol.name,
        count=symbol.count,
        each_player=symbol.each_player,
        per_seat=symbol.per_seat,
        where=where_slots(symbol.name),
        kinds=kind_numbers(world, symbol.name),
        carrier=carrier(world, ComponentType(symbol.name)),
        rows=symbol.row_of,
    )


def _range(low: int, high: int) -> Carrier:
    return Carrier(name=f"{low}..{high}", low=low, high=high)
