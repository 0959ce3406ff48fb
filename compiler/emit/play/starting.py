"""The start of a game: every slot at its start value, then setup."""

from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function
from compiler.ir.layout import HEADER


def write_init(f: Body) -> Function:
    """Everything at its start value, then setup."""
    plan = f.plan
    f.parameters += ["players: int", "seed: int", "explicit_chance: int"]
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
    f.add("reseed(s, seed)")
    node = "0"
    if plan.game.init:
        called = f"{plan.want('step', (plan.game.init, 'start values', None), 'start_values', 'steps')}(s)"
        if plan.survey.may_stop(plan.game.init):
            node = f"0 if {called} == 0 else {plan.game.over}"
        else:
            f.add(called)
    f.add(f"advance(s, {node})")
    f.add(f"return s[{plan.slot('fault')}]")
    return f.function(result="int", about=("Sets a vector up and plays on to the first stop. Returns 0, or the number of the rule that failed.",))


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
