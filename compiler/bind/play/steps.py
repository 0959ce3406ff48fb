"""The tree of play: every node's loops and guard, then what it does.

    step(world, scope, spec, path)

Facts of a node's guard hold where its leaf begins; below a composite only those about loop variables and constants live on, since the
steps before may have changed the rest. After an interrupt play resumes at `when`, not at the loops around it, so where there are
interrupts only `when` teaches anything about the position.
"""

from typing import assert_never

from msgspec import Struct

from compiler.bind.expressions import binders as binding
from compiler.bind.expressions import calls, expressions, facts, operators
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY, Scope
from compiler.bind.nouns.symbols import LocalSymbol
from compiler.bind.nouns.types import BadType, PlayerType, SiteType
from compiler.bind.nouns.world import World
from compiler.bind.play import chance, choices, statements
from compiler.bind.things.options import cites
from compiler.diagnostics import nearest
from compiler.parse.spec import Automatic, Chance, Composite, Decision, Either, Resolve, StepBody, StepSpec, Use


class Around(Struct, frozen=True, kw_only=True):
    """What a node stands in: `seat` is the innermost loop's variable that is a player."""

    path: tuple[str, ...]
    seat: LocalSymbol | None = None


def bind_tree(world: World, name: str, steps: tuple[StepSpec, ...]) -> tuple[typed.Step, ...]:
    with world.under(name):
        return steps_of(world, EMPTY, steps, Around(path=(name,)))


def step(world: World, scope: Scope, spec: StepSpec, around: Around) -> typed.Step | None:
    """`around.path` is the node's own path."""
    with world.under(spec.name.text):
        return _step(world, scope.at(around.path), spec, around)


def steps_of(world: World, scope: Scope, steps: tuple[StepSpec, ...], around: Around) -> tuple[typed.Step, ...]:
    found = []
    for spec in steps:
        path = (*around.path, spec.name.text)
        node = world.nodes.get(path)
        if node is not None and node.spec is spec:
            bound = step(world, scope, spec, Around(path=path, seat=around.seat))
            if bound is not None:
                found.append(bound)
    return tuple(found)


def _step(world: World, scope: Scope, spec: StepSpec, around: Around) -> typed.Step | None:
    outside = scope
    repeat = keep = until = when = None
    if spec.repeat is not None:
        repeat = operators.number(world, expressions.express(world, outside, spec.repeat), "`repeat`")
    if spec.keep is not None:
        keep = expressions.condition(world, outside, spec.keep, "what `while` asks")
    if spec.until is not None:
        until = expressions.condition(world, outside, spec.until, "what `until` asks")
    if keep is not None and spec.loop is None:
        scope = scope.with_facts(facts.learn(scope.facts, keep))
    loop: typed.Binder | None = None
    seat = around.seat
    if spec.loop is not None:
        bound, scope = binding.bind(world, scope, spec.loop, "loop", live=True)
        loop = bound[0]
        if len(bound) > 1:
            world.report("RWT008", spec.loop.span, name="for", expected="one name", found=str(len(bound)))
        if isinstance(loop.local.type, SiteType) and world.boards[loop.local.type.board].shape == "plane":
            world.report("RWT012", spec.loop.domain.span, name=loop.local.type.board)
        if isinstance(loop.local.type, (PlayerType, BadType)):
            seat = loop.local
    if world.parsed.interrupts:
        scope = scope.with_facts(facts.lasting(scope.facts))
    if spec.when is not None:
        when = expressions.condition(world, scope, spec.when, "what `when` asks")
        scope = scope.with_facts(facts.learn(scope.facts, when))
    body = _body(world, scope, spec, spec.body, Around(path=around.path, seat=seat))
    if body is None:
        return None
    return typed.Step(
        name=spec.name.text, path=around.path, repeat=repeat, keep=keep, until=until, loop=loop, when=when, body=body,
        cite=cites(spec.cite), span=spec.name.span,
    )  # fmt: skip


def _body(world: World, scope: Scope, spec: StepSpec, body: StepBody, around: Around) -> typed.Body | None:
    below = scope.with_facts(facts.lasting(scope.facts))
    match body:
        case Automatic():
            with world.under("do"):
                found, _ = statements.suite(world, scope, body.do, statements.Place(step=around.path))
            return typed.Automatic(do=found)
        case Decision():
            return choices.decision(world, scope, spec, body, around.seat)
        case Chance():
            return chance.chance(world, scope, spec, body)
        case Resolve():
            return _resolve(world, body)
        case Use():
            return _use(world, scope, body)
        case Composite():
            return typed.Composite(steps=steps_of(world, below, body.steps, around))
        case Either():
            return typed.Either(steps=steps_of(world, below, body.steps, around))
        case _:
            assert_never(body)


def _resolve(world: World, body: Resolve) -> typed.Body | None:
    name = body.table.text
    table = next((table for table in world.parsed.resolution if table.name.text == name), None)
    if table is None:
        known = tuple(other.name.text for other in world.parsed.resolution)
        world.report("RWN006", body.table.span, kind="table", name=name, known=known or None, near=nearest(name, known))
        return None
    if table.gives is not None:
        world.report("RWN021", body.table.span, name=name)
        return None
    return typed.Resolve(table=name)


def _use(world: World, scope: Scope, body: Use) -> typed.Body | None:
    name = body.name.text
    header = world.sequences.get(name)
    if header is None:
        known = tuple(world.sequences)
        world.report("RWN006", body.name.span, kind="sequence", name=name, known=known or None, near=nearest(name, known))
        return None
    world.use("sequence", name, body.name.span)
    arguments = calls.take(world, scope, header, body.arguments, body.name)
    return None if arguments is None else typed.Use(sequence=name, arguments=arguments)


def bind_sequences(world: World) -> tuple[typed.SequenceDef, ...]:
    found = []
    for spec in world.parsed.sequences:
        header = world.sequences.get(spec.head.name.text)
        if header is None or header.span != spec.head.name.span:
            continue
        path = ("sequences", header.name)
        with world.using("sequence", header.name), world.under("sequences"):
            bound = step(world, EMPTY.with_locals(*header.parameters), spec.step, Around(path=path))
        if bound is not None:
            found.append(typed.SequenceDef(name=header.name, parameters=header.parameters, step=bound, span=header.span))
    return tuple(found)
