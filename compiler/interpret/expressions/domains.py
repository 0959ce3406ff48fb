"""What is walked: the members of a domain in order, and the bindings of a row of binders.

`members` gives numbers. `bindings` gives a frame for each binding, the first binder outermost; a binder's `keep` ends its walk, its `where` skips.
With `wanted`, only the given values of the named locals are tried.

    bindings of q in Numbers(0, 1), d in Numbers(q, 1)   ->   {q: 0, d: 0}, {q: 0, d: 1}, {q: 1, d: 1}
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from compiler.interpret.expressions import expressions
from compiler.interpret.nouns.frame import Frame, InternalError
from compiler.ir import exprs as x


def members(frame: Frame, domain: x.Domain) -> Iterable[int]:
    match domain:
        case x.ListRow():
            return _list_row(frame, domain)
        case x.Numbers():
            low = expressions.value(frame, domain.low)
            return range(low, expressions.value(frame, domain.high) + 1)
        case x.Listed():
            return (expressions.value(frame, item) for item in domain.items)
        case x.One():
            only = expressions.value(frame, domain.value)
            return () if only == domain.none else (only,)
        case x.Seats():
            start = expressions.value(frame, domain.start)
            players = frame.load("players")
            return ((start + number) % players for number in range(expressions.value(frame, domain.count)))
        case x.Pieces() | x.GraphNodes() | x.Places():
            return frame.program.meanings.domains[type(domain)](frame, domain)
        case _:
            assert_never(domain)


def bindings(frame: Frame, binders: tuple[x.Binder, ...], wanted: Mapping[str, int] | None = None) -> Iterator[Frame]:
    if not binders:
        yield frame
        return
    first, further = binders[0], binders[1:]
    where = None if first.where is None else expressions.judge(frame.program, first.where)
    for inner in binder_values(frame, first, wanted):
        if where is None or where(inner):
            if further:
                yield from bindings(inner, further, wanted)
            else:
                yield inner


def binder_values(frame: Frame, binder: x.Binder, wanted: Mapping[str, int] | None = None) -> Iterator[Frame]:
    """A frame for each member that `keep` lets the walk reach; `where` is not asked."""
    keep = None if binder.keep is None else expressions.judge(frame.program, binder.keep)
    for member in members(frame, binder.domain):
        inner = frame.binding(binder.local, member)
        if keep is not None and not keep(inner):
            return
        if wanted is None or wanted.get(binder.local, member) == member:
            yield inner


def _list_row(frame: Frame, domain: x.ListRow) -> Sequence[int]:
    rows = frame.program.lists[domain.lists].rows
    row = expressions.value(frame, domain.row)
    if not 0 <= row < len(rows):
        raise InternalError(f"{domain.lists}[{row}], outside its {len(rows)} rows")
    return rows[row] if domain.limit is None else rows[row][: max(0, expressions.value(frame, domain.limit))]
