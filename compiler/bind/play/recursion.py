"""Nothing in a spec leads back to itself: definitions, effects, tables, graphs, sequences and `can` are searched for cycles."""

from compiler.bind.nouns.world import User, World
from compiler.source import Span

_KINDS = {
    "define": "the definition",
    "effect": "the effect",
    "table": "the table",
    "graph": "the graph",
    "sequence": "the sequence",
    "action": "the action",
}


def find_cycles(world: World) -> bool:
    """Reports each cycle once, at the use that closes it; is there any?"""
    done: set[User] = set()
    found = False
    for start in list(world.uses):
        if start not in done:
            found = _search(world, start, done) or found
    return found


def _search(world: World, start: User, done: set[User]) -> bool:
    """Depth first, without recursion of our own: a chain of uses may be long."""
    path: list[User] = [start]
    on_path: set[User] = {start}
    pending: list[list[tuple[User, Span]]] = [_uses(world, start)]
    found = False
    while path:
        if not pending[-1]:
            done.add(path[-1])
            on_path.discard(path.pop())
            pending.pop()
            continue
        used, span = pending[-1].pop(0)
        if used in on_path:
            cycle = path[path.index(used) :]
            _report(world, cycle, span)
            found = True
        elif used not in done:
            path.append(used)
            on_path.add(used)
            pending.append(_uses(world, used))
    return found


def _uses(world: World, user: User) -> list[tuple[User, Span]]:
    return list(world.uses.get(user, {}).items())


def _report(world: World, cycle: list[User], span: Span) -> None:
    kind, name = cycle[0]
    names = [_short(user) for user in (*cycle, cycle[0])]
    world.report("RWN014", span, kind=_KINDS.get(kind, kind), name=_short((kind, name)), cycle=" → ".join(names))


def _short(user: User) -> str:
    return user[1].split(" ")[-1] if user[0] == "action" else user[1]
