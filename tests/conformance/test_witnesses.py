"""Three witnesses, one meaning: interpreter, emitted module under CPython, and the same module compiled natively have equal vectors after
every action, in every game, at every player count."""

import pytest

from runtime.chance import Stream
from runtime.engine import Backend
from tests.games import GAMES, Options, engine, interpreted, player_counts

CASES = [(name, players) for name in GAMES for players in player_counts(name)]
WITNESSES: tuple[tuple[Backend, bool], ...] = (("python", False), ("python", True), ("native", True), ("native", False))
MOST = 220
"""Decisions of one game that are compared: the interpreter is slow, and long games repeat themselves."""


@pytest.mark.parametrize(("name", "players"), CASES, ids=[f"{name}-{players}" for name, players in CASES])
def test_interpreter_and_emitted_engines_go_in_lockstep(name: str, players: int, long: bool) -> None:
    for seed in range(30 if long else 2):
        lockstep(name, players, seed, 5_000 if long else MOST)


def lockstep(name: str, players: int, seed: int, most: int, variants: tuple[str, ...] = (), options: Options = ()) -> None:
    emitted = [engine(name, backend, variants, options, checked) for backend, checked in WITNESSES]
    games = (interpreted(name, variants, options), *emitted)
    vectors = [game.new_vector() for game in games]
    explicit = seed % 2
    faults = [game.engine.init(vector, players, seed, explicit) for game, vector in zip(games, vectors, strict=True)]
    assert faults == [0] * len(games)
    stream = Stream.seeded(seed)
    kept = games[0].kept
    for _ in range(most):
        positions = [list(vector[:kept]) for vector in vectors]
        assert all(position == positions[0] for position in positions[1:]), _where(games, positions)
        offered = []
        for game, vector in zip(games, vectors, strict=True):
            out, weights = game.blank(max(game.max_actions, game.max_outcomes)), game.blank(game.max_outcomes)
            player = game.engine.current_player(vector)
            count = game.engine.chance_outcomes(vector, out, weights) if player == -1 else game.engine.legal_actions(vector, out)
            offered.append((player, list(out[:count]), list(weights[:count]) if player == -1 else []))
        assert all(offer == offered[0] for offer in offered[1:])
        views = [_views(game, vector, players) for game, vector in zip(games, vectors, strict=True)]
        assert all(view == views[0] for view in views[1:])
        player, actions, _ = offered[0]
        if player == -4:
            return
        assert actions, "a position without actions that is not the end"
        action = actions[stream.below(len(actions))]
        seen = [[game.engine.seen_action(vector, seat, action) for seat in range(players)] for game, vector in zip(games, vectors, strict=True)]
        assert all(row == seen[0] for row in seen[1:])
        faults = [game.engine.apply(vector, action) for game, vector in zip(games, vectors, strict=True)]
        assert faults == [0] * len(games), games[0].fault(max(faults))


def _views(game, vector, players):  # type: ignore[no-untyped-def]
    """Everything an engine says of a position besides its legal actions."""
    views = []
    for seat in range(players):
        out = game.blank(game.observation_size)
        game.engine.observe(vector, seat, out)
        views.append(list(out))
    returns, scores = game.blank(game.max_players), game.blank(game.max_players)
    game.engine.returns(vector, returns)
    game.engine.scores(vector, scores)
    return views, list(returns[:players]), list(scores[:players]), game.engine.truncated(vector), game.engine.actor(vector)


def _where(games, positions):  # type: ignore[no-untyped-def]
    found = []
    for block, offset, length, *_ in games[0].facts["BLOCKS"]:
        rows = [position[offset : offset + length] for position in positions]
        if any(row != rows[0] for row in rows):
            found.append(f"{block}: " + " | ".join(map(str, rows)))
    return "\n".join(found)


@pytest.mark.parametrize("name", GAMES)
def test_batches_have_equal_sums_on_every_backend_and_any_number_of_threads(name: str) -> None:
    from runtime.playouts import simulate

    few = 3
    slow = simulate(engine(name, "python"), games=few, seed=5)
    one = simulate(engine(name, "native"), games=few, seed=5, threads=1)
    two = simulate(engine(name, "native"), games=few, seed=5, threads=2)
    for field in ("games", "decisions", "length", "longest", "shortest", "branching", "ties", "truncated", "faults", "seats"):
        assert getattr(slow, field) == getattr(one, field) == getattr(two, field), field
    assert slow.faults == 0
