"""Resolution tables: what they read, and for each row when it holds and what it does or gives."""

from compiler.bind.expressions import expressions, facts
from compiler.bind.expressions.reading import walk
from compiler.bind.nouns import typed
from compiler.bind.nouns.scope import EMPTY, Scope
from compiler.bind.nouns.types import BadType, TextType, Type
from compiler.bind.nouns.world import World
from compiler.bind.play import statements
from compiler.bind.things.options import cites
from compiler.bind.types.lattice import show
from compiler.parse.ast import Expr, Ident
from compiler.parse.spec import ResolutionSpec, TableRowSpec


def bind_tables(world: World) -> tuple[typed.ResolutionTable, ...]:
    first: dict[str, Ident] = {}
    found = []
    for spec in world.parsed.resolution:
        known = first.setdefault(spec.name.text, spec.name)
        if known is not spec.name:
            world.report("RWN008", spec.name.span, name=spec.name.text, kind="a table", first=known.span, first_kind="a table")
            continue
        with world.using("table", spec.name.text), world.under("resolution", spec.name.text):
            found.append(_table(world, spec))
    return tuple(found)


def _table(world: World, spec: ResolutionSpec) -> typed.ResolutionTable:
    scope, reads = EMPTY, []
    for name, expr in spec.reads:
        value = expressions.express(world, EMPTY, expr)
        if isinstance(value.type, TextType):
            world.report("RWT011", expr.span)
        local = world.local(name, "read", value.type, scope)
        scope = scope.with_local(local)
        reads.append((local, value))
    given = expressions.condition(world, scope, spec.given, "what is `given`") if spec.given is not None else None
    header = world.tables.get(spec.name.text)
    gives = header.result if header is not None and spec.gives is not None else None
    rows: dict[str, typed.Row] = {}
    for row in spec.rows:
        with world.under(row.name.text):
            bound = _row(world, scope, spec, row, gives)
        if row.name.text in rows:
            before = rows[row.name.text].span
            world.report("RWN008", row.name.span, name=row.name.text, kind="a row", first=before, first_kind="a row")
        rows.setdefault(row.name.text, bound)
    otherwise = otherwise_gives = None
    if spec.otherwise is not None:
        otherwise, _ = statements.suite(world, scope, spec.otherwise, statements.EVERYWHERE)
    if spec.otherwise_gives is not None and gives is not None:
        otherwise_gives = _given_value(world, scope, spec, spec.otherwise_gives, gives)
    return typed.ResolutionTable(
        name=spec.name.text, reads=tuple(reads), given=given, hit=spec.hit, gives=gives, rows=tuple(rows.values()), otherwise=otherwise,
        otherwise_gives=otherwise_gives, impossible=spec.impossible, cite=cites(spec.cite), span=spec.name.span,
    )  # fmt: skip


def _row(world: World, scope: Scope, spec: ResolutionSpec, row: TableRowSpec, gives: Type | None) -> typed.Row:
    with world.under("when"):
        when = expressions.condition(world, scope, row.when, "what `when` asks")
        _reads_only(world, spec, when)
    inside = scope.with_facts(facts.learn(scope.facts, when))
    with world.under("do"):
        do, _ = statements.suite(world, inside, row.do, statements.EVERYWHERE)
    value = None
    if row.gives is not None and gives is not None:
        with world.under("gives"):
            value = _given_value(world, inside, spec, row.gives, gives)
    elif gives is not None:
        world.report("RWC044", row.name.span, row=row.name.text, name=spec.name.text)
    return typed.Row(name=row.name.text, when=when, do=do, gives=value, cite=cites(row.cite), span=row.name.span)


def _given_value(world: World, scope: Scope, spec: ResolutionSpec, expr: Expr, gives: Type) -> typed.Expr:
    return expressions.express_as(world, scope, expr, gives, f"what `{spec.name.text}` gives", narrows=True)


def _reads_only(world: World, spec: ResolutionSpec, when: typed.Expr) -> None:
    """So that it can be proven that the rows leave no gap, `when` sees the table's own reads, options and `player_count` only."""
    if isinstance(when.type, BadType):
        return
    for node in walk(when):
        more = isinstance(node, (typed.StateRef, typed.Call, typed.Can, typed.InZone, typed.ZoneRef))
        if isinstance(node, typed.Builtin) and node.name not in ("min", "max", "abs", "ordinal", "other_value", "next_value"):
            more = True
        if isinstance(node, typed.Whole):
            more = show(node.element) == "player"
        if more:
            span = getattr(node, "span", when.span)
            world.report("RWC013", span, name=spec.name.text, text=" ".join(span.text.split()))
            return
