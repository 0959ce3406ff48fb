"""Walks of constant domains that a condition without state thins out walk a table instead, made once.

    any(l in lines(board, 3) where q in l and …)    ->    the lines of a table, a row for each site q

The condition may use, beside the name itself, one name whose values are known; the rows go by that. Members keep their order.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec.structs import replace

from compiler.ir import exprs as x
from compiler.ir import stmts as st
from compiler.ir.game import GameIR
from compiler.ir.layout import Lists, Table
from compiler.ir.ranges import Range, ranges_of
from compiler.ir.simplify import conjunction
from compiler.ir.walk import transform, walk
from compiler.passes.fold import folded

MOST_ROWS: Final = 1_024
MOST_ITEMS: Final = 20_000

WITHOUT_STATE: Final = (
    x.Local, x.Const, x.Fetch, x.Binary, x.Abs, x.AsInt, x.Choose, x.Truth, x.Compare, x.And, x.Or, x.Not, x.Member, x.Bool,
    x.Numbers, x.Listed, x.ListRow,
)  # fmt: skip


def tabulate_filters(game: GameIR) -> GameIR:
    work = Tabulation(
        ranges=ranges_of(game),
        tables={table.name: table for table in game.layout.tables},
        lists={lists.name: lists for lists in game.layout.lists},
    )
    changed = transform(game, work.change)
    if not work.made:
        return game
    layout = replace(changed.layout, lists=(*changed.layout.lists, *(work.lists[name] for name in work.made.values())))
    return replace(changed, layout=layout)


@dataclass(slots=True, kw_only=True)
class Tabulation:
    """`lists` are all there are, the new ones among them; `made` are the new ones' names by their rows."""

    ranges: Mapping[str, Range]
    tables: Mapping[str, Table]
    lists: dict[str, Lists]
    made: dict[tuple[tuple[int, ...], ...], str] = field(default_factory=dict)

    def change(self, part: Any) -> Any:
        match part:
            case x.Search(binders=binders) | x.Fold(binders=binders):
                changed = tuple(self.binder(binder) for binder in binders)
                return part if changed == binders else replace(part, binders=changed)
            case st.For(binder=binder):
                changed_one = self.binder(binder)
                return part if changed_one == binder else replace(part, binder=changed_one)
            case _:
                return part

    def binder(self, binder: x.Binder) -> x.Binder:
        """The binder over fewer values, if part of its `where` can be decided now."""
        items = self.items(binder.domain)
        if items is None or binder.where is None or binder.keep is not None:
            return binder
        conjuncts = binder.where.items if isinstance(binder.where, x.And) else (binder.where,)
        for conjunct in conjuncts:
            rows = self.rows(binder.local, items, conjunct)
            if rows is None:
                continue
            key, table = rows
            if table not in self.made:
                name = f"{binder.local} by {key}" if key else f"{binder.local} kept"
                self.made[table] = f"{name} {len(self.lists) + 1}"
                self.lists[self.made[table]] = Lists(name=self.made[table], rows=table)
            rest = conjunction(tuple(other for other in conjuncts if other is not conjunct))
            row: x.Expr = x.Local(key) if key else x.Const(0)
            return self.binder(replace(binder, domain=x.ListRow(self.made[table], row), where=None if rest == x.Bool(True) else rest))
        return binder

    def rows(self, local: str, items: tuple[int, ...], conjunct: x.Cond) -> tuple[str, tuple[tuple[int, ...], ...]] | None:
        """The name that the rows go by ("": there is one row), and the rows."""
        parts = list(walk(conjunct))
        names = {part.name for part in parts if isinstance(part, x.Local)}
        others = sorted(names - {local})
        if not all(isinstance(part, WITHOUT_STATE) for part in parts) or local not in names or len(others) > 1:
            return None
        if not others:
            low, high = 0, 0
        elif others[0] in self.ranges:
            low, high = self.ranges[others[0]]
        else:
            return None
        if low < 0 or high >= MOST_ROWS or len(items) * (high + 1) > MOST_ITEMS:
            return None
        table: list[tuple[int, ...]] = []
        for number in range(high + 1):
            row = []
            for item in items:
                answer = self.decided(conjunct, {local: item, **({others[0]: number} if others else {})})
                if answer is None:
                    return None
                if answer:
                    row.append(item)
            table.append(tuple(row))
        return (others[0] if others else ""), tuple(table)

    def decided(self, condition: x.Cond, values: Mapping[str, int]) -> bool | None:
        """The truth of a condition for these values; None if that is not known (a table is left, say)."""
        known = transform(condition, lambda part: self.known(x.Const(values[part.name]) if isinstance(part, x.Local) else part))
        return known.value if isinstance(known, x.Bool) else None

    def known(self, part: Any) -> Any:
        match part:
            case x.Member(x.Const(item), domain):
                items = self.items(domain)
                return part if items is None else x.Bool(item in items)
            case x.Fetch(table, x.Const(at)) if not 0 <= at < len(self.tables[table].values):
                return part
            case _:
                return folded(part, self.tables)

    def items(self, domain: x.Domain) -> tuple[int, ...] | None:
        """The members of a constant domain."""
        match domain:
            case x.Numbers(x.Const(low), x.Const(high)) if high - low < MOST_ITEMS:
                return tuple(range(low, high + 1))
            case x.Listed(items) if all(isinstance(item, x.Const) for item in items):
                return tuple(item.value for item in items if isinstance(item, x.Const))
            case x.ListRow(lists, x.Const(row), None) if 0 <= row < len(self.lists[lists].rows):
                return self.lists[lists].rows[row]
            case _:
                return None
