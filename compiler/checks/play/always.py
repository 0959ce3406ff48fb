"""Asking what always holds in engines that do not: after every completed step the flow goes through a node that demands it.

An engine made for use leaves `always` out. Here each way from a node that completes a step leads over nodes of bookkeeping, one for each
invariant, whose blocks demand it; so a broken one is a fault like any other, at any speed."""

from msgspec.structs import replace

from compiler.ir.flow import Decide, Draw, FlowNode, Run, Sealed
from compiler.ir.game import GameIR
from compiler.ir.stmts import Demand
from compiler.ir.walk import transform


def asking_all(game: GameIR) -> GameIR:
    """The game with all asked that only checked engines ask: invariants, and what tables take for granted."""
    demanded: GameIR = transform(game, lambda part: replace(part, checked=False) if isinstance(part, Demand) and part.checked else part)
    return asking_always(demanded)


def asking_always(game: GameIR) -> GameIR:
    """The game with its invariants asked; itself where it has none."""
    if not game.always:
        return game
    nodes: list[FlowNode] = list(game.flow)
    watching: dict[int, int] = {}

    def over(target: int) -> int:
        if target not in watching:
            first = target
            for condition, rule in reversed(game.always):
                nodes.append(Run(block=(Demand(condition, rule),), next=first))
                first = len(nodes) - 1
            watching[target] = first
        return watching[target]

    for number, node in enumerate(game.flow):
        match node:
            case Run(step=True):
                nodes[number] = replace(node, next=over(node.next))
            case Decide() | Draw() | Sealed():
                nodes[number] = replace(node, after=over(node.after))
            case _:
                pass
    return replace(game, flow=tuple(nodes))
