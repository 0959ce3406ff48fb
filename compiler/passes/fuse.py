"""Two blocks of bookkeeping that always follow each other become one node.

    step -> [at = 0] -> [p = order[at]; at += 1] -> …    ->    step -> [at = 0; p = order[at]; at += 1] -> …

Only machine bookkeeping is fused: a step of play keeps a node of its own, because invariants and `until` are asked after it.
"""

from msgspec.structs import replace

from compiler.ir.flow import Branch, Decide, Draw, FlowNode, Run, Sealed
from compiler.ir.game import GameIR
from compiler.ir.stmts import Let
from compiler.ir.walk import walk
from compiler.passes.shorten import shorten_flow


def fuse_runs(game: GameIR) -> GameIR:
    nodes = list(game.flow)
    entered = _entered(game)
    for number in range(len(nodes)):
        node = nodes[number]
        while isinstance(node, Run) and _plain(node) and node.next != number:
            after = nodes[node.next]
            if not isinstance(after, Run) or not _plain(after) or after.next == node.next or entered[node.next] != 1 or _clash(node, after):
                break
            swallowed = node.next
            node = replace(node, block=(*node.block, *after.block), next=after.next)
            nodes[number] = node
            nodes[swallowed] = replace(after, block=(), next=swallowed)
            entered[swallowed] = 0
    return shorten_flow(replace(game, flow=tuple(nodes)))


def _plain(node: Run) -> bool:
    return not node.step and not node.exits


def _clash(first: Run, second: Run) -> bool:
    """Locals are bound once in a function."""
    return any(isinstance(part, Let) for node in (first, second) for part in walk(node.block)) or _locals(first) & _locals(second) != set()


def _locals(node: Run) -> set[str]:
    return {part.local for part in walk(node.block) if hasattr(part, "local") and isinstance(part.local, str)}


def _entered(game: GameIR) -> list[int]:
    """How many ways lead to each node; entries from outside the flow count."""
    counts = [0] * len(game.flow)
    for target in (0, game.phases_entry, *(node for stand in game.stands for node in stand.nodes)):
        counts[target] += 2
    for node in game.flow:
        for target in _targets(node):
            counts[target] += 1
    return counts


def _targets(node: FlowNode) -> tuple[int, ...]:
    match node:
        case Run():
            return (node.next, *(exit.node for exit in node.exits))
        case Branch():
            return (node.yes, node.no)
        case Decide():
            return (node.after, *(exit.node for exit in node.exits), *((node.resume,) if node.resume >= 0 else ()))
        case Draw():
            return (node.after, *(exit.node for exit in node.exits))
        case Sealed():
            return (node.after, node.skip)
        case _:
            return ()
