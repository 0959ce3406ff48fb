"""Small games put together by hand, node by node, so that every value in the tests can be worked out on paper."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from compiler.interpret import Interpreter
from compiler.ir import exprs as x
from compiler.ir.actions import ActionIR, Chance, ChanceStage, Condition, Decision, Digit, Stage
from compiler.ir.flow import FlowNode, Over
from compiler.ir.game import GameIR, Rule, ViewIR
from compiler.ir.layout import HEADER, Block, Carrier, Component, Layout, Zone
from compiler.ir.stmts import Doc, MovePiece, Stmt, Store

DOC = Doc(path="")
WORDS = Carrier(name="word", low=-(2**62), high=2**62)
NONE = x.Const(0)


def number(value: int) -> x.Const:
    return x.Const(value)


def range_of(low: int, high: int) -> Carrier:
    return Carrier(name=f"{low}..{high}", low=low, high=high)


def block(name: str, length: int = 1, carrier: Carrier = WORDS, **more: Any) -> Block:
    return Block(name=name, offset=0, length=length, section=more.pop("section", "state"), carrier=carrier, **more)


def binder(local: str, low: int, high: int, **more: Any) -> x.Binder:
    return x.Binder(local=local, domain=x.Numbers(x.Const(low), x.Const(high)), **more)


def digit(local: str, low: int, high: int) -> Digit:
    return Digit(local=local, carrier=range_of(low, high), size=high - low + 1)


def stage(*digits: Digit, base: int = 0, binders: tuple[x.Binder, ...] | None = None, conditions: Sequence[Condition] = (), rule: int = 1) -> Stage:
    """Binders over the digits' whole carriers, in code order, unless others are given."""
    size = 1
    for one in digits:
        size *= one.size
    own = tuple(binder(one.local, one.carrier.low, one.carrier.high) for one in digits)
    walked, ascending = (own, True) if binders is None else (binders, False)
    return Stage(binders=walked, conditions=tuple(conditions), digits=digits, base=base, size=size, rule=rule, ascending=ascending)


def action(name: str, *stages: Stage, do: tuple[Stmt, ...] = (), leaf: int = 0, **more: Any) -> ActionIR:
    made: dict[str, Any] = {"require": (), "prefer": (), "prefer_trial": False, "prefer_rule": 0, "say": None, "secret": (), "outside": False}
    made.update(more)
    names = tuple(one for each in stages for one in each.digits)
    return ActionIR(name=name, leaf=leaf, stages=stages, choices=names, do=do, doc=DOC, **made)


def decision(*actions: int, path: str = "phases.choose", actor: x.Expr = NONE, **more: Any) -> Decision:
    made: dict[str, Any] = {"name": "choose", "sealed": "", "forced": (), "otherwise": None, "rule": 9}
    made.update(more)
    return Decision(path=path, actor=actor, actions=actions, doc=DOC, **made)


def chance_stage(*digits: Digit, base: int = 0, where: x.Cond | None = None, weight: x.Expr | None = None) -> ChanceStage:
    size = 1
    for one in digits:
        size *= one.size
    own = tuple(binder(one.local, one.carrier.low, one.carrier.high) for one in digits)
    return ChanceStage(binders=own, where=where, weight=weight, digits=digits, base=base, size=size)


def chance(*stages: ChanceStage, do: tuple[Stmt, ...] = (), **more: Any) -> Chance:
    made: dict[str, Any] = {
        "kind": "roll", "stream": "dice", "otherwise": None, "rule": 8, "seen_by": "all", "seat": None, "zone": "", "instance": None, "say": None,
    }  # fmt: skip
    made.update(more)
    return Chance(name="roll", path="phases.roll", stages=stages, do=do, doc=DOC, **made)


def game(
    *flow: FlowNode, blocks: Sequence[Block] = (), zones: Sequence[Zone] = (), components: Sequence[Component] = (), derived: Sequence[Block] = (),
    **more: Any,
) -> GameIR:  # fmt: skip
    """A game whose last flow node is Over, for two players unless said otherwise."""
    heads = [block(name, section="header") for name, _ in HEADER]
    rules = tuple(Rule(kind="where", path=f"rule {at + 1}", text="", clauses=(), span=None) for at in range(30))
    made: dict[str, Any] = {
        "game": "made", "variant": "", "title": "Made", "language": 1, "spec_hash": "0", "players_low": 2, "players_high": 2, "horizon": 0,
        "options": (), "functions": (), "procedures": (), "actions": (), "decisions": (), "chances": (), "init": (), "result": None, "graphs": (),
        "memories": (), "planes": (), "always": (), "claims": (), "rules": rules, "spin_rule": 20, "not_now_rule": 21, "num_actions": 100,
        "max_actions": 100, "num_outcomes": 100, "max_outcomes": 100, "view": ViewIR(boards=(), labels=()), "field_texts": (),
    }  # fmt: skip
    tables, lists = more.pop("tables", ()), more.pop("lists", ())
    made.update(more)
    placed: list[Block] = []
    at = 0
    for one in (*heads, *blocks, *derived):
        placed.append(replace(one, offset=at))
        at += one.length
    layout = Layout(
        blocks=tuple(placed), zones=tuple(zones), components=tuple(components), tables=tables, lists=lists,
        shown=at - sum(one.length for one in derived), kept=at, size=at,
    )  # fmt: skip
    return GameIR(layout=layout, flow=(*flow, Over()), over=len(flow), **made)


class Table:
    """A game being played: an interpreter and a vector, with what is asked again and again."""

    def __init__(self, made: GameIR, players: int = 2, seed: int = 0, explicit: int = 0) -> None:
        self.game = made
        self.engine = Interpreter(made)
        self.s = [0] * made.layout.size
        self.fault = self.engine.init(self.s, players, seed, explicit)

    def __getitem__(self, name: str) -> int | list[int]:
        found = self.game.layout.block(name)
        slots = self.s[found.offset : found.offset + found.length]
        return slots[0] if found.length == 1 else slots

    def legal(self) -> list[int]:
        out = [0] * 200
        return out[: self.engine.legal_actions(self.s, out)]

    def outcomes(self) -> list[tuple[int, int]]:
        out, weights = [0] * 200, [0] * 200
        count = self.engine.chance_outcomes(self.s, out, weights)
        return list(zip(out[:count], weights[:count], strict=True))

    def apply(self, *codes: int) -> int:
        for code in codes:
            self.fault = self.engine.apply(self.s, code)
        return self.fault

    def refusal(self, code: int) -> int:
        return self.engine.refusal(self.s, code)

    def returns(self) -> list[int]:
        out = [99] * self.s[0]
        self.engine.returns(self.s, out)
        return out

    def player(self) -> int:
        return self.engine.current_player(self.s)


def store(name: str, value: x.Expr | int, index: x.Expr | int = 0) -> Store:
    return Store(name, x.Const(index) if isinstance(index, int) else index, x.Const(value) if isinstance(value, int) else value)


def add(name: str, value: x.Expr | int, index: x.Expr | int = 0) -> Store:
    at = x.Const(index) if isinstance(index, int) else index
    return Store(name, at, x.Binary("+", x.Load(name, at), x.Const(value) if isinstance(value, int) else value))


def move(piece: x.Expr | int, zone: str, instance: int = 0, bottom: bool = False, rule: int = 7) -> MovePiece:
    wanted = x.Const(piece) if isinstance(piece, int) else piece
    return MovePiece("card", wanted, zone, x.Const(instance), bottom, rule)
