"""What a seat may know: its observation of a position, and how it perceives what is done.

Hidden numbers read as the fact HIDDEN says. An observation covers the shown slots and then the number of pieces of every zone.
"""

from collections.abc import Iterator

from compiler.interpret.expressions import expressions
from compiler.interpret.nouns.frame import Frame
from compiler.interpret.play import choices, draws
from compiler.interpret.play.codes import digit_values
from compiler.interpret.play.effects import effects, release, wait
from compiler.interpret.things import zones
from compiler.ir.actions import Chance
from compiler.ir.flow import Branch, Decide, Draw, Run, Sealed, is_passing, windows
from compiler.ir.layout import HIDDEN_HEADER, Block, Component, Zone

SEEN_NOTHING = -2
SEEN_NOT = -1
NOBODY = -1
"""The actor of a step that no seat decides."""


def observe(frame: Frame, seat: int) -> list[int]:
    """The position as the seat may know it."""
    node = frame.program.game.flow[frame.load("step")]
    if isinstance(node, Decide) and node.resume >= 0 and seat != frame.load("actor"):
        return _observe(_gone_on(frame, node.resume), seat)
    return _observe(frame, seat)


def _gone_on(frame: Frame, number: int) -> Frame:
    """A copy of the position at the next step of play, as if nobody in the window had anything to say."""
    ahead = Frame(frame.program, list(frame.vector), {})
    flow = frame.program.game.flow
    release(ahead)
    while is_passing(flow[number]):
        match flow[number]:
            case Run(block=block, next=following):
                number = effects(ahead, block, {}, following, (), completes=False)
            case Branch(condition=condition, yes=yes, no=no):
                number = yes if expressions.holds(ahead.inner({}), condition) else no
    node = flow[number]
    actor = expressions.value(ahead.inner({}), frame.program.game.decisions[node.decision].actor) if isinstance(node, Decide) else NOBODY
    wait(ahead, number, actor)
    return ahead


def _observe(frame: Frame, seat: int) -> list[int]:
    layout = frame.program.game.layout
    hidden = frame.program.hidden
    seen = [hidden] * layout.shown
    for block in layout.blocks:
        if block.offset < layout.shown:
            for index in range(block.length):
                seen[block.offset + index] = _slot(frame, seat, block, index)
    for zone in layout.zones:
        for instance in range(zone.instances):
            seen.append(hidden if zone.seen == "none" else len(zones.pieces(frame, zone.name, instance)))
    return seen


def seen_action(frame: Frame, seat: int, code: int) -> int:
    """The code as the seat perceives it: itself, SEEN_NOT, SEEN_NOTHING, or -3 - code with its secret digits at 0."""
    node = frame.program.game.flow[frame.load("step")]
    if isinstance(node, Draw):
        return code if _sees_outcome(frame, seat, node, code) else SEEN_NOTHING
    found = choices.locate(frame, code)
    if found is None or not isinstance(node, Decide | Sealed):
        return SEEN_NOTHING
    action = frame.program.game.actions[found[0]]
    if seat == frame.load("actor"):
        return code
    early = found[1] + 1 < len(action.stages)
    if isinstance(node, Decide) and node.resume >= 0 and (action.unseen or early):
        return SEEN_NOT
    if isinstance(node, Sealed) or early:
        return SEEN_NOTHING
    stage = action.stages[found[1]]
    if not any(digit.local in action.secret for digit in stage.digits):
        return code
    left, public, weight = code - stage.base, 0, 1
    for digit in reversed(stage.digits):
        public += weight * (0 if digit.local in action.secret else left % digit.size)
        left, weight = left // digit.size, weight * digit.size
    return -3 - (stage.base + public)


def _sees_outcome(frame: Frame, seat: int, node: Draw, code: int) -> bool:
    chance = frame.program.game.chances[node.chance]
    if chance.seen_by in ("all", "nobody"):
        return chance.seen_by == "all"
    done, before = draws.so_far(frame, node)
    here = before.inner({**before.locals, **(digit_values(chance.stages[done], code) or {})})
    if chance.seen_by == "seat":
        return chance.seat is not None and expressions.value(here, chance.seat) == seat
    return _sees_zone_of(here, seat, chance)


def _sees_zone_of(here: Frame, seat: int, chance: Chance) -> bool:
    """Whether the seat may see the zone that the outcome goes to; the box everybody sees."""
    if not chance.zone:
        return True
    instance = expressions.value(here, chance.instance) if chance.instance is not None else 0
    return _sees_zone(here.program.zones[chance.zone], instance, seat)


def _slot(frame: Frame, seat: int, block: Block, index: int) -> int:
    value, hidden = frame.load(block.name, index), frame.program.hidden
    if block.name in HIDDEN_HEADER or block.name == "decisions" and windows(frame.program.game.flow):
        return hidden
    if block.name == "actor":
        return hidden if isinstance(frame.program.game.flow[frame.load("step")], Sealed) else value
    if block.name == "staged":
        return value if seat == frame.load("actor") else hidden
    for component in frame.program.game.layout.components:
        if block.name == component.where:
            return value if _sees_piece(frame, seat, component, index) else hidden
    for zone in frame.program.game.layout.zones:
        if block.name == zone.items:
            return value if _sees_zone(zone, index // zone.capacity, seat) else hidden
        if block.name == zone.count:
            return hidden if zone.seen == "none" else value
    if block.piece_axis and not all(_sees_piece(frame, seat, *pair) for pair in _pieces_of(frame, block, index)):
        return block.start[index] if block.start else 0
    return value if _sees_slot(frame, seat, block, index) else hidden


def _sees_slot(frame: Frame, seat: int, block: Block, index: int) -> bool:
    if block.follows:
        source = frame.program.blocks[block.follows]
        at = frame.load(block.name, index)
        return source.seen == "all" or at != -1 and _sees_slot(frame, seat, source, at)
    if block.seen == "all":
        return True
    return block.seen in ("owner", "owner_count") and bool(block.owners) and block.owners[index] == seat


def _sees_zone(zone: Zone, instance: int, seat: int) -> bool:
    """Whether the seat may know which pieces are there, and in which order."""
    if zone.seen == "all":
        return True
    return zone.seen in ("owner", "owner_count") and bool(zone.owners) and zone.owners[instance] == seat


def _sees_piece(frame: Frame, seat: int, component: Component, piece: int) -> bool:
    number = frame.load(component.where, piece)
    return number == 0 or _sees_zone(*zones.zone_at(frame, component, number), seat)


def _pieces_of(frame: Frame, block: Block, index: int) -> Iterator[tuple[Component, int]]:
    """The pieces of the block's component that a slot is about."""
    component = frame.program.components[block.piece_axis]
    for axis in reversed(block.axes):
        at = axis.low + index % axis.size
        index //= axis.size
        if axis.component == component.name and at >= 0:
            yield component, at
