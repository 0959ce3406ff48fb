"""What scenarios are played on: the engine that is built of a spec, and beside it the interpreter on the IR as lowered, before any pass.

In: a game's IR as lowered, the conditions of a scenario file among its `claims`. Out: both as games, and each condition asked of both. No pass changes the
layout of positions; only the steps that wait are numbered anew.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from compiler.emit import emit_game
from compiler.interpret import FaultRaised, Interpreter, evaluate
from compiler.ir import exprs as x
from compiler.ir.game import GameIR
from compiler.ir.stmts import Doc, FunctionIR
from compiler.passes import run_passes, without_view
from runtime import Game, Refusal, State, from_functions, load_source
from runtime.contract import Vec


class Difference(Exception):
    """Engine and interpreter do not say the same: a mistake of the compiler, told in words."""


class Built(Struct, frozen=True, kw_only=True):
    """`lowered` is the IR before passes, `passed` after them; `engine` the emitted module under CPython in checked mode; `conditions` are
    asked by number."""

    lowered: GameIR
    passed: GameIR
    engine: Game
    beside: Game
    conditions: tuple[tuple[x.Cond, Callable[[Vec], int]], ...]

    def holds(self, engine: State, beside: State, number: int) -> bool:
        """Whether a condition holds in a position, which both stand in. Raises FaultRaised where a rule fails, Difference where the two do not agree."""
        condition, asked = self.conditions[number]
        copy = self.engine.new_vector()
        copy[: self.engine.kept] = list(engine.vector[: self.engine.kept])
        self.engine.engine.legal_actions(copy, self.engine.blank(self.engine.widest))  # like every question it begins with nothing in scratch
        answer = bool(asked(copy))
        failed = copy[self.engine.offsets["fault"]]
        try:
            expected, rule = bool(evaluate(self.lowered, list(beside.vector), condition)), 0
        except FaultRaised as fault:
            expected, rule = answer, fault.rule
        if (answer, failed) != (expected, rule):
            raise Difference(f"the engine finds {_told(answer, failed)}, the interpreter {_told(expected, rule)}")
        if rule:
            raise FaultRaised(rule)
        return answer

    def refusal(self, engine: State, beside: State, action: int) -> Refusal | None:
        """Why an action is not legal. Raises Difference where the two do not agree."""
        ours, theirs = engine.why_illegal(action), beside.why_illegal(action)
        if (ours and ours.rule) != (theirs and theirs.rule):
            raise Difference(f"asked for an action, the engine finds that {ours or 'it is legal'}, the interpreter that {theirs or 'it is legal'}")
        return ours

    def compare(self, engine: State, beside: State) -> None:
        """Raises Difference where the positions are not the same."""
        kept, step = self.engine.kept, self.engine.offsets["step"]
        ours, theirs = list(engine.vector[:kept]), list(beside.vector[:kept])
        if engine.waiting_step() == beside.waiting_step():
            ours[step] = theirs[step]
        if ours != theirs:
            names = [block[0] for block in self.engine.facts["BLOCKS"] if ours[block[1] : block[1] + block[2]] != theirs[block[1] : block[1] + block[2]]]
            raise Difference(f"engine and interpreter differ in {', '.join(names)}")


def build(lowered: GameIR) -> Built:
    """Runs the passes, emits the engine with a function for each of `claims`, and loads it."""
    game = without_view(run_passes(lowered))
    taken = {*(function.name for function in game.functions), *(procedure.name for procedure in game.procedures)}
    prefix = "expected"
    while any(name.startswith(prefix) for name in taken):
        prefix += "_in_scenario"
    asked = tuple(
        FunctionIR(name=f"{prefix}_{number}", parameters=(), value=None, truth=condition, doc=Doc(path="scenarios"))
        for number, (condition, _) in enumerate(game.claims, 1)
    )
    ((file, text),) = emit_game(replace(game, functions=(*game.functions, *asked))).items()
    engine = load_source(text, file, backend="python", checked=True)
    interpreter = Interpreter(lowered, checked=True)
    beside = from_functions(interpreter, interpreter.facts, backend="interpreter")
    conditions = tuple((condition, getattr(engine.engine, function.name)) for (condition, _), function in zip(lowered.claims, asked, strict=True))
    return Built(lowered=lowered, passed=game, engine=engine, beside=beside, conditions=conditions)


def _told(answer: bool, rule: int) -> str:
    return f"a fault of rule {rule}" if rule else str(answer).lower()
