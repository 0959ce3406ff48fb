"""The nodes that can be reached, numbered in the order of play, with the exits that their effects need."""

from msgspec.structs import replace

from compiler.ir import stmts as s
from compiler.ir.flow import Branch, Decide, Draw, Exit, FlowNode, Over, Run, Sealed
from compiler.ir.walk import walk
from compiler.lower.play.steps import Enclosing, Flow, Label


def finish(flow: Flow, entry: Label, over: Label, procedures: tuple[s.ProcedureIR, ...]) -> tuple[dict[Label, int], tuple[FlowNode, ...]]:
    """The nodes that can be reached, numbered from the entry on in the order of play, with the exits that their effects need."""
    leaves = _leaves_of(procedures)
    order: dict[Label, int] = {}
    pending = [entry]
    while pending:
        label = resolve(flow, pending.pop())
        if label in order:
            continue
        order[label] = len(order)
        pending.extend(reversed(_targets(flow, label, leaves)))
    if resolve(flow, over) not in order:
        order[resolve(flow, over)] = len(order)
    nodes = tuple(_renumbered(flow, label, order, leaves) for label in order)
    return order, nodes


def resolve(flow: Flow, label: Label) -> Label:
    seen: set[Label] = set()
    while label in flow.aliases:
        if label in seen:
            return spin(flow, label)
        seen.add(label)
        label = flow.aliases[label]
    return label


def spin(flow: Flow, label: Label) -> Label:
    """A loop in which nothing at all can happen: it runs until the machine stops it."""
    del flow.aliases[label]
    flow.nodes[label] = Run(block=(), next=label)
    return label


def _targets(flow: Flow, label: Label, leaves: dict[str, tuple[str, ...]]) -> list[Label]:
    node = flow.nodes[label]
    exits = [exit.node for exit in _exits(flow, label, leaves)]
    match node:
        case Run():
            return [node.next, *exits]
        case Branch():
            return [node.yes, node.no]
        case Decide(resume=resume):
            return [node.after, *exits, *([resume] if resume >= 0 else [])]
        case Draw():
            return [node.after, *exits]
        case Sealed():
            return [node.after, node.skip]
        case Over():
            return []


def _renumbered(flow: Flow, label: Label, order: dict[Label, int], leaves: dict[str, tuple[str, ...]]) -> FlowNode:
    node = flow.nodes[label]

    def at(target: Label) -> int:
        return order[resolve(flow, target)]

    exits = tuple(Exit(name=exit.name, node=at(exit.node)) for exit in _exits(flow, label, leaves))
    match node:
        case Run():
            return replace(node, next=at(node.next), exits=exits)
        case Branch():
            return replace(node, yes=at(node.yes), no=at(node.no))
        case Decide():
            return replace(node, after=at(node.after), exits=exits, resume=at(node.resume) if node.resume >= 0 else -1)
        case Draw():
            return replace(node, after=at(node.after), exits=exits)
        case Sealed():
            return replace(node, after=at(node.after), skip=at(node.skip))
        case Over():
            return node


def _exits(flow: Flow, label: Label, leaves: dict[str, tuple[str, ...]]) -> list[Exit]:
    """In the order the effects name them."""
    if label not in flow.leavers:
        return []
    names: dict[str, None] = {}
    for block in _effects(flow, flow.nodes[label]):
        for name in _named(block, leaves):
            names[name] = None
    return [Exit(name=name, node=_exit(flow.leavers[label], name)) for name in names]


def _exit(enclosing: tuple[Enclosing, ...], name: str) -> Label:
    """The step of this path, or the innermost one of this name."""
    for step in reversed(enclosing):
        if " ".join(step.path) == name or step.name == name:
            return step.label
    raise AssertionError(f"`end {name}` stands outside it")


def _effects(flow: Flow, node: FlowNode) -> list[s.Block]:
    match node:
        case Run():
            return [node.block]
        case Decide():
            decision = flow.choices.decisions[node.decision]
            numbers = (*decision.actions, *decision.forced)
            return [*(flow.choices.actions[number].do for number in numbers), decision.otherwise or ()]
        case Draw():
            chance = flow.draws.chances[node.chance]
            return [chance.do, chance.otherwise or ()]
        case _:
            return []


def _named(block: s.Block, leaves: dict[str, tuple[str, ...]]) -> list[str]:
    found: list[str] = []
    for part in walk(block):
        if isinstance(part, s.Leave):
            found.append(part.exit)
        elif isinstance(part, s.Invoke):
            found.extend(leaves.get(part.procedure, ()))
    return found


def _leaves_of(procedures: tuple[s.ProcedureIR, ...]) -> dict[str, tuple[str, ...]]:
    """For each procedure the steps that it may end, those it calls included."""
    found: dict[str, tuple[str, ...]] = {}
    for procedure in procedures:
        found[procedure.name] = tuple(dict.fromkeys(_named(procedure.body, found)))
    return found
