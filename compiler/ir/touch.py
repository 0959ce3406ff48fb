"""What expressions read and statements write: names of blocks, through calls.

Pieces move between zones, so everything about the places of a component counts as one: its `where` block stands for it. What lies on a
plane is read and written with its pieces.
"""

from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.game import GameIR
from compiler.ir.walk import walk


class Touch:
    """Answers for one game; what functions and procedures touch is worked out once."""

    def __init__(self, game: GameIR) -> None:
        self._zones = {zone.name: zone.component for zone in game.layout.zones}
        self._where = {component.name: component.where for component in game.layout.components}
        self.lists = {lists.name: lists.rows for lists in game.layout.lists}
        self._planes = {plane.name: plane.component for plane in game.planes}
        self._blocks = frozenset(block.name for block in game.layout.blocks)
        self._function_reads: dict[str, frozenset[str]] = {}
        self._procedure_reads: dict[str, frozenset[str]] = {}
        self._procedure_writes: dict[str, frozenset[str]] = {}
        self._graphs = {graph.name: graph for graph in game.graphs}
        self._memories = {memory.name: memory for memory in game.memories}
        for function in game.functions:
            self._function_reads[function.name] = self.reads((function.value, function.truth))
        for procedure in game.procedures:
            self._procedure_writes[procedure.name] = self.writes(procedure.body)
            self._procedure_reads[procedure.name] = self.reads(procedure.body)

    def reads(self, node: object) -> frozenset[str]:
        """The blocks that evaluating or running the node may read."""
        found: set[str] = set()
        for part in walk(node):
            match part:
                case x.Load():
                    found.add(part.block)
                case x.Call():
                    found |= self._function_reads.get(part.function, frozenset())
                case x.ZoneSize() | x.ZoneItem() | x.Pieces():
                    found.add(self._pieces(part.zone))
                case x.Seats():
                    found.add("players")
                case x.GraphValue() | x.Linked() | x.GraphNodes():
                    found |= self._graph(part.graph)
                case x.Times():
                    found |= self._memory(part.memory)
                case x.Places():
                    found.add(self._laid(part.plane))
                case x.CanAct():
                    found |= self._blocks
                case s.Invoke():
                    found |= self._procedure_reads.get(part.procedure, frozenset())
                case _:
                    pass
        return frozenset(found)

    def writes(self, node: object) -> frozenset[str]:
        """The blocks that running the node may write."""
        found: set[str] = set()
        for part in walk(node):
            match part:
                case s.Store():
                    found.add(part.block)
                case s.MovePiece():
                    found.add(self._where.get(part.component, ""))
                case s.LayPiece():
                    found.add(self._laid(part.plane))
                case s.Swap():
                    found.add(self._pieces(part.zone))
                case s.Collect():
                    found |= {part.items, part.count}
                case s.Eliminate():
                    found.add("playing")
                case s.Record():
                    memory = self._memories[part.memory]
                    found |= {memory.ring, memory.used, memory.head}
                case s.Invoke():
                    found |= self._procedure_writes.get(part.procedure, frozenset())
                case _:
                    pass
        return frozenset(found)

    def _pieces(self, zone: str) -> str:
        return self._where[self._zones[zone]]

    def _laid(self, plane: str) -> str:
        return self._where[self._planes[plane]]

    def _graph(self, name: str) -> frozenset[str]:
        graph = self._graphs[name]
        inner = (graph.exists, graph.near, graph.link, graph.along, graph.to, graph.totals, graph.ends)
        return self.reads(tuple(part for part in inner if part is not None))

    def _memory(self, name: str) -> frozenset[str]:
        memory = self._memories[name]
        return self.reads(memory.words) | {memory.ring, memory.used, memory.head}
