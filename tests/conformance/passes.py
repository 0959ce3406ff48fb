"""The interpreter on the IR as lowered and after each pass, side by side: whoever differs first is the pass that changed what a game means.

    stages(lowered)                      # [("as lowered", GameIR), ("fold constants", GameIR), …], those that changed nothing left out
    lockstep(stages(lowered), players=2, seed=1, most=40)
"""

from typing import Any

from compiler.diagnostics import Problems
from compiler.driver import Compilation
from compiler.interpret import Interpreter
from compiler.ir.game import GameIR
from compiler.ir.verify import verify
from compiler.lower import lower_spec
from compiler.passes import PASSES, without_view
from runtime import Game, from_functions
from runtime.chance import Stream

Stages = list[tuple[str, Game]]


def lowered(made: Compilation) -> GameIR:
    assert made.typed is not None
    game = lower_spec(made.typed, Problems())
    assert game is not None
    return game


def stages(game: GameIR) -> Stages:
    """A game for each pass that changes something, with the pass's name, after the game as lowered."""
    found = [("as lowered", game)]
    for name, change in (*PASSES, ("without view", without_view)):
        changed = change(found[-1][1])
        verify(changed)
        if changed != found[-1][1]:
            found.append((name, changed))
    return [(name, _game(ir)) for name, ir in found]


def _game(ir: GameIR) -> Game:
    interpreter = Interpreter(ir, checked=True)
    return from_functions(interpreter, interpreter.facts, backend="interpreter")


def lockstep(games: Stages, players: int, seed: int, most: int) -> int:
    """Plays a game at random on all of them; how many decisions and draws it took. An AssertionError names the pass."""
    explicit = seed % 2
    vectors = [game.new_vector() for _, game in games]
    faults = [game.engine.init(vector, players, seed, explicit) for (_, game), vector in zip(games, vectors, strict=True)]
    _alike(games, faults)
    stream = Stream.seeded(seed)
    for turn in range(most):
        if faults[0]:
            return turn
        said = [_said(game, vector, players) for (_, game), vector in zip(games, vectors, strict=True)]
        _alike(games, said)
        actions = said[0]["actions"]
        if not actions:
            return turn
        action = actions[stream.below(len(actions))]
        other = stream.below(max(1, games[0][1].num_actions))
        _alike(games, [[game.engine.seen_action(vector, seat, action) for seat in range(players)] for (_, game), vector in zip(games, vectors, strict=True)])
        if said[0]["player"] >= 0:
            _alike(games, [game.engine.refusal(list(vector), other) for (_, game), vector in zip(games, vectors, strict=True)])
        faults = [game.engine.apply(vector, action) for (_, game), vector in zip(games, vectors, strict=True)]
        _alike(games, faults)
    return most


def _said(game: Game, vector: Any, players: int) -> dict[str, Any]:
    """Everything an engine says of a position."""
    engine, step = game.engine, game.offsets["step"]
    player = engine.current_player(vector)
    out, weights = game.blank(game.widest), game.blank(game.widest)
    count = engine.chance_outcomes(vector, out, weights) if player == -1 else engine.legal_actions(vector, out)
    said: dict[str, Any] = {
        "player": player,
        "actor": engine.actor(vector),
        "step": game.facts["STEPS"][vector[step]] if player != -4 else "",
        "actions": list(out[:count]),
        "weights": list(weights[:count]) if player == -1 else [],
        "truncated": engine.truncated(vector),
    }
    for name, offset, length, *_ in game.facts["BLOCKS"]:
        if name != "step":
            said[name] = list(vector[offset : offset + length])
    for seat in range(players):
        seen = game.blank(game.observation_size)
        engine.observe(vector, seat, seen)
        said[f"observation of seat {seat}"] = [value for at, value in enumerate(seen) if at != step]
    for name, ask in (("returns", engine.returns), ("scores", engine.scores)):
        answer = game.blank(game.max_players)
        ask(vector, answer)
        said[name] = list(answer[:players])
    return said


def _alike(games: Stages, said: list[Any]) -> None:
    for (name, _), mine, before in zip(games[1:], said[1:], said, strict=False):
        if mine != before:
            what = [f"{key}: {before[key]} -> {mine[key]}" for key in before if mine[key] != before[key]] if isinstance(mine, dict) else [f"{before} -> {mine}"]
            raise AssertionError(f"the pass `{name}` changes what the game means: " + "; ".join(what))
