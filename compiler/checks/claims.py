"""Claims: what the rulebook says in numbers holds of the spec, for every player count.

Claims speak of constants, so they are judged on the bare position before setup, by the interpreter.
"""

from compiler.bind.nouns.typed import TypedSpec
from compiler.checks.why import why_false
from compiler.diagnostics.problem import Problem, Problems
from compiler.interpret import bare_position, broken_claims
from compiler.ir.game import GameIR


def check_claims(typed: TypedSpec, game: GameIR | None, problems: Problems) -> None:
    if game is None:
        return
    for number, players in broken_claims(game):
        that, (condition, _) = typed.claims[number].that, game.claims[number]
        values = why_false(typed, game, bare_position(game, players), that, condition)
        problems.add(Problem(code="RWC014", span=that.span, facts={"players": f"{players} players", "values": values}))
