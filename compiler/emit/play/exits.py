"""Where play goes after effects: on, by an exit that they leave by, or to the end of the game."""

from collections.abc import Callable, Sequence

from compiler.emit.nouns.body import Body
from compiler.ir import stmts as st
from compiler.ir.flow import Exit


def follow(f: Body, called: str, blocks: Sequence[st.Block], exits: Sequence[Exit], go: Callable[[], None]) -> None:
    """Calls effects (one of these blocks) and goes where they lead: on, to an exit, to the end."""
    if not any(f.plan.survey.may_stop(block) for block in blocks):
        f.add(called)
        go()
        return
    with f.scope():
        stop = f.fresh("stop")
        f.assign(stop, called)
        with f.block(f"if {stop} == 0:"):
            go()
        _exits(f, stop, frozenset().union(*(f.plan.survey.leaves(block) for block in blocks)), exits)


def _exits(f: Body, stop: str, left: frozenset[str], exits: Sequence[Exit]) -> None:
    for exit in exits:
        if exit.name in left:
            with f.block(f"elif {stop} == {f.plan.stop(exit.name)}:"):
                f.add(f"node = {exit.node}")
    with f.block("else:"):
        f.add(f"node = {f.plan.game.over}")
