"""Laid pieces that move: what lies beside what, in lockstep with the reference, wherever the crowd wanders."""

import pytest

from runtime import load_source
from tests.cases.played import Played, codes, compiled, emit, game_of
from tests.conformance.beside import lockstep

HEAD = (
    "boards:",
    "  table: {shape: plane, of: tile, cells: square}",
    "components:",
    "  tile: {faces: [front], lies_on: table, copies: 4}",
)
STATE = (
    "state:",
    "  near: {per: tile, type: 0..4}",
    "  gaps: {type: 0..99}",
)
BESIDE = (
    "define:",
    "  held(tile t, site(table) q) -> bool: any(d in directions(table) where beside(q, d) != none and beside(q, d) != t)",
    "setup:",
    "  begin:",
    "    do: |",
    "      for t in tile:",
    "        if not any(u in table): move t to table[origin(table)]",
)
COUNT = (
    "        do: |",
    "          move t to table[q]",
    "          for u in tile: near[u] = count(d in directions(table) where beside(u, d) != none)",
    "          gaps = sum(count(d in directions(table) where beside(g, d) != none) for g in places(table))",
)
PLAY = (
    "phases:",
    "  turn:",
    "    repeat: 30",
    "    for: p in players",
    "    actions:",
    "      lay:",
    "        choose: t in tile, q in places(table) where t not in table",
    *COUNT,
    "      shift:",
    "        choose: t in table, q in places(table) where held(t, q)",
    *COUNT,
    "      lift:",
    "        choose: t in table where count(u in table) > 1",
    "        do: |",
    "          move t to box",
    "          for u in tile: near[u] = count(d in directions(table) where beside(u, d) != none)",
)


@pytest.mark.parametrize("zones", [(), ("zones:", "  hand: {of: tile, order: pile}")], ids=["a plane alone", "a pile beside it"])
def test_what_moves_leaves_nothing_behind(zones: tuple[str, ...]) -> None:
    made = compiled(game_of(*HEAD, *zones, *STATE, *BESIDE, *PLAY))
    assert made.game is not None and made.typed is not None, codes(made)
    (source,) = emit(made.game).values()
    for seed, backend in enumerate(("python", "native")):
        lockstep(made.typed, load_source(source, "wandering.py", backend=backend, checked=True), 2, seed, 40)  # type: ignore[arg-type]


def test_two_pieces_wander_as_far_as_they_like() -> None:
    """Each goes to the east of the other, thirty times: farther than coordinates for two pieces reach."""
    table = Played(
        game_of(
            *HEAD[:3],
            "  tile: {faces: [front], lies_on: table, copies: 2}",
            "setup:",
            "  begin:",
            "    do: |",
            "      for t in tile:",
            "        if not any(u in table): move t to table[origin(table)]",
            "phases:",
            "  turn:",
            "    repeat: 20",
            "    for: p in players",
            "    choose: t in tile, q in places(table)",
            "    do: move t to table[q]",
        )
    )
    for _ in range(15):
        table.do("turn tile 2 tile 1-east")
        table.do("turn tile 1 tile 2-east")
    assert table.state.waiting_step() == "phases.turn"
    # On to the east of itself, with nothing beside it any more: two apart is as far as two pieces may lie.
    table.do("turn tile 1 tile 1-east")
    assert table.fault("turn tile 1 tile 1-east") == "reach"
