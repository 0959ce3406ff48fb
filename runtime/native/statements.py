"""Statements of the subset as LLVM blocks.

In: validated statements and the body being written. Out: the lines of the body; where a block cannot be left at its end, `is_open` is
false and the rest of it is not translated. Locals live in stack slots, which LLVM turns into registers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from runtime.native.arithmetic import binary
from runtime.native.body import Body, Loop, number
from runtime.native.expressions import branch, call_value, place, value
from runtime.native.shape import branches, is_endless

FEW_WAYS: Final = (3, 4)
UNROLLED: Final = ", !llvm.loop !0"
"""Said of the jump back: the whole loop is to be written out. `LOOP_NOTES` stands for it at the end of the text."""

LOOP_NOTES: Final = """\
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
"""


def block(f: Body, statements: Sequence[ast.stmt]) -> None:
    """Translates a block up to the first line after which nothing is reached."""
    for node in statements:
        if not f.is_open:
            return
        statement(f, node)


def statement(f: Body, node: ast.stmt) -> None:
    match node:
        case ast.AnnAssign(value=None) | ast.Pass():
            pass
        case ast.AnnAssign(target=target, value=ast.expr() as source):
            assign(f, [target], source)
        case ast.Assign(targets=targets, value=source):
            assign(f, targets, source)
        case ast.AugAssign():
            augment(f, node)
        case ast.If():
            choose(f, node)
        case ast.While():
            repeat(f, node)
        case ast.For():
            count(f, node)
        case ast.Return(value=source):
            leave(f, source)
        case ast.Break():
            f.loops[-1].at_break.append(f.assigned)
            f.jump(f.loops[-1].end)
        case ast.Continue():
            f.jump(f.loops[-1].again)
        case ast.Expr(value=ast.Call() as called):
            call_value(f, called)
        case ast.Expr(value=ast.Constant(value=str())):
            pass
        case _:
            raise AssertionError(f"not in the subset: {ast.dump(node)}")


def assign(f: Body, targets: Sequence[ast.expr], source: ast.expr) -> None:
    operand = value(f, source)
    for target in targets:
        if isinstance(target, ast.Name):
            store(f, target.id, operand)
        else:
            put(f, target, *item_place(f, target), operand)


def augment(f: Body, node: ast.AugAssign) -> None:
    """`x op= e`: the place is found once, its value is read before `e` is evaluated, as Python does."""
    if isinstance(node.target, ast.Name):
        before = value(f, ast.copy_location(ast.Name(id=node.target.id, ctx=ast.Load()), node.target))
        store(f, node.target.id, binary(f, node, node.op, before, value(f, node.value)))
        return
    name, pointer, index = item_place(f, node.target)
    before = f.emit(f"load i64, ptr {pointer}, align 8")
    after = binary(f, node, node.op, before, value(f, node.value))
    put(f, node.target, name, pointer, index, after)


def item_place(f: Body, target: ast.expr) -> tuple[str, str, str]:
    """The vector of an item, the pointer to it and its index."""
    match target:
        case ast.Subscript(value=ast.Name(id=name), slice=index):
            return name, *place(f, target, name, index)
        case _:
            raise AssertionError(f"not in the subset: {ast.dump(target)}")


def put(f: Body, target: ast.expr, name: str, pointer: str, index: str, operand: str) -> None:
    """Stores into an item; in checked code a value outside the slot's declared range is a fault."""
    ranges = f.ranges.get(name)
    if f.checked and ranges is not None:
        known = f.emit(f"icmp ult i64 {index}, {len(ranges[0])}")
        slot = f.emit(f"select i1 {known}, i64 {index}, i64 {len(ranges[0])}")
        bounds = [f.emit(f'getelementptr inbounds i64, ptr @"{end}.{name}", i64 {slot}') for end in ("low", "high")]
        low, high = (f.emit(f"load i64, ptr {bound}, align 8") for bound in bounds)
        above, below = f.emit(f"icmp sge i64 {operand}, {low}"), f.emit(f"icmp sle i64 {operand}, {high}")
        f.demand(f.emit(f"and i1 {above}, {below}"), target, "range", name, operand, index)
    f.do(f"store i64 {operand}, ptr {pointer}, align 8")


def store(f: Body, name: str, operand: str) -> None:
    f.do(f'store i64 {operand}, ptr %"v.{name}"')
    if f.checked and name not in f.assigned:
        f.do(f'store i1 true, ptr %"set.{name}"')
    f.assigned |= {name}


def leave(f: Body, source: ast.expr | None) -> None:
    if f.function.returns == "none":
        f.leave("ret void")
    else:
        assert source is not None
        f.leave(f"ret i64 {value(f, source)}")


def choose(f: Body, node: ast.If) -> None:
    arms, rest = branches(node)
    end = f.label("end")
    before = f.assigned
    after: list[frozenset[str]] = []

    def arm(body: Sequence[ast.stmt]) -> None:
        block(f, body)
        if f.is_open:
            after.append(f.assigned)
            f.jump(end)
        f.assigned = before

    for test, body in arms:
        then, other = f.label("then"), f.label("else")
        branch(f, test, then, other)
        f.start(then)
        arm(body)
        f.start(other)
    arm(rest)
    finish(f, end, after)


def finish(f: Body, end: str, arriving: Sequence[frozenset[str]]) -> None:
    """Begins the block after a branching, if it is reached at all; only what every way there assigned is surely assigned."""
    if arriving:
        f.start(end)
        f.assigned = frozenset.intersection(*arriving)


def repeat(f: Body, node: ast.While) -> None:
    again, body, end = f.label("again"), f.label("body"), f.label("end")
    endless = is_endless(node)
    loop = Loop(again=again, end=end)
    f.jump(again)
    f.start(again)
    before = f.assigned
    if endless:
        f.jump(body)
    else:
        branch(f, node.test, body, end)
    f.start(body)
    inside(f, loop, node.body)
    f.jump(again)
    finish(f, end, loop.at_break if endless else [before])


def inside(f: Body, loop: Loop, body: Sequence[ast.stmt]) -> None:
    f.loops.append(loop)
    block(f, body)
    f.loops.pop()


def count(f: Body, node: ast.For) -> None:
    """`for x in range(...)`: a hidden counter runs, and `x` receives a copy each time round, so that assigning `x` changes no iteration."""
    assert isinstance(node.iter, ast.Call) and isinstance(node.target, ast.Name)
    operands = [value(f, argument) for argument in node.iter.args]
    first, last = ("0", operands[0]) if len(operands) == 1 else (operands[0], operands[1])
    step = operands[2] if len(operands) == 3 else "1"
    amount = number(step)
    if amount in (1, -1):
        goes_on = "slt" if amount == 1 else "sgt"
        # The counter stands on this side of the end, so one more step cannot overflow.
        latch = UNROLLED if goes_few_ways(f, node, number(first), number(last), amount) else ""
        counted(f, node, first, f"add nsw i64 {{0}}, {step}", lambda counter: f.emit(f"icmp {goes_on} i64 {counter}, {last}"), latch=latch)
        return
    rounds = round_count(f, node, first, last, step)
    done = f"%done.{f.label('round')}"
    counted(f, node, first, f"add i64 {{0}}, {step}", lambda counter: f.emit(f"icmp ne i64 {done}, {rounds}"), done)


def counted(f: Body, node: ast.For, first: str, advance: str, test: Callable[[str], str], done: str | None = None, latch: str = "") -> None:
    """The loop itself: `advance` makes the next counter from this one; `done`, if named, counts the rounds; `latch` is said of the jump back."""
    assert isinstance(node.target, ast.Name)
    again, body, step, end = f.label("again"), f.label("body"), f.label("step"), f.label("end")
    came_from = f.block
    counter, following = f"%counter.{again}", f"%next.{again}"
    f.jump(again)
    f.start(again)
    f.do(f"{counter} = phi i64 [ {first}, %{came_from} ], [ {following}, %{step} ]")
    if done is not None:
        f.do(f"{done} = phi i64 [ 0, %{came_from} ], [ {done}.next, %{step} ]")
    before = f.assigned
    f.fork(test(counter), body, end)
    f.start(body)
    store(f, node.target.id, counter)
    inside(f, Loop(again=step, end=end), node.body)
    f.jump(step)
    f.start(step)
    f.do(f"{following} = {advance.format(counter)}")
    if done is not None:
        f.do(f"{done}.next = add nuw i64 {done}, 1")
    f.jump(again, latch)
    finish(f, end, [before])


def goes_few_ways(f: Body, node: ast.For, first: int | None, last: int | None, step: int) -> bool:
    """Whether there are three or four rounds, and a loop in each: a walk along each axis of a board, say. The number of a round known, the ends of
    its walk are mostly constants of a table."""
    if f.checked or first is None or last is None or (last - first) * step not in FEW_WAYS:
        return False
    calls = (part.func.id for one in node.body for part in ast.walk(one) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name))
    inside = [*node.body, *(f.module.functions[name].node for name in calls if name in f.module.functions)]
    return any(isinstance(part, ast.For) for one in inside for part in ast.walk(one))


def round_count(f: Body, node: ast.For, first: str, last: str, step: str) -> str:
    """How often a range with any step runs, as an unsigned number; a step of 0 gives no round."""
    if f.checked and number(step) is None:
        f.demand(f.emit(f"icmp ne i64 {step}, 0"), node.iter, "step", "range", "0", "0")
    up = f.emit(f"icmp sgt i64 {step}, 0")
    down = f.emit(f"icmp slt i64 {step}, 0")
    rising = f.emit(f"and i1 {up}, {f.emit(f'icmp slt i64 {first}, {last}')}")
    falling = f.emit(f"and i1 {down}, {f.emit(f'icmp sgt i64 {first}, {last}')}")
    runs = f.emit(f"or i1 {rising}, {falling}")
    span = f.emit(f"select i1 {rising}, i64 {f.emit(f'sub i64 {last}, {first}')}, i64 {f.emit(f'sub i64 {first}, {last}')}")
    size = f.emit(f"select i1 {up}, i64 {step}, i64 {f.emit(f'sub i64 0, {step}')}")
    divisor = f.emit(f"call i64 @llvm.umax.i64(i64 {size}, i64 1)")
    whole = f.emit(f"udiv i64 {f.emit(f'sub i64 {span}, 1')}, {divisor}")
    return f.emit(f"select i1 {runs}, i64 {f.emit(f'add i64 {whole}, 1')}, i64 0")
