"""The flow of play as one function: `advance` goes from node to node until somebody has to act.

A node that is reached from one place only is printed where it is reached; the others are arms of a decision tree over node numbers.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, assert_never

from compiler.emit.expressions.expressions import OR, can_act, spell, test
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.emit.play import chance as chances
from compiler.emit.play import choices
from compiler.emit.play.exits import follow
from compiler.emit.play.refusals import own_choices
from compiler.emit.play.sealed import settle
from compiler.emit.play.statements import fail, run, whole
from compiler.ir import stmts as st
from compiler.ir.exprs import Bool
from compiler.ir.flow import Branch, Decide, Draw, FlowNode, Over, Run, Sealed
from compiler.ir.simplify import negation
from compiler.ir.walk import walk

MOST_NODES: Final = 100_000
"""Nodes that may run without a stop."""

FEW: Final = 6
"""So many nodes are told apart one after the other."""

DEEPEST: Final = 40
"""Nodes that follow each other in one arm."""

LONG: Final = 12
"""A block with more nodes below it than this, and what is a step of the spec, is a function of its own."""


def heads_of(plan: Plan) -> list[int]:
    """The nodes that are arms: what play is resumed at, and what is reached from several places."""
    game = plan.game
    reached = Counter[int]()
    resumed = {0}
    for node in game.flow:
        for target in _targets(plan, node):
            reached[target] += 1
        if isinstance(node, Decide | Draw | Sealed):
            resumed.add(node.after)
            resumed |= {exit.node for exit in node.exits} if not isinstance(node, Sealed) else set()
            resumed.add(game.over)
    for node in game.flow:
        if isinstance(node, Run) and plan.survey.may_stop(node.block):
            resumed |= {exit.node for exit in node.exits}
            resumed.add(game.over)
    if game.horizon:
        resumed.add(game.over)
    return sorted(_cut_up(plan, resumed | {target for target, count in reached.items() if count > 1}))


def _cut_up(plan: Plan, heads: set[int]) -> set[int]:
    """Also every node so deep in an arm that it would be printed too far to the right, or too far down."""
    found = set(heads)
    waiting = [(number, 0) for number in heads]
    while waiting:
        number, depth = waiting.pop()
        for target in _targets(plan, plan.game.flow[number]):
            if target in heads:
                continue
            if depth + 1 >= DEEPEST:
                found.add(target)
            waiting.append((target, 0 if target in found else depth + 1))
    return found


def _targets(plan: Plan, node: FlowNode) -> Sequence[int]:
    match node:
        case Run(next=following):
            return (following,)
        case Branch(yes=yes, no=no):
            return (yes, no)
        case Decide(after=after) | Draw(after=after):
            return (after,)
        case Sealed(after=after, skip=skip):
            return (after, skip)
        case Over():
            return ()
        case _:
            assert_never(node)


def write_advance(f: Body) -> Function:
    """From a node on until something waits."""
    f.parameters.append("node: int")
    f.busy.add("node")
    f.declared.add("node")
    f.topic = "flow"
    heads = heads_of(f.plan)
    fault = f"s[{f.plan.slot('fault')}]"
    passed = f.fresh("passed")
    f.assign(passed, "0")
    with f.block(f"while {fault} == 0:"):
        f.add(f"{passed} += 1")
        with f.block(f"if {passed} > {MOST_NODES}:"):
            fail(f, f.plan.game.spin_rule)
            f.add("return")
        _tree(f, heads, frozenset(heads))
    return f.function(result="None", about=("Goes on from a node of the flow until somebody has to act, or the game is over.",))


def _tree(f: Body, numbers: Sequence[int], heads: frozenset[int]) -> None:
    """Finds the arm of the node by halving."""
    if len(numbers) > FEW:
        half = len(numbers) // 2
        with f.block(f"if node < {numbers[half]}:"):
            _tree(f, numbers[:half], heads)
        with f.block("else:"):
            _tree(f, numbers[half:], heads)
        return
    for at, number in enumerate(numbers):
        with f.scope():
            where = _path(f.plan, number)
            label = f"  # {where}" if where else ""
            if len(numbers) > 1:
                last = at == len(numbers) - 1
                f.open(f"else:{label}" if last else f"{'elif' if at else 'if'} node == {number}:{label}")
            _node(f, number, heads)


def _path(plan: Plan, number: int) -> str:
    node = plan.game.flow[number]
    match node:
        case Run(path=path) | Branch(path=path):
            return path
        case Decide(decision=decision) | Sealed(decision=decision):
            return plan.game.decisions[decision].path
        case Draw(chance=chance):
            return plan.game.chances[chance].path
        case Over():
            return "the game is over"
        case _:
            assert_never(node)


def _doc(plan: Plan, node: FlowNode) -> st.Doc | None:
    match node:
        case Run(doc=doc):
            return doc
        case Decide(decision=decision) | Sealed(decision=decision):
            return plan.game.decisions[decision].doc
        case Draw(chance=chance):
            return plan.game.chances[chance].doc
        case _:
            return None


def _go(f: Body, number: int, heads: frozenset[int]) -> None:
    """Goes on at a node: right here if it is reached from nowhere else."""
    if number in heads:
        f.add(f"node = {number}")
    else:
        _node(f, number, heads)


def _node(f: Body, number: int, heads: frozenset[int]) -> None:
    node = f.plan.game.flow[number]
    before = f.path, f.place
    f.path = "" if isinstance(node, Over) else _path(f.plan, number)
    f.place = f.plan.place(_doc(f.plan, node))
    match node:
        case Run():
            _run(f, node, heads)
        case Branch():
            _branch(f, node, heads)
        case Decide():
            _decide(f, number, node, heads)
        case Draw():
            _draw(f, number, node, heads)
        case Sealed():
            _sealed(f, number, node, heads)
        case Over():
            _wait(f, number, "-4")
        case _:
            assert_never(node)
    f.path, f.place = before


def _wait(f: Body, number: int, actor: str) -> None:
    f.add(f"s[{f.plan.slot('step')}] = {number}")
    f.add(f"s[{f.plan.slot('actor')}] = {actor}")
    f.add("return")


def _run(f: Body, node: Run, heads: frozenset[int]) -> None:
    block = node.block
    stops = f.plan.survey.may_stop(block)
    if stops or (node.step and sum(1 for _ in walk(block)) > LONG):
        name = f.plan.want("step", (block, node.path, node.doc), _leaf(node.path), "steps", f.name)
        follow(f, f"{name}(s)", (block,), node.exits, lambda: _go(f, node.next, heads))
        return
    with f.scope():
        topic = f.topic
        f.topic = _leaf(node.path) or topic
        run(f, block)
        f.topic = topic
    _go(f, node.next, heads)


def _leaf(path: str) -> str:
    return path.rpartition(".")[2]


def write_step(want: Want, f: Body) -> Function:
    """A step that nobody decides."""
    block, path, doc = want.subject
    return whole(f, block, doc, (f"What happens at `{path}`.",))


def _branch(f: Body, node: Branch, heads: frozenset[int]) -> None:
    if node.condition in (Bool(True), Bool(False)):
        _go(f, node.yes if node.condition == Bool(True) else node.no, heads)
        return
    topic = f.topic
    f.topic = _leaf(node.path) or topic
    asked = test(f, node.condition, OR)
    refused = test(f, negation(node.condition))
    f.topic = topic
    if node.yes in heads and node.no in heads:
        f.add(f"node = {node.yes} if {asked} else {node.no}")
    elif node.no in heads:
        with f.block(f"if {refused}:"):
            f.add(f"node = {node.no}")
            f.add("continue")
        _go(f, node.yes, heads)
    else:
        with f.block(f"if {asked}:"):
            _go(f, node.yes, heads)
            if node.yes in heads:
                f.add("continue")
        if node.yes in heads:
            _go(f, node.no, heads)
        else:
            with f.block("else:"):
                _go(f, node.no, heads)


# ---- decisions


def _cut(f: Body) -> None:
    """The horizon comes before everything else."""
    if f.plan.game.horizon:
        with f.block(f"if s[{f.plan.slot('decisions')}] >= HORIZON:"):
            f.add(f"s[{f.plan.slot('truncated')}] = 1")
            f.add(f"node = {f.plan.game.over}")
            f.add("continue")


def _decide(f: Body, number: int, node: Decide, heads: frozenset[int]) -> None:
    decision = f.plan.game.decisions[node.decision]
    _cut(f)
    own = own_choices(f, decision)
    if any(choices.is_always_legal(f.plan, which) for which in decision.actions):
        _wait(f, number, spell(f, decision.actor))
        return
    forced = [can_act(f, which).text for which in decision.forced]
    if any(choices.is_always_legal(f.plan, which) for which in decision.forced):
        _wait(f, number, spell(f, decision.actor))
        return
    asked = " or ".join([*own, *forced]) or "False"
    with f.block(f"if {asked}:"):
        _wait(f, number, spell(f, decision.actor))
    if decision.otherwise is None or decision.forced:
        fail(f, decision.rule)
        return
    if not f.plan.survey.may_stop(decision.otherwise) and len(decision.otherwise) <= 2:
        with f.scope():
            run(f, decision.otherwise)
        _go(f, node.after, heads)
        return
    name = f.plan.want("otherwise", node.decision, f"otherwise_{decision.name}", "choices", f.name)
    follow(f, f"{name}(s)", (decision.otherwise,), node.exits, lambda: _go(f, node.after, heads))


def write_otherwise(want: Want, f: Body) -> Function:
    decision = f.plan.game.decisions[int(str(want.subject))]
    return whole(f, decision.otherwise or (), decision.doc, (f"What happens at `{decision.path}` where nothing is legal.",))


# ---- chance


def _draw(f: Body, number: int, node: Draw, heads: frozenset[int]) -> None:
    chance = f.plan.game.chances[node.chance]
    explicit = f"s[{f.plan.slot('explicit')}] != 0"
    may = chances.call(f, "total", node.chance, 0) + " > 0" if not chances.is_whole_product(chance.stages[0]) else ""
    with f.block(f"if {explicit}{' and ' + may if may else ''}:"):
        _wait(f, number, "-1")
    name = f.plan.want("draw", node.chance, f"draw_{chance.name}", "chance", f.name)
    follow(f, f"{name}(s)", (chance.do, chance.otherwise or ()), node.exits, lambda: _go(f, node.after, heads))


# ---- sealed choices


def _sealed(f: Body, number: int, node: Sealed, heads: frozenset[int]) -> None:
    decision = f.plan.game.decisions[node.decision]
    with f.block(f"if s[{f.plan.slot('seal_count')}] == 0:"):
        _go(f, node.skip, heads)
    with f.block("else:"):
        _cut(f)
        opened = f.plan.want("seal", node.decision, f"open_{decision.name}", "choices", f.name)
        with f.block(f"if {opened}(s):"):
            f.add(f"s[{f.plan.slot('step')}] = {number}")
            f.add("return")
        settle(f, node, lambda: _go(f, node.after, heads))
