"""What expressions and statements need, change, and may do: questions the plan asks before anything is printed.

In: nodes of the IR and the game they stand in. Out: names of locals and blocks, yes or no, bounds. Nothing here prints.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Final

from msgspec import Struct, field

from compiler.ir import exprs as x
from compiler.ir import stmts as st
from compiler.ir.game import GameIR, GraphIR, MemoryIR
from compiler.ir.ranges import Range, ranges_of
from compiler.ir.walk import walk

MARK: Final = "mark "
"""The local that says where a trial's journal began; no local of a spec has a blank in its name."""

EVERYTHING: Final = "*"
"""Among the blocks read: all of them."""

FAULTY_FOLDS: Final = ("min", "max", "first", "largest")


def looks_back(node: object) -> bool:
    return any(isinstance(part, x.Old) for part in walk(node))


def every_local(game: GameIR) -> frozenset[str]:
    """Whatever locals of the spec are called."""
    names = {part.name for part in walk(game) if isinstance(part, x.Local)}
    names |= {part.local for part in walk(game) if isinstance(part, x.Binder | st.Let)}
    names |= {parameter.name for function in game.functions for parameter in function.parameters}
    names |= {parameter.name for procedure in game.procedures for parameter in procedure.parameters}
    return frozenset(names)


class Survey(Struct, frozen=True, dict=True):
    """Answers about one game; what a function or procedure does is found once."""

    game: GameIR
    _reads: dict[object, frozenset[str]] = field(default_factory=dict)
    _faults: dict[str, bool] = field(default_factory=dict)

    def free(self, node: object) -> tuple[str, ...]:
        """Locals that a node uses and does not bind itself, in order of first use; `MARK` if it looks at the position before a trial."""
        used: dict[str, None] = {}
        bound: set[str] = set()
        for part in walk(node):
            match part:
                case x.Local(name):
                    used[name] = None
                case x.Binder(local=name) | st.Let(local=name):
                    bound.add(name)
                case x.Old():
                    used[MARK] = None
                case x.CanAct(action):
                    sealed = self.game.decisions[self.game.actions[action].leaf].sealed
                    used |= {sealed: None} if sealed else {}
                case _:
                    pass
        return tuple(name for name in used if name not in bound)

    @cached_property
    def functions(self) -> dict[str, st.FunctionIR]:
        return {function.name: function for function in self.game.functions}

    @cached_property
    def procedures(self) -> dict[str, st.ProcedureIR]:
        return {procedure.name: procedure for procedure in self.game.procedures}

    @cached_property
    def graphs(self) -> dict[str, GraphIR]:
        return {graph.name: graph for graph in self.game.graphs}

    @cached_property
    def ranges(self) -> dict[str, Range]:
        """Between which values each name lies; names of which that is not known are left out."""
        return ranges_of(self.game)

    @cached_property
    def grouped(self) -> tuple[GraphIR, ...]:
        """Graphs whose groups are asked for; links, distances and walks are read off the position each time."""
        asked = set()
        for part in walk(self.game):
            match part:
                case x.GraphValue(graph=graph, kind="group" | "size" | "total") | x.GraphNodes(graph=graph, kind="groups" | "members"):
                    asked.add(graph)
                case x.Linked(graph=graph, kind="connected"):
                    asked.add(graph)
                case _:
                    pass
        return tuple(graph for graph in self.game.graphs if graph.name in asked)

    @cached_property
    def recalling(self) -> frozenset[str]:
        """Graphs whose links ask what a walk has met."""
        return frozenset(part.graph for part in walk(self.game) if isinstance(part, x.Met))

    @cached_property
    def memories(self) -> dict[str, MemoryIR]:
        return {memory.name: memory for memory in self.game.memories}

    @cached_property
    def stopping(self) -> frozenset[str]:
        """Procedures that may leave a phase or finish the game."""
        found: set[str] = set()
        for procedure in self.game.procedures:
            if self._stops(procedure.body, found):
                found.add(procedure.name)
        return frozenset(found)

    def may_stop(self, block: st.Block) -> bool:
        return self._stops(block, self.stopping)

    def leaves(self, block: st.Block) -> frozenset[str]:
        """Exits by which a block may be left, procedures it calls included."""
        found: set[str] = set()
        for part in walk(block):
            match part:
                case st.Leave(exit):
                    found.add(exit)
                case st.Invoke(procedure):
                    found |= self.leaves(self.procedures[procedure].body)
                case _:
                    pass
        return frozenset(found)

    def _stops(self, block: st.Block, procedures: Iterable[str]) -> bool:
        for part in walk(block):
            match part:
                case st.Leave() | st.Finish():
                    return True
                case st.Record(memory) if self.memories[memory].full == "end":
                    return True
                case st.Invoke(procedure) if procedure in procedures:
                    return True
                case _:
                    pass
        return False

    def reads(self, node: object) -> frozenset[str]:
        """Blocks that evaluating (or carrying out) a node may look at; `EVERYTHING` where that is not known."""
        found: set[str] = set()
        for part in walk(node):
            found.update(self._read_by(part))
        return frozenset(found)

    def _read_by(self, part: Any) -> Iterable[str]:
        match part:
            case x.Load(block):
                return (block,)
            case x.ZoneSize(zone=zone) | x.ZoneItem(zone=zone) | x.Pieces(zone=zone):
                return self.zone_blocks(zone)
            case x.Seats():
                return ("players",)
            case x.CanAct():
                return (EVERYTHING,)
            case x.Call(function):
                return self._known(part.function, self.functions[function])
            case x.GraphValue(graph=graph) | x.Linked(graph=graph) | x.GraphNodes(graph=graph):
                return self._known(("graph", graph), self.graphs[graph])
            case x.Times(memory):
                kept = self.memories[memory]
                return (kept.ring, kept.used, kept.head, *self._known(("memory", memory), kept))
            case x.Places(plane):
                found = next(item for item in self.game.planes if item.name == plane)
                return (found.x, found.y, *self.zone_blocks(found.zone))
            case _:
                return ()

    def _known(self, key: object, node: object) -> frozenset[str]:
        if key not in self._reads:
            self._reads[key] = self.reads(node)
        return self._reads[key]

    def zone_blocks(self, name: str) -> tuple[str, ...]:
        """What says which pieces are in a zone."""
        zone = self.game.layout.zone(name)
        where = self.game.layout.component(zone.component).where
        return tuple(block for block in (where, zone.items, zone.count, zone.members) if block)

    def writes(self, block: st.Block) -> frozenset[str]:
        """Blocks that statements may change."""
        return frozenset(name for part in walk(block) for name in self._written_by(part))

    def _written_by(self, part: Any) -> Iterable[str]:
        match part:
            case st.Store(block):
                return (block,)
            case st.MovePiece(component=component):
                return self._component_blocks(component)
            case st.LayPiece(plane):
                found = next(item for item in self.game.planes if item.name == plane)
                return (found.x, found.y, *self._component_blocks(found.component))
            case st.Swap(zone):
                return (self.game.layout.zone(zone).items,)
            case st.Invoke(procedure):
                return self.writes(self.procedures[procedure].body)
            case st.Collect(items=items, count=count):
                return (items, count)
            case st.Finish():
                return ("verdict", "winner")
            case st.Eliminate():
                return ("playing",)
            case st.Record(memory):
                kept = self.memories[memory]
                return (kept.ring, kept.used, kept.head)
            case _:
                return ()

    def _component_blocks(self, component: str) -> Iterator[str]:
        for zone in self.game.layout.zones:
            if zone.component == component:
                yield from self.zone_blocks(zone.name)

    def can_fault(self, node: object) -> bool:
        """Whether evaluating the node may fail by a rule."""
        return any(self._fails(part) for part in walk(node))

    def _fails(self, part: Any) -> bool:
        match part:
            case x.Checked() | x.ZoneItem() | st.While():
                return True
            case x.CanAct(action):
                return self._can_ask_in_vain(action)
            case x.Fold(kind=kind, default=None, rule=rule):
                return kind in FAULTY_FOLDS and rule != 0
            case x.GraphValue(rule=rule) | x.GraphNodes(rule=rule) | st.Store(rule=rule) | st.MovePiece(rule=rule):
                return rule != 0
            case st.Demand(checked=checked):
                return not checked
            case x.Call(function):
                if function not in self._faults:
                    self._faults[function] = self.can_fault(self.functions[function])
                return self._faults[function]
            case st.Invoke(procedure):
                return self.can_fault(self.procedures[procedure].body)
            case _:
                return False

    def _can_ask_in_vain(self, number: int) -> bool:
        """Whether finding out if an action has a legal choice may be a fault."""
        name = f"can {number}"
        if name not in self._faults:
            action = self.game.actions[number]
            # A ring of actions that ask each other is none: whoever asks first decides.
            self._faults[name] = False
            self._faults[name] = bool(action.require) or self.can_fault(action.stages)
        return self._faults[name]

    def write_bound(self, block: st.Block) -> int:
        """The most slots that statements can write, one written twice counting twice."""
        return sum(self._most(statement) for statement in block)

    def _most(self, statement: st.Stmt) -> int:
        match statement:
            case st.If(then=then, other=other):
                return max(self.write_bound(then), self.write_bound(other))
            case st.For(body=body, bound=bound):
                return bound * self.write_bound(body)
            case st.While(limit=limit, body=body):
                return limit * self.write_bound(body)
            case st.Invoke(procedure):
                return self.write_bound(self.procedures[procedure].body)
            case st.MovePiece(component=component) | st.LayPiece(piece=_, plane=component):
                zones = [zone for zone in self.game.layout.zones if zone.component == component or not isinstance(statement, st.MovePiece)]
                return 6 + 2 * max((zone.capacity for zone in zones if zone.items), default=0)
            case st.Collect(items=items):
                return 1 + self.game.layout.block(items).length
            case st.Record():
                return 3
            case st.Swap() | st.Finish():
                return 2
            case _:
                return 1

    def is_harmless(self, node: x.Expr) -> bool:
        """Whether a value is surely 0 or more, and evaluating it cannot be a fault."""
        return not self.can_fault(node) and self._is_natural(node)

    def _is_natural(self, node: x.Expr) -> bool:
        match node:
            case x.Const(value):
                return value >= 0
            case x.AsInt() | x.ZoneSize() | x.Abs() | x.Fold(kind="count"):
                return True
            case x.Choose(_, value, other) | x.Binary("+" | "*" | "min" | "max", value, other):
                return self._is_natural(value) and self._is_natural(other)
            case x.Load(block):
                return any(item.name == block and item.carrier.low >= 0 for item in self.game.layout.blocks)
            case x.Fetch(table):
                return all(value >= 0 for item in self.game.layout.tables if item.name == table for value in item.values)
            case _:
                return False
