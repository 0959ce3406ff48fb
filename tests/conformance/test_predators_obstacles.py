"""Loose obstacles on both topologies: every way to lay a shape, enumerated here by turning and mirroring its cells, is one choice and no more."""

from collections.abc import Callable

import pytest

from runtime import State
from tests.games import engine

Cell = tuple[int, int]

SHAPES: dict[str, tuple[Cell, ...]] = {
    "stone": ((0, 0),),
    "log": ((0, 0), (1, 0)),
    "wall": ((0, 0), (1, 0), (2, 0)),
    "bend": ((0, 0), (0, 1), (1, 1)),
}
SIZE = 6

# Turns and mirrors that generate the symmetries of a square and of a hexagon; hexagons in axial coordinates, where (1, 0) and (0, 1) are two
# neighbouring directions.
SQUARE: tuple[Callable[[Cell], Cell], ...] = (lambda cell: (cell[1], -cell[0]), lambda cell: (-cell[0], cell[1]))
HEX: tuple[Callable[[Cell], Cell], ...] = (lambda cell: (cell[0] + cell[1], -cell[0]), lambda cell: (cell[1], cell[0]))
BOARDS = {"squares": (("small",), SQUARE, (1, 2, 2, 4)), "hexagons": (("hexagonal", "small"), HEX, (1, 3, 3, 6))}


def settled(cells: frozenset[Cell]) -> frozenset[Cell]:
    """The same shape, moved so that its lowest and leftmost coordinates are 0."""
    x, y = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
    return frozenset((cell[0] - x, cell[1] - y) for cell in cells)


def images(cells: tuple[Cell, ...], symmetries: tuple[Callable[[Cell], Cell], ...]) -> set[frozenset[Cell]]:
    found = {settled(frozenset(cells))}
    while True:
        more = found | {settled(frozenset(map(change, image))) for image in found for change in symmetries}
        if more == found:
            return found
        found = more


def coverings(image: frozenset[Cell], free: set[Cell]) -> set[frozenset[Cell]]:
    moved = {frozenset((x + dx, y + dy) for dx, dy in image) for x in range(SIZE) for y in range(SIZE)}
    return {cells for cells in moved if cells <= free}


@pytest.mark.parametrize("board", BOARDS)
def test_every_covering_is_one_choice(board: str) -> None:
    variants, symmetries, expected = BOARDS[board]
    assert tuple(len(images(cells, symmetries)) for cells in SHAPES.values()) == expected
    game = engine("predators", "python", variants)
    state = with_an_obstacle_due(variants)
    cells = list(zip(*game.facts["VIEW"][0][3:5], strict=True))
    predators, prey = game.offsets["predator_on"], game.offsets["prey_on"]
    free = {cell for at, cell in enumerate(cells) if state.vector[predators + at] == state.vector[prey + at] == -1}
    assert len(free) == SIZE * SIZE - 2 - 10
    found: dict[str, list[frozenset[Cell]]] = {name: [] for name in SHAPES}
    for action in state.legal_actions():
        text = state.action_to_string(action)
        if text.startswith("wall "):
            after = state.clone()
            after.apply_action(action)
            walled = game.offsets["walled"]
            found[text.split()[1]].append(frozenset(cell for at, cell in enumerate(cells) if after.vector[walled + at] != -1))
    for name, shape in SHAPES.items():
        wanted = {covered for image in images(shape, symmetries) for covered in coverings(image, free)}
        assert len(found[name]) == len(set(found[name])), f"{name}: two choices for one place"
        assert set(found[name]) == wanted, name


def with_an_obstacle_due(variants: tuple[str, ...]) -> State:
    """The first turn of a game, after a double."""
    state = engine("predators", "python", variants).new_initial_state(2, seed=4, explicit_chance=True)
    while not state.is_chance_node():
        actions = state.legal_actions()
        state.apply_action(actions[len(actions) // 2])
    state.apply_action(state.string_to_action("red 3 blue 3"))
    return state
