"""Values of expressions, one by one."""

from typing import Literal

import pytest

from compiler.interpret import FaultRaised, InternalError, evaluate
from compiler.interpret.expressions import expressions
from compiler.interpret.nouns.frame import Frame
from compiler.interpret.play.meanings import program_of
from compiler.ir import exprs as x
from compiler.ir.game import GraphIR
from compiler.ir.layout import Lists, Table
from compiler.ir.stmts import FunctionIR, Parameter
from tests.stages.interpret.hand_made import DOC, binder, block, game, number, range_of

# A path of six nodes 0-1-2 3-4 5, with a state cell for each.
EDGES = Lists(name="edges", rows=((1,), (0, 2), (1,), (4,), (3,), ()))
PATH = GraphIR(
    name="path", size=6, exists=x.Compare("!=", x.Load("cell", x.Local("node")), x.Const(0)),
    near=x.Binder(local="b", domain=x.ListRow("edges", x.Local("a"))), link=x.Bool(True), along=(), to=None,
    totals=(("weight", x.Load("cell", x.Local("a"))),), directed=False, grows=False, carrier=range_of(0, 5), doc=DOC,
)  # fmt: skip
DOUBLE = FunctionIR(
    name="double", parameters=(Parameter(name="n", low=0, high=50),), value=x.Binary("*", x.Local("n"), x.Const(2)), truth=None, doc=DOC
)
GAME = game(
    blocks=[block("cell", 6, range_of(0, 9))], tables=(Table(name="squares", values=(0, 1, 4, 9)),),
    lists=(EDGES, Lists(name="rays", rows=((3, 4, -1, 5),))), graphs=(PATH,), functions=(DOUBLE,),
)  # fmt: skip
VECTOR = [2] + [0] * 12 + [4, 7, 1, 5, 5, 2]


def value(expr: x.Expr | x.Cond, **locals: int) -> int:
    return evaluate(GAME, list(VECTOR), expr, locals)


def cell(local: str) -> x.Load:
    return x.Load("cell", x.Local(local))


@pytest.mark.parametrize(
    ("operator", "left", "right", "result"),
    [("//", -7, 2, -4), ("%", -7, 3, 2), ("-", 3, 5, -2), ("min", 3, 5, 3), ("max", 3, 5, 5), ("&", 12, 10, 8), ("|", 12, 10, 14)],
)
def test_arithmetic(operator: str, left: int, right: int, result: int) -> None:
    assert value(x.Binary(operator, number(left), number(right))) == result  # type: ignore[arg-type]


def test_reading() -> None:
    assert value(x.Load("cell", number(1))) == 7
    assert value(x.Fetch("squares", x.Local("n")), n=3) == 9
    assert value(x.Call("double", (number(21),))) == 42
    assert value(x.Choose(x.Bool(False), x.Fetch("squares", number(99)), x.Abs(number(-3)))) == 3


def test_folds() -> None:
    """over the cells 4 7 1 5 5 2"""
    all_cells = (binder("i", 0, 5),)
    odd = (binder("i", 0, 5, where=x.Compare("==", x.Binary("%", cell("i"), number(2)), number(1))),)
    until_one = (binder("i", 0, 5, keep=x.Compare("!=", cell("i"), number(1))),)
    assert value(x.Fold("count", odd, None)) == 4
    assert value(x.Fold("sum", all_cells, cell("i"))) == 24
    assert value(x.Fold("sum", until_one, cell("i"))) == 11
    assert value(x.Fold("max", all_cells, cell("i"))) == 7
    assert value(x.Fold("min", odd, x.Local("i"))) == 1
    assert value(x.Fold("first", odd, x.Local("i"))) == 1
    assert value(x.Fold("first", all_cells, x.Local("i"), by=cell("i"))) == 2
    assert value(x.Fold("first", (binder("i", 3, 4),), x.Local("i"), by=cell("i"))) == 3, "ties in walk order"
    assert [value(x.Fold("largest", all_cells, cell("i"), rank=number(rank))) for rank in range(1, 7)] == [7, 5, 5, 4, 2, 1]


def test_a_fold_over_nothing_gives_its_default_or_fails() -> None:
    nothing = (binder("i", 3, 2),)
    assert value(x.Fold("sum", nothing, cell("i"))) == 0
    assert value(x.Fold("min", nothing, cell("i"), default=number(-5))) == -5
    assert value(x.Fold("largest", (binder("i", 0, 1),), cell("i"), rank=number(3), default=number(8))) == 8
    with pytest.raises(FaultRaised) as fault:
        value(x.Fold("first", nothing, cell("i"), rule=12))
    assert fault.value.rule == 12


def test_searches_and_short_circuits() -> None:
    pairs = (binder("i", 0, 5), x.Binder(local="j", domain=x.Numbers(x.Binary("+", x.Local("i"), number(1)), number(5))))
    assert value(x.Search("any", pairs, x.Compare("==", cell("i"), cell("j")))) == 1
    assert value(x.Search("all", pairs, x.Compare("!=", cell("i"), cell("j")))) == 0
    failing = x.Truth(x.Checked(number(4), 0, 3, 6))
    assert value(x.And((x.Bool(False), failing))) == 0
    assert value(x.Or((x.Bool(True), failing))) == 1
    with pytest.raises(FaultRaised):
        value(x.And((x.Bool(True), failing)))


def test_domains() -> None:
    def listed(domain: x.Domain, *, places: int = 6) -> list[int]:
        """Members as digits, by folding: each member's place in the walk is not seen, so sums of powers tell which are there."""
        return [item for item in range(-1, places) if value(x.Member(number(item), domain))]

    assert listed(x.Numbers(number(2), number(1))) == []
    assert listed(x.Listed((number(3), number(0)))) == [0, 3]
    assert listed(x.ListRow("rays", number(0))) == [-1, 3, 4, 5]
    assert listed(x.ListRow("rays", number(0), limit=number(2))) == [3, 4]
    assert listed(x.One(number(-1))) == []
    assert listed(x.One(number(2))) == [2]
    assert value(x.Fold("first", (x.Binder(local="p", domain=x.Seats(number(1), number(2))),), x.Local("p"))) == 1


def test_groups_of_a_path() -> None:
    """0-1-2 weigh 4 + 7 + 1, 3-4 weigh 5 + 5, 5 stands alone with 2"""

    def of(kind: str, *arguments: int, detail: str = "") -> int:
        return value(x.GraphValue("path", kind, tuple(number(one) for one in arguments), detail, 5))  # type: ignore[arg-type]

    assert [of("group", node) for node in range(6)] == [0, 0, 0, 3, 3, 5]
    assert [of("size", node) for node in range(6)] == [3, 3, 3, 2, 2, 1]
    assert [of("total", node, detail="weight") for node in range(6)] == [12, 12, 12, 10, 10, 2]
    assert [of("distance", 0, node) for node in range(6)] == [0, 1, 2, -1, -1, -1]
    assert [of("longest", 1, limit) for limit in range(4)] == [0, 1, 1, 1], "both ways from the middle have one link"
    assert [of("longest", 0, limit) for limit in range(4)] == [0, 1, 2, 2]
    assert value(x.Fold("sum", (x.Binder(local="g", domain=x.GraphNodes("path", "groups")),), x.Local("g"))) == 0 + 3 + 5
    assert value(x.Fold("sum", (x.Binder(local="m", domain=x.GraphNodes("path", "members", number(4))),), x.Local("m"))) == 3 + 4
    assert value(x.Linked("path", "linked", number(0), number(1))) == 1
    assert value(x.Linked("path", "linked", number(0), number(2))) == 0
    assert value(x.Linked("path", "connected", number(0), number(2))) == 1
    assert value(x.Linked("path", "connected", number(0), number(-1))) == 0


def test_a_cut_path_falls_apart() -> None:
    vector = list(VECTOR)
    vector[13 + 1] = 0
    assert evaluate(GAME, vector, x.GraphValue("path", "size", (number(0),))) == 1
    assert evaluate(GAME, vector, x.GraphValue("path", "distance", (number(0), number(2)))) == -1
    with pytest.raises(FaultRaised):
        evaluate(GAME, vector, x.GraphValue("path", "group", (number(1),), rule=5))


def test_groups_are_found_anew_when_a_cell_changes() -> None:
    """One program asked about one vector as it changes, and about a copy of how it was: nothing stale is answered."""
    vector = list(VECTOR)
    frame = Frame(program_of(GAME, True), vector, {})

    def of(kind: Literal["size", "total"], where: Frame) -> int:
        return expressions.value(where, x.GraphValue("path", kind, (number(0),), "weight"))

    assert (of("size", frame), of("total", frame)) == (3, 12)
    before = Frame(frame.program, list(vector), {})
    frame.store("cell", 2, 6)
    assert (of("size", frame), of("total", frame)) == (3, 17)
    frame.store("cell", 1, 0)
    assert (of("size", frame), of("total", frame)) == (1, 4)
    assert (of("size", before), of("total", before), of("size", frame)) == (3, 12, 1)


@pytest.mark.parametrize("expr", [x.Load("cell", number(6)), x.Load("cell", number(-1)), x.Fetch("squares", number(4)), x.Local("nobody")])
def test_what_was_proven_and_fails_is_the_compilers_mistake(expr: x.Expr) -> None:
    with pytest.raises(InternalError):
        value(expr)
