"""What is known about games from elsewhere: perfect play by full search, values and equilibria of poker on paper."""

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from operator import xor

import pytest

from runtime.contract import OVER, Vec
from runtime.game import Game
from tests.conformance.extensive import Node, Regrets, Strategy, best_response, exploitability, tree, value, views
from tests.games import engine

Key = tuple[int, ...]


class Solver:
    """Perfect play by both from a position of a game without chance; `known` has what the one to move gets in every position met, by the seat
    to move and the slots of one state variable."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.engine = game, game.engine
        self.slots = slice(game.offsets[name], game.offsets[name] + game.lengths[name])
        self.known: dict[Key, int] = {}

    def start(self) -> int:
        return self.value(self.game.new_initial_state().vector)

    def value(self, vector: Vec) -> int:
        seat = self.engine.current_player(vector)
        key = (seat, *vector[self.slots])
        if key not in self.known:
            out = self.game.blank(self.game.max_actions)
            self.known[key] = max(self._after(vector, seat, code) for code in out[: self.engine.legal_actions(vector, out)])
        return self.known[key]

    def _after(self, vector: Vec, seat: int, code: int) -> int:
        child = vector[:]
        assert self.engine.apply(child, code) == 0
        if self.engine.current_player(child) != OVER:
            return -self.value(child)
        returns = self.game.blank(self.game.max_players)
        self.engine.returns(child, returns)
        return returns[seat]


# ---- boards


def test_tic_tac_toe_is_a_draw() -> None:
    """And perfect play meets 4520 positions in which somebody is to move: 5478 without symmetries, less 958 final ones."""
    solver = Solver(engine("tic_tac_toe", "native"), "mark")
    assert solver.start() == 0
    assert len(solver.known) == 4520


@pytest.mark.parametrize("last_stick", ["wins", "loses"])
def test_nim_by_xor(last_stick: str) -> None:
    """Bouton (1901): who is to move loses where the piles' xor is 0; in misère play, where some pile has two or more, likewise, else where
    an odd number of piles is left."""
    solver = Solver(engine("nim", "native", (), (("last_stick", last_stick),)), "pile")
    solver.start()
    assert len({key[1:] for key in solver.known}) == 2 * 4 * 6 * 8 - 1, "every position but the empty one"
    for (_, *piles), worth in solver.known.items():
        lost = reduce(xor, piles) == 0 if last_stick == "wins" or max(piles) > 1 else sum(piles) % 2 == 1
        assert worth == (-1 if lost else 1), piles


Board = tuple[str, ...]
"""Columns from the bottom, `x` and `o`."""


def won(columns: Board, width: int, height: int, line: int) -> bool:
    """Whether somebody has a line, looked for everywhere."""
    cells = {(x, y): who for x, column in enumerate(columns) for y, who in enumerate(column)}
    for (x, y), who in cells.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(cells.get((x + n * dx, y + n * dy)) == who for n in range(line)):
                return True
    return False


def solve_columns(columns: Board, width: int, height: int, line: int, known: dict[Board, int]) -> int:
    """The same by hand: what the one to move gets."""
    if columns not in known:
        who = "xo"[sum(map(len, columns)) % 2]
        worths = []
        for x in range(width):
            if len(columns[x]) < height:
                after = (*columns[:x], columns[x] + who, *columns[x + 1 :])
                full = sum(map(len, after)) == width * height
                worths.append(1 if won(after, width, height, line) else 0 if full else -solve_columns(after, width, height, line, known))
        known[columns] = max(worths)
    return known[columns]


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 3), pytest.param(4, 4, marks=pytest.mark.conformance)])
def test_small_connect_three(width: int, height: int, long: bool) -> None:
    """Every position that can be reached, with its value, equals what a solver finds that knows nothing of engines."""
    if width * height > 12 and not long:
        pytest.skip("takes longer")
    options = (("width", str(width)), ("height", str(height)), ("line", "3"))
    solver = Solver(engine("connect_four", "native", (), options), "disc")
    by_hand: dict[Board, int] = {}
    assert solver.start() == solve_columns(("",) * width, width, height, 3, by_hand)
    found = {}
    for (_, *discs), worth in solver.known.items():
        columns = tuple("".join("xo"[discs[y * width + x]] for y in range(height) if discs[y * width + x] >= 0) for x in range(width))
        found[columns] = worth
    assert found == by_hand


# ---- poker


def kuhn() -> Node:
    return tree(engine("kuhn_poker", "native").new_initial_state(explicit_chance=True))


def by_card(root: Node, choose: Callable[[int, int, str], Fraction]) -> tuple[Strategy, Strategy]:
    """A strategy of Kuhn poker by seat, card and what was said before: the probability of betting."""
    table: dict[str, tuple[Fraction, Fraction]] = {}

    def walk(node: Node, cards: tuple[int, ...], said: str) -> None:
        if node.seat >= 0:
            share = choose(node.seat, cards[node.seat], said)
            assert node.texts == ("pass", "bet")
            assert table.setdefault(node.view, (1 - share, share)) == (1 - share, share)
        for text, child in zip(node.texts, node.children, strict=True):
            walk(child, (*cards, int(text.split()[-1])) if node.seat == -1 else cards, said if node.seat == -1 else said + text[0])

    walk(root, (), "")
    return table, table


def family(alpha: Fraction) -> Callable[[int, int, str], Fraction]:
    """Kuhn's equilibria (1950), one for each alpha from 0 to 1/3."""
    third = Fraction(1, 3)
    table = {
        (0, 0, ""): alpha, (0, 1, ""): Fraction(0), (0, 2, ""): 3 * alpha,
        (0, 0, "pb"): Fraction(0), (0, 1, "pb"): alpha + third, (0, 2, "pb"): Fraction(1),
        (1, 0, "p"): third, (1, 1, "p"): Fraction(0), (1, 2, "p"): Fraction(1),
        (1, 0, "b"): Fraction(0), (1, 1, "b"): third, (1, 2, "b"): Fraction(1),
    }  # fmt: skip
    return lambda seat, card, said: table[seat, card, said]


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)], ids=str)
def test_equilibria_of_kuhn_poker_exactly(alpha: Fraction) -> None:
    """Nobody gains anything by another strategy, and the first player loses 1/18 a game."""
    root = kuhn()
    assert len(views(root)) == 12
    strategies = by_card(root, family(alpha))
    assert value(root, strategies) == Fraction(-1, 18)
    assert best_response(root, 0, strategies[1]) == Fraction(-1, 18)
    assert best_response(root, 1, strategies[0]) == Fraction(1, 18)


def test_other_strategies_of_kuhn_poker_can_be_exploited() -> None:
    root = kuhn()
    assert exploitability(root, by_card(root, family(Fraction(1, 2)))) > 0
    assert best_response(root, 1, by_card(root, lambda seat, card, said: Fraction(1))[0]) > Fraction(1, 18)


def test_kuhn_poker_by_regret_minimisation() -> None:
    """Exploitability goes to 0 and the value to -1/18."""
    root = kuhn()
    regrets = Regrets(root)
    gaps = []
    for rounds in (20, 180, 1_800):
        regrets.run(rounds)
        gaps.append(float(exploitability(root, regrets.average())))
    assert gaps[0] > gaps[1] > gaps[2] >= 0 and gaps[2] < 1e-3, gaps
    assert abs(float(value(root, regrets.average())) + 1 / 18) < 1e-3


@pytest.mark.conformance
def test_leduc_poker_by_regret_minimisation(long: bool) -> None:
    """936 information states (cards of one rank told apart: more), and -0.0856 for the first player, as the literature on poker has it."""
    if not long:
        pytest.skip("takes minutes")
    root = tree(engine("leduc_poker", "native").new_initial_state(explicit_chance=True))
    regrets = Regrets(root)
    regrets.run(400)
    assert float(exploitability(root, regrets.average())) < 2e-3
    assert abs(float(value(root, regrets.average())) + 0.0856) < 2e-3


