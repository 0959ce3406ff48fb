"""Where an expression stands: the game looked up by name, the vector, the locals, and how running code stops.

`Program` is made once a game; a `Frame` is made for each call. Reading and writing go through the frame, which in checked runs tests every index
against its block and every value against its carrier.
"""

from collections.abc import Callable, Iterator, Mapping, MutableSequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from compiler.ir.actions import Stage
from compiler.ir.exprs import And, Binder, Cond, Local
from compiler.ir.facts import hidden
from compiler.ir.game import GameIR, GraphIR, MemoryIR, PlaneIR
from compiler.ir.layout import Block, Component, Lists, Table, Zone
from compiler.ir.stmts import FunctionIR, ProcedureIR
from compiler.ir.walk import walk


class InternalError(Exception):
    """The IR does what was proven not to happen: a mistake of the compiler."""


class FaultRaised(Exception):
    """A rule of the spec failed."""

    def __init__(self, rule: int) -> None:
        self.rule = rule
        super().__init__(f"rule {rule} failed")


class LeaveRaised(Exception):
    """`end X`"""

    def __init__(self, exit: str) -> None:
        self.exit = exit
        super().__init__(f"end {exit}")


class FinishRaised(Exception):
    """`end game`, `win p`, `lose p`"""

    def __init__(self, verdict: Literal["end", "win", "lose"], player: int) -> None:
        self.verdict = verdict
        self.player = player
        super().__init__(f"{verdict} {player}")


@dataclass(slots=True)
class Answered:
    """Answers to one question, by node or group, with the slots they hold for: those of `blocks`, or of all where it is None."""

    blocks: tuple[str, ...] | None
    slots: list[int]
    answers: dict[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meanings:
    """What stands on expressions and stands in them all the same, by kind of node: zones, memories, graphs, `can`."""

    values: Mapping[type, Callable[["Frame", Any], int]]
    conditions: Mapping[type, Callable[["Frame", Any], bool]]
    domains: Mapping[type, Callable[["Frame", Any], Iterator[int]]]


class Program(Struct, frozen=True, dict=True):
    """A game, its parts by name."""

    game: GameIR
    checked: bool
    meanings: Meanings
    answered: dict[str, Answered] = field(default_factory=dict)
    """what graphs were last asked; only to be faster"""
    listed: dict[tuple[int, ...], list[int]] = field(default_factory=dict)
    """what is legal in the position last asked about, by its kept slots; only to be faster"""
    walks: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """by graph: the walk that is being tried, for `met`"""
    values: dict[int, tuple[object, Callable[["Frame"], int]]] = field(default_factory=dict)
    """what an expression means, by its identity; kept with it, so that no other takes it"""
    truths: dict[int, tuple[object, Callable[["Frame"], bool]]] = field(default_factory=dict)
    """the same for conditions"""

    @cached_property
    def hidden(self) -> int:
        """What an observation has where a seat may not know."""
        return hidden(self.game)

    @cached_property
    def blocks(self) -> Mapping[str, Block]:
        return {block.name: block for block in self.game.layout.blocks}

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        return {table.name: table for table in self.game.layout.tables}

    @cached_property
    def lists(self) -> Mapping[str, Lists]:
        return {lists.name: lists for lists in self.game.layout.lists}

    @cached_property
    def zones(self) -> Mapping[str, Zone]:
        return {zone.name: zone for zone in self.game.layout.zones}

    @cached_property
    def components(self) -> Mapping[str, Component]:
        return {component.name: component for component in self.game.layout.components}

    @cached_property
    def functions(self) -> Mapping[str, FunctionIR]:
        return {function.name: function for function in self.game.functions}

    @cached_property
    def procedures(self) -> Mapping[str, ProcedureIR]:
        return {procedure.name: procedure for procedure in self.game.procedures}

    @cached_property
    def graphs(self) -> Mapping[str, GraphIR]:
        return {graph.name: graph for graph in self.game.graphs}

    @cached_property
    def stages(self) -> Mapping[tuple[int, int], tuple[Cond, tuple[Binder, ...]]]:
        """By action and stage: its conditions, each asked as soon as what it names is bound. First those that name nothing bound there,
        then the binders with the others in their `where`."""
        return {
            (number, at): _asked_early(stage) for number, action in enumerate(self.game.actions) for at, stage in enumerate(action.stages)
        }

    @cached_property
    def memories(self) -> Mapping[str, MemoryIR]:
        return {memory.name: memory for memory in self.game.memories}

    @cached_property
    def planes(self) -> Mapping[str, PlaneIR]:
        return {plane.name: plane for plane in self.game.planes}


class Frame(Struct, frozen=True):
    """`old` is the position before the effects, where `require` and `prefer` are judged. `answers` is what functions were asked in this
    position, by function and arguments: shared by all frames of the position, emptied when something is stored."""

    program: Program
    vector: MutableSequence[int]
    locals: dict[str, int]
    old: MutableSequence[int] | None = None
    answers: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)

    def inner(self, locals: Mapping[str, int]) -> "Frame":
        """The same position with other locals: inside a function, a procedure, a graph."""
        return Frame(self.program, self.vector, dict(locals), self.old, self.answers)

    def binding(self, name: str, number: int) -> "Frame":
        """The same position and locals, and one local more."""
        return Frame(self.program, self.vector, {**self.locals, name: number}, self.old, self.answers)

    def before(self) -> "Frame":
        """The position before the effects."""
        if self.old is None:
            raise InternalError("`before` outside `require` and `prefer`")
        return Frame(self.program, self.old, self.locals)

    def local(self, name: str) -> int:
        try:
            return self.locals[name]
        except KeyError:
            raise InternalError(f"no local {name} here; there are {', '.join(self.locals) or 'none'}") from None

    def load(self, block: str, index: int = 0) -> int:
        return self.vector[self.slot(block, index)]

    def block(self, name: str) -> list[int]:
        """All slots of a block."""
        found = self.program.blocks[name]
        return list(self.vector[found.offset : found.offset + found.length])

    def store(self, block: str, index: int, value: int) -> None:
        slot = self.slot(block, index)
        if self.program.checked:
            carrier = self.program.blocks[block].carrier
            rests = value == 0 and self.program.blocks[block].section == "register"
            if not rests and not carrier.low <= value <= carrier.high:
                raise InternalError(f"{block}[{index}] = {value}, outside {carrier.name} ({carrier.low}..{carrier.high})")
        self.vector[slot] = value
        self.answers.clear()

    def slot(self, block: str, index: int) -> int:
        found = self.program.blocks.get(block)
        if found is None:
            raise InternalError(f"no block {block}")
        if not 0 <= index < found.length:
            raise InternalError(f"{block}[{index}], outside its {found.length} slots")
        return found.offset + index

    def fetch(self, table: str, index: int) -> int:
        values = self.program.tables[table].values
        if not 0 <= index < len(values):
            raise InternalError(f"{table}[{index}], outside its {len(values)} values")
        return values[index]


def _asked_early(stage: Stage) -> tuple[Cond, tuple[Binder, ...]]:
    due: list[list[Cond]] = [[] for _ in (None, *stage.binders)]
    for condition in stage.conditions:
        named = {part.name for part in walk(condition.condition) if isinstance(part, Local)}
        due[max((at for at, binder in enumerate(stage.binders, start=1) if binder.local in named), default=0)].append(condition.condition)
    binders = (
        replace(binder, where=And((*(() if binder.where is None else (binder.where,)), *asked))) if asked else binder
        for binder, asked in zip(stage.binders, due[1:], strict=True)
    )
    return And(tuple(due[0])), tuple(binders)
