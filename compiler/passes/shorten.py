"""Flow nodes that do nothing are passed over, and nodes that nothing reaches go; the rest keep their order.

A node that runs an empty block and is no step of play only leads on; a branch whose condition is known leads one way.
"""

from msgspec.structs import replace

from compiler.ir.exprs import Bool
from compiler.ir.flow import Branch, Decide, Draw, Exit, FlowNode, Over, Run, Sealed
from compiler.ir.game import GameIR


def shorten_flow(game: GameIR) -> GameIR:
    ahead = [_final(game, number) for number in range(len(game.flow))]
    start = ahead[0]
    kept = _reached(game, ahead, [start, *(ahead[node] for stand in game.stands for node in stand.nodes), ahead[game.phases_entry], game.over])
    order = [start, *(number for number in sorted(kept) if number != start)]
    new = {number: at for at, number in enumerate(order)}

    def to(target: int) -> int:
        return new[ahead[target]]

    return replace(
        game,
        flow=tuple(_led(game.flow[number], to) for number in order),
        over=new[game.over],
        phases_entry=to(game.phases_entry),
        stands=tuple(replace(stand, node=to(stand.node), body=to(stand.body) if stand.body >= 0 else -1) for stand in game.stands),
    )


def _final(game: GameIR, number: int) -> int:
    """The first node from this one on that does something; a ring of idle nodes stays (the machine stops it)."""
    seen: set[int] = set()
    at = number
    while at not in seen:
        seen.add(at)
        match game.flow[at]:
            case Run(block=(), step=False, next=next):
                at = next
            case Branch(condition=Bool(holds), yes=yes, no=no):
                at = yes if holds else no
            case Branch(yes=yes, no=no) if yes == no and _cannot_fail(game.flow[at]):
                at = yes
            case _:
                return at
    return number


def _cannot_fail(node: FlowNode) -> bool:
    """A condition that could be a fault stays, even where both ways are one."""
    return isinstance(node, Branch) and isinstance(node.condition, Bool)


def _targets(node: FlowNode) -> tuple[int, ...]:
    match node:
        case Run(next=next, exits=exits):
            return (next, *(exit.node for exit in exits))
        case Branch(yes=yes, no=no):
            return (yes, no)
        case Decide(after=after, exits=exits, resume=resume):
            return (after, *(exit.node for exit in exits), *((resume,) if resume >= 0 else ()))
        case Draw(after=after, exits=exits):
            return (after, *(exit.node for exit in exits))
        case Sealed(after=after, skip=skip):
            return (after, skip)
        case Over():
            return ()


def _reached(game: GameIR, ahead: list[int], starts: list[int]) -> set[int]:
    found = set(starts)
    pending = [*found]
    while pending:
        for target in _targets(game.flow[pending.pop()]):
            if ahead[target] not in found:
                found.add(ahead[target])
                pending.append(ahead[target])
    return found


def _led(node: FlowNode, to: object) -> FlowNode:
    assert callable(to)
    match node:
        case Run():
            return replace(node, next=to(node.next), exits=tuple(Exit(name=exit.name, node=to(exit.node)) for exit in node.exits))
        case Branch():
            return replace(node, yes=to(node.yes), no=to(node.no))
        case Decide():
            exits = tuple(Exit(name=exit.name, node=to(exit.node)) for exit in node.exits)
            return replace(node, after=to(node.after), exits=exits, resume=to(node.resume) if node.resume >= 0 else -1)
        case Draw():
            return replace(node, after=to(node.after), exits=tuple(Exit(name=exit.name, node=to(exit.node)) for exit in node.exits))
        case Sealed():
            return replace(node, after=to(node.after), skip=to(node.skip))
        case Over():
            return node
