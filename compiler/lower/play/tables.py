"""Resolution tables to procedures.

One that gives a value becomes two functions: `<table>_rows` over what it reads, and the table's own name, which reads and asks it.
"""


from compiler.bind.nouns import typed as t
from compiler.bind.nouns.symbols import LocalSymbol
from compiler.bind.nouns.types import BoolType
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.simplify import TRUE, as_int, choose, compare, conjunction, plus, truth
from compiler.lower.expressions import expressions
from compiler.lower.nouns.scope import Scope
from compiler.lower.nouns.world import World
from compiler.lower.play import lookup, statements
from compiler.lower.types.carriers import bounds


def procedure_of(world: World, table: str) -> str:
    """Tables have names of their own; one that an effect has too gets another word."""
    return f"{table}_table" if any(effect.name == table for effect in world.typed.effects) else table


def parameter(scope: Scope, local: LocalSymbol) -> s.Parameter:
    low, high = bounds(scope.world, local.type)
    return s.Parameter(name=scope.bind(local), low=low, high=high)


def resolving(world: World, table: t.ResolutionTable) -> s.ProcedureIR:
    path = f"resolution.{table.name}"
    scope = Scope(world, path, world.clauses(table.cite))
    reads = []
    for local, expr in table.reads:
        value = expressions.value(scope, expr, local.type)
        reads.append(s.Let(scope.bind(local), value))
    body: list[s.Stmt] = [*reads]
    if table.given is not None:
        body.append(s.Demand(expressions.condition(scope, table.given), scope.rule("given", table.given.span), True))
    whens = [expressions.condition(scope.at(f"{path}.{row.name}"), row.when) for row in table.rows]
    if table.hit == "each":
        body.extend(_each(scope, table, whens))
    elif len(table.rows) > lookup.FEW:
        body.extend(_looked_up(scope, table, whens))
    else:
        if table.hit == "unique":
            body.extend(_exactly_one(scope, table, whens))
        body.extend(_chain(scope, table, whens))
    return s.ProcedureIR(
        name=procedure_of(world, table.name), parameters=(), body=tuple(body), doc=world.doc(path, table.cite, table.span)
    )


def _row(scope: Scope, table: t.ResolutionTable, row: t.Row) -> s.Block:
    world = scope.world
    inner = Scope(world, f"resolution.{table.name}.{row.name}", world.clauses(row.cite or table.cite), scope.locals, scope.taken)
    return statements.block(inner, row.do)


def _none(scope: Scope, table: t.ResolutionTable) -> s.Block:
    """What happens when no row holds."""
    if table.otherwise is not None and not table.impossible:
        return statements.block(scope.at(f"{scope.path}.otherwise"), table.otherwise)
    return (s.Demand(x.Bool(False), _no_row(scope, table)),)


def _no_row(scope: Scope, table: t.ResolutionTable) -> int:
    kind = "impossible" if table.impossible else "table"
    return scope.rule(kind, table.span, f"{table.name}: no row holds")


def _chain(scope: Scope, table: t.ResolutionTable, whens: list[x.Cond]) -> s.Block:
    found = _none(scope, table)
    for row, when in reversed(list(zip(table.rows, whens, strict=True))):
        here = _row(scope, table, row)
        found = here if when == TRUE else (s.If(when, here, found),) if here or found else ()
    return found


def _looked_up(scope: Scope, table: t.ResolutionTable, whens: list[x.Cond]) -> s.Block:
    name = scope.fresh("row")
    number = x.Local(name)
    blocks = [_row(scope, table, row) for row in table.rows]
    here = lookup.alike(scope, f"{table.name}.value", blocks, number)
    found = here if here is not None else lookup.chosen(number, blocks, 0, len(blocks))
    nothing = s.If(compare("==", number, x.Const(lookup.NO_ROW)), _none(scope, table), found)
    return (s.Let(name, lookup.row_number(scope, table, whens)), nothing)


def _exactly_one(scope: Scope, table: t.ResolutionTable, whens: list[x.Cond]) -> s.Block:
    """In checked builds: no two rows hold together. (That none holds is found by the rows themselves.)"""
    total: x.Expr = x.Const(0)
    for when in whens:
        total = plus(total, as_int(when))
    if isinstance(total, x.Const):
        return ()
    return (s.Demand(compare("<=", total, x.Const(1)), scope.rule("table", table.span, f"{table.name}: two rows hold"), True),)


def _each(scope: Scope, table: t.ResolutionTable, whens: list[x.Cond]) -> s.Block:
    """All conditions first, then the effects in row order."""
    names = [scope.fresh(row.name) for row in table.rows]
    asked = [s.Let(name, as_int(when)) for name, when in zip(names, whens, strict=True)]
    done = [s.If(truth(x.Local(name)), _row(scope, table, row)) for name, row in zip(names, table.rows, strict=True)]
    none = s.If(conjunction(tuple(compare("==", x.Local(name), x.Const(0)) for name in names)), _none(scope, table))
    return (*asked, *done, none)


def giving(world: World, table: t.ResolutionTable) -> tuple[s.FunctionIR, ...]:
    assert table.gives is not None
    path = f"resolution.{table.name}"
    doc = world.doc(path, table.cite, table.span)
    outer = Scope(world, path, world.clauses(table.cite))
    given = tuple(expressions.value(outer, expr, local.type) for local, expr in table.reads)
    scope = Scope(world, path, world.clauses(table.cite))
    parameters = tuple(parameter(scope, local) for local, _ in table.reads)
    low, high = bounds(world, table.gives)
    if table.otherwise_gives is not None:
        found = expressions.value(scope.at(f"{path}.otherwise"), table.otherwise_gives, table.gives)
    else:
        found = x.Checked(x.Const(low - 1), low, high, _no_row(scope, table))
    helpers: tuple[s.FunctionIR, ...] = ()
    whens, values = [], []
    for row in table.rows:
        assert row.gives is not None
        inner = Scope(world, f"{path}.{row.name}", world.clauses(row.cite or table.cite), scope.locals, scope.taken)
        whens.append(expressions.condition(inner, row.when))
        values.append(expressions.value(inner, row.gives, table.gives))
    if len(table.rows) > lookup.FEW:
        which = x.Local(scope.fresh("row"))
        alike = lookup.alike(scope, f"{table.name}.value", values, which)
        value = alike if alike is not None else lookup.chosen_value(which, values, 0, len(values))
        named = f"{table.name}_value"
        numbered = s.Parameter(name=which.name, low=lookup.NO_ROW, high=len(values) - 1)
        helpers = (
            s.FunctionIR(
                name=named, parameters=(numbered, *parameters), truth=None, doc=doc,
                value=choose(compare("==", which, x.Const(lookup.NO_ROW)), found, value),
            ),
        )  # fmt: skip
        found = x.Call(named, (lookup.row_number(scope, table, whens), *(scope.read(local) for local, _ in table.reads)))
    else:
        for when, value in zip(reversed(whens), reversed(values), strict=True):
            found = choose(when, value, found)
    if table.given is not None:
        # A value cannot be demanded of in checked engines alone.
        asked = expressions.condition(scope.at(f"{path}.given"), table.given)
        found = choose(asked, found, x.Checked(x.Const(low - 1), low, high, scope.rule("given", table.given.span)))
    rows = f"{table.name}_rows"
    is_condition = isinstance(table.gives, BoolType)
    asking = x.Call(rows, given)
    return (
        *helpers,
        s.FunctionIR(name=rows, parameters=parameters, value=None if is_condition else found, truth=truth(found) if is_condition else None, doc=doc),
        s.FunctionIR(
            name=table.name,
            parameters=(),
            value=None if is_condition else asking,
            truth=x.Truth(asking) if is_condition else None,
            doc=doc,
        ),
    )
