"""A typed spec to a game: everything lowered in the order of play, then laid out and numbered.

In: a `TypedSpec` without errors. Out: a `GameIR`, or None where it says something that this compiler cannot lower yet (each such thing a
problem of its own).
"""

from typing import Final

from msgspec.structs import replace

from compiler.bind.nouns import typed as t
from compiler.diagnostics.problem import Problems
from compiler.ir.flow import Over
from compiler.ir.game import GameIR, OptionIR, Stand
from compiler.lower.builtins import graphs
from compiler.lower.builtins.both_ways import both_ways
from compiler.lower.builtins.builtins import BUILTINS
from compiler.lower.expressions.patterns import field_texts
from compiler.lower.fingerprint import spec_hash
from compiler.lower.finish import finish_game
from compiler.lower.layout import lay_out, with_rules
from compiler.lower.nouns.world import World, open_world
from compiler.lower.play import numbering, results, views
from compiler.lower.play import steps as tree
from compiler.lower.play.chance import Draws
from compiler.lower.play.choices import Choices
from compiler.lower.play.definitions import functions, procedures
from compiler.lower.things import memories
from compiler.lower.things.planes import lower_planes
from compiler.lower.types.carriers import carrier


def lower_spec(typed: t.TypedSpec, problems: Problems) -> GameIR | None:
    world = open_world(typed, problems, BUILTINS)
    game = _lower(world)
    return None if world.unsupported else game


def _lower(world: World) -> GameIR | None:
    typed = world.typed
    not_now = world.rule("not_now", "", (), None, "another action is to be chosen now")
    spin = world.rule("spin", "", (), None, "nothing is ever chosen or drawn")
    if _too_many_steps(world):
        return None
    flow = tree.Flow(world=world, choices=Choices(), draws=Draws())
    for interrupt in typed.interrupts:
        for path in interrupt.after:
            flow.windows.setdefault(path, []).append(interrupt)
    tree.prepare(flow)
    over = flow.put(Over())
    play = tree.build_steps(flow, typed.phases, over, tree.Around(in_phases=True))
    entry = tree.build_steps(flow, typed.setup, play, tree.Around())
    made_procedures = procedures(world)
    made_graphs = tuple(graphs.lower_graph(world, graph) for graph in typed.graphs)
    made_memories = tuple(memories.memory(world, symbol) for symbol in typed.remembers)
    result = results.result(world)
    always = results.facts(world, typed.always, "always")
    claims = results.facts(world, typed.claims, "claims")
    view = views.view(world)
    made_functions = functions(world)
    if world.unsupported:
        return None
    numbers, nodes = numbering.finish(flow, entry, over, made_procedures)
    layout, init = lay_out(world, max(flow.choices.staged, flow.draws.staged), len(nodes) - 1)
    if world.unsupported:
        return None
    made_planes = lower_planes(world)
    return finish_game(
        GameIR(
            game=typed.parsed.game.text,
            variant=typed.parsed.variant,
            title=typed.parsed.title or typed.parsed.game.text.replace("_", " ").capitalize(),
            language=typed.parsed.language,
            spec_hash=spec_hash(typed.parsed.tree),
            players_low=typed.players_low,
            players_high=typed.players_high,
            horizon=typed.horizon or 0,
            options=_options(world),
            layout=with_rules(layout, len(world.rules)),
            functions=made_functions,
            procedures=made_procedures,
            actions=tuple(flow.choices.actions),
            decisions=tuple(flow.choices.decisions),
            chances=tuple(flow.draws.chances),
            flow=nodes,
            over=numbers[over],
            init=init,
            result=result,
            graphs=tuple(both_ways(graph, {function.name: function for function in made_functions}, layout) for graph in made_graphs),
            memories=made_memories,
            planes=made_planes,
            always=always,
            rules=tuple(world.rules),
            spin_rule=spin,
            not_now_rule=not_now,
            num_actions=flow.choices.codes,
            max_actions=flow.choices.most,
            num_outcomes=flow.draws.codes,
            max_outcomes=flow.draws.most,
            view=view,
            field_texts=field_texts(world),
            claims=claims,
            phases_entry=numbers[numbering.resolve(flow, play)],
            stands=_stands(flow, numbers),
        )
    )


MOST_STEPS: Final = 20_000
"""A sequence is laid out wherever it is used, those that it uses included; more steps than this are refused."""


def _too_many_steps(world: World) -> bool:
    """Reports the first use that lays out more than MOST_STEPS."""
    sequences = {item.name: item.step for item in world.typed.sequences}
    known: dict[str, int] = {}

    def size(step: t.Step) -> int:
        if isinstance(step.body, t.Composite | t.Either):
            return 1 + sum(size(inner) for inner in step.body.steps)
        if not isinstance(step.body, t.Use):
            return 1
        name = step.body.sequence
        if name not in known:
            known[name] = size(sequences[name])
        return 1 + known[name]

    for step in (*world.typed.setup, *world.typed.phases):
        found = size(step)
        if found > MOST_STEPS:
            world.report(step.span, f"{found:,} steps, as sequences are laid out wherever they are used")
            return True
    return False


def _options(world: World) -> tuple[OptionIR, ...]:
    found = []
    for option in world.typed.options:
        made = carrier(world, option.type)
        value = made.text(option.value)
        if made.truth:
            value = "yes" if option.value else "no"
        settles = tuple(cite.clause for cite in option.settles)
        found.append(OptionIR(name=option.name, value=value, readings=option.readings, settles=settles))
    return tuple(found)


def _stands(flow: tree.Flow, numbers: dict[int, int]) -> tuple[Stand, ...]:
    """Steps that can be reached; what the options exclude has no place to stand."""
    found = []
    for stand in flow.stands.values():
        node = numbering.resolve(flow, stand.node)
        if node in numbers and not stand.path.startswith("setup."):
            body = numbers.get(numbering.resolve(flow, stand.body), -1) if stand.own is not None else -1
            found.append(replace(stand, node=numbers[node], own=stand.own if body >= 0 else None, body=body))
    return tuple(found)
