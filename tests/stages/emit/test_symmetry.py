"""Links hold both ways however they are written, and the engine floods in one direction only where they surely are written both ways.

Groups are those of a plain union here, over every pair of which either end names the other.
"""

from random import Random

import pytest

from compiler.emit import emit_game
from compiler.emit.nouns.both_ways import is_symmetric
from compiler.ir.game import GameIR
from runtime import load_source
from tests.stages.lower.lowered import Play, lowered

WIDTH, HEIGHT = 4, 3
SITES = range(WIDTH * HEIGHT)

SPEC = """
boards:
  field: {{shape: square, width: 4, height: 3, links: orthogonal}}
state:
  hue:    {{per: site(field), type: 0..2}}
  among:  {{per: site(field), type: 0..12}}
  weight: {{per: site(field), type: 0..99}}
graphs:
  stain:
{graph}
    totals:
      weighs: {name} + 1
phases:
  paint:
    repeat: 40
    who: seat(0)
    choose: q in field, h in 0..2
    do: |
      hue[q] = h
      for r in field:
        among[r] = size(stain, r)
        weight[r] = group(stain, r).weighs
"""

WRITTEN = {
    "both ways": ("    nodes: site(field)\n    link(a, b): adjacent(a, b) and hue[a] == hue[b]", "hue[a]", True),
    "at one end": ("    nodes: site(field)\n    link(a, b): adjacent(a, b) and hue[a] < hue[b]", "hue[a]", True),
    "as ways out of one end": (
        "    nodes: q in field\n    along: d in directions(field), r in step(q, d) where hue[q] < hue[r]\n    to: r", "hue[q]", False,
    ),
}  # fmt: skip


def is_linked(case: str, hue: list[int], left: int, right: int) -> bool:
    """By the words of the case, whichever end it is written at."""
    (x, y), (u, v) = (divmod(site, WIDTH) for site in (left, right))
    return abs(x - u) + abs(y - v) == 1 and (hue[left] == hue[right]) == (case == "both ways")


def merged(case: str, hue: list[int]) -> list[set[int]]:
    """For each site the sites that hang together with it."""
    of = [{site} for site in SITES]
    for left in SITES:
        for right in SITES:
            if is_linked(case, hue, left, right) and of[left] is not of[right]:
                both = of[left] | of[right]
                for site in both:
                    of[site] = both
    return of


def made(case: str) -> GameIR:
    graph, name, _ = WRITTEN[case]
    return lowered(SPEC.format(graph=graph, name=name))


@pytest.mark.parametrize("case", WRITTEN)
def test_what_is_written_both_ways_is_known(case: str) -> None:
    game = made(case)
    assert is_symmetric(game, game.graphs[0]) is WRITTEN[case][2]


@pytest.mark.parametrize("case", WRITTEN)
def test_groups_do_not_depend_on_the_end_at_which_a_link_is_written(case: str) -> None:
    game, random = made(case), Random(7)
    play = Play(game)
    ((name, text),) = emit_game(game).items()
    emitted = load_source(text, name, backend="python").new_initial_state(2, seed=1)
    sizes = set()
    for _ in range(40):
        code = random.choice(play.legal())
        play.apply(code)
        emitted.apply_action(code)
        hue = play.block("hue")
        groups = merged(case, hue)
        assert play.block("among") == [len(group) for group in groups]
        assert play.block("weight") == [sum(hue[site] + 1 for site in group) for group in groups]
        assert list(emitted.vector[: game.layout.kept]) == play.s[: game.layout.kept]
        sizes |= {len(group) for group in groups}
    assert {1, 3, 5} < sizes, "groups of few sizes show little"
