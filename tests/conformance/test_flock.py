"""Flock's figures, as the rulebook's geometry and the notes on random play give them: the pen, its moves, how often the sheep disperse under
each reading of "reduce", how long games are, and that the readings of what is counted and what a position is differ where they should."""

from collections import Counter
from functools import cache

import pytest

from compiler.interpret.looks import Look
from runtime.board import draw_boards
from runtime.chance import Stream
from runtime.playouts import simulate
from runtime.state import State
from tests.conformance.flock_table import Rules, Table
from tests.conformance.test_flock_moves import chosen, facts, table_of
from tests.games import Options, engine, interpreted, ir

RING = ((5, 5), (7, 5), (9, 5), (11, 5), (5, 7), (11, 7), (5, 9), (11, 9), (5, 11), (7, 11), (9, 11), (11, 11))
CORNERS = ((5, 5), (11, 5), (5, 11), (11, 11))
DISPERSING = "phases.disperse.turn"


def start(options: Options = (), seed: int = 1) -> State:
    return engine("flock", "native", (), options).new_initial_state(2, seed=seed)


def moves_by_place(state: State) -> dict[tuple[int, int], set[tuple[int, int]]]:
    table = table_of(state, Rules())
    found: dict[tuple[int, int], set[tuple[int, int]]] = {place: set() for place in table.places}
    for code in state.legal_actions():
        _, sheep, place = chosen(state, Rules(), code)
        found[table.places[sheep]].add(place)
    return found


# ---- the pen


def test_the_pen() -> None:
    table = table_of(start(), Rules())
    assert sorted(table.places) == sorted(RING)
    assert sorted(table.tiles) == sorted((black, 7 - black) for black in (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6))
    assert (table.length(), table.corners()) == (24, 4)
    assert table.sums() == (21, 21)


def test_every_place_of_the_ring_gets_every_tile_equally_often() -> None:
    """Chi-square of 1,200 deals over 12 tiles and 12 places: 121 degrees of freedom, so beyond 200 once in 100,000 runs of a fair deal."""
    deals, dealt = 1_200, Counter[tuple[int, int]]()
    for seed in range(deals):
        dealt.update(enumerate(facts(start(seed=seed), "place")))
    expected = deals / 12
    assert len(dealt) == 144
    assert sum((number - expected) ** 2 / expected for number in dealt.values()) < 200


def test_120_moves_to_begin_with() -> None:
    state = start()
    found = moves_by_place(state)
    assert len(state.legal_actions()) == 120
    assert {place: len(moves) for place, moves in found.items()} == {place: 12 if place in CORNERS else 9 for place in RING}
    assert found[5, 7] == {(0, 7), (1, 6), (1, 8), (2, 5), (2, 9), (3, 4), (3, 10), (8, 9), (9, 8)}


def test_152_moves_where_sheep_may_jump() -> None:
    assert len(start((("jumping", "yes"),)).legal_actions()) == 152


# ---- random play


@cache
def dispersals(options: Options, games: int) -> tuple[list[int], int]:
    """Of so many random games, the numbers of moves until the sheep had dispersed, and how often they could not."""
    game, needed, stuck = engine("flock", "native", (), options), [], 0
    out = game.blank(game.max_actions)
    for seed in range(games):
        state, stream = game.new_initial_state(2, seed=seed), Stream.seeded(seed)
        for moves in range(100):
            if state.waiting_step() != DISPERSING:
                needed.append(moves)
                break
            found = game.engine.legal_actions(state.vector, out)
            if state.action_to_string(out[0]) == "pass":
                stuck += 1
                break
            assert game.engine.apply(state.vector, out[stream.below(found)]) == 0
    return needed, stuck


@pytest.mark.conformance
def test_where_length_and_corners_must_both_fall_no_game_disperses() -> None:
    """400 of 400 random games are stuck."""
    assert dispersals((("reduction", "both_fall"),), 400) == ([], 400)


@pytest.mark.conformance
def test_where_neither_may_rise_nearly_all_disperse() -> None:
    """390 of 400 random games, after 8 to 13 moves. Three standard deviations of such a number are 9.4."""
    needed, stuck = dispersals((), 400)
    assert len(needed) + stuck == 400
    assert abs(len(needed) - 390) <= 9
    assert 7 <= min(needed) <= 8 and 13 <= max(needed) <= 14
    assert sum(8 <= moves <= 13 for moves in needed) >= len(needed) - 2


@pytest.mark.conformance
def test_where_length_comes_first_nearly_all_disperse() -> None:
    """397 of 400 random games; three standard deviations are 5.2."""
    needed, stuck = dispersals((("reduction", "length_first"),), 400)
    assert len(needed) + stuck == 400
    assert abs(len(needed) - 397) <= 5


@pytest.mark.conformance
def test_whole_games(long: bool) -> None:
    """They have 18 to 72 moves, the notes say of 400; more games find somewhat longer ones, and all of them end by themselves."""
    games = 10_000 if long else 400
    batch = simulate(engine("flock", "native"), games=games, seed=0)
    assert (batch.games, batch.faults, batch.truncated) == (games, 0, 0)
    assert 15 <= batch.shortest <= 20
    assert 65 <= batch.longest <= (120 if long else 90)


@pytest.mark.conformance
@pytest.mark.parametrize(
    "options",
    [
        (("reduction", "both_fall"), ("deadlock", "any_move")),
        (("mover", "own"), ("landing", "apart")),
        (("jumping", "yes"), ("edge", "centre"), ("unflock", "yes")),
        (("priority", "advice"), ("repeats", "previous"), ("flocking", "on_arrival"), ("unflock", "yes")),
    ],
    ids=str,
)
def test_every_random_game_ends_under_other_readings(options: Options, long: bool) -> None:
    games = 1_000 if long else 30
    batch = simulate(engine("flock", "native", (), options), games=games, seed=0)
    assert (batch.games, batch.faults, batch.truncated) == (games, 0, 0)
    assert batch.longest <= 3 * 500


# ---- repetition


def test_when_the_memory_is_full_play_ends_and_is_judged_as_it_stands() -> None:
    """Twenty positions are kept, the first being the pen, so the twentieth move ends play."""
    game = engine("flock", "native", (), (("memory", "20"),))
    for seed in range(5):
        state, stream = game.new_initial_state(2, seed=seed), Stream.seeded(seed)
        moves = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[stream.below(len(legal))])
            moves += 1
        assert moves == 20 and 0 in facts(state, "flocked")
        black, white = table_of(state, Rules()).sums()
        assert state.returns() == [(black > white) - (black < white), (white > black) - (white < black)]


def test_with_the_player_to_move_positions_differ_only_after_a_pass() -> None:
    """Every move changes the sum of all coordinates by an odd number, so without a pass both readings give the same games."""
    plain, with_mover = start(seed=3), start((("repeats", "with_mover"),), seed=3)
    stream = Stream.seeded(3)
    while not plain.is_terminal():
        legal = plain.legal_actions()
        assert legal == with_mover.legal_actions()
        action = legal[stream.below(len(legal))]
        assert plain.action_to_string(action) != "pass"
        plain.apply_action(action)
        with_mover.apply_action(action)
    assert with_mover.is_terminal()


# ---- what is counted


def test_printed_sheep_and_tiles_always_agree() -> None:
    """Each tile has seven sheep and the black sides have 42 in all: with n tiles black side up, black - white = 7 (n - 6)."""
    game = engine("flock", "native")
    for seed in range(10):
        state, stream = game.new_initial_state(2, seed=seed), Stream.seeded(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[stream.below(len(legal))])
        black, white = state.scores()
        assert black - white == 7 * (facts(state, "up").count(0) - 6)


# ---- one meaning


@pytest.mark.conformance
@pytest.mark.parametrize(
    ("options", "first"),
    [((("unflock", "yes"), ("counted", "largest_flock")), 24), ((("reduction", "both_fall"), ("deadlock", "any_move")), 8)],
    ids=("flocks", "strays"),
)
def test_witnesses_agree_under_other_readings(options: Options, first: int, long: bool) -> None:
    """Interpreter, CPython and native engines have equal vectors from some position of a random game on; the groups of `flock` are asked for
    in settling and in scoring."""
    games = (interpreted("flock", (), options), *(engine("flock", backend, (), options) for backend in ("python", "native")))
    kept = games[0].kept
    for seed in range(10 if long else 1):
        state, stream = games[2].new_initial_state(2, seed=seed), Stream.seeded(seed)
        for _ in range(0 if long else first):
            legal = state.legal_actions()
            state.apply_action(legal[stream.below(len(legal))])
        vectors = [game.new_vector() for game in games]
        for vector in vectors:
            for slot in range(kept):
                vector[slot] = state.vector[slot]
        for _ in range(200 if long else 8):
            assert list(vectors[0][:kept]) == list(vectors[1][:kept]) == list(vectors[2][:kept])
            assert len({tuple(_scores(game, vector)) for game, vector in zip(games, vectors, strict=True)}) == 1
            if games[0].engine.current_player(vectors[0]) == -4:
                break
            offered = [_legal(game, vector) for game, vector in zip(games, vectors, strict=True)]
            assert offered[0] == offered[1] == offered[2]
            action = offered[0][stream.below(len(offered[0]))]
            assert [game.engine.apply(vector, action) for game, vector in zip(games, vectors, strict=True)] == [0, 0, 0]


def _legal(game, vector):  # type: ignore[no-untyped-def]
    out = game.blank(game.max_actions)
    return list(out[: game.engine.legal_actions(vector, out)])


def _scores(game, vector):  # type: ignore[no-untyped-def]
    out = game.blank(game.max_players)
    game.engine.scores(vector, out)
    return out[:2]


# ---- what people see


def test_moves_read_like_the_game() -> None:
    state = start()
    table = table_of(state, Rules())
    for code in state.legal_actions():
        _, sheep, (x, y) = chosen(state, Rules(), code)
        was = table.places[sheep]
        assert state.say(code) == f"({was[0]},{was[1]}) to ({x},{y})"


def test_the_terminal_shows_both_colours_and_marks_flocks() -> None:
    state = start()
    vector, table = list(state.vector), table_of(state, Rules())
    sheep = table.places.index((5, 5))
    vector[state.game.offsets["flocked"] + sheep] = 1
    look = Look(ir("flock"))
    lines = draw_boards(state.game, vector, look.marks(vector), look.drawings(vector))
    assert len(lines) == 19 and lines[-1].split() == list("abcdefghijklmnopqr")
    for number, (x, y) in enumerate(table.places):
        shown, below = (0, 1) if table.up[number] == "black" else (1, 0)
        letters = "BW"[shown], "bw"[below]
        left, right = f"{letters[0]}{table.tiles[number][shown]}", f"{letters[1]}{table.tiles[number][below]}"
        upper, lower = (f"╔{left}═╗", f"╚═{right}╝") if number == sheep else (f"┌{left}─┐", f"└─{right}┘")
        at = 4 + 3 * x
        assert (lines[16 - y][at : at + 5], lines[17 - y][at : at + 5]) == (upper, lower)
    assert sum(line.count(".") for line in lines) == 18 * 18 - 12 * 4


def test_a_table_by_hand() -> None:
    """The brute-force table itself, on the examples of the rulebook."""
    tiles = [(black, 7 - black) for black in (6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1)]
    far = [(16, 0), (16, 3), (3, 3), (16, 6), (16, 9), (16, 12), (16, 15), (13, 16), (8, 5), (7, 16), (1, 16), (0, 11)]
    table = Table(rules=Rules(), tiles=tiles, places=list(far), up=["black"] * 12, gathering=True)
    assert ("move", 8, (4, 4)) not in table.legal()
    table.play(("move", 8, (5, 3)))
    assert table.frozen == {2, 8} and table.up[8] == "black"
