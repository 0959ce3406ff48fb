"""The start of a game: every slot at its start value, then setup.

Where nothing draws from one of the streams, `init` is `begin_game` and that stream's seed: many games are begun, and only the last has its seed read.
"""

from collections.abc import Iterator
from typing import Final

from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan
from compiler.ir.layout import HEADER

STREAMS: Final = ("deal", "dice")
"""By number, as they are seeded."""


def idle(plan: Plan) -> list[int]:
    """Streams that nothing draws from."""
    drawn = {chance.stream for chance in plan.game.chances}
    return [number for number, name in enumerate(STREAMS) if name not in drawn]


def seeding(plan: Plan, numbers: list[int], seed: str) -> Iterator[str]:
    for number in numbers:
        yield f"seed_stream(s, {plan.slot(f'{STREAMS[number]}_low')}, {seed}, {number})"


def write_init(f: Body) -> Function:
    """Everything at its start value, then setup."""
    plan = f.plan
    f.parameters += ["players: int", "seed: int", "explicit_chance: int"]
    about = "Sets a vector up and plays on to the first stop. Returns 0, or the number of the rule that failed."
    unseeded = idle(plan)
    if not unseeded:
        return _begin(f, about)
    f.add("begin_game(s, players, seed, explicit_chance)")
    for line in seeding(plan, unseeded, "seed"):
        f.add(line)
    f.add(f"return s[{plan.slot('fault')}]")
    return f.function(result="int", about=(about,))


def write_begin_game(f: Body) -> Function:
    f.parameters += ["players: int", "seed: int", "explicit_chance: int"]
    return _begin(f, "As `init`, without seeds for streams that nothing draws from.")


def _begin(f: Body, about: str) -> Function:
    plan = f.plan
    f.busy |= {"players", "seed", "explicit_chance"}
    with f.scope():
        at = f.loop("at", "KEPT", is_temporary=True)
        f.add(f"s[{at}] = 0")
    f.add_fresh_start()
    for block in plan.game.layout.blocks:
        _start(f, block.name)
    f.add(f"s[{plan.slot(HEADER[0][0])}] = players")
    f.add(f"s[{plan.slot('explicit')}] = 1 if explicit_chance != 0 else 0")
    f.add(f"s[{plan.slot('winner')}] = -1")
    unseeded = idle(plan)
    for line in seeding(plan, [number for number in range(len(STREAMS)) if number not in unseeded], "seed") if unseeded else ("reseed(s, seed)",):
        f.add(line)
    node = "0"
    if plan.game.init:
        called = f"{plan.want('step', (plan.game.init, 'start values', None), 'start_values', 'steps')}(s)"
        if plan.survey.may_stop(plan.game.init):
            node = f"0 if {called} == 0 else {plan.game.over}"
        else:
            f.add(called)
    f.add(f"advance(s, {node})")
    f.add(f"return s[{plan.slot('fault')}]")
    return f.function(result="int", about=(about,))


def _start(f: Body, name: str) -> None:
    """The start values of a block that are not 0."""
    block = f.plan.blocks[name]
    start = f.plan.offsets[name]
    if not any(block.start):
        return
    if len(set(block.start)) == 1 and len(block.start) > 2:
        with f.scope():
            at = f.loop("at", f"{start}, {start} + {len(block.start)}", is_temporary=True)
            f.add(f"s[{at}] = {block.start[0]}")
    elif len(block.start) <= 2:
        for index, value in enumerate(block.start):
            if value:
                f.add(f"s[{f.plan.slot(name, index)}] = {value}")
    else:
        table = f.plan.table(block.start, f"{f.plan.offsets[name]}_start")
        with f.scope():
            at = f.loop("at", str(len(block.start)), is_temporary=True)
            f.add(f"s[{start} + {at}] = {table}[{at}]")
