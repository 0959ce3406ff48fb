"""Interrupts: after which steps their window opens, who is asked, and what is offered."""

from collections.abc import Mapping

from compiler.bind.expressions import binders as binding
from compiler.bind.expressions import facts
from compiler.bind.expressions.reading import walk
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY
from compiler.bind.nouns.types import BadType, PlayerType
from compiler.bind.nouns.world import World
from compiler.bind.play.steps import Around, steps_of
from compiler.bind.play.tree import find_paths, report_unknown
from compiler.bind.things.options import cites
from compiler.bind.types.lattice import show


def bind_interrupts(world: World, defines: tuple[typed.Define, ...]) -> tuple[typed.Interrupt, ...]:
    found = []
    for spec in world.parsed.interrupts:
        with world.under("interrupts", spec.name.text):
            after = []
            for written in spec.after:
                paths = find_paths(world, written, ("setup", "phases", "sequences"))
                if len(paths) == 1:
                    after.append(paths[0])
                elif paths:
                    name = ".".join(word.text for word in written)
                    world.report("RWN010", written[0].span.to(written[-1].span), name=name, types=tuple(" ".join(path) for path in paths))
                else:
                    report_unknown(world, written)
            world.windows[spec.name.text] = tuple(after)
            with world.under("ask"):
                bound, scope = binding.bind(world, EMPTY, spec.ask, "loop")
                ask = bound[0]
                if not isinstance(ask.local.type, (PlayerType, BadType)):
                    world.report("RWT001", spec.ask.domain.span, context="who is asked", expected="player", found=show(ask.local.type))
                _asks_openly(world, ask, {define.name: define for define in defines})
            below = scope.with_facts(facts.lasting(scope.facts))
            offers = steps_of(world, below, spec.offers, Around(path=("interrupts", spec.name.text), seat=ask.local))
        found.append(
            typed.Interrupt(
                name=spec.name.text, after=tuple(after), ask=ask, open=spec.open, offers=offers, cite=cites(spec.cite), span=spec.name.span
            )
        )
    return tuple(found)


def _asks_openly(world: World, ask: typed.Binder, defines: Mapping[str, typed.Define]) -> None:
    """`ask` may read only what everybody sees, and so may the definitions it calls."""
    asked: set[str] = set()
    pending: list[object] = [ask]
    while pending:
        for node in walk(pending.pop()):
            name = ""
            if isinstance(node, typed.StateRef) and world.states[node.state].seen != "all":
                name = node.state
            if isinstance(node, typed.ZoneRef) and node.zone in world.zones and world.zones[node.zone].seen != "all":
                name = node.zone
            if name:
                world.report("RWC021", ask.span, name=name)
            if isinstance(node, typed.Call) and node.name not in asked and node.name in defines:
                asked.add(node.name)
                pending.append(defines[node.name].body)
