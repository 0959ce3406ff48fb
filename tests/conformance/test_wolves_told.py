"""What people are told of Wolves and Sheep: the final count meadow by meadow, the landscape as it is drawn, results by order of finishing."""

import re
from collections import Counter

import pytest

from compiler.interpret.play.views import Look
from runtime.board import draw_boards, drawn_variables
from runtime.describe import describe
from runtime.landscape import plainly
from runtime.playouts import simulate
from tests.conformance.test_wolves import GAME, positions
from tests.conformance.wolves import BONUS, COLOURS, Cell, Table
from tests.games import engine, ir

LETTERS = {"village": "v", "forest": "f", "black": "b", "yellow": "y", "red": "r", "blue": "l", "pond": "p"}
MEADOW = re.compile(r"(\w+), (\d+) sheep at .*")
POND = re.compile(r"pond of (\d+) fish at .*")
KEEPS = re.compile(r"p(\d) keeps (\w+): (\d+) in the largest, (\d+) in the next")
THROUGH = re.compile(r"p(\d) was through (\w+): (\d)")


@pytest.mark.conformance
@pytest.mark.parametrize("variants", [(), ("grube_ryby",)], ids=["base", "ponds"])
def test_each_meadow_is_told_with_the_clause_that_decided_it(variants: tuple[str, ...], long: bool) -> None:
    look = Look(ir(GAME, variants))
    clauses: Counter[tuple[str, ...]] = Counter()
    for seed in range(20 if long else 2):
        *_, state = positions(variants, 3, seed, 10_000)
        table = Table.of(state)
        account = look.account(state.vector)
        clauses.update(told for _, told in account)
        meadows = Counter((found[1], int(found[2]), told) for line, told in account if (found := MEADOW.fullmatch(line)))
        assert meadows == Counter(verdicts(table))
        ponds = Counter((int(found[1]), told) for line, told in account if (found := POND.fullmatch(line)))
        assert ponds == Counter(waters(table))
        kept = {(int(found[1]), found[2]): (int(found[3]), int(found[4])) for line, _ in account if (found := KEEPS.fullmatch(line))}
        assert kept == {(seat, colour): tuple([*table.meadows(colour), 0, 0][:2]) for seat in range(3) for colour in table.colours[seat]}
        through = [(int(found[1]), int(found[3])) for line, _ in account if (found := THROUGH.fullmatch(line))]
        assert through == [(seat, BONUS[table.finished[seat]]) for seat in range(3) if table.finished[seat] in BONUS]
    assert {("10.2",), ("6.3", "10.3"), ("10.2", "10.3"), ("9.4",), ("9.5",), ("9.6",)} <= set(clauses)
    assert not variants or {("14.5",), ("14.5", "14.6"), ("14.6",)} <= set(clauses)


def verdicts(table: Table) -> list[tuple[str, int, tuple[str, ...]]]:
    found = []
    for colour in COLOURS:
        kept = table.pastures(colour)
        for land in table.lands(colour):
            told = ("10.2",) if not table.closed(land) else ("10.2", "10.3") if land in kept else ("6.3", "10.3")
            found.append((colour, table.count(land), told))
    return found


def waters(table: Table) -> list[tuple[int, tuple[str, ...]]]:
    found = []
    for pond in table.lands("pond"):
        emptied = table.prowled(pond, "fisherman", "guard")
        told = ("14.5",) if not table.closed(pond) else ("14.10", "14.16") if emptied else ("14.5", "14.6")
        found.append((table.count(pond), told))
    return found


@pytest.mark.conformance
@pytest.mark.parametrize("variants", [(), ("grube_ryby",)], ids=["base", "ponds"])
def test_the_landscape_shows_every_edge_and_what_hangs_together(variants: tuple[str, ...]) -> None:
    game = engine(GAME, "native", variants)
    for state in positions(variants, 2, 3, 40):
        table = Table.of(state)
        lines = draw_boards(game, state.vector)
        (centre,) = (cell for cell in table.cells if table.cells[cell].name == "village")
        assert drawn(lines) == {(x - centre[0], y - centre[1]): edges(cell) for (x, y), cell in table.cells.items()}
        painted = draw_boards(game, state.vector, paint=lambda letter, word: f"<{word} {letter}>")
        assert [re.sub(r"<\w+ (\w)>", r"\1", line) for line in painted] == lines
        assert all(LETTERS[word] == letter.lower() for word, letter in re.findall(r"<(\w+) (\w)>", "\n".join(painted)))
        assert draw_boards(game, state.vector, paint=plainly) == lines


def drawn(lines: list[str]) -> dict[tuple[int, int], str]:
    """The letters around the middle of every cell, clockwise from the north; cells as the heads of rows and columns number them, the village at
    (0, 0) and y counted to the north."""
    width = 8
    heads = lines[0].split()
    rows = lines[1 : next(at for at, line in enumerate(lines) if "v village" in line)]
    found = {}
    for at in range(0, len(rows), 3):
        name, padded = int(rows[at + 1][:4]), [row.ljust(5 + width * len(heads)) for row in rows[at : at + 3]]
        for column, head in enumerate(heads):
            north, middle, south = (row[5 + width * column : 5 + width * column + width].strip() for row in padded)
            if middle:
                found[int(head), name] = north + middle[-1] + south + middle[0]
    return found


def edges(cell: Cell) -> str:
    """Capitals: not the region that is met first, going round the face as it was printed, of those with this land."""
    first: dict[str, int] = {}
    for region in cell.face.at:
        first.setdefault(cell.face.kinds[region], region)
    letters = [LETTERS[cell.face.kinds[region]] for region in cell.edges]
    return "".join(letter if first[cell.face.kinds[region]] == region else letter.upper() for letter, region in zip(letters, cell.edges, strict=True))


@pytest.mark.conformance
def test_where_tiles_lie_is_drawn_and_not_listed() -> None:
    """Numbers of columns and rows stand at the drawing; the variables behind them would only repeat it."""
    game = engine(GAME, "native")
    state = game.new_initial_state(3, seed=2)
    listed, short = str(state), describe(game, state.vector[: game.kept], drawn_variables(game))
    assert {line.partition(":")[0] for line in listed.splitlines()} - {line.partition(":")[0] for line in short.splitlines()} == {"table.x", "table.y"}


def test_only_ones_own_hand_is_drawn() -> None:
    game = engine(GAME, "native")
    state = game.new_initial_state(3, seed=2)
    for seat in range(3):
        held = [line for line in draw_boards(game, state.observation(seat)[: game.facts["SHOWN"]]) if line.strip().startswith("hand ")]
        assert len(held) == 1 and held[0].strip().startswith(f"hand p{seat}: ")
        assert held[0].count("[") == 4, "four tiles, both faces of each"


@pytest.mark.conformance
def test_results_by_order_of_finishing() -> None:
    """Everybody is through once, so each order occurs once a game, and the seats' results are the same ones sorted otherwise."""
    summary = simulate(engine(GAME, "native"), players=3, games=60, seed=5, by="finished")
    assert [(group.value, group.count) for group in summary.groups] == [("1", 60), ("2", 60), ("3", 60)]
    for part in ("first", "sole", "returns", "score"):
        by_seat = sum(getattr(seat, part).mean for seat in summary.seats)
        assert sum(getattr(group.results, part).mean for group in summary.groups) == pytest.approx(by_seat)
    bonuses = [group.results.score.mean for group in summary.groups]
    assert all(mean >= bonus for mean, bonus in zip(bonuses, BONUS.values(), strict=True)), "sheep come on top of 6, 3 and 1"
