"""Random games shown to a judge, move by move, with explicit chance so that what was hidden can be drawn anew."""


from compiler.checks.play.clock import Clock
from compiler.checks.play.counting import players_of
from compiler.checks.play.judge import Judge
from compiler.checks.play.replay import Line, move_text
from runtime import Fault, Game, State
from runtime.chance import AGENTS, Stream

MOST = 400
"""moves of a game that are looked at"""


def watch_games(game: Game, judge: Judge, *, games: int, positions: int, seed: int, clock: Clock) -> int:
    """Plays up to `games` games, and none more once `positions` have been looked at or the clock strikes; how many."""
    for number in range(games):
        if number and (judge.judged.positions >= positions or clock.over()):
            return number
        try:
            _watch(game, judge, number, seed, clock)
        except Fault:
            continue
    return games


def _watch(game: Game, judge: Judge, number: int, seed: int, clock: Clock) -> None:
    players = players_of(game, number)
    state = game.new_initial_state(players, seed=seed + number, explicit_chance=True)
    stream = Stream.seeded(seed + number, AGENTS)
    moves: list[str] = []

    def where() -> Line:
        return Line(players=players, seed=seed + number, moves=tuple(moves), position=str(state))

    for _ in range(MOST):
        judge.look(state, where)
        if state.is_terminal() or clock.over():
            return
        actions = state.legal_actions()
        if not actions:
            return
        action = state.draw_outcome() if state.is_chance_node() else actions[stream.below(len(actions))]
        before = State(game, state.vector[:])
        text = move_text(state, action)
        state.apply_action(action)
        judge.move(before, action, state, where)
        moves.append(text)
