"""Every kind of ill-formed game is found: each case breaks one thing in a good one."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.dump import dump
from compiler.ir.flow import Decide, Run
from compiler.ir.game import GameIR
from compiler.ir.verify import IllFormed, mistakes, verify
from compiler.ir.walk import transform
from tests.games import GAMES, ir


def changed(game: GameIR, kind: type, change: Callable[[Any], Any]) -> GameIR:
    """With the first node of a kind replaced."""
    done = []

    def once(part: Any) -> Any:
        if isinstance(part, kind) and not done:
            done.append(part)
            return change(part)
        return part

    made = transform(game, once)
    assert done, kind
    return made


BROKEN: dict[str, tuple[Callable[[GameIR], GameIR], str]] = {
    "unknown block": (lambda game: changed(game, x.Load, lambda part: replace(part, block="nowhere")), "no block nowhere"),
    "slot outside": (lambda game: changed(game, s.Store, lambda part: replace(part, index=x.Const(999))), "[999]"),
    "unknown function": (lambda game: changed(game, x.Call, lambda part: replace(part, function="f")), "no function f"),
    "unknown table": (lambda game: changed(game, x.Fetch, lambda part: replace(part, table="t")), "no table t"),
    "unknown zone": (lambda game: changed(game, x.Pieces, lambda part: replace(part, zone="z")), "no zone z"),
    "unbound local": (lambda game: changed(game, x.Local, lambda part: x.Local("ghost")), "ghost is not bound"),
    "arguments": (lambda game: changed(game, x.Call, lambda part: replace(part, arguments=(*part.arguments, x.Const(0)))), "arguments"),
    "sorts": (lambda game: changed(game, x.Truth, lambda part: part.operand), "holds"),
    "rule": (lambda game: changed(game, x.ZoneItem, lambda part: replace(part, rule=0)), "no rule 0"),
    "order of functions": (lambda game: replace(game, functions=game.functions[::-1]), "before it"),
    "target": (lambda game: changed(game, Run, lambda part: replace(part, next=10_000)), "leads to 10000"),
    "decision": (lambda game: changed(game, Decide, lambda part: replace(part, decision=99)), "no decision 99"),
    "codes": (lambda game: replace(game, num_actions=game.num_actions + 1), "codes end at"),
    "offsets": (
        lambda game: replace(game, layout=replace(game.layout, blocks=game.layout.blocks[:-2] + game.layout.blocks[-1:])),
        "expected",
    ),
    "end": (lambda game: changed(game, Run, lambda part: replace(part, block=(s.Leave("nowhere"),))), "`end nowhere` leads nowhere"),
    "before": (lambda game: changed(game, s.Store, lambda part: replace(part, value=x.Old(part.value))), "outside a trial"),
    "bound twice": (
        lambda game: changed(game, Run, lambda part: replace(part, block=(s.Let("a", x.Const(0)), s.Let("a", x.Const(1))))),
        "a is bound twice",
    ),
}


@pytest.mark.parametrize(("breaks", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_game_is_found(breaks: Callable[[GameIR], GameIR], said: str) -> None:
    broken = breaks(ir("wild_farm"))
    with pytest.raises(IllFormed) as raised:
        verify(broken)
    assert said in str(raised.value)


@pytest.mark.parametrize("name", GAMES)
def test_shipped_games_are_well_formed(name: str) -> None:
    assert list(mistakes(ir(name))) == []


def test_a_dump_shows_what_is_there() -> None:
    game = ir("nim")
    text = dump(game)
    assert "choose i in 1..4, n in 1..7 where n <= pile[i - 1]  codes 0+28 i:4 x n:7" in text
    assert "DECIDE phases.take" in text and "pile[1..4]: 0..7" in text
    assert all(line == line.rstrip() for line in text.split("\n"))
