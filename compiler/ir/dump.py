"""A game as readable text: its layout, functions, choices and flow, for people (`rulewright show ir`) and for tests of a stage.

    dump(game)       # "game nim  2 players …\n\nlayout\n    13   1  register  take.p  player\n…"
"""

from collections.abc import Iterator

from compiler.ir.actions import ActionIR, Chance, Digit, Hole, Say
from compiler.ir.dump_exprs import binder, condition, expression
from compiler.ir.dump_stmts import block
from compiler.ir.flow import Branch, Decide, Draw, Exit, FlowNode, Over, Run, Sealed
from compiler.ir.game import GameIR
from compiler.ir.stmts import Parameter


def dump(game: GameIR) -> str:
    return "\n".join(line.rstrip() for section in _sections(game) for line in (*section, ""))


def _sections(game: GameIR) -> Iterator[list[str]]:
    players = str(game.players_low) if game.players_low == game.players_high else f"{game.players_low}..{game.players_high}"
    variant = f"+{game.variant}" if game.variant else ""
    yield [f"game {game.game}{variant}  {players} players  {game.num_actions} actions (at most {game.max_actions} at once)"]
    yield ["layout", *_layout(game)]
    yield from _titled("tables", _tables(game))
    yield from _titled("functions", [line for function in game.functions for line in _function(function.name, function.parameters, function.value,
                                                                                             function.truth)])  # fmt: skip
    yield from _titled("procedures", _procedures(game))
    yield from _titled("graphs", [line for name in _graphs(game) for line in name])
    yield from _titled("decisions", list(_decisions(game)))
    yield from _titled("chances", [line for chance in game.chances for line in _chance(chance)])
    yield from _titled("init", block(game.init, 1))
    yield ["flow", *(line for number, node in enumerate(game.flow) for line in _node(game, number, node))]
    yield from _titled("result", list(_result(game)))
    yield from _titled("always", [f"  {condition(asked)}" for asked, _ in game.always])
    yield ["rules", *(f"  {number:3}  {rule.kind:8}  {rule.path}  {_short(rule.text)}" for number, rule in enumerate(game.rules, 1))]


def _titled(title: str, lines: list[str]) -> Iterator[list[str]]:
    if lines:
        yield [title, *lines]


def _layout(game: GameIR) -> Iterator[str]:
    for made in game.layout.blocks:
        axes = f"[{', '.join(axis.name for axis in made.axes)}]" if made.axes else ""
        hidden = "" if made.seen == "all" else f"  seen {made.seen}"
        yield f"  {made.offset:5} {made.length:4}  {made.section:8}  {made.name}{axes}: {made.carrier.name}{hidden}"
    for zone in game.layout.zones:
        holds = f" holds {zone.holds}" if zone.holds is not None else ""
        yield f"  zone {zone.name} x {zone.instances}: {zone.order} of {zone.component}{holds}, from place {zone.first}"
    yield f"  shown {game.layout.shown}, kept {game.layout.kept}, size {game.layout.size}"


def _tables(game: GameIR) -> list[str]:
    found = [f"  {table.name}: {_short(' '.join(str(value) for value in table.values))}" for table in game.layout.tables]
    for lists in game.layout.lists:
        rows = " | ".join(" ".join(str(value) for value in row) for row in lists.rows)
        found.append(f"  {lists.name}: {len(lists.rows)} lists: {_short(rows)}")
    return found


def _function(name: str, parameters: tuple[Parameter, ...], value: object, truth: object) -> list[str]:
    head = f"  {name}({_parameters(parameters)})"
    body = condition(truth) if truth is not None else expression(value)  # type: ignore[arg-type]
    return [f"{head} {'if' if truth is not None else '='} {body}"]


def _parameters(parameters: tuple[Parameter, ...]) -> str:
    return ", ".join(f"{item.name}: {item.low}..{item.high}" for item in parameters)


def _procedures(game: GameIR) -> list[str]:
    found = []
    for procedure in game.procedures:
        found.append(f"  {procedure.name}({_parameters(procedure.parameters)}):")
        found.extend(block(procedure.body, 2))
    return found


def _graphs(game: GameIR) -> Iterator[list[str]]:
    for graph in game.graphs:
        lines = [f"  {graph.name}: {graph.size} nodes where {condition(graph.exists)}"]
        if graph.near is not None:
            lines.append(f"    near {binder(graph.near)}")
        if graph.link is not None:
            lines.append(f"    link {condition(graph.link)}")
        if graph.to is not None:
            lines.append(f"    along {', '.join(binder(item) for item in graph.along)} to {expression(graph.to)}")
        lines.extend(f"    total {name} = {expression(total)}" for name, total in graph.totals)
        if graph.ends is not None:
            lines.append(f"    ends {condition(graph.ends)}")
        yield lines


def _decisions(game: GameIR) -> Iterator[str]:
    for number, decision in enumerate(game.decisions):
        who = f"sealed {decision.sealed}" if decision.sealed else f"by {expression(decision.actor)}"
        yield f"  decision {number} {decision.path} {who}"
        for action in decision.actions:
            yield from _action(action, game.actions[action], "")
        for action in decision.forced:
            yield from _action(action, game.actions[action], "forced ")
        if decision.otherwise is not None:
            yield "    otherwise:"
            yield from block(decision.otherwise, 3)


def _action(number: int, action: ActionIR, kind: str) -> Iterator[str]:
    outside = " (from outside)" if action.outside else ""
    yield f"    {kind}action {number} {action.name}{outside}"
    for stage in action.stages:
        rises = "" if stage.ascending else " unsorted, crowded" if stage.crowded else " unsorted"
        walked = ", ".join(binder(item) for item in stage.binders) or "nothing"
        yield f"      choose {walked}  codes {stage.base}+{stage.size} {_digits(stage.digits)}{rises}"
        for item in stage.conditions:
            yield f"        where {condition(item.condition)}  [{item.rule}]"
    for item in action.require:
        yield f"      require {condition(item.condition)}  [{item.rule}]"
    for expr in action.prefer:
        yield f"      prefer {expression(expr)}{' after a trial' if action.prefer_trial else ''}"
    yield from block(action.do, 3)
    if action.say is not None:
        yield f'      say "{_say(action.say)}"'


def _digits(digits: tuple[Digit, ...]) -> str:
    return " x ".join(f"{digit.local}:{digit.size}" for digit in digits)


def _say(say: Say) -> str:
    return "".join("{" + expression(part.value) + "}" if isinstance(part, Hole) else part for part in say.parts)


def _chance(chance: Chance) -> Iterator[str]:
    yield f"  {chance.kind} {chance.path} from {chance.stream}, seen by {chance.seen_by}"
    for stage in chance.stages:
        where = f" where {condition(stage.where)}" if stage.where is not None else ""
        weight = f" weight {expression(stage.weight)}" if stage.weight is not None else ""
        yield f"    {', '.join(binder(item) for item in stage.binders)}{where}{weight}  codes {stage.base}+{stage.size} {_digits(stage.digits)}"
    yield from block(chance.do, 2)
    if chance.otherwise is not None:
        yield "    otherwise:"
        yield from block(chance.otherwise, 3)


def _node(game: GameIR, number: int, node: FlowNode) -> Iterator[str]:
    match node:
        case Run():
            yield f"  {number:3}  {'step ' if node.step else ''}{node.path or 'run'} -> {node.next}{_exits(node.exits)}"
            yield from block(node.block, 4)
        case Branch():
            yield f"  {number:3}  {condition(node.condition)} ? {node.yes} : {node.no}"
        case Decide():
            resume = f", nobody -> {node.resume}" if node.resume >= 0 else ""
            yield f"  {number:3}  DECIDE {game.decisions[node.decision].path} -> {node.after}{_exits(node.exits)}{resume}"
        case Draw():
            yield f"  {number:3}  DRAW {game.chances[node.chance].path} -> {node.after}{_exits(node.exits)}"
        case Sealed():
            yield f"  {number:3}  SEALED {game.decisions[node.decision].path} -> {node.after}, nobody -> {node.skip}"
        case Over():
            yield f"  {number:3}  OVER"


def _exits(exits: tuple[Exit, ...]) -> str:
    return "".join(f", end {exit.name} -> {exit.node}" for exit in exits)


def _result(game: GameIR) -> Iterator[str]:
    if game.result is None:
        return
    if game.result.score is not None:
        yield f"  score {expression(game.result.score)}"
    for key in game.result.rank:
        family = f" for {binder(key.binder)}" if key.binder is not None else ""
        yield f"  rank {expression(key.value)}{family}"
    yield f"  returns {game.result.returns}"


def _short(text: str) -> str:
    return text if len(text) <= 100 else text[:97] + "..."
