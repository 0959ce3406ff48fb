"""Predators played at random: the witnesses agree on other boards and other readings, dice fall as they should, every game ends by the rules."""

import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from compiler.driver import compile_game, emit
from runtime import load_source
from runtime.chance import Stream
from runtime.contract import OVER
from runtime.playouts import simulate
from tests.conformance.test_witnesses import lockstep
from tests.games import SPECS, Options, engine, ir

BOARDS: tuple[tuple[str, ...], ...] = ((), ("hexagonal",))
SEATS = (2, 3, 4)
READINGS: tuple[Options, ...] = (
    (("catching", "at_the_end"), ("order", "predator_first"), ("on_corners", "barred")),
    (("own_prey", "cross"), ("twice", "side"), ("walling_in", "barred")),
    (("dead_ends", "allowed"), ("prey_pips", "maximal"), ("same_place", "allowed")),
    (("order", "prey_first"), ("placing", "between_moves"), ("turn_limit", "8")),
    (("own_prey", "cross"), ("dead_ends", "allowed"), ("prey_pips", "maximal"), ("twice", "side")),
)


@pytest.mark.parametrize(("variants", "players"), [(("hexagonal",), 2), (("hexagonal", "small"), 4), (("slanting", "small"), 3), (("small",), 2)])
def test_the_witnesses_agree_on_every_board(variants: tuple[str, ...], players: int, long: bool) -> None:
    for seed in range(10 if long else 1):
        lockstep("predators", players, seed, 2_000 if long else 45, variants)


@pytest.mark.parametrize("options", READINGS, ids=["-".join(value for _, value in options) for options in READINGS])
def test_the_witnesses_agree_under_other_readings(options: Options, long: bool) -> None:
    for seed in range(10 if long else 1):
        lockstep("predators", 3, seed, 2_000 if long else 60, ("small",), options)


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("variants", BOARDS, ids=["squares", "hexagons"])
def test_random_games_end_by_the_rules(variants: tuple[str, ...], players: int, long: bool) -> None:
    """Each prey gives its point once, to whoever caught it or to its owner as the last survivor: a game that stopped anywhere else has fewer."""
    games = 10_000 if long else 60
    found = simulate(engine("predators", "native", variants), players=players, games=games, seed=1)
    assert (found.games, found.faults, found.truncated) == (games, 0, 0)
    assert found.ties == 0, "no two go out at the same moment"
    assert sum(seat.score.mean for seat in found.seats) == pytest.approx(5 * players, abs=1e-9)


@pytest.mark.parametrize("options", READINGS, ids=["-".join(value for _, value in options) for options in READINGS])
@pytest.mark.parametrize("variants", BOARDS, ids=["squares", "hexagons"])
def test_random_games_end_under_other_readings(variants: tuple[str, ...], options: Options, long: bool) -> None:
    if variants and not long:
        pytest.skip("squares will do for every day")
    games = 2_000 if long else 60
    found = simulate(engine("predators", "native", (*variants, "small"), options), players=3, games=games, seed=1)
    assert (found.games, found.faults, found.truncated) == (games, 0, 0)
    scored = sum(seat.score.mean for seat in found.seats)
    assert scored < 15 if ("turn_limit", "8") in options else scored == pytest.approx(15, abs=1e-9)


CHI_SQUARE_35 = 66.6
"""What a sum with 35 degrees of freedom exceeds once in a thousand (tables of the chi-square distribution)."""


def test_every_roll_is_as_likely_as_any_other(long: bool) -> None:
    wanted = 100_000 if long else 5_000
    counted = [0] * 36
    seed = 0
    while sum(counted) < wanted:
        for red, blue in rolls_of_a_game(seed):
            counted[6 * (red - 1) + blue - 1] += 1
        seed += 1
    expected = Fraction(sum(counted), 36)
    assert sum((count - expected) ** 2 / expected for count in counted) < CHI_SQUARE_35, counted


def rolls_of_a_game(seed: int) -> Iterator[tuple[int, int]]:
    """Both dice of every turn of a random game, which may be cut off after very many turns."""
    game = engine("predators", "native", ("small",), (("turn_limit", "9999"),))
    turns, dice, step = game.offsets["turns"], game.offsets["dice"], game.offsets["step"]
    vector, out, stream = game.new_vector(), game.blank(game.max_actions), Stream.seeded(seed)
    assert game.engine.init(vector, 2, seed, 0) == 0
    seen = -1
    while game.engine.current_player(vector) != OVER:
        if game.facts["STEPS"][vector[step]].startswith("phases") and vector[turns] != seen:
            seen = vector[turns]
            yield vector[dice], vector[dice + 1]
        count = game.engine.legal_actions(vector, out)
        assert count > 0
        assert game.engine.apply(vector, out[stream.below(count)]) == 0


def test_the_chances_of_a_roll_sum_to_one() -> None:
    state = engine("predators", "python", ("small",)).new_initial_state(2, seed=1, explicit_chance=True)
    stream = Stream.seeded(1)
    met = 0
    for _ in range(300):
        if state.is_terminal():
            break
        if state.is_chance_node():
            met += 1
            chances = state.chance_outcomes()
            assert len(chances) == 36
            assert sum(Fraction(chance).limit_denominator(36) for _, chance in chances) == 1
            texts = {state.action_to_string(outcome) for outcome, _ in chances}
            assert texts == {f"red {red} blue {blue}" for red in range(1, 7) for blue in range(1, 7)}
        actions = [outcome for outcome, _ in chances] if state.is_chance_node() else state.legal_actions()
        state.apply_action(actions[stream.below(len(actions))])
    assert met > 10


def test_prey_of_different_worth_are_chosen_one_by_one(tmp_path: Path) -> None:
    """The worths are data; where they differ, each player says which prey he puts down, and a catch counts what was caught."""
    folder = tmp_path / "predators"
    shutil.copytree(SPECS / "predators", folder)
    (folder / "variants" / "worths.yaml").write_text(
        """language: 1
variant: worths
extends: predators
set:
  components.prey.rows:
    - {name: hare, worth: 1}
    - {name: deer, worth: 2}
    - {name: goat, worth: 3}
    - {name: mole, worth: [4, 5]}
remove:
  - view.pictures.vole
""",
        encoding="utf-8",
    )
    compilation = compile_game(folder, variants=("worths", "small"))
    assert compilation.game is not None
    (text,) = emit(compilation.game).values()
    game = load_source(text, "worths.py", backend="python")
    state = game.new_initial_state(2, seed=0, explicit_chance=True)
    free = 36 - 2
    assert len(state.legal_actions()) == 5 * free
    alike = engine("predators", "python", ("small",)).new_initial_state(2, seed=0, explicit_chance=True)
    assert len(alike.legal_actions()) == free
    found = simulate(load_source(text, "worths.py", backend="native"), players=2, games=50, seed=3)
    assert sum(seat.score.mean for seat in found.seats) == pytest.approx(2 * (1 + 2 + 3 + 4 + 5), abs=1e-9)


def test_only_forbidden_dead_ends_go_with_catching_at_the_end() -> None:
    made = compile_game(SPECS / "predators", settings={"catching": "at_the_end", "dead_ends": "allowed"})
    assert [item.code for item in made.diagnostics if item.severity == "error"] == ["RWC014"]


def test_the_variants_change_data_only() -> None:
    """No rule stands in a variant: the rules of both boards have the same words, but for what the smaller board makes sure of by itself."""
    base = {(rule.kind, rule.path, rule.text) for rule in ir("predators").rules}
    for variants in (("hexagonal",), ("small",), ("slanting",)):
        own = {(rule.kind, rule.path, rule.text) for rule in ir("predators", variants).rules}
        assert own <= base
        assert {kind for kind, _, _ in base - own} <= {"narrow"}
