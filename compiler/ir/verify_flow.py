"""Do all ways through a game's flow lead to nodes, and every `end` out of the step it stands in?"""

from collections.abc import Iterator

from compiler.ir import stmts as s
from compiler.ir.flow import Branch, Decide, Draw, Over, Run, Sealed
from compiler.ir.game import GameIR
from compiler.ir.walk import walk


def flow_mistakes(game: GameIR) -> Iterator[str]:
    count = len(game.flow)
    leaves = _leaves(game)
    if not (0 <= game.over < count and isinstance(game.flow[game.over], Over)):
        yield f"node {game.over} is not the end"
    for number, node in enumerate(game.flow):
        for target in _targets(node):
            if not 0 <= target < count:
                yield f"node {number} leads to {target}, there are {count}"
        match node:
            case Decide(decision=decision) | Sealed(decision=decision):
                if not 0 <= decision < len(game.decisions):
                    yield f"node {number}: no decision {decision}"
                    continue
                if isinstance(node, Sealed) != bool(game.decisions[decision].sealed):
                    yield f"node {number}: decision {decision} is {'not ' if isinstance(node, Sealed) else ''}sealed"
            case Draw(chance=chance):
                if not 0 <= chance < len(game.chances):
                    yield f"node {number}: no chance {chance}"
                    continue
            case _:
                pass
        if isinstance(node, Run | Decide | Draw):
            known = [exit.name for exit in node.exits]
            for name in _ended(game, node, leaves):
                if name not in known:
                    yield f"node {number}: `end {name}` leads nowhere"
    for number, action in enumerate(game.actions):
        if not 0 <= action.leaf < len(game.decisions):
            yield f"action {number} is of no decision"
        elif number not in (*game.decisions[action.leaf].actions, *game.decisions[action.leaf].forced):
            yield f"action {number} is not of its decision {action.leaf}"
    if not 0 <= game.phases_entry < count:
        yield f"phases begin at {game.phases_entry}"
    for stand in game.stands:
        for at in stand.nodes:
            if not 0 <= at < count:
                yield f"stand {stand.path} at {at}"
        if (stand.own is None) != (stand.body < 0):
            yield f"stand {stand.path} has loops and no node inside them, or the other way round"


def _targets(node: object) -> tuple[int, ...]:
    match node:
        case Run(next=next, exits=exits):
            return (next, *(exit.node for exit in exits))
        case Branch(yes=yes, no=no):
            return (yes, no)
        case Decide(after=after, exits=exits, resume=resume):
            return (after, *(exit.node for exit in exits), *((resume,) if resume != -1 else ()))
        case Draw(after=after, exits=exits):
            return (after, *(exit.node for exit in exits))
        case Sealed(after=after, skip=skip):
            return (after, skip)
        case _:
            return ()


def _leaves(game: GameIR) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for procedure in game.procedures:
        found[procedure.name] = tuple(_named(procedure.body, found))
    return found


def _named(block: object, leaves: dict[str, tuple[str, ...]]) -> Iterator[str]:
    for part in walk(block):
        if isinstance(part, s.Leave):
            yield part.exit
        elif isinstance(part, s.Invoke):
            yield from leaves.get(part.procedure, ())


def _ended(game: GameIR, node: Run | Decide | Draw, leaves: dict[str, tuple[str, ...]]) -> Iterator[str]:
    match node:
        case Run():
            yield from _named(node.block, leaves)
        case Decide():
            decision = game.decisions[node.decision]
            for number in (*decision.actions, *decision.forced):
                yield from _named(game.actions[number].do, leaves)
            yield from _named(decision.otherwise or (), leaves)
        case Draw():
            yield from _named(game.chances[node.chance].do, leaves)
            yield from _named(game.chances[node.chance].otherwise or (), leaves)
