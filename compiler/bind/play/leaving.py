"""`end X` in effects and tables: X must be under way wherever they run, and nothing may be left from inside a sealed choice.

`end` in a step's own effects is resolved where it stands; this follows the effects and tables that steps call.
"""

from collections.abc import Iterator

from compiler.bind.expressions.reading import walk
from compiler.bind.nouns import typed
from compiler.bind.nouns.world import World
from compiler.diagnostics import nearest
from compiler.source import Span


def check_ends(world: World, spec: typed.TypedSpec) -> None:
    bodies: dict[str, tuple[typed.Stmt, ...]] = {effect.name: effect.body for effect in spec.effects}
    tables = {table.name: table for table in spec.tables}
    ends: dict[str, tuple[typed.End, ...]] = {}

    def of_effect(name: str, busy: frozenset[str]) -> tuple[typed.End, ...]:
        """The `end`s that an effect may come to, those of the effects it calls included."""
        if name not in ends and name not in busy:
            ends[name] = tuple(of_statements(bodies.get(name, ()), busy | {name}))
        return ends.get(name, ())

    def of_statements(body: object, busy: frozenset[str]) -> Iterator[typed.End]:
        for node in walk(body):
            if isinstance(node, typed.End):
                yield node
            elif isinstance(node, typed.Do):
                yield from of_effect(node.effect, busy)

    for step in all_steps(spec):
        for end, called in _reached(step, tables, of_statements):
            if end.target and called:
                _check(world, step, end)
            if isinstance(step.body, typed.Decision) and step.body.together is not None and called:
                text = f"end {end.target or 'game'}"
                world.report("RWC018", end.span, text=text, second=step.span, second_text="this choice comes to it")


def enclosing(world: World, step: tuple[str, ...], name: str) -> tuple[str, ...] | None:
    """The path of the innermost step called `name` that is under way at `step`; in an offer, what surrounds its window wherever it opens is too."""
    for length in range(len(step), 1, -1):
        if step[length - 1] == name:
            return step[:length]
    if step[0] != "interrupts":
        return None
    found = {enclosing(world, opening[:-1], name) for opening in world.windows.get(step[1], ())}
    return found.pop() if len(found) == 1 else None


def all_steps(spec: typed.TypedSpec) -> Iterator[typed.Step]:
    """Every node, outside in, in written order."""
    roots = [*spec.setup, *spec.phases, *(sequence.step for sequence in spec.sequences)]
    for interrupt in spec.interrupts:
        roots.extend(interrupt.offers)
    for root in roots:
        yield from _below(root)


def _below(step: typed.Step) -> Iterator[typed.Step]:
    yield step
    if isinstance(step.body, (typed.Composite, typed.Either)):
        for child in step.body.steps:
            yield from _below(child)


def _reached(step: typed.Step, tables: dict[str, typed.ResolutionTable], of_statements: object) -> Iterator[tuple[typed.End, bool]]:
    """The `end`s a leaf may come to, and whether through something called."""
    assert callable(of_statements)
    match step.body:
        case typed.Composite() | typed.Either() | typed.Use():
            return
        case typed.Resolve(table=name) if name in tables:
            for end in of_statements((tables[name].rows, tables[name].otherwise), frozenset()):
                yield end, True
        case body:
            own = {id(node) for node in walk(body) if isinstance(node, typed.End)}
            for end in of_statements(body, frozenset()):
                yield end, id(end) not in own


def _check(world: World, step: typed.Step, end: typed.End) -> None:
    if enclosing(world, step.path, end.target) is not None:
        return
    elsewhere: Span | None = next((node.spec.name.span for node in world.nodes.values() if node.path[-1] == end.target), None)
    if elsewhere is None:
        world.report("RWN007", end.span, name=end.target, near=nearest(end.target, step.path[1:]))
        return
    second_text = "it is called from here"
    world.report("RWN015", end.span, name=end.target, first=elsewhere, second=step.span, second_text=second_text)
