"""The flow of play as one function: `advance` goes from node to node until somebody has to act.

A node that is reached from one place only is printed where it is reached; the others are arms of a decision tree over node numbers.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from compiler.emit import chances, choices
from compiler.emit.body import Body
from compiler.emit.codes import complete, decode
from compiler.emit.plan import Function, Plan, Want
from compiler.emit.printer import OR, can_act, spell, test
from compiler.emit.refusals import own_choices
from compiler.emit.signatures import locals_of, parameters
from compiler.emit.statements import fail, put, run, whole
from compiler.ir import stmts as st
from compiler.ir.exprs import Bool, Const
from compiler.ir.flow import Branch, Decide, Draw, Exit, FlowNode, Over, Run, Sealed
from compiler.ir.layout import HEADER
from compiler.ir.simplify import negation
from compiler.ir.walk import walk

MOST_NODES: Final = 100_000
"""Nodes that may run without a stop."""

FEW: Final = 6
"""So many nodes are told apart one after the other."""

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
        if isinstance(node, Run) and _stops(plan, node.block):
            resumed |= {exit.node for exit in node.exits}
            resumed.add(game.over)
    if game.horizon:
        resumed.add(game.over)
    return sorted(resumed | {target for target, count in reached.items() if count > 1})


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


def _stops(plan: Plan, block: st.Block) -> bool:
    return plan.survey.may_stop(block)


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
    stops = _stops(f.plan, block)
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


def follow(f: Body, called: str, blocks: Sequence[st.Block], exits: Sequence[Exit], go: Callable[[], None]) -> None:
    """Calls effects (one of these blocks) and goes where they lead: on, to an exit, to the end."""
    if not any(_stops(f.plan, block) for block in blocks):
        f.add(called)
        go()
        return
    with f.scope():
        stop = f.fresh("stop")
        f.assign(stop, called)
        with f.block(f"if {stop} == 0:"):
            go()
        _exits(f, stop, frozenset().union(*(f.plan.survey.leaves(block) for block in blocks)), exits)


def _exits(f: Body, stop: str, left: frozenset[str], exits: Sequence[Exit]) -> None:
    for exit in exits:
        if exit.name in left:
            with f.block(f"elif {stop} == {f.plan.stop(exit.name)}:"):
                f.add(f"node = {exit.node}")
    with f.block("else:"):
        f.add(f"node = {f.plan.game.over}")


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
    if not _stops(f.plan, decision.otherwise) and len(decision.otherwise) <= 2:
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


def settle(f: Body, node: Sealed, go: Callable[[], None]) -> None:
    """Carries out what everybody chose, and goes on."""
    decision = f.plan.game.decisions[node.decision]
    name = f.plan.want("settle", node.decision, f"settle_{decision.name}", "choices", f.name)
    follow(f, f"{name}(s)", _sealed_blocks(f.plan, node.decision), (), go)


def _sealed_blocks(plan: Plan, number: int) -> list[st.Block]:
    decision = plan.game.decisions[number]
    return [*(plan.game.actions[which].do for which in decision.actions), decision.otherwise or ()]


def write_open_seal(want: Want, f: Body) -> Function:
    """Asks who can choose; the first of them acts."""
    number = int(str(want.subject))
    decision = f.plan.game.decisions[number]
    pending, order = f.plan.offsets["pending"], f.plan.offsets["seal_order"]
    with f.scope():
        slot = f.loop("at", f"{pending}, {pending} + {f.plan.blocks['pending'].length}", is_temporary=True)
        f.add(f"s[{slot}] = -1")
    first = f.fresh("first")
    f.assign(first, "-1")
    with f.scope():
        at = f.loop("at", f"{order}, {order} + s[{f.plan.slot('seal_count')}]", is_temporary=True)
        seat = f.let(decision.sealed, f"s[{at}]")
        sure = any(choices.is_always_legal(f.plan, which) for which in decision.actions)
        asked = "True" if sure else " or ".join(own_choices(f, decision)) or "False"
        with f.block(f"if {asked}:"):
            f.add(f"s[{pending} + {seat}] = -2")
            with f.block(f"if {first} < 0:"):
                f.add(f"{first} = {seat}")
        with f.block("else:"):
            f.add(f"s[{pending} + {seat}] = -3")
    f.add(f"s[{f.plan.slot('actor')}] = {first}")
    f.add(f"return {first} >= 0")
    return f.function(result="bool", about=(f"Opens the sealed choice `{decision.path}`; whether anybody can choose.",))


def write_settle(want: Want, f: Body) -> Function:
    """The effects of all that was committed, in order."""
    number = int(str(want.subject))
    decision = f.plan.game.decisions[number]
    pending, order = f.plan.offsets["pending"], f.plan.offsets["seal_order"]
    stops = any(_stops(f.plan, block) for block in _sealed_blocks(f.plan, number))
    stop = f.fresh("stop")
    if stops:
        f.assign(stop, "0")
    keeps = [which for which in decision.actions if len(_kept(f.plan, which)) > 0]
    if keeps:
        _read_first(f, number, keeps)
    with f.scope():
        at = f.loop("at", f"{order}, {order} + s[{f.plan.slot('seal_count')}]", is_temporary=True)
        seat = f.let(decision.sealed, f"s[{at}]")
        code = f.fresh("action")
        f.assign(code, f"s[{pending} + {seat}]")
        for place, which in enumerate(decision.actions):
            action = f.plan.game.actions[which]
            (stage,) = action.stages
            with f.block(f"{'elif' if place else 'if'} {stage.base} <= {code} < {stage.base + stage.size}:"):
                wanted = set(parameters(f.plan.survey, which, "do", 1))
                decode(f, stage, code, wanted & {digit.local for digit in stage.digits})
                for index, local in enumerate(_kept(f.plan, which)):
                    f.let(local, f"s[{_region(f.plan, number)} + {f.plan.blocks['pending'].length} * {index} + {seat}]")
                called = choices.call(f, "do", which, 1)
                f.add(f"{stop} = {called}" if _stops(f.plan, action.do) else called)
        with f.block("else:"):
            _without_choice(f, number, stop)
        if stops:
            with f.block(f"if {stop} != 0:"):
                f.add("break")
    with f.scope():
        slot = f.loop("at", f"{pending}, {pending} + {f.plan.blocks['pending'].length}", is_temporary=True)
        f.add(f"s[{slot}] = -1")
    put(f, "seal_count", Const(0), "0")
    if stops:
        f.add(f"return {stop}")
    return f.function(result="int" if stops else "None", doc=decision.doc, about=(f"Carries out what was chosen at `{decision.path}`.",))


def _without_choice(f: Body, number: int, stop: str) -> None:
    decision = f.plan.game.decisions[number]
    if decision.otherwise is None:
        fail(f, decision.rule)
        return
    name = f.plan.want("sealed otherwise", number, f"otherwise_{decision.name}", "choices", f.name)
    used = decision.sealed in f.plan.survey.free(decision.otherwise)
    called = f"{name}(s{', ' + f.env[decision.sealed] if used else ''})"
    f.add(f"{stop} = {called}" if _stops(f.plan, decision.otherwise) else called)


def _kept(plan: Plan, number: int) -> tuple[str, ...]:
    """Names of a sealed action that its code does not hold: they are read on the opening position."""
    action = plan.game.actions[number]
    (stage,) = action.stages
    digits = {digit.local for digit in stage.digits}
    return tuple(local for local in parameters(plan.survey, number, "do", 1) if local in locals_of(stage) and local not in digits)


def _region(plan: Plan, number: int) -> str:
    most = max(len(_kept(plan, which)) for which in plan.game.decisions[number].actions)
    name = plan.game.decisions[number].name
    return plan.region(f"kept_{name}", most * plan.blocks["pending"].length, f"what codes of {name} stand for beyond their digits, by seat")


def _read_first(f: Body, number: int, keeps: Sequence[int]) -> None:
    decision = f.plan.game.decisions[number]
    pending, order = f.plan.offsets["pending"], f.plan.offsets["seal_order"]
    with f.scope():
        at = f.loop("at", f"{order}, {order} + s[{f.plan.slot('seal_count')}]", is_temporary=True)
        seat = f.let(decision.sealed, f"s[{at}]")
        code = f.fresh("action")
        f.assign(code, f"s[{pending} + {seat}]")
        for which in keeps:
            action = f.plan.game.actions[which]
            (stage,) = action.stages
            with f.block(f"if {stage.base} <= {code} < {stage.base + stage.size}:"):
                decode(f, stage, code, {digit.local for digit in stage.digits})
                conditions = tuple(condition.condition for condition in stage.conditions)
                complete(f, stage, conditions, set(_kept(f.plan, which)), action.name)
                for index, local in enumerate(_kept(f.plan, which)):
                    f.add(f"s[{_region(f.plan, number)} + {f.plan.blocks['pending'].length} * {index} + {seat}] = {f.env[local]}")


# ---- the entry


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
        if _stops(plan, plan.game.init):
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

