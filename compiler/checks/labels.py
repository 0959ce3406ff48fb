"""Labels that name nothing: a label stands for a name of the spec, a value as it is written, a seat or a step, else nobody ever reads it.

Works on words: `young_wolf`, `young_wolf 3`, `phases.round.trick`, `p0` are names because each of their words is one.
"""

import re
from collections.abc import Iterator
from typing import Final

from compiler.bind.nouns import typed as t
from compiler.checks.rules import steps_of
from compiler.diagnostics.problem import Problem, Problems
from compiler.diagnostics.suggest import nearest
from compiler.ir.game import GameIR
from compiler.load.tree import Mapping, Node, Sequence

OWN: Final = ("none", "true", "false", "chance", "hidden", "over")
"""words that values have without the spec's doing"""

_BETWEEN: Final = re.compile(r"[.\s]+")


def check_labels(typed: t.TypedSpec, game: GameIR | None, problems: Problems) -> None:
    named: dict[str, None] = {}
    for label, _ in typed.parsed.labels:
        named = named or dict.fromkeys(_names(typed))
        if all(word in named or word.isdigit() for word in _BETWEEN.split(label.text)):
            continue
        near = nearest(label.text, named)
        hint = f"did you mean {' or '.join(f'`{name}`' for name in near)}?" if near else None
        problems.add(Problem(code="RWC073", span=label.span, facts={"name": label.text, "subject": f"labels.{label.text}", "hint": hint}))


def _names(typed: t.TypedSpec) -> Iterator[str]:
    """Every word that a name of the spec or the text of a value is made of."""
    yield from (f"p{seat}" for seat in range(typed.players_high))
    yield from _keys(typed.parsed.tree.root)
    for enum in typed.enums:
        yield from enum.values
    for board in typed.boards:
        yield from (*board.sites, *board.directions, *(name for name, _ in board.regions), *(name for name, _ in board.line_sets))
    for component in typed.components:
        texts = (*component.names, *component.faces, *(text for each in component.fields for text in each.texts))
        yield from (word for text in texts for word in text.split())
    for step in steps_of(typed):
        yield step.name
        if isinstance(step.body, t.Decision):
            yield from (action.name for action in step.body.actions)
            yield from (local.name for action in step.body.actions for local in action.code)
    yield from OWN


def _keys(node: Node) -> Iterator[str]:
    """The keys of the spec, those of its labels left out."""
    match node:
        case Mapping():
            for entry in node.entries:
                if entry.key.text != "labels":
                    yield entry.name
                    yield from _keys(entry.value)
        case Sequence():
            for item in node.items:
                yield from _keys(item)
        case _:
            pass
