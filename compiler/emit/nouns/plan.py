"""The plan of a module: every function it will have, and where each thing in the vector stands.

A function is planned when something asks for it (`Plan.want`); what is asked for twice is one function. The plan is filled until nothing
that is wanted is unwritten, then the templates print it.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import Struct

from compiler.emit.nouns.both_ways import is_symmetric
from compiler.emit.nouns.following import is_followed
from compiler.emit.nouns.names import Names, snake
from compiler.emit.nouns.places import folder_of, place_of
from compiler.emit.nouns.survey import EVERYTHING, Survey, every_local
from compiler.ir import exprs as x
from compiler.ir.game import GameIR
from compiler.ir.layout import HEADER, Block
from compiler.ir.stmts import Doc

SECTIONS: Final = (
    ("rules", "what the rules compute"),
    ("effects", "what the rules do"),
    ("zones", "moving pieces"),
    ("graphs", "connections"),
    ("memory", "remembered positions"),
    ("choices", "what players may choose"),
    ("steps", "what happens by itself"),
    ("chance", "chance"),
    ("result", "the result"),
    ("flow", "the flow of play"),
    ("contract", "what an engine offers"),
)
"""Parts of a module, in order, with their headings."""


class Row(Struct, frozen=True, kw_only=True):
    """A logical line of a function, at its depth; `path` and `place` say where in the spec it comes from, if that is known so closely."""

    depth: int
    text: str
    path: str = ""
    place: str = ""


class Function(Struct, frozen=True, kw_only=True):
    """A function ready to print. `parameters` are written out (`p: int`), `result` is `int`, `bool` or `None`."""

    name: str
    parameters: tuple[str, ...]
    result: str
    about: tuple[str, ...]
    """paragraphs of its docstring"""
    rows: tuple[Row, ...]
    section: str
    path: str = ""
    place: str = ""


class Want(Struct, frozen=True, kw_only=True):
    """A function somebody needs: what kind, of what, and the name it will have. `after` is the function that asked first."""

    kind: str
    subject: Any
    name: str
    section: str
    after: str


class Scratch(Struct, frozen=True, kw_only=True):
    """A stretch of the vector's tail, by the name of its constant."""

    name: str
    offset: int
    length: int
    about: str


@dataclass(slots=True, kw_only=True)
class Plan:
    """What is decided so far. Offsets and tables go by constants' names."""

    game: GameIR
    survey: Survey
    names: Names
    blocks: dict[str, Block]
    offsets: dict[str, str]
    """constant that holds each block's offset"""
    tables: dict[str, str]
    """constant of each table of the layout"""
    folder: str
    """path of the game's folder as it was loaded"""
    functions: list[Function] = field(default_factory=list)
    wanted: dict[tuple[str, Hashable], Want] = field(default_factory=dict)
    waiting: list[Want] = field(default_factory=list)
    scratch: list[Scratch] = field(default_factory=list)
    regions: dict[str, str] = field(default_factory=dict)
    own_tables: dict[tuple[int, ...], str] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)
    """constant of the first number of each zone"""
    members: dict[str, str] = field(default_factory=dict)
    """for a component whose member words stand in the order of zone numbers: constant of where they would begin, the box included"""
    stops: dict[str, str] = field(default_factory=dict)
    """constant of each exit, by its name; what a step returns to be left by it"""
    notes: dict[int, int] = field(default_factory=dict)
    """the most writes that a trial of each action notes"""
    kit: set[str] = field(default_factory=set)
    """small fixed functions that are used"""
    met: dict[str, str] = field(default_factory=dict)
    """slot that says how many nodes a walk that is tried has met, by graph whose links ask for it"""
    found: dict[str, str] = field(default_factory=dict)
    """slot that says whether the groups in scratch are those of the position, by graph"""
    flooded: dict[str, str] = field(default_factory=dict)
    """of these, graphs whose groups are found one at a time: the slot holds a multiple of the graph's size that grows when all is forgotten"""
    backwards: set[x.Search] = field(default_factory=set)
    """searches of which only the answer matters and that likely end soon from the last value on"""
    known: dict[str, str] = field(default_factory=dict)
    """slot that says whether what trials build on is that of the position, by memory whose key they follow"""
    keyed: dict[str, list[str]] = field(default_factory=dict)
    """of these, the slots to be cleared when a block changes other than in a trial that is noted"""
    watched: dict[str, list[str]] = field(default_factory=dict)
    """graphs that have to be found anew when a block changes"""

    @classmethod
    def of(cls, game: GameIR) -> "Plan":
        names = Names.of(every_local(game))
        survey = Survey(game)
        for function in game.functions:
            names.author[function.name] = names.claim_author(function.name)
        for procedure in game.procedures:
            names.author[f"do {procedure.name}"] = names.claim_author(procedure.name)
        offsets = {block.name: names.claim_constant(_constant_of(block)) for block in game.layout.blocks}
        tables = {table.name: names.claim_constant(table.name) for table in game.layout.tables}
        tables |= {f"list {lists.name}": names.claim_constant(lists.name) for lists in game.layout.lists}
        blocks = {block.name: block for block in game.layout.blocks}
        plan = cls(game=game, survey=survey, names=names, blocks=blocks, offsets=offsets, tables=tables, folder=folder_of(game))
        plan._number_zones()
        if any(action.require or action.prefer_trial for action in game.actions):
            plan.region("journal", 1, "how many writes of the trials that are going on are noted")
        for graph in game.graphs:
            if graph.name in survey.recalling:
                plan.met[graph.name] = plan.reserve(f"{graph.name}_met", 1, f"nodes of the walk in {graph.name} that is tried, 0: none is")
        for graph in survey.grouped:
            if is_symmetric(game, graph):
                fresh = plan.reserve(f"{graph.name}_base", 1, f"what is added to the names of groups of {graph.name} that are those of the position")
                plan.flooded[graph.name] = fresh
            else:
                fresh = plan.reserve(f"{graph.name}_found", 1, f"1 while the groups of {graph.name} in scratch are those of the position")
            plan.found[graph.name] = fresh
            read = survey.reads(graph)
            for block in blocks if EVERYTHING in read else [name for name in blocks if name in read]:
                plan.watched.setdefault(block, []).append(fresh)
        for memory in game.memories:
            if is_followed(game, memory):
                known = plan.reserve(f"{memory.name}_known", 1, f"1 while what trials build on for {memory.name} is that of the position")
                plan.known[memory.name] = known
                for block in sorted(survey.reads(x.Times(memory.name))):
                    plan.keyed.setdefault(block, []).append(known)
        return plan

    def forget(self, slot: str) -> str:
        """The line by which what was found of a graph is not so any more."""
        for name, base in self.flooded.items():
            if base == slot:
                return f"s[{slot}] += {self.survey.graphs[name].size}"
        return f"s[{slot}] = 0"

    def _number_zones(self) -> None:
        for zone in self.game.layout.zones:
            self.zones[zone.name] = self.names.claim_constant(zone.name)
        for component in self.game.layout.components:
            zones = [zone for zone in self.game.layout.zones if zone.component == component.name]
            starts = {self.blocks[zone.members].offset - zone.first * zone.words for zone in zones if zone.members}
            if zones and len(starts) == 1 and len({zone.words for zone in zones}) == 1 and not any(zone.items for zone in zones):
                self.members[component.name] = self.names.claim_constant(f"{component.name}_members")

    def members_start(self, component: str) -> int:
        """The value of the constant in `members`."""
        zone = next(zone for zone in self.game.layout.zones if zone.component == component)
        return self.blocks[zone.members].offset - zone.first * zone.words

    def want(self, kind: str, subject: Hashable, name: str, section: str, after: str = "") -> str:
        """The name of a function that does this; it is written later."""
        key = (kind, subject)
        if key not in self.wanted:
            want = Want(kind=kind, subject=subject, name=self.names.claim(name), section=section, after=after)
            self.wanted[key] = want
            self.waiting.append(want)
        return self.wanted[key].name

    def use(self, name: str) -> str:
        """A fixed small function (see `kit.j2`) is needed."""
        self.kit.add(name)
        return name

    def reserve(self, name: str, length: int, about: str) -> str:
        """A stretch of scratch, by the name of its constant."""
        constant = self.names.claim_constant(name)
        self.scratch.append(Scratch(name=constant, offset=self.size, length=length, about=about))
        return constant

    def region(self, name: str, length: int, about: str) -> str:
        """A stretch of scratch that several functions use, reserved when it is first asked for."""
        if name not in self.regions:
            self.regions[name] = self.reserve(name, length, about)
        return self.regions[name]

    @property
    def size(self) -> int:
        """Slots of the vector, scratch included."""
        last = self.scratch[-1] if self.scratch else None
        return self.game.layout.size if last is None else last.offset + last.length

    def table(self, values: tuple[int, ...], name: str) -> str:
        """A constant table of the emitter's own."""
        if values not in self.own_tables:
            self.own_tables[values] = self.names.claim_constant(name)
        return self.own_tables[values]

    def stop(self, exit: str) -> str:
        """The constant that a step returns to be left by this exit."""
        if exit not in self.stops:
            self.stops[exit] = self.names.claim_constant(f"leave_{exit}")
        return self.stops[exit]

    def slot(self, block: str, index: int = 0) -> str:
        """The text of a fixed slot's number."""
        return self.offsets[block] + (f" + {index}" if index else "")

    def place(self, doc: Doc | None) -> str:
        """Where in the spec something comes from."""
        return place_of(self.game, self.folder, doc.span if doc is not None else None)

    def function(self, name: str) -> str:
        return self.names.author[name]

    def procedure(self, name: str) -> str:
        return self.names.author[f"do {name}"]


def _constant_of(block: Block) -> str:
    """`players` is taken by the fact of that name."""
    return "seats" if block.name == HEADER[0][0] else snake(block.name)

