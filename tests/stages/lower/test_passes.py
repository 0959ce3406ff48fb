"""Passes: what they are to change, and that games play the same."""

from random import Random

import pytest

from compiler.interpret import Interpreter
from compiler.ir import exprs as x
from compiler.ir import stmts as s
from compiler.ir.flow import Branch, Run
from compiler.ir.game import GameIR
from compiler.ir.simplify import binary, compare, conjunction, disjunction, negation
from compiler.ir.verify import verify
from compiler.passes import PASSES, run_passes
from compiler.passes.fold import fold_constants
from compiler.passes.unused import drop_unused
from tests.stages.lower.lowered import lowered

A, B = x.Local("a"), x.Local("b")
C = x.Compare("<", A, B)

TEXT = """
components:
  card: {copies: 6}
zones:
  deck: {of: card, order: bag}
  hand: {of: card, per: player}
state:
  n: {type: 0..99}
define:
  spare(0..9 k) -> 0..99: k * k
  good(card c) -> bool: c in hand[seat(0)]
setup:
  fill: {do: move all card to deck}
phases:
  round:
    repeat: 3
    steps:
      take:
        for: p in players
        draw: c in deck
        do: move c to hand[p]
        otherwise: skip
      lay:
        for: p in seats_from(seat(1))
        choose: c in hand[p]
        do: |
          move c to box
          n += 2 if good(c) else 1
        otherwise: skip
      maybe: {when: number(round) == 2, do: n = 0}
"""


def test_operators() -> None:
    assert binary("+", x.Const(2), x.Const(3)) == x.Const(5)
    assert binary("//", x.Const(-7), x.Const(2)) == x.Const(-4)
    assert binary("*", A, x.Const(1)) == A and binary("+", x.Const(0), A) == A
    assert binary("+", binary("+", A, x.Const(2)), x.Const(-2)) == A
    assert compare("<=", x.Const(3), x.Const(3)) == x.Bool(True)
    assert negation(negation(C)) == C and negation(C) == x.Compare(">=", A, B)


def test_logic_keeps_what_is_asked_first() -> None:
    """`a and false` still asks a: it may be a fault. What stands behind `false` is never asked."""
    assert conjunction((C, x.Bool(False), C)) == x.And((C, x.Bool(False)))
    assert conjunction((x.Bool(False), C)) == x.Bool(False)
    assert conjunction((x.Bool(True), C)) == C
    assert disjunction((C, disjunction((C, C)))) == x.Or((C, C, C))
    assert disjunction((x.Bool(True), C)) == x.Bool(True)


def test_constant_branches_are_cut() -> None:
    game = lowered(TEXT)
    dead = s.If(x.Bool(False), (s.Store("n", x.Const(0), x.Const(1)),), (s.Store("n", x.Const(0), x.Const(2)),))
    ends = (dead, s.Finish("end", None), dead)
    node = next(number for number, node in enumerate(game.flow) if isinstance(node, Run) and node.step)
    flow = tuple(Run(block=ends, next=0) if number == node else old for number, old in enumerate(game.flow))
    from msgspec.structs import replace

    folded = fold_constants(replace(game, flow=flow)).flow[node]
    assert isinstance(folded, Run)
    assert folded.block == (s.Store("n", x.Const(0), x.Const(2)), s.Finish("end", None))


def test_what_nothing_uses_is_dropped() -> None:
    game = lowered(TEXT)
    assert {function.name for function in game.functions} == {"spare", "good"}
    assert [function.name for function in drop_unused(game).functions] == ["good"]


def test_idle_nodes_go() -> None:
    game = run_passes(lowered(TEXT))
    assert not [node for node in game.flow if isinstance(node, Run) and not node.block and not node.step]
    assert not [node for node in game.flow if isinstance(node, Branch) and isinstance(node.condition, x.Bool)]


def play(game: GameIR, seed: int) -> list[list[int]]:
    """All positions of a random game, without the number of the waiting node."""
    engine = Interpreter(game)
    s, out, random = [0] * engine.VECTOR_SIZE, [0] * game.max_actions, Random(seed)
    engine.init(s, 2, seed, 0)
    found = []
    while engine.current_player(s) != -4 and len(found) < 40:
        found.append(s[:1] + s[2 : game.layout.kept])
        engine.apply(s, out[random.randrange(engine.legal_actions(s, out))])
    return [*found, s[:1] + s[2 : game.layout.kept]]


@pytest.mark.parametrize("name", [name for name, _ in PASSES])
def test_a_pass_changes_no_game(name: str) -> None:
    game = lowered(TEXT)
    made = dict(PASSES)[name](game)
    verify(made)
    assert made.rules == game.rules
    for seed in range(5):
        assert play(made, seed) == play(game, seed)


def test_passes_have_nothing_more_to_do() -> None:
    once = run_passes(lowered(TEXT))
    assert run_passes(once) == once
