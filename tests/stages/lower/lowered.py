"""Small specs lowered from text, and played by the interpreter."""

from collections.abc import Sequence

from compiler.bind import bind_spec
from compiler.diagnostics import Problems, explain_all
from compiler.interpret import Interpreter, evaluate_claim
from compiler.ir.game import GameIR
from compiler.ir.verify import verify
from compiler.load import load_text
from compiler.lower import lower_spec
from compiler.parse import parse_spec

HEAD = "language: 1\ngame: trial\ntitle: Trial\n"


def lowered(text: str, *, head: str = HEAD + "players: 2\n") -> GameIR:
    """The game of a spec without errors, well-formed."""
    problems = Problems()
    tree = load_text(head + text, "trial.yaml", problems)
    parsed = parse_spec(tree, problems) if tree is not None else None
    typed = bind_spec(parsed, problems) if parsed is not None else None
    assert not _errors(problems), "\n".join(_errors(problems))
    game = lower_spec(typed, problems) if typed is not None else None
    assert game is not None and not _errors(problems), "\n".join(_errors(problems))
    verify(game)
    return game


def _errors(problems: Problems) -> list[str]:
    return [f"{item.span.place} {item.code} {item.headline}" for item in explain_all(problems) if item.severity == "error"]


def problems_of(text: str, *, head: str = HEAD + "players: 2\n") -> list[str]:
    """The codes of a spec's errors, lowering included."""
    problems = Problems()
    tree = load_text(head + text, "trial.yaml", problems)
    parsed = parse_spec(tree, problems) if tree is not None else None
    typed = bind_spec(parsed, problems) if parsed is not None else None
    if typed is not None and not _errors(problems):
        lower_spec(typed, problems)
    return [item.code for item in explain_all(problems) if item.severity == "error"]


class Play:
    """A game in play: what is legal by number, and variables by name."""

    def __init__(self, game: GameIR, players: int = 2, seed: int = 1, explicit: bool = False) -> None:
        self.game = game
        self.engine = Interpreter(game)
        self.s = [0] * self.engine.VECTOR_SIZE
        self.fault = self.engine.init(self.s, players, seed, int(explicit))

    def slot(self, name: str, at: int = 0) -> int:
        block = self.game.layout.block(name)
        assert 0 <= at < block.length
        return self.s[block.offset + at]

    def block(self, name: str) -> list[int]:
        block = self.game.layout.block(name)
        return self.s[block.offset : block.offset + block.length]

    def legal(self) -> list[int]:
        out = [0] * max(self.game.max_actions, 1)
        return out[: self.engine.legal_actions(self.s, out)]

    def apply(self, *codes: int) -> "Play":
        for code in codes:
            assert self.engine.refusal(self.s, code) == 0, f"{code} is refused"
            self.fault = self.engine.apply(self.s, code)
        return self

    @property
    def step(self) -> str:
        steps: Sequence[str] = self.engine.STEPS
        return steps[self.slot("step")]

    @property
    def actor(self) -> int:
        return self.engine.actor(self.s)

    @property
    def over(self) -> bool:
        return self.slot("actor") == -4

    @property
    def rule(self) -> str:
        """The kind of the rule that failed, or empty text."""
        return self.game.rules[self.fault - 1].kind if self.fault else ""

    def returns(self, players: int = 2) -> list[int]:
        out = [0] * self.game.players_high
        self.engine.returns(self.s, out)
        return out[:players]


def false_claims(text: str, *, players: int = 2, head: str = HEAD + "players: 2\n") -> list[str]:
    """The claims of a spec that do not hold at the start."""
    game = lowered(text, head=head)
    return [game.rules[rule - 1].text for condition, rule in game.claims if not evaluate_claim(game, condition, players)]
