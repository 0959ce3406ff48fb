"""The tree of play as written: every node by its path, so that `end`, `number` and `can` find what they name.

A path begins with `setup`, `phases`, `sequences` or `interrupts`; `steps`, `either` and `offers` are left out of it.
"""

from compiler.bind.nouns.world import Node, World
from compiler.diagnostics import nearest
from compiler.parse.ast import Ident
from compiler.parse.spec import Composite, Decision, Either, StepSpec


def index_tree(world: World) -> None:
    parsed = world.parsed
    for name, steps in (("setup", parsed.setup), ("phases", parsed.phases)):
        _add_all(world, (name,), steps)
    for sequence in parsed.sequences:
        _add(world, ("sequences", sequence.head.name.text), sequence.step)
    for interrupt in parsed.interrupts:
        _add_all(world, ("interrupts", interrupt.name.text), interrupt.offers)


def find_paths(world: World, written: tuple[Ident, ...], trees: tuple[str, ...] = ()) -> tuple[tuple[str, ...], ...]:
    """The nodes whose path ends so; those in the named trees only, where any are named."""
    words = tuple(word.text for word in written if word.text != "steps")
    return tuple(
        path
        for path in world.nodes
        if (path == words or path[-len(words) :] == words) and (not trees or path[0] in trees) and words
    )


def report_unknown(world: World, written: tuple[Ident, ...]) -> None:
    name = ".".join(word.text for word in written)
    span = written[0].span.to(written[-1].span)
    known = [".".join(path) for path in world.nodes]
    last = written[-1].text
    elsewhere = next((path for path in known if path.split(".")[-1] == last), None)
    hint = f"there is one at `{elsewhere}`" if elsewhere is not None else None
    world.report("RWN007", span, name=name, near=nearest(name, known) or nearest(name, [path.split(".")[-1] for path in known]), hint=hint)


def _add_all(world: World, path: tuple[str, ...], steps: tuple[StepSpec, ...]) -> None:
    for step in steps:
        _add(world, (*path, step.name.text), step)


def _add(world: World, path: tuple[str, ...], step: StepSpec) -> None:
    first = world.nodes.get(path)
    if first is not None:
        span = first.spec.name.span
        world.report("RWN008", step.name.span, name=step.name.text, kind="a step", first=span, first_kind="a step")
        return
    actions: tuple[str, ...] = ()
    if isinstance(step.body, Decision):
        forced = step.body.otherwise.actions if step.body.otherwise is not None else ()
        actions = tuple(action.name.text for action in (*step.body.actions, *forced))
    world.nodes[path] = Node(path=path, spec=step, actions=actions, is_decision=isinstance(step.body, Decision))
    if isinstance(step.body, (Composite, Either)):
        _add_all(world, path, step.body.steps)
