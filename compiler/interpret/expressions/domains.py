"""What is walked: the members of a domain in order, and the bindings of a row of binders.

`members` gives numbers. `bindings` gives a frame for each binding, the first binder outermost; a binder's `keep` ends its walk, its `where` skips.
With `wanted`, only the given values of the named locals are tried.

    bindings of q in Numbers(0, 1), d in Numbers(q, 1)   ->   {q: 0, d: 0}, {q: 0, d: 1}, {q: 1, d: 1}
"""

from collections.abc import Iterator, Mapping
from typing import assert_never

from compiler.interpret.expressions import expressions
from compiler.interpret.nouns.frame import Frame, InternalError
from compiler.ir import exprs as x


def members(frame: Frame, domain: x.Domain) -> Iterator[int]:
    match domain:
        case x.Numbers():
            low = expressions.value(frame, domain.low)
            yield from range(low, expressions.value(frame, domain.high) + 1)
        case x.Listed():
            for item in domain.items:
                yield expressions.value(frame, item)
        case x.ListRow():
            yield from _list_row(frame, domain)
        case x.One():
            only = expressions.value(frame, domain.value)
            if only != domain.none:
                yield only
        case x.Seats():
            start = expressions.value(frame, domain.start)
            players = frame.load("players")
            for number in range(expressions.value(frame, domain.count)):
                yield (start + number) % players
        case x.Pieces() | x.GraphNodes() | x.Places():
            yield from frame.program.meanings.domains[type(domain)](frame, domain)
        case _:
            assert_never(domain)


def bindings(frame: Frame, binders: tuple[x.Binder, ...], wanted: Mapping[str, int] | None = None) -> Iterator[Frame]:
    if not binders:
        yield frame
        return
    for inner in binder_values(frame, binders[0], wanted):
        if binders[0].where is None or expressions.holds(inner, binders[0].where):
            yield from bindings(inner, binders[1:], wanted)


def binder_values(frame: Frame, binder: x.Binder, wanted: Mapping[str, int] | None = None) -> Iterator[Frame]:
    """A frame for each member that `keep` lets the walk reach; `where` is not asked."""
    for member in members(frame, binder.domain):
        inner = Frame(frame.program, frame.vector, {**frame.locals, binder.local: member}, frame.old)
        if binder.keep is not None and not expressions.holds(inner, binder.keep):
            return
        if wanted is None or wanted.get(binder.local, member) == member:
            yield inner


def _list_row(frame: Frame, domain: x.ListRow) -> Iterator[int]:
    rows = frame.program.lists[domain.lists].rows
    row = expressions.value(frame, domain.row)
    if not 0 <= row < len(rows):
        raise InternalError(f"{domain.lists}[{row}], outside its {len(rows)} rows")
    items = rows[row]
    if domain.limit is not None:
        items = items[: max(0, expressions.value(frame, domain.limit))]
    yield from items
