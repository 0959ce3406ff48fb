"""When positions are remembered: after steps, after single actions of one, and before the first decision of all."""

from typing import TYPE_CHECKING

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import RememberSymbol
from compiler.bind.nouns.types import BoolType
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.simplify import compare
from compiler.lower.nouns.world import Register, World
from compiler.lower.things.memories import flag_slots, used_slots
from compiler.lower.types.carriers import carrier

if TYPE_CHECKING:
    from compiler.lower.play.steps import Flow, Label


def _names(symbol: RememberSymbol, step: t.Step) -> bool:
    """Is the step one of those after whose completion the value is recorded?"""
    if not symbol.after:
        return isinstance(step.body, t.Decision)
    return any(step.path[-len(name.split(".")) :] == tuple(name.split(".")) for name in symbol.after)


def _actions(symbol: RememberSymbol, step: t.Step) -> tuple[str, ...]:
    """The actions of the step after which alone it is recorded."""
    if not isinstance(step.body, t.Decision) or step.body.single or _names(symbol, step):
        return ()
    return tuple(action.name for action in step.body.actions if action.name in symbol.after)


def recorded(flow: "Flow", step: t.Step, next: "Label") -> "Label":
    """Records after the step what is to be recorded then, and goes on."""
    path = ".".join(step.path)
    for symbol in reversed(flow.world.typed.remembers):
        if _names(symbol, step):
            next = flow.run((s.Record(symbol.name),), next, path)
        elif _actions(symbol, step):
            flag = flow.use(Register(name=flag_slots(symbol), carrier=carrier(flow.world, BoolType()), seen="none"))
            done: s.Block = (s.Store(flag, x.Const(0), x.Const(0)), s.Record(symbol.name))
            next = flow.branch(compare("!=", x.Load(flag), x.Const(0)), flow.run(done, next, path), next, path)
    return next


def marks(world: World, step: t.Step, action: str) -> s.Block:
    """What an action does first when it alone of its leaf is to be recorded: a mark for after the step (a trial undoes it)."""
    return tuple(
        s.Store(flag_slots(symbol), x.Const(0), x.Const(1)) for symbol in world.typed.remembers if action in _actions(symbol, step)
    )


def at_first(flow: "Flow", decision: "Label", path: str) -> "Label":
    """At the first decision of all the value is recorded before anything is chosen."""
    for symbol in reversed(flow.world.typed.remembers):
        decision = flow.branch(
            compare("==", x.Load(used_slots(symbol)), x.Const(0)), flow.run((s.Record(symbol.name),), decision, path), decision, path
        )
    return decision

