"""What a seat may know: `observe`, `seen_action`, and the values of texts.

A block that everybody sees is copied, one that nobody sees is filled with HIDDEN; of the rest each slot is judged by its owner or by where its piece is.
"""

from collections.abc import Sequence

from compiler.emit.expressions.expressions import expr, spell
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.emit.nouns.signatures import locals_of, seat_of
from compiler.emit.play.chance import conditions_of
from compiler.emit.play.chance import earlier as drawn_earlier
from compiler.emit.play.codes import complete, decode
from compiler.emit.play.interrupts import looking_on
from compiler.emit.play.refusals import load_earlier
from compiler.ir import exprs as x
from compiler.ir.actions import ActionIR, Hole, Stage
from compiler.ir.flow import Decide, Draw, Sealed, windows
from compiler.ir.layout import HIDDEN_HEADER, Block, Component, Zone

OWNED = ("owner", "owner_count")
HIDDEN = "HIDDEN"
"""the constant of the module"""

SEEN_NOTHING = -2
SEEN_NOT = -1


def write_observe(f: Body) -> Function:
    """The position as a seat may know it."""
    f.parameters += ["seat: int", "out: Vec"]
    f.busy.add("seat")
    with looking_on(f):
        _shown(f)
        _counts(f)
    return f.function(result="None", about=("The position as a seat may know it; what it may not know reads HIDDEN.",))


def _shown(f: Body) -> None:
    """The slots of the position; neighbours that everybody sees are copied in one go."""
    run: list[Block] = []
    for block in (*f.plan.game.layout.blocks, None):
        if block is not None and block.offset >= f.plan.game.layout.shown:
            continue
        plain = block is not None and _is_plain(f.plan, block)
        if run and (block is None or not plain or block.offset != run[-1].offset + run[-1].length):
            _copy(f, run)
            run = []
        if plain and block is not None:
            run.append(block)
        elif block is not None:
            _masked(f, block)


def _is_hidden(plan: Plan, block: Block) -> bool:
    """Slots of the machine that no seat sees; how many decisions there were would tell that somebody was asked."""
    return block.name in HIDDEN_HEADER or block.name == "decisions" and bool(windows(plan.game.flow))


def _is_plain(plan: Plan, block: Block) -> bool:
    """Whether everybody sees the block as it stands."""
    layout = plan.game.layout
    if block.name in ("actor", "staged") or _is_hidden(plan, block) or block.piece_axis:
        return block.name == "actor" and not any(isinstance(node, Sealed) for node in plan.game.flow)
    if any(component.where == block.name for component in layout.components):
        return all(zone.seen == "all" for zone in layout.zones if layout.component(zone.component).where == block.name)
    for zone in layout.zones:
        if zone.items == block.name:
            return zone.seen == "all"
        if zone.count == block.name:
            return zone.seen != "none"
    if block.follows:
        return plan.blocks[block.follows].seen == "all"
    return block.seen == "all"


def _copy(f: Body, blocks: Sequence[Block]) -> None:
    first, last = blocks[0], blocks[-1]
    length = last.offset + last.length - first.offset
    start = f.plan.offsets[first.name]
    if length == 1:
        f.add(f"out[{start}] = s[{start}]")
        return
    with f.scope():
        at = f.loop("at", f"{start}, {start} + {length}", is_temporary=True)
        f.add(f"out[{at}] = s[{at}]")


def _masked(f: Body, block: Block) -> None:
    """A block of which not everybody sees everything."""
    layout = f.plan.game.layout
    start = f.plan.offsets[block.name]
    if block.name == "actor":
        steps = [number for number, node in enumerate(f.plan.game.flow) if isinstance(node, Sealed)]
        f.add(f"out[{start}] = {HIDDEN} if {among(f.plan, steps)} else s[{start}]")
    elif block.name == "staged":
        with f.scope():
            at = f.loop("at", f"{start}, {start} + {block.length}", is_temporary=True)
            f.add(f"out[{at}] = s[{at}] if seat == s[{f.plan.slot('actor')}] else {HIDDEN}")
    elif any(component.where == block.name for component in layout.components):
        component = next(component for component in layout.components if component.where == block.name)
        with f.scope():
            piece = f.loop("piece", str(block.length), is_temporary=True)
            f.add(f"out[{start} + {piece}] = s[{start} + {piece}] if {sees_piece(f, component, piece)} else {HIDDEN}")
    elif any(zone.items == block.name for zone in layout.zones):
        zone = next(zone for zone in layout.zones if zone.items == block.name)
        with f.scope():
            at = f.loop("at", str(block.length), is_temporary=True)
            f.add(f"out[{start} + {at}] = {_if_seen(sees_zone(f, zone, f'{at} // {zone.capacity}'), f's[{start} + {at}]')}")
    elif block.piece_axis:
        _by_piece(f, block)
    elif _is_hidden(f.plan, block) or any(zone.count == block.name for zone in layout.zones):
        _fill(f, block)
    else:
        _by_slot(f, block)


def _if_seen(seen: str, text: str, hidden: str = HIDDEN) -> str:
    if seen in ("True", "False"):
        return text if seen == "True" else hidden
    return f"{text} if {seen} else {hidden}"


def _fill(f: Body, block: Block) -> None:
    start = f.plan.offsets[block.name]
    with f.scope():
        if block.length == 1:
            f.add(f"out[{start}] = {HIDDEN}")
            return
        at = f.loop("at", f"{start}, {start} + {block.length}", is_temporary=True)
        f.add(f"out[{at}] = {HIDDEN}")


def _by_slot(f: Body, block: Block) -> None:
    """Owners by slot; an inverse map shows what its source shows."""
    start = f.plan.offsets[block.name]
    if not block.follows and (block.seen not in OWNED or not block.owners):
        _fill(f, block)
        return
    with f.scope():
        at = f.loop("at", str(block.length), is_temporary=True)
        value = f"s[{start} + {at}]"
        f.add(f"out[{start} + {at}] = {_if_seen(_sees_slot(f, block, at, value), value)}")


def _sees_slot(f: Body, block: Block, at: str, value: str) -> str:
    if not block.follows:
        if block.seen == "all":
            return "True"
        if block.seen not in OWNED or not block.owners:
            return "False"
        return f"{f.plan.table(block.owners, f'{block.name}_owner')}[{at}] == seat"
    source = f.plan.blocks[block.follows]
    if source.seen == "all":
        return "True"
    seen = _sees_slot(f, source, value, f"s[{f.plan.offsets[source.name]} + {value}]")
    return seen if seen == "False" else f"{value} != -1 and {seen}"


def _by_piece(f: Body, block: Block) -> None:
    """State of pieces: what belongs to a piece the seat does not see reads as at the start."""
    component = f.plan.game.layout.component(block.piece_axis)
    start = f.plan.offsets[block.name]
    with f.scope():
        at = f.loop("at", str(block.length), is_temporary=True)
        asked = []
        stride = block.length
        for axis in block.axes:
            stride //= axis.size
            if axis.component != component.name:
                continue
            place = f"{at} // {stride} % {axis.size}" if stride > 1 else f"{at} % {axis.size}" if len(block.axes) > 1 else at
            if axis.low > 0 or axis.low < 0:
                place = f"({place}) {'+' if axis.low > 0 else '-'} {abs(axis.low)}"
            piece = f.fresh("piece")
            f.assign(piece, place)
            sees = sees_piece(f, component, piece)
            asked.append(f"({piece} < 0 or {sees})" if axis.low < 0 else sees)
        value = f"s[{start} + {at}]"
        seen = _if_seen(_sees_slot(f, block, at, value), value)
        first = f"{f.plan.table(block.start, f'{block.name}_start')}[{at}]" if any(block.start) else "0"
        with f.block(f"if {' and '.join(asked) or 'True'}:"):
            f.add(f"out[{start} + {at}] = {seen}")
        with f.block("else:"):
            f.add(f"out[{start} + {at}] = {first}")


def sees_piece(f: Body, component: Component, piece: str) -> str:
    """The text that asks whether the seat knows where a piece is."""
    zones = [zone for zone in f.plan.game.layout.zones if zone.component == component.name]
    if all(zone.seen == "all" for zone in zones):
        return "True"
    return f"{f.plan.want('sees piece', component.name, f'sees_{component.name}', 'contract')}(s, seat, {piece})"


def write_sees_piece(want: Want, f: Body) -> Function:
    component = f.plan.game.layout.component(str(want.subject))
    zones = sorted((zone for zone in f.plan.game.layout.zones if zone.component == component.name), key=lambda zone: zone.first)
    count = 1 + max((zone.first + zone.instances - 1 for zone in zones), default=0)
    # For each zone number: who sees what lies there, -1 everybody, -2 nobody.
    viewers = [-1] * count
    for zone in zones:
        for instance in range(zone.instances):
            owner = zone.owners[instance] if zone.seen in OWNED and zone.owners else -1
            viewers[zone.first + instance] = -1 if zone.seen == "all" else owner if owner >= 0 else -2
    table = f.plan.table(tuple(viewers), f"{component.name}_viewer")
    f.parameters += ["seat: int", "piece: int"]
    f.busy |= {"seat", "piece"}
    viewer = f.fresh("viewer")
    f.assign(viewer, f"{table}[s[{f.plan.offsets[component.where]} + piece]]")
    f.add(f"return {viewer} == -1 or {viewer} == seat")
    return f.function(result="bool", about=(f"Whether a seat knows where a {component.name} is.",))


def sees_zone(f: Body, zone: Zone, instance: str) -> str:
    """The text that asks whether the seat knows what lies in a zone."""
    if zone.seen == "all":
        return "True"
    if zone.seen not in OWNED or not zone.owners:
        return "False"
    return f"{f.plan.table(zone.owners, f'{zone.name}_owner')}[{instance}] == seat"


def _counts(f: Body) -> None:
    """How many pieces lie in each zone, after the shown slots."""
    at = f.plan.game.layout.shown
    for zone in f.plan.game.layout.zones:
        with f.scope():
            instance = f.loop("instance", str(zone.instances), is_temporary=True)
            if zone.seen == "none":
                size = HIDDEN
            elif zone.items:
                size = f"s[{f.plan.offsets[zone.count]} + {instance}]"
            elif zone.words == 1:
                size = f"s[{f.plan.offsets[zone.members]} + {instance}].bit_count()"
            else:
                size = f"{f.plan.want('zone size', zone.name, f'size_of_{zone.name}', 'zones')}(s, {instance})"
            f.add(f"out[{at} + {instance}] = {size}")
        at += zone.instances


def among(plan: Plan, steps: Sequence[int]) -> str:
    """The text that asks whether one of these steps waits."""
    step = f"s[{plan.slot('step')}]"
    return " or ".join(f"{step} == {number}" for number in steps) or "False"


# ---- what is perceived


def write_seen_action(f: Body) -> Function:
    """The code as a seat perceives it."""
    f.parameters += ["seat: int", "action: int"]
    f.busy |= {"seat", "action"}
    with f.block(f"if s[{f.plan.slot('fault')}] != 0:"):
        f.add(f"return {SEEN_NOTHING}")
    step = f.fresh("step")
    f.assign(step, f"s[{f.plan.slot('step')}]")
    for number, node in enumerate(f.plan.game.flow):
        if isinstance(node, Draw):
            with f.block(f"if {step} == {number}:"):
                _seen_outcome(f, node.chance)
    sealed = [number for number, node in enumerate(f.plan.game.flow) if isinstance(node, Sealed)]
    with f.block(f"if seat == s[{f.plan.slot('actor')}]:"):
        f.add("return action")
    if sealed:
        with f.block(f"if {' or '.join(f'{step} == {number}' for number in sealed)}:"):
            f.add(f"return {SEEN_NOTHING}")
    asking = windows(f.plan.game.flow)
    if asking:
        _unseen(f, asking, step)
    _seen_stages(f)
    f.add("return action")
    about = "The action or outcome as a seat perceives it: the code, -1 not at all, -2, or -3 - code without its secret parts."
    return f.function(result="int", about=(about,))


def _unseen(f: Body, asking: Sequence[int], step: str) -> None:
    """Nobody else perceives that a seat declines, nor that it begins to choose."""
    unseen = [
        f"{stage.base} <= action < {stage.base + stage.size}"
        for action in f.plan.game.actions
        for at, stage in enumerate(action.stages)
        if action.unseen or any(_asked_at(f.plan, number, action) for number in asking) and at + 1 < len(action.stages)
    ]
    with f.block(f"if {' or '.join(f'{step} == {number}' for number in asking)}:"):
        for condition in unseen:
            with f.block(f"if {condition}:"):
                f.add(f"return {SEEN_NOT}")


def _asked_at(plan: Plan, number: int, action: ActionIR) -> bool:
    node = plan.game.flow[number]
    return isinstance(node, Decide) and any(plan.game.actions[which] == action for which in plan.game.decisions[node.decision].actions)


def _seen_stages(f: Body) -> None:
    """Stages before the last are seen by nobody else, secret parts neither."""
    for action in f.plan.game.actions:
        for at, stage in enumerate(action.stages):
            last = at + 1 == len(action.stages)
            secret = [digit for digit in stage.digits if digit.local in action.secret]
            if last and not secret:
                continue
            with f.block(f"if {stage.base} <= action < {stage.base + stage.size}:"):
                f.add(f"return {_public(stage, action) if last else SEEN_NOTHING}")


def _public(stage: Stage, action: ActionIR) -> str:
    """-3 - code, with the secret digits at 0."""
    parts = []
    stride = stage.size
    for digit in stage.digits:
        stride //= digit.size
        if digit.local in action.secret:
            continue
        rest = f"(action - {stage.base})" if stage.base else "action"
        place = f"{rest} // {stride} % {digit.size}" if stride > 1 else f"{rest} % {digit.size}"
        parts.append(f"{stride} * ({place})" if stride > 1 else place)
    return " - ".join([str(-3 - stage.base), *parts])


def _seen_outcome(f: Body, number: int) -> None:
    chance = f.plan.game.chances[number]
    if chance.seen_by in ("all", "nobody"):
        f.add("return action" if chance.seen_by == "all" else f"return {SEEN_NOTHING}")
        return
    asked = chance.seat if chance.seen_by == "seat" else chance.instance
    used = set(f.plan.survey.free(asked or ()))
    for at, stage in enumerate(chance.stages):
        with f.scope():
            if len(chance.stages) > 1:
                f.open(f"if {stage.base} <= action < {stage.base + stage.size}:")
            for place, local in enumerate(drawn_earlier(chance, at)):
                f.let(local, f"s[{f.plan.slot('staged', 2 + place)}]")
            decode(f, stage, "action", used & {digit.local for digit in stage.digits})
            if not used <= set(f.env):
                f.add(f"return {SEEN_NOTHING}")
                continue
            if chance.seen_by == "seat":
                seen = f"{spell(f, asked, 5)} == seat" if asked is not None else "False"
            elif not chance.zone:
                seen = "True"
            else:
                zone = f.plan.game.layout.zone(chance.zone)
                seen = sees_zone(f, zone, spell(f, asked) if asked is not None else "0")
            f.add(f"return {_if_seen(seen, 'action', str(SEEN_NOTHING))}")
    if len(chance.stages) > 1:
        f.add(f"return {SEEN_NOTHING}")


# ---- texts


def write_say(f: Body) -> Function:
    """The values of the holes of an action's text."""
    f.parameters += ["action: int", "out: Vec"]
    f.busy.add("action")
    f.add_fresh_start()
    with f.block(f"if s[{f.plan.slot('fault')}] != 0 or s[{f.plan.slot('actor')}] < 0:"):
        f.add("return -1")
    for number, action in enumerate(f.plan.game.actions):
        if action.say is None:
            continue
        last = action.stages[-1]
        with f.block(f"if {last.base} <= action < {last.base + last.size}:"):
            _say(f, number, action)
    f.add("return -1")
    return f.function(result="int", about=("The values of the holes of an action's text; how many there are, -1 without a text.",))


def write_say_outcome(f: Body) -> Function:
    """The values of the holes of an outcome's text."""
    f.parameters += ["outcome: int", "out: Vec"]
    f.busy.add("outcome")
    f.add_fresh_start()
    with f.block(f"if s[{f.plan.slot('fault')}] != 0 or s[{f.plan.slot('actor')}] != -1:"):
        f.add("return -1")
    for chance in f.plan.game.chances:
        if chance.say is None:
            continue
        last = chance.stages[-1]
        with f.block(f"if {last.base} <= outcome < {last.base + last.size}:"):
            holes = [part.value for part in chance.say.parts if isinstance(part, Hole)]
            used = set(f.plan.survey.free(tuple(holes)))
            for at, local in enumerate(drawn_earlier(chance, len(chance.stages) - 1)):
                f.let(local, f"s[{f.plan.slot('staged', 2 + at)}]")
            own = set(locals_of(last))
            decode(f, last, "outcome", {digit.local for digit in last.digits} if used & own else set())
            complete(f, last, conditions_of(last), used & own, f"{chance.name}_outcome")
            _put_holes(f, holes)
    f.add("return -1")
    return f.function(result="int", about=("The values of the holes of an outcome's text; how many there are, -1 without a text.",))


def _put_holes(f: Body, holes: Sequence[x.Expr]) -> None:
    for at, hole in enumerate(holes):
        f.add(f"out[{at}] = {expr(f, hole).text}")
    if any(f.plan.survey.can_fault(hole) for hole in holes):
        f.add(f"return {len(holes)} if s[{f.plan.slot('fault')}] == 0 else -1")
    else:
        f.add(f"return {len(holes)}")


def _say(f: Body, number: int, action: ActionIR) -> None:
    holes = [part.value for part in action.say.parts if isinstance(part, Hole)] if action.say is not None else []
    used = set(f.plan.survey.free(tuple(holes)))
    for local in seat_of(f.plan.survey, action):
        f.let(local, f"s[{f.plan.slot('actor')}]")
    load_earlier(f, action, len(action.stages) - 1)
    last = action.stages[-1]
    own = set(locals_of(last))
    decode(f, last, "action", {digit.local for digit in last.digits} if used & own else set())
    complete(f, last, tuple(condition.condition for condition in last.conditions), used & own, action.name)
    _put_holes(f, holes)
