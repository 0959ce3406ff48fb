"""Counts, sums, least and greatest values, searches: what takes a loop.

`accumulate` writes the loop where the function stands and gives the text of the result; `answer` writes a function's last lines, with early
returns, and keeps the author's `if … else` as `if`.
"""

from collections.abc import Sequence
from typing import Final

from compiler.emit.expressions import likely
from compiler.emit.expressions.domains import ask, walk
from compiler.emit.expressions.expressions import BITOR, spell, test
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Want
from compiler.emit.nouns.survey import MARK
from compiler.ir import exprs as x
from compiler.ir.simplify import negation, truth
from compiler.ir.walk import walk as walk_ir

LOWEST = "LOWEST"
HIGHEST = "HIGHEST"


def write_helper(want: Want, f: Body) -> Function:
    """The function of a search, fold or domain that an expression asks for (`f` has its locals as parameters)."""
    node, _ = want.subject
    if isinstance(node, x.Search):
        search(f, node)
        return f.function(result="bool")
    answer(f, node)
    return f.function(result="int")


def write_member(want: Want, f: Body) -> Function:
    """Whether a value is among those of a domain."""
    domain, _ = want.subject
    item = f.fresh("item")
    f.parameters.insert(1, f"{item}: int")
    f.env["item "] = item
    search(f, x.Search("any", (x.Binder("member ", domain),), x.Compare("==", x.Local("member "), x.Local("item "))))
    return f.function(result="bool")


def write_before(want: Want, f: Body) -> Function:
    """A value as it was before the trial that is going on."""
    operand, trial = want.subject
    mark = f.bind(MARK)
    f.parameters.insert(1, f"{mark}: int")
    swap = ("swap_back", "swap_forth") if trial == "journal" else ("swap_kept", "swap_kept")
    f.add(f"{f.plan.use(swap[0])}(s, {mark})")
    value = f.fresh("value")
    f.assign(value, spell(f, operand))
    f.add(f"{f.plan.use(swap[1])}(s, {mark})")
    f.add(f"return {value}")
    return f.function(result="int", about=("The value before the effects that are being tried.",))


def answer(f: Body, node: x.Expr) -> None:
    """Returns the value of an expression."""
    match node:
        case x.Choose(condition, value, other) if has_loop(value) or has_loop(other) or isinstance(other, x.Choose):
            with f.block(f"if {test(f, condition)}:"):
                answer(f, value)
            answer(f, other)
        case x.Fold(kind="first", by=None, body=body):
            first(f, node, body)
        case x.Fold() if has_loop(node):
            f.add(f"return {accumulate(f, node)}")
        case x.AsInt(condition) if isinstance(condition, x.Search):
            f.add(f"return 1 if {test(f, condition)} else 0")
        case x.Checked(x.Fold() as fold, low, high, rule) if fold.kind != "first" and has_loop(fold):
            f.add(f"return {f.plan.use('checked')}(s, {accumulate(f, fold)}, {low}, {high}, {rule})")
        case _:
            f.add(f"return {spell(f, node)}")


def answer_truth(f: Body, node: x.Cond) -> None:
    """Returns whether a condition holds."""
    match node:
        case x.Search():
            search(f, node)
        case x.And(items) if isinstance(items[-1], x.Search):
            with f.block(f"if {test(f, negation(x.And(items[:-1]) if len(items) > 2 else items[0]))}:"):
                f.add("return False")
            search(f, items[-1])
        case x.Or(items) if isinstance(items[-1], x.Search):
            with f.block(f"if {test(f, x.Or(items[:-1]) if len(items) > 2 else items[0])}:"):
                f.add("return True")
            search(f, items[-1])
        case x.Truth(x.Choose(condition, value, other)) if has_loop(value) or has_loop(other):
            with f.block(f"if {test(f, condition)}:"):
                answer_truth(f, truth(value))
            answer_truth(f, truth(other))
        case _:
            f.add(f"return {test(f, node)}")


def has_loop(node: x.Expr | x.Cond) -> bool:
    """Whether the node itself is printed as a loop."""
    match node:
        case x.Fold(kind="count", binders=(x.Binder(domain=x.Pieces(kinds=False) | x.Seats(), keep=None, where=None),)):
            return False
        case x.Fold() | x.Search():
            return True
        case x.AsInt(condition):
            return has_loop(condition)
        case x.Checked(operand):
            return has_loop(operand)
        case x.Choose(_, value, other):
            return has_loop(value) or has_loop(other)
        case _:
            return False


def search(f: Body, node: x.Search) -> None:
    """Returns the answer of `any` or `all`."""
    found = node.kind == "any"
    wanted = node.body if found else negation(node.body)
    if is_short(f, node):
        count_out(f, node)
        return
    slot = likely.likely(f, node.binders[0], node)
    if slot:
        with f.scope():
            likely.begin_there(f, node.binders[0], slot)
            ask(f, () if node.binders[0].where is None else (node.binders[0].where,))
            walk(f, node.binders[1:])
            ask(f, (wanted,))
            f.add(f"return {found}")
    with f.scope():
        walk(f, node.binders, backwards=node in f.plan.backwards or _asks_whether_full(node))
        ask(f, (wanted,))
        if slot:
            likely.keep(f, node.binders[0], slot)
        f.add(f"return {found}")
    f.add(f"return {not found}")


def _asks_whether_full(node: x.Search) -> bool:
    """Boards mostly fill up from their first sites on, so what is still empty is found sooner from the last one."""
    match node:
        case x.Search("all", (x.Binder(local=name, where=None),), x.Compare("!=", x.Load(_, x.Local(index)), x.Const(-1))):
            return name == index
        case _:
            return False


SHORT: Final = 4
"""Rows of so few values are gone through to the end: a jump that cannot be foreseen costs more than to look at all of them."""

SHORT_RANGE: Final = 12
"""The same for ranges, whose slots mostly lie side by side."""


def is_short(f: Body, node: x.Search) -> bool:
    """Whether one comparison of slots is asked of each value of a short row or range."""
    match node:
        case x.Search(binders=(x.Binder(domain=domain, keep=None, where=None),), body=body) if is_plain(f, body):
            pass
        case _:
            return False
    match domain:
        case x.ListRow(lists=name, limit=None):
            rows = f.plan.game.layout.list_table(name).rows
            return max(map(len, rows)) <= SHORT and not any(-1 in row for row in rows)
        case x.Numbers(x.Const(low), x.Const(high)):
            return high - low < SHORT_RANGE
        case _:
            return False


def is_plain(f: Body, condition: x.Cond) -> bool:
    """Whether it is one comparison of slots, names and constants, which may be asked in vain."""
    match condition:
        case x.Compare(_, x.Load() | x.Local() | x.Const(), x.Load() | x.Local() | x.Const()):
            return not f.plan.survey.can_fault(condition) and not any(isinstance(part, x.Call | x.Binder) for part in walk_ir(condition))
        case _:
            return False


def count_out(f: Body, node: x.Search) -> None:
    sought = node.body if node.kind == "any" else negation(node.body)
    found = f.fresh("found" if node.kind == "any" else "others")
    f.assign(found, "0")
    with f.scope():
        walk(f, node.binders)
        f.add(f"{found} += 1 if {test(f, sought, 1)} else 0")
    f.add(f"return {found} {'>' if node.kind == 'any' else '=='} 0")


def first(f: Body, node: x.Fold, body: x.Expr | None) -> None:
    """Returns the first value there is, else the default."""
    with f.scope():
        walk(f, node.binders)
        f.add(f"return {spell(f, body) if body is not None else '0'}")
    f.add(f"return {missing(f, node)}")


def missing(f: Body, node: x.Fold) -> str:
    """What an empty domain gives."""
    if node.default is not None:
        return spell(f, node.default, BITOR)
    return f"{f.plan.use('fault')}(s, {node.rule})" if node.rule else "0"


def accumulate(f: Body, node: x.Fold) -> str:
    """Writes the loop of a fold; the text of its value afterwards."""
    match node.kind:
        case "count":
            return _sum(f, node.binders, "number", x.Const(1))
        case "sum":
            assert node.body is not None
            return _sum(f, node.binders, "total", node.body)
        case "min" | "max":
            return _extreme(f, node)
        case "first":
            return _least(f, node)
        case "largest":
            return _ranked(f, node)


def _sum(f: Body, binders: Sequence[x.Binder], name: str, body: x.Expr) -> str:
    total = f.fresh(name)
    f.assign(total, "0")
    with f.scope():
        walk(f, binders)
        match body:
            case x.AsInt(condition):
                f.open(f"if {test(f, condition)}:")
                f.add(f"{total} += 1")
            case _:
                f.add(f"{total} += {spell(f, body)}")
    return total


def _extreme(f: Body, node: x.Fold) -> str:
    assert node.body is not None
    best = f.fresh("best")
    sign, start = ("<", HIGHEST) if node.kind == "min" else (">", LOWEST)
    f.assign(best, start)
    with f.scope():
        walk(f, node.binders)
        value = f.fresh("value")
        f.assign(value, spell(f, node.body))
        f.open(f"if {value} {sign} {best}:")
        f.add(f"{best} = {value}")
    return _or_missing(f, node, best, start)


def _or_missing(f: Body, node: x.Fold, best: str, start: str) -> str:
    if node.default is None and not node.rule:
        return best
    with f.block(f"if {best} == {start}:"):
        f.add(f"{best} = {missing(f, node)}")
    return best


def _least(f: Body, node: x.Fold) -> str:
    """`first … by`: the value with the least key."""
    assert node.by is not None and node.body is not None
    least, found = f.fresh("least"), f.fresh("found")
    f.assign(least, HIGHEST)
    f.assign(found, "0")
    with f.scope():
        walk(f, node.binders)
        key = f.fresh("key")
        f.assign(key, spell(f, node.by))
        f.open(f"if {key} < {least}:")
        f.add(f"{least} = {key}")
        f.add(f"{found} = {spell(f, node.body)}")
    if node.default is not None or node.rule:
        with f.block(f"if {least} == {HIGHEST}:"):
            f.add(f"{found} = {missing(f, node)}")
    return found


def _ranked(f: Body, node: x.Fold) -> str:
    """`largest`: the greatest value, then the greatest below it, until as many as `rank` are counted."""
    assert node.body is not None and node.rank is not None
    left, limit, best, times = f.fresh("left"), f.fresh("limit"), f.fresh("best"), f.fresh("times")
    f.assign(left, spell(f, node.rank))
    f.assign(limit, HIGHEST)
    f.assign(best, f"{LOWEST} if {left} < 1 else 0")
    with f.block(f"while {left} > 0:"):
        f.assign(best, LOWEST)
        f.assign(times, "0")
        with f.scope():
            walk(f, node.binders)
            value = f.fresh("value")
            f.assign(value, spell(f, node.body))
            with f.block(f"if {best} < {value} < {limit}:"):
                f.add(f"{best} = {value}")
                f.add(f"{times} = 0")
            f.open(f"if {value} == {best}:")
            f.add(f"{times} += 1")
        with f.block(f"if {best} == {LOWEST}:"):
            f.add("break")
        f.add(f"{left} -= {times}")
        f.add(f"{limit} = {best}")
    return _or_missing(f, node, best, LOWEST)
