"""Statements as lines.

`run` writes a block into a function. A block that may be left (`end`, `win`, `lose`) stands in a function that returns 0 where it ends, else how
it was left. Where a trial is noted (`f.noting`), each slot goes to the journal before it is written.
"""

from collections.abc import Sequence
from typing import Final, assert_never

from compiler.emit.expressions.domains import drops_alike, open_domain
from compiler.emit.expressions.expressions import PRODUCT, SUM, slot, spell, test, zone_number
from compiler.emit.expressions.quantifiers import accumulate, has_loop
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Want
from compiler.emit.things.zones import moving
from compiler.ir import exprs as x
from compiler.ir import stmts as st
from compiler.ir.simplify import negation

FEW_STORES: Final = 4
"""So many equal stores side by side are a loop."""

VERDICTS: Final = {"end": 0, "win": 1, "lose": 2}


def write_procedure(want: Want, f: Body) -> Function:
    """An effect of the spec, or the same for a trial."""
    name, _ = want.subject
    procedure = f.plan.survey.procedures[name]
    return whole(f, procedure.body, procedure.doc)


def whole(f: Body, block: st.Block, doc: st.Doc | None, about: Sequence[str] = ()) -> Function:
    """A function that is a block and nothing else."""
    stops = f.plan.survey.may_stop(block)
    run(f, block)
    if stops:
        f.add("return 0")
    return f.function(result="int" if stops else "None", doc=doc, about=about)


def run(f: Body, block: st.Block) -> None:
    at = 0
    while at < len(block):
        cleared = _same_stores(f, block[at:])
        if cleared >= FEW_STORES and not f.noting:
            _fill(f, block[at : at + cleared])
        else:
            cleared = 1
            step(f, block[at])
        at += cleared


def _same_stores(f: Body, block: st.Block) -> int:
    """How many statements at the start of a block store one constant into slots side by side."""
    count = 0
    for statement in block:
        match statement, block[0]:
            case st.Store(name, x.Const(index), x.Const(value), rule=0), st.Store(first, x.Const(begun), x.Const(same), rule=0):
                if name != first or value != same or index != begun + count:
                    return count
            case _:
                return count
        count += 1
    return count


def _fill(f: Body, block: st.Block) -> None:
    """Stores of one constant side by side, as a loop."""
    first = block[0]
    assert isinstance(first, st.Store) and isinstance(first.index, x.Const)
    with f.scope():
        at = f.loop("at", f"{slot(f, first.block, first.index)}, {slot(f, first.block, x.Const(first.index.value + len(block)))}", is_temporary=True)
        f.add(f"s[{at}] = {spell(f, first.value)}")
    touch(f, [first.block])


def step(f: Body, statement: st.Stmt) -> None:
    match statement:
        case st.Store():
            _store(f, statement)
        case st.Let(local, value):
            text = valued(f, value)
            f.let(local, text)
        case st.If():
            _if(f, statement, "if")
        case st.For():
            _for(f, statement)
        case st.While():
            _while(f, statement)
        case st.MovePiece():
            _move(f, statement)
        case st.LayPiece(plane, piece, site):
            _call(f, "lay", plane, f"lay_on_{plane}", [spell(f, piece), spell(f, site)])
            touch(f, sorted(f.plan.survey.writes((statement,))))
        case st.Swap(zone, instance, index, piece):
            _call(f, "swap", zone, f"swap_in_{zone}", [spell(f, instance), spell(f, index), spell(f, piece)])
            touch(f, [f.plan.game.layout.zone(zone).items])
        case st.Invoke():
            _invoke(f, statement)
        case st.Collect():
            _collect(f, statement)
        case st.Leave(exit):
            f.add(f"return {f.plan.stop(exit)}")
        case st.Finish(verdict, player):
            finish(f, VERDICTS[verdict], spell(f, player) if player is not None else "-1")
        case st.Eliminate(player):
            put(f, "playing", player, "0")
        case st.Record(memory):
            _record(f, memory)
        case st.Demand(condition, rule, checked):
            if not checked:
                _demand(f, condition, rule)
        case _:
            assert_never(statement)


def _demand(f: Body, condition: x.Cond, rule: int) -> None:
    if condition == x.Bool(False):
        fail(f, rule)
        return
    with f.block(f"if {test(f, negation(condition))}:"):
        fail(f, rule)


def fail(f: Body, rule: int) -> None:
    f.add(f"{f.plan.use('fault')}(s, {rule})")


def finish(f: Body, verdict: int, player: str) -> None:
    """The game is over; in a trial the effects only stop."""
    if not f.trial:
        f.add(f"s[{f.plan.slot('verdict')}] = {verdict}")
        f.add(f"s[{f.plan.slot('winner')}] = {player}")
    f.add("return FINISHED")


def put(f: Body, block: str, index: x.Expr, text: str, operator: str = "=") -> None:
    """Writes a slot."""
    where = slot(f, block, index)
    if f.noting:
        f.add(f"{f.plan.use('note')}(s, {where})")
    f.add(f"s[{where}] {operator} {text}")
    touch(f, [block])


def touch(f: Body, blocks: Sequence[str]) -> None:
    """What was found of a graph is not so any more."""
    for found in dict.fromkeys(found for block in blocks for found in f.plan.watched.get(block, ())):
        f.add(f.plan.forget(found))
    if not f.noting:
        for known in dict.fromkeys(known for block in blocks for known in f.plan.keyed.get(block, ())):
            f.add(f"s[{known}] = 0")


def valued(f: Body, value: x.Expr) -> str:
    """The text of a value; a fold is counted out right here."""
    match value:
        case x.Fold() as fold if has_loop(fold) and (fold.kind != "first" or fold.by is not None):
            return accumulate(f, fold)
        case x.Checked(x.Fold() as fold, low, high, rule) if has_loop(fold) and (fold.kind != "first" or fold.by is not None):
            return f"{f.plan.use('checked')}(s, {accumulate(f, fold)}, {low}, {high}, {rule})"
        case _:
            return spell(f, value)


def _store(f: Body, node: st.Store) -> None:
    match node.value:
        case x.Binary(("+" | "-") as operator, x.Load(block, index), other) if (block, index) == (node.block, node.index) and not node.rule:
            put(f, node.block, node.index, spell(f, other, SUM if operator == "+" else PRODUCT), f"{operator}=")
        case _:
            text = valued(f, node.value)
            if node.rule:
                text = f"{f.plan.use('checked')}(s, {text}, {node.low}, {node.high}, {node.rule})"
            put(f, node.block, node.index, text)


def _if(f: Body, node: st.If, word: str) -> None:
    """A chain of `if` and `elif`."""
    if not node.then and node.other:
        _if(f, st.If(negation(node.condition), node.other), word)
        return
    with f.block(f"{word} {test(f, node.condition)}:"):
        run(f, node.then)
        if not node.then:
            f.add("pass")
    match node.other:
        case ():
            return
        case (st.If(then=then) as other,) if then or not other.other:
            _if(f, other, "elif")
        case _:
            with f.block("else:"):
                run(f, node.other)


def _while(f: Body, node: st.While) -> None:
    with f.scope():
        passes = f.fresh("passes")
        f.assign(passes, "0")
        f.open(f"while {test(f, node.condition)}:")
        with f.block(f"if {passes} == {node.limit}:"):
            fail(f, node.rule)
            f.add("break")
        f.add(f"{passes} += 1")
        run(f, node.body)


def _for(f: Body, node: st.For) -> None:
    with f.scope():
        if node.by is not None or not _is_fixed(f, node):
            _fixed(f, node)
        else:
            open_domain(f, node.binder)
        if node.binder.where is not None:
            f.open(f"if {test(f, node.binder.where)}:")
        run(f, node.body)


def _is_fixed(f: Body, node: st.For) -> bool:
    """Whether the loop as it is printed does not notice what its body changes."""
    if node.live:
        return True
    if node.binder.keep is not None:
        return False
    match node.binder.domain:
        case x.Numbers() | x.ListRow() | x.Seats() | x.One():
            return True
        case x.Listed(items):
            return all(isinstance(item, x.Const | x.Local) for item in items)
        case x.Pieces(zone, kinds=kinds):
            found = f.plan.game.layout.zone(zone)
            return not found.items and found.words == 1 and (not kinds or drops_alike(f.plan, found))
        case _:
            return False


def _fixed(f: Body, node: st.For) -> None:
    """The members and their order, written down at entry."""
    members = f.plan.reserve(f"{f.topic}_order", node.bound, f"members of a loop in {f.name}")
    count = f.fresh("count")
    f.assign(count, "0")
    gather(f, node.binder, node.by, members, count, node.bound)
    at = f.loop("at", count, is_temporary=True)
    f.let(node.binder.local, f"s[{members} + {at}]")


def gather(f: Body, binder: x.Binder, by: x.Expr | None, members: str, count: str, bound: int) -> None:
    """Writes the members of a domain from a slot on, sorted if so asked; `count` counts them. `where` is left to the caller."""
    with f.scope():
        open_domain(f, binder)
        member = f.env[binder.local]
        if by is None:
            f.add(f"s[{members} + {count}] = {member}")
        else:
            keys = f.plan.reserve(f"{members}_keys", bound, f"what {members} is sorted by")
            f.add(f"{f.plan.use('insert_sorted')}(s, {members}, {keys}, {count}, {member}, {spell(f, by)})")
        f.add(f"{count} += 1")


def _collect(f: Body, node: st.Collect) -> None:
    block = f.plan.blocks[node.items]
    items = f.plan.offsets[node.items]
    with f.scope():
        if f.noting:
            for index in range(block.length):
                f.add(f"{f.plan.use('note')}(s, {f.plan.slot(node.items, index)})")
        count = f.fresh("count")
        f.assign(count, "0")
        keys = f.plan.reserve(f"{node.items}_keys", block.length, f"what {node.items} is sorted by") if node.by is not None else ""
        with f.scope():
            open_domain(f, node.binder)
            if node.binder.where is not None:
                f.open(f"if {test(f, node.binder.where)}:")
            member = f.env[node.binder.local]
            if node.by is None:
                f.add(f"s[{items} + {count}] = {member}")
            else:
                f.add(f"{f.plan.use('insert_sorted')}(s, {items}, {keys}, {count}, {member}, {spell(f, node.by)})")
            f.add(f"{count} += 1")
        put(f, node.count, x.Const(0), count)
    touch(f, [node.items])


def _call(f: Body, kind: str, subject: str, name: str, arguments: Sequence[str]) -> None:
    """A call of a procedure of the emitter's own, which has a twin for trials."""
    wanted = f.plan.want(kind, (subject, f.noting), name + ("_on_trial" if f.noting else ""), "zones")
    f.add(f"{wanted}({', '.join(['s', *arguments])})")


def _move(f: Body, node: st.MovePiece) -> None:
    arguments = [spell(f, node.piece)]
    zone = f.plan.game.layout.zone(node.zone) if node.zone else None
    if node.component in f.plan.members and (zone is None or zone.holds is None):
        number = "0" if zone is None else zone_number(f, zone.name, node.instance)
        f.add(f"{moving(f, node.component)}(s, {arguments[0]}, {number})")
        touch(f, sorted(f.plan.survey.writes((node,))))
        return
    if zone is not None:
        arguments.append(spell(f, node.instance))
        if zone.holds is not None:
            arguments.append(str(node.rule))
    end = "bottom_of_" if node.bottom and zone is not None and zone.items else ""
    name = f"move_{node.component}_to_{end}{node.zone or 'box'}"
    wanted = f.plan.want("move", (node.component, node.zone, bool(end), f.noting), name + ("_on_trial" if f.noting else ""), "zones")
    f.add(f"{wanted}({', '.join(['s', *arguments])})")
    touch(f, sorted(f.plan.survey.writes((node,))))


def procedure_name(f: Body, name: str) -> str:
    """The function of an effect: in a trial that is noted, its twin."""
    if not f.trial:
        return f.plan.procedure(name)
    return f.plan.want("trial procedure", (name, f.noting), f"{f.plan.procedure(name)}_on_trial", "effects")


def _invoke(f: Body, node: st.Invoke) -> None:
    arguments = ", ".join(["s", *(spell(f, argument) for argument in node.arguments)])
    called = f"{procedure_name(f, node.procedure)}({arguments})"
    stop_if_stopped(f, called, node.procedure in f.plan.survey.stopping)


def stop_if_stopped(f: Body, called: str, stops: bool) -> None:
    if not stops:
        f.add(called)
        return
    with f.scope():
        stop = f.fresh("stop")
        f.assign(stop, called)
        with f.block(f"if {stop} != 0:"):
            f.add(f"return {stop}")


def _record(f: Body, memory: str) -> None:
    kept = f.plan.survey.memories[memory]
    name = f.plan.want("record", (memory, f.noting), f"record_{memory}" + ("_on_trial" if f.noting else ""), "memory")
    if kept.full == "forget":
        f.add(f"{name}(s)")
    else:
        with f.block(f"if not {name}(s):"):
            finish(f, 0, "-1")
    touch(f, [kept.ring, kept.used, kept.head])
