"""Is a game well-formed? Asked before and after every pass; what is found is a mistake of the compiler, so it is raised.

Sorts are not mixed, names lead somewhere, locals are bound before they are read and once a function, callees stand before callers, flow and
exits lead to nodes, codes are disjoint and as wide as their digits, blocks follow each other.
"""

from collections.abc import Iterator
from math import prod

from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.actions import ActionIR, Chance, Digit
from compiler.ir.flow import Branch, Decide, Draw, Over, Run, Sealed
from compiler.ir.game import GameIR
from compiler.ir.layout import HEADER, Block, Carrier
from compiler.ir.sorts import ill_sorted
from compiler.ir.walk import parts, walk


class IllFormed(Exception):
    """The compiler made something that is no game: every mistake found, one a line."""


def verify(game: GameIR) -> None:
    found = list(mistakes(game))
    if found:
        raise IllFormed("\n".join(found[:40]))


def mistakes(game: GameIR) -> Iterator[str]:
    """Everything that is wrong, in words; nothing for a well-formed game."""
    broken = list(ill_sorted(game))
    if broken:
        yield from broken
        return
    yield from _layout(game)
    yield from _Names(game).all()
    yield from _codes(game)
    yield from _flow(game)


# ---- layout


def _layout(game: GameIR) -> Iterator[str]:
    layout = game.layout
    yield from _twice("block", [block.name for block in layout.blocks])
    yield from _twice("zone", [zone.name for zone in layout.zones])
    yield from _twice("table", [table.name for table in layout.tables])
    yield from _twice("list table", [lists.name for lists in layout.lists])
    if tuple(block.name for block in layout.blocks[: len(HEADER)]) != tuple(name for name, _ in HEADER):
        yield "the layout does not begin with the header"
    at = 0
    for block in layout.blocks:
        if block.offset != at:
            yield f"block {block.name} at {block.offset}, expected {at}"
        at = block.offset + block.length
        yield from _block(block)
    if not 0 <= layout.shown <= layout.kept <= layout.size or at > layout.size:
        yield f"shown {layout.shown}, kept {layout.kept}, size {layout.size}, blocks up to {at}"
    blocks = {block.name: block for block in layout.blocks}
    components = {component.name: component for component in layout.components}
    for component in layout.components:
        if component.where not in blocks or blocks[component.where].length != component.count:
            yield f"component {component.name} has no block {component.where} of {component.count}"
        if len(component.kinds) != component.count:
            yield f"component {component.name} has {len(component.kinds)} kinds of {component.count}"
    for zone in layout.zones:
        if zone.component not in components:
            yield f"zone {zone.name} holds the unknown {zone.component}"
        ordered = zone.order in ("pile", "row")
        for name, length in ((zone.items, zone.instances * zone.capacity), (zone.count, zone.instances)) if ordered else (
            (zone.members, zone.instances * zone.words),
        ):
            if name not in blocks or blocks[name].length != length:
                yield f"zone {zone.name} has no block {name!r} of {length}"
        if len(zone.owners) != zone.instances:
            yield f"zone {zone.name} has {len(zone.owners)} owners of {zone.instances}"


def _block(block: Block) -> Iterator[str]:
    if block.start and len(block.start) != block.length:
        yield f"block {block.name} has {len(block.start)} start values of {block.length}"
    if block.owners and len(block.owners) != block.length:
        yield f"block {block.name} has {len(block.owners)} owners of {block.length}"
    if block.axes and prod(axis.size for axis in block.axes) != block.length:
        yield f"block {block.name} has {block.length} slots, its axes say {prod(axis.size for axis in block.axes)}"
    outside = [value for value in block.start if not block.carrier.low <= value <= block.carrier.high]
    if outside:
        yield f"block {block.name} starts with {outside[0]}, outside {block.carrier.name}"


def _twice(kind: str, names: list[str]) -> Iterator[str]:
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield f"two {kind}s are called {name}"


# ---- names


class _Names:
    """Walks everything that has expressions with the locals in force."""

    def __init__(self, game: GameIR) -> None:
        self.game = game
        layout = game.layout
        self.blocks = {block.name: block for block in layout.blocks}
        self.tables = {table.name: table for table in layout.tables}
        self.lists = {lists.name: lists for lists in layout.lists}
        self.zones = {zone.name for zone in layout.zones}
        self.components = {component.name for component in layout.components}
        self.graphs = {graph.name: graph for graph in game.graphs}
        self.memories = {memory.name for memory in game.memories}
        self.planes = {plane.name for plane in game.planes}
        self.functions: dict[str, s.FunctionIR] = {}
        self.procedures: dict[str, s.ProcedureIR] = {}
        self.bound: set[str] = set()

    def all(self) -> Iterator[str]:
        yield from _twice("function", [function.name for function in self.game.functions])
        yield from _twice("procedure", [procedure.name for procedure in self.game.procedures])
        for function in self.game.functions:
            if (function.value is None) == (function.truth is None):
                yield f"function {function.name} gives neither a value nor a condition, or both"
            yield from self.enter(f"function {function.name}", [item.name for item in function.parameters], function.value, function.truth)
            self.functions[function.name] = function
        for procedure in self.game.procedures:
            yield from self.enter(f"procedure {procedure.name}", [item.name for item in procedure.parameters], procedure.body)
            self.procedures[procedure.name] = procedure
        for action in self.game.actions:
            yield from self.action(action)
        for decision in self.game.decisions:
            seat = [decision.sealed] if decision.sealed else []
            yield from self.enter(decision.path, seat, decision.actor, decision.otherwise or ())
        for chance in self.game.chances:
            yield from self.chance(chance)
        for number, node in enumerate(self.game.flow):
            match node:
                case Run(block=block):
                    yield from self.enter(f"node {number}", [], block)
                case Branch(condition=condition):
                    yield from self.enter(f"node {number}", [], condition)
                case _:
                    pass
        yield from self.enter("init", [], self.game.init)
        yield from self.rest()

    def rest(self) -> Iterator[str]:
        game = self.game
        if game.result is not None:
            yield from self.enter("result", ["p"], game.result.score)
            for key in game.result.rank:
                yield from self.enter("result", ["p"], *self.with_binders((key.binder,) if key.binder is not None else (), key.value))
        for graph in game.graphs:
            yield from self.enter(f"graph {graph.name}", ["node"], graph.exists)
            near = (graph.near,) if graph.near is not None else ()
            both = ["a"] if near else ["a", "b"]
            yield from self.enter(f"graph {graph.name}", both, *self.with_binders(near, graph.link))
            yield from self.enter(f"graph {graph.name}", ["a"], *self.with_binders(graph.along, graph.to))
            for _, total in graph.totals:
                yield from self.enter(f"graph {graph.name}", ["a"], total)
        for memory in game.memories:
            for word, low, high in memory.words:
                yield from self.enter(f"memory {memory.name}", [], word)
                if low > high:
                    yield f"memory {memory.name}: a word of {low}..{high}"
        for condition, rule in (*game.always, *game.claims):
            yield from self.enter("always", [], condition)
            yield from self.rule(rule, "always")
        for stand in game.stands:
            for loop in stand.loops:
                yield from self.enter(f"stand {stand.path}", [], loop.enter)
                for name in (loop.counter, loop.block, loop.order, loop.cursor):
                    if name and name not in self.blocks:
                        yield f"stand {stand.path}: no block {name}"

    def with_binders(self, binders: tuple[x.Binder, ...], inner: object) -> tuple[object, ...]:
        return (_Under(binders, inner),)

    def action(self, action: ActionIR) -> Iterator[str]:
        decision = self.game.decisions[action.leaf]
        names = [decision.sealed] if decision.sealed else []
        here = f"action {decision.path} {action.name}"
        self.bound = set(names)
        scope = set(names)
        bound_here: list[str] = []
        for stage in action.stages:
            for binder in stage.binders:
                bound_here.append(binder.local)
                yield from self.binder(here, binder, scope)
                scope = scope | {binder.local}
            for condition in stage.conditions:
                yield from self.check(here, condition.condition, scope)
                yield from self.rule(condition.rule, here)
            for digit in stage.digits:
                if digit.local not in [binder.local for binder in stage.binders]:
                    yield f"{here}: the digit {digit.local} is no local of its stage"
            yield from self.rule(stage.rule, here)
        if [choice.local for choice in action.choices] != bound_here:
            yield f"{here}: choices {[choice.local for choice in action.choices]}, binders {bound_here}"
        for condition in action.require:
            yield from self.check(here, condition.condition, scope, trial=True)
            yield from self.rule(condition.rule, here)
        for expr in action.prefer:
            yield from self.check(here, expr, scope, trial=True)
        yield from self.check(here, action.do, scope)
        if action.say is not None:
            yield from self.check(here, action.say, scope)
        for name in action.secret:
            if name not in bound_here:
                yield f"{here}: the secret {name} is no choice"

    def chance(self, chance: Chance) -> Iterator[str]:
        self.bound = set()
        scope: set[str] = set()
        for stage in chance.stages:
            for binder in stage.binders:
                yield from self.binder(chance.path, binder, scope)
                scope = scope | {binder.local}
            for item in (stage.where, stage.weight):
                if item is not None:
                    yield from self.check(chance.path, item, scope)
            for digit in stage.digits:
                if digit.local not in [binder.local for binder in stage.binders]:
                    yield f"{chance.path}: the digit {digit.local} is no local of its stage"
        yield from self.check(chance.path, chance.do, scope)
        yield from self.check(chance.path, chance.otherwise or (), set())
        for expr in (chance.seat, chance.instance):
            if expr is not None:
                yield from self.check(chance.path, expr, scope)
        if chance.say is not None:
            yield from self.check(chance.path, chance.say, scope)
        if chance.seen_by == "zone" and chance.zone not in self.zones:
            yield f"{chance.path}: seen in the unknown zone {chance.zone!r}"
        yield from self.rule(chance.rule, chance.path)

    def enter(self, here: str, names: list[str], *nodes: object) -> Iterator[str]:
        self.bound = set(names)
        for node in nodes:
            if node is not None:
                yield from self.check(here, node, set(names))

    def check(self, here: str, node: object, scope: set[str], *, trial: bool = False) -> Iterator[str]:
        """`scope` are the locals that can be read; a block adds those it lets, from there to its end."""
        if isinstance(node, tuple):
            inner = set(scope)
            for item in node:
                yield from self.check(here, item, inner, trial=trial)
                if isinstance(item, s.Let):
                    yield from self.bind(here, item.local)
                    inner.add(item.local)
            return
        match node:
            case _Under(binders=binders, inner=body) | x.Search(binders=binders, body=body):
                inner = set(scope)
                for binder in binders:
                    yield from self.binder(here, binder, inner, trial=trial)
                    inner.add(binder.local)
                if body is not None:
                    yield from self.check(here, body, inner, trial=trial)
            case x.Fold():
                yield from self.fold(here, node, scope, trial)
            case s.For():
                yield from self.binder(here, node.binder, scope, trial=trial)
                inner = scope | {node.binder.local}
                if node.by is not None:
                    yield from self.check(here, node.by, inner, trial=trial)
                yield from self.check(here, node.body, inner, trial=trial)
            case s.Collect():
                yield from self.binder(here, node.binder, scope)
                if node.by is not None:
                    yield from self.check(here, node.by, scope | {node.binder.local})
                for name in (node.items, node.count):
                    if name not in self.blocks:
                        yield f"{here}: no block {name}"
            case x.Old():
                if not trial:
                    yield f"{here}: `before` outside a trial"
                yield from self.check(here, node.operand, scope)
            case x.Local(name=name):
                if name not in scope:
                    yield f"{here}: the local {name} is not bound here"
            case x.Truth(operand=x.Call() as call):
                yield from self.call(here, call, scope, trial, truth=True)
            case x.Call():
                yield from self.call(here, node, scope, trial, truth=False)
            case _:
                yield from self.named(here, node)
                for part in _direct(node):
                    yield from self.check(here, part, scope, trial=trial)

    def fold(self, here: str, node: x.Fold, scope: set[str], trial: bool) -> Iterator[str]:
        inner = set(scope)
        for binder in node.binders:
            yield from self.binder(here, binder, inner, trial=trial)
            inner.add(binder.local)
        for expr in (node.body, node.by):
            if expr is not None:
                yield from self.check(here, expr, inner, trial=trial)
        for expr in (node.rank, node.default):
            if expr is not None:
                yield from self.check(here, expr, scope, trial=trial)
        if (node.body is None) != (node.kind == "count"):
            yield f"{here}: {node.kind} {'without' if node.body is None else 'with'} a body"
        if node.kind in ("min", "max", "first", "largest") and node.default is None:
            yield from self.rule(node.rule, here)
        if (node.rank is not None) != (node.kind == "largest"):
            yield f"{here}: {node.kind} and a rank"

    def binder(self, here: str, binder: x.Binder, scope: set[str], *, trial: bool = False) -> Iterator[str]:
        yield from self.check(here, binder.domain, scope, trial=trial)
        yield from self.bind(here, binder.local)
        for condition in (binder.keep, binder.where):
            if condition is not None:
                yield from self.check(here, condition, scope | {binder.local}, trial=trial)

    def bind(self, here: str, name: str) -> Iterator[str]:
        if name in self.bound:
            yield f"{here}: the local {name} is bound twice"
        self.bound.add(name)

    def call(self, here: str, call: x.Call, scope: set[str], trial: bool, *, truth: bool) -> Iterator[str]:
        function = self.functions.get(call.function)
        if function is None:
            yield f"{here}: no function {call.function} before it"
            return
        if (function.truth is not None) != truth:
            yield f"{here}: {call.function} {'gives a value' if truth else 'is a condition'}"
        if len(function.parameters) != len(call.arguments):
            yield f"{here}: {call.function} takes {len(function.parameters)} arguments, {len(call.arguments)} given"
        yield from self.check(here, call.arguments, scope, trial=trial)

    def named(self, here: str, node: object) -> Iterator[str]:
        """What a node names is there, and its rule is one."""
        match node:
            case x.Load(block=block) | s.Store(block=block):
                yield from self.slot(here, block, node.index)
                if isinstance(node, s.Store) and node.rule:
                    yield from self.rule(node.rule, here)
            case x.Fetch(table=table, index=index):
                if table not in self.tables:
                    yield f"{here}: no table {table}"
                elif isinstance(index, x.Const) and not 0 <= index.value < len(self.tables[table].values):
                    yield f"{here}: {table}[{index.value}] of {len(self.tables[table].values)}"
            case x.ListRow(lists=lists, row=row):
                if lists not in self.lists:
                    yield f"{here}: no list table {lists}"
                elif isinstance(row, x.Const) and not 0 <= row.value < len(self.lists[lists].rows):
                    yield f"{here}: row {row.value} of {lists}, which has {len(self.lists[lists].rows)}"
            case x.Pieces(zone=zone) | x.ZoneSize(zone=zone) | s.Swap(zone=zone):
                if zone not in self.zones:
                    yield f"{here}: no zone {zone}"
            case x.ZoneItem(zone=zone):
                if zone not in self.zones:
                    yield f"{here}: no zone {zone}"
                yield from self.rule(node.rule, here)
            case s.MovePiece():
                if node.component not in self.components or (node.zone and node.zone not in self.zones):
                    yield f"{here}: {node.component} moves to the unknown {node.zone}"
            case x.Checked() | s.Demand() | s.While():
                yield from self.rule(node.rule, here)
            case x.GraphValue(graph=graph) | x.Linked(graph=graph) | x.GraphNodes(graph=graph):
                if graph not in self.graphs:
                    yield f"{here}: no graph {graph}"
            case x.Times(memory=memory) | s.Record(memory=memory):
                if memory not in self.memories:
                    yield f"{here}: nothing called {memory} is remembered"
            case x.Places(plane=plane) | s.LayPiece(plane=plane):
                if plane not in self.planes:
                    yield f"{here}: no plane {plane}"
            case x.CanAct(action=action):
                if not 0 <= action < len(self.game.actions):
                    yield f"{here}: no action {action}"
            case s.Invoke(procedure=procedure, arguments=arguments):
                if procedure not in self.procedures:
                    yield f"{here}: no procedure {procedure} before it"
                elif len(self.procedures[procedure].parameters) != len(arguments):
                    yield f"{here}: {procedure} takes {len(self.procedures[procedure].parameters)} arguments, {len(arguments)} given"
            case _:
                pass

    def slot(self, here: str, name: str, index: x.Expr) -> Iterator[str]:
        block = self.blocks.get(name)
        if block is None:
            yield f"{here}: no block {name}"
        elif isinstance(index, x.Const) and not 0 <= index.value < block.length:
            yield f"{here}: {name}[{index.value}] of {block.length}"

    def rule(self, rule: int, here: str) -> Iterator[str]:
        if not 1 <= rule <= len(self.game.rules):
            yield f"{here}: no rule {rule}"


class _Under:
    """Something read under binders."""

    __match_args__ = ("binders", "inner")

    def __init__(self, binders: tuple[x.Binder, ...], inner: object) -> None:
        self.binders = binders
        self.inner = inner


def _direct(node: object) -> Iterator[object]:
    """The parts of a node, blocks kept whole so that their lets reach their ends."""
    match node:
        case s.If():
            yield node.condition
            yield node.then
            yield node.other
        case s.While():
            yield node.condition
            yield node.body
        case _:
            yield from parts(node)


# ---- codes


def _codes(game: GameIR) -> Iterator[str]:
    actions = [(f"{action.name} {at}", stage.base, stage.size, stage.digits) for action in game.actions for at, stage in enumerate(action.stages)]
    chances = [(f"{chance.path} {at}", stage.base, stage.size, stage.digits) for chance in game.chances for at, stage in enumerate(chance.stages)]
    for spaces, total, most in ((actions, game.num_actions, game.max_actions), (chances, game.num_outcomes, game.max_outcomes)):
        at = 0
        for name, base, size, digits in spaces:
            if base != at:
                yield f"{name}: codes from {base}, expected {at}"
            at = base + size
            if size != prod(digit.size for digit in digits):
                yield f"{name}: {size} codes, its digits make {prod(digit.size for digit in digits)}"
            for digit in digits:
                yield from _digit(name, digit)
        if at != total:
            yield f"codes end at {at}, expected {total}"
        if not 1 <= most <= max(total, 1):
            yield f"{most} of {total} codes at once"


def _digit(name: str, digit: Digit) -> Iterator[str]:
    width = len(digit.values) + (1 if digit.carrier.optional and digit.size == len(digit.values) + 1 else 0) if digit.values else _width(digit.carrier)
    if digit.size != width:
        yield f"{name}: the digit {digit.local} has {digit.size} values, its carrier {width}"
    if digit.size < 1:
        yield f"{name}: the digit {digit.local} has no values"


def _width(carrier: Carrier) -> int:
    return carrier.high + 2 if carrier.optional else carrier.size


# ---- flow


def _flow(game: GameIR) -> Iterator[str]:
    count = len(game.flow)
    leaves = _leaves(game)
    if not (0 <= game.over < count and isinstance(game.flow[game.over], Over)):
        yield f"node {game.over} is not the end"
    for number, node in enumerate(game.flow):
        for target in _targets(node):
            if not 0 <= target < count:
                yield f"node {number} leads to {target}, there are {count}"
        match node:
            case Decide(decision=decision) | Sealed(decision=decision):
                if not 0 <= decision < len(game.decisions):
                    yield f"node {number}: no decision {decision}"
                    continue
                if isinstance(node, Sealed) != bool(game.decisions[decision].sealed):
                    yield f"node {number}: decision {decision} is {'not ' if isinstance(node, Sealed) else ''}sealed"
            case Draw(chance=chance):
                if not 0 <= chance < len(game.chances):
                    yield f"node {number}: no chance {chance}"
                    continue
            case _:
                pass
        if isinstance(node, Run | Decide | Draw):
            known = [exit.name for exit in node.exits]
            for name in _ended(game, node, leaves):
                if name not in known:
                    yield f"node {number}: `end {name}` leads nowhere"
    for number, action in enumerate(game.actions):
        if not 0 <= action.leaf < len(game.decisions):
            yield f"action {number} is of no decision"
        elif number not in (*game.decisions[action.leaf].actions, *game.decisions[action.leaf].forced):
            yield f"action {number} is not of its decision {action.leaf}"
    if not 0 <= game.phases_entry < count:
        yield f"phases begin at {game.phases_entry}"
    for stand in game.stands:
        if not 0 <= stand.node < count:
            yield f"stand {stand.path} at {stand.node}"


def _targets(node: object) -> tuple[int, ...]:
    match node:
        case Run(next=next, exits=exits):
            return (next, *(exit.node for exit in exits))
        case Branch(yes=yes, no=no):
            return (yes, no)
        case Decide(after=after, exits=exits) | Draw(after=after, exits=exits):
            return (after, *(exit.node for exit in exits))
        case Sealed(after=after, skip=skip):
            return (after, skip)
        case _:
            return ()


def _leaves(game: GameIR) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for procedure in game.procedures:
        found[procedure.name] = tuple(_named(procedure.body, found))
    return found


def _named(block: object, leaves: dict[str, tuple[str, ...]]) -> Iterator[str]:
    for part in walk(block):
        if isinstance(part, s.Leave):
            yield part.exit
        elif isinstance(part, s.Invoke):
            yield from leaves.get(part.procedure, ())


def _ended(game: GameIR, node: Run | Decide | Draw, leaves: dict[str, tuple[str, ...]]) -> Iterator[str]:
    match node:
        case Run():
            yield from _named(node.block, leaves)
        case Decide():
            decision = game.decisions[node.decision]
            for number in (*decision.actions, *decision.forced):
                yield from _named(game.actions[number].do, leaves)
            yield from _named(decision.otherwise or (), leaves)
        case Draw():
            yield from _named(game.chances[node.chance].do, leaves)
            yield from _named(game.chances[node.chance].otherwise or (), leaves)
