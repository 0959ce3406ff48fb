"""Flock's figures, as the rulebook's geometry and the notes on random play give them: the pen, its moves, how often the sheep disperse under
each reading of "reduce", how long games are, and that the readings of what is counted and what a position is differ where they should."""

import re
from collections import Counter
from functools import cache

import pytest

from compiler.cli.table import LISTED
from compiler.interpret.play.views import Look
from runtime.board import draw_boards
from runtime.chance import Stream
from runtime.playouts import simulate
from runtime.state import State
from tests.cli.test_command import run
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


def test_40_moves_to_begin_with_on_thirteen_lines() -> None:
    """Two units around the pen are left: what goes out further than that is gone, 10 of 12 moves at the corners, 5 of 9 elsewhere."""
    assert len(engine("flock", "native", ("small",)).new_initial_state(2, seed=1).legal_actions()) == 4 * 2 + 8 * 4


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
    """They have 18 to 72 moves, the notes say of 400; more games find somewhat longer ones, and all of them end by themselves: a full memory
    would end them after 500."""
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
    game, look = engine("flock", "native", (), (("memory", "20"),)), Look(ir("flock", (), (("memory", "20"),)))
    for seed in range(5):
        state, stream = game.new_initial_state(2, seed=seed), Stream.seeded(seed)
        moves = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[stream.below(len(legal))])
            moves += 1
        assert moves == 20 and 0 in facts(state, "flocked")
        assert look.account(state.vector) == (("20 positions have come up, and no more are kept: play ends as it stands", ("7.1",)),)
        black, white = table_of(state, Rules()).sums()
        assert state.returns() == [(black > white) - (black < white), (white > black) - (white < black)]


def test_equal_tiles_are_one_and_the_same_to_the_ban() -> None:
    """Twins that have changed places, with their faces and flocks, make no other position: what may be done is the same, and what the ban
    forbids is forbidden, though the positions remembered had the twins the other way round."""
    banned = 0
    for seed in range(4):
        state, stream = start(seed=seed), Stream.seeded(seed)
        while state.waiting_step() == DISPERSING:
            legal = state.legal_actions()
            state.apply_action(legal[stream.below(len(legal))])
        while not state.is_terminal():
            other = state.clone()
            pairs = {pair for pair in range(6) if stream.below(2)}
            for name in ("place", "up", "flocked"):
                at = state.game.offsets[name]
                for one in (at + 2 * pair for pair in pairs):
                    other.vector[one], other.vector[one + 1] = state.vector[one + 1], state.vector[one]

            def twin(sheep: int, pairs: set[int] = pairs) -> int:
                return sheep ^ 1 if sheep // 2 in pairs else sheep

            moves = {chosen(state, Rules(), code): code for code in state.legal_actions()}
            others = {chosen(other, Rules(), code): code for code in other.legal_actions()}
            assert {(kind, twin(sheep), place) for kind, sheep, place in moves} == set(others)
            kind, sheep, place = sorted(moves)[stream.below(len(moves))]
            was, neighbours = facts(state, "place")[sheep], table_of(state, Rules()).contact(sheep)
            state.apply_action(moves[kind, sheep, place])
            other.apply_action(others[kind, twin(sheep), place])
            if facts(state, "flocked")[sheep] or neighbours:
                continue                                        # it stays, or it would flock with them and not be turned over
            # Back where it came from: the position before, of which the other table remembers how the twins lay on this one.
            for table, moved in ((state, sheep), (other, twin(sheep))):
                refusal = table.why_illegal(code_of(table, moved, was))
                assert refusal is not None and [number for number, _ in refusal.clauses] == ["7.1"]
            banned += 1
    assert banned > 20


def code_of(state: State, sheep: int, site: int) -> int:
    """The move that takes this sheep there, legal or not; codes run through the sheep, and for each through the sites."""
    for code in state.legal_actions():
        family = state.game.texts.action(code)
        if family is not None and family.action == "move":
            values = family.values(code)
            return code + len(state.game.facts["VIEW"][0][2]) * (sheep - values["a"]) + site - values["q"]
    raise AssertionError("nothing can be moved")


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
        for _ in range(200 if long else 5):
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


def test_a_person_chooses_among_moves_that_read_like_the_game() -> None:
    """Beside each listed action stands what will be told of it."""
    done = run("play", "flock", "--people", "1", "--bots", "random", "--seed", "3", "--backend", "python", input="quit\n")
    listed = re.findall(r"^ *\d+  move \d:\d(?: #2)? +([a-q])(\d+) +\((\d+),(\d+)\) to \((\d+),(\d+)\)$", done.stdout, re.MULTILINE)
    assert len(listed) == LISTED and len(set(listed)) == LISTED
    for column, row, *numbers in listed:
        from_x, from_y, x, y = map(int, numbers)
        assert (from_x, from_y) in RING
        assert ("abcdefghijklmnopq".index(column), int(row) - 1) == (x, y)


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
