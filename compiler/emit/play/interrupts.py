"""What the others see while a seat is asked for an interrupt: the position as play would go on if nobody said a word.

`observe` keeps the position, goes on to the next step of play, copies out what may be seen, and restores it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from compiler.emit.expressions.expressions import spell, test
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Want
from compiler.emit.play.statements import run
from compiler.ir.flow import Branch, Decide, FlowNode, Run, is_passing, windows

NOBODY = "-1"
"""The actor of a step that no seat decides."""


@contextmanager
def looking_on(f: Body) -> Iterator[None]:
    """What is written inside sees the position as those see it who are not asked."""
    game = f.plan.game
    asking = windows(game.flow)
    if not asking:
        yield
        return
    ahead = f.fresh("ahead")
    step = f"s[{f.plan.slot('step')}]"
    f.assign(ahead, f"seat != s[{f.plan.slot('actor')}] and ({' or '.join(f'{step} == {number}' for number in asking)})")
    saved = f.plan.reserve("before_observing", game.layout.kept, "the position while it is seen as it will go on")
    with f.block(f"if {ahead}:"):
        f.add_fresh_start()
        f.add(f"{f.plan.use('keep')}(s, {saved})")
        f.add(f"{f.plan.want('go on', 'flow', 'go_on', 'contract', f.name)}(s)")
    yield
    with f.block(f"if {ahead}:"):
        f.add(f"{f.plan.use('restore')}(s, {saved})")
        f.add_fresh_start()


def write_go_on(want: Want, f: Body) -> Function:
    """From the window that waits to the next step of play."""
    flow = f.plan.game.flow
    step = f"s[{f.plan.slot('step')}]"
    if "staged" in f.plan.blocks:
        with f.scope():
            at = f.loop("at", str(f.plan.blocks["staged"].length), is_temporary=True)
            f.add(f"s[{f.plan.slot('staged')} + {at}] = 0")
    node = f.fresh("node")
    asking = windows(flow)
    f.assign(node, _resumed(flow[asking[-1]]))
    for number in asking[:-1]:
        with f.block(f"if {step} == {number}:"):
            f.add(f"{node} = {_resumed(flow[number])}")
    with f.block(f"while s[{f.plan.slot('fault')}] == 0:"):
        for number in _reached(flow):
            with f.block(f"if {node} == {number}:"):
                _node(f, node, number, flow[number])
    return f.function(result="None", about=("Goes on from a window to the next step of play, as if nobody had anything to say.",))


def _resumed(node: FlowNode) -> str:
    assert isinstance(node, Decide)
    return str(node.resume)


def _reached(flow: tuple[FlowNode, ...]) -> list[int]:
    """The nodes between windows and the next steps of play, these included."""
    found: dict[int, None] = {}
    waiting = [node.resume for number in windows(flow) if isinstance(node := flow[number], Decide)]
    while waiting:
        number = waiting.pop()
        if number in found:
            continue
        found[number] = None
        node = flow[number]
        if isinstance(node, Branch):
            waiting += [node.yes, node.no]
        elif isinstance(node, Run) and is_passing(node):
            waiting.append(node.next)
    return sorted(found)


def _node(f: Body, name: str, number: int, node: FlowNode) -> None:
    match node:
        case Branch(condition=condition, yes=yes, no=no):
            f.add(f"{name} = {yes} if {test(f, condition)} else {no}")
            f.add("continue")
        case Run(block=block, next=following) if is_passing(node):
            run(f, block)
            f.add(f"{name} = {following}")
            f.add("continue")
        case _:
            actor = spell(f, f.plan.game.decisions[node.decision].actor) if isinstance(node, Decide) else NOBODY
            f.add(f"s[{f.plan.slot('step')}] = {number}")
            f.add(f"s[{f.plan.slot('actor')}] = {actor}")
            f.add("return")
