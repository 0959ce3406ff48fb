"""A small machine to try pieces of the IR on: some variables, zones of every order, tables, and one decision whose actions run what is tried.

`machine(actions)` is a game in which code k runs the k-th block and the same seat decides again. `lockstep` plays it on the interpreter and on
the emitted module, and compares whole vectors, answers and faults.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from compiler.emit import emit_game
from compiler.interpret import Interpreter
from compiler.ir import exprs as x
from compiler.ir import stmts as st
from compiler.ir.actions import ActionIR, Decision, Stage
from compiler.ir.flow import Decide, Over, Run
from compiler.ir.game import GameIR, Rule, ViewIR
from compiler.ir.layout import HEADER, Block, Carrier, Component, Layout, Lists, Table, Zone
from runtime import Game, from_functions, load_source

PLAYERS = 3
FEW = 7
"""Pieces of the component that fits one word."""
MANY = 70
"""Pieces of the one that does not."""
RULES = 40

NUMBER = Carrier(name="number", low=-(2**62), high=2**62)
SEAT = Carrier(name="player", low=0, high=PLAYERS - 1)
WORD = Carrier(name="word", low=0, high=2**62 - 1)
PLACE = Carrier(name="place", low=0, high=20)
PIECE = Carrier(name="coin", low=-1, high=MANY - 1, optional=True)

DOC = st.Doc(path="phases.turn", clauses=(("1.1", "Do as you like."),))


def layout() -> Layout:
    """Header, a scalar, two arrays, a flag for each seat, coins (7, alike in pairs) and beads (70) in sets, piles and rows."""
    blocks = [Block(name=name, offset=at, length=1, section="header", carrier=NUMBER) for at, (name, _) in enumerate(HEADER)]
    components = []
    zones = []

    def block(name: str, length: int, section: Any, carrier: Carrier, start: int = 0) -> None:
        last = blocks[-1]
        blocks.append(Block(name=name, offset=last.offset + last.length, length=length, section=section, carrier=carrier, start=(start,) * length))

    block("staged", 6, "register", NUMBER)
    for name, length in (("total", 1), ("row", 5), ("heap", 4)):
        block(name, length, "state", NUMBER)
    block("playing", PLAYERS, "state", NUMBER, 1)
    for name, count in (("coin", FEW), ("bead", MANY)):
        block(f"{name} where", count, "zone", PLACE)
        words = 1 + (count - 1) // 62
        first = 1
        for zone, order, instances in ((f"{name}_bag", "bag", 1), (f"{name}_set", "set", 3), (f"{name}_pile", "pile", 1), (f"{name}_row", "row", 2)):
            listed = order in ("pile", "row")
            if listed:
                block(f"{zone} items", instances * count, "zone", PIECE, -1)
                block(f"{zone} count", instances, "zone", NUMBER)
            else:
                block(f"{zone} members", instances * words, "derived", WORD)
            zones.append(
                Zone(
                    name=zone, component=name, order=order, instances=instances, first=first, capacity=count,
                    holds=2 if zone.endswith("set") else None, seen="all", owners=(), axes=(),
                    items=f"{zone} items" if listed else "", count=f"{zone} count" if listed else "",
                    members="" if listed else f"{zone} members", words=0 if listed else words,
                )
            )  # fmt: skip
            first += instances
        kinds = tuple(piece - piece % 2 for piece in range(count))
        components.append(
            Component(name=name, count=count, each_player=False, per_seat=count, where=f"{name} where", kinds=kinds, carrier=PIECE, rows=kinds)
        )
    tables = (Table(name="odd", values=(1, 3, 5, 7, 9)),)
    lists = (Lists(name="ways", rows=((1, 2, -1), (0, -1, 4), (3, 3, 3))), Lists(name="ragged", rows=((), (4,), (0, 1, 2, 3))))
    size = blocks[-1].offset + blocks[-1].length
    return Layout(
        blocks=tuple(blocks), zones=tuple(zones), components=tuple(components), tables=tables, lists=lists, shown=size, kept=size, size=size
    )


def plain_action(number: int, block: st.Block) -> ActionIR:
    """An action of one code that runs a block."""
    stage = Stage(binders=(), conditions=(), digits=(), base=number, size=1, rule=RULES - 1, ascending=True)
    return ActionIR(
        name=f"act_{number}", leaf=0, stages=(stage,), choices=(), require=(), prefer=(), prefer_trial=False, prefer_rule=0, do=block, say=None,
        secret=(), outside=False, doc=DOC,
    )  # fmt: skip


def machine(
    actions: Sequence[ActionIR | st.Block], *, functions: Sequence[st.FunctionIR] = (), procedures: Sequence[st.ProcedureIR] = (), **changes: Any
) -> GameIR:
    """A game of one decision over and over. `changes` replace parts of it."""
    made = tuple(action if isinstance(action, ActionIR) else plain_action(at, action) for at, action in enumerate(actions))
    codes = max((stage.base + stage.size for action in made for stage in action.stages), default=0)
    decision = Decision(
        name="turn", path="phases.turn", actor=x.Const(0), sealed="", actions=tuple(range(len(made))), forced=(), otherwise=None, rule=RULES, doc=DOC
    )
    rule = Rule(kind="where", path="phases.turn", text="", clauses=(), span=None)
    game = GameIR(
        game="machine", variant="", title="Machine", language=1, spec_hash="0" * 16, players_low=PLAYERS, players_high=PLAYERS, horizon=0, options=(),
        layout=layout(), functions=tuple(functions), procedures=tuple(procedures), actions=made, decisions=(decision,), chances=(),
        flow=(Run(block=(), next=1), Decide(decision=0, after=0), Over()), over=2, init=(), result=None, graphs=(), memories=(), planes=(), always=(),
        rules=(rule,) * RULES, spin_rule=1, not_now_rule=2, num_actions=codes, max_actions=max(1, codes), num_outcomes=0, max_outcomes=1,
        view=ViewIR(boards=(), labels=()), field_texts=(),
    )  # fmt: skip
    return replace(game, **changes)


def engines(game: GameIR) -> tuple[Game, Game]:
    """The interpreter, and the emitted module under CPython."""
    interpreter = Interpreter(game, checked=True)
    (text,) = emit_game(game).values()
    return from_functions(interpreter, interpreter.facts, backend="interpreter"), load_source(text, "machine.py", backend="python")


class Lockstep:
    """Two engines at one game: whatever is done or asked is done to both, and must come out the same."""

    def __init__(self, game: GameIR, *, seed: int = 1, explicit: int = 0, junk: int = 0) -> None:
        self.games = engines(game)
        self.vectors = [engine.new_vector() for engine in self.games]
        self.fault = self._same(engine.engine.init(vector, game.players_low, seed, explicit) for engine, vector in self._pairs())
        self.junk = junk
        self._compare()

    def apply(self, code: int) -> int:
        """Applies a code; the fault, if both have the same."""
        self._spoil()
        self.fault = self._same(engine.engine.apply(vector, code) for engine, vector in self._pairs())
        self._compare()
        return self.fault

    def legal(self) -> list[int]:
        """The legal codes, or at a chance step the outcomes."""
        self._spoil()
        found = []
        for engine, vector in self._pairs():
            out, weights = engine.blank(200), engine.blank(200)
            if engine.engine.current_player(vector) == -1:
                count = engine.engine.chance_outcomes(vector, out, weights)
                found.append((list(out[:count]), list(weights[:count])))
            else:
                count = engine.engine.legal_actions(vector, out)
                found.append((list(out[:count]), []))
        assert found[0] == found[1]
        self._compare()
        return found[0][0]

    def refusal(self, code: int) -> int:
        self._spoil()
        found = self._same(engine.engine.refusal(vector, code) for engine, vector in self._pairs())
        self._compare()
        return found

    def slot(self, block: str, index: int = 0) -> int:
        return self.vectors[1][self.games[1].offsets[block] + index]

    def _pairs(self) -> list[tuple[Game, Any]]:
        return list(zip(self.games, self.vectors, strict=True))

    def _same(self, answers: Any) -> int:
        first, second = answers
        assert first == second
        return int(first)

    def _spoil(self) -> None:
        """Scratch has no meaning between calls."""
        if self.junk:
            vector = self.vectors[1]
            for slot in range(self.games[1].kept, len(vector)):
                vector[slot] = self.junk

    def _compare(self) -> None:
        if self.fault:
            return
        kept = self.games[0].kept
        differing = [
            (name, list(self.vectors[0][at : at + length]), list(self.vectors[1][at : at + length]))
            for name, at, length, *_ in self.games[0].facts["BLOCKS"]
            if list(self.vectors[0][at : at + length]) != list(self.vectors[1][at : at + length])
        ]
        assert list(self.vectors[0][:kept]) == list(self.vectors[1][:kept]), differing
