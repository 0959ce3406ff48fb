"""Do all names of a game lead somewhere, and is every local bound before it is read, once a function?"""

from collections.abc import Iterator

from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.actions import ActionIR, Chance
from compiler.ir.flow import Branch, Run
from compiler.ir.game import GameIR
from compiler.ir.walk import parts


def name_mistakes(game: GameIR) -> Iterator[str]:
    yield from _Names(game).all()


def twice(kind: str, names: list[str]) -> Iterator[str]:
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield f"two {kind}s are called {name}"


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
        yield from twice("function", [function.name for function in self.game.functions])
        yield from twice("procedure", [procedure.name for procedure in self.game.procedures])
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
            yield from self.enter(f"graph {graph.name}", ["a"], graph.ends)
        for _, marked in game.view.marks:
            yield from self.enter("view", ["q"], marked)
        for drawn in game.view.drawn:
            for when, draw in drawn.looks:
                yield from self.enter("view", [drawn.index], when, *(part.value for part in draw.parts if not isinstance(part, str)))
        for account in game.view.account:
            for when, told, _ in account.lines:
                holes = tuple(part.value for part in told.parts if not isinstance(part, str))
                yield from self.enter("account", [], *self.with_binders(account.binders, (when, *holes)))
        for memory in game.memories:
            for word, low, high in memory.words:
                yield from self.enter(f"memory {memory.name}", [], word)
                if low > high:
                    yield f"memory {memory.name}: a word of {low}..{high}"
        for condition, rule in (*game.always, *game.claims):
            yield from self.enter("always", [], condition)
            yield from self.rule(rule, "always")
        for stand in game.stands:
            for loop in (*stand.loops, *(() if stand.own is None else (stand.own,))):
                for statement in loop.enter:  # what the flow has in nodes of their own stands here side by side
                    yield from self.enter(f"stand {stand.path}", [], (statement,))
                for name in (loop.counter, loop.block, loop.order, loop.count, loop.cursor):
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
            case x.GraphValue(graph=graph) | x.Linked(graph=graph) | x.Met(graph=graph) | x.GraphNodes(graph=graph):
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
