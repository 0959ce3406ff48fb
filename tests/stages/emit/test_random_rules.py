"""Random expressions and effects mean the same to the interpreter and to the emitted module."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from compiler.emit import emit_game
from compiler.ir import exprs as x
from compiler.ir import stmts as st
from runtime.native import validate
from tests.stages.emit.small import FEW, MANY, PLAYERS, Lockstep, machine

SETTINGS = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

ARRAYS = (("total", 1), ("row", 5), ("heap", 4))
ZONES = (("coin", FEW), ("bead", MANY))
INSTANCES = {"bag": 1, "set": 3, "pile": 1, "row": 2}


class Making:
    """Draws well-formed nodes: indices stay in their blocks, values in their slots, locals bound."""

    def __init__(self, draw, functions=()):  # type: ignore[no-untyped-def]
        self.draw, self.functions, self.count, self.rules = draw, functions, 0, 2

    def pick(self, *items):  # type: ignore[no-untyped-def]
        return self.draw(some.sampled_from(items))

    def number(self, low: int, high: int) -> int:
        return self.draw(some.integers(low, high))

    def name(self) -> str:
        self.count += 1
        return f"{self.pick('a', 'b', 'at', 'left', 's', 'n')}{self.count if self.pick(True, False) else f'_{self.count}'}"

    def rule(self) -> int:
        self.rules = self.rules % 30 + 3
        return self.rules

    def within(self, size: int, names: tuple[str, ...], depth: int) -> x.Expr:
        """A value of 0..size-1."""
        return x.Const(self.number(0, size - 1)) if depth <= 0 or self.pick(True, False) else x.Binary("%", self.expr(names, depth), x.Const(size))

    def expr(self, names: tuple[str, ...], depth: int) -> x.Expr:
        if depth <= 0:
            return self.pick(x.Const(self.number(-3, 9)), *(x.Local(name) for name in names))
        below = depth - 1
        kind = self.pick("local", "load", "fetch", "binary", "abs", "int", "choose", "call", "fold", "checked", "size", "item")
        match kind:
            case "local":
                return self.expr(names, 0)
            case "load":
                block, size = self.pick(*ARRAYS)
                return x.Binary("%", x.Load(block, self.within(size, names, below)), x.Const(100))
            case "fetch":
                return x.Fetch("odd", self.within(5, names, below))
            case "binary":
                operator = self.pick("+", "-", "*", "//", "%", "min", "max", "&", "|")
                left, right = self.expr(names, below), self.expr(names, below)
                if operator in ("//", "%"):
                    right = x.Const(self.number(1, 7))
                elif operator == "*":
                    left, right = x.Binary("%", left, x.Const(50)), x.Binary("%", right, x.Const(50))
                elif operator in ("&", "|"):
                    left, right = x.Abs(left), x.Abs(right)
                return x.Binary(operator, left, right)
            case "abs":
                return x.Abs(self.expr(names, below))
            case "int":
                return x.AsInt(self.cond(names, below))
            case "choose":
                return x.Choose(self.cond(names, below), self.expr(names, below), self.expr(names, below))
            case "call" if self.functions:
                function = self.pick(*self.functions)
                called = x.Call(function.name, tuple(self.within(5, names, below) for _ in function.parameters))
                return x.AsInt(x.Truth(called)) if function.truth is not None else called
            case "fold":
                return self.fold(names, below)
            case "checked":
                return x.Checked(self.expr(names, below), -20, 60, self.rule())
            case "size":
                zone, instances = self.zone()
                return x.ZoneSize(zone, self.within(instances, names, below))
            case "item":
                zone, instances = self.zone()
                index = self.within(3, names, below)
                return x.ZoneItem(zone, self.within(instances, names, below), index, self.pick(True, False), self.rule())
            case _:
                return self.expr(names, below)

    def zone(self) -> tuple[str, int]:
        component, _ = self.pick(*ZONES)
        order = self.pick(*INSTANCES)
        return f"{component}_{order}", INSTANCES[order]

    def fold(self, names: tuple[str, ...], depth: int) -> x.Expr:
        kind = self.pick("count", "sum", "min", "max", "first", "largest")
        binders, inner = self.binders(names, depth)
        body = x.Binary("%", self.expr(inner, depth), x.Const(30)) if kind != "count" else None
        by = self.expr(inner, depth) if kind == "first" and self.pick(True, False) else None
        rank = x.Const(self.number(1, 3)) if kind == "largest" else None
        default = self.expr(names, 0) if kind in ("min", "max", "first", "largest") and self.pick(True, False) else None
        return x.Fold(kind, binders, body, by, rank, default, self.rule())

    def binders(self, names: tuple[str, ...], depth: int) -> tuple[tuple[x.Binder, ...], tuple[str, ...]]:
        made = []
        for _ in range(self.number(1, 2)):
            domain = self.domain(names, depth)
            local = self.name()
            names = (*names, local)
            keep = self.cond(names, depth - 1) if self.number(0, 4) == 0 else None
            where = self.cond(names, depth - 1) if self.pick(True, False) else None
            made.append(x.Binder(local, domain, keep, where))
        return tuple(made), names

    def domain(self, names: tuple[str, ...], depth: int) -> x.Domain:
        below = depth - 1
        match self.pick("numbers", "listed", "row", "pieces", "one", "seats"):
            case "numbers":
                return x.Numbers(x.Const(self.number(-1, 2)), self.within(5, names, below))
            case "listed":
                return x.Listed(tuple(self.expr(names, below) for _ in range(self.number(1, 3))))
            case "row":
                limit = self.within(4, names, below) if self.pick(True, False) else None
                return x.ListRow(self.pick("ways", "ragged"), self.within(3, names, below), limit)
            case "pieces":
                zone, instances = self.zone()
                return x.Pieces(zone, self.within(instances, names, below), self.pick(True, False))
            case "one":
                return x.One(x.Binary("-", self.within(5, names, below), x.Const(1)))
            case _:
                return x.Seats(self.within(PLAYERS, names, below), self.pick(x.Load("players"), x.Const(2)))

    def cond(self, names: tuple[str, ...], depth: int) -> x.Cond:
        below = depth - 1
        if depth <= 0:
            return x.Compare(self.pick("==", "!=", "<", "<=", ">", ">="), self.expr(names, 0), self.expr(names, 0))
        match self.pick("truth", "compare", "and", "or", "not", "search", "member"):
            case "truth":
                return x.Truth(self.expr(names, below))
            case "compare":
                return x.Compare(self.pick("==", "!=", "<", "<=", ">", ">="), self.expr(names, below), self.expr(names, below))
            case "and":
                return x.And(tuple(self.cond(names, below) for _ in range(self.number(2, 3))))
            case "or":
                return x.Or(tuple(self.cond(names, below) for _ in range(self.number(2, 3))))
            case "not":
                return x.Not(self.cond(names, below))
            case "search":
                binders, inner = self.binders(names, below)
                return x.Search(self.pick("any", "all"), binders, self.cond(inner, below))
            case _:
                domain = self.domain(names, below)
                item: x.Expr = self.expr(names, below)
                if isinstance(domain, x.Pieces):
                    item = self.within(FEW if "coin" in domain.zone else MANY, names, below)
                return x.Member(item, domain)

    def block(self, names: tuple[str, ...], depth: int) -> st.Block:
        made: list[st.Stmt] = []
        for _ in range(self.number(1, 3)):
            made.append(self.statement(names, depth))
            if isinstance(made[-1], st.Let):
                names = (*names, made[-1].local)
        return tuple(made)

    def statement(self, names: tuple[str, ...], depth: int) -> st.Stmt:
        below = depth - 1
        kind = (
            self.pick("store", "add", "let", "move", "move", "demand")
            if depth <= 0
            else self.pick("store", "let", "if", "for", "for", "while", "move", "swap", "collect", "out")
        )
        match kind:
            case "store":
                block, size = self.pick(*ARRAYS)
                rule = self.rule() if self.number(0, 5) == 0 else 0
                return st.Store(block, self.within(size, names, 1), x.Binary("%", self.expr(names, 2), x.Const(60)), -5, 55, rule)
            case "add":
                block, size = self.pick(*ARRAYS)
                index = self.within(size, names, 1)
                return st.Store(block, index, x.Binary(self.pick("+", "-"), x.Load(block, index), self.within(9, names, 1)))
            case "let":
                return st.Let(self.name(), self.expr(names, 2))
            case "move":
                component, count = self.pick(*ZONES)
                order = self.pick(*INSTANCES, "")
                zone = f"{component}_{order}" if order else ""
                instance = self.within(INSTANCES[order], names, 1) if order else x.Const(0)
                return st.MovePiece(component, self.within(count, names, 2), zone, instance, self.pick(True, False), self.rule())
            case "if":
                return st.If(self.cond(names, 2), self.block(names, below), self.block(names, below) if self.pick(True, False) else ())
            case "for":
                domain = self.domain(names, 2)
                local = self.name()
                inner = (*names, local)
                keep = self.cond(inner, 1) if self.number(0, 4) == 0 else None
                where = self.cond(inner, 1) if self.pick(True, False) else None
                by = self.expr(inner, 1) if self.pick(True, False) else None
                return st.For(x.Binder(local, domain, keep, where), by, self.block(inner, below), False, MANY)
            case "while":
                return st.While(self.cond(names, 1), self.number(1, 5), self.rule(), self.block(names, below))
            case "collect":
                domain = self.domain(names, 1)
                local = self.name()
                where = x.Compare("<", x.Local(local), x.Const(3))
                binder = x.Binder(local, x.Numbers(x.Const(0), self.within(4, names, 1)) if isinstance(domain, x.Pieces) else domain, None, where)
                return st.Collect(binder, self.expr((local,), 1) if self.pick(True, False) else None, "row", "total")
            case "swap":
                return self.statement(names, 0)
            case "out":
                return st.Eliminate(self.within(PLAYERS, names, 1))
            case _:
                return st.Demand(self.cond(names, 2), self.rule())


@some.composite
def rules(draw):  # type: ignore[no-untyped-def]
    """Two functions and three blocks that may use them."""
    making = Making(draw)
    functions = []
    for number in range(2):
        parameters = tuple(st.Parameter(name=name, low=0, high=4) for name in ("p", "q")[: making.number(0, 2)])
        names = tuple(parameter.name for parameter in parameters)
        making.functions = tuple(functions)
        truth = making.cond(names, 3) if making.pick(True, False) else None
        value = None if truth is not None else making.expr(names, 3)
        functions.append(st.FunctionIR(name=f"f{number}", parameters=parameters, value=value, truth=truth, doc=st.Doc(path="define")))
    making.functions = tuple(functions)
    return functions, [making.block((), 2) for _ in range(3)]


@SETTINGS
@given(rules(), some.lists(some.integers(0, 2), min_size=1, max_size=8))
def test_random_rules_mean_the_same(made, codes) -> None:  # type: ignore[no-untyped-def]
    functions, blocks = made
    game = machine(blocks, functions=functions)
    (text,) = emit_game(game).values()
    assert validate(text, "machine.py") == []
    play = Lockstep(game, junk=777)
    for code in codes:
        if play.apply(code):
            return
        assert play.legal() == [0, 1, 2]
