"""The loops of a step: passes (`repeat`, `while`, `until`) and members (`for`), with the registers they keep.

A constant range walked in its own order needs only the variable; anything else is collected at entry, and `where` is asked before each member.
"""

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import LocalSymbol
from compiler.bind.nouns.types import ComponentType, PlayerType, RangeType
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.game import StandLoop
from compiler.ir.layout import Carrier, Seen
from compiler.ir.simplify import binary, compare, plus
from compiler.ir.walk import transform, walk
from compiler.lower.builtins import builtins
from compiler.lower.expressions import domains, expressions
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import Register, World
from compiler.lower.types.carriers import bare, carrier
from compiler.lower.types.sizes import constant_members, most_members

if TYPE_CHECKING:
    from compiler.lower.play.steps import Flow, Label

MANY = 2**31 - 1
FEW = 8
ZERO = x.Const(0)


class Own(Struct, frozen=True, kw_only=True):
    """The registers of one step, by what they are for; empty text where it needs none."""

    counter: str = ""
    times: str = ""
    variable: str = ""
    order: str = ""
    count: str = ""
    cursor: str = ""
    limit: x.Expr | None = None
    """of `repeat`, where it needs no register"""

    def all(self) -> tuple[str, ...]:
        return tuple(name for name in (self.counter, self.times, self.variable, self.order, self.count, self.cursor) if name)


def registers(flow: "Flow", step: t.Step) -> Own:
    """Asks for what the step's loops need; its variable can be read from then on."""
    world = flow.world
    name = world.short[step.path]
    scope = Scope(world, ".".join(step.path), ())
    counter = times = ""
    limit: x.Expr | None = None
    if step.repeat is not None:
        most = step.repeat.type.high if isinstance(step.repeat.type, RangeType) else MANY
        limit = expressions.value(scope, step.repeat)
        if not _is_fixed(limit):
            least = step.repeat.type.low if isinstance(step.repeat.type, RangeType) else 0
            times = flow.use(Register(name=f"{name}.times", carrier=_range(min(0, least), most)))
            limit = None
    if step.repeat is not None or step.path in world.counted:
        most = MANY
        if step.repeat is not None and isinstance(step.repeat.type, RangeType):
            most = max(step.repeat.type.high, 0)
        counter = flow.use(Register(name=builtins.counter(scope, step.path), carrier=_range(0, most)))
    own = Own(counter=counter, times=times, limit=limit)
    return own if step.loop is None else _member_registers(flow, own, step.loop, name)


def _member_registers(flow: "Flow", own: Own, loop: t.Binder, name: str) -> Own:
    world = flow.world
    block = flow.use(variable(world, f"{name}.{loop.local.name}", loop.local, loop.domain))
    world.in_vector[loop.local.number] = x.Load(block)
    if _walks_itself(world, loop):
        return replace(own, variable=block)
    most = most_members(world, loop.domain)
    element = carrier(world, loop.local.type)
    return replace(
        own,
        variable=block,
        order=flow.use(Register(name=f"{name}.order", carrier=element, length=most, axes=(_range(0, most - 1),), seen="none")),
        count=flow.use(Register(name=f"{name}.count", carrier=_range(0, most), seen="none")),
        cursor=flow.use(Register(name=f"{name}.at", carrier=_range(0, most), seen="none")),
    )


def variable(world: World, name: str, local: LocalSymbol, domain: t.Domain | None) -> Register:
    """The register of a loop variable or a sequence's parameter; hidden when it may tell what a zone hides."""
    seen: Seen = "all"
    if not isinstance(bare(local.type), PlayerType):
        match domain:
            case t.InZone(zone=t.ZoneRef(zone=zone)) if zone in world.zones and world.zones[zone].seen != "all":
                seen = "none"
            case None if isinstance(bare(local.type), ComponentType):
                seen = "none"
            case _:
                pass
    return Register(name=name, carrier=carrier(world, local.type), seen=seen)


def clear(register: Register) -> s.Block:
    """Every slot back at its start."""
    start = x.Const(register.start)
    if register.length <= FEW:
        return tuple(s.Store(register.name, x.Const(at), start) for at in range(register.length))
    # Several registers may be cleared in one node, so each has a local of its own.
    slot = register.name.replace(".", "_") + "_slot"
    slots = x.Binder(slot, x.Numbers(ZERO, x.Const(register.length - 1)))
    return (s.For(slots, None, (s.Store(register.name, x.Local(slot), start),), True, register.length),)


def passes(flow: "Flow", scope: Scope, step: t.Step, own: Own, head: "Label", first: "Label", done: "Label") -> "Label":
    """The node at which the step begins. `head` is where each pass is asked for, `first` where it begins, `done` where the step ends."""
    path = scope.path
    repeats = step.repeat is not None or step.keep is not None or step.until is not None
    start = first
    if own.counter:
        counted = plus(x.Load(own.counter), x.Const(1)) if repeats else x.Const(1)
        start = flow.run((s.Store(own.counter, ZERO, counted),), first, path)
    if not repeats:
        flow.aliases[head] = start
        return start
    found = start
    if step.keep is not None:
        found = flow.branch(expressions.condition(scope.at(f"{path}.while"), step.keep), found, done, path)
    if step.repeat is not None:
        limit = x.Load(own.times) if own.times else own.limit
        assert limit is not None
        found = flow.branch(compare("<", x.Load(own.counter), limit), found, done, path)
    flow.aliases[head] = found
    if own.times:
        assert step.repeat is not None
        return flow.run((s.Store(own.times, ZERO, expressions.value(scope, step.repeat)),), head, path)
    return head


def members(
    flow: "Flow", scope: Scope, step: t.Step, own: Own, body: "Label", next: "Label", over: "Label"
) -> tuple["Label", "Label"]:
    """The nodes at which a member is asked whether it has its turn, and at which the walk begins; `next` is where it goes on after each member."""
    assert step.loop is not None
    path = scope.path
    here = body
    if step.loop.where is not None:
        here = flow.branch(expressions.condition(scope.at(f"{path}.for"), step.loop.where), body, next, path)
    if not own.order:
        low, high = _ends(scope, step.loop)
        further = flow.run((s.Store(own.variable, ZERO, plus(x.Load(own.variable), x.Const(1))),), here, path)
        flow.aliases[next] = flow.branch(compare("<", x.Load(own.variable), high), further, over, path)
        begin = flow.run((s.Store(own.variable, ZERO, low),), here, path)
        return here, begin if _least(scope.world, low, high) else flow.branch(compare("<=", low, high), begin, over, path)
    take: s.Block = (
        s.Store(own.variable, ZERO, x.Load(own.order, x.Load(own.cursor))),
        s.Store(own.cursor, ZERO, plus(x.Load(own.cursor), x.Const(1))),
    )
    taken = flow.run(take, here, path)
    flow.aliases[next] = flow.branch(compare("<", x.Load(own.cursor), x.Load(own.count)), taken, over, path)
    return here, flow.run((*_collect(scope, step.loop, own), s.Store(own.cursor, ZERO, ZERO)), next, path)


def standing(scope: Scope, step: t.Step, own: Own) -> tuple[StandLoop, ...]:
    """The step's loops as registers, with what puts them into their first pass."""
    enter: list[s.Stmt] = []
    if own.times:
        assert step.repeat is not None
        enter.append(s.Store(own.times, ZERO, expressions.value(scope, step.repeat)))
    if own.counter:
        enter.append(s.Store(own.counter, ZERO, x.Const(1)))
    if step.loop is not None and not own.order:
        enter.append(s.Store(own.variable, ZERO, _ends(scope, step.loop)[0]))
    elif step.loop is not None:
        enter.extend(_collect(scope, step.loop, own))
        enter.append(s.Store(own.cursor, ZERO, x.Const(1)))
        if scope.world.registers[own.order].length:
            enter.append(s.Store(own.variable, ZERO, x.Load(own.order)))
    if not own.all():
        return ()
    name = step.loop.local.name if step.loop is not None else ""
    return (
        StandLoop(
            name=step.name, counter=own.counter, variable=name, block=own.variable, order=own.order, count=own.count, cursor=own.cursor,
            enter=tuple(enter),
        ),
    )


def _collect(scope: Scope, loop: t.Binder, own: Own) -> s.Block:
    """Members and their order are fixed; `where` is not asked yet."""
    inner = Scope(scope.world, f"{scope.path}.for", scope.clauses)
    made = domains.binder(inner, replace(loop, where=None))
    by = expressions.value(inner, loop.by) if loop.by is not None else None
    return (s.Collect(made, by, own.order, own.count),)


def _walks_itself(world: World, loop: t.Binder) -> bool:
    """Is the domain a range that is the same all through the game, in its own order?"""
    if loop.by is not None or loop.keep is not None or domains.extra(Scope(world, "", ()), loop.domain, ZERO) is not None:
        return False
    found = domains.domain(Scope(world, "", ()), loop.domain) if not isinstance(loop.domain, t.Walked | t.InZone) else None
    if isinstance(loop.domain, t.Walked) and constant_members(world, loop.domain) is not None:
        found = domains.domain(Scope(world, "", ()), loop.domain)
    return isinstance(found, x.Numbers) and _is_fixed(found.low) and _is_fixed(found.high)


def _ends(scope: Scope, loop: t.Binder) -> tuple[x.Expr, x.Expr]:
    found = domains.domain(scope, loop.domain)
    assert isinstance(found, x.Numbers)
    return found.low, found.high


def _least(world: World, low: x.Expr, high: x.Expr) -> bool:
    """Is there a member at every table? (What depends on the number of players grows with it.)"""
    smallest = transform((low, high), lambda part: x.Const(world.players_low) if part == x.Load("players") else part)
    first, last = (_computed(expr) for expr in smallest)
    return first is not None and last is not None and first <= last


def _computed(expr: x.Expr) -> int | None:
    match expr:
        case x.Const(value):
            return value
        case x.Binary(operator, left, right):
            ends = (_computed(left), _computed(right))
            found = binary(operator, x.Const(ends[0]), x.Const(ends[1])) if ends[0] is not None and ends[1] is not None else None
            return found.value if isinstance(found, x.Const) else None
        case _:
            return None


def _is_fixed(expr: x.Expr) -> bool:
    """The same all through a game: constants and the number of players."""
    return all(isinstance(part, x.Const | x.Binary) or part == x.Load("players") for part in walk(expr))


def _range(low: int, high: int) -> Carrier:
    return Carrier(name=f"{low}..{high}", low=low, high=high)


