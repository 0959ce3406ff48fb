"""Flock's engine beside a brute-force table that knows only the rulebook: legal moves, effects and results over random positions of both
parts of the game, under the default readings and under every other."""

import pytest

from runtime.chance import Stream
from runtime.state import State
from tests.conformance.flock_table import PASS, Choice, Rules, Table
from tests.games import Options, engine

SEVERAL: tuple[Options, ...] = (
    (("mover", "own"), ("landing", "apart")),
    (("mover", "others"), ("priority", "strict"), ("repeats", "with_mover")),
    (("jumping", "yes"), ("edge", "centre"), ("unflock", "yes")),
    (("reduction", "both_fall"), ("deadlock", "any_move")),
    (("reduction", "length_first"), ("deadlock", "pass"), ("flocking", "on_arrival")),
    (("priority", "advice"), ("repeats", "previous"), ("flocking", "on_arrival"), ("unflock", "yes")),
    (("size", "13"),),
)
"""Every reading that is not the default, a few at once: each build takes its time."""

SINGLE: tuple[Options, ...] = tuple(dict.fromkeys((pair,) for options in SEVERAL for pair in options))


def _named(options: Options) -> str:
    return "-".join(value if name != "size" else f"{value}x{value}" for name, value in options)


def facts(state: State, name: str) -> list[int]:
    block = next(row for row in state.game.facts["BLOCKS"] if row[0] == name)
    return list(state.vector[block[1] : block[1] + block[2]])


def corner(rules: Rules, site: int) -> tuple[int, int]:
    """The lower left corner of the unit square with this number, rows from below."""
    out = 0 if rules.edge == "whole_tile" else 1
    width = rules.size - 1 + 2 * out
    return site % width - out, site // width - out


def chosen(state: State, rules: Rules, code: int) -> Choice:
    family = state.game.texts.action(code)
    assert family is not None
    values = family.values(code)
    return (family.action, values["a"], corner(rules, values["q"])) if values else PASS


def table_of(state: State, rules: Rules) -> Table:
    """The pen as the engine has dealt it."""
    tiles = [tuple(map(int, text.split(" ")[0].split(":"))) for text in _texts(state)]
    places = [corner(rules, site) for site in facts(state, "place")]
    up = [("black", "white")[face] for face in facts(state, "up")]
    return Table(rules=rules, tiles=[(black, white) for black, white in tiles], places=places, up=up)


def _texts(state: State) -> list[str]:
    (sheep,) = {carrier for carrier in state.game.texts.carriers if carrier.name == "sheep"}
    return [sheep.text(piece) for piece in range(12)]


def compare(options: Options, seed: int, *, most: int = 1_000) -> tuple[int, int]:
    """Plays one random game on both; the positions of the first and of the second part that were compared."""
    rules = Rules(**{name: int(value) if name == "size" else value for name, value in options})  # type: ignore[arg-type]
    state = engine("flock", "native", (), options).new_initial_state(2, seed=seed)
    table = table_of(state, rules)
    stream = Stream.seeded(seed)
    compared = [0, 0]
    while not state.is_terminal() and sum(compared) < most:
        assert not table.over
        assert state.current_player() == table.mover
        assert table.gathering == (state.waiting_step() == "phases.gather.turn")
        legal = state.legal_actions()
        assert {chosen(state, rules, code) for code in legal} == table.legal(), str(state)
        assert len({chosen(state, rules, code) for code in legal}) == len(legal)
        compared[table.gathering] += 1
        code = legal[stream.below(len(legal))]
        table.play(chosen(state, rules, code))
        state.apply_action(code)
        assert [corner(rules, site) for site in facts(state, "place")] == table.places
        assert [("black", "white")[face] for face in facts(state, "up")] == table.up
        assert {sheep for sheep, flocked in enumerate(facts(state, "flocked")) if flocked} == table.frozen
    assert state.is_terminal() == table.over or sum(compared) >= most
    if table.over:
        black, white = table.scores()
        assert state.scores() == [black, white]
        assert state.returns() == [(black > white) - (black < white), (white > black) - (white < black)]
    return compared[0], compared[1]


@pytest.mark.conformance
def test_legal_moves_agree_with_brute_force(long: bool) -> None:
    parts = [0, 0]
    seed = 0
    while sum(parts) < (2_000 if long else 120):
        first, second = compare((), seed)
        parts = [parts[0] + first, parts[1] + second]
        seed += 1
    assert min(parts) >= (400 if long else 20)


@pytest.mark.conformance
@pytest.mark.parametrize("options", SEVERAL, ids=_named)
def test_other_readings_agree_with_brute_force(options: Options, long: bool) -> None:
    parts = [compare(options, seed, most=1_000 if long else 30) for seed in range(20 if long else 2)]
    assert sum(map(sum, parts)) > 20


@pytest.mark.conformance
@pytest.mark.parametrize("options", SINGLE, ids=_named)
def test_each_reading_agrees_with_brute_force(options: Options, long: bool) -> None:
    if not long:
        pytest.skip("several readings at once will do for every day")
    for seed in range(10):
        assert sum(compare(options, seed)) > 1
