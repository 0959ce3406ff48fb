"""Which rules a rule uses: the definitions, effects, tables, sequences, graphs, variables, zones and options that it names.

    uses_of(step)       # {"define.sharing", "define.nearness", "state.takes"}

A composite step's own keys count, the steps inside it do not: they are rules themselves.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import RememberSymbol
from compiler.checks.rules import Rule
from compiler.checks.walk import is_node, walk


def uses_of(node: object) -> frozenset[str]:
    """The paths of what a rule's node names directly."""
    if isinstance(node, t.Step):
        node = alone(node)
    if isinstance(node, RememberSymbol):
        return frozenset(f"{kind}.{name}" for name in node.of for kind in ("define", "state"))
    return frozenset(_named(node)) if is_node(node) else frozenset()


def used_by(rules: tuple[Rule, ...]) -> dict[str, tuple[str, ...]]:
    """For each path the paths of the rules that name it, in written order."""
    found: dict[str, list[str]] = {}
    for rule in rules:
        for path in sorted(uses_of(rule.node)):
            if path != rule.path:
                found.setdefault(path, []).append(rule.path)
    return {path: tuple(users) for path, users in found.items()}


def alone(step: t.Step) -> t.Step:
    """The step without those inside it, and without actions that are rules themselves."""
    match step.body:
        case t.Composite() | t.Either():
            return replace(step, body=replace(step.body, steps=()))
        case t.Decision() if not step.body.single:
            return replace(step, body=replace(step.body, actions=()))
        case _:
            return step


def _named(node: object) -> Iterator[str]:
    for part in walk(node):
        match part:
            case t.Call(name=name, kind=kind):
                yield f"define.{name}" if kind == "define" else f"resolution.{name}"
            case t.Do(effect=name):
                yield f"effects.{name}"
            case t.Resolve(table=name):
                yield f"resolution.{name}"
            case t.Use(sequence=name):
                yield f"sequences.{name}"
            case t.StateRef(state=name) | t.Assign(state=name):
                yield f"state.{name}"
            case t.ZoneRef(zone=name):
                yield f"zones.{name}"
            case t.Const(option=name) if name:
                yield f"options.{name}"
            case t.FieldRef(component=name) | t.TextCompare(component=name):
                yield f"components.{name}"
            case t.Builtin(graph=graph, board=board, remember=memory):
                yield from ([f"graphs.{graph}"] if graph else [])
                yield from ([f"remember.{memory}"] if memory else [])
                yield from ([f"boards.{board}"] if board else [])
            case t.Walked(graph=graph, board=board):
                yield from ([f"graphs.{graph}"] if graph else [])
                yield from ([f"boards.{board}"] if board else [])
            case _:
                pass
