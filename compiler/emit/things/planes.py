"""Tables without edges: the open places beside laid pieces, and laying a piece."""

from compiler.emit.expressions.domains import places_of
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Want
from compiler.emit.things.zones import moving
from compiler.ir.game import PlaneIR


def write_places(want: Want, f: Body) -> Function:
    """Lists the open places, ascending; each by its lowest piece and that piece's lowest side."""
    plane = _plane(f, str(want.subject))
    zone = f.plan.game.layout.zone(plane.zone)
    component = f.plan.game.layout.component(plane.component)
    where, x, y = (f.plan.offsets[block] for block in (component.where, plane.x, plane.y))
    places = places_of(f.plan, plane.name)
    sides = plane.directions
    step_x = f.plan.table(tuple(step[0] for step in plane.steps), f"{plane.name}_step_x")
    step_y = f.plan.table(tuple(step[1] for step in plane.steps), f"{plane.name}_step_y")
    taken = f.plan.want("cell", plane.name, f"is_met_on_{plane.name}", "zones")
    count, laid = f.fresh("count"), f.fresh("laid")
    f.assign(count, "0")
    f.assign(laid, "0")
    with f.scope():
        piece = f.loop("piece", str(component.count), is_temporary=True)
        f.open(f"if s[{where} + {piece}] == {zone.first}:")
        f.add(f"{laid} += 1")
        side = f.loop("side", str(sides), is_temporary=True)
        across, up = f.fresh("across"), f.fresh("up")
        f.assign(across, f"s[{x} + {piece}] + {step_x}[{side}]")
        f.assign(up, f"s[{y} + {piece}] + {step_y}[{side}]")
        f.open(f"if not {taken}(s, {across}, {up}, {count}):")
        f.add(f"s[{places} + {count}] = {sides} * {piece} + {side}")
        f.add(f"{count} += 1")
    with f.block(f"if {laid} == 0:"):
        f.add(f"s[{places}] = {sides * component.count}")
        f.add(f"{count} = 1")
    f.add(f"return {count}")
    return f.function(result="int", about=(f"Lists the open places of `{plane.name}` in scratch; how many there are.",))


def write_cell(want: Want, f: Body) -> Function:
    """Whether a cell is covered, or the cell of a place listed already."""
    plane = _plane(f, str(want.subject))
    zone = f.plan.game.layout.zone(plane.zone)
    component = f.plan.game.layout.component(plane.component)
    where, x, y = (f.plan.offsets[block] for block in (component.where, plane.x, plane.y))
    places = places_of(f.plan, plane.name)
    step_x = f.plan.table(tuple(step[0] for step in plane.steps), f"{plane.name}_step_x")
    step_y = f.plan.table(tuple(step[1] for step in plane.steps), f"{plane.name}_step_y")
    f.parameters += ["across: int", "up: int", "count: int"]
    f.busy |= {"across", "up", "count"}
    with f.scope():
        piece = f.loop("piece", str(component.count), is_temporary=True)
        f.open(f"if s[{x} + {piece}] == across and s[{y} + {piece}] == up and s[{where} + {piece}] == {zone.first}:")
        f.add("return True")
    with f.scope():
        at = f.loop("at", "count", is_temporary=True)
        neighbour, side = f.fresh("neighbour"), f.fresh("side")
        f.assign(neighbour, f"s[{places} + {at}] // {plane.directions}")
        f.assign(side, f"s[{places} + {at}] % {plane.directions}")
        f.open(f"if s[{x} + {neighbour}] + {step_x}[{side}] == across and s[{y} + {neighbour}] + {step_y}[{side}] == up:")
        f.add("return True")
    f.add("return False")
    return f.function(result="bool", about=(f"Whether a cell of `{plane.name}` is covered, or that of one of the places listed so far.",))


def write_lay(want: Want, f: Body) -> Function:
    """Lays a piece on an open place."""
    name, noting = want.subject
    f.noting = noting
    plane = _plane(f, name)
    zone = f.plan.game.layout.zone(plane.zone)
    component = f.plan.game.layout.component(plane.component)
    x, y = f.plan.offsets[plane.x], f.plan.offsets[plane.y]
    step_x = f.plan.table(tuple(step[0] for step in plane.steps), f"{plane.name}_step_x")
    step_y = f.plan.table(tuple(step[1] for step in plane.steps), f"{plane.name}_step_y")
    piece, site = f.fresh("piece"), f.fresh("site")
    f.parameters += [f"{piece}: int", f"{site}: int"]
    beside, side = f.fresh("beside"), f.fresh("side")
    f.assign(beside, f"{site} // {plane.directions}")
    f.assign(side, f"{site} % {plane.directions}")
    # A plane has room for all.
    if component.name in f.plan.members:
        f.add(f"{moving(f, component.name)}(s, {piece}, {f.plan.zones[zone.name]})")
    else:
        name = f"move_{component.name}_to_{zone.name}" + ("_on_trial" if noting else "")
        f.add(f"{f.plan.want('move', (component.name, zone.name, False, noting), name, 'zones')}(s, {piece}, 0)")
    for block in (x, y):
        if noting:
            f.add(f"{f.plan.use('note')}(s, {block} + {piece})")
    with f.block(f"if {beside} == {component.count}:"):
        f.add(f"s[{x} + {piece}] = {component.count}")
        f.add(f"s[{y} + {piece}] = {component.count}")
    with f.block("else:"):
        f.add(f"s[{x} + {piece}] = s[{x} + {beside}] + {step_x}[{side}]")
        f.add(f"s[{y} + {piece}] = s[{y} + {beside}] + {step_y}[{side}]")
    return f.function(result="None", about=(f"Lays a {component.name} on an open place of `{plane.name}`.",))


def _plane(f: Body, name: str) -> PlaneIR:
    return next(plane for plane in f.plan.game.planes if plane.name == name)
